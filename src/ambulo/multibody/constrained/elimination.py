"""The order of elimination of the unknowns of constrained bodies, for little fill."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import IntArray
from ambulo.multibody.constrained.packing import Order


def elimination_order(bodies: int, ends: IntArray, solved: int) -> Order:
    """Unknowns along the chain of bodies; the multipliers of rows that end at a body follow it.

    A row is at the place of the last of its two bodies, so the matrix is nearly banded.
    Elimination, including row exchanges, only changes entries within its profile.

    Args:
        bodies: number nb; ends: (m, 2) bodies of each row, nb for no body; solved: rows that take
            part.
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
