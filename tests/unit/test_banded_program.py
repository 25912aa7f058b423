"""Quadratic programs along time: the conditions of a minimum, dense answers, refusals."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.math.banded_program import BandedProgram, band_times, minimise_banded

BLOCKS, SIZE, ROWS = 12, 3, 5


def dense(program: BandedProgram) -> np.ndarray:
    """H over y and c."""
    n, width = program.band.shape
    H = np.zeros((n, n))
    for p in range(width):
        H += np.diag(program.band[: n - p, p], -p)
    H = H + np.tril(H, -1).T
    return np.block([[H, program.border], [program.border.T, program.corner]])


def random_program(seed: int, most: float) -> BandedProgram:
    """A program whose limits leave room around a random point; `most` of slack there."""
    rng = np.random.default_rng(seed)
    n = BLOCKS * SIZE
    root = np.tril(np.triu(rng.normal(size=(n, n)), -7), 0)
    H = root @ root.T + 0.5 * np.eye(n)
    band = np.stack([np.r_[np.diag(H, -p), np.zeros(p)] for p in range(8)], axis=1)
    border = 0.1 * rng.normal(size=(n, 2))
    rows = rng.normal(size=(BLOCKS, ROWS, SIZE))
    inside = rng.normal(size=(BLOCKS, SIZE))
    least = np.einsum("bks,bs->bk", rows, inside) - rng.uniform(0.0, most, (BLOCKS, ROWS))
    return BandedProgram(
        band, border, 2.0 * np.eye(2), 4.0 * rng.normal(size=n), rng.normal(size=2), rows, least
    )


def test_without_limits_in_reach_it_is_a_linear_system():
    program = random_program(0, 1.0)
    free = program._replace(least=np.full((BLOCKS, ROWS), -1e3))
    found = minimise_banded(free)
    g = np.r_[free.gradient, free.gradient_border]
    np.testing.assert_allclose(np.r_[found.y, found.c], np.linalg.solve(dense(free), g), atol=1e-7)


@pytest.mark.parametrize("seed", range(6))
def test_the_conditions_of_a_minimum_hold(seed):
    # Karush, Kuhn and Tucker: necessary and sufficient for a convex program
    program = random_program(seed, 0.5)
    found = minimise_banded(program)
    margin = np.einsum("bks,bs->bk", program.rows, found.y.reshape(BLOCKS, SIZE)) - program.least
    assert margin.min() > -1e-7
    assert found.multipliers.min() >= 0.0
    assert (margin * found.multipliers).max() < 1e-6
    assert (margin < 1e-6).any()
    held = np.einsum("bks,bk->bs", program.rows, found.multipliers).ravel()
    slope = dense(program) @ np.r_[found.y, found.c]
    slope -= np.r_[program.gradient + held, program.gradient_border]
    assert np.abs(slope).max() < 1e-6


def test_a_band_times_a_vector():
    program = random_program(3, 1.0)
    y = np.random.default_rng(3).normal(size=BLOCKS * SIZE)
    expected = dense(program)[: len(y), : len(y)] @ y
    np.testing.assert_allclose(band_times(program.band, y), expected, atol=1e-12)


def test_limits_that_exclude_each_other_are_refused():
    program = random_program(1, 1.0)
    rows = program.rows.copy()
    rows[4, 1] = -rows[4, 0]
    least = program.least.copy()
    least[4, :2] = 1.0
    with pytest.raises(ArithmeticError, match="no minimum"):
        minimise_banded(program._replace(rows=rows, least=least))


def test_a_matrix_that_is_not_positive_definite_is_refused():
    program = random_program(2, 1.0)
    band = program.band.copy()
    band[:, 0] -= 1e4
    with pytest.raises(ArithmeticError, match="no minimum"):
        minimise_banded(program._replace(band=band))


def test_the_number_of_steps_does_not_grow_with_the_record():
    short = random_program(5, 0.5)
    copies = 200
    blocked = BandedProgram(
        np.concatenate([short.band] * copies),
        np.zeros((copies * BLOCKS * SIZE, 0)),
        np.zeros((0, 0)),
        np.tile(short.gradient, copies),
        np.zeros(0),
        np.concatenate([short.rows] * copies),
        np.concatenate([short.least] * copies),
    )
    alone = short._replace(
        border=np.zeros((BLOCKS * SIZE, 0)), corner=np.zeros((0, 0)), gradient_border=np.zeros(0)
    )
    one, many = minimise_banded(alone), minimise_banded(blocked)
    np.testing.assert_allclose(many.y.reshape(copies, -1), np.tile(one.y, (copies, 1)), atol=1e-6)
    assert many.steps <= one.steps + 5
