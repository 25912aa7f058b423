"""Rules of landmarks, joint centres and segment frames in closed form."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.mocap.calibration.chord import chord_centre
from ambulo.mocap.calibration.hip_centres import HIP_CENTRES, PelvisSize
from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.records import Markers, Subject

rng = np.random.default_rng(5)
TIME = np.arange(4) / 100


def evaluate(tmp_path, rules, positions, subject=None, time=None, **options):
    """Landmarks of a set written for one test."""
    names = tuple(positions)
    count = max(np.atleast_2d(p).shape[0] for p in positions.values())
    stacked = np.stack([np.broadcast_to(p, (count, 3)) for p in positions.values()], axis=1)
    markers = "\n".join(f'{n} = {{ on = "pelvis" }}' for n in names)
    head = 'name = "t"\ntitle = "t"\nsource = "t"\nskeletons = ["legs"]\n'
    text = f"{head}[markers]\n{markers}\n{rules}"
    path = tmp_path / "t.toml"
    path.write_text(text, encoding="utf-8")
    marker_set = load_marker_set(path)
    record = Markers(names, np.arange(count) / 100 if time is None else time, stacked)
    return evaluate_landmarks(match_set(names, marker_set), record, subject or Subject(), **options)


# ---- points


def test_mean_along_project(tmp_path):
    a, b, c = rng.normal(size=(3, 4, 3))
    rules = """[points]
mean = { mean = ["A", "B", "C"], weights = [1, 2, 1] }
along = { along = ["A", "B"], distance = 0.1 }
foot = { project = "C", on_line = ["A", "B"] }
"""
    points = evaluate(tmp_path, rules, {"A": a, "B": b, "C": c}).points
    np.testing.assert_allclose(points["mean"], (a + 2 * b + c) / 4)
    np.testing.assert_allclose(np.linalg.norm(points["along"] - a, axis=1), 0.1)
    np.testing.assert_allclose(np.cross(points["along"] - a, b - a), 0, atol=1e-15)
    np.testing.assert_allclose(np.sum((points["foot"] - c) * (b - a), axis=1), 0, atol=1e-14)
    np.testing.assert_allclose(np.cross(points["foot"] - a, b - a), 0, atol=1e-14)


def test_offset_in_a_frame_moves_with_it(tmp_path):
    body = np.array([[0, 0, 0], [1.0, 0, 0], [0, 1.0, 0.3]])
    turns = Rotation.random(6, rng=3).as_matrix()
    places = rng.normal(size=(6, 1, 3))
    moved = np.einsum("fij,mj->fmi", turns, body) + places
    rules = """[points]
left_p = { offset = "O", frame = "box", anterior = 0.1, left = "0.5 width", up = "0.1 - 2 width" }
[frames]
box = { origin = "O", first = { anterior = ["O", "X"] }, second = { left = ["O", "Y"] } }
"""
    found = evaluate(
        tmp_path,
        rules,
        {n: moved[:, k] for k, n in enumerate("OXY")},
        Subject(measurements={"width": 0.2}),
    )
    R = found.frames["box"].R
    np.testing.assert_allclose(np.linalg.det(R), 1)
    # the frame that the definition gives on the body itself
    left = np.array([0, 1.0, 0.3]) / np.hypot(1, 0.3)
    R_body = np.stack([[1, 0, 0], left, np.cross([1, 0, 0], left)], axis=1)
    np.testing.assert_allclose(R, turns @ R_body, atol=1e-12)
    expected = np.einsum("fij,j->fi", turns, R_body @ [0.1, 0.1, -0.3]) + places[:, 0]
    np.testing.assert_allclose(found.points["left_p"], expected, atol=1e-12)


def test_first_usable_alternative_is_taken_and_said(tmp_path):
    rules = """[points]
knee = [
  { mean = ["A", "B"] },
  { along = ["A", "C"], distance = "0.5 width", note = "by its width" },
]
"""
    a, b, c = np.eye(3)
    assert not evaluate(tmp_path, rules, {"A": a, "B": b, "C": c}).notes
    unseen = np.full((1, 3), np.nan)
    found = evaluate(
        tmp_path, rules, {"A": a, "B": unseen, "C": c}, Subject(measurements={"width": 0.1})
    )
    assert found.notes == ("Knee: by its width.",)
    np.testing.assert_allclose(np.linalg.norm(found.points["knee"] - a), 0.05)
    lacking = evaluate(tmp_path, rules, {"A": a, "B": unseen, "C": c})
    assert lacking.unavailable["knee"] == "marker B has no data"


def test_a_note_says_which_rule_was_used_and_what_no_marker_shows(tmp_path):
    rules = """[points]
joint = { mean = ["A", "B"], note = "midway" }
end = [{ mean = ["lost"] }, { mean = ["joint"] }]
[markers.lost]
on = "pelvis"
"""
    a, b = rng.normal(size=(2, 4, 3))
    found = evaluate(tmp_path, rules, {"A": a, "B": b})
    assert found.points["end"] is not None
    assert found.notes == (
        "Joint: midway.",
        "End: marker lost is not in the trial, so it was found from joint.",
    )
    placed = replace(match_set(("A", "B"), load_marker_set(tmp_path / "t.toml")), carried={"B"})
    found = evaluate_landmarks(placed, Markers(("A", "B"), TIME, np.stack([a, b], 1)), Subject())
    assert "Joint: midway (no marker shows B here)." in (found.points and found.notes)


@pytest.mark.parametrize("unseen", ["", "LA", "RA"])
def test_sides_that_take_other_rules_are_not_built_alike(tmp_path, unseen):
    rules = """[points]
"{side}_end" = [{ mean = ["{S}A"] }, { mean = ["{S}B"] }]
middle = { mean = ["left_end", "right_end"] }
"{side}_foot" = { mean = ["{side}_end", "middle"] }
"""
    places = {name: rng.normal(size=(2, 3)) for name in ("LA", "RA", "LB", "RB")}
    if unseen:
        places[unseen] = np.full((2, 3), np.nan)
    found = evaluate(tmp_path, rules, places)
    assert {"left_foot", "right_foot"} <= set(found.points)
    assert found.built_alike("foot") is not bool(unseen)


def test_gaps_stay_gaps(tmp_path):
    a, b = rng.normal(size=(2, 3, 3))
    a[1] = np.nan
    points = evaluate(tmp_path, '[points]\nm = { mean = ["A", "B"] }\n', {"A": a, "B": b}).points
    assert np.isnan(points["m"][1]).all()
    assert np.isfinite(points["m"][[0, 2]]).all()


# ---- chord


@pytest.mark.parametrize("rotation", [0.0, 0.3, -0.2])
def test_chord_meets_its_definition(rotation):
    """Distance, right angle, plane (or angle to it), and the side away from the wand."""
    proximal = np.array([0.0, 0.0, 0.42]) + 0.02 * rng.normal(size=(20, 3))
    marker = np.array([0.0, -0.06, 0.0]) + 0.01 * rng.normal(size=(20, 3))
    away = np.array([0.02, -0.09, 0.2]) + 0.01 * rng.normal(size=(20, 3))
    centre = chord_centre(proximal, marker, away, 0.055, rotation)
    arm, shaft = marker - centre, proximal - centre
    np.testing.assert_allclose(np.linalg.norm(arm, axis=1), 0.055, rtol=1e-12)
    np.testing.assert_allclose(np.sum(arm * shaft, axis=1), 0, atol=1e-12)
    axis = shaft / np.linalg.norm(shaft, axis=1, keepdims=True)
    wand = marker + away - centre
    wand = wand - axis * np.sum(axis * wand, axis=1, keepdims=True)
    angle = np.arctan2(np.sum(axis * np.cross(wand, arm), axis=1), np.sum(wand * arm, axis=1))
    np.testing.assert_allclose(angle, rotation, atol=1e-10)


def test_chord_longer_than_the_segment_has_no_centre():
    centre = chord_centre(
        np.array([[0, 0, 0.05]]), np.zeros((1, 3)), np.array([[0, -1.0, 0]]), 0.06
    )
    assert np.isnan(centre).all()


# ---- frames


def test_both_sides_have_y_to_the_left(tmp_path):
    """A mirrored pair of markers gives frames that are mirrored in place but not in hand."""
    rules = """[points]
"{side}_knee" = { mean = ["{S}K"] }
"{side}_hip" = { mean = ["{S}H"] }
[frames."{side}_thigh"]
origin = "{side}_hip"
first = { up = ["{side}_knee", "{side}_hip"] }
second = { lateral = ["{side}_knee", "{S}E"] }
"""
    h, k, e = np.array([0.0, 0.09, 0.9]), np.array([0.05, 0.1, 0.5]), np.array([0.06, 0.15, 0.51])
    mirror = np.array([1, -1, 1])
    found = evaluate(
        tmp_path,
        rules,
        {"LH": h, "LK": k, "LE": e, "RH": h * mirror, "RK": k * mirror, "RE": e * mirror},
    )
    left, right = (found.frames[f"{s}_thigh"].R[0] for s in ("left", "right"))
    for R in (left, right):
        np.testing.assert_allclose(R.T @ R, np.eye(3), atol=1e-14)
        assert np.linalg.det(R) == pytest.approx(1)
        assert (np.diag(R) > 0.9).all()
    # reflection in the sagittal plane, of the world and of the frame's own y
    M = np.diag(mirror)
    np.testing.assert_allclose(right, M @ left @ M, atol=1e-14)


def foot_trial():
    """A foot with a sloping marker line: it rests, swings, and rests again, at 100 Hz."""
    frames = 300
    angle = np.zeros(frames)
    x = np.zeros(frames)
    swing = np.linspace(0, 1, 100)
    angle[100:200] = np.radians(60) * np.sin(np.pi * swing) ** 2
    x[100:200], x[200:] = 1.2 * swing, 1.2
    markers = {"HEE": [0.0, 0.01, 0.06], "TOE": [0.2, 0.0, 0.02], "ANK": [0.06, 0.04, 0.09]}
    R = Rotation.from_rotvec(np.outer(angle, [0, 1, 0])).as_matrix()
    turn = Rotation.from_rotvec([0, 0, 0.3]).as_matrix()
    return {
        n: (np.einsum("fij,j->fi", R, p) + np.outer(x, [1, 0, 0])) @ turn.T
        for n, p in markers.items()
    }


LEVEL_FOOT = """[points]
ankle = { mean = ["ANK"] }
[frames.left_foot]
origin = "ankle"
first = { anterior = ["HEE", "TOE"] }
second = { up = ["HEE", "ANK"] }
level = ["HEE", "TOE"]
"""


def test_foot_is_level_while_the_sole_rests(tmp_path):
    positions = foot_trial()
    R = evaluate(tmp_path, LEVEL_FOOT, positions).frames["left_foot"].R
    np.testing.assert_allclose(R[:80, 2, 2], 1, atol=1e-9)
    heading = positions["TOE"][0] - positions["HEE"][0]
    heading = heading * [1, 1, 0] / np.hypot(heading[0], heading[1])
    np.testing.assert_allclose(R[0, :, 0], heading, atol=1e-9)
    # in swing it pitches by the angle that was put in, about the foot's own transverse axis
    pitch = np.degrees(np.arccos(R[150, 2, 2]))
    assert pitch == pytest.approx(60, abs=0.1)


def test_foot_is_level_while_the_sole_rests_on_a_belt(tmp_path):
    stride = {n: p[50:250] for n, p in foot_trial().items()}
    ground = evaluate(tmp_path, LEVEL_FOOT, stride).frames["left_foot"].R
    # three strides of 2 s, each as far as the belt takes the foot back: 0.6 m/s
    way = np.arange(600)[:, None] * 0.006 * np.array([np.cos(0.3), np.sin(0.3), 0.0])
    step = np.repeat(np.arange(3), 200)[:, None] * (stride["TOE"][-1] - stride["TOE"][0])
    on_belt = {n: np.tile(p, (3, 1)) + step - way for n, p in stride.items()}
    found = evaluate(tmp_path, LEVEL_FOOT, on_belt)
    assert not found.unavailable
    R = found.frames["left_foot"].R
    np.testing.assert_allclose(R[200:400], ground, atol=0.02)


def test_foot_that_never_rests_has_no_sole(tmp_path):
    positions = foot_trial()
    moving = {n: p[105:195] for n, p in positions.items()}
    found = evaluate(tmp_path, LEVEL_FOOT, moving)
    assert "never flat and at rest" in found.unavailable["left_foot"]


# ---- measurements


WIDTH = """[measurements]
width = [
  { between = ["A", "B"], less = "marker_diameter" },
  { sum = "0.05 height", source = "a table" },
]
marker_diameter = { sum = "0.014", source = "the usual" }
[points]
p = { along = ["A", "C"], distance = "0.5 width" }
"""


def test_measurement_of_the_file_is_used_and_compared(tmp_path):
    positions = {"A": np.zeros(3), "B": np.array([0.114, 0, 0]), "C": np.array([0, 1.0, 0])}
    subject = Subject(measurements={"width": 0.102})
    found = evaluate(tmp_path, WIDTH, positions, subject)
    assert found.points["p"][0, 1] == pytest.approx(0.051)
    assert not any("width is" in n for n in found.notes)
    wrong = evaluate(tmp_path, WIDTH, positions, Subject(measurements={"width": 0.14}))
    assert any("140 mm as given, but 100 mm between the markers" in n for n in wrong.notes)


def test_missing_measurement_is_measured_then_estimated_with_a_note(tmp_path):
    positions = {"A": np.zeros(3), "B": np.array([0.114, 0, 0]), "C": np.array([0, 1.0, 0])}
    assert evaluate(tmp_path, WIDTH, positions).points["p"][0, 1] == pytest.approx(0.05)
    positions["B"] = np.full(3, np.nan)
    found = evaluate(tmp_path, WIDTH, positions, Subject(height=1.8))
    assert found.points["p"][0, 1] == pytest.approx(0.045)
    assert any("Width: Ambulo uses 90 mm, a table" in n for n in found.notes)
    unknown = evaluate(tmp_path, WIDTH, positions)
    assert "width is not known" in unknown.unavailable["p"]


# ---- hips


def test_hip_regressions_as_published():
    """Worked by hand for a pelvis of 240 mm, depth 150 mm, leg 900 mm, marker 14 mm."""
    size = PelvisSize(0.240, 0.150, 0.900, 0.1288 * 0.9 - 0.04856, 0.007)
    by_hand = {
        "bell1990": [-0.19 * 240 - 7, 0.36 * 240, -0.30 * 240],
        "harrington2007": [-0.24 * 150 - 9.9, 0.33 * 240 + 7.3, -0.30 * 240 - 10.9],
        "vaughan1992": [0.598 * 240, 0.344 * 240, -0.290 * 240],
        # c = 0.115 x 900 - 15.3 = 88.2; x_dis = 0.1288 x 900 - 48.56 = 67.36, plus 7
        "davis1991": [
            88.2 * 0.87758 * 0.30887 - 74.36 * 0.95111,
            120 - 88.2 * 0.47943,
            -88.2 * 0.87758 * 0.95111 - 74.36 * 0.30887,
        ],
    }
    for name, expected in by_hand.items():
        np.testing.assert_allclose(1000 * HIP_CENTRES[name].offset(size), expected, atol=0.01)


def test_regressions_from_the_asis_agree_within_anatomy():
    """For a man's pelvis they differ by no more than the 30 mm that radiographs found."""
    size = PelvisSize(0.240, 0.150, 0.900, 0.0674, 0.007)
    centres = [m.offset(size) for m in HIP_CENTRES.values() if m.origin == "asis"]
    assert len(centres) >= 3
    assert np.ptp(centres, axis=0).max() < 0.030
