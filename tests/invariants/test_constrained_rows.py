"""Every joint and driver: Jacobian and right-hand sides against differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.multibody.constrained.body import GROUND, Body
from ambulo.multibody.constrained.drivers import (
    DRIVERS,
    AngleDriver,
    CoordinateDriver,
    OrientationDriver,
    PointDriver,
)
from ambulo.multibody.constrained.functions import Harmonic, Polynomial
from ambulo.multibody.constrained.joints import (
    JOINTS,
    Cylindrical,
    Distance,
    Fixed,
    Ground,
    KeptCoordinates,
    KnifeEdge,
    PointOnLine,
    PointOnPlane,
    Prismatic,
    Revolute,
    Rolling,
    Spherical,
    Universal,
)
from ambulo.multibody.constrained.orientation import ORIENTATIONS
from ambulo.multibody.constrained.system import System

F = Harmonic(0.3, 0.5, 2.0, 0.1)
STEP = 1e-5


def _frame(rng, body):
    return body.frame(tuple(rng.normal(size=3)), Rotation.random(rng=rng).as_matrix())


def _point(rng, body):
    return body.point(*rng.normal(size=3))


CONSTRAINTS = {
    "spherical": lambda r, a, b: Spherical("c", _point(r, a), _point(r, b)),
    "revolute": lambda r, a, b: Revolute("c", _frame(r, a), _frame(r, b)),
    "prismatic": lambda r, a, b: Prismatic("c", _frame(r, a), _frame(r, b)),
    "cylindrical": lambda r, a, b: Cylindrical("c", _frame(r, a), _frame(r, b)),
    "universal": lambda r, a, b: Universal("c", _frame(r, a), _frame(r, b)),
    "distance": lambda r, a, b: Distance("c", _point(r, a), _point(r, b), F),
    "distance to itself's neighbour": lambda r, a, b: Distance("c", _point(r, b), _point(r, a), 1),
    "point on line": lambda r, a, b: PointOnLine("c", _frame(r, a), _point(r, b)),
    "point on plane": lambda r, a, b: PointOnPlane("c", _frame(r, GROUND), _point(r, b)),
    "knife edge": lambda r, a, b: KnifeEdge("c", _frame(r, b)),
    "rolling disc": lambda r, a, b: Rolling(
        "c", _frame(r, GROUND), _point(r, b), 0.7, tuple(r.normal(size=3))
    ),
    "rolling ball": lambda r, a, b: Rolling("c", _frame(r, GROUND), _point(r, a), 0.7),
    "fixed": lambda r, a, b: Fixed("c", _frame(r, b), _frame(r, a)),
    "ground": lambda r, a, b: Ground("c", b, (0.1, 0.2, 0.3)),
    "kept": lambda r, a, b: KeptCoordinates("c", b, {"x": (0, 0.1), "third": (5, 0.2)}),
    "coordinate driver": lambda r, a, b: CoordinateDriver("c", a, 4, F),
    "point driver": lambda r, a, b: PointDriver("c", _point(r, a), _point(r, b), F, None, F),
    "angle driver": lambda r, a, b: AngleDriver("c", _frame(r, a), _frame(r, b), F),
    "attitude driver": lambda r, a, b: OrientationDriver(
        "c", _frame(r, a), _frame(r, b), (0.0, 0.6, 0.8), Polynomial((0.1, 0.7, -0.4))
    ),
}


def test_every_joint_and_driver_has_its_rows():
    one, two = (Body(name, 1.0, np.ones(3)) for name in ("one", "two"))
    made = [make(np.random.default_rng(1), one, two) for make in CONSTRAINTS.values()]
    rows = {type(constraint): len(constraint.rows()) for constraint in made}
    assert rows == {**JOINTS, **DRIVERS, KeptCoordinates: 2, PointDriver: 2}


@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=lambda o: o.name)
@pytest.mark.parametrize("name", CONSTRAINTS)
def test_rows_agree_with_differences(name, orientation):
    rng = np.random.default_rng([list(CONSTRAINTS).index(name), orientation.code])
    reference = Rotation.random(rng=rng).as_matrix()
    one = Body("one", 2.0, np.array([1.0, 2.0, 2.5]), orientation, reference)
    two = Body("two", 3.0, np.array([2.0, 2.0, 3.0]), orientation)
    system = System([one, two], [CONSTRAINTS[name](rng, one, two)])
    q, v, a = rng.normal(size=(3, system.n))
    t = 0.7

    jacobian = system.jacobian(q, t)
    differences = np.array(
        [
            (system.constraints(q + STEP * e, t) - system.constraints(q - STEP * e, t)) / 2 / STEP
            for e in np.eye(system.n)
        ]
    ).T
    scale = max(1.0, np.abs(jacobian).max())
    places = ~system.of_velocity
    np.testing.assert_allclose(jacobian[places], differences[places], atol=2e-8 * scale)

    def path(s):
        return q + v * s + 0.5 * a * s * s, v + a * s, t + s

    def rate(s):
        place, speed, when = path(s)
        return system.jacobian(place, when) @ speed - system.velocity_rhs(place, when)

    def value(s):
        place, _, when = path(s)
        return system.constraints(place, when)

    c_dot = (value(STEP) - value(-STEP)) / (2 * STEP)
    np.testing.assert_allclose(rate(0.0)[places], c_dot[places], atol=1e-7 * scale)
    c_ddot = (rate(STEP) - rate(-STEP)) / (2 * STEP)
    expected = jacobian @ a - system.acceleration_rhs(q, v, t)
    np.testing.assert_allclose(expected, c_ddot, atol=1e-6 * scale)


@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=lambda o: o.name)
def test_velocity_forces_are_lagranges(orientation):
    rng = np.random.default_rng(5)
    turn = Rotation.random(rng=rng).as_matrix()
    inertia = turn @ np.diag([1.0, 2.0, 2.5]) @ turn.T
    body = Body("one", 2.0, inertia, orientation, Rotation.random(rng=rng).as_matrix())
    system = System([body], [])
    q, v = rng.normal(size=(2, system.n))

    def kinetic(place):
        return 0.5 * v @ system.mass_matrix(place) @ v

    slope = [(kinetic(q + STEP * e) - kinetic(q - STEP * e)) / 2 / STEP for e in np.eye(system.n)]
    mass_rate = (system.mass_matrix(q + STEP * v) - system.mass_matrix(q - STEP * v)) / 2 / STEP
    np.testing.assert_allclose(system.velocity_forces(q, v), slope - mass_rate @ v, atol=1e-7)


@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=lambda o: o.name)
def test_small_turns_have_no_jump(orientation):
    # the rotation vector's coefficients change from series to closed form: both sides agree
    body = Body("one", 1.0, np.ones(3), orientation)
    system = System([body], [])
    for angle in (0.0999, 0.1001):
        q = np.zeros(system.n)
        q[3:] = orientation.from_matrix(Rotation.from_rotvec([0, angle, 0]).as_matrix())
        state = system.state(q, np.zeros(system.n), 0.0)
        np.testing.assert_allclose(
            state.A[0], Rotation.from_rotvec([0, angle, 0]).as_matrix(), atol=1e-15
        )
