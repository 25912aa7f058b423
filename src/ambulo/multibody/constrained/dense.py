"""The textbook's form of the equations, in coordinates q, as dense matrices.

    M q_ddot + C_q^T lambda = Q_e + Q_v        C_q q_ddot = Q_d

They follow from the equations in velocities with omega = G theta_dot and
omega_dot = G theta_ddot + g: C_q = W (1, G), Q_d = gamma - W (0, g), M = (1, G)^T M (1, G).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import matrix_at, vector, vector_at
from ambulo.math.vectors import Vector3, add, cross, dot, rotate, rotate_back
from ambulo.multibody.constrained.elimination import factor, solve_factored
from ambulo.multibody.constrained.equations import (
    add_loads,
    evaluate_constraints,
    evaluate_functions,
)
from ambulo.multibody.constrained.kinematics import (
    frame_row,
    move_bodies,
    rest_of_spin,
)
from ambulo.multibody.constrained.orientation import rates
from ambulo.multibody.constrained.packing import (
    COORDINATE,
    SPIN,
    UNIT_LENGTH,
    VELOCITY,
    PackedConstrained,
    Workspace,
)
from ambulo.multibody.system import workspace


class DenseTerms(NamedTuple):
    """M (n, n), Qe, Qv (n,), C, nu, Qd (m,), Cq (m, n), W (m, 6 nb + 6), G (nb, 3, 4)."""

    M: FloatArray
    Qe: FloatArray
    Qv: FloatArray
    C: FloatArray
    Cq: FloatArray
    nu: FloatArray
    Qd: FloatArray
    W: FloatArray
    G: FloatArray


@inner
def _entry(G: FloatArray, k: int) -> Vector3:
    """Column k of an array with three rows."""
    return G[0, k], G[1, k], G[2, k]


@compiled
def workspace_of(system: PackedConstrained) -> Workspace:
    """Arrays for one evaluation at a time, for Python."""
    work: Workspace = workspace(system)
    return work


@compiled
def bodies_at(
    system: PackedConstrained,
    t: float,
    q: FloatArray,
    v: FloatArray,
    work: Workspace,
    u: FloatArray,
    G: FloatArray,
    g: FloatArray,
) -> None:
    """Fill functions of time, frames, u (6 nb,), G (nb, 3, 4) and g (nb, 3) from q, v (n,)."""
    evaluate_functions(system.functions, t, work.values)
    bodies = system.bodies
    for b in range(len(bodies.code)):
        s = bodies.start[b]
        width = bodies.start[b + 1] - s - 3
        rates(bodies.code[b], q[s + 3 : s + 3 + width], work.scratch.G)
        reference = matrix_at(bodies.reference, b)
        g[b, 0], g[b, 1], g[b, 2] = rest_of_spin(bodies, b, q, v, work.scratch)
        w = (0.0, 0.0, 0.0)
        for k in range(width):
            # omega = reference^T G theta_dot, column by column
            column = rotate_back(reference, _entry(work.scratch.G, k))
            G[b, 0, k], G[b, 1, k], G[b, 2, k] = column
            rate = v[s + 3 + k]
            w = (w[0] + rate * column[0], w[1] + rate * column[1], w[2] + rate * column[2])
        for i in range(3):
            u[6 * b + i] = v[s + i]
        u[6 * b + 3], u[6 * b + 4], u[6 * b + 5] = w
    move_bodies(bodies, q, u, work.scratch, work.frames)


@compiled
def rows_at(
    system: PackedConstrained,
    q: FloatArray,
    v: FloatArray,
    G: FloatArray,
    g: FloatArray,
    work: Workspace,
    C: FloatArray,
    Cq: FloatArray,
    nu: FloatArray,
    Qd: FloatArray,
    W: FloatArray,
) -> None:
    """Fill C, nu = -C_t, Q_d (m,), C_q (m, n) and W (m, 6 nb + 6) after `bodies_at`.

    W leaves out the rows of an orientation's coordinates, which C_q holds exactly.
    """
    evaluate_constraints(system, q, v, work)
    terms = work.rows
    start, nb = system.bodies.start, len(system.bodies.code)
    Cq[:] = 0.0
    W[:] = 0.0
    for k in range(len(C)):
        C[k], Qd[k] = terms.C[k], terms.gamma[k]
        kind = system.rows.kind[k, 0]
        # p^T p / 2 = 1/2 has the row p^T
        if kind == UNIT_LENGTH:
            s = start[system.rows.kind[k, 1]] + 3
            nu[k] = 0.0
            for i in range(4):
                Cq[k, s + i] = q[s + i]
            continue
        # q_c = f(t): nu = f', Q_d = f''
        if kind == COORDINATE:
            c, b = system.rows.kind[k, 1], system.rows.ends[k, 0]
            value = work.values[system.rows.value[k]]
            Cq[k, c], nu[k], Qd[k] = 1.0, value[1], value[2]
            if c < start[b] + 3:
                W[k, 6 * b + c - start[b]] = 1.0
            continue
        moving = 0.0
        # of bodies i and j: the row in (u, w) of each, W, turned to coordinates by w = G p' + g
        for side in range(2):
            b = system.rows.ends[k, side]
            for i in range(6):
                W[k, 6 * b + i] += terms.W[k, side, i]
            row = terms.W[k, side]
            moving += dot(vector(row), frame_row(work.frames, b, VELOCITY))
            moving += dot((row[3], row[4], row[5]), frame_row(work.frames, b, SPIN))
            if b == nb:
                continue
            s = start[b]
            for i in range(3):
                Cq[k, s + i] += row[i]
                Qd[k] -= row[3 + i] * g[b, i]
                for p in range(start[b + 1] - s - 3):
                    Cq[k, s + 3 + p] += row[3 + i] * G[b, i, p]
        nu[k] = moving - terms.rate[k]


@compiled
def inertia_terms(
    system: PackedConstrained,
    frames: FloatArray,
    G: FloatArray,
    g: FloatArray,
    M: FloatArray,
    Qv: FloatArray,
) -> None:
    """Fill M (n, n) and Q_v (n,) = -G^T (omega x I omega + I g).

    Shabana (2001), eq. 7.109; Bruzzo's (2012) eq. 90 has lost the sign.
    """
    M[:] = 0.0
    Qv[:] = 0.0
    bodies = system.bodies
    for b in range(len(bodies.mass)):
        s = bodies.start[b]
        width = bodies.start[b + 1] - s - 3
        tensor, w = matrix_at(bodies.inertia, b), frame_row(frames, b, SPIN)
        n = add(cross(w, rotate(tensor, w)), rotate(tensor, vector_at(g, b)))
        for i in range(3):
            M[s + i, s + i] = bodies.mass[b]
        for p in range(width):
            column = (G[b, 0, p], G[b, 1, p], G[b, 2, p])
            Qv[s + 3 + p] = -dot(column, n)
            # M = G^T I G,  Q_v = -G^T (w x I w + I g)
            turned = rotate(tensor, column)
            for r in range(width):
                M[s + 3 + r, s + 3 + p] = dot((G[b, 0, r], G[b, 1, r], G[b, 2, r]), turned)


@compiled
def forces_at(system: PackedConstrained, t: float, work: Workspace) -> None:
    """Fill the workspace's loads and the power of each force after `bodies_at`."""
    add_loads(system.forces, t, work)


@compiled
def generalised_forces(
    system: PackedConstrained, G: FloatArray, loads: FloatArray, Q: FloatArray
) -> None:
    """Fill Q_e (n,) = (force, G^T moment) from loads (nb, 6)."""
    start = system.bodies.start
    for b in range(len(start) - 1):
        for i in range(3):
            Q[start[b] + i] = loads[b, i]
        for p in range(start[b + 1] - start[b] - 3):
            Q[start[b] + 3 + p] = (
                G[b, 0, p] * loads[b, 3] + G[b, 1, p] * loads[b, 4] + G[b, 2, p] * loads[b, 5]
            )


@compiled
def solve_dense(
    M: FloatArray,
    Cq: FloatArray,
    Q: FloatArray,
    target: FloatArray,
    x: FloatArray,
    multipliers: FloatArray,
) -> tuple[int, int]:
    """Solve M x + C_q^T lambda = Q, C_q x = target, for matrices of any pattern.

    Returns:
        How many of x and how many multipliers were undetermined and left at zero: free motions
        without inertia, and redundant constraints.
    """
    n, m = len(Q), len(target)
    size = n + m
    K = np.zeros((size, size))
    right, y, scale = np.empty(size), np.empty(size), np.zeros(size)
    K[:n, :n] = M
    K[n:, :n] = Cq
    K[:n, n:] = Cq.T
    right[:n] = Q
    right[n:] = target
    for i in range(size):
        for j in range(size):
            # pivots count by the largest entry of their column
            scale[j] = max(scale[j], abs(K[i, j]))
    end = np.full(size, size - 1)
    skipped = np.zeros(size, dtype=np.bool_)
    pivot, swap = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    factor(K, end, end, scale, skipped, pivot, swap)
    solve_factored(K, end, end, skipped, pivot, swap, right, y)
    x[:] = y[:n]
    multipliers[:] = y[n:]
    return int(np.sum(skipped[:n])), int(np.sum(skipped[n:]))


@compiled
def terms_at(
    system: PackedConstrained,
    t: float,
    q: FloatArray,
    v: FloatArray,
    forces: bool,
    work: Workspace,
    out: DenseTerms,
) -> None:
    """Fill all the terms of a system of rigid bodies at once."""
    u, g = np.empty(len(work.d)), np.empty((len(system.bodies.code), 3))
    bodies_at(system, t, q, v, work, u, out.G, g)
    rows_at(system, q, v, out.G, g, work, out.C, out.Cq, out.nu, out.Qd, out.W)
    inertia_terms(system, work.frames, out.G, g, out.M, out.Qv)
    if forces:
        forces_at(system, t, work)
        generalised_forces(system, out.G, work.loads, out.Qe)
