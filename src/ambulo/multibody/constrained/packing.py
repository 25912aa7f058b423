"""A system as the numbers that compiled code reads, and the workspace that it writes.

Bodies are numbered from 0, the ground is body nb. A body's frame is six rows of three:
position R, velocity V, the three rows of its rotation matrix A (body axes to world axes), angular
velocity omega (body axes). Velocities u are six a body, (V, omega); loads are six a body, (force in
world axes, moment about the origin in body axes), so that loads . u is power.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.dispatch import implements
from ambulo.multibody.system import workspace

COORDINATE, PRODUCT, ALONG, COINCIDENT, DISTANT, UNIT_LENGTH, SLIDING = 0, 1, 2, 3, 4, 5, 6
"""Kinds of constraint rows, as in `rows.py`; UNIT_LENGTH keeps a body's Euler parameters a unit."""

POSITION, VELOCITY, TURN, SPIN = 0, 1, 2, 5
"""Rows of a body's frame: R, V, A (three), omega."""


class Bodies(NamedTuple):
    """The bodies.

    Args:
        start: (nb + 1,) first coordinate of each in q; the last entry is their number n.
        code: (nb,) description of orientation; reference: (nb, 9), A = A(theta) reference.
        mass: (nb,) kg; inertia: (nb, 9) kg*m^2, body axes.
    """

    start: IntArray
    code: IntArray
    reference: FloatArray
    mass: FloatArray
    inertia: FloatArray


class Attachments(NamedTuple):
    """Points and vectors that constraints use.

    Args:
        body: (na,); local: (na, 3) in its axes.
        motion: (na,) the function of time that replaces `local`, -1 where there is none.
        rim: (na, 7) of a `LowestPoint` axis, normal and radius; radius 0 for any other.
    """

    body: IntArray
    local: FloatArray
    motion: IntArray
    rim: FloatArray


class Rows(NamedTuple):
    """Scalar constraints; those of unit length are the last ones.

    Args:
        kind: (m, 4) kind and operands: attachments, an axis, a body or a coordinate.
        ends: (m, 2) bodies on which a row acts; nb where there is none.
        value: (m,) its function of time.
        solved: how many take part in the equations: all but those of unit length, which velocities
            (V, omega) keep by themselves.
    """

    kind: IntArray
    ends: IntArray
    value: IntArray
    solved: int


class Functions(NamedTuple):
    """Functions of time, those that others need first.

    Args:
        address: (nf,) of the law; start: (nf,) of its numbers in `parameters`.
        varying: those that are not constant.
        initial: (nf, 9) values of the constant ones.
    """

    address: IntArray
    start: IntArray
    parameters: FloatArray
    varying: IntArray
    initial: FloatArray


class Forces(NamedTuple):
    """Applied forces.

    Args:
        address: (k,) of the law.
        start: (k, 3) of its numbers in `parameters`, its indices in `indices`, its own states.
        states: (k,) how many own states it has; event: (k,) address of its event, 0 without.
    """

    address: IntArray
    start: IntArray
    states: IntArray
    event: IntArray
    parameters: FloatArray
    indices: IntArray


class Order(NamedTuple):
    """The unknowns in the order of their elimination, along the chain of bodies.

    Args:
        body: (nb,) where the six of a body begin; row: (solved,) where a multiplier is.
        low: (N,) the last equation that can hold an unknown when its turn comes.
        high: (N,) the last unknown that can stand in those equations.
    """

    body: IntArray
    row: IntArray
    low: IntArray
    high: IntArray


class PackedConstrained(NamedTuple):
    """Everything that the equations of motion read.

    Args:
        alpha, beta: 1/s, Baumgarte's parameters; 0: constraints are not stabilized.
        tolerance: m and rad, of the projection onto the constraints after every step; 0: none.
    """

    bodies: Bodies
    attachments: Attachments
    rows: Rows
    functions: Functions
    forces: Forces
    order: Order
    alpha: float
    beta: float
    tolerance: float


class Scratch(NamedTuple):
    """One body's orientation at a time: A (3, 3), G (3, 4), H (4, 3), g (3,)."""

    A: FloatArray
    G: FloatArray
    H: FloatArray
    g: FloatArray


class RowTerms(NamedTuple):
    """What constraint rows amount to at a state.

    Args:
        carried: (na, 12) attachments: value in body axes; in world axes value, rate, and the second
            rate without the part of the angular acceleration.
        C, rate: (m,) violation, 0 of rows at velocity level, and its rate; gamma: (m,)
            W u_dot = gamma.
        W: (m, 2, 6) each row on the velocities of its two bodies: rate = W u - nu, nu = -C_t.
    """

    carried: FloatArray
    C: FloatArray
    rate: FloatArray
    gamma: FloatArray
    W: FloatArray


class Factors(NamedTuple):
    """Equations and their factors, as `elimination` writes them.

    Args:
        K: (N, N); scale, skipped, pivot, swap: (N,); x, y: (N,) right-hand side and solution.
    """

    K: FloatArray
    scale: FloatArray
    skipped: BoolArray
    pivot: IntArray
    swap: IntArray
    x: FloatArray
    y: FloatArray


class Workspace(NamedTuple):
    """Arrays that are written in every evaluation.

    Args:
        values: (nf, 9) functions of time; frames: (nb + 1, 6, 3).
        loads: (nb + 1, 6) sum of the applied forces; load: the same of one force.
        power: (forces,) W, of each applied force; states, rates: own states of them all.
        event: one force's event function and own states.
        rows, factors, scratch: of the constraints, of the linear equations, of one body.
        q_dot: (n,) rates of the coordinates; multipliers: (m,), those of unit lengths zero.
        d: (6 nb,) and impulses: (m,) of a projection.
    """

    values: FloatArray
    frames: FloatArray
    loads: FloatArray
    load: FloatArray
    power: FloatArray
    states: FloatArray
    rates: FloatArray
    event: FloatArray
    rows: RowTerms
    factors: Factors
    scratch: Scratch
    q_dot: FloatArray
    multipliers: FloatArray
    d: FloatArray
    impulses: FloatArray


@implements(workspace, PackedConstrained)
def _workspace(system: PackedConstrained) -> Workspace:
    nb, m = len(system.bodies.code), len(system.rows.kind)
    size, forces = len(system.order.low), len(system.forces.address)
    rows = RowTerms(
        np.zeros((len(system.attachments.body), 12)),
        np.zeros(m),
        np.zeros(m),
        np.zeros(m),
        np.zeros((m, 2, 6)),
    )
    factors = Factors(
        np.zeros((size, size)),
        np.zeros(size),
        np.zeros(size, dtype=np.bool_),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size),
        np.zeros(size),
    )
    return Workspace(
        values=system.functions.initial.copy(),
        frames=np.zeros((nb + 1, 6, 3)),
        loads=np.zeros((nb + 1, 6)),
        load=np.zeros((nb + 1, 6)),
        power=np.zeros(forces),
        states=np.zeros(system.forces.states.sum()),
        rates=np.zeros(system.forces.states.sum()),
        event=np.zeros(1 + system.forces.states.sum()),
        rows=rows,
        factors=factors,
        scratch=Scratch(np.zeros((3, 3)), np.zeros((3, 4)), np.zeros((4, 3)), np.zeros(3)),
        q_dot=np.zeros(system.bodies.start[nb]),
        multipliers=np.zeros(m),
        d=np.zeros(6 * nb),
        impulses=np.zeros(m),
    )
