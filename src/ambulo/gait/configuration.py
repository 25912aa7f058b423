"""All choices of a user about an analysis: entries of a TOML file, or options."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, Self, get_args, get_origin

from pydantic import (
    Field,
    GetCoreSchemaHandler,
    SerializeAsAny,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.functional_validators import ModelWrapValidatorHandler
from pydantic_core import CoreSchema, core_schema

from ambulo.inputs.arguments import instance_of, path_of
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import FileRegistry, is_file, near, registry_of, shown
from ambulo.inputs.toml_file import Form, TomlFile, mistake, open_toml, within
from ambulo.inputs.toml_words import ENTRY, in_words, with_name
from ambulo.records import MomentAxes
from ambulo.records.measurement import LOADED


@dataclass(frozen=True)
class _Named:
    """A text that is a name in the registry of a kind, imported when asked, or one of others."""

    kind: str
    others: tuple[str, ...] = ()

    def names(self) -> tuple[str, ...]:
        return (*registry_of(self.kind), *self.others)

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def _checked(self, value: str | None) -> str | None:
        if value is None or value in self.names():
            return value
        called = registry_of(self.kind).called
        raise mistake(f"there is no {called} {shown(value)}", near(value, self.names()))


class DeviceForm(Form):
    """Entries of a device on the body. Its kind determines the other entries."""

    kind: str


class UncertaintyChoice(Form):
    """Error bands: the sources of error and the number of perturbed analyses."""

    samples: Annotated[int, Field(le=10**6)] | Literal["auto"] | None = Field(
        default=None,
        description="number of perturbed analyses; auto: until the bands have settled; 0 or left "
        "out: no bands",
    )
    share: float = Field(
        default=0.9, gt=0, lt=1, description="share of the perturbed analyses that lie in a band"
    )
    seed: int = Field(default=0, ge=0, description="random seed of the samples")
    sources: tuple[Annotated[str, _Named("error_source")], ...] | None = Field(
        default=None, description="what is perturbed; left out: every source"
    )
    source: dict[str, dict[str, float]] = Field(
        default_factory=dict, description="entries of a source, [uncertainty.source.NAME]"
    )
    effects: int = Field(
        default=0,
        ge=0,
        le=2**16,
        description="N, a power of two: Sobol indices are computed from N (groups + 2) analyses",
    )

    @field_validator("samples", mode="before")
    @classmethod
    def _counted(cls, given: object) -> object:
        """A number in words of a command line is one; none are analysed without bands."""
        if isinstance(given, str) and given.isdecimal():
            given = int(given)
        if not isinstance(given, str) or given == "auto":
            return None if given == 0 and not isinstance(given, bool) else given
        raise mistake(
            f"{shown(given)} is not a number of samples", "Give a number of at least 19, or auto"
        )

    @field_validator("effects")
    @classmethod
    def _power_of_two(cls, given: int) -> int:
        if given & (given - 1):
            raise mistake(f"{ENTRY} is {given} and should be a power of two", "Give 256, 512, ...")
        return given

    @field_validator("source")
    @classmethod
    def _known(cls, given: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
        for name, entries in given.items():
            known = registry_of("error_source")
            if name not in known:
                raise mistake(f"there is no {known.called} {shown(name)}", near(name, known), name)
            form: type[Form] = known[name].settings  # type: ignore[attr-defined]
            within(form, _as_written(entries), name)
        return given

    @property
    def least(self) -> int:
        """Smallest number of samples for a band with this share.

        The range between the smallest and the largest of n samples contains the share (n - 1) / (n
        + 1).
        """
        return max(2, math.ceil(2.0 / (1.0 - self.share) - 1.0 - 1e-9))

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if isinstance(self.samples, int) and self.samples < self.least:
            raise mistake(
                f"{ENTRY} is {self.samples}, but a band of {100 * self.share:g} % needs "
                f"{self.least}",
                f"Give {self.least} or more",
                "samples",
            )
        if self.effects and self.samples is None:
            raise mistake(
                "effects are found only with error bands",
                "Give samples too, such as 256",
                "effects",
            )
        return self

    @model_validator(mode="after")
    def _used(self) -> Self:
        """Nothing is set of a source that is not perturbed."""
        if self.sources is not None and not self.sources:
            raise mistake(
                "sources names no source, so nothing would be perturbed",
                "Name some, or leave the line out for all",
                "sources",
            )
        for name in self.source:
            about = registry_of("error_source")[name]
            within: str = about.within  # type: ignore[attr-defined]
            if self.sources is None and within:
                what = f"{name} has settings, but it is perturbed only if sources names it"
                raise mistake(what, f"Name it, or set {within}, which includes it", "source", name)
            if self.sources is not None and name not in self.sources:
                what = f"{name} has settings, but sources does not name it"
                raise mistake(what, "Name it there, or leave its table out", "source", name)
        return self


class ReportChoice(Form):
    """Texts and panels of the report. They change no number."""

    called: ClassVar = {
        "date": "recorded", "day": "recorded", "recorded_on": "recorded", "measured": "recorded",
        "referred_by": "referrer", "requested_by": "referrer", "physician": "referrer",
        "doctor": "referrer", "clinician": "referrer", "lab": "laboratory", "clinic": "laboratory",
        "institution": "laboratory", "hospital": "laboratory", "remark": "comment",
        "remarks": "comment", "note": "comment", "notes": "comment",
    }  # fmt: skip

    laboratory: str = Field(default="", description="who made the recording")
    referrer: str = Field(default="", description="who asked for it")
    recorded: str = Field(default="", description="date of the recording")
    comment: str = Field(default="", description="a note for the reader")
    panels: Annotated[tuple[Annotated[str, _Named("panel")], ...], Field(min_length=1)] | None = (
        Field(default=None, description="which panels the page shows; left out: all")
    )

    @field_validator("recorded", mode="before")
    @classmethod
    def _day(cls, given: object) -> object:
        """A date of a TOML file is one without quotes."""
        return given.isoformat() if isinstance(given, date) else given


class SubjectEntries(Form):
    """The entries on the subject, in a configuration and in a row of a study."""

    called: ClassVar = {
        "weight": "mass", "bodymass": "mass", "body_mass": "mass", "gender": "sex",
        "stature": "height",
    }  # fmt: skip

    mass: float | None = Field(default=None, gt=0, description="body mass, kg")
    height: float | None = Field(default=None, gt=0, description="standing height, m")
    sex: Literal["f", "m"] | None = Field(default=None, description="sex, f or m")
    age: float | None = Field(default=None, ge=0, le=150, description="age, years")


_OF_THE_TRIAL = (
    "Give it beside the trial: --{option} FILE, {option}= in Python, or in a study's row"
)


class Configuration(SubjectEntries):
    """The choices for an analysis. If an entry is None, Ambulo chooses, and the log says what.

    Raises:
        InputError: an entry is unknown or out of range. The message names the entry.
    """

    called: ClassVar = SubjectEntries.called | {
        "filter_cutoff": "cutoff", "lowpass": "cutoff", "marker_set": "markers",
        "hip_centre": "hip", "bands": "uncertainty", "error_bands": "uncertainty",
    }  # fmt: skip
    elsewhere: ClassVar = {
        "static": _OF_THE_TRIAL.format(option="static"), "grf": _OF_THE_TRIAL.format(option="grf"),
        "config": "For a file, give configuration=ambulo.read_configuration(FILE) in Python, "
        "or --config FILE",
    }  # fmt: skip

    shoe: float = Field(
        default=0.0,
        ge=0,
        le=3,
        description="mass of one shoe, kg; the body mass includes both shoes",
    )
    measurements: dict[str, float] = Field(
        default_factory=dict, description="subject's lengths in m and angles in rad, by name"
    )

    markers: str | None = Field(default=None, description="marker set: a name, or a TOML file")
    model: Literal["body", "legs", "planar"] | None = Field(
        default=None,
        description="with the upper body; legs and pelvis; or the whole body in the sagittal plane",
    )
    skeleton: str | None = Field(
        default=None, description="segments and joints: a name, or a TOML file"
    )
    parameters: str | None = Field(
        default=None, description="segment parameter table: a name, or a TOML file"
    )
    hip: Annotated[str | None, _Named("hip_centre", ("functional",))] = Field(
        default=None,
        description="hip joint centres: a regression, or functional (from a trial in which the "
        "hips move)",
    )
    functional: tuple[Path, ...] = Field(
        default=(),
        description="trials in which the hips move, for hip = functional; left out: the walk",
    )

    knee_axis: Literal["markers", "functional"] = Field(
        default="markers",
        description="knee axes through the knees' markers, or turned so that varus changes as "
        "little as possible",
    )

    activity: Annotated[str | None, _Named("activity")] = Field(
        default=None, description="what the subject does; left out: found from the data"
    )

    up: str | None = Field(default=None, description="laboratory axis that points up, e.g. +z")
    forward: str | None = Field(
        default=None,
        description='laboratory axis of progression, e.g. -y; "laboratory": the axis nearest to '
        "the direction walked",
    )
    unit: str | None = Field(
        default=None, description="unit of the file's lengths, overriding the file"
    )
    plate_shift: tuple[float, float, float] | None = Field(
        default=None,
        description="shift of the force plates along the laboratory's axes, m",
    )
    plate_turn: float = Field(
        default=0.0, description="counterclockwise turn of every force plate, degrees"
    )
    plate_delay: float = Field(
        default=0.0, description="time by which the plates' signals are delayed, s"
    )
    force_threshold: float = Field(
        default=LOADED, gt=0, description="vertical force from which a contact counts, N"
    )
    start: float | None = Field(default=None, description="first time to analyse, s")
    stop: float | None = Field(default=None, description="last time to analyse, s")
    max_gap: float = Field(default=0.2, ge=0, description="longest gap that a spline fills, s")
    consistency: Literal["fit", "natural", "none"] = Field(
        default="fit",
        description="jointed model fitted to all markers; each segment from its own markers, then "
        "made rigid and jointed in natural coordinates; or each segment from its own markers",
    )
    weights: dict[str, float] = Field(
        default_factory=dict,
        description="weights of joints and segments for consistency = natural, e.g. left_knee",
    )
    filter: Annotated[str, _Named("filter")] = Field(
        default="quintic", description="how noise is removed before accelerations are computed"
    )
    cutoff: float | None = Field(
        default=None, gt=0, description="cut-off of the filter, Hz; left out: found from the noise"
    )
    filter_settings: dict[str, float] = Field(
        default_factory=dict, description="entries of the filter, such as the window of ssa"
    )

    trunk_mass_centre: Literal["table", "plates"] = Field(
        default="table",
        description="the trunk's centre of mass: of the segment parameter table, or moved so that "
        "plates and motion balance over whole steps",
    )
    method: Literal["plates", "whole-body"] | None = Field(
        default=None, description="inverse dynamics from the feet up, or from the motion alone"
    )
    sharing: Annotated[str | None, _Named("sharing")] = Field(
        default=None,
        description="how the ground reaction that follows from the motion is divided between the "
        "feet",
    )
    normal_law: Annotated[str, _Named("normal_law")] = Field(
        default="hunt-crossley", description="contact law of sharing = foot-contact"
    )
    friction_law: Annotated[str, _Named("friction_law")] = Field(
        default="bristle",
        description="friction law of sharing = foot-contact; lugre can produce energy",
    )
    compare_sharing: bool = Field(
        default=False,
        strict=True,
        description="compare the ways of sharing with the plates",
    )
    plates_cutoff: float | Literal["motion", "none"] = Field(
        default="none",
        description="filter of the plates' forces for joint moments: none, as in Plug-in Gait; "
        "that of the motion; or a frequency, Hz",
    )
    moment_axes: MomentAxes = Field(
        default="jcs",
        description="axes on which moments are reported: of the joint coordinate system, of the "
        "proximal segment, or of the distal segment (as in Plug-in Gait)",
    )
    norms: str = Field(
        default="schwartz2008",
        description="normal walking to compare with: a name, or a file made by `ambulo norms`",
    )
    device: tuple[SerializeAsAny[DeviceForm], ...] = Field(
        default=(),
        description="orthoses and crutches on the body, one table [[device]] for each",
    )
    uncertainty: UncertaintyChoice = Field(
        default_factory=UncertaintyChoice, description="error bands on the results, a table"
    )
    report: ReportChoice = Field(
        default_factory=ReportChoice, description="texts and panels of the report, a table"
    )

    @field_validator("filter_settings")
    @classmethod
    def _of_the_filter(cls, given: dict[str, float], info: ValidationInfo) -> dict[str, float]:
        name = info.data.get("filter")
        if not given or name is None:
            return given
        form: type[Form] | None = registry_of("filter")[name].settings  # type: ignore[attr-defined]
        if form is None:
            raise mistake(f"the filter {name} has no filter_settings", "Leave them out")
        within(form, _as_written(given))
        return given

    @field_validator("sex", mode="before")
    @classmethod
    def _by_its_letter(cls, given: object) -> object:
        """ "female", "Male" and "F" are as clear."""
        words = {"f": "f", "female": "f", "m": "m", "male": "m"}
        return words.get(given.lower(), given) if isinstance(given, str) else given

    @field_validator("device", mode="before")
    @classmethod
    def _of_its_kind(cls, given: object) -> object:
        """Each table by the form of its kind."""
        known = registry_of("device")

        def read(k: int, table: object) -> object:
            if not isinstance(table, Mapping):
                return table
            kind = str(table.get("kind", ""))
            if kind not in known:
                said = f"there is no {known.called} {shown(kind)}"
                raise mistake(said, near(kind, known), k, "kind")
            form: type[Form] = known[kind].settings  # type: ignore[attr-defined]
            return within(form, table, k)

        if not isinstance(given, list | tuple):
            return given
        return tuple(read(k, table) for k, table in enumerate(given))

    @model_validator(mode="after")
    def _in_space(self) -> Self:
        if self.device and self.model == "planar":
            raise mistake(
                "devices do not work with a planar model", 'Choose model = "body"', "device"
            )
        return self

    @field_validator("uncertainty", mode="before")
    @classmethod
    def _samples_alone(cls, given: object) -> object:
        """A number, or auto, is how many analyses are perturbed; None for no bands."""
        alone = isinstance(given, int | str | None) and not isinstance(given, bool)
        return {"samples": given} if alone else given

    @field_validator("plates_cutoff")
    @classmethod
    def _above_zero(cls, given: float | str) -> float | str:
        if not isinstance(given, str) and not given > 0.0:
            raise mistake(f"{ENTRY} is not above 0", 'Give a frequency in Hz, "motion" or "none"')
        return given

    @model_validator(mode="after")
    def _forwards(self) -> Self:
        if self.start is not None and self.stop is not None and self.start >= self.stop:
            said = f"the part to analyse ends at {self.stop:g} s and begins at {self.start:g} s"
            raise mistake(said, "Give a later end", "stop")
        return self

    @model_validator(mode="wrap")
    @classmethod
    def _said_in_one_line(
        cls, given: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        """Mistakes in a call; those of a file are said with its lines (`read_configuration`)."""
        try:
            return handler(given)
        except ValidationError as error:
            if info.context is not None:
                raise
            what, remedy, keys = in_words(error, given, cls)
            raise InputError(with_name(what, keys), "Configuration", remedy) from error


def _as_written(entries: Mapping[str, float]) -> dict[str, float]:
    """Entries whose whole numbers are whole numbers, as a file or a call had them."""
    return {name: int(x) if x.is_integer() else x for name, x in entries.items()}


NAMED_ENTRIES = {
    name: mark
    for name, about in Configuration.model_fields.items()
    for mark in about.metadata
    if isinstance(mark, _Named)
}
"""Entries that are a name in a registry."""


def choices(entry: str) -> tuple[str, ...]:
    """Names that an entry takes, from its registry or its type; () for other entries."""
    if entry in NAMED_ENTRIES:
        return NAMED_ENTRIES[entry].names()
    about = Configuration.model_fields[entry]
    types = [about.annotation, *get_args(about.annotation)]
    return next((get_args(kind) for kind in types if get_origin(kind) is Literal), ())


def configuration_of(
    given: Configuration | None, entries: Mapping[str, object] = MappingProxyType({})
) -> Configuration:
    """The given configuration; the defaults for None.

    Args:
        given: a configuration.
        entries: single entries, which have priority over those of `given`.
    Raises:
        InputError: `given` is not a configuration, or an entry is unknown or out of range.
    """
    found = Configuration() if given is None else instance_of(
        Configuration, given, "configuration",
        "Give ambulo.Configuration(...), or the result of ambulo.read_configuration",
    )  # fmt: skip
    if not entries:
        return found
    before = {name: getattr(found, name) for name in found.model_fields_set}
    return Configuration.model_validate({**before, **entries})


def read_configuration(path: str | Path | None, **options: object) -> Configuration:
    """Read a configuration from a TOML file. Options that are not None have priority.

    If an entry names a file, Ambulo looks for it in the working directory first, and then beside
    `path`.

    Raises:
        InputError: the file cannot be read, or an entry is unknown or out of range. The message
            names the entry.
    """
    file = None if path is None else open_toml(path_of(path, "path"), "the configuration")
    entries = {} if file is None else _beside(file.path.parent, file.tables)
    given = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        table = entries.get(name)
        if isinstance(table, Mapping) and isinstance(value, Mapping):
            # an option that is a table of the file says only what it says
            entries[name] = {**table, **value}
        else:
            entries[name] = value
    if file is not None:
        _require_named(file, {name: x for name, x in entries.items() if name not in given})
    try:
        return Configuration.model_validate(entries, context=_FILE)
    except ValidationError as error:
        what, remedy, keys = in_words(error, entries, Configuration)
        name = str(keys[0]) if keys else ""
        said = given.get(name)
        # an entry of the file's in a table of which an option says another
        others = isinstance(said, Mapping) and len(keys) > 1 and keys[1] not in said
        if file is None or (name in given and not others):
            flag = _FLAGS.get(name, name.replace("_", "-"))
            raise InputError(with_name(what, keys), f"--{flag}", remedy) from error
        raise file.error(what, keys, remedy) from error


_FILE = {"read": True}
"""Context of a configuration that is read, whose mistakes have a place."""
_FLAGS = {"start": "from", "stop": "to"}
"""Entries whose option has another name."""
NAMED_FILES = {
    "markers": "marker_set",
    "norms": "norms",
    "parameters": "segment_table",
    "skeleton": "skeleton",
}
"""Entries that are a name or a file, and of which kind."""


def _require_named(file: TomlFile, entries: Mapping[str, object]) -> None:
    """Raise, with its line, if an entry is neither the name of a file nor a file."""
    for name, kind in NAMED_FILES.items():
        value = entries.get(name)
        if not isinstance(value, str):
            continue
        known = registry_of(kind)
        assert isinstance(known, FileRegistry)
        try:
            known.located(value)
        except InputError as error:
            raise file.error(error.what, (name,), error.remedy) from error


def _beside(folder: Path, tables: Mapping[str, Any]) -> dict[str, Any]:
    """Entries with the paths of files that lie beside the configuration."""

    def found(value: object) -> object:
        if isinstance(value, str) and not is_file(Path(value)) and is_file(folder / value):
            return str(folder / value)
        return value

    entries = {
        name: found(value) if name in NAMED_FILES else value for name, value in tables.items()
    }
    devices = entries.get("device")
    if isinstance(devices, list):
        entries["device"] = [
            {key: found(value) for key, value in one.items()} if isinstance(one, Mapping) else one
            for one in devices
        ]
    functional = entries.get("functional")
    if isinstance(functional, list):
        entries["functional"] = [found(value) for value in functional]
    return entries
