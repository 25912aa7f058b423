"""Sums and systems within an envelope are those of dense algebra."""

import numpy as np
import pytest

from ambulo.math.envelope import add_gram, solve_within_envelope

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


def test_solution_is_that_of_the_full_matrix():
    J = rows()
    A, b = J.T @ J + 0.1 * np.eye(COLUMNS), np.arange(COLUMNS) - 20.0
    np.testing.assert_allclose(solve_within_envelope(A.copy(), b), np.linalg.solve(A, b), rtol=1e-9)
    # only the lower triangle counts
    lower = np.tril(A)
    np.testing.assert_array_equal(
        solve_within_envelope(lower, b), solve_within_envelope(A.copy(), b)
    )


@pytest.mark.parametrize("pivot", [-1.0, 0.0, np.nan])
def test_what_is_not_positive_definite_is_said(pivot):
    A = np.eye(4)
    A[2, 2] = pivot
    with pytest.raises(np.linalg.LinAlgError, match="not positive definite"):
        solve_within_envelope(A, np.ones(4))
