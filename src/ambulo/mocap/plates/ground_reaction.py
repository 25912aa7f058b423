"""The plates' forces at the marker frames, assigned to the feet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray, vector_product
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import finite
from ambulo.mocap.plates.plate_loadings import (
    REACH,
    distance_from_foot,
    edges_known,
    plate_surface,
)
from ambulo.records import (
    SIDES,
    Event,
    ForcePlate,
    GroundReaction,
    PlateContact,
    Side,
    Trial,
)

_SOLE = 0.05
"""m, that a sole reaches beyond its markers."""
_FELT = 0.05
"""Of a plate's greatest load, that a foot presses with."""
_ALONE = 0.1
"""s; a foot that stands alone for longer shows whether it presses on a plate."""


def ground_reaction(
    trial: Trial,
    contacts: Sequence[PlateContact],
    events: Sequence[Event],
    time: FloatArray,
    feet: Mapping[Side, FloatArray],
    stance: BoolArray,
    *,
    doubt: float = 0.0,
) -> GroundReaction:
    """Ground reaction on each foot as the plates measured it.

    A plate's force and moment about the world origin are averaged around each frame with a Hann
    window two frames wide. This prevents aliasing of frequencies above the frames' Nyquist
    frequency. The window is symmetric and becomes narrower towards the beginning and end of a
    contact. So neither end moves, and no load appears in the air. An event rounded to a frame may
    put a foot on the ground one frame before its plate is loaded, or after: there the force on a
    foot that the plate measures wholly is zero. The centre of pressure follows from the averages. A
    plate under both feet belongs to one foot in two cases. In the first case, the other foot is in
    the air, and the centre of pressure is under this foot. In the second case (the seam of two
    belts), the other foot is beside the plate, or does not load the plate when it stands alone.
    Loads that are not from a foot (a hand, a bag, another person) change nothing for a foot that
    another plate measures wholly.

    Args:
        trial: with plates.
        contacts: contacts of feet with plates.
        events: strikes and offs.
        time: (frames,) s, marker frames.
        feet: (frames, points, 3) m at these frames, the heel first, the toe second; NaN in gaps.
        stance: (frames, 2) whether each foot is on the ground.
        doubt: s; within this time of an event from the motion, it is not known whether the foot is
            in the air.

    Returns:
        Wrench of each foot. `known` is True in the air, and where plates measure all of the foot.
        If no plate measures a foot on the ground, force and moments are NaN. In a partial contact
        they are the plate's values, and `known` is False. Where a plate is under both feet,
        `together` is given.
    """
    frames = len(time)
    period = float(time[1] - time[0]) if frames > 1 else 1.0
    force = np.zeros((frames, 2, 3))
    moment = np.zeros((frames, 2, 3))
    height = np.zeros((frames, 2))
    measured = np.zeros((frames, 2), dtype=bool)
    doubtful = np.zeros((frames, 2), dtype=bool)
    # feet on the ground while a load is given to none; feet that a plate measures wholly
    nobodys, wholly = np.zeros((2, frames, 2), dtype=bool)
    # within a frame of a whole contact
    unloaded = np.zeros((frames, 2), dtype=bool)
    # all that plates measure, where a plate is under both feet, and where some of it may be missing
    every = np.zeros((frames, 6))
    common, lacking = np.zeros((2, frames), dtype=bool)
    edges = edges_known(trial)
    for contact in contacts:
        plate = trial.plates[contact.plate]
        inside = (time >= contact.start) & (time <= contact.stop)
        at = np.flatnonzero(inside)
        if not len(at):
            continue
        plate_force, plate_moment = averaged(plate, contact, time[at], period)
        every[at] += np.concatenate([plate_moment, plate_force], axis=1)
        if contact.quality == "shared":
            point, _ = _point_of(plate_force, plate_moment, plate.corners[:, 2].mean())
            # NaN, where the foot is not seen or the load too small, is not beside it
            off = np.stack([distance_from_foot(feet[side][at], point) for side in SIDES], axis=1)
            bears = stance[at] & _pressed(stance, at, off, plate_force[:, 2], 1.0 / period)
            if edges:
                bears &= _within(plate, {side: feet[side][at] for side in SIDES})
            both = bears.all(axis=1)
            common[at] |= both
        elif contact.quality == "partial" and not contact.cut:
            lacking[at] = True
        for foot, side in enumerate(SIDES):
            if contact.side == side:
                mine = np.ones(len(at), dtype=bool)
                doubtful[at, foot] |= contact.quality != "whole" and not contact.cut
                wholly[at, foot] |= contact.quality == "whole"
                if contact.quality == "whole":
                    unloaded[:, foot] |= ~inside & (
                        (time > contact.start - period) & (time < contact.stop + period)
                    )
            elif contact.quality == "shared":
                alone, beside = bears[:, foot] & ~both, off[:, foot] > REACH
                mine = alone & ~beside
                nobodys[at, foot] |= (alone & beside) | both
                doubtful[at, foot] |= both & edges
            else:
                if contact.side is None:
                    nobodys[at, foot] = stance[at, foot]
                continue
            rows = at[mine]
            height[rows, foot] += plate_force[mine, 2] * plate.corners[:, 2].mean()
            force[rows, foot] += plate_force[mine]
            moment[rows, foot] += plate_moment[mine]
            measured[rows, foot] = True
    doubtful |= nobodys & ~wholly
    measured |= unloaded & stance & ~nobodys
    for event in events:
        if doubt > 0.0 and event.source == "kinematics":
            foot = SIDES.index(event.side)
            near = np.abs(time - event.time) <= doubt
            doubtful[near & ~measured[:, foot], foot] = True
    known = (~stance | measured) & ~doubtful
    missing = stance & ~measured
    force[missing] = np.nan
    moment[missing] = np.nan
    point, free = _centre_of_pressure(force, moment, height, measured)
    free[missing] = np.nan
    return GroundReaction(
        time=time,
        force=force,
        moment_origin=moment,
        centre_of_pressure=point,
        free_moment=free,
        known=known,
        source="plates",
        together=np.where((common & ~lacking)[:, None], every, np.nan) if common.any() else None,
    )


def _within(plate: ForcePlate, feet: Mapping[Side, FloatArray]) -> BoolArray:
    """Frames (n, 2) in which a foot (n, points, 3) m is not clear of the plate."""
    outside = [plate_surface(plate).outside(feet[side]) for side in SIDES]
    return ~np.stack([np.fmin.reduce(each, axis=1) > _SOLE for each in outside], axis=1)


def _pressed(
    stance: BoolArray, at: IntArray, off: FloatArray, load: FloatArray, rate: float
) -> BoolArray:
    """Frames (n, 2) of stances whose feet press on a plate when they stand alone, or never do so.

    The first half of a stance is told by the first half of the single support, in which a heel may
    lie over an edge, the second by the second, in which the toes may.

    Args:
        stance: (frames, 2).
        at: (n,) frames in which the plate is loaded.
        off: (n, 2) m, from its centre of pressure to each foot.
        load: (n,) N, its vertical force.
    """
    pressed = np.ones((len(at), 2), dtype=bool)
    under = np.zeros_like(stance)
    under[at] = ~(off > REACH) & (load > _FELT * load.max())[:, None]
    for foot in range(2):
        for start, stop in runs(stance[:, foot]):
            alone = start + np.flatnonzero(~stance[start:stop, 1 - foot])
            middle = 0.5 * (start + stop)
            halves = np.array_split(alone, 2)
            for half, part in zip(halves, (at < middle, at >= middle), strict=True):
                if len(half) > 0.5 * _ALONE * rate and under[half, foot].mean() < 0.5:
                    pressed[(at >= start) & (at < stop) & part, foot] = False
    return pressed


def averaged(
    plate: ForcePlate, contact: PlateContact, time: FloatArray, period: float
) -> tuple[FloatArray, FloatArray]:
    """Force (n, 3) [N] and moment about the world origin (n, 3) [N*m] around each time."""
    first = int(np.searchsorted(plate.time, contact.start - 1e-9))
    last = int(np.searchsorted(plate.time, contact.stop + 1e-9))
    samples = plate.time[first:last]
    force = plate.force[first:last]
    point = _held(plate.centre_of_pressure[first:last])
    normal = _normal(plate)
    moment = vector_product(point, force) + plate.free_moment[first:last, None] * normal
    wrench = np.concatenate([force, moment], axis=1)
    step = float(plate.time[1] - plate.time[0])
    result = np.empty((len(time), 6))
    half = np.minimum(period, np.minimum(time - samples[0], samples[-1] - time))
    narrow = half < 1.5 * step
    for column in range(6):
        result[narrow, column] = np.interp(time[narrow], samples, wrench[:, column])
    t, half = time[~narrow], half[~narrow]
    if not len(t):
        return result[:, :3], result[:, 3:]
    begin, end = np.searchsorted(samples, t - half), np.searchsorted(samples, t + half)
    # (frames, samples around each), as many as the widest window holds
    around = begin[:, None] + np.arange(np.max(end - begin))
    inside = around < end[:, None]
    around = np.minimum(around, len(samples) - 1)
    offset = samples[around] - t[:, None]
    window = np.where(inside, 0.5 + 0.5 * np.cos(np.pi * offset / half[:, None]), 0.0)
    # between samples the window is not quite symmetric: weigh by a line through the frame
    zeroth, first_moment, second = (np.sum(window * offset**k, axis=1) for k in range(3))
    window *= second[:, None] - first_moment[:, None] * offset
    weight = window / (zeroth * second - first_moment**2)[:, None]
    result[~narrow] = np.einsum("fs,fsc->fc", weight, wrench[around])
    return result[:, :3], result[:, 3:]


def _held(point: FloatArray) -> FloatArray:
    """Centre of pressure with its first and last value kept where the load is too small."""
    good = np.flatnonzero(finite(point))
    if not len(good):
        return np.zeros_like(point)
    every = np.arange(len(point))
    return np.column_stack([np.interp(every, good, point[good, axis]) for axis in range(3)])


def _normal(plate: ForcePlate) -> FloatArray:
    """Upward normal of a plate (3,)."""
    normal = np.cross(plate.corners[1] - plate.corners[0], plate.corners[2] - plate.corners[0])
    normal = normal / np.linalg.norm(normal)
    return np.asarray(normal * np.sign(normal[2]))


def _centre_of_pressure(
    force: FloatArray, moment: FloatArray, weighted_height: FloatArray, measured: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Point on the ground (frames, 2, 3) about which only a vertical moment (frames, 2) is left."""
    vertical = force[..., 2]
    # at the load-weighted height of the plates
    height = np.divide(weighted_height, vertical, out=np.zeros_like(vertical), where=vertical > 1.0)
    point, free = _point_of(force, moment, height)
    point[~measured] = np.nan
    return point, np.where(measured & (vertical > 1.0), free, 0.0)


def _point_of(
    force: FloatArray, moment: FloatArray, height: FloatArray | float
) -> tuple[FloatArray, FloatArray]:
    """Point (..., 3) at a height and moment (...) with m = p x f + (0, 0, free); NaN below 1 N."""
    x_force, y_force, up = np.moveaxis(np.where(force[..., 2:] > 1.0, force, np.nan), -1, 0)
    x = (height * x_force - moment[..., 1]) / up
    y = (height * y_force + moment[..., 0]) / up
    free = moment[..., 2] - (x * y_force - y * x_force)
    return np.stack([x, y, height + 0.0 * up], axis=-1), free
