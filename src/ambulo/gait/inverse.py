"""Net joint forces and moments that produce a motion."""

from __future__ import annotations

import numpy as np

from ambulo.inputs.errors import TimeMismatch
from ambulo.multibody.motion import JointForces, Loads, Motion
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.records import Model


def joint_forces(model: Model, motion: Motion, loads: Loads | None = None) -> JointForces:
    """Net joint forces and moments that produce a motion, by recursive Newton-Euler.

    tau = M(q) a + h(q, v) - J(q)^T f                     Featherstone (2008), table 5.1

    Args:
        motion: q (frames, nq), v and a (frames, nv) [m, rad; per s; per s^2], world frame.
        loads: wrenches (frames, bodies, 6) at the body origins, world frame [N*m, N]; None for
            gravity only.
    Returns:
        Moment and force of the proximal on the distal segment at every joint, world axes. Joint 0
        has the wrench that the environment must still supply.
    Raises:
        TimeMismatch: motion and loads are not on one time grid. The message has both.
    """
    if loads is None:
        tau, moment, force = inverse_dynamics(model.tree, motion.q, motion.v, motion.a)
    else:
        _require_same_time(motion, loads)
        tau, moment, force = inverse_dynamics(
            model.tree, motion.q, motion.v, motion.a, loads.wrench
        )
    return JointForces(motion.time, moment, force, tau)


def _require_same_time(motion: Motion, loads: Loads) -> None:
    t, s = motion.time, loads.time
    if len(t) == len(s) and (t is s or np.all(np.abs(t - s) <= 1e-9)):
        return
    raise TimeMismatch(
        what=(
            f"motion runs from {t[0]:.3f} to {t[-1]:.3f} s in {len(t)} frames, "
            f"loads from {s[0]:.3f} to {s[-1]:.3f} s in {len(s)}"
        ),
        remedy="Resample the loads at the times of the motion",
    )
