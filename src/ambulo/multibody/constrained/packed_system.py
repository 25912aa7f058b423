"""Constrained systems for the integrators: coordinates q, velocities u = (V, omega) of every body.

The work of every applied force, and the work of the drivers, are own states. So the time loop
integrates them and its step control includes them. A displacement of a body is (position, rotation
vector in body axes) for every kind of orientation coordinates.
"""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to, matrix_at, put_triple, triple
from ambulo.math.so3 import inverse_dexp
from ambulo.math.vectors import dot, rotate
from ambulo.multibody.constrained.elastic import (
    add_applied,
    add_quadratic,
    elastic_kinetic,
    elastic_sizes,
)
from ambulo.multibody.constrained.equations import (
    accelerations,
    add_loads,
    count_events,
    drivers_power,
    evaluate,
    evaluate_functions,
    fill_events,
    fill_matrices,
    move_frames,
    project,
    put_force,
    switch_event,
)
from ambulo.multibody.constrained.kinematics import coordinate_rates, shift_coordinates
from ambulo.multibody.constrained.packing import SLIDING, PackedConstrained, Workspace
from ambulo.multibody.further_operations import Equations, equations_at, row_count, sums_at
from ambulo.multibody.system import (
    accelerate,
    coordinate_rate,
    displace,
    displacement_rate,
    energies,
    event_count,
    event_values,
    settle,
    sizes,
    switch,
    vary,
    vary_by_differences,
)


@implements(sizes, PackedConstrained, borrows=True)
def _sizes(system: PackedConstrained) -> tuple[int, int, int]:
    nb = len(system.bodies.code)
    modes, flexible, _ = elastic_sizes(system.elastic)
    sums = len(system.forces.address) + flexible + 1
    return system.bodies.start[nb] + modes, 6 * nb + modes, sums + system.forces.states.sum()


@implements(accelerate, PackedConstrained, borrows=True)
def _accelerate(
    system: PackedConstrained, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: Workspace, a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    works, power = len(work.at.power) + 1, 0.0
    copy_to(s[works:], work.at.states)
    accelerations(system, t, q, v, work, a, sigma)
    copy_to(work.at.rates, sigma[works:])
    for k in range(works):
        power += sigma[k]
    return power


@implements(event_count, PackedConstrained, borrows=True)
def _event_count(system: PackedConstrained) -> int:
    return count_events(system.forces)


@implements(event_values, PackedConstrained, borrows=True)
def _event_values(
    system: PackedConstrained, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: Workspace, g: FloatArray,
) -> None:  # fmt: skip
    if len(g) > 0:
        _meet(system, t, q, v, s, work)
        fill_events(system.forces, t, work.at, g)


@implements(switch, PackedConstrained, borrows=True)
def _switch(
    system: PackedConstrained, event: int, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: Workspace,
) -> None:  # fmt: skip
    _meet(system, t, q, v, s, work)
    switch_event(system.forces, event, t, work.at, s[len(work.at.power) + 1 :])


@borrowing
def _meet(
    system: PackedConstrained, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: Workspace,
) -> None:  # fmt: skip
    """Bring functions of time, frames and own states to a state, for events."""
    evaluate_functions(system.functions, t, work.at.values)
    move_frames(system, q, v, work)
    copy_to(s[len(work.at.power) + 1 :], work.at.states)


@implements(coordinate_rate, PackedConstrained, borrows=True)
def _coordinate_rate(
    system: PackedConstrained, q: FloatArray, v: FloatArray, work: Workspace, out: FloatArray
) -> None:
    coordinate_rates(system.bodies, q, v, work.scratch, out)


@implements(displace, PackedConstrained)
def _displace(system: PackedConstrained, q: FloatArray, y: FloatArray, out: FloatArray) -> None:
    shift_coordinates(system.bodies, q, y, out)


@implements(displacement_rate, PackedConstrained, borrows=True)
def _displacement_rate(
    system: PackedConstrained, y: FloatArray, v: FloatArray, out: FloatArray
) -> None:
    copy_to(v, out)
    for k in range(0, 6 * len(system.bodies.code), 6):
        put_triple(out, k + 3, inverse_dexp(triple(y, k + 3), triple(v, k + 3)))


implements(vary, PackedConstrained)(vary_by_differences)


@implements(row_count, PackedConstrained, borrows=True)
def _row_count(system: PackedConstrained) -> int:
    return system.rows.solved


@implements(equations_at, PackedConstrained, borrows=True)
def _equations_at(
    system: PackedConstrained, t: float, q: FloatArray, v: FloatArray, work: Workspace,
    equations: Equations,
) -> None:  # fmt: skip
    """(mass, inertia) u_dot + W^T lambda = loads - (0, omega x I omega), W u_dot = gamma."""
    bodies, rows = system.bodies, work.rows
    evaluate(system, t, q, v, work)
    add_loads(system.forces, t, work.at)
    fill_matrices(system, q, v, work, equations.M, equations.Cq)
    for b in range(len(bodies.code)):
        put_force(bodies, b, work.at.loads, work.at.frames, equations.Q, 6 * b)
    equations.Q[6 * len(bodies.code) :] = 0.0
    add_quadratic(system.elastic, work.elastic, equations.Q)
    add_applied(system.elastic, q, v, work.at, work.elastic, equations.Q)
    for k in range(system.rows.solved):
        equations.C[k], equations.gamma[k] = rows.C[k], rows.gamma[k]
        if system.rows.kind[k, 0] == SLIDING:
            equations.C[k], equations.of_velocity[k] = rows.rate[k], 1.0


@implements(sums_at, PackedConstrained, borrows=True)
def _sums_at(
    system: PackedConstrained, t: float, q: FloatArray, v: FloatArray, work: Workspace,
    multipliers: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    forces, total = len(work.at.power), 0.0
    for k in range(forces):
        sigma[k] = work.at.power[k]
    sigma[forces] = drivers_power(system.rows, work.rows, work.at.frames, multipliers)
    for k in range(forces + 1):
        total += sigma[k]
    return total


@implements(settle, PackedConstrained, borrows=True)
def _settle(
    system: PackedConstrained, t: float, q: FloatArray, v: FloatArray, work: Workspace
) -> None:
    project(system, t, q, v, work)


@implements(energies, PackedConstrained, borrows=True)
def _energies(
    system: PackedConstrained, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: Workspace,
) -> tuple[float, float]:  # fmt: skip
    """Kinetic energy; what applied forces store, weights too, is counted as their work."""
    move_frames(system, q, v, work)
    kinetic = elastic_kinetic(system.elastic, q, v, work.at.frames, work.elastic)
    for b in range(len(system.bodies.code)):
        V = (v[6 * b], v[6 * b + 1], v[6 * b + 2])
        w = (v[6 * b + 3], v[6 * b + 4], v[6 * b + 5])
        kinetic += 0.5 * system.bodies.mass[b] * dot(V, V)
        kinetic += 0.5 * dot(w, rotate(matrix_at(system.bodies.inertia, b), w))
    return kinetic, 0.0
