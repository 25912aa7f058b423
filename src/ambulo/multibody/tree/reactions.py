"""Joint reactions of a tree in a simulated motion."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import generic
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line
from ambulo.multibody.integrators.simulation import Simulated
from ambulo.multibody.system import accelerate, imbalance, newton_scratch, sizes, workspace
from ambulo.multibody.tree.packed_system import TreeSystem, tree_scratch


class JointReactions(NamedTuple):
    """Moments and forces of the joints, with the corresponding accelerations.

    Args:
        a: (instants, nv) m/s^2, rad/s^2, the time derivative of v.
        moment: (instants, nb, 3) N*m about the body's origin, and force: (instants, nb, 3) N, of
            the parent, or the world, on the body; world axes.
    """

    a: FloatArray
    moment: FloatArray
    force: FloatArray


def joint_reactions(system: TreeSystem, simulated: Simulated) -> JointReactions:
    """Inverse dynamics of a simulated motion under its forces.

    Moments and forces include those that hold the joint together, and those of laws along its free
    motions. In a hinge without such laws, the moment about its axis is zero.

    Args:
        system: a tree and the forces on it, from `tree_system`.
        simulated: the motion; instants with NaN give NaN.

    Raises:
        InputError: a part of the system does not compile.
    """
    n, nb, nv = len(simulated.time), len(system.bodies), len(system.dofs)
    found = JointReactions(np.empty((n, nv)), np.empty((n, nb, 3)), np.empty((n, nb, 3)))
    time = np.ascontiguousarray(simulated.time, dtype=np.float64)
    with mistakes_in_one_line():
        _react(system, time, simulated.q, simulated.v, simulated.s, found)
    return found


@generic
def _react(
    system: Any, time: FloatArray, q: FloatArray, v: FloatArray, s: FloatArray, found: Any
) -> None:
    nv, ns = sizes(system)[1:]
    flat, newton, rest, sigma = (
        workspace(system),
        newton_scratch(system),
        np.empty(nv),
        np.empty(ns),
    )
    # Newton-Euler inwards leaves the joints' moments and forces behind
    motion = tree_scratch(system, flat).motion
    for k in range(len(time)):
        accelerate(system, time[k], q[k], v[k], s[k], flat, found.a[k], sigma)
        imbalance(system, time[k], q[k], v[k], s[k], flat, newton, found.a[k], rest, sigma)
        found.moment[k] = motion[3]
        found.force[k] = motion[4]
