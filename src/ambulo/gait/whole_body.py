"""The resultant ground reaction from the motion alone, and the centre of pressure of a wrench."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, vector_product
from ambulo.math.vector_arrays import wrench_about
from ambulo.multibody.motion import JointForces
from ambulo.records.measurement import LOADED


def resultant_wrench(forces: JointForces, root: FloatArray) -> FloatArray:
    """Wrench (frames, 6) about the world origin that the ground must exert for a motion.

    The root of a free-floating body has no real joint. The joint wrench that Newton-Euler gives
    there without external loads is the sum of these loads (Pamies-Vila 2012, section 4.4).

    Args:
        forces: of the motion without external loads.
        root: (frames, 3) m, origin of the root segment.
    Returns:
        Moment [N*m] and force [N], world axes.
    """
    force, moment = forces.force[:, 0], forces.moment[:, 0]
    return np.concatenate([moment + vector_product(root, force), force], axis=1)


def centre_of_pressure_of(
    force: FloatArray, moment_origin: FloatArray, floor: FloatArray | float = 0.0
) -> tuple[FloatArray, FloatArray]:
    """Where a wrench acts on a level floor, and its free moment about the vertical there.

    Args:
        force, moment_origin: (..., 3) N, N*m about the world origin.
        floor: (...) m, its height.
    Returns:
        Centre of pressure (..., 3) m and free moment (...) N*m; NaN below 20 N vertical force.
    """
    fz = force[..., 2]
    loaded = fz > LOADED
    safe = np.where(loaded, fz, np.nan)
    height = np.broadcast_to(floor, fz.shape)
    # the moment about the point of the floor over the origin: M - (0, 0, h) x F
    x = (height * force[..., 0] - moment_origin[..., 1]) / safe
    y = (height * force[..., 1] + moment_origin[..., 0]) / safe
    point = np.stack([x, y, np.where(loaded, height, np.nan)], axis=-1)
    free_moment = np.where(loaded, wrench_about(point, force, moment_origin)[..., 2], np.nan)
    return point, free_moment
