"""What holds for every tree: the recursions agree with each other and keep what physics keeps."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.sample_trees import random_coordinates, random_tree

from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.configuration import difference, integrate
from ambulo.multibody.tree.energy import kinetic_energy
from ambulo.multibody.tree.kinematics import (
    body_accelerations,
    body_velocities,
    forward_kinematics,
    jacobian,
    joint_angular_velocities,
)
from ambulo.multibody.tree.newton_euler import inverse_dynamics

FRAMES = 3


@pytest.fixture(params=[(1, 1), (2, 2), (7, 1), (15, 3)], ids=lambda p: f"{p[0]}bodies{p[1]}roots")
def case(request):
    nb, roots = request.param
    rng = np.random.default_rng(nb)
    tree = random_tree(rng, nb, roots)
    q = random_coordinates(tree, rng, FRAMES)
    v, a = rng.normal(size=(2, FRAMES, tree.nv))
    return tree, q, v, a, rng


def largest(x):
    return np.abs(x).max()


def test_a_joint_turns_with_the_difference_of_its_bodies(case):
    tree, q, v, _, _ = case
    R, _ = forward_kinematics(tree, q)
    w, _ = body_velocities(tree, q, v)
    of_parent = np.where((tree.parent >= 0)[:, None], w[:, tree.parent], 0.0)
    np.testing.assert_allclose(joint_angular_velocities(tree, R, v), w - of_parent, atol=1e-12)


def test_forward_dynamics_undoes_inverse_dynamics(case):
    tree, q, v, a, rng = case
    wrench = rng.normal(scale=50.0, size=(FRAMES, tree.nb, 6))
    tau, _, _ = inverse_dynamics(tree, q, v, a, wrench)
    assert largest(forward_dynamics(tree, q, v, tau, wrench) - a) < 1e-10
    # and the mass matrix by itself, which shares no step with the articulated bodies
    rest, _, _ = inverse_dynamics(tree, q, v, np.zeros_like(a), wrench)
    assert largest(np.einsum("fij,fj->fi", mass_matrix(tree, q), a) + rest - tau) < 1e-9


@pytest.mark.parametrize("several", ["q", "v", "a", "wrench", "all"])
def test_many_motions_are_inverted_as_each_by_itself(several):
    """What has no models axis belongs to every model."""
    rng = np.random.default_rng(5)
    tree, models = random_tree(rng, 4, 1), 3
    every = {
        "q": np.stack([random_coordinates(tree, rng, FRAMES) for _ in range(models)]),
        "v": rng.normal(size=(models, FRAMES, tree.nv)),
        "a": rng.normal(size=(models, FRAMES, tree.nv)),
        "wrench": rng.normal(scale=50.0, size=(models, FRAMES, tree.nb, 6)),
    }

    def of(model):
        return {k: x[model] if several in (k, "all") else x[0] for k, x in every.items()}

    given = {k: x if several in (k, "all") else x[0] for k, x in every.items()}
    found = inverse_dynamics(tree, **given)
    for model in range(models):
        for ours, alone in zip(found, inverse_dynamics(tree, **of(model)), strict=True):
            np.testing.assert_allclose(ours[model], alone, rtol=1e-12, atol=1e-10)


def test_mass_matrix_is_the_slope_of_inverse_dynamics_symmetric_and_positive(case):
    tree, q, v, a, _ = case
    M = mass_matrix(tree, q)
    still, _, _ = inverse_dynamics(tree, q, v, np.zeros_like(a))
    moving, _, _ = inverse_dynamics(tree, q, v, a)
    by_matrix = np.einsum("fij,fj->fi", M, a)
    assert largest(moving - still - by_matrix) < 1e-10 * max(1.0, largest(moving))
    assert np.array_equal(M, M.swapaxes(1, 2))
    assert np.all(np.linalg.eigvalsh(M) > 0.0)


def test_kinetic_energy_is_half_v_m_v(case):
    tree, q, v, _, _ = case
    T = 0.5 * np.einsum("fi,fij,fj->f", v, mass_matrix(tree, q), v)
    np.testing.assert_allclose(kinetic_energy(tree, q, v), T, rtol=1e-12)


def test_jacobian_gives_body_velocities_and_turns_a_wrench_into_joint_forces(case):
    tree, q, v, a, rng = case
    w, u = body_velocities(tree, q, v)
    R, _ = forward_kinematics(tree, q)
    without, _, _ = inverse_dynamics(tree, q, v, a)
    for i in range(tree.nb):
        point = rng.normal(size=3)
        J = jacobian(tree, q, i, point)
        arm = R[:, i] @ point
        expected = np.concatenate([w[:, i], u[:, i] + np.cross(w[:, i], arm)], axis=1)
        np.testing.assert_allclose(np.einsum("fij,fj->fi", J, v), expected, atol=1e-11)
        at_point = rng.normal(size=(FRAMES, 6))
        wrench = np.zeros((FRAMES, tree.nb, 6))
        wrench[:, i] = at_point
        wrench[:, i, :3] += np.cross(arm, at_point[:, 3:])
        tau, _, _ = inverse_dynamics(tree, q, v, a, wrench)
        np.testing.assert_allclose(
            without - tau, np.einsum("fij,fi->fj", J, at_point), atol=1e-9 * max(1.0, largest(tau))
        )


def test_jacobian_is_the_derivative_of_position_and_orientation(case):
    tree, q, _, _, rng = case
    h = 1e-4
    for i in range(tree.nb):
        point = rng.normal(size=3)
        J = jacobian(tree, q, i, point)
        for d in range(tree.nv):
            e = np.zeros(tree.nv)
            e[d] = h
            ahead, behind = (forward_kinematics(tree, integrate(tree, q, s * e)) for s in (1, -1))
            moved = [p[:, i] + R[:, i] @ point for R, p in (ahead, behind)]
            np.testing.assert_allclose((moved[0] - moved[1]) / (2 * h), J[:, 3:, d], atol=1e-7)
            turn = ahead[0][:, i] @ behind[0][:, i].swapaxes(1, 2)
            skew = 0.5 * (turn - turn.swapaxes(1, 2))
            spin = np.stack([skew[:, 2, 1], skew[:, 0, 2], skew[:, 1, 0]], axis=1)
            np.testing.assert_allclose(spin / (2 * h), J[:, :3, d], atol=1e-7)


def test_accelerations_are_the_derivative_of_velocities(case):
    tree, q, v, a, _ = case
    alpha, acc = body_accelerations(tree, q, v, a)
    h = 1e-4

    def velocities(dt):
        moved = integrate(tree, q, dt * v + 0.5 * dt * dt * a)
        return body_velocities(tree, moved, v + dt * a)

    (w1, u1), (w0, u0) = velocities(h), velocities(-h)
    scale = max(1.0, largest(acc), largest(alpha))
    np.testing.assert_allclose((w1 - w0) / (2 * h), alpha, atol=1e-5 * scale)
    np.testing.assert_allclose((u1 - u0) / (2 * h), acc, atol=1e-5 * scale)


def test_each_body_obeys_newton_and_euler(case):
    """Independent of the recursion: momentum by differences against the joints' wrenches."""
    tree, q, v, a, _ = case
    _, moment, force = inverse_dynamics(tree, q, v, a)
    h = 1e-4
    _, p0 = forward_kinematics(tree, q)

    def momenta(dt):
        moved, speed = integrate(tree, q, dt * v + 0.5 * dt * dt * a), v + dt * a
        R, p = forward_kinematics(tree, moved)
        w, u = body_velocities(tree, moved, speed)
        c = np.einsum("fbij,bj->fbi", R, tree.com)
        P = tree.mass[:, None] * (u + np.cross(w, c))
        inertia = np.einsum("fbij,bjk,fblk->fbil", R, tree.inertia, R)
        return np.einsum("fbij,fbj->fbi", inertia, w) + np.cross(p + c, P), P, p + c

    (L1, P1, _), (L0, P0, _), (_, _, c) = momenta(h), momenta(-h), momenta(0.0)
    weight = tree.mass[:, None] * tree.gravity
    for i in range(tree.nb):
        f, n = force[:, i].copy(), moment[:, i] + np.cross(p0[:, i], force[:, i])
        for child in np.flatnonzero(tree.parent == i):
            f -= force[:, child]
            n -= moment[:, child] + np.cross(p0[:, child], force[:, child])
        tolerance = 1e-5 * max(1.0, largest(force), largest(moment))
        np.testing.assert_allclose((P1 - P0)[:, i] / (2 * h), f + weight[i], atol=tolerance)
        np.testing.assert_allclose(
            (L1 - L0)[:, i] / (2 * h), n + np.cross(c[:, i], weight[i]), atol=tolerance
        )


def test_integrate_and_difference_are_inverse(case):
    tree, q, v, _, _ = case
    moved = integrate(tree, q, v)
    np.testing.assert_allclose(difference(tree, q, moved), v, atol=1e-12)
    R, p = forward_kinematics(tree, integrate(tree, moved, -v))
    R0, p0 = forward_kinematics(tree, q)
    np.testing.assert_allclose(R, R0, atol=1e-12)
    np.testing.assert_allclose(p, p0, atol=1e-12)


def test_models_axis_is_the_same_as_one_call_for_each_model():
    rng = np.random.default_rng(8)
    tree = random_tree(rng, 9)
    models = 3
    factor = rng.uniform(0.8, 1.2, size=(models, tree.nb))
    many = dataclasses.replace(
        tree,
        mass=tree.mass * factor,
        com=tree.com * factor[..., None],
        inertia=tree.inertia * factor[..., None, None],
        p_PJ=tree.p_PJ * factor[..., None],
    )
    q = random_coordinates(tree, rng, FRAMES)
    v, a = rng.normal(size=(2, FRAMES, tree.nv))
    own_q = np.stack([random_coordinates(tree, rng, FRAMES) for _ in range(models)])
    calls = {
        "inverse dynamics": lambda t, x: np.concatenate(
            [y.reshape(*y.shape[: y.ndim - (1 if n == 0 else 2)], -1)
             for n, y in enumerate(inverse_dynamics(t, x, v, a))], axis=-1
        ),
        "mass matrix": mass_matrix,
        "articulated body": lambda t, x: forward_dynamics(t, x, v, a),
        "kinematics": lambda t, x: forward_kinematics(t, x)[1],
        "kinetic energy": lambda t, x: kinetic_energy(t, x, v),
    }  # fmt: skip
    for name, call in calls.items():
        shared, each = call(many, q), call(many, own_q)
        assert shared.shape[:2] == each.shape[:2] == (models, FRAMES), name
        for m in range(models):
            one = dataclasses.replace(
                many,
                mass=many.mass[m], com=many.com[m], inertia=many.inertia[m], p_PJ=many.p_PJ[m],
            )  # fmt: skip
            assert np.array_equal(shared[m], call(one, q)), name
            assert np.array_equal(each[m], call(one, own_q[m])), name
    # one model, several motions
    assert call(tree, own_q).shape == (models, FRAMES)
