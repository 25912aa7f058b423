"""A chain in unit vectors under the forces of constrained systems.

A segment is a body whose origin is its proximal joint and whose z axis is n. It does not turn about
its own axis (w = n x u), and has no inertia about it. A moment N about the origin acts on n as N x
n. A force on a segment also acts on every n before it, with the length of that segment.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import angular_at, copy_to, put_vector_at, vector_at
from ambulo.math.shaped import allocator
from ambulo.math.vectors import add, cross, scale
from ambulo.multibody.chain import chain_vectors
from ambulo.multibody.chain.chain import Chain
from ambulo.multibody.chain.chain_vectors import VectorChain
from ambulo.multibody.constrained.body import Body, Direction, Point
from ambulo.multibody.constrained.forces.law import CompiledForce
from ambulo.multibody.constrained.table_law import force_table
from ambulo.multibody.forces.law import BodyMotion, Loads
from ambulo.multibody.forces.laws import (
    HeldLaws,
    apply_all,
    held_laws,
    total_states,
)
from ambulo.multibody.forces.of_system import meet_forces
from ambulo.multibody.system import (
    accelerate,
    energies,
    settle,
    sizes,
    vary,
    vary_by_differences,
    workspace,
)

OPERATIONS = (chain_vectors,)
"""The module that implements the operations of the chain without forces."""


class LoadedChain(NamedTuple):
    """A chain and the forces on it, for the compiled loops.

    Args:
        chain: the chain without the forces; length: (S,) m.
        forces: tables of the forces.
    """

    chain: VectorChain
    length: FloatArray
    forces: HeldLaws


class _Segments(NamedTuple):
    """Scratch: the segments' motion as bodies, their loads, all forces on n, the chain's own."""

    R: Annotated[FloatArray, "S 9"]
    p: Annotated[FloatArray, "S 3"]
    w: Annotated[FloatArray, "S 3"]
    u: Annotated[FloatArray, "S 3"]
    wrench: Annotated[FloatArray, "S 6"]
    tau: Annotated[FloatArray, "3*S"]
    Q: Annotated[FloatArray, "S 3"]
    own: Annotated[FloatArray, "5 S S+3"]


_segments = allocator(_Segments)


def loaded_chain(
    chain: Chain, segments: Sequence[Body], forces: Sequence[CompiledForce]
) -> LoadedChain:
    """Pack a chain and the forces on it for the compiled loops. The result is valid only in this
    process.

    Args:
        chain: the chain, with its own gravity and passive moments.
        segments: one body for each segment, in order; the forces have their points on these bodies,
            with z from the proximal joint [m].
        forces: contact, springs, friction, drag, or your own.

    Raises:
        InputError: the number of bodies is not that of segments, or a force has a point or
            direction beside a segment's line. A chain does not determine how a segment is turned
            about its line.
    """
    if len(segments) != chain.segments:
        raise InputError(
            f"{len(segments)} bodies are given for {chain.segments} segments",
            "segments of a chain",
            "Give one body for each segment, in the order of the chain.",
        )
    for force in forces:
        for argument in force.arguments():
            if not isinstance(argument, Point | Direction) or argument.body not in segments:
                continue
            if argument.local[0] != 0.0 or argument.local[1] != 0.0:
                raise InputError(
                    f"{force.name} acts beside the line of {argument.body.name}, but in a chain "
                    "the "
                    "rotation of a segment about its line is not known",
                    "forces on a chain",
                    "Give points and directions along z, or use a tree of bodies.",
                )
    return LoadedChain(
        chain_vectors.pack_chain_vectors(chain),
        np.array(chain.length, dtype=np.float64),
        held_laws([force_table(segments, forces)]),
    )


@implements(sizes, LoadedChain)
def _sizes(system: LoadedChain) -> tuple[int, int, int]:
    nq, nv, _ = sizes(system.chain)
    return nq, nv, total_states(system.forces)


@implements(workspace, LoadedChain)
def _workspace(system: LoadedChain) -> _Segments:
    made: _Segments = _segments(S=len(system.length))
    return made


@inner
def _move(system: LoadedChain, q: FloatArray, v: FloatArray, work: _Segments) -> BodyMotion:
    """Motion of the segments as bodies."""
    S, parent = len(system.length), system.chain.joint.parent
    n, u = q.reshape(S, 3), v.reshape(S, 3)
    for i in range(S):
        z, k = vector_at(n, i), parent[i]
        origin, velocity = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        if k >= 0:
            reach = system.length[k]
            origin = add(vector_at(work.p, k), scale(reach, vector_at(n, k)))
            velocity = add(vector_at(work.u, k), scale(reach, vector_at(u, k)))
        put_vector_at(work.p, i, origin)
        put_vector_at(work.u, i, velocity)
        put_vector_at(work.w, i, cross(z, vector_at(u, i)))
        # any axes at right angles to n: Duff et al. (2017)
        sign = math.copysign(1.0, z[2])
        a = -1.0 / (sign + z[2])
        b = z[0] * z[1] * a
        x, y = (
            (1.0 + sign * z[0] * z[0] * a, sign * b, -sign * z[0]),
            (b, sign + z[1] * z[1] * a, -z[1]),
        )
        for c in range(3):
            work.R[i, 3 * c], work.R[i, 3 * c + 1], work.R[i, 3 * c + 2] = x[c], y[c], z[c]
    return BodyMotion(q, v, work.R, work.p, work.w, work.u)


@implements(accelerate, LoadedChain)
def _accelerate(
    system: LoadedChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: _Segments, a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    S, chain = len(system.length), system.chain
    wrench, Q = work.wrench, work.Q
    wrench[:] = 0.0
    work.tau[:] = 0.0
    motion = _move(system, q, v, work)
    apply_all(system.forces, t, motion, s, Loads(wrench, work.tau), sigma)
    power = 0.0
    for i in range(3 * S):
        power += work.tau[i] * v[i]
    copy_to(chain.weight.reshape(3 * S), Q.reshape(3 * S))
    for i in range(S - 1, -1, -1):
        k, turning = (
            chain.joint.parent[i],
            cross(angular_at(wrench, i), vector_at(q.reshape(S, 3), i)),
        )
        for c in range(3):
            power += wrench[i, c] * work.w[i, c] + wrench[i, 3 + c] * work.u[i, c]
            Q[i, c] += work.tau[3 * i + c] + turning[c]
        # what pushes a segment's origin pushes the segment before it at its end
        while k >= 0:
            for c in range(3):
                Q[k, c] += system.length[k] * wrench[i, 3 + c]
            k = chain.joint.parent[k]
    loaded = VectorChain(chain.C, chain.Cinv, Q, chain.joint)
    return power + accelerate(loaded, t, q, v, s, work.own, a, sigma)


@implements(energies, LoadedChain)
def _energies(
    system: LoadedChain, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: _Segments
) -> tuple[float, float]:
    """Of the chain alone: all that the forces do is work."""
    return energies(system.chain, t, q, v, s, work.own)


@implements(settle, LoadedChain)
def _settle(system: LoadedChain, t: float, q: FloatArray, v: FloatArray, work: _Segments) -> None:
    settle(system.chain, t, q, v, work.own)


implements(vary, LoadedChain)(vary_by_differences)
meet_forces(LoadedChain, _move)
