"""Points that a program computed, found among the markers. No marker on skin moves like them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.vector_arrays import finite, lengths
from ambulo.mocap.naming.grammar import grammar
from ambulo.mocap.naming.readings import DEAREST, SURE, Reading
from ambulo.mocap.not_measured import coarse_step
from ambulo.records import SIDES, Markers

_FRAMES, _FEWEST = 80, 20
"""Frames that are looked at, and those that must show two together."""
_RIGID, _MOVES = 2e-6, 0.05
"""m; by which a computed distance varies, and how far something moves for that to tell."""
_EXACT, _VARIES, _INSIDE = 1e-4, 10.0, 0.02
"""m; by which a point may be off the place that it has between two others in all frames where it
was computed; times that, which the distance of the two must vary by; share of it at the ends."""
_STRAIGHT, _AMID, _WIDE = 1.15, 0.3, 0.17
"""Way over a joint's centre from its lateral to its medial marker, over the straight one; share of
that which lies on either side of the centre, at least; m, straight way at most: markers on a device
lie farther apart."""
HIPS = 0.33
"""Distance between the hips, divided by the path from hip to knee to ankle. It is about 0.2 for
joint centres, and 0.4 and more for markers on the greater trochanters (Drillis & Contini 1966:
breadth 0.191 of stature, leg 0.49).
"""


def computed_points(trial: Markers, readings: Mapping[str, Sequence[Reading]]) -> Mapping[str, str]:
    """Computed points, each with its reason. A computed point keeps its distance from an earlier
    point within rounding, or always divides the line between two points in the same ratio.

    Programs write computed points after measured points. Markers of one cluster may be on one
    plate. If most points are rigid, the whole recording was computed, and no point is reported.
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
    apart = lengths(path[:, :, None] - path[:, None])
    means = [first.get(name) for name in names]
    stems = [one.stem if one else "" for one in means]
    doubles = {
        names[k]: f"a computed point, because it is always where {names[one]} is"
        for one, k in combinations(range(len(names)), 2)
        if stems[k] and stems[k] == stems[one]
        and (np.nan_to_num(apart[:, one, k], nan=1.0) < _EXACT).all()
    }  # fmt: skip
    seen = path[:, finite(path).all(axis=0)]
    # what stands tells nothing
    if not seen.size or np.ptp(seen, axis=0).max() <= _MOVES:
        return doubles
    both = np.isfinite(apart).sum(axis=0)
    mean = np.nan_to_num(apart).sum(axis=0) / np.maximum(both, 1)
    spread = np.nan_to_num(np.abs(apart - mean)).max(axis=0)
    spread[both < min(_FEWEST, len(rows))] = np.nan
    step = coarse_step(path)
    clustered = np.array(several)
    rigid = (spread < max(_RIGID, step)) & ~np.outer(clustered, clustered)
    odd = np.tril(rigid, k=-1).any(axis=1)
    if odd.mean() > 0.5:
        return doubles
    told = {names[k]: "its distances are exactly constant" for k in np.flatnonzero(odd)}
    exact = max(_EXACT, step)
    for k, one, other, share in _between(path, spread > _VARIES * exact, exact):
        told[names[k]] = (
            f"it is always {1e2 * share:.0f} % of the way from {names[one]} to {names[other]}"
        )
    told |= _hip_centres(names, stems, mean)
    told |= _centres(names, [one.stem if one and one.price <= SURE else "" for one in means], mean)
    return {name: f"a computed point, because {why}" for name, why in told.items()} | doubles


def _centres(names: Sequence[str], stems: Sequence[str], apart: FloatArray) -> dict[str, str]:
    """Centres of knees and ankles, one a joint, among the markers on skin beside them.

    Args:
        stems: what the names mean; apart: (n, n) mean distances, m.
    """
    found = dict[str, str]()
    joints = [stem.removesuffix("_lateral").removesuffix("_medial") for stem in stems]
    for joint in sorted({own for own, stem in zip(joints, stems, strict=True) if own != stem}):
        own = [k for k, name in enumerate(joints) if name == joint]
        ways = [
            (float(by.sum() / straight), k, one, other)
            for one, other in combinations(own, 2)
            for k in own
            if (by := apart[k, [one, other]]).min() > _AMID * (straight := apart[one, other])
            and straight < _WIDE
        ]
        straightest, k, one, other = min(ways, default=(_STRAIGHT, 0, 0, 0))
        if straightest < _STRAIGHT:
            found[names[k]] = f"it lies between {names[one]} and {names[other]}"
    return found


def _hip_centres(names: Sequence[str], stems: Sequence[str], apart: FloatArray) -> dict[str, str]:
    """Hips that lie nearer to each other than the greater trochanters; arguments as `_centres`."""
    at = {stem: k for k, stem in reversed([*enumerate(stems)])}
    hips = [f"{side}_trochanter" for side in SIDES]
    legs = [
        [at[f"{side}_{joint}"] for joint in ("trochanter", "knee_lateral", "ankle_lateral")]
        for side in SIDES
        if at.keys() >= {*hips, f"{side}_knee_lateral", f"{side}_ankle_lateral"}
    ]
    lengths_of_legs = [apart[a, b] + apart[b, c] for a, b, c in legs]
    if not legs or not 0.0 < apart[at[hips[0]], at[hips[1]]] < HIPS * np.mean(lengths_of_legs):
        return {}
    return {names[at[hip]]: "it lies too near to the other hip to be on skin" for hip in hips}


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
