"""Sparse factorisation H = L^T D L of a matrix with the sparsity of a tree's mass matrix.

Entry (d, e) is zero unless one degree of freedom lies between the other and the root. Row d is
stored by depth: H[d, n] couples d with the n-th degree of freedom on its chain from the root. A
chain's ancestors have chains that are its beginnings, so every inner loop below runs over
neighbours in memory and nothing is ever filled in.
Featherstone (2008), section 6.5 and table 6.3.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.multibody.tree.packing import Records


@inner
def factorise(dofs: Records, chain: IntArray, H: FloatArray, least: float) -> float:
    """Replace H (nv, longest) by its factors: L beside the diagonal, D on it.

    Args:
        dofs, chain: of a `PackedTree`.
        H: lower half, stored by depth; overwritten.
        least: a pivot is taken as zero if it is not above this.

    Returns:
        The lowest pivot. Rows of L and D with a pivot that was taken as zero are zero.
    """
    lowest = np.inf
    for d in range(len(H) - 1, -1, -1):
        own = dofs[d].depth
        pivot = H[d, own]
        lowest = min(lowest, pivot)
        if pivot <= least:
            for n in range(own + 1):
                H[d, n] = 0.0
            continue
        for n in range(own - 1, -1, -1):
            factor = H[d, n] / pivot
            e = chain[d, n]
            for k in range(n + 1):
                H[e, k] -= factor * H[d, k]
            H[d, n] = factor
    return lowest


@inner
def solve_factorised(dofs: Records, chain: IntArray, H: FloatArray, x: FloatArray) -> None:
    """Replace x (nv,) by the solution of L^T D L y = x; components with a zero pivot become 0."""
    for d in range(len(x) - 1, -1, -1):
        for n in range(dofs[d].depth):
            x[chain[d, n]] -= H[d, n] * x[d]
    for d in range(len(x)):
        own = dofs[d].depth
        pivot = H[d, own]
        y = 0.0 if pivot == 0.0 else x[d] / pivot
        for n in range(own):
            y -= H[d, n] * x[chain[d, n]]
        x[d] = y


@inner
def spread(dofs: Records, chain: IntArray, H: FloatArray, out: FloatArray) -> None:
    """Fill out (nv, nv) with the symmetric matrix that H stores by depth; zeros are not touched."""
    for d in range(len(H)):
        for n in range(dofs[d].depth + 1):
            e = chain[d, n]
            out[d, e] = H[d, n]
            out[e, d] = H[d, n]
