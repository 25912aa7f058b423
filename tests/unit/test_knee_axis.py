"""The knee's axis by its movement, the option that turns it, and ranges of joints and moments."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.gait.checks.cross_talk import axes_guessed, knees_turned, sides_alike
from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.limb_ranges import moments_beyond, turned_beyond
from ambulo.math.quaternions import exp, from_matrix, to_matrix
from ambulo.mocap.calibration.knee_axis import CrossTalk, cross_talk, with_functional_axes
from ambulo.model.markers_on_model import markers_on_model
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree
from ambulo.records import SIDES, Model, Quantity, Subject

T = np.linspace(0.0, 1.0, 101)
FLEXION = np.radians(30.0) * (1.0 - np.cos(2.0 * np.pi * T))


def about(axis, angle):
    return to_matrix(exp(np.asarray(angle)[..., None] * np.asarray(axis, dtype=float)))


def legs(turned: dict[str, float], flexion: np.ndarray = FLEXION) -> tuple[Model, np.ndarray]:
    """Two legs whose thighs have axes turned inwards by degrees, and knees that bend."""
    wrong = {
        side: about([0, 0, 1], (1.0 if side == "right" else -1.0) * np.radians(turned[side]))
        for side in SIDES
    }
    bodies = [Body("pelvis", None, JointType.FREE, mass=10.0, inertia=0.1 * np.eye(3))]
    for side, y in (("left", 0.08), ("right", -0.08)):
        W = wrong[side]
        bodies += [
            Body(f"{side}_thigh", "pelvis", JointType.BALL, p_PJ=[0.0, y, 0.0], mass=7.0,
                 com=W.T @ [0.01, 0.0, -0.2], inertia=W.T @ np.diag([0.1, 0.12, 0.03]) @ W),
            Body(f"{side}_shank", f"{side}_thigh", JointType.BALL, p_PJ=[0.0, 0.0, -0.4], mass=3.0,
                 inertia=0.05 * np.eye(3)),
        ]  # fmt: skip
    tree = build_tree(bodies)
    names = tuple(body.name for body in bodies)
    joints = ("root", *(f"{side}_{joint}" for side in SIDES for joint in ("hip", "knee")))
    q = np.zeros((len(T), tree.nq))
    q[:, 3] = 1.0
    for side in SIDES:
        for name, R in (
            ("thigh", np.broadcast_to(wrong[side], (len(T), 3, 3))),
            ("shank", wrong[side].T @ about([0, 1, 0], flexion)),
        ):
            k = tree.q_start[names.index(f"{side}_{name}")]
            q[:, k : k + 4] = [from_matrix(one) for one in R]
    on = [names.index(f"{side}_thigh") for side in SIDES]
    model = Model(
        "legs", names, joints, tree, Subject(), "", whole_body=False,
        marker_names=("L", "R"), marker_body=np.array(on),
        marker_local=np.array([wrong[side].T @ [0.0, 0.05, -0.4] for side in SIDES]),
        marker_weight=np.ones(2), points={"p": (on[1], wrong["right"].T @ [0.1, 0.0, 0.0])},
    )  # fmt: skip
    return model, q


@pytest.mark.parametrize("turned", [-20.0, 10.0, 23.0])
def test_the_turn_of_a_knee_axis_is_found_from_its_varus(turned):
    model, q = legs({"left": 0.0, "right": turned})
    R, _ = forward_kinematics(model.tree, q)
    for side, by in (("left", 0.0), ("right", turned)):
        thigh = model.segments.index(f"{side}_thigh")
        found = cross_talk(R, thigh, thigh + 1, side)
        assert np.degrees(found.turn) == pytest.approx(-by, abs=1e-6)
        if by:
            # turned inwards, flexion is seen as varus
            assert np.sign(found.r) == np.sign(found.slope) == np.sign(by)
            assert abs(found.r) > 0.95


def test_a_functional_axis_turns_the_frame_and_no_bone():
    model, q = legs({"left": -8.0, "right": 23.0})
    right, notes = with_functional_axes(model, q)
    assert "outwards by 23.0" in notes[1]
    assert "inwards by 8.0" in notes[0]
    plain, straight = legs({"left": 0.0, "right": 0.0})
    for name in ("com", "inertia", "p_PJ"):
        np.testing.assert_allclose(getattr(right.tree, name), getattr(plain.tree, name), atol=1e-9)
    np.testing.assert_allclose(right.marker_local, plain.marker_local, atol=1e-9)
    np.testing.assert_allclose(right.points["p"][1], [0.1, 0.0, 0.0], atol=1e-9)
    # the same bones in the same places
    for one, at in ((model, q), (right, straight)):
        places = markers_on_model(one, *forward_kinematics(one.tree, at))
        np.testing.assert_allclose(places[:, 1], [[0.0, -0.03, -0.4]] * len(T), atol=1e-9)


@pytest.mark.parametrize("flexion", [0.4 * FLEXION, np.radians(55.0) + FLEXION])
def test_a_knee_that_hardly_bends_or_stays_bent_keeps_its_axis(flexion):
    model, q = legs({"left": 0.0, "right": 23.0}, flexion)
    same, notes = with_functional_axes(model, q)
    np.testing.assert_array_equal(same.marker_local, model.marker_local)
    assert all("axis was not changed" in note for note in notes)


def test_axes_are_judged_by_themselves_and_beside_each_other():
    def knee(turn):
        return CrossTalk(np.radians(turn), 0.9, 0.2, 1.0)

    def grades(left, right):
        found = knees_turned({"left": knee(left), "right": knee(right)})
        return [judged(one).grade for one in found]

    assert grades(5.0, -8.0) == ["good", "good"]
    assert grades(12.0, -8.0) == ["good", "look"]
    assert grades(3.0, -20.0) == ["look", "look"]
    # hip rotation is off, and flexion hardly: never do-not-use
    assert grades(3.0, 28.0) == ["look", "look"]
    straight = CrossTalk(0.5, 0.9, 0.2, 0.1)
    (unknown,) = knees_turned({"left": straight, "right": straight})
    assert judged(unknown).grade == "unknown"


def test_a_knee_that_neither_a_marker_nor_its_bending_shows_is_a_guess():
    bent, straight = (CrossTalk(0.5, 0.9, 0.2, bends) for bends in (0.8, 0.1))
    knees = {f"{side}_knee" for side in SIDES}
    (found,) = axes_guessed(dict.fromkeys(SIDES, straight), knees)
    check = judged(found)
    assert check.grade == "look"
    assert {f"*/{side}_knee_adduction" for side in SIDES} <= set(check.touches)
    assert not axes_guessed(dict.fromkeys(SIDES, bent), knees)
    assert not axes_guessed(dict.fromkeys(SIDES, straight), ())


def test_hips_turn_and_knees_straighten_alike():
    angles = {
        "left_hip_rotation": np.array([10.0, 20.0]),
        "right_hip_rotation": np.array([-30.0, -10.0]),
        "left_knee_flexion": np.array([2.0, 60.0]),
        "right_knee_flexion": np.array([20.0, 70.0]),
    }
    hips, knees = (judged(found) for found in sides_alike(angles))
    assert (hips.value, hips.grade, hips.facts["more"]) == (35.0, "look", "left")
    assert (knees.value, knees.grade, knees.facts["more"]) == (18.0, "look", "right")
    assert sides_alike({"left_hip_rotation": np.ones(2)}) == []


def test_angles_and_moments_have_the_range_of_what_is_done():
    def curve(name, value, unit):
        return Quantity(name, unit, np.full(20, value), "")

    turned = [curve("left_hip_rotation", 55.0, "deg"), curve("right_knee_adduction", 5.0, "deg")]
    assert [f.value for f in turned_beyond(turned, 5, walking=True)] == [5.0, 0.0]
    assert [f.value for f in turned_beyond(turned, 5, walking=False)] == [0.0, 0.0]
    tilted = [curve("pelvis_tilt", -32.0, "deg"), curve("pelvis_obliquity", 10.0, "deg")]
    (pelvis,) = turned_beyond(tilted, 5, walking=True)
    assert (pelvis.value, judged(pelvis).id) == (7.0, "angle_range.pelvis")
    assert turned_beyond(tilted, 5, walking=False) == []
    # a single frame is none
    turned[0].values[1:] = 0.0
    assert [f.value for f in turned_beyond(turned, 5, walking=True)] == [0.0, 0.0]
    strong = [curve("left_knee_adduction", -147.0, "N*m")]
    (found,) = moments_beyond(strong, 70.0, 5, walking=True)
    assert found.value == pytest.approx(0.5)
    assert judged(found).id == "moment_range.knee"
    assert moments_beyond(strong, 70.0, 5, walking=False)[0].value == 0.0
