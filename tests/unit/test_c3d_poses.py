"""Segment poses in a C3D file: read as they were written, and analysed like markers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.consistent_analysis import consistent_analysis

import ambulo
from ambulo.gait.configuration import Configuration
from ambulo.inputs.errors import InputError
from ambulo.mocap.files.c3d import read_c3d, read_poses
from ambulo.mocap.files.c3d_encoding import C3DContent, encode_c3d
from ambulo.mocap.files.c3d_parameters import Parameters, Processor
from ambulo.mocap.files.trial_file import read_trial
from ambulo.model.joint_angles import joint_angles
from ambulo.multibody.tree.kinematics import forward_kinematics

# a markerless system's segments (x right, y ahead, z up) by those of the model (x ahead, y left)
SEGMENTS = {
    "pelvis": "pelvis",
    **{f"{s[0]}_thigh": f"{s}_thigh" for s in ("left", "right")},
    **{f"{s[0]}_shank": f"{s}_shank" for s in ("left", "right")},
    **{f"{s[0]}_foot": f"{s}_hindfoot" for s in ("left", "right")},
    **{f"{s[0]}_toes": f"{s}_forefoot" for s in ("left", "right")},
}
TURN = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


def poses(R, p, unit=1000.0):
    """(frames, n, 4, 4) with places in this part of a metre."""
    T = np.zeros((*p.shape[:2], 4, 4))
    T[..., :3, :3], T[..., :3, 3], T[..., 3, 3] = R, unit * p, 1.0
    return T


def written(path, T, labels, points=None, ratio=1, promised=None, units="mm"):
    """A C3D file with a data section of poses behind everything else."""
    frames, count = T.shape[:2]
    numbers = np.ones((frames, count, 17))
    # column by column
    numbers[..., :16] = T.swapaxes(-1, -2).reshape(frames, count, 16)
    if points is None:
        points = np.zeros((frames // ratio, 0, 3))

    def content(start):
        group = {
            "USED": np.array([count]),
            "DATA_START": np.array([start]),
            "RATE": np.array([100.0 * ratio]),
            "RATIO": np.array([ratio]),
            "FRAMES": np.array([promised or frames]),
            "LABELS": [f"{label}_4X4" for label in labels],
        }
        names = [f"P{k}" for k in range(points.shape[1])]
        groups = {"ROTATION": group, "POINT": {"UNITS": [units]}}
        return C3DContent(names, points, rate=100.0, groups=groups)

    blocks = len(encode_c3d(content(1), path)) // 512
    path.write_bytes(encode_c3d(content(blocks + 1), path) + numbers.astype("<f4").tobytes())
    return path


@pytest.fixture(scope="module")
def walk():
    """Some walking: the model, its segments' rotations and origins."""
    made = consistent_analysis()
    R, p = forward_kinematics(made.model.tree, made.motion.q)
    return made.model, R, p


@pytest.mark.parametrize("unit", ["mm", "m"])
def test_joint_angles_of_poses_are_those_of_the_walk(unit, walk, tmp_path):
    model, R, p = walk
    chosen = [model.segments.index(name) for name in SEGMENTS.values()]
    T = poses(R[:, chosen] @ TURN, p[:, chosen], {"mm": 1000.0, "m": 1.0}[unit])
    path = written(tmp_path / "walk.c3d", T, SEGMENTS, units=unit)
    found = ambulo.analyse(path, configuration=Configuration(mass=68.0, height=1.74, sex="f"))
    assert found.marker_set == "segment_poses"
    true = {angle.name: angle.values for angle in joint_angles(model, R)}
    for side in ("left", "right"):
        for motion in ("hip_flexion", "hip_adduction", "hip_rotation", "knee_flexion"):
            name = f"{side}_{motion}"
            np.testing.assert_allclose(
                found.angles[name].values, true[name], atol=0.4, err_msg=name
            )
        # the foot's own axes are from ankle to ball and along the sole: a turn, the same course
        name = f"{side}_ankle_dorsiflexion"
        assert np.corrcoef(found.angles[name].values, true[name])[0, 1] > 0.99
        # nothing measures the floor, so nothing is said of a standing leg
        assert not np.isfinite(found.moments[f"{side}_knee_flexion"].values).all()


def test_a_matrix_is_read_column_by_column_at_the_rate_of_the_points(tmp_path):
    turns = Rotation.random(12, random_state=3).as_matrix().reshape(6, 2, 3, 3)
    places = np.random.default_rng(5).uniform(-1.0, 1.0, (6, 2, 3))
    T = poses(turns, places)
    T[2, 1] = 0.0  # not tracked there
    markers = np.full((3, 1, 3), 7.0)
    path = written(tmp_path / "a.c3d", T, ["pelvis", "l_thigh"], points=markers, ratio=2)
    file = read_c3d(path)
    names = ["P0"] + [f"{s}_{e}" for s in ("pelvis", "l_thigh") for e in ("origin", *"xyz")]
    assert list(file.labels) == names
    np.testing.assert_array_equal(file.points[:, 0], 7.0)
    for k, segment in enumerate(("pelvis", "l_thigh")):
        at = names.index(f"{segment}_origin")
        for frame in range(3):
            origin, *ends = file.points[frame, at : at + 4]
            if (frame, k) == (1, 1):
                assert np.isnan(file.points[frame, at : at + 4]).all()
                continue
            np.testing.assert_allclose(origin, T[2 * frame, k, :3, 3], rtol=1e-5)
            axes = (np.array(ends) - origin).T / 100.0
            np.testing.assert_allclose(axes, turns[2 * frame, k], atol=1e-4)
    assert any("2 segment poses" in note for note in file.notes)


def test_the_laboratory_is_no_part_of_the_body(tmp_path):
    T = poses(np.tile(np.eye(3), (4, 2, 1, 1)), np.ones((4, 2, 3)))
    file = read_c3d(written(tmp_path / "a.c3d", T, ["worldbody", "pelvis"]))
    assert file.labels[0] == "pelvis_origin"
    assert len(file.labels) == 4


def test_poses_that_are_cut_short_are_refused(tmp_path):
    T = poses(np.tile(np.eye(3), (4, 1, 1, 1)), np.ones((4, 1, 3)))
    path = written(tmp_path / "a.c3d", T, ["pelvis"], promised=400)
    with pytest.raises(InputError, match="400 frames of 1 segment poses, but is shorter"):
        read_trial(path)


@pytest.mark.parametrize("name", ["USED", "FRAMES", "DATA_START", "RATIO"])
@pytest.mark.parametrize("value", [np.nan, np.inf, -1.0, 1e30])
def test_a_number_that_is_none_is_refused_or_without_effect(name, value, tmp_path):
    T = poses(np.tile(np.eye(3), (4, 1, 1, 1)), np.ones((4, 1, 3)))
    path = written(tmp_path / "a.c3d", T, ["pelvis"], points=np.ones((4, 2, 3)))
    file = read_c3d(path)
    wrong = Parameters({**file.parameters.values, ("ROTATION", name): np.array([value])})
    if name in ("DATA_START", "FRAMES") or value == -1.0:
        # no place, no frames, or sixteen bits full of them
        if name == "RATIO":
            assert len(read_poses(path, Processor.INTEL, wrong)["pelvis_4X4"]) == 1
        else:
            with pytest.raises(InputError, match=r"segment poses(, but is shorter| begin)"):
                read_poses(path, Processor.INTEL, wrong)
    else:
        assert set(read_poses(path, Processor.INTEL, wrong)) <= {"pelvis_4X4"}


def test_markers_are_read_where_the_poses_beside_them_cannot_be(tmp_path):
    T = poses(np.tile(np.eye(3), (4, 1, 1, 1)), np.ones((4, 1, 3)))
    path = written(tmp_path / "a.c3d", T, ["pelvis"], points=np.ones((4, 2, 3)), promised=400)
    file = read_c3d(path)
    assert len(file.labels) == 2
    assert any("Segment poses are left out" in note for note in file.notes)


def test_poses_and_points_of_other_lengths_are_refused(tmp_path):
    T = poses(np.tile(np.eye(3), (4, 1, 1, 1)), np.ones((4, 1, 3)))
    path = written(tmp_path / "a.c3d", T, ["pelvis"], points=np.ones((3, 1, 3)))
    with pytest.raises(InputError, match="3 frames of markers, but 4 of segment poses"):
        read_trial(path)
