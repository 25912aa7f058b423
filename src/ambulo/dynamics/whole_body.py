"""The resultant ground reaction from the motion alone, and its sharing between the feet."""

from __future__ import annotations

import numpy as np

from ambulo.dynamics.foot_loads import wrench_about
from ambulo.records import BoolArray, FloatArray, GroundReaction, JointForces

__all__ = [
    "centre_of_pressure_of",
    "resultant_wrench",
    "share_by_plates",
]

# below this vertical force the centre of pressure is ill-defined
_LOADED = 20.0


def resultant_wrench(forces: JointForces, root: FloatArray) -> FloatArray:
    """Wrench (frames, 6) about the world origin that the ground must exert for a motion.

    The root of a free-floating body carries no real joint: what Newton-Euler finds there without
    external loads is their sum (Pamies-Vila 2012, section 4.4).

    Args:
        forces: of the motion without external loads.
        root: (frames, 3) m, origin of the root segment.
    Returns:
        Moment [N*m] and force [N], world axes.
    """
    force, moment = forces.force[:, 0], forces.moment[:, 0]
    return np.concatenate([moment + np.cross(root, force), force], axis=1)


def share_by_plates(
    time: FloatArray,
    total: FloatArray,
    measured: GroundReaction | None,
    stance: BoolArray,
) -> GroundReaction:
    """Give the resultant to the feet: all to the stance foot, in the plates' proportion to both.

    In double support each foot takes what its plate measured plus a part of the difference
    between the resultant and the plates' sum, in proportion to the measured vertical forces; so
    the two add up to the resultant exactly.

    Args:
        time: (frames,) s.
        total: (frames, 6) resultant about the world origin [N*m, N].
        measured: by the plates, on the same frames; None without plates.
        stance: (frames, 2) whether each foot is on the ground, order SIDES.
    Returns:
        Known in single support and wherever both feet are measured in double support; in
        flight both are zero (and the resultant is left as residual).
    """
    frames = len(time)
    wrench = np.zeros((frames, 2, 6))
    known = np.ones((frames, 2), dtype=bool)
    double = stance.all(axis=1)
    for s in range(2):
        alone = stance[:, s] & ~double
        wrench[alone, s] = total[alone]
    if measured is None:
        known[double] = False
        source = "whole-body; double support not shared (no plates)"
    else:
        known[double & ~measured.known.all(axis=1)] = False
        on_plates = np.concatenate([measured.moment_origin, measured.force], axis=2)
        vertical = np.clip(measured.force[:, :, 2], 0.0, None)
        load = vertical.sum(axis=1, keepdims=True)
        part = np.divide(vertical, load, out=np.full_like(vertical, 0.5), where=load > 0.0)
        left_over = total - on_plates.sum(axis=1)
        shared = double & known.all(axis=1)
        wrench[shared] = (on_plates + part[:, :, None] * left_over[:, None, :])[shared]
        source = "whole-body, double support in the plates' proportion"
    wrench[~known] = np.nan
    force, moment = wrench[..., 3:], wrench[..., :3]
    point, free_moment = centre_of_pressure_of(force, moment)
    return GroundReaction(time, force, moment, point, free_moment, known, source)


def centre_of_pressure_of(
    force: FloatArray, moment_origin: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Where on the floor z = 0 a wrench acts, and its free moment about the vertical there.

    Args:
        force, moment_origin: (..., 3) N, N*m about the world origin.
    Returns:
        Centre of pressure (..., 3) m and free moment (...) N*m; NaN below 20 N vertical force.
    """
    fz = force[..., 2]
    loaded = fz > _LOADED
    safe = np.where(loaded, fz, np.nan)
    point = np.stack(
        [-moment_origin[..., 1] / safe, moment_origin[..., 0] / safe, np.zeros_like(safe)], axis=-1
    )
    free_moment = np.where(loaded, wrench_about(point, force, moment_origin)[..., 2], np.nan)
    return point, free_moment
