"""Gaussian elimination that keeps to the equations' profile and passes over what has no pivot."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.compilation import borrowing
from ambulo.multibody.constrained.packing import Order


def elimination_order(bodies: int, ends: IntArray, solved: int) -> Order:
    """Unknowns along the chain of bodies, each followed by the multipliers of rows that end there.

    A row stands where the last of its two bodies does, so that the matrix is nearly banded; its
    profile is what elimination may ever touch, row exchanges included.

    Args:
        bodies: nb; ends: (m, 2) bodies of each row, nb for none; solved: rows that take part.
    """
    last = [max((b for b in ends[k] if b < bodies), default=0) for k in range(solved)]
    body, row = np.zeros(bodies, dtype=np.int64), np.zeros(solved, dtype=np.int64)
    at = 0
    for b in range(bodies):
        body[b] = at
        at += 6
        for k in range(solved):
            if last[k] == b:
                row[k] = at
                at += 1
    held = np.eye(at, dtype=bool)
    for b in range(bodies):
        held[body[b] : body[b] + 6, body[b] : body[b] + 6] = True
    for k in range(solved):
        for b in ends[k]:
            if b < bodies:
                held[row[k], body[b] : body[b] + 6] = held[body[b] : body[b] + 6, row[k]] = True
    # symmetric: the last row of a column is the last column of a row
    reach = at - 1 - np.argmax(held[:, ::-1], axis=1) if at else np.zeros(0, dtype=np.int64)
    low = np.maximum.accumulate(reach).astype(np.int64)
    return Order(body, row, low, low[low])


DEPENDENT = 1e-12
"""Pivots below this part of their column's largest entry are taken as zero."""


@borrowing
def factor(
    K: FloatArray,
    low: IntArray,
    high: IntArray,
    scale: FloatArray,
    skipped: BoolArray,
    pivot: IntArray,
    swap: IntArray,
) -> None:
    """Factor K (N, N) in place by elimination with row exchanges within a profile.

    U and the factors of elimination take K's place. A column whose remainder is below DEPENDENT of
    its `scale` has no pivot: its unknown stays zero, a basic solution of consistent equations.

    Args:
        low: (N,) last row that can hold an entry of column k when its turn comes.
        high: (N,) last column that can hold an entry in rows up to low[k].
        scale: (N,) largest entry of each column.
        skipped, pivot, swap: (N,) written: columns without a pivot, else the row of the pivot and
            the row that it was exchanged with.
    """
    row = 0
    for k in range(len(K)):
        last, right = low[k], high[k] + 1
        best, size = row, 0.0
        for i in range(row, last + 1):
            entry = abs(K[i, k])
            if entry > size:
                best, size = i, entry
        skipped[k] = not size > DEPENDENT * scale[k]  # NaN has no pivot either
        if skipped[k]:
            continue
        pivot[k], swap[k] = row, best
        if best != row:
            # what was eliminated stays where it is: `solve_factored` exchanges as it goes on
            for j in range(k, right):
                K[row, j], K[best, j] = K[best, j], K[row, j]
        inverse = 1.0 / K[row, k]
        for i in range(row + 1, last + 1):
            entry = K[i, k]
            if entry != 0.0:
                times = entry * inverse
                K[i, k] = times
                for j in range(k + 1, right):
                    K[i, j] -= times * K[row, j]
        row += 1


@borrowing
def solve_factored(
    K: FloatArray,
    low: IntArray,
    high: IntArray,
    skipped: BoolArray,
    pivot: IntArray,
    swap: IntArray,
    x: FloatArray,
    y: FloatArray,
) -> None:
    """Fill y (N,) with the solution for the right-hand side x (N,), which is overwritten."""
    n = len(K)
    for k in range(n):
        if skipped[k]:
            continue
        row = pivot[k]
        x[row], x[swap[k]] = x[swap[k]], x[row]
        value = x[row]
        if value != 0.0:
            for i in range(row + 1, low[k] + 1):
                x[i] -= K[i, k] * value
    for k in range(n - 1, -1, -1):
        if skipped[k]:
            y[k] = 0.0
            continue
        row = pivot[k]
        total = x[row]
        for j in range(k + 1, high[k] + 1):
            total -= K[row, j] * y[j]
        y[k] = total / K[row, k]
