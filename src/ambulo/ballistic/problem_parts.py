"""Guides, joint limits and contact of a movement described in a file."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from pydantic import model_validator

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import near
from ambulo.inputs.toml_file import Form, Number, Text, TomlFile, Vector, mistake
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.constraints import Guide, on_plane, on_sphere
from ambulo.multibody.bvp.limits import Limit
from ambulo.multibody.bvp.systems import Bodies, ChainInVectors
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType


class _PlaneForm(Form):
    normal: Vector
    offset: Number

    @model_validator(mode="after")
    def _directed(self) -> _PlaneForm:
        if math.hypot(*self.normal) < 1e-9:
            raise mistake("the normal has the length 0", "Write normal = [x, y, z]", "normal")
        return self


class _SphereForm(Form):
    centre: Vector
    radius: Number


class GuideForm(Form):
    """A [[guide]] table."""

    point: Text
    plane: _PlaneForm | None = None
    sphere: _SphereForm | None = None

    either = (
        ("plane", "sphere"),
        "a guide is incomplete",
        "Give point, and either plane or sphere",
    )


def read_guides(
    rows: Sequence[GuideForm], system: ChainInVectors | Bodies, file: TomlFile
) -> tuple[Guide, ...]:
    """Guides from the [[guide]] tables of a problem file.

    Args:
        rows: the tables.
        system: with the points that they hold; a chain.
        file: for messages.

    Returns:
        One guide for each table.

    Raises:
        InputError: the point does not exist, or the system is a person.
    """
    if rows and not isinstance(system, ChainInVectors):
        raise file.error(
            "only a point of a chain can be guided",
            ("guide",),
            "Leave the guide out, or describe the body as a [chain]",
        )
    names = system.joint_names
    guides: list[Guide] = []
    for number, row in enumerate(rows):
        if row.point not in names:
            raise file.error(
                f"there is no point {row.point!r} to guide",
                ("guide", number, "point"),
                near(row.point, names),
            )
        segment = names.index(row.point)
        if row.plane is not None:
            normal = np.array(row.plane.normal)
            guides.append(on_plane(segment, normal / np.linalg.norm(normal), row.plane.offset))
        elif row.sphere is not None:
            guides.append(on_sphere(segment, np.array(row.sphere.centre), row.sphere.radius))
    return tuple(guides)


Measure = Callable[[FloatArray], float]


class LimitForm(Form):
    """A [[limit]] table."""

    joint: Text | None = None
    point: Text | None = None
    axis: Literal["x", "y", "z"] = "z"
    least: Number | None = None
    most: Number | None = None

    either = (
        ("joint", "point"), "a limit needs either joint or point",
        'Write joint = "..." or point = "..."',
    )  # fmt: skip

    @model_validator(mode="after")
    def _given(self) -> LimitForm:
        if self.least is None and self.most is None:
            unit = "m" if self.joint is None else "deg"
            raise mistake("the limit is not given", f"Give least or most in {unit}")
        return self


def read_limits(
    rows: Sequence[LimitForm], system: ChainInVectors | Bodies, file: TomlFile
) -> tuple[Limit, ...]:
    """Limits from the [[limit]] tables of a problem file.

    Args:
        rows: the tables.
        system: with the postures that they limit.
        file: for messages.

    Returns:
        A limit for every least and every most.

    Raises:
        InputError: a joint or point does not exist, or a joint has no angle.
    """
    found = (
        limit for number, row in enumerate(rows) for limit in _limits(row, number, system, file)
    )
    return tuple(found)


def _limits(
    row: LimitForm, number: int, system: ChainInVectors | Bodies, file: TomlFile
) -> list[Limit]:
    kind, given = ("joint", row.joint) if row.joint is not None else ("point", row.point or "")
    names = system.joint_names
    if given not in names:
        raise file.error(
            f"there is no {kind} {given!r} to limit", ("limit", number, kind), near(given, names)
        )
    index = names.index(given)
    if kind == "joint":
        unit, measure = "deg", _angle(system, index, str(file.path))
        name = f"angle at {given}"
    else:
        unit, measure = "m", _place(system, index, "xyz".index(row.axis))
        name = f"{row.axis} of {given}"
    bounds = {"least": row.least, "most": row.most}
    return [
        _limit(name, unit, measure, side, bound)
        for side, bound in bounds.items()
        if bound is not None
    ]


def _limit(name: str, unit: str, measure: Measure, side: str, bound: float) -> Limit:
    sign = 1.0 if side == "least" else -1.0
    label = f"{name}, at {side} {bound:g} {unit}"
    return Limit(label, unit, lambda q: sign * (measure(q) - bound))


def _angle(system: ChainInVectors | Bodies, index: int, where: str) -> Measure:
    if isinstance(system, ChainInVectors):
        parent = int(system.chain.parent[index])

        def between(q: FloatArray) -> float:
            n = q.reshape(-1, 3)
            before = n[parent] if parent >= 0 else np.array([0.0, 0.0, 1.0])
            sine = np.linalg.norm(np.cross(before, n[index]))
            return float(np.degrees(np.arctan2(sine, before @ n[index])))

        return between
    kind, k = JointType(int(system.tree.joint[index])), int(system.tree.q_start[index])
    if kind == JointType.HINGE:
        return lambda q: float(np.degrees(q[k]))
    if kind == JointType.BALL:
        return lambda q: float(
            np.degrees(2.0 * np.arctan2(np.linalg.norm(q[k + 1 : k + 4]), abs(q[k])))
        )
    raise InputError(
        f"{system.joint_names[index]} has no angle to limit",
        where,
        "Choose a hinge or a ball joint, or limit a point.",
    )


def _place(system: ChainInVectors | Bodies, index: int, axis: int) -> Measure:
    if isinstance(system, ChainInVectors):
        weight = np.zeros(system.chain.segments)
        s = index
        while s >= 0:  # every segment between the point and the fixed end
            weight[s] = system.chain.length[s]
            s = int(system.chain.parent[s])
        return lambda q: float(weight @ q.reshape(-1, 3)[:, axis])
    tree = system.tree
    return lambda q: float(forward_kinematics(tree, q[np.newaxis])[1][0, index, axis])
