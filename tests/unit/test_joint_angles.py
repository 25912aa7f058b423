"""Clinical angles and their signs, by turning segments as a clinician would."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.model.joint_angles import cardan_yxz, joint_angles
from ambulo.model.joint_motions import joint_motions

DOWN, FORWARD, LEFT = np.array([0.0, 0, -1]), np.array([1.0, 0, 0]), np.array([0.0, 1, 0])
SMALL = np.radians(5.0)


def turned(joint: str, motion: int) -> np.ndarray:
    """Rotation of the distal segment for a small positive clinical motion."""
    named = joint_motions(joint)[motion]
    axis = np.zeros(3)
    axis[named.axis] = named.sign
    return Rotation.from_rotvec(SMALL * axis).as_matrix()


@pytest.mark.parametrize(
    ("joint", "motion", "vector", "towards"),
    [
        ("right_hip", 0, DOWN, FORWARD),  # flexion carries the knee forwards
        ("left_hip", 0, DOWN, FORWARD),
        ("right_knee", 0, DOWN, -FORWARD),  # flexion carries the foot backwards
        ("left_knee", 0, DOWN, -FORWARD),
        ("right_ankle", 0, FORWARD, -DOWN),  # dorsiflexion lifts the toes
        ("left_ankle", 0, FORWARD, -DOWN),
        ("left_metatarsal", 0, FORWARD, -DOWN),
        ("right_elbow", 0, DOWN, FORWARD),
        ("left_shoulder", 0, DOWN, FORWARD),
        ("right_hip", 1, DOWN, LEFT),  # adduction carries the limb to the midline
        ("left_hip", 1, DOWN, -LEFT),
        ("right_knee", 1, DOWN, LEFT),
        ("left_knee", 1, DOWN, -LEFT),
        ("right_ankle", 1, DOWN, LEFT),  # inversion turns the sole to the midline
        ("left_ankle", 1, DOWN, -LEFT),
        ("right_hip", 2, FORWARD, LEFT),  # internal rotation turns the front to the midline
        ("left_hip", 2, FORWARD, -LEFT),
        ("left_knee", 2, FORWARD, -LEFT),
        ("right_ankle", 2, FORWARD, LEFT),
        ("right_wrist", 0, DOWN, FORWARD),  # radial deviation, palm medial
        ("right_wrist", 1, DOWN, LEFT),  # palmar flexion carries the fingers to the palm's side
        ("left_wrist", 1, DOWN, -LEFT),
        ("lumbar", 0, -DOWN, FORWARD),  # flexion bends the trunk forwards
        ("lumbar", 1, -DOWN, -LEFT),  # bending to the right
        ("lumbar", 2, FORWARD, LEFT),
        ("head", 0, -DOWN, FORWARD),
        ("root", 0, -DOWN, FORWARD),  # anterior tilt
        ("root", 1, LEFT, -DOWN),  # left side up
        ("root", 2, FORWARD, LEFT),
    ],
)
def test_positive_motion_goes_where_its_name_says(joint, motion, vector, towards):
    assert turned(joint, motion) @ vector @ towards == pytest.approx(np.sin(SMALL))


def test_every_motion_is_named_once_and_both_sides_alike():
    names = [
        m.name
        for side in ("left", "right")
        for kind in ("hip", "knee", "ankle", "metatarsal", "shoulder", "elbow", "wrist")
        for m in joint_motions(f"{side}_{kind}")
    ]
    assert len(names) == len(set(names)) == 42
    assert {n.removeprefix("left_") for n in names if n.startswith("left")} == {
        n.removeprefix("right_") for n in names if n.startswith("right")
    }


def test_cardan_angles_give_the_rotation_back():
    rng = np.random.default_rng(0)
    angles = rng.uniform([-1.5, -1.4, -1.5], [1.5, 1.4, 1.5], size=(50, 3))
    R = Rotation.from_euler("YXZ", angles).as_matrix()
    for k in range(50):
        np.testing.assert_allclose(cardan_yxz(R[k : k + 1])[0], angles[k], atol=1e-12)


def test_angles_do_not_jump_over_half_a_turn_or_a_gap():
    angle = np.radians(np.linspace(150.0, 250.0, 40))
    R = Rotation.from_rotvec(np.outer(angle, [0.0, 1.0, 0.0])).as_matrix()
    R[10:13] = np.nan
    out = cardan_yxz(R)[:, 0]
    seen = np.isfinite(out)
    assert seen.sum() == 37
    np.testing.assert_allclose(out[seen], angle[seen], atol=1e-12)


def test_joints_turn_as_the_child_does_in_its_parents_axes():
    joints = ("root", "right_hip", "right_knee")
    model = SimpleNamespace(joints=joints, tree=SimpleNamespace(parent=np.array([-1, 0, 1])))
    R = Rotation.random(12, random_state=3).as_matrix().reshape(4, 3, 3, 3)
    found = np.array([quantity.values for quantity in joint_angles(model, R)])
    relative = np.stack([R[:, 0], *(R[:, k - 1].swapaxes(1, 2) @ R[:, k] for k in (1, 2))], axis=1)
    expected = np.degrees(cardan_yxz(relative)).reshape(4, -1).T
    np.testing.assert_allclose(np.abs(found), np.abs(expected), atol=1e-10)
