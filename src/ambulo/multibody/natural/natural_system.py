"""Forward dynamics in natural coordinates: matrix R as a mechanical system for the integrators.

    M_bar z'' = Q_bar,   M_bar = R^T M R,   Q_bar = R^T (Q - M S c)
                                                    Pamies-Vila (2012), eqs. 3.73 to 3.76

The state is z, z': the base point's position and the three absolute angles of every segment, or
only the angles if the base point belongs to the ground. Near a second angle of 90 degrees, the
rates of the angles grow without bound, and the system stops the simulation.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import angular_at, linear_at, put_vector_at, vector, vector_at
from ambulo.math.packed import Packed
from ambulo.math.small_systems import factorise, substitute
from ambulo.math.vectors import add, dot, scale
from ambulo.multibody.forces.law import BodyMotion, Loads
from ambulo.multibody.forces.laws import (
    HeldLaws,
    apply_all,
    held_laws,
    total_states,
    total_stored,
)
from ambulo.multibody.forces.of_system import meet_forces
from ambulo.multibody.motion import Motion
from ambulo.multibody.natural.angles import rate_matrix, rotation
from ambulo.multibody.natural.matrix_r import (
    NaturalWork,
    fill_forces,
    fill_inertia,
    fill_transformation,
    independent_motion,
    inertia_of,
    natural_work,
    project_forces,
)
from ambulo.multibody.natural.natural_tables import NaturalTables, natural_tables
from ambulo.multibody.natural.points import NaturalBody
from ambulo.multibody.system import (
    accelerate,
    energies,
    left,
    sizes,
    vary,
    vary_by_differences,
    workspace,
)
from ambulo.multibody.tree.packing import whole
from ambulo.multibody.tree.placed_bodies import coordinates_of, velocities_of

_LEFT = 1e-3
"""cos(beta) of a segment at which the angles are given up."""


class NaturalSystem(NamedTuple):
    """A body in natural coordinates and the forces on it, for compiled code.

    Args:
        tables: points, vectors, constraints and masses.
        held: number of leading coordinates that do not move: 3 if the base point belongs to the
            ground, otherwise 0.
        anchor: (3,) m, position of a base point of the ground.
        forces: forces besides gravity.
    """

    tables: NaturalTables
    held: int
    anchor: FloatArray
    forces: HeldLaws


class _Workspace(NamedTuple):
    """Scratch: z, zd (g,) with the held coordinates, M_bar (g, g), Q_bar (g,), segments' motion."""

    natural: NaturalWork
    z: FloatArray
    zd: FloatArray
    M_bar: FloatArray
    Q_bar: FloatArray
    free: FloatArray
    p: FloatArray
    u: FloatArray
    loads: Loads


def natural_system(body: NaturalBody, forces: tuple[Packed, ...] = ()) -> NaturalSystem:
    """Pack a body and the forces on it for the integrators.

    Args:
        body: a body whose base point is free or belongs to the ground.
        forces: packed laws, in the order of their own states.
    """
    anchor = np.array(body.tree.p_PJ[0], dtype=np.float64)
    return NaturalSystem(natural_tables(body), 3 if body.held else 0, anchor, held_laws(forces))


def independent_state(
    body: NaturalBody, q: FloatArray, v: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """State z, z' (3 + 3 nb or 3 nb,) for the tree's q (nq,) and v (nv,).

    Raises:
        InputError: a segment is in a posture in which the three angles are not determined.
    """
    row = Motion(np.zeros(1), whole(q)[None], whole(v)[None], np.zeros((1, len(v))))
    state = independent_motion(body, row)
    first = 3 if body.held else 0
    return state.position[0, first:], state.velocity[0, first:]


def tree_state(body: NaturalBody, z: FloatArray, zd: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The tree's q (instants, nq) and v (instants, nv) for z, z'.

    Args:
        body: a body with a free base point.
        z, zd: (instants, 3 + 3 nb) m, rad, and their rates; instants with NaN give NaN.
    """
    tree, nb = body.tree, len(body.elements)
    q, v = np.full((len(z), tree.nq), np.nan), np.full((len(z), tree.nv), np.nan)
    known = np.isfinite(z).all(axis=1) & np.isfinite(zd).all(axis=1)
    angles, rates = (x[known, 3:].reshape(-1, nb, 3) for x in (z, zd))
    R = rotation(angles)
    omega = np.einsum("fbij,fbj->fbi", rate_matrix(angles), rates)
    # the base point is fixed in the root segment
    arm = R[:, 0] @ body.elements[0].local[body.elements[0].points.index(body.base)]
    p = np.zeros((len(R), nb, 3))
    p[:, 0] = z[known, :3] - arm
    q[known] = coordinates_of(tree, R, p)
    root = zd[known, :3] - np.cross(omega[:, 0], arm)
    v[known] = velocities_of(tree, q[known], omega, root)
    return q, v


@implements(sizes, NaturalSystem)
def _sizes(system: NaturalSystem) -> tuple[int, int, int]:
    free = 3 + 3 * len(system.tables.known) - system.held
    return free, free, total_states(system.forces)


@implements(workspace, NaturalSystem)
def _work(system: NaturalSystem) -> _Workspace:
    nb = len(system.tables.known)
    g = 3 + 3 * nb
    free = g - system.held
    return _Workspace(
        natural_work(system.tables), np.zeros(g), np.zeros(g), np.empty((g, g)), np.empty(g),
        np.empty((free, free)), np.empty((nb, 3)), np.empty((nb, 3)),
        Loads(np.zeros((nb, 6)), np.zeros(free)),
    )  # fmt: skip


@inner
def _move(system: NaturalSystem, q: FloatArray, v: FloatArray, work: _Workspace) -> None:
    """Fill the natural coordinates' rates."""
    # z = (base point, angles); a base point of the ground is put in, not integrated
    for i in range(system.held):
        work.z[i], work.zd[i] = system.anchor[i], 0.0
    for i in range(len(q)):
        work.z[system.held + i], work.zd[system.held + i] = q[i], v[i]
    fill_transformation(system.tables, work.z, work.zd, work.natural)


@inner
def _body_motion(
    system: NaturalSystem, q: FloatArray, v: FloatArray, work: _Workspace
) -> BodyMotion:
    """Motion of the segments for the forces, after `_move`."""
    tables, natural = system.tables, work.natural
    for k in range(len(tables.known)):
        # origin p and its velocity u from the points and vectors that carry the segment
        p = u = (0.0, 0.0, 0.0)
        for i in range(4):
            share, point = tables.origin[k, i], tables.carrier[k, i]
            p = add(p, scale(share, vector_at(natural.x, point)))
            u = add(u, scale(share, vector_at(natural.xd, point)))
        put_vector_at(work.p, k, p)
        put_vector_at(work.u, k, u)
    return BodyMotion(q, v, natural.S, work.p, natural.w, work.u)


@inner
def _moved(system: NaturalSystem, q: FloatArray, v: FloatArray, work: _Workspace) -> BodyMotion:
    _move(system, q, v, work)
    return _body_motion(system, q, v, work)


@inner
def _load(
    system: NaturalSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: _Workspace, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill Q of the points and vectors with weights and forces; give the forces' power [W]."""
    loads = work.loads
    loads.wrench[:] = 0.0
    loads.tau[:] = 0.0
    apply_all(system.forces, t, _body_motion(system, q, v, work), s, loads, sigma)
    fill_forces(system.tables, loads.wrench, work.natural)
    # what acts on the coordinates, then the wrenches (moment, force) on the segments
    power = 0.0
    for i in range(len(v)):
        power += loads.tau[i] * v[i]
    for k in range(len(work.p)):
        power += dot(angular_at(loads.wrench, k), vector_at(work.natural.w, k))
        power += dot(linear_at(loads.wrench, k), vector_at(work.u, k))
    return power


@implements(accelerate, NaturalSystem)
def _accelerate(
    system: NaturalSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: _Workspace, a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    tables, natural, held = system.tables, work.natural, system.held
    _move(system, q, v, work)
    power = _load(system, t, q, v, s, work, sigma)
    # M_bar z'' = R^T (Q - M S c) + tau: Pamies-Vila (2012), eqs. 3.75 and 3.76
    fill_inertia(tables, natural, work.M_bar)
    project_forces(tables, natural.Sc, natural, work.Q_bar)
    for i in range(len(a)):
        a[i] = work.Q_bar[held + i] + work.loads.tau[i]
        for j in range(len(a)):
            work.free[i, j] = work.M_bar[held + i, held + j]
    factorise(work.free)
    substitute(work.free, a)
    return power


@implements(energies, NaturalSystem)
def _energies(
    system: NaturalSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: _Workspace
) -> tuple[float, float]:
    """T = q'^T M q' / 2 of points and vectors; the potential is gravity's and the forces'."""
    tables, natural = system.tables, work.natural
    motion = _moved(system, q, v, work)
    kinetic, potential = 0.0, 0.0
    for k in range(len(tables.known)):
        # gravity on each carrier's share of the centre of mass; M couples equal axes only
        for i in range(4):
            point = tables.carrier[k, i]
            height = dot(vector(tables.gravity), vector_at(natural.x, point))
            potential -= tables.weight[k, i] * height
            momentum = inertia_of(tables, k, i, natural.xd)
            kinetic += 0.5 * dot(vector_at(natural.xd, point), momentum)
    return kinetic, potential + total_stored(system.forces, t, motion, s)


meet_forces(NaturalSystem, _moved)


@implements(left, NaturalSystem)
def _left(system: NaturalSystem, t: float, q: FloatArray, v: FloatArray, work: _Workspace) -> bool:
    """Whether a segment's second angle is too near 90 degrees."""
    for k in range(len(system.tables.known)):
        if abs(math.cos(q[3 - system.held + 3 * k + 1])) < _LEFT:
            return True
    return False


implements(vary, NaturalSystem)(vary_by_differences)
