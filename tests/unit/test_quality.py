"""Quality checks: good and beyond their limits where they should be."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.gait.activities.walk import KIND
from ambulo.gait.body_motion import jointed
from ambulo.gait.checks import plate_contact
from ambulo.gait.checks.centre_of_pressure import pressure_beside_foot
from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.file_events import contradicted_events
from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.mass import beside_the_file, carried_mass, standing_weight
from ambulo.gait.checks.moments_without_plates import (
    blind_feet,
    expected_errors,
    larger_moments,
    measured_errors,
    moved,
    turn_of_path,
)
from ambulo.gait.checks.of_stages import lost_frames, one_stride
from ambulo.gait.checks.plate_contact import whole_contact
from ambulo.gait.checks.plate_faults import faulty, unfelt_feet
from ambulo.gait.checks.registry import CHECKS, judge
from ambulo.gait.checks.residuals import left_over
from ambulo.gait.checks.table import row_of
from ambulo.gait.sharing.registry import SHARINGS
from ambulo.gait.stages.balance import Balanced
from ambulo.gait.stages.calibrate import Calibration
from ambulo.gait.stages.curves import Curves
from ambulo.gait.stages.ground import Reactions
from ambulo.gait.stages.markers import NamedMarkers
from ambulo.gait.stages.steps import Steps
from ambulo.inputs.errors import InputError
from ambulo.mocap.usable_frames import UsableFrames
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import (
    SIDES,
    Activity,
    Check,
    Event,
    ForcePlate,
    GroundReaction,
    PlateContact,
    Stride,
    Subject,
)
from ambulo.records.quality import graded


def reaction(point: np.ndarray) -> GroundReaction:
    frames = len(point)
    return GroundReaction(
        time=np.arange(frames) / 100.0,
        force=np.zeros((frames, 2, 3)),
        moment_origin=np.zeros((frames, 2, 3)),
        centre_of_pressure=point,
        free_moment=np.zeros((frames, 2)),
        known=np.ones((frames, 2), dtype=bool),
        source="test",
    )


@pytest.mark.parametrize(
    ("value", "grade", "passed"),
    [
        (0.5, "good", True),
        (1.0, "good", True),
        (1.01, "look", True),
        (2.0, "look", True),
        (2.01, "do-not-use", False),
        (np.inf, "do-not-use", False),
        (np.nan, "unknown", False),
    ],
)
def test_two_limits_part_the_grades(value, grade, passed):
    assert graded(value, 1.0, 2.0) == grade
    assert Check("x", value, 1.0, "mm", grade).passed == passed


def mass_checks(*given) -> list[Check]:
    alone = np.zeros(len(given[0].time), dtype=bool)
    return [judged(found) for found in carried_mass(*given, supported=alone)]


def walking_force(load: np.ndarray, known: np.ndarray | None = None) -> GroundReaction:
    """Vertical forces (frames, 2) N at 100 Hz."""
    frames = len(load)
    ground = reaction(np.full((frames, 2, 3), np.nan))
    ground.force[:, :, 2] = load
    if known is not None:
        ground.known[:] = known
    return ground


def test_a_wrong_mass_fails_and_says_by_how_much():
    # one step of 0.5 s: the right foot takes over from the left
    load = np.zeros((60, 2))
    load[:30, 0] = load[30:, 1] = 60.0 * STANDARD_GRAVITY
    steps = (Event("left", "strike", 0.05, "force"), Event("right", "strike", 0.55, "force"))
    (passed,) = mass_checks(walking_force(load), None, steps, Subject(mass=61.0))
    assert passed.passed
    (failed,) = mass_checks(walking_force(load), None, steps, Subject(mass=48.0))
    assert not failed.passed
    assert failed.value == pytest.approx(25.0)
    assert failed.facts["ratio"] == pytest.approx(1.25)
    # two plates in single support say more than a step over which the body may rise or sink
    assert mass_checks(walking_force(load), None, steps, Subject(mass=48.0), 66.0) == []


def test_a_wrong_mass_is_said_beside_the_one_that_the_file_states():
    load = np.zeros((60, 2))
    load[:30, 0] = load[30:, 1] = 60.0 * STANDARD_GRAVITY
    steps = (Event("left", "strike", 0.05, "force"), Event("right", "strike", 0.55, "force"))
    alone = np.zeros(60, dtype=bool)
    (found,) = carried_mass(walking_force(load), None, steps, Subject(mass=48.0), supported=alone)

    def remedy(stated):
        return judged(beside_the_file(found, 48.0, stated)).remedy

    assert "The file of the trial states 59.5 kg." in remedy(59.5)
    assert "states" not in remedy(48.2)
    assert "states" not in remedy(None)


def test_without_a_whole_step_the_mass_is_not_judged():
    load = np.full((60, 2), 300.0)
    known = np.ones((60, 2), dtype=bool)
    known[20, 1] = False
    steps = (Event("left", "strike", 0.05, "force"), Event("right", "strike", 0.55, "force"))
    assert mass_checks(walking_force(load, known), None, steps, Subject(mass=61.0)) == []
    # nor by the first frames of a step that goes on after the last frame
    cut = (Event("left", "strike", 0.05, "force"), Event("right", "strike", 0.65, "force"))
    assert mass_checks(walking_force(load), None, cut, Subject(mass=48.0)) == []


def weighed(*carried):
    """Contacts left and right that carry so many kg each in single support."""
    return tuple(
        replace(contact("partial"), plate=k, side=SIDES[k], carried=kilograms)
        for k, kilograms in enumerate(carried)
    )


def mass_check(contacts):
    whole = evidence(whole=True)
    assert whole.body.model.subject.mass == pytest.approx(68.0)
    alone = replace(whole, steps=replace(whole.steps, contacts=contacts, plates=None))
    return next(g for g in judge(alone) if g.id == "mass")


def test_a_mass_that_no_contact_bears_out_is_weighed_by_both_plates():
    wrong = mass_check(weighed(50.0, 51.0))
    assert wrong.grade == "do-not-use"
    assert wrong.facts["agreed"]
    assert (wrong.facts["weighed"], wrong.facts["given"]) == pytest.approx((50.5, 68.0))
    assert wrong.value == pytest.approx(100 * (1 - 50.5 / 68))
    assert wrong.facts["carried"] == pytest.approx(50.5)
    assert mass_check(weighed(60.0, 62.0)).grade == "look"
    right = mass_check(weighed(67.0, 68.0))
    assert (right.grade, right.facts["agreed"]) == ("good", False)
    # one foot beside its plate is no word on the mass, nor is one plate alone
    assert mass_check(weighed(40.0, 68.0)).grade == "unknown"
    assert mass_check(weighed(50.0)).grade == "unknown"


@pytest.mark.parametrize("kind", ["weighed", "under_mass"])
def test_a_light_step_is_laid_to_the_given_mass_where_no_other_step_weighs_more(kind):
    fault = {"kind": kind, "plate": "plate 1", "reason": "plate 1 shows 33 kg"}
    remedy = judged(faulty([fault], [])).remedy
    assert ("the given body mass" in remedy) == (kind == "under_mass")


@pytest.mark.parametrize("id", ["marker_fit", "knees_alike", "both_knees", "foot_lengths_alike"])
def test_remedies_of_a_single_trial_presume_no_second(id):
    assert not re.search(r"both trials|that the static trial", str(row_of(id).remedy))


def test_who_stands_is_weighed_by_all_plates_together():
    """Of legs alone too, and with both feet on one plate."""
    time = np.arange(200) / 100.0
    subject = make_analysis().model.subject

    def plate(share):
        load = np.zeros((200, 3))
        load[:, 2] = share * 60.0 * STANDARD_GRAVITY
        nowhere = np.zeros((200, 3))
        return ForcePlate("plate", np.zeros((4, 3)), time, load, nowhere, np.zeros(200))

    def seen(plates, sides, quality="whole", cut=False):
        contacts = [
            PlateContact(
                plate=k, side=side, start=0.0, stop=2.0, quality=quality, reason="", cut=cut
            )
            for k, side in enumerate(sides)
        ]
        given = replace(subject, mass=70.0)
        found = standing_weight(contacts, plates, time, given)
        assert all("such as a rail" in judged(one).remedy for one in found)
        return [one.value for one in found]

    off = pytest.approx([100.0 / 7.0])
    two = [plate(0.4), plate(0.6)]
    assert seen(two, ["left", "right"]) == off
    assert seen(two, ["left", "right"], "partial", cut=True) == off
    assert seen([plate(1.0)], [None], "shared") == off
    # a foot beside its plates, or on none, is not weighed
    assert seen(two, ["left", "right"], "partial") == []
    assert seen([plate(0.4)], ["left"]) == []
    # nor is anybody while the forces of a plate are missing
    assert seen([*two, plate(np.nan)], ["left", "right"]) == []
    # a seat carries the rest
    assert seen([plate(0.1), plate(0.1)], ["left", "right"]) == []


def test_plates_that_agree_on_another_mass_have_no_fault():
    whole = evidence(whole=True)

    def seen(*carried):
        contacts = tuple(replace(c, start=0.0, stop=4.0) for c in weighed(*carried))
        return replace(whole, steps=replace(whole.steps, contacts=contacts, plates=None))

    light = weighed(68.0, 40.0)[1].reason
    assert light
    fault = {"kind": "weighed", "plate": whole.trial.plates[1].name, "reason": light}
    assert fault in unfelt_feet(seen(68.0, 40.0))
    assert fault not in unfelt_feet(seen(50.0, 51.0))
    assert unfelt_feet(seen(40.0))[0]["kind"] == "under_mass"
    # what all else hangs on comes first
    first = judge(seen(50.0, 51.0))[0]
    assert (first.id, first.facts["agreed"]) == ("mass", True)


def test_where_plates_measured_the_method_is_said_to_be_chosen():
    whole = evidence(whole=True)
    blind = np.zeros_like(whole.steps.stance)
    blind[: len(blind) // 4] = True
    chosen = {"blind": "chosen", "blind_share": pytest.approx(0.25, abs=0.01)}
    assert blind_feet(whole, blind) == chosen
    alone = replace(whole, steps=replace(whole.steps, contacts=()))
    assert blind_feet(alone, blind) == {"blind": "partly"}
    assert blind_feet(alone, blind & [True, False]) == {"blind": "left"}


def residuals(force=(0.0, 0.0, 0.0), moment=(0.0, 0.0, 0.0), **choices):
    """Checks of a constant residual under 700 N, centre of mass at 1 m."""
    ground = walking_force(np.full((30, 2), 350.0))
    left = left_over(np.tile([*moment, *force], (30, 1)), ground, 1.0, **choices)
    return [judged(found) for found in left]


def test_plates_that_are_known_in_flight_alone_leave_nothing_to_judge():
    """A jump onto one plate under both feet, or beside it."""
    in_flight = walking_force(np.zeros((30, 2)))
    assert left_over(np.ones((30, 6)), in_flight, 1.0) == []


@pytest.mark.parametrize(
    ("share", "grade"), [(0.036, "good"), (0.06, "look"), (0.09, "do-not-use")]
)
def test_a_residual_moment_is_graded_and_told_in_newton_metres(share, grade):
    size = 700.0 * share
    _, made = residuals(moment=(0.6 * size, 0.8 * size, 0.0))
    assert made.grade == grade
    assert made.value == pytest.approx(100 * share)
    # plates moved by 1 cm under 700 N turn by 7 N·m
    assert (made.facts["moment"], made.facts["shift"]) == pytest.approx((size, share))
    assert made.facts["by_place"]


def test_a_moment_that_swings_is_not_said_to_be_the_plates_place():
    """As of a runner whose limbs turn otherwise than the model's."""
    ground = walking_force(np.full((60, 2), 350.0))
    residual = np.zeros((60, 6))
    residual[:, 1] = 63.0 * np.sin(np.linspace(0.0, 6.0 * np.pi, 60))
    _, swings = map(judged, left_over(residual, ground, 1.0))
    residual[:, 1] = np.where(np.arange(60) < 30, 63.0, np.nan)
    _, shifted = map(judged, left_over(residual, ground, 1.0))
    assert (swings.grade, shifted.grade) == ("look", "do-not-use")
    assert (swings.facts["by_place"], shifted.facts["by_place"]) == (False, True)
    assert shifted.facts["shift"] == pytest.approx(0.09)


@pytest.mark.parametrize(
    ("share", "grade"), [(0.049, "good"), (0.09, "look"), (0.16, "do-not-use")]
)
def test_a_residual_force_is_graded_and_its_direction_names_the_cause(share, grade):
    made, _ = residuals(force=(0.0, 0.0, 700.0 * share))
    assert made.grade == grade
    assert (made.facts["force"], made.facts["mostly"]) == (pytest.approx(700 * share), "upwards")
    assert residuals(force=(80.0, 5.0, 10.0))[0].facts["mostly"] == "forwards"
    assert residuals(force=(40.0, 40.0, 40.0))[0].facts["mostly"] == "neither"


def test_a_foot_beside_its_plate_is_told_from_a_wrong_mass():
    needed = np.zeros((100, 2))
    needed[:50, 0] = needed[50:, 1] = 600.0
    measured = needed * [0.85, 1.0]
    mass, foot = mass_checks(walking_force(measured), walking_force(needed), (), Subject(mass=61.0))
    # the other foot, on its plate, bears out the mass
    assert (mass.grade, mass.value) == ("good", pytest.approx(0.0))
    assert foot.grade in ("look", "do-not-use")
    assert (foot.id, foot.value) == ("foot_on_plate.left", pytest.approx(15.0))
    assert foot.facts["short"] == pytest.approx(0.15)
    # where it does not, the mass may be wrong as well
    measured = needed * [0.75, 0.90]
    mass, foot = mass_checks(walking_force(measured), walking_force(needed), (), Subject(mass=61.0))
    assert mass.value == pytest.approx(17.5)
    assert foot.value == pytest.approx(15.0)
    # too light under both feet alike: the mass
    mass, foot = mass_checks(
        walking_force(0.8 * needed), walking_force(needed), (), Subject(mass=61.0)
    )
    assert mass.grade == "do-not-use"
    assert foot.grade == "good"


def test_a_plate_that_shows_too_much_is_not_laid_on_the_other_foot():
    needed = np.zeros((100, 2))
    needed[:50, 0] = needed[50:, 1] = 600.0

    def said(left: float, right: float) -> Check:
        measured = walking_force(needed * [left, right])
        return mass_checks(measured, walking_force(needed), (), Subject(mass=61.0))[1]

    foot = said(1.2, 1.0)
    assert (foot.id, foot.grade) == ("foot_like_other.left", "do-not-use")
    assert foot.facts["over"] == pytest.approx(0.2)
    # a foot beside its plate and a gain that is too small look alike
    light = said(0.8, 1.0)
    assert (light.id, light.facts["either"]) == ("foot_on_plate.left", False)
    # neither bears out the mass: three things are possible
    either = said(1.1, 0.9)
    assert (either.id, either.facts["either"]) == ("foot_on_plate.right", True)
    assert either.facts["over"] == pytest.approx(0.222, abs=1e-3)


def test_pressure_outside_the_foot_fails_on_the_side_concerned():
    frames = 20
    feet = np.zeros((frames, 2, 2, 3))
    feet[:, 0, :, 1], feet[:, 1, :, 1] = 0.1, -0.1
    feet[:, :, 1, 0] = 0.25
    point = np.full((frames, 2, 3), np.nan)
    point[:, 0] = [0.10, 0.12, 0.0]
    point[:, 1] = [0.35, -0.1, 0.0]  # 10 cm in front of the toe
    on_plate = np.ones((frames, 2), dtype=bool)
    (far,) = map(judged, pressure_beside_foot(reaction(point), feet, on_plate))
    assert far.grade == "do-not-use"
    assert far.place == "right"
    assert far.value == pytest.approx(100.0)
    point[:, 1, 0] = 0.31
    loaded = reaction(point)
    loaded.force[:, 1, 2] = 600.0
    (near,) = map(judged, pressure_beside_foot(loaded, feet, on_plate))
    assert near.grade == "look"
    # 6 cm from the axis under 600 N, right walks have 39 mm
    assert near.facts["beyond"] == pytest.approx(0.021)
    assert (near.facts["load"], near.facts["moment"]) == (600.0, pytest.approx(12.6))
    point[:, 1, 0] = 0.3005
    loaded = reaction(point)
    loaded.force[:, 1, 2] = 600.0
    (just,) = map(judged, pressure_beside_foot(loaded, feet, on_plate))
    assert just.grade == "look"
    assert just.facts["moment"] == pytest.approx(6.9)
    left_only = on_plate.copy()
    left_only[:, 1] = False
    (passed,) = map(judged, pressure_beside_foot(reaction(point), feet, left_only))
    assert passed.passed
    assert passed.value == pytest.approx(20.0)
    assert pressure_beside_foot(reaction(point), feet, np.zeros_like(on_plate)) == []


STEPS = tuple(
    Event(side, kind, at + 1.1 * n, "kinematics")
    for n in range(3)
    for side, kind, at in (
        ("left", "strike", 0.2),
        ("right", "off", 0.32),
        ("right", "strike", 0.75),
        ("left", "off", 0.87),
    )
)


def written(*events):
    return tuple(Event(side, kind, time, "file") for side, kind, time in events)


def test_events_of_the_file_agree_with_the_motion_within_its_error():
    found = contradicted_events(written(("left", "strike", 0.24), ("left", "off", 0.95)), STEPS)
    assert judged(found[0]).passed
    assert contradicted_events((), STEPS) == []


def test_events_on_the_other_foot_or_at_another_time_are_named():
    exchanged = written(("right", "strike", 0.2), ("left", "off", 1.97))
    (found,) = contradicted_events(exchanged, STEPS)
    strike = {"side": "right", "kind": "strike", "time": 0.2, "other_foot": True}
    assert (found.value, found.facts["events"]) == (1, (strike,))
    (late,) = contradicted_events(written(("left", "strike", 0.42)), STEPS)
    assert late.facts["events"][0]["away"] == pytest.approx(0.22)


@pytest.mark.parametrize(("late", "count"), [(0.01, 0), (0.08, 4), (-0.06, 4)])
def test_events_that_are_all_late_contradict_the_plates(late, count):
    loads = tuple(
        replace(contact("whole"), side=side, start=start, stop=start + 0.6)
        for side, start in (("left", 0.2), ("right", 0.75))
    )
    edges = [(c.side, kind, t) for c in loads for kind, t in (("strike", c.start), ("off", c.stop))]
    moved = written(*((side, kind, t + late) for side, kind, t in edges))
    (found,) = contradicted_events(moved, moved, loads)
    assert found.value == count
    # nor do loads that begin early and end late, as on a low-passed plate
    wide = tuple(replace(c, start=c.start - 0.08, stop=c.stop + 0.08) for c in loads)
    (smooth,) = contradicted_events(written(*edges), (), wide)
    assert smooth.value == 0


def test_a_step_that_the_motion_missed_is_not_held_against_the_file():
    (found,) = contradicted_events(written(("left", "strike", 3.5)), STEPS)
    assert judged(found).passed


def contact(quality):
    return PlateContact(0, 0.1, 0.7, "left", quality, "it reaches 4 cm beyond plate 1")


def test_no_whole_contact_and_no_stride_fail_with_the_reason():
    standing = np.ones((10, 2), dtype=bool)
    given = {"given": "none"}
    whole = whole_contact([contact("whole"), contact("partial")], standing, given)
    assert judged(whole).passed
    unread = "Plate 1 was left out: plates of its type 3 have 8 channels, but the file lists 6."
    missed = whole_contact([], standing, given, unread=[unread])
    assert missed.facts["reasons"] == ({"reason": unread[:-1]},)
    failed = judged(whole_contact([contact("partial")], standing, given))
    assert (failed.grade, failed.facts["whole"]) == ("look", False)
    assert failed.facts["reasons"] == ({"reason": contact("partial").reason},)
    assert judged(one_stride([Stride("left", 0.0, 1.1)])).passed
    assert judged(one_stride([])).grade == "look"


def evidence(*, whole=False, whole_body=True) -> Evidence:
    """Of a made walk as it is judged, without plates unless the whole of it is measured."""
    analysis = make_analysis(whole=whole)
    trial = analysis.trial if whole else replace(analysis.trial, plates=())
    body = jointed(replace(analysis.model, whole_body=whole_body), analysis.motion)
    time = analysis.motion.time
    plates = analysis.ground if whole else None
    steps = Steps(
        time=time,
        feet={side: np.tile([[0.0] * 3, [0.2, 0.0, 0.0]], (len(time), 1, 1)) for side in SIDES},
        events=analysis.events,
        struck=analysis.events,
        by_motion=(),
        contacts=analysis.contacts if whole else (),
        stance=np.ones((len(time), 2), dtype=bool),
        plates=plates,
        notes=(),
    )
    column = [trial.markers.names.index(name) for name in body.model.marker_names]
    match = SimpleNamespace(notes=(), guessed=False, doubtful={}, carried=())
    return Evidence(
        trial=trial,
        named=NamedMarkers(match, trial.markers, UsableFrames(0, len(time), ()), (), {}, (), ()),
        person=Calibration(match, body.model, (), lambda _: None, (), ()),
        activity=analysis.activity,
        body=body,
        steps=steps,
        balanced=Balanced(body),
        ground=Reactions("plates", analysis.ground, None, None, ()),
        curves=Curves(analysis.angles, analysis.moments, analysis.powers),
        measured=trial.markers.position[:, column],
        marker_residual=analysis.marker_residual,
        residual=analysis.residual,
        settled=np.ones(len(time), dtype=bool),
        supported=np.zeros(len(time), dtype=bool),
    )


@pytest.mark.parametrize(
    ("measured", "given"),
    [(0.0, "none"), (0.6, "some")],
)
@pytest.mark.parametrize("stepping", [True, False])
def test_plates_that_miss_feet_cost_the_moments_that_are_missing(measured, given, stepping):
    seen = evidence(whole=True)
    known = np.zeros(seen.steps.stance.shape, dtype=bool)
    known[: round(measured * len(known))] = True
    reaction = replace(seen.ground.used, known=known)
    (missed,) = plate_contact.check(
        replace(
            seen,
            activity=replace(seen.activity, stepping=stepping),
            steps=replace(seen.steps, plates=reaction, contacts=(contact("partial"),)),
            ground=replace(seen.ground, used=reaction),
        )
    )
    assert (judged(missed).grade, missed.facts["given"]) == ("look", given)
    assert missed.facts["share"] == pytest.approx(measured, abs=0.01)


def test_plates_that_know_parts_of_stances_alone_say_so():
    seen = evidence(whole=True)
    reaction = replace(seen.ground.used, known=np.ones(seen.steps.stance.shape, dtype=bool))
    (missed,) = plate_contact.check(
        replace(
            seen,
            activity=replace(seen.activity, stepping=True),
            steps=replace(seen.steps, contacts=(contact("partial"),)),
            ground=replace(seen.ground, used=reaction),
        )
    )
    assert missed.facts["given"] == "all"


@pytest.mark.parametrize(("breaks", "grade"), [((), "good"), ((1.2,), "do-not-use")])
def test_the_pace_of_markers_may_not_break(breaks, grade):
    found = judged(lost_frames(breaks))
    assert (found.grade, found.value) == (grade, len(breaks))
    assert found.facts.get("first") == (breaks[0] if breaks else None)


def test_what_could_not_be_checked_is_said_with_the_reason():
    checks = {check.id: check for check in judge(evidence())}
    for id in ("mass", "residual_force", "residual_moment"):
        assert checks[id].grade == "unknown"
        assert not checks[id].passed
        assert np.isnan(checks[id].value)
        assert checks[id].remedy
    nothing = ("mass", "pressure_under_foot", "residual_force")
    assert len({checks[id].found for id in nothing}) == 1
    legs = {check.id: check for check in judge(evidence(whole_body=False))}
    assert legs["residual_moment"].found not in ("", checks["residual_moment"].found)


def test_what_was_checked_is_not_said_to_be_missing():
    whole = evidence(whole=True)
    checks = judge(whole)
    assert "unknown" not in {check.grade for check in checks}
    assert {"mass", "residual_force", "residual_moment"} <= {check.id for check in checks}
    # what only some analyses have is judged there alone
    assert "sagittal_plane" not in {check.id for check in checks}
    flat = replace(whole.curves, moved=np.full((3, 2), 0.03))
    planar = judge(replace(whole, curves=flat))
    (plane,) = (check for check in planar if check.id == "sagittal_plane")
    assert plane.value == pytest.approx(30.0)
    assert plane.grade == "look"


def test_a_body_that_needs_no_support_is_not_divided_by():
    measured = np.zeros((40, 2))
    measured[:20, 0] = measured[20:, 1] = 600.0
    needed = measured * [1.0, -0.1]
    checks = mass_checks(walking_force(measured), walking_force(needed), (), Subject(mass=61.0))
    assert all(np.isfinite(check.value) for check in checks)


def test_moments_without_plates_are_graded_by_their_error_and_by_what_it_leaves():
    found = {
        "hip": np.full(50, 0.4),
        "knee": np.full(50, 2.0),
        "ankle": np.full(50, 0.1),
    }
    wrong = {"hip": 0.3, "knee": 0.3, "ankle": 0.1}
    usual = {"hip": 0.5, "knee": 2.0, "ankle": 0.5}
    facts = {"way": "none", "walk": "as_measured", "measured_on": "Of jumps", "blind": "left"}
    checks = [judged(one) for one in expected_errors(found, wrong, usual, facts)]
    assert [check.grade for check in checks] == ["do-not-use", "look", "good"]
    assert (checks[0].facts["sized"], checks[0].facts["share"]) == ("here", pytest.approx(0.75))
    # moments that errors made large pass no better
    large = {joint: 3.0 * values for joint, values in found.items()}
    again = [judged(one) for one in expected_errors(large, wrong, usual, facts)]
    assert [check.grade for check in again] == ["do-not-use", "look", "good"]
    assert (again[0].facts["sized"], again[0].facts["share"]) == ("usual", pytest.approx(0.6))


@pytest.mark.parametrize(
    ("centre", "grade"),
    [((0.0, -0.02), "good"), ((0.024, 0.032), "look"), ((-0.05, 0.0), "do-not-use")],
)
def test_a_mass_centre_that_no_table_allows_is_said(centre, grade):
    found = judged(moved(np.array(centre)))
    assert found.grade == grade
    assert found.value == pytest.approx(1e3 * np.hypot(*centre))
    assert (found.facts["forward"], found.facts["left"]) == centre


@pytest.mark.parametrize(("degrees", "errors"), [(10.0, "straight"), (80.0, "turn")])
def test_a_walk_that_turns_has_the_errors_of_turns(degrees, errors):
    found = evidence()
    alone = replace(found, ground=replace(found.ground, method="whole-body"))
    heading = np.linspace(0.0, 1.5 * np.radians(degrees), len(found.body.p))
    p = found.body.p.copy()
    way = 0.02 * np.cumsum(np.stack([np.cos(heading), np.sin(heading)], axis=1), axis=0)
    p[..., :2] += (way - p[:, 0, :2])[:, None]
    checks = judge(replace(alone, body=replace(found.body, p=p)))
    said = {each.id: each for each in checks}
    wrong = KIND.without_plates if errors == "straight" else KIND.turning[0]
    for joint, error in wrong.items():
        check = said[f"without_plates.{joint}"]
        assert check.value == error
        assert check.facts["walk"] == ("turns" if errors == "turn" else "as_measured")
    assert said["without_plates.knee"].passed == (errors == "straight")


@pytest.mark.parametrize(("hip", "said"), [(0.69, False), (0.71, True)])
def test_errors_hold_for_moments_like_those_they_were_measured_in(hip, said):
    found = {"hip": np.full(50, hip), "knee": np.full(50, -0.5), "ankle": np.full(50, np.nan)}
    facts = larger_moments(found, KIND.without_plates, KIND.size_of_moments)
    # 0.47 N*m/kg and an error of 0.23
    assert (facts.get("larger"), facts.get("size")) == (
        ("hip", pytest.approx(0.71)) if said else (None, None)
    )


@pytest.mark.parametrize("way", ["foot-contact", "cfp"])
def test_a_turn_is_said_of_every_way_of_sharing(way):
    errors, facts = measured_errors(KIND, way, np.radians(10.0))
    assert (errors, facts["walk"]) == (SHARINGS[way].off_in_walks, "as_measured")
    errors, facts = measured_errors(KIND, way, np.radians(80.0))
    assert facts["turn"] == pytest.approx(80.0)
    measured = SHARINGS[way].off_in_turns
    assert errors == (measured or SHARINGS[way].off_in_walks)
    assert facts["walk"] == ("turns_unmeasured" if measured is None else "turns")


def test_hips_that_hardly_move_do_not_turn():
    there_and_back = np.zeros((90, 3))
    there_and_back[:, 0] = 0.1 * np.sin(np.linspace(0.0, np.pi, 90))
    assert turn_of_path(there_and_back) == 0.0


def test_an_activity_that_nobody_measured_is_unknown_without_plates():
    found = evidence()
    alone = replace(found, ground=replace(found.ground, method="whole-body"))
    checks = judge(replace(alone, activity=Activity("other")))
    (open_one,) = [each for each in checks if each.id == "moments_without_plates"]
    assert open_one.grade == "unknown"
    # what was measured of one way of sharing says nothing of another
    alone = replace(alone, activity=Activity("walk"))
    for way, error in (("cfp", 0.3), ("contact", 0.39), ("foot-contact", 0.47)):
        other = judge(replace(alone, ground=replace(alone.ground, sharing=way)))
        (hip,) = [each for each in other if each.id == "without_plates.hip"]
        assert (hip.facts["way"], hip.value) == (SHARINGS[way].title, error)
    assert not [each for each in judge(evidence()) if "without_plates" in each.id]


def writes(evidence):
    evidence.curves.moments[0].values[:] = 0.0
    return []


@pytest.mark.parametrize(
    ("gives", "said"),
    [
        (lambda evidence: None, "it gives None, not checks"),
        (lambda evidence: [1], "it gives 1 for a check"),
        (lambda evidence: [Check("mine", 1.0, 2.0, "m", "fine")], "grade='fine') for a check"),
        (writes, "it writes into evidence.curves.moments["),
        (lambda evidence: sys.exit(0), "it raised SystemExit (0) at "),
    ],
)
def test_a_check_that_gives_no_checks_is_told_by_its_name(gives, said):
    seen = evidence()
    before = seen.curves.moments[0].values.copy()
    CHECKS.register("mine", gives)
    try:
        with pytest.raises(InputError) as refused:
            judge(seen)
    finally:
        CHECKS.remove("mine")
    assert refused.value.where == "check 'mine' of this session"
    assert said in refused.value.what
    np.testing.assert_array_equal(seen.curves.moments[0].values, before)
