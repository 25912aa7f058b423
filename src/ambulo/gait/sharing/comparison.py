"""Comparison of every way of sharing with the plates (Pamies-Vila 2012, tables 4.1 to 4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ambulo.gait.sharing.problem import (
    DoubleSupport,
    SharingProblem,
    double_supports,
    reaction_of,
    single_support,
)
from ambulo.gait.sharing.wrenches import about
from ambulo.gait.wrench_comparison import by_foot, reactions_about, rms_difference
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import GroundReaction, SharingComparison, WrenchDifference


def compare_resultant(problem: SharingProblem) -> WrenchDifference | None:
    """Resultant from the motion compared with the sum of the plates, from first foot off to last
    strike.

    Root mean square differences over every double support with both feet on plates, and over the
    single supports before and after it, about the projection of the lumbar joint on the floor
    (Pamies-Vila 2012, figs. 4.7 and 4.8).

    Returns:
        The difference; None if no double support is wholly measured.
    """
    measured = problem.measured
    if measured is None:
        return None
    known = np.asarray(measured.known.all(axis=1))
    frames = np.zeros(len(problem.time), dtype=bool)
    for phase in _phases(problem, both=True):
        first, last = phase.first, phase.last
        while first > 0 and known[first - 1] and problem.stance[first - 1].sum() == 1:
            first -= 1
        while last + 1 < len(known) and known[last + 1] and problem.stance[last + 1].sum() == 1:
            last += 1
        frames[first : last + 1] = True
    if not frames.any():
        return None
    on_plates = measured.wrench.sum(axis=1)
    floor = problem.lumbar * [1.0, 1.0, 0.0]
    gap = about(floor, problem.total - on_plates)[frames]
    return rms_difference(np.roll(gap, 3, axis=1))


def compare_sharings(
    problem: SharingProblem, sharings: Mapping[str, GroundReaction]
) -> SharingComparison:
    """Root mean square differences from the plates, about the ankles, over whole phases.

    In single support (Pamies-Vila 2012, table 4.1) every method gives the resultant. The double
    supports are those recorded wholly with both feet on plates (table 4.3) or with one foot on a
    plate (table 4.2).

    Args:
        problem: with plates.
        sharings: each foot's ground reaction by name of the method.
    Raises:
        ValueError: there are no plates.
    """
    measured = problem.measured
    if measured is None:
        raise ValueError("there are no plates to compare with")
    reference = reactions_about(measured, problem.ankles)
    double = np.asarray(problem.stance.all(axis=1))
    alone = problem.stance & ~double[:, None] & measured.known
    ours = {name: reactions_about(g, problem.ankles) for name, g in sharings.items()}
    resultant = reactions_about(
        reaction_of(problem, *single_support(problem), "resultant"), problem.ankles
    )
    single = _by_foot(resultant, reference, alone)
    by_phase = []
    for both in (True, False):
        judged = np.zeros_like(problem.stance)
        for phase in _phases(problem, both=both):
            judged[phase.frames] = measured.known[phase.frames].all(axis=0)
        tables = {name: _by_foot(found, reference, judged) for name, found in ours.items()}
        by_phase.append({name: table for name, table in tables.items() if table})
    return SharingComparison(sharings, compare_resultant(problem), single, *by_phase)


def _phases(problem: SharingProblem, *, both: bool) -> Sequence[DoubleSupport]:
    """Double supports recorded from strike to off, with both feet on plates or just one."""
    assert problem.measured is not None
    wanted = 2 if both else 1
    return [
        phase
        for phase in double_supports(problem)[0]
        if phase.start is not None
        and phase.stop is not None
        and problem.measured.known[phase.frames].all(axis=0).sum() == wanted
    ]


def _by_foot(
    ours: FloatArray, reference: FloatArray, judged: BoolArray
) -> dict[str, WrenchDifference]:
    """Differences by foot and pooled."""
    return {name: rms_difference(a - b) for name, a, b in by_foot(ours, reference, judged)}
