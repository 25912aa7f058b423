"""filter: noise taken out of the markers, by a filter set for this recording."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.gait.configuration import Configuration
from ambulo.mocap.filters.registry import choose_smoothing
from ambulo.mocap.filters.smoothing import Smoothing
from ambulo.records import Markers

__all__ = ["Filtered", "filter_markers"]


@dataclass(frozen=True, eq=False)
class Filtered:
    """Markers without noise, as far as the filter chosen works on markers.

    Args:
        markers: filtered.
        smoothing: what is still to be done to coordinates and in the differentiating spline.
    """

    markers: Markers
    smoothing: Smoothing

    @property
    def notes(self) -> tuple[str, ...]:
        """What was chosen and why."""
        return (self.smoothing.note,)


def filter_markers(markers: Markers, choice: Configuration) -> Filtered:
    """Choose the smoothing by the noise of the recording, or as asked, and filter the markers.

    Raises:
        InputError: the cut-off is not below half of the frame rate.
    """
    smoothing = choose_smoothing(choice.filter, markers, choice.cutoff)
    return Filtered(smoothing.of_markers(markers), smoothing)
