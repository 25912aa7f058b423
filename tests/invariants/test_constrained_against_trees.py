"""One random tree, two formulations: joint coordinates (recursions) and multipliers."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_trees import random_coordinates, random_tree

from ambulo.multibody.constrained.body import GROUND, Body
from ambulo.multibody.constrained.forces.applied import Gravity
from ambulo.multibody.constrained.joints import Fixed, Prismatic, Revolute, Spherical
from ambulo.multibody.constrained.orientation import EULER_PARAMETERS, ROTATION_VECTOR
from ambulo.multibody.constrained.reactions import reaction
from ambulo.multibody.constrained.system import System
from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import JointType


def _axes(axis):
    """A frame whose third axis is the joint's."""
    x = np.cross(np.eye(3)[int(np.argmin(np.abs(axis)))], axis)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(axis, x), axis])


def _constrained(tree, orientation):
    """The tree as bodies at their centres of mass and joints as constraints."""
    bodies = [Body(f"body {k}", tree.mass[k], tree.inertia[k], orientation) for k in range(tree.nb)]
    joints = {}
    for k in range(tree.nb):
        kind, parent = tree.joint[k], tree.parent[k]
        before = GROUND if parent < 0 else bodies[parent]
        shift = np.zeros(3) if parent < 0 else tree.com[parent]
        turned = _axes(tree.axis[k])
        i = before.frame(tuple(tree.p_PJ[k] - shift), tree.R_PJ[k] @ turned)
        j = bodies[k].frame(tuple(-tree.com[k]), turned)
        if kind == JointType.BALL:
            joints[k] = Spherical(f"joint {k}", i.origin, j.origin)
        elif kind == JointType.HINGE:
            joints[k] = Revolute(f"joint {k}", i, j)
        elif kind == JointType.SLIDE:
            joints[k] = Prismatic(f"joint {k}", i, j)
        elif kind == JointType.FIXED:
            joints[k] = Fixed(f"joint {k}", i, j)
    return System(bodies, list(joints.values()), [Gravity(tuple(tree.gravity))]), joints


@pytest.mark.parametrize("orientation", [EULER_PARAMETERS, ROTATION_VECTOR], ids=lambda o: o.name)
@pytest.mark.parametrize("seed", range(4))
def test_joint_forces_and_rates_are_the_recursions(seed, orientation):
    rng = np.random.default_rng(seed)
    tree = random_tree(rng, 9)
    q = random_coordinates(tree, rng, 1)
    v = rng.normal(size=(1, tree.nv))
    a = forward_dynamics(tree, q, v, np.zeros((1, tree.nv)))
    _, moment, force = inverse_dynamics(tree, q, v, a)
    R, p = forward_kinematics(tree, q)
    omega, velocity = body_velocities(tree, q, v)

    system, joints = _constrained(tree, orientation)
    arm = np.einsum("bij,bj->bi", R[0], tree.com)
    place = system.coordinates(
        {body: (p[0, k] + arm[k], R[0, k]) for k, body in enumerate(system.bodies)}
    )
    speed = system.rates(
        place,
        velocity[0] + np.cross(omega[0], arm),
        np.einsum("bji,bj->bi", R[0], omega[0]),
    )
    assert np.abs(system.constraints(place, 0.0)).max() < 1e-12
    assert np.abs(system.jacobian(place, 0.0) @ speed).max() < 1e-11

    solution = system.dynamics(place, speed, 0.0)
    scale = max(1.0, np.abs(force).max(), np.abs(moment).max())
    for k, joint in joints.items():
        found = reaction(system, joint, place, speed, 0.0, solution.multipliers)
        np.testing.assert_allclose(found.force, force[0, k], atol=1e-9 * scale)
        np.testing.assert_allclose(found.moment, moment[0, k], atol=1e-9 * scale)
