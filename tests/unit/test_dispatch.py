"""Operations chosen by packed type, where implementations only borrow arrays."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.errors import TypingError

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import generic, implements, operation


class Weights(NamedTuple):
    rows: FloatArray


class Holder(NamedTuple):
    inside: Weights


class Greedy(NamedTuple):
    rows: FloatArray


def _product(thing: Any, x: FloatArray, out: FloatArray) -> float:
    raise TypeError("chosen in compiled code")


product = operation(_product)


@implements(product, Weights, borrows=True)
def _of_weights(weights: Weights, x: FloatArray, out: FloatArray) -> float:
    pairs, total = x.reshape(len(x) // 2, 2), 0.0
    for i in range(len(pairs)):
        row = weights.rows[i]
        out[i] = row[0] * pairs[i, 0] + row[1] * pairs[i, 1]
        total += out[i]
    return total


@implements(product, Holder, borrows=True)
def _of_holder(holder: Holder, x: FloatArray, out: FloatArray) -> float:
    return product(holder.inside, x[2:], out[1:])


@implements(product, Greedy, borrows=True)
def _of_greedy(greedy: Greedy, x: FloatArray, out: FloatArray) -> float:
    made = np.zeros(2)
    return made[0] + x[0]


@generic
def often(thing: Any, x: FloatArray, out: FloatArray, times: int) -> float:
    total = 0.0
    for _ in range(times):
        total = product(thing, x, out)
    return total


def test_borrowed_arrays_are_neither_kept_nor_given_up() -> None:
    rows, x, out = np.array([[1.0, 2.0], [3.0, 4.0]]), np.arange(6.0), np.zeros(3)
    held = [sys.getrefcount(array) for array in (rows, x, out)]
    assert often(Holder(Weights(rows)), x, out, 1000) == 2 + 6 + 12 + 20
    assert out.tolist() == [0.0, 8.0, 32.0]
    assert [sys.getrefcount(array) for array in (rows, x, out)] == held


def test_an_implementation_that_borrows_cannot_make_an_array() -> None:
    with pytest.raises(TypingError, match="Only accept returning of array passed"):
        often(Greedy(np.zeros((1, 2))), np.zeros(2), np.zeros(1), 1)
