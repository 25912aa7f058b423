"""Knife edges and rolling: constraints of velocity alone, against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.inputs.errors import InputError
from ambulo.multibody.constrained import (
    DOP853,
    GROUND,
    Body,
    GeneralisedAlpha,
    Gravity,
    KnifeEdge,
    PointOnPlane,
    Projection,
    Rolling,
    System,
    assemble,
    diagnose,
    reaction,
)
from ambulo.multibody.constrained.rows import parallel
from ambulo.multibody.flexible.flexible_system import FlexibleSystem

G = 9.80665
ACCURATE = Projection(DOP853(1e-11, 1e-12))
METHODS = {"projection": (ACCURATE, 1e-9), "generalised-alpha": (GeneralisedAlpha(2e-3), 2e-5)}
# each method compiles for half a minute: all of them where every case is tried
EACH = ["projection", pytest.param("generalised-alpha", marks=pytest.mark.exhaustive)]


def _slope(angle: float):
    """A frame of the ground whose x axis points down a slope."""
    return GROUND.frame(axes=Rotation.from_euler("y", angle).as_matrix())


class _Upright:
    """The third axis of a body stays normal to a plane."""

    name = "upright"

    def __init__(self, i, j):
        self.i, self.j, self.at = i, j, j.origin

    def rows(self):
        return parallel(self.name, self.i, self.j)


@pytest.mark.parametrize("method", EACH)
def test_a_knife_edge_on_a_slope_goes_along_a_cycloid(method):
    """Neimark & Fufaev (1972): x = g sin(a) / 2 w^2 sin^2 wt, y = ... (wt - sin(2 wt) / 2)."""
    slope, spin = 0.3, 1.7
    plane = _slope(slope)
    skate = Body("skate", 3.0, np.array([0.1, 0.2, 0.25]), rotation=plane.axes)
    edge = KnifeEdge("edge", skate.frame())
    joints = [
        PointOnPlane("floor", plane, skate.point()), _Upright(plane, skate.frame()), edge
    ]  # fmt: skip
    system = System([skate], joints, [Gravity()])
    start = assemble(
        system, system.start, system.rates(system.start, np.zeros((1, 3)), np.array([[0, 0, spin]]))
    )
    run, tolerance = METHODS[method]
    motion = run(system, start.q, start.v, 0.0, 4.0)
    place = motion.position(skate) @ plane.axes
    wt, size = spin * motion.time, G * math.sin(slope) / (2.0 * spin**2)
    np.testing.assert_allclose(place[:, 0], size * np.sin(wt) ** 2, atol=tolerance)
    np.testing.assert_allclose(place[:, 1], size * (wt - 0.5 * np.sin(2 * wt)), atol=tolerance)
    # it drifts across the slope for ever: the edge bears, and does no work
    assert motion.work[-1, -1] == pytest.approx(0.0, abs=1e-12)
    at = motion.q[-1], motion.v[-1], motion.time[-1]
    side = reaction(system, edge, *at, motion.multipliers[-1]).force @ plane.axes
    v = 2.0 * size * spin * math.sin(wt[-1])
    across = np.array([-math.sin(wt[-1]), math.cos(wt[-1]), 0.0])
    expected = 3.0 * (v * spin + G * math.sin(slope) * math.sin(wt[-1])) * across
    np.testing.assert_allclose(side, expected, atol=2e3 * tolerance)


@pytest.mark.parametrize("method", EACH)
def test_equations_in_python_hold_velocities_too(method):
    """A skate with a corner at the edge, among flexible bodies and among rigid ones."""
    run, _ = METHODS[method]
    skate = Body("skate", 3.0, np.array([0.1, 0.1, 0.2]))
    edge = KnifeEdge("edge", skate.frame((0.3, 0.0, 0.0)))
    ends = []
    for system in (System([skate], [edge]), FlexibleSystem([skate], [], [edge])):
        v = system.rates(system.start, np.array([[1.0, 0, 0]]), np.array([[0.1, 0.2, 2.0]]))
        start = assemble(system, system.start, v)
        ends.append(run(system, start.q, start.v, 0.0, 0.1).q[-1])
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-9 if run is ACCURATE else 1e-4)


@pytest.mark.parametrize("method", EACH)
def test_a_rolling_disc_precesses_steadily(method):
    """(C + m r^2) w_3 W sin t - A W^2 sin t cos t + m g r cos t = 0: its axis keeps an angle t."""
    m, r, tilt, turning = 2.0, 0.3, 1.1, 1.4
    A, C = 0.25 * m * r**2, 0.5 * m * r**2
    spin = math.cos(tilt) * (A * turning**2 * math.sin(tilt) - m * G * r)
    spin /= (C + m * r * r) * turning * math.sin(tilt)
    turn = Rotation.from_euler("x", tilt).as_matrix()
    disc = Body(
        "disc", m, np.array([A, A, C]), position=(0.0, 0.0, r * math.sin(tilt)), rotation=turn
    )
    joint = Rolling("rim", GROUND.frame(), disc.point(), r, (0.0, 0.0, 1.0))
    system = System([disc], [joint], [Gravity()])
    assert diagnose(system, system.start).degrees_of_freedom == 3
    axis, up = turn[:, 2], np.array([0.0, 0.0, 1.0])
    omega = turning * up + (spin - turning * math.cos(tilt)) * axis
    down = r * (math.cos(tilt) * axis - up) / math.sin(tilt)
    velocity = -np.cross(omega, down)
    v = system.rates(system.start, velocity[None], (turn.T @ omega)[None])
    start = assemble(system, system.start, v)
    assert np.abs(start.v - v).max() < 1e-12  # it rolls already
    run, tolerance = METHODS[method]
    motion = run(system, start.q, start.v, 0.0, 3.0)
    # its centre goes round a circle, and its axis about the vertical
    centre = np.array(disc.position) + np.cross(up, velocity) / turning
    for k in (len(motion.time) // 2, -1):
        about = Rotation.from_rotvec(turning * motion.time[k] * up)
        state = system.state(motion.q[k], motion.v[k], motion.time[k])
        np.testing.assert_allclose(state.A[0][:, 2], about.apply(axis), atol=10 * tolerance)
        place = centre + about.apply(np.array(disc.position) - centre)
        np.testing.assert_allclose(state.R[0], place, atol=10 * tolerance)
    assert motion.work[-1, -1] == pytest.approx(0.0, abs=1e-12)
    assert max(motion.drift.values()) < 1e-8


def test_a_ball_rolls_down_a_slope_by_five_sevenths():
    slope = 0.4
    plane = _slope(slope)
    position = 0.1 * plane.axes[:, 2]
    ball = Body("ball", 0.5, 0.4 * 0.5 * 0.1**2 * np.ones(3), position=tuple(position))
    system = System([ball], [Rolling("contact", plane, ball.point(), 0.1)], [Gravity()])
    motion = ACCURATE(system, system.start, np.zeros(system.n), 0.0, 1.0)
    gone = (motion.position(ball)[-1] - position) @ plane.axes
    np.testing.assert_allclose(gone, [0.5 * 5.0 / 7.0 * G * math.sin(slope), 0, 0], atol=1e-9)


def test_what_holds_a_velocity_holds_no_place_when_a_system_is_assembled():
    """A ball that starts in the ground comes up; where it lies on it is its own affair."""
    ball = Body("ball", 1.0, np.ones(3), position=(0.3, -0.2, 0.05))
    system = System([ball], [Rolling("contact", GROUND.frame(), ball.point(), 0.1)])
    assert system.of_velocity.tolist() == [False, True, True, False]
    start = assemble(system, system.start)
    np.testing.assert_allclose(start.q[:3], [0.3, -0.2, 0.1], atol=1e-13)


@pytest.mark.parametrize(("i", "radius"), [(Body("cart").frame(), 0.1), (GROUND.frame(), 0.0)])
def test_rolling_is_on_ground_and_has_a_radius(i, radius):
    with pytest.raises(InputError, match="rim: it must roll on the ground"):
        Rolling("rim", i, Body("disc").point(), radius)
