"""Spheres under the feet of a person: places and sizes in proportion to the foot.

The spheres are under heel, midfoot, metatarsal heads and toes, as in Pamies-Vila (2012, figure
6.1). Each may be anywhere in its part of the sole. So the spheres suit any foot and keep their
order.

`body_spheres` makes them a force on the tree of the whole body.
"""

from __future__ import annotations

import numpy as np

from ambulo.foot_contact.design import SoleDesign, Sphere
from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.laws import ContactLaws, laws_named
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
        model: model whose feet have two segments.
        design: kinds of laws, and the segment of each sphere.
        values: (2, spheres, values), order SIDES.
    Raises:
        ValueError: the model's feet do not have two segments.
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


# part of the foot's length from the ankle (hindfoot) or the metatarsal joint (forefoot)
_ALONG = (("hindfoot", (-0.25, 0.02)), ("hindfoot", (0.02, 0.35)), ("hindfoot", (0.35, 0.62)),
          ("forefoot", (0.02, 0.35)))  # fmt: skip
_ACROSS = (-0.16, 0.16)
_CENTRE, _RADIUS = -0.6, (0.3, 0.9)
"""Parts of the ankle's height: a centre above the ankle, radius."""
_FREE_CENTRE, _FREE_RADIUS = (-1.0, 0.5), (0.2, 1.6)
"""The same where heights are free."""
_STIFFEST = 6e5
"""N/m^n that a stiffness may then reach: a sphere that the foot rolls over bears all alone."""


def ankle_height(feet: FeetMotion) -> float:
    """Height of the ankles above the floor with flat feet [m].

    It is the tenth percentile of both feet's heights in stance.
    """
    low = [np.quantile(feet.p[f, feet.stance[f], 0, 2], 0.1) for f in range(2)]
    return float(np.mean(low))


def person_spheres(
    feet: FeetMotion, laws: ContactLaws | None = None, *, free_heights: bool = False
) -> tuple[Sphere, ...]:
    """Four spheres of a right foot, with parameters within the ranges of their laws.

    Centres at a fixed height distort places and stiffnesses. For feet that were simulated on
    spheres at other heights, the error of the vertical force is 8 to 10 % of its range. With free
    heights it is 1 to 2 %. Separate wrenches of the feet show the heights, but the sum of both
    wrenches does not.

    Args:
        feet: their sizes and the height of the ankles limit the places of the spheres.
        laws: laws of the contact; Hunt and Crossley's law and bristles if left out.
        free_heights: whether heights are identified too; radii and stiffnesses then have wider
            ranges.
    """
    known = laws or laws_named()
    height, length = ankle_height(feet), feet.length
    held = {name: x for name, x in known.usual.items() if name not in known.ranges}
    found = []
    for segment, along in _ALONG:
        raised = feet.drop if segment == "forefoot" else 0.0
        bounds = {
            "x": (along[0] * length, along[1] * length),
            "y": (_ACROSS[0] * length, _ACROSS[1] * length),
            "radius": (_RADIUS[0] * height, _RADIUS[1] * height),
        }
        sphere = Sphere(
            segment, {"z": raised + _CENTRE * height, **held}, {**bounds, **known.ranges}
        )
        if free_heights:
            z = (raised + _FREE_CENTRE[0] * height, raised + _FREE_CENTRE[1] * height)
            radius = (_FREE_RADIUS[0] * height, _FREE_RADIUS[1] * height)
            sphere = sphere.bounded(z=z, radius=radius)
            if "stiffness" in sphere.bounds:
                low, high = sphere.bounds["stiffness"]
                sphere = sphere.bounded(stiffness=(low, max(high, _STIFFEST)))
        found.append(sphere)
    return tuple(found)
