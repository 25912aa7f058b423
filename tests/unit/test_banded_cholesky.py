"""Banded systems against dense elimination."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.math.banded_cholesky import solve_banded


@pytest.mark.parametrize(("size", "width"), [(1, 1), (3, 6), (40, 6), (40, 1), (7, 2)])
@pytest.mark.parametrize("columns", [0, 1, 5])
def test_as_dense_elimination(size, width, columns):
    rng = np.random.default_rng(size + width)
    factor = np.tril(np.triu(rng.normal(size=(size, size)) + 3.0 * np.eye(size)), width - 1)
    A = factor.T @ factor
    band = np.zeros((size, width))
    for k in range(min(width, size)):
        band[: size - k, k] = A.diagonal(k)
    # every other column of something larger: not contiguous
    right = rng.normal(size=(size, 2 * columns))[:, ::2]
    kept = right.copy()
    np.testing.assert_allclose(solve_banded(band, right), np.linalg.solve(A, right), rtol=1e-9)
    np.testing.assert_array_equal(right, kept)


def test_what_is_not_positive_definite_is_refused():
    with pytest.raises(np.linalg.LinAlgError):
        solve_banded(np.array([[1.0, 2.0], [1.0, 0.0]]), np.ones((2, 1)))
