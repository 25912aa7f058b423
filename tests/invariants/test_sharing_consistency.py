"""Sharing keeps Newton's laws: nothing is left over, nothing jumps, no axes are preferred."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_sharing import (
    DOUBLE,
    OFF,
    STRIKE,
    TIME,
    WEIGHT,
    known_step,
    with_known,
    wrenches,
)

from ambulo.gait.body_motion import jointed
from ambulo.gait.sharing.problem import SharingProblem, sharing_problem
from ambulo.gait.sharing.registry import SHARINGS, share
from ambulo.mocap.filters.differentiation import differentiate
from ambulo.model.foot_loads import foot_loads
from ambulo.model.scaling import build_model
from ambulo.model.standing_posture import generic_geometry
from ambulo.records import Event, Subject

CONSISTENT = [name for name, way in SHARINGS.items() if way.adds_up]
FIRST, LAST = np.flatnonzero(DOUBLE)[[0, -1]]


@pytest.fixture(scope="module")
def step() -> SharingProblem:
    """Plates that are wrong by a few newtons and newton metres, changing from frame to frame."""
    problem = known_step()
    wobble = np.sin(np.outer(TIME, [7.0, 9.0, 11.0, 13.0, 8.0, 10.0])) * [3, 4, 2, 8, 8, 20]
    return replace(problem, total=problem.total + wobble)


@pytest.mark.parametrize("name", CONSISTENT)
def test_the_feet_add_up_to_the_resultant(step, name):
    one_plate = np.ones_like(step.stance)
    one_plate[DOUBLE, 1] = False
    for problem in (step, with_known(step, one_plate)):
        ground = share(problem, name).ground
        known = ground.known.all(axis=1)
        assert known[~DOUBLE].all()
        left_over = (problem.total - wrenches(ground).sum(axis=1))[known]
        assert np.abs(left_over).max() < 1e-9
        in_the_air = ~problem.stance & ground.known
        assert (wrenches(ground)[in_the_air] == 0.0).all()


def test_the_moments_at_the_joints_are_linear_in_the_wrenches():
    # what the least action weighs is what inverse dynamics with the shared wrenches gives
    joints, ends = generic_geometry("body16", 1.75, "m")
    model = build_model("body16", joints, ends, Subject(mass=75.0, height=1.75, sex="m"))
    q = np.zeros((len(TIME), model.tree.nq))
    q[:, :3] = [0.0, 0.0, 1.0] + 0.02 * np.sin(5.0 * TIME[:, None])
    for body in range(model.tree.nb):
        i = int(model.tree.q_start[body]) + (3 if body == 0 else 0)
        q[:, i + 1] = 0.1 * np.sin(4.0 * TIME + body)
        q[:, i] = np.sqrt(1.0 - q[:, i + 1] ** 2)
    body = jointed(model, differentiate(model.tree, TIME, q, np.zeros(model.tree.nq)))
    events = (Event("right", "strike", STRIKE, "force"), Event("left", "off", OFF, "force"))
    stance = np.stack([OFF > TIME, STRIKE <= TIME], axis=1)
    problem = sharing_problem(body, body.joint_forces(), stance, events, None)
    ground = share(problem, "sta").ground
    forces = body.joint_forces(foot_loads(model, body.R, body.p, ground))
    for s, side in enumerate(("left", "right")):
        for j, joint in enumerate(("ankle", "knee", "hip")):
            at = problem.leg_joints[:, s, j]
            of_wrench = ground.moment_origin[:, s] - np.cross(at, ground.force[:, s])
            index = model.joints.index(f"{side}_{joint}")
            np.testing.assert_allclose(
                forces.moment[:, index], problem.unloaded_moment[:, s, j] - of_wrench, atol=1e-9
            )


def steps_at_the_ends(name: str, rate: float) -> np.ndarray:
    """Largest change (6,) from frame to frame around strike and off [N*m, N]."""
    time = np.arange(0.25, 0.75, 1.0 / rate)
    problem = known_step(time)
    problem = replace(problem, total=problem.total + np.array([4.0, -6.0, 2.0, 10.0, -5.0, 60.0]))
    known = np.ones_like(problem.stance)
    if name == "cfp, one plate":
        known[problem.stance.all(axis=1), 1] = False
    ground = share(with_known(problem, known), name.split(",")[0]).ground
    change = np.abs(np.diff(wrenches(ground), axis=0)).max(axis=1)
    around = np.minimum(abs(time[1:] - STRIKE), abs(time[1:] - OFF)) < 0.012
    return change[around].max(axis=0)


@pytest.mark.parametrize("name", ["cfp", "cfp, one plate", "contact", "sta", "none"])
def test_nothing_jumps_at_strike_and_off(name):
    # what is continuous changes less when frames are four times as dense; a jump stays
    coarse, fine = steps_at_the_ends(name, 100.0), steps_at_the_ends(name, 400.0)
    continuous = bool((fine < 0.5 * coarse + 0.5).all())
    assert continuous is (name != "none")


def turned(problem: SharingProblem, angle: float, shift: np.ndarray, scale: float = 1.0):
    """The same step walked in another direction from another place, by a heavier body."""
    c, s = np.cos(angle), np.sin(angle)
    R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])

    def point(p):
        return p @ R.T + shift

    def wrench(w):
        force = scale * w[..., 3:] @ R.T
        return np.concatenate([scale * w[..., :3] @ R.T + np.cross(shift, force), force], axis=-1)

    other = replace(
        problem,
        total=wrench(problem.total),
        measured=None,
        lumbar=point(problem.lumbar),
        foot_mass_centre=point(problem.foot_mass_centre),
        sole=point(problem.sole),
        leg_joints=point(problem.leg_joints),
        unloaded_moment=scale * problem.unloaded_moment @ R.T,
        weight=scale * problem.weight,
    )
    return other, wrench


@pytest.mark.parametrize("name", ["contact", "smooth"])
@pytest.mark.parametrize("quarter_turns", [0, 1, 2, 3])
def test_contact_knows_no_direction_place_or_weight(step, quarter_turns, name):
    # the friction cone's eight sides come onto each other by quarter turns
    other, moved = turned(step, quarter_turns * np.pi / 2, np.array([3.0, -2.0, 0.0]), scale=1.7)
    ours = wrenches(share(replace(step, measured=None), name).ground)
    theirs = wrenches(share(other, name).ground)
    np.testing.assert_allclose(theirs, moved(ours), atol=1e-6 * WEIGHT)


@pytest.mark.parametrize("name", ["contact", "smooth"])
def test_contact_does_not_tell_left_from_right(step, name):
    mirror = np.array([1.0, -1.0, 1.0])
    flip = np.array([-1.0, 1.0, -1.0, 1.0, -1.0, 1.0])

    def exchanged(x):
        return x[:, ::-1] * mirror

    names = {"left": "right", "right": "left"}
    other = replace(
        step,
        total=step.total * flip,
        stance=step.stance[:, ::-1],
        events=tuple(replace(e, side=names[e.side]) for e in step.events),
        measured=None,
        lumbar=step.lumbar * mirror,
        foot_mass_centre=exchanged(step.foot_mass_centre),
        sole=exchanged(step.sole),
        leg_joints=exchanged(step.leg_joints),
        unloaded_moment=step.unloaded_moment[:, ::-1] * -mirror,
    )
    ours = wrenches(share(replace(step, measured=None), name).ground)
    theirs = wrenches(share(other, name).ground)
    np.testing.assert_allclose(theirs[:, ::-1] * flip, ours, atol=1e-6 * WEIGHT)
