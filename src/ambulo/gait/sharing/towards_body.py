"""Horizontal forces of both feet from the vertical ones: each points towards the body.

In double support the feet push against each other along the floor. That pair leaves the resultant
as it is, so the motion of the body does not tell it; friction's law would have it from millimetres
of the foot's motion, which markers do not show. But a walker's ground reaction passes near a point
above the mass centre (Maus et al. 2010, Nature Communications 1:70), so that with the centre of
pressure p, the hips c at a height h above the floor and the vertical force F_z

    F_x = k F_z (c_x - p_x) / h,    F_y = k F_z (c_y - p_y) / h

What the resultant then has more is shared as the vertical forces are.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.sharing.problem import LEG_JOINTS, SharingProblem
from ambulo.math.arrays import FloatArray

# geometric mean over 26 contacts of public walks of seven people (docs/methods/notes/checks.md)
_SLOPE = 0.75


def pointed_towards_body(problem: SharingProblem, wrench: FloatArray) -> FloatArray:
    """Wrenches with other horizontal forces, that add up to the resultant's.

    Vertical forces, centres of pressure and free moments stay as they are.

    Args:
        problem: with the resultant and the hips.
        wrench: (frames, 2, 6) of each foot about the world origin, on a floor z = 0 [N*m, N].
    """
    hips = problem.leg_joints[:, :, LEG_JOINTS.index("hip")].mean(axis=1)[:, None]
    vertical = wrench[..., 5:]
    # F_z p = (-M_y, M_x) on the floor
    pressed = np.stack([-wrench[..., 1], wrench[..., 0]], axis=2)
    forces = _SLOPE * (hips[..., :2] * vertical - pressed) / hips[..., 2:]
    loads = vertical.sum(axis=1, keepdims=True)
    part = np.divide(vertical, loads, out=np.zeros_like(vertical), where=loads > 0.0)
    rest = problem.total[:, None, 3:5] - forces.sum(axis=1, keepdims=True)
    found = wrench.copy()
    found[..., 3:5] = forces + part * rest
    point = np.divide(pressed, vertical, out=np.zeros_like(pressed), where=vertical > 0.0)
    added = found[..., 3:5] - wrench[..., 3:5]
    found[..., 2] += point[..., 0] * added[..., 1] - point[..., 1] * added[..., 0]
    return found
