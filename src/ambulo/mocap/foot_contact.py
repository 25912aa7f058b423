"""When feet are on the ground in any movement: a part of the sole rests on a floor.

The method does not assume walking, an order of heel and toe, a swing between two stances, or a
single floor. A point is at rest if its speed relative to the floor is small compared with the speed
that the feet reach in this recording.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import quantile
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import finite, lengths, off_line
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.records import SIDES, Event, Side

_CUTOFF = 15.0
"""Hz, of the feet's velocities: sharp enough for a contact of 0.1 s."""
_SLOW, _STILL = 0.12, 0.25
"""A point rests below this share of the speed that feet reach, m/s at least."""
_NEAR = 0.03
"""m; what rests this near the lowest level at which that point rests is on the floor."""
_LASTING = 0.15
"""s; what rests higher for as long stands on something: a step, a box. The feet of a jump rest at
its top for some 0.05 s."""
_SHORTEST = 0.05
"""s; a shorter contact is none."""
_PAUSE = 0.06
"""s; a foot that moves for less has not left the ground."""
_LIFTED, _MOVED = 0.02, 0.05
"""m; nor one that neither rises by this with all its points, nor is put down this far away."""
_HIGHER = 0.05
"""m, above the other foot: soles and the places of markers on them differ by less."""
_OVER = 0.08
"""m from the line heel to toe, within which a mass centre is over a foot: half a foot's breadth and
3 cm for the error of either."""
_MOSTLY = 0.9
"""Of the frames."""
_BELT = 0.3
"""m/s; a floor that moves slower is one that feet slip on."""
_WITH_BELT = 0.5
"""Of the usual velocity near the floor, by which that of a foot on a belt may differ: rolling feet
make up to a third of it in fast running."""
_FLAT = 0.1
"""Of the frames near the floor, those in which a foot tilts least: flat in the shortest contact."""
_TWO_BELTS = 0.15
"""m/s; the feet of one who walks on one belt differ by less."""
_TRAVEL = 0.3
"""Of the way that feet go, as far as they get: who gets farther does not walk on a belt."""


def point_velocities(time: FloatArray, points: FloatArray) -> FloatArray:
    """Smoothed velocities (frames, k, 3) m/s of points of the feet; NaN in gaps.

    Args:
        time: (frames,) s.
        points: (frames, k, 3) m; NaN in gaps.
    """
    rate = (len(time) - 1) / (time[-1] - time[0])
    velocity = np.full(points.shape, np.nan)
    # points that are seen in the same frames go together
    together: dict[tuple[int, int], list[int]] = {}
    for k in range(points.shape[1]):
        for stretch in runs(finite(points[:, k])):
            together.setdefault(stretch, []).append(k)
    for (first, stop), group in together.items():
        if stop - first > 20:
            path = zero_lag(points[first:stop, group], min(_CUTOFF, 0.4 * rate), rate)
            velocity[first:stop, group] = np.gradient(path, time[first:stop], axis=0)
    return velocity


def floor_velocities(
    feet: Mapping[Side, FloatArray], velocity: Mapping[Side, FloatArray]
) -> Mapping[Side, FloatArray]:
    """Horizontal velocity (2,) m/s of the floor under each foot: zero except on a treadmill.

    There is one velocity for both feet, unless they walk on two belts with different speeds. It is
    the velocity of flat feet that move far while the subject stays in place.

    Args:
        feet: (frames, points, 3) m; NaN in gaps.
        velocity: velocity of these points (`point_velocities`).
    """
    seen, way, net = dict[Side, tuple[FloatArray, FloatArray]](), 0.0, 0.0
    for side, points in feet.items():
        heel = points[finite(points[:, 0, :2]), 0, :2]
        if len(heel):
            way += float(np.linalg.norm(np.diff(heel, axis=0), axis=1).sum())
            net += float(np.linalg.norm(heel[-1] - heel[0]))
        seen[side] = _low_feet(points, velocity[side])
    if net > _TRAVEL * way:
        return {side: np.zeros(2) for side in feet}
    belts = {side: _velocity_of(*low) for side, low in seen.items()}
    if float(np.linalg.norm(np.ptp(list(belts.values()), axis=0))) > _TWO_BELTS:
        return belts
    both = (np.concatenate(each) for each in zip(*seen.values(), strict=True))
    return dict.fromkeys(feet, _velocity_of(*both))


def _low_feet(points: FloatArray, velocity: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Of a foot near the floor: velocity (n, 2) m/s of its lowest point, how it tilts (n,) m/s.

    It tilts by the vertical speed of the fastest of its points.
    """
    # fmin, for a point may never be seen
    height = points[..., 2] - np.fmin.reduce(points[..., 2], axis=0)
    lowest = np.argmin(np.where(np.isfinite(height), height, np.inf), axis=1)
    frame = np.arange(len(points))
    low = (height[frame, lowest] < _NEAR) & finite(velocity[frame, lowest])
    return velocity[frame, lowest, :2][low], np.nanmax(np.abs(velocity[low, :, 2]), axis=1)


def _velocity_of(moving: FloatArray, tilts: FloatArray) -> FloatArray:
    """That (2,) of a floor on which low feet move at velocities (n, 2) and tilt by (n,), m/s.

    A foot that rolls carries its points ahead of the floor or behind it: what lies flat tells.
    """
    if not len(moving):
        return np.zeros(2)
    found = np.median(moving, axis=0)
    speed = float(np.hypot(*found))
    near = np.linalg.norm(moving - found, axis=1) < _WITH_BELT * speed
    if speed < _BELT or not near.any():
        return np.zeros(2)
    flat = tilts[near] <= np.quantile(tilts[near], _FLAT)
    return np.asarray(np.median(moving[near][flat], axis=0))


def feet_at_rest(
    time: FloatArray,
    feet: Mapping[Side, FloatArray],
    velocity: Mapping[Side, FloatArray],
    floor: Mapping[Side, FloatArray],
) -> Mapping[Side, BoolArray]:
    """Whether each foot is on the ground, (frames,) by side.

    Args:
        time: (frames,) s.
        feet: (frames, points, 3) m, world frame: heel, toe, then others; NaN in gaps.
        velocity: velocity of these points (`point_velocities`).
        floor: (2,) m/s, velocity of the floor under each foot.
    """
    speed, slow = _over_floor(velocity, floor)
    return {side: _on_ground(time, feet[side], speed[side], slow, floor[side]) for side in feet}


def _over_floor(
    velocity: Mapping[Side, FloatArray], floor: Mapping[Side, FloatArray]
) -> tuple[dict[Side, FloatArray], float]:
    """Speeds (frames, k) m/s of points over their floor, and below which speed one rests."""
    speed = {side: lengths(speeds - [*floor[side], 0.0]) for side, speeds in velocity.items()}
    return speed, max(_SLOW * speed_reached(speed.values()), _STILL)


def speed_reached(speed: Iterable[FloatArray]) -> float:
    """Speed [m/s] that points of the feet reach in swing, from speeds (frames, k). Single spikes
    have no effect.
    """
    known = np.concatenate([s[np.isfinite(s)] for s in speed])
    return quantile(known, 0.98) if len(known) else 0.0


def points_on_floor(time: FloatArray, feet: Mapping[Side, FloatArray]) -> Mapping[Side, BoolArray]:
    """Whether each point (frames, points) of each foot rests on its floor, by side.

    A foot is assumed to be held in the air if it is higher than the other, resting foot by more
    than soles differ.

    Args:
        time: (frames,) s.
        feet: (frames, points, 3) m, world frame; NaN in gaps.
    """
    velocity = {side: point_velocities(time, points) for side, points in feet.items()}
    speed, slow = _over_floor(velocity, floor_velocities(feet, velocity))
    down, lowest = {}, {}
    for side, points in feet.items():
        rests = speed[side] < slow
        height = np.where(np.isfinite(points[..., 2]), points[..., 2], np.inf)
        down[side] = rests & (height < _levels(height, rests) + _NEAR)
        lowest[side] = height.min(axis=1)
    if len(feet) < 2:
        return down
    return {
        side: down[side]
        & ~(down[other].any(axis=1) & (lowest[side] > lowest[other] + _HIGHER))[:, None]
        for side, other in (SIDES, SIDES[::-1])
    }


def _levels(height: FloatArray, rests: BoolArray) -> FloatArray:
    """Where each point lies (points,) m when the foot stands on the lowest floor."""
    return np.array(
        [quantile(h[r], 0.1) if r.any() else np.inf for h, r in zip(height.T, rests.T, strict=True)]
    )


def without_held_feet(
    rest: Mapping[Side, BoolArray], feet: Mapping[Side, FloatArray], centre: FloatArray
) -> Mapping[Side, BoolArray]:
    """Periods of rest, without those of a foot that is held in the air.

    A foot that rests higher than the other carries nothing if the mass centre stays over the other
    foot and never comes over this foot. The mass centre of a subject who stands or hops on one leg
    stays over that foot.

    Args:
        rest: (frames,) by side, as `feet_at_rest`.
        feet: (frames, points, 3) m, the heel first, the toe second; NaN in gaps.
        centre: (frames, 3) m, centre of mass, or the middle of the hips.
    """
    lowest = {side: np.nanmin(points[..., 2], axis=1) for side, points in feet.items()}
    over = {
        side: off_line(centre[:, :2], points[:, 0, :2], points[:, 1, :2]) < _OVER
        for side, points in feet.items()
    }
    found = {}
    for side, other in (SIDES, SIDES[::-1]):
        found[side] = rest[side].copy()
        for first, stop in runs(rest[side]):
            here = slice(first, stop)
            both = rest[other][here]
            higher = (lowest[side] - lowest[other])[here][both] > _HIGHER
            if (
                both.any()
                and higher.mean() > _MOSTLY
                and over[other][here][both].mean() > _MOSTLY
                and over[side][here].mean() < 1.0 - _MOSTLY
            ):
                found[side][here] = False
    return found


def contact_events(time: FloatArray, rest: Mapping[Side, BoolArray]) -> tuple[Event, ...]:
    """Strikes and offs in order of time, with source "kinematics". Each is half a frame after the
    last frame before the change.

    Args:
        time: (frames,) s.
        rest: (frames,) by side, as `feet_at_rest`.
    """
    events = []
    for side, down in rest.items():
        for k in np.flatnonzero(np.diff(down.astype(np.int8))):
            when = 0.5 * float(time[k] + time[k + 1])
            events.append(Event(side, "strike" if down[k + 1] else "off", when, "kinematics"))
    return tuple(sorted(events, key=lambda event: event.time))


def _on_ground(
    time: FloatArray, points: FloatArray, speed: FloatArray, slow: float, floor: FloatArray
) -> BoolArray:
    """Whether one foot is on the ground, by points (frames, k, 3) and speeds (frames, k)."""
    rests = speed < slow
    height = np.where(np.isfinite(points[..., 2]), points[..., 2], np.inf)
    if not rests.any():
        return np.zeros(len(time), dtype=bool)
    level = _levels(height, rests)
    near = height < level + _NEAR
    down = np.asarray((rests & near).any(axis=1))
    step = float(time[1] - time[0])
    for first, stop in runs(np.asarray(rests.any(axis=1))):
        if (stop - first) * step >= _LASTING:
            down[first:stop] = True
    # a foot that is moved without leaving the ground stays on it
    for first, stop in runs(~down):
        if first == 0 or stop == len(down):
            continue
        rise = (height[first:stop] - level).min(axis=1).max()
        drift = floor * (time[stop] - time[first - 1])
        away = np.linalg.norm(points[stop, :, :2] - points[first - 1, :, :2] - drift, axis=1).min()
        if (stop - first) * step < _PAUSE or (rise < _LIFTED and not away > _MOVED):
            down[first:stop] = True
    for first, stop in runs(down):
        if (stop - first) * step < _SHORTEST and first > 0 and stop < len(down):
            down[first:stop] = False
    return down
