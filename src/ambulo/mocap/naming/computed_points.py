"""Points among the markers that a program computed: no marker on skin moves as they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.vector_arrays import finite, lengths
from ambulo.mocap.naming.grammar import grammar
from ambulo.mocap.naming.readings import DEAREST, Reading
from ambulo.mocap.not_measured import coarse_step
from ambulo.records import Markers

_FRAMES, _FEWEST = 80, 20
"""Frames that are looked at, and those that must show two together."""
_RIGID, _MOVES = 2e-6, 0.05
"""m; by which a computed distance varies, and how far something moves for that to tell."""
_EXACT, _VARIES, _INSIDE = 1e-4, 10.0, 0.02
"""m; by which a point may be off the place that it has between two others in all frames where it
was computed; times that, which the distance of the two must vary by; share of it at the ends."""


def computed_points(trial: Markers, readings: Mapping[str, Sequence[Reading]]) -> Mapping[str, str]:
    """Points that keep their distance from an earlier one to rounding, or divide the line between
    two others alike. Each with why.

    Programs write what they compute behind what was measured. Markers of one cluster may share a
    plate. Where most points are rigid the whole recording was computed, and nothing is told of any.
    """
    rules = grammar().landmarks
    first = {name: readings[name][0] for name in trial.names if readings[name]}
    names = [name for name in trial.names if name not in first or first[name].landmark]
    several = [
        name in first and first[name].price <= DEAREST and rules[first[name].landmark].many
        for name in names
    ]
    rows = np.linspace(0, len(trial.time) - 1, min(_FRAMES, len(trial.time))).astype(int)
    path = trial.position[rows][:, [trial.names.index(name) for name in names]]
    seen = path[:, finite(path).all(axis=0)]
    # what stands tells nothing
    if not seen.size or np.ptp(seen, axis=0).max() <= _MOVES:
        return {}
    apart = lengths(path[:, :, None] - path[:, None])
    both = np.isfinite(apart).sum(axis=0)
    mean = np.nan_to_num(apart).sum(axis=0) / np.maximum(both, 1)
    spread = np.nan_to_num(np.abs(apart - mean)).max(axis=0)
    spread[both < min(_FEWEST, len(rows))] = np.nan
    step = coarse_step(path)
    clustered = np.array(several)
    rigid = (spread < max(_RIGID, step)) & ~np.outer(clustered, clustered)
    odd = np.tril(rigid, k=-1).any(axis=1)
    if odd.mean() > 0.5:
        return {}
    told = {names[k]: "its distances are exactly constant" for k in np.flatnonzero(odd)}
    exact = max(_EXACT, step)
    for k, one, other, share in _between(path, spread > _VARIES * exact, exact):
        told[names[k]] = (
            f"it is always {1e2 * share:.0f} % of the way from {names[one]} to {names[other]}"
        )
    return {name: f"a computed point, because {why}" for name, why in told.items()}


def _between(
    path: FloatArray, apart: BoolArray, exact: float
) -> Iterator[tuple[int, int, int, float]]:
    """Points that divide the line between two others alike in all frames, these, and the share.

    Args:
        path: (frames, n, 3) m; apart: (n, n) pairs that move against each other; exact: m.
    """
    frames, n = path.shape[:2]
    for one in range(n):
        away = path - path[:, one, None]
        seen = finite(away).astype(float)
        away = np.nan_to_num(away)
        flat, square = away.transpose(1, 0, 2).reshape(n, -1), np.sum(away**2, axis=2)
        along, lines, both = flat @ flat.T, square.T @ seen, seen.T @ seen
        with np.errstate(invalid="ignore", divide="ignore"):
            share = along / lines  # of the way to a row's point, of a column's
            off = (lines.T - share * along) / both
        inside = (share > _INSIDE) & (share < 1.0 - _INSIDE) & (both >= min(_FEWEST, frames))
        for other, k in np.argwhere(inside & apart[one][:, None] & (off < exact**2)):
            rest = away[:, k] - share[other, k] * away[:, other]
            if other > one and lengths(rest[seen[:, k] * seen[:, other] > 0.0]).max() < exact:
                yield int(k), one, int(other), float(share[other, k])
