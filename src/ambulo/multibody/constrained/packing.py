"""The numbers of a system that compiled code reads, and the workspace that it writes.

There are nx frames: bodies, numbered from 0, then interfaces of flexible bodies, then the ground. A
frame is six rows of three: position R, velocity V, the three rows of its rotation matrix A (body
axes to world axes), angular velocity omega (body axes). A body has six velocities u, (V, omega),
and six loads (force in world axes, moment about the origin in body axes). So loads . u is power.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to
from ambulo.math.ranked_elimination import Factors
from ambulo.math.shaped import allocator
from ambulo.multibody.constrained.elastic import elastic_scratch, elastic_sizes
from ambulo.multibody.system import workspace

COORDINATE, PRODUCT, ALONG, COINCIDENT, DISTANT, UNIT_LENGTH, SLIDING = 0, 1, 2, 3, 4, 5, 6
"""Kinds of constraint rows, as in `rows.py`; UNIT_LENGTH keeps a body's Euler parameters at unit
length."""

POSITION, VELOCITY, TURN, SPIN = 0, 1, 2, 5
"""Rows of a body's frame: R, V, A (three), omega."""


class PackedBodies(NamedTuple):
    """The bodies.

    Args:
        start: place of each body's first coordinate in q; the last entry is the number n of
            coordinates.
        code: kind of orientation coordinates; reference: A = A(theta) reference.
        mass: kg; inertia: kg*m^2, body axes.
    """

    start: Annotated[IntArray, "nb+1"]
    code: Annotated[IntArray, "nb"]
    reference: Annotated[FloatArray, "nb 9"]
    mass: Annotated[FloatArray, "nb"]
    inertia: Annotated[FloatArray, "nb 9"]


class Attachments(NamedTuple):
    """Points and vectors that constraints use.

    Args:
        local: components in body axes.
        motion: number of the function of time that replaces `local`; -1 for none.
        rim: axis, normal and radius of a `LowestPoint`; radius 0 for other attachments.
    """

    body: Annotated[IntArray, "na"]
    local: Annotated[FloatArray, "na 3"]
    motion: Annotated[IntArray, "na"]
    rim: Annotated[FloatArray, "na 7"]


class PackedRows(NamedTuple):
    """Scalar constraints; those of unit length come last.

    Args:
        kind: kind and operands: attachments, an axis, a body or a coordinate.
        ends: the two frames on which a row acts; the ground if there is only one.
        value: number of its function of time.
        solved: number of rows that take part in the equations: all except those of unit length,
            which velocities (V, omega) always keep.
    """

    kind: Annotated[IntArray, "m 4"]
    ends: Annotated[IntArray, "m 2"]
    value: Annotated[IntArray, "m"]
    solved: int


class Functions(NamedTuple):
    """Functions of time; a function comes after those that it needs.

    Args:
        address: of the law; start: of its numbers in `parameters`.
        varying: the functions that are not constant.
        initial: values of the constant functions.
    """

    address: Annotated[IntArray, "nf"]
    start: Annotated[IntArray, "nf"]
    parameters: Annotated[FloatArray, "of_time"]
    varying: Annotated[IntArray, "moving"]
    initial: Annotated[FloatArray, "nf 9"]


class Forces(NamedTuple):
    """Applied forces.

    Args:
        address: of the law.
        start: of its numbers in `parameters`, its indices in `indices`, its own states.
        states: number of own states; event: address of the event, 0 for none.
    """

    address: Annotated[IntArray, "k"]
    start: Annotated[IntArray, "k 3"]
    states: Annotated[IntArray, "k"]
    event: Annotated[IntArray, "k"]
    parameters: Annotated[FloatArray, "numbers"]
    indices: Annotated[IntArray, "indices"]


class Order(NamedTuple):
    """The unknowns in the order of their elimination, along the chain of bodies.

    With flexible bodies u comes first, then the multipliers.

    Args:
        body: place of the first of the six unknowns of a body; row: place of a multiplier.
        low: the last equation that can contain an unknown when it is eliminated.
        high: the last unknown that these equations can contain.
    """

    body: Annotated[IntArray, "nb"]
    row: Annotated[IntArray, "solved"]
    low: Annotated[IntArray, "N"]
    high: Annotated[IntArray, "N"]


def elimination_order(bodies: int, ends: IntArray, solved: int) -> Order:
    """Unknowns along the chain of bodies; the multipliers of rows that end at a body follow it.

    A row is at the place of the last of its two bodies, so the matrix is nearly banded.
    Elimination, including row exchanges, only changes entries within its profile.

    Args:
        bodies: number nb; ends: (m, 2) bodies of each row, nb for no body; solved: rows that take
            part.
    """
    last = [max((b for b in ends[k] if b < bodies), default=0) for k in range(solved)]
    body, row = np.zeros(bodies, dtype=np.int64), np.zeros(solved, dtype=np.int64)
    at = 0
    for b in range(bodies):
        body[b] = at
        at += 6
        for k in range(solved):
            if last[k] == b:
                row[k] = at
                at += 1
    held = np.eye(at, dtype=bool)
    for b in range(bodies):
        held[body[b] : body[b] + 6, body[b] : body[b] + 6] = True
    for k in range(solved):
        for b in ends[k]:
            if b < bodies:
                held[row[k], body[b] : body[b] + 6] = held[body[b] : body[b] + 6, row[k]] = True
    # symmetric: the last row of a column is the last column of a row
    reach = at - 1 - np.argmax(held[:, ::-1], axis=1) if at else np.zeros(0, dtype=np.int64)
    low = np.maximum.accumulate(reach).astype(np.int64)
    return Order(body, row, low, low[low])


class PackedConstrained(NamedTuple):
    """All numbers that the equations of motion read.

    Args:
        elastic: the flexible bodies (`constrained.elastic`).
        alpha, beta: 1/s, Baumgarte's parameters; 0: constraints are not stabilized.
        tolerance: m and rad, of the projection onto the constraints after every step; 0 for no
            projection.
    """

    bodies: PackedBodies
    attachments: Attachments
    rows: PackedRows
    functions: Functions
    forces: Forces
    order: Order
    elastic: Any
    alpha: float
    beta: float
    tolerance: float


class AtState(NamedTuple):
    """Functions of time, frames and applied forces at a state.

    Args:
        loads: sum of the applied forces; load: loads of one force.
        power: W, of each applied force, then of each flexible body's elasticity.
        states, rates: own states of all forces.
        event: one force's event function and own states.
    """

    values: Annotated[FloatArray, "nf 9"]
    frames: Annotated[FloatArray, "nx 6 3"]
    loads: Annotated[FloatArray, "nx 6"]
    load: Annotated[FloatArray, "nx 6"]
    power: Annotated[FloatArray, "works"]
    states: Annotated[FloatArray, "ns"]
    rates: Annotated[FloatArray, "ns"]
    event: Annotated[FloatArray, "1+ns"]


class Scratch(NamedTuple):
    """Scratch arrays for the orientation of one body at a time."""

    G: Annotated[FloatArray, "3 4"]
    H: Annotated[FloatArray, "4 3"]


class RowTerms(NamedTuple):
    """The values of constraint rows at a state.

    Args:
        carried: of attachments: value in body axes; then, in world axes, value, rate, and second
            rate without the part of the angular acceleration.
        C, rate: violation (0 for rows of velocities) and its rate; gamma: W u_dot = gamma.
        W: each row for the velocities of its two bodies: rate = W u - nu, nu = -C_t.
    """

    carried: Annotated[FloatArray, "na 12"]
    C: Annotated[FloatArray, "m"]
    rate: Annotated[FloatArray, "m"]
    gamma: Annotated[FloatArray, "m"]
    W: Annotated[FloatArray, "m 2 6"]


class Workspace(NamedTuple):
    """Arrays that every evaluation writes.

    Args:
        scratch: of one body; elastic: of flexible bodies.
        q_dot: rates of the coordinates; multipliers: zero for unit lengths.
        d, impulses: of a projection.
    """

    at: AtState
    rows: RowTerms
    factors: Factors
    scratch: Scratch
    elastic: Any
    q_dot: Annotated[FloatArray, "n"]
    multipliers: Annotated[FloatArray, "m"]
    d: Annotated[FloatArray, "nv"]
    impulses: Annotated[FloatArray, "m"]


zeros = allocator(Workspace)


@implements(workspace, PackedConstrained)
def _workspace(system: PackedConstrained) -> Workspace:
    nb, forces = len(system.bodies.code), system.forces
    modes, flexible, interfaces = elastic_sizes(system.elastic)
    work: Workspace = zeros(
        nf=len(system.functions.initial), nx=nb + interfaces + 1,
        works=len(forces.address) + flexible, ns=forces.states.sum(),
        na=len(system.attachments.body), m=len(system.rows.kind), N=len(system.order.low),
        elastic=elastic_scratch(system.elastic), n=system.bodies.start[nb] + modes,
        nv=6 * nb + modes,
    )  # fmt: skip
    for k in range(len(work.at.values)):
        copy_to(system.functions.initial[k], work.at.values[k])
    return work
