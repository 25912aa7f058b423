"""Force laws and rates of coordinates called alone, and the columns of an orthosis."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.consistent_analysis import consistent_analysis
from tests.sample_trees import tree_of
from tests.unit.test_devices import ANKLE, acting, columns

from ambulo.inputs.errors import InputError
from ambulo.math.dispatch import generic
from ambulo.model.joint_moments import reported_moments, working_axis
from ambulo.model.joint_motions import joint_motions
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS
from ambulo.multibody.contact.spheres_on_ground import spheres_on_ground
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    MotionChange,
    apply_law,
    law_switch,
    vary_law,
)
from ambulo.multibody.forces.passive_joints import passive_joints
from ambulo.multibody.forces.torque_by_angle import torques_by_angle
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.motion_curve import coordinate_rates
from ambulo.multibody.tree.tree import JointType
from ambulo.results.posture import posture

STILL, NONE = np.zeros((1, 3)), np.zeros(0)


@generic
def varied(law, motion, change, loads, none):
    vary_law(law, 0.0, motion, none, change, none, loads, none)


@generic
def applied(law, motion, loads, none):
    apply_law(law, 0.0, motion, none, loads, none)


@generic
def begun(law, motion, s):
    law_switch(law, 0, 0.0, motion, s)


def test_a_spring_changes_with_its_posture_and_a_damper_with_its_velocity():
    hinge = tree_of([-1], [JointType.HINGE], np.random.default_rng(0))
    law = passive_joints(hinge, viscosity=3.0, stiffness=2.0)
    motion = BodyMotion(np.zeros(1), np.zeros(1), np.eye(3).reshape(1, 9), STILL, STILL, STILL)
    change = MotionChange(np.array([0.1]), np.array([0.01]), STILL, STILL, STILL, STILL)
    loads = Loads(np.zeros((1, 6)), np.zeros(1))
    varied(law, motion, change, loads, NONE)
    assert loads.tau[0] == pytest.approx(-2.0 * 0.1 - 3.0 * 0.01)


def test_a_simulated_orthosis_presses_about_the_working_axis():
    R, still = Rotation.random(2, random_state=3).as_matrix(), np.zeros((2, 3))
    law = torques_by_angle([(0, 1, -1, np.array([[-4.0, 4.0], [5.0, 5.0]]))])
    motion = BodyMotion(np.zeros(1), np.zeros(1), R.reshape(2, 9), still, still, still)
    loads = Loads(np.zeros((2, 6)), np.zeros(1))
    applied(law, motion, loads, NONE)
    expected = -5.0 * working_axis(*R)
    np.testing.assert_allclose(loads.wrench[:, :3], [-expected, expected], atol=1e-12)


def test_a_contact_that_begins_has_straight_bristles():
    laws = HuntCrossley(1e5, 1.0, 0.5), Bristle(0.5, 0.05, 2e4, 50.0, 0.0)
    law = spheres_on_ground(np.array([0]), STILL, np.array([0.1]), *laws)
    falls = np.array([[0.3, 0.0, -2.0]])
    motion = BodyMotion(NONE, NONE, np.eye(3).reshape(1, 9), STILL, STILL, falls)
    s = np.full(3, 7.0)
    begun(law, motion, s)
    np.testing.assert_array_equal(s, [2.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"normal": NORMAL_LAWS["flores"]}, "normal: NormalLaw is no normal law: it does not"),
        ({"normal": "flores"}, "normal: str is no normal law: it does not implement normal_force"),
        ({"friction": FRICTION_LAWS["lugre"]}, "friction: FrictionLaw is no friction law"),
        ({"friction": Bristle}, "friction: type is no friction law: it does not implement"),
        ({"centre": np.zeros(3)}, "spheres_on_ground: centre has the shape (3,), not (1, 3)"),
        ({"radius": 0.1}, "spheres_on_ground: radius has the shape (), not (1,). Give each"),
        ({"body": 0}, "spheres_on_ground: body has the shape (), not (n,). Give each of the"),
    ],
    ids=["entry", "text", "friction entry", "class", "centre", "radius", "body"],
)
def test_a_mistake_in_spheres_is_one_line(changed, said):
    given = {
        "body": np.array([0]), "centre": STILL, "radius": np.array([0.1]),
        "normal": HuntCrossley(1e5, 1.0, 0.5), "friction": Bristle(0.5, 0.05, 2e4, 50.0, 0.0),
    }  # fmt: skip
    with pytest.raises(InputError) as refused:
        spheres_on_ground(**given | changed)
    assert str(refused.value).startswith(said)


def test_rates_of_coordinates_are_those_of_a_turn_that_speeds_up():
    """q exp(w t + w' t^2 / 2) has the spin w and its rate w' at t = 0."""
    rng, e = np.random.default_rng(11), 1e-4
    tree = tree_of([-1], [JointType.BALL], rng)
    q = integrate(tree, neutral(tree)[None], rng.normal(size=(1, 3)))
    w, rate = rng.normal(size=(2, 1, 3))
    ahead, back = (integrate(tree, q, t * w + 0.5 * t**2 * rate) for t in (e, -e))
    first, second = coordinate_rates(tree, q, w, rate)
    np.testing.assert_allclose(first, (ahead - back) / (2.0 * e), atol=1e-7)
    np.testing.assert_allclose(second, (ahead - 2.0 * q + back) / e**2, atol=1e-6)


@pytest.mark.parametrize("axes", ["proximal", "distal"])
def test_other_axes_have_the_components_of_an_orthosis_moment(axes):
    walk = replace(consistent_analysis(41), moment_axes=axes)
    worn, parent = acting(walk, ANKLE), walk.model.tree.parent
    R = posture(walk.model, walk.motion).R_WB
    k, (about, *_) = walk.model.joints.index("left_ankle"), joint_motions("left_ankle")
    moment = np.zeros_like(walk.joint_forces.moment)
    moment[:, k] = about.sign * worn.devices.torque * working_axis(R[:, parent[k]], R[:, k])
    alone = reported_moments(walk.model, replace(walk.joint_forces, moment=moment), R, axes)
    found = columns(worn)["left_ankle_dorsiflexion_orthosis N*m"]
    np.testing.assert_allclose(found, alone["left_ankle_dorsiflexion"].values, atol=1e-9)
