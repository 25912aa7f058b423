"""Mistakes in laws of users: each is an error with its file and line."""

from typing import NamedTuple

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.math.dispatch import implements
from ambulo.math.function_pointers import EVENT_LAW, FORCE_LAW, STATE_LAW, TIME_LAW, Law
from ambulo.multibody.constrained import GROUND, Body, Gravity, PointForce, System, simulate
from ambulo.multibody.constrained.forces.law import add_force, add_moment, triple_of, velocity_of
from ambulo.multibody.constrained.functions import Scalar
from ambulo.multibody.forces.law import add_wrench, apply_law
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.tree import (
    METHODS,
    JointType,
    build_tree,
    passive_joints,
    simulate_system,
    tree_system,
)
from ambulo.multibody.tree import Body as Part

ARM = build_tree([Part("arm", None, JointType.HINGE, mass=1.0, inertia=0.1 * np.eye(3))])


class Indexed(NamedTuple):
    at: int


class OnBody(NamedTuple):
    body: int


class Unknown(NamedTuple):
    k: float


class Misspelled(NamedTuple):
    k: float


class Returning(NamedTuple):
    k: float


@implements(apply_law, Indexed)
def _indexed(law, t, motion, s, loads, sigma):
    loads.tau[law.at] -= motion.q[0]


@implements(apply_law, OnBody)
def _on_body(law, t, motion, s, loads, sigma):
    add_wrench(loads, law.body, (0.0, 1.0, 0.0), (0.0, 0.0, 0.0))


@implements(apply_law, Unknown)
def _unknown(law, t, motion, s, loads, sigma):
    loads.tau[0] -= law.k * nowhere  # noqa: F821


@implements(apply_law, Misspelled)
def _misspelled(law, t, motion, s, loads, sigma):
    loads.tau[0] -= law.k * np.sing(motion.q[0])


@implements(apply_law, Returning)
def _returning(law, t, motion, s, loads, sigma):
    return -law.k * motion.v[0]


class Driving(NamedTuple):
    k: float


@implements(apply_law, Driving)
def _driving(law, t, motion, s, loads, sigma):
    loads.tau[0] += law.k * motion.v[0] ** 3


def swung(law):
    system = tree_system(ARM, (law,))
    return simulate_system(system, [0.0, 0.01], [1.0], [0.0], METHODS["rkmk4"])


@pytest.mark.parametrize("at", [1, -2, 100_000])
def test_an_index_that_a_tree_lacks_is_refused_with_the_places_of_own_laws(at):
    line = _indexed.__code__.co_firstlineno
    with pytest.raises(InputError, match=rf"test_own_laws.py, line .*{line}.*an index that does"):
        swung(Indexed(at))
    assert np.isfinite(swung(Indexed(0)).q).all()


def test_a_body_that_a_tree_lacks_is_refused():
    with pytest.raises(InputError, match="uses an index that does not exist"):
        swung(OnBody(7))
    assert np.isfinite(swung(OnBody(0)).q).all()


@pytest.mark.parametrize(
    ("law", "function", "after", "reason"),
    [
        (Unknown(1.0), _unknown, 2, "name 'nowhere' is not defined"),
        (Misspelled(1.0), _misspelled, 2, "no attribute 'sing'"),
        (Returning(1.0), _returning, 0, "_returning gives float64, not nothing"),
    ],
)
def test_a_law_of_a_tree_that_does_not_compile_is_named_with_its_line(law, function, after, reason):
    line = function.__code__.co_firstlineno + after
    with pytest.raises(InputError, match=rf"test_own_laws.py, line {line}: .*{reason}") as told:
        tree_system(ARM, (law,))
    assert told.value.__suppress_context__  # without numba's hundred lines


def test_velocities_that_grow_enormously_are_said():
    system = tree_system(ARM, (Driving(1.0),))
    with pytest.warns(UserWarning, match=r"given up .*The velocities had grown to [1-9]e\+\d+"):
        simulate_system(system, [0.0, 1.0], [1.0], [1.0], METHODS["dop853"])


def test_a_damper_that_drives_ends_the_simulation():
    system = tree_system(ARM, (passive_joints(ARM, viscosity=-5.0),))
    with pytest.warns(UserWarning, match="given up .*the velocities grow without bound.*dampers"):
        found = simulate_system(system, [0.0, 100.0], [1.0], [0.1], METHODS["dop853"])
    assert found.outcome is Outcome.GROWN


# --------------------------------------------------------------------------- FORCE_LAW


def _of_p(_t, p, i, _values, frames, loads):
    add_moment(loads, frames, i[0], (0.0, p[4], 0.0))


def _triple(_t, p, i, _values, frames, loads):
    add_moment(loads, frames, i[0], triple_of(p, 40))


def _of_i(_t, p, i, _values, frames, loads):
    add_moment(loads, frames, i[7], triple_of(p, 0))


def _of_body(_t, p, _i, _values, frames, loads):
    add_moment(loads, frames, 7, triple_of(p, 0))


def _returned(_t, p, _i, _values, _frames, _loads):
    return p[0]


def _sing(_t, p, i, _values, frames, loads):
    add_moment(loads, frames, i[0], (0.0, np.sing(p[0]), 0.0))


def _later(t, p, i, _values, frames, loads):
    if t > 0.005:
        add_moment(loads, frames, i[7], triple_of(p, 0))


class Own:
    name = "own"

    def __init__(self, function, point):
        self.law, self.point = Law(function, FORCE_LAW), point

    def arguments(self):
        return self.point, 5.0


def system_with(function):
    body = Body("body", 1.0, np.eye(3).diagonal())
    return System([body], [], [Gravity(), Own(function, body.point(0.1))])


@pytest.mark.parametrize(
    ("function", "after", "reason"),
    [
        (_of_p, 1, "p has length 4, i has length 1,"),
        (_triple, 0, "p has length 4"),
        (_of_i, 1, "i has length 1,"),
        (_of_body, 0, r"indices 0 to 1 \(the ground\)"),
        (_returned, 0, "gives float64, not nothing"),
        (_sing, 1, "no attribute 'sing'"),
    ],
)
def test_a_mistake_in_a_force_law_is_named(function, after, reason):
    first = function.__code__.co_firstlineno
    with pytest.raises(InputError, match=f"{reason}") as told:
        system_with(function)
    named = int(told.value.where.rpartition(" ")[2])
    # an index inside a function of Ambulo has the line of the law
    assert named in (first, first + after)
    assert "test_own_laws.py" in told.value.where


def test_an_index_in_a_branch_ends_the_simulation():
    with pytest.raises(InputError, match="NaN"):
        simulate(system_with(_later), stop=0.02)


def _driven(_t, p, i, _values, frames, loads):
    v = velocity_of(frames, i[0], triple_of(p, 0))
    add_force(loads, frames, i[0], triple_of(p, 0), (0.0, 0.0, v[2] ** 3))


def test_velocities_of_a_mechanism_that_grow_enormously_are_said():
    with pytest.raises(InputError, match=r"The velocities had grown to [1-9]e\+\d+"):
        simulate(system_with(_driven), stop=10.0)


# --------------------------------------------------------------------------- STATE_LAW


def _creep(_t, p, i, _values, frames, s, loads, rates):
    rates[0] = p[3] - s[0]
    add_force(loads, frames, i[0], triple_of(p, 0), (0.0, 0.0, s[0]))


def _third_state(_t, p, i, _values, frames, s, loads, rates):
    rates[0] = s[2]


def _third_rate(_t, _p, _i, _values, _frames, _s, _loads, rates):
    rates[2] = 1.0


def _never(_t, _p, _i, _values, _frames, s, out):
    out[0], out[1] = 1.0, s[0]


def _third_out(_t, _p, _i, _values, _frames, s, out):
    out[0], out[2] = 1.0, s[0]


class Creeping(Own):
    states = 1

    def __init__(self, function, event, point):
        super().__init__(function, point)
        self.law, self.event = Law(function, STATE_LAW), Law(event, EVENT_LAW)


def creeping(function, event):
    body = Body("body", 1.0, np.eye(3).diagonal())
    return System([body], [], [Creeping(function, event, body.point())])


@pytest.mark.parametrize(
    ("function", "event", "reason"),
    [
        (_third_state, _never, "_third_state uses .*states has length 1, rates has length 1"),
        (_third_rate, _never, "_third_rate uses an index that does not exist"),
        (_creep, _third_out, "_third_out uses .*states has length 1, out has length 2"),
        (_creep, _creep, "own: the law takes 8 arguments, not 7"),
    ],
)
def test_an_index_that_a_law_with_states_lacks_is_refused(function, event, reason):
    with pytest.raises(InputError, match=reason):
        creeping(function, event)


def test_a_law_with_states_that_is_checked_moves_its_body():
    result = simulate(creeping(_creep, _never), stop=0.1)
    # s' = 5 - s: v = 5 (t + exp(-t) - 1)
    assert result.v[-1, 2] == pytest.approx(5.0 * (0.1 + np.exp(-0.1) - 1.0), rel=1e-6)


# --------------------------------------------------------------------------- TIME_LAW


def _line(t, p, _values, out):
    out[0], out[1], out[2] = p[0] * t, p[0], 0.0


def _of_no_number(t, p, _values, out):
    out[0] = p[1] * t


def _of_no_value(_t, p, values, out):
    out[0] = p[0] * values[1000]


def _tenth(_t, p, _values, out):
    out[9] = p[0]


def ramp(function):
    class Ramp(Scalar):
        law = Law(function, TIME_LAW)
        parameters = (2.0,)

    return Ramp()


def pushed(force):
    body = Body("body", 1.0, np.eye(3).diagonal())
    up = GROUND.direction(0.0, 0.0, 1.0)
    return System([body], [], [PointForce("push", body.point(), up, force)])


@pytest.mark.parametrize("function", [_of_no_number, _of_no_value, _tenth])
def test_an_index_that_a_function_of_time_lacks_is_refused(function):
    reason = f"line {function.__code__.co_firstlineno}.*{function.__name__} uses an index that"
    with pytest.raises(InputError, match=reason):
        pushed(ramp(function))
    with pytest.raises(InputError, match=reason):
        ramp(function)(0.0)


def test_a_function_of_time_that_is_checked_gives_its_numbers():
    assert ramp(_line)(3.0) == (6.0, 2.0, 0.0)
    result = simulate(pushed(ramp(_line)), stop=1.0)
    assert result.v[-1, 2] == pytest.approx(1.0, rel=1e-6)


class Returns:
    name = "mine"

    def apply(self, state, loads):
        return (0.0, 0.0, 1.0)


def test_a_force_in_python_that_returns_something_is_refused():
    body = Body("body", 1.0, np.eye(3).diagonal())
    with pytest.raises(InputError, match=r"mine: apply returns .* no effect"):
        simulate(System([body], [], [Returns()]), stop=0.01)
