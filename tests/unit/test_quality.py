"""Quality gates: pass and fail where they should."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.gait.body_motion import jointed
from ambulo.gait.checks.centre_of_pressure import pressure_gates
from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.gait.checks.file_events import event_gates
from ambulo.gait.checks.mass import mass_gates
from ambulo.gait.checks.plate_contact import contact_gate
from ambulo.gait.checks.registry import judge
from ambulo.gait.checks.whole_stride import stride_gate
from ambulo.gait.stages.steps import Steps
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import (
    SIDES,
    Event,
    GroundReaction,
    PlateContact,
    Stride,
    Subject,
)


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


def test_nan_never_passes():
    assert not gate("x", np.nan, 1.0, "mm", "").passed
    assert gate("x", 1.0, 1.0, "mm", "").passed
    assert not gate("x", 1.01, 1.0, "mm", "").passed


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
    (passed,) = mass_gates(walking_force(load), None, steps, Subject(mass=61.0))
    assert passed.passed
    (failed,) = mass_gates(walking_force(load), None, steps, Subject(mass=48.0))
    assert not failed.passed
    assert failed.value == pytest.approx(25.0)
    assert "125 %" in failed.remedy


def test_without_a_whole_step_the_mass_is_not_judged():
    load = np.full((60, 2), 300.0)
    known = np.ones((60, 2), dtype=bool)
    known[20, 1] = False
    steps = (Event("left", "strike", 0.05, "force"), Event("right", "strike", 0.55, "force"))
    assert mass_gates(walking_force(load, known), None, steps, Subject(mass=61.0)) == []


def test_a_foot_beside_its_plate_is_told_from_a_wrong_mass():
    needed = np.zeros((100, 2))
    needed[:50, 0] = needed[50:, 1] = 600.0
    measured = needed * [0.85, 1.0]
    mass, foot = mass_gates(walking_force(measured), walking_force(needed), (), Subject(mass=61.0))
    assert not mass.passed
    assert not foot.passed
    assert foot.name.startswith("left")
    assert foot.value == pytest.approx(15.0)
    # too light under both feet alike: the mass
    mass, foot = mass_gates(
        walking_force(0.85 * needed), walking_force(needed), (), Subject(mass=61.0)
    )
    assert not mass.passed
    assert foot.passed


def test_pressure_outside_the_foot_fails_on_the_side_concerned():
    frames = 20
    feet = np.zeros((frames, 2, 2, 3))
    feet[:, 0, :, 1], feet[:, 1, :, 1] = 0.1, -0.1
    feet[:, :, 1, 0] = 0.25
    point = np.full((frames, 2, 3), np.nan)
    point[:, 0] = [0.10, 0.12, 0.0]
    point[:, 1] = [0.35, -0.1, 0.0]  # 10 cm in front of the toe
    on_plate = np.ones((frames, 2), dtype=bool)
    (judged,) = pressure_gates(reaction(point), feet, on_plate)
    assert not judged.passed
    assert "right" in judged.name
    assert judged.value == pytest.approx(100.0)
    left_only = on_plate.copy()
    left_only[:, 1] = False
    (passed,) = pressure_gates(reaction(point), feet, left_only)
    assert passed.passed
    assert passed.value == pytest.approx(20.0)
    assert pressure_gates(reaction(point), feet, np.zeros_like(on_plate)) == []


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
    (found,) = event_gates(written(("left", "strike", 0.24), ("left", "off", 0.95)), STEPS)
    assert found.passed
    assert event_gates((), STEPS) == []


def test_events_on_the_other_foot_or_at_another_time_are_named():
    exchanged = written(("right", "strike", 0.2), ("left", "off", 1.97))
    (found,) = event_gates(exchanged, STEPS)
    assert found.value == 1
    assert "right strike at 0.20 s, it is the other foot's" in found.remedy
    (late,) = event_gates(written(("left", "strike", 0.42)), STEPS)
    assert "left strike at 0.42 s, it is 0.22 s away" in late.remedy


def test_a_step_that_the_motion_missed_is_not_held_against_the_file():
    (found,) = event_gates(written(("left", "strike", 3.5)), STEPS)
    assert found.passed


def contact(quality):
    return PlateContact(0, 0.1, 0.7, "left", quality, "it reaches 4 cm beyond plate 1")


def test_no_whole_contact_and_no_stride_fail_with_the_reason():
    standing = np.ones((10, 2), dtype=bool)
    assert contact_gate([contact("whole"), contact("partial")], standing).passed
    failed = contact_gate([contact("partial")], standing)
    assert not failed.passed
    assert failed.remedy.startswith("It reaches 4 cm beyond plate 1")
    assert stride_gate([Stride("left", 0.0, 1.1)]).passed
    assert not stride_gate([]).passed


def evidence(**known) -> Evidence:
    analysis = make_analysis()
    body = jointed(analysis.model, analysis.motion)
    time = analysis.motion.time
    steps = Steps(
        time=time,
        feet={side: np.tile([[0.0] * 3, [0.2, 0.0, 0.0]], (len(time), 1, 1)) for side in SIDES},
        events=analysis.events,
        by_motion=(),
        contacts=known.pop("contacts", ()),
        stance=np.ones((len(time), 2), dtype=bool),
        plates=known.pop("plates", None),
        notes=(),
    )
    found = Evidence(
        calibration_gates=(),
        whole_body=True,
        file_events=(),
        body=body,
        marker_residual=analysis.marker_residual,
        steps=steps,
        shared=None,
        residual=analysis.residual,
        settled=np.ones(len(time), dtype=bool),
    )
    return replace(found, **known)


def test_what_could_not_be_checked_is_said_with_the_reason():
    gates, said = judge(evidence())
    assert len(said) == 3
    assert sum("no plate is loaded" in line for line in said) == 1
    assert not {"mass against plates", "residual force"} & {judged.name for judged in gates}
    _, said = judge(evidence(whole_body=False))
    assert any("no upper body" in line for line in said)


def test_what_was_checked_is_not_said_to_be_missing():
    analysis = make_analysis(whole=True)
    whole = evidence(plates=analysis.ground, contacts=analysis.contacts)
    gates, said = judge(whole)
    assert said == ()
    assert {"mass against plates", "residual force", "residual moment"} <= {g.name for g in gates}
    # what only some analyses have is judged there alone
    assert "walk in the sagittal plane" not in {judged.name for judged in gates}
    planar, _ = judge(replace(whole, planar_moved=np.full((3, 2), 0.03)))
    (plane,) = (judged for judged in planar if judged.name == "walk in the sagittal plane")
    assert plane.value == pytest.approx(30.0)
    assert not plane.passed


def test_a_body_that_needs_no_support_is_not_divided_by():
    measured = np.zeros((40, 2))
    measured[:20, 0] = measured[20:, 1] = 600.0
    needed = measured * [1.0, -0.1]
    gates = mass_gates(walking_force(measured), walking_force(needed), (), Subject(mass=61.0))
    assert all(np.isfinite(judged.value) for judged in gates)
