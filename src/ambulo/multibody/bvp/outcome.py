"""How the search for a ballistic movement ended, and what to do then."""

from __future__ import annotations

from enum import Enum

from ambulo.multibody.bvp.newton import Ending


class SearchOutcome(Enum):
    """Result of a search. CONVERGED and CONVERGED_IN_PIECES mean that the movement was found and
    confirmed."""

    CONVERGED = "converged: an independent integration arrives at the target"
    CONVERGED_IN_PIECES = (
        "converged in pieces: an independent integration of each piece arrives at the next, but a "
        "single integration from the start misses the target, because the motion is too sensitive "
        "to its initial velocity. Nobody could perform this motion. Add an intermediate posture"
    )
    NO_PROGRESS = (
        "the iteration came to a halt away from the target. Try method 'auto', a shorter time or "
        "an intermediate posture"
    )
    SINGULAR = (
        "the target does not respond to some change of the initial velocity (a conjugate point or "
        "a pole of the angles). Change the time slightly, or use unit vectors"
    )
    SHOT_FAILED = (
        "the motion could not be integrated to the end with the velocity tried. Shorten the time, "
        "or give a first guess of the velocity"
    )
    TOO_MANY_ITERATIONS = (
        "the iteration limit was reached. Try method 'auto' or an intermediate posture"
    )
    NOT_CONFIRMED = (
        "the search seemed to arrive, but an independent integration misses the target, because "
        "the motion is too sensitive to its initial velocity. Add an intermediate posture"
    )
    CONTINUATION_STALLED = (
        "the solution could not be followed to the full gravity, time or resistance. Shorten the "
        "time or add an intermediate posture"
    )


def of_newton(status: int) -> SearchOutcome:
    """Outcome for an `Ending` of Newton's method."""
    return SearchOutcome[Ending(status).name]
