"""Support by something other than the feet: a seat, a rail, a cane or a helper.

The motion of the whole body needs a certain wrench, and plates measure the part under the standing
feet. Something else carries the rest. If the rest acts under a foot, a part of this foot may be
beside its plate.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import off_line, wrench_about
from ambulo.math.windows import windows
from ambulo.records import GroundReaction

_SHARE = 0.10
"""Of the body weight: less is what masses, filters and plates leave over."""
_MOVED = 0.20
"""More, of what accelerations add to or take from the body weight nearby: tables of segment masses
differ by 4 % of the body in a leg, which may move by several g."""
_NEARBY = 0.40
"""s, over which accelerations are taken."""
_LASTING = 0.20
"""s; less is an impact that the filter has spread."""
_UNDER_FOOT = 0.15
"""m from the line heel to toe, within which a foot beside its plate carries what is lacking: the
sole, and 0.1 m by which the place of some 80 N is known. A cane is farther off."""
_LEAST = 0.25
"""Of that force, down to which a support is still there before and after."""
_PAUSE = 0.10
"""s; an interruption this short does not end a support."""


@dataclass(frozen=True)
class OtherSupport:
    """One time in which something besides the feet carries the subject.

    Args:
        start, stop: s.
        most: N, largest vertical force.
        ahead, left: m, where the largest force acts: in front of the middle of the ankles
            (negative: behind) and to the left of it.
    """

    start: float
    stop: float
    most: float
    ahead: float
    left: float


def find_other_support(
    total: FloatArray,
    measured: GroundReaction,
    soles: FloatArray,
    stance: BoolArray,
    ankles: FloatArray,
    facing: FloatArray,
    weight: float,
) -> tuple[tuple[OtherSupport, ...], BoolArray]:
    """Times in which something besides the feet carries the subject.

    Args:
        total: (frames, 6) wrench about the world origin that the motion needs [N*m, N].
        measured: each foot's reaction. Frames in which a foot is not known are not used.
        soles: (frames, 2, 2, 3) m, heel and toe of each foot; stance: (frames, 2), when it stands.
        ankles: (frames, 2, 3) m.
        facing: (frames, 2) unit vectors, forwards on the floor.
        weight: of the body, N.
    Returns:
        The times, and their frames (frames,), extended on both sides while a part of the support
        remains.
    """
    known = np.asarray(measured.known.all(axis=1))
    on_feet = measured.wrench.sum(axis=1)
    lacking = np.where(known[:, None], total - on_feet, np.nan)
    time = measured.time
    step = float(time[1] - time[0])
    wide = 2 * round(0.5 * _NEARBY / step) + 1
    moved = windows(np.abs(total[:, 5] - weight), wide).max(axis=-1)
    least = _SHARE * weight + _MOVED * moved
    carried = np.asarray(lacking[:, 5] > least)
    for first, stop in runs(~carried):
        if first > 0 and stop < len(carried) and (stop - first) * step < _PAUSE:
            carried[first:stop] = True
    found, frames = [], np.zeros(len(time), dtype=bool)
    pause = round(_PAUSE / step)
    left = runs(np.asarray(lacking[:, 5] > _LEAST * least))
    for first, stop in runs(carried):
        if (stop - first) * step < _LASTING or _under_a_foot(
            lacking[first:stop], soles[first:stop], stance[first:stop]
        ):
            continue
        for begins, ends in left:
            if begins < stop and ends > first:
                frames[max(begins - pause, 0) : ends + pause] = True
        k = first + int(np.nanargmax(lacking[first:stop, 5]))
        middle = ankles[k].mean(axis=0) * [1.0, 1.0, 0.0]
        moment = wrench_about(middle, lacking[k, 3:], lacking[k, :3])[:3]
        place = np.array([-moment[1], moment[0]]) / lacking[k, 5]
        found.append(
            OtherSupport(
                float(time[first]),
                float(time[stop - 1]),
                float(lacking[k, 5]),
                float(place @ facing[k]),
                float(place @ [-facing[k, 1], facing[k, 0]]),
            )
        )
    return tuple(found), frames


def _under_a_foot(lacking: FloatArray, soles: FloatArray, stance: BoolArray) -> bool:
    """Whether a wrench (n, 6) about the origin acts on average under one of the standing feet."""
    for foot in range(2):
        stands = stance[:, foot] & np.isfinite(lacking).all(axis=1)
        if not stands.any():
            continue
        heel, toe = np.moveaxis(soles[stands, foot], 1, 0)
        middle = 0.5 * (heel + toe) * [1.0, 1.0, 0.0]
        moment, force = np.split(
            wrench_about(middle, lacking[stands, 3:], lacking[stands, :3]).mean(axis=0), 2
        )
        # about the foot's middle on the floor
        place = np.array([-moment[1], moment[0]]) / force[2]
        ends = [(end - middle)[:, :2].mean(axis=0) for end in (heel, toe)]
        if off_line(place, *ends) < _UNDER_FOOT:
            return True
    return False
