"""The skater's long run, compiled: equation (1) projected on the one free direction.

The leg's motion relative to the ski is prescribed. The coordinates are then q = q_leg(t) + B s,
where B repeats the direction of the ski for the three bodies, and C_q B = 0. The product of eq. (1)
with B^T has no multipliers. It has no rotations either, because B contains none:

    (m1 + m2 + m3) s_ddot = d . (F1 + F2 + F3 - m2 a2 - m3 a3)

a2 and a3 are the accelerations of bodies 2 and 3 relative to the ski (C6-C17). Reactions follow
body by body. A released leg (the leg-force reading) adds an equation for its length:

    m3 (l_ddot - l theta_dot^2) = F3 . e
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import put_vector_at
from ambulo.math.vectors import Vector3, add, dot, scale, subtract
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo_studies.skating.parameters import Skater
from ambulo_studies.skating.readings import READINGS, DriveReading
from ambulo_studies.skating.run import WORKS, Run


class Mode(IntEnum):
    """Cause of the leg's motion, in the form for compiled code."""

    PRESCRIBED = 0
    RELEASED = 1
    THRUST = 2

    @classmethod
    def of(cls, reading: DriveReading) -> Mode:
        """The mode of a reading."""
        if reading.released:
            return cls.RELEASED
        return cls.THRUST if reading.thrust else cls.PRESCRIBED


PRESCRIBED, RELEASED, THRUST = int(Mode.PRESCRIBED), int(Mode.RELEASED), int(Mode.THRUST)
"""Plain integers, which numba freezes."""

TRAVEL, SPEED, LENGTH, LENGTH_RATE, WORK = 0, 1, 2, 3, 4
"""States: s and its rate, the leg's length and its rate, then the works in the order of `WORKS`."""
BY_PUSH_OFF, BY_FRICTION, BY_DRAG, BY_DRIVERS = (WORK + k for k in range(len(WORKS)))
STATES = WORK + len(WORKS)

BODY, SHANK, ANKLE, KNEE, ENERGY, LEG, LEAN = 0, 3, 6, 9, 12, 13, 14
"""Where `motion` writes: velocities of bodies 3 and 2 and joint forces (three each), kinetic
energy, length, lean."""

SAMPLE = STATES + LEG
"""How many numbers are kept for every sample: the states, and the output of `motion` up to the
energy.
"""


_UP = (0.0, 0.0, 1.0)


class Constants(NamedTuple):
    """The skater's numbers, named as in Bruzzo (2012)."""

    m1: float
    m2: float
    m3: float
    half: float  # l1, half the lower leg
    inertia: float  # of both leg parts about an axis across the leg
    friction: float
    smoothing: float
    drag: float  # 1/2 density area
    gx: float
    gz: float
    push: float
    sines: FloatArray
    cosines: FloatArray
    l0: float
    l_stop: float
    theta0: float
    period: float
    phi: float
    l_rate: float
    theta_rate: float
    mode: int  # a Mode
    initial_speed: float


def constants(skater: Skater, reading: DriveReading, initial_speed: float = 0.0) -> Constants:
    """The numbers of one skater for the kernel."""
    inertia = (
        skater.lower_leg_mass * skater.lower_leg**2 + skater.body_mass * skater.upper_leg**2
    ) / 12.0
    return Constants(
        m1=skater.ski_mass,
        m2=skater.lower_leg_mass,
        m3=skater.body_mass,
        half=0.5 * skater.lower_leg,
        inertia=inertia,
        friction=skater.friction,
        smoothing=skater.friction_smoothing,
        drag=0.5 * skater.air_density * skater.drag_area,
        gx=-STANDARD_GRAVITY * math.sin(skater.slope),
        gz=-STANDARD_GRAVITY * math.cos(skater.slope),
        push=skater.push_off * skater.weight,
        sines=np.array(skater.sines, dtype=np.float64),
        cosines=np.array(skater.cosines, dtype=np.float64),
        l0=skater.leg_start,
        l_stop=skater.leg_stop,
        theta0=skater.lean_start,
        period=skater.time,
        phi=skater.angle,
        l_rate=skater.extension_rate,
        theta_rate=skater.lean_rate,
        mode=int(Mode.of(reading)),
        initial_speed=initial_speed,
    )


@compiled
def push_off(c: Constants, t: float) -> float:
    """Push-off at time t of a stroke, N."""
    angle = 2.0 * math.pi * t / c.period
    shape = 1.0
    for k in range(len(c.sines)):
        shape += c.sines[k] * math.sin((k + 1) * angle) + c.cosines[k] * math.cos((k + 1) * angle)
    return c.push * shape


@inner
def _directions(c: Constants, side: float) -> tuple[Vector3, Vector3]:
    """The ski's direction d, and the horizontal direction h into which the leg leans."""
    d = math.cos(c.phi), side * math.sin(c.phi), 0.0
    if c.mode == THRUST:
        return d, d
    return d, (side * d[1], -side * d[0], 0.0)  # towards the other ski


@compiled
def motion(
    c: Constants, side: float, t: float, y: FloatArray, held: bool, dy: FloatArray, out: FloatArray
) -> None:
    """Write the rates of the state y at time t of a stroke, and the numbers of a sample.

    Args:
        held: whether a released leg keeps its length.
        out: (LEAN + 1,) output, from the indices BODY, SHANK, ANKLE, KNEE (3 each), ENERGY, LEG,
            LEAN.
    """
    released = c.mode == RELEASED
    d, h = _directions(c, side)
    theta, rate = c.theta0 + c.theta_rate * t, c.theta_rate
    # e along the leg, f = de/dtheta
    e = add(scale(math.sin(theta), h), scale(math.cos(theta), _UP))
    f = subtract(scale(math.cos(theta), h), scale(math.sin(theta), _UP))
    leg, leg_dot = c.l0 + c.l_rate * t, c.l_rate
    if released:
        leg, leg_dot = y[LENGTH], y[LENGTH_RATE]
    s_dot = y[SPEED]
    v3 = add(scale(s_dot, d), add(scale(leg_dot, e), scale(leg * rate, f)))
    v2 = add(scale(s_dot, d), scale(c.half * rate, f))

    g = c.gx, 0.0, c.gz
    drag = -c.drag * math.sqrt(dot(v3, v3))
    friction = -c.friction * math.tanh(s_dot / c.smoothing)
    push = 0.0 if c.mode == PRESCRIBED else push_off(c, t)
    # the applied forces: on body 3 all but the friction; the ski bears the pair's other end
    F3 = add(scale(c.m3, g), add(scale(drag, v3), scale(push, e)))
    paired = scale(push if released else 0.0, e)

    leg_ddot = 0.0
    if released and not held:
        leg_ddot = dot(F3, e) / c.m3 + leg * rate * rate
        if leg <= c.l0 and leg_dot <= 0.0:  # the leg does not fold below its start
            leg_ddot = max(leg_ddot, 0.0)
    # accelerations relative to the ski
    a3 = add(scale(leg_ddot - leg * rate * rate, e), scale(2.0 * leg_dot * rate, f))
    a2 = scale(-c.half * rate * rate, e)

    applied = subtract(add(F3, scale(c.m1 + c.m2, g)), paired)
    inertia = add(scale(c.m2, a2), scale(c.m3, a3))
    s_ddot = (dot(subtract(applied, inertia), d) + friction) / (c.m1 + c.m2 + c.m3)

    a3, a2 = add(a3, scale(s_ddot, d)), add(a2, scale(s_ddot, d))
    # what is missing to the accelerations is what the leg transmits
    N3, N2 = subtract(scale(c.m3, a3), F3), scale(c.m2, subtract(a2, g))
    lean = leg * dot(N3, f) + c.half * dot(N2, f)

    dy[TRAVEL] = s_dot
    dy[SPEED] = s_ddot
    dy[LENGTH] = leg_dot if released else 0.0
    dy[LENGTH_RATE] = leg_ddot
    dy[BY_PUSH_OFF] = push * (leg_dot if released else dot(v3, e))
    dy[BY_FRICTION] = friction * s_dot
    dy[BY_DRAG] = drag * dot(v3, v3)
    dy[BY_DRIVERS] = lean * rate
    if not released:
        dy[BY_DRIVERS] += dot(N3, e) * leg_dot

    rows, knee = out[:ENERGY].reshape(4, 3), add(N3, paired)
    put_vector_at(rows, BODY // 3, v3)
    put_vector_at(rows, SHANK // 3, v2)
    put_vector_at(rows, ANKLE // 3, add(knee, N2))
    put_vector_at(rows, KNEE // 3, knee)
    out[ENERGY] = 0.5 * (
        c.m1 * s_dot * s_dot + c.m2 * dot(v2, v2) + c.m3 * dot(v3, v3) + c.inertia * rate * rate
    )
    out[LEG], out[LEAN] = leg, theta


@compiled
def step(
    c: Constants, side: float, t: float, h: float, y: FloatArray, held: bool, work: FloatArray
) -> None:
    """Advance y by one step h of the classical Runge-Kutta method; `work` (6, SAMPLE) is scratch
    memory.
    """
    k1, k2, k3, k4, z, out = work[0], work[1], work[2], work[3], work[4], work[5]
    motion(c, side, t, y, held, k1, out)
    for i in range(STATES):
        z[i] = y[i] + 0.5 * h * k1[i]
    motion(c, side, t + 0.5 * h, z, held, k2, out)
    for i in range(STATES):
        z[i] = y[i] + 0.5 * h * k2[i]
    motion(c, side, t + 0.5 * h, z, held, k3, out)
    for i in range(STATES):
        z[i] = y[i] + h * k3[i]
    motion(c, side, t + h, z, held, k4, out)
    for i in range(STATES):
        y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])


@compiled
def land(c: Constants, side: float, vx: float, vy: float, y: FloatArray) -> None:
    """Put the skier on the next ski. Momentum along this ski is kept, and the leg returns to its
    start.

    These are the impulse equations M (v - v_before) + C_q^T Lambda = 0, C_q v = -C_t, projected on
    B. Before, all bodies have the velocity (vx, vy).
    """
    d, h = _directions(c, side)
    st, ct = math.sin(c.theta0), math.cos(c.theta0)
    l_dot = 0.0 if c.mode == RELEASED else c.l_rate
    relative3 = (l_dot * st + c.l0 * c.theta_rate * ct) * dot(h, d)
    relative2 = c.half * c.theta_rate * ct * dot(h, d)
    y[TRAVEL] = 0.0
    y[SPEED] = vx * d[0] + vy * d[1] - (c.m2 * relative2 + c.m3 * relative3) / (c.m1 + c.m2 + c.m3)
    y[LENGTH] = c.l0
    y[LENGTH_RATE] = 0.0


@compiled
def _straighten(
    c: Constants, side: float, t: float, h: float, y: FloatArray, work: FloatArray
) -> float:
    """Advance y with the leg released, by h or until it is straight; return by how much."""
    before = y.copy()
    step(c, side, t, h, y, False, work)
    if y[LENGTH] < c.l_stop:
        return h
    # straight within this step: find when, and stop the leg
    low, high = 0.0, h
    for _ in range(60):
        middle = 0.5 * (low + high)
        y[:] = before
        step(c, side, t, middle, y, False, work)
        if y[LENGTH] >= c.l_stop:
            high = middle
        else:
            low = middle
    y[:] = before
    step(c, side, t, high, y, False, work)
    # the joint's stop takes out what the leg had along itself
    y[BY_DRIVERS] -= 0.5 * c.m3 * y[LENGTH_RATE] * y[LENGTH_RATE]
    y[LENGTH], y[LENGTH_RATE] = c.l_stop, 0.0
    return high


@compiled
def stroke(
    c: Constants,
    side: float,
    steps: int,
    y: FloatArray,
    samples: FloatArray,
    work: FloatArray,
) -> None:
    """Advance y over one stroke, keeping samples (steps + 1, SAMPLE) of state and motion."""
    h = c.period / steps
    held = False
    for k in range(steps + 1):
        motion(c, side, k * h, y, held, work[0], work[5])
        for i in range(STATES):
            samples[k, i] = y[i]
        samples[k, STATES:] = work[5, :LEG]
        if c.mode != RELEASED:
            samples[k, LENGTH] = work[5, LEG]
        if k == steps:
            break
        t, left = k * h, h
        if c.mode == RELEASED and not held:
            reached = _straighten(c, side, t, h, y, work)
            held = y[LENGTH] == c.l_stop and y[LENGTH_RATE] == 0.0
            t, left = t + reached, h - reached
        if left > 0.0:
            step(c, side, t, left, y, held, work)


@compiled
def _leaving(c: Constants, side: float, speed: float, out: FloatArray) -> tuple[float, float]:
    """Momentum over mass (x, y) [m/s] at the end of a stroke, from the ski's speed and `motion`."""
    mass = c.m1 + c.m2 + c.m3
    d, _ = _directions(c, side)
    return (
        (c.m1 * speed * d[0] + c.m2 * out[SHANK] + c.m3 * out[BODY]) / mass,
        (c.m1 * speed * d[1] + c.m2 * out[SHANK + 1] + c.m3 * out[BODY + 1]) / mass,
    )


@compiled
def run_strokes(
    c: Constants, strokes: int, steps: int, samples: FloatArray, landing: FloatArray
) -> None:
    """Write samples (strokes, steps + 1, SAMPLE), and momentum over mass at each landing (strokes,
    3).
    """
    y = np.zeros(STATES)
    work = np.zeros((6, SAMPLE))
    vx, vy = c.initial_speed, 0.0
    for k in range(strokes):
        side = 1.0 if k % 2 == 0 else -1.0
        landing[k, 0], landing[k, 1] = vx, vy
        land(c, side, vx, 0.0 if c.mode == THRUST else vy, y)
        stroke(c, side, steps, y, samples[k], work)
        vx, vy = _leaving(c, side, y[SPEED], samples[k, steps, STATES:])
    landing[strokes, 0], landing[strokes, 1] = vx, vy


@compiled
def settled(
    c: Constants, steps: int, most: int, tolerance: float
) -> tuple[float, float, float, int]:
    """Run until the mean speeds of two successive strokes agree, or for `most` strokes.

    Returns:
        Of the last stroke: mean speed in the direction of travel [m/s], mean speed over the ground
        [m/s], and mean power of push-off and drivers [W]. Also the number of strokes.
    """
    y = np.zeros(STATES)
    work = np.zeros((6, SAMPLE))
    samples = np.zeros((steps + 1, SAMPLE))
    vx, vy = c.initial_speed, 0.0
    earlier, speed, travel, power = -1.0, 0.0, 0.0, 0.0
    for k in range(most):
        side = 1.0 if k % 2 == 0 else -1.0
        land(c, side, vx, 0.0 if c.mode == THRUST else vy, y)
        before = y[BY_PUSH_OFF] + y[BY_DRIVERS]
        stroke(c, side, steps, y, samples, work)
        power = (y[BY_PUSH_OFF] + y[BY_DRIVERS] - before) / c.period
        speed = travel = 0.0
        for i in range(steps + 1):
            weight = 0.5 / steps if i == 0 or i == steps else 1.0 / steps
            travel += weight * samples[i, STATES + BODY]
            speed += weight * math.hypot(samples[i, STATES + BODY], samples[i, STATES + BODY + 1])
        if abs(speed - earlier) <= tolerance * abs(speed):
            return travel, speed, power, k + 1
        earlier = speed
        vx, vy = _leaving(c, side, y[SPEED], samples[steps, STATES:])
    return travel, speed, power, most


def simulate(
    skater: Skater,
    reading: DriveReading = READINGS["outside force"],
    steps: int = 1000,
    initial_speed: float = 0.0,
) -> Run:
    """Simulate a run of strokes with the compiled equations.

    Args:
        skater: parameters, with the number of strokes.
        reading: cause of the skater's motion.
        steps: number of Runge-Kutta steps in each stroke.
        initial_speed: m/s, in the direction of travel, before the first landing.
    """
    c = constants(skater, reading, initial_speed)
    n = skater.strokes
    samples = np.zeros((n, steps + 1, SAMPLE))
    landing = np.zeros((n + 1, 3))
    run_strokes(c, n, steps, samples, landing)
    return _as_run(skater, reading, samples, landing)


def _as_run(skater: Skater, reading: DriveReading, samples: FloatArray, landing: FloatArray) -> Run:
    n, per_stroke, _ = samples.shape
    grid = np.linspace(0.0, skater.time, per_stroke)
    time = np.concatenate([k * skater.time + grid for k in range(n)])
    stroke_index = np.repeat(np.arange(n), per_stroke)
    side = np.where(stroke_index % 2 == 0, 1.0, -1.0)
    flat = samples.reshape(n * per_stroke, SAMPLE)
    d = np.stack(
        [np.full(len(side), np.cos(skater.angle)), side * np.sin(skater.angle), 0.0 * side], axis=1
    )
    h = d if not reading.sideways else np.stack([side * d[:, 1], -side * d[:, 0], d[:, 2]], axis=1)
    lean = np.tile(skater.lean_start + skater.lean_rate * grid, n)
    length = flat[:, LENGTH]
    up = np.sin(lean)[:, None] * h + np.cos(lean)[:, None] * np.array([0.0, 0.0, 1.0])
    ski = flat[:, [TRAVEL]] * d
    com = ski + length[:, None] * up
    # the next ski is put down where the centre of mass is the same above the plane
    first = np.arange(n) * per_stroke
    shift = np.zeros((n, 3))
    for k in range(1, n):
        last = first[k] - 1
        shift[k] = com[last] + shift[k - 1] - com[first[k]]
        shift[k, 2] = 0.0
    ski = ski + shift[stroke_index]
    com = com + shift[stroke_index]
    half = ski + 0.5 * skater.lower_leg * up
    gravity = STANDARD_GRAVITY * np.array([np.sin(skater.slope), 0.0, np.cos(skater.slope)])
    potential = (
        skater.ski_mass * ski + skater.lower_leg_mass * half + skater.body_mass * com
    ) @ gravity
    energy = flat[:, STATES + ENERGY] + potential
    exchange = np.zeros(n)
    exchange[1:] = energy[first[1:]] - energy[first[1:] - 1]
    return Run(
        skater=skater,
        reading=reading,
        time=time,
        stroke=stroke_index,
        ski=ski,
        com=com,
        ski_velocity=flat[:, [SPEED]] * d,
        velocity=flat[:, STATES + BODY : STATES + BODY + 3],
        length=length,
        lean=lean,
        work={name: flat[:, WORK + k] for k, name in enumerate(WORKS)},
        exchange=exchange,
        energy=energy,
        ankle=flat[:, STATES + ANKLE : STATES + ANKLE + 3],
        knee=flat[:, STATES + KNEE : STATES + KNEE + 3],
        momentum_velocity=landing,
    )
