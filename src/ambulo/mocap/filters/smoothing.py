"""The effect of a filter on the markers, on the coordinates, and on the differentiating spline."""

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
    """The amount of smoothing.

    Args:
        hz: frequency of half amplitude, or the cut-off as the filter defines it.
        note: how it was found, for the log.
        course: (frames,) Hz at every frame, for filters that can follow it; None for a constant
            cut-off.
        centre: cut-off of the mass centre's path, for filters that smooth it separately; None if it
            is the same.
    """

    hz: float
    note: str
    course: FloatArray | None = None
    centre: Cutoff | None = None


Measure = Callable[[], Cutoff]
"""Function that finds the cut-off from the noise that a model's fit leaves."""


def cutoff_of(given: float | None, measure: Measure) -> Cutoff:
    """The given cut-off [Hz], otherwise the cut-off from the noise."""
    return measure() if given is None else Cutoff(given, "Cut-off as given.")


@dataclass(frozen=True, eq=False)
class PathSmoothing:
    """A quintic smoothing spline of one path.

    Args:
        weight: penalty of the spline, in units of the sample interval.
        profile: (frames - 1,) factor on the weight between frames; None where it is one.
        off: (frames, 3) m, assumed error of the smoothed path; None for none.
    """

    weight: float
    profile: FloatArray | None = None
    off: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class CausedPath:
    """The path that forces would cause as accelerations: the forces integrated twice.

    Args:
        time: (n,) s.
        path: (n, series) N*s^2 or N*m*s^2, path of the forces without their mean.
        mean: (series,) N or N*m.
    """

    time: FloatArray
    path: FloatArray
    mean: FloatArray

    @classmethod
    def of(cls, time: FloatArray, values: FloatArray) -> CausedPath:
        """The path of forces (n, series), no NaN."""
        mean = values.mean(axis=0)
        spline = smoothing_spline(time, values - mean, np.zeros(values.shape[1])).spline
        return cls(time, spline.integral().integral()(time), mean)

    def split(self, *at: int) -> list[CausedPath]:
        """The path in parts, split after these numbers of series."""
        parts = (np.split(part, at, axis=-1) for part in (self.path, self.mean))
        return [CausedPath(self.time, *part) for part in zip(*parts, strict=True)]


@dataclass(frozen=True)
class Smoothing:
    """A filter with its parameters chosen for one recording.

    Args:
        markers: function applied to the marker coordinates before the model is fitted.
        coordinates: function applied to the fitted coordinates before they are differentiated.
        weight: weight of the differentiating quintic spline; zero interpolates.
        note: the choice and its reason, for the log.
        diagnostics: plots on the recording and the filter.
        profile: (frames - 1,) factor on the weight between frames; None where it is one.
        off: (frames, nq), assumed error of smoothed coordinates; None for none.
        centre: smoothing of the mass centre's path of a whole, jointed body. The smoothed
            coordinates are then shifted to this path. None: no shift.
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
        """Filtered trajectories. Markers with missing frames are not changed."""
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
        """The smoothing of segments about the mass centre."""
        return replace(self, centre=None)

    def of_forces(self, forces: CausedPath, frames: slice) -> FloatArray:
        """Forces (n, series) as they would be seen in the motion that they cause.

        The path is smoothed like that of the mass centre, or like the markers.

        Args:
            forces: path of the forces.
            frames: frames of the recording to which the forces belong.
        """
        by = self.centre or self
        smooth = self.coordinates(self.markers(forces.path))
        profile = None if by.profile is None else by.profile[frames.start : frames.stop - 1]
        weight = np.full(smooth.shape[1], by.weight)
        spline = smoothing_spline(forces.time, smooth, weight, profile)
        return np.asarray(spline(forces.time, 2) + forces.mean)


class FilterSettings(Form):
    """Settings of a filter besides its cut-off: the entries of `filter_settings`."""

    @abstractmethod
    def choose(self, markers: Markers, given: float | None, measure: Measure) -> Smoothing:
        """As `Filter.choose`, with these settings.

        Raises:
            InputError: the settings do not suit the recording or each other.
        """


@dataclass(frozen=True)
class Filter:
    """A way to remove noise before accelerations are computed.

    Args:
        title: name in words, such as "quintic smoothing splines".
        source: author and year.
        choose: function that returns the `Smoothing`. Its arguments are a recording without gaps, a
            cut-off [Hz] (None: from the noise), and a function that measures the noise.
        settings: the form of further settings; None without settings.
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
        """As `choose`, with entries of `settings` that differ from their defaults."""
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
