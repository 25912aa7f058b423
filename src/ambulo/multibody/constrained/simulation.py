"""A simulation in one call."""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.initial_conditions import assemble
from ambulo.multibody.constrained.integration.stepwise import DOP853
from ambulo.multibody.constrained.integration.trajectory import Integrator, Trajectory
from ambulo.multibody.constrained.integration.treatments import Projection
from ambulo.multibody.constrained.system import System

ACCURATE = Projection(DOP853(1e-9, 1e-11))


def simulate(
    system: System,
    stop: float,
    *,
    q: FloatArray | None = None,
    v: FloatArray | None = None,
    start: float = 0.0,
    integrator: Integrator = ACCURATE,
) -> Trajectory:
    """Assemble a system and integrate its motion.

    Args:
        system: bodies, joints, drivers and forces.
        stop: s.
        q, v: (n,) a guess of coordinates and rates, from which the nearest consistent values are
            found. None means the start positions of the bodies, at rest.
        start: s.
        integrator: treatment of the constraints, with the integration method; by default
            Projection(DOP853(1e-9, 1e-11)), with the relative and absolute error of a step.

    Returns:
        The motion at the time steps.

    Raises:
        InputError: the system cannot be assembled, or the integration cannot continue.
    """
    first = assemble(system, system.start if q is None else q, v, start)
    return integrator(system, first.q, first.v, start, stop)
