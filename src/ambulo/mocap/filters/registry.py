"""The registry of filters. Each filter chooses its parameters for a recording and reports them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import Registry
from ambulo.mocap.filters.filter_of_others import FilterOfOthers
from ambulo.mocap.filters.smoothing import Filter, Measure, Smoothing
from ambulo.records import Markers

FILTERS = Registry(
    "filter",
    Filter,
    {
        "quintic": "ambulo.mocap.filters.quintic:FILTER",
        "ssa": "ambulo.mocap.filters.singular_spectrum:FILTER",
        "butterworth": "ambulo.mocap.filters.butterworth:FILTER",
        "gcv": "ambulo.mocap.filters.cross_validation:FILTER",
        "reinsch": "ambulo.mocap.filters.reinsch:FILTER",
        "bezier": "ambulo.mocap.filters.bezier:FILTER",
    },
)


def choose_smoothing(
    name: str,
    markers: Markers,
    cutoff: float | None,
    measure: Measure,
    settings: Mapping[str, float] = MappingProxyType({}),
) -> Smoothing:
    """The filter with a name, with its parameters chosen for a recording.

    Args:
        markers: gaps filled.
        cutoff: Hz; None lets the recording's noise decide.
        measure: function that finds the cut-off from the noise, called if a filter needs it.
        settings: entries of the filter's settings that differ from their defaults.
    Raises:
        InputError: there is no such filter, the cut-off is not between 0 and half of the frame
            rate, the settings do not suit the recording, or another package's filter does not
            return a smoothing.
    """
    if cutoff is not None and not cutoff > 0.0:
        raise InputError(
            f"a cut-off of {cutoff:g} Hz is not possible", "cutoff",
            "Give a cut-off above 0 (for walking 6 to 20 Hz), or omit it, so that Ambulo finds it",
        )  # fmt: skip
    if cutoff is not None and cutoff >= 0.5 * markers.rate:
        raise InputError(
            what=f"a cut-off of {cutoff:g} Hz is not below half of the trial's {markers.rate:g} "
            "frames per second",
            where="cutoff",
            remedy="Give a lower cut-off (for walking 6 to 20 Hz), or omit it, so that "
            "Ambulo finds it",
        )
    chosen: Filter | FilterOfOthers = FILTERS.named(name, "filter")
    whose = FILTERS.whose(name)
    if whose:
        chosen = FilterOfOthers(FILTERS[name], whose, FILTERS.mend(name))
    return chosen.choose_by(settings, markers, cutoff, measure)
