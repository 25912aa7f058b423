"""Successive ballistic phases through intermediate postures, with joint impulses between them.

Patel (2004), section 2.2: each phase is a boundary problem. At a posture between two phases, the
muscles change the velocities suddenly. The impulse is J = M(q) (v+ - v-), dual to the joint
velocities. Its work J . (v+ + v-) / 2 is the exact change of kinetic energy.

A chain's coordinates describe each segment in space. So the impulse of a segment is that of the
joint at its near end minus those of the joints at its far end. Sums from the last segments inwards
give the joints' impulses. A tree's coordinates are already those of joints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Solution
from ambulo.multibody.bvp.boundary_value import Method, solve
from ambulo.multibody.bvp.limits import Limit, margins, solve_within
from ambulo.multibody.bvp.systems import Bodies, ChainInAngles, ChainInVectors, System
from ambulo.multibody.tree.tree import NV, JointType


def joint_components(system: System, q: FloatArray, generalised: FloatArray) -> FloatArray:
    """Impulse (or moment) of every joint.

    Args:
        system: the system that moves.
        q: (nq,) posture.
        generalised: (dim,) dual to the minimal velocities.

    Returns:
        (joints, 3) world components for a chain; (joints, 6) for a tree: components along the
        degrees of freedom of the joint in their order, then zeros.

    Raises:
        InputError: the system is neither a chain nor a tree.
    """
    if isinstance(system, ChainInVectors):
        n = q.reshape(-1, 3)
        along = (system.velocity_map(q) @ generalised).reshape(-1, 3)
        return _to_joints(np.cross(n, along), system.chain.parent)
    if isinstance(system, ChainInAngles):
        vectors = ChainInVectors(system.chain)
        n = system.directions(q)
        T = system.direction_jacobian(q)
        # the force on n, tangent to the sphere, with T^T force = generalised
        force = (np.linalg.pinv(T.T) @ generalised).reshape(-1, 3)
        along = vectors.velocity_map(n.ravel()).T @ force.ravel()
        return joint_components(vectors, n.ravel(), along)
    if isinstance(system, Bodies):
        return _by_joint(system, generalised)
    raise InputError(
        "Ambulo does not know the joints of this system",
        type(system).__name__,
        "Give a chain, a tree or bodies with joints.",
    )


def joint_velocity(system: System, q: FloatArray, velocity: FloatArray) -> FloatArray:
    """Relative velocity of every joint, in the components of `joint_components`.

    Args:
        system: the system that moves.
        q: (nq,) posture.
        velocity: (dim,) minimal velocity.

    Returns:
        (joints, 3) rad/s for a chain, (joints, 6) for a tree.
    """
    if isinstance(system, Bodies):
        return _by_joint(system, velocity)
    if isinstance(system, ChainInAngles):
        n = system.directions(q)
        u = (system.direction_jacobian(q) @ velocity).reshape(-1, 3)
    else:
        n = q.reshape(-1, 3)
        u = (system.velocity_map(q) @ velocity).reshape(-1, 3)
    omega = np.cross(n, u)
    relative = omega.copy()
    for s, p in enumerate(_chain_parents(system)):
        if p >= 0:
            relative[s] -= omega[p]
    return relative


def _chain_parents(system: System) -> list[int]:
    assert isinstance(system, ChainInVectors | ChainInAngles)
    return [int(p) for p in system.chain.parent]


def _to_joints(segment: FloatArray, parent: IntArray) -> FloatArray:
    joint = segment.copy()
    for s in range(len(parent) - 1, -1, -1):
        if parent[s] >= 0:
            joint[parent[s]] += joint[s]
    return joint


def _by_joint(system: Bodies, x: FloatArray) -> FloatArray:
    tree = system.tree
    out = np.zeros((tree.nb, 6))
    for i in range(tree.nb):
        count = NV[JointType(int(tree.joint[i]))]
        out[i, :count] = x[tree.v_start[i] : tree.v_start[i] + count]
    return out


@dataclass(frozen=True, eq=False)
class Movement:
    """Successive phases of a movement.

    Args:
        time: (n + 1,) s, of the postures.
        postures: (n + 1, nq).
        phases: (n,) solutions.
        impulse: (n + 1, joints, components) [N*m*s, N*s] of each joint at each posture. The first
            impulse is from rest or the given velocity, the last to rest; zero at an end that is
            left free.
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
        """Whether all phases were found and confirmed."""
        return all(phase.converged for phase in self.phases)

    @property
    def message(self) -> str:
        """The outcome of the first phase that failed, or a sentence that all phases were found."""
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
        system: the system that moves.
        postures: (n + 1, nq), n >= 1.
        time: (n + 1,) s, rising.
        method: as in `solve`.
        guesses: (n) minimal velocities to start from.
        before, after: (dim,) minimal velocities before the first and after the last posture; rest
            by default.
        progress: function that is called with the phase that is being solved.
        limits: of the posture. If a phase violates them, the search looks for another solution that
            keeps them; `margins` shows whether a phase keeps them.

    Returns:
        The phases with impulses and work; these are meaningless if a phase has not converged.

    Raises:
        InputError: there are fewer than two postures, or the times do not rise.
    """
    if len(postures) < 2 or len(time) != len(postures) or not np.all(np.diff(time) > 0.0):
        if len(postures) < 2:
            what = f"a movement needs at least two postures, and {len(postures)} is given"
        elif len(time) != len(postures):
            what = f"{len(time)} instants are given for {len(postures)} postures"
        else:
            what = "the instants of the postures do not increase"
        raise InputError(
            what,
            "ballistic movement",
            "Give at least two postures, each at a later time than the one before.",
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
