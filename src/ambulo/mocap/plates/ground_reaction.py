"""The plates' forces, given to the feet, on the marker frames."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, vector_product
from ambulo.math.vector_arrays import finite
from ambulo.mocap.events import CUT_BY_RECORD, in_stance
from ambulo.records import (
    SIDES,
    Event,
    ForcePlate,
    GroundReaction,
    PlateContact,
    Trial,
)

__all__ = ["ground_reaction"]


def ground_reaction(
    trial: Trial,
    contacts: Sequence[PlateContact],
    events: Sequence[Event],
    time: FloatArray,
    *,
    doubt: float = 0.0,
) -> GroundReaction:
    """Ground reaction on each foot as the plates measured it.

    A plate's force and moment about the world origin are averaged around each frame with a Hann
    window two frames wide, which keeps what is above the frames' Nyquist frequency from folding
    into them. The window is symmetric and narrows towards the beginning and end of a contact, so
    that neither moves and nothing leaks into the air. The centre of pressure follows from the
    averages. A shared plate is its one standing foot's while the other is in the air.

    Args:
        trial: with plates.
        contacts: which foot loads which plate.
        events: strikes and offs, for when a foot is in the air.
        time: (frames,) s, marker frames.
        doubt: s; a foot is not known to be in the air this near to an event that its motion told.

    Returns:
        Wrench of each foot. `known` is True in the air and where all of the foot is measured; where
        a foot is on the ground and no plate measures it, force and moments are NaN; on a partial
        contact they are what the plate measured, and not known.
    """
    frames = len(time)
    period = float(time[1] - time[0]) if frames > 1 else 1.0
    force = np.zeros((frames, 2, 3))
    moment = np.zeros((frames, 2, 3))
    height = np.zeros((frames, 2))
    measured = np.zeros((frames, 2), dtype=bool)
    doubtful = np.zeros((frames, 2), dtype=bool)
    down = [in_stance(time, events, side) for side in SIDES]
    for contact in contacts:
        plate = trial.plates[contact.plate]
        inside = (time >= contact.start) & (time <= contact.stop)
        at = np.flatnonzero(inside)
        if not len(at):
            continue
        plate_force, plate_moment = _averaged(plate, contact, time[at], period)
        for foot, side in enumerate(SIDES):
            if contact.side == side:
                mine = np.ones(len(at), dtype=bool)
                sure = contact.quality == "whole" or contact.reason == CUT_BY_RECORD
            elif contact.quality == "shared":
                own, other = down[foot], down[1 - foot]
                if own is None or other is None:
                    doubtful[at, foot] = True
                    continue
                mine, sure = own[at] & ~other[at], True
                doubtful[at[own[at] & other[at]], foot] = True
            else:
                if contact.side is None:
                    on_ground = down[foot]
                    doubtful[at if on_ground is None else at[on_ground[at]], foot] = True
                continue
            rows = at[mine]
            height[rows, foot] += plate_force[mine, 2] * plate.corners[:, 2].mean()
            force[rows, foot] += plate_force[mine]
            moment[rows, foot] += plate_moment[mine]
            measured[rows, foot] = True
            if not sure:
                doubtful[rows, foot] = True
    airborne = np.column_stack(
        [np.zeros(frames, dtype=bool) if flags is None else ~flags for flags in down]
    )
    for event in events:
        if doubt > 0.0 and event.source == "kinematics":
            foot = SIDES.index(event.side)
            near = np.abs(time - event.time) <= doubt
            doubtful[near & ~measured[:, foot], foot] = True
    known = (airborne | measured) & ~doubtful
    missing = ~airborne & ~measured
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
    )


def _averaged(
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
    point = np.full(force.shape, np.nan)
    free = np.zeros(force.shape[:2])
    usable = measured & (force[..., 2] > 1.0)
    # m = p x f + (0, 0, free), solved for p at the load-weighted height z of the plates
    f, m = force[usable], moment[usable]
    z = weighted_height[usable] / f[:, 2]
    x = (z * f[:, 0] - m[:, 1]) / f[:, 2]
    y = (z * f[:, 1] + m[:, 0]) / f[:, 2]
    point[usable] = np.column_stack([x, y, z])
    free[usable] = m[:, 2] - (x * f[:, 1] - y * f[:, 0])
    return point, free
