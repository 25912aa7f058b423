"""Joint limits and contact of a movement described in a file.

[[limit]]                    # angle at a joint
joint = "forearm"            # to the segment before, 0 in line (the first: to straight up); of a
least = 0                    # person: a hinge's angle, or a ball joint's turn from the reference
most = 145                   # deg; one of the two is enough

[[limit]]                    # height of a point, or its place along another axis
point = "forearm"            # far end of a segment, or centre of a person's joint
axis = "z"                   # z if left out
least = -0.55                # m
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ambulo.bvp.limits import Limit
from ambulo.bvp.systems import Bodies, ChainInVectors
from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType

__all__ = ["read_limits"]

_KNOWN = {"joint", "point", "axis", "least", "most"}

Measure = Callable[[FloatArray], float]


def read_limits(rows: Any, system: ChainInVectors | Bodies, where: str) -> tuple[Limit, ...]:
    """Limits from the [[limit]] tables of a problem file.

    Args:
        rows: the tables.
        system: whose postures they limit.
        where: for messages.

    Returns:
        A limit for every least and every most.

    Raises:
        InputError: an entry that is unknown or missing, or a joint or point that there is not.
    """
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise InputError("limit is not a list of tables", where, "Write [[limit]] before each.")
    return tuple(limit for row in rows for limit in _limits(row, system, where))


def _limits(row: Mapping[str, Any], system: ChainInVectors | Bodies, where: str) -> list[Limit]:
    unknown = sorted(set(row) - _KNOWN)
    if unknown:
        raise InputError(
            f"unknown entry {unknown[0]!r} in [[limit]]",
            where,
            f"Known are {', '.join(sorted(_KNOWN))}.",
        )
    if ("joint" in row) == ("point" in row):
        raise InputError(
            "a limit needs either joint or point", where, 'Write joint = "..." or point = "...".'
        )
    kind = "joint" if "joint" in row else "point"
    index = _index(str(row[kind]), kind, system, where)
    if kind == "joint":
        unit, measure, name = "deg", _angle(system, index, where), f"angle at {row[kind]}"
    else:
        axis = str(row.get("axis", "z"))
        if axis not in ("x", "y", "z"):
            raise InputError(f"there is no axis {axis!r}", where, "Choose x, y or z.")
        unit, measure = "m", _place(system, index, "xyz".index(axis))
        name = f"{axis} of {row[kind]}"
    bounds = {side: row[side] for side in ("least", "most") if side in row}
    if not bounds or not all(isinstance(value, int | float) for value in bounds.values()):
        raise InputError(
            f"the limit of the {name} is not given", where, f"Give least or most in {unit}."
        )
    return [_limit(name, unit, measure, side, float(value)) for side, value in bounds.items()]


def _limit(name: str, unit: str, measure: Measure, side: str, bound: float) -> Limit:
    sign = 1.0 if side == "least" else -1.0
    label = f"{name}, at {side} {bound:g} {unit}"
    return Limit(label, unit, lambda q: sign * (measure(q) - bound))


def _index(name: str, kind: str, system: ChainInVectors | Bodies, where: str) -> int:
    names = system.joint_names
    if name not in names:
        raise InputError(
            f"there is no {kind} {name!r} to limit", where, f"Choose from {', '.join(names)}."
        )
    return names.index(name)


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
