"""The systems of the boundary method: chains in vectors or angles, and trees of bodies.

A system converts a posture q and a minimal velocity c (dim,) into the state y = (q, v) of the
compiled loops, and back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, Self

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.equations import PackedSystem
from ambulo.multibody.chain.chain import Chain, segment_products
from ambulo.multibody.chain.chain_angles import (
    AngleChain,
    directions,
    mass_matrix,
    pack_chain_angles,
)
from ambulo.multibody.chain.chain_vectors import VectorChain, pack_chain_vectors, tangent_basis
from ambulo.multibody.forces.passive_joints import passive_joints
from ambulo.multibody.tree.composite_inertia import mass_matrix as mass_matrix_of_tree
from ambulo.multibody.tree.configuration import difference, integrate
from ambulo.multibody.tree.packed_system import TreeSystem
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import Tree


class System(Protocol):
    """A mechanical system for the boundary method.

    The defaults suit a system whose minimal velocity is the v of its state, and for which any q and
    v are a state.
    """

    @property
    def packed(self) -> PackedSystem:
        """The system for the compiled loops."""

    @property
    def dim(self) -> int:
        """Degrees of freedom."""

    @property
    def nq(self) -> int:
        """Entries of a posture."""

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Name of every degree of freedom (dim)."""

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Name of every joint."""

    def scaled(self, factor: float) -> System:
        """The same system with a given part of its gravity and of its passive moments."""

    def velocity_map(self, q: FloatArray) -> FloatArray:
        """Matrix G (nv, dim) from the minimal velocity at posture q to the state's v = G c."""
        return np.eye(self.dim)

    def target_basis(self, q: FloatArray) -> FloatArray:
        """Frame of `posture_error` at the posture q; a dummy if the system needs none."""
        return np.zeros((1, 3, 2))

    def straight(self, q0: FloatArray, q1: FloatArray) -> FloatArray:
        """Minimal displacement (dim,) from q0 to q1; every joint or segment takes the shorter
        way."""

    def moved(self, q: FloatArray, displacement: FloatArray) -> FloatArray:
        """Posture reached from q along a minimal displacement (dim,)."""

    def minimal_velocity(self, y: FloatArray) -> FloatArray:
        """Minimal velocity (dim,) for a state y = (q, v)."""
        return y[self.nq : self.nq + self.dim].copy()

    def state_constraints(self, y: FloatArray) -> FloatArray:
        """Quantities that are zero if y is a state of the system, without the constraints of the
        posture."""
        return np.zeros(0)

    def state(self, q: FloatArray, c: FloatArray) -> FloatArray:
        """State y = (q, G c) for a posture and a minimal velocity."""
        return np.concatenate([q, c])

    def state_variations(self, q: FloatArray, c: FloatArray) -> FloatArray:
        """Derivatives (2 dim, 2 nv) of the state: by the minimal posture, then by c."""
        return np.eye(2 * self.dim)

    def moved_state(
        self, q: FloatArray, c: FloatArray, displacement: FloatArray, change: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Posture and minimal velocity after minimal changes of both."""
        return self.moved(q, displacement), c + change

    def mass_matrix(self, q: FloatArray) -> FloatArray:
        """Inertia (dim, dim) in minimal velocities at posture q."""


@dataclass(frozen=True, eq=False)
class _OfChain:
    chain: Chain

    @property
    def dim(self) -> int:
        """Degrees of freedom, 2S."""
        return 2 * self.chain.segments

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Each joint by the segment that it carries."""
        return self.chain.names

    def scaled(self, factor: float) -> Self:
        """The same chain with that part of its gravity and of its passive moments."""
        return type(self)(self.chain.scaled(factor))


@dataclass(frozen=True, eq=False)
class ChainInVectors(_OfChain):
    """A chain whose posture is the unit vectors of its segments, (3S,), free of singularities."""

    @cached_property
    def packed(self) -> VectorChain:
        """The chain for the compiled loops."""
        return pack_chain_vectors(self.chain)

    @property
    def nq(self) -> int:
        """Entries of a posture, 3S."""
        return 3 * self.chain.segments

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Two tangent directions for each segment."""
        return tuple(f"{name}, {way}" for name in self.chain.names for way in ("first", "second"))

    def velocity_map(self, q: FloatArray) -> FloatArray:
        """Block diagonal of the tangent bases (3S, 2S)."""
        S = self.chain.segments
        G = np.zeros((3 * S, 2 * S))
        basis = tangent_basis(q.reshape(S, 3))
        for s in range(S):
            G[3 * s : 3 * s + 3, 2 * s : 2 * s + 2] = basis[s]
        return G

    def target_basis(self, q: FloatArray) -> FloatArray:
        """Tangent bases (S, 3, 2)."""
        return np.ascontiguousarray(tangent_basis(q.reshape(-1, 3)))

    def straight(self, q0: FloatArray, q1: FloatArray) -> FloatArray:
        """Arcs of the great circles from q0 to q1, in the tangent bases at q0."""
        n0, n1 = q0.reshape(-1, 3), q1.reshape(-1, 3)
        cosine = np.clip(np.sum(n0 * n1, axis=1, keepdims=True), -1.0, 1.0)
        across = n1 - cosine * n0
        sine = np.linalg.norm(across, axis=1, keepdims=True)
        arc = np.arctan2(sine, cosine)
        way = np.where(sine > 1e-12, across / np.maximum(sine, 1e-300), 0.0)
        # opposite directions: every great circle is as short, the first tangent is taken
        opposite = (sine <= 1e-12) & (cosine < 0.0)
        way = np.where(opposite, tangent_basis(n0)[:, :, 0], way)
        return np.asarray(self.velocity_map(q0).T @ (arc * way).ravel())

    def moved(self, q: FloatArray, displacement: FloatArray) -> FloatArray:
        """Each unit vector n turned along its great circle."""
        return np.asarray(self.moved_many(q, displacement[np.newaxis])[0])

    def moved_many(self, q: FloatArray, displacement: FloatArray) -> FloatArray:
        """Postures (m, 3S) reached from one posture q along displacements (m, 2S)."""
        n = q.reshape(-1, 3)
        d = (displacement @ self.velocity_map(q).T).reshape(len(displacement), -1, 3)
        arc = np.linalg.norm(d, axis=2, keepdims=True)
        result = np.cos(arc) * n + np.sinc(arc / np.pi) * d
        result /= np.linalg.norm(result, axis=2, keepdims=True)
        return np.asarray(result.reshape(len(displacement), -1))

    def minimal_velocity(self, y: FloatArray) -> FloatArray:
        """Rates of the directions in their tangent bases (2S,)."""
        return np.asarray(self.velocity_map(y[: self.nq]).T @ y[self.nq : 2 * self.nq])

    def state_constraints(self, y: FloatArray) -> FloatArray:
        """Products n . u (S,), which are zero: each rate u is at a right angle to its direction
        n."""
        n, u = y[: self.nq].reshape(-1, 3), y[self.nq : 2 * self.nq].reshape(-1, 3)
        return np.asarray(np.sum(n * u, axis=1))

    def state(self, q: FloatArray, c: FloatArray) -> FloatArray:
        """State (6S,): directions and their rates."""
        return np.concatenate([q, self.velocity_map(q) @ c])

    def state_variations(self, q: FloatArray, c: FloatArray) -> FloatArray:
        """Derivatives (4S, 6S); u turns with n, so that it stays at a right angle."""
        G = self.velocity_map(q)
        n, u = q.reshape(-1, 3), (G @ c).reshape(-1, 3)
        along = np.einsum("sc,scd->sd", u, G.reshape(len(n), 3, -1))
        turned = -(n[:, :, np.newaxis] * along[:, np.newaxis, :]).reshape(G.shape)
        by_posture = np.concatenate([G, turned]).T
        return np.concatenate([by_posture, np.concatenate([np.zeros_like(G), G]).T])

    def moved_state(
        self, q: FloatArray, c: FloatArray, displacement: FloatArray, change: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Directions turned along great circles, and rates projected onto the new tangents."""
        G = self.velocity_map(q)
        new = self.moved(q, displacement)
        return new, self.velocity_map(new).T @ (G @ (c + change))

    def mass_matrix(self, q: FloatArray) -> FloatArray:
        """G^T (C x 1) G (2S, 2S) [kg*m^2]."""
        G = self.velocity_map(q)
        return np.asarray(G.T @ np.kron(segment_products(self.chain)[0], np.eye(3)) @ G)


@dataclass(frozen=True, eq=False)
class ChainInAngles(_OfChain, System):
    """A chain in the angles of Patel (2004), (2S,). They distinguish whole turns, and are singular
    at the poles."""

    @cached_property
    def packed(self) -> AngleChain:
        """The chain for the compiled loops."""
        return pack_chain_angles(self.chain)

    @property
    def nq(self) -> int:
        """Entries of a posture, 2S."""
        return 2 * self.chain.segments

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Theta of every segment, then phi of every segment."""
        return tuple(f"{name}, {angle}" for angle in ("theta", "phi") for name in self.chain.names)

    def straight(self, q0: FloatArray, q1: FloatArray) -> FloatArray:
        """Difference of the angles, as given."""
        return q1 - q0

    def moved(self, q: FloatArray, displacement: FloatArray) -> FloatArray:
        """Sum of the angles."""
        return q + displacement

    def directions(self, q: FloatArray) -> FloatArray:
        """Unit vectors (..., S, 3) of the segments."""
        return directions(q)

    def direction_jacobian(self, q: FloatArray) -> FloatArray:
        """Change (3S, 2S) of the directions by the angles."""
        S = self.chain.segments
        theta, phi = q[:S], q[S:]
        out = np.zeros((S, 3, 2 * S))
        s = np.arange(S)
        out[s, :, s] = np.stack(
            [np.cos(theta) * np.cos(phi), np.cos(theta) * np.sin(phi), -np.sin(theta)], axis=1
        )
        out[s, :, S + s] = np.stack(
            [-np.sin(theta) * np.sin(phi), np.sin(theta) * np.cos(phi), 0.0 * phi], axis=1
        )
        return out.reshape(3 * S, 2 * S)

    def mass_matrix(self, q: FloatArray) -> FloatArray:
        """M (2S, 2S) [kg*m^2] (Patel 2004, 3.22)."""
        M = np.empty((self.dim, self.dim))
        mass_matrix(self.packed, np.asarray(q, dtype=np.float64), M)
        return M


@dataclass(frozen=True, eq=False)
class Bodies(System):
    """A tree of rigid bodies, with the coordinates of `Tree`: ball joints are quaternions.

    Args:
        tree: one model.
        viscosity, stiffness, rest: (nv,) passive joint moments as in `passive_joints`; none by
            default.
        names: (nv,) of the degrees of freedom, for tables.
        joints: (nb,) names of the joints, for tables.
    """

    tree: Tree
    viscosity: FloatArray | None = None
    stiffness: FloatArray | None = None
    rest: FloatArray | None = None
    names: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()

    @cached_property
    def packed(self) -> TreeSystem:
        """The tree for the compiled loops."""
        if self.viscosity is None and self.stiffness is None:
            return tree_system(self.tree)
        passive = passive_joints(
            self.tree, viscosity=self.viscosity, stiffness=self.stiffness, rest=self.rest
        )
        return tree_system(self.tree, (passive,))

    @property
    def dim(self) -> int:
        """Degrees of freedom, nv."""
        return self.tree.nv

    @property
    def nq(self) -> int:
        """Entries of a posture; quaternions count four."""
        return self.tree.nq

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the degrees of freedom."""
        return self.names or tuple(f"degree of freedom {d + 1}" for d in range(self.dim))

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints."""
        return self.joints or tuple(f"joint {i + 1}" for i in range(self.tree.nb))

    def scaled(self, factor: float) -> Bodies:
        """The same bodies with a given part of their gravity and of their passive moments."""
        return replace(
            self,
            tree=replace(self.tree, gravity=factor * self.tree.gravity),
            viscosity=None if self.viscosity is None else factor * self.viscosity,
            stiffness=None if self.stiffness is None else factor * self.stiffness,
        )

    def straight(self, q0: FloatArray, q1: FloatArray) -> FloatArray:
        """Displacement of every joint; rotations take the shorter way."""
        return difference(self.tree, q0, q1)

    def moved(self, q: FloatArray, displacement: FloatArray) -> FloatArray:
        """Every joint moved by its displacement."""
        return integrate(self.tree, q, displacement)

    def mass_matrix(self, q: FloatArray) -> FloatArray:
        """M (nv, nv)."""
        return np.asarray(mass_matrix_of_tree(self.tree, q[np.newaxis])[0])
