"""What a filter does to the markers, to the coordinates, and in the differentiating spline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ambulo.math.arrays import FloatArray
from ambulo.records import Diagnostic, Markers

__all__ = ["Filter", "Smoothing", "complete_series", "unchanged"]

Series = Callable[[FloatArray], FloatArray]
"""Series (frames, n) without NaN to series of the same shape."""


def unchanged(values: FloatArray) -> FloatArray:
    """The values themselves."""
    return values


@dataclass(frozen=True)
class Smoothing:
    """A filter with its parameters chosen for one recording.

    Args:
        markers: applied to the marker coordinates before the model is fitted.
        coordinates: applied to the fitted coordinates before they are differentiated.
        weight: of the differentiating quintic spline; zero interpolates.
        note: what was chosen and why, for the log.
        diagnostics: what the filter saw in the recording.
    """

    markers: Series
    coordinates: Series
    weight: float
    note: str
    diagnostics: tuple[Diagnostic, ...] = ()

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


@dataclass(frozen=True)
class Filter:
    """A way to take noise out before accelerations are formed.

    Args:
        title: in words, such as "quintic smoothing splines".
        source: author and year.
        choose: from a recording without gaps and a cut-off [Hz], or None to follow the recording's
            noise, to what is done with it.
    """

    title: str
    source: str
    choose: Callable[[Markers, float | None], Smoothing]


def complete_series(markers: Markers) -> FloatArray:
    """Coordinates (frames, 3 n) of the markers that are never missing."""
    values = markers.position.reshape(len(markers.time), -1)
    return values[:, (values == values).all(axis=0)]


def _seen(markers: Markers, k: int) -> bool:
    values = markers.position[:, k]
    return bool((values == values).all())
