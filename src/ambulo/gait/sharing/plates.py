"""Double support in the plates' proportion of the vertical force."""

from __future__ import annotations

import numpy as np

from ambulo.gait.sharing.problem import (
    Shared,
    Sharing,
    SharingProblem,
    double_supports,
    reaction_of,
    single_support,
)


def share_by_plates(problem: SharingProblem) -> Shared:
    """Each foot has the wrench of its plate and a part of the difference from the resultant.

    The parts are in proportion to the measured vertical forces. So no instant of strike or off is
    needed, and a foot that carries nothing is not corrected.

    Returns:
        Known in single support, and in double support where both feet are measured; there the
        feet add up to the resultant.
    """
    wrench, known = single_support(problem)
    measured = problem.measured
    notes = [
        f"The {phase} is not shared, because the plates did not measure both feet."
        for phase in double_supports(problem)[0]
        if measured is None or not measured.known[phase.frames].all()
    ]
    both = np.asarray(problem.stance.all(axis=1))
    if measured is not None:
        both &= measured.known.all(axis=1)
        on_plates = measured.wrench[both]
        vertical = np.clip(on_plates[:, :, 5], 0.0, None)
        load = vertical.sum(axis=1, keepdims=True)
        part = np.divide(vertical, load, out=np.full_like(vertical, 0.5), where=load > 0.0)
        left_over = problem.total[both] - on_plates.sum(axis=1)
        wrench[both] = on_plates + part[:, :, None] * left_over[:, None, :]
        known[both] = True
    source = "whole-body, double support in the plates' proportion"
    return Shared(reaction_of(problem, wrench, known, source), tuple(notes))


SHARING = Sharing(
    "plates' proportion", True, True, share_by_plates,
    off_in_walks={"hip": 0.27, "knee": 0.4, "ankle": 0.57},
)  # fmt: skip
