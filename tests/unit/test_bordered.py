"""Sums and systems that are banded but for a border are those of dense algebra."""

import numpy as np
import pytest

from ambulo.math.bordered import add_gram, solve_bordered

COLUMNS, BANDED = 60, 48


def rows():
    """As derivatives of frames: some columns side by side, and all at the end."""
    rng = np.random.default_rng(5)
    J = np.zeros((90, COLUMNS))
    for row in J[3:]:
        low = int(rng.integers(0, BANDED - 9))
        row[low : low + int(rng.integers(1, 9))] = rng.normal()
        row[BANDED:] = rng.normal(size=COLUMNS - BANDED)
    return J


def test_gram_is_the_product():
    J, total = rows(), np.zeros((COLUMNS, COLUMNS))
    total[4, 2] = 1.0
    add_gram(J, BANDED, total)
    expected = np.tril(J.T @ J)
    expected[4, 2] += 1.0
    np.testing.assert_allclose(total, expected, atol=1e-12)


@pytest.mark.parametrize("banded", [0, BANDED, COLUMNS])
def test_solution_is_that_of_the_full_matrix(banded):
    J = rows()
    A, b = J.T @ J + 0.1 * np.eye(COLUMNS), np.arange(COLUMNS) - 20.0
    expected = np.linalg.solve(A, b)
    np.testing.assert_allclose(solve_bordered(A, banded, b), expected, rtol=1e-9)
    # only the lower triangle counts
    np.testing.assert_allclose(solve_bordered(np.tril(A), banded, b), expected, rtol=1e-9)


@pytest.mark.parametrize("pivot", [-1.0, 0.0])
@pytest.mark.parametrize("banded", [2, 3])
def test_what_is_not_positive_definite_is_refused(banded, pivot):
    A = np.eye(4)
    A[2, 2] = pivot
    with pytest.raises(np.linalg.LinAlgError):
        solve_bordered(A, banded, np.ones(4))
