"""Guides of a movement described in a file: the end of a segment held on a plane or a sphere.

[[guide]]
point = "forearm"                                   # far end of this segment of a chain
plane = { normal = [1, 0, 0], offset = 0.4 }        # m, along the normal
[[guide]]
point = "forearm"
sphere = { centre = [0.5, 0, -0.4], radius = 0.3 }  # m
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from pydantic import model_validator

from ambulo.inputs.registry import near
from ambulo.inputs.toml_file import Form, Number, Text, TomlFile, Vector, mistake
from ambulo.multibody.bvp.constraints import Guide, on_plane, on_sphere
from ambulo.multibody.bvp.systems import Bodies, ChainInVectors


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
        system: whose points they hold; a chain.
        file: for messages.

    Returns:
        One guide a table.

    Raises:
        InputError: a point that there is not, or a person.
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
