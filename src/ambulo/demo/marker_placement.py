"""Where the 37 markers sit on the demo's man: where the regressions find his joints exactly.

Pàmies-Vilà (2012), tables 3.3 and A.1: each marker lies so that the rules of the set `pamies37`,
applied to a noise-free recording of the standing man, give back the true joint centres and
segment frames. Marker names are those of the set (M1 to M37 are its aliases).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import root

from ambulo.demo.walking_man import MEASUREMENTS, SOLE, VERTEX
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.records import SIDES, Model, Side

_SKIN_BESIDE_TROCHANTER = 0.085
_DELTOID = (0.050, -0.140)
_TUBEROSITY = (0.050, -0.060)
_ASIS_AHEAD_OF_HIPS = 0.050
_HEAD_HALF_WIDTH = 0.078
_REGRESSED = ("foot_length", "malleolus_width", "malleolus_height", "knee_width")
_FIFTH_HEAD_BEHIND_FIRST, _FIFTH_HEAD_HEIGHT = 0.040, 0.020


@dataclass(frozen=True, eq=False)
class MarkerPlacement:
    """Markers on segments.

    Args:
        names: of the set `pamies37`.
        body: (37,) segment index; local: (37, 3) m, in the segment frame.
    """

    names: tuple[str, ...]
    body: IntArray
    local: FloatArray


def place_markers(model: Model) -> MarkerPlacement:
    """The 37 markers on the demo's man.

    Args:
        model: his `body18` model.
    """
    placed: dict[str, tuple[str, FloatArray]] = _pelvis_and_trunk(model)
    for side in SIDES:
        placed |= _leg(model, side) | _arm(model, side)
    return MarkerPlacement(
        tuple(placed),
        np.array([model.segments.index(segment) for segment, _ in placed.values()]),
        np.array([local for _, local in placed.values()]),
    )


def _joint(model: Model, joint: str) -> FloatArray:
    return np.asarray(model.tree.p_PJ[model.joints.index(joint)])


def _pelvis_and_trunk(model: Model) -> dict[str, tuple[str, FloatArray]]:
    breadth = MEASUREMENTS["asis_breadth"]
    # hip = sacrum + 0.598 A2 u -+ 0.344 A2 v - 0.290 A2 w, with ASIS and sacrum level
    behind, above = 0.598 * breadth, 0.290 * breadth
    neck, shoulder = _joint(model, "neck"), _joint(model, "left_shoulder")
    # neck = 0.5 T1 + 0.25 (right + left shoulder)
    t1 = 2 * neck - shoulder * [1, 0, 1]
    # the joint at the head lies 4 cm behind and 10 cm below the middle of the head's sides
    beside, half = np.array([0.04, 0.0, 0.10]), np.array([0.0, _HEAD_HALF_WIDTH, 0.0])
    return {
        "SACRUM": ("pelvis", np.array([-behind, 0.0, above])),
        "RASIS": ("pelvis", np.array([_ASIS_AHEAD_OF_HIPS, -breadth / 2, above])),
        "LASIS": ("pelvis", np.array([_ASIS_AHEAD_OF_HIPS, breadth / 2, above])),
        "T1": ("torso", t1),
        "RHEAD": ("head", beside - half),
        "LHEAD": ("head", beside + half),
        "VERTEX": ("head", VERTEX),
    }


def _arm(model: Model, side: Side) -> dict[str, tuple[str, FloatArray]]:
    left = 1.0 if side == "left" else -1.0
    letter = side[0].upper()
    wrist = _joint(model, f"{side}_wrist")
    elbow_marker = np.array([0.0455, left * 0.035, 0.0])
    wrist_marker = wrist + np.array([0.025, left * 0.015, 0.0])
    return {
        f"{letter}ACRO": (
            "torso",
            _joint(model, f"{side}_shoulder") + np.array([0.0, left * 0.02, 0.05]),
        ),
        f"{letter}DELT": (f"{side}_upper_arm", np.array([0.0, left * _DELTOID[0], _DELTOID[1]])),
        f"{letter}ELBOW": (f"{side}_forearm", elbow_marker),
        f"{letter}FARM": (f"{side}_forearm", elbow_marker + np.array([0.025, 0.0, 0.5 * wrist[2]])),
        f"{letter}WRIST": (f"{side}_forearm", wrist_marker),
        f"{letter}MC5": (f"{side}_hand", np.array([-0.015, left * 0.015, -0.085])),
        f"{letter}MC2": (f"{side}_hand", np.array([0.050, left * 0.015, -0.085])),
    }


def _leg(model: Model, side: Side) -> dict[str, tuple[str, FloatArray]]:
    left = 1.0 if side == "left" else -1.0
    letter = side[0].upper()
    ankle = _joint(model, f"{side}_ankle")
    foot = _foot_markers(model, side)
    malleolus, epicondyle, tuberosity = _regression_markers(ankle, foot, side)
    knee = _joint(model, f"{side}_knee")
    return {
        f"{letter}TROCH": (f"{side}_thigh", np.array([0.0, left * _SKIN_BESIDE_TROCHANTER, 0.01])),
        f"{letter}EPIC": (f"{side}_thigh", knee + epicondyle),
        f"{letter}TUBER": (f"{side}_shank", tuberosity),
        f"{letter}MAL": (f"{side}_shank", ankle + malleolus),
        f"{letter}HEEL": (f"{side}_hindfoot", foot["heel"]),
        f"{letter}MET5": (f"{side}_hindfoot", foot["fifth"]),
        f"{letter}MET1": (f"{side}_hindfoot", foot["first"]),
        f"{letter}HALLUX": (f"{side}_forefoot", model.points[f"{side}_toe"][1]),
    }


def _foot_markers(model: Model, side: Side) -> dict[str, FloatArray]:
    """Heel and metatarsal head markers (3,) m in the hindfoot's frame.

    The middle of the heads lies straight ahead of the heel, so that the foot's long axis is its x
    axis, and joint = 0.95 MET1 + 0.05 MET5 - 0.015 w gives the heads' positions.
    """
    heel = model.points[f"{side}_heel"][1]
    on_line = _joint(model, f"{side}_metatarsal") + np.array([0.0, 0.0, 0.015])
    # with first = middle + apart and fifth = middle - apart, on_line = middle + 0.9 apart
    fifth_height = _FIFTH_HEAD_HEIGHT - SOLE.ankle_height
    apart = np.array(
        [
            0.5 * _FIFTH_HEAD_BEHIND_FIRST,
            (on_line[1] - heel[1]) / 0.9,
            (on_line[2] - fifth_height) / 1.9,
        ]
    )
    middle = on_line - 0.9 * apart
    return {"heel": heel, "first": middle + apart, "fifth": middle - apart}


def _regression_markers(
    p_KA: FloatArray, foot: dict[str, FloatArray], side: Side
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Markers from which the regressions find ankle and knee of the standing man.

    Solves for the malleolus (from the ankle), the epicondyle (from the knee) and how far medial
    the tuberosity lies for the epicondyle to be straight lateral of the knee.

    Args:
        p_KA: (3,) m, ankle in the shank's frame.
        foot: heel and fifth metatarsal head from the ankle.
    Returns:
        Malleolus from the ankle, epicondyle and tuberosity from the knee, (3,) m each.
    """
    left = 1.0 if side == "left" else -1.0
    size = {name: MEASUREMENTS[f"{side}_{name}"] for name in _REGRESSED}
    # anterior, lateral, up in the planes of the markers
    from_malleolus = np.array(
        [
            -0.008 * size["foot_length"],
            -0.706 * size["malleolus_width"],
            -0.393 * size["malleolus_height"],
        ]
    )
    from_epicondyle = np.array([0.423, -0.406, 0.198]) * size["knee_width"]

    def from_ankle(malleolus: FloatArray) -> FloatArray:
        R_foot = _axes(0, foot["fifth"] - foot["heel"], 2, malleolus - foot["heel"])
        return np.asarray(malleolus + R_foot @ (from_malleolus * [1, left, 1]))

    malleolus = _root(from_ankle, np.array([0.0, left * 0.04, 0.03]))

    def from_knee(unknown: FloatArray) -> FloatArray:
        epicondyle, medial = unknown[:3], unknown[3]
        tuberosity = np.array([_TUBEROSITY[0], -left * medial, _TUBEROSITY[1]])
        R_shank = _axes(2, epicondyle - (p_KA + malleolus), 0, tuberosity - (p_KA + malleolus))
        knee = epicondyle + R_shank @ (from_epicondyle * [1, left, 1])
        return np.append(knee, epicondyle[0])

    epicondyle = _root(from_knee, np.array([0.0, left * 0.055, -0.02, 0.0]))
    tuberosity = np.array([_TUBEROSITY[0], -left * epicondyle[3], _TUBEROSITY[1]])
    return malleolus, epicondyle[:3], tuberosity


def _root(function: Callable[[FloatArray], FloatArray], start: FloatArray) -> FloatArray:
    found = root(function, start, tol=1e-13)
    if np.abs(found.fun).max() > 1e-9:
        raise RuntimeError(f"no marker place satisfies the regressions: {found.message}")
    return np.asarray(found.x)


def _axes(i: int, first: FloatArray, j: int, second: FloatArray) -> FloatArray:
    """Rotation (3, 3) whose column i lies along `first` and column j in its plane with `second`."""
    u = first / np.linalg.norm(first)
    v = second - u * (u @ second)
    v /= np.linalg.norm(v)
    R = np.empty((3, 3))
    R[:, i], R[:, j] = u, v
    R[:, 3 - i - j] = np.cross(u, v) * (1 if (i + 1) % 3 == j else -1)
    return R
