"""Wrong positions of markers: exchanged labels, spikes, frozen markers, frames that cameras lost.

A marker moves steadily: from one frame to the next it goes on about as it went before and goes
after. Where it does not there is an edge, and what lies between two edges of a marker is either
another marker's path, which fits when both are exchanged, or no marker's, which is taken out for
the gap filling. Where most markers have an edge at once it was the cameras. Time is linear in the
frames.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.marker_distances import (
    Stretch,
    deviations,
    left_astray,
    neighbours,
    put_labels_back,
    take_out_strays,
)
from ambulo.records import Markers

__all__ = ["Cleaned", "Jump", "clean_markers"]

_EDGE = 0.010
"""m; beyond it a marker did not go on as before. A heel's strike makes 3 mm in frames of 10 ms."""
_EDGE_OWN = 5.0
"""Times the 95th percentile of the marker's own steps: fast movements at few frames a second."""
_LONGEST = 1.0
"""s between two edges that may be the ends of an exchange."""
_TAKEN_OUT = 0.2
"""s; longer stretches that fit nowhere are not taken out but said, see `gaps.MAX_SPLINE`."""
_STILL = 1e-7
"""m; what is measured anew never comes out the same."""
_STRAIGHT = 2e-6
"""m; by which two steps on a line differ in files of single precision, 3 m from the origin."""
_LINE = 8
"""Frames of a straight line. Where a file holds tenths of a millimetre a moving marker's steps are
equal on three axes in one frame of ten at most, and eight in a row in one of 1e8."""
_DRAWN, _SEVERAL = 0.1, 5
"""Share of the frames on a straight line, and moving markers at once, from which they are drawn."""
_FROZEN = 3
"""Frames that a marker must repeat itself while others move."""
_MOVES = 0.003
"""m a frame; a marker must move so far for its pace to tell of lost frames."""
_PACE = (0.45, 1.7)
"""Shares of the pace before and after, beyond which frames were held or lost. The pace of the
median marker of walking bodies changes by less than a fifth in a frame."""


@dataclass(frozen=True)
class Jump:
    """A place where a marker jumps, or stays away from the markers beside it, and nothing tells how
    to put that right.

    Args:
        marker: its name; time: s; size: m.
    """

    marker: str
    time: float
    size: float


@dataclass(frozen=True, eq=False)
class Cleaned:
    """Markers with what could be put right.

    Args:
        markers: labels put back, wrong positions missing.
        jumps: what is left.
        lost: markers that stand still for long, and for how many seconds.
        breaks: s, times at which the cameras lost or held frames.
        notes: what was done, one sentence each.
    """

    markers: Markers
    jumps: tuple[Jump, ...]
    lost: Mapping[str, float]
    breaks: tuple[float, ...]
    notes: tuple[str, ...]


def clean_markers(markers: Markers, names: Collection[str]) -> Cleaned:
    """Put exchanged labels back and take out positions that are no marker's.

    Args:
        markers: as recorded, NaN where not seen.
        names: of the markers that are looked at.
    """
    column = [k for k, name in enumerate(markers.names) if name in names]
    if len(markers.time) < 8 or not column:
        return Cleaned(markers, (), {}, (), ())
    path = markers.position[:, column].copy()
    shown = [markers.names[k] for k in column]
    notes, frozen = _thaw(path, shown)
    straight, pace = _straight(path)
    drawn = _interpolated(straight, pace)
    if not len(drawn):
        notes += _unfill(path, shown, straight, pace)
    lost = {
        name: frames / markers.rate
        for name, frames in frozen.items()
        if frames > _TAKEN_OUT * markers.rate
    }
    breaks = np.union1d(_camera_breaks(path), drawn)
    step = _steps(path)
    limit = _limits(step)
    edges = _edges(step, limit)
    edges[_beside(breaks, len(path))] = False
    notes += _put_back(path, shown, edges, limit, markers)
    longest = max(round(_TAKEN_OUT * markers.rate), 1)
    near = neighbours(path)
    off = deviations(path, near)
    exchanged = put_labels_back(path, near, off, shown, longest)
    edges[_around(exchanged, shown, edges.shape)] = False
    taken = _take_out(path, shown, edges, limit, markers)
    if taken:
        notes += taken
        off = deviations(path, near)
    strays = take_out_strays(path, near, off, shown, longest)
    edges[_around(strays, shown, edges.shape)] = False
    notes += [_said(one, markers) for one in (*exchanged, *strays)]
    jumps = _left_over(step, shown, edges, markers)
    said = {jump.marker for jump in jumps}
    jumps += tuple(
        Jump(one.label, float(markers.time[one.start]), one.raw)
        for one in left_astray(path, near, off, shown)
        if one.label not in said
    )
    if not notes:
        return Cleaned(markers, jumps, lost, _times(breaks, markers), ())
    position = markers.position.copy()
    position[:, column] = path
    return Cleaned(
        replace(markers, position=position), jumps, lost, _times(breaks, markers), tuple(notes)
    )


def _times(rows: IntArray, markers: Markers) -> tuple[float, ...]:
    return tuple(float(markers.time[k]) for k in rows)


def _steps(path: FloatArray) -> FloatArray:
    """By how much each frame (frames, markers) [m] lies off its neighbours' pace, the first two and
    the last being 0: |(x_i - x_i-1) - ((x_i-1 - x_i-2) + (x_i+1 - x_i)) / 2|.
    """
    # the same as (x_i - x_i-1) 3/2 - (x_i+1 - x_i-2) / 2
    off = 1.5 * (path[2:-1] - path[1:-2]) - 0.5 * (path[3:] - path[:-3])
    size = np.zeros(path.shape[:2])
    size[2:-1] = np.sqrt(np.einsum("fmi,fmi->fm", off, off))
    np.nan_to_num(size, copy=False)
    return size


def _limits(step: FloatArray) -> FloatArray:
    """Step (markers,) [m] from which there is an edge."""
    k = int(0.95 * len(step))
    return np.asarray(np.maximum(_EDGE, _EDGE_OWN * np.partition(step, k, axis=0)[k]))


def _edges(step: FloatArray, limit: FloatArray) -> BoolArray:
    """Frames (frames, markers) at which a path begins to be another; the sharpest of neighbours."""
    edge = step > limit
    # a single edge shows as a half-sized step in the frames beside it
    edge[1:] &= step[1:] >= step[:-1]
    edge[:-1] &= step[:-1] > step[1:]
    return edge


def _thaw(path: FloatArray, names: list[str]) -> tuple[list[str], dict[str, int]]:
    """Take out what a marker repeats while most others move, in place; the longest a marker."""
    moved = np.abs(path[1:] - path[:-1])
    still = np.asarray((moved < _STILL).all(axis=2))
    some = np.asarray(still.any(axis=0))
    notes: list[str] = []
    longest: dict[str, int] = {}
    if not some.any():
        return notes, longest
    seen = np.asarray(np.isfinite(moved).all(axis=2))
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
                f"Marker {names[k]} stands still on frames {spans} while others move; these "
                "positions were left out."
            )
    return notes, longest


def _straight(path: FloatArray) -> tuple[BoolArray, FloatArray]:
    """Where markers go on a straight line at one pace, (frames - 2, markers), and that pace [m]."""
    step = path[1:] - path[:-1]
    # |x_i+1 - 2 x_i + x_i-1|: nothing that is measured has none on all axes for long
    return np.asarray((np.abs(step[1:] - step[:-1]) < _STRAIGHT).all(axis=2)), lengths(step[1:])


def _interpolated(straight: BoolArray, pace: FloatArray) -> IntArray:
    """Frames on which the markers go on straight lines at once: drawn between those of slower
    cameras. None where that is rare.
    """
    if straight.mean() < _DRAWN:
        return np.zeros(0, np.int64)
    moving = np.asarray(pace > _MOVES)
    count = moving.sum(axis=1)
    drawn = (count >= _SEVERAL) & ((straight & moving).sum(axis=1) > 0.7 * count)
    return np.flatnonzero(drawn).astype(np.int64) + 1


def _unfill(path: FloatArray, names: list[str], straight: BoolArray, pace: FloatArray) -> list[str]:
    """Take out, in place, what a marker goes on a straight line at one pace: a gap filled by it."""
    notes: list[str] = []
    for k in np.flatnonzero(straight.sum(axis=0) >= _LINE):
        lines = [
            (a, b)
            for a, b in runs(straight[:, k])
            if b - a >= _LINE and pace[a:b, k].min() > _MOVES
        ]
        for a, b in lines:
            # the frames at both ends were measured
            path[a + 1 : b + 1, k] = np.nan
        if lines:
            spans = ", ".join(f"{a + 2}-{b + 1}" for a, b in lines[:4])
            notes.append(
                f"Marker {names[k]} goes on a straight line on frames {spans}: a gap filled "
                "before; these positions were left out."
            )
    return notes


def _was_elsewhere(step: FloatArray, a: int, b: int) -> bool:
    """Whether a marker that repeats itself over steps a to b was in truth under way.

    It then jumps to where it is when it is seen again; one on a foot that rests goes on from there.
    Without what comes after, it is judged by how fast it came.
    """
    after = step[b] if b < len(step) else np.nan
    before = step[a - 1] if a > 0 else np.nan
    return bool((before if np.isnan(after) else after) > _EDGE)


def _camera_breaks(path: FloatArray) -> IntArray:
    """Frames at which the median marker's pace is broken for one frame."""
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
    return np.union1d(np.flatnonzero(broken) + 2, np.flatnonzero(held) + 1).astype(np.int64)


def _beside(rows: IntArray, frames: int) -> IntArray:
    """The frames and those around them."""
    near = (rows[:, None] + np.arange(-2, 3)).ravel()
    return near[(near >= 0) & (near < frames)]


def _put_back(
    path: FloatArray, names: list[str], edges: BoolArray, limit: FloatArray, markers: Markers
) -> list[str]:
    """Exchange labels where that makes two paths steady at both ends, in place."""
    notes = []
    longest = max(round(_LONGEST * markers.rate), 2)
    at: dict[int, list[int]] = {
        int(k): np.flatnonzero(edges[:, k]).tolist() for k in np.flatnonzero(edges.any(axis=0))
    }
    for a, rows in at.items():
        for start in rows:
            if not edges[start, a]:
                continue
            fit = _partner(path, edges, limit, at, a, start, longest)
            if fit is None:
                continue
            b, stop = fit
            path[start:stop, [a, b]] = path[start:stop, [b, a]].copy()
            edges[start - 1 : start + 2, [a, b]] = False
            edges[stop - 1 : stop + 2, [a, b]] = False
            notes.append(
                f"Markers {names[a]} and {names[b]} were exchanged on frames {start + 1} to {stop} "
                f"({markers.time[start]:.2f} s); they were put back."
            )
    return notes


def _partner(
    path: FloatArray,
    edges: BoolArray,
    limit: FloatArray,
    at: dict[int, list[int]],
    a: int,
    start: int,
    longest: int,
) -> tuple[int, int] | None:
    """Marker and frame up to which an exchange with it makes both steady; None if there is none."""
    stops = [j for j in at[a] if start < j <= start + longest and edges[j, a]]
    for b in at:
        if b == a or not edges[max(start - 1, 0) : start + 2, b].any():
            continue
        for stop in stops:
            if not edges[stop - 1 : stop + 2, b].any():
                continue
            first, last = max(start - 4, 0), min(stop + 4, len(path))
            both = path[first:last][:, [a, b]].copy()
            inner = slice(start - first, stop - first)
            both[inner] = both[inner][:, ::-1].copy()
            step = _steps(both)
            near = [start - first, stop - first]
            if (step[near] < limit[[a, b]]).all() and np.isfinite(both[near]).all():
                return b, stop
    return None


def _take_out(
    path: FloatArray, names: list[str], edges: BoolArray, limit: FloatArray, markers: Markers
) -> list[str]:
    """Positions between two edges that the path before and after passes by, in place."""
    notes = []
    longest = max(round(_TAKEN_OUT * markers.rate), 1)
    for k in np.flatnonzero(edges.any(axis=0)):
        taken = []
        for start, stop in _spikes(path[:, k], edges[:, k], float(limit[k]), longest):
            path[start:stop, k] = np.nan
            edges[start - 1 : start + 2, k] = False
            edges[stop - 1 : stop + 2, k] = False
            taken.append((start, stop))
        if taken:
            frames = sum(b - a for a, b in taken)
            spans = ", ".join(f"{a + 1}-{b}" if b > a + 1 else f"{b}" for a, b in taken[:4])
            notes.append(
                f"Marker {names[k]} jumps away and back on {frames} frame"
                f"{'s' if frames > 1 else ''} ({spans}); these positions were left out."
            )
    return notes


def _spikes(
    path: FloatArray, edges: BoolArray, limit: float, longest: int
) -> list[tuple[int, int]]:
    """Stretches (start, stop exclusive) away from the line between the frames around them."""
    found: list[tuple[int, int]] = []
    done = 0
    for start in np.flatnonzero(edges):
        if start < done:
            continue
        # a spike of one frame has its sharpest edge at the frame itself or at the next
        for first in (start - 1, start):
            stop = _returns(path, int(first), limit, longest)
            if stop is not None and first >= done:
                found.append((int(first), stop))
                done = stop + 1
                break
    return found


def _returns(path: FloatArray, start: int, limit: float, longest: int) -> int | None:
    """Frame at which a path is back where it went before `start`; None if not soon."""
    if start < 3:
        return None
    before = path[start - 3 : start]
    if not np.isfinite(before).all():
        return None
    pace = 0.5 * (before[2] - before[0])
    away = float(np.linalg.norm(path[start] - before[2] - pace))
    if not away > limit:
        return None
    for stop in range(start + 1, min(start + longest + 1, len(path) - 2)):
        after = path[stop : stop + 3]
        if not np.isfinite(after).all():
            return None
        gap = stop - start + 1
        # a cubic with the pace on both sides (Hermite) must pass the stretch by
        mean = (after[0] - before[2]) / gap
        bend = float(np.linalg.norm(mean - 0.5 * (pace + 0.5 * (after[2] - after[0])))) * gap
        share = (np.arange(1, gap) / gap)[:, None]
        line = before[2] + share * (after[0] - before[2])
        off = np.linalg.norm(path[start:stop] - line, axis=1)
        if bend < 0.35 * off.max() and off.min() > 0.3 * off.max() and off.max() > limit:
            return stop
    return None


def _around(
    stretches: Sequence[Stretch], names: Sequence[str], shape: tuple[int, ...]
) -> BoolArray:
    """Frames and markers at whose edges stretches begin and end."""
    near = np.zeros(shape, bool)
    for one in stretches:
        columns = [names.index(name) for name in (one.label, one.on) if name]
        for frame in (one.start, one.stop):
            near[max(frame - 1, 0) : frame + 2, columns] = True
    return near


def _said(one: Stretch, markers: Markers) -> str:
    when = f"on frames {one.start + 1} to {one.stop} ({markers.time[one.start]:.2f} s)"
    if not one.on:
        return (
            f"Marker {one.label} is up to {1e3 * one.raw:.0f} mm from where the markers beside it "
            f"have it {when}; these positions were left out."
        )
    what = (
        f"Markers {one.label} and {one.on} were exchanged"
        if one.exchanged
        else f"One of the markers {one.label} and {one.on} had the other's label"
    )
    return (
        f"{what} {when}: the distances to the markers beside them were {1e3 * one.raw:.0f} mm off, "
        f"and are {1e3 * one.repaired:.0f} mm with the labels put back."
    )


def _left_over(
    step: FloatArray, names: list[str], edges: BoolArray, markers: Markers
) -> tuple[Jump, ...]:
    """Edges that nothing explains."""
    return tuple(
        Jump(names[k], float(markers.time[f]), float(step[f, k]))
        for f, k in np.argwhere(edges)
        if step[f, k] > 2 * _EDGE
    )
