"""Each activity as it is drawn, and what is true of it: the table `DRAWN` at the end.

A new activity is a function that returns a `Drawing`, and a row of `DRAWN`. The tests of
`invariants/test_activities.py` make a recording of each row and analyse it. They ask whether the
activity is recognised, whether its key numbers are those of the row, and how right the moments are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from tests.made_motions import smooth_step

from ambulo.records import SIDES, Side

G = 9.80665
ANKLE, BALL, HEEL = 0.076, 0.150, -0.046
HIP_WIDTH = 0.10
LEG = 0.398 + 0.448
STAND = 0.985
"""m, height of the standing man's mass centre."""


@dataclass(frozen=True)
class Person:
    """Who is drawn and how it is recorded: `size` scales the demo's man, `table` his masses.

    `load` kg are carried on the back beside the body's mass; `set_of_markers` is a name in
    `MARKERS`.
    """

    size: float = 0.93
    mass: float = 71.0
    table: str = "dumas2007"
    rate: float = 120.0
    seed: int = 1
    skin: float = 1.0
    noise: float = 0.0004
    plate_noise: tuple[float, float] = (1.0, 0.2)
    load: float = 0.0
    set_of_markers: str = "pamies37"


@dataclass(frozen=True)
class Stance:
    """A foot on the ground: from, to [s]; ankle over (x, y, floor) m when flat; pitch at both ends
    [rad], heel up positive; where it is pressed along the foot at both ends [m from the ankle];
    where it points [rad from x to y]."""

    on: float
    off: float
    x: float
    y: float
    floor: float = 0.0
    pitch: tuple[float, float] = (0.0, 0.0)
    pressed: tuple[float, float] = (0.05, 0.05)
    heading: float = 0.0


@dataclass(frozen=True, eq=False)
class Drawing:
    """An activity in the man's size; courses are functions of a time axis t (n,) [s].

    Where the feet press, and the height, give the mass centre's course to the front and side. Two
    feet on the ground share the load equally, but for `ramp`.

    Args:
        duration: s.
        height: course of the mass centre's height, m (standing: `STAND`).
        stances: of each foot, in order.
        plates: centre (3,), length and width of each, m.
        lean: course of the trunk's pitch, rad, forwards positive.
        swing: course of an upper arm's angle, rad, forwards positive; its second argument is 1 for
            the left arm, -1 for the right.
        bend: of the elbows, rad.
        lift: m, of a foot between stances; 0: both feet fly with the body.
        ramp: of load at a stance's ends, s.
        seat: course of the share of the body weight that a seat carries, at `seat_at` (n, 2) m;
            it stands on a plate only if `seat_on_plate`.
        sole: m to each side of the centre of pressure that a foot presses.
        belt: velocity of the floor under each foot, m/s, order SIDES.
        speed: of the mass centre at both ends, (2,) m/s each.
        heading: course of the body's direction, rad from x to y.
        rounding: s, over which the feet's paths are smoothed.
        heel_up: course of a pitch of both feet that adds to that of the stances, rad, heel up.
        stepping: whether, in double support, the force on each foot points towards the body.
    """

    duration: float
    height: Callable[[np.ndarray], np.ndarray]
    stances: Mapping[Side, Sequence[Stance]]
    plates: Sequence[tuple[np.ndarray, float, float]] = ()
    lean: Callable[[np.ndarray], np.ndarray] = lambda t: 0.05 + 0.0 * t
    swing: Callable[[np.ndarray, float], np.ndarray] = lambda t, left: 0.1 + 0.0 * t
    bend: float = 0.4
    lift: float = 0.06
    ramp: float = 0.0
    seat: Callable[[np.ndarray], np.ndarray] | None = None
    seat_at: Callable[[np.ndarray], np.ndarray] = lambda t: np.tile([-0.38, 0.0], (len(t), 1))
    seat_on_plate: bool = False
    sole: float = 1e-6
    belt: tuple[float, float] = (0.0, 0.0)
    speed: tuple[np.ndarray, np.ndarray] = (np.zeros(2), np.zeros(2))
    heading: Callable[[np.ndarray], np.ndarray] = lambda t: 0.0 * t
    rounding: float = 0.012
    heel_up: Callable[[np.ndarray], np.ndarray] | None = None
    stepping: bool = False


def _in_place(duration: float, pressed: float = 0.05) -> dict[Side, list[Stance]]:
    whole = (-1.0, duration + 1.0)
    return {
        s: [Stance(*whole, 0.0, left * HIP_WIDTH, pressed=(pressed, pressed))]
        for s, left in zip(SIDES, (1.0, -1.0), strict=True)
    }


def _side_by_side(floor: float = 0.0) -> list[tuple[np.ndarray, float, float]]:
    return [(np.array([0.08, y, floor]), 0.60, 0.36) for y in (0.19, -0.19)]


def _steady(speed: float) -> tuple[np.ndarray, np.ndarray]:
    """Along x at both ends."""
    return np.array([speed, 0.0]), np.array([speed, 0.0])


def standing(duration: float = 8.0, seed: int = 1) -> Drawing:
    rng = np.random.default_rng(seed)
    phases = rng.uniform(0.0, 6.28, 8)

    def sway(t: np.ndarray) -> np.ndarray:
        waves = [
            np.sin(2 * np.pi * (0.1 + 0.12 * k) * t + p) / (1 + k) for k, p in enumerate(phases)
        ]
        return 0.05 + 0.012 * np.sum(waves, axis=0)

    return Drawing(
        duration, lambda t: STAND + 0.0 * t, _in_place(duration), _side_by_side(), lean=sway
    )


def squat(depth: float = 0.30, period: float = 2.4, count: int = 3, heel: float = 0.0) -> Drawing:
    duration = 0.6 + count * period + 0.3

    def down(t: np.ndarray) -> np.ndarray:
        s = np.zeros_like(t)
        for k in range(count):
            start = 0.6 + k * period
            s += smooth_step((t - start) / (0.38 * period)) - smooth_step(
                (t - start - 0.48 * period) / (0.34 * period)
            )
        return s

    return Drawing(
        duration,
        lambda t: STAND - depth * down(t),
        _in_place(duration, 0.05 + 0.3 * heel),
        _side_by_side(),
        lean=lambda t: 0.05 + 0.75 * down(t),
        swing=lambda t, left: 0.1 + 1.2 * down(t),
        heel_up=(lambda t: heel * down(t)) if heel else None,
    )


def heel_rises(angle: float = 0.45, period: float = 1.5, count: int = 4) -> Drawing:
    """On straight legs about the balls of both feet, by an angle of the foot, rad."""
    duration = 0.6 + count * period

    def up(t: np.ndarray) -> np.ndarray:
        s = np.zeros_like(t)
        for k in range(count):
            start = 0.6 + k * period
            s += smooth_step((t - start) / (0.33 * period))
            s -= smooth_step((t - start - 0.5 * period) / (0.33 * period))
        return s

    return Drawing(
        duration,
        lambda t: STAND - 0.02 + (BALL * np.sin(angle) - 0.005) * up(t),
        _in_place(duration, 0.06),
        _side_by_side(),
        heel_up=lambda t: angle * up(t),
    )


def sit_to_stand(rise_time: float = 1.3, again: bool = True, share: float = 0.78) -> Drawing:
    ends = (1.2, 1.2 + rise_time)
    duration = 7.0 if again else 4.0

    def up(t: np.ndarray) -> np.ndarray:
        s = smooth_step((t - ends[0]) / rise_time)
        if again:
            s = s - smooth_step((t - 4.4) / (1.1 * rise_time))
        return s

    def off_seat(t: np.ndarray) -> np.ndarray:
        # the seat is left in the first third of the rise
        s = smooth_step((t - ends[0] + 0.25) / (0.25 + 0.30 * rise_time))
        if again:
            s = s - smooth_step((t - 4.4 - 0.75 * rise_time) / (0.30 * rise_time + 0.2))
        return s

    def lean(t: np.ndarray) -> np.ndarray:
        s = up(t)
        return 0.1 + 2.4 * s * (1.0 - s) + 0.0 * t

    return Drawing(
        duration,
        lambda t: 0.74 + (STAND - 0.74) * up(t),
        _in_place(duration, 0.06),
        _side_by_side(),
        lean=lean,
        swing=lambda t, left: 0.5 - 0.3 * up(t),
        seat=lambda t: share * (1.0 - off_seat(t)),
    )


def _flight_height(t: np.ndarray, force: np.ndarray, start: float) -> np.ndarray:
    """Twice integrated vertical force in body weights less one, from rest."""
    speed = np.cumsum(G * (force - 1.0)) * (t[1] - t[0])
    return start + np.cumsum(speed) * (t[1] - t[0])


def _hops(t: np.ndarray, flights: Sequence[tuple[float, float]], dip: float) -> np.ndarray:
    """Course of a mass centre that rests, dips and takes off for each flight (off, on) [s]."""
    force = np.ones_like(t)
    first = flights[0][0]
    speed = 0.5 * G * (flights[0][1] - flights[0][0])
    # down and up: unloading, then a push that gives the speed of take-off
    start, push = first - 0.85, first - 0.30
    s = (t - start) / (push - start)
    force -= np.where((s > 0) & (s < 1), dip * np.sin(2 * np.pi * s), 0.0)
    s = (t - push) / (first - push)
    shape = np.where((s > 0) & (s < 1), np.sin(np.pi * np.clip(s, 0, 1)) ** 0.7, 0.0)
    force += shape * speed / (np.sum(shape) * (t[1] - t[0]) * G)
    for k, (off, on) in enumerate(flights):
        force[(t > off) & (t < on)] = 0.0
        landing = 0.5 * G * (on - off)
        if k + 1 < len(flights):
            after = flights[k + 1]
            speed = landing + 0.5 * G * (after[1] - after[0])
            s = (t - on) / (after[0] - on)
            shape = np.where((s > 0) & (s < 1), np.sin(np.pi * np.clip(s, 0, 1)) ** 0.8, 0.0)
            force += shape * speed / (np.sum(shape) * (t[1] - t[0]) * G)
        else:
            since = np.clip(t - on, 0.0, None)
            fast = (since / 0.03) ** 2 * np.exp(-2.0 * since / 0.03)
            s = since / 0.5
            slow = np.where((s > 0) & (s < 1), np.sin(np.pi * s), 0.0)
            for shape, part in ((fast, 0.4), (slow, 0.6)):
                force += part * landing * shape / (np.sum(shape) * (t[1] - t[0]) * G)
    return force


def jump(flight: float = 0.48, dip: float = 0.55) -> Drawing:
    off = 1.6
    on = off + flight

    def height(t: np.ndarray) -> np.ndarray:
        force = _hops(t, [(off, on)], dip)
        z = _flight_height(t, force, STAND)
        end = float(np.interp(on + 0.55, t, z))
        # the landing ends lower: stand up again
        return z + (STAND - end) * smooth_step((t - on - 0.5) / 0.9)

    def tiptoe(t: np.ndarray) -> np.ndarray:
        return smooth_step((t - off + 0.22) / 0.22) * (1 - smooth_step((t - on) / 0.12))

    def crouch(t: np.ndarray) -> np.ndarray:
        return np.clip(STAND - height(t), 0.0, None)

    stances = {
        s: [
            Stance(-1.0, off, 0.0, y, pitch=(0.0, 0.6), pressed=(0.05, 0.14)),
            Stance(on, 9.0, 0.0, y, pitch=(0.5, 0.0), pressed=(0.12, 0.05)),
        ]
        for s, y in (("left", 0.1), ("right", -0.1))
    }
    return Drawing(
        on + 2.0,
        height,
        stances,
        _side_by_side(),
        lean=lambda t: 0.05 + 1.6 * crouch(t),
        swing=lambda t, left: 0.1 + 1.2 * tiptoe(t),
        lift=0.0,
        heel_up=None,
    )


def drop_jump(box: float = 0.30, contact: float = 0.32, flight: float = 0.44) -> Drawing:
    fall = float(np.sqrt(2.0 * box / G))
    off = 1.4
    on = off + fall
    off2 = on + contact
    on2 = off2 + flight

    def force_of(t: np.ndarray) -> np.ndarray:
        force = np.ones_like(t)
        force[(t > off) & (t < on)] = 0.0
        speed = G * fall + 0.5 * G * flight
        s = (t - on) / contact
        fast = np.where((s > 0) & (s < 1), np.exp(-((((t - on) - 0.04) / 0.016) ** 2)), 0.0)
        slow = np.where((s > 0) & (s < 1), np.sin(np.pi * np.clip(s, 0, 1)) ** 0.8, 0.0)
        for shape, part in ((fast, 0.15), (slow, 0.85)):
            force += part * speed * shape / (np.sum(shape) * (t[1] - t[0]) * G)
        force[(t > off2) & (t < on2)] = 0.0
        since = np.clip(t - on2, 0.0, None)
        fast = (since / 0.03) ** 2 * np.exp(-2.0 * since / 0.03)
        s = since / 0.5
        slow = np.where((s > 0) & (s < 1), np.sin(np.pi * s), 0.0)
        for shape, part in ((fast, 0.4), (slow, 0.6)):
            force += part * 0.5 * G * flight * shape / (np.sum(shape) * (t[1] - t[0]) * G)
        return force

    def height(t: np.ndarray) -> np.ndarray:
        z = _flight_height(t, force_of(t), STAND + box)
        end = float(np.interp(on2 + 0.55, t, z))
        return z + (STAND - end) * smooth_step((t - on2 - 0.5) / 0.9)

    def crouch(t: np.ndarray) -> np.ndarray:
        return np.clip(STAND - height(t), 0.0, None)

    stances = {
        s: [
            Stance(-1.0, off, -0.36, y, box, (0.0, 0.2), (0.05, 0.12)),
            Stance(on, off2, 0.0, y, 0.0, (0.4, 0.6), (0.12, 0.12)),
            Stance(on2, 9.0, 0.02, y, 0.0, (0.5, 0.0), (0.12, 0.05)),
        ]
        for s, y in (("left", 0.1), ("right", -0.1))
    }
    return Drawing(
        on2 + 1.8,
        height,
        stances,
        _side_by_side(),
        lean=lambda t: 0.05 + 1.3 * crouch(t),
        lift=0.0,
    )


def running(
    speed: float = 3.1,
    step: float = 0.37,
    contact: float = 0.25,
    lift: float = 0.16,
    heel_first: bool = True,
    under: Sequence[int] = (3, 4),
    duration: float = 2.6,
    belt: bool = False,
    shock: float = 0.5,
    low: float = 0.935,
) -> Drawing:
    """Steps of equal length; plates under the steps `under`."""
    pitches = (-0.2, 0.9) if heel_first else (0.25, 0.9)
    pressed = (-0.01, 0.15) if heel_first else (0.11, 0.15)
    stances: dict[Side, list[Stance]] = {"left": [], "right": []}
    plates = []
    for k in range(-3, int(duration / step) + 4):
        side: Side = "left" if k % 2 == 0 else "right"
        on = k * step
        x = -0.1 if belt else speed * (on + 0.5 * contact) - 0.1
        y = 0.05 if side == "left" else -0.05
        stances[side].append(Stance(on, on + contact, x, y, 0.0, pitches, pressed))
        if k in under and not belt:
            plates.append((np.array([x + 0.08, y, 0.0]), 0.90, 0.60))
    if belt:
        plates = [(np.array([0.05, 0.0, 0.0]), 2.0, 0.80)]

    def height(t: np.ndarray) -> np.ndarray:
        phase = np.mod(t, step)
        on = phase < contact
        main = np.where(on, np.sin(np.pi * phase / contact), 0.0)
        rise = 0.14 * contact
        fast = np.where(on, shock * (phase / rise) ** 2 * np.exp(2 - 2 * phase / rise), 0.0)
        grid = np.linspace(0.0, step, 4001)[:-1]
        there = grid < contact
        mean_main = np.mean(np.where(there, np.sin(np.pi * grid / contact), 0.0))
        mean_fast = np.mean(
            np.where(there, shock * (grid / rise) ** 2 * np.exp(2 - 2 * grid / rise), 0.0)
        )
        force = main * (1.0 - mean_fast) / mean_main + fast
        z = _flight_height(t, force, 0.0)
        z = z - np.polyval(np.polyfit(t, z, 1), t)
        return z - z.mean() + low * STAND

    def arms(t: np.ndarray, left: float) -> np.ndarray:
        return 0.1 - left * 0.6 * np.cos(np.pi * t / step)

    return Drawing(
        duration,
        height,
        stances,
        plates,
        lean=lambda t: 0.14 + 0.0 * t,
        swing=arms,
        bend=1.5,
        lift=lift,
        belt=(-speed, -speed) if belt else (0.0, 0.0),
        speed=_steady(0.0 if belt else speed),
        stepping=True,
    )


def walking(
    speed: float = 1.2,
    step: float = 0.55,
    double: float = 0.11,
    duration: float = 3.4,
    under: Sequence[int] = (2, 3),
    belt: Sequence[tuple[np.ndarray, float, float]] | None = None,
    rise: float = 0.0,
    split: tuple[float, float] | None = None,
) -> Drawing:
    """Walking over ground, on a belt (plates given), which may be one under each foot that run by
    themselves (`split`), or up stairs of `rise` a step."""
    contact = step + double
    stances: dict[Side, list[Stance]] = {"left": [], "right": []}
    plates = []
    flat = rise > 0.0
    for k in range(-3, int(duration / step) + 4):
        side: Side = "left" if k % 2 == 0 else "right"
        on = k * step
        x = 0.0 if belt is not None else speed * (on + 0.5 * contact) - 0.06
        y = 0.07 if side == "left" else -0.07
        floor = rise * k
        pitch = (0.1, 0.35) if flat else (-0.25, 0.6)
        pressed = (0.08, 0.13) if flat else (-0.02, 0.15)
        stances[side].append(Stance(on, on + contact, x, y, floor, pitch, pressed))
        if k in under and belt is None:
            plates.append(
                (
                    np.array([x + 0.08, y if not flat else 0.0, floor]),
                    0.30 if flat else 0.60,
                    0.80 if flat else 0.50,
                )
            )

    def height(t: np.ndarray) -> np.ndarray:
        wave = np.cos(2.0 * np.pi * (t - 0.6 * double) / step)
        return (
            (0.90 if flat else 0.965) * STAND
            - 0.017 * wave
            + rise * (t - 0.5 * double) / step
            - 0.1 * rise
        )

    def arms(t: np.ndarray, left: float) -> np.ndarray:
        return 0.05 - left * 0.35 * np.cos(np.pi * t / step)

    return Drawing(
        duration,
        height,
        stances,
        plates if belt is None else list(belt),
        swing=arms,
        lift=0.10 if flat else 0.05,
        ramp=double,
        belt=(0.0, 0.0) if belt is None else (-speed, -speed) if split is None else split,
        speed=_steady(0.0 if belt is not None else speed),
        stepping=not flat,
    )


def hop(flight: float = 0.30) -> Drawing:
    """A jump on the right foot, the left held up behind."""
    off = 1.6
    on = off + flight
    low = 0.96 * STAND

    def height(t: np.ndarray) -> np.ndarray:
        z = _flight_height(t, _hops(t, [(off, on)], 0.45), low)
        end = float(np.interp(on + 0.55, t, z))
        return z + (low - end) * smooth_step((t - on - 0.5) / 0.9)

    return _on_the_right(
        on + 2.0,
        height,
        [
            Stance(-1.0, off, 0.0, -0.02, 0.0, (0.0, 0.5), (0.05, 0.14)),
            Stance(on, 9.0, 0.0, -0.02, 0.0, (0.4, 0.0), (0.12, 0.05)),
        ],
    )


def one_leg() -> Drawing:
    """Standing on the right foot."""
    return _on_the_right(3.0, lambda t: 0.97 * STAND + 0.0 * t, [Stance(-1.0, 9.0, 0.0, -0.02)])


def _on_the_right(
    duration: float, height: Callable[[np.ndarray], np.ndarray], right: Sequence[Stance]
) -> Drawing:
    left = [Stance(when, when + 1.0, -0.35, 0.12) for when in (-9.0, 12.0)]
    plates = [(np.array([0.08, 0.05, 0.0]), 0.60, 0.50)]
    return Drawing(duration, height, {"left": left, "right": right}, plates, lift=0.30)


def from_rest_to_rest(
    way: tuple[float, float] = (0.5, 0.0), count: int = 4, step: float = 0.55, double: float = 0.14
) -> Drawing:
    """Standing, some steps, standing.

    Args:
        way: of the mass centre in a step, forwards and to the left, m; backwards and to a side the
            feet stay almost flat.
        count: of steps that get farther; the last one closes, as every second to a side.
        step: s, from strike to strike.
        double: s, of a double support.
    """
    forwards, wait = way[0] > 0.0, 1.2
    first, roll = ((0.0, 0.5), (-0.2, 0.5)) if forwards else ((0.0, 0.15), (0.2, -0.1))
    pressed = (0.05, 0.15) if forwards else (0.12, 0.0) if way[0] < 0.0 else (0.07, 0.07)
    place = {side: np.array([0.0, y]) for side, y in zip(SIDES, (0.1, -0.1), strict=True)}
    stances: dict[Side, list[Stance]] = {"left": [], "right": []}
    since = dict.fromkeys(SIDES, -1.0)
    side: Side = "right" if way[1] <= 0.0 else "left"
    off = wait
    for k in range(count + 1):
        began = since[side] < 0.0
        stances[side].append(
            Stance(
                since[side], off, *place[side], 0.0,
                first if began else roll, (0.05, pressed[1]) if began else pressed,
            )
        )  # fmt: skip
        other: Side = "left" if side == "right" else "right"
        if way[1]:
            place[side] = place[side] + [0.0, 2.0 * way[1]]
        else:
            ahead = way[0] if k < count else 0.0
            place[side] = np.array([place[other][0] + ahead, place[side][1]])
        since[side] = off + step - double
        off += step
        side = other
    stop = off + wait + 0.6
    for each in SIDES:
        last = (roll[0], 0.0), (pressed[0], 0.05)
        stances[each].append(Stance(since[each], stop + 1.0, *place[each], 0.0, *last))
    # none of them under the middle of its foot, where half of its channels would feel nothing
    plates = [
        (np.array([a.x + 0.09, a.y + (0.02 if each == "left" else -0.02), 0.0]), 0.30, 0.18)
        for each in SIDES
        for a in stances[each]
    ]
    return Drawing(
        stop,
        lambda t: 0.955 * STAND + 0.0 * t,
        stances,
        plates,
        swing=lambda t, left: 0.05 + 0.0 * t,
        lift=0.06,
        ramp=double,
        stepping=not way[1],
    )


@dataclass(frozen=True, eq=False)
class Row:
    """An activity as it is drawn, and what must be found.

    Args:
        draw: the motion.
        who: of another build, at another rate and pace than the methods were made on.
        activity: its name in `ACTIVITIES`.
        numbers: name of a key number and its `from_what` up to a comma -> its value, and by how
            much the one found may differ.
    """

    draw: Callable[[], Drawing]
    who: Person
    activity: str
    numbers: Mapping[tuple[str, str], tuple[float, float]] = field(default_factory=dict)


SHORT = Person(size=0.86, mass=54.0, table="winter2009", rate=100.0, seed=5)
TALL = Person(size=1.02, mass=93.0, table="dumas2007", rate=150.0, seed=8)
FAST = Person(size=0.90, mass=62.0, table="winter2009", rate=250.0, seed=3)

_BELTS = tuple((np.array([0.05, y, 0.0]), 1.8, 0.40) for y in (0.21, -0.21))

DRAWN = {
    "stand": Row(lambda: standing(6.0, seed=4), TALL, "stand"),
    "squat": Row(lambda: squat(0.24, 1.9, 4), SHORT, "squat", {("repetitions", ""): (4, 0)}),
    "squat on the toes": Row(
        lambda: squat(0.30, 2.6, 2, heel=0.35), TALL, "squat", {("repetitions", ""): (2, 0)}
    ),
    # a marker on the heel's back is 0.2 m from the ball, and goes round it
    "heel rises": Row(
        lambda: heel_rises(0.50, 1.3, 3), TALL, "heel-rises",
        {
            ("repetitions", ""): (3, 0),
            ("heel rise", "heel markers"): (0.2 * np.sin(0.50), 0.02),
        },
    ),
    "sit-to-stand": Row(lambda: sit_to_stand(1.0, share=0.70), SHORT, "sit-to-stand"),
    "jump": Row(lambda: jump(0.40, 0.42), SHORT, "jump"),
    "drop jump": Row(lambda: drop_jump(0.40, 0.26, 0.50), FAST, "jump"),
    "run": Row(
        lambda: running(3.3, 0.35, 0.20, 0.18, False, under=(2, 3), shock=0.3), FAST, "run"
    ),
    "sprint": Row(
        lambda: running(6.3, 0.24, 0.12, 0.22, False, duration=1.6, shock=0.2, low=0.90),
        FAST,
        "sprint",
    ),
    "stairs": Row(
        lambda: walking(0.40, 0.70, 0.18, under=(1, 2, 3), rise=0.15), TALL, "stairs",
        {("step height", "steps up"): (0.15 * TALL.size, 0.01)},
    ),
    "walk": Row(lambda: walking(1.05, 0.60, 0.14), TALL, "walk"),
    "treadmill": Row(lambda: walking(1.3, 0.50, 0.09, belt=_BELTS), SHORT, "walk"),
    "hop": Row(hop, TALL, "jump"),
    "one leg": Row(one_leg, SHORT, "stand"),
    "from rest": Row(from_rest_to_rest, SHORT, "walk"),
    "backwards": Row(lambda: from_rest_to_rest((-0.36, 0.0)), TALL, "backwards-walk"),
    "to the left": Row(lambda: from_rest_to_rest((0.0, 0.2), 5, 0.7), SHORT, "side-steps"),
}  # fmt: skip
