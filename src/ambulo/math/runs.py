"""Successive frames in which a condition is true."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray


def runs(flags: BoolArray) -> list[tuple[int, int]]:
    """Start and stop (exclusive) of every sequence of true values in flags (frames,)."""
    if not len(flags):
        return []
    # first frames of stretches, of true and false in turn
    edges = (1 + np.flatnonzero(flags[1:] != flags[:-1])).tolist()
    if flags[0]:
        edges.insert(0, 0)
    if flags[-1]:
        edges.append(len(flags))
    return list(zip(edges[::2], edges[1::2], strict=True))


def longest_run(flags: BoolArray) -> tuple[int, int]:
    """Start and stop (exclusive) of the longest sequence of true values; 0, 0 if there is none."""
    return max(runs(flags), key=lambda run: run[1] - run[0], default=(0, 0))
