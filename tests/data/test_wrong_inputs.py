"""What a laboratory gets wrong: one clear line, or an analysis whose failed check says it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from tests import edited_c3d as edit
from tests.command_line import refusal

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.calibrate import calibrate
from ambulo.gait.stages.markers import find_markers
from ambulo.gait.stages.read import _stood_on, _walked_on, read
from ambulo.inputs.errors import InputError
from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import PutBack
from ambulo.report.verdict import overall

Z_UP_TO_Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])


@pytest.fixture(scope="module")
def right(recording):
    walk, static = recording
    return analyse(walk, static=static, configuration=Configuration(sex="m"))


def refused(*arguments, **options):
    """The line, for arguments of `analyse`; options are given as --name."""
    given = [part for name, value in options.items() for part in (f"--{name}", value)]
    return refusal("analyse", *arguments, *given)


def failures(walk, static=None, **choices):
    """Checks that are beyond their limits, by id."""
    return not_good(analyse(walk, static=static, configuration=Configuration(sex="m", **choices)))


def not_good(found):
    return {check.id: check for check in found.checks if check.beyond}


def said(analysis, text):
    return any(text in line for line in analysis.log)


def test_what_is_wrong_in_the_walk_names_the_walk(recording, monkeypatch):
    """Its landmarks are found while the static trial is calibrated."""
    walk, static = recording
    choice = Configuration(sex="m")
    read_in = read(walk, choice, static=static)
    named = find_markers(read_in.trial, choice)

    def evaluate(match, markers, *more, **choices):
        if markers is named.markers:
            raise InputError(what="a planted error", remedy="None")
        return evaluate_landmarks(match, markers, *more, **choices)

    monkeypatch.setattr("ambulo.gait.stages.calibrate.evaluate_landmarks", evaluate)
    with pytest.raises(InputError, match="planted") as wrong:
        calibrate(read_in, named, choice)
    assert wrong.value.where == str(walk)


# ---- the subject


@pytest.mark.parametrize("model", ["body", "legs"])
def test_a_wrong_mass_fails_with_the_share_that_the_plates_carry(recording, right, model):
    walk, static = recording
    true = right.model.subject.mass
    wrong = failures(walk, static, mass=true * 50 / 75, model=model)
    assert wrong["mass"].facts["ratio"] == pytest.approx(1.5, abs=0.05)


@pytest.mark.parametrize("model", ["body", "legs"])
def test_a_mass_that_no_contact_bears_out_is_weighed_by_both_plates(recording, right, model):
    walk, static = recording
    true = right.model.subject.mass
    choices = Configuration(sex="m", mass=1.4 * true, model=model)
    found = analyse(walk, static=static, configuration=choices)
    assert not any(contact.quality == "whole" for contact in found.contacts)
    mass = next(check for check in found.checks if check.id == "mass")
    assert mass.grade == "do-not-use"
    assert mass.facts["agreed"]
    assert mass.facts["weighed"] == pytest.approx(true, rel=0.05)
    assert mass.facts["given"] == pytest.approx(1.4 * true)


@pytest.mark.parametrize(("cm", "grade"), [(0, "good"), (6, "look"), (12, "do-not-use")])
def test_plates_out_of_place_are_graded_by_how_far(recording, tmp_path, cm, grade):
    walk, static = recording

    def shift(c3d):
        corners = c3d["parameters"]["FORCE_PLATFORM"]["CORNERS"]["value"]
        # sideways: neither the step nor its foot changes
        corners[1] += 10.0 * cm

    path = edit.edited(walk, tmp_path / "w.c3d", shift)
    found = analyse(path, static=static, configuration=Configuration(sex="m"))
    balance = next(check for check in found.checks if check.id == "residual_moment")
    assert balance.grade == grade
    if cm:
        assert balance.facts["by_place"]
        assert 100 * balance.facts["shift"] == pytest.approx(cm, rel=0.25)


def test_legs_alone_leave_the_residuals_unknown(recording):
    walk, static = recording
    found = analyse(walk, static=static, configuration=Configuration(sex="m", model="legs"))
    assert {check.id for check in found.checks if check.grade == "unknown"} == {
        "residual_force",
        "residual_moment",
    }
    assert overall(found.checks) == "unknown"


def test_a_missing_mass_is_asked_for(recording, tmp_path):
    walk, _ = recording
    path = edit.edited(walk, tmp_path / "w.c3d", edit.parameter("PROCESSING", "BODYMASS", [0.0]))
    line = refused(path)
    assert path.name in line
    assert "--mass KG" in line


@pytest.mark.parametrize(
    ("sway", "said"), [(5.0, ". In s.c3d the plates carry 60.0 kg"), (99.0, "")]
)
def test_plates_that_someone_stands_on_show_the_mass(sway, said):
    time = np.linspace(0.0, 2.0, 201)
    half = 0.5 * (60.0 * STANDARD_GRAVITY + sway * np.sin(9.0 * time))
    plate = SimpleNamespace(time=time, force=np.outer(half, [0.0, 0.0, 1.0]))
    markers = SimpleNamespace(time=time)
    trial = SimpleNamespace(path=Path("s.c3d"), markers=markers, plates=(plate, plate))
    assert _stood_on(None, trial) == said


@pytest.mark.parametrize(("double", "said"), [(0.12, "60 kg in this walk"), (0.0, "")])
def test_plates_that_someone_walks_over_show_the_mass(double, said):
    """Contacts of 0.62 s, one every 0.5 s; without double support nobody walks."""
    time = np.linspace(0.0, 2.0, 2001)

    def plate(start):
        share = np.clip((time - start) / 0.12, 0.0, 1.0)
        share *= np.clip((start + 0.62 - time) / 0.12, 0.0, 1.0)
        return SimpleNamespace(
            time=time, force=np.outer(60.0 * STANDARD_GRAVITY * share, [0.0, 0.0, 1.0])
        )

    trial = SimpleNamespace(plates=(plate(0.4), plate(0.4 + 0.62 - double)))
    assert said in _walked_on(trial)
    assert bool(_walked_on(trial)) == bool(said)


@pytest.mark.parametrize(
    ("options", "remedy"),
    [
        ({"mass": 75000}, "Give the mass in kg"),
        ({"height": 1740}, "looks like mm"),
        ({"mass": -5}, "should be above 0"),
    ],
)
def test_mass_and_height_in_another_unit(recording, options, remedy):
    assert remedy in refused(*recording[:1], static=recording[1], **options)


# ---- markers


def test_missing_markers_of_a_whole_segment_are_named(recording, tmp_path):
    walk, static = recording
    pelvis = {"LASIS": "q1", "RASIS": "q2", "SACRUM": "q3"}
    rename = edit.labels(lambda name: pelvis.get(name, name))
    line = refused(edit.edited(walk, tmp_path / "w.c3d", rename), static=static)
    assert "w.c3d" in line
    assert "the nearest is pamies37, which lacks" in line
    assert all(name in line for name in pelvis)


def test_a_marker_missing_from_the_static_is_told_from_one_of_the_walk(recording, tmp_path):
    walk, static = recording
    rename = edit.labels(lambda name: {"LDELT": "extra"}.get(name, name))
    line = refused(walk, static=edit.edited(static, tmp_path / "s.c3d", rename))
    assert "s.c3d: the static trial lacks" in line
    assert "LDELT" in line


def test_names_that_no_set_knows(recording, tmp_path):
    walk, _ = recording
    code = str.maketrans(
        {n: "qxzj"[n >> 4 & 3] + "qxzj"[n >> 2 & 3] + "qxzj"[n & 3] for n in range(128)}
    )
    path = edit.edited(walk, tmp_path / "w.c3d", edit.labels(lambda name: name.translate(code)))
    line = refused(path)
    assert "no name in this recording means a knee, an ankle or a foot" in line
    assert "without legs. If this one has legs, write a marker set" in line
    assert "ambulo markers FILE > mine.toml" in line


def test_prefixed_and_lower_case_names_are_the_same_markers(recording, right, tmp_path):
    walk, static = recording
    path = edit.edited(walk, tmp_path / "w.c3d", edit.labels(lambda name: f"Anna:{name.lower()}"))
    found = analyse(path, static=static, configuration=Configuration(sex="m"))
    assert found.marker_set == right.marker_set
    np.testing.assert_allclose(found.joint_forces.moment, right.joint_forces.moment, atol=1e-6)


@pytest.mark.parametrize("with_static", [True, False])
def test_exchanged_sides_are_refused(recording, tmp_path, with_static):
    walk, static = recording

    def other(name):
        return {"L": "R", "R": "L"}.get(name[0], name[0]) + name[1:]

    sided = {"L", "R"}
    rename = edit.labels(lambda name: other(name) if name[0] in sided else name)
    path = edit.edited(walk, tmp_path / "w.c3d", rename)
    line = refused(path, **({"static": static} if with_static else {}))
    assert "w.c3d" in line
    assert "left and right markers are exchanged" in line


@pytest.mark.parametrize("pair", [("LEPIC", "REPIC"), ("LMAL", "RMAL"), ("REPIC", "RMAL")])
def test_labels_exchanged_in_both_files_are_put_back(recording, right, tmp_path, pair):
    files = [
        edit.edited(path, tmp_path / f"{name}.c3d", edit.exchanged(*pair))
        for path, name in zip(recording, ("walk", "static"), strict=True)
    ]
    found = analyse(files[0], static=files[1], configuration=Configuration(sex="m"))
    np.testing.assert_array_equal(found.joint_forces.moment, right.joint_forces.moment)
    assert len([line for line in found.log if isinstance(line, PutBack)]) == 2


def test_a_set_of_ones_own_says_what_exchanged_labels_are(recording, tmp_path):
    own = tmp_path / "ours.toml"
    own.write_text(
        'extends = "pamies37"\ndrop = ["LEPIC", "REPIC"]\n'
        '[markers]\nLOUT = { on = "left_thigh", required = true, aliases = ["REPIC"] }\n'
        'ROUT = { on = "right_thigh", required = true, aliases = ["LEPIC"] }\n'
    )
    trial = read(recording[0], Configuration(markers=str(own))).trial
    (tmp_path / "x").mkdir()
    path = edit.edited(recording[0], tmp_path / "x" / "w.c3d", edit.exchanged("LEPIC", "REPIC"))
    swapped = read(path, Configuration(markers=str(own))).trial
    found = find_markers(swapped, Configuration(markers=str(own)), subject=trial.subject)
    assert found.match.found["LOUT"] == "REPIC"
    assert not any("exchanged" in line for line in found.notes)


def test_exchanged_elbows_fail_a_check(recording, tmp_path):
    walk, static = recording
    arms = [name for name in analyse(walk, static=static).trial.markers.names if "ELB" in name]
    path = edit.edited(walk, tmp_path / "w.c3d", edit.exchanged(*arms[:2]))
    (pair,) = failures(path, static)["exchanged_sides"].facts["pairs"]
    assert arms[0] in pair.values()


def test_a_long_gap_leaves_the_longest_part_without_it_and_is_said(recording, tmp_path):
    walk, static = recording
    path = edit.edited(walk, tmp_path / "w.c3d", edit.hidden("LEPIC", 60, 260))
    found = analyse(path, static=static, configuration=Configuration(sex="m"))
    assert found.motion.time[0] > 2.5 or found.motion.time[-1] < 0.7
    assert any("LEPIC" in note and "frames 61-260 not filled" in note for note in found.log)
    # so many frames that none would be left
    path = edit.edited(walk, tmp_path / "all.c3d", edit.hidden("LEPIC", 10, 10_000))
    assert "LEPIC" in refused(path, static=static)


def test_millimetres_called_metres_are_read_as_millimetres(recording, tmp_path):
    walk, static = recording
    wrong = edit.edited(walk, tmp_path / "w.c3d", edit.parameter("POINT", "UNITS", ["m"]))
    found = analyse(wrong, static=static, configuration=Configuration(sex="m"))
    assert any("Lengths are in mm, not in m as the file says" in note for note in found.log)
    asked = refused(wrong, static=static, unit="m")
    assert "look like mm" in asked
    assert "--unit mm" in asked
    assert "in m, as you say" in asked


def test_the_recommended_unit_option_is_taken(recording, right, tmp_path):
    walk, static = recording
    wrong = edit.parameter("POINT", "UNITS", ["m"])
    path = edit.edited(walk, tmp_path / "w.c3d", wrong)
    found = analyse(path, static=static, configuration=Configuration(sex="m", unit="mm"))
    np.testing.assert_allclose(found.motion.q, right.motion.q, atol=1e-6)


# ---- laboratory axes


@pytest.mark.parametrize(
    "axes",
    [np.diag([-1.0, -1.0, 1.0]), np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1.0]]), Z_UP_TO_Y_UP],
    ids=["along -X", "along -Y", "Y up"],
)
def test_other_axes_give_the_same_moments(recording, right, tmp_path, axes):
    walk, static = recording
    path = edit.edited(walk, tmp_path / "w.c3d", edit.turned(axes))
    found = analyse(path, static=static, configuration=Configuration(sex="m"))
    for ours, theirs in zip(found.moments, right.moments, strict=True):
        assert ours.name == theirs.name
        np.testing.assert_allclose(ours.values, theirs.values, atol=0.05)


# ---- files


def test_files_that_are_not_there(recording, tmp_path):
    walk, _ = recording
    missing = tmp_path / "none"
    for arguments, options in (
        ([missing], {}),
        ([walk], {"static": missing}),
        ([walk], {"config": missing}),
        ([walk], {"markers": missing.with_suffix(".toml")}),
    ):
        assert "none" in refused(*arguments, **options)
    assert "there is no marker set 'helenhayes'" in refused(walk, markers="helenhayes")
    assert "there is no such file" in refused(walk, grf=missing)


def test_three_frames(recording, tmp_path):
    walk, static = recording
    path = edit.edited(walk, tmp_path / "w.c3d", edit.shortened(3))
    line = refused(path, static=static)
    assert "w.c3d: the recording is too short" in line
    assert "need 20 frames, and it has 3" in line


# ---- the static trial


def test_a_standing_trial_is_no_walk(recording):
    _, static = recording
    found = analyse(static, configuration=Configuration(sex="m"))
    assert found.activity.name == "stand"
    assert found.strides == ()
    assert said(found, "standing")
    assert "activity_asked" not in not_good(found)
    # who says that it is a walk is told that it is not, and that it has no stride
    asked = analyse(static, configuration=Configuration(sex="m", activity="walk"))
    wrong = not_good(asked)
    why = found.activity.reason
    assert said(asked, f"walk. Reason: your choice. The motion looks like standing: {why}")
    (told,) = (check for check in asked.checks if check.id == "activity_asked")
    assert told.grade == "look"
    assert told.facts["unlike"] == f"the motion looks like standing: {why}"
    assert "whole_stride" in wrong
    assert "whole_contact" not in wrong  # without plates it could not be made


def test_a_walk_given_as_static_is_said(recording):
    walk, _ = recording
    found = analyse(walk, static=walk, configuration=Configuration(sex="m"))
    assert said(found, "although the subject moves by")
    assert not said(found, "there is no static trial")


# ---- plates


def no_plates(c3d):
    c3d["parameters"]["FORCE_PLATFORM"]["USED"]["value"] = [0]


def test_without_plates_the_motion_alone_is_used_and_said(recording, tmp_path):
    walk, static = recording
    path = edit.edited(walk, tmp_path / "w.c3d", no_plates)
    found = analyse(path, static=static, configuration=Configuration(sex="m"))
    assert found.method == "whole-body"
    assert said(found, "describes no force plates")
    # of the joints the hip is the one whose moment a walk's motion tells least
    assert {"without_plates.hip"} == set(not_good(found))
    (strike,) = (check for check in found.checks if check.id == "whole_contact")
    assert strike.facts["given"] == "estimated"
    assert {check.id for check in found.checks if check.grade == "unknown"} == {
        "whole_contact",
        "mass",
        "residual_force",
        "residual_moment",
        "pressure_under_foot",
    }
    assert "needs force plates" in refused(path, static=static, method="plates")


def test_legs_without_plates_have_moments_in_the_air_only(recording, tmp_path):
    walk, static = recording
    path = edit.edited(walk, tmp_path / "w.c3d", no_plates)
    choices = Configuration(sex="m", model="legs")
    found = analyse(path, static=static, configuration=choices)
    assert said(found, "swinging legs only")
    line = refused(path, static=static, model="legs", method="whole-body")
    assert "only legs" in line


def test_a_sample_that_is_no_number_costs_no_plate(recording, tmp_path):
    walk, static = recording
    choices = Configuration(sex="m")
    right = analyse(walk, static=static, configuration=choices)

    def some(c3d):
        plate = c3d["parameters"]["FORCE_PLATFORM"]["CHANNEL"]["value"][:, 0].astype(int) - 1
        force = c3d["data"]["analogs"][0, plate[2]]
        loaded = np.flatnonzero(np.abs(force) > 100.0)
        c3d["data"]["analogs"][0, plate[2], loaded[len(loaded) // 2]] = np.nan
        c3d["data"]["analogs"][0, plate[3], loaded[len(loaded) // 3] :][:4] = np.inf

    found = analyse(
        edit.edited(walk, tmp_path / "w.c3d", some), static=static, configuration=choices
    )
    assert said(found, "samples without a number were filled by a line (5)")
    for plate, true in zip(found.trial.plates, right.trial.plates, strict=True):
        np.testing.assert_allclose(plate.force, true.force, atol=5.0)


def test_a_plate_of_nan_is_left_out_and_said(recording, tmp_path):
    walk, static = recording
    path = edit.edited(walk, tmp_path / "w.c3d", edit.channels(0, 6, np.nan))
    found = analyse(path, static=static, configuration=Configuration(sex="m"))
    assert len(found.trial.plates) == 1
    assert said(found, "Plate 1 was left out: its channels hold no numbers")


@pytest.mark.parametrize("by", [(300.0, 0.0, 0.0), (0.0, 300.0, 0.0)], ids=["along", "across"])
def test_plates_that_lie_elsewhere_fail(recording, tmp_path, by):
    walk, static = recording
    path = edit.edited(walk, tmp_path / "w.c3d", edit.shifted_plates(by))
    wrong = failures(walk=path, static=static)
    assert {"whole_contact", "residual_moment"} & set(wrong)
    assert {"pressure_under_foot", "plate_faults", "place_along", "place_across"} & set(wrong)


def test_plates_with_a_wrong_gain_fail(recording, tmp_path):
    walk, static = recording
    path = edit.edited(walk, tmp_path / "w.c3d", edit.channels(0, 12, 1.2))
    assert failures(path, static)["mass"].facts["ratio"] == pytest.approx(1.2, abs=0.04)


# ---- the configuration


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("masss = 70", "Did you mean mass?"),
        ("weight = 70", "Did you mean mass?"),
        ("filter_cutoff = 6", "Did you mean cutoff?"),
        ("mass = = 3", "line 1"),
        ('mass = "heavy"', "be a number"),
        ('hip = "bell"', "bell1990"),
        ('parameters = "winter"', "winter2009"),
        ('filter = "kalman"', "butterworth"),
        ('filter = "butterworth"\ncutoff = 500', "not below half"),
        ('up = "above"', "+X, -X"),
        ("[measurements]\nleft_knee = 0.1", "left_knee_width"),
        ("[measurements]\nleft_knee_width = 110", "looks like mm"),
        ('hip = "functional"\nfunctional = ["none.c3d"]', "none.c3d"),
    ],
)
def test_a_wrong_entry_is_answered_with_the_right_ones(recording, tmp_path, text, words):
    walk, static = recording
    config = tmp_path / "study.toml"
    config.write_text(text)
    assert words in refused(walk, static=static, config=config)


# ---- real trials


def test_the_static_of_another_real_subject(data):
    subjects = data / "biomechzoo"
    wrong = failures(
        subjects / "HC038A/Straight/HC038A11.c3d", subjects / "HC030A/Static/HC030A01.c3d"
    )
    assert "same_subject" in wrong


def test_a_static_with_fewer_markers_leads_to_the_set_that_both_have(data):
    folder = data / "btk/PiG"
    line = refused(
        folder / "PiG_Motion-FlatFoot-Full.c3d", static=folder / "PiG_Calibration3_FF.c3d"
    )
    assert "PiG_Calibration3_FF.c3d: the static trial lacks" in line
    assert "--markers plug_in_gait_lower, which both trials have" in line


def test_ground_reactions_of_another_trial(data):
    subject = data / "falisse/subject2"
    trial = subject / "TRC/gait_25.trc"
    line = refused(trial, grf=subject / "IK/IK_gait_25.mot", mass=62)
    assert "no columns of ground force" in line
    assert "there is no such file" in refused(trial, grf=subject / "none.mot", mass=62)
    found = analyse(
        trial,
        static=subject / "TRC/static.trc",
        grf=subject / "GRF/GRF_gait_14.mot",
        configuration=Configuration(mass=62.0),
    )
    wrong = not_good(found)
    reasons = [each["reason"] for each in wrong["whole_contact"].facts["reasons"]]
    assert any("while plate 1 is loaded" in reason for reason in reasons)
