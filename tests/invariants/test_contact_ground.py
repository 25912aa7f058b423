"""Balls on a step: at rest, off its top, riser and edge, and down a staircase."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.ground import plane, step
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.spheres_on_ground import (
    contact_wrenches,
    per_sphere,
    spheres_on_ground,
)
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree

MASS, RADIUS, STIFFNESS, HEIGHT = 2.0, 0.1, 1e5, 0.15
ELASTIC, SMOOTH = (1e5, 1.5, 0.0), (0.0, 0.1, 1.0, 1.0, 0.0)
LOSSY, ROUGH = (1e5, 1.5, 0.4), (0.5, 0.05, 2e4, 60.0, 0.0)


STEP = step((0.5, 0.0, HEIGHT))
DOWN = tuple(step((x, 0.0, z), (-1.0, 0.0, 0.0)) for x, z in ((0.3, 0.3), (0.7, 0.15)))
NOWHERE = step((99.0, 0.0, 0.0))


def on(first, second, normal, friction, weight=9.80665):
    """A ball over level ground and two steps, which are three forces."""
    inertia = 0.4 * MASS * RADIUS**2 * np.eye(3)
    tree = build_tree(
        [Body("ball", None, JointType.FREE, mass=MASS, inertia=inertia)],
        gravity=np.array([0.0, 0.0, -weight]),
    )
    laws = (
        per_sphere(HuntCrossley(*normal), [normal]), per_sphere(Bristle(*friction), [friction])
    )  # fmt: skip
    return tree_system(
        tree,
        tuple(
            spheres_on_ground(np.array([0]), np.zeros((1, 3)), np.array([RADIUS]), *laws, ground)
            for ground in (plane(), first, second)
        ),
    )


def thrown(system, place, speed, seconds):
    time = np.linspace(0.0, seconds, 41)
    q, v = np.r_[place, 1.0, 0.0, 0.0, 0.0], np.r_[speed, 0.0, 0.0, 0.0]
    found = simulate_system(system, time, q, v, METHODS["rkmk4"], step=1e-4)
    return found, mechanical_energy(system, found).sum(axis=1)


@pytest.mark.exhaustive
def test_a_ball_rests_on_the_step():
    found, _ = thrown(on(STEP, NOWHERE, LOSSY, ROUGH), [0.7, 0.0, 0.26], [0, 0, 0], 3.0)
    sunk = (MASS * 9.80665 / STIFFNESS) ** (2.0 / 3.0)
    assert found.q[-1, 2] == pytest.approx(HEIGHT + RADIUS - sunk, abs=1e-5)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("place", "speed", "turned"),
    [
        ([0.8, 0.0, 0.4], [0.5, 0.2, -2.0], [0.5, 0.2, 2.0]),  # top
        ([0.2, 0.0, 0.13], [2.0, 0.2, -0.05], [-2.0, 0.2, -0.05]),  # riser
    ],
)
def test_flat_sides_turn_the_normal_velocity_about(place, speed, turned):
    found, energy = thrown(on(STEP, NOWHERE, ELASTIC, SMOOTH, weight=0.0), place, speed, 0.25)
    np.testing.assert_allclose(found.v[-1, :3], turned, atol=1e-6)
    np.testing.assert_allclose(energy, energy[0], rtol=1e-6)


@pytest.mark.exhaustive
def test_an_edge_turns_a_ball_about_itself():
    # its force points to the edge: energy, momentum along it and turning about it stay
    found, energy = thrown(
        on(STEP, NOWHERE, ELASTIC, SMOOTH, weight=0.0), [0.35, 0.0, 0.3], [1.2, 0.3, -1.0], 0.3
    )
    arm, u = found.q[:, :3] - [0.5, 0.0, HEIGHT], found.v[:, :3]
    spin = arm[:, 2] * u[:, 0] - arm[:, 0] * u[:, 2]
    np.testing.assert_allclose(energy, energy[0], rtol=1e-6)
    np.testing.assert_allclose(u[:, 1], 0.3, atol=1e-12)
    np.testing.assert_allclose(spin, spin[0], atol=1e-6)
    # and it was hit, off its edge: neither component of the velocity just changes its sign
    off = u[-1, [0, 2]]
    assert np.linalg.norm(off - [1.2, -1.0]) > 0.5
    assert np.abs(np.abs(off) - [1.2, 1.0]).min() > 0.02


def wrenches_of_the_step(place, speed=(0.0,) * 6, friction=SMOOTH, normal=ELASTIC):
    """Wrenches (n, 6) about its middle on a ball in places (n, 3), u and w (6,)."""
    q = np.zeros((len(place), 7))
    q[:, :3], q[:, 3] = place, 1.0
    tree = build_tree([Body("ball", None, JointType.FREE, mass=1.0, inertia=np.eye(3))])
    R, p = forward_kinematics(tree, q)
    w, u = body_velocities(tree, q, np.tile(speed, (len(q), 1)))
    law = on(STEP, NOWHERE, normal, friction).forces.given[1]
    return contact_wrenches(law, R, p, w, u, np.zeros((len(q), 3)))[:, 0]


def forces_of_the_step(place):
    """Forces (n, 3) on a ball at rest in places (n, 3)."""
    return wrenches_of_the_step(place)[:, 3:]


def test_friction_acts_in_the_surface_of_the_ground():
    """Not at the ball's lowest point: there it would have the speed of another point, and do work
    that nobody stores."""
    deep = RADIUS - 0.02
    place = np.array([[0.8, 0.0, HEIGHT + deep]])
    ((n_x, n_y, n_z, f_x, f_y, f_z),) = wrenches_of_the_step(place, (0.3, 0.1, 0, 0, 0, 0), ROUGH)
    assert f_x < -1.0
    assert f_z == pytest.approx(STIFFNESS * 0.02**1.5)
    assert (n_x, n_y, n_z) == pytest.approx((deep * f_y, -deep * f_x, 0.0), abs=1e-9)
    rolling = (0.3, 0.0, 0.0, 0.0, 0.3 / deep, 0.0)
    assert wrenches_of_the_step(place, rolling, ROUGH)[0, 3] == pytest.approx(0.0, abs=1e-9)


def test_a_lossy_ball_presses_more_on_its_way_in_than_out():
    place = np.array([[0.8, 0.0, HEIGHT + RADIUS - 0.02]])
    into, rest, out = (
        wrenches_of_the_step(place, (0, 0, speed, 0, 0, 0), normal=LOSSY)[0, 5]
        for speed in (-0.2, 0.0, 0.2)
    )
    assert into > rest > out > 0.0
    assert into - rest == pytest.approx(rest - out)


def test_top_riser_and_edge_press_along_their_normals():
    depth = 0.01
    deep, size = RADIUS - depth, STIFFNESS * depth**1.5
    place = np.array([
        [0.8, 0.2, HEIGHT + deep],  # on its top
        [0.5 - deep, -0.3, 0.05],  # at its riser
        [0.5 - 0.6 * deep, 0.0, HEIGHT + 0.8 * deep],  # off its edge
        [0.8, 0.0, HEIGHT + RADIUS + 1e-6], [0.5 - RADIUS - 1e-6, 0.0, 0.05],  # not touching
        [0.5 - 0.8 * RADIUS, 0.0, HEIGHT + 0.8 * RADIUS],  # beside both, and off the edge
    ])  # fmt: skip
    wanted = size * np.array(
        [[0, 0, 1], [-1, 0, 0], [-0.6, 0, 0.8], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    )
    np.testing.assert_allclose(forces_of_the_step(place), wanted, atol=1e-9 * size)


def test_the_force_is_continuous_where_edge_and_sides_meet():
    distance = RADIUS - 0.01
    angle = np.array([-1e-7, 1e-7, np.pi / 2 - 1e-7, np.pi / 2 + 1e-7])
    place = np.stack(
        [0.5 - distance * np.sin(angle), 0.0 * angle, HEIGHT + distance * np.cos(angle)], axis=1
    )
    force = forces_of_the_step(place)
    size = STIFFNESS * 0.01**1.5
    wanted = size * np.stack([-np.sin(angle), 0.0 * angle, np.cos(angle)], axis=1)
    np.testing.assert_allclose(force, wanted, atol=1e-4 * size)


@pytest.mark.exhaustive
def test_a_ball_that_rolls_down_a_staircase_gains_no_energy():
    found, energy = thrown(on(*DOWN, LOSSY, ROUGH), [0.0, 0.0, 0.399], [0.8, 0, 0], 2.0)
    assert np.diff(energy).max() < 1e-4 * energy[0]
    # it did come down all of it, and lost some
    assert found.q[-1, 0] > 0.9
    assert found.q[-1, 2] < RADIUS + 0.15
    assert energy[-1] < 0.9 * energy[0]
