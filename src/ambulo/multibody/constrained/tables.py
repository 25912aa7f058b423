"""Bodies, joints, drivers and forces as numbers for compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import Field, dataclass, fields, is_dataclass
from typing import Any, Protocol, get_args

import numpy as np

from ambulo.inputs.article import with_article
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import brief
from ambulo.math.function_pointers import Law
from ambulo.multibody.constrained import packing
from ambulo.multibody.constrained.body import GROUND, Body, Direction, LowestPoint, Point
from ambulo.multibody.constrained.elastic import Rigid
from ambulo.multibody.constrained.forces.checked_law import arrays_of, law_address
from ambulo.multibody.constrained.forces.law import (
    Argument,
    CompiledForce,
    EveryBody,
    ForceWithStates,
)
from ambulo.multibody.constrained.functions import WIDTH, Constant, Tabulated
from ambulo.multibody.constrained.orientation import EULER_PARAMETERS
from ambulo.multibody.constrained.packing import (
    UNIT_LENGTH,
    Attachments,
    Forces,
    Functions,
    PackedBodies,
    PackedConstrained,
    PackedRows,
    elimination_order,
)
from ambulo.multibody.constrained.python_calls import Calls
from ambulo.multibody.constrained.rows import (
    Along,
    Coincident,
    Constraint,
    Coordinate,
    Distant,
    Product,
    Row,
    Sliding,
)
from ambulo.multibody.constrained.state import BodyStates, Resultant

ZERO = Constant(0.0)
_BEYOND = [float("nan")] * 3
"""Behind the numbers of a force: a law that reads a number or a triple too many ends with NaN."""


class FunctionTable:
    """Functions of time under construction; number 0 is zero."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._numbers: dict[Any, int] = {}
        self._entries: list[tuple[Any, str, int, int]] = []
        self._parameters: list[float] = []
        self.number(ZERO, "zero")

    def number(self, function: Any, name: str, width: int = 3) -> int:
        """Number of a function, which is added if it is new; name and width are for your own
        functions."""
        key = (Constant, function.value) if isinstance(function, Constant) else id(function)
        if key not in self._numbers:
            if isinstance(function, Tabulated):
                needed = [WIDTH * self.number(f, name) for f in function.needs]
                address = 0  # `packed` finds it, when all functions are known
                parameters = [*(float(k) for k in needed), *function.parameters]
            else:
                address, parameters = self._calls.of_time(name, function, width), []
            self._numbers[key] = len(self._entries)
            # the function is kept, so that no later object can have its id
            self._entries.append((function, name, address, len(self._parameters)))
            self._parameters += parameters
        return self._numbers[key]

    @property
    def count(self) -> int:
        """Number of functions."""
        return len(self._entries)

    def packed(self) -> Functions:
        """The numbers."""
        functions, names, addresses, start = zip(*self._entries, strict=True)
        address, ends = list(addresses), [*start[1:], len(self._parameters)]
        for k, function in enumerate(functions):
            if isinstance(function, Tabulated):
                p = np.array(self._parameters[start[k] : ends[k]], dtype=np.float64)
                arrays = arrays_of(p, WIDTH * self.count, out=WIDTH)
                address[k] = law_address(function.law, names[k], arrays)
        constant = [isinstance(f, Constant) for f in functions]
        initial = np.zeros((len(functions), WIDTH))
        initial[constant, 0] = [f.value for f in functions if isinstance(f, Constant)]
        return Functions(
            address=np.array(address, dtype=np.int64),
            start=np.array(start, dtype=np.int64),
            parameters=np.array([*self._parameters, 0.0]),
            varying=np.nonzero(~np.array(constant))[0].astype(np.int64),
            initial=initial,
        )


_PARTS = {
    "Point": ("a point of a body", "body.point(0.5)"),
    "Direction": ("a direction of a body", "body.direction(0, 0, 1)"),
    "Frame": ("a frame of a body", "body.frame()"),
    "ScalarFunction": ("a function of time", "Constant(5.0)"),
}
"""By what a joint, driver or force asks for: in words, and one of them."""


class Force(Protocol):
    """An applied force in Python: a name, and a method that adds to the bodies' resultants."""

    @property
    def name(self) -> str:
        """Unique in a system."""

    def apply(self, state: BodyStates, loads: Resultant) -> None:
        """Add the force at this state."""


@dataclass(frozen=True, eq=False)
class Tables:
    """A system's numbers, and their names.

    Args:
        packed: the numbers for compiled code.
        labels: (m,) of the rows; owner: (m,) index of the joint or driver, -1 for unit lengths.
        calls: your own functions and forces.
    """

    packed: PackedConstrained
    labels: tuple[str, ...]
    owner: tuple[int, ...]
    calls: Calls


def build(
    bodies: Sequence[Body],
    constraints: Sequence[Constraint],
    forces: Sequence[CompiledForce | Force],
) -> Tables:
    """Make the tables.

    Raises:
        InputError: a part has an unknown kind, a name is missing or occurs twice, a body is not in
            the system, a coordinate is not in a body, or a joint has an unknown kind of row.
    """
    _require_named("body", bodies, "orientation")
    _require_named("joint or driver", constraints, "rows")
    _require_named("force", forces, "apply", "law")
    for part in (*constraints, *forces):
        _require_parts(part)
    calls = Calls()
    numbers = _Numbers(bodies, FunctionTable(calls))
    for index, constraint in enumerate(constraints):
        for row in _rows_of(constraint):
            numbers.add_row(row, index)
    for k, moving in enumerate(bodies):
        if moving.orientation is EULER_PARAMETERS:
            numbers.add_unit_length(k)
    packed_forces = _forces(forces, numbers, calls)
    kind = np.array([row[0] for row in numbers.rows], dtype=np.int64).reshape(-1, 4)
    ends = np.array([row[1] for row in numbers.rows], dtype=np.int64).reshape(-1, 2)
    value = np.array([row[2] for row in numbers.rows], dtype=np.int64)
    solved = int(np.sum(kind[:, 0] != UNIT_LENGTH))
    return Tables(
        packed=PackedConstrained(
            bodies=PackedBodies(
                start=numbers.start,
                code=np.array([body.orientation.code for body in bodies], dtype=np.int64),
                reference=np.array([body.reference for body in bodies], float).reshape(-1, 9),
                mass=np.array([body.mass for body in bodies], dtype=np.float64),
                inertia=np.array([body.inertia_matrix for body in bodies]).reshape(-1, 9),
            ),
            attachments=numbers.packed_attachments(),
            rows=PackedRows(kind, ends, value, solved),
            functions=numbers.functions.packed(),
            forces=packed_forces,
            order=elimination_order(len(bodies), ends, solved),
            elastic=Rigid(),
            alpha=0.0,
            beta=0.0,
            tolerance=0.0,
        ),
        labels=tuple(label for *_, label, _ in numbers.rows),
        owner=tuple(owner for *_, owner in numbers.rows),
        calls=calls,
    )


def _rows_of(constraint: Constraint) -> Sequence[Row]:
    """A joint's or driver's rows; only of kinds that compiled code knows."""
    rows = constraint.rows()
    known = ", ".join(kind.__name__ for kind in get_args(Row))
    remedy = f"Make its rows of {known} (ambulo.multibody.constrained.rows)"
    if not isinstance(rows, Sequence):
        raise InputError(f"rows() gives {rows!r}, not a tuple of rows", constraint.name, remedy)
    for row in rows:
        if not isinstance(row, Row):
            raise InputError(
                f"there is no kind of row called {type(row).__name__}", constraint.name, remedy
            )
    return rows


class _Numbers:
    """Rows, attachments and functions of time under construction."""

    def __init__(self, bodies: Sequence[Body], functions: FunctionTable) -> None:
        self.bodies, self.functions = bodies, functions
        self.number = {id(body): k for k, body in enumerate(bodies)} | {id(GROUND): len(bodies)}
        self.start = np.zeros(len(bodies) + 1, dtype=np.int64)
        self.start[1:] = np.cumsum([3 + len(body.orientation.symbols) for body in bodies])
        # kind, ends, function, label and owner of each
        self.rows: list[tuple[tuple[int, int, int, int], tuple[int, int], int, str, int]] = []
        self._attachments: dict[int, int] = {}
        self._attached: list[tuple[Point | Direction | LowestPoint, int]] = []

    def body(self, body: Body, where: str) -> int:
        """Index of a body; nb is the ground."""
        if id(body) not in self.number:
            raise InputError(
                what=f"body {body.name} is used by {where} but is not in the system",
                where="bodies",
                remedy="Add it to the list of bodies",
            )
        return self.number[id(body)]

    def attach(self, item: Point | Direction | LowestPoint, where: str) -> int:
        """Number of an attachment, each once."""
        if id(item) not in self._attachments:
            self.body(item.body, where)
            motion = -1
            if not isinstance(item, LowestPoint) and item.motion is not None:
                motion = self.functions.number(item.motion, f"the motion of {where}", 9)
            self._attachments[id(item)] = len(self._attached)
            self._attached.append((item, motion))  # kept, so that no later object can have its id
        return self._attachments[id(item)]

    def packed_attachments(self) -> Attachments:
        """The numbers of all attachments."""
        items = [item for item, _ in self._attached]
        return Attachments(
            body=np.array([self.number[id(item.body)] for item in items], dtype=np.int64),
            local=np.array([item.local for item in items], float).reshape(-1, 3),
            motion=np.array([motion for _, motion in self._attached], dtype=np.int64),
            rim=np.array([_rim(item) for item in items], float).reshape(-1, 7),
        )

    def add_row(self, row: Row, owner: int) -> None:
        """One scalar constraint of a joint or driver."""
        ground, label = len(self.bodies), row.label
        match row:
            case Coordinate():
                b = self.body(row.body, label)
                width = int(self.start[b + 1] - self.start[b]) if b < ground else 0
                if not 0 <= row.index < width:
                    raise InputError(
                        what=f"{row.body.name} has no coordinate {row.index}",
                        where=label,
                        remedy=f"Its coordinates are 0 to {width - 1}" if width else "Give a body",
                    )
                kind = (packing.COORDINATE, int(self.start[b]) + row.index, 0, 0)
                ends = (b, ground)
            case Product():
                kind = (packing.PRODUCT, self.attach(row.a, label), self.attach(row.b, label), 0)
                ends = (self.body(row.a.body, label), self.body(row.b.body, label))
            case Along() | Coincident() | Distant() | Sliding():
                first = 0
                if isinstance(row, Along | Sliding):
                    code = packing.ALONG if isinstance(row, Along) else packing.SLIDING
                    first = self.attach(row.a, label)
                elif isinstance(row, Coincident):
                    code, first = packing.COINCIDENT, row.axis
                else:
                    code = packing.DISTANT
                kind = (code, first, self.attach(row.i, label), self.attach(row.j, label))
                ends = (self.body(row.i.body, label), self.body(row.j.body, label))
        self.rows.append((kind, ends, self.functions.number(row.value, label), label, owner))

    def add_unit_length(self, body: int) -> None:
        """What keeps a body's Euler parameters a unit."""
        kind, ends = (packing.UNIT_LENGTH, body, 0, 0), (body, len(self.bodies))
        self.rows.append((kind, ends, 0, f"{self.bodies[body].name} unit length", -1))


def _rim(item: Point | Direction | LowestPoint) -> list[float]:
    """Axis, normal and radius of a lowest point."""
    if not isinstance(item, LowestPoint):
        return [0.0] * 7
    return [*item.axis.tolist(), *item.normal.tolist(), item.radius]


def _forces(forces: Sequence[CompiledForce | Force], numbers: _Numbers, calls: Calls) -> Forces:
    """The forces' laws, numbers and indices one after the other."""
    address: list[int] = []
    start: list[tuple[int, int, int]] = []
    states = [force.states if isinstance(force, ForceWithStates) else 0 for force in forces]
    event = [0] * len(forces)
    parameters: list[float] = []
    indices: list[int] = []
    for k, force in enumerate(forces):
        start.append((len(parameters), len(indices), sum(states[:k])))
        if isinstance(force, CompiledForce):
            address.append(0)  # below, when all functions of time are known
            for argument in force.arguments():
                more, which = _argument(argument, numbers, force.name)
                parameters += more
                indices += which
            parameters += _BEYOND
        else:
            address.append(_python_force(force, numbers, calls))
    ends = [*start[1:], (len(parameters), len(indices), 0)]
    for k, force in enumerate(forces):
        if isinstance(force, CompiledForce):
            p = np.array(parameters[start[k][0] : ends[k][0] - len(_BEYOND)], dtype=np.float64)
            i = np.array(indices[start[k][1] : ends[k][1]], dtype=np.int64)
            values, bodies = WIDTH * numbers.functions.count, len(numbers.bodies) + 1
            arrays = arrays_of(p, values, i, bodies, states[k], 1 + states[k])
            address[k] = law_address(force.law, force.name, arrays)
            if isinstance(force, ForceWithStates):
                event[k] = law_address(force.event, force.name, arrays)
    return Forces(
        address=np.array(address, dtype=np.int64),
        start=np.array(start, dtype=np.int64).reshape(-1, 3),
        states=np.array(states, dtype=np.int64),
        event=np.array(event, dtype=np.int64),
        parameters=np.array([*parameters, 0.0]),
        indices=np.array([*indices, 0], dtype=np.int64),
    )


def _argument(argument: Argument, numbers: _Numbers, name: str) -> tuple[list[float], list[int]]:
    """Numbers and indices of one argument of a law."""
    match argument:
        case Point() | Direction():
            return argument.local.tolist(), [numbers.body(argument.body, name)]
        case Body():
            return [], [numbers.body(argument, name)]
        case EveryBody():
            return [float(body.mass) for body in numbers.bodies], [len(numbers.bodies)]
        case float() | int():
            return [float(argument)], []
        case Law():
            return [], [argument.address]
    return [], [WIDTH * numbers.functions.number(argument, name)]


def _python_force(force: Force, numbers: _Numbers, calls: Calls) -> int:
    """Address of a force that is Python: it sees bodies and resultants as records."""
    mass = np.array([body.mass for body in numbers.bodies], dtype=np.float64)

    def apply(t: float, frames: FloatArray, loads: FloatArray) -> None:
        state = BodyStates.of_frames(t, frames, numbers.number, mass)
        try:
            given: object = force.apply(state, Resultant(loads[:-1, :3], loads[:-1, 3:]))  # type: ignore[func-returns-value]
            if given is not None:
                raise InputError(
                    what=f"apply returns {brief(given)}, which has no effect",
                    where=force.name,
                    remedy="Return nothing. Apply the force with loads.add or loads.add_moment",
                )
        except InputError as error:  # of `state` and `loads`, which do not know the force
            raise InputError(error.what, error.where or force.name, error.remedy) from error

    return calls.of_force(force.name, len(numbers.bodies), apply)


def _require_parts(part: Constraint | CompiledForce | Force) -> None:
    """Refuse anything else where a point, direction or frame, or a function of time is asked for.

    Classes are compared by name, as annotations have them.
    """
    declared: tuple[Field[Any], ...] = fields(part) if is_dataclass(part) else ()
    for field in declared:
        kind, value = str(field.type).removesuffix(" | None"), getattr(part, field.name)
        if kind not in _PARTS or (value is None and kind != field.type):
            continue
        given = callable(value) or isinstance(value, Tabulated)
        if kind != "ScalarFunction":
            given = kind in {base.__name__ for base in type(value).__mro__}
        if not given:
            wanted, example = _PARTS[kind]
            raise InputError(
                what=f"its {field.name} has the type {type(value).__name__}, not {wanted}",
                where=part.name,
                remedy=f"Give one, such as {example}",
            )


def _require_named(what: str, parts: Sequence[Any], *having: str) -> None:
    """Refuse parts that are nothing of the kind: without a name, a name taken, none of `having`."""
    names: list[object] = [getattr(part, "name", None) for part in parts]
    for part, name in zip(parts, names, strict=True):
        kind = with_article(type(part).__name__)
        if not isinstance(name, str):
            raise InputError(
                what=f"one {what} is {kind}, which has no name",
                where="system",
                remedy='If the class is your own, give it an attribute such as name = "mine"',
            )
        if not any(hasattr(part, one) for one in having):
            raise InputError(
                what=f"{name} is {kind}, which is no {what}: it has no {' or '.join(having)}",
                where="system",
                remedy=f"Give {with_article(what)}",
            )
        if names.count(name) > 1:
            raise InputError(
                what=f"more than one {what} is called {name}",
                where="system",
                remedy="Give each its own name",
            )
