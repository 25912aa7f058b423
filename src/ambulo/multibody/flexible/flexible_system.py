"""Flexible bodies among rigid ones: joints, drivers, forces and integrators stay what they are.

An interface's frame takes part in the constraint rows as a body whose motion follows from the
floating frame and the modal coordinates; the chain rule turns its rows and loads into theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.constrained import dense
from ambulo.multibody.constrained.body import Body
from ambulo.multibody.constrained.forces.gravity import Gravity
from ambulo.multibody.constrained.forces.law import CompiledForce
from ambulo.multibody.constrained.rows import Constraint
from ambulo.multibody.constrained.state import State
from ambulo.multibody.constrained.system import System, Terms
from ambulo.multibody.constrained.tables import Force
from ambulo.multibody.flexible.floating_frame import FlexibleBody, inertia, interface_motion


class FlexibleSystem(System):
    """Rigid and flexible bodies; coordinates are the bodies' in order, then the modal ones.

    Args:
        rigid: rigid bodies.
        flexible: flexible bodies; joints and forces attach to `body.at(interface)`.
        constraints, forces: as in `System`. Gravity acts on flexible bodies as deformed.

    Raises:
        InputError: if names are not unique or something refers to a body that is not there.
    """

    compiled: ClassVar[bool] = False

    def __init__(
        self,
        rigid: Sequence[Body],
        flexible: Sequence[FlexibleBody],
        constraints: Sequence[Constraint],
        forces: Sequence[CompiledForce | Force] = (),
    ) -> None:
        moving = (*rigid, *(body.frame for body in flexible))
        followers = tuple(at for body in flexible for at in body.attachments.values())
        super().__init__((*moving, *followers), constraints, forces)
        self._given = (rigid, flexible, constraints, forces)
        self.flexible = tuple(flexible)
        self.bodies = moving
        self._real = int(self.packed.bodies.start[len(moving)])
        self._inner = len(moving) + len(followers)
        self._elastic: list[slice] = []
        end = self._real
        for body in flexible:
            self._elastic.append(slice(end, end + len(body.stiffness)))
            end += len(body.stiffness)
        self._size = end

    # ------------------------------------------------------------------ sizes and names

    @property
    def n(self) -> int:
        """Number of generalized coordinates, modal ones included."""
        return self._size

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """The bodies' coordinates, then the modes' by body."""
        modes = tuple(
            f"{body.name} mode {k + 1}"
            for body in self.flexible
            for k in range(len(body.stiffness))
        )
        return (*super().coordinate_names, *modes)

    def elastic_of(self, body: FlexibleBody) -> slice:
        """Where a body's modal coordinates are in q."""
        return self._elastic[self.flexible.index(body)]

    def elastic_energy(self, q: FloatArray) -> float:
        """Strain energy of all flexible bodies, J."""
        return sum(
            body.elastic_energy(q[part])
            for body, part in zip(self.flexible, self._elastic, strict=True)
        )

    @property
    def work_names(self) -> tuple[str, ...]:
        """Applied forces, every flexible body's elasticity and damping, the drivers together."""
        elastic = (f"{body.name} elasticity" for body in self.flexible)
        return (*(force.name for force in self.forces), *elastic, "drivers")

    # ------------------------------------------------------------------ the equations

    def terms(self, q: FloatArray, v: FloatArray, t: float, forces: bool = True) -> Terms:
        """Every term of the equations of motion, as `System.terms`.

        W and G are those of rigid bodies, floating frames and interface frames, in this order.
        """
        packed, work, nb, n, m = self.packed, self.workspace, self._inner, self.n, self.m
        start, real = packed.bodies.start, self._real
        inner = int(start[-1])
        qi, vi = np.zeros(inner), np.zeros(inner)
        qi[:real], vi[:real] = q[:real], v[:real]
        u, G, g = np.empty(6 * nb), np.zeros((nb, 3, 4)), np.empty((nb, 3))
        dense.bodies_at(packed, t, qi, vi, work, u, G, g)
        moved = State.of_frames(t, work.at.frames, self.number, packed.bodies.mass)
        R, V, A, omega = moved.R, moved.V, moved.A, moved.omega

        M, Qv, Qe = np.zeros((n, n)), np.zeros(n), np.zeros(n)
        inner_M, inner_Qv = np.empty((inner, inner)), np.empty(inner)
        dense.inertia_terms(packed, work.at.frames, G, g, inner_M, inner_Qv)
        M[:real, :real], Qv[:real] = inner_M[:real, :real], inner_Qv[:real]
        follower = len(self.bodies)
        rest = np.zeros((nb + 1, 3))
        chains: list[tuple[int, IntArray, FloatArray]] = []
        for index, body in enumerate(self.flexible):
            k = len(self.bodies) - len(self.flexible) + index
            part = self._elastic[index]
            elastic, rate = q[part], v[part]
            modal = len(elastic)
            columns = np.concatenate(
                [np.arange(start[k], start[k + 1]), np.arange(part.start, part.stop)]
            )
            width = len(columns) - modal - 3
            change = np.zeros((6 + modal, len(columns)))
            change[:3, :3] = np.eye(3)
            change[3:6, 3 : 3 + width] = G[k, :, :width]
            change[6:, 3 + width :] = np.eye(modal)
            own_M, own_Q = np.empty((6 + modal, 6 + modal)), np.empty(6 + modal)
            s = body.integrals
            inertia(
                s.mass, s.static, s.linear, s.xx, s.xs, s.ss,
                A[k], omega[k], elastic, rate, own_M, own_Q,
            )  # fmt: skip
            M[np.ix_(columns, columns)] = change.T @ own_M @ change
            Qv[columns] = change.T @ (own_Q - own_M[:, 3:6] @ g[k])
            for name in body.attachments:
                J, end = np.empty((6, 6 + modal)), np.empty(6)
                interface_motion(
                    body.places[name], body.shapes[name], R[k], V[k], A[k], omega[k],
                    elastic, rate, R[follower], V[follower], A[follower], omega[follower], end, J,
                )  # fmt: skip
                # the frame's own rest of angular acceleration is carried along
                end += J[:, 3:6] @ g[k]
                rest[follower], g[follower] = end[:3], end[3:]
                chains.append((follower, columns, J @ change))
                follower += 1

        C, nu, Qd = np.empty(m), np.empty(m), np.empty(m)
        inner_Cq, W = np.empty((m, inner)), np.empty((m, 6 * nb + 6))
        dense.rows_at(packed, qi, vi, G, g, work, C, inner_Cq, nu, Qd, W)
        Cq = np.zeros((m, n))
        Cq[:, :real] = inner_Cq[:, :real]
        for k, columns, chain in chains:
            Cq[:, columns] += W[:, 6 * k : 6 * k + 6] @ chain
            Qd -= W[:, 6 * k : 6 * k + 3] @ rest[k]

        rigid_forces = len(self.forces)
        power = np.zeros(rigid_forces + len(self.flexible))
        if forces:
            dense.forces_at(packed, t, work)
            power[:rigid_forces] = work.at.power
            for k, force in enumerate(self.forces):
                if isinstance(force, Gravity):
                    weight = self._weight(M, force)
                    Qe += weight
                    power[k] += float(weight @ v)
            inner_Qe = np.empty(inner)
            dense.generalised_forces(packed, G, work.at.loads, inner_Qe)
            Qe[:real] += inner_Qe[:real]
            for k, columns, chain in chains:
                Qe[columns] += chain.T @ work.at.loads[k]
            for index, (body, part) in enumerate(zip(self.flexible, self._elastic, strict=True)):
                restoring = -body.stiffness * q[part] - body.damping * v[part]
                Qe[part] += restoring
                power[rigid_forces + index] = float(restoring @ v[part])
        self.tables.calls.raise_error()
        state = State.of_frames(t, work.at.frames.copy(), self.number, packed.bodies.mass)
        return Terms(M, Qe, Qv, C, Cq, nu, Qd, W, G, power, state)

    def _weight(self, M: FloatArray, gravity: Gravity) -> FloatArray:
        """Generalized weight (n,) of the flexible bodies: M times a uniform acceleration."""
        weight = np.zeros(self.n)
        for index in range(len(self.flexible)):
            k = len(self.bodies) - len(self.flexible) + index
            start = int(self.packed.bodies.start[k])
            weight += M[:, start : start + 3] @ np.array(gravity.acceleration)
        return weight
