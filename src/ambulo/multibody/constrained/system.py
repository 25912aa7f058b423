"""A constrained multibody system: M q_ddot + C_q^T lambda = Q_e + Q_v, C_q q_ddot = Q_d.

The symbols are those of textbooks (Shabana 2001, chapter 7; Nikravesh 1988; Haug 1989):
`mass_matrix` is M, `constraints` C, `jacobian` C_q, `applied_forces` Q_e, `velocity_forces` Q_v,
`acceleration_rhs` Q_d, `velocity_rhs` -C_t.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.ranked_elimination import solve_dense
from ambulo.multibody.constrained import dense, packed_system
from ambulo.multibody.constrained.body import GROUND, Body
from ambulo.multibody.constrained.forces.law import CompiledForce
from ambulo.multibody.constrained.packing import SLIDING, PackedConstrained, Workspace
from ambulo.multibody.constrained.rows import Constraint
from ambulo.multibody.constrained.state import BodyStates
from ambulo.multibody.constrained.tables import Force, Tables, build

OPERATIONS = (packed_system,)
"""Modules that implement the operations of `multibody.system` for the packed form."""


class Undetermined(InputError):
    """The equations do not determine an acceleration, because a free motion has no inertia."""


@dataclass(frozen=True, eq=False)
class Terms:
    """Every term of the equations of motion at one state.

    Args:
        M: (n, n); Qe, Qv: (n,); C, nu, Qd: (m,); Cq: (m, n), with C_q q_dot = nu = -C_t.
        W: (m, 6 nx) rows for the velocities and angular velocities (body axes) of all nx frames.
        power: (works - 1,) W, of all in `System.work_names` except the drivers.
        B: (6 nb + modes, n): velocities (V, omega) of the bodies, then modal rates, are B q_dot.
        state: positions and velocities.
    """

    M: FloatArray
    Qe: FloatArray
    Qv: FloatArray
    C: FloatArray
    Cq: FloatArray
    nu: FloatArray
    Qd: FloatArray
    W: FloatArray
    B: FloatArray
    power: FloatArray
    state: BodyStates


@dataclass(frozen=True, eq=False)
class Accelerations:
    """Accelerations (n,), multipliers (m,), and the number of multipliers that are not
    determined."""

    qdd: FloatArray
    multipliers: FloatArray
    undetermined: int


class System:
    """Bodies, constraints and forces of a mechanism.

    Args:
        bodies: moving bodies, in the order of the coordinates.
        constraints: joints and drivers, in the order of the multipliers.
        forces: applied forces, compiled or in Python.

    Raises:
        InputError: names are not unique, or a joint or force refers to a body that is not in the
            system.
    """

    def __init__(
        self,
        bodies: Sequence[Body],
        constraints: Sequence[Constraint],
        forces: Sequence[CompiledForce | Force] = (),
    ) -> None:
        self._given: tuple[Any, ...] = (bodies, constraints, forces)
        self.bodies = tuple(bodies)
        self.constraints_given = tuple(constraints)
        self.forces = tuple(forces)
        self.tables: Tables = build(self.bodies, self.constraints_given, self.forces)
        self.workspace: Workspace = dense.workspace_of(self.tables.packed)
        self.number: Mapping[int, int] = {id(body): k for k, body in enumerate(self.bodies)} | {
            id(GROUND): len(self.bodies)
        }

    def __repr__(self) -> str:
        given = self.bodies, self.constraints_given, self.forces
        names = [", ".join(one.name for one in some) or "none" for some in given]
        return f"<{type(self).__name__}: bodies {names[0]}; joints {names[1]}; forces {names[2]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Addresses of laws hold in one process only: a copy is made anew from the parts."""
        return type(self), self._given

    # ------------------------------------------------------------------ sizes and names

    @property
    def packed(self) -> PackedConstrained:
        """The numbers that compiled code reads."""
        return self.tables.packed

    @property
    def n(self) -> int:
        """Number of generalized coordinates."""
        return int(self.packed.bodies.start[-1])

    @property
    def m(self) -> int:
        """Number of constraint rows, including the unit lengths of Euler parameters."""
        return len(self.tables.labels)

    @property
    def of_velocity(self) -> BoolArray:
        """(m,) whether a row prescribes a velocity but no position (nonholonomic)."""
        return np.asarray(self.packed.rows.kind[:, 0] == SLIDING)

    @property
    def own_states(self) -> int:
        """Number of own states of the forces."""
        return int(self.packed.forces.states.sum())

    @property
    def row_names(self) -> tuple[str, ...]:
        """A name for each constraint row."""
        return self.tables.labels

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """A name for each generalized coordinate, such as "ski x" or "shank theta"."""
        return tuple(
            f"{body.name} {symbol}"
            for body in self.bodies
            for symbol in ("x", "y", "z", *body.orientation.symbols)
        )

    def slice_of(self, body: Body) -> slice:
        """Place of a body's coordinates in q."""
        k = self.number[id(body)]
        start = self.packed.bodies.start
        return slice(int(start[k]), int(start[k + 1]))

    def rows_of(self, constraint: Constraint) -> list[int]:
        """The rows of one joint or driver."""
        index = self.constraints_given.index(constraint)
        return [k for k, owner in enumerate(self.tables.owner) if owner == index]

    # ------------------------------------------------------------------ configurations

    def coordinates(self, poses: Mapping[Body, tuple[FloatArray, FloatArray]]) -> FloatArray:
        """Coordinates (n,) from each body's position (3,) [m] and rotation (3, 3)."""
        q = np.zeros(self.n)
        for body in self.bodies:
            position, rotation = poses[body]
            part = self.slice_of(body)
            q[part] = np.concatenate(
                [position, body.orientation.from_matrix(rotation @ body.reference.T)]
            )
        return q

    @property
    def start(self) -> FloatArray:
        """Coordinates (n,) of the start positions of the bodies."""
        return self.coordinates(
            {body: (np.array(body.position), body.rotation) for body in self.bodies}
        )

    def rates(self, q: FloatArray, velocities: FloatArray, omega: FloatArray) -> FloatArray:
        """Coordinate rates (n,) from velocities (nb, 3) and angular velocities (nb, 3) in body
        axes.

        At gimbal lock, they are the smallest rates with the least error.
        """
        B = self.terms(q, np.zeros(self.n), 0.0, forces=False).B
        v = np.zeros(self.n)
        for k, body in enumerate(self.bodies):
            part = self.slice_of(body)
            G = B[6 * k + 3 : 6 * k + 6, part][:, 3:]
            turn = np.linalg.lstsq(G, omega[k], rcond=None)[0]
            v[part] = np.concatenate([velocities[k], turn])
        return v

    def state(self, q: FloatArray, v: FloatArray, t: float) -> BodyStates:
        """Positions and velocities of all bodies."""
        return self.terms(q, v, t, forces=False).state

    # ------------------------------------------------------------------ the equations

    def terms(self, q: FloatArray, v: FloatArray, t: float, forces: bool = True) -> Terms:
        """Every term of the equations of motion.

        Args:
            q, v: (n,) coordinates and their rates.
            t: s.
            forces: whether to evaluate the applied forces too; otherwise Q_e is zero.
        """
        packed, work, n, m = self.packed, self.workspace, self.n, self.m
        nv, nx = len(work.d), len(work.at.frames)
        out = dense.InVelocities(
            B=np.empty((nv, n)), b=np.empty(nv), u=np.empty(nv), M=np.empty((nv, nv)),
            W=np.empty((m, nv)), applied=np.zeros(nv), quadratic=np.empty(nv), C=np.empty(m),
            nu=np.empty(m), Qd=np.empty(m), Cq=np.empty((m, n)), at=np.empty((m, 6 * nx)),
        )  # fmt: skip
        forces = forces and len(work.at.power) > 0
        q, v = np.asarray(q, dtype=np.float64), np.asarray(v, dtype=np.float64)
        dense.terms_at(packed, float(t), q, v, forces, work, out)
        self.tables.calls.raise_error()
        B, power = out.B, work.at.power
        return Terms(
            M=B.T @ out.M @ B, Qe=B.T @ out.applied, Qv=B.T @ (out.quadratic - out.M @ out.b),
            C=out.C, Cq=out.Cq, nu=out.nu, Qd=out.Qd, W=out.at, B=B,
            power=power.copy() if forces else np.zeros(len(power)),
            state=BodyStates.of_frames(t, work.at.frames.copy(), self.number, packed.bodies.mass),
        )  # fmt: skip

    def mass_matrix(self, q: FloatArray) -> FloatArray:
        """M (n, n), which is singular for Euler parameters and at gimbal lock."""
        return self.terms(q, np.zeros(self.n), 0.0, forces=False).M

    def constraints(self, q: FloatArray, t: float) -> FloatArray:
        """C (m,)."""
        return self.terms(q, np.zeros(self.n), t, forces=False).C

    def jacobian(self, q: FloatArray, t: float) -> FloatArray:
        """C_q (m, n)."""
        return self.terms(q, np.zeros(self.n), t, forces=False).Cq

    def velocity_rhs(self, q: FloatArray, t: float) -> FloatArray:
        """-C_t (m,): C_q q_dot = -C_t."""
        return self.terms(q, np.zeros(self.n), t, forces=False).nu

    def acceleration_rhs(self, q: FloatArray, v: FloatArray, t: float) -> FloatArray:
        """Q_d (m,): C_q q_ddot = Q_d."""
        return self.terms(q, v, t, forces=False).Qd

    def velocity_forces(self, q: FloatArray, v: FloatArray) -> FloatArray:
        """Q_v (n,): inertia forces quadratic in the velocities."""
        return self.terms(q, v, 0.0, forces=False).Qv

    def applied_forces(self, q: FloatArray, v: FloatArray, t: float) -> FloatArray:
        """Q_e (n,): generalized applied forces."""
        return self.terms(q, v, t).Qe

    def solve(self, terms: Terms, target: FloatArray | None = None) -> Accelerations:
        """Accelerations and multipliers.

        Args:
            terms: terms at the state.
            target: (m,) value of C_q q_ddot; Q_d by default.

        Raises:
            InputError: a force is not finite.
            Undetermined: an acceleration is not determined.
        """
        self.require_finite_forces(terms)
        return self.solve_linear(terms, terms.Qe + terms.Qv, terms.Qd if target is None else target)

    def solve_linear(self, terms: Terms, right: FloatArray, target: FloatArray) -> Accelerations:
        """Solve M x + C_q^T y = right, C_q x = target: accelerations, impulses or projections.

        The multipliers of redundant constraints are zero (a basic solution).

        Raises:
            Undetermined: a motion is free and has no inertia, so x is not determined.
        """
        x, y = np.empty(self.n), np.empty(self.m)
        massless, undetermined = solve_dense(terms.M, terms.Cq, right, target, x, y)
        if massless or not np.all(np.isfinite(x)):
            raise Undetermined(
                what="a motion is free and has no inertia: its acceleration is not determined",
                where=f"t = {terms.state.t:g} s",
                remedy="Run diagnosis.diagnose at this state; it names the motion, or gimbal lock",
            )
        return Accelerations(x, y, undetermined)

    def require_finite_forces(self, terms: Terms) -> None:
        """Raise an error if a force is not finite at a state.

        Raises:
            InputError: the error; it names the force.
        """
        for name, power in zip(self.work_names[:-1], terms.power, strict=True):
            if not np.isfinite(power):
                raise InputError(
                    what=f"{name} is not finite",
                    where=f"t = {terms.state.t:g} s",
                    remedy="Let it give finite numbers for all arguments. A law that reads beyond "
                    "its arguments gets NaN",
                )

    def dynamics(self, q: FloatArray, v: FloatArray, t: float) -> Accelerations:
        """Accelerations and multipliers at a state that satisfies the constraints.

        Raises:
            InputError: a force is not finite.
            Undetermined: an acceleration is not determined.
        """
        return self.solve(self.terms(q, v, t))

    # ------------------------------------------------------------------ energy

    def kinetic_energy(self, q: FloatArray, v: FloatArray) -> float:
        """Kinetic energy [J]."""
        return 0.5 * float(v @ self.mass_matrix(q) @ v)

    @property
    def work_names(self) -> tuple[str, ...]:
        """Names of what does work: every applied force, then the drivers together."""
        return (*(force.name for force in self.forces), "drivers")

    def power(self, terms: Terms, solution: Accelerations) -> FloatArray:
        """Rate of work (forces + 1,) of each applied force and of the drivers [W]."""
        # the constraint forces -C_q^T lambda work at -lambda . C_q q_dot = lambda . C_t
        return np.append(terms.power, -float(solution.multipliers @ terms.nu))
