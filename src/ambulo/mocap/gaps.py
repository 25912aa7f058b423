"""Gaps in marker trajectories. A gap is filled if the error of the fill is small."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.runs import longest_run, runs
from ambulo.math.vector_arrays import finite
from ambulo.mocap.gap_fills import Fill, best_cutoff, by_segment, by_spline
from ambulo.records import Markers

Action = Literal["spline", "segment", "carried", "left", "open", "dropped"]

MAX_SPLINE = 0.2
"""s; longest gap for a spline. A cubic spline errs by 5/384 h^4 x'''' over a gap h. For a foot's
movement of 2 cm at 3 Hz, this is 3 mm in 0.1 s and 5 cm in 0.2 s. Longer gaps contain movement that
the spline cannot know.
"""
MAX_SEGMENT = 1.0
"""s; longest gap for a fill from the segment: about one stride. Over a longer time, a marker may
have shifted on its segment.
"""
MAX_ERROR = 0.015
"""m; a gap is filled if the same fill errs by less in 95 % of the trials where the marker is seen.
Soft tissue moves seen markers as much.
"""
_MOST_TRIES = 50
"""Places along the recording on which a fill is tried; a quarter of them for a marker that
flickers."""
_FLICKER = 10
"""Gaps of one marker from which it flickers."""
_TISSUE = 0.015
"""m; standard deviation of a distance between markers up to which they count as one segment's."""
_RARE = 0.1
"""A marker seen on less than this share of the frames is not worth filling."""


@dataclass(frozen=True)
class Gap:
    """Frames on which a marker is missing, and what was done about it.

    Args:
        marker: its name.
        start, stop: frames from 0, stop exclusive.
        action: how the gap was filled; or that it was carried, left at an end, left open within the
            recording, or dropped with its marker.
        error: m; 95th percentile of the greatest error of such fills, tried where the marker is
            seen.
    """

    marker: str
    start: int
    stop: int
    action: Action
    error: float = float("nan")

    @property
    def frames(self) -> int:
        """Number of frames."""
        return self.stop - self.start


@dataclass(frozen=True)
class GapReport:
    """All gaps of a trial.

    Args:
        gaps: gaps within `span`, in order of marker and frame.
        dropped: markers that were removed.
        span: frames (start, stop exclusive) from the first to the last frame that shows at least
            half of the markers: the passage through the measured volume. Nothing is filled outside.
        complete: longest run of frames (start, stop exclusive) without a gap in a kept marker.
        notes: one sentence for each marker.
    """

    gaps: tuple[Gap, ...]
    dropped: tuple[str, ...]
    span: tuple[int, int]
    complete: tuple[int, int]
    notes: tuple[str, ...]

    def of(self, marker: str) -> tuple[Gap, ...]:
        """Gaps of one marker."""
        return tuple(gap for gap in self.gaps if gap.marker == marker)

    def longest(self, marker: str) -> int:
        """Frames of the longest gap of a marker; 0 if it has none."""
        return max((gap.frames for gap in self.of(marker)), default=0)


def fill_gaps(
    markers: Markers,
    groups: Mapping[str, Sequence[str]] | None = None,
    *,
    required: Collection[str] | None = None,
    max_spline_s: float = MAX_SPLINE,
) -> tuple[Markers, GapReport]:
    """Fill gaps by a spline or from the segment's other markers, whichever does better.

    Splines with several cut-offs and the segment's markers are first tried on frames of the same
    number in which the marker is seen. The method with the smallest error is used, if this error is
    below 15 mm in 95 % of the trials. Splines usually fill the short gaps. A fill from the segment
    keeps the marker's place in the rigid body of at least three other markers, and meets the
    measured frames on both sides. Ends of the recording are never extrapolated. The segment's other
    markers may fill them. If neither method can fill a gap, the marker is removed, unless it is
    required or a required marker is missing in the same frames. A required marker is carried
    through the gap by three other markers of its segment, whatever their error. These markers alone
    then place the segment. Without three such markers, the gap stays open. Gaps at the ends also
    stay open.

    Args:
        markers: positions, NaN where not seen.
        groups: marker -> names of the markers on its segment; None takes the markers whose
            distances from it stay constant.
        required: markers that are not removed; None for no such marker.
        max_spline_s: s, longest gap for a spline.

    Returns:
        Filled markers and the report.

    Source: rigid fit of Soederkvist and Wedin (1993); the limits are justified at their constants.
    """
    must = set(required or ())
    rate = markers.rate
    first, last = _passage(markers.position)
    position = markers.position[first:last].copy()
    frames = len(position)
    measured = finite(position)
    position[~measured] = np.nan
    column = {name: k for k, name in enumerate(markers.names)}
    complete = np.asarray(measured.all(axis=0))
    gaps_of = {name: runs(~measured[:, k]) for name, k in column.items() if not complete[k]}
    inferred = groups is None and bool(gaps_of)
    if groups is None:
        groups = constant_distance_groups(markers, list(gaps_of))
    # the other markers are taken as measured, so that the order does not matter
    base = position.copy()
    done: list[Gap] = []
    dropped: list[str] = []
    # frames that lack what is required are not used, whatever else they lack
    unused = np.zeros(frames, dtype=bool)
    for name in sorted(gaps_of, key=lambda name: name not in must):
        k, gaps = column[name], gaps_of[name]
        others = [column[o] for o in groups.get(name, ()) if o in column and o != name]
        rare = float(measured[:, k].mean()) < _RARE
        limits = (0.0, 0.0) if rare else (max_spline_s, MAX_SEGMENT)
        fills = dict(zip(gaps, _best_fills(base, k, others, gaps, rate, limits), strict=True))
        inside = {gap for gap, fill in fills.items() if not fill and gap[0] > 0 and gap[1] < frames}
        if name in must and not rare:
            for gap in inside:
                carried = by_segment(base[:, k], base, others, *gap)
                if len(carried.path):
                    fills[gap] = replace(carried, action="carried")
        for gap, fill in fills.items():
            if fill is not None:
                position[slice(*gap), k] = fill.path
        if name in must and not rare:
            unused |= ~finite(position[:, k])
        lacking = any(fills[gap] is None and not unused[slice(*gap)].all() for gap in inside)
        if name not in must and (lacking or rare):
            dropped.append(name)
        for gap, fill in fills.items():
            start, stop = first + gap[0], first + gap[1]
            if name in dropped:
                done.append(Gap(name, start, stop, "dropped"))
            elif fill is None:
                done.append(Gap(name, start, stop, "open" if gap in inside else "left"))
            else:
                done.append(Gap(name, start, stop, fill.action, fill.error))
    kept = [k for name, k in column.items() if name not in dropped]
    whole = markers.position[:, kept].copy()
    whole[first:last] = position[:, kept]
    seen = np.asarray(np.isfinite(whole).all(axis=(1, 2)))
    gaps_in_order = tuple(sorted(done, key=lambda gap: (column[gap.marker], gap.start)))
    notes = _notes(gaps_in_order, markers, last - first, inferred)
    if (first, last) != (0, len(markers.time)):
        notes = (
            f"At least half of the {len(markers.names)} markers are seen from frame {first + 1} to "
            f"{last} of {len(markers.time)}. No gap was filled outside these frames.",
            *notes,
        )
    return Markers(tuple(markers.names[k] for k in kept), markers.time, whole), GapReport(
        gaps=gaps_in_order,
        dropped=tuple(dropped),
        span=(first, last),
        complete=longest_run(seen),
        notes=notes,
    )


def _best_fills(
    base: FloatArray,
    k: int,
    others: Sequence[int],
    gaps: Sequence[tuple[int, int]],
    rate: float,
    limits: tuple[float, float],
) -> Iterator[Fill | None]:
    """What fills each gap of marker k best; None where nothing does to within 15 mm.

    Args:
        limits: s, longest gaps that splines and that the segment's other markers fill.
    """
    # a marker that flickers is tried once for every length of gap
    tried: dict[int, tuple[float | None, float]] = {}
    tries = _MOST_TRIES if len(gaps) <= _FLICKER else _MOST_TRIES // 4
    for start, stop in gaps:
        length = stop - start
        fills: list[Fill] = []
        if length <= limits[0] * rate:
            if length not in tried:
                tried[length] = best_cutoff(base[:, k], length, rate, tries)
            fills.append(by_spline(base[:, k], start, stop, rate, *tried[length]))
        if length <= limits[1] * rate:
            fills.append(by_segment(base[:, k], base, others, start, stop))
        best = min(fills, key=lambda fill: fill.error, default=None)
        yield None if best is None or best.error > MAX_ERROR else best


def constant_distance_groups(
    markers: Markers, names: Sequence[str] | None = None
) -> dict[str, tuple[str, ...]]:
    """Markers that move with each marker as one rigid body, by their distances.

    Args:
        markers: positions.
        names: markers whose groups are needed; None for all.

    Returns:
        name -> names of up to six markers whose distance from it varies by less than 15 mm
        (standard deviation), the most constant first.
    """
    groups = {}
    for name in markers.names if names is None else names:
        distance = np.linalg.norm(markers.position - markers.of(name)[:, None], axis=2)
        spread = []
        for k, other in enumerate(markers.names):
            both = distance[np.isfinite(distance[:, k]), k]
            if other != name and len(both) >= 10 and float(np.std(both)) < _TISSUE:
                spread.append((float(np.std(both)), other))
        groups[name] = tuple(other for _, other in sorted(spread)[:6])
    return groups


def _passage(position: FloatArray) -> tuple[int, int]:
    """Frames from the first to the last on which half of the markers or more are seen."""
    share = finite(position).mean(axis=1)
    enough = np.flatnonzero(share >= 0.5 * share.max())
    return int(enough[0]), int(enough[-1]) + 1


def _notes(gaps: Sequence[Gap], markers: Markers, frames: int, inferred: bool) -> tuple[str, ...]:
    words = {
        "spline": "filled by a spline",
        "segment": "filled from its segment's other markers",
        "left": "left missing at the end of the recording",
        "carried": "filled from its segment's other markers, whatever the error, because the "
        "marker is required",
        "open": f"not filled: no method would fill it within {1000 * MAX_ERROR:.0f} mm",
        "dropped": "not filled, so the marker was left out",
    }
    notes, at_ends = [], []
    for name in dict.fromkeys(gap.marker for gap in gaps):
        mine = [gap for gap in gaps if gap.marker == name]
        missing = sum(gap.frames for gap in mine)
        if all(gap.action == "left" for gap in mine):
            at_ends.append(f"{name} ({missing} of {frames} frames)")
            continue
        parts = []
        for action in dict.fromkeys(gap.action for gap in mine):
            spans = [gap for gap in mine if gap.action == action]
            shown = ", ".join(
                f"{gap.start + 1}-{gap.stop}" if gap.frames > 1 else f"{gap.start + 1}"
                for gap in spans[:4]
            )
            more = f" and {len(spans) - 4} more" if len(spans) > 4 else ""
            worst = max(gap.error for gap in spans)
            trust = f" (error up to {1000 * worst:.1f} mm)" if np.isfinite(worst) else ""
            one = sum(gap.frames for gap in spans) == 1
            parts.append(f"{'frame' if one else 'frames'} {shown}{more} {words[action]}{trust}")
        longest = max(gap.frames for gap in mine) / markers.rate
        notes.append(
            f"Marker {name} is missing on {missing} of {frames} frames (longest gap "
            f"{longest:.2f} s): {'; '.join(parts)}."
        )
    if at_ends:
        notes.append(f"Gaps at the ends of the recording were not filled: {', '.join(at_ends)}.")
    if inferred and any(gap.action == "segment" for gap in gaps):
        notes.append("Ambulo grouped the markers into segments by their constant distances.")
    return tuple(notes)
