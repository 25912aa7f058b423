"""Grades and ± of each quantity: by table, bands, the foot's roll and checks."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase

import numpy as np
import pytest
from tests.reference.agreement import Leg, table
from tests.synthetic_analysis import make_analysis

from ambulo.gait.checks.cross_talk import knees_turned
from ambulo.gait.checks.finding import Finding, judged, of_legs
from ambulo.gait.checks.table import rows
from ambulo.mocap.calibration.knee_axis import CrossTalk
from ambulo.mocap.event_timing import NORMAL_90
from ambulo.records import SIDES, Bands, Check
from ambulo.report.page_data import TablePanel
from ambulo.report.panels.trust import grade_in_words, of_both, trust_panel
from ambulo.report.scene import Scene
from ambulo.results.columns import body_mass, header
from ambulo.results.foot_progression import foot_progression
from ambulo.results.posture import posture
from ambulo.results.trust import curve_trust, in_words, not_shown, stride_trust, trial_trust, trust
from ambulo.results.trust.agreement import (
    AGREEMENT,
    USUAL_BAND,
    ExpectedAgreement,
    kind_of_markers,
    trust_table,
)
from ambulo.results.trust.grade import graded_curve, lowered


@pytest.fixture(scope="module")
def analysis():
    return replace(make_analysis(), checks=())


@pytest.fixture(scope="module")
def found(analysis):
    return trust(analysis, Scene(analysis).strides)


def row(error=2.0, r=0.99, size=10.0):
    return ExpectedAgreement("all", True, "angles", "knee_flexion", 5, 20, error, r, size)


def test_a_curve_is_good_by_correlation_and_range():
    assert graded_curve(0.96, 10.0, 60.0) == "good"
    assert graded_curve(0.94, 10.0, 60.0) == "fair"
    assert graded_curve(0.96, 25.0, 60.0) == "fair"
    assert graded_curve(0.7, 1.0, 60.0) == "poor"
    assert graded_curve(0.99, 50.0, 60.0) == "poor"
    assert graded_curve(np.nan, np.nan, 60.0) == "unknown"


def test_a_segment_with_one_marker_leaves_powers_and_its_rotation_open(analysis, found):
    model, motion = analysis.model, analysis.motion
    thigh = model.marker_body == model.segments.index("left_thigh")
    weight = np.where(thigh & (np.cumsum(thigh) > 1), 0.0, model.marker_weight)
    told = trust(
        replace(
            analysis,
            model=replace(model, marker_weight=weight),
            motion=replace(motion, v=np.ones_like(motion.v), a=np.ones_like(motion.a)),
        )
    )
    curves = [name for name in found if name.startswith(("angles/", "moments/", "powers/"))]
    moved = [name for name in curves if repr(told[name]) != repr(found[name])]
    assert moved == [
        "angles/left_hip_rotation",
        "angles/left_knee_rotation",
        "moments/left_hip_rotation",
        "powers/left_hip_power",
        "powers/left_knee_power",
    ]
    for name in moved:
        assert told[name].error > found[name].error
        assert told[name].r <= found[name].r
        assert "one marker on a thigh or shank" in told[name].by


def test_a_smaller_curve_is_expected_to_agree_less_and_a_larger_one_no_better():
    assert row().expected_r(10.0) == pytest.approx(0.99)
    assert row().expected_r(5.0) == pytest.approx(np.sqrt(1 - 2 * (1 - 0.99**2)))
    assert row().expected_r(40.0) == pytest.approx(0.99)


def test_the_table_gives_the_error_and_says_how_many_laboratories(analysis, found):
    one = found["angles/left_knee_flexion"]
    kind = kind_of_markers(analysis.marker_set)
    expected = trust_table().get((kind, True, "angles", "knee_flexion"))
    expected = expected or trust_table()["all", True, "angles", "knee_flexion"]
    # another system shares the errors of markers, which bands tell
    assert expected.half > expected.error
    assert (one.error, one.laboratories) == (expected.half, expected.laboratories)
    assert (one.grade, one.by) == ("good", USUAL_BAND)
    ankle = found["angles/left_ankle_rotation"]
    assert (ankle.error, ankle.by) == (
        trust_table()[kind, True, "angles", "ankle_rotation"].error, AGREEMENT
    )  # fmt: skip


def test_moments_of_a_foot_on_no_plate_are_less_sure(found):
    alone = replace(make_analysis(whole=True), checks=(), contacts=())
    without = trust(alone)
    for name in ("moments/left_hip_flexion", "moments/left_knee_flexion", "powers/left_knee_power"):
        assert without[name].error > found[name].error
        assert without[name].r < found[name].r


def banded(analysis, quantity, half):
    """The analysis with one curve's band, of this half width."""
    name = header(quantity.name, quantity.unit)
    bands = Bands(
        samples=16, failed=0, share=0.9, sources=(), left_out=(),
        median={name: quantity.values}, low={name: quantity.values - half},
        high={name: quantity.values + half},
    )  # fmt: skip
    return replace(analysis, bands=bands)


def test_half_of_a_band_stands_before_the_table(found, analysis):
    half = 0.02 * body_mass(analysis)
    one = trust(banded(analysis, analysis.moments["left_knee_flexion"], half))
    knee = one["moments/left_knee_flexion"]
    assert (knee.error, knee.by) == (pytest.approx(0.02), "its error band")
    assert knee.error < found["moments/left_knee_flexion"].error


@pytest.mark.parametrize("half", [0.5, 40.0])
def test_no_band_holds_where_another_system_puts_an_angles_zero(analysis, half):
    one = trust(banded(analysis, analysis.angles["left_knee_flexion"], half))
    beside = trust_table()["wands", True, "angles", "knee_flexion"].error
    assert one["angles/left_knee_flexion"].error == pytest.approx(max(half, beside))


@pytest.mark.parametrize("half", [0.02, 0.5])
def test_no_band_holds_what_motion_alone_leaves_open_of_a_moment(analysis, half):
    told = Check("without plates", 0.2, 0.15, "N*m/kg", "look", id="without_plates.knee")
    banded_one = banded(analysis, analysis.moments["left_knee_flexion"], half * body_mass(analysis))
    knee = trust(replace(banded_one, checks=(told,)))["moments/left_knee_flexion"]
    assert knee.error == pytest.approx(max(half, 0.2))


@pytest.mark.parametrize(("half", "better"), [(0.001, True), (3.0, False)])
def test_a_narrow_band_tells_of_agreement_and_a_wide_one_takes_it(found, analysis, half, better):
    before = found["moments/left_hip_rotation"]
    moment = analysis.moments["left_hip_rotation"]
    one = trust(banded(analysis, moment, half * body_mass(analysis)))["moments/left_hip_rotation"]
    usual = trust_table()["wands", True, "moments", "hip_rotation"].band
    left = (1.0 - before.r**2) * one.error / 1.645 / one.size / usual
    assert one.r == pytest.approx(np.sqrt(max(0.0, 1.0 - left)))
    assert (one.r > before.r) == better


def test_the_feets_progression_has_a_grade_and_a_band_of_its_own(found, analysis):
    (_, right) = foot_progression(analysis, posture(analysis.model, analysis.motion))
    before = found["angles/right_foot_progression"]
    assert before.grade in ("good", "fair")
    assert before.by == USUAL_BAND
    wide = trust(banded(analysis, right, 3.0 * before.error))["angles/right_foot_progression"]
    assert (wide.error, wide.by) == (pytest.approx(3.0 * before.error), "its error band")


def placed_by_fit(**known):
    """The check of a body that was fitted, with what it leaves open, rad and m."""
    facts = {"left_shank": 0.0, "helps": 0.0, "joint": "left knee", "spread": 0.01, "landmark": "",
             "left": 0.01, "moment": 1.0, "placed": "left knee medial", **known}  # fmt: skip
    return judged(Finding("placed_centres", "left knee", 9.0, facts))


def test_segments_that_a_fit_has_turned_are_unsure_about_their_long_axes(found, analysis):
    """A turned knee mixes flexion with varus; what turns about the long axis stays as it was."""
    told = trust(replace(analysis, checks=(placed_by_fit(left_thigh=0.1, left_knee_ahead=0.01),)))

    def more(name):
        return np.sqrt(told[name].error ** 2 - found[name].error ** 2)

    for joint in ("hip", "knee"):
        assert more(f"angles/left_{joint}_rotation") == pytest.approx(1.645 * np.degrees(0.1))
    for name in ("angles/left_knee_adduction", "moments/left_knee_adduction"):
        assert told[name].error > found[name].error
    assert told["moments/left_knee_adduction"].r < found["moments/left_knee_adduction"].r
    ahead = 1.645 * 9.80665 * 0.01
    assert more("moments/left_knee_flexion") > ahead
    assert more("moments/left_knee_flexion") == pytest.approx(ahead, rel=0.2)
    for name in ("angles/left_hip_adduction", "angles/left_knee_flexion", "powers/left_knee_power",
                 "moments/left_hip_flexion", "moments/left_knee_rotation",
                 "angles/left_ankle_rotation", "angles/right_knee_rotation"):  # fmt: skip
        assert told[name].error == found[name].error, name


def test_a_kind_of_markers_is_drawn_towards_its_curves_as_by_one_laboratory():
    legs = [
        Leg(lab, lab, kind, True, side, "angles", quantity, r, 2.0, 20.0, 0.1)
        for lab in "abc"
        for side in SIDES
        for kind, quantity, r in (("wands", "knee_flexion", 0.99), ("wands", "hip_flexion", 0.96),
                                  ("other", "knee_flexion", 0.5))
    ]  # fmt: skip
    found = table(legs)
    lacks = np.sqrt(1.0 - np.square([0.99, 0.96]))
    pulled = np.exp(0.75 * np.log(lacks[0]) + 0.25 * np.log(lacks).mean())
    knee = found["wands", True, "angles", "knee_flexion"]
    assert np.sqrt(1.0 - knee.r**2) == pytest.approx(pulled)
    assert found["other", True, "angles", "knee_flexion"].r == pytest.approx(0.5)
    assert knee.band == pytest.approx(0.1)
    assert knee.half == pytest.approx(1.645 * 0.1 * 20.0)


def test_a_roll_that_no_marker_shows_leaves_nothing_of_what_rests_on_it(analysis, monkeypatch):
    nothing = {side: {"by": "nothing", "flat": 3.0, "free": 30.0} for side in SIDES}
    monkeypatch.setattr(curve_trust, "roll_known", lambda model: nothing)
    blind = trust(replace(analysis))
    for name in ("angles/left_ankle_inversion", "moments/right_ankle_rotation"):
        assert blind[name].grade == "poor"
    assert blind["moments/left_ankle_dorsiflexion"].grade != "poor"


def test_in_a_walk_a_level_sole_counts_for_the_time_that_the_foot_stands(analysis, monkeypatch):
    known = {side: {"by": "sole", "flat": 3.0, "free": 6.0} for side in SIDES}
    monkeypatch.setattr(curve_trust, "roll_known", lambda model: known)
    name = "left_ankle_inversion"
    wide = [
        replace(q, values=10.0 * np.sin(np.linspace(0.0, 20.0, len(q.values))))
        if q.name == name
        else q
        for q in analysis.angles
    ]
    rolling = replace(analysis, angles=type(analysis.angles)(wide))
    walked = trust(rolling)[f"angles/{name}"]
    stood = trust(replace(rolling, activity=replace(analysis.activity, name="squat")))
    assert NORMAL_90 * 3.0 < walked.error < NORMAL_90 * 6.0
    assert stood[f"angles/{name}"].error == pytest.approx(NORMAL_90 * 6.0)
    assert walked.r > stood[f"angles/{name}"].r > 0.0
    assert walked.grade == "fair"


def test_times_say_that_a_foot_slides(analysis, found):
    k = next(k for k, e in enumerate(analysis.events) if (e.side, e.kind) == ("left", "strike"))
    events = list(analysis.events)
    events[k] = replace(events[k], source="kinematics", doubt=0.05)
    sliding = replace(analysis, events=tuple(events))
    slid = trust(sliding, Scene(sliding).strides)
    told = {
        name for name, one in slid.items() if one.by.endswith("the foot slides before it rests")
    }
    times = {name.removeprefix("strides/") for name in told if name.startswith("strides/")}
    own = ("duration", "stance", "speed", "cadence")
    both = ("step_time", "single_support", "double_support")
    known = {name.removeprefix("strides/") for name in found if name.startswith("strides/")}
    every = {f"left_{name}" for name in own} | {f"{s}_{name}" for s in SIDES for name in both}
    assert times == every & known
    assert times


def test_speed_and_cadence_have_the_relative_errors_of_their_parts(found):
    known = {name: found[f"strides/left_{name}"] for name in stride_trust._RATES}
    share = {
        name: found[f"strides/left_{name}"].error / found[f"strides/left_{name}"].size
        for name in ("stride_length", "duration")
    }
    assert known["cadence"].error / known["cadence"].size == pytest.approx(share["duration"])
    speed = known["speed"].error / known["speed"].size
    assert speed == pytest.approx(np.hypot(*share.values()))
    assert (known["speed"].unit, known["cadence"].unit) == ("m/s", "steps/min")
    assert known["speed"].grade == "good"


def test_lengths_are_less_sure_without_markers_on_the_heels(analysis, found, monkeypatch):
    monkeypatch.setattr(stride_trust, "shows_heel", lambda model, side: side == "left")
    told = trust(replace(analysis), Scene(analysis).strides)
    for name, more in stride_trust._NO_HEEL.items():
        one, with_heels = told[f"strides/left_{name}"], found[f"strides/left_{name}"]
        assert one.error == pytest.approx(np.hypot(with_heels.error, more))
        assert one.by.endswith("no heel marker")
    assert told["strides/left_duration"].error == found["strides/left_duration"].error


def test_where_no_marker_shows_that_a_foot_points_its_progression_is_poor(
    analysis, found, monkeypatch
):
    left, right = not_shown.foot_rolls(analysis.model)
    blind = (replace(left, ahead=False), right)
    monkeypatch.setattr(not_shown, "foot_rolls", lambda model: blind)
    told = trust(replace(analysis))
    moved = [name for name in found if name in told and repr(told[name]) != repr(found[name])]
    assert moved == ["angles/left_foot_progression"]
    assert told[moved[0]].grade == "poor"


def test_ankle_and_knee_are_turned_from_another_zero_by_the_tibias_torsion(found, analysis):
    """An ankle where wands tell the shank's axes; both joints where they do not."""
    subject = analysis.model.subject
    turned = {**subject.measurements, "left_tibial_torsion": np.radians(-19.0)}
    model = replace(analysis.model, subject=replace(subject, measurements=turned))
    knee, ankle = (f"angles/left_{joint}_rotation" for joint in ("knee", "ankle"))
    wands, landmarks = (
        trust(replace(analysis, model=model, marker_set=name))
        for name in ("plug_in_gait_full", "landmarks")
    )
    assert wands[ankle].error == pytest.approx(19.0)
    assert wands["angles/right_ankle_rotation"].error < 19.0
    assert wands[knee].error == found[knee].error
    for name in (knee, ankle):
        assert landmarks[name].error == pytest.approx(15.0 + 1.28 * 8.0)


def test_what_no_marker_shows_of_the_shank_comes_on_top_of_the_torsion(analysis):
    placed = placed_by_fit(left_shank=0.1)
    told = trust(replace(analysis, checks=(placed,), marker_set="landmarks"))
    expected = np.hypot(15.0 + 1.28 * 8.0, 1.645 * np.degrees(0.1))
    for joint in ("knee", "ankle"):
        assert told[f"angles/left_{joint}_rotation"].error == pytest.approx(expected)


def test_another_movement_was_not_compared(analysis):
    squat = replace(analysis, activity=replace(analysis.activity, name="squat"))
    assert trust(squat)["angles/left_knee_flexion"].grade == "unknown"
    assert "events/left_strike" not in trust(squat)


def test_feet_in_line_have_a_width_that_no_error_is_small_beside(analysis):
    strides = tuple(replace(p, step_width=0.0) for p in Scene(analysis).strides)
    of = trust(analysis, strides)
    widths = [one for name, one in of.items() if name.endswith("step_width")]
    assert widths
    assert {one.grade for one in widths} == {"poor"}
    assert {one.size for one in widths} == {0.0}


def test_a_check_lowers_what_it_touches(found):
    finding = Finding("forward_force_mean", "", 1.0, limits=(2.0, 3.0))
    good, look, bad = (
        replace(judged_check(finding), grade=grade) for grade in ("good", "look", "do-not-use")
    )
    knee = replace(found["moments/left_knee_flexion"], grade="good")
    ankle = found["moments/left_ankle_dorsiflexion"]
    assert lowered(knee, [good]) == knee
    assert (lowered(knee, [look]).grade, lowered(knee, [bad]).grade) == ("fair", "poor")
    assert lowered(knee, [bad]).lowered == (bad,)
    assert lowered(ankle, [bad]) == ankle
    assert lowered(replace(knee, grade="unknown"), [bad]).grade == "unknown"
    done, inside = (
        replace(found[f"work/left_{name}_work"], grade="good")
        for name in ("knee_positive", "internal")
    )
    assert lowered(done, [bad]).grade == "poor"
    assert lowered(inside, [bad]) == inside


@pytest.mark.parametrize(("turn", "grade"), [(12.0, "good"), (20.0, "fair"), (27.0, "poor")])
def test_twice_the_limit_of_a_check_that_never_forbids_leaves_what_it_touches_poor(
    found, turn, grade
):
    knees = {side: CrossTalk(np.radians(turn), 0.9, 0.2, 1.0) for side in SIDES}
    check = judged(knees_turned(knees)[0])
    assert check.passed
    rotation = replace(found["angles/left_hip_rotation"], grade="good")
    assert lowered(rotation, [check]).grade == grade
    flexion = replace(found["angles/left_hip_flexion"], grade="good")
    assert lowered(flexion, [check]) == flexion


def judged_check(finding):
    about = rows()[finding.id]
    return judged(finding, replace(about, title="force", found="", cost="", remedy=""))


def test_every_check_names_quantities_that_there_are(found):
    joints = ("knee", "hip", "ankle", "elbow", "thigh", "moment", "power")
    for id, entry in rows().items():
        for pattern in entry.touches.split():
            filled = (
                pattern.format(side=side, full=side, whose=f"{side}_*", of=of)
                for side in SIDES
                for of in (*joints, *SIDES)
            )
            known = any(fnmatchcase(name, one) for one in filled for name in found)
            assert known or pattern == "nothing" or "elbow" in id or "lumbar" in pattern, id


def test_a_check_of_one_side_leaves_the_other_and_one_of_both_takes_both():
    def turned(left, right):
        knees = {
            side: CrossTalk(np.radians(turn), 0.9, 0.2, 1.0)
            for side, turn in zip(SIDES, (left, right), strict=True)
        }
        return judged(knees_turned(knees)[0]).touches

    assert all(pattern.startswith("*/left_") for pattern in turned(20.0, 3.0))
    both = turned(20.0, -16.0)
    assert {"*/left_hip_rotation", "*/right_hip_rotation"} <= set(both)


def test_a_marker_of_a_leg_touches_that_leg_and_one_of_the_pelvis_all():
    model = make_analysis().model
    on = {
        name: next(
            model.marker_names[k] for k, body in enumerate(model.marker_body)
            if model.segments[body] == name
        )
        for name in ("pelvis", "left_shank", "right_thigh")
    }  # fmt: skip
    assert of_legs(model, [on["left_shank"]]) == ("left_*",)
    assert of_legs(model, [on["left_shank"], on["right_thigh"]]) == ("left_*", "right_*")
    assert of_legs(model, [on["left_shank"], on["pelvis"]]) == ("*",)
    shaking = Finding("marker_noise", on["left_shank"], 5.0, {"noise": 0.005}, whose=("left_*",))
    assert judged(shaking).touches == ("*/left_*",)


def test_nine_of_ten_of_equal_laboratories_are_what_all_have():
    legs = [
        Leg(lab, lab, "wands", True, side, "angles", "knee_flexion", 0.99, 2.0, 20.0)
        for lab in "abc"
        for side in SIDES
    ]
    for one in table(legs).values():
        assert (one.laboratories, one.legs) == (3, 6)
        assert (one.error, one.r, one.size) == pytest.approx((2.0, 0.99, 20.0))


def test_fewer_laboratories_widen_the_error():
    def bound(labs):
        return next(iter(table([
            Leg(str(k), str(k), "wands", True, "left", "angles", "knee_flexion", 0.99,
                2.0 * np.exp(0.5 * (-1) ** k), 20.0)
            for k in range(labs)
        ]).values())).error  # fmt: skip

    assert bound(2) > bound(8) > 2.0


def test_the_page_says_it_in_one_line_and_opens_a_table(analysis, found):
    panel = trust_panel(Scene(analysis))
    assert isinstance(panel, TablePanel)
    assert panel.folded
    assert panel.line == in_words(found)
    rows_ = {line.cells[0]: line.cells for line in reversed(panel.rows)}
    one = found["angles/left_knee_flexion"]
    assert rows_["Knee flexion"][1] == grade_in_words(one) == f"good ±{one.error:.1f}°"


def test_a_check_that_lowers_both_sides_is_named_once(analysis):
    rows_ = trust_panel(Scene(replace(analysis, checks=make_analysis(failed=True).checks))).rows
    lowering = [row.cells[4].split("; ") for row in rows_ if len(row.cells) > 4]
    assert any(len(names) > 1 for names in lowering)
    assert all(len(names) == len({*names}) for names in lowering)


def test_both_sides_are_said_in_few_words(found):
    left, right = (found[f"moments/{side}_knee_flexion"] for side in SIDES)
    left, right = (
        replace(left, grade="fair", error=0.131),
        replace(right, grade="good", error=0.131),
    )
    assert of_both([left, right]) == "left fair, right good ±0.13 N·m/kg"
    assert of_both([left, replace(left, name=right.name)]) == "fair ±0.13 N·m/kg"
    assert of_both([left, replace(right, error=9.96)]) == "left fair ±0.13, right good ±10 N·m/kg"
    assert of_both([left, replace(left, name=right.name, error=0.2)]) == "fair ±0.20 N·m/kg"
    assert of_both([]) == ""


def test_curves_are_looked_at_once_and_anew_in_another_analysis(analysis, monkeypatch):
    mine = replace(analysis)
    before = trust(mine)
    monkeypatch.setattr(trial_trust, "of_curves", lambda analysis, table: iter(()))
    assert trust(mine) == before
    assert not any(name.startswith("moments/") for name in trust(replace(analysis)))
