"""The two-point boundary value problem of ballistic movement, and the results of a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.shot import Aim
from ambulo.multibody.bvp.systems import System
from ambulo.multibody.integrators.by_address import in_flight


@dataclass(frozen=True, eq=False)
class BoundaryProblem:
    """Two postures and the time from the first to the second.

    Args:
        system: the system that moves.
        start, target: (nq,) postures.
        duration: s.

    Raises:
        InputError: the time is not positive, or a posture does not belong to the system.
    """

    system: System
    start: FloatArray
    target: FloatArray
    duration: float

    def __post_init__(self) -> None:
        if not self.duration > 0.0:
            raise InputError(
                f"the duration of {self.duration:g} s is impossible",
                "ballistic problem",
                "Give a positive time.",
            )
        for name, q in (("start", self.start), ("target", self.target)):
            if q.shape != (self.system.nq,) or not np.all(np.isfinite(q)):
                raise InputError(
                    f"the {name} posture has the shape {q.shape}, or contains values that are "
                    "not finite",
                    "ballistic problem",
                    f"Give {self.system.nq} finite coordinates.",
                )

    @property
    def aim(self) -> Aim:
        """The problem for compiled shots; each call gives it new scratch arrays."""
        return self._aim._replace(system=in_flight(self.system.packed))

    @cached_property
    def _aim(self) -> Aim:
        system = self.system
        return Aim(
            system.packed, np.ascontiguousarray(self.start),
            system.velocity_map(self.start), float(self.duration),
            np.ascontiguousarray(self.target), system.target_basis(self.target),
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Path:
    """Postures q (m + 1, nq) at equal intervals of time; minimal velocities c (m, dim) at all
    postures except the last."""

    q: FloatArray
    c: FloatArray


@dataclass(frozen=True, eq=False)
class Solution:
    """The result of a search.

    Args:
        problem: the problem that was solved.
        outcome: CONVERGED, CONVERGED_IN_PIECES, or the reason why the search failed.
        method: the method that proposed the velocity.
        path: postures and velocities at which the pieces of the movement begin. It has the start
            alone, unless the outcome is CONVERGED_IN_PIECES.
        arrival: (dim,) minimal velocity at the target.
        residual: largest error at the target [rad, m] of the motion that another integrator
            computes. For a movement in pieces: the largest error at the end of a piece (velocities
            times the piece's time), or the distance of the path from the movement that closes these
            gaps if this is larger.
        sensitivity_of: function that computes `jacobian`; it is costly, so it runs only if needed.
        iterations, evaluations: effort of the search.
        kinetic, potential: (2,) J at start and target.
    """

    problem: BoundaryProblem
    outcome: SearchOutcome
    method: str
    path: Path
    arrival: FloatArray
    residual: float
    sensitivity_of: Callable[[BoundaryProblem, Path], FloatArray]
    iterations: int
    evaluations: int
    kinetic: FloatArray
    potential: FloatArray

    @property
    def velocity(self) -> FloatArray:
        """Minimal velocity (dim,) at the start [rad/s, m/s]."""
        return np.asarray(self.path.c[0])

    @property
    def converged(self) -> bool:
        """Whether the movement was found and confirmed, as a whole or in pieces."""
        return self.outcome in (SearchOutcome.CONVERGED, SearchOutcome.CONVERGED_IN_PIECES)

    @cached_property
    def jacobian(self) -> FloatArray:
        """Derivative (dim, dim) of the final posture with respect to the initial velocity [s]; NaN
        if no shot arrives."""
        return self.sensitivity_of(self.problem, self.path)

    @property
    def sensitivity(self) -> float:
        """Largest change of the final posture per change of the initial velocity [rad per
        rad/s]."""
        return float(np.linalg.norm(self.jacobian, 2))

    @property
    def condition(self) -> float:
        """Condition number of `jacobian`: its logarithm is the number of digits lost between final
        posture and initial velocity."""
        return float(np.linalg.cond(self.jacobian))

    @property
    def message(self) -> str:
        """The outcome as a sentence."""
        return self.outcome.value


@dataclass(frozen=True, eq=False)
class Candidate:
    """A velocity that a method proposes, before it is confirmed.

    Args:
        outcome: the outcome according to this method.
        velocity: (dim,) minimal velocity at the start.
        iterations, evaluations: effort of the method.
        path: the movement in pieces, for a velocity that alone does not lead to the target.
    """

    outcome: SearchOutcome
    velocity: FloatArray
    iterations: int
    evaluations: int
    path: Path | None = None
