"""Bodies, joints and drivers as the tables that the compiled core reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.constrained import assembly
from ambulo.multibody.constrained.body import GROUND, Body, Direction, Point
from ambulo.multibody.constrained.functions import Constant, ScalarFunction, VectorFunction
from ambulo.multibody.constrained.orientation.registry import EULER_PARAMETERS
from ambulo.multibody.constrained.rows import (
    Along,
    Coincident,
    Constraint,
    Coordinate,
    Distant,
    Product,
)

__all__ = ["Tables", "build"]


@dataclass(frozen=True, eq=False)
class Tables:
    """What `ambulo.multibody.constrained.assembly` takes, and what changes in it with time.

    Args:
        start: (nb + 1,) first coordinate of each body; the last entry is their number n.
        rows: (m, 4); labels (m,); owner (m,) index of the joint or driver, -1 for unit lengths.
        value: (m, 3), refreshed by `functions` (row, function).
        attached: (na,) bodies; local (na, 3, 3), refreshed by `motions` (attachment, function).
        order: (n + m,) unknowns in the order of elimination.
    """

    start: IntArray
    code: IntArray
    reference: FloatArray
    mass: FloatArray
    inertia: FloatArray
    rows: IntArray
    labels: tuple[str, ...]
    owner: tuple[int, ...]
    value: FloatArray
    functions: tuple[tuple[int, ScalarFunction], ...]
    attached: IntArray
    local: FloatArray
    motions: tuple[tuple[int, VectorFunction], ...]
    order: IntArray

    def refresh(self, t: float) -> None:
        """Bring prescribed values and moving attachments to time t [s]."""
        for row, function in self.functions:
            self.value[row] = function(t)
        for attachment, motion in self.motions:
            self.local[attachment] = motion(t)


def build(bodies: Sequence[Body], constraints: Sequence[Constraint]) -> Tables:
    """Make the tables.

    Raises:
        InputError: if a name occurs twice, a body is not in the system or a coordinate not in a
            body.
    """
    _unique("body", [body.name for body in bodies])
    _unique("joint or driver", [constraint.name for constraint in constraints])
    number = {id(body): k for k, body in enumerate(bodies)} | {id(GROUND): len(bodies)}
    start = np.zeros(len(bodies) + 1, dtype=np.int64)
    start[1:] = np.cumsum([3 + len(body.orientation.symbols) for body in bodies])

    attachments: dict[int, int] = {}
    attached: list[int] = []
    local: list[FloatArray] = []
    motions: list[tuple[int, VectorFunction]] = []
    keep: list[object] = []

    def attach(item: Point | Direction) -> int:
        if id(item) not in attachments:
            if id(item.body) not in number:
                raise InputError(
                    what=f"body {item.body.name} is used by a joint but is not in the system",
                    where="bodies",
                    remedy="Add it to the list of bodies",
                )
            attachments[id(item)] = len(attached)
            keep.append(item)  # so that no later object can have its id
            attached.append(number[id(item.body)])
            local.append(np.vstack([item.local, np.zeros((2, 3))]))
            if item.motion is not None:
                motions.append((attachments[id(item)], item.motion))
        return attachments[id(item)]

    rows: list[tuple[int, int, int, int]] = []
    labels: list[str] = []
    owner: list[int] = []
    values: list[tuple[float, float, float]] = []
    functions: list[tuple[int, ScalarFunction]] = []
    for index, constraint in enumerate(constraints):
        for row in constraint.rows():
            match row:
                case Coordinate():
                    body = number[id(row.body)]
                    width = int(start[body + 1] - start[body])
                    if not 0 <= row.index < width:
                        raise InputError(
                            what=f"{row.body.name} has no coordinate {row.index}",
                            where=row.label,
                            remedy=f"Its coordinates are 0 to {width - 1}",
                        )
                    rows.append((assembly.COORDINATE, int(start[body]) + row.index, 0, 0))
                case Product():
                    rows.append((assembly.PRODUCT, attach(row.a), attach(row.b), 0))
                case Along():
                    rows.append((assembly.ALONG, attach(row.a), attach(row.i), attach(row.j)))
                case Coincident():
                    rows.append((assembly.COINCIDENT, row.axis, attach(row.i), attach(row.j)))
                case Distant():
                    rows.append((assembly.DISTANT, 0, attach(row.i), attach(row.j)))
            if isinstance(row.value, Constant):
                values.append(row.value(0.0))
            else:
                functions.append((len(labels), row.value))
                values.append((0.0, 0.0, 0.0))
            labels.append(row.label)
            owner.append(index)
    for k, moving in enumerate(bodies):
        if moving.orientation is EULER_PARAMETERS:
            rows.append((assembly.UNIT_LENGTH, k, 0, 0))
            labels.append(f"{moving.name} unit length")
            owner.append(-1)
            values.append((0.0, 0.0, 0.0))

    table = np.array(rows, dtype=np.int64).reshape(-1, 4)
    bodies_of_rows = [_last_body(row, attached, start) for row in rows]
    return Tables(
        start=start,
        code=np.array([body.orientation.code for body in bodies], dtype=np.int64),
        reference=np.array([body.reference for body in bodies]).reshape(-1, 3, 3),
        mass=np.array([body.mass for body in bodies], dtype=np.float64),
        inertia=np.array([body.inertia_matrix for body in bodies]).reshape(-1, 3, 3),
        rows=table,
        labels=tuple(labels),
        owner=tuple(owner),
        value=np.array(values, dtype=np.float64).reshape(-1, 3),
        functions=tuple(functions),
        attached=np.array(attached, dtype=np.int64),
        local=np.array(local, dtype=np.float64).reshape(-1, 3, 3),
        motions=tuple(motions),
        order=_order(start, bodies_of_rows),
    )


def _last_body(row: tuple[int, int, int, int], attached: list[int], start: IntArray) -> int:
    kind, a, b, c = row
    if kind == assembly.COORDINATE:
        return int(np.searchsorted(start, a, side="right")) - 1
    if kind == assembly.UNIT_LENGTH:
        return a
    ends = (a, b) if kind == assembly.PRODUCT else (b, c)
    moving = [attached[k] for k in ends if attached[k] < len(start) - 1]
    return max(moving, default=0)


def _order(start: IntArray, bodies_of_rows: list[int]) -> IntArray:
    n = int(start[-1])
    order: list[int] = []
    for body in range(len(start) - 1):
        order.extend(range(int(start[body]), int(start[body + 1])))
        order.extend(n + k for k, last in enumerate(bodies_of_rows) if last == body)
    return np.array(order, dtype=np.int64)


def _unique(what: str, names: list[str]) -> None:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise InputError(
            what=f"more than one {what} is called {sorted(twice)[0]}",
            where="system",
            remedy="Give each its own name",
        )
