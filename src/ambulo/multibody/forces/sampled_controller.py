"""A proportional-derivative controller of sampled errors, the derivative a difference.

e(t_k) = z(t_k) - z_ref(t_k), e'(t_k) = (e(t_k) - e(t_(k-1))) / dt, e'(t_0) = 0, and
F = -K (e + T e'), at each step of an integrator that knows the system at the ends of its steps
only. Pamies-Vila (2012), eqs. 4.14 to 4.16. Errors of orientation are rotation vectors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    add_stiffness,
    apply_law,
    enter_law,
    law_observe,
    law_observed_count,
)
from ambulo.multibody.forces.pose_controller import (
    PoseController,
    fill_pose_error,
    observe_effort,
    push,
)
from ambulo.multibody.forces.reference_motion import enter_reference


class SampledController(NamedTuple):
    """A controller of which the errors are taken at the ends of steps.

    Args:
        held: what is held, with its gains; its damping [N*s/m, N*m*s/rad] goes with the difference.
        error, before: (nb + 1, 3) scratch: errors at hand and at the last step's end [m, rad].
        instant: (2,) s, of which they are; NaN before the first.
    """

    held: PoseController
    error: FloatArray
    before: FloatArray
    instant: FloatArray


@implements(apply_law, SampledController)
def _apply(
    law: SampledController, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    held, error = law.held, law.error
    fill_pose_error(held.reference, held.body, held.point, t, motion, error)
    law.instant[0] = t
    if np.isnan(law.instant[1]):
        # the first instant, at which the method asks before its first step
        law.before[:] = error
        law.instant[1] = t
    dt = t - law.instant[1]
    for i in range(len(error)):
        for c in range(3):
            # e'(t_0) = 0
            slope = (error[i, c] - law.before[i, c]) / dt if dt > 0.0 else 0.0
            held.acting[i, c] = -held.stiffness[i] * error[i, c] - held.damping[i] * slope
    push(held.body, held.point, motion, held.acting, loads)


@implements(enter_law, SampledController)
def _enter(law: SampledController, start: float, end: float) -> None:
    enter_reference(law.held.reference, start, end)


@implements(add_stiffness, SampledController)
def _add_stiffness(
    law: SampledController, motion: BodyMotion, by_v: float, by_q: float, moments: FloatArray
) -> None:
    add_stiffness(law.held, motion, by_v, by_q, moments)


@implements(law_observed_count, SampledController)
def _observed_count(law: SampledController) -> int:
    return len(law.held.acting)


@implements(law_observe, SampledController)
def _observe(law: SampledController, out: FloatArray) -> None:
    """The step is done: its errors are those before the next."""
    law.before[:] = law.error
    law.instant[1] = law.instant[0]
    observe_effort(law.held.reference.bodies, law.held.acting, out)
