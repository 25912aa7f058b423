"""Ways to fill a gap in a marker's path, each with its error where the marker is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.bsplines import cubic_through
from ambulo.math.splines import smoothing_spline, weight_at_cutoff
from ambulo.math.vector_arrays import finite
from ambulo.mocap.rigid_motion import carried_path as carried_by
from ambulo.mocap.rigid_motion import in_a_line, placed_on

CUTOFFS = (8.0, 12.0, 18.0, None)
"""Cut-offs [Hz] of the smoothing splines that are tried; None interpolates all samples with their
noise. The slope at the edges carries a spline across a gap. Without smoothing, noise falsifies this
slope.
"""
_MARGIN = 25
"""Frames on each side that a spline goes through."""
_ANCHOR = 5
"""Seen frames that a spline needs on each side."""
_TRIES = 5
"""Gaps of the same length that must be there to try a fill on."""
_IMPOSSIBLE = float("inf")


@dataclass(frozen=True, eq=False)
class Fill:
    """A path (frames, 3) m across a gap.

    Args:
        error: m; 95th percentile of the greatest error of such fills, tried where the marker is
            seen.
    """

    action: Literal["spline", "segment", "carried"]
    path: FloatArray
    error: float


def best_cutoff(
    path: FloatArray, length: int, rate: float, tries: int
) -> tuple[float | None, float]:
    """Cut-off of the best spline over gaps of a length, tried where the path is seen; error [m]."""
    seen = finite(path)
    step = max(length // 2, len(path) // tries, 1)
    places = [
        a
        for a in range(_ANCHOR, len(path) - length - _ANCHOR + 1, step)
        if seen[a : a + length].all()
    ]
    found: list[tuple[float, float | None]] = []
    for cutoff in CUTOFFS:
        errors = []
        for a in places:
            across = _spline_through(path, a, a + length, rate, cutoff)
            if across is not None:
                errors.append(float(np.linalg.norm(across - path[a : a + length], axis=1).max()))
        found.append((_error(errors), cutoff))
    error, cutoff = min(found, key=lambda each: each[0])
    return cutoff, error


def by_spline(
    path: FloatArray, start: int, stop: int, rate: float, cutoff: float | None, error: float
) -> Fill:
    """Fill from the marker's own frames on both sides."""
    found = _spline_through(path, start, stop, rate, cutoff)
    if found is None:
        return Fill("spline", np.zeros((0, 3)), _IMPOSSIBLE)
    return Fill("spline", found, error)


def _spline_through(
    path: FloatArray, start: int, stop: int, rate: float, cutoff: float | None
) -> FloatArray | None:
    before = np.arange(max(start - _MARGIN, 0), start)
    after = np.arange(stop, min(stop + _MARGIN, len(path)))
    before = before[finite(path[before])]
    after = after[finite(path[after])]
    if len(before) < _ANCHOR or len(after) < _ANCHOR:
        return None
    knots = np.concatenate([before, after])
    across = _spline_across(tuple((knots - start).tolist()), stop - start, rate, cutoff)
    return np.asarray(across @ path[knots])


@lru_cache(maxsize=4096)
def _spline_across(
    knots: tuple[int, ...], length: int, rate: float, cutoff: float | None
) -> FloatArray:
    """The spline's values (length, knots) on a gap from frame 0, by the values at the knots."""
    frames = np.array(knots, dtype=np.float64)
    gap = np.arange(length, dtype=np.float64)
    if cutoff is None:
        return cubic_through(frames, np.eye(len(frames)))(gap)
    # the spline measures time by the mean distance of its knots, the gap included
    mean = (frames[-1] - frames[0]) / (len(frames) - 1)
    weight = weight_at_cutoff(cutoff, 1.0 / rate) / mean**5
    spline = smoothing_spline(frames, np.eye(len(frames)), np.full(len(frames), weight))
    return spline(gap)


def _error(errors: Sequence[float]) -> float:
    return float(np.quantile(errors, 0.95)) if len(errors) >= _TRIES else _IMPOSSIBLE


def by_segment(
    path: FloatArray, position: FloatArray, others: Sequence[int], start: int, stop: int
) -> Fill:
    """Fill from the rigid motion of other markers, and its error where the marker is seen."""
    nothing = Fill("segment", np.zeros((0, 3)), _IMPOSSIBLE)
    seen = finite(position[:, list(others)])
    usable = [k for n, k in enumerate(others) if seen[start:stop, n].all()]
    if len(usable) < 3:
        return nothing
    carried = np.asarray(np.isfinite(position[:, usable]).all(axis=(1, 2)))
    tied = carried & finite(path)
    before, after = start - 1, stop
    ends = [n for n in (before, after) if 0 <= n < len(path)]
    if not ends or not all(tied[n] for n in ends):
        return nothing
    reference = position[ends[0], usable]
    if in_a_line(reference):
        return nothing
    rows = np.flatnonzero(carried)
    clouds = position[rows][:, usable]
    place = np.mean(placed_on(clouds, reference, path[rows])[tied[rows]], axis=0)
    carried_path = np.full_like(path, np.nan)
    carried_path[rows] = carried_by(clouds, reference, place)
    drift = path - carried_path
    error = _trial_error(drift, stop - start, both=len(ends) == 2)
    return Fill("segment", carried_path[start:stop] + _bridge(drift, before, after), error)


def _bridge(drift: FloatArray, before: int, after: int) -> FloatArray:
    """Drift between two frames (after - before - 1, 3): on a line, or constant from one end."""
    if before < 0:
        return np.repeat(drift[after : after + 1], after, axis=0)
    if after >= len(drift):
        return np.repeat(drift[before : before + 1], after - before - 1, axis=0)
    share = np.arange(1, after - before)[:, None] / (after - before)
    return np.asarray((1 - share) * drift[before] + share * drift[after])


def _trial_error(drift: FloatArray, length: int, both: bool) -> float:
    """95th percentile of the greatest error [m] of fills this long where the marker is seen."""
    errors = []
    for before in range(0, len(drift) - length - 1, max(length // 4, 1)):
        piece = drift[before : before + length + 2]
        if np.isfinite(piece).all():
            line = _bridge(piece, 0, length + 1 if both else len(piece))[:length]
            errors.append(float(np.linalg.norm(piece[1:-1] - line, axis=1).max()))
    return _error(errors)
