"""What a C3D file says about the subject (Vicon's PROCESSING group)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import near
from ambulo.mocap.files.c3d import C3DFile
from ambulo.records import SIDES, Subject

_LENGTHS = {
    "INTERASISDISTANCE": "asis_breadth",
    "PELVISLENGTH": "pelvis_length",
    "MARKERDIAMETER": "marker_diameter",
    "HEADOFFSET": "head_offset",
}
_SIDED_LENGTHS = {
    "LEGLENGTH": "leg_length",
    "KNEEWIDTH": "knee_width",
    "ANKLEWIDTH": "ankle_width",
    "ASISTROCANTERDISTANCE": "asis_trochanter_distance",
    "SHOULDEROFFSET": "shoulder_offset",
    "ELBOWWIDTH": "elbow_width",
    "WRISTWIDTH": "wrist_width",
    "HANDTHICKNESS": "hand_thickness",
    "SOLEDELTA": "sole_delta",
    "FEMURLENGTH": "femur_length",
    "TIBIALENGTH": "tibia_length",
    "FOOTLENGTH": "foot_length",
    "FOOTBREADTH": "foot_breadth",
    "MALLEOLUSHEIGHT": "malleolus_height",
    "MALLEOLUSWIDTH": "malleolus_width",
    "THIGHLENGTH": "thigh_length",
    "CALFLENGTH": "calf_length",
    "MIDTHIGHCIRCUMFERENCE": "midthigh_circumference",
    "CALFCIRCUMFERENCE": "calf_circumference",
}
_SIDED_ANGLES = {
    "TIBIALTORSION": "tibial_torsion",
    "THIGHROTATION": "thigh_rotation",
    "SHANKROTATION": "shank_rotation",
    "STATICPLANTFLEX": "static_plantar_flexion",
    "STATICROTOFF": "static_rotation_offset",
    "ANKLEABADD": "ankle_abduction",
}
_LARGEST = 2.5
"""m or rad; no part of a body is longer, and no bone is twisted as far."""
_SIGNED = {"sole_delta", "head_offset"}


def check_measurements(given: Mapping[str, float], also_known: Collection[str] = ()) -> None:
    """Refuse measurements with unknown names or in another unit.

    Args:
        given: m and rad, by name.
        also_known: names that a marker set adds.
    Raises:
        InputError: a name is not known, or a value is not a length in m or an angle in rad.
    """
    sided = [*_SIDED_LENGTHS.values(), *_SIDED_ANGLES.values()]
    known = {*_LENGTHS.values(), *(f"{side}_{name}" for name in sided for side in SIDES)}
    known.update(also_known)
    for name, value in given.items():
        if name not in known:
            raise InputError(
                what=f"there is no measurement {name!r}",
                where="measurements",
                remedy=near(name, sorted(known)),
            )
        if abs(value) > _LARGEST:
            raise InputError(
                what=f"{name} = {value:g} is too large for a length in m or an angle in rad",
                where="measurements",
                remedy="Give lengths in m and angles in rad. This looks like mm or degrees",
            )


def subject_parameters(file: C3DFile) -> tuple[Subject, tuple[str, ...]]:
    """Read name, mass, height and measurements of the subject.

    Args:
        file: a C3D file; its PROCESSING group holds mm, kg and rad as Vicon writes them.

    Returns:
        The subject (mass kg, height m, lengths m, angles rad) and notes. Values that the file lacks
        or gives as zero are absent.
    """
    notes: list[str] = []
    values = {}
    for name in file.parameters.group("PROCESSING"):
        number = file.parameters.first("PROCESSING", name)
        if number is not None and np.isfinite(number):
            values[name.replace(" ", "").upper()] = number
    measurements: dict[str, float] = {}
    for key, value in values.items():
        if key in _LENGTHS:
            name, length = _LENGTHS[key], True
        elif key[:1] in "LR" and key[1:] in _SIDED_LENGTHS:
            name, length = _side(key) + _SIDED_LENGTHS[key[1:]], True
        elif key[:1] in "LR" and key[1:] in _SIDED_ANGLES:
            name, length = _side(key) + _SIDED_ANGLES[key[1:]], False
        else:
            continue
        if length:
            signed = any(name.endswith(end) for end in _SIGNED)
            if value > 0 or (signed and value != 0):
                measurements[name] = value / 1000
        elif abs(value) > np.pi / 2:
            # Vicon Workstation wrote some of these angles in degrees
            measurements[name] = float(np.deg2rad(value))
            notes.append(f"The file's {name} of {value:.4g} was taken as degrees.")
        else:
            measurements[name] = value
    mass = values.get("BODYMASS", 0.0)
    height = values.get("HEIGHT", 0.0)
    if height > 3:
        height /= 1000
    subject = Subject(
        name=next(iter(file.parameters.texts("SUBJECTS", "NAMES")), ""),
        mass=mass if mass > 0 else None,
        height=height if height > 0 else None,
        measurements=measurements,
    )
    return subject, tuple(notes)


def _side(key: str) -> str:
    return "left_" if key[0] == "L" else "right_"
