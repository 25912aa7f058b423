"""The equations of motion in velocities u = (V, omega) of every body, and the projection onto C =
0.

    M u_dot + W^T lambda = loads - (0, omega x I omega)        W u_dot = gamma

M consists of (mass, inertia) of each body, and is constant in body axes. q_dot = (V, H omega).
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing
from ambulo.math.entries import copy_to, matrix_at
from ambulo.math.function_pointers import (
    FLOAT,
    call_event,
    call_force,
    call_time,
    call_with_states,
)
from ambulo.math.ranked_elimination import Factors, factor, scale_columns, solve_factored
from ambulo.math.vectors import cross, rotate
from ambulo.multibody.constrained.constraint_rows import carry_attachments, evaluate_rows
from ambulo.multibody.constrained.elastic import (
    add_applied,
    add_matrices,
    add_quadratic,
    carry_rows,
    follow,
)
from ambulo.multibody.constrained.kinematics import (
    coordinate_rates,
    frame_row,
    move_bodies,
    normalise,
    shift_coordinates,
)
from ambulo.multibody.constrained.packing import (
    SPIN,
    VELOCITY,
    AtState,
    Forces,
    Functions,
    Order,
    PackedBodies,
    PackedConstrained,
    PackedRows,
    RowTerms,
    Workspace,
)

PROJECTIONS = 6
"""Largest number of corrections of a projection."""


@borrowing
def evaluate_functions(functions: Functions, t: float, values: FloatArray) -> None:
    """Evaluate all functions of time at t [s]; a function comes after those that it needs."""
    numbers = functions.parameters.ctypes.data
    for k in range(len(functions.varying)):
        f = functions.varying[k]
        call_time(
            functions.address[f],
            t,
            numbers + FLOAT * functions.start[f],
            values.ctypes.data,
            values.ctypes.data + FLOAT * values.shape[1] * f,
        )


@borrowing
def add_loads(forces: Forces, t: float, at: AtState) -> None:
    """Fill loads (nb + 1, 6) with the sum of the applied forces, and also the power of each and the
    rates of own states."""
    loads, load, frames, power = at.loads, at.load, at.frames, at.power
    loads[:] = 0.0
    for k in range(len(forces.address)):
        load[:] = 0.0
        p = forces.parameters.ctypes.data + FLOAT * forces.start[k, 0]
        i = forces.indices.ctypes.data + FLOAT * forces.start[k, 1]
        if forces.states[k] == 0:
            call_force(
                forces.address[k], t, p, i, at.values.ctypes.data, frames.ctypes.data,
                load.ctypes.data,
            )  # fmt: skip
        else:
            own = FLOAT * forces.start[k, 2]
            call_with_states(
                forces.address[k], t, p, i, at.values.ctypes.data, frames.ctypes.data,
                at.states.ctypes.data + own, load.ctypes.data, at.rates.ctypes.data + own,
            )  # fmt: skip
        # F . V + M . omega, moments and rates in body axes; the last row is the ground's
        power[k] = 0.0
        for b in range(len(load) - 1):
            for i in range(3):
                power[k] += load[b, i] * frames[b, VELOCITY, i]
                power[k] += load[b, 3 + i] * frames[b, SPIN, i]
                loads[b, i] += load[b, i]
                loads[b, 3 + i] += load[b, 3 + i]


@borrowing
def _event(forces: Forces, k: int, t: float, at: AtState) -> None:
    """Fill `at.event` with force k's event function and its own states from there on."""
    call_event(
        forces.event[k], t,
        forces.parameters.ctypes.data + FLOAT * forces.start[k, 0],
        forces.indices.ctypes.data + FLOAT * forces.start[k, 1],
        at.values.ctypes.data, at.frames.ctypes.data,
        at.states.ctypes.data + FLOAT * forces.start[k, 2], at.event.ctypes.data,
    )  # fmt: skip


@borrowing
def count_events(forces: Forces) -> int:
    """Number of forces that have an event."""
    count = 0
    for k in range(len(forces.event)):
        count += forces.event[k] != 0
    return count


@borrowing
def fill_events(forces: Forces, t: float, at: AtState, g: FloatArray) -> None:
    """Fill g (events,) with the event functions, for the frames and own states in work."""
    n = 0
    for k in range(len(forces.event)):
        if forces.event[k] != 0:
            _event(forces, k, t, at)
            g[n] = at.event[0]
            n += 1


@borrowing
def switch_event(forces: Forces, event: int, t: float, at: AtState, s: FloatArray) -> None:
    """Set own states s of all forces that an event changes."""
    n = -1
    for k in range(len(forces.event)):
        n += forces.event[k] != 0
        if n == event:
            _event(forces, k, t, at)
            first, count = forces.start[k, 2], forces.states[k]
            copy_to(at.event[1 : 1 + count], s[first : first + count])
            return


@borrowing
def evaluate(
    system: PackedConstrained, t: float, q: FloatArray, u: FloatArray, work: Workspace
) -> None:
    """Fill functions of time, frames, q_dot and constraint rows at one state."""
    evaluate_functions(system.functions, t, work.at.values)
    move_frames(system, q, u, work)
    coordinate_rates(system.bodies, q, u, work.scratch, work.q_dot)
    evaluate_constraints(system, q, work.q_dot, work)


@borrowing
def move_frames(system: PackedConstrained, q: FloatArray, u: FloatArray, work: Workspace) -> None:
    """Fill the frames of bodies, interfaces and ground."""
    move_bodies(system.bodies, q, u, work.at.frames)
    follow(system.elastic, q, u, work.at.frames, work.elastic)


@borrowing
def evaluate_constraints(
    system: PackedConstrained, q: FloatArray, q_dot: FloatArray, work: Workspace
) -> None:
    """Fill the constraint rows, after functions of time and frames."""
    carry_attachments(system.attachments, work.at.values, work.at.frames, work.rows.carried)
    evaluate_rows(
        system.bodies, system.rows, system.attachments.body, work.at.values, work.at.frames,
        q, q_dot, work.scratch, work.rows,
    )  # fmt: skip
    carry_rows(system.elastic, system.rows, work.rows, work.elastic)


@borrowing
def fill_matrices(
    system: PackedConstrained, q: FloatArray, u: FloatArray, work: Workspace, M: FloatArray,
    Cq: FloatArray,
) -> None:  # fmt: skip
    """Fill dense matrices: M (nv, nv), and C_q (m, nv), the rows for u that take part."""
    bodies, nb = system.bodies, len(system.bodies.code)
    M[:] = 0.0
    Cq[:] = 0.0
    for b in range(nb):
        for i in range(3):
            M[6 * b + i, 6 * b + i] = bodies.mass[b]
            for j in range(3):
                M[6 * b + 3 + i, 6 * b + 3 + j] = bodies.inertia[b, 3 * i + j]
    for k in range(system.rows.solved):
        for side in range(2):
            b = system.rows.ends[k, side]
            if b < nb:
                for i in range(6):
                    Cq[k, 6 * b + i] += work.rows.W[k, side, i]
    frames, W = work.at.frames, work.rows.W
    add_matrices(system.elastic, q, u, frames, system.rows, W, work.elastic, M, Cq)


@borrowing
def factor_equations(
    system: PackedConstrained, q: FloatArray, u: FloatArray, work: Workspace
) -> int:
    """Factor [[M, W^T], [W, 0]]; returns the number of velocities without an equation of their
    own."""
    bodies, rows, order, W = system.bodies, system.rows, system.order, work.rows.W
    factors, frames = work.factors, work.at.frames
    K, scale, nb, nv = factors.K, factors.scale, len(bodies.code), len(u)
    K[:] = 0.0
    scale[:] = 0.0
    # rows stand in the order of least fill; scale: the largest entry of each, which pivots count by
    for b in range(nb):
        at = order.body[b]
        for i in range(3):
            K[at + i, at + i] = scale[at + i] = bodies.mass[b]
            for j in range(3):
                entry = bodies.inertia[b, 3 * i + j]
                K[at + 3 + i, at + 3 + j] = entry
                scale[at + 3 + j] = max(scale[at + 3 + j], abs(entry))
    # W and W^T: a row acts on u of the two bodies that it joins, the ground has none
    for k in range(rows.solved):
        row = order.row[k]
        for side in range(2):
            b = rows.ends[k, side]
            if b >= nb:
                continue
            at = order.body[b]
            for i in range(6):
                entry = W[k, side, i]
                if entry != 0.0:
                    # both points of a row may be of one body: the sides add up
                    K[row, at + i] += entry
                    K[at + i, row] += entry
                    size = abs(K[row, at + i])
                    scale[at + i] = max(scale[at + i], size)
                    scale[row] = max(scale[row], size)
    if add_matrices(system.elastic, q, u, frames, rows, W, work.elastic, K, K[nv:]):
        for i in range(nv):
            for k in range(nv, len(K)):
                K[i, k] = K[k, i]
        scale_columns(factors)
    factor(factors, order.low, order.high)
    massless = 0
    for b in range(nb):
        for i in range(6):
            massless += factors.skipped[order.body[b] + i]
    for i in range(6 * nb, nv):
        massless += factors.skipped[i]
    return massless


@borrowing
def solve_equations(
    order: Order, factors: Factors, u_dot: FloatArray, multipliers: FloatArray
) -> None:
    """Solve for the right-hand side x; fill u_dot (nv,) and the multipliers (m,)."""
    solve_factored(factors, order.low, order.high)
    for b in range(len(order.body)):
        for i in range(6):
            u_dot[6 * b + i] = factors.y[order.body[b] + i]
    for i in range(6 * len(order.body), len(u_dot)):
        u_dot[i] = factors.y[i]
    for k in range(len(order.row)):
        multipliers[k] = factors.y[order.row[k]]


@borrowing
def put_force(
    bodies: PackedBodies, b: int, loads: FloatArray, frames: FloatArray, x: FloatArray, at: int
) -> None:
    """Fill x from `at` on with the force on body b: loads minus (0, omega x I omega)."""
    w = frame_row(frames, b, SPIN)
    gyroscopic = cross(w, rotate(matrix_at(bodies.inertia, b), w))
    for i in range(3):
        x[at + i] = loads[b, i]
        x[at + 3 + i] = loads[b, 3 + i] - gyroscopic[i]


@borrowing
def drivers_power(
    rows: PackedRows, terms: RowTerms, frames: FloatArray, multipliers: FloatArray
) -> float:
    """Power of joints and drivers [W]: -W^T lambda on u, -lambda . nu with nu = W u - rate."""
    power = 0.0
    for k in range(rows.solved):
        # nu, what a moving constraint asks of W u
        moving = -terms.rate[k]
        for side in range(2):
            b = rows.ends[k, side]
            if b < len(frames) - 1:
                for i in range(3):
                    moving += terms.W[k, side, i] * frames[b, VELOCITY, i]
                    moving += terms.W[k, side, 3 + i] * frames[b, SPIN, i]
        power -= multipliers[k] * moving
    return power


@borrowing
def accelerations(
    system: PackedConstrained,
    t: float,
    q: FloatArray,
    u: FloatArray,
    work: Workspace,
    a: FloatArray,
    power: FloatArray,
) -> None:
    """Fill the accelerations a (nv,) and the power [W] of each force and of the drivers.

    Accelerations of a free motion without inertia are not determined, and NaN. With Baumgarte's
    parameters the constraints follow C_ddot + 2 alpha C_dot + beta^2 C = 0 (Baumgarte 1972). The
    workspace then contains the rates of the coordinates and the multipliers.
    """
    evaluate(system, t, q, u, work)
    add_loads(system.forces, t, work.at)
    rows, order, factors = work.rows, system.order, work.factors
    massless = factor_equations(system, q, u, work)
    for b in range(len(order.body)):
        put_force(system.bodies, b, work.at.loads, work.at.frames, factors.x, order.body[b])
    for i in range(6 * len(order.body), len(u)):
        factors.x[i] = 0.0
    add_quadratic(system.elastic, work.elastic, factors.x)
    add_applied(system.elastic, q, u, work.at, work.elastic, factors.x)
    # W u_dot = gamma - 2 alpha C_dot - beta^2 C
    for k in range(len(order.row)):
        factors.x[order.row[k]] = (
            rows.gamma[k] - 2.0 * system.alpha * rows.rate[k] - system.beta**2 * rows.C[k]
        )
    solve_equations(order, factors, a, work.multipliers)
    if massless > 0:
        a[:] = np.nan
    last = len(work.at.power)
    for k in range(last):
        power[k] = work.at.power[k]
    power[last] = drivers_power(system.rows, rows, work.at.frames, work.multipliers)


@borrowing
def project(
    system: PackedConstrained, t: float, q: FloatArray, u: FloatArray, work: Workspace
) -> None:
    """Move q and u back onto the constraints by the least change, weighted by mass.

    M d + W^T mu = 0, W d = -C for positions, = nu - W u for velocities (Lubich 1991; Eich 1993).
    One factored matrix serves all corrections. It differs from the exact matrix by the size of the
    violation, so each correction squares the violation.
    """
    for b in range(len(system.order.body)):
        normalise(system.bodies, b, q)
    if system.tolerance <= 0.0:
        return
    rows, order, factors = work.rows, system.order, work.factors
    for correction in range(PROJECTIONS + 1):
        evaluate(system, t, q, u, work)
        if correction == 0:
            factor_equations(system, q, u, work)
        worst = 0.0
        for k in range(len(order.row)):
            worst = max(worst, abs(rows.C[k]))
        # the last sweep corrects the velocities, on the positions then reached
        last = correction == PROJECTIONS or not worst > system.tolerance
        # right side (0, -C), in the last sweep (0, -C_dot)
        factors.x[:] = 0.0
        for k in range(len(order.row)):
            factors.x[order.row[k]] = -rows.rate[k] if last else -rows.C[k]
        solve_equations(order, factors, work.d, work.impulses)
        if last:
            for i in range(len(u)):
                u[i] += work.d[i]
            return
        shift_coordinates(system.bodies, q, work.d, q)
