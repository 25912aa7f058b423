"""Guides of a movement described in a file: the end of a segment held on a plane or a sphere.

[[guide]]
point = "forearm"                                   # far end of this segment of a chain
plane = { normal = [1, 0, 0], offset = 0.4 }        # m, along the normal
[[guide]]
point = "forearm"
sphere = { centre = [0.5, 0, -0.4], radius = 0.3 }  # m
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ambulo.bvp.constraints import Guide, OnPlane, OnSphere
from ambulo.bvp.systems import Bodies, ChainInVectors
from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray

__all__ = ["read_guides"]

_SHAPES = {"plane": ("normal", "offset"), "sphere": ("centre", "radius")}


def read_guides(rows: Any, system: ChainInVectors | Bodies, where: str) -> tuple[Guide, ...]:
    """Guides from the [[guide]] tables of a problem file.

    Args:
        rows: the tables.
        system: whose points they hold; a chain.
        where: for messages.

    Returns:
        One guide a table.

    Raises:
        InputError: an entry that is unknown or missing, a point that there is not, or a person.
    """
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise InputError("guide is not a list of tables", where, "Write [[guide]] before each.")
    if rows and not isinstance(system, ChainInVectors):
        raise InputError(
            "a guide holds a point of a chain only", where, "Leave it out, or describe a [chain]."
        )
    return tuple(_guide(row, system, where) for row in rows)


def _guide(row: Mapping[str, Any], system: ChainInVectors | Bodies, where: str) -> Guide:
    shapes = [shape for shape in _SHAPES if shape in row]
    unknown = sorted(set(row) - {"point", *_SHAPES})
    if unknown or len(shapes) != 1 or "point" not in row:
        said = f"unknown entry {unknown[0]!r}" if unknown else "a guide is incomplete"
        raise InputError(f"{said} in [[guide]]", where, "Give point, and either plane or sphere.")
    names = system.joint_names
    if row["point"] not in names:
        raise InputError(
            f"there is no point {row['point']!r} to guide",
            where,
            f"Choose from {', '.join(names)}.",
        )
    vector, number = _SHAPES[shapes[0]]
    table = row[shapes[0]]
    try:
        direction: FloatArray = np.array(table[vector], dtype=np.float64)
        size = float(table[number])
    except (KeyError, TypeError, ValueError):
        direction, size = np.full(3, np.nan), np.nan
    wrong = direction.shape != (3,) or not np.all(np.isfinite(direction)) or not np.isfinite(size)
    if wrong or (shapes[0] == "plane" and not np.any(direction)):
        raise InputError(
            f"the {shapes[0]} of a guide is not {vector} and {number}",
            where,
            f"Write {shapes[0]} = {{ {vector} = [x, y, z], {number} = ... }} in m.",
        )
    segment = names.index(row["point"])
    if shapes[0] == "plane":
        length = float(np.linalg.norm(direction))
        return OnPlane(segment, direction / length, size)
    return OnSphere(segment, direction, size)
