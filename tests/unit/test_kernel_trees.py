"""Edge cases of the tree kernels: small trees, fixed joints, missing frames, wrong shapes."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.sample_trees import random_coordinates, random_tree, tree_of

from ambulo.inputs.errors import InputError
from ambulo.multibody.constrained import Gravity
from ambulo.multibody.forces.passive_joints import passive_joints
from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.configuration import difference, integrate, neutral
from ambulo.multibody.tree.energy import centre_of_mass, kinetic_energy, momentum, potential_energy
from ambulo.multibody.tree.kinematics import (
    body_velocities,
    forward_kinematics,
    jacobian,
    point_jacobians,
)
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import JointType


@pytest.fixture
def rng():
    return np.random.default_rng(11)


def test_neutral_posture_puts_every_origin_at_its_joint(rng):
    tree = random_tree(rng, 8)
    R, p = forward_kinematics(tree, neutral(tree)[None])
    for i in range(tree.nb):
        R_P = np.eye(3) if tree.parent[i] < 0 else R[0, tree.parent[i]]
        p_P = np.zeros(3) if tree.parent[i] < 0 else p[0, tree.parent[i]]
        np.testing.assert_allclose(R[0, i], R_P @ tree.R_PJ[i], atol=1e-14)
        np.testing.assert_allclose(p[0, i], p_P + R_P @ tree.p_PJ[i], atol=1e-14)


def test_velocities_mean_what_the_joint_types_say(rng):
    """FREE: origin velocity in the parent's joint frame; angular velocity in body axes."""
    tree = tree_of([-1], [JointType.FREE], rng)
    tree.R_PJ[0] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    q = random_coordinates(tree, rng, 1)
    R, p = forward_kinematics(tree, q)
    np.testing.assert_allclose(p[0, 0], tree.p_PJ[0] + tree.R_PJ[0] @ q[0, :3])
    v = np.arange(1.0, 7.0)[None]
    w, u = body_velocities(tree, q, v)
    np.testing.assert_allclose(u[0, 0], tree.R_PJ[0] @ [1, 2, 3])
    np.testing.assert_allclose(w[0, 0], R[0, 0] @ [4, 5, 6])


def test_a_frame_with_nan_gives_nan_there_and_only_there(rng):
    tree = random_tree(rng, 7)
    q = random_coordinates(tree, rng, 3)
    v, a = rng.normal(size=(2, 3, tree.nv))
    whole = [
        *inverse_dynamics(tree, q, v, a),
        mass_matrix(tree, q),
        forward_dynamics(tree, q, v, a),
    ]
    q[1] = np.nan
    holed = [
        *inverse_dynamics(tree, q, v, a),
        mass_matrix(tree, q),
        forward_dynamics(tree, q, v, a),
    ]
    for x, y in zip(whole, holed, strict=True):
        assert np.array_equal(x[[0, 2]], y[[0, 2]])
    assert np.isnan(holed[0][1]).all()
    assert np.isnan(kinetic_energy(tree, q, v)[1])


def test_massless_bodies_transmit_what_they_carry(rng):
    tree = tree_of([-1, 0, 1], [JointType.FREE, JointType.BALL, JointType.BALL], rng)
    tree.mass[1] = 0.0
    tree.inertia[1] = 0.0
    q = random_coordinates(tree, rng, 2)
    v, a = rng.normal(size=(2, 2, tree.nv))
    _, p = forward_kinematics(tree, q)
    _, moment, force = inverse_dynamics(tree, q, v, a)
    np.testing.assert_allclose(force[:, 1], force[:, 2])
    arm = p[:, 2] - p[:, 1]
    np.testing.assert_allclose(moment[:, 1], moment[:, 2] + np.cross(arm, force[:, 2]))
    # a leaf that moves no inertia has no forward dynamics: said by what is not finite, not hidden
    tree.mass[2] = 0.0
    tree.inertia[2] = 0.0
    assert not np.isfinite(forward_dynamics(tree, q, v, a)).all()


def test_many_points_have_the_jacobians_of_each(rng):
    kinds = [JointType.FREE, JointType.BALL, JointType.FIXED, JointType.SLIDE, JointType.HINGE]
    tree = tree_of([-1, 0, 1, 2, 0], kinds, rng)
    q = rng.normal(size=(3, tree.nq))
    body, local = rng.integers(0, 5, 12), rng.normal(size=(12, 3))
    found = point_jacobians(tree, q, body, local)
    for k, (i, point) in enumerate(zip(body, local, strict=True)):
        np.testing.assert_allclose(found[:, k], jacobian(tree, q, i, point)[:, 3:], atol=1e-12)


def test_no_frames_and_no_degrees_of_freedom(rng):
    tree = random_tree(rng, 6)
    tau, moment, force = inverse_dynamics(
        tree, np.zeros((0, tree.nq)), np.zeros((0, tree.nv)), np.zeros((0, tree.nv))
    )
    assert (tau.shape, moment.shape, force.shape) == ((0, tree.nv), (0, 6, 3), (0, 6, 3))
    welded = tree_of([-1, 0], [JointType.FIXED, JointType.FIXED], rng)
    none = np.zeros((2, 0))
    assert mass_matrix(welded, none).shape == (2, 0, 0)
    assert forward_dynamics(welded, none, none, none).shape == (2, 0)
    assert jacobian(welded, none, 1).shape == (2, 6, 0)
    assert point_jacobians(welded, none, np.array([1]), np.zeros((1, 3))).shape == (2, 1, 3, 0)
    assert np.all(kinetic_energy(welded, none, none) == 0.0)


def test_centre_of_mass_and_potential_energy(rng):
    tree = random_tree(rng, 5)
    q = random_coordinates(tree, rng, 2)
    c, at_rest = centre_of_mass(tree, q)
    R, p = forward_kinematics(tree, q)
    expected = np.average(p + np.einsum("fbij,bj->fbi", R, tree.com), axis=1, weights=tree.mass)
    np.testing.assert_allclose(c, expected, atol=1e-14)
    assert np.all(at_rest == 0.0)
    np.testing.assert_allclose(potential_energy(tree, q), -tree.mass.sum() * c @ tree.gravity)
    with pytest.raises(ValueError, match="about"):
        momentum(tree, q, np.zeros((2, tree.nv)), about="pelvis")


def test_read_only_and_strided_arrays_are_taken(rng):
    tree = random_tree(rng, 6)
    q = random_coordinates(tree, rng, 4)
    v, a = rng.normal(size=(2, 4, tree.nv))
    expected, _, _ = inverse_dynamics(tree, q, v, a)
    frozen = q.copy()
    frozen.flags.writeable = False
    wide = np.zeros((4, 2 * tree.nv))
    wide[:, ::2] = v
    ours, _, _ = inverse_dynamics(tree, frozen, wide[:, ::2], np.asfortranarray(a))
    assert np.array_equal(ours, expected)


def test_configuration_broadcasts_and_normalises(rng):
    tree = random_tree(rng, 5)
    q = random_coordinates(tree, rng, 4)
    long = q.copy()
    long[:, 3:7] *= 1.7
    same = integrate(tree, long, np.zeros(tree.nv))
    np.testing.assert_allclose(same, q, atol=1e-14)
    assert difference(tree, q[0], q).shape == (4, tree.nv)
    assert integrate(tree, neutral(tree), np.zeros((2, 3, tree.nv))).shape == (2, 3, tree.nq)
    flipped = q.copy()
    flipped[:, 3:7] *= -1.0
    np.testing.assert_allclose(difference(tree, q, flipped), 0.0, atol=1e-14)


def test_shapes_that_do_not_fit_are_refused_with_their_names(rng):
    tree = random_tree(rng, 5)
    q = random_coordinates(tree, rng, 3)
    v = np.zeros((3, tree.nv))
    with pytest.raises(ValueError, match=r"q has shape \(3, 2\)"):
        forward_kinematics(tree, q[:, :2])
    with pytest.raises(ValueError, match="different numbers of frames"):
        inverse_dynamics(tree, q, v[:2], v)
    with pytest.raises(ValueError, match="wrench has shape"):
        inverse_dynamics(tree, q, v, v, np.zeros((3, 4, 6)))
    with pytest.raises(ValueError, match="different numbers of models"):
        inverse_dynamics(tree, np.stack([q, q]), np.stack([v, v, v]), v)
    with pytest.raises(ValueError, match="no body 5"):
        jacobian(tree, q, 5)
    with pytest.raises(ValueError, match="point"):
        jacobian(tree, q, 0, np.zeros(2))
    with pytest.raises(ValueError, match="have last axes other than"):
        integrate(tree, q, v[:, :2])
    with pytest.raises(ValueError, match="after its parent"):
        forward_kinematics(dataclasses.replace(tree, parent=np.array([-1, 2, 1, 0, 0])), q)
    with pytest.raises(ValueError, match="coordinates of the bodies"):
        forward_kinematics(dataclasses.replace(tree, q_start=tree.q_start + 1), q)
    with pytest.raises(ValueError, match="at most one models axis"):
        forward_kinematics(dataclasses.replace(tree, mass=np.ones((2, 2, 5))), q)


@pytest.mark.parametrize("frames", [1, 7, 8, 9, 21])
def test_a_frame_does_not_depend_on_its_neighbours(rng, frames):
    """Inverse dynamics takes eight frames at a time; the last tile may be partly filled."""
    tree = random_tree(rng, 11)
    q = random_coordinates(tree, rng, frames)
    v, a = rng.normal(size=(2, frames, tree.nv))
    wrench = rng.normal(size=(frames, tree.nb, 6))
    together = inverse_dynamics(tree, q, v, a, wrench)
    for f in range(frames):
        one = slice(f, f + 1)
        alone = inverse_dynamics(tree, q[one], v[one], a[one], wrench[one])
        for x, y in zip(together, alone, strict=True):
            assert np.array_equal(x[one], y)


def test_forces_that_are_no_tuple_of_laws_are_refused(rng):
    tree = random_tree(rng, 3)
    with pytest.raises(InputError, match=r"one PassiveJoints, not a tuple .* \(force,\)"):
        tree_system(tree, passive_joints(tree))
    with pytest.raises(InputError, match=r"Gravity does not implement apply_law. .* force_table"):
        tree_system(tree, (Gravity(),))


def test_a_system_is_displayed_in_a_line(rng):
    tree = tree_of([-1, 0], [JointType.HINGE, JointType.BALL], rng)
    assert repr(tree_system(tree)) == "<TreeSystem: 2 bodies, 5 coordinates; forces none>"
    sprung = tree_system(tree, (passive_joints(tree),))
    assert repr(sprung) == "<TreeSystem: 2 bodies, 5 coordinates; forces PassiveJoints>"


def test_springs_in_joints_that_could_not_act_are_refused(rng):
    tree = random_tree(rng, 8)
    turned = passive_joints(tree).coordinate >= 0
    assert passive_joints(tree, stiffness=turned * 2.0).stiffness.max() == 2.0
    with pytest.raises(InputError, match="stiffness: only a hinge or a slide"):
        passive_joints(tree, stiffness=np.ones(tree.nv))
    ball = tree_of([-1], [JointType.BALL], rng)
    with pytest.raises(InputError, match="stiffness: only a hinge or a slide"):
        passive_joints(ball, stiffness=2.0)
    for wrong in (np.ones(tree.nv + 1), np.nan):
        with pytest.raises(InputError, match=f"viscosity: .*neither one .* nor {tree.nv} of them"):
            passive_joints(tree, viscosity=wrong)
