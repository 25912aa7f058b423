"""Wrong positions of markers: exchanged labels, spikes, and positions found by `not_measured`.

A marker moves steadily from frame to frame. A break in this movement is an edge. Between two edges
a marker follows either the path of another marker, which fits if both labels are exchanged, or no
marker. In the second case the positions are removed, and gaps are filled later. If most markers
have an edge at once, the cameras are the cause. The computing time is proportional to
the number of frames.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.mocap.marker_distances import (
    Stretch,
    deviations,
    left_astray,
    neighbours,
    put_labels_back,
    take_out_strays,
)
from ambulo.mocap.not_measured import (
    EDGE,
    camera_breaks,
    coarse_step,
    drawn_frames,
    straight_steps,
    take_out_frozen,
    take_out_lines,
)
from ambulo.records import Markers, PutBack

_EDGE_OWN = 5.0
"""Times the 95th percentile of the marker's own steps: fast movements at few frames a second."""
_COARSE = 0.004
"""m; a marker at 0.5 m/s, slower than feet and shanks swing, seems to stand still on three frames
of 4 ms."""
_LONGEST = 1.0
"""s between two edges that may be the ends of an exchange."""
_BEND = 0.35
"""Of a stretch's distance, by which the paths before and after it may fail to meet."""
_TAKEN_OUT = 0.2
"""s; longer stretches that fit nowhere are not taken out but said, see `gaps.MAX_SPLINE`."""


@dataclass(frozen=True)
class Jump:
    """A place where a marker jumps or stays away from its neighbours, without a known correction.

    Args:
        marker: its name; time: s; size: m.
    """

    marker: str
    time: float
    size: float


@dataclass(frozen=True, eq=False)
class Cleaned:
    """Markers after all possible corrections.

    Args:
        markers: with corrected labels; wrong positions are NaN.
        jumps: the remaining jumps.
        lost: markers that stand still for long, and the seconds that they stand still.
        breaks: s, times at which the cameras lost or held frames.
        notes: one sentence on each correction.
    """

    markers: Markers
    jumps: tuple[Jump, ...]
    lost: Mapping[str, float]
    breaks: tuple[float, ...]
    notes: tuple[str, ...]


def clean_markers(
    markers: Markers, names: Collection[str], R_WL: FloatArray | None = None
) -> Cleaned:
    """Correct exchanged labels, and remove positions that belong to no marker.

    Args:
        markers: as recorded, NaN where not seen.
        names: names of the markers that are tested.
        R_WL: (3, 3) rotation to the world frame from the axes along which positions were rounded;
            None if these are the world's.
    Raises:
        InputError: positions are rounded so coarsely that moving markers seem to stand still.
    """
    column = [k for k, name in enumerate(markers.names) if name in names]
    if len(markers.time) < 8 or not column:
        return Cleaned(markers, (), {}, (), ())
    path = markers.position.take(column, axis=1)
    shown = [markers.names[k] for k in column]
    grid = coarse_step(path if R_WL is None else path @ R_WL)
    if grid > _COARSE:
        raise InputError(
            what=f"the positions of the markers are rounded to steps of {1e3 * grid:.0f} mm",
            remedy="Export them with more digits: as floating-point numbers, or with a smaller "
            "POINT:SCALE",
        )
    notes, frozen = take_out_frozen(path, shown)
    straight, pace = straight_steps(path)
    drawn = drawn_frames(straight, pace)
    if not len(drawn):
        notes += take_out_lines(path, shown, straight, pace)
    lost = {
        name: frames / markers.rate
        for name, frames in frozen.items()
        if frames > _TAKEN_OUT * markers.rate
    }
    breaks = np.union1d(camera_breaks(path), drawn)
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
    return np.asarray(np.maximum(EDGE, _EDGE_OWN * np.partition(step, k, axis=0)[k]))


def _edges(step: FloatArray, limit: FloatArray) -> BoolArray:
    """Frames (frames, markers) at which a path begins to be another; the sharpest of neighbours."""
    edge = step > limit
    # a single edge shows as a half-sized step in the frames beside it
    edge[1:] &= step[1:] >= step[:-1]
    edge[:-1] &= step[:-1] > step[1:]
    return edge


def _beside(rows: IntArray, frames: int) -> IntArray:
    """The frames and those around them."""
    near = (rows[:, None] + np.arange(-2, 3)).ravel()
    return near[(near >= 0) & (near < frames)]


def _put_back(
    path: FloatArray, names: list[str], edges: BoolArray, limit: FloatArray, markers: Markers
) -> list[str]:
    """Exchange labels where that makes two paths steady at both ends, in place."""
    notes: list[str] = []
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
                PutBack(
                    f"Markers {names[a]} and {names[b]} were exchanged on frames {start + 1} to "
                    f"{stop} ({markers.time[start]:.2f} s). This was corrected."
                )
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
                f"Marker {names[k]} jumps away and back on {frames} "
                f"frame{'s' if frames > 1 else ''} ({spans}). These positions were left out."
            )
    return notes


def _spikes(
    path: FloatArray, edges: BoolArray, limit: float, longest: int
) -> list[tuple[int, int]]:
    """Stretches (start, stop exclusive) away from the line between the frames around them."""
    found: list[tuple[int, int]] = []
    done = 0
    for start in map(int, np.flatnonzero(edges)):
        if start < done:
            continue
        # a spike of one frame has its sharpest edge at the frame itself or at the next
        for first in (start - 1, start):
            stop = _returns(path, first, limit, longest)
            if stop is not None and first >= done:
                found.append((first, stop))
                done = stop + 1
                break
        else:
            slid = _slides(path, start, limit, longest // 2)
            if slid is not None and slid[0] >= done:
                found.append(slid)
                done = slid[1] + 1
    return found


def _slides(path: FloatArray, edge: int, limit: float, longest: int) -> tuple[int, int] | None:
    """Stretch in which a path slides away and jumps back at an edge, or jumps away and slides back;
    None if neither.
    """
    begin = _slides_away(path, edge, limit, longest)
    if begin is not None:
        return begin, edge
    end = _slides_away(path[::-1], len(path) - edge, limit, longest)
    return None if end is None else (edge, len(path) - end)


def _slides_away(path: FloatArray, edge: int, limit: float, longest: int) -> int | None:
    """Frame from which a path leaves the one that goes on at an edge; None if it is another."""
    after = path[edge : edge + 3]
    if len(after) < 3 or not np.isfinite(after).all():
        return None
    for start in range(edge - 2, max(edge - longest, 3) - 1, -1):
        before = path[start - 3 : start]
        if not np.isfinite(path[start - 3 : edge]).all():
            return None
        bend, off = _passed_by(before, path[start:edge], after)
        # farthest where it jumps back, and nearest where it left
        if off[-1] > limit and bend < _BEND * off[-1] and off[0] < _BEND * off[-1]:
            return start
    return None


def _passed_by(
    before: FloatArray, between: FloatArray, after: FloatArray
) -> tuple[float, FloatArray]:
    """By how much paths (3, 3) before and after a stretch (n, 3) do not go on as one, and the
    stretch's distances (n,) from the line between their ends [m].
    """
    gap = len(between) + 1
    pace = 0.25 * (before[2] - before[0] + after[2] - after[0])
    # a cubic with the pace on both sides (Hermite) must pass the stretch by
    mean = (after[0] - before[2]) / gap
    share = (np.arange(1, gap) / gap)[:, None]
    line = before[2] + share * (after[0] - before[2])
    return float(np.linalg.norm(mean - pace)) * gap, np.linalg.norm(between - line, axis=1)


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
        bend, off = _passed_by(before, path[start:stop], after)
        if bend < _BEND * off.max() and off.min() > 0.3 * off.max() and off.max() > limit:
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
            f"Marker {one.label} is up to {1e3 * one.raw:.0f} mm from the place that neighbouring "
            f"markers give {when}. These positions were left out."
        )
    what = (
        f"Markers {one.label} and {one.on} were exchanged"
        if one.exchanged
        else f"One of the markers {one.label} and {one.on} had the other's label"
    )
    return PutBack(
        f"{what} {when}. Their distances to neighbouring markers were {1e3 * one.raw:.0f} mm off. "
        f"With the labels exchanged back, they are {1e3 * one.repaired:.0f} mm off."
    )


def _left_over(
    step: FloatArray, names: list[str], edges: BoolArray, markers: Markers
) -> tuple[Jump, ...]:
    """Edges that nothing explains."""
    return tuple(
        Jump(names[k], float(markers.time[f]), float(step[f, k]))
        for f, k in np.argwhere(edges)
        if step[f, k] > 2 * EDGE
    )
