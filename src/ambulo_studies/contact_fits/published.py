"""Pamies-Vila's (2012) spheres, design variables, bounds and optima: tables 6.2, 6.3 and 6.5."""

from __future__ import annotations

from functools import partial
from typing import Literal

import numpy as np

from ambulo.foot_contact.design import Sphere
from ambulo.studies.printed.lists import printed_table

_OF_A_SPHERE = {"radius": "r", "x": "x", "y": "y", "stiffness": "K", "restitution": "restitution"}
_OF_FRICTION = {
    "coefficient": "friction",
    "transition": "v stick",
    "friction_stiffness": "k stick",
    "damping": "c stick",
}
FRICTION = tuple(_OF_FRICTION)
"""Parameters of bristles."""

_of = partial(printed_table, "pamies2012")

HEIGHT = float(_of("height of the spheres")[0])
"""m, z of every sphere's centre in its segment."""

# order as printed; sphere 3 lies in the hindfoot, sphere 4 in the forefoot (figure 6.1)
_BOUNDS = {
    name: _of(f"table 6.2, {letter}").reshape(4, 2).tolist()
    for name, letter in (_OF_A_SPHERE | _OF_FRICTION).items()
}
"""The same for both feet, y mirrored."""

_OPTIMA = [_of(f"table 6.3, {letter}").reshape(4, 2) for letter in _OF_A_SPHERE.values()]
TABLE_6_3 = dict(zip(("right", "left"), np.stack(_OPTIMA, axis=-1).swapaxes(0, 1), strict=True))
"""Optima of the inverse approach: (4, 5) radius, x, y [m], K [N/m^1.5], restitution of spheres."""

TABLE_6_5 = np.stack([_of(f"table 6.5, {letter}") for letter in _OF_A_SPHERE.values()], axis=-1)
"""Optima of the forward approach, right foot, as table 6.3."""

WEIGHTS = _of("figure 6.5, weights").reshape(6, 6)
"""Weight vectors h of Fx, Fy, Fz, Mx, My, Mz."""

_SPEEDLESS = 1e-4
"""m/s, N/m: what takes the place of a lower bound of zero where a law divides by it."""


def spheres(
    bounds: Literal["table 6.2", "with the printed optima"] = "table 6.2",
    *,
    friction: bool = False,
    drop: float = 0.0,
) -> tuple[Sphere, ...]:
    """The four spheres of a right foot with Lankarani and Nikravesh's law, and bristles.

    Args:
        bounds: as printed in table 6.2, or widened so that the optima of tables 6.3 and 6.5 are
            inside.
        friction: bristles too (nine variables a sphere for five); else frictionless (`Viscous`).
        drop: m, of the metatarsal joint below the ankle with the foot flat, by which the centre in
            the forefoot lies higher in its segment, so that all lie at one height above the floor.
    """
    found = []
    for i in range(4):
        limits = {name: (_BOUNDS[name][i][0], _BOUNDS[name][i][1]) for name in _OF_A_SPHERE}
        if bounds != "table 6.2":
            left = TABLE_6_3["left"][i] * [1.0, 1.0, -1.0, 1.0, 1.0]
            optima = np.stack([TABLE_6_3["right"][i], TABLE_6_5[i], left]).T.tolist()
            for name, printed in zip(_OF_A_SPHERE, optima, strict=True):
                low, high = limits[name]
                limits[name] = (min(low, *printed), max(high, *printed))
        segment = "forefoot" if i == 3 else "hindfoot"
        raised = drop if segment == "forefoot" else 0.0
        values = {"z": HEIGHT + raised, "exponent": 1.5}
        if friction:
            for name in FRICTION:
                low, high = _BOUNDS[name][i]
                limits[name] = (max(low, _SPEEDLESS), high)
        values["viscosity"] = 0.0
        found.append(Sphere(segment, values, limits))
    return tuple(found)
