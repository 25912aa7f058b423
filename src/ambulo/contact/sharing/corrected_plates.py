"""Corrected force plates: what plates and motion differ by shifts from foot to foot with time."""

from __future__ import annotations

import numpy as np

from ambulo.contact.sharing.problem import (
    DoubleSupport,
    Shared,
    SharingProblem,
    about,
    about_origin,
    double_supports,
    reaction_of,
    single_support,
    value_at,
)
from ambulo.records import SIDES, FloatArray

__all__ = ["share_corrected_plates"]


def share_corrected_plates(problem: SharingProblem) -> Shared:
    """Corrected force plate sharing (CFP).

    With both feet on plates, eps = G - G_FP1 - G_FP2 is given to the trailing foot at the strike
    and passes linearly to the leading foot at the off (Pamies-Vila 2012, eq. 4.8). With one foot
    on a plate, its difference to the resultant where it stands alone fades linearly over the
    phase, and the other foot takes what is left of the resultant (eqs. 4.9 to 4.11). Both keep
    the wrenches continuous, and the feet add up to the resultant.

    Returns:
        Known in single support, and in double supports with at least one foot on a plate; the
        rest is named in the notes.
    """
    wrench, known = single_support(problem)
    phases, notes = double_supports(problem)
    said = list(notes)
    for phase in phases:
        trailing, note = _trailing_wrench(problem, phase)
        if note:
            said.append(note)
        if trailing is None:
            continue
        wrench[phase.frames, phase.trailing] = trailing
        wrench[phase.frames, phase.leading] = problem.total[phase.frames] - trailing
        known[phase.frames] = True
    source = "whole-body, double support by corrected force plates"
    return Shared(reaction_of(problem, wrench, known, source), tuple(said))


def _trailing_wrench(
    problem: SharingProblem, phase: DoubleSupport
) -> tuple[FloatArray | None, str]:
    """Wrench (n, 6) on the trailing foot about the world origin, None if no plate tells it."""
    measured = problem.measured
    if measured is None:
        return None, f"Not shared: {phase}; there are no plates."
    on_plates = np.concatenate([measured.moment_origin, measured.force], axis=2)
    seen = np.asarray(measured.known[phase.frames].all(axis=0))
    passed = phase.progress(problem.time)[:, None]
    cut = phase.start is None or phase.stop is None
    open_end = f"In the {phase} the correction stays on one foot." if cut else ""
    if seen.all():
        here = on_plates[phase.frames]
        left_over = problem.total[phase.frames] - here.sum(axis=1)
        return here[:, phase.trailing] + (1.0 - passed) * left_over, open_end
    for foot, alone_at, weight in (
        (phase.trailing, phase.start, 1.0 - passed),
        (phase.leading, phase.stop, passed),
    ):
        if not seen[foot] or alone_at is None:
            continue
        # the document's reference point moves with the body: the lumbar joint's foot on the floor
        floor = problem.lumbar * [1.0, 1.0, 0.0]
        gap = about(floor, problem.total - on_plates[:, foot])
        difference = value_at(problem.time, gap, alone_at)
        if not np.isfinite(difference).all():
            continue
        here = floor[phase.frames]
        corrected = about(here, on_plates[phase.frames, foot]) + weight * difference
        of_foot = about_origin(here, corrected)
        note = (
            f"In the {phase} only the {SIDES[foot]} foot is on a plate; the other takes what is "
            "left of the resultant."
        )
        total = problem.total[phase.frames]
        return of_foot if foot == phase.trailing else total - of_foot, f"{note} {open_end}".strip()
    return None, f"Not shared: {phase}; no plate measured a foot throughout it and alone after it."
