"""Normal walking as mean and standard deviation over the stride, in the signs of the report.

A name, or a file from `ambulo norms`, chooses the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field, field_validator

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import FileRegistry, is_file
from ambulo.inputs.toml_file import Form, Numbers, Text, mistake, open_toml, text_of
from ambulo.inputs.toml_words import ENTRY
from ambulo.math.arrays import FloatArray
from ambulo.records import Side
from ambulo.results.columns import GROUPS, meaning
from ambulo.results.conventions import chosen, require_one_convention, without_moments

NORMS = FileRegistry(
    "norms",
    Path(__file__).with_name("normal_walking"),
    "normal data",
    otherwise="give an .nc file that `ambulo norms` has written",
)
"""Normal walking by name; an entry is the path of a TOML file."""

DEFAULT = "schwartz2008"


@dataclass(frozen=True, eq=False)
class BandCurve:
    """Mean and standard deviation (points,), evenly spaced over 0-100 % of the stride."""

    mean: FloatArray
    sd: FloatArray

    @property
    def cycle(self) -> FloatArray:
        """Percent of the stride of each point."""
        return np.linspace(0.0, 100.0, len(self.mean))


@dataclass(frozen=True, eq=False)
class NormalBand:
    """Bands by group ("angles" [deg], "moments" [N*m/kg], "powers" [W/kg]) and name without side.

    Args:
        name, citation, population: texts for the legend; short: text for the head of a column.
        curves: e.g. curves["moments"]["knee_flexion"].
        remark: caution for comparisons of joint moments with these data.
        conventions: conventions of the numbers in words, by choice; empty if the source states
            none.
        own: whether the data come from a file of `ambulo norms`.
    """

    name: str
    citation: str
    population: str
    curves: Mapping[str, Mapping[str, BandCurve]]
    short: str = "normal"
    remark: str = ""
    conventions: Mapping[str, str] = field(default_factory=dict)
    own: bool = False

    def require(self, conventions: Mapping[str, str]) -> None:
        """Refuse the user's own normal data if they have another convention.

        Args:
            conventions: conventions of the trial that is compared with them, in words, by choice.
        Raises:
            InputError: the conventions differ, or an older file does not state one.
        """
        if self.own:
            held = {f"normal data {self.name}": self.conventions, "this trial": conventions}
            require_one_convention(held)

    def of(self, group: str, name: str, side: Side) -> BandCurve | None:
        """Band for a reported quantity over the strides of one side; None if there is none.

        The source gives pelvis angles relative to the leg of the stride (positive with its side up
        or forward). The report gives them in the world (positive with the left side up, or turned
        to the left).
        """
        what = meaning(name)
        band = self.curves[group].get(f"{what.joint}_{what.motion}")
        if band is None or what.joint != "pelvis" or what.plane == "sagittal":
            return band
        # the left side moves forward when the pelvis turns to the right
        sign = {"frontal": 1.0, "transverse": -1.0}[what.plane]
        return BandCurve(band.mean * (sign if side == "left" else -sign), band.sd)


@dataclass(frozen=True, eq=False)
class Norms:
    """Normal walking of some people, at one speed or several.

    Args:
        speeds: name of each group of speeds -> its bands, from slow to fast.
        below: upper end of each group except the last, in dimensionless speed v / sqrt(g L).
    """

    speeds: Mapping[str, NormalBand]
    below: tuple[float, ...] = ()

    def at(self, speed: float | None) -> NormalBand:
        """Bands of the group for a dimensionless speed; of the middle group if the speed is
        unknown.
        """
        bands = list(self.speeds.values())
        if speed is None:
            return bands[len(bands) // 2]
        return bands[int(np.searchsorted(self.below, speed, side="right"))]

    def require(self, conventions: Mapping[str, str]) -> None:
        """As `NormalBand.require`, for all speeds."""
        for band in self.speeds.values():
            band.require(conventions)


class _Curve(Form):
    mean: Numbers = Field(min_length=2)
    sd: Numbers = Field(min_length=2)
    positive: Text

    @field_validator("mean", "sd", mode="before")
    @classmethod
    def _of_text(cls, given: object) -> object:
        """Numbers may stand in a text: ten thousand of them are read in no time."""
        return [float(number) for number in given.split()] if isinstance(given, str) else given


class _Units(Form):
    angles: Literal["deg"]
    moments: Literal["N*m/kg"]
    powers: Literal["W/kg"]


class _SpeedForm(Form):
    name: Text
    below: float | None = Field(default=None, gt=0)
    angles: dict[str, _Curve]
    moments: dict[str, _Curve]
    powers: dict[str, _Curve]


class _NormsForm(Form):
    name: Text
    citation: Text
    population: Text
    short: Text
    remark: str = ""
    unit: _Units
    speed: tuple[_SpeedForm, ...] = Field(min_length=1)

    @field_validator("speed")
    @classmethod
    def _in_order(cls, speeds: tuple[_SpeedForm, ...]) -> tuple[_SpeedForm, ...]:
        ends = [speed.below for speed in speeds]
        known = [end for end in ends[:-1] if end is not None]
        if ends[-1] is not None or len(known) < len(ends) - 1 or sorted(known) != known:
            raise mistake(
                f"{ENTRY} are not in order",
                "Give every group but the last a value below, each larger than the one before",
            )
        return speeds


@cache
def load_band() -> NormalBand:
    """Bands of Schwartz's children (2008) at their free speed."""
    return load_norms().speeds["free"]


def load_norms(given: str = DEFAULT) -> Norms:
    """Normal walking by name, from a TOML file, or from a file of `ambulo norms`.

    Args:
        given: name or path.
    Raises:
        InputError: there is no such name or file, or the file is damaged.
    """
    if given not in NORMS and Path(given).suffix == ".nc" and is_file(Path(given)):
        return Norms({"": read_own_norms(Path(given))})
    path = NORMS.located(given, "--norms")
    return _of_toml(path, text_of(path, "the normal data"))


@lru_cache(maxsize=16)
def _of_toml(path: Path, text: str) -> Norms:
    data = open_toml(path, "the normal data", text).read(_NormsForm)
    several = len(data.speed) > 1
    speeds = {
        speed.name: NormalBand(
            data.name,
            data.citation,
            f"{data.population}, {speed.name} speed" if several else data.population,
            {
                group: {
                    key: BandCurve(np.array(c.mean), np.array(c.sd))
                    for key, c in getattr(speed, group).items()
                }
                for group in GROUPS
            },
            f"{data.short}, {speed.name} speed" if several else data.short,
            data.remark,
        )
        for speed in data.speed
    }
    return Norms(speeds, tuple(speed.below for speed in data.speed if speed.below is not None))


def read_own_norms(path: Path) -> NormalBand:
    """Bands from a file that `ambulo norms` has written.

    Raises:
        InputError: the file is of another kind.
    """
    from ambulo.results.netcdf import opened, texts_of

    try:
        with opened(path) as file:
            about = {
                key: str(file.attrs[key]) for key in ("name", "citation", "population", "short")
            }
            curves: dict[str, dict[str, BandCurve]] = {}
            for group in GROUPS:
                names = texts_of(file.variables[f"{group}_quantity"][...])
                mean, sd = (np.array(file.variables[f"{group}_{k}"][...]) for k in ("mean", "sd"))
                curves[group] = {n: BandCurve(mean[k], sd[k]) for k, n in enumerate(names)}
            known = chosen({}) if curves["moments"] else without_moments(chosen({}))
            conventions = {name: str(file.attrs.get(name, "not stated")) for name in known}
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise InputError(
            "this is not a file of normal data",
            str(path),
            "Give one that `ambulo norms` has written",
        ) from error
    return NormalBand(
        about["name"], about["citation"], about["population"], curves, about["short"],
        conventions=conventions, own=True,
    )  # fmt: skip
