"""What a filter does to the markers, to the coordinates, and in the differentiating spline."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.inputs.toml_file import Form
from ambulo.math.arrays import FloatArray
from ambulo.math.splines import smoothing_spline
from ambulo.records import Diagnostic, Markers

Series = Callable[[FloatArray], FloatArray]
"""Series (frames, n) without NaN to series of the same shape."""


def unchanged(values: FloatArray) -> FloatArray:
    """The values themselves."""
    return values


@dataclass(frozen=True, eq=False)
class Cutoff:
    """How much to smooth.

    Args:
        hz: frequency of half amplitude, or whatever a filter calls its cut-off.
        note: how it was found, for the log.
        course: (frames,) Hz at every frame, for filters that can follow it; None where it is one.
        centre: of the path of the mass centre, for filters that smooth it by itself; None where it
            is the same.
    """

    hz: float
    note: str
    course: FloatArray | None = None
    centre: Cutoff | None = None


Measure = Callable[[], Cutoff]
"""Finds the cut-off by the noise that a model's fit leaves over."""


def cutoff_of(given: float | None, measure: Measure) -> Cutoff:
    """The cut-off as given [Hz], else by the noise."""
    return measure() if given is None else Cutoff(given, "Cut-off as given.")


@dataclass(frozen=True, eq=False)
class PathSmoothing:
    """A quintic smoothing spline of one path.

    Args:
        weight: its penalty, in units of the sample interval.
        profile: (frames - 1,) factor on the weight between frames; None where it is one.
        off: (frames, 3) m by which the smoothed path is taken to be off; None where it is taken as
            it is.
    """

    weight: float
    profile: FloatArray | None = None
    off: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class CausedPath:
    """What forces would move along, were they accelerations: integrated twice.

    Args:
        time: (n,) s.
        path: (n, series) N*s^2 or N*m*s^2, of the forces without their mean.
        mean: (series,) N or N*m.
    """

    time: FloatArray
    path: FloatArray
    mean: FloatArray

    @classmethod
    def of(cls, time: FloatArray, values: FloatArray) -> CausedPath:
        """Of forces (n, series), no NaN."""
        mean = values.mean(axis=0)
        spline = smoothing_spline(time, values - mean, np.zeros(values.shape[1])).spline
        return cls(time, spline.integral().integral()(time), mean)

    def split(self, *at: int) -> list[CausedPath]:
        """The same in parts, of the series up to each of these."""
        parts = (np.split(part, at, axis=-1) for part in (self.path, self.mean))
        return [CausedPath(self.time, *part) for part in zip(*parts, strict=True)]


@dataclass(frozen=True)
class Smoothing:
    """A filter with its parameters chosen for one recording.

    Args:
        markers: applied to the marker coordinates before the model is fitted.
        coordinates: applied to the fitted coordinates before they are differentiated.
        weight: of the differentiating quintic spline; zero interpolates.
        note: what was chosen and why, for the log.
        diagnostics: what the filter saw in the recording.
        profile: (frames - 1,) factor on the weight between frames; None where it is one.
        off: (frames, nq) by which smoothed coordinates are taken to be off; None where they are
            taken as they are.
        centre: what is done to the path of the mass centre of a whole, jointed body, which the
            smoothed coordinates are moved to; None where it is left to them.
    """

    markers: Series
    coordinates: Series
    weight: float
    note: str
    diagnostics: tuple[Diagnostic, ...] = ()
    profile: FloatArray | None = None
    off: FloatArray | None = None
    centre: PathSmoothing | None = None

    def of_markers(self, markers: Markers) -> Markers:
        """Filtered trajectories; markers with missing frames stay as they are."""
        if self.markers is unchanged:
            return markers
        complete = [k for k in range(len(markers.names)) if _seen(markers, k)]
        position = markers.position.copy()
        frames = len(position)
        flat = position[:, complete].reshape(frames, -1)
        position[:, complete] = self.markers(flat).reshape(frames, len(complete), 3)
        return Markers(markers.names, markers.time, position)

    @property
    def turning(self) -> Smoothing:
        """What segments go through about the mass centre."""
        return replace(self, centre=None)

    def of_forces(self, forces: CausedPath, frames: slice) -> FloatArray:
        """Forces (n, series) as they would be seen by way of the motion that they cause.

        The path goes the way of the mass centre, or of the markers.

        Args:
            forces: their path.
            frames: those of the recording that these are.
        """
        by = self.centre or self
        smooth = self.coordinates(self.markers(forces.path))
        profile = None if by.profile is None else by.profile[frames.start : frames.stop - 1]
        weight = np.full(smooth.shape[1], by.weight)
        spline = smoothing_spline(forces.time, smooth, weight, profile)
        return np.asarray(spline(forces.time, 2) + forces.mean)


class FilterSettings(Form):
    """What can be set about a filter beside its cut-off: the entries of `filter_settings`."""

    @abstractmethod
    def choose(self, markers: Markers, given: float | None, measure: Measure) -> Smoothing:
        """As `Filter.choose`, by these settings.

        Raises:
            InputError: they do not suit the recording, or each other.
        """


@dataclass(frozen=True)
class Filter:
    """A way to take noise out before accelerations are formed.

    Args:
        title: in words, such as "quintic smoothing splines".
        source: author and year.
        choose: from a recording without gaps, a cut-off [Hz] or None to follow the recording's
            noise, and what measures that, to what is done with the recording.
        settings: what can be set beside the cut-off; None where nothing can.
    """

    title: str
    source: str
    choose: Callable[[Markers, float | None, Measure], Smoothing]
    settings: type[FilterSettings] | None = None

    def choose_by(
        self,
        entries: Mapping[str, float],
        markers: Markers,
        given: float | None,
        measure: Measure,
    ) -> Smoothing:
        """As `choose`, with entries of `settings` that are not left at their defaults."""
        if not entries:
            return self.choose(markers, given, measure)
        if self.settings is None:
            raise TypeError(f"the filter by {self.title} has no settings")
        return self.settings.model_validate(dict(entries)).choose(markers, given, measure)


def either(**given: float | None) -> None:
    """Refuse more than one of several settings that decide the same thing.

    Raises:
        InputError: two or more are not None.
    """
    names = [name for name, value in given.items() if value is not None]
    if len(names) > 1:
        raise InputError(
            what=f"{' and '.join(names)} both set how strongly the filter smooths",
            where="filter_settings",
            remedy="Give one of them",
        )


def complete_series(markers: Markers) -> FloatArray:
    """Coordinates (frames, 3 n) of the markers that are never missing."""
    values = markers.position.reshape(len(markers.time), -1)
    return values[:, (values == values).all(axis=0)]


def _seen(markers: Markers, k: int) -> bool:
    values = markers.position[:, k]
    return bool((values == values).all())
