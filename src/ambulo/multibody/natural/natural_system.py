"""Matrix-R forward dynamics: a body in natural coordinates with forces on it, as a system.

    M_bar z'' = Q_bar,  M_bar = R^T M R,  Q_bar = R^T (Q - M S c)
                                                      Pamies-Vila (2012), eqs. 3.73 to 3.76

The system's coordinates are the independent ones z, base point and three absolute angles a segment;
points and vectors follow at every evaluation (eqs. 3.65 and 3.66). For implicit methods the tangent
is M_bar with the forces' damping and stiffness on the angles (eqs. 3.80 to 3.83, approximate).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.small_systems import eliminate, eliminate_solve
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    apply_all,
    enter_all,
    observe_all,
    stiffen_all,
    total_observed,
    total_states,
    total_stored,
)
from ambulo.multibody.motion import Motion
from ambulo.multibody.natural.angles import rate_matrix, rotation
from ambulo.multibody.natural.matrix_r import independent_motion
from ambulo.multibody.natural.points import NaturalBody
from ambulo.multibody.natural.velocity_transformation import (
    NaturalTables,
    NaturalWork,
    add_gravity,
    add_wrench,
    fill_inertia,
    fill_rest_accelerations,
    fill_transformation,
    natural_tables,
    natural_work,
    project_forces,
)
from ambulo.multibody.system import (
    accelerate,
    energies,
    enter,
    factorise_newton,
    imbalance,
    newton_scratch,
    observe,
    observed_count,
    sizes,
    solve_newton,
    workspace,
)
from ambulo.multibody.tree.posture_coordinates import posture_coordinates

__all__ = ["NaturalSystem", "independent_state", "natural_system", "tree_state"]


class NaturalSystem(NamedTuple):
    """A body in natural coordinates with forces on it.

    Args:
        tables: the body.
        forces: tuple of packed laws (`multibody.forces.law`) that act besides gravity, by wrenches
            on the segments; what a law adds to tau is dual to the rates of z.
    """

    tables: NaturalTables
    forces: tuple[Any, ...]


class NaturalRoom(NamedTuple):
    """Scratch of a system with nb segments and g independent coordinates.

    Args:
        natural: of the velocity transformation.
        M, LU: (g, g) M_bar, and the tangent's factors with their pivots (g,).
        Q: (g,) Q_bar.
        R: (nb, 9); p, w, u: (nb, 3) motion of the segments.
        wrench, tau: (nb, 6), (g,) loads.
        moments: (nb, 10) what stiffens, as if inertia.
    """

    natural: NaturalWork
    M: FloatArray
    LU: FloatArray
    pivot: IntArray
    Q: FloatArray
    R: FloatArray
    p: FloatArray
    w: FloatArray
    u: FloatArray
    wrench: FloatArray
    tau: FloatArray
    moments: FloatArray


def natural_system(body: NaturalBody, forces: tuple[Any, ...] = ()) -> NaturalSystem:
    """Lay a body and the forces on it out for the compiled loops."""
    return NaturalSystem(natural_tables(body), tuple(forces))


def independent_state(
    body: NaturalBody, q: FloatArray, v: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """z and z' (g,) of a posture q (nq,) and velocities v (nv,) of the body's tree.

    Raises:
        InputError: a segment is where the three angles are not determined.
    """
    state = independent_motion(body, Motion(np.zeros(1), q[None], v[None], np.zeros((1, len(v)))))
    return state.position[0], state.velocity[0]


def tree_state(
    body: NaturalBody, z: FloatArray, rates: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Coordinates (frames, nq) and velocities (frames, nv) of the body's tree, from z and z'.

    Args:
        z, rates: (frames, g); NaN where it is not known, and so is what comes out.
    """
    tree, frames = body.tree, len(z)
    known = np.isfinite(z).all(axis=1)
    angles = z[known, 3:].reshape(-1, tree.nb, 3)
    R = rotation(angles)
    omega = np.einsum(
        "fbij,fbj->fbi", rate_matrix(angles), rates[known, 3:].reshape(-1, tree.nb, 3)
    )
    arm = R[:, 0] @ body.elements[0].local[body.elements[0].points.index(body.base)]
    root = z[known, :3] - arm
    q, v = np.full((frames, tree.nq), np.nan), np.full((frames, tree.nv), np.nan)
    q[known] = posture_coordinates(tree, R, root)
    turning = omega.copy()
    turning[:, 1:] -= omega[:, tree.parent[1:]]
    spin = np.einsum("fbji,fbj->fbi", R, turning).reshape(len(R), -1)
    if body.held:
        v[known] = spin
    else:
        velocity = (rates[known, :3] - np.cross(omega[:, 0], arm)) @ tree.R_PJ[0]
        v[known] = np.concatenate([velocity, spin], axis=1)
    return q, v


@implements(sizes, NaturalSystem)
def _sizes(system: NaturalSystem) -> tuple[int, int, int]:
    g = 3 + 3 * len(system.tables.known)
    return g, g, total_states(system.forces)


@implements(workspace, NaturalSystem)
def _workspace(system: NaturalSystem) -> NaturalRoom:
    nb = len(system.tables.known)
    g = 3 + 3 * nb
    three = np.zeros((3, nb, 3))
    return NaturalRoom(
        natural_work(system.tables), np.zeros((g, g)), np.zeros((g, g)), np.zeros(g, np.int64),
        np.zeros(g), np.zeros((nb, 9)), three[0], three[1], three[2], np.zeros((nb, 6)),
        np.zeros(g), np.zeros((nb, 10)),
    )  # fmt: skip


@inner
def _segments(
    system: NaturalSystem, z: FloatArray, zd: FloatArray, room: NaturalRoom
) -> BodyMotion:
    """Motion of the segments for the forces, after `fill_transformation`."""
    tables, work = system.tables, room.natural
    for k in range(len(tables.known)):
        for c in range(3):
            p, u, w = 0.0, 0.0, 0.0
            for j in range(4):
                # r_k = sum of the carriers' parts in the origin
                p += tables.origin[k, j] * work.x[tables.carrier[k, j], c]
                u += tables.origin[k, j] * work.xd[tables.carrier[k, j], c]
            for e in range(3):
                w += work.T[k, c, e] * zd[3 + 3 * k + e]
                room.R[k, 3 * c + e] = work.S[k, c, e]
            room.p[k, c], room.u[k, c], room.w[k, c] = p, u, w
    return BodyMotion(z, zd, room.R, room.p, room.w, room.u)


@inner
def _fill_equations(
    system: NaturalSystem, t: float, z: FloatArray, zd: FloatArray, s: FloatArray,
    room: NaturalRoom, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill M_bar and Q_bar of the room; give the forces' power [W], NaN where R does not exist."""
    tables, work = system.tables, room.natural
    if not fill_transformation(tables, z, zd, work):
        return np.nan
    fill_rest_accelerations(tables, z, zd, work)
    fill_inertia(tables, work, room.M)
    motion = _segments(system, z, zd, room)
    room.wrench[:] = 0.0
    room.tau[:] = 0.0
    apply_all(system.forces, t, motion, s, Loads(room.wrench, room.tau), sigma)
    work.Q[:] = 0.0
    add_gravity(tables, work.Q)
    power = 0.0
    for k in range(len(tables.known)):
        add_wrench(tables, k, work.S[k], room.wrench[k], work.Q)
        for c in range(3):
            power += room.wrench[k, c] * room.w[k, c] + room.wrench[k, 3 + c] * room.u[k, c]
    project_forces(tables, work.Sc, work, room.Q)
    for i in range(len(room.Q)):
        room.Q[i] += room.tau[i]
        power += room.tau[i] * zd[i]
    return power


@implements(accelerate, NaturalSystem)
def _accelerate(
    system: NaturalSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    room: NaturalRoom, a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    power = _fill_equations(system, t, q, v, s, room, sigma)
    room.LU[:] = room.M
    if np.isnan(power) or not eliminate(room.LU, room.pivot):
        a[:] = np.nan
        return np.nan
    a[:] = room.Q
    eliminate_solve(room.LU, room.pivot, a)
    return power


@implements(energies, NaturalSystem)
def _energies(
    system: NaturalSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray, room: NaturalRoom
) -> tuple[float, float]:
    tables, work = system.tables, room.natural
    fill_transformation(tables, q, v, work)
    potential = total_stored(system.forces, t, _segments(system, q, v, room), s)
    kinetic = 0.0
    for k in range(len(tables.known)):
        for i in range(4):
            point = tables.carrier[k, i]
            for c in range(3):
                potential -= tables.gravity[c] * tables.weight[k, i] * work.x[point, c]
                for j in range(4):
                    other = work.xd[tables.carrier[k, j], c]
                    kinetic += 0.5 * tables.mass[k, i, j] * work.xd[point, c] * other
    return kinetic, potential


@implements(enter, NaturalSystem)
def _enter(system: NaturalSystem, start: float, end: float, room: NaturalRoom) -> None:
    enter_all(system.forces, start, end)


@implements(observed_count, NaturalSystem)
def _observed_count(system: NaturalSystem) -> int:
    return total_observed(system.forces)


@implements(observe, NaturalSystem)
def _observe(system: NaturalSystem, room: NaturalRoom, out: FloatArray) -> None:
    observe_all(system.forces, out)


@implements(newton_scratch, NaturalSystem)
def _newton_scratch(system: NaturalSystem) -> int:
    return 0


@implements(imbalance, NaturalSystem)
def _imbalance(
    system: NaturalSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    room: NaturalRoom, newton: Any, a: FloatArray, out: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """M_bar z'' - Q_bar (eq. 3.83)."""
    power = _fill_equations(system, t, q, v, s, room, sigma)
    for i in range(len(a)):
        total = -room.Q[i]
        for j in range(len(a)):
            total += room.M[i, j] * a[j]
        out[i] = total if not np.isnan(power) else np.nan
    return power


@implements(factorise_newton, NaturalSystem)
def _factorise_newton(
    system: NaturalSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    room: NaturalRoom, newton: Any, by_v: float, by_q: float, by_s: float,
) -> bool:  # fmt: skip
    """M_bar + by_v C + by_q K, C and K of what resists the turning of a segment."""
    tables, work, LU = system.tables, room.natural, room.LU
    LU[:] = room.M
    room.moments[:] = 0.0
    motion = BodyMotion(q, v, room.R, room.p, room.w, room.u)
    stiffen_all(system.forces, motion, by_v, by_q, room.moments)
    for k in range(len(tables.known)):
        # T^T T h: what an isotropic inertia h is to the three angles
        held = min(room.moments[k, 4], room.moments[k, 5], room.moments[k, 6])
        for i in range(3):
            for j in range(3):
                total = 0.0
                for c in range(3):
                    total += work.T[k, c, i] * work.T[k, c, j]
                LU[3 + 3 * k + i, 3 + 3 * k + j] += held * total
    return eliminate(LU, room.pivot)


@implements(solve_newton, NaturalSystem)
def _solve_newton(system: NaturalSystem, room: NaturalRoom, newton: Any, r: FloatArray) -> None:
    eliminate_solve(room.LU, room.pivot, r[: len(room.Q)])
