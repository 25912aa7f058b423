"""Left and right labels that are exchanged in some frames of a trial only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import medians
from ambulo.math.vector_arrays import lengths
from ambulo.records import Markers

_FRAMES = 200
"""Frames that are looked at first."""
ASTRAY = 0.02
"""m; with the right labels two markers of a leg and two of the other are nearer to their own side's
by 0.04 and more, in the sum, in 41 recordings of 22 laboratories."""
_PART, _CLEAR = 0.15, 0.98
"""Share of the frames in which labels are exchanged, at least; share of them that must tell it. In
47 recordings with right labels, at most 0.07 of the frames show an exchange, where the inner sides
of the knees pass each other."""


class InPart(NamedTuple):
    """Left and right labels that are exchanged in a part of a trial.

    Args:
        frames: labels -> frames (frames,) in which they are exchanged.
        unclear: labels -> share of the frames in which they seem exchanged, where not each frame
            tells.
    """

    frames: Mapping[tuple[str, str], BoolArray]
    unclear: Mapping[tuple[str, str], float]


def exchanged_in_part(
    trial: Markers, pairs: Sequence[tuple[str, str]], right: Mapping[str, str]
) -> InPart:
    """Labels of pairs that are right in a part of a trial.

    Args:
        trial: as labelled.
        pairs: labels of the legs, left and right.
        right: label -> the label that it should be in the whole trial.
    """
    column = [
        [trial.names.index(right.get(name, name)) for name in side]
        for side in zip(*pairs, strict=True)
    ]
    if not pairs or not len(trial.time):
        return InPart({}, {})
    glance = trial.position[:: max(len(trial.time) // _FRAMES, 1)]
    glanced = _own_side(*(glance[:, own] for own in column))
    suspects = np.flatnonzero(_of_seen(glanced < -ASTRAY, glanced) > _PART)
    if not len(suspects):
        return InPart({}, {})
    own = _own_side(*(trial.position[:, own] for own in column))
    clear = _of_seen(np.abs(own) > ASTRAY, own)
    frames, unclear = {}, {}
    for k in suspects.tolist():
        pair = pairs[k]
        # of labels that are corrected, what is with the other side then
        astray = own[:, k] if pair[0] in right else -own[:, k]
        if clear[k] < _CLEAR:
            unclear[pair] = float(_of_seen(astray > ASTRAY, astray))
            continue
        seen = np.flatnonzero(np.isfinite(astray))
        nearest = np.interp(np.arange(len(astray)), seen, np.arange(len(seen))).round().astype(int)
        frames[pair] = astray[seen[nearest]] > 0.0
    return InPart(frames, unclear)


def _of_seen(told: BoolArray, own: FloatArray) -> FloatArray:
    """Share of the frames that tell something, of those that show both markers."""
    return np.asarray(told.sum(axis=0) / np.maximum(np.isfinite(own).sum(axis=0), 1))


def _own_side(left: FloatArray, right: FloatArray) -> FloatArray:
    """By how much [m] each pair is with its own side of most pairs (frames, n), in each frame.

    Negative where it is with the other side; NaN where it is not seen.

    Args:
        left, right: (frames, n, 3).
    """
    apart = [
        lengths(one[:, :, None] - other[:, None])
        for one, other in ((left, right), (right, left), (left, left), (right, right))
    ]
    near = apart[0] + apart[1] - apart[2] - apart[3]
    rows = range(near.shape[1])
    near[:, rows, rows] = np.nan
    side = np.linalg.eigh(np.nan_to_num(near))[1][:, :, -1]
    side = np.sign(side * side.sum(axis=1)[:, None])
    alike = side[:, :, None] * side[:, None] * near
    count, frames = len(rows), len(near)
    clear = medians(alike.transpose(2, 0, 1).reshape(count, -1)).reshape(frames, count)
    return np.where(clear > 0.0, side * clear, np.where(np.isnan(clear), np.nan, 0.0))
