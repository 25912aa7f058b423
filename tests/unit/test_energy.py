"""Energies and work over the stride, on motions whose work is known in closed form."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_analysis import RATE, STRIDE, make_analysis

from ambulo.multibody.gravity import STANDARD_GRAVITY as G
from ambulo.multibody.tree.energy import kinetic_energy
from ambulo.records import Quantities, Quantity
from ambulo.report.panels.stride_numbers import numbers_panel
from ambulo.report.scene import Scene
from ambulo.results.energy import body_energy, segment_energies, work
from ambulo.results.over_time import mass_centre
from ambulo.results.posture import posture
from ambulo.results.tables import write_tables

W = 2.0 * math.pi / STRIDE
HIGH, POWER = 0.03, 90.0


@pytest.fixture(scope="module")
def walk():
    return make_analysis(whole=True)


def numbers(analysis):
    return {q.name: q.values for q in work(analysis, posture(analysis.model, analysis.motion))}


def still(walk, **more):
    """The first posture held: the body as one rigid piece, with coordinates of one's own."""
    motion = walk.motion
    q = np.repeat(motion.q[:1], len(motion.time), axis=0)
    moved = replace(motion, q=q, v=0.0 * motion.v, a=0.0 * motion.a)
    return replace(walk, motion=moved, **more)


@pytest.fixture(scope="module")
def bouncing(walk):
    """A rigid body up and down on one foot; the joint between does it all by its power."""
    body = still(walk)
    time, mass = body.motion.time, body.model.mass
    up, speed = HIGH * np.sin(W * time), HIGH * W * np.cos(W * time)
    body.motion.q[:, 2] += up
    body.motion.v[:, 2] = speed
    force = 0.0 * walk.ground.force
    force[:, 0, 2] = mass * (G - W**2 * up)
    ground = replace(walk.ground, force=force, known=np.ones_like(walk.ground.known))
    power = Quantity("left_ankle_power", "W", POWER * np.sin(W * time), "generation")
    return replace(body, ground=ground, powers=Quantities((power,)))


def test_a_body_that_bounces(bouncing):
    """m g h up and down, as W^2 A < g: the energy rises as the body does."""
    lift = 2.0 * HIGH * bouncing.model.mass * G
    found, left = numbers(bouncing), np.array([s.side == "left" for s in bouncing.strides])
    np.testing.assert_allclose(found["external_work"], lift, rtol=2e-3)
    np.testing.assert_allclose(found["body_work"], 2.0 * lift, rtol=2e-3)
    np.testing.assert_allclose(found["internal_work"], 0.0, atol=1e-6)
    np.testing.assert_allclose(found["leg_positive_work"][left], lift, rtol=2e-3)
    np.testing.assert_allclose(found["leg_negative_work"][left], -lift, rtol=2e-3)
    np.testing.assert_allclose(found["leg_positive_work"][~left], 0.0, atol=1e-9)
    # P T / pi in the half stride above zero
    done = POWER * STRIDE / math.pi
    np.testing.assert_allclose(found["ankle_positive_work"][left], done, rtol=2e-3)
    np.testing.assert_allclose(found["ankle_negative_work"][left], -done, rtol=2e-3)
    assert np.isnan(found["ankle_positive_work"][~left]).all()


def test_energies_of_a_fall_are_those_of_a_point(walk):
    """Thrown and never held: kinetic and potential energy exchange, their sum stays."""
    body = still(walk)
    time, mass = body.motion.time - body.motion.time[0], body.model.mass
    body.motion.q[:, 0] += 1.5 * time
    body.motion.q[:, 2] += 4.0 * time - 0.5 * G * time**2
    body.motion.v[:, 0], body.motion.v[:, 2] = 1.5, 4.0 - G * time
    where = posture(body.model, body.motion)
    kinetic, potential, total = (q.values for q in body_energy(body, where))
    np.testing.assert_allclose(kinetic, 0.5 * mass * (1.5**2 + (4.0 - G * time) ** 2))
    np.testing.assert_allclose(total, total[0])
    centre = mass_centre(body, where)
    np.testing.assert_allclose(potential, mass * G * centre[2].values)
    np.testing.assert_allclose(np.diff(centre[0].values), 1.5 / RATE)
    np.testing.assert_allclose(centre[5].values, 4.0 - G * time)
    each = segment_energies(body, where)
    assert len(each) == 2 * len(body.model.segments)
    np.testing.assert_allclose(sum(q.values for q in each), total)


def test_the_page_has_each_sides_mean(bouncing):
    panel = numbers_panel(Scene(bouncing))
    (row,) = (r.cells for r in panel.rows if r.cells[0] == "Leg positive work")
    lift = 2.0 * HIGH * bouncing.model.mass * G
    left, right = (float(cell.split(" ± ")[0]) for cell in row[2:4])
    assert (left, right) == (pytest.approx(lift, rel=5e-3), 0.0)


def test_limbs_hand_each_other_nothing(walk):
    """What an arm gains while the other loses as much is work all the same (Willems 1995)."""
    model = walk.model
    at = {
        side: int(model.tree.v_start[model.joints.index(f"{side}_shoulder")]) + 1
        for side in ("left", "right")
    }

    def swung(**course):
        body = still(walk)
        for side, values in course.items():
            body.motion.v[:, at[side]] = values
        return body

    time = walk.motion.time
    one = swung(left=2.0 * np.sin(W * time))
    about = kinetic_energy(model.tree, one.motion.q, one.motion.v)
    velocity = np.stack(
        [q.values for q in mass_centre(one, posture(model, one.motion))[3:]], axis=1
    )
    about = about - 0.5 * model.mass * (velocity**2).sum(axis=1)  # König
    np.testing.assert_allclose(numbers(one)["internal_work"], 2.0 * about.max(), rtol=5e-3)
    both = swung(left=2.0 * np.sin(W * time), right=2.0 * np.cos(W * time))
    assert (numbers(both)["internal_work"] > 1.9 * numbers(one)["internal_work"]).all()
    assert (numbers(both)["body_work"] < 0.5 * numbers(one)["internal_work"]).all()


def test_a_belt_changes_nothing(walk):
    """Against the floor: the same walk on a belt takes the same work (Galilei)."""
    belt = (-1.3, 0.0)
    motion = replace(walk.motion, q=walk.motion.q.copy(), v=walk.motion.v.copy())
    motion.q[:, 0] += belt[0] * motion.time
    motion.v[:, 0] += belt[0]
    on_belt = replace(walk, motion=motion, activity=replace(walk.activity, floor=belt))
    there = numbers(on_belt)
    for name, values in numbers(walk).items():
        np.testing.assert_allclose(there[name], values, rtol=1e-9, atol=1e-9)


def test_what_is_not_known_throughout_is_not_summed(walk, tmp_path):
    power = walk.powers["left_knee_power"]
    cut = replace(power, values=np.where(walk.motion.time > 1.5, power.values, np.nan))
    lacking = replace(walk, powers=Quantities((cut,)))
    found = numbers(lacking)["knee_positive_work"]
    whole = [s.side == "left" and s.start > 1.5 for s in walk.strides]
    np.testing.assert_array_equal(np.isfinite(found), whole)
    assert any(whole)
    part = replace(walk, model=replace(walk.model, whole_body=False))
    assert not mass_centre(part, posture(part.model, part.motion))
    assert "leg_positive_work" not in numbers(part)
    none = make_analysis(strides=False)
    assert not numbers(none)
    assert numbers_panel(Scene(none)) is None
    assert "work.csv" not in {
        path.name for path in write_tables(none, posture(none.model, none.motion), tmp_path)
    }
