"""Two labels exchanged in a whole recording, or one label given twice, found by the static trial's
distances.

Markers of a segment keep their distances except for skin motion. If they do not, and an exchange of
two labels restores all distances in every frame, the labels were exchanged. The other side of the
static trial shows whether the recording or the static trial is wrong: the correct trial is more
similar to its other side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from ambulo.inputs.printable import printable
from ambulo.math.arrays import FloatArray
from ambulo.math.medians import medians
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.calibration.placement import LOWER_BODY
from ambulo.mocap.marker_sets.marker_names import Match, match_set
from ambulo.records import Markers, PutBack

_WRONG, _RIGHT, _SHARE = 0.015, 0.012, 0.4
"""Limits on the change of a distance within a segment: least with exchanged labels [m], greatest
with correct labels [m], and greatest share of the change that the correction leaves. Skin moves
markers of a thigh by 10 mm against each other (Leardini, Chiari, Della Croce & Cappozzo 2005).
"""
_FRAMES, _MOST = 50, 4
_OTHER = {"left": "right", "right": "left", "L": "R", "R": "L", "l": "r", "r": "l"}


def put_labels_back(
    match: Match, markers: Markers, static: Markers
) -> tuple[Match, tuple[str, ...]]:
    """The match of a recording with exchanged labels corrected, and a note for each pair.

    Args:
        match: match of the recording's names.
        markers: markers of the recording, in the world frame.
        static: markers of the static trial.
    """
    known = match_set(static.names, match.marker_set).found
    worn = {name: spec.segment for name, spec in match.marker_set.markers.items()}
    # trunk and arms bend between their markers
    names = [n for n in match.found if n in known and worn[n] in LOWER_BODY]
    segment = [worn[name] for name in names]
    standing, _ = _apart(static, [known[name] for name in names])
    groups = {s: [k for k, own in enumerate(segment) if own == s] for s in segment}
    order = list(range(len(names)))
    notes = []
    found = dict(match.found)
    for k, spare in _doubles(names, match, markers):
        rows = groups[segment[k]]
        beside = [found[names[row]] for row in rows]
        own = [spare if row == k else name for row, name in zip(rows, beside, strict=True)]
        before, after = (
            _off(standing, rows, _apart(markers, each), range(len(rows))) for each in (beside, own)
        )
        if before >= _WRONG and after < min(_RIGHT, _SHARE * before):
            notes.append(
                printable(
                    f"{spare} is used for {found[names[k]]}, because only {spare} has the same "
                    "distances to the other markers as in the static trial."
                )
            )
            found[names[k]] = spare
    match = replace(match, found=found)
    moving = _apart(markers, [match.found[name] for name in names])
    for _ in range(_MOST):
        off = {s: _off(standing, rows, moving, _of(order, rows)) for s, rows in groups.items()}
        if max(off.values(), default=0.0) < _WRONG:
            break
        best: list[tuple[float, int, int]] = []
        for a, b in combinations(range(len(names)), 2):
            touched = {segment[a], segment[b]}
            before = min(off[s] for s in touched)
            if before < _WRONG:
                continue
            swapped = _swapped(order, a, b)
            after = max(_off(standing, groups[s], moving, _of(swapped, groups[s])) for s in touched)
            if after < min(_RIGHT, _SHARE * before):
                best.append((after, a, b))
        if not best:
            break
        after, a, b = min(best)
        touched = {segment[a], segment[b]}
        rivals = [x for x, c, d in best if (c, d) != (a, b) and {segment[c], segment[d]} & touched]
        # another exchange that does as well: which one it was cannot be told
        if rivals and min(rivals) < 2.0 * after:
            break
        if _other_way(standing, names, groups, segment, a, b):
            break
        order = _swapped(order, a, b)
        one, other = match.found[names[a]], match.found[names[b]]
        notes.append(
            PutBack(
                printable(
                    f"Markers {one} and {other} are exchanged in the whole recording. The "
                    "distances to other markers in the static trial show this. It was corrected."
                )
            )
        )
    if not notes:
        return match, ()
    found = {
        **match.found,
        **{name: match.found[names[k]] for name, k in zip(names, order, strict=True)},
    }
    return replace(match, found=found), tuple(notes)


def _doubles(names: Sequence[str], match: Match, markers: Markers) -> Iterator[tuple[int, str]]:
    """Markers by number, with trajectories that the file calls the same and no marker has."""
    for k, name in enumerate(names):
        alike = re.compile(rf"{re.escape(match.found[name])}_\d+")
        for spare in markers.names:
            if alike.fullmatch(spare) and spare not in match.found.values():
                yield k, spare


_Distances = tuple[FloatArray, FloatArray]
"""Medians (n, n), and medians of what frames are off them; NaN where none shows both."""


def _apart(markers: Markers, names: Sequence[str]) -> _Distances:
    step = max(len(markers.time) // _FRAMES, 1)
    path = markers.position[::step][:, [markers.names.index(name) for name in names]]
    apart = lengths(path[:, :, None] - path[:, None]).reshape(len(path), -1)
    median = medians(apart)
    square = (len(names), len(names))
    return median.reshape(square), medians(np.abs(apart - median)).reshape(square)


def _swapped(order: Sequence[int], a: int, b: int) -> list[int]:
    found = list(order)
    found[a], found[b] = found[b], found[a]
    return found


def _of(order: Sequence[int], rows: Sequence[int]) -> list[int]:
    return [order[k] for k in rows]


def _off(one: FloatArray, rows: Sequence[int], other: _Distances, own: Sequence[int]) -> float:
    """Largest difference [m] of a distance among markers and among those that stand for them.

    Or what the latter changes by from frame to frame, as of markers of two segments.
    """
    there = np.ix_(own, own)
    differences = np.maximum(
        np.abs(one[np.ix_(rows, rows)] - other[0][there]), 2.0 * other[1][there]
    )
    known = differences[np.isfinite(differences)]
    return float(known.max()) if known.size else 0.0


def _other_way(
    standing: FloatArray,
    names: Sequence[str],
    groups: Mapping[str, Sequence[int]],
    segment: Sequence[str],
    a: int,
    b: int,
) -> bool:
    """Whether the static trial is more like its other side with the two labels exchanged."""
    place = {name: k for k, name in enumerate(names)}
    twin = [_twin(name, place, segment[k]) for k, name in enumerate(names)]
    swapped = _swapped(range(len(names)), a, b)
    off, still = [0.0, 0.0], (standing, np.zeros_like(standing))
    for s in {segment[a], segment[b]}:
        pairs = [(k, other) for k in groups[s] if (other := twin[k]) is not None]
        rows, twins = [k for k, _ in pairs], [other for _, other in pairs]
        # the pelvis holds its own twins: they are exchanged with the rest
        for which, order in enumerate((range(len(names)), swapped)):
            mirror = standing[np.ix_(_of(order, twins), _of(order, twins))]
            off[which] = max(off[which], _off(mirror, range(len(rows)), still, _of(order, rows)))
    return off[1] < off[0]


def _twin(name: str, place: Mapping[str, int], segment: str) -> int | None:
    """Of the marker of the other side; of the midline its own."""
    for side in re.finditer("left|right|[LRlr]", name):
        other = name[: side.start()] + _OTHER[side[0]] + name[side.end() :]
        if other in place:
            return place[other]
    return place[name] if segment == "pelvis" else None
