"""Derivatives of inverse and forward dynamics against differences, on random trees."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.sample_trees import random_coordinates, random_tree

from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.configuration import integrate
from ambulo.multibody.tree.dynamics_derivatives import (
    forward_dynamics_derivatives,
    inverse_dynamics_derivatives,
)
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.parameter_derivatives import (
    PARAMETERS,
    body_parameters,
    forward_dynamics_by_parameters,
    forward_dynamics_by_wrench,
    inverse_dynamics_by_parameters,
    inverse_dynamics_by_wrench,
)

STEP = 1e-6


def sample(seed):
    rng = np.random.default_rng(seed)
    tree = random_tree(rng, 8)
    q = random_coordinates(tree, rng, 2)
    v, a = rng.normal(size=(2, 2, tree.nv))
    return tree, q, v, a, rng.normal(size=(2, tree.nb, 6))


def difference(function, tree, x, directions):
    """Central differences (frames, nv, nv) of a function of a displaced argument."""
    columns = [(function(x(STEP * d)) - function(x(-STEP * d))) / (2.0 * STEP) for d in directions]
    return np.stack(columns, axis=-1)


@pytest.mark.parametrize("seed", range(4))
def test_inverse_dynamics_is_differentiated(seed):
    tree, q, v, a, wrench = sample(seed)
    found = inverse_dynamics_derivatives(tree, q, v, a, wrench)
    unit = np.eye(tree.nv)
    by_q = difference(
        lambda x: inverse_dynamics(tree, x, v, a, wrench)[0],
        tree, lambda d: integrate(tree, q, d), unit,
    )  # fmt: skip
    by_v = difference(
        lambda x: inverse_dynamics(tree, q, x, a, wrench)[0], tree, lambda d: v + d, unit
    )
    by_a = difference(
        lambda x: inverse_dynamics(tree, q, v, x, wrench)[0], tree, lambda d: a + d, unit
    )
    for ours, theirs in ((found.by_q, by_q), (found.by_v, by_v), (found.by_a, by_a)):
        np.testing.assert_allclose(ours, theirs, atol=1e-7 * np.abs(theirs).max())


@pytest.mark.parametrize("seed", range(4))
def test_forward_dynamics_is_differentiated(seed):
    tree, q, v, tau, wrench = sample(seed)
    found = forward_dynamics_derivatives(tree, q, v, tau, wrench)
    unit = np.eye(tree.nv)
    by_q = difference(
        lambda x: forward_dynamics(tree, x, v, tau, wrench),
        tree, lambda d: integrate(tree, q, d), unit,
    )  # fmt: skip
    by_v = difference(
        lambda x: forward_dynamics(tree, q, x, tau, wrench), tree, lambda d: v + d, unit
    )
    by_tau = difference(
        lambda x: forward_dynamics(tree, q, v, x, wrench), tree, lambda d: tau + d, unit
    )
    for ours, theirs in ((found.by_q, by_q), (found.by_v, by_v), (found.by_tau, by_tau)):
        np.testing.assert_allclose(ours, theirs, atol=1e-6 * np.abs(theirs).max())


def with_parameters(tree, phi):
    """A tree whose bodies have the parameters phi (nb, 10), whatever they are."""
    names = {name: phi[:, k] for k, name in enumerate(PARAMETERS)}
    rows = [[names["I" + "".join(sorted(a + b))] for b in "xyz"] for a in "xyz"]
    about_origin = np.moveaxis(np.array(rows), 2, 0)
    com = phi[:, 1:4] / phi[:, :1]
    square = np.einsum("bi,bi->b", com, com)[:, None, None]
    steiner = phi[:, 0, None, None] * (square * np.eye(3) - com[:, :, None] * com[:, None, :])
    return replace(tree, mass=phi[:, 0].copy(), com=com, inertia=about_origin - steiner)


@pytest.mark.parametrize("seed", range(4))
def test_inverse_dynamics_is_linear_in_the_bodies_parameters(seed):
    tree, q, v, a, _ = sample(seed)
    Y = inverse_dynamics_by_parameters(tree, q, v, a)
    phi = body_parameters(tree)
    tau = inverse_dynamics(tree, q, v, a)[0]
    np.testing.assert_allclose(np.einsum("fdbk,bk->fd", Y, phi), tau, atol=1e-11)
    # of another body altogether, with the same regressor
    other = phi + np.random.default_rng(seed).normal(scale=0.1, size=phi.shape)
    tau = inverse_dynamics(with_parameters(tree, other), q, v, a)[0]
    np.testing.assert_allclose(np.einsum("fdbk,bk->fd", Y, other), tau, atol=1e-10)


@pytest.mark.parametrize("seed", range(2))
def test_forward_dynamics_is_differentiated_by_parameters_and_wrenches(seed):
    tree, q, v, tau, wrench = sample(seed)
    phi, h = body_parameters(tree), 1e-5
    found = forward_dynamics_by_parameters(tree, q, v, tau, wrench)
    for b in range(tree.nb):
        for k in range(len(PARAMETERS)):
            step = np.zeros_like(phi)
            step[b, k] = h
            ends = [
                forward_dynamics(with_parameters(tree, phi + e * step), q, v, tau, wrench)
                for e in (1.0, -1.0)
            ]
            slope = (ends[0] - ends[1]) / (2.0 * h)
            np.testing.assert_allclose(found[:, :, b, k], slope, atol=2e-7 * np.abs(found).max())
    # both are linear in the wrench
    more = np.random.default_rng(seed).normal(size=wrench.shape)
    change = forward_dynamics(tree, q, v, tau, wrench + more) - forward_dynamics(
        tree, q, v, tau, wrench
    )
    by_wrench = forward_dynamics_by_wrench(tree, q)
    np.testing.assert_allclose(np.einsum("fdbk,fbk->fd", by_wrench, more), change, atol=1e-9)
    change = inverse_dynamics(tree, q, v, tau, more)[0] - inverse_dynamics(tree, q, v, tau)[0]
    by_wrench = inverse_dynamics_by_wrench(tree, q)
    np.testing.assert_allclose(np.einsum("fdbk,fbk->fd", by_wrench, more), change, atol=1e-11)
