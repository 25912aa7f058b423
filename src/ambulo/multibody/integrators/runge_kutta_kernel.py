"""Explicit Runge-Kutta methods for a tree in motion, on the Lie group of its joints or off it.

On the group (Munthe-Kaas 1998): within a step the configuration is q exp(y) for a small y (nv,),
whose rate is dexp^-1(v); any tableau keeps its order and rotations stay rotations. Off the group,
quaternions are plain numbers that are brought back to unit length after every step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.quaternions import multiply_one
from ambulo.math.vectors import add, cross, put_triple, scale, triple
from ambulo.multibody.tree.configuration import integrate_one
from ambulo.multibody.tree.driven_motion import (
    Body,
    Drive,
    Room,
    accelerate,
    give_up,
    keep_row,
    note_effort,
    room_of,
)
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records

__all__ = ["Tableau", "inverse_dexp", "march_adaptive", "march_off_group", "march_on_group"]


class Tableau(NamedTuple):
    """Butcher's coefficients of an explicit method.

    Args:
        A: (stages, stages), strictly lower; b, c: (stages,).
        errors: (2, stages) whose combinations of the rates estimate the error, as in DOP853; the
            step is accepted by |e0|^2 / sqrt(|e0|^2 + |e1|^2 / 100). (0, stages) without.
        order: of the method.
    """

    A: FloatArray
    b: FloatArray
    c: FloatArray
    errors: FloatArray
    order: int


@inner
def inverse_dexp(bodies: Records, y: FloatArray, v: FloatArray, out: FloatArray) -> None:
    """Fill out (nv,) with the rate of y in q exp(y) when the joint velocities are v.

    w + y x w / 2 + (1 - (|y|/2) cot(|y|/2)) / |y|^2  y x (y x w)   Iserles et al. (2000), app. B
    """
    for i in range(len(bodies)):
        joint, d = bodies[i].joint, bodies[i].v_start
        if joint in (HINGE, SLIDE):
            out[d] = v[d]
        elif joint in (FREE, BALL):
            if joint == FREE:
                put_triple(out, d, triple(v, d))
                d += 3
            r, w = triple(y, d), triple(v, d)
            square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
            if square < 1e-2:  # the next term is below 1e-14
                factor = 1 / 12 + square * (
                    1 / 720 + square * (1 / 30240 + square * (1 / 1209600 + square / 47900160))
                )
            else:
                half = 0.5 * np.sqrt(square)
                factor = (1.0 - half / np.tan(half)) / square
            rw = cross(r, w)
            put_triple(out, d, add(add(w, scale(0.5, rw)), scale(factor, cross(r, rw))))


@inner
def _group_step(
    body: Body,
    drive: Drive,
    tableau: Tableau,
    piece: int,
    start: float,
    h: float,
    q: FloatArray,
    v: FloatArray,
    room: Room,
    rate: FloatArray,
    a: FloatArray,
    power: FloatArray,
    stage: FloatArray,
) -> None:
    """Fill the rates of all stages of a step: of y and v (stages, nv), and the power (stages,).

    Args:
        start: of the step [s], counted from the start of the piece.
        stage: (2, nv + nq) scratch: y and v of a stage, and its q.
    """
    stages, nv, nq = len(tableau.b), len(v), len(q)
    y, u, x = stage[0, :nv], stage[1, :nv], stage[0, nv : nv + nq]
    for s in range(stages):
        for d in range(nv):
            turn, gain = 0.0, 0.0
            for r in range(s):
                turn += tableau.A[s, r] * rate[r, d]
                gain += tableau.A[s, r] * a[r, d]
            y[d] = h * turn
            u[d] = v[d] + h * gain
        x[:] = q  # welds and the like have no coordinate to be set
        integrate_one(body.bodies, q, y, x)
        part = (start + tableau.c[s] * h) / drive.interval[piece]
        power[s] = accelerate(body, drive, piece, part, x, u, room, a[s])
        inverse_dexp(body.bodies, y, u, rate[s])


@inner
def _combine(weights: FloatArray, rates: FloatArray, d: int) -> float:
    total = 0.0
    for s in range(len(weights)):
        total += weights[s] * rates[s, d]
    return total


@inner
def _finish(
    body: Body,
    tableau: Tableau,
    h: float,
    q: FloatArray,
    v: FloatArray,
    rate: FloatArray,
    a: FloatArray,
    power: FloatArray,
    y: FloatArray,
) -> float:
    """Move q and v by the step and give the work of the inputs in it [J]."""
    for d in range(len(v)):
        y[d] = h * _combine(tableau.b, rate, d)
        v[d] += h * _combine(tableau.b, a, d)
    integrate_one(body.bodies, q, y, q)
    work = 0.0
    for s in range(len(power)):
        work += h * tableau.b[s] * power[s]
    return work


@compiled
def march_on_group(
    body: Body,
    drive: Drive,
    tableau: Tableau,
    q: FloatArray,
    v: FloatArray,
    work: FloatArray,
    effort: FloatArray,
    step: float,
) -> int:
    """Fill the rows of q, v, work and effort after the first, steps of equal length in a piece.

    Args:
        q, v: (pieces + 1, nq), (pieces + 1, nv); row 0 is the initial state.
        work: (pieces + 1,) J done by the inputs so far.
        effort: (pieces + 1, nb + 1) the controller's largest force and moments since the last row.
        step: longest step [s].

    Returns:
        The number of steps.
    """
    nb, nq, nv = len(body.bodies), q.shape[1], v.shape[1]
    stages = len(tableau.b)
    room = room_of(nb, nq, nv)
    rate, a, power = np.empty((stages, nv)), np.empty((stages, nv)), np.empty(stages)
    stage = np.empty((2, nv + nq))
    q_now, v_now = q[0].copy(), v[0].copy()
    count = 0
    for piece in range(len(drive.interval)):
        interval = drive.interval[piece]
        n = max(1, int(np.ceil(interval / step - 1e-6)))
        h = interval / n
        work[piece + 1] = work[piece]
        for k in range(n):
            _group_step(
                body, drive, tableau, piece, k * h, h, q_now, v_now,
                room, rate, a, power, stage,
            )  # fmt: skip
            work[piece + 1] += _finish(
                body, tableau, h, q_now, v_now, rate, a, power, stage[0, :nv]
            )
            note_effort(room, effort[piece + 1])
        count += n
        if not keep_row(piece + 1, drive, room, q_now, v_now, q, v, work, effort):
            return count
    return count


@compiled
def march_adaptive(
    body: Body,
    drive: Drive,
    tableau: Tableau,
    q: FloatArray,
    v: FloatArray,
    work: FloatArray,
    effort: FloatArray,
    step: float,
    tolerance: float,
) -> int:
    """As `march_on_group`, with steps that keep the estimated error below a tolerance.

    Args:
        step: longest step [s].
        tolerance: error of a step, absolute below 1 and relative above [m, rad, per s].

    Returns:
        The number of accepted steps; the rows that steps of a nanosecond would not reach are NaN.
    """
    nb, nq, nv = len(body.bodies), q.shape[1], v.shape[1]
    stages = len(tableau.b)
    room = room_of(nb, nq, nv)
    rate, a, power = np.empty((stages, nv)), np.empty((stages, nv)), np.empty(stages)
    stage = np.empty((2, nv + nq))
    q_now, v_now = q[0].copy(), v[0].copy()
    h = step
    count = 0
    for piece in range(len(drive.interval)):
        interval = drive.interval[piece]
        work[piece + 1] = work[piece]
        start = 0.0
        while start < interval:
            # a remainder that would be tiny is shared between two steps
            left = interval - start
            used = left if h >= left else min(h, 0.5 * left) if h > 0.5 * left else h
            _group_step(
                body, drive, tableau, piece, start, used, q_now, v_now,
                room, rate, a, power, stage,
            )  # fmt: skip
            error = _error(tableau, used, v_now, rate, a) / tolerance
            if error <= 1.0:
                work[piece + 1] += _finish(
                    body, tableau, used, q_now, v_now, rate, a, power, stage[0, :nv]
                )
                note_effort(room, effort[piece + 1])
                start = interval if used == left else start + used
                count += 1
            if error == 0.0:
                factor = 5.0
            elif error < np.inf:
                factor = min(5.0, max(0.2, 0.9 * error ** (-1.0 / tableau.order)))
            else:
                factor = 0.2
            if error > 1.0 or used == h or factor < 1.0:
                h = min(step, used * factor)
            if not h > 1e-9:
                give_up(piece + 1, q, v, work, effort)
                return count
        if not keep_row(piece + 1, drive, room, q_now, v_now, q, v, work, effort):
            return count
    return count


@inner
def _error(tableau: Tableau, h: float, v: FloatArray, rate: FloatArray, a: FloatArray) -> float:
    """Estimated error of a step, root mean square over positions and velocities; inf for NaN."""
    nv = len(v)
    first, second = 0.0, 0.0
    for d in range(nv):
        scale_v = 1.0 / max(1.0, abs(v[d]))
        first += _combine(tableau.errors[0], rate, d) ** 2
        first += (scale_v * _combine(tableau.errors[0], a, d)) ** 2
        second += _combine(tableau.errors[1], rate, d) ** 2
        second += (scale_v * _combine(tableau.errors[1], a, d)) ** 2
    if first == 0.0:
        return 0.0
    error = abs(h) * first / np.sqrt((first + 0.01 * second) * 2 * nv)
    return error if error < np.inf else np.inf


@compiled
def march_off_group(
    body: Body,
    drive: Drive,
    tableau: Tableau,
    q: FloatArray,
    v: FloatArray,
    work: FloatArray,
    effort: FloatArray,
    step: float,
) -> int:
    """As `march_on_group`, with quaternions as four plain numbers, normalised after each step."""
    nb, nq, nv = len(body.bodies), q.shape[1], v.shape[1]
    stages = len(tableau.b)
    room = room_of(nb, nq, nv)
    rate, a, power = np.empty((stages, nq)), np.empty((stages, nv)), np.empty(stages)
    x, u = np.empty(nq), np.empty(nv)
    q_now, v_now = q[0].copy(), v[0].copy()
    count = 0
    for piece in range(len(drive.interval)):
        interval = drive.interval[piece]
        n = max(1, int(np.ceil(interval / step - 1e-6)))
        h = interval / n
        work[piece + 1] = work[piece]
        for k in range(n):
            for s in range(stages):
                for i in range(nq):
                    x[i] = q_now[i] + h * _combine(tableau.A[s, :s], rate, i)
                for d in range(nv):
                    u[d] = v_now[d] + h * _combine(tableau.A[s, :s], a, d)
                part = (k + tableau.c[s]) * h / interval
                power[s] = accelerate(body, drive, piece, part, x, u, room, a[s])
                _coordinate_rate(body.bodies, x, u, rate[s])
            for i in range(nq):
                q_now[i] += h * _combine(tableau.b, rate, i)
            for d in range(nv):
                v_now[d] += h * _combine(tableau.b, a, d)
            for s in range(stages):
                work[piece + 1] += h * tableau.b[s] * power[s]
            _normalise(body.bodies, q_now)
            note_effort(room, effort[piece + 1])
        count += n
        if not keep_row(piece + 1, drive, room, q_now, v_now, q, v, work, effort):
            return count
    return count


@inner
def _coordinate_rate(bodies: Records, q: FloatArray, v: FloatArray, out: FloatArray) -> None:
    for i in range(len(bodies)):
        joint, k, d = bodies[i].joint, bodies[i].q_start, bodies[i].v_start
        if joint in (HINGE, SLIDE):
            out[k] = v[d]
        elif joint in (FREE, BALL):
            if joint == FREE:
                put_triple(out, k, triple(v, d))
                k += 3
                d += 3
            turn = multiply_one(
                (q[k], q[k + 1], q[k + 2], q[k + 3]),
                (0.0, 0.5 * v[d], 0.5 * v[d + 1], 0.5 * v[d + 2]),
            )
            for c in range(4):
                out[k + c] = turn[c]


@inner
def _normalise(bodies: Records, q: FloatArray) -> None:
    for i in range(len(bodies)):
        joint, k = bodies[i].joint, bodies[i].q_start
        if joint in (FREE, BALL):
            k += 3 if joint == FREE else 0
            square = q[k] ** 2 + q[k + 1] ** 2 + q[k + 2] ** 2 + q[k + 3] ** 2
            for c in range(4):
                q[k + c] /= np.sqrt(square)
