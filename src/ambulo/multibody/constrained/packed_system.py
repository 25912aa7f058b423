"""Constrained systems for the integrators: coordinates q, velocities u = (V, omega) of every body.

The work of every applied force, and that of the drivers, are own states, so that the time loop
carries them and its step control watches them. Coordinates are plain numbers here: orientations
may be described by angles, which have no group.
"""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import matrix_at
from ambulo.math.vectors import dot, rotate
from ambulo.multibody.constrained.equations import accelerations, project
from ambulo.multibody.constrained.kinematics import coordinate_rates
from ambulo.multibody.constrained.packing import PackedConstrained, Workspace
from ambulo.multibody.system import accelerate, coordinate_rate, energies, settle, sizes

__all__: list[str] = []


@implements(sizes, PackedConstrained, borrows=True)
def _sizes(system: PackedConstrained) -> tuple[int, int, int]:
    nb = len(system.bodies.code)
    return system.bodies.start[nb], 6 * nb, len(system.forces.address) + 1


@implements(accelerate, PackedConstrained, borrows=True)
def _accelerate(
    system: PackedConstrained, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: Workspace, a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    accelerations(system, t, q, v, work, a, sigma)
    power = 0.0
    for k in range(len(sigma)):
        power += sigma[k]
    return power


@implements(coordinate_rate, PackedConstrained, borrows=True)
def _coordinate_rate(
    system: PackedConstrained, q: FloatArray, v: FloatArray, work: Workspace, out: FloatArray
) -> None:
    coordinate_rates(system.bodies, q, v, work.scratch, out)


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
    kinetic = 0.0
    for b in range(len(system.bodies.code)):
        V = (v[6 * b], v[6 * b + 1], v[6 * b + 2])
        w = (v[6 * b + 3], v[6 * b + 4], v[6 * b + 5])
        kinetic += 0.5 * system.bodies.mass[b] * dot(V, V)
        kinetic += 0.5 * dot(w, rotate(matrix_at(system.bodies.inertia, b), w))
    return kinetic, 0.0
