"""Labels on the wrong marker, found by the distances between markers that move together.

Markers on a segment and on the joint beside it keep nearly constant distances. If all distances of
a label to its neighbours are wrong, but would be right at another marker's place, the label was on
that marker. The method also finds labels that were wrong after a gap, at the beginning or end of a
recording, or for a long time. Jumps of a path (`mocap.cleaning`) do not show these labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import finite

_STEADY = 0.012
"""m; median deviation of a distance from its median up to which two markers are neighbours. Soft
tissue moves markers by 5 to 15 mm."""
_SKIN = 0.003
"""m; steadier than that is no better a neighbour."""
_NEIGHBOURS = 5
"""Of a marker, at most; the steadiest and nearest."""
_OFF, _RIGHT = 0.030, 0.015
"""m; median over the neighbours, beyond which a label is not on its marker, and below which it is.
A fill between markers is held to the same 15 mm (`gaps.MAX_ERROR`)."""
_STRAY = 0.060
"""m; beyond which a marker alone is not on the body: a landing shakes the thigh's skin by 3 cm."""
_SAMPLE = 50
"""Frames on which distances are looked at for neighbours."""
_FEWEST, _ENOUGH = 2, 3
"""Neighbours that must be seen for a label to be doubted, and for another place to be right."""
_SHORTEST = 2
"""Frames of an exchange; one alone is a jump away and back."""
_MOST = 1 / 3
"""Of the frames on which a label may be wrong: on more, nothing tells which place is the usual."""


@dataclass(frozen=True)
class Stretch:
    """Frames on which a label was not on its marker.

    Args:
        label: label that was wrong.
        on: label of the marker on which it was; empty if it was on no marker.
        start, stop: frames, stop exclusive.
        exchanged: whether the other label was on this label's marker. If not, this label's marker
            was not seen.
        raw, repaired: m, largest deviation from the neighbours' distances before and after.
    """

    label: str
    on: str
    start: int
    stop: int
    exchanged: bool
    raw: float
    repaired: float


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Neighbours of every marker: their columns (markers, n) and median distances (markers, n) [m];
    NaN for none.
    """

    column: IntArray
    distance: FloatArray


def neighbours(path: FloatArray) -> Neighbours:
    """Neighbours of every marker in paths (frames, markers, 3): markers at a steady distance from
    it.
    """
    rows = np.unique(np.linspace(0, len(path) - 1, min(len(path), _SAMPLE)).astype(int))
    markers = path.shape[1]
    first, second = np.triu_indices(markers, 1)
    # (pairs, frames); one axis at a time, for arrays that lie in memory as they are gone through
    square = np.zeros((len(first), len(rows)))
    for along in np.ascontiguousarray(path[rows].transpose(2, 1, 0)):
        square += (along[first] - along[second]) ** 2
    apart = np.sqrt(square)
    usual = _median(apart)
    varies = _median(np.abs(apart - usual[:, None]))
    seldom = _seen(apart) < 0.2 * len(rows)
    varies[seldom | np.isnan(varies)] = np.inf
    middle, spread = np.zeros((markers, markers)), np.full((markers, markers), np.inf)
    middle[first, second] = middle[second, first] = usual
    spread[first, second] = spread[second, first] = varies
    # of a body that stands for long all distances are steady: then the nearest are the segment's
    column = np.argsort(np.maximum(spread, _SKIN) * (0.1 + middle), axis=1)[:, :_NEIGHBOURS]
    steady = np.take_along_axis(spread, column, axis=1) <= _STEADY
    return Neighbours(
        column.astype(np.int64),
        np.where(steady, np.take_along_axis(middle, column, axis=1), np.nan),
    )


def put_labels_back(
    path: FloatArray, near: Neighbours, off: FloatArray, names: Sequence[str], reach: int
) -> list[Stretch]:
    """Correct, in place, labels that were on another marker.

    The distances to the neighbours must show the error. With the present labels, they are wrong by
    more than 30 mm (median). With corrected labels, they are wrong by less than 15 mm (median) and
    30 mm (each). In addition, the paths must continue the paths before and after, because two pairs
    of a pelvis's four markers have the same distances.

    Args:
        path: (frames, markers, 3) m, NaN where not seen; changed in place.
        near: neighbours of the markers.
        off: `deviations` of the paths; changed with them.
        names: names of the markers.
        reach: frames across which the path before and after is searched.
    """
    found: list[Stretch] = []
    for a in np.flatnonzero((off > _OFF).sum(axis=0) >= _SHORTEST).tolist():
        wrong = np.asarray(off[:, a] > _OFF)
        if wrong.sum() < _SHORTEST:
            continue
        for b in _candidates(path, near, a, wrong):
            done = list(_exchanges(path, near, off, (a, b), reach))
            for start, stop, raw, put in done:
                both = np.isfinite(path[start:stop, [a, b]]).all(axis=(1, 2))
                path[start:stop, [a, b]] = path[start:stop, [b, a]].copy()
                found.append(Stretch(names[a], names[b], start, stop, bool(both.any()), raw, put))
            if done:
                off[:] = deviations(path, near)
    return found


def take_out_strays(
    path: FloatArray, near: Neighbours, off: FloatArray, names: Sequence[str], longest: int
) -> list[Stretch]:
    """Remove, in place, positions far from the place that three or more neighbours show.

    Args:
        path: (frames, markers, 3) m, NaN where not seen; changed in place.
        near: neighbours of the markers.
        off: `deviations` of the paths; changed with them.
        names: names of the markers.
        longest: largest number of frames that are removed, because longer gaps cannot be filled.
    """
    found = []
    for k in np.flatnonzero((off > _STRAY).any(axis=0)).tolist():
        others = near.column[k, np.isfinite(near.distance[k])]
        # every neighbour tells it, and they hold their places among themselves
        told = np.asarray(_least_away(path, near, k) > _OFF)
        calm = ~np.asarray((off[:, others] > _RIGHT).any(axis=1))
        for start, stop in runs(np.asarray(off[:, k] > _OFF)):
            worst = float(off[start:stop, k].max())
            sure = worst > _STRAY and calm[start:stop].all() and told[start:stop].mean() > 0.5
            if stop - start <= longest and sure:
                path[start:stop, k] = np.nan
                found.append(Stretch(names[k], "", start, stop, False, worst, np.nan))
    if found:
        off[:] = deviations(path, near)
    return found


def left_astray(
    path: FloatArray, near: Neighbours, off: FloatArray, names: Sequence[str]
) -> list[Stretch]:
    """Times at which all neighbours, three or more, place the marker more than 30 mm away.

    In most public walks, the smallest deviation from a neighbour stays below 13 mm. It is 16 mm at
    a knee, and 34 mm at a toe, in one each.

    Args:
        path: (frames, markers, 3) m, NaN where not seen.
        near: neighbours of the markers.
        off: `deviations` of the paths.
        names: names of the markers.
    Returns:
        Stretches whose `raw` is the largest of the smallest deviations.
    """
    found = []
    for k in np.flatnonzero((off > _OFF).sum(axis=0) >= _SHORTEST).tolist():
        least = _least_away(path, near, k)
        for start, stop in runs(np.asarray(least > _OFF)):
            if stop - start >= _SHORTEST:
                worst = float(least[start:stop].max())
                found.append(Stretch(names[k], "", start, stop, False, worst, np.nan))
    return found


def _median(values: FloatArray) -> FloatArray:
    """Lower median over the last axis of what is not NaN; NaN where nothing is."""
    ordered = np.sort(values, axis=-1)  # NaN come last
    if np.isfinite(ordered[..., -1]).all():
        return np.asarray(ordered[..., (values.shape[-1] - 1) // 2])
    middle = np.maximum(_seen(values)[..., None] - 1, 0) // 2
    return np.asarray(np.take_along_axis(ordered, middle, axis=-1)[..., 0])


def _seen(values: FloatArray) -> IntArray:
    """How many along the last axis are not NaN; a product sums a short axis fastest."""
    return np.asarray(np.isfinite(values) @ np.ones(values.shape[-1], np.int64))


def _away(path: FloatArray, near: Neighbours, places: FloatArray, of: IntArray) -> FloatArray:
    """Deviations (frames, n, neighbours) [m] of places (frames, n, 3) of the markers `of`."""
    column = near.column[of]
    square = np.zeros((*places.shape[:2], column.shape[1]))
    for axis in range(3):
        # one axis at a time, for arrays that lie in memory as they are gone through
        apart = np.ascontiguousarray(path[..., axis])[:, column]
        apart -= places[:, :, axis, None]
        square += apart**2
    return np.asarray(np.abs(np.sqrt(square) - near.distance[of]))


def _least_away(path: FloatArray, near: Neighbours, k: int) -> FloatArray:
    """Least deviation (frames,) [m] of a marker; 0 where fewer than three neighbours are seen."""
    away = _away(path, near, path[:, [k]], np.array([k]))[:, 0]
    known = np.isfinite(away)
    least = np.where(known, away, np.inf).min(axis=1)
    return np.where(known.sum(axis=1) < _ENOUGH, 0.0, least)


def deviations(path: FloatArray, near: Neighbours) -> FloatArray:
    """Median deviation (frames, markers) [m] from the distances to the neighbours; NaN if the
    marker is not seen, or fewer than two neighbours are seen.
    """
    away = _away(path, near, path, np.arange(path.shape[1]))
    off = _median(away)
    off[_seen(away) < _FEWEST] = np.nan
    return off


def _candidates(path: FloatArray, near: Neighbours, a: int, wrong: BoolArray) -> list[int]:
    """Markers on which label `a` may sit where it is wrong, the likeliest first."""
    some = path[wrong]
    markers = path.shape[1]
    # the others' places judged as this marker's; this label's place judged as the others'
    theirs = _median(_away(some, near, some, np.full(markers, a)))
    own = np.broadcast_to(some[:, a, None], some.shape)
    ours = _median(_away(some, near, own, np.arange(markers)))
    unseen = np.isnan(some).any(axis=2)
    likely = (np.where(unseen, ours, theirs) < _RIGHT).sum(axis=0)
    likely[a] = 0
    order = np.argsort(-likely)[:4]
    return [int(b) for b in order if likely[b] >= _SHORTEST]


def _exchanges(
    path: FloatArray, near: Neighbours, off: FloatArray, labels: tuple[int, int], reach: int
) -> Iterator[tuple[int, int, float, float]]:
    """Stretches (start, stop) where exchanging two labels makes them right; off before, after."""
    pair = np.array(labels)
    turned = path.copy()
    turned[:, pair] = path[:, pair[::-1]]
    away = _away(turned, near, turned[:, pair], pair)
    known = np.isfinite(away)
    # of a marker that is seen enough neighbours must be
    counted = known.sum(axis=2)
    doubtful = np.any((counted > 0) & (counted < _ENOUGH), axis=1)
    new = _median(away)
    put, each = np.fmax(new[:, 0], new[:, 1]), np.where(known, away, 0.0).max(axis=(1, 2))
    before = off[:, pair[0]], off[:, pair[1]]
    raw, least = np.fmax(*before), np.fmin(*before)
    seen = np.any(finite(path[:, pair]), axis=1)
    better = np.asarray(put < 0.5 * raw)
    sure = (raw > _OFF) & (least > _RIGHT) & (put < _RIGHT) & (each < _OFF) & ~doubtful
    for start, stop in runs(np.asarray(better | ~seen)):
        rows = start + np.flatnonzero(better[start:stop])
        if len(rows) < _SHORTEST or len(rows) > _MOST * seen.sum() or sure[rows].mean() < 0.8:
            continue
        first, last = int(rows[0]), int(rows[-1]) + 1
        if _goes_on(path[:, pair], first, last, reach):
            yield first, last, float(raw[rows].max()), float(put[rows].max())


def _goes_on(both: FloatArray, start: int, stop: int, reach: int) -> bool:
    """Whether two paths (frames, 2, 3) exchanged from start to stop meet what is around better."""
    jump = [0.0, 0.0]
    for outside, inside in (
        (np.arange(max(start - reach, 0), start)[::-1], np.arange(start, stop)),
        (np.arange(stop, min(stop + reach, len(both))), np.arange(start, stop)[::-1]),
    ):
        for k in (0, 1):
            before = outside[np.isfinite(both[outside, k, 0])]
            for exchanged in (0, 1):
                place = both[inside, k ^ exchanged]
                after = np.flatnonzero(np.isfinite(place[:, 0]))
                if len(before) and len(after) and after[0] < reach:
                    jump[exchanged] += float(np.linalg.norm(place[after[0]] - both[before[0], k]))
    return jump[1] < jump[0] or jump == [0.0, 0.0]
