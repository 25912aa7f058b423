"""Forces, functions of time, reactions, diagnosis and errors of the constrained layer."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.sample_mechanisms import bricard, four_bar

from ambulo.inputs.errors import InputError
from ambulo.multibody.constrained.body import GROUND, Body, rotation_about
from ambulo.multibody.constrained.diagnosis import diagnose
from ambulo.multibody.constrained.drivers import AngleDriver, CoordinateDriver, PointDriver
from ambulo.multibody.constrained.forces.applied import (
    ForceAlongLine,
    Friction,
    Gravity,
    Moment,
    PointForce,
    QuadraticDrag,
    SpringDamperActuator,
)
from ambulo.multibody.constrained.forces.contact_sphere import ContactSphere
from ambulo.multibody.constrained.functions import Constant, Polynomial, smooth
from ambulo.multibody.constrained.initial_conditions import assemble
from ambulo.multibody.constrained.integration.events import until
from ambulo.multibody.constrained.integration.stepwise import DOP853, RK4
from ambulo.multibody.constrained.integration.treatments import Projection
from ambulo.multibody.constrained.joints import (
    Distance,
    Ground,
    KeptCoordinates,
    Prismatic,
    Revolute,
    Spherical,
)
from ambulo.multibody.constrained.orientation import (
    EULER_PARAMETERS,
    EULER_ZXZ,
    ROTATION_VECTOR,
)
from ambulo.multibody.constrained.reactions import reaction
from ambulo.multibody.constrained.system import System
from ambulo.multibody.constrained.table_law import force_table
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.kelvin_voigt import KelvinVoigt

UPRIGHT = np.eye(3)


def _box(name="box", orientation=EULER_PARAMETERS):
    return Body(name, 2.0, np.array([0.1, 0.2, 0.3]), orientation)


def _placed(system, body, place=(0.0, 0.0, 0.0), attitude=UPRIGHT):
    return system.coordinates({body: (np.array(place), attitude)})


# ------------------------------------------------------------------ functions of time


def test_smooth_function_and_its_derivatives():
    f = smooth(lambda t: math.exp(-t) * math.sin(5.0 * t), 0.0, 3.0)
    for t in (0.0, 0.7, 2.9):
        value, rate, acceleration = f(t)
        e, s, c = math.exp(-t), math.sin(5 * t), math.cos(5 * t)
        assert value == pytest.approx(e * s, abs=1e-13)
        assert rate == pytest.approx(e * (5 * c - s), abs=1e-11)
        assert acceleration == pytest.approx(e * (-24 * s - 10 * c), abs=1e-9)


def test_function_with_a_corner_is_refused():
    with pytest.raises(InputError, match="not smooth"):
        smooth(lambda t: abs(t - 0.3), 0.0, 1.0)


# ------------------------------------------------------------------ forces


def _force(force, body, omega=(0.0, 0.0, 0.0), velocity=(0.0, 0.0, 0.0), t=0.0, attitude=UPRIGHT):
    system = System([body], [], [force])
    q = _placed(system, body, (1.0, 0.0, 0.0), attitude)
    v = system.rates(q, np.array([velocity]), np.array([omega]))
    terms = system.terms(q, v, t)
    return terms, system, q, v


def test_gravity_and_its_potential():
    body = _box()
    gravity = Gravity()
    terms, system, q, v = _force(gravity, body)
    assert terms.Qe[:3] == pytest.approx([0.0, 0.0, -2.0 * 9.80665])
    raised = q.copy()
    raised[2] += 0.5
    gain = gravity.potential(system.state(raised, v, 0)) - gravity.potential(system.state(q, v, 0))
    assert gain == pytest.approx(2.0 * 9.80665 * 0.5)


def test_point_force_turns_with_its_body():
    body = _box()
    quarter = rotation_about((0.0, 0.0, 1.0), math.pi / 2)
    force = PointForce("f", body.point(0.0, 0.0, 0.4), body.direction(1, 0, 0), Constant(5.0))
    terms, *_ = _force(force, body, attitude=quarter)
    assert terms.Qe[:3] == pytest.approx([0.0, 5.0, 0.0], abs=1e-14)
    # moment (0, 0.4 * 5, 0) in body axes, on Euler parameters through G^T
    assert terms.Qe[3:] == pytest.approx(terms.B[3:, 3:].T @ [0.0, 2.0, 0.0])


def test_forces_along_a_line_are_a_pair_or_a_thrust():
    body = _box()
    for paired in (True, False):
        force = ForceAlongLine("f", GROUND.point(), body.point(), Constant(3.0), reaction=paired)
        terms, *_ = _force(force, body)
        assert terms.Qe[:3] == pytest.approx([3.0, 0.0, 0.0])
    other = _box("other")
    force = ForceAlongLine("f", body.point(), other.point(), Constant(3.0))
    system = System([body, other], [], [force])
    q = system.coordinates({body: (np.zeros(3), UPRIGHT), other: (np.array([0, 2.0, 0]), UPRIGHT)})
    Qe = system.applied_forces(q, np.zeros(system.n), 0.0)
    assert Qe[:3] == pytest.approx([0, -3.0, 0])
    assert Qe[7:10] == pytest.approx([0, 3.0, 0])


def test_friction_turns_over_and_drag_squares():
    body = _box()
    friction = Friction("f", body.point(), body.direction(1, 0, 0), Constant(4.0), 0.05)
    assert _force(friction, body, velocity=(1.0, 0, 0))[0].Qe[0] == pytest.approx(-4.0)
    assert _force(friction, body, velocity=(-1.0, 0, 0))[0].Qe[0] == pytest.approx(4.0)
    plain = Friction("f", body.point(), body.direction(1, 0, 0), Constant(4.0))
    assert _force(plain, body, velocity=(-1.0, 0, 0))[0].Qe[0] == pytest.approx(-4.0)
    drag = QuadraticDrag("d", body.point(), 0.5, 1.2, np.array([-2.0, 0.0, 0.0]))
    assert _force(drag, body, velocity=(1.0, 0, 0))[0].Qe[0] == pytest.approx(-0.3 * 9.0)


def test_power_of_forces_is_force_times_velocity():
    body = _box()
    moment = Moment("m", GROUND.direction(0, 0, 1), body, Constant(7.0))
    terms, *_ = _force(moment, body, omega=(0.0, 0.0, 2.0))
    assert terms.power == pytest.approx([14.0])
    spring = SpringDamperActuator("s", GROUND.point(), body.point(), 100.0, 10.0, 0.4)
    terms, *_ = _force(spring, body, velocity=(0.5, 0.0, 0.0))
    assert terms.power == pytest.approx([-(100.0 * 0.6 + 10.0 * 0.5) * 0.5])


# ------------------------------------------------------------------ reactions


@pytest.mark.parametrize("orientation", [EULER_ZXZ, ROTATION_VECTOR])
def test_reaction_of_kept_coordinates(orientation):
    reference = rotation_about((1, 0, 0), -math.pi / 2)
    body = Body("box", 2.0, np.array([0.1, 0.2, 0.3]), orientation, reference)
    angles = orientation.from_matrix(reference.T)
    kept = KeptCoordinates(
        "kept",
        body,
        {str(k): (k, float(value)) for k, value in enumerate([0.0, 0.0, 0.0, *angles])},
    )
    load = PointForce("load", body.point(0.5), GROUND.direction(0, 0, 1), Constant(8.0))
    system = System([body], [kept], [load])
    q = _placed(system, body)
    v = np.zeros(system.n)
    found = reaction(system, kept, q, v, 0.0, system.dynamics(q, v, 0.0).multipliers)
    assert found.force == pytest.approx([0.0, 0.0, -8.0], abs=1e-12)
    assert found.moment == pytest.approx([0.0, 4.0, 0.0], abs=1e-12)


def test_driven_hinge_gives_its_motor_moment():
    wheel = _box()
    hinge = Revolute("hinge", GROUND.frame(), wheel.frame())
    driver = AngleDriver("motor", GROUND.frame(), wheel.frame(), Polynomial((0.0, 3.0, 2.0)))
    system = System([wheel], [hinge, driver])
    start = assemble(system, _placed(system, wheel))
    solution = system.dynamics(start.q, start.v, 0.0)
    found = reaction(system, driver, start.q, start.v, 0.0, solution.multipliers)
    assert found.moment == pytest.approx([0.0, 0.0, 0.3 * 4.0], abs=1e-12)
    motion = Projection(DOP853(1e-11, 1e-12))(system, start.q, start.v, 0.0, 3.0)
    state = system.state(motion.q[-1], motion.v[-1], 3.0)
    angle = 9.0 + 18.0  # more than four turns
    assert state.A[0][:, 0] == pytest.approx([math.cos(angle), math.sin(angle), 0.0], abs=1e-9)
    work = dict(zip(motion.work_names, motion.work[-1], strict=True))
    assert work["drivers"] == pytest.approx(0.5 * 0.3 * (15.0**2 - 3.0**2), rel=1e-9)


# ------------------------------------------------------------------ assembly and diagnosis


def test_assembly_from_a_poor_guess():
    it = four_bar()
    rng = np.random.default_rng(3)
    start = assemble(it.system, it.q + 0.05 * rng.normal(size=it.system.n))
    assert np.abs(it.system.constraints(start.q, 0.0)).max() <= 1e-12
    assert 0.0 < start.moved < 0.5


def test_what_cannot_be_assembled_is_named():
    body = _box()
    system = System(
        [body],
        [Distance("rope", GROUND.point(), body.point(), 1.0), Ground("far", body, (3.0, 0.0, 0.0))],
    )
    with pytest.raises(InputError, match="rope"):
        assemble(system, _placed(system, body, (2.0, 0.0, 0.0)))


def test_contradictory_drivers_are_named():
    body = _box()
    track = Prismatic("track", GROUND.frame(), body.frame())
    one = CoordinateDriver("height", body, 2, Polynomial((0.0, 1.0)))
    two = PointDriver("lift", GROUND.point(), body.point(), z=Polynomial((0.0, 2.0)))
    system = System([body], [track, one, two])
    found = diagnose(system, _placed(system, body))
    assert found.degrees_of_freedom == 0
    assert found.dependent[0].row == "lift z"
    assert found.dependent[0].on == ("height",)
    assert found.dependent[0].contradiction == pytest.approx(1.0)
    assert "lift z contradicts height" in found.sentences
    with pytest.raises(InputError, match="no velocities"):
        assemble(system, _placed(system, body))


def test_redundant_hinges_of_plane_and_space():
    found = diagnose(four_bar().system, four_bar().q)
    assert diagnose(four_bar().system, assemble(four_bar().system, four_bar().q)) == found
    assert (found.degrees_of_freedom, len(found.dependent)) == (1, 3)
    assert all(entry.row.startswith("D ") for entry in found.dependent)
    found = diagnose(bricard().system, bricard().q)
    assert (found.degrees_of_freedom, found.rows, found.rank) == (1, 35, 34)


def test_free_and_massless_motions_are_named():
    rod = Body("rod", 1.0, np.array([0.1, 0.1, 0.0]), ROTATION_VECTOR)
    system = System([rod], [Spherical("pin", GROUND.point(), rod.point(0.0, 0.0, -0.5))])
    found = diagnose(system, _placed(system, rod, (0.0, 0.0, 0.5)))
    assert found.degrees_of_freedom == 3
    spin = [motion for motion in found.free if motion.inertia == 0.0]
    assert len(spin) == 1
    assert spin[0].coordinates == ("rod rz",)


def test_gimbal_lock_is_reported_with_a_remedy():
    body = _box(orientation=EULER_ZXZ)
    system = System([body], [])
    assert "reference" in diagnose(system, _placed(system, body)).gimbal[0]
    turned = Body("box", 2.0, np.ones(3), EULER_ZXZ, rotation_about((1, 0, 0), -math.pi / 2))
    system = System([turned], [])
    assert diagnose(system, _placed(system, turned)).gimbal == ()


def test_names_and_bodies_are_checked():
    body = _box()
    pin = Spherical("pin", GROUND.point(), body.point())
    with pytest.raises(InputError, match="more than one joint"):
        System([body], [pin, pin])
    with pytest.raises(InputError, match="one force is an int, which has no name"):
        System([body], [pin], [3])
    with pytest.raises(InputError, match="pin is a Spherical, which is no force"):
        System([body], [], [pin])
    with pytest.raises(InputError, match="not in the system"):
        System([_box("other")], [pin])
    with pytest.raises(InputError, match="no coordinate"):
        System([body], [CoordinateDriver("d", body, 9, Constant(0.0))])
    ends = GROUND.point(), body.point()
    wrong = (
        ([Revolute("pin", body, body)], [], "its i has the type Body, not a frame"),
        ([], [SpringDamperActuator("spring", ends[0], body, 10.0)], "type Body, not a point"),
        ([], [SpringDamperActuator("spring", (0, 0, 1), ends[1])], "type tuple, not a point"),
        ([], [ForceAlongLine("pull", *ends, 5.0)], "type float, not a function of time"),
    )
    for joints, forces, said in wrong:
        with pytest.raises(InputError, match=said):
            System([body], joints, forces)
    # addresses of what is called back are kept by systems
    pull = ForceAlongLine("pull", *ends, lambda t: (t, 1.0, 0.0))
    with pytest.raises(InputError, match="only in constrained systems"):
        force_table([body], [pull])


def test_a_friction_law_in_the_place_of_a_normal_law_is_refused_where_it_is_given():
    body, rough, hard = _box(), Viscous(1.0), KelvinVoigt(1e5, 0.0)
    for normal, friction, said in ((rough, rough, "no normal law"), (hard, hard, "no friction")):
        with pytest.raises(InputError, match=said):
            System([body], [], [ContactSphere("floor", body.point(), 0.1, normal, friction)])


def test_event_ends_the_motion_where_it_happens():
    body = _box()
    system = System([body], [], [Gravity((0, 0, -10.0))])
    q = _placed(system, body, (0.0, 0.0, 5.0))
    integrator = Projection(DOP853(1e-12, 1e-12))
    motion, happened = until(
        integrator, system, q, np.zeros(system.n), 0.0, 3.0, lambda t, q, v: -q[2]
    )
    assert happened
    assert motion.time[-1] == pytest.approx(1.0, abs=1e-10)
    assert motion.work[-1, 0] == pytest.approx(100.0, rel=1e-9)
    motion, happened = until(
        integrator, system, q, np.zeros(system.n), 0.0, 0.5, lambda t, q, v: -q[2]
    )
    assert not happened


def test_passing_near_gimbal_lock_is_noted():
    body = _box(orientation=EULER_ZXZ)
    system = System([body], [])
    q = _placed(system, body, attitude=rotation_about((1, 0, 0), 0.3))
    v = system.rates(q, np.zeros((1, 3)), np.array([[-0.25, 0.0, 0.0]]))
    motion = Projection(DOP853())(system, q, v, 0.0, 1.0)
    assert any("singularity" in note for note in motion.notes)


def test_integration_stops_where_nothing_determines_the_motion():
    rod = Body("rod", 1.0, np.array([0.1, 0.1, 0.0]), ROTATION_VECTOR)
    pin = Spherical("pin", GROUND.point(), rod.point(0.0, 0.0, -0.5))
    system = System([rod], [pin], [Gravity()])
    q = _placed(system, rod, (0.3, 0.0, 0.4), rotation_about((0, 1, 0), math.atan2(0.3, 0.4)))
    with pytest.raises(InputError, match="no inertia"):
        Projection(RK4(0.01))(system, q, np.zeros(system.n), 0.0, 0.1)
    with pytest.raises(InputError, match="no inertia"):
        Projection(DOP853())(system, q, np.zeros(system.n), 0.0, 0.1)


def test_distance_between_one_point_and_itself_is_named():
    body = _box()
    system = System([body], [Distance("rope", GROUND.point(), body.point(), 1.0)])
    with pytest.raises(InputError, match="rope has no direction"):
        assemble(system, _placed(system, body))
