"""The trapezoidal rule with Newton's method, for a tree in motion.

A step is solved for its displacement d (nv,), q_1 = q_0 exp(d).
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.vectors import vector
from ambulo.multibody.tree.articulated_body import move_frame
from ambulo.multibody.tree.configuration import integrate_one
from ambulo.multibody.tree.driven_motion import (
    Body,
    Drive,
    Room,
    accelerate,
    apply_forces,
    give_up,
    input_power,
    keep_row,
    note_effort,
    reference,
    room_of,
)
from ambulo.multibody.tree.effective_mass import CONVERGED, ITERATIONS, ROUNDING, factor_mass
from ambulo.multibody.tree.kinematics import accelerate_bodies
from ambulo.multibody.tree.newton_euler import balance_bodies
from ambulo.multibody.tree.tree_factorisation import solve_factorised

__all__ = ["march_trapezoidal"]


@compiled
def march_trapezoidal(
    body: Body,
    drive: Drive,
    q: FloatArray,
    v: FloatArray,
    work: FloatArray,
    effort: FloatArray,
    step: float,
) -> int:
    """Trapezoidal rule with Newton's method on the displacement; arguments as `march_on_group`.

    v_1 = 2 d / h - v_0,  v'_1 = 2 (v_1 - v_0) / h - v'_0,  inverse dynamics(q_1, v_1, v'_1) = Q_1
    Pamies-Vila (2012), eqs. 3.77 to 3.84, in joint coordinates.

    Returns:
        The number of Newton iterations; the rows after a step that does not converge are NaN.
    """
    nb, nq, nv = len(body.bodies), q.shape[1], v.shape[1]
    room = room_of(nb, nq, nv)
    frame = room.frame
    moments, H = np.empty((nb, 10)), np.empty(body.chain.shape)
    bodies = np.empty((5, nb, 3))
    d, v_1, a_1, residual = np.empty(nv), np.empty(nv), np.empty(nv), np.empty(nv)
    q_0, v_0, a_0, q_1 = q[0].copy(), v[0].copy(), np.empty(nv), q[0].copy()
    before = accelerate(body, drive, 0, 0.0, q_0, v_0, room, a_0)
    count = 0
    for piece in range(len(drive.interval)):
        interval = drive.interval[piece]
        n = max(1, int(np.ceil(interval / step - 1e-6)))
        h = interval / n
        work[piece + 1] = work[piece]
        for k in range(n):
            reference(body, drive, piece, (k + 1) / n, room)
            for c in range(nv):
                d[c] = h * (v_0[c] + 0.5 * h * a_0[c])
            converged = False
            last = np.inf
            for _ in range(ITERATIONS):
                count += 1
                for c in range(nv):
                    v_1[c] = 2.0 / h * d[c] - v_0[c]
                    a_1[c] = 2.0 / h * (v_1[c] - v_0[c]) - a_0[c]
                integrate_one(body.bodies, q_0, d, q_1)
                _needed(body, drive, q_1, v_1, a_1, room, bodies, residual)
                for c in range(nv):
                    residual[c] *= -0.25 * h * h
                positive = factor_mass(
                    body, frame.R, frame.p, drive, 0.25 * h * h, 0.5 * h, moments, frame.S, H
                )
                if not positive:
                    break
                solve_factorised(body.dofs, body.chain, H, residual)
                largest = 0.0
                for c in range(nv):
                    d[c] += residual[c]
                    largest = max(largest, abs(residual[c]))
                # rounding ends the iteration where corrections shrink no more
                if largest < CONVERGED or (largest < ROUNDING and largest > 0.5 * last):
                    converged = True
                    break
                if not largest < 1e3:
                    break
                last = largest
            if not converged:
                give_up(piece + 1, q, v, work, effort)
                return count
            integrate_one(body.bodies, q_0, d, q_1)
            for c in range(nv):
                v_1[c] = 2.0 / h * d[c] - v_0[c]
                a_0[c] = 2.0 / h * (v_1[c] - v_0[c]) - a_0[c]
                v_0[c] = v_1[c]
            q_0[:] = q_1
            move_frame(body.bodies, body.dofs, q_0, v_0, frame)
            after = input_power(v_0, apply_forces(body, drive, room), room)
            work[piece + 1] += 0.5 * h * (before + after)
            before = after
            note_effort(room, effort[piece + 1])
        if not keep_row(piece + 1, drive, room, q_0, v_0, q, v, work, effort):
            return count
    return count


@inner
def _needed(
    body: Body,
    drive: Drive,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
    room: Room,
    bodies: FloatArray,
    out: FloatArray,
) -> None:
    """Fill out (nv,) with the generalised forces that a state needs besides those that act.

    Args:
        bodies: (5, nb, 3) scratch.
    """
    frame = room.frame
    w, alpha, acc, moment, force = bodies[0], bodies[1], bodies[2], bodies[3], bodies[4]
    move_frame(body.bodies, body.dofs, q, v, frame)
    external = apply_forces(body, drive, room)
    accelerate_bodies(body.bodies, v, a, frame.R, frame.p, w, alpha, acc)
    moment[:] = 0.0
    force[:] = 0.0
    for i in range(len(external)):
        for c in range(3):
            moment[i, c] = -external[i, c]
            force[i, c] = -external[i, 3 + c]
    balance_bodies(
        body.bodies, vector(body.gravity), frame.R, frame.p, w, alpha, acc, out, moment, force
    )
    for d in range(len(out)):
        out[d] -= room.tau[d]
