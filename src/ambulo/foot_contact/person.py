"""Spheres under the feet of a person: places and sizes in proportion to the foot.

Heel, midfoot, metatarsal heads and toes as Pamies-Vila's (2012, figure 6.1), each free over its
part of the sole, so that any foot is covered and the spheres keep their order.
"""

from __future__ import annotations

import numpy as np

from ambulo.foot_contact.design import Sphere
from ambulo.foot_contact.feet_motion import FeetMotion

__all__ = ["ankle_height", "person_spheres"]

# part of the foot's length from the ankle (hindfoot) or the metatarsal joint (forefoot)
_ALONG = (("hindfoot", (-0.25, 0.02)), ("hindfoot", (0.02, 0.35)), ("hindfoot", (0.35, 0.62)),
          ("forefoot", (0.02, 0.35)))  # fmt: skip
_ACROSS = (-0.16, 0.16)
_CENTRE, _RADIUS = 0.6, (0.3, 0.9)
"""Parts of the ankle's height: depth of a centre under the ankle, radius."""

STIFFNESS = (1e3, 1.5e5)
"""N/m^1.5."""
DISSIPATION = (0.0, 3.0)
"""s/m."""
FRICTION = {
    "coefficient": (0.2, 1.5),
    "transition": (0.01, 0.3),
    "friction_stiffness": (1e3, 1e5),
    "damping": (0.0, 500.0),
}


def ankle_height(feet: FeetMotion) -> float:
    """Height of the ankles above the floor with the foot flat [m]: their low over stance.

    The tenth percentile of both feet's heights while they stand.
    """
    low = [np.quantile(feet.p[f, feet.stance[f], 0, 2], 0.1) for f in range(2)]
    return float(np.mean(low))


def person_spheres(feet: FeetMotion, *, friction: bool = False) -> tuple[Sphere, ...]:
    """Four spheres of a right foot, Hunt and Crossley's law, bristles if friction is wanted.

    Args:
        feet: whose sizes and ankles' height say where spheres can be.
        friction: bristles; else frictionless (`Viscous`).
    """
    height, length = ankle_height(feet), feet.length
    found = []
    for segment, along in _ALONG:
        raised = feet.drop if segment == "forefoot" else 0.0
        values = {"z": raised - _CENTRE * height, "exponent": 1.5, "viscosity": 0.0}
        bounds = {
            "x": (along[0] * length, along[1] * length),
            "y": (_ACROSS[0] * length, _ACROSS[1] * length),
            "radius": (_RADIUS[0] * height, _RADIUS[1] * height),
            "stiffness": STIFFNESS,
            "dissipation": DISSIPATION,
        }
        found.append(Sphere(segment, values, {**bounds, **(FRICTION if friction else {})}))
    return tuple(found)
