"""A force that jumps where a contact begins and ends, against its closed form."""

from typing import NamedTuple

import numpy as np
import pytest

from ambulo.math.dispatch import implements
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.system import accelerate, event_count, event_values, sizes, workspace

DOWN, UP = 10.0, 30.0


class Buoy(NamedTuple):
    """A point that falls in air and is pushed up evenly in water."""

    down: float
    up: float


@implements(sizes, Buoy)
def _sizes(system):
    return 1, 1, 0


@implements(workspace, Buoy)
def _workspace(system):
    return np.zeros(1)


@implements(accelerate, Buoy)
def _accelerate(system, t, q, v, s, work, a, sigma):
    a[0] = -system.down if q[0] >= 0.0 else system.up
    return 0.0


@implements(event_count, Buoy)
def _event_count(system):
    return 1


@implements(event_values, Buoy)
def _event_values(system, t, q, v, s, work, g):
    g[0] = -q[0]


def height(time, start):
    """Of one dropped from rest: parabolas, whose speed at the surface is the same every time."""
    speed = np.sqrt(2.0 * DOWN * start)
    in_air, in_water = 2.0 * speed / DOWN, 2.0 * speed / UP
    since = np.mod(time + 0.5 * in_air, in_air + in_water)
    wet = since - in_air
    return np.where(
        wet > 0.0, -speed * wet + 0.5 * UP * wet**2, speed * since - 0.5 * DOWN * since**2
    )


@pytest.mark.parametrize("start", [0.2, 0.0])
def test_a_method_with_step_control_gets_over_a_jump(start):
    time, v = np.linspace(0.0, 2.0, 41), np.zeros(1)
    if start == 0.0:  # on the edge already, from where no event's function changes its sign
        time, v = np.array([0.0, 0.01, 0.02]), np.array([-0.5])
    found = simulate_system(Buoy(DOWN, UP), time, np.array([start]), v, METHODS["dop853"])
    assert found.outcome is Outcome.REACHED
    expected = height(time, start) if start else -0.5 * time + 0.5 * UP * time**2
    np.testing.assert_allclose(found.q[:, 0], expected, atol=1e-9)


def test_what_is_given_up_is_a_warning():
    time = np.linspace(0.0, 1.0, 3)
    with pytest.warns(UserWarning, match="given up after 0 s: no step is short enough"):
        found = simulate_system(Buoy(np.nan, UP), time, np.ones(1), np.zeros(1), METHODS["dop853"])
    assert np.isnan(found.q[1:]).all()
