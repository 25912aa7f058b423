"""A system as the numbers that compiled code reads, and the workspace that it writes.

Bodies are numbered from 0, after them interfaces of flexible bodies; the ground is the last of nx
frames. A frame is six rows of three:
position R, velocity V, the three rows of its rotation matrix A (body axes to world axes), angular
velocity omega (body axes). Velocities u are six a body, (V, omega); loads are six a body, (force in
world axes, moment about the origin in body axes), so that loads . u is power.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to
from ambulo.math.ranked_elimination import Factors
from ambulo.math.shaped import allocator
from ambulo.multibody.constrained.elastic import elastic_scratch, elastic_sizes
from ambulo.multibody.system import workspace

COORDINATE, PRODUCT, ALONG, COINCIDENT, DISTANT, UNIT_LENGTH, SLIDING = 0, 1, 2, 3, 4, 5, 6
"""Kinds of constraint rows, as in `rows.py`; UNIT_LENGTH keeps a body's Euler parameters a unit."""

POSITION, VELOCITY, TURN, SPIN = 0, 1, 2, 5
"""Rows of a body's frame: R, V, A (three), omega."""


class Bodies(NamedTuple):
    """The bodies.

    Args:
        start: first coordinate of each in q; the last entry is their number n.
        code: description of orientation; reference: A = A(theta) reference.
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
        local: in the body's axes.
        motion: the function of time that replaces `local`, -1 where there is none.
        rim: of a `LowestPoint` axis, normal and radius; radius 0 for any other.
    """

    body: Annotated[IntArray, "na"]
    local: Annotated[FloatArray, "na 3"]
    motion: Annotated[IntArray, "na"]
    rim: Annotated[FloatArray, "na 7"]


class Rows(NamedTuple):
    """Scalar constraints; those of unit length are the last ones.

    Args:
        kind: kind and operands: attachments, an axis, a body or a coordinate.
        ends: frames on which a row acts; the ground where there is none.
        value: its function of time.
        solved: how many take part in the equations: all but those of unit length, which velocities
            (V, omega) keep by themselves.
    """

    kind: Annotated[IntArray, "m 4"]
    ends: Annotated[IntArray, "m 2"]
    value: Annotated[IntArray, "m"]
    solved: int


class Functions(NamedTuple):
    """Functions of time, those that others need first.

    Args:
        address: of the law; start: of its numbers in `parameters`.
        varying: those that are not constant.
        initial: values of the constant ones.
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
        states: how many own states it has; event: address of its event, 0 without.
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
        body: where the six of a body begin; row: where a multiplier is.
        low: the last equation that can hold an unknown when its turn comes.
        high: the last unknown that can stand in those equations.
    """

    body: Annotated[IntArray, "nb"]
    row: Annotated[IntArray, "solved"]
    low: Annotated[IntArray, "N"]
    high: Annotated[IntArray, "N"]


class PackedConstrained(NamedTuple):
    """Everything that the equations of motion read.

    Args:
        elastic: what is flexible (`constrained.elastic`).
        alpha, beta: 1/s, Baumgarte's parameters; 0: constraints are not stabilized.
        tolerance: m and rad, of the projection onto the constraints after every step; 0: none.
    """

    bodies: Bodies
    attachments: Attachments
    rows: Rows
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
        loads: sum of the applied forces; load: the same of one force.
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
    """One body's orientation at a time."""

    G: Annotated[FloatArray, "3 4"]
    H: Annotated[FloatArray, "4 3"]


class RowTerms(NamedTuple):
    """What constraint rows amount to at a state.

    Args:
        carried: attachments: value in body axes; in world axes value, rate, and the second rate
            without the part of the angular acceleration.
        C, rate: violation, 0 of rows at velocity level, and its rate; gamma: W u_dot = gamma.
        W: each row on the velocities of its two bodies: rate = W u - nu, nu = -C_t.
    """

    carried: Annotated[FloatArray, "na 12"]
    C: Annotated[FloatArray, "m"]
    rate: Annotated[FloatArray, "m"]
    gamma: Annotated[FloatArray, "m"]
    W: Annotated[FloatArray, "m 2 6"]


class Workspace(NamedTuple):
    """Arrays that are written in every evaluation.

    Args:
        scratch: of one body; elastic: of flexible bodies.
        q_dot: rates of the coordinates; multipliers: those of unit lengths zero.
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
