"""Walks that are not straight and even over one plate a foot, drawn for `made_activities`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from tests.drawn_activities import STAND, Drawing, Stance, walking
from tests.made_motions import smooth_step

from ambulo.records import SIDES, Side

_STEP, _DOUBLE, _SPEED = 0.55, 0.11, 1.2
_CONTACT = _STEP + _DOUBLE


def gaining(
    lengths: Sequence[float] = (0.30, 0.42, 0.54, 0.62, 0.66, 0.68, 0.68, 0.68),
    times: Sequence[float] = (0.64, 0.60, 0.57, 0.55, 0.54, 0.53, 0.53, 0.53),
    double: float = 0.13,
) -> Drawing:
    """From standing to a walk that is still going when the record ends."""
    wait = 1.0
    place = dict.fromkeys(SIDES, 0.0)
    since = dict.fromkeys(SIDES, -1.0)
    stances: dict[Side, list[Stance]] = {"left": [], "right": []}
    side: Side = "right"
    off = wait
    for length, lasting in zip(lengths, times, strict=True):
        other: Side = "left" if side == "right" else "right"
        began = since[side] < 0.0
        y = 0.08 if side == "left" else -0.08
        stances[side].append(
            Stance(
                since[side], off, place[side], y, 0.0,
                (0.0, 0.5) if began else (-0.2, 0.5), (0.05 if began else 0.0, 0.15),
            )
        )  # fmt: skip
        place[side] = place[other] + length
        since[side] = off + lasting - double
        off += lasting
        side = other
    for each in SIDES:
        y = 0.08 if each == "left" else -0.08
        after = Stance(
            since[each], since[each] + 0.66, place[each], y, 0.0, (-0.2, 0.5), (0.0, 0.15)
        )
        stances[each].append(after)
    plates = [
        (np.array([a.x + 0.09, a.y + (0.03 if each == "left" else -0.03), 0.0]), 0.29, 0.16)
        for each in SIDES
        for a in stances[each][:-1]
    ]
    still, going = np.zeros(2), np.array([lengths[-1] / times[-1], 0.0])
    return Drawing(
        off - 2.0 * times[-1],
        lambda t: 0.945 * STAND + 0.0 * t,
        stances,
        plates,
        swing=lambda t, left: 0.05 + 0.0 * t,
        lift=0.05,
        ramp=double,
        speed=(still, going),
        stepping=True,
    )


def split_belts(left: float = 0.5, right: float = 1.0) -> Drawing:
    """Two belts side by side that run at speeds of their own, m/s, a plate under each."""
    plates = [(np.array([0.05, y, 0.0]), 1.8, 0.40) for y in (0.21, -0.21)]
    return walking(0.5 * (left + right), 0.58, 0.14, belt=plates, split=(-left, -right))


def holding_a_rail(share: float = 0.15) -> Drawing:
    """On a treadmill, with a share of the weight on a rail to the left."""
    plates = [(np.array([0.05, y, 0.0]), 1.8, 0.40) for y in (0.21, -0.21)]
    return replace(
        walking(1.0, 0.60, 0.14, belt=plates),
        seat=lambda t: share + 0.0 * t,
        seat_at=lambda t: np.tile([0.20, 0.40], (len(t), 1)),
    )


def with_a_cane(share: float = 0.15, *, on_plate: bool = False) -> Drawing:
    """A cane in the left hand goes down with the right foot, beside its plate or on it."""
    drawn = walking(0.9, 0.65, 0.15, duration=4.2)
    rights = drawn.stances["right"]

    def weight(t: np.ndarray) -> np.ndarray:
        ramps = [smooth_step((t - a.on) / 0.2) * smooth_step((a.off - t) / 0.2) for a in rights]
        return share * np.sum(ramps, axis=0)

    def place(t: np.ndarray) -> np.ndarray:
        middles = np.array([0.5 * (a.on + a.off) for a in rights])
        nearest = np.abs(t[:, None] - middles).argmin(axis=1)
        x = np.array([a.x + 0.10 for a in rights])[nearest]
        return np.column_stack([x, np.full(len(t), 0.32)])

    plates = drawn.plates
    if on_plate:
        plates = [(np.array([a[0][0], 0.10, 0.0]), 0.60, 0.80) for a in drawn.plates[1:]]
    return replace(drawn, seat=weight, seat_at=place, plates=plates, seat_on_plate=on_plate)


def across_two_plates(*, lanes: bool) -> Drawing:
    """The border of two plates passes under the middle of the right foot; the steps before and
    after are on the same plates too, or on none."""
    drawn = walking()
    foot = next(a for a in drawn.stances["right"] if a.on > 1.5)
    border = foot.x + 0.09
    length, width, y = (0.5, 0.30, foot.y - 0.06) if lanes else (1.0, 0.70, 0.0)
    plates = [(np.array([border + s * 0.5 * length, y, 0.0]), length, width) for s in (-1.0, 1.0)]
    return replace(drawn, plates=plates, sole=0.03)


def turning(angle: float = 0.5 * np.pi, over: float = 1.9) -> Drawing:
    """Along x, then a turn to the left by an angle [rad] over a way [m], then straight on."""
    speed, step, double, duration = 0.95, 0.58, 0.14, 4.4
    contact = step + double
    begins = 0.5 * speed * duration - 0.5 * over

    def heading(way: np.ndarray) -> np.ndarray:
        return angle * smooth_step((way - begins) / over)

    ways = np.arange(-3.0, speed * duration + 3.0, 0.001)
    along = (
        np.cumsum(np.stack([np.cos(heading(ways)), np.sin(heading(ways))], axis=1), axis=0) * 0.001
    )
    along += [ways[0], 0.0]
    stances: dict[Side, list[Stance]] = {"left": [], "right": []}
    plates = []
    for k in range(-2, int(duration / step) + 3):
        side: Side = "left" if k % 2 == 0 else "right"
        on = k * step
        way = speed * (on + 0.5 * contact) - 0.06
        psi = float(heading(np.array([way]))[0])
        centre = np.array([np.interp(way, ways, along[:, i]) for i in range(2)])
        aside = 0.09 if side == "left" else -0.09
        x, y = centre + aside * np.array([-np.sin(psi), np.cos(psi)])
        stances[side].append(Stance(on, on + contact, x, y, 0.0, (-0.2, 0.5), (-0.01, 0.15), psi))
        if k in (3, 4):
            middle = [x + 0.08 * np.cos(psi), y + 0.08 * np.sin(psi), 0.0]
            plates.append((np.array(middle), 0.46, 0.46))
    ends = np.array([1.0, 0.0]), np.array([np.cos(angle), np.sin(angle)])
    return Drawing(
        duration,
        lambda t: 0.950 * STAND - 0.012 * np.cos(2.0 * np.pi * (t - 0.6 * double) / step),
        stances,
        plates,
        swing=lambda t, left: 0.05 - left * 0.2 * np.cos(np.pi * t / step),
        lift=0.05,
        ramp=double,
        speed=(speed * ends[0], speed * ends[1]),
        heading=lambda t: heading(speed * t),
        stepping=True,
    )


def stopping() -> Drawing:
    """Walks in, and stops with both feet side by side on the plates of the last two steps."""
    drawn = walking(1.1, 0.58, 0.13, duration=4.2)
    step, contact = 0.58, 0.71
    last = 4
    stances: dict[Side, list[Stance]] = {"left": [], "right": []}
    for k in range(-3, last + 1):
        side: Side = "left" if k % 2 == 0 else "right"
        on = k * step
        x = 1.1 * (on + 0.5 * contact) - 0.06
        y = 0.09 if side == "left" else -0.09
        ends = k >= last - 1
        if k == last:
            x = stances["right" if side == "left" else "left"][-1].x
        stances[side].append(
            Stance(
                on, 9.0 if ends else on + contact, x, y, 0.0,
                (-0.2, 0.0 if ends else 0.5), (-0.01, 0.05 if ends else 0.15),
            )
        )  # fmt: skip
    middle = stances["left"][-1].x + 0.08
    plates = [(np.array([middle, y, 0.0]), 0.6, 0.36) for y in (0.19, -0.19)]
    return replace(
        drawn,
        height=lambda t: 0.930 * STAND + 0.0 * t,
        stances=stances,
        plates=plates,
        ramp=0.13,
        speed=(np.array([1.1, 0.0]), np.zeros(2)),
        swing=lambda t, left: 0.05 + 0.0 * t,
    )
