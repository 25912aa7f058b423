"""No correction: double support as the plates measured it, without regard to the motion."""

from __future__ import annotations

from ambulo.gait.sharing.problem import (
    Shared,
    Sharing,
    SharingProblem,
    reaction_of,
    single_support,
)


def share_without_correction(problem: SharingProblem) -> Shared:
    """In double support each foot's wrench is that of its plate. The difference remains at the
    root.

    Returns:
        Known in single support, and in double support for each measured foot. The wrenches of the
        feet do not add up to the resultant, and they jump at strike and off.
    """
    wrench, known = single_support(problem)
    double = problem.stance.all(axis=1)
    source = "whole-body, double support as measured, uncorrected"
    if problem.measured is None:
        notes = (
            ("Double support is not shared, because there are no plates.",) if double.any() else ()
        )
        return Shared(reaction_of(problem, wrench, known, source), notes)
    measured = problem.measured
    wrench[double] = measured.wrench[double]
    known[double] = measured.known[double]
    missing = double & ~known.all(axis=1)
    notes = (
        (
            f"In {missing.sum()} of {double.sum()} frames of double support, no plate measured "
            "the ground reaction of one of the feet, so this reaction is not known.",
        )
        if missing.any()
        else ()
    )
    return Shared(reaction_of(problem, wrench, known, source), notes)


SHARING = Sharing(
    "plates, uncorrected", True, False, share_without_correction,
    off_in_walks={"hip": 0.27, "knee": 0.4, "ankle": 0.57},
)  # fmt: skip
