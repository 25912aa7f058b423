"""Thigh, shank and foot of a subject from measurements of the legs.

Vaughan, Davis & O'Connor (1992), Dynamics of Human Gait, chapter 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Subject

LEG_MEASUREMENTS = (
    "thigh_length",
    "midthigh_circumference",
    "calf_length",
    "calf_circumference",
    "foot_length",
    "foot_breadth",
    "malleolus_height",
    "malleolus_width",
)
"""Names of the measurements of one leg, in m; in `Subject.measurements` with "left_", "right_"."""


@dataclass(frozen=True)
class LegRegression:
    """Coefficients for one segment, in kg and m.

    Args:
        com: share of the line between its ends.
        mass: factors of body mass and of the segment's volume, and constant.
        flexion, adduction, rotation: factor and constant of the moment of inertia about the
            transverse, the sagittal and the longitudinal axis.
    """

    com: float
    mass: tuple[float, float, float]
    flexion: tuple[float, float]
    adduction: tuple[float, float]
    rotation: tuple[float, float]


@dataclass(frozen=True, eq=False)
class LegSegment:
    """One segment of one leg.

    Args:
        mass: kg.
        com: of the line between its ends.
        moments: (3,) kg*m^2, principal moments about x, y, z of the standing segment.
    """

    mass: float
    com: float
    moments: FloatArray


def leg_segments(
    regressions: Mapping[str, LegRegression], subject: Subject
) -> dict[tuple[str, str], LegSegment]:
    """Segments of both legs, (side, "thigh" | "shank" | "foot") -> mass properties.

    Args:
        regressions: coefficients of thigh, shank and foot.
        subject: mass [kg] and the `LEG_MEASUREMENTS` of both sides [m].
    Raises:
        InputError: measurements are missing or not lengths in metres, or a mass is impossible for a
            leg.
    """
    names = [f"{side}_{name}" for side in SIDES for name in LEG_MEASUREMENTS]
    missing = [name for name in names if name not in subject.measurements]
    if missing:
        raise InputError(
            f"Vaughan's regressions need the measurements {', '.join(missing)}",
            where="subject",
            remedy="Give these lengths in metres, or choose another table of segment parameters",
        )
    for name in names:
        value = subject.measurements[name]
        if not 0.01 <= value <= 1.2:
            raise InputError(
                f"{name} is {value:g} m, which is impossible",
                where="subject",
                remedy="Give the length in metres",
            )
    body_mass = float(subject.mass or 0.0)
    segments: dict[tuple[str, str], LegSegment] = {}
    for side in SIDES:
        measured = {name: subject.measurements[f"{side}_{name}"] for name in LEG_MEASUREMENTS}
        for segment, regression in regressions.items():
            found = _segment(segment, regression, measured, body_mass)
            if found.mass <= 0.0 or found.moments.min() <= 0.0:
                raise InputError(
                    f"Vaughan's regressions give the {side} {segment} a mass of "
                    f"{found.mass:.2f} kg and moments of inertia {found.moments} kg·m², which is "
                    "impossible",
                    where="subject",
                    remedy="These regressions are for adults. For other people choose another "
                    "table of segment parameters",
                )
            segments[side, segment] = found
    return segments


def _segment(
    name: str, k: LegRegression, measured: Mapping[str, float], body_mass: float
) -> LegSegment:
    if name == "foot":
        length, height = measured["foot_length"], measured["malleolus_height"]
        width, breadth = measured["malleolus_width"], measured["foot_breadth"]
        volume = length * height * width
        flexion = 4 * height**2 + 3 * length**2
        adduction = 4 * breadth**2 + 3 * length**2
        rotation = height**2 + breadth**2
    else:
        kind = {"thigh": ("thigh_length", "midthigh_circumference")}.get(
            name, ("calf_length", "calf_circumference")
        )
        length, circumference = measured[kind[0]], measured[kind[1]]
        volume = length * circumference**2
        flexion = adduction = length**2 + 0.076 * circumference**2
        rotation = circumference**2
    about_flexion, about_adduction, about_rotation = (
        factor * body_mass * size + constant
        for (factor, constant), size in (
            (k.flexion, flexion),
            (k.adduction, adduction),
            (k.rotation, rotation),
        )
    )
    # the foot's long axis points forwards, the others' down
    if name == "foot":
        moments = np.array([about_rotation, about_flexion, about_adduction])
    else:
        moments = np.array([about_adduction, about_flexion, about_rotation])
    mass = k.mass[0] * body_mass + k.mass[1] * volume + k.mass[2]
    return LegSegment(mass, k.com, moments)
