"""The initial value problem: motion and energy from a given posture and velocity.

Patel (2004), section 4.1: Euler's method, and more accurate methods.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.equations import energies_of
from ambulo.multibody.bvp.systems import ChainInVectors, System
from ambulo.multibody.integrators.by_address import in_flight
from ambulo.multibody.integrators.registry import method_named
from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
from ambulo.multibody.integrators.time_loop import Outcome


@dataclass(frozen=True, eq=False)
class SimulatedMotion:
    """A simulated motion.

    Args:
        time: (frames,) s.
        q: (frames, nq) postures.
        state: (frames, width) states y = (q, v) of the compiled loops.
        kinetic, potential: (frames,) J.
    """

    time: FloatArray
    q: FloatArray
    state: FloatArray
    kinetic: FloatArray
    potential: FloatArray

    @property
    def energy(self) -> FloatArray:
        """Total energy (frames,) [J]."""
        return self.kinetic + self.potential

    @property
    def energy_drift(self) -> float:
        """Largest change of the total energy, divided by the largest kinetic energy."""
        size = max(float(np.max(self.kinetic)), 1e-300)
        return float(np.max(np.abs(self.energy - self.energy[0]))) / size


def state_energies(system: System, y: FloatArray) -> tuple[float, float]:
    """Kinetic and potential energy [J] of a state y = (q, v)."""
    kinetic, potential = energies_of(in_flight(system.packed), np.ascontiguousarray(y))
    return float(kinetic), float(potential)


def simulate(
    system: System,
    q: FloatArray,
    velocity: FloatArray,
    duration: float,
    integrator: str = "dop853",
    frames: int = 101,
    steps_per_frame: int = 10,
    tolerance: float = 1e-12,
) -> SimulatedMotion:
    """Motion from a posture and a velocity, under gravity and passive joint moments alone.

    Args:
        system: the system that moves.
        q: (nq,) posture at time 0.
        velocity: (dim,) minimal velocity at time 0 [rad/s, m/s].
        duration: s.
        integrator: name in `METHODS` of an integrator that suits the system; "symplectic" (RATTLE
            of order 4) suits chains in unit vectors without passive moments.
        frames: number of equally spaced times to report, both ends included.
        steps_per_frame: for integrators with equal steps.
        tolerance: of the local error, for integrators with step control.

    Returns:
        States and energies at the frames.

    Raises:
        InputError: the integrator is unknown, does not suit the system, or could not integrate the
            motion.
    """
    method = method_named(integrator)
    if integrator == "symplectic" and not (
        isinstance(system, ChainInVectors) and system.chain.resistance is None
    ):
        raise InputError(
            "the symplectic integrator works only for chains in unit vectors without passive "
            "moments",
            "initial value problem",
            "Use dop853. Ambulo reports its energy error in the same way.",
        )
    y = np.array(system.state(q, velocity), dtype=np.float64)
    time = np.linspace(0.0, duration, frames)
    nq = system.nq
    found = simulate_system(
        system.packed, time, y[:nq], y[nq:], method,
        step=_longest_step(method.adaptive, duration, frames, steps_per_frame),
        tolerance=tolerance, quiet=True,
    )  # fmt: skip
    if found.outcome is not Outcome.REACHED:
        last = int(np.isfinite(found.work).sum()) - 1
        raise InputError(
            f"the motion could not be integrated beyond {time[last]:.4g} s: {found.outcome.words}",
            f"initial value problem, {integrator}",
            "Use shorter steps, or unit vectors where an angle passes a pole.",
        )
    energy = mechanical_energy(system.packed, found)
    return SimulatedMotion(
        time=time,
        q=found.q,
        state=np.concatenate([found.q, found.v], axis=1),
        kinetic=energy[:, 0].copy(),
        potential=energy[:, 1].copy(),
    )


def _longest_step(adaptive: bool, duration: float, frames: int, steps_per_frame: int) -> float:
    """Of equal steps their length; of others none."""
    if adaptive:
        return np.inf
    return abs(duration) / max(frames - 1, 1) / steps_per_frame
