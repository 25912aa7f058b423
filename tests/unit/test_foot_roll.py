"""The roll of a foot: by its markers where they show it, else by a sole that lies level."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.gait.checks.foot_rolled import roll_while_flat
from ambulo.math.quaternions import exp, to_matrix
from ambulo.mocap.fit.foot_roll import AT_EASE, LEVEL, foot_rolls, roll_known
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.mocap.fit.sole_level import level_soles
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree
from ambulo.records import Markers, Model, Subject
from ambulo.uncertainty.sources.foot_roll import SOURCE

FRAMES = 60
TIME = np.arange(FRAMES) / 100.0
# of the right foot, from its ankle, which is 2.5 cm above the line from heel to toe
HEEL, TOE, FIFTH = [-0.06, 0.0, -0.025], [0.13, 0.0, -0.025], [0.09, -0.06, -0.035]
SHANK = [[0.03, -0.05, 0.0], [0.02, -0.06, 0.2], [0.05, 0.04, 0.3]]


def person(foot=(HEEL, TOE)) -> Model:
    """A shank with a right foot on it."""
    tree = build_tree(
        [
            Body("shank", None, JointType.FREE, mass=3.0, inertia=0.05 * np.eye(3)),
            Body("foot", "shank", JointType.BALL, mass=1.0, inertia=0.01 * np.eye(3)),
        ]
    )
    place = np.array([*SHANK, *foot])
    body = np.repeat([0, 1], [3, len(foot)])
    return Model(
        "leg", ("right_shank", "right_foot"), ("root", "right_ankle"), tree, Subject(), "none",
        whole_body=False,
        marker_names=tuple(f"M{k}" for k in range(len(place))), marker_body=body,
        marker_local=place, marker_weight=np.where(body == 0, 4.0, 1.0),
        soles={"right": (0.0, 0.0)},
    )  # fmt: skip


def seen(model: Model, roll: float = 0.0, aside: float = 0.0) -> Markers:
    """Standing still, the foot rolled about the line from heel to toe, the shank's skin aside."""
    turn = to_matrix(exp(np.array([np.radians(roll), 0.0, 0.0])))
    line = np.array([0.0, 0.0, HEEL[2]])
    foot = (model.marker_local - line) @ turn.T + line
    ankle = turn @ -line + line
    shank = model.marker_local + ankle - np.array([0.0, aside, 0.0])
    place = np.where(model.marker_body[:, None] == 0, shank, foot) + np.array([1.0, 0.5, 0.1])
    return Markers(model.marker_names, TIME, np.tile(place, (FRAMES, 1, 1)))


def roll_of(model: Model, markers: Markers) -> float:
    R, _ = forward_kinematics(model.tree, fit_model(model, markers).q)
    return float(np.degrees(roll_while_flat(R[:, 1], np.ones(FRAMES, dtype=bool), "right")))


def test_an_ankle_five_millimetres_aside_rolls_no_foot_that_bears():
    model = person()
    aside = seen(model, aside=0.005)
    assert abs(roll_of(model, aside)) < 2.0
    # 5 mm over 2.5 cm, where nothing else tells
    assert abs(roll_of(replace(model, soles={}), aside)) == pytest.approx(11.0, abs=2.0)


@pytest.mark.parametrize("roll", [-15.0, 15.0])
def test_markers_that_show_a_rolled_foot_are_believed(roll):
    model = person((HEEL, TOE, FIFTH))
    # what is left is the ankle's, as in standing
    assert roll_of(model, seen(model, roll)) == pytest.approx(roll, abs=1.0)


def test_a_level_sole_counts_beside_few_markers_and_not_beside_many():
    few, many = person((HEEL, TOE, FIFTH)), person(2 * (HEEL, TOE, FIFTH, [0.09, 0.05, -0.03]))
    assert 0.5 < roll_of(few, seen(few, 6.0)) < 4.0
    assert roll_of(many, seen(many, 6.0)) == pytest.approx(6.0, abs=0.2)
    (foot,) = foot_rolls(many)
    assert foot.lacks(LEVEL) == 0.0
    assert roll_known(many)["right"]["by"] == "markers"


def test_heel_and_toe_tell_nothing_of_the_roll_and_a_single_marker_has_its_ankle():
    (foot,) = foot_rolls(person())
    assert foot.own == pytest.approx(0.0, abs=1e-9)
    assert foot.pair == (3, 4)
    known = roll_known(person())["right"]
    assert known["by"] == "sole"
    assert known["flat"] == pytest.approx(np.degrees((LEVEL**-2 + AT_EASE**-2) ** -0.5))
    assert known["free"] == pytest.approx(6.0)
    single = person((TOE,))
    assert foot_rolls(single)[0].pair == (-1, 3)
    assert abs(roll_of(single, seen(single))) < 0.5
    assert roll_known(person(()))["right"]["by"] == "nothing"


@pytest.mark.parametrize(("foot", "ahead"), [((HEEL, TOE), True), ((HEEL,), False), ((), False)])
def test_a_marker_ahead_of_the_ankle_shows_where_a_foot_points(foot, ahead):
    assert foot_rolls(person(foot))[0].ahead is ahead


def test_a_foot_in_the_air_has_no_level_sole():
    model = person()
    markers = seen(model)
    # still, lifted for half a second, and down again
    path = markers.position.copy()
    up = np.clip(np.minimum(TIME - 0.1, 0.5 - TIME) / 0.1, 0.0, 1.0)
    path[..., 2] += 0.2 * up[:, None]
    path[..., 0] += 3.0 * np.cumsum(up)[:, None] / 100.0
    soles = level_soles(model, replace(markers, position=path), lambda: np.zeros((FRAMES, 2, 3)))
    assert soles is not None
    weight = soles.weight[:, 0] / soles.weight.max()
    assert weight[0] == pytest.approx(1.0)
    assert (weight[20:40] < 1e-9).all()
    # it comes and goes over several frames
    assert np.abs(np.diff(weight)).max() < 0.4


def test_the_error_of_a_sole_turns_the_foot_by_what_the_level_counts():
    model = person()
    nominal = type("Nominal", (), {"model": model})()
    rolled = SOURCE.settings().change(nominal, model, np.array([1.0, 0.0]))
    share = LEVEL**-2 / (LEVEL**-2 + AT_EASE**-2)
    # the ankle above the line holds it a little
    assert roll_of(rolled, seen(model)) == pytest.approx(3.0 * share, abs=1.5)
    assert roll_of(rolled, seen(model)) > 0.5
