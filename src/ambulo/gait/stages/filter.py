"""Stage filter: removal of noise from the markers, by a filter chosen for this recording."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.gait.configuration import Configuration
from ambulo.gait.smoothing_choice import cutoff_of_fit
from ambulo.math.brief_repr import BriefRepr
from ambulo.mocap.filters.registry import choose_smoothing
from ambulo.mocap.filters.smoothing import Cutoff, Smoothing
from ambulo.mocap.fit.marker_fit import MarkerFit, fit_model
from ambulo.records import Markers, Model


@dataclass(frozen=True, eq=False)
class Filtered(BriefRepr):
    """Markers without noise, as far as the chosen filter works on markers.

    Args:
        markers: filtered.
        smoothing: the remaining smoothing of coordinates, by the differentiating spline.
        fit: of the model to these markers, if the noise was measured by one.
    """

    markers: Markers
    smoothing: Smoothing
    fit: MarkerFit | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """The chosen smoothing and the reason for it."""
        return (self.smoothing.note,)


def filter_markers(model: Model, markers: Markers, choice: Configuration) -> Filtered:
    """Choose the filter by the noise of the recording or by `choice`, and filter the markers.

    The noise is the distance that remains between the unfiltered markers and a model fitted to
    them.

    Args:
        model: the calibrated model.
        markers: markers with filled gaps.
        choice: `filter`, `cutoff` and `filter_settings`.
    Raises:
        InputError: the cut-off is not below half of the frame rate, or the settings do not suit
            the recording.
    """
    raw: list[MarkerFit] = []

    def measure() -> Cutoff:
        raw.append(fit_model(model, markers))
        return cutoff_of_fit(model, markers, raw[0].q)

    smoothing = choose_smoothing(
        choice.filter, markers, choice.cutoff, measure, choice.filter_settings
    )
    filtered = smoothing.of_markers(markers)
    return Filtered(filtered, smoothing, raw[0] if raw and filtered is markers else None)
