"""Which order a Runge-Kutta method has, by its tableau.

Hairer, Norsett & Wanner (1993), section II.2: weights b are of order p if sum_k b_k g_k(t) =
1 / gamma(t) for every rooted tree t of up to p vertices. With the subtrees t_i of the root,
g(t) = prod_i A g(t_i) and gamma(t) = vertices(t) prod_i gamma(t_i).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import numpy as np

from ambulo.math.arrays import FloatArray

HIGHEST = 8
"""Order up to which conditions are looked at: 200 trees; order 9 has 286 of its own."""

_ROUNDING = 1e-12
"""Of sums, by the sizes of what is added."""

# a tree is the sorted tuple of its root's subtrees
Tree: TypeAlias = "tuple[Tree, ...]"


def order_of_weights(A: FloatArray, b: FloatArray) -> float:
    """Order of weights (stages,) on a tableau's rates; inf for one above `HIGHEST`.

    Args:
        A: (stages, stages) Butcher's coefficients, whose rows add up to c.
    """
    return _first_missed(A, b, exact=1.0) - 1


def order_of_estimate(A: FloatArray, errors: FloatArray) -> float:
    """Order of the step in h e . rates, e (stages,) error weights; inf for one above `HIGHEST`."""
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
