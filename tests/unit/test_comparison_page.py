"""Analyses beside each other: what their page shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

import ambulo.population.compare as module
from ambulo.inputs.errors import InputError
from ambulo.mocap.events import whole_stances
from ambulo.population.compare import (
    Difference,
    beyond_in_words,
    compare,
    dissimilar,
    in_order,
    most_different,
    short_names,
)
from ambulo.population.comparison_files import _known_by, compare_folders, comparison_page
from ambulo.population.group import StrideSums
from ambulo.population.stride_curves import read_stride_curves, stride_curves
from ambulo.records import Bands, Quantities
from ambulo.report.curve_words import in_full, poor_in_words
from ambulo.report.page_data import LinesPanel, ScenePanel, Series
from ambulo.report.scene import Scene
from ambulo.report.stride_counts import strides_with_moments
from ambulo.report.verdict import overall
from ambulo.report.write import write
from ambulo.results.columns import PER_KG, body_mass
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.trust import Trust


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> Path:
    return write(make_analysis(whole=True), tmp_path_factory.mktemp("compared") / "one")


def differences(folder: Path) -> list[Difference]:
    sums = StrideSums()
    sums.add(read_stride_curves(folder))
    return [Difference(name, (a, a), (0.0, 0.0)) for name, a in sums.averages().items()]


def test_the_pelvis_is_averaged_over_each_sides_strides_apart(saved):
    curves = read_stride_curves(saved).curves
    left = curves["pelvis_obliquity over left strides [deg]"]
    right = curves["pelvis_obliquity over right strides [deg]"]
    assert len(left)
    assert len(right)
    # up on the left in the left foot's stance, down in the right's
    assert np.corrcoef(left.mean(axis=0), right.mean(axis=0))[0, 1] < 0.5


def test_every_kind_has_its_largest_differences(saved):
    off = {"left_knee_flexion [deg]": 0.0, "left_hip_flexion [N*m/kg]": 0.3, "x [N*m/kg]": 0.1,
           "y [N*m/kg]": 0.2, "z [W/kg]": float("nan")}  # fmt: skip
    found = most_different(
        [Difference(name, (None, None), (0.0, rms)) for name, rms in off.items()], 1
    )
    said = {kind: [one.name for one in most] for kind, most in found.items()}
    assert said == {"angles": [], "moments": ["left_hip_flexion [N*m/kg]", "y [N*m/kg]"]}


def test_differences_are_set_against_what_both_curves_are_uncertain_by():
    rms = {"a [deg]": (0.0, 3.0), "b [deg]": (0.0, 1.0), "c [deg]": (0.0, 9.0)}
    errors = {"a [deg]": (2.8, 2.5), "b [deg]": (1.0, 2.0), "c [deg]": (1.0, float("nan"))}
    found = [Difference(name, (None, None), rms[name], errors[name]) for name in rms]
    assert [one.exceeds(1) for one in found] == [True, False, False]
    said = "curves differ by more than the ± of both"
    assert beyond_in_words(found, 1) == f"1 of 2 {said}: a"
    assert beyond_in_words(found[1:], 1) == f"0 of 1 {said}"
    off = {"a [deg]": 2.0, "left_hip_flexion [N*m/kg]": 4.0, "c [deg]": 3.0, "d [deg]": 5.0}
    four = [Difference(name, (None, None), (0.0, rms), (1.0, 1.0)) for name, rms in off.items()]
    most = "left hip flexion moment, d, c"
    assert beyond_in_words(four, 1) == f"4 of 4 {said}, most of all {most}"
    assert beyond_in_words([Difference("a [deg]", (None, None), (0.0, 3.0))], 1) == ""


@pytest.mark.parametrize("phase", ["stance", "swing"])
def test_a_moment_of_a_leg_differs_over_the_frames_of_its_error(monkeypatch, phase):
    """The ± of a leg's moment says nothing of swing, that of an angle is of the whole stride."""
    one = make_analysis(whole=True)
    stands = np.zeros(len(one.motion.time), dtype=bool)
    for start, stop in whole_stances(one.events, "left"):
        stands |= (one.motion.time >= start) & (one.motion.time <= stop)
    added = stands == (phase == "stance")

    def other(quantities, size):
        return Quantities(
            replace(q, values=q.values + size * added) if q.name == "left_knee_flexion" else q
            for q in quantities
        )

    mass = body_mass(one)
    changed = replace(one, moments=other(one.moments, mass), angles=other(one.angles, 1.0))
    both = {Path("one"): one, Path("two"): changed}
    # as from their folders
    monkeypatch.setattr(module, "read_stride_curves", lambda folder: stride_curves(both[folder]))
    found = {difference.name: difference for difference in compare(both)}
    moment, angle = (found[f"left_knee_flexion [{unit}]"] for unit in ("N*m/kg", "deg"))
    assert (moment.part, angle.part) == ("stance", "the stride")
    # a sample at each end is between frames
    assert moment.rms[1] ** 2 == pytest.approx(1.0 if phase == "stance" else 0.0, abs=0.05)
    assert angle.rms[1] ** 2 == pytest.approx(0.61 if phase == "stance" else 0.39, abs=0.02)


def test_legs_and_pelvis_come_first_and_then_what_exceeds_its_error_most():
    rms = {"left_shoulder_rotation [deg]": 41.0, "left_knee_flexion [deg]": 9.0,
           "pelvis_tilt over left strides [deg]": 4.0, "pelvis_tilt over right strides [deg]": 6.0,
           "right_foot_progression [deg]": 9.0}  # fmt: skip
    errors = dict(zip(rms, (float("nan"), 10.0, 2.0, 2.0, 4.0), strict=True))
    found = [Difference(name, (None, None), (0.0, rms[name]), (1.0, errors[name])) for name in rms]
    ordered = [one.name for one in in_order(found, 1)]
    assert ordered == [
        "pelvis_tilt over right strides [deg]",
        "right_foot_progression [deg]",
        "left_knee_flexion [deg]",
        "left_shoulder_rotation [deg]",
    ]
    assert [one.name for one in most_different(found, 1)["angles"]] == ordered[:2]
    first = "pelvis tilt over right strides, right foot progression"
    assert beyond_in_words(found, 1).endswith(first)


def test_the_row_of_the_subject_has_the_name():
    one = make_analysis(whole=True)
    who = comparison_page([], [one, one], ["before", "after"]).sections[0].panels[1]
    (row,) = (row.cells for row in who.rows if row.cells[0] == "subject")
    assert row[1].startswith(f"{one.model.subject.name}, ")


def test_moments_have_their_own_strides_and_speed():
    """A foot off the plates has a stride without moments: its speed is not theirs."""
    one, known = make_analysis(whole=True), make_analysis()
    page = comparison_page([], [one, known], ["before", "after"])
    rows = {cells[0]: cells[1:] for cells in (r.cells for r in page.sections[0].panels[1].rows)}
    assert rows["left strides"] == ["3", "3"]
    assert rows["left strides with moments"] == ["3", "1 of 3"]
    scene = Scene(known)
    (left,) = (s for s in strides_with_moments(known) if s.side == "left")
    assert left.start == pytest.approx(1.18)
    speeds = [p.speed for p in scene.strides if p.stride in strides_with_moments(known)]
    assert rows["speed of strides with moments [m/s]"][1] == f"{np.mean(speeds):.2f}"


def test_another_mass_of_one_subject_is_said():
    one = make_analysis()

    def heavier(name):
        subject = replace(one.model.subject, name=name, mass=80.0)
        return replace(one, model=replace(one.model, subject=subject))

    own = one.model.subject
    masses = [f"{own.mass:.1f} kg", "80.0 kg"]
    assert dissimilar([one, heavier(own.name)]) == {"body mass": masses}
    assert not dissimilar([one, heavier("somebody else")])


def test_a_turn_is_said_beside_a_straight_walk(saved, tmp_path, monkeypatch):
    one = make_analysis(whole=True)
    other = replace(one, trial=replace(one.trial, path=Path("turn.c3d")))
    folder = write(other, tmp_path / "two")
    turned = property(lambda scene: 85.0 * (scene.analysis.trial.path.name == "turn.c3d"))
    monkeypatch.setattr(Scene, "turn", turned)
    straight = one.activity.noun
    found, scene = compare_folders([saved, folder], tmp_path / "compared"), Scene(other)
    assert found.unlike["activity"] == [straight, f"{straight}, {scene.turn_in_words}"]
    who = comparison_page(found.differences, [one, other], ["a", "b"]).sections[0].panels[1]
    assert ["activity", *found.unlike["activity"]] in [row.cells for row in who.rows]


def test_what_is_one_thing_is_told_once():
    off = {"pelvis_rotation over left strides [deg]": 41.0, "left_knee_flexion [deg]": 3.0,
           "pelvis_rotation over right strides [deg]": 45.0, "left_ankle_power [W/kg]": 0.6,
           "left_ankle_dorsiflexion [W/kg]": 0.7, "left_hip_power [W/kg]": 0.2}  # fmt: skip
    found = most_different(
        [Difference(name, (None, None), (0.0, rms)) for name, rms in off.items()], 1
    )
    said = {kind: [one.name for one in most] for kind, most in found.items()}
    assert said == {
        "angles": ["pelvis_rotation over right strides [deg]", "left_knee_flexion [deg]"],
        "powers": ["left_ankle_power [W/kg]", "left_hip_power [W/kg]"],
    }


def test_poor_curves_are_named_moments_first_and_few():
    def one(group, name, grade="poor"):
        return Trust(group, name, PER_KG[group], grade, 1.0, 0.5, 1.0, "")

    both = [one("angles", f"{side}_hip_rotation") for side in ("left", "right")]
    knees = [one("moments", f"{side}_knee_adduction") for side in ("left", "right")]
    hip = one("moments", "right_hip_flexion")
    other = [one("angles", "pelvis_tilt", "fair"), one("powers", "left_knee_power")]
    found = {f"{t.group}/{t.name}": t for t in (*both, *knees, hip, *other)}
    moments = "right hip flexion moment, left and right knee adduction moment"
    assert poor_in_words(found) == f"{moments}, left and right hip rotation and 1 more"
    assert poor_in_words({"angles/pelvis_tilt": other[0]}) == ""


@pytest.mark.parametrize(
    ("name", "unit", "said"),
    [
        ("left_knee_flexion", "deg", "left knee flexion"),
        ("left_knee_flexion", "N*m/kg", "left knee flexion moment"),
        ("left_knee_power", "W/kg", "left knee power"),
        ("left_hip_flexion", "W/kg", "left hip flexion power"),
        ("pelvis_tilt over left strides", "deg", "pelvis tilt over left strides"),
        ("lumbar_flexion over left strides", "N*m/kg", "lumbar flexion moment over left strides"),
    ],
)
def test_a_quantity_in_a_line_says_whether_it_is_a_moment(name, unit, said):
    assert in_full(name, unit) == said


def test_where_the_ground_reaction_is_from_is_said_where_it_differs(saved):
    one = replace(make_analysis(whole=True), method="plates")
    for method, said in (("plates", []), ("whole-body", ["estimated from motion"])):
        page = comparison_page(differences(saved), [one, replace(one, method=method)], ["a", "b"])
        trust, who, words = page.sections[0].panels
        assert words.id == "words"
        assert [check.name for check in trust.checks] == ["a", "b"]
        assert trust.grade == trust.checks[0].grade == overall(one.checks)
        rows = [row.cells for row in who.rows]
        found = [cells[1:] for cells in rows if cells[0] == "ground reaction"]
        assert found == ([["measured by plates", *said]] if said else [])


def test_a_stride_whose_last_frame_is_not_known_counts_and_half_a_stride_does_not(saved):
    analysis = make_analysis(whole=True)
    whole = stride_curves(analysis).curves["left_knee_flexion [N*m/kg]"]
    time = analysis.motion.time
    first = next(s for s in analysis.strides if s.side == "left")

    def without(start, stop):
        """Moments that are not known between two instants."""
        gone = (time >= start) & (time <= stop)
        moments = Quantities(
            replace(one, values=np.where(gone, np.nan, one.values)) for one in analysis.moments
        )
        found = stride_curves(replace(analysis, moments=moments)).curves
        return found["left_knee_flexion [N*m/kg]"]

    frame = time[1] - time[0]
    cut = without(first.stop - 0.6 * frame, first.stop + 0.6 * frame)
    assert len(cut) == len(whole)
    np.testing.assert_array_equal(cut[0, :98], whole[0, :98])
    assert np.isfinite(cut).all()
    assert len(without(first.start + 0.3, first.stop)) < len(whole)
    # a hole is not bridged
    assert len(without(first.start + 0.3, first.start + 0.31)) == len(whole) - 1


def test_each_leg_has_its_curves_with_one_series_an_analysis(saved):
    analysis = make_analysis(whole=True)
    page = comparison_page(differences(saved), [analysis, analysis], ["before", "after"])
    panels = {panel.id: panel for section in page.sections for panel in section.panels}
    angles = panels["left-angles"]
    assert isinstance(angles, LinesPanel)
    direction = "relative to the direction walked, stride by stride."
    assert angles.caption == (
        f"Strides: before 3, after 3. Pelvis rotation and foot progression are {direction}"
    )
    assert panels["left-moments"].caption.endswith(
        "Moments are about the joint coordinate system's axes."
    )
    knee = next(plot for plot in angles.plots if plot.title == "Knee flexion")
    assert [series.label for series in knee.series] == ["before", "after"]
    assert all(series.x is CYCLE for series in knee.series)
    assert knee.positive == "flexion"


def test_error_bands_lie_behind_the_curves_of_analyses_that_have_them(saved):
    """By body mass for moments; a quantity of the midline has one side's band."""
    plain = make_analysis(whole=True)
    columns = ("left_knee_flexion [deg]", "left_knee_flexion [N*m]", "pelvis_tilt [deg]")
    bands = Bands(
        32, 0, 0.9, (), {}, {}, {},
        cycle_low=dict.fromkeys(columns, CYCLE - 3.0),
        cycle_high=dict.fromkeys(columns, CYCLE + 3.0),
    )  # fmt: skip
    page = comparison_page(differences(saved), [plain, replace(plain, bands=bands)], ["a", "b"])
    assert page.subtitle.startswith(
        "Mean curves over whole strides, with error bands (b 90 %). Areas of a: ± one standard "
        "deviation."
    )
    panels = {panel.id: panel for section in page.sections for panel in section.panels}

    def second(panel: str, title: str) -> Series:
        return next(plot for plot in panels[panel].plots if plot.title == title).series[1]

    np.testing.assert_array_equal(second("left-angles", "Knee flexion").high, CYCLE + 3.0)
    moment = second("left-moments", "Knee flexion moment")
    np.testing.assert_allclose(moment.low, (CYCLE - 3.0) / body_mass(plain))
    np.testing.assert_array_equal(second("left-angles", "Pelvis tilt").low, CYCLE - 3.0)
    spread = second("right-angles", "Pelvis tilt")
    assert spread.low is None or not np.array_equal(spread.low, CYCLE - 3.0)
    both = [replace(plain, bands=bands)] * 2
    page = comparison_page(differences(saved), both, ["a", "b"])
    assert page.subtitle.startswith("Mean curves over whole strides, with the 90 % error bands.")


def test_strides_in_space_begin_at_one_place_in_one_direction(saved):
    analysis = make_analysis(whole=True)
    # the other walk goes elsewhere in the laboratory, turned by a right angle
    q = analysis.motion.q.copy()
    half = np.sqrt(0.5)
    w, x, y, z = q[:, 3:7].T
    q[:, 3:7] = half * np.stack([w - z, x - y, y + x, z + w], axis=1)
    q[:, 0], q[:, 1] = 3.0 - analysis.motion.q[:, 1], analysis.motion.q[:, 0] - 2.0
    other = replace(analysis, motion=replace(analysis.motion, q=q))
    page = comparison_page(differences(saved), [analysis, other], ["before", "after"])
    (scene,) = [p for s in page.sections for p in s.panels if isinstance(p, ScenePanel)]
    one, two = scene.motions
    np.testing.assert_allclose(one.position, two.position, atol=1e-9)
    turned = np.abs(np.sum(one.quaternion * two.quaternion, axis=-1))
    np.testing.assert_allclose(turned, 1.0, atol=1e-9)
    assert two.ghost
    assert not one.ghost


def test_names_are_as_long_as_it_takes_to_tell_them_apart(tmp_path):
    assert short_names([Path("a/x"), Path("b/y")]) == ["x", "y"]
    assert short_names([Path("a/x"), Path("b/x")]) == ["a/x", "b/x"]
    with pytest.raises(InputError, match="twice"):
        short_names([Path("a/x"), Path("a/x")])
    # a link by name says more than the digest it leads to
    (tmp_path / "0b").mkdir()
    link = tmp_path / "S1_before"
    link.symlink_to("0b")
    assert short_names([link, Path("a/x")]) == ["S1_before", "x"]
    with pytest.raises(InputError, match="twice"):
        short_names([link, tmp_path / "0b"])


def test_analyses_are_called_by_subject_and_recording():
    keys = ["0123456789abcdef01234567", "89abcdef0123456789abcdef"]
    trials = [("", "slow"), ("S01", "fast")]
    # neither a batch's keys nor the folder that the command makes say more
    assert _known_by(keys, trials) == ["slow", "S01 fast"]
    assert _known_by(["slow-ambulo", "fast-ambulo"], trials) == ["slow", "S01 fast"]
    # a folder that somebody named does
    assert _known_by(["before", "after"], [("S01", "S01_1")] * 2) == ["S01 before", "S01 after"]
    assert _known_by(["before", "after"], [("", "1"), ("", "2")]) == ["1 (before)", "2 (after)"]
    # and alone where it says the subject
    assert _known_by(["S01_before_S01_1", "S01_after_S01_1"], [("S01", "S01_1")] * 2) == [
        "S01_before_S01_1",
        "S01_after_S01_1",
    ]
    # two of one recording: their keys tell them apart
    assert _known_by(keys, [trials[1]] * 2) == keys
