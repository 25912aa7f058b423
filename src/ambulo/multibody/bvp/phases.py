"""Contiguous ballistic phases through intermediate postures, and the joint impulses between them.

Patel (2004), section 2.2: each phase is a boundary problem of its own; at a posture between two of
them the muscles change the velocities suddenly. The impulse is J = M(q) (v+ - v-), dual to the
joint velocities, and does the work J . (v+ + v-) / 2, the exact change of kinetic energy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Solution
from ambulo.multibody.bvp.boundary_value import Method, solve
from ambulo.multibody.bvp.joint_impulses import joint_components, joint_velocity
from ambulo.multibody.bvp.limits import Limit, margins, solve_within
from ambulo.multibody.bvp.systems import System


@dataclass(frozen=True, eq=False)
class Movement:
    """Phases one after the other.

    Args:
        time: (n + 1,) s, of the postures.
        postures: (n + 1, nq).
        phases: (n,) solutions.
        impulse: (n + 1, joints, components) [N*m*s, N*s] at each posture, by joint, the first from
            rest or the velocity given and the last to rest; zero where an end is left free.
        work: (n + 1, joints) J, by joint.
        joints: names.
    """

    time: FloatArray
    postures: FloatArray
    phases: tuple[Solution, ...]
    impulse: FloatArray
    work: FloatArray
    joints: tuple[str, ...]

    @property
    def converged(self) -> bool:
        """Whether every phase was found and confirmed."""
        return all(phase.converged for phase in self.phases)

    @property
    def message(self) -> str:
        """The outcome of the first phase that failed, or that all were found."""
        for k, phase in enumerate(self.phases):
            if not phase.converged:
                return f"phase {k + 1}: {phase.message}"
        return "every phase converged and was confirmed by an independent integration"


def move(
    system: System,
    postures: FloatArray,
    time: FloatArray,
    method: Method = "auto",
    guesses: Sequence[FloatArray] | None = None,
    *,
    before: FloatArray | None = None,
    after: FloatArray | None = None,
    progress: Callable[[str, float], None] | None = None,
    limits: Sequence[Limit] = (),
) -> Movement:
    """Solve every phase of a movement and find the impulses between them.

    Args:
        system: what moves.
        postures: (n + 1, nq), n >= 1.
        time: (n + 1,) s, rising.
        method: as in `solve`.
        guesses: (n) minimal velocities to start from.
        before, after: (dim,) minimal velocities before the first and after the last posture; rest
            if left out.
        progress: told which phase is being solved.
        limits: of the posture. Where a phase does not keep them, another solution that does is
            searched; `margins` says of a phase whether it was found.

    Returns:
        The phases with impulses and work; they mean nothing where a phase has not converged.

    Raises:
        InputError: fewer than two postures, or times that do not rise.
    """
    if len(postures) < 2 or len(time) != len(postures) or not np.all(np.diff(time) > 0.0):
        raise InputError(
            f"{len(postures)} postures and {len(time)} times do not make phases",
            "ballistic movement",
            "Give at least two postures and as many rising times.",
        )
    phases = []
    for k in range(len(postures) - 1):
        if progress is not None:
            progress(f"phase {k + 1} of {len(postures) - 1}", k / (len(postures) - 1))
        problem = BoundaryProblem(
            system, postures[k], postures[k + 1], float(time[k + 1] - time[k])
        )
        found = solve(problem, method, None if guesses is None else guesses[k])
        if found.converged and not all(margin.kept for margin in margins(found, limits)):
            within = solve_within(problem, limits)
            found = found if within is None else within[0]
        phases.append(found)
    arriving = [before, *(phase.arrival for phase in phases)]
    leaving = [*(phase.velocity for phase in phases), after]
    impulses, works = [], []
    for k, q in enumerate(postures):
        v_in = np.zeros(system.dim) if arriving[k] is None else np.asarray(arriving[k])
        v_out = np.zeros(system.dim) if leaving[k] is None else np.asarray(leaving[k])
        impulse = joint_components(system, q, system.mass_matrix(q) @ (v_out - v_in))
        mean = joint_velocity(system, q, 0.5 * (v_in + v_out))
        impulses.append(impulse)
        works.append(np.sum(impulse * mean, axis=1))
    return Movement(
        time=np.asarray(time, dtype=np.float64),
        postures=np.asarray(postures, dtype=np.float64),
        phases=tuple(phases),
        impulse=np.array(impulses),
        work=np.array(works),
        joints=system.joint_names,
    )
