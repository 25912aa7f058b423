"""Spheres under the feet of a person: places and sizes in proportion to the foot.

Heel, midfoot, metatarsal heads and toes as Pamies-Vila's (2012, figure 6.1), each free over its
part of the sole, so that any foot is covered and the spheres keep their order.
"""

from __future__ import annotations

import numpy as np

from ambulo.foot_contact.design import Sphere
from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.laws import ContactLaws, laws_named

__all__ = ["ankle_height", "person_spheres"]

# part of the foot's length from the ankle (hindfoot) or the metatarsal joint (forefoot)
_ALONG = (("hindfoot", (-0.25, 0.02)), ("hindfoot", (0.02, 0.35)), ("hindfoot", (0.35, 0.62)),
          ("forefoot", (0.02, 0.35)))  # fmt: skip
_ACROSS = (-0.16, 0.16)
_CENTRE, _RADIUS = 0.6, (0.3, 0.9)
"""Parts of the ankle's height: depth of a centre under the ankle, radius."""


def ankle_height(feet: FeetMotion) -> float:
    """Height of the ankles above the floor with the foot flat [m]: their low over stance.

    The tenth percentile of both feet's heights while they stand.
    """
    low = [np.quantile(feet.p[f, feet.stance[f], 0, 2], 0.1) for f in range(2)]
    return float(np.mean(low))


def person_spheres(feet: FeetMotion, laws: ContactLaws | None = None) -> tuple[Sphere, ...]:
    """Four spheres of a right foot, their laws' parameters within the laws' own ranges.

    Args:
        feet: whose sizes and ankles' height say where spheres can be.
        laws: of the contact; Hunt and Crossley's and bristles if left out.
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
        values = {"z": raised - _CENTRE * height, **held}
        found.append(Sphere(segment, values, {**bounds, **known.ranges}))
    return tuple(found)
