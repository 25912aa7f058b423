"""What a user brings: a joint in a file, functions of time and forces of three kinds."""

from __future__ import annotations

import importlib.util
import math
import pickle
from dataclasses import dataclass

import numba
import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.math.function_pointers import FORCE_LAW, Law
from ambulo.math.vectors import scale
from ambulo.multibody.constrained import (
    GROUND,
    AngleDriver,
    Body,
    Gravity,
    PointForce,
    Polynomial,
    Revolute,
    Spline,
    System,
    diagnose,
    frames_at,
    simulate,
)
from ambulo.multibody.constrained.forces.law import add_moment, spin_of, triple_of
from ambulo.multibody.constrained.joints import FrameToFrame

UP = (0.0, 0.0, 1.0)

JOINT = '''
"""Planar joint: a body's third axis and height stay; it slides and turns on a plane."""

from dataclasses import dataclass

from ambulo.multibody.constrained.body import Frame
from ambulo.multibody.constrained.rows import Along, parallel


@dataclass(frozen=True, eq=False)
class Planar:
    name: str
    i: Frame
    j: Frame

    @property
    def at(self):
        return self.j.origin

    def rows(self):
        return (
            *parallel(self.name, self.i, self.j),
            Along(f"{self.name} height", self.i.z, self.i.origin, self.j.origin),
        )
'''


def _box(**changes):
    return Body("box", 2.0, np.array([0.1, 0.2, 0.3]), **changes)


def test_a_joint_from_somebody_elses_file(tmp_path):
    (tmp_path / "planar.py").write_text(JOINT)
    spec = importlib.util.spec_from_file_location("planar", tmp_path / "planar.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    box = _box(position=(0.3, 0.0, 0.5))
    joint = module.Planar("plane", *frames_at(GROUND, box, (0.3, 0.0, 0.5), UP))
    push = PointForce("push", box.point(0.0, 0.1), GROUND.direction(1, 0, 0), Polynomial((4.0,)))
    system = System([box], [joint], [Gravity(), push])
    assert diagnose(system, system.start).degrees_of_freedom == 3
    motion = simulate(system, 1.0)
    # on its plane it goes with F t^2 / 2 m, whatever it turns, and does not fall
    x, y, z = motion.position(box)[-1]
    assert (x, y, z) == pytest.approx((0.3 + 4.0 / (2 * 2.0), 0.0, 0.5), abs=1e-9)


def _driven(angle):
    wheel = _box()
    at = frames_at(GROUND, wheel, (0.0, 0.0, 0.0), UP)
    return System([wheel], [Revolute("hinge", *at), AngleDriver("motor", *at, angle)])


@numba.njit
def compiled_angle(t):
    return 3.0 * t + 2.0 * t**3, 3.0 + 6.0 * t**2, 12.0 * t


def python_angle(t):
    return 3.0 * t + 2.0 * t**3, 3.0 + 6.0 * t**2, 12.0 * t


TIME = np.linspace(0.0, 3.0, 31)
ANGLES = {
    "table": Polynomial((0.0, 3.0, 0.0, 2.0)),
    "spline": Spline(TIME, 3.0 * TIME + 2.0 * TIME**3),
    "compiled": compiled_angle,
    "Python": python_angle,
}


def test_a_direction_without_length_is_refused():
    rod = Body.rod("rod", 1.0, (0, 0, 0), (1, 0, 0))
    for make in (
        lambda: frames_at(GROUND, rod, (0, 0, 0), axis=(0, 0, 0)),
        lambda: Body.rod("point", 1.0, (1, 0, 0), (1, 0, 0)),
        lambda: rod.direction(0.0, 0.0, 0.0),
    ):
        with pytest.raises(InputError, match="the length is 0"):
            make()


@pytest.mark.parametrize("kind", ANGLES)
def test_functions_of_time_of_every_kind_drive_alike(kind):
    system = _driven(ANGLES[kind])
    motion = simulate(system, 1.5)
    state = system.state(motion.q[-1], motion.v[-1], 1.5)
    angle = 4.5 + 6.75  # nearly two turns
    assert state.A[0][:, 0] == pytest.approx([math.cos(angle), math.sin(angle), 0.0], abs=1e-9)
    assert state.omega[0] == pytest.approx([0.0, 0.0, 16.5], abs=1e-8)
    work = motion.work[-1, -1]
    assert work == pytest.approx(0.5 * 0.3 * (16.5**2 - 3.0**2), rel=1e-7)
    # only what runs in Python is said to
    assert any("motor is written in Python" in note for note in motion.notes) == (kind == "Python")


class Wind:
    """A force written in Python: -k u on a body's centre."""

    name = "wind"

    def apply(self, state, loads):
        loads.force[0] -= 3.0 * state.V[0]


def test_a_force_in_python_is_called_back_and_said_to_be():
    box = _box()
    system = System([box], [], [Wind()])
    v = system.rates(system.start, np.array([[1.0, 0.0, 0.0]]), np.zeros((1, 3)))
    motion = simulate(system, 2.0, v=v)
    # m v' = -k v
    assert motion.v[-1, 0] == pytest.approx(math.exp(-3.0), abs=1e-9)
    assert motion.work[-1, 0] == pytest.approx(math.exp(-6.0) - 1.0, abs=1e-8)
    # the remedy is that of a force, not of a function of time
    (note,) = (note for note in motion.notes if "wind is written in Python" in note)
    assert "compiled law" in note
    assert "Spline" not in note


class Push:
    """A force in Python that adds whatever it is given."""

    name = "push"

    def __init__(self, add):
        self.add = add

    def apply(self, state, loads):
        self.add(state, loads)


BOX, OTHER = _box(), Body("other", 1.0, (0.1, 0.1, 0.1))


@pytest.mark.parametrize(
    ("add", "said"),
    [
        (
            lambda state, loads: loads.add(state, BOX.point(), 3.0),
            "push: the force is 3, not three numbers. Give its components along the world's axes",
        ),
        (
            lambda state, loads: loads.add(state, BOX.point(), "up"),
            "push: the force is 'up', not three numbers",
        ),
        (
            lambda state, loads: loads.add_moment(state, BOX, (1.0, 2.0)),
            "push: the moment is (1, 2), not three numbers",
        ),
        (
            lambda state, loads: loads.add(state, (0.0, 0.0, 1.0), (0.0, 0.0, 1.0)),
            "push: (0, 0, 1) is not a point of a body. Give one, such as body.point(0.5)",
        ),
        (
            lambda state, loads: loads.add_moment(state, BOX.point(), (0.0, 0.0, 1.0)),
            "push: Point('box', ...) is not a body. Give a body of the system",
        ),
        (
            lambda state, _loads: state.of(OTHER.point()),
            "push: body other is not in the system. Add it to the bodies",
        ),
        (
            lambda state, _loads: state.along("x"),
            "push: 'x' is not a direction of a body. Give one, such as body.direction(0, 0, 1)",
        ),
    ],
    ids=["number", "text", "two", "no point", "no body", "another body", "no direction"],
)
def test_a_mistake_in_a_force_in_python_is_one_line(add, said):
    with pytest.raises(InputError) as refused:
        simulate(System([BOX], [], [Push(add)]), 0.1)
    assert str(refused.value).startswith(said)


def test_what_a_users_function_raises_reaches_the_user():
    def angle(t):
        if t > 0.5:
            raise ZeroDivisionError("no angle there")
        return t, 1.0, 0.0

    system = _driven(angle)
    with pytest.raises(ZeroDivisionError, match="no angle there"):
        simulate(system, 1.0)


@pytest.mark.parametrize(
    ("angle", "given"),
    [
        (lambda t: 3.0 * t, "0"),
        (np.sin, "0"),
        (lambda t: (t, 1.0), r"\(0, 1\)"),
        (numba.njit(lambda t: 3.0 * t), "float64"),
    ],
    ids=["value", "ufunc", "two", "compiled"],
)
def test_a_function_of_time_without_derivatives_is_refused(angle, given):
    with pytest.raises(InputError, match=f"first two derivatives, not {given}") as refused:
        simulate(_driven(angle), 1.0)
    assert "smooth(f, start, stop)" in str(refused.value)
    assert "motor" in str(refused.value)


def test_four_bar_from_the_public_names():
    A, B, C, D = (0, 0, 0), (0, 0, 1), (2, 0, 2), (2.5, 0, 0)
    crank, coupler = Body.rod("crank", 1.0, A, B), Body.rod("coupler", 2.0, B, C)
    rocker = Body.rod("rocker", 1.5, C, D)
    pairs = ((GROUND, crank, A), (crank, coupler, B), (coupler, rocker, C), (rocker, GROUND, D))
    hinges = [
        Revolute(f"hinge {k}", *frames_at(i, j, at, (0, 1, 0)))
        for k, (i, j, at) in enumerate(pairs)
    ]
    system = System([crank, coupler, rocker], hinges, [Gravity()])
    motion = simulate(system, 2.0)
    height = sum(body.mass * motion.position(body)[:, 2] for body in system.bodies)
    kinetic = [system.kinetic_energy(q, v) for q, v in zip(motion.q, motion.v, strict=True)]
    energy = kinetic + 9.80665 * height
    assert np.abs(energy - energy[0]).max() < 1e-7 * max(kinetic)
    # three of the spatial loop's twenty rows are redundant, and that is said
    assert any("3 multipliers are not determined" in note for note in motion.notes)


def test_a_system_survives_the_way_to_another_process():
    system = _driven(ANGLES["table"])
    copy = pickle.loads(pickle.dumps(system))
    q, v = system.start, np.zeros(system.n)
    assert copy.dynamics(q, v, 0.5).qdd == pytest.approx(system.dynamics(q, v, 0.5).qdd)
    assert copy.packed.functions.address.tolist() == system.packed.functions.address.tolist()


def test_a_spline_needs_samples():
    with pytest.raises(InputError, match="four samples"):
        Spline(np.arange(3.0), np.arange(3.0))


@dataclass(frozen=True, eq=False)
class _Screw(FrameToFrame):
    """A joint with rows as they are given."""

    given: object

    def rows(self):
        return self.given


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            ("turn",),
            "screw: there is no kind of row called str. Make its rows of Product, Along, "
            "Coincident, ",
        ),
        (None, r"screw: rows\(\) gives None, not a tuple of rows. Make its rows of Product, "),
    ],
)
def test_rows_of_a_kind_of_ones_own_are_refused_by_name(given, said):
    body = _box()
    joint = _Screw("screw", *frames_at(GROUND, body, (0.0, 0.0, 0.0)), given)
    with pytest.raises(InputError, match=said):
        System([body], [joint], [Gravity()])


@dataclass(frozen=True, eq=False)
class _Own:
    """A force with a given law."""

    name: str
    law: Law
    given: tuple[object, ...]

    def arguments(self):
        return self.given


def _hinged():
    wheel = _box()
    return wheel, Revolute("hinge", *frames_at(GROUND, wheel, (0.0, 0.0, 0.0), UP))


def _slow_down(_t, p, i, _values, frames, loads):
    add_moment(loads, frames, i[0], scale(-p[0], spin_of(frames, i[0])))


def test_a_compiled_damper_of_ones_own_turns_a_wheel_slower_and_slower():
    wheel, hinge = _hinged()
    damper = _Own("damper", Law(_slow_down, FORCE_LAW), (wheel, 0.6))
    system = System([wheel], [hinge], [damper])
    v = system.rates(system.start, np.zeros((1, 3)), np.array([[0.0, 0.0, 2.0]]))
    motion = simulate(system, 1.0, v=v)
    at_end = system.state(motion.q[-1], motion.v[-1], 1.0)
    # I w' = -c w
    assert at_end.omega[0, 2] == pytest.approx(2.0 * math.exp(-0.6 / 0.3), abs=1e-8)


def _of_four(_t, p, i, loads):
    pass


def _misspelt(_t, _p, _i, _values, _frames, loads):
    loads[0] += not_there  # noqa: F821


def _too_far(_t, p, i, _values, frames, loads):
    add_moment(loads, frames, i[0], triple_of(p, 1))


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (_of_four, "own: the law takes 4 arguments, not 6"),
        (_misspelt, "test_constrained_user_parts.py, line .*: .*'not_there' is not defined"),
        (_too_far, "line .*: _too_far uses an index that does not exist: p has length 1,"),
    ],
)
def test_a_mistake_in_a_law_is_said_in_one_line(law, said):
    wheel, hinge = _hinged()
    own = _Own("own", Law(law, FORCE_LAW), (wheel, 3.0))
    with pytest.raises(InputError, match=said):
        simulate(System([wheel], [hinge], [own, Gravity()]), 1.0)
