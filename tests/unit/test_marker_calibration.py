"""Calibration: a body of known joints, wearing Plug-in Gait markers, is found again."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.static_trial import compare_static, still_in_static
from ambulo.inputs.errors import InputError, MarkersMissing
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.calibration.calibrate import calibrate
from ambulo.mocap.calibration.landmarks import SegmentFrame
from ambulo.mocap.calibration.placement import Placement
from ambulo.mocap.marker_sets.marker_groups import foot_points, groups
from ambulo.mocap.marker_sets.marker_names import best, match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.model.scaling import build_model
from ambulo.model.standing_posture import generic_geometry
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Markers, Subject

RADIUS, KNEE, ANKLE = 0.007, 0.100, 0.070
SUBJECT = Subject(
    mass=70,
    height=1.75,
    sex="m",
    measurements={
        "marker_diameter": 2 * RADIUS,
        **{f"{side}_knee_width": KNEE for side in SIDES},
        **{f"{side}_ankle_width": ANKLE for side in SIDES},
    },
)


def person(scale=1.0):
    """A pelvis with two legs, and where its markers sit in their segments.

    The hips lie where Harrington's regression puts them; lateral markers lie in the frontal plane
    of their segment, so that Plug-in Gait's chord leads back to the joint centre.
    """
    joints, ends = generic_geometry("legs", 1.75 * scale, "m")
    width, depth = 0.24 * scale, 0.15 * scale
    back, out, down = 0.24 * depth + 0.0099, 0.33 * width + 0.0073, 0.30 * width + 0.0109
    for side, y in zip(SIDES, (1, -1), strict=True):
        joints[f"{side}_hip"] = np.array([0, y * out, 0])
    worn = {
        "LASI": ("pelvis", [back, width / 2, down]),
        "RASI": ("pelvis", [back, -width / 2, down]),
        "LPSI": ("pelvis", [back - depth, 0.04, down]),
        "RPSI": ("pelvis", [back - depth, -0.04, down]),
    }
    for side, S, y in zip(SIDES, "LR", (1, -1), strict=True):
        beside = np.array([0.0, y, 0.0])
        knee, ankle = joints[f"{side}_knee"], joints[f"{side}_ankle"]
        worn |= {
            f"{S}THI": (f"{side}_thigh", [0, 0.12 * y, -0.2 * scale]),
            f"{S}KNE": (f"{side}_thigh", knee + beside * (KNEE / 2 + RADIUS)),
            f"{S}KNM": (f"{side}_thigh", knee - beside * (KNEE / 2 + RADIUS)),
            f"{S}TIB": (f"{side}_shank", [0, 0.10 * y, -0.2 * scale]),
            f"{S}ANK": (f"{side}_shank", ankle + beside * (ANKLE / 2 + RADIUS)),
            f"{S}HEE": (f"{side}_foot", [-0.06 * scale, 0.01 * y, -0.04]),
            f"{S}TOE": (f"{side}_foot", [0.14 * scale, 0.01 * y, -0.05]),
        }
    return build_model("legs", joints, ends, SUBJECT, "de_leva1996"), worn


def recorded(model, worn, q, rate=100.0):
    R, p = forward_kinematics(model.tree, q)
    index = [model.segments.index(segment) for segment, _ in worn.values()]
    local = np.array([place for _, place in worn.values()])
    positions = p[:, index] + np.einsum("fmij,mj->fmi", R[:, index], local)
    return Markers(tuple(worn), np.arange(len(q)) / rate, positions)


def standing(model, frames=50):
    q = np.repeat(neutral(model.tree)[None], frames, axis=0)
    q[:, 2] = 0.9
    return q


def moving(model, frames=200):
    """Stands for half a second, then every joint swings."""
    t = np.arange(frames) / 100
    start = np.clip((t - 0.5) / 0.5, 0, 1) ** 3
    rng = np.random.default_rng(2)
    q = standing(model, frames)
    amplitude = 0.4 * rng.uniform(-1, 1, model.tree.nv)
    phase = rng.uniform(0, 2 * np.pi, model.tree.nv)
    for frame in range(frames):
        step = amplitude * start[frame] * np.sin(4 * t[frame] + phase)
        step[:3] = [1.2 * start[frame] * t[frame], 0, 0]
        q[frame] = integrate(model.tree, q[frame][None], step[None])[0]
    return q


def without_knee_medials(worn):
    return {n: place for n, place in worn.items() if not n.endswith("KNM")}


@pytest.mark.parametrize("medial", [True, False])
@pytest.mark.parametrize("motion", [standing, moving])
def test_joints_and_markers_are_found_again(medial, motion):
    model, worn = person()
    if not medial:
        worn = without_knee_medials(worn)
    markers = recorded(model, worn, motion(model))
    found = calibrate(best(worn), markers, SUBJECT, hip="harrington2007")
    assert found.name == "legs"
    np.testing.assert_allclose(found.tree.p_PJ[1:], model.tree.p_PJ[1:], atol=1e-8)
    tracked = [n for n in worn if not n.endswith("KNM")]
    assert set(found.marker_names) == set(tracked)
    for name, body, local in zip(
        found.marker_names, found.marker_body, found.marker_local, strict=True
    ):
        segment, place = worn[name]
        assert found.segments[body] == segment
        # the sole is levelled over frames in which the foot has begun to move
        tolerance = 1e-5 if motion is moving and segment.endswith("foot") else 1e-8
        np.testing.assert_allclose(local, place, atol=tolerance)
    said = " ".join(found.notes)
    assert ("Left knee: midway" in said) == medial
    assert "Calibrated on the recording itself" in said
    assert "left thigh" in said


def test_turning_the_laboratory_changes_nothing():
    model, worn = person()
    markers = recorded(model, worn, moving(model))
    turned = replace(
        markers, position=markers.position @ Rotation.from_rotvec([0, 0, 2.1]).as_matrix().T
    )
    a, b = (calibrate(best(worn), m, SUBJECT) for m in (markers, turned))
    np.testing.assert_allclose(a.marker_local, b.marker_local, atol=1e-10)
    np.testing.assert_allclose(a.tree.p_PJ, b.tree.p_PJ, atol=1e-10)


def test_gaps_do_not_shift_the_calibration():
    model, worn = person()
    markers = recorded(model, worn, moving(model))
    position = markers.position.copy()
    position[60:120, markers.names.index("LKNE")] = np.nan
    found = calibrate(
        best(worn), replace(markers, position=position), SUBJECT, hip="harrington2007"
    )
    whole = calibrate(best(worn), markers, SUBJECT, hip="harrington2007")
    np.testing.assert_allclose(found.tree.p_PJ, whole.tree.p_PJ, atol=1e-8)


def test_names_follow_the_walk_and_lost_markers_are_said():
    model, worn = person()
    static = recorded(model, worn, standing(model))
    in_walk = [f"Anna:{n}" for n in worn if n != "LTIB"]
    walk = match_set(in_walk, load_marker_set("plug_in_gait_lower"))
    found = calibrate(best(worn), static, SUBJECT, walk=walk)
    assert "Anna:LKNE" in found.marker_names
    assert "Anna:LTIB" not in found.marker_names
    assert any("lacks are used for calibration only: LTIB" in note for note in found.notes)


def test_static_of_another_subject_fails_its_check():
    model, worn = person()
    walk = recorded(model, worn, moving(model))
    own = calibrate(best(worn), recorded(model, worn, standing(model)), SUBJECT)
    check = judged(compare_static(own, walk))
    assert check.passed
    assert check.value < 0.1
    other, worn_by_other = person(scale=0.9)
    foreign = calibrate(best(worn), recorded(other, worn_by_other, standing(other)), SUBJECT)
    check = judged(compare_static(foreign, walk))
    assert not check.passed
    assert check.value == pytest.approx(10, abs=3)


def test_who_walks_in_the_static_trial_does_not_stand_in_it():
    model, worn = person()
    stands = recorded(model, worn, standing(model))
    assert judged(still_in_static(stands)).grade == "good"
    # with a gap, and back where it began
    way = np.sin(np.linspace(0.0, np.pi, len(stands.time)))[:, None, None]
    moved = stands.position + np.array([0.4, 0.0, 0.0]) * way
    moved[:3, 0] = np.nan
    check = judged(still_in_static(replace(stands, position=moved)))
    assert (check.grade, check.value) == ("look", pytest.approx(400.0, rel=0.05))
    unseen = replace(stands, position=np.full_like(stands.position, np.nan))
    assert judged(still_in_static(unseen)).grade == "unknown"


def test_a_calibration_without_common_distances_does_not_pass():
    model, worn = person()
    calibrated = calibrate(best(worn), recorded(model, worn, standing(model)), SUBJECT)
    walk = recorded(model, worn, standing(model))
    unseen = replace(walk, position=np.full_like(walk.position, np.nan))
    check = judged(compare_static(calibrated, unseen))
    assert np.isnan(check.value)
    assert not check.passed


def test_groups_are_segments():
    _, worn = person()
    found = groups(best(worn))
    assert set(found["LASI"]) == {"RASI", "LPSI", "RPSI"}
    assert set(found["RKNE"]) == {"RTHI", "RKNM"}


def test_foot_points_are_heel_then_toe():
    model, worn = person()
    markers = recorded(model, worn, moving(model))
    points = foot_points(best(worn), markers)
    for side, S in zip(SIDES, "LR", strict=True):
        np.testing.assert_allclose(points[side][:, 0], markers.of(f"{S}HEE"))
        np.testing.assert_allclose(points[side][:, 1], markers.of(f"{S}TOE"))
    match = best(worn)
    for foot in ({}, {"points": ("{S}HEE",)}):
        unsaid = match.marker_set.model_copy(update={"foot": match.marker_set.foot.model_copy(
            update={"points": (), **foot})})  # fmt: skip
        with pytest.raises(MarkersMissing, match="which points are the heel and the toe"):
            foot_points(replace(match, marker_set=unsaid), markers)


def test_a_foot_without_a_heel_marker_has_a_point_where_the_heel_is():
    """An ankle in its place rests late: after a strike the foot turns about the heel."""
    model, worn = person()
    landmarks = {
        "ASI": "asis", "PSI": "psis", "KNE": "knee_lateral", "KNM": "knee_medial",
        "ANK": "ankle_lateral", "TOE": "metatarsal_2",
    }  # fmt: skip
    named = {f"{S}{short}": f"{side}_{name}" for side, S in zip(SIDES, "LR", strict=True)
             for short, name in landmarks.items()}  # fmt: skip
    markers = recorded(model, worn, moving(model))
    seen = replace(markers, names=tuple(named.get(name, name) for name in markers.names))
    match = match_set(tuple(named.values()), load_marker_set("landmarks"))
    for side, S in zip(SIDES, "LR", strict=True):
        behind = foot_points(match, seen)[side][:, 0] - markers.of(f"{S}TOE")
        ankle, heel = (markers.of(f"{S}{name}") - markers.of(f"{S}TOE") for name in ("ANK", "HEE"))
        assert np.all(lengths(behind) > lengths(ankle) + 0.02)
        np.testing.assert_allclose(lengths(behind), lengths(heel), atol=0.06)
        # it is an estimate, which may lie beside the plate on which the foot is
        shown = foot_points(match, seen, on_plates=True)[side][:, 0] - markers.of(f"{S}TOE")
        assert np.all(lengths(shown) < lengths(behind) - 0.02)


def test_missing_required_markers_are_named():
    model, worn = person()
    markers = recorded(model, worn, standing(model))
    lacking = match_set([n for n in worn if n != "RTOE"], load_marker_set("plug_in_gait_lower"))
    with pytest.raises(MarkersMissing, match="RTOE"):
        calibrate(lacking, markers, SUBJECT)


def test_marker_never_seen_stops_the_leg():
    model, worn = person()
    markers = recorded(model, worn, standing(model))
    position = markers.position.copy()
    position[:, markers.names.index("LANK")] = np.nan
    blind = replace(markers, position=position)
    with pytest.raises(InputError, match=r"left shank.*LANK"):
        calibrate(best(worn), blind, SUBJECT, hip="bell1990")
    with pytest.raises(InputError, match=r"pelvis.*left leg length is not known.*LANK"):
        calibrate(best(worn), blind, SUBJECT)


def test_swinging_foot_asks_for_a_static():
    model, worn = person()
    markers = recorded(model, worn, moving(model, 400)[130:])
    with pytest.raises(InputError, match=r"foot.*never flat and at rest.*--static"):
        calibrate(best(worn), markers, SUBJECT)


def exchanged(markers, a, b):
    names = tuple({a: b, b: a}.get(name, name) for name in markers.names)
    return replace(markers, names=names)


def test_exchanged_labels_are_noticed():
    model, worn = person()
    markers = recorded(model, worn, standing(model))
    with pytest.raises(InputError, match="pelvis is upside down"):
        calibrate(best(worn), exchanged(markers, "LASI", "RASI"), SUBJECT)
    with pytest.raises(InputError, match="left thigh faces backwards"):
        calibrate(best(worn), exchanged(markers, "LKNE", "LKNM"), SUBJECT)


def test_left_handed_laboratory_is_noticed():
    model, worn = person()
    markers = recorded(model, worn, standing(model))
    mirrored = replace(markers, position=markers.position * [1, -1, 1])
    with pytest.raises(InputError, match="left-handed"):
        calibrate(best(worn), mirrored, SUBJECT)


def test_two_segment_feet_share_the_toe_marker():
    model, worn = person()
    markers = recorded(model, worn, standing(model))
    found = calibrate(best(worn), markers, SUBJECT, "legs_two_segment_feet")
    hind = found.segments.index("left_hindfoot")
    assert found.marker_body[found.marker_names.index("LHEE")] == hind
    assert any("No marker is on these segments: left forefoot" in n for n in found.notes)
    forward = found.tree.p_PJ[found.segments.index("left_forefoot")]
    np.testing.assert_allclose(forward, [0.14, 0.01, -0.05 - RADIUS - 0.01], atol=1e-8)


def test_functional_hips_replace_the_regression():
    model, worn = person()
    markers = recorded(model, worn, standing(model))
    place = np.array([-0.05, 0.09, -0.085])
    found = calibrate(best(worn), markers, SUBJECT, hip="functional", hip_positions={"left": place})
    between = found.tree.p_PJ[found.segments.index("left_thigh")]
    np.testing.assert_allclose(between, [0, 0.09, 0], atol=1e-10)
    assert any("right hip: the left functional centre, mirrored" in n.lower() for n in found.notes)


def test_a_point_in_a_segment_has_its_mean_and_its_scatter():
    """By its definition, frame by frame; frames in which anything is not seen do not count."""
    rng = np.random.default_rng(8)
    R = Rotation.random(60, rng=rng).as_matrix()
    origin = rng.normal(size=(60, 3))
    local = [0.04, -0.1, -0.35] + 0.006 * rng.normal(size=(60, 3))
    point = origin + np.einsum("fij,fj->fi", R, local)
    point[3], R[7], origin[9, 1] = np.nan, np.nan, np.nan
    known = np.delete(local, [3, 7, 9], axis=0)
    trial = SimpleNamespace(points={"knee": point}, frames={"thigh": SegmentFrame(R, origin)})
    mean, spread = Placement(("thigh",), trial, trial).local("knee", "thigh")
    np.testing.assert_allclose(mean, known.mean(axis=0), atol=1e-14)
    assert spread == pytest.approx(np.sqrt(known.var(axis=0).sum()), rel=1e-10)
    trial.points["knee"] = np.full((60, 3), np.nan)
    assert Placement(("thigh",), trial, trial).local("knee", "thigh") is None
