"""Left beside right, and plates beside each other: bodies and steps that are made by hand."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from tests.unit.test_step_checks import CONTACT, HIPS, step

from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.knee_axes import ahead_of_axis, markers_ahead
from ambulo.gait.checks.left_and_right import compare_feet, compare_pelvis_sides
from ambulo.gait.checks.line_of_action import aside, direction
from ambulo.gait.checks.place_on_foot import OnFoot
from ambulo.gait.checks.plates_apart import across, apart, farthest, outward, residual_apart
from ambulo.gait.checks.single_steps import PlateStep
from ambulo.gait.checks.speed_change import Pushed, gained, least_agreeing
from ambulo.mocap.marker_sets.marker_set import PelvisLandmarks
from ambulo.records import PlateContact

# --------------------------------------------------------------------------- body


def hinge(ahead: float, of: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hip, marker and ankle of a knee that bends as in swing while the leg goes forward."""
    bent = 0.55 - 0.5 * np.cos(np.linspace(0.0, 2.0 * np.pi, 80))
    leans = 0.3 * np.sin(np.linspace(0.0, 2.0 * np.pi, 80))

    def down(angle):
        return np.stack([np.sin(angle), 0.0 * angle, -np.cos(angle)], axis=1)

    hip = np.stack([np.linspace(0.0, 0.6, 80), np.zeros(80), np.full(80, 0.9)], axis=1)
    axis = hip + 0.40 * down(leans)
    shank = leans - bent
    forward = down((leans if of == "thigh" else shank) + np.pi / 2.0)
    outward = np.array([0.0, 0.05, 0.0])
    return hip, axis + ahead * forward + outward, axis + 0.42 * down(shank) + outward


@pytest.mark.parametrize("of", ["thigh", "shank"])
@pytest.mark.parametrize("ahead", [-0.03, 0.0, 0.012, 0.03])
def test_a_marker_ahead_of_the_knees_axis_is_told_on_whichever_segment_it_sits(ahead, of):
    # in place of the sine stands the flexion by the marker itself, which is off by d over a length
    assert ahead_of_axis(*hinge(ahead, of)) == pytest.approx(ahead, abs=0.005)


def test_a_knee_that_hardly_bends_tells_nothing():
    hip, knee, ankle = hinge(0.03, "thigh")
    assert np.isnan(ahead_of_axis(hip[:10], knee[:10], ankle[:10]))


PELVIS = PelvisLandmarks(left_asis="LASI", right_asis="RASI", sacrum="SACR", frame="pelvis")


def pelvis(asis: float, turned: float = 0.4) -> SimpleNamespace:
    """Whose left ASIS sits so far ahead, in any direction of the laboratory."""
    at = {"LASI": [asis, 0.12, 0.0], "RASI": [0.0, -0.12, 0.0], "SACR": [-0.16, 0.0, 0.0]}
    turn = np.array(
        [[np.cos(turned), -np.sin(turned), 0], [np.sin(turned), np.cos(turned), 0], [0, 0, 1]]
    )
    return SimpleNamespace(points={name: np.tile(turn @ x, (5, 1)) for name, x in at.items()})


@pytest.mark.parametrize(("up", "grade"), [(0.0, "good"), (0.03, "look"), (-0.03, "look")])
def test_a_marker_of_an_asis_that_sits_too_high_is_named(up, grade):
    body = pelvis(0.0)
    body.points["LASI"][:, 2] += up
    level = next(f for f in compare_pelvis_sides(body, PELVIS) if f.id == "pelvis_level")
    check = judged(level)
    assert (check.value, check.grade) == (pytest.approx(30.0 * abs(up) / 0.03), grade)
    if up:
        assert f"the {'left' if up > 0.0 else 'right'} ASIS is too high" in check.remedy
    # who lies on a side has no marker wrong
    body.points["LASI"][:, 2] += 0.2
    assert [f.id for f in compare_pelvis_sides(body, PELVIS)] == ["pelvis_alike"]


@pytest.mark.parametrize(
    ("left", "right", "grades"),
    [
        (0.010, 0.020, ["good", "good"]),
        (-0.020, 0.010, ["look", "good"]),
        (0.050, 0.045, ["good", "look"]),
        (-0.045, -0.040, ["good", "look"]),
    ],
)
def test_knees_are_set_beside_each_other_and_beside_other_people(left, right, grades):
    apart, both = (judged(found) for found in markers_ahead(left, right, 700.0))
    assert [apart.grade, both.grade] == grades
    assert apart.facts["ahead"] == ("left" if left > right else "right")
    assert both.facts["ahead"] == pytest.approx(0.5 * (left + right) - 0.001)


@pytest.mark.parametrize(("asis", "grade"), [(0.0, "good"), (0.01, "good"), (0.03, "look")])
def test_an_asis_that_sits_ahead_turns_the_pelvis(asis, grade):
    check = judged(compare_pelvis_sides(pelvis(asis), PELVIS)[0])
    assert check.grade == grade
    angle = np.arctan2(asis, 0.24)
    middle = np.array([0.16 + 0.5 * asis, 0.0])
    assert check.value == pytest.approx(1e3 * middle[0] * np.sin(angle), abs=1e-6)


def test_a_pelvis_without_its_back_is_not_judged():
    seen = pelvis(0.03)
    del seen.points["SACR"]
    assert not compare_pelvis_sides(seen, PELVIS)
    assert not compare_pelvis_sides(seen, None)


@pytest.mark.parametrize(("ahead", "grade"), [(0.0, "good"), (0.01, "good"), (0.03, "look")])
def test_an_ankle_that_sits_ahead_in_one_foot_is_told(ahead, grade):
    points = {}
    for side, more in (("left", ahead), ("right", 0.0)):
        points[f"{side}_ankle"] = np.array([[more, 0.1, 0.08]])
        points[f"{side}_heel"] = np.array([[-0.06, 0.1, 0.03]])
        points[f"{side}_metatarsal"] = np.array([[0.13, 0.1, 0.03]])
    feet = SimpleNamespace(points=points, built_alike=lambda name: True)
    (check,) = map(judged, compare_feet(feet))
    assert check.grade == grade
    feet.built_alike = lambda name: name != "heel"
    assert not compare_feet(feet)
    if ahead:
        assert (check.facts["farther"], check.facts["ahead"]) == (
            "left",
            pytest.approx(ahead, rel=0.2),
        )


# --------------------------------------------------------------------------- plates


def seen(side: str, plate: str, forward: float, beside: float = 0.0) -> tuple[PlateStep, OnFoot]:
    contact = PlateContact(0, 0.0, 0.6, side, "whole", "")
    rows = np.arange(10)
    return (
        PlateStep(side, plate, contact, rows, np.zeros((10, 3)), np.zeros((10, 3))),
        OnFoot(forward, beside, 0.8, 0.0),
    )


def test_where_one_foot_presses_alike_plates_are_told_apart_more_finely():
    same = [seen("left", "plate 1", 0.004), seen("left", "plate 3", 0.022)]
    both = [seen("left", "plate 1", 0.004), seen("right", "plate 3", 0.022)]
    grades = [judged(farthest(list(apart(each, None)), 700.0)[0]).grade for each in (same, both)]
    assert grades == ["look", "good"]
    assert not list(apart([seen("left", "plate 1", 0.0), seen("left", "plate 1", 0.1)], None))


def test_the_plate_that_is_said_to_lie_ahead_does():
    for first, second, ahead in ((0.03, -0.03, "A"), (-0.01, 0.03, "B")):
        steps = [seen("left", "A", first), seen("left", "B", second)]
        (found,) = farthest(list(apart(steps, None)), 1)
        assert found.facts["ahead"] == ahead
        assert found.value == pytest.approx(1e3 * abs(first - second))


@pytest.mark.parametrize(("moved", "grade"), [(0.0, "good"), (0.03, "look"), (-0.03, "look")])
def test_one_of_three_plates_is_told_by_the_places_across_the_feet(moved, grade):
    """Plate 2 moved to the left is farther inward under the right foot."""
    steps = [
        seen("left", "plate 1", 0.0, 0.010),
        seen("right", "plate 2", np.nan, 0.006 - moved),
        seen("left", "plate 3", 0.0, 0.014),
    ]
    (check,) = map(judged, outward(steps))
    assert check.grade == grade
    assert "plate 2" in (check.facts["on"], check.facts["beside"])
    assert not outward(steps[:1])


@pytest.mark.parametrize(("residual", "grade"), [(0.026, "look"), (-0.01, "good"), (0.09, "good")])
def test_the_residual_moment_counts_where_it_tells_of_the_same_place(residual, grade):
    found = [seen("left", "plate 1", 0.0), seen("right", "plate 2", 0.023)]
    (check,) = farthest(list(apart(found, residual)), 700.0)
    assert judged(check).grade == grade


def test_what_a_plate_out_of_place_leaves_over_tells_its_place():
    """The true wrench, about a point, less the one of plates that are moved."""
    at = np.linspace(0.0, np.pi, 50)
    load = np.column_stack([600.0 * np.cos(at / 2.0), 600.0 * np.sin(at / 2.0)])
    moved = np.array([[0.0, 0.0, 0.0], [0.02, -0.013, 0.0]])
    force = np.zeros((50, 2, 3))
    force[..., 2] = load
    measured = np.cross(np.broadcast_to(moved, force.shape), force).sum(axis=1)
    assert residual_apart(load, -measured) == pytest.approx([0.02, -0.013], abs=1e-12)
    assert judged(across(-0.013, 700.0)).grade == "good"
    assert judged(across(0.02, 700.0)).grade == "look"


@pytest.mark.parametrize(("lean", "grade"), [(0.0, "good"), (0.03, "look"), (-0.03, "look")])
def test_a_force_that_passes_to_one_side_under_both_feet_is_told(lean, grade):
    found = []
    for side in ("left", "right"):
        right = step()
        moved = PlateStep(side, "plate 1", CONTACT, right.rows, right.force, right.point)
        found.append((moved, direction(moved, HIPS + np.array([0.0, lean, 0.0]))))
    (check,) = map(judged, aside(found, 0.95))
    assert check.grade == grade
    assert check.value == pytest.approx(100 * 0.75 * abs(lean), abs=0.01)
    assert not aside(found[:1], 0.95)


@pytest.mark.parametrize(
    ("offset", "grade"), [(0.0, "good"), (5.0, "good"), (12.0, "look"), (20.0, "do-not-use")]
)
def test_an_offset_of_the_forward_force_is_a_speed_that_nobody_gained(offset, grade):
    mass, time = 70.0, np.arange(60) / 100.0
    push = 90.0 * np.sin(2.0 * np.pi * time / 0.5) + 12.0
    speed = 1.2 + np.concatenate([[0.0], np.cumsum(0.5 * (push[1:] + push[:-1]) * 0.01)]) / mass
    found = gained(time, push + offset, speed, mass)
    assert found == pytest.approx(offset * 0.59 / mass, abs=1e-9)
    steps = (seen("left", "plate 1", 0.0)[0], seen("right", "plate 2", 0.0)[0])
    (check,) = map(judged, least_agreeing([Pushed(*steps, found, 0.59)], mass * 9.80665))
    assert check.grade == grade
    assert check.facts["excess"] == pytest.approx(offset, abs=1e-6)
    wider = least_agreeing([Pushed(*steps, found, 0.59, 0.1)], mass * 9.80665)
    (turning,) = map(judged, wider)
    assert turning.limit == pytest.approx(check.limit + 0.1)
    assert turning.passed
