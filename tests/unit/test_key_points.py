"""Joint centres that a program estimates from video, analysed without a marker."""

from __future__ import annotations

import numpy as np
import pytest
from tests.consistent_analysis import consistent_analysis
from tests.unit.test_text_files import write_trc

import ambulo
from ambulo.model.joint_angles import joint_angles
from ambulo.multibody.tree.kinematics import forward_kinematics

JOINTS = ("hip", "knee", "ankle", "shoulder", "elbow")
SHOULDERS = ("left_shoulder", "right_shoulder")
# by name: how Pose2Sim (HALPE 26) and MediaPipe call a joint or a foot's end
NAMES = {
    "HALPE 26": ("{S}{Joint}", "{S}BigToe", "Neck"),
    "MediaPipe": ("{side}_{joint}", "{side}_foot_index", ""),
}


@pytest.mark.parametrize("system", NAMES)
def test_joint_angles_of_key_points_are_those_of_the_walk(system, tmp_path):
    made = consistent_analysis()
    model = made.model
    R, p = forward_kinematics(model.tree, made.motion.q)
    form, toe, neck = NAMES[system]
    figure = {neck: p[:, model.joints.index("neck")]} if neck else {}
    for side in ("left", "right"):
        words = {"S": side[0].upper(), "side": side}
        for joint in JOINTS:
            name = form.format(**words, joint=joint, Joint=joint.title())
            figure[name] = p[:, model.joints.index(f"{side}_{joint}")]
        ends = {
            "heel": form.format(**words, joint="heel", Joint="Heel"),
            "toe": toe.format(**words),
        }
        for end, name in ends.items():
            body, local = model.points[f"{side}_{end}"]
            figure[name] = p[:, body] + R[:, body] @ local
    found = ambulo.analyse(
        write_trc(tmp_path / "video.trc", figure), mass=68.0, height=1.74, sex="f"
    )
    assert found.marker_set == "key_points"
    true = {angle.name: angle.values for angle in joint_angles(model, R)}
    for side in ("left", "right"):
        # what the back bends is taken for the hip's
        for name, most in {
            "knee_flexion": 1.5, "hip_flexion": 5.0, "hip_adduction": 2.0,
            "ankle_dorsiflexion": 3.0,
        }.items():  # fmt: skip
            error = found.angles[f"{side}_{name}"].values - true[f"{side}_{name}"]
            assert np.std(error) < most, name
            assert abs(error.mean()) < 1.0 or name != "knee_flexion"
    hips, top = (
        np.mean([p[:, model.joints.index(joint)] for joint in ends], axis=0)
        for ends in (("left_hip", "right_hip"), ["neck"] if neck else SHOULDERS)
    )
    lean = np.degrees(np.arctan2(*(top - hips).mean(axis=0)[[0, 2]]))
    assert found.angles["pelvis_tilt"].values.mean() == pytest.approx(lean + 11.3, abs=0.5)
