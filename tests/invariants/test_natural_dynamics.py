"""Natural coordinates and the tree of joints: two formulations, one answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.average_person import average_person

from ambulo.gait.inverse import joint_forces
from ambulo.inputs.errors import InputError
from ambulo.multibody.motion import Loads, Motion
from ambulo.multibody.natural import matrix_r, multipliers
from ambulo.multibody.natural.constraints import (
    jacobian,
    rigid_constraints,
)
from ambulo.multibody.natural.mass_matrix import element_indices, element_mass_matrix
from ambulo.multibody.natural.points import natural_body, natural_coordinates, poses
from ambulo.multibody.tree.energy import kinetic_energy
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree

FRAMES = 40


def random_motion(model, seed):
    rng = np.random.default_rng(seed)
    q = rng.normal(size=(FRAMES, model.tree.nq))
    for body in range(model.tree.nb):
        i = int(model.tree.q_start[body]) + (3 if body == 0 else 0)
        q[:, i : i + 4] /= np.linalg.norm(q[:, i : i + 4], axis=1, keepdims=True)
    v, a = rng.normal(size=(2, FRAMES, model.tree.nv))
    return Motion(np.arange(FRAMES) / 100.0, q, 3.0 * v, 20.0 * a)


@pytest.fixture(scope="module", params=["body18", "body16", "legs", "legs_two_segment_feet"])
def case(request):
    model = average_person(request.param)
    return model, natural_body(model.tree, model.segments, model.joints), random_motion(model, 3)


@pytest.fixture(scope="module")
def body18():
    model = average_person("body18")
    return model, natural_body(model.tree, model.segments, model.joints), random_motion(model, 4)


def test_every_joint_agrees_in_every_frame(case):
    model, body, motion = case
    rng = np.random.default_rng(8)
    loads = Loads(motion.time, 200.0 * rng.normal(size=(FRAMES, model.tree.nb, 6)))
    for given in (None, loads):
        tree = joint_forces(model, motion, given)
        natural = multipliers.joint_forces(body, motion, given)
        for name in ("moment", "force"):
            x, y = getattr(tree, name), getattr(natural, name)
            off = np.linalg.norm(x - y, axis=2) / np.linalg.norm(x, axis=2)
            assert off.max() <= 1e-10, name
        assert np.abs(natural.tau - tree.tau).max() <= 1e-11 * np.abs(tree.tau).max()


def test_contact_moves_from_the_root_to_the_foot(body18):
    model, body, motion = body18
    R, p = forward_kinematics(model.tree, motion.q)
    foot = model.segments.index("right_hindfoot")
    wrench = np.zeros((FRAMES, model.tree.nb, 6))
    wrench[:, foot] = 300.0 * np.random.default_rng(2).normal(size=(FRAMES, 6))
    free = multipliers.joint_forces(body, motion)
    moved = multipliers.under_contact(body, free, R, p, foot, wrench[:, foot])
    direct = joint_forces(model, motion, Loads(motion.time, wrench))
    for name in ("moment", "force", "tau"):
        x, y = getattr(direct, name), getattr(moved, name)
        assert np.abs(x - y).max() <= 1e-12 * np.abs(x).max(), name


def test_accelerations_at_rest_are_the_change_of_the_velocities(body18):
    """S c = R' z', by differences of R along the rates."""
    _, body, motion = body18
    state = matrix_r.independent_motion(body, motion).part(slice(0, 5))
    _, Sc = matrix_r.transformation(body, state)
    h = 1e-6
    ends = []
    for sign in (1.0, -1.0):
        moved = replace(
            state,
            base=state.base + sign * h * state.base_velocity,
            angles=state.angles + sign * h * state.rates,
        )
        R, _ = matrix_r.transformation(body, moved)
        ends.append(np.einsum("fij,fj->fi", R, state.velocity))
    change = (ends[0] - ends[1]) / (2.0 * h)
    np.testing.assert_allclose(Sc, change, atol=1e-7 * np.abs(change).max())


def test_velocities_by_matrix_r_are_those_of_the_segments(body18):
    model, body, motion = body18
    state = matrix_r.independent_motion(body, motion)
    R, _ = matrix_r.transformation(body, state.part(slice(0, 4)))
    velocity = np.einsum("fij,fj->fi", R, state.velocity[:4]).reshape(4, body.n, 3)
    kinetic = np.zeros(4)
    tree = model.tree
    for k, element in enumerate(body.elements):
        M = element_mass_matrix(element, float(tree.mass[k]), tree.com[k], tree.inertia[k])
        own = velocity[:, list(element_indices(element))]
        kinetic += 0.5 * np.einsum("fnc,nm,fmc->f", own, M, own)
    expected = kinetic_energy(model.tree, motion.q[:4], motion.v[:4])
    np.testing.assert_allclose(kinetic, expected, rtol=1e-12)


def test_jacobian_is_the_derivative(body18):
    _, body, motion = body18
    state = matrix_r.independent_motion(body, motion).part(slice(0, 1))
    dx = np.random.default_rng(1).normal(size=state.x.shape)
    h = 1e-6
    forms = rigid_constraints(body).forms
    ends = [jacobian(forms, state.x + s * h * dx)[0] for s in (1.0, -1.0)]
    along = np.einsum("fij,fj->fi", jacobian(forms, state.x)[1], dx.reshape(1, -1))
    np.testing.assert_allclose(along, (ends[0] - ends[1]) / (2 * h), atol=1e-8)


def test_poses_come_back_from_points_and_vectors(case):
    model, body, motion = case
    R, p = forward_kinematics(model.tree, motion.q)
    R_back, p_back = poses(body, natural_coordinates(body, R, p))
    np.testing.assert_allclose(R_back, R, atol=1e-13)
    np.testing.assert_allclose(p_back, p, atol=1e-13)


def test_hinges_and_singular_angles_are_refused(body18):
    model, body, motion = body18
    joint = model.tree.joint.copy()
    joint[3] = JointType.HINGE
    with pytest.raises(InputError, match="hinge joint"):
        natural_body(replace(model.tree, joint=joint), model.segments, model.joints)
    q = np.zeros((1, model.tree.nq))
    for i in model.tree.q_start:
        q[:, i + (3 if i == 0 else 0)] = 1.0
    q[:, 3:7] = [np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0]
    lying = Motion(np.zeros(1), q, motion.v[:1], motion.a[:1])
    with pytest.raises(InputError, match="90 degrees"):
        multipliers.joint_forces(body, lying)


def hanging_chain():
    """Three bodies of odd shape on ball joints, the first one hung up at a point of the ground."""
    rng = np.random.default_rng(11)
    bodies = []
    for k in range(3):
        spread = rng.normal(size=(3, 3))
        second = spread @ spread.T + 0.1 * np.eye(3)
        bodies.append(
            Body(
                name=f"link {k}",
                parent=None if k == 0 else f"link {k - 1}",
                joint=JointType.BALL,
                p_PJ=np.array([0.3, -0.1, 1.0]) if k == 0 else np.array([0.05, -0.02, -0.4]),
                mass=2.0 + k,
                com=np.array([0.02, 0.03, -0.2]),
                inertia=0.02 * (np.trace(second) * np.eye(3) - second),
            )
        )
    tree = build_tree(bodies)
    names = [body.name for body in bodies]
    return tree, natural_body(tree, names, names)


def test_a_chain_hung_up_on_the_ground_agrees_with_the_tree():
    tree, body = hanging_chain()
    rng = np.random.default_rng(12)
    q = rng.normal(size=(FRAMES, tree.nq)).reshape(FRAMES, 3, 4)
    q /= np.linalg.norm(q, axis=2, keepdims=True)
    v, a = rng.normal(size=(2, FRAMES, tree.nv))
    motion = Motion(np.arange(FRAMES) / 100.0, q.reshape(FRAMES, -1), 3.0 * v, 20.0 * a)
    assert body.held
    expected, _, _ = inverse_dynamics(tree, motion.q, motion.v, motion.a)
    found = multipliers.joint_forces(body, motion)
    np.testing.assert_allclose(found.tau, expected, atol=1e-10 * np.abs(expected).max())
