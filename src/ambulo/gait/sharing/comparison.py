"""Every way of sharing against the plates, in the form of the document's tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ambulo.gait.sharing.problem import (
    DoubleSupport,
    SharingProblem,
    about,
    double_supports,
)
from ambulo.gait.wrench_comparison import COMPONENTS, reactions_about
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import SIDES, GroundReaction

__all__ = ["compare_resultant", "compare_sharings", "sharing_summary"]

Rms = Mapping[str, float]


def sharing_summary(
    problem: SharingProblem, sharings: Mapping[str, GroundReaction]
) -> Mapping[str, object]:
    """What summary.json says about sharing: `compare_resultant` and `compare_sharings`.

    Returns:
        "resultant" and the entries of `compare_sharings`; empty without anything to compare.
    """
    if not sharings:
        return {}
    return {"resultant": compare_resultant(problem), **compare_sharings(problem, sharings)}


def compare_resultant(problem: SharingProblem) -> Mapping[str, object] | None:
    """Resultant from the motion against the plates' sum, from first foot off to last strike.

    Root mean square differences over every double support with both feet on plates and the single
    supports before and after it, about the lumbar joint's projection on the floor (Pamies-Vila
    2012, figs. 4.7 and 4.8).

    Returns:
        "frames" and component -> rms [N or N*m]; None where no double support is measured whole.
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
    on_plates = np.concatenate([measured.moment_origin, measured.force], axis=2).sum(axis=1)
    floor = problem.lumbar * [1.0, 1.0, 0.0]
    gap = about(floor, problem.total - on_plates)[frames]
    return {"frames": int(frames.sum()), **_rms(np.roll(gap, 3, axis=1))}


def compare_sharings(
    problem: SharingProblem, sharings: Mapping[str, GroundReaction]
) -> Mapping[str, object]:
    """Root mean square differences to the plates, about the ankles, over whole phases.

    Args:
        problem: with plates.
        sharings: each foot's ground reaction by name of the method.
    Returns:
        "single_support" -> side -> component (Pamies-Vila 2012, table 4.1; there every method
        gives the resultant); "both_feet_on_plates" and "one_foot_on_plate" -> method -> side ->
        component, over the double supports so measured and recorded whole (tables 4.3 and 4.2),
        "both" for the feet pooled. Beside the components, in N and N*m, stands the number of
        "frames".
    Raises:
        ValueError: there are no plates.
    """
    measured = problem.measured
    if measured is None:
        raise ValueError("there are no plates to compare with")
    reference = reactions_about(measured, problem.ankles)
    double = np.asarray(problem.stance.all(axis=1))
    alone = problem.stance & ~double[:, None]
    result: dict[str, object] = {}
    ours = {name: reactions_about(g, problem.ankles) for name, g in sharings.items()}
    first = next(iter(ours), None)
    if first is not None:
        result["single_support"] = _by_foot(ours[first], reference, alone & measured.known)
    for title, both in (("both_feet_on_plates", True), ("one_foot_on_plate", False)):
        judged = np.zeros_like(problem.stance)
        for phase in _phases(problem, both=both):
            seen = measured.known[phase.frames].all(axis=0)
            judged[phase.frames] = seen
        tables = {name: _by_foot(found, reference, judged) for name, found in ours.items()}
        result[title] = {name: table for name, table in tables.items() if table}
    return result


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


def _by_foot(ours: FloatArray, reference: FloatArray, judged: BoolArray) -> dict[str, object]:
    """Differences by foot and pooled over the frames (frames, 2) to judge, where both are known."""
    there = judged & np.isfinite(ours).all(axis=2) & np.isfinite(reference).all(axis=2)
    table: dict[str, object] = {}
    for name, feet in (*((side, [s]) for s, side in enumerate(SIDES)), ("both", [0, 1])):
        frames = there[:, feet]
        if frames.any():
            gap = (ours - reference)[:, feet][frames]
            table[name] = {"frames": int(frames.sum()), **_rms(gap)}
    return table


def _rms(gap: FloatArray) -> Rms:
    """Of differences (n, 6) in the order of COMPONENTS."""
    rms = np.sqrt(np.mean(gap**2, axis=0))
    return {name: float(value) for name, value in zip(COMPONENTS, rms, strict=True)}
