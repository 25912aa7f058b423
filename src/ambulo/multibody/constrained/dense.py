"""The equations in the form of textbooks: dense matrices for coordinates q.

    M q_ddot + C_q^T lambda = Q_e + Q_v        C_q q_ddot = Q_d

They follow from the equations in velocities u = B q_dot, u_dot = B q_ddot + b. For a body, omega =
G theta_dot and omega_dot = G theta_ddot + g. So M = B^T M B, C_q = W B, Q_d = gamma - W b.
"""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import matrix_at
from ambulo.math.vectors import Vector3, rotate_back
from ambulo.multibody.constrained.elastic import add_applied, add_quadratic
from ambulo.multibody.constrained.equations import (
    add_loads,
    evaluate_constraints,
    evaluate_functions,
    fill_matrices,
    move_frames,
    put_force,
)
from ambulo.multibody.constrained.kinematics import rest_of_spin
from ambulo.multibody.constrained.orientation import rates
from ambulo.multibody.constrained.packing import (
    COORDINATE,
    UNIT_LENGTH,
    PackedConstrained,
    Workspace,
)
from ambulo.multibody.system import workspace


class InVelocities(NamedTuple):
    """The equations in velocities u, and the matrices that lead to them.

    Args:
        B: (nv, n), b: (nv,) of u = B q_dot, u_dot = B q_ddot + b; u: (nv,).
        M: (nv, nv); W: (m, nv); applied, quadratic: (nv,) forces.
        C, nu, Qd: (m,), Cq: (m, n) of the rows in coordinates; at: (m, 6 nx) on all frames.
    """

    B: FloatArray
    b: FloatArray
    u: FloatArray
    M: FloatArray
    W: FloatArray
    applied: FloatArray
    quadratic: FloatArray
    C: FloatArray
    nu: FloatArray
    Qd: FloatArray
    Cq: FloatArray
    at: FloatArray


@inner
def _entry(G: FloatArray, k: int) -> Vector3:
    """Column k of an array with three rows."""
    return G[0, k], G[1, k], G[2, k]


@generic
def workspace_of(system: PackedConstrained) -> Workspace:
    """Arrays for one evaluation at a time, for calls from Python."""
    work: Workspace = workspace(system)
    return work


@inner
def _turn_to_velocities(
    system: PackedConstrained, q: FloatArray, v: FloatArray, work: Workspace, out: InVelocities
) -> None:
    """Fill B, b and u from q, v (n,)."""
    bodies, B, u = system.bodies, out.B, out.u
    nb = len(bodies.code)
    B[:] = 0.0
    out.b[:] = 0.0
    for b in range(nb):
        s = bodies.start[b]
        width = bodies.start[b + 1] - s - 3
        rates(bodies.code[b], q[s + 3 : s + 3 + width], work.scratch.G)
        reference = matrix_at(bodies.reference, b)
        rest = rest_of_spin(bodies, b, q, v)
        out.b[6 * b + 3], out.b[6 * b + 4], out.b[6 * b + 5] = rest
        for i in range(3):
            B[6 * b + i, s + i] = 1.0
        for k in range(width):
            # omega = reference^T G theta_dot, column by column
            column = rotate_back(reference, _entry(work.scratch.G, k))
            for i in range(3):
                B[6 * b + 3 + i, s + 3 + k] = column[i]
        for i in range(6):
            u[6 * b + i] = 0.0
            for k in range(s, bodies.start[b + 1]):
                u[6 * b + i] += B[6 * b + i, k] * v[k]
    for i in range(6 * nb, len(u)):
        k = bodies.start[nb] + i - 6 * nb
        B[i, k] = 1.0
        u[i] = v[k]


@inner
def _turn_rows(
    system: PackedConstrained, q: FloatArray, work: Workspace, out: InVelocities
) -> None:
    """Fill C, nu = -C_t, Q_d, C_q, and rows on frames, without those on orientation's coordinates.

    C_q holds these exactly.
    """
    rows, terms, start = system.rows, work.rows, system.bodies.start
    out.Cq[:] = 0.0
    out.at[:] = 0.0
    for k in range(len(rows.kind)):
        out.C[k], out.Qd[k], out.nu[k] = terms.C[k], terms.gamma[k], -terms.rate[k]
        kind, c = rows.kind[k, 0], rows.kind[k, 1]
        # p^T p / 2 = 1/2 has the row p^T
        if kind == UNIT_LENGTH:
            out.nu[k] = 0.0
            for i in range(start[c] + 3, start[c] + 7):
                out.Cq[k, i] = q[i]
            continue
        # q_c = f(t): nu = f', Q_d = f''
        if kind == COORDINATE:
            value, b = work.at.values[rows.value[k]], rows.ends[k, 0]
            out.Cq[k, c], out.nu[k], out.Qd[k] = 1.0, value[1], value[2]
            if c < start[b] + 3:
                out.at[k, 6 * b + c - start[b]] = 1.0
            continue
        for side in range(2):
            for i in range(6):
                out.at[k, 6 * rows.ends[k, side] + i] += terms.W[k, side, i]
        for i in range(len(out.u)):
            entry = out.W[k, i]
            if entry != 0.0:
                out.nu[k] += entry * out.u[i]
                out.Qd[k] -= entry * out.b[i]
                for j in range(len(q)):
                    out.Cq[k, j] += entry * out.B[i, j]


@generic
def terms_at(
    system: PackedConstrained,
    t: float,
    q: FloatArray,
    v: FloatArray,
    forces: bool,
    work: Workspace,
    out: InVelocities,
) -> None:
    """Fill the equations in velocities; `work` then contains frames, rows and powers."""
    evaluate_functions(system.functions, t, work.at.values)
    _turn_to_velocities(system, q, v, work, out)
    move_frames(system, q, out.u, work)
    evaluate_constraints(system, q, v, work)
    fill_matrices(system, q, out.u, work, out.M, out.W)
    _turn_rows(system, q, work, out)
    at, quadratic = work.at, out.quadratic
    at.loads[:] = 0.0
    quadratic[:] = 0.0
    for b in range(len(system.bodies.code)):
        # -(0, omega x I omega)
        put_force(system.bodies, b, at.loads, at.frames, quadratic, 6 * b)
    add_quadratic(system.elastic, work.elastic, quadratic)
    if forces:
        add_loads(system.forces, t, at)
        out.applied[:] = 0.0
        for b in range(len(system.bodies.code)):
            for i in range(6):
                out.applied[6 * b + i] = at.loads[b, i]
        add_applied(system.elastic, q, out.u, at, work.elastic, out.applied)
