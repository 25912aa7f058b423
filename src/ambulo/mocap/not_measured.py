"""Positions that no camera measured: frozen positions, straight lines, and held or lost frames.

Measured positions never repeat exactly, and the speed of a body changes little from frame to frame.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.medians import median
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import finite, lengths

EDGE = 0.010
"""m; a larger deviation interrupts a marker's movement. A foot strike gives 3 mm in frames of 10
ms.
"""
_STILL = 1e-7
"""m; what is measured anew never comes out the same."""
_STRAIGHT = 2e-6
"""m; by which two steps on a line differ in files of single precision, 3 m from the origin."""
_LINE = 8
"""Frames of a straight line. Where a file holds tenths of a millimetre a moving marker's steps are
equal on three axes in one frame of ten at most, and eight in a row in one of 1e8."""
_BENT = 2e-5
"""m, of a bend at a line's ends. In a gap of 0.1 s a wrist changes its pace by 0.1 m/s, which is
0.4 mm at 250 Hz; what is smoothed bends by some 0.01 mm more from one such frame to the next."""
_DRAWN, _SEVERAL = 0.1, 5
"""Share of the frames on a straight line, and moving markers at once, from which they are drawn."""
_FROZEN = 3
"""Frames that a marker must repeat itself while others move."""
_MOVES = 0.003
"""m a frame; a marker must move so far for its pace to tell of lost frames."""
_PACE = (0.45, 1.7)
"""Shares of the pace before and after, beyond which frames were held or lost. The pace of the
median marker of walking bodies changes by less than a fifth in a frame."""


def coarse_step(path: FloatArray) -> float:
    """Step of the grid to which the positions (frames, markers, 3) m of the median marker are
    rounded.

    It is the smallest change of a coordinate, apart from zero. Public trials have 0.2 mm and less.
    """
    moved = np.abs(path[1:] - path[:-1])
    least = np.min(np.where(moved > _STILL, moved, np.inf), axis=(0, 2))
    least = least[np.isfinite(least)]
    return median(least) if len(least) else 0.0


_POSE = 0.9
"""Of the frames; who stands still on more was not lost by the cameras: one pose was repeated."""


def take_out_frozen(path: FloatArray, names: list[str]) -> tuple[list[str], dict[str, int]]:
    """Remove, in place, positions that a marker repeats while most other markers move. Returns the
    longest time of each marker.
    """
    moved = np.abs(path[1:] - path[:-1])
    still = np.asarray((moved < _STILL).all(axis=2))
    some = np.asarray(still.any(axis=0))
    notes: list[str] = []
    longest: dict[str, int] = {}
    if not some.any():
        return notes, longest
    seen = finite(moved)
    # most of the markers that are seen move
    moving = np.asarray(seen & ~still).sum(axis=1) > 0.5 * seen.sum(axis=1)
    step = lengths(path[1:] - path[:-1])
    for k in np.flatnonzero(some):
        frozen = [
            (a, b)
            for a, b in runs(still[:, k] & moving)
            if b - a >= _FROZEN - 1 and _was_elsewhere(step[:, k], a, b)
        ]
        for a, b in frozen:
            # the first of the equal positions was measured
            path[a + 1 : b + 1, k] = np.nan
        if frozen:
            longest[names[k]] = max(b - a for a, b in frozen)
            spans = ", ".join(f"{a + 2}-{b + 1}" for a, b in frozen[:4])
            notes.append(
                f"Marker {names[k]} stands still on frames {spans} while others move. These "
                "positions were left out."
            )
    return notes, longest


def straight_steps(path: FloatArray) -> tuple[BoolArray, FloatArray]:
    """Whether each marker moves on a straight line at constant speed (frames - 2, markers), and its
    step [m].
    """
    step = path[1:] - path[:-1]
    # |x_i+1 - 2 x_i + x_i-1|: nothing that is measured has none on all axes for long
    return np.asarray((np.abs(step[1:] - step[:-1]) < _STRAIGHT).all(axis=2)), lengths(step[1:])


def drawn_frames(straight: BoolArray, pace: FloatArray) -> IntArray:
    """Frames on which all markers move on straight lines, because they were interpolated between
    the frames of slower cameras. None if this is rare.
    """
    if straight.mean() < _DRAWN:
        return np.zeros(0, np.int64)
    moving = np.asarray(pace > _MOVES)
    count = moving.sum(axis=1)
    drawn = (count >= _SEVERAL) & ((straight & moving).sum(axis=1) > 0.7 * count)
    return np.flatnonzero(drawn).astype(np.int64) + 1


def take_out_lines(
    path: FloatArray, names: list[str], straight: BoolArray, pace: FloatArray
) -> list[str]:
    """Remove, in place, positions of a marker on a straight line at constant speed: a filled gap.

    The line of a filled gap begins and ends with a bend. Smoothed movement from fast cameras is
    also straight for as many frames, but bends little before and after.
    """
    notes: list[str] = []
    for k in np.flatnonzero(straight.sum(axis=0) >= _LINE):
        lines = [
            (a, b)
            for a, b in runs(straight[:, k])
            if b - a >= _LINE and pace[a:b, k].min() > _MOVES
        ]
        bend = lengths(np.diff(path[:, k], 2, axis=0))
        lines = [(a, b) for a, b in lines if _is_bent(bend, a, b)]
        for a, b in lines:
            # the frames at both ends were measured
            path[a + 1 : b + 1, k] = np.nan
        if lines:
            spans = ", ".join(f"{a + 2}-{b + 1}" for a, b in lines[:4])
            notes.append(
                f"Marker {names[k]} moves along a straight line on frames {spans}, so a gap was "
                "filled before the export. These positions were left out."
            )
    return notes


def _is_bent(bend: FloatArray, a: int, b: int) -> bool:
    """Whether a path bends where a stretch begins and ends, as far as it is seen there."""
    ends = bend[[k for k in (a - 1, b) if 0 <= k < len(bend)]]
    ends = ends[np.isfinite(ends)]
    return len(ends) > 0 and bool((ends > _BENT).all())


def _was_elsewhere(step: FloatArray, a: int, b: int) -> bool:
    """Whether a marker that repeats itself over steps a to b was in truth under way.

    It then jumps to where it is when it is seen again; one on a foot that rests goes on from there.
    Without what comes after, it is judged by how fast it came.
    """
    after = step[b] if b < len(step) else np.nan
    before = step[a - 1] if a > 0 else np.nan
    return bool((before if np.isnan(after) else after) > EDGE)


def camera_breaks(path: FloatArray) -> IntArray:
    """Frames at which the speed of the median marker is interrupted for one frame."""
    moved = path[1:] - path[:-1]
    pace = np.sqrt(np.einsum("fmi,fmi->fm", moved, moved))
    around = 0.5 * (pace[:-2] + pace[2:])
    # only of those that move: feet that stand, and what is out of sight, say nothing
    tells = around > _MOVES
    share = np.where(tells, pace[1:-1] / np.where(tells, around, 1.0), np.inf)
    share[np.isnan(share)] = np.inf
    count = np.isfinite(share).sum(axis=1)
    share.sort(axis=1)
    rows, last = np.arange(len(share)), np.maximum(count - 1, 0)
    # of an even number of markers, both in the middle must agree
    lower, upper = share[rows, last // 2], share[rows, np.minimum((last + 1) // 2, last)]
    judged = count >= max(3.0, 0.6 * path.shape[1])
    broken = judged & ((lower > _PACE[1]) | (upper < _PACE[0]))
    # a frame held for several leaves a stretch without motion
    seen = np.isfinite(pace).sum(axis=1)
    held = (seen >= max(3.0, 0.5 * path.shape[1])) & ((pace < _STILL).sum(axis=1) == seen)
    if held.mean() > _POSE:
        held[:] = False
    return np.union1d(np.flatnonzero(broken) + 2, np.flatnonzero(held) + 1).astype(np.int64)
