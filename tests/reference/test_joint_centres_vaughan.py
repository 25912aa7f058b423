"""Joint centres and segment axes of the man in Vaughan, Davis & O'Connor's GaitLab."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import butter, filtfilt
from tests.reference import gaitlab

from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.mocap.marker_sets.marker_names import best
from ambulo.records import SIDES, Markers

# the ends of the listed centres bear the mark of the authors' filter
INNER = slice(5, 75)


@pytest.fixture(scope="module")
def listed(data):
    return gaitlab.read_blocks(data / "vaughan_gaitlab_man" / "manprocessed.txt")


@pytest.fixture(scope="module")
def landmarks(listed):
    raw = gaitlab.markers(listed)
    # the listed centres come from markers smoothed at 6 Hz, forwards and backwards (Winter 2009)
    b, a = butter(2, 6.0 / 0.802 / (gaitlab.RATE / 2))
    markers = Markers(raw.names, raw.time, filtfilt(b, a, raw.position, axis=0))
    match = best(raw.names)
    assert match.marker_set.name == "vaughan15"
    assert not match.unknown
    return evaluate_landmarks(match, markers, gaitlab.subject(listed))


def angle_between_lines(u, v):
    """Degrees; from the cross product, which three decimals of the listing spoil least."""
    return np.degrees(np.arcsin(np.linalg.norm(np.cross(u, v), axis=1)))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("joint", ["hip", "knee", "ankle", "heel", "toe"])
def test_joint_centres(listed, landmarks, side, joint):
    theirs = listed[f"JointCentre{side.capitalize()}{joint.capitalize()}"]
    apart = np.linalg.norm(landmarks.points[f"{side}_{joint}"] - theirs, axis=1)[INNER]
    assert np.sqrt(np.mean(apart**2)) < 0.001
    assert apart.max() < 0.003


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("segment", "theirs"), [("thigh", "Thigh"), ("shank", "Calf")])
def test_segment_axes(listed, landmarks, side, segment, theirs):
    """Vaughan's I is along the segment, J anterior, K medio-lateral."""
    R = landmarks.frames[f"{side}_{segment}"].R[INNER]
    np.testing.assert_allclose(np.linalg.det(R), 1)
    for letter, axis in (("I", 2), ("J", 0), ("K", 1)):
        listed_axis = listed[f"SegmentUV{side.capitalize()}{theirs}{letter}"][INNER]
        assert angle_between_lines(R[:, :, axis], listed_axis).mean() < 0.75


def test_pelvic_axes(listed, landmarks):
    R = landmarks.frames["pelvis"].R[INNER]
    for letter, axis in (("I", 2), ("J", 0), ("K", 1)):
        listed_axis = listed[f"SegmentUVPelvis{letter}"][INNER]
        assert angle_between_lines(R[:, :, axis], listed_axis).mean() < 0.75
