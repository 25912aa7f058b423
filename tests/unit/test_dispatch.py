"""Operations chosen by packed type, where implementations only borrow arrays."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.errors import TypingError

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing, compiled, inner
from ambulo.math.dispatch import OnlyCompiled, generic, implements, operation
from ambulo.multibody.system import sizes

REFUSED = "borrows arrays but (makes|returns)|Only accept returning of array passed"
"""Ambulo's words, and numba's own where its NumPy functions are asked for an array."""


class Weights(NamedTuple):
    rows: FloatArray


class Holder(NamedTuple):
    inside: Weights


class Greedy(NamedTuple):
    rows: FloatArray


def test_python_is_told_that_an_operation_is_for_compiled_functions():
    with pytest.raises(OnlyCompiled, match="call it in a function that is compiled"):
        sizes(Weights(np.zeros((1, 1))))


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
    return product(Weights(holder.inside.rows), x[2:], out[1:])


@implements(product, Greedy, borrows=True)
def _of_greedy(greedy: Greedy, x: FloatArray, out: FloatArray) -> float:
    return np.zeros(2)[0] + x[0]


@generic
def often(thing: Any, x: FloatArray, out: FloatArray, times: int) -> float:
    total = 0.0
    for _ in range(times):
        total = product(thing, x, out)
    return total


def test_borrowed_arrays_are_neither_kept_nor_given_up() -> None:
    rows, x, out = np.array([[1.0, 2.0], [3.0, 4.0]]), np.arange(6.0), np.zeros(3)
    held = [sys.getrefcount(array) for array in (rows, x, out)]
    # rows (1, 2), (3, 4) times x from its third entry on: (2, 3), (4, 5)
    assert often(Holder(Weights(rows)), x, out, 1000) == 2 + 6 + 12 + 20
    assert out.tolist() == [0.0, 8.0, 32.0]
    assert [sys.getrefcount(array) for array in (rows, x, out)] == held


def test_an_implementation_that_borrows_cannot_make_an_array() -> None:
    with pytest.raises(TypingError, match=REFUSED):
        often(Greedy(np.zeros((1, 2))), np.zeros(2), np.zeros(1), 1)


@inner
def made(x):
    return 2.0 * x


@inner
def made_in_a_tuple(x):
    return 1.0, x.copy()


def by_a_call(x):
    return made(x)[0]


def by_a_tuple(x):
    size, new = made_in_a_tuple(x)
    return size * new[0]


def by_arithmetic(x):
    return (x + x)[0]


def by_many_indices(x):
    return x[x > 0.0][0]


def by_copying(x):
    return x.copy()[0]


def by_a_list(x):
    return [x[0], x[1]][1]


def by_returning(x):
    return x[1:]


@pytest.mark.parametrize(
    "function",
    [by_a_call, by_a_tuple, by_arithmetic, by_many_indices, by_copying, by_a_list, by_returning],
)
def test_what_would_never_be_freed_does_not_compile(function) -> None:
    lent = borrowing(function)

    def ask(x):
        return lent(x)

    with pytest.raises(TypingError, match=REFUSED):
        compiled(ask)(np.ones(3))
