"""The thesis's 37 markers: rules of table A.1 on a man who stands in the reference posture."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.mocap.calibration.calibrate import calibrate
from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.mocap.marker_sets.marker_names import best
from ambulo.records import SIDES, Markers, Subject

# table 3.2
MEASURED = {"asis_breadth": 0.290}
for _side in SIDES:
    MEASURED |= {
        f"{_side}_knee_width": 0.099,
        f"{_side}_foot_length": 0.275,
        f"{_side}_foot_breadth": 0.091,
        f"{_side}_malleolus_height": 0.087,
        f"{_side}_malleolus_width": 0.073,
    }
SUBJECT = Subject(mass=85, height=1.82, sex="m", measurements=MEASURED)


def standing_man():
    """Markers (x anterior, y left, z up) whose segment planes are those of the laboratory."""
    a = 0.290
    one = {
        "SACRUM": [-0.598 * a, 0, 0.95 + 0.29 * a],
        "T1": [-0.06, 0, 1.50],
        "VERTEX": [0.04, 0, 1.82],
    }
    pair = {
        "ASIS": [0.05, a / 2, 0.95 + 0.29 * a],
        "TROCH": [0.0, 0.19, 0.92],
        "EPIC": [0.0, 0.17, 0.52],
        "TUBER": [0.06, 0.14, 0.45],
        "MAL": [0.0, 0.17, 0.09],
        "HEEL": [-0.06, 0.11, 0.04],
        "MET5": [0.12, 0.17, 0.02],
        "MET1": [0.15, 0.08, 0.03],
        "HALLUX": [0.21, 0.09, 0.02],
        "ACRO": [0.0, 0.22, 1.52],
        "DELT": [0.0, 0.27, 1.32],
        "ELBOW": [0.05, 0.27, 1.12],
        "FARM": [0.09, 0.27, 1.00],
        "WRIST": [0.05, 0.27, 0.87],
        "MC5": [0.01, 0.27, 0.80],
        "MC2": [0.06, 0.27, 0.80],
        "HEAD": [0.04, 0.08, 1.72],
    }
    for name, (x, y, z) in pair.items():
        one[f"L{name}"], one[f"R{name}"] = [x, y, z], [x, -y, z]
    return {name: np.array(p, dtype=float) for name, p in one.items()}


def recorded(man, turn=None):
    turn = np.eye(3) if turn is None else turn
    position = np.repeat(np.array(list(man.values()))[None] @ turn.T, 20, axis=0)
    return Markers(tuple(man), np.arange(20) / 100, position)


@pytest.fixture(scope="module")
def found():
    man = standing_man()
    markers = recorded(man)
    match = best(markers.names)
    assert match.marker_set.name == "pamies37"
    return evaluate_landmarks(match, markers, SUBJECT)


@pytest.mark.parametrize(("side", "lateral"), [("left", 1.0), ("right", -1.0)])
def test_joints_of_table_a1(found, side, lateral):
    man = standing_man()
    S = side[0].upper()

    def at(marker, x, medial, z):
        return man[S + marker] + [x, -lateral * medial, z]

    met5, met1 = man[f"{S}MET5"], man[f"{S}MET1"]
    expected = {
        f"{side}_hip": [0, lateral * 0.344 * 0.290, 0.95],
        f"{side}_shoulder": at("ACRO", 0, 0.02, -0.05),
        f"{side}_elbow": at("ELBOW", -0.0455, 0.035, 0),
        f"{side}_wrist": at("WRIST", -0.025, 0.015, 0),
        f"{side}_metatarsal": 0.95 * met1 + 0.05 * met5 - [0, 0, 0.015],
        f"{side}_toe": man[f"{S}HALLUX"],
        "lumbar": [0, 0, 0.95 + 0.790 * 0.290],
        "head": [0, 0, 1.62],
    }
    shoulders = 0.25 * (2 * man["LACRO"] * [1, 0, 1] - [0, 0, 0.1])
    expected["neck"] = 0.5 * man["T1"] + shoulders
    for name, place in expected.items():
        np.testing.assert_allclose(found.points[name][0], place, atol=1e-9, err_msg=name)


def test_knee_and_ankle_by_vaughans_coefficients(found):
    """In the planes of tibial and of foot markers, both written out here by hand."""
    man = standing_man()
    for side, S, lateral in (("left", "L", 1), ("right", "R", -1)):
        z = man[f"{S}EPIC"] - man[f"{S}MAL"]
        z /= np.linalg.norm(z)
        y = np.cross(z, man[f"{S}TUBER"] - man[f"{S}MAL"])
        y /= np.linalg.norm(y)
        knee = man[f"{S}EPIC"] + 0.099 * (0.423 * np.cross(y, z) - lateral * 0.406 * y + 0.198 * z)
        np.testing.assert_allclose(found.points[f"{side}_knee"][0], knee, atol=1e-12)
        x = man[f"{S}MET5"] - man[f"{S}HEEL"]
        x /= np.linalg.norm(x)
        y = np.cross(man[f"{S}MAL"] - man[f"{S}HEEL"], x)
        y /= np.linalg.norm(y)
        ankle = (
            man[f"{S}MAL"]
            - 0.008 * 0.275 * x
            - lateral * 0.706 * 0.073 * y
            - 0.393 * 0.087 * np.cross(x, y)
        )
        np.testing.assert_allclose(found.points[f"{side}_ankle"][0], ankle, atol=1e-12)


def test_every_frame_looks_the_way_he_faces(found):
    assert len(found.frames) >= 18
    for name, frame in found.frames.items():
        np.testing.assert_allclose(np.linalg.det(frame.R), 1, atol=1e-12)
        if not name.endswith("_markers"):
            assert (np.diagonal(frame.R[0]) > 0.8).all(), name


def test_feet_are_level_and_toes_straight(found):
    for side in SIDES:
        hind, fore = (found.frames[f"{side}_{s}"].R[0] for s in ("hindfoot", "forefoot"))
        assert hind[2, 2] == pytest.approx(1)
        np.testing.assert_allclose(fore, hind, atol=1e-12)


def test_left_and_right_are_mirrored():
    man = standing_man()
    model = calibrate(best(tuple(man)), recorded(man), SUBJECT)
    place = dict(zip(model.marker_names, model.marker_local, strict=True))
    for name, local in place.items():
        if name.startswith("L"):
            np.testing.assert_allclose(place["R" + name[1:]], local * [1, -1, 1], atol=1e-12)
