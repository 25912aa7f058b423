"""A source of error: the perturbed quantity, the stage of the analysis, and the size."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from inspect import isabstract
from typing import Any

import numpy as np
from pydantic import Field

from ambulo.gait.fastest_movement import movement_below_cutoff
from ambulo.gait.mass_centre_path import roughness_of_mass_centre
from ambulo.gait.stages.stages import Stages
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import shown
from ambulo.inputs.toml_file import Form
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.placement import segment_named
from ambulo.mocap.filters.lost_movement import roughness
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.records import Analysis, Markers, Model
from ambulo.results.posture import posture_at
from ambulo.uncertainty.geometry import segment_lengths
from ambulo.uncertainty.plate_errors import Surface, surfaces_of

MANY_NUMBERS = 16
"""Number of coordinates from which `many_numbers` makes any number of random numbers."""


class Acts(IntEnum):
    """The quantity that a source changes, in the order of the analysis. All later stages are
    repeated.
    """

    PLACEMENT = 0
    """Markers of the standing and the walking subject, before the model is calibrated."""
    GEOMETRY = 1
    """The model's joints and markers, before it is fitted."""
    MARKERS = 2
    """Markers of the walk, before the model is fitted."""
    SMOOTHING = 3
    """The filter, before coordinates are differentiated."""
    INERTIA = 4
    """Masses, centres of mass and moments of inertia; the motion stays."""
    EVENTS = 5
    """Foot strikes and offs, before a ground reaction is shared."""
    REACTION = 6
    """The measurements of the plates, before joint forces are found."""


@dataclass(frozen=True, eq=False)
class PlacedMarkers:
    """Places of markers on the subject in standing (None without a static trial) and walking."""

    standing: Markers | None
    walking: Markers


@dataclass(frozen=True)
class Worn:
    """A marker on the subject.

    Args:
        body: index of the segment that it moves with.
        standing, walking: name of the marker in the static trial and in the walk; None if it is not
            there.
    """

    body: int
    standing: str | None
    walking: str | None


@dataclass(frozen=True, eq=False)
class Nominal:
    """The analysis that is perturbed, with the results of its stages."""

    analysis: Analysis
    stages: Stages

    @property
    def model(self) -> Model:
        """The model, balanced if the configuration asks for this."""
        return self.stages.inverse.body.model

    @cached_property
    def stride(self) -> float:
        """Mean duration of a stride [s]; the duration of the recording if no stride is whole."""
        time = self.analysis.motion.time
        spans = [stride.stop - stride.start for stride in self.analysis.strides]
        return float(np.mean(spans)) if spans else float(time[-1] - time[0])

    @cached_property
    def lengths(self) -> FloatArray:
        """Lengths (nb,) m of the segments."""
        return segment_lengths(self.model)

    @cached_property
    def segment_of(self) -> Mapping[str, int]:
        """Segment that carries each tracking marker."""
        model = self.model
        return dict(zip(model.marker_names, map(int, model.marker_body), strict=True))

    @cached_property
    def worn(self) -> tuple[Worn, ...]:
        """Markers of both trials in the set's order, including markers used only in calibration."""
        match, static = self.stages.named.match, self.stages.recording.static
        standing = {} if static is None else match_set(static.markers.names, match.marker_set).found
        segments, found = self.model.segments, []
        for name, spec in match.marker_set.markers.items():
            on = segment_named(spec.segment, segments)
            if on is not None and (name in standing or name in match.found):
                names = standing.get(name), match.found.get(name)
                found.append(Worn(segments.index(on), *names))
        return tuple(found)

    def turned(self) -> FloatArray:
        """Orientations (frames, nb, 3, 3) of the segments in the walk, segment to world."""
        return self.stages.inverse.body.R

    @cached_property
    def flexion(self) -> FloatArray:
        """Flexion [rad] of each segment relative to its parent, minus the mean (nb, frames).

        It is the rotation about the mediolateral axis; zero for a segment without a parent.
        """
        R, parents = self.turned(), self.model.tree.parent
        found = np.zeros((len(parents), len(R)))
        for k, parent in enumerate(parents):
            if parent >= 0:
                turn = np.einsum("fji,fjk->fik", R[:, parent], R[:, k])
                found[k] = np.unwrap(np.arctan2(turn[:, 0, 2], turn[:, 2, 2]))
        return np.asarray(found - found.mean(axis=1, keepdims=True))

    @cached_property
    def surfaces(self) -> tuple[Surface, ...]:
        """Surfaces with common plate errors; none if no plate was assigned to a foot."""
        return surfaces_of(self.stages.recording.trial, self.stages.steps)

    @cached_property
    def roughness(self) -> FloatArray:
        """Jerk (frames, nq) of the coordinates' movement.

        Its square is on average the jerk's density. It includes the markers' errors where joints do
        not constrain the movement or do not follow the markers directly.
        """
        filtered, fitted = self.stages.filtered, self.stages.fitted
        if self.stages.choice.consistency == "fit":
            return movement_below_cutoff(fitted, filtered.markers, filtered.smoothing)
        smoothing = filtered.smoothing
        return roughness(filtered.markers.time, fitted.q, smoothing.weight, smoothing.profile)

    @cached_property
    def centre_roughness(self) -> FloatArray:
        """Such a jerk (frames, 3) of the mass centre's path, which is smoothed separately."""
        filtered, fitted = self.stages.filtered, self.stages.fitted
        time, centre = filtered.markers.time, filtered.smoothing.centre
        if centre is None:
            raise ValueError("the path of the centre of mass is not smoothed separately")
        return roughness_of_mass_centre(fitted.moving.tree, time, fitted.q, centre)

    @cached_property
    def standing(self) -> FloatArray | None:
        """Orientations of the segments in the static trial; None without one."""
        static, model = self.stages.recording.static, self.stages.person.model
        if static is None:
            return None
        seen = static.markers
        column = {name: k for k, name in enumerate(seen.names)}
        position = np.full((len(seen.time), len(model.marker_names), 3), np.nan)
        for marker in self.worn:
            if marker.standing is not None and marker.walking in model.marker_names:
                k = model.marker_names.index(marker.walking)
                position[:, k] = seen.position[:, column[marker.standing]]
        named = Markers(model.marker_names, seen.time, position)
        return posture_at(model, fit_model(model, named).q).R_WB


class SourceForm(Form):
    """Entries of a source in the configuration, with their defaults and their effect."""

    @abstractmethod
    def size(self, nominal: Nominal) -> int:
        """Number of random numbers of the source; zero if it has nothing to change."""

    @abstractmethod
    def change(self, nominal: Nominal, found: Any, z: FloatArray) -> Any:
        """The perturbed quantity of `Source.acts`.

        Args:
            nominal: the analysis.
            found: the quantity before; other sources may already have perturbed it.
            z: (size,) standard normal and independent.
        """

    @abstractmethod
    def said(self) -> str:
        """Size of the error, in words."""


class FactorForm(SourceForm):
    """A source that is a factor 1 + e on every segment."""

    largest: float = Field(default=0.10, ge=0, le=0.4, description="largest error (3 sigma)")
    left_right: float = Field(default=0.9, ge=0, le=1, description="correlation of the sides")

    def size(self, nominal: Nominal) -> int:
        """One random number for each segment."""
        return nominal.model.tree.nb

    def errors(self, model: Model, z: FloatArray) -> FloatArray:
        """Errors e (nb,) of the segments."""
        return self.largest / 3.0 * alike_on_both_sides(model.segments, z, self.left_right)

    def said_of(self, kept: str) -> str:
        """Size of the error in words, with the quantity that is kept (empty, or a clause with its
        comma).
        """
        return (
            f"largest error {100 * self.largest:g} % (3 sigma){kept}, left and right correlated by "
            f"{self.left_right:g}"
        )


@dataclass(frozen=True)
class Source:
    """A source of error.

    Args:
        title: name in words, such as "segment masses".
        citation: author, year and place of the default.
        group: group of sources whose effects are found together, such as "segment parameters".
        acts: quantity that the source changes.
        settings: class of its entries in the configuration.
        within: source whose error contains the error of this source. If both are available, this
            source is used only if it is named.

    Raises:
        InputError: an argument has the wrong kind.
    """

    title: str
    citation: str
    group: str
    acts: Acts
    settings: type[SourceForm]
    within: str = ""

    def __post_init__(self) -> None:
        for field in ("title", "citation", "group"):
            text: object = getattr(self, field)
            if not (isinstance(text, str) and text.strip() and text.isprintable()):
                raise InputError(
                    f"{field} is {shown(text)}, but must be a string of one line",
                    "Source",
                    f"Give {field} as one line of text",
                )
        acts: object = self.acts
        if not isinstance(acts, Acts):
            stages = ", ".join(f"Acts.{stage.name}" for stage in Acts)
            raise InputError(
                f"acts is {shown(acts)}, but must be a stage", "Source", f"Give one of {stages}"
            )
        form: object = self.settings
        if not (isinstance(form, type) and issubclass(form, SourceForm)) or isabstract(form):
            raise InputError(
                f"settings is {shown(form)}",
                "Source",
                "Give a class of SourceForm that has size, change and said",
            )


def alike_on_both_sides(
    names: tuple[str, ...], z: FloatArray, correlation: float, mirrored: int | None = None
) -> FloatArray:
    """Numbers (n, ...) with a correlation between left and right.

    z_right = r z_left + sqrt(1 -
    r^2) z, so each number stays standard normal.

    Args:
        names: names of the segments or joints, with sides.
        z: (n, ...) standard normal and independent.
        correlation: r, from 0 to 1.
        mirrored: component of the last axis that has the opposite sign on the other side.
    """
    found = z.copy()
    place = {name: k for k, name in enumerate(names)}
    for name, k in place.items():
        other = place.get(f"left_{name.removeprefix('right_')}")
        if name.startswith("right_") and other is not None:
            left = z[other].copy()
            if mirrored is not None:
                left[mirrored] *= -1.0
            found[k] = correlation * left + np.sqrt(1.0 - correlation**2) * z[k]
    return found


def many_numbers(z: FloatArray) -> tuple[float, np.random.Generator]:
    """Size of an error (mean square 1), and a random generator for its other numbers.

    Such errors need more numbers than a sequence has dimensions. The sample's numbers therefore
    seed the generator, and their length is the size.

    Args:
        z: (MANY_NUMBERS,) standard normal and independent.
    """
    rng = np.random.default_rng(np.ascontiguousarray(z, dtype=np.float64).view(np.uint32))
    return float(np.linalg.norm(z)) / np.sqrt(len(z)), rng
