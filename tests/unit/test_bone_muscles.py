"""Static optimisation: the conditions of the least sum of squared activations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from ambulo.bone.tibia_loads import least_activations


def test_one_muscle_gives_the_moment():
    found = least_activations(np.array([[30.0]]), np.array([[[100.0]]]))
    assert found.activation[0, 0] == pytest.approx(0.3)
    assert found.missing[0, 0] == pytest.approx(0.0, abs=1e-5)


def test_antagonists_rest():
    found = least_activations(np.array([[30.0], [-30.0]]), np.array([[[100.0, -50.0]]] * 2))
    np.testing.assert_allclose(found.activation, [[0.3, 0.0], [0.0, 0.6]], atol=1e-6)


def test_a_moment_out_of_reach_is_said_to_be_missing():
    found = least_activations(np.array([[130.0]]), np.array([[[100.0, -50.0]]]))
    np.testing.assert_allclose(found.activation, [[1.0, 0.0]], atol=1e-9)
    assert found.missing[0, 0] == pytest.approx(30.0)


@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_a_general_optimiser(seed):
    rng = np.random.default_rng(seed)
    capacity = rng.normal(scale=80.0, size=(3, 14))
    moments = capacity @ rng.uniform(0.0, 0.7, 14)
    found = least_activations(moments[None], capacity[None]).activation[0]
    other = minimize(
        lambda a: a @ a,
        np.full(14, 0.4),
        jac=lambda a: 2.0 * a,
        bounds=[(0.0, 1.0)] * 14,
        constraints={
            "type": "eq",
            "fun": lambda a: capacity @ a - moments,
            "jac": lambda _a: capacity,
        },
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    np.testing.assert_allclose(capacity @ found, moments, atol=1e-4)
    assert found @ found == pytest.approx(other.fun, rel=1e-6)
