"""Coefficients of a Runge-Kutta method: their faults, and their order.

Compiled code does not check the ends of arrays. Coefficients that do not belong together converge
to the motion of other equations.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import numpy as np

from ambulo.math.arrays import FloatArray

_ROUNDING = 1e-12
"""Of sums, by the sizes of what is added: rounding and typed digits, not another method."""


def mistake_in_tableau(
    A: FloatArray, b: FloatArray, c: FloatArray, errors: FloatArray, *, explicit: bool
) -> str:
    """The fault of Butcher's coefficients; "" if there is none.

    Args:
        A: (stages, stages), lower, strictly if explicit; b, c: (stages,).
        errors: (any, stages) weights of the rates that estimate the error; the first row is not 0.
    """
    if np.ndim(b) != 1 or len(b) == 0:
        return f"b {np.shape(b)} is not one row of weights"
    n = len(b)
    for name, array, shape in (
        ("A", A, (n, n)), ("c", c, (n,)), ("the error weights", errors, (*np.shape(errors)[:1], n))
    ):  # fmt: skip
        if np.shape(array) != shape:
            return f"{name} {np.shape(array)} should have the shape {shape}: b has {n} stages"
    if np.triu(A, 0 if explicit else 1).any():
        return "A has entries above its diagonal" + (" or on it, implicit ones" * explicit)
    if _off(b, 1.0):
        return f"b adds up to {b.sum():.9g}, not to 1"
    for k in range(n):
        if _off(A[k], c[k]):
            return f"row {k} of A adds up to {A[k].sum():.9g}, not to c[{k}] = {c[k]:.9g}"
    if len(errors) and np.abs(errors[0]).max() <= _ROUNDING * np.abs(b).max():
        return "the weights of the error estimate are 0: no step would be too long"
    for row in errors:
        if _off(row, 0.0):
            return f"weights of an error estimate add up to {row.sum():.9g}, not to 0"
    return ""


def _off(terms: FloatArray, total: float) -> bool:
    """Whether a sum is not what it should be, beyond rounding."""
    return bool(abs(terms.sum() - total) > _ROUNDING * (1.0 + np.abs(terms).sum()))


HIGHEST = 8
"""Order up to which conditions are checked: 200 trees; order 9 has 286 more."""

# a tree is the sorted tuple of its root's subtrees
Tree: TypeAlias = "tuple[Tree, ...]"


def order_of_weights(A: FloatArray, b: FloatArray) -> float:
    """Order of weights (stages,) for a tableau's rates; inf if above `HIGHEST`.

    Args:
        A: (stages, stages) Butcher's coefficients, whose rows add up to c.
    """
    return _first_missed(A, b, exact=1.0) - 1


def order_of_estimate(A: FloatArray, errors: FloatArray) -> float:
    """Order of the step in h e . rates, with error weights e (stages,); inf if above `HIGHEST`."""
    return _first_missed(A, errors, exact=0.0)


def _first_missed(A: FloatArray, weights: FloatArray, exact: float) -> float:
    """Vertices of the smallest tree whose sum is not `exact` / gamma; inf without."""
    known: dict[Tree, tuple[FloatArray, FloatArray]] = {}
    for vertices in range(1, HIGHEST + 1):
        for tree in _trees(vertices):
            terms, sizes = np.ones(len(A)), np.ones(len(A))
            for branch in tree:
                terms *= known[branch][0]
                sizes *= known[branch][1]
            # what stands in the products of larger trees
            known[tree] = A @ terms, np.abs(A) @ sizes
            wanted = exact / _gamma(tree)
            if abs(weights @ terms - wanted) > _ROUNDING * (wanted + np.abs(weights) @ sizes):
                return vertices
    return np.inf


@cache
def _trees(vertices: int) -> tuple[Tree, ...]:
    """All rooted trees of so many vertices."""
    if vertices == 1:
        return ((),)
    return tuple(sorted({more for tree in _trees(vertices - 1) for more in _with_leaf(tree)}))


def _with_leaf(tree: Tree) -> Iterator[Tree]:
    """The trees with one leaf more, on any vertex."""
    yield tuple(sorted((*tree, ())))
    for k, branch in enumerate(tree):
        for more in _with_leaf(branch):
            yield tuple(sorted((*tree[:k], more, *tree[k + 1 :])))


@cache
def _vertices(tree: Tree) -> int:
    return 1 + sum(_vertices(branch) for branch in tree)


@cache
def _gamma(tree: Tree) -> int:
    product = _vertices(tree)
    for branch in tree:
        product *= _gamma(branch)
    return product
