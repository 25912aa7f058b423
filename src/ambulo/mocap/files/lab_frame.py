"""The rotation from a laboratory's axes to the world frame (X progression, Y left, Z up)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.mocap.body_regions import (
    FOOT,
    HEEL,
    PELVIS,
    PELVIS_BACK,
    PELVIS_FRONT,
    TOE,
    UPPER,
    matching,
    middle,
    travel,
)
from ambulo.records import LabFrame

METRES = {"mm": 1e-3, "cm": 1e-2, "dm": 1e-1, "m": 1.0, "in": 0.0254, "ft": 0.3048}

_IN_FULL = (
    (r"met(re|er)s?$", "m"), ("^milli", "m"), ("^centi", "c"), ("^deci", "d"),
    (r"^inch(es)?$", "in"), (r"^f(oo|ee)t$", "ft"),
)  # fmt: skip
"""Names of units in full, and their symbols."""

LABORATORY = "laboratory"
"""Progression along the laboratory axis that is nearest to the measured direction, as in Plug-in
Gait.
"""

WALKED = 0.5
"""m; a path shorter than about a step does not show the direction of progression."""

_ASIDE = 45.0
"""deg; an axis of progression that the user gave and that is farther from the direction found."""

TURNED = np.deg2rad(30.0)
"""rad; a subject who turns by less walks straight."""

ASKEW = 0.5
"""Cosine of the angle between path and facing direction; below it the subject walks sideways."""

_BODY_HEIGHT = (0.05, 4.0)
"""m; from a foot's markers to a person with arms raised."""
_PELVIS_HEIGHT = (0.25, 1.5)
"""m, of the pelvis above the feet: from a toddler's to the tallest adult's."""


def length_unit(name: str) -> float | None:
    """Metres per unit of a length by its usual names; None if it is not one."""
    own = name.strip().rstrip(".").lower()
    for word, short in _IN_FULL:
        own = re.sub(word, short, own)
    return METRES.get(own)


def find_lab_frame(
    names: Sequence[str],
    position: FloatArray,
    *,
    unit: float | None,
    unit_name: str = "",
    asked: bool = True,
    plate_normals: FloatArray | None = None,
    up: str | None = None,
    forward: str | None = None,
    where: str = "",
) -> LabFrame:
    """Find the upward direction, and the direction in which the subject walks or faces.

    Up is the laboratory axis along which pelvis and head are above the feet. Without such marker
    names, it is the plates' normal. Without plates, it is the axis along which the body is longest.
    Progression is the horizontal path of the pelvis if it is longer than half a metre (its first
    third if the subject turns). On a treadmill, in standing, and in backward or sideways walking,
    it is the direction in which the subject faces: from the back of the pelvis to its front, from
    heels to toes, or across the line from left to right. The measured direction is used, so the
    laboratory's axes do not matter. With `forward = "laboratory"` it is the nearest of these axes.
    The origin is kept.

    Args:
        names: (n,) marker names.
        position: (frames, n, 3) in file units, laboratory axes; NaN where not seen.
        unit: metres per file unit; None if the file does not say.
        unit_name: name of this unit.
        asked: whether the user gave the unit. If the user did not, the size of the body decides
            between m and mm.
        plate_normals: (plates, 3) in laboratory axes, either sign.
        up, forward: axis given by the user, such as "+Z" or "-x". None finds the axis. "laboratory"
            for forward takes the axis nearest to the direction found.
        where: the file, for messages.

    Returns:
        Rotation, unit, and words on how they were found.

    Raises:
        InputError: no two markers are ever seen together; the unit contradicts the size of the
            body; or the axes given are not axes or not perpendicular.
    """
    if finite(position).sum(axis=1).max(initial=0) < 2:
        raise InputError(
            "no frame shows two markers or more", where, "Check the labelling of the trial."
        )
    if not (matching(names, FOOT) and matching(names, PELVIS) + matching(names, UPPER)):
        names = _as_landmarks(names)
    if up is not None:
        z, why_up = _axis(up, "up"), f"up is {up} as given"
    else:
        z, why_up = _find_up(names, position, plate_normals)
    scale, why_unit = _settle_unit(names, position @ z, unit, unit_name, asked, where, up)
    metres = position * scale
    if forward is not None and forward.strip().lower() != LABORATORY:
        x = _axis(forward, "forward")
        if abs(x @ z) > 1e-9:
            raise InputError(
                f"forward {forward} is not perpendicular to up ({_axis_name(z)})",
                where,
                "Give two different axes, such as --up +Z --forward +X.",
            )
        found, told, shown = _find_forward(names, metres, z)
        off = math.degrees(math.acos(float(np.clip(x @ found, -1.0, 1.0))))
        why_forward = f"forward is {forward} as given"
        if off > _ASIDE and shown:
            why_forward += f". It is {off:.0f} degrees from the direction found, which is "
            why_forward += f"{_measured(found)}{told}"
    else:
        x, told, _ = _find_forward(names, metres, z)
        measured, axis = _measured(x), _nearest_axis(x)
        why_forward = f"forward is {measured}{told}"
        if forward is not None:
            x, why_forward = axis, f"forward is {_axis_name(axis)}, nearest to {measured}{told}"
    horizontal = x - (x @ z) * z
    x = horizontal / np.linalg.norm(horizontal)
    R_WL = np.array([x, np.cross(z, x), z])
    why = (f"{text[:1].upper()}{text[1:]}" for text in (why_up, why_forward, why_unit))
    return LabFrame(R_WL + 0.0, scale, ". ".join(why))


def _as_landmarks(names: Sequence[str]) -> list[str]:
    """Canonical names of landmarks in place of those that surely mean one."""
    # names in other words are read where the usual ones do not tell feet from pelvis
    from ambulo.mocap.naming.readings import SURE, read_names

    told = read_names(names)
    sure = {
        name: one.stem
        for name, found in told.items()
        for one in found[:1]
        if one.landmark and one.price <= SURE
    }
    return [sure.get(name, name) for name in names]


def _axis(text: str, what: str) -> FloatArray:
    match = re.fullmatch(r"([+-]?)([xyzXYZ])", text.strip())
    if match is None:
        more = ', or "laboratory"' if what == "forward" else ""
        remedy = f"Give one of +X, -X, +Y, -Y, +Z, -Z{more}."
        raise InputError(f"{text!r} is not an axis", what, remedy)
    axis = np.zeros(3)
    axis["xyz".index(match[2].lower())] = -1.0 if match[1] == "-" else 1.0
    return axis


def _axis_name(direction: FloatArray) -> str:
    k = int(np.argmax(np.abs(direction)))
    return f"{'-' if direction[k] < 0 else '+'}{'XYZ'[k]}"


def _nearest_axis(direction: FloatArray) -> FloatArray:
    axis = np.zeros(3)
    k = int(np.argmax(np.abs(direction)))
    axis[k] = np.sign(direction[k])
    return axis


def _find_up(
    names: Sequence[str], position: FloatArray, plate_normals: FloatArray | None
) -> tuple[FloatArray, str]:
    low = matching(names, FOOT)
    high = [k for k in matching(names, PELVIS) + matching(names, UPPER) if k not in low]
    if low and high:
        # frame by frame, so that the way walked does not count
        stance = middle(position, high) - middle(position, low)
        stance = stance[finite(stance)]
        if len(stance):
            direction = np.median(stance, axis=0)
            axis = _nearest_axis(direction)
            length = float(np.linalg.norm(direction))
            if length > 0.0 and direction @ axis > np.cos(np.deg2rad(35)) * length:
                return axis, f"up is {_axis_name(axis)}, from the feet to the pelvis and head"
    if plate_normals is not None and len(plate_normals):
        axis = np.abs(_nearest_axis(plate_normals[0]))
        k = int(np.argmax(axis))
        sign = 1.0 if np.nanmedian(position[..., k]) >= 0 else -1.0
        return sign * axis, f"up is {_axis_name(sign * axis)}, normal to the plates"
    axis = np.zeros(3)
    axis[int(np.argmax(_extent(position).mean(axis=0)))] = 1.0
    return axis, (
        f"up is assumed to be {_axis_name(axis)}, along which the body is longest, because no "
        "marker names distinguish feet from pelvis (--up overrides this)"
    )


def _extent(position: FloatArray) -> FloatArray:
    """Extent of the marker cloud (frames with two markers or more, 3)."""
    usable = position[finite(position).sum(axis=1) >= 2]
    return np.asarray(np.nanmax(usable, axis=1) - np.nanmin(usable, axis=1))


def _settle_unit(
    names: Sequence[str],
    height: FloatArray,
    unit: float | None,
    unit_name: str,
    asked: bool,
    where: str,
    up: str | None,
) -> tuple[float, str]:
    low, pelvis = matching(names, FOOT), matching(names, PELVIS)
    if np.isfinite(height[:, low]).any() and np.isfinite(height[:, pelvis]).any():
        size = abs(float(np.nanmedian(height[:, pelvis]) - np.nanmedian(height[:, low])))
        smallest, largest = _PELVIS_HEIGHT
        what = "the pelvis is {size} above the feet"
        usual: Sequence[str] = ("mm", "m", "cm", "in")
    else:
        seen = height[np.isfinite(height).sum(axis=1) >= 2]
        size = float(np.median(np.nanmax(seen, axis=1) - np.nanmin(seen, axis=1)))
        smallest, largest = _BODY_HEIGHT
        what = "the markers span {size} in height"
        usual = ("mm", "m", "cm")
    fitting = [name for name in usual if smallest <= size * METRES[name] <= largest]
    if unit is None:
        if not fitting:
            raise InputError(
                "the file states no unit of length, and the size of the body fits no unit",
                where,
                "Give the unit, such as --unit mm.",
            )
        if {"cm", "in"} <= set(fitting):
            sizes = " or ".join(f"{size * METRES[name]:.2f} m in {name}" for name in fitting)
            raise InputError(
                "the file states no unit of length, and the size of the body fits two units: "
                f"{what.format(size=sizes)}",
                where,
                "Give the unit, --unit cm or --unit in.",
            )
        return METRES[fitting[0]], (
            f"lengths are assumed to be in {fitting[0]} (the file does not say; in this unit "
            f"{what.format(size=f'{size * METRES[fitting[0]]:.2f} m')})"
        )
    if not smallest <= size * unit <= largest:
        if not (asked or up) and unit in (METRES["m"], METRES["mm"]) and fitting in (["m"], ["mm"]):
            return METRES[fitting[0]], (
                f"lengths are in {fitting[0]}, not in {unit_name} as the file says, because in "
                f"the file's unit {what.format(size=f'{size * unit:.3g} m')}"
            )
        advice = (
            f"The numbers look like {' or '.join(fitting)}" if fitting else "No usual unit fits"
        )
        remedy = (
            " or ".join(f"--unit {name}" for name in fitting)
            if fitting
            else "the right unit with --unit"
        )
        if up is not None:
            raise InputError(
                f"with {up} up {what.format(size=f'{size * unit:.3g} m')}, if lengths are in "
                f"{unit_name or f'{unit:g} m'}",
                where,
                "Omit --up so that Ambulo finds it, or correct --up or the unit.",
            )
        raise InputError(
            f"{what.format(size=f'{size * unit:.3g} m')}, if lengths are in "
            f"{unit_name or f'{unit:g} m'}, as {'you say' if asked else 'the file says'}. {advice}",
            where,
            f"Give {remedy}, or export the file again. Ambulo analyses only people.",
        )
    return unit, f"lengths are in {unit_name or f'{unit:g} m'}"


def _find_forward(
    names: Sequence[str], position: FloatArray, z: FloatArray
) -> tuple[FloatArray, str, bool]:
    """Direction of progression, what it was found by, as a sentence ends, and whether anything
    shows it.
    """
    facing, remark = _facing(names, position, z)
    pelvis = matching(names, PELVIS)
    path = travel(position, pelvis or list(range(len(names))))
    path = path - np.outer(path @ z, z)
    moving = np.flatnonzero(np.linalg.norm(np.diff(path, axis=0), axis=1) > 0)
    if len(moving):
        path = path[moving[0] : moving[-1] + 2]
    way = path[-1] - path[0]
    length = float(np.linalg.norm(way))
    if length < WALKED:
        if facing is not None:
            return facing, f", the direction in which the subject faces{remark}", True
        axis = np.zeros(3)
        axis[0 if abs(z[0]) < 0.5 else 2] = 1.0
        return (
            axis,
            ", because nobody walks, and no marker names show where the subject faces (--forward "
            "overrides this)",
            False,
        )
    whose = "the path of the pelvis" if pelvis else "the path of the markers"
    if turn := turned_by(path):
        entry = path[max(len(path) // 3, 1)] - path[0]
        return (
            entry / np.linalg.norm(entry),
            (
                f", along {whose} in the first third of {length:.1f} m (the subject turns by "
                f"{np.rad2deg(turn):.0f} degrees){remark}"
            ),
            True,
        )
    if facing is not None and way @ facing < ASKEW * length:
        where = "backwards" if way @ facing < -ASKEW * length else "sideways"
        return (
            facing,
            f", the direction in which the subject faces while going {length:.1f} m "
            f"{where}{remark}",
            True,
        )
    return _along(path), f", along {whose} ({length:.1f} m){remark}", True


def turned_by(path: FloatArray) -> float:
    """Angle by which a level path (frames, 2 or 3) m turns from its first third to its last, rad.

    The angle is zero up to `TURNED`, and if a third is too short to have a direction.
    """
    third = max(len(path) // 3, 1)
    entry, leaving = path[third] - path[0], path[-1] - path[-1 - third]
    if min(np.linalg.norm(entry), np.linalg.norm(leaving)) <= WALKED / 4:
        return 0.0
    turn = _angle(entry, leaving)
    return turn if turn > TURNED else 0.0


def _along(path: FloatArray) -> FloatArray:
    """Direction in which a path goes on the whole: its slope, which no sway at its ends turns."""
    since = np.arange(len(path)) - 0.5 * (len(path) - 1)
    slope = since @ path
    return np.asarray(slope / np.linalg.norm(slope))


def _angle(a: FloatArray, b: FloatArray) -> float:
    return float(np.arccos(np.clip(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)), -1.0, 1.0)))


def _measured(direction: FloatArray) -> str:
    axis = _nearest_axis(direction)
    return f"{np.rad2deg(_angle(direction, axis)):.1f} degrees from {_axis_name(axis)}"


def _facing(
    names: Sequence[str], position: FloatArray, z: FloatArray
) -> tuple[FloatArray | None, str]:
    """Mean horizontal direction in which the subject faces, and what contradicts it."""
    ahead = _between(names, position, PELVIS_BACK, PELVIS_FRONT, z)
    feet = _between(names, position, HEEL, TOE, z)
    across = _leftward(names, position)
    from_sides = None if across is None else _unit_horizontal(np.cross(across, z), z)
    if ahead is None:
        ahead = feet
    elif feet is not None and from_sides is not None and ahead @ feet < 0.5:
        # a front label exchanged with a back one turns the pelvis, not the feet and sides
        ahead = max(ahead, feet, key=lambda one: float(one @ from_sides))
    elif feet is None and from_sides is not None and abs(ahead @ from_sides) < 0.5:
        ahead = from_sides
    if ahead is None:
        return from_sides, ""
    if from_sides is not None and ahead @ from_sides < -0.5:
        return ahead, (
            ", but left markers are then on the right. Left and right are exchanged in the labels, "
            "or the laboratory's axes are left-handed"
        )
    return ahead, ""


def _unit_horizontal(direction: FloatArray, z: FloatArray) -> FloatArray | None:
    flat = direction - (direction @ z) * z
    length = float(np.linalg.norm(flat))
    return flat / length if length > 1e-3 else None


def _between(
    names: Sequence[str],
    position: FloatArray,
    start: re.Pattern[str],
    end: re.Pattern[str],
    z: FloatArray,
) -> FloatArray | None:
    """Mean horizontal direction between two groups of markers, over frames that show them all."""
    first, second = matching(names, start), matching(names, end)
    if not first or not second:
        return None
    # one side alone would turn the direction, so a frame that lacks a marker does not count
    full = np.isfinite(position[:, first + second]).all(axis=(1, 2))
    if not full.any():
        return None
    arrow = position[full][:, second].mean(axis=(0, 1)) - position[full][:, first].mean(axis=(0, 1))
    return _unit_horizontal(arrow, z)


def _leftward(names: Sequence[str], position: FloatArray) -> FloatArray | None:
    """Mean vector from right markers to their left partners."""
    column = {name.upper(): k for k, name in enumerate(names)}
    arrows = []
    for k, name in enumerate(names):
        partner = column.get(right_partner(name) or "")
        if partner is not None:
            across = position[:, k] - position[:, partner]
            across = across[finite(across)]
            if len(across):
                arrows.append(across.mean(axis=0))
    return np.asarray(np.mean(arrows, axis=0)) if arrows else None


_SIDE_TOKEN = re.compile(r"^(LEFT|RIGHT)(?=.)|^([LR])(?=[A-Z.\d_])|(?<=_)([LR])(?=\d*$)")


def right_partner(name: str) -> str | None:
    """The name, in upper case, of the right marker that belongs to a left marker; None for other
    names.
    """
    upper = name.upper()
    match = _SIDE_TOKEN.search(upper)
    if match is None or not match[0].startswith("L"):
        return None
    other = {"L": "R", "LEFT": "RIGHT"}[match[0]]
    return upper[: match.start()] + other + upper[match.end() :]
