"""Stretches of frames in which something holds."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray

__all__ = ["runs"]


def runs(flags: BoolArray) -> list[tuple[int, int]]:
    """Start and stop (exclusive) of every stretch of true among flags (frames,)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(int)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
