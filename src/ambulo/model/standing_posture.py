"""Places of joints and landmarks in upright standing, measured or from proportions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from ambulo.inputs.errors import InputError
from ambulo.inputs.toml_file import Form, Number, Text, read_toml
from ambulo.math.arrays import FloatArray
from ambulo.model.skeleton import Skeleton, load_skeleton
from ambulo.records import SIDES, Side

Sex = Literal["f", "m"]

_LONGEST = 1.0
"""m; no joint is farther from the next in any human body, so a longer one is a unit error."""


@dataclass(frozen=True, eq=False)
class StandingPosture:
    """Reference posture, all segment frames parallel to the world, pelvis origin at zero.

    Args:
        origin: segment -> (3,) m, its proximal joint.
        landmark: joint or landmark name -> (3,) m; sided ones with their prefix.
        stature: m, standing height, given or inferred.
        notes: what was not measured, one sentence each.
    """

    origin: Mapping[str, FloatArray]
    landmark: Mapping[str, FloatArray]
    stature: float
    notes: tuple[str, ...] = field(default=())


class _BySex(Form):
    female: Number
    male: Number


_Section = dict[str, Text | Number | _BySex]


class _Proportions(Form):
    """Fractions of standing height; `source` of each section is a text."""

    heights: _Section
    lengths: _Section
    neck: _Section
    pelvis: _Section
    foot: _Section
    conventions: _Section


@cache
def _proportions() -> _Proportions:
    return read_toml(Path(__file__).with_name("body_proportions.toml"), _Proportions)


def _proportion(section: str, name: str, sex: Sex | None = None) -> float:
    value = getattr(_proportions(), section)[name]
    if isinstance(value, _BySex):
        if sex is None:
            return 0.5 * (value.female + value.male)
        return value.female if sex == "f" else value.male
    return float(value)


def generic_geometry(
    skeleton: Skeleton | str, height: float, sex: Sex | None = None
) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
    """Joints and segment ends of a person of average proportions, left and right alike.

    Drillis & Contini (1966) via Winter (2009), figure 4.1; pelvis and neck from Dumas et al.
    (2007) and de Leva (1996). The pelvis origin is midway between the hip joint centres, and its
    horizontal plane is that of the iliac spines.

    Args:
        skeleton: or its name.
        height: standing height [m].
        sex: "f", "m", or None for the mean of both.
    Returns:
        Joint positions in the parent's frame, name -> (3,) [m], and endpoints, name -> (3,) [m]:
        the ends of head (vertex), hands (fingertip) and feet (toe tip) under the segment's
        name in that segment's frame, the heel as "left_heel" in the frame of the hindfoot or
        foot, and for a foot of one segment "left_metatarsal".
    Raises:
        InputError: there is no skeleton of this name, or the height is impossible.
    """
    if isinstance(skeleton, str):
        skeleton = load_skeleton(skeleton)
    if not 0.4 <= height <= 2.6:
        raise InputError(
            f"a height of {height:g} m is impossible for a person",
            where="subject",
            remedy="Give the height in metres",
        )
    place = _generic_landmarks(height, sex)
    joints: dict[str, FloatArray] = {}
    for link in skeleton.links[1:]:
        parent = skeleton.link(str(link.parent))
        start = np.zeros(3) if parent.parent is None else place[parent.joint]
        joints[link.joint] = place[link.joint] - start
    ends: dict[str, FloatArray] = {}
    if "head" in skeleton.segments:
        ends["head"] = place["vertex"] - place["head"]
    for side in SIDES:
        if f"{side}_hand" in skeleton.segments:
            ends[f"{side}_hand"] = place[f"{side}_fingertip"] - place[f"{side}_wrist"]
        hind, fore = skeleton.feet[side]
        ankle = place[f"{side}_ankle"]
        ends[f"{side}_heel"] = place[f"{side}_heel"] - ankle
        ends[fore] = place[f"{side}_toe"] - place[skeleton.link(fore).joint]
        if hind == fore:
            ends[f"{side}_metatarsal"] = place[f"{side}_metatarsal"] - ankle
    return joints, ends


def _generic_landmarks(height: float, sex: Sex | None) -> dict[str, FloatArray]:
    """Landmarks (3,) [m] of a standing person, from the middle of the hip joint centres."""
    hip = _proportion("heights", "hip")

    def at(x: float, y: float, z: float) -> FloatArray:
        return height * np.array([x, y, z - hip])

    lumbar_x, lumbar_z = (
        -_proportion("pelvis", "lumbar_behind", sex),
        _proportion("pelvis", "lumbar_above", sex),
    )
    place = {
        "lumbar": at(lumbar_x, 0.0, hip + lumbar_z),
        "neck": at(0.0, 0.0, 1.0 - _proportion("neck", "below_vertex", sex)),
        "head": at(
            0.0, 0.0, 0.5 * (_proportion("heights", "chin") + _proportion("heights", "eye"))
        ),
        "vertex": at(0.0, 0.0, 1.0),
    }
    shoulder = _proportion("heights", "shoulder")
    elbow = shoulder - _proportion("lengths", "upper_arm")
    wrist = elbow - _proportion("lengths", "forearm")
    foot, sole = _proportion("lengths", "foot"), _proportion("conventions", "foot_axis_height")
    for side, y in zip(SIDES, (1.0, -1.0), strict=True):
        arm, leg = (
            y * _proportion("lengths", "half_shoulder_breadth"),
            y * _proportion("pelvis", "half_hip_spacing", sex),
        )
        place |= {
            f"{side}_shoulder": at(0.0, arm, shoulder),
            f"{side}_elbow": at(0.0, arm, elbow),
            f"{side}_wrist": at(0.0, arm, wrist),
            f"{side}_fingertip": at(0.0, arm, wrist - _proportion("lengths", "hand")),
            f"{side}_hip": at(0.0, leg, hip),
            f"{side}_knee": at(0.0, leg, _proportion("heights", "knee")),
            f"{side}_ankle": at(0.0, leg, _proportion("heights", "ankle")),
            f"{side}_heel": at(-foot * _proportion("foot", "heel_behind_ankle"), leg, sole),
            f"{side}_toe": at(foot * _proportion("foot", "toe_before_ankle"), leg, sole),
            f"{side}_metatarsal": at(
                foot * _proportion("foot", "metatarsal_before_ankle"), leg, sole
            ),
        }
    return place


def standing_posture(
    skeleton: Skeleton,
    joint_positions: Mapping[str, npt.ArrayLike],
    endpoints: Mapping[str, npt.ArrayLike],
    height: float | None,
    sex: Sex | None,
) -> StandingPosture:
    """Place a scaled skeleton in standing, and complete the landmarks that were not measured.

    Args:
        skeleton: with the joints that are placed.
        joint_positions: joint -> (3,) m in the parent's frame; the root's is not used.
        endpoints: as `generic_geometry` returns them; those missing follow from proportions.
        height: m, or None to infer it from the legs.
        sex: "f", "m" or None.
    Returns:
        The posture, with a note for every landmark that was not measured.
    Raises:
        InputError: a joint is missing, a position is not finite, or a length is impossible.
    """
    origin: dict[str, FloatArray] = {skeleton.links[0].segment: np.zeros(3)}
    landmark: dict[str, FloatArray] = {}
    for link in skeleton.links[1:]:
        if link.joint not in joint_positions:
            raise InputError(
                f"the position of joint {link.joint} is not given",
                where=f"model {skeleton.name}",
                remedy="Check the markers that define it, or choose a smaller skeleton",
            )
        offset = _position(link.joint, joint_positions[link.joint])
        origin[link.segment] = origin[str(link.parent)] + offset
        landmark[link.joint] = origin[link.segment]
    landmark["mid_hip"] = 0.5 * (landmark["left_hip"] + landmark["right_hip"])

    notes: list[str] = []
    stature = height
    if stature is None:
        leg = np.mean(
            [
                np.linalg.norm(landmark[f"{s}_{b}"] - landmark[f"{s}_{a}"])
                for s in SIDES
                for a, b in (("hip", "knee"), ("knee", "ankle"))
            ]
        )
        stature = float(2 * leg / (_proportion("heights", "hip") - _proportion("heights", "ankle")))
        notes.append(
            f"Height is not given. The length of the legs shows a height of {stature:.2f} m."
        )
    generic = _generic_landmarks(stature, sex)

    def step(a: str, b: str) -> FloatArray:
        return generic[b] - generic[a]

    assumed: list[str] = []
    if "head" in origin:
        if "head" in endpoints:
            landmark["vertex"] = origin["head"] + _position("head", endpoints["head"])
        else:
            landmark["vertex"] = origin["head"] + step("head", "vertex")
            assumed.append("vertex")
    for side in SIDES:
        hand = f"{side}_hand"
        if hand in origin and hand in endpoints:
            landmark[f"{side}_fingertip"] = origin[hand] + _position(hand, endpoints[hand])
        elif hand in origin:
            tip = step(f"{side}_wrist", f"{side}_fingertip")
            landmark[f"{side}_fingertip"] = origin[hand] + tip
            assumed.append(f"{side} fingertip")
        assumed += _place_foot(skeleton, side, origin, landmark, endpoints, step)
    if "neck" not in landmark:
        assumed.append("neck joint (it gives the pelvis its size)")
    for name, place in generic.items():
        landmark.setdefault(name, landmark["mid_hip"] + place)
    if assumed:
        notes.append(
            "Placed by average proportions (Drillis & Contini 1966), because no marker shows them: "
            + ", ".join(assumed)
            + "."
        )
    return StandingPosture(origin, landmark, stature, tuple(notes))


def _place_foot(
    skeleton: Skeleton,
    side: Side,
    origin: Mapping[str, FloatArray],
    landmark: dict[str, FloatArray],
    endpoints: Mapping[str, npt.ArrayLike],
    step: Callable[[str, str], FloatArray],
) -> list[str]:
    """Adds toe, heel and metatarsal joint of one foot; returns those that were not measured."""
    hind, fore = skeleton.feet[side]
    ankle, toe, heel, ball = (f"{side}_{n}" for n in ("ankle", "toe", "heel", "metatarsal"))
    assumed = []
    if fore in endpoints:
        landmark[toe] = origin[fore] + _position(fore, endpoints[fore])
    else:
        start = ankle if hind == fore else ball
        landmark[toe] = landmark[start] + step(start, toe)
        assumed.append(f"{side} toe")
    # the foot's own length places what else is missing, so that it stays one foot
    forward = landmark[toe] - landmark[ankle]
    unit = np.array([forward[0], forward[1], 0.0]) / _proportion("foot", "toe_before_ankle")
    if heel in endpoints:
        landmark[heel] = origin[hind] + _position(heel, endpoints[heel])
    else:
        level = landmark[ankle] + np.array([0.0, 0.0, forward[2]])
        landmark[heel] = level - _proportion("foot", "heel_behind_ankle") * unit
        assumed.append(f"{side} heel")
    if ball in landmark:
        return assumed
    if ball in endpoints:
        landmark[ball] = origin[hind] + _position(ball, endpoints[ball])
    else:
        level = landmark[ankle] + np.array([0.0, 0.0, forward[2]])
        landmark[ball] = level + _proportion("foot", "metatarsal_before_ankle") * unit
        assumed.append(f"{side} metatarsal joint")
    return assumed


def _position(name: str, value: npt.ArrayLike) -> FloatArray:
    position = np.array(value, dtype=np.float64)
    if position.shape != (3,) or not np.isfinite(position).all():
        raise InputError(
            f"the position of {name} is not known",
            where="model",
            remedy="Check the markers that define it",
        )
    if np.linalg.norm(position) > _LONGEST:
        raise InputError(
            f"{name} is {np.linalg.norm(position):.3g} m from its segment's origin",
            where="model",
            remedy="Check the unit of the markers: positions must be in metres",
        )
    return position
