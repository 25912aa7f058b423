"""Labels: prefixes, duplicates, unlabelled points, and results that are no markers."""

import numpy as np
import pytest
from tests.synthetic_c3d import walker, write_c3d

from ambulo.mocap.files.labels import sort_points
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set


def points(count: int, frames: int = 10) -> np.ndarray:
    rng = np.random.default_rng(3)
    return rng.normal(0, 500, (frames, count, 3))


def sort(labels, data=None, **options):
    return sort_points(labels, points(len(labels)) if data is None else data, **options)


def test_prefixes_come_off_and_case_stays():
    found = sort(["Anna:LASI", "Anna:rKne", "Anna:R_Toe"])
    assert list(found.markers) == ["LASI", "rKne", "R_Toe"]
    assert any("Anna:" in note for note in found.notes)


def test_declared_prefixes_without_a_colon_come_off():
    found = sort(["BobLASI", "BobRASI"], prefixes=["Bob"])
    assert list(found.markers) == ["LASI", "RASI"]


NAMES = ["LASI", "RASI", "LKNE", "RKNE", "LANK", "RANK", "LTOE", "C7"]


@pytest.mark.parametrize("prefix", ["Sub01_", "S.01-", "walk_2_"])
def test_what_all_labels_begin_with_is_a_subjects_name(prefix):
    found = sort([*(prefix + name for name in NAMES), "*21"])
    assert list(found.markers) == NAMES
    assert any(prefix in note for note in found.notes)


@pytest.mark.parametrize("prefix", ["L_", "right_", "Sub01"])
def test_a_side_is_no_subjects_name(prefix):
    names = [prefix + name for name in NAMES]
    assert list(sort(names).markers) == names


def test_two_subjects_in_one_file_keep_apart():
    found = sort(["A:LASI", "B:LASI"])
    assert list(found.markers) == ["LASI", "B:LASI"]
    assert any("Two trajectories are called LASI" in note for note in found.notes)


def test_the_fuller_of_two_trajectories_keeps_the_name():
    data = points(2)
    data[:6, 0] = np.nan
    found = sort(["RANK", "RANK"], data)
    assert found.markers == {"RANK": 1, "RANK_2": 0}


def test_the_same_trajectory_twice_is_one_marker():
    data = points(1)[:, [0, 0]]
    found = sort(["RANK", "RANK"], data)
    assert found.markers == {"RANK": 0}


@pytest.mark.parametrize("label", ["*115", "*", "#", "#3", "uname*12", "Unlabeled 4", ""])
def test_unlabelled_points_are_no_markers(label):
    found = sort(["LASI", label])
    assert list(found.markers) == ["LASI"]
    assert any("Unlabelled" in note for note in found.notes)


def test_labels_without_data_are_named_and_left_out():
    data = points(3)
    data[:, 1] = np.nan
    data[:, 2] = 0.0
    found = sort(["LASI", "LFHD", "RFHD"], data)
    assert list(found.markers) == ["LASI"]
    assert any("LFHD, RFHD" in note for note in found.notes)


RESULTS = """
LHipAngles RKneeMoment LAnklePower RGroundReactionForce LNormalisedGRF LKneeAnglesV LAbsAnkleAngle
CentreOfMass CentreOfMassFloor LHJC RKJC LAJC LeftHipCenter RightHipCenterScore LViconLegLength
LWaistMoment
"""


@pytest.mark.parametrize("label", RESULTS.split())
def test_results_are_known_by_name(label):
    found = sort(["LASI", label])
    assert list(found.markers) == ["LASI"]
    assert list(found.outputs) == [label]


MARKERS = """
LASI RASI LPSI RPSI SACR V.Sacral LTHI LKNE LTIB LANK LHEE LTOE LTIP RTIP LTIB1 LTIB2 LTHI1 RTH3
C7 T10 CLAV STRN LFHD LBHD LSHO LUPA LELB LWRA LWRB LFIN LF01 RT05 LP1M LD1M RD5M LCPG LSTL RHLX
LTPF LKNEin LMMA foot_l6 Foot_r3 hum_r2 R.Toe.Tip Top.Head LANK_med S2 H R LF RK
LScapulaInferiorAngle GTR RMT1 RCAL LLMAL RMFC VSAC LHUM LFOO1 LFEM RPEL LHE1 RD1M0
"""


@pytest.mark.parametrize("label", MARKERS.split())
def test_no_real_marker_is_taken_for_a_result(label):
    assert label in sort(["LASI2", label]).markers


def test_segments_of_plug_in_gait_are_results_together_but_not_alone():
    for bone in ("LTI", "SAC"):
        segment = [bone + end for end in "OALP"]
        assert list(sort(["LASI", *segment]).outputs) == segment
    assert "LTIP" in sort(["LASI", "LTIP"]).markers


def test_oxford_foot_points_are_results_only_beside_its_own():
    cast = ["LTIB1", "LTIB2", "LTIB3"]
    assert list(sort(cast).markers) == cast
    found = sort(["LTIB", *cast, "LFOF0", "LFOF1", "LHDF0"])
    assert list(found.markers) == ["LTIB"]


def test_what_the_file_calls_a_result_is_one():
    found = sort(["LASI", "LFETBA"], result_groups={"ANGLES": ["LFETBA"]})
    assert list(found.outputs) == ["LFETBA"]


def test_results_keep_the_units_of_the_file(tmp_path):
    figure = walker()
    angle = np.full((120, 3), 0.030)  # written as 30 by the scale to mm
    path = write_c3d(tmp_path / "pig.c3d", {**figure, "LKneeAngles": angle})
    trial = read_trial(path)
    assert "LKneeAngles" not in trial.markers.names
    np.testing.assert_allclose(trial.outputs["LKneeAngles"], 30.0, rtol=1e-6)


def test_more_than_255_points_go_on_in_labels2(tmp_path):
    figure = walker()
    many = {f"M{k:03d}": figure["LASI"] + 0.001 * k for k in range(260)}
    trial = read_trial(write_c3d(tmp_path / "many.c3d", {**figure, **many}))
    assert len(trial.markers.names) == 270
    np.testing.assert_allclose(trial.markers.of("M259"), many["M259"], atol=1e-4)


def test_the_doubles_of_two_persons_are_one_note():
    found = sort([f"{who}:{name}" for name in NAMES[:5] for who in "AB"])
    [note] = [note for note in found.notes if "belongs to two trajectories" in note]
    assert note == (
        f"Each of these names belongs to two trajectories: {', '.join(NAMES[:5])}. The first keeps "
        f"the name. The others are called {', '.join(f'B:{name}' for name in NAMES[:5])}."
    )


@pytest.mark.parametrize("prefix", ["A:", ""])
def test_another_person_lends_the_first_no_marker(prefix):
    """Not one that the first lacks, nor one that is seen longer."""
    data = points(2 * len(NAMES))
    data[:6, 2] = np.nan
    labels = [f"{who}{name}" for name in NAMES for who in (prefix, "B:")]
    labels[-2] = f"{prefix}STRN"
    found = sort(labels, data)
    own = {name: 2 * k for k, name in enumerate([*NAMES[:-1], "STRN"])}
    assert found.markers == {**own, **{f"B:{name}": 2 * k + 1 for k, name in enumerate(NAMES)}}
    assert [*found.markers][: len(own)] == [*own]
    assert any("several people" in note and note.endswith("theirs: B:.") for note in found.notes)
    taken = match_set(found.markers, load_marker_set("plug_in_gait_full")).found.values()
    assert set(taken) <= {*own}


def test_two_sets_of_names_for_one_body_are_one_person():
    data = points(len(NAMES))
    twice = np.concatenate([data, data + 1.0], axis=1)
    found = sort([f"{who}:{name}" for who in "AB" for name in NAMES], twice)
    assert not any("several people" in note for note in found.notes)
