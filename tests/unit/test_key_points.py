"""Joint centres that a program estimates, analysed without a marker."""

from __future__ import annotations

import re

import numpy as np
import pytest
from tests.consistent_analysis import consistent_analysis
from tests.unit.test_text_files import write_trc

import ambulo
from ambulo.inputs.errors import MarkersMissing
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.guess import guess
from ambulo.model.joint_angles import joint_angles
from ambulo.multibody.tree.kinematics import forward_kinematics

JOINTS = ("hip", "knee", "ankle", "shoulder", "elbow")
SHOULDERS = ("left_shoulder", "right_shoulder")
# by system: how it calls joints and a foot's ends; the neck where it has one. Programs of video
# first, whose names the shipped set has
NAMES = {
    "HALPE 26": ("{S}Hip {S}Knee {S}Ankle {S}Shoulder {S}Elbow {S}Heel {S}BigToe", "Neck"),
    "MediaPipe": (
        "{side}_hip {side}_knee {side}_ankle {side}_shoulder {side}_elbow {side}_heel"
        " {side}_foot_index",
        "",
    ),
    "Kinect 2": (
        "Hip{Side} Knee{Side} Ankle{Side} Shoulder{Side} Elbow{Side} - Foot{Side}",
        "SpineShoulder",
    ),
    "Azure Kinect": (
        "HIP_{SIDE} KNEE_{SIDE} ANKLE_{SIDE} SHOULDER_{SIDE} ELBOW_{SIDE} - FOOT_{SIDE}",
        "NECK",
    ),
    "SMPL": ("{side}_hip {side}_knee {side}_ankle {side}_shoulder - - {side}_foot", "neck"),
    "BVH": (
        "{Side}UpLeg {Side}Leg {Side}Foot {Side}Shoulder {Side}ForeArm - {Side}ToeBase",
        "Neck",
    ),
    "Unreal": ("thigh_{s} calf_{s} foot_{s} - lowerarm_{s} - ball_{s}", "neck_01"),
    "German": (
        "Hüfte_{seite} Knie_{seite} Knöchel_{seite} Schulter_{seite} Ellbogen_{seite}"
        " Ferse_{seite} Zehe_{seite}",
        "",
    ),
    "Nexus": ("{S}HJC {S}KJC {S}AJC {S}SJC {S}EJC {S}HEE {S}TOE", "NECK"),
    "Xsens": ("j{Side}Hip j{Side}Knee j{Side}Ankle j{Side}Shoulder j{Side}Elbow - j{Side}BallFoot",
              "jT1C7"),
}  # fmt: skip


def figure_of(made, system, *, hips=0.0):
    """A walk's joint centres and feet under a system's names, the hips moved outwards by m."""
    model = made.model
    R, p = forward_kinematics(model.tree, made.motion.q)
    form, neck = NAMES[system]
    figure = {neck: p[:, model.joints.index("neck")]} if neck else {}
    for side in ("left", "right"):
        words = {
            "S": side[0].upper(), "s": side[0], "side": side, "Side": side.title(),
            "SIDE": side.upper(), "seite": {"left": "links", "right": "rechts"}[side],
        }  # fmt: skip
        *joints, heel, toe = form.format(**words).split()
        for name, joint in zip(joints, JOINTS, strict=True):
            out = [0.0, (hips if joint == "hip" else 0.0) * (1 if side == "left" else -1), 0.0]
            figure[name] = p[:, model.joints.index(f"{side}_{joint}")] + out
        for end, name in (("heel", heel), ("toe", toe)):
            body, local = model.points[f"{side}_{end}"]
            figure[name] = p[:, body] + R[:, body] @ local
    figure.pop("-", None)
    return figure, R, p


@pytest.mark.parametrize("system", NAMES)
def test_joint_angles_of_joint_centres_are_those_of_the_walk(system, tmp_path):
    made = consistent_analysis()
    model = made.model
    figure, R, p = figure_of(made, system)
    neck = NAMES[system][1]
    found = ambulo.analyse(
        write_trc(tmp_path / "video.trc", figure), mass=68.0, height=1.74, sex="f"
    )
    assert found.marker_set == "key_points"
    assert ("joint centres, not markers" in " ".join(found.log)) == (
        system not in ("HALPE 26", "MediaPipe")
    )
    true = {angle.name: angle.values for angle in joint_angles(model, R)}
    for side in ("left", "right"):
        # what the back bends is taken for the hip's; without a heel a nearly straight leg may turn
        # about itself in some frames
        for name, most in {
            "knee_flexion": 5.0 if " - " in NAMES[system][0] else 1.0,
            "hip_flexion": 7.0, "hip_adduction": 3.0, "ankle_dorsiflexion": 8.0,
        }.items():  # fmt: skip
            error = found.angles[f"{side}_{name}"].values - true[f"{side}_{name}"]
            assert np.percentile(np.abs(error - np.median(error)), 90) < most, name
            assert abs(np.median(error)) < 1.0 or name != "knee_flexion"
    hips, top = (
        np.mean([p[:, model.joints.index(joint)] for joint in ends], axis=0)
        for ends in (("left_hip", "right_hip"), ["neck"] if neck else SHOULDERS)
    )
    lean = np.degrees(np.arctan2(*(top - hips).mean(axis=0)[[0, 2]]))
    assert found.angles["pelvis_tilt"].values.mean() == pytest.approx(lean + 11.3, abs=1.0)


def test_the_same_names_on_skin_are_no_joint_centres(tmp_path):
    """Trochanters lie wider than hip centres."""
    figure, *_ = figure_of(consistent_analysis(), "Azure Kinect", hips=0.09)
    with pytest.raises(MarkersMissing, match="left asis"):
        ambulo.analyse(write_trc(tmp_path / "skin.trc", figure), mass=68.0, height=1.74, sex="f")


@pytest.mark.parametrize(
    ("left_out", "said"),
    [("FOOT", "toes of both feet"), ("SHOULDER|NECK", "neck or the shoulders")],
)
def test_joint_centres_that_do_not_place_a_body_are_said_to_be_that(left_out, said, tmp_path):
    figure, *_ = figure_of(consistent_analysis(), "Azure Kinect")
    fewer = {name: path for name, path in figure.items() if not re.match(left_out, name)}
    with pytest.raises(MarkersMissing, match=f"are joint centres.*{said}"):
        ambulo.analyse(write_trc(tmp_path / "few.trc", fewer), mass=68.0, height=1.74, sex="f")


def test_a_set_written_for_joint_centres_finds_them(tmp_path):
    figure, *_ = figure_of(consistent_analysis(), "SMPL")
    path = write_trc(tmp_path / "video.trc", figure)
    own = tmp_path / "mine.toml"
    own.write_text(guess(read_trial(path).markers).text(path.name), encoding="utf-8")
    assert match_set(figure, load_marker_set(own)).complete
