"""The initial value problem: posture and velocity given, the motion wanted, its energy reported.

Patel (2004), section 4.1: Euler's method, and better ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from ambulo.bvp.equations import PackedSystem, energies
from ambulo.bvp.extrapolation import extrapolated_midpoint
from ambulo.bvp.runge_kutta import dop853, euler, rk4
from ambulo.bvp.systems import ChainInVectors, System
from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled
from ambulo.multibody.chain.rattle import rattle

__all__ = ["INTEGRATORS", "Integrator", "Trajectory", "simulate", "state_energies"]

Integrator = Literal["euler", "rk4", "dop853", "extrapolation", "symplectic"]
INTEGRATORS: tuple[Integrator, ...] = get_args(Integrator)

_MOST_STEPS = 100_000


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A simulated motion.

    Args:
        time: (frames,) s.
        q: (frames, nq) postures.
        state: (frames, width) states y = (q, v) as the compiled loops hold them.
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
        """Largest change of the total energy over the largest kinetic energy."""
        size = max(float(np.max(self.kinetic)), 1e-300)
        return float(np.max(np.abs(self.energy - self.energy[0]))) / size


@compiled
def _energies_of(system: PackedSystem, y: FloatArray) -> tuple[float, float]:
    return energies(system, y)


def state_energies(system: System, y: FloatArray) -> tuple[float, float]:
    """Kinetic and potential energy [J] of a state y = (q, v)."""
    kinetic, potential = _energies_of(system.packed, np.ascontiguousarray(y))
    return float(kinetic), float(potential)


def simulate(
    system: System,
    q: FloatArray,
    velocity: FloatArray,
    duration: float,
    integrator: Integrator = "dop853",
    frames: int = 101,
    steps_per_frame: int = 10,
    tolerance: float = 1e-12,
) -> Trajectory:
    """Motion from a posture with a velocity, under gravity and passive joint moments alone.

    Args:
        system: what moves.
        q: (nq,) posture at time 0.
        velocity: (dim,) minimal velocity at time 0 [rad/s, m/s].
        duration: s.
        integrator: "euler" and "rk4" in equal steps, "symplectic" (RATTLE of order 4, chains in
            unit vectors without passive moments), "dop853" and "extrapolation" with step control.
        frames: number of equally spaced times to report, both ends included.
        steps_per_frame: of the integrators with equal steps.
        tolerance: local error of those with step control.

    Returns:
        States and energies at the frames.

    Raises:
        InputError: unknown integrator, one that does not suit the system, or a motion that could
            not be integrated with it.
    """
    if integrator not in INTEGRATORS:
        raise InputError(
            f"there is no integrator {integrator!r}",
            "initial value problem",
            f"Choose from {', '.join(INTEGRATORS)}.",
        )
    if integrator == "symplectic" and not (
        isinstance(system, ChainInVectors) and system.chain.resistance is None
    ):
        raise InputError(
            "the symplectic integrator moves chains in unit vectors without passive moments only",
            "initial value problem",
            "Use dop853, whose energy error is reported as well.",
        )
    y = np.array(system.state(q, velocity), dtype=np.float64)
    time = np.linspace(0.0, duration, frames)
    states = np.empty((frames, len(y)))
    energy = np.empty((frames, 2))
    step = 0.0
    for k in range(frames):
        if k > 0:
            interval = time[k] - time[k - 1]
            ok = True
            if integrator == "euler":
                euler(system.packed, y, interval, steps_per_frame)
            elif integrator == "rk4":
                rk4(system.packed, y, interval, steps_per_frame)
            elif integrator == "symplectic":
                assert isinstance(system, ChainInVectors)  # refused above otherwise
                ok = rattle(system.packed, y, interval, steps_per_frame)
            elif integrator == "dop853":
                ok, _, step = dop853(
                    system.packed, y, interval, tolerance, len(y), step, _MOST_STEPS
                )
            else:
                ok, _ = extrapolated_midpoint(system.packed, y, interval, tolerance, _MOST_STEPS)
            if not ok or not np.all(np.isfinite(y)):
                raise InputError(
                    f"the motion could not be integrated beyond {time[k - 1]:.4g} s",
                    f"initial value problem, {integrator}",
                    "Use shorter steps, or unit vectors where an angle passes a pole.",
                )
        states[k] = y
        energy[k] = state_energies(system, y)
    return Trajectory(
        time=time,
        q=states[:, : system.nq].copy(),
        state=states,
        kinetic=energy[:, 0].copy(),
        potential=energy[:, 1].copy(),
    )
