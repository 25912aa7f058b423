"""Derivatives of inverse dynamics against differences, on random trees."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_trees import random_coordinates, random_tree

from ambulo.multibody.tree.configuration import integrate
from ambulo.multibody.tree.derivatives import inverse_dynamics_derivatives
from ambulo.multibody.tree.newton_euler import inverse_dynamics

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
