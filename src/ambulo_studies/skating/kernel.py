"""The skater's long run, compiled: equation (1) projected on the one free direction.

With the leg's motion prescribed relative to the ski, the coordinates are q = q_leg(t) + B s, B the
direction of the ski repeated for the three bodies, C_q B = 0. Multiplying eq. (1) by B^T removes
the multipliers and, since B turns nothing, all of the rotations:

    (m1 + m2 + m3) s_ddot = d . (F1 + F2 + F3 - m2 a2 - m3 a3)

a2, a3 are the accelerations of bodies 2 and 3 relative to the ski (C6-C17). Reactions follow body
by body. A released leg (the leg-force reading) adds its length:

    m3 (l_ddot - l theta_dot^2) = F3 . e
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo_studies.skating.parameters import Skater
from ambulo_studies.skating.readings import READINGS, Reading
from ambulo_studies.skating.run import WORKS, Run


class Mode(IntEnum):
    """What moves the leg, as compiled code asks it."""

    PRESCRIBED = 0
    RELEASED = 1
    THRUST = 2

    @classmethod
    def of(cls, reading: Reading) -> Mode:
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
"""Numbers kept of every sample: the states, and what `motion` writes up to the energy."""


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


def constants(skater: Skater, reading: Reading, initial_speed: float = 0.0) -> Constants:
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


@compiled
def lean_direction(c: Constants, side: float) -> tuple[float, float, float, float]:
    """The ski's direction d and the horizontal direction h into which the leg leans (x, y each)."""
    dx, dy = math.cos(c.phi), side * math.sin(c.phi)
    if c.mode == THRUST:
        return dx, dy, dx, dy
    return dx, dy, side * dy, -side * dx  # towards the other ski


@compiled
def motion(
    c: Constants, side: float, t: float, y: FloatArray, held: bool, dy: FloatArray, out: FloatArray
) -> None:
    """Write the rates of the state y at time t of a stroke, and what a sample keeps.

    Args:
        held: a released leg is kept at its length.
        out: (LEAN + 1,) at BODY, SHANK, ANKLE, KNEE (3 each), ENERGY, LEG, LEAN.
    """
    dx, dyy, hx, hy = lean_direction(c, side)
    theta = c.theta0 + c.theta_rate * t
    rate = c.theta_rate
    st, ct = math.sin(theta), math.cos(theta)
    ex, ey, ez = st * hx, st * hy, ct  # e, along the leg
    fx, fy, fz = ct * hx, ct * hy, -st  # de/dtheta
    if c.mode == RELEASED:
        leg, leg_dot = y[LENGTH], y[LENGTH_RATE]
    else:
        leg, leg_dot = c.l0 + c.l_rate * t, c.l_rate
    s_dot = y[SPEED]
    v3x = s_dot * dx + leg_dot * ex + leg * rate * fx
    v3y = s_dot * dyy + leg_dot * ey + leg * rate * fy
    v3z = leg_dot * ez + leg * rate * fz
    v2x = s_dot * dx + c.half * rate * fx
    v2y = s_dot * dyy + c.half * rate * fy
    v2z = c.half * rate * fz

    drag = -c.drag * math.sqrt(v3x * v3x + v3y * v3y + v3z * v3z)
    friction = -c.friction * math.tanh(s_dot / c.smoothing)
    push = 0.0 if c.mode == PRESCRIBED else push_off(c, t)
    # the applied forces: on body 3 all but the friction; the ski bears the pair's other end
    f3x = c.m3 * c.gx + drag * v3x + push * ex
    f3y = drag * v3y + push * ey
    f3z = c.m3 * c.gz + drag * v3z + push * ez
    paired = push if c.mode == RELEASED else 0.0

    leg_ddot = 0.0
    if c.mode == RELEASED and not held:
        leg_ddot = (f3x * ex + f3y * ey + f3z * ez) / c.m3 + leg * rate * rate
        if leg <= c.l0 and leg_dot <= 0.0:  # the leg does not fold below its start
            leg_ddot = max(leg_ddot, 0.0)
    # accelerations relative to the ski
    along, across = leg_ddot - leg * rate * rate, 2.0 * leg_dot * rate
    a3x = along * ex + across * fx
    a3y = along * ey + across * fy
    a3z = along * ez + across * fz
    centripetal = -c.half * rate * rate
    a2x, a2y, a2z = centripetal * ex, centripetal * ey, centripetal * ez

    mass = c.m1 + c.m2 + c.m3
    sum_x = f3x - paired * ex + (c.m1 + c.m2) * c.gx - c.m2 * a2x - c.m3 * a3x
    sum_y = f3y - paired * ey - c.m2 * a2y - c.m3 * a3y
    s_ddot = (sum_x * dx + sum_y * dyy + friction) / mass

    a3x += s_ddot * dx
    a3y += s_ddot * dyy
    a2x += s_ddot * dx
    a2y += s_ddot * dyy
    # what is missing to the accelerations is what the leg transmits
    n3x, n3y, n3z = c.m3 * a3x - f3x, c.m3 * a3y - f3y, c.m3 * a3z - f3z
    n2x, n2y, n2z = c.m2 * (a2x - c.gx), c.m2 * a2y, c.m2 * (a2z - c.gz)
    extension = n3x * ex + n3y * ey + n3z * ez
    lean = leg * (n3x * fx + n3y * fy + n3z * fz) + c.half * (n2x * fx + n2y * fy + n2z * fz)

    dy[TRAVEL] = s_dot
    dy[SPEED] = s_ddot
    dy[LENGTH] = leg_dot if c.mode == RELEASED else 0.0
    dy[LENGTH_RATE] = leg_ddot
    moved = leg_dot if c.mode == RELEASED else v3x * ex + v3y * ey + v3z * ez
    dy[BY_PUSH_OFF] = push * moved
    dy[BY_FRICTION] = friction * s_dot
    dy[BY_DRAG] = drag * (v3x * v3x + v3y * v3y + v3z * v3z)
    dy[BY_DRIVERS] = lean * rate
    if c.mode != RELEASED:
        dy[BY_DRIVERS] += extension * leg_dot

    out[BODY], out[BODY + 1], out[BODY + 2] = v3x, v3y, v3z
    out[SHANK], out[SHANK + 1], out[SHANK + 2] = v2x, v2y, v2z
    out[ANKLE] = n3x + n2x + paired * ex
    out[ANKLE + 1] = n3y + n2y + paired * ey
    out[ANKLE + 2] = n3z + n2z + paired * ez
    out[KNEE] = n3x + paired * ex
    out[KNEE + 1] = n3y + paired * ey
    out[KNEE + 2] = n3z + paired * ez
    out[ENERGY] = 0.5 * (
        c.m1 * s_dot * s_dot
        + c.m2 * (v2x * v2x + v2y * v2y + v2z * v2z)
        + c.m3 * (v3x * v3x + v3y * v3y + v3z * v3z)
        + c.inertia * rate * rate
    )
    out[LEG], out[LEAN] = leg, theta


@compiled
def step(
    c: Constants, side: float, t: float, h: float, y: FloatArray, held: bool, work: FloatArray
) -> None:
    """Advance y by one step h of the classical Runge-Kutta method; `work` (6, SAMPLE) scratch."""
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
    """Put the skier on the next ski: momentum along it is kept, the leg is back at its start.

    The impulse equations M (v - v_before) + C_q^T Lambda = 0, C_q v = -C_t projected on B, with all
    bodies at (vx, vy) before.
    """
    dx, dyy, hx, hy = lean_direction(c, side)
    st, ct = math.sin(c.theta0), math.cos(c.theta0)
    l_dot = 0.0 if c.mode == RELEASED else c.l_rate
    toward = hx * dx + hy * dyy
    relative3 = (l_dot * st + c.l0 * c.theta_rate * ct) * toward
    relative2 = c.half * c.theta_rate * ct * toward
    y[TRAVEL] = 0.0
    y[SPEED] = vx * dx + vy * dyy - (c.m2 * relative2 + c.m3 * relative3) / (c.m1 + c.m2 + c.m3)
    y[LENGTH] = c.l0
    y[LENGTH_RATE] = 0.0


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
            before = y.copy()
            step(c, side, t, h, y, held, work)
            if y[LENGTH] >= c.l_stop:
                # the leg is straight within this step: find when, stop it, go on with it held
                low, high = 0.0, h
                for _ in range(60):
                    middle = 0.5 * (low + high)
                    y[:] = before
                    step(c, side, t, middle, y, held, work)
                    if y[LENGTH] >= c.l_stop:
                        high = middle
                    else:
                        low = middle
                y[:] = before
                step(c, side, t, high, y, held, work)
                y[BY_DRIVERS] -= (
                    0.5 * c.m3 * y[LENGTH_RATE] * y[LENGTH_RATE]
                )  # the joint's stop takes it out
                y[LENGTH], y[LENGTH_RATE] = c.l_stop, 0.0
                held = True
                t, left = t + high, h - high
            else:
                left = 0.0
        if left > 0.0:
            step(c, side, t, left, y, held, work)


@compiled
def _leaving(c: Constants, side: float, speed: float, out: FloatArray) -> tuple[float, float]:
    """Momentum over mass (x, y) [m/s] at the end of a stroke, from the ski's speed and `motion`."""
    mass = c.m1 + c.m2 + c.m3
    dx, dyy, _, _ = lean_direction(c, side)
    return (
        (c.m1 * speed * dx + c.m2 * out[SHANK] + c.m3 * out[BODY]) / mass,
        (c.m1 * speed * dyy + c.m2 * out[SHANK + 1] + c.m3 * out[BODY + 1]) / mass,
    )


@compiled
def run_strokes(
    c: Constants, strokes: int, steps: int, samples: FloatArray, landing: FloatArray
) -> None:
    """Write samples (strokes, steps + 1, SAMPLE), and (strokes, 3) momentum over mass landing."""
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
    """Run until the mean speed of two strokes of each side agree, or for `most` strokes.

    Returns:
        Mean speed in the direction of travel [m/s], mean speed over the ground [m/s], mean power of
        push-off and drivers [W] of the last stroke, and the strokes taken.
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
    reading: Reading = READINGS["outside force"],
    steps: int = 1000,
    initial_speed: float = 0.0,
) -> Run:
    """Simulate a run of strokes with the compiled equations.

    Args:
        skater: parameters, with the number of strokes.
        reading: what drives the skater.
        steps: Runge-Kutta steps a stroke.
        initial_speed: m/s, in the direction of travel, before the first ski is put down.
    """
    c = constants(skater, reading, initial_speed)
    n = skater.strokes
    samples = np.zeros((n, steps + 1, SAMPLE))
    landing = np.zeros((n + 1, 3))
    run_strokes(c, n, steps, samples, landing)
    return _as_run(skater, reading, samples, landing)


def _as_run(skater: Skater, reading: Reading, samples: FloatArray, landing: FloatArray) -> Run:
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
