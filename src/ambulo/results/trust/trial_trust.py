"""The trust in every quantity of a trial."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from weakref import WeakKeyDictionary

from ambulo.records import Analysis
from ambulo.results.gait_cycle import StrideParameters
from ambulo.results.trust.agreement import Table, trust_table
from ambulo.results.trust.curve_trust import of_curves
from ambulo.results.trust.grade import Trust, lowered
from ambulo.results.trust.stride_trust import of_events, of_strides, of_work


def trust(
    analysis: Analysis, strides: tuple[StrideParameters, ...] = (), table: Table | None = None
) -> dict[str, Trust]:
    """Every angle, moment and power of pelvis and legs, events, strides and their work, by
    "group/name".

    Args:
        strides: distance and time parameters.
        table: measured agreement; the shipped one if None.
    """
    if table is None:
        if analysis not in _OF_CURVES:
            _OF_CURVES[analysis] = dict(_of_curves(analysis, trust_table()))
        curves, table = _OF_CURVES[analysis], trust_table()
    else:
        curves = dict(_of_curves(analysis, table))
    others = [*of_events(analysis, strides), *of_strides(analysis, strides, table)]
    return {**curves, **dict(_lowered(analysis, others))}


_OF_CURVES: WeakKeyDictionary[Analysis, Mapping[str, Trust]] = WeakKeyDictionary()
"""By the shipped table: page, summary and dataset ask for them."""


def _of_curves(analysis: Analysis, table: Table) -> Iterator[tuple[str, Trust]]:
    return _lowered(analysis, [*of_curves(analysis, table), *of_work(analysis, table)])


def _lowered(analysis: Analysis, found: Iterable[Trust]) -> Iterator[tuple[str, Trust]]:
    return ((f"{one.group}/{one.name}", lowered(one, analysis.checks)) for one in found)
