"""The body's mass centre on its own smooth path, without a change of the segments relative to it.

If the rotation of a limb is smoothed with a spline, its path is not a spline. A smoothed arc is
shortened at its ends. If legs swing fast, the mass centre then moves in a way that no force causes.
A shift of the whole body corrects this. By Koenig's theorem, it also removes the error of the mass
centre from the error of the segments' accelerations.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.gait.inverse import joint_forces
from ambulo.math.arrays import FloatArray
from ambulo.math.splines import smoothing_spline
from ambulo.mocap.filters.lost_movement import roughness
from ambulo.mocap.filters.smoothing import PathSmoothing
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.multibody.tree.tree import Tree
from ambulo.records import Model


def with_mass_centre_smoothed(
    model: Model, motion: Motion, q: FloatArray, path: PathSmoothing
) -> Motion:
    """The motion, shifted so that its mass centre is on the spline through that of q.

    Args:
        model: jointed, its root free.
        motion: smoothed coordinates.
        q: (frames, nq) coordinates at the frames, not smoothed.
        path: smoothing of the mass centre's path.
    """
    tree, time = model.tree, motion.time
    weight = np.full(3, path.weight)
    spline = smoothing_spline(time, centre_of_mass(tree, q)[0], weight, path.profile)
    if path.off is not None:
        spline = spline.moved(path.off)
    place, velocity = centre_of_mass(tree, motion.q, motion.v)
    force = joint_forces(model, motion).force[:, 0]
    acceleration = force / tree.mass.sum() + tree.gravity
    moved = replace(motion, q=motion.q.copy(), v=motion.v.copy(), a=motion.a.copy())
    root = slice(int(tree.q_start[0]), int(tree.q_start[0]) + 3)
    moved.q[:, root] += spline(time) - place
    moved.v[:, root] += spline(time, 1) - velocity
    moved.a[:, root] += spline(time, 2) - acceleration
    return moved


def roughness_of_mass_centre(
    tree: Tree, time: FloatArray, q: FloatArray, path: PathSmoothing
) -> FloatArray:
    """Jerk (frames, 3) just below the cut-off of the mass centre's path.

    Args:
        time: (frames,) s.
        q: (frames, nq) coordinates, not smoothed.
        path: smoothing of the mass centre's path.
    """
    return roughness(time, centre_of_mass(tree, q)[0], path.weight, path.profile)
