"""Spheres under the feet of a whole body: the contact as a force on its tree."""

from __future__ import annotations

import numpy as np

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.sphere import GEOMETRY
from ambulo.math.arrays import FloatArray
from ambulo.multibody.contact.spheres_on_ground import (
    SpheresOnGround,
    per_sphere,
    spheres_on_ground,
)
from ambulo.records import SIDES, Model

_PARTS = ("hindfoot", "forefoot")


def body_spheres(model: Model, design: SoleDesign, values: FloatArray) -> SpheresOnGround:
    """The spheres of both feet on level ground, each with its own place, size and laws.

    Args:
        model: with feet of two segments.
        design: kinds of laws, and the segment of each sphere.
        values: (2, spheres, values), order SIDES.
    Raises:
        ValueError: the model has no such segments.
    """
    bodies = np.array(
        [
            model.segments.index(f"{side}_{_PARTS[part]}")
            for side in SIDES
            for part in design.segment
        ]
    )
    rows = values.reshape(-1, values.shape[2])
    own = GEOMETRY + len(design.normal._fields)
    return spheres_on_ground(
        bodies,
        rows[:, :3],
        rows[:, 3],
        per_sphere(design.normal, rows[:, GEOMETRY:own]),
        per_sphere(design.friction, rows[:, own:]),
    )
