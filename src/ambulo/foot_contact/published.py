"""Pamies-Vila's (2012) spheres, design variables, bounds and optima: tables 6.2, 6.3 and 6.5."""

from __future__ import annotations

from typing import Literal

from ambulo.foot_contact.design import Sphere

HEIGHT = -0.0525
"""m, z of every sphere's centre in its segment."""

# order as printed; sphere 3 lies in the hindfoot, sphere 4 in the forefoot (figure 6.1)
BOUNDS = (
    {"radius": (0.015, 0.04), "x": (-0.035, 0.0), "y": (-0.010, 0.010)},
    {"radius": (0.025, 0.05), "x": (0.015, 0.085), "y": (-0.030, 0.0)},
    {"radius": (0.03, 0.05), "x": (0.118, 0.138), "y": (-0.03, 0.03)},
    {"radius": (0.03, 0.05), "x": (0.04, 0.075), "y": (-0.005, 0.02)},
)
"""Table 6.2, m; the same for both feet, y mirrored."""

_STIFFNESS = (0.0, 0.6e5)
_RESTITUTION = (0.0, 1.0)

FRICTION_BOUNDS = {
    "coefficient": (0.0, 1.0),
    "transition": (0.0, 0.1),
    "friction_stiffness": (0.0, 1e5),
    "damping": (0.0, 1e2),
}
"""Table 6.2 of every sphere: mu, v_stick [m/s], k_stick [N/m], c_stick [N*s/m]."""

TABLE_6_3 = {
    "right": (
        (0.035, -0.035, 0.010, 0.283e5, 0.005), (0.047, 0.074, -0.030, 0.245e5, 1.000),
        (0.050, 0.138, -0.020, 0.181e5, 1.000), (0.032, 0.043, -0.005, 0.382e5, 1.000),
    ),
    "left": (
        (0.049, -0.017, -0.009, 0.465e5, 0.174), (0.080, 0.027, 0.026, 0.263e5, 0.328),
        (0.070, 0.138, 0.028, 0.177e5, 0.948), (0.040, 0.052, 0.005, 0.298e5, 0.819),
    ),
}  # fmt: skip
"""Optima of the inverse approach: radius, x, y [m], K [N/m^1.5], restitution of spheres 1 to 4."""

TABLE_6_5 = (
    (0.051, -0.020, -0.005, 0.754e5, 0.080), (0.070, 0.032, 0.046, 0.487e5, 0.312),
    (0.030, 0.298, -0.030, 0.031e5, 0.870), (0.012, 0.035, -0.007, 0.252e5, 0.870),
)  # fmt: skip
"""Optima of the forward approach, right foot, as table 6.3."""

WEIGHTS = (
    (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 1.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
)
"""Figure 6.5's weight vectors h of Fx, Fy, Fz, Mx, My, Mz."""

_SPEEDLESS = 1e-4
"""m/s, N/m: what takes the place of a lower bound of zero where a law divides by it."""


def spheres(
    bounds: Literal["table 6.2", "with the printed optima"] = "table 6.2",
    *,
    friction: bool = False,
    length: float = 1.0,
    height: float = 1.0,
    drop: float = 0.0,
) -> tuple[Sphere, ...]:
    """The four spheres of a right foot with Lankarani and Nikravesh's law, and bristles.

    Args:
        bounds: as printed in table 6.2, or widened so that the optima of tables 6.3 and 6.5 are
            inside.
        friction: bristles too (nine variables a sphere for five); else frictionless (`Viscous`).
        length, height: factors on places along and across the foot, and on heights and radii, for
            a person with other feet than Pamies-Vila's.
        drop: m, of the metatarsal joint below the ankle with the foot flat, by which the centre in
            the forefoot lies higher in its segment, so that all lie at one height above the floor.
    """
    found = []
    for i, own in enumerate(BOUNDS):
        limits = {**own, "stiffness": _STIFFNESS, "restitution": _RESTITUTION}
        if bounds != "table 6.2":
            optima = [TABLE_6_3["right"][i], TABLE_6_5[i]]
            left = TABLE_6_3["left"][i]
            optima.append((left[0], left[1], -left[2], *left[3:]))
            names = ("radius", "x", "y", "stiffness", "restitution")
            for name, printed in zip(names, zip(*optima, strict=True), strict=True):
                low, high = limits[name]
                limits[name] = (min(low, *printed), max(high, *printed))
        for name, factor in (("x", length), ("y", length), ("radius", height)):
            low, high = limits[name]
            limits[name] = (factor * low, factor * high)
        segment = "forefoot" if i == 3 else "hindfoot"
        raised = drop if segment == "forefoot" else 0.0
        values = {"z": height * HEIGHT + raised, "exponent": 1.5}
        if friction:
            for name, (low, high) in FRICTION_BOUNDS.items():
                limits[name] = (max(low, _SPEEDLESS), high)
        values["viscosity"] = 0.0
        found.append(Sphere(segment, values, limits))
    return tuple(found)
