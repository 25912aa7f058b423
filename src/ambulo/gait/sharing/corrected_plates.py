"""Corrected force plates: the difference between plates and motion shifts from foot to foot with
time.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.sharing.problem import DoubleSupport, Shared, Sharing, SharingProblem, share_phases
from ambulo.gait.sharing.wrenches import about, about_origin
from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES


def share_corrected_plates(problem: SharingProblem) -> Shared:
    """Corrected force plate sharing (CFP), see `corrected_plates`.

    Returns:
        Known in single support, and in double supports with at least one foot on a plate.
    """
    source = "whole-body, double support by corrected force plates"
    return share_phases(problem, [corrected_plates], source)


def corrected_plates(
    problem: SharingProblem, phase: DoubleSupport
) -> tuple[FloatArray | None, str]:
    """The difference between plates and motion shifts linearly from the trailing to the leading
    foot.

    With both feet on plates, eps = G - G_FP1 - G_FP2 acts on the trailing foot at the strike and
    passes to the leading foot until the off (Pamies-Vila 2012, eq. 4.8). With one foot on a plate,
    its difference from the resultant in single support fades over the phase, and the other foot
    takes the rest of the resultant (eqs. 4.9 to 4.11). In both cases the wrenches stay continuous.

    Returns:
        Wrench (n, 6) of the trailing foot about the world origin, None if no plate shows it; and a
        note.
    """
    measured = problem.measured
    if measured is None:
        return None, "Double support is not shared, because there are no plates."
    on_plates = measured.wrench
    seen = np.asarray(measured.known[phase.frames].all(axis=0))
    passed = phase.progress(problem.time)[:, None]
    cut = phase.start is None or phase.stop is None
    stays = " The correction stays on one foot, because the recording ends." if cut else ""
    total = problem.total[phase.frames]
    if seen.all():
        here = on_plates[phase.frames]
        left_over = total - here.sum(axis=1)
        note = f"In the {phase} both feet are on plates.{stays}" if cut else ""
        return here[:, phase.trailing] + (1.0 - passed) * left_over, note
    # the reference point of Pamies-Vila (2012) moves with the body: under the lumbar joint
    floor = problem.lumbar * [1.0, 1.0, 0.0]
    for foot, event, alone, weight in (
        (phase.trailing, phase.start, phase.first - 1, 1.0 - passed),
        (phase.leading, phase.stop, phase.last + 1, passed),
    ):
        if not seen[foot] or event is None:
            continue
        # at a frame of the phase the other foot's load would count as a difference
        difference = about(floor[alone], problem.total[alone] - on_plates[alone, foot])
        if not np.isfinite(difference).all():
            continue
        here = floor[phase.frames]
        corrected = about(here, on_plates[phase.frames, foot]) + weight * difference
        of_foot = about_origin(here, corrected)
        return (
            of_foot if foot == phase.trailing else total - of_foot,
            f"In the {phase} only the {SIDES[foot]} foot is on a plate. The other foot takes the "
            f"rest of the resultant.{stays}",
        )
    return None, f"In the {phase} no plate measured only one foot all of the time."


SHARING = Sharing(
    "corrected plates (CFP)", True, True, share_corrected_plates,
    off_in_walks={"hip": 0.3, "knee": 0.37, "ankle": 0.51},
)  # fmt: skip
