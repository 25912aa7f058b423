"""Forward motion of a foot on its contact, held to the measured motion by an extended Kalman
filter.

State, measurement and Riccati equation are those of Pamies-Vila (2012), eqs. 6.17 to 6.25 and
appendix D, with three differences. Displacements and velocities are about world axes, so that no
angle is singular. Steps are implicit (Euler's rule, solved by Newton's method with the exact
derivatives), because bristles need this at steps of 1 ms. Equation (D.16) is z'' = (R^T M R)^-1 R^T
(Q - M R' z'). The printed equation lacks the inverse and the second transpose.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.foot_contact.covariance import (
    correct,
    fill_turns,
    propagate,
    solve_rows,
)
from ambulo.foot_contact.foot_dynamics import (
    FREEDOMS,
    FootBody,
    foot_equations,
    foot_frame,
    hold_metatarsal,
)
from ambulo.foot_contact.foot_spheres import (
    add_sphere_forces,
    move_bristles,
    no_touch,
    touch_anew,
)
from ambulo.foot_contact.sphere import slopes_of
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import matrix_at, put_matrix_at, put_triple
from ambulo.math.quaternions import exp_one, to_matrix_one
from ambulo.math.small_systems import eliminate, eliminate_solve, largest
from ambulo.math.so3 import rotation_between
from ambulo.math.vectors import compose
from ambulo.multibody.contact.pointed import Laws

_ITERATIONS = 30
_SETTLED = 1e-7
"""m/s, rad/s: change of the velocities that ends Newton's iterations of a step."""
_NEARER = 0.7
"""Of the change before, that a change may have; else Newton goes round between a sphere that sticks
and one that slips, and takes half of what it took."""


class FootPath(NamedTuple):
    """The measured motion of a foot, and its driving forces.

    Args:
        h: s, interval between instants.
        p: (n, 3) m, ankle; R: (n, 2, 9) hindfoot and forefoot; v: (9,) velocities at the first
            instant.
        drive: (n, 9) force at the ankle [N], moments on hindfoot and forefoot [N*m].
    """

    h: float
    p: FloatArray
    R: FloatArray
    v: FloatArray
    drive: FloatArray


class FilterNoise(NamedTuple):
    """Diagonals of the filter's covariances in continuous time.

    Args:
        measured: (9,) R [m^2 s, rad^2 s]; infinite where nothing is measured.
        process: (18,) Q, for the pose [m^2/s, rad^2/s], then for the velocities [m^2/s^3,
            rad^2/s^3].
        first: (18, 18) P at the first instant.
    """

    measured: FloatArray
    process: FloatArray
    first: FloatArray


class FootRows(NamedTuple):
    """The results, one row for each instant.

    Args:
        p, R, v: (n, 3), (n, 2, 9), (n, 9) estimated state.
        wrench: (n, 6) from the floor about the ankle [N*m, N].
        correction: (n, 9) force and moments that would change the velocities over a step as the
            filter does [N, N*m]; innovation: (n, 9) measured minus predicted pose [m, rad].
        square: (n,) square of the innovation, divided by its covariance.
        P: (n, 18, 18) covariance, or (0, 18, 18) if it is not wanted.
    """

    p: FloatArray
    R: FloatArray
    v: FloatArray
    wrench: FloatArray
    correction: FloatArray
    innovation: FloatArray
    square: FloatArray
    P: FloatArray


def foot_rows(n: int, covariance: bool = False) -> FootRows:
    """Empty rows of n instants."""
    return FootRows(
        np.zeros((n, 3)), np.zeros((n, 2, 9)), np.zeros((n, 9)), np.zeros((n, 6)),
        np.zeros((n, 9)), np.zeros((n, 9)), np.zeros(n),
        np.zeros((n if covariance else 0, 18, 18)),
    )  # fmt: skip


@inner
def _turn_by(R: FloatArray, turn: FloatArray, factor: float) -> None:
    """Turn both segments by factor times entries 3 to 8 of turn, about world axes."""
    for k in range(2):
        i = 3 + 3 * k
        by = (factor * turn[i], factor * turn[i + 1], factor * turn[i + 2])
        put_matrix_at(R, k, compose(to_matrix_one(exp_one(by)), matrix_at(R, k)))


@inner
def _keep(rows: FootRows, k: int, p: FloatArray, R: FloatArray, v: FloatArray) -> None:
    for c in range(3):
        rows.p[k, c] = p[c]
    for s in range(2):
        for c in range(9):
            rows.R[k, s, c] = R[s, c]
    for c in range(FREEDOMS):
        rows.v[k, c] = v[c]


@inner
def _lose(rows: FootRows, k: int) -> None:
    """Nothing is known from row k on."""
    rows.wrench[k:] = np.nan
    rows.p[k:] = np.nan
    rows.R[k:] = np.nan
    rows.v[k:] = np.nan
    rows.correction[k:] = np.nan
    rows.innovation[k:] = np.nan
    rows.square[k:] = np.nan


@inner
def _fill_step_matrix(
    M: FloatArray, by_speed: FloatArray, on_speed: FloatArray, by_pose: FloatArray, J: FloatArray,
    h: float, pull: FloatArray, W: FloatArray,
) -> None:  # fmt: skip
    """Fill W = M / h + G_v + h G_q J of a step, all (9, 9) but J (9, 3).

    Args:
        by_speed, on_speed: derivatives of needs and loads by velocities; by_pose: G_q; transposed.
        pull: scratch.
    """
    pull[:] = 0.0
    for i in range(FREEDOMS):
        first = i - i % 3
        for c in range(3):
            weight = h * J[i, c]
            for j in range(FREEDOMS):
                pull[first + c, j] += weight * by_pose[i, j]
    for i in range(FREEDOMS):
        for j in range(FREEDOMS):
            W[i, j] = M[i, j] / h + by_speed[j, i] - on_speed[j, i] + pull[j, i]


@inner
def _fill_by_state(
    M: FloatArray, by_pose: FloatArray, on_stretch: FloatArray, E: FloatArray, h: float,
    out: FloatArray,
) -> None:  # fmt: skip
    """Fill what W dv is by the state at the beginning, out (9, 18).

    W dv = M / h dv_0 - (G_q - pull of the bristles) E dq_0
    """
    for i in range(FREEDOMS):
        for j in range(FREEDOMS):
            first, total = j - j % 3, 0.0
            for c in range(first, first + 3):
                total -= (by_pose[c, i] - on_stretch[c, i]) * E[c, j % 3]
            out[i, j] = total
            out[i, FREEDOMS + j] = M[i, j] / h


@generic
def track_foot(
    laws: Laws, body: FootBody, path: FootPath, noise: FilterNoise, segment: IntArray,
    values: FloatArray, rows: FootRows,
) -> int:  # fmt: skip
    """Fill the rows with the foot's motion on its contact, held to the measured motion.

    Args:
        laws: a normal and a friction law, whose parameters are in `values`.
        body: the foot.
        path: measured motion with its driving forces; it gives the first state.
        noise: the filter's covariances.
        segment: (spheres,) 0 hindfoot, 1 forefoot; values: (spheres, values).
        rows: results, filled here.

    Returns:
        Number of steps whose equations were not fully solved; -1 if the motion is not finite. Later
        rows are then NaN.
    """
    n, h, nv = len(path.p), path.h, FREEDOMS
    p, R, v = path.p[0].copy(), path.R[0].copy(), path.v.copy()
    P, touch, slopes = noise.first.copy(), no_touch(len(segment)), slopes_of(laws, 0, 0)
    new_p, new_R, new_v, a = np.empty(3), np.empty((2, 9)), np.empty(nv), np.zeros(nv)
    M, W, order = np.empty((nv, nv)), np.empty((nv, nv)), np.empty(nv, np.int64)
    need, load, gap = np.empty(nv), np.empty(nv), np.empty(nv)
    by_pose, by_speed = np.empty((nv, nv)), np.empty((nv, nv))
    on_pose, on_speed = np.empty((nv, nv)), np.empty((nv, nv))
    on_stretch, by_state = np.empty((nv, nv)), np.empty((nv, 2 * nv))
    E, J = np.empty((nv, 3)), np.empty((nv, 3))
    Y, Z = np.empty((2 * nv, 2 * nv)), np.empty((2 * nv, 2 * nv))
    S, G, x = np.empty((nv, nv)), np.empty((nv, 2 * nv)), np.empty(nv)
    off, shift, pull = np.empty(nv), np.empty(2 * nv), np.empty((nv, nv))
    unsolved = 0
    touch_anew(segment, values, body.joint, p, R, v, touch)
    _keep(rows, 0, p, R, v)
    rows.wrench[0] = 0.0
    rows.correction[0] = 0.0
    rows.innovation[0] = 0.0
    rows.square[0] = 0.0
    if len(rows.P) > 0:
        rows.P[0] = P
    for k in range(1, n):
        for i in range(nv):
            new_v[i] = v[i] + h * a[i]
        change, step, share = np.inf, 0, 1.0
        while step < _ITERATIONS and change > _SETTLED:
            step += 1
            for c in range(3):
                new_p[c] = p[c] + h * new_v[c]
            new_R[:] = R
            _turn_by(new_R, new_v, h)
            for i in range(nv):
                a[i] = (new_v[i] - v[i]) / h
            at = foot_frame(body, new_R)
            foot_equations(body, at, new_v, a, M, need, by_pose, by_speed)
            load[:] = 0.0
            on_pose[:] = 0.0
            on_speed[:] = 0.0
            on_stretch[:] = 0.0
            add_sphere_forces(
                laws, slopes, segment, values, body.joint, h, new_p, new_R, new_v, touch, load,
                on_pose, on_speed, on_stretch,
            )  # fmt: skip
            for c in range(3):
                rows.wrench[k, c] = load[3 + c] + load[6 + c]
                rows.wrench[k, 3 + c] = load[c]
            hold_metatarsal(body, new_R, new_v, load, on_pose, on_speed)
            fill_turns(new_v, h, E, J)
            # with the imbalance G = needs - loads, whose derivative G_q goes into on_pose
            for i in range(nv):
                gap[i] = load[i] + path.drive[k, i] - need[i]
                for j in range(nv):
                    on_pose[i, j] = by_pose[i, j] - on_pose[i, j]
            _fill_step_matrix(M, by_speed, on_speed, on_pose, J, h, pull, W)
            if not eliminate(W, order):
                break
            eliminate_solve(W, order, gap)
            before, change = change, largest(gap)
            share = 0.5 * share if change > _NEARER * before else min(2.0 * share, 1.0)
            for i in range(nv):
                new_v[i] += share * gap[i]
        if not change <= _SETTLED:
            unsolved += 1
        if not change < 1e6:
            _lose(rows, k)
            return -1
        _fill_by_state(M, on_pose, on_stretch, E, h, by_state)
        solve_rows(W, order, by_state)
        for c in range(3):
            p[c] += h * new_v[c]
        _turn_by(R, new_v, h)
        for i in range(nv):
            v[i] = new_v[i]
        touch_anew(segment, values, body.joint, p, R, v, touch)
        propagate(P, by_state, E, J, h, noise.process, Y, Z)
        for c in range(3):
            off[c] = path.p[k, c] - p[c]
        for s in range(2):
            turn = rotation_between(matrix_at(R, s), matrix_at(path.R[k], s))
            put_triple(off, 3 + 3 * s, turn)
        rows.square[k] = correct(P, noise.measured, h, off, S, G, x, shift)
        for c in range(3):
            p[c] += shift[c]
        _turn_by(R, shift, 1.0)
        move_bristles(segment, values, body.joint, R, shift, touch)
        for i in range(nv):
            v[i] += shift[nv + i]
            rows.innovation[k, i] = off[i]
            total = 0.0
            for j in range(nv):
                total += M[i, j] * shift[nv + j]
            rows.correction[k, i] = total / h
        _keep(rows, k, p, R, v)
        if len(rows.P) > 0:
            rows.P[k] = P
    return unsolved
