"""The body's mass centre on a smooth path of its own, the segments about it as they are.

A spline of a limb's turn is not the spline of the path that it turns on: a smoothed arc is cut
short at its ends, and where legs swing fast the mass centre then takes a way that no force makes.
Moving the whole body puts that right, and by the mass of the segments (Koenig's theorem) takes from
the error of their accelerations what the mass centre's error was.
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
    """The motion, moved so that its mass centre is on the spline through that of q.

    Args:
        model: jointed, its root free.
        motion: smoothed coordinates.
        q: (frames, nq) coordinates at the frames, not smoothed.
        path: how much the mass centre's path is smoothed.
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
        path: how much the mass centre's path is smoothed.
    """
    return roughness(time, centre_of_mass(tree, q)[0], path.weight, path.profile)
