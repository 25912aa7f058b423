"""Smooth transition assumption: the trailing foot's wrench fades by a fixed law."""

from __future__ import annotations

import numpy as np

from ambulo.gait.sharing.problem import DoubleSupport, Shared, Sharing, SharingProblem, share_phases
from ambulo.gait.sharing.wrenches import about, about_origin, value_at
from ambulo.math.arrays import FloatArray

# tp/T_hds, and the constants that make the law 1 at the strike and 0 at the off
_PEAK = 2.0 / 3.0
_K1 = np.exp(_PEAK**2)
_K2 = 0.5 * _K1 * np.exp(-((2.0 - _PEAK) ** 2))
_FORE_AFT = 3


def transition_of_fore_aft_force(passed: FloatArray) -> FloatArray:
    """Part (n,) of its first value that the trailing foot's fore-aft force still has.

    k1 exp(-((t - tp)/T_hds)^2) - k2 t/T_hds, with half the double support T_hds, tp = 2/3 T_hds,
    k1 = exp(4/9) and k2 = k1/2 exp(-16/9)                           Ren et al. (2008)

    Args:
        passed: (n,) share of the double support that has passed.
    """
    t = 2.0 * passed
    return np.asarray(_K1 * np.exp(-((t - _PEAK) ** 2)) - _K2 * t)


def transition_of_others(passed: FloatArray) -> FloatArray:
    """Part (n,) that the trailing foot's other components still have: exp(-(t/T_hds)^3).

    Args:
        passed: (n,) share of the double support that has passed.
    """
    return np.asarray(np.exp(-((2.0 * passed) ** 3)))


def share_by_smooth_transition(problem: SharingProblem) -> Shared:
    """Smooth transition assumption (STA), which needs no plates; see `smooth_transition`.

    Returns:
        Known in single support, and in double supports that are recorded from strike to off.
    """
    source = "whole-body, double support by the smooth transition assumption"
    return share_phases(problem, [smooth_transition], source)


def smooth_transition(
    problem: SharingProblem, phase: DoubleSupport
) -> tuple[FloatArray | None, str]:
    """The trailing foot's wrench fades from its value at the strike by a fixed law.

    Each component about the foot's centre of mass is its value at the strike of the leading foot
    times a transition function. The leading foot takes the rest of the resultant (Ren et al. 2008;
    Pamies-Vila 2012, eqs. 4.12 and 4.13). The fore-aft component is along the world's X.

    Returns:
        Wrench (n, 6) of the trailing foot about the world origin, None if the record does not
        show the phase from strike to off; and a note.
    """
    if phase.start is None or phase.stop is None:
        return (
            None,
            f"The {phase} is not recorded from beginning to end, which the smooth transition "
            "needs.",
        )
    centre = problem.foot_mass_centre[:, phase.trailing]
    at_strike = value_at(problem.time, about(centre, problem.total), phase.start)
    passed = phase.progress(problem.time)
    part = np.repeat(transition_of_others(passed)[:, None], 6, axis=1)
    part[:, _FORE_AFT] = transition_of_fore_aft_force(passed)
    return about_origin(centre[phase.frames], part * at_strike), ""


SHARING = Sharing(
    "smooth transition (STA)", False, True, share_by_smooth_transition,
    off_in_walks={"hip": 0.39, "knee": 0.48, "ankle": 0.7},
)  # fmt: skip
