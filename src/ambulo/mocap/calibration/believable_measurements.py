"""Test of a subject's measurements against the markers. Impossible values are reported and not
used.

Lengths that markers also span are compared with the markers. Breadths and girths, which no marker
spans, are compared with the mass and with the height according to the markers. Angles are compared
with the possible turn of a limb.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from ambulo.records.sides import without_side

SPANNED = {"leg_length": (0.91, 1.12), "asis_breadth": (0.75, 1.25)}
"""Possible ratios of a measured length to the length that the markers span. In public trials the
ratio is 0.99 to 1.05 for leg lengths (standard deviation 0.02) and 0.86 to 1.00 for breadths
between the ASIS.
"""

OF_HEIGHT = {
    "knee_width": (0.042, 0.082),
    "ankle_width": (0.029, 0.055),
    "malleolus_width": (0.029, 0.055),
    "malleolus_height": (0.025, 0.080),
    "asis_breadth": (0.09, 0.22),
    "asis_trochanter_distance": (0.02, 0.075),
    "elbow_width": (0.022, 0.075),
    "wrist_width": (0.015, 0.055),
    "hand_thickness": (0.005, 0.035),
    "shoulder_offset": (0.010, 0.070),
    "foot_length": (0.09, 0.20),
    "foot_breadth": (0.033, 0.080),
    "femur_length": (0.18, 0.31),
    "tibia_length": (0.18, 0.31),
    "thigh_length": (0.16, 0.31),
    "calf_length": (0.16, 0.31),
    "midthigh_circumference": (0.16, 0.48),
    "calf_circumference": (0.12, 0.34),
    "marker_diameter": (0.0015, 0.030),
}
"""Possible shares of body height. They are means of Drillis & Contini (1966), Ross & Wilson (1974)
and Gordon et al. (1989), widened by four of their standard deviations. They also include the values
of public trials: knees of 0.056 to 0.070, ankles of 0.039 to 0.041.
"""

ACROSS = ("_width", "_breadth", "_circumference", "_distance")
STOUT = 25.0
"""Body mass index in kg/m². Above it, the greatest possible widths grow with the square root of the
index, as those of cylinders of constant length and density. One subject with an index of 32 has
knees of 0.084 of the height, according to the file and to the markers.
"""

TURNED = {
    "thigh_rotation": 75.0,
    "shank_rotation": 75.0,
    "tibial_torsion": 60.0,
    "static_plantar_flexion": 45.0,
    "static_rotation_offset": 45.0,
    "ankle_abduction": 45.0,
}
"""Largest possible turns in either direction, degrees. At a hospital, Plug-in Gait found a wand
turned by 47 degrees. A wand turned by more than 75 degrees points ahead or back, where nobody
places it. Nobody walks on a tibia twisted by more than 60 degrees (Staheli et al. 1985: 5 to 45).
"""


@dataclass(frozen=True)
class Believed:
    """Measurements that are possible.

    Args:
        kept: m and rad, by name.
        odd: impossible measurements by name, each with a sentence without its full stop.
        farthest: the kept measurement that differs most from the markers, in words with its limits;
            "" if none.
    """

    kept: Mapping[str, float]
    odd: Mapping[str, str] = field(default_factory=dict)
    farthest: str = ""

    def wanted(self, taken: Collection[str]) -> tuple[str, ...]:
        """Impossible lengths, and those impossible angles that some rule of the set uses."""
        return tuple(
            said
            for name, said in self.odd.items()
            if without_side(name) not in TURNED or name in taken
        )


def compared(given: Mapping[str, float]) -> tuple[str, ...]:
    """Names of the lengths that must come from the markers: `spanned` of `believe`."""
    return (*(name for name in given if without_side(name) in SPANNED), "height")


def believe(
    given: Mapping[str, float],
    spanned: Mapping[str, float],
    height: float | None,
    mass: float | None = None,
) -> Believed:
    """Leave out measurements that contradict the markers.

    Args:
        given: m and rad, by name.
        spanned: m, lengths from the markers alone, by the same names, including `height`.
        height: m, as given; used if the markers show no height.
        mass: kg; None if not measured.
    """
    tall, whose = (
        (seen, " shown by the markers") if (seen := spanned.get("height")) else (height, "")
    )
    stout = max(1.0, float(np.sqrt((mass or 0.0) / STOUT)) / tall) if tall else 1.0
    kept: dict[str, float] = {}
    odd: dict[str, str] = {}
    for name, value in given.items():
        kind = without_side(name)
        said = _contradiction(kind, value, spanned.get(name), tall, whose, stout)
        if said:
            odd[name] = f"{_named(name)} of {_shown(kind, value)} {said}"
        else:
            kept[name] = value
    apart = {n: abs(np.log(kept[n] / spanned[n])) for n in kept if n in spanned and spanned[n] > 0}
    most = max(apart, key=apart.__getitem__, default=None)
    farthest = ""
    if most is not None:
        there = spanned[most]
        given_and_seen = f"{_shown('', kept[most])}, between the markers {_shown('', there)}"
        farthest = f"{_named(most)} {given_and_seen}"
        if limits := SPANNED.get(without_side(most)):
            least, greatest = (1e3 * there * limit for limit in limits)
            farthest += f"; good from {least:.0f} to {greatest:.0f} mm"
    return Believed(kept, odd, farthest)


def _named(name: str) -> str:
    return name.replace("_", " ").replace("asis", "ASIS")


def _contradiction(
    kind: str, value: float, spanned: float | None, tall: float | None, whose: str, stout: float
) -> str:
    """What speaks against a value; empty if nothing does."""
    if kind in TURNED:
        most = np.radians(TURNED[kind])
        return f"is beyond {TURNED[kind]:.0f}°" if abs(value) > most else ""
    if kind in SPANNED and spanned:
        least, most = SPANNED[kind]
        if not least <= value / spanned <= most:
            return f"differs from the {1e3 * spanned:.0f} mm between the markers"
    if kind in OF_HEIGHT and tall:
        least, most = OF_HEIGHT[kind]
        most *= stout if kind.endswith(ACROSS) else 1.0
        if not least <= value / tall <= most:
            return (
                f"is impossible: at a height of {tall:.2f} m{whose}, it is "
                f"{1e3 * least * tall:.0f} to {1e3 * most * tall:.0f} mm"
            )
    return ""


def _shown(kind: str, value: float) -> str:
    return f"{np.degrees(value):.0f}°" if kind in TURNED else f"{1e3 * value:.0f} mm"
