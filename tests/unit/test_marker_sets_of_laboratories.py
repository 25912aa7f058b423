"""Marker sets under the names that laboratories use, on a body whose motion is known.

The markers sit on anatomical landmarks of a body in motion, not where a set's rules would want
them; hip regressions are met exactly by the choice of the pelvis' landmarks.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ambulo.analysis import analyse_trial
from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.gait.configuration import Configuration
from ambulo.model.joint_angles import joint_angles
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, LabFrame, Markers, Subject, Trial

RATE = 100.0


def landmarks(model):
    """Landmark -> (segment, place in it [m]), from joint centres and published sizes."""
    at = {joint: model.tree.p_PJ[k] for k, joint in enumerate(model.joints)}
    breadth = (at["left_hip"][1] - 0.0073) / 0.33  # Harrington et al. (2007), solved for the ASIS
    depth = 0.16
    ahead, above = 0.24 * depth + 0.0099, 0.30 * breadth + 0.0109
    found = {}
    for side in SIDES:
        left = 1.0 if side == "left" else -1.0
        s = side[0].upper()

        def put(name, segment, x, y, z, base=(0.0, 0.0, 0.0), s=s, side=side, left=left):
            full = segment if segment in ("pelvis", "torso") else f"{side}_{segment}"
            found[f"{s} {name}"] = (full, np.asarray(base) + np.array([x, left * y, z]))

        knee, ankle = at[f"{side}_knee"], at[f"{side}_ankle"]
        put("asis", "pelvis", ahead, 0.5 * breadth, above)
        put("psis", "pelvis", ahead - depth, 0.045, above)
        put("trochanter", "thigh", 0.0, 0.08, 0.01)
        put("thigh", "thigh", 0.05, 0.05, 0.6 * knee[2])
        put("thigh above", "thigh", 0.08, 0.0, 0.4 * knee[2])
        put("thigh below", "thigh", 0.07, 0.01, 0.7 * knee[2])
        put("thigh behind", "thigh", -0.06, 0.03, 0.5 * knee[2])
        put("knee", "thigh", 0.0, 0.05, 0.0, knee)
        put("knee medial", "thigh", 0.0, -0.05, 0.0, knee)
        put("fibula", "shank", -0.02, 0.045, -0.06)
        put("tuberosity", "shank", 0.045, 0.0, -0.06)
        put("shank", "shank", 0.02, 0.04, 0.5 * ankle[2])
        put("shank in front", "shank", 0.05, 0.0, 0.4 * ankle[2])
        put("shank behind", "shank", -0.05, 0.01, 0.45 * ankle[2])
        put("ankle", "shank", 0.0, 0.035, 0.0, ankle)
        put("ankle medial", "shank", 0.0, -0.035, 0.0, ankle)
        heel = model.points[f"{side}_heel"][1]
        put("heel", "hindfoot", -0.007, 0.0, 0.0, heel)
        put("first", "hindfoot", 0.155, -0.035, -0.03, [0, heel[1], 0])
        put("second", "hindfoot", 0.165, 0.0, -0.025, [0, heel[1], 0])
        put("fifth", "hindfoot", 0.125, 0.05, -0.04, [0, heel[1], 0])
        put("acromion", "torso", 0.0, 0.0, 0.06, at[f"{side}_shoulder"])
        elbow, wrist = at[f"{side}_elbow"], at[f"{side}_wrist"]
        put("arm", "upper_arm", 0.0, 0.05, 0.5 * elbow[2])
        put("elbow", "upper_arm", 0.0, 0.04, 0.0, elbow)
        put("elbow medial", "upper_arm", 0.0, -0.04, 0.0, elbow)
        put("wrist", "forearm", 0.0, 0.03, 0.0, wrist)
        put("wrist medial", "forearm", 0.0, -0.03, 0.0, wrist)
        put("hand", "hand", 0.0, 0.0, -0.07)
    neck = at["neck"]
    found["C7"] = ("torso", neck + np.array([-0.05, 0.0, 0.02]))
    found["chest"] = ("torso", neck + np.array([0.10, 0.0, -0.12]))
    return found


def named(pairs, *single):
    """Marker names of both sides from `{S}` templates."""
    both = {t.replace("{S}", s): f"{s} {mark}" for t, mark in pairs.items() for s in "LR"}
    return both | dict(single)


HELEN_HAYES = named(
    {
        "{S}.ASIS": "asis", "{S}.Thigh": "thigh", "{S}.Knee": "knee",
        "{S}.Knee.Medial": "knee medial", "{S}.Shank": "shank", "{S}.Ankle": "ankle",
        "{S}.Ankle.Medial": "ankle medial", "{S}.Heel": "heel", "{S}.Toe": "second",
        "{S}.PSIS": "psis",
    }
)  # fmt: skip
CGM2 = named(
    {
        "{S}ASI": "asis", "{S}PSI": "psis", "{S}THI": "thigh", "{S}THAP": "thigh above",
        "{S}THAD": "thigh below", "{S}KNE": "knee", "{S}KNM": "knee medial", "{S}TIB": "shank",
        "{S}TIAP": "shank in front", "{S}TIAD": "shank behind", "{S}ANK": "ankle",
        "{S}MED": "ankle medial", "{S}HEE": "heel", "{S}TOE": "second", "{S}FMH": "first",
        "{S}VMH": "fifth",
    }
)  # fmt: skip
IOR = {
    "IAS": "asis", "IPS": "psis", "FTC": "trochanter", "FLE": "knee", "FME": "knee medial",
    "FAX": "fibula", "TTC": "tuberosity", "FAL": "ankle", "TAM": "ankle medial", "FCC": "heel",
    "FM1": "first", "FM2": "second", "FM5": "fifth",
}  # fmt: skip
OLD_IOR = ("ASIS", "PSIS", "GT", "LE", "ME", "HF", "TT", "LM", "MM", "CA", "FM", "SM", "VM")
OPENCAP = named(
    {
        "{S}.ASIS_study": "asis", "{S}.PSIS_study": "psis", "{S}_knee_study": "knee",
        "{S}_mknee_study": "knee medial", "{S}_ankle_study": "ankle",
        "{S}_mankle_study": "ankle medial", "{S}_calc_study": "heel", "{S}_toe_study": "second",
        "{S}_5meta_study": "fifth", "{S}_shoulder_study": "acromion",
        "{S}_lelbow_study": "elbow", "{S}_melbow_study": "elbow medial",
        "{S}_lwrist_study": "wrist", "{S}_mwrist_study": "wrist medial",
        "{S}_thigh1_study": "thigh", "{S}_thigh2_study": "thigh above",
        "{S}_thigh3_study": "thigh behind", "{S}_sh1_study": "shank",
        "{S}_sh2_study": "shank in front", "{S}_sh3_study": "shank behind",
    },
    ("C7_study", "C7"),
)  # fmt: skip
QUALISYS = named(
    {
        "Waist{S}Front": "asis", "{S}Sips": "psis", "{S}ThighFrontLow": "thigh below",
        "{S}KneeOut": "knee", "{S}KneeIn": "knee medial", "{S}ShinFrontHigh": "tuberosity",
        "{S}ShinFrontLow": "shank in front", "{S}AnkleOut": "ankle", "{S}AnkleIn": "ankle medial",
        "{S}HeelBack": "heel", "{S}Forefoot1": "first", "{S}Forefoot2": "second",
        "{S}Forefoot5": "fifth", "{S}ShoulderTop": "acromion", "{S}Arm": "arm",
        "{S}ElbowOut": "elbow", "{S}ElbowIn": "elbow medial", "{S}WristOut": "wrist",
        "{S}WristIn": "wrist medial", "{S}Hand2": "hand",
    },
    ("SpineThoracic2", "C7"),
    ("Chest", "chest"),
)  # fmt: skip
SETS = {
    "helen hayes": (HELEN_HAYES, "plug_in_gait_lower"),
    "cgm2": (CGM2, "cgm2"),
    "ior": (named({f"{{S}}_{name}": mark for name, mark in IOR.items()}), "leardini2007"),
    "ior, first names": (
        named({f"{{S}}{a}": b for a, b in zip(OLD_IOR, IOR.values(), strict=True)}),
        "leardini2007",
    ),
    "opencap": (
        {n.replace("R", "r", 1) if n[0] == "R" else n: m for n, m in OPENCAP.items()},
        "opencap",
    ),
    "qualisys": (QUALISYS, "qualisys_animation"),
}


@pytest.fixture(scope="module")
def walk():
    demo = walking_demo()
    time = np.arange(140) / RATE
    return demo, walk_truth(demo, 0.0, time)


def recorded(model, q, time, names):
    R, p = forward_kinematics(model.tree, q)
    marks = landmarks(model)
    position = np.empty((len(time), len(names), 3))
    for k, mark in enumerate(names.values()):
        segment, local = marks[mark]
        body = model.segments.index(segment)
        position[:, k] = p[:, body] + R[:, body] @ local
    lab = LabFrame(np.eye(3), 1.0, "made")
    subject = Subject(mass=model.mass, height=1.82, sex="m")
    markers = Markers(tuple(names), time, position)
    return Trial(Path("made.c3d"), markers, (), (), subject, lab, {}, ())


@pytest.mark.parametrize("names", SETS)
def test_the_set_is_found_and_its_angles_are_the_bodys(walk, names):
    demo, truth = walk
    markers, expected = SETS[names]
    trial = recorded(demo.model, truth.motion.q, truth.motion.time, markers)
    still = demo.model.tree
    stand = np.zeros((20, still.nq))
    for k in range(still.nb):
        stand[:, still.q_start[k] + (3 if k == 0 else 0)] = 1.0
    stand[:, 2] = 0.93
    static = recorded(demo.model, stand, np.arange(20) / RATE, markers)
    found = analyse_trial(trial, static, Configuration(cutoff=12.0))
    assert found.marker_set == expected
    R, _ = forward_kinematics(demo.model.tree, truth.motion.q)
    true = {angle.name: angle.values for angle in joint_angles(demo.model, R)}
    inner = slice(10, -10)
    for angle in found.angles:
        if angle.name.endswith(("hip_flexion", "knee_flexion", "ankle_dorsiflexion")):
            off = angle.values[inner] - true[angle.name][inner]
            assert off.std() < 0.40, angle.name  # degrees; Davis' hips move the thigh most
            assert abs(off.mean()) < 0.5, angle.name
