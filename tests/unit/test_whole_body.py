"""The resultant of a motion and ground reactions put on the feet: exact bookkeeping."""

from __future__ import annotations

import numpy as np
import pytest
from tests.average_person import average_person

from ambulo.gait.inverse import joint_forces
from ambulo.gait.whole_body import (
    centre_of_pressure_of,
    resultant_wrench,
)
from ambulo.gait.wrench_comparison import compare_reactions
from ambulo.inputs.errors import TimeMismatch
from ambulo.math.vector_arrays import wrench_about
from ambulo.mocap.filters.differentiation import differentiate
from ambulo.model.foot_loads import foot_loads
from ambulo.model.joint_moments import reported_moments, reported_powers
from ambulo.multibody.motion import Loads
from ambulo.multibody.tree.energy import kinetic_energy, potential_energy
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.records import GroundReaction

FRAMES = 60
TIME = np.arange(FRAMES) / 100.0


@pytest.fixture(scope="module")
def model():
    return average_person(mass=65.0, height=1.75, sex="f")


@pytest.fixture(scope="module")
def motion(model):
    """A smooth movement of all joints."""
    rng = np.random.default_rng(7)
    tree = model.tree
    q = np.zeros((FRAMES, tree.nq))
    q[:, :3] = [0.0, 0.0, 1.0] + 0.02 * np.sin(5.0 * TIME[:, None] + rng.uniform(0, 6, 3))
    for body in range(tree.nb):
        i = int(tree.q_start[body]) + (3 if body == 0 else 0)
        half = 0.1 * np.sin(4.0 * TIME[:, None] + rng.uniform(0, 6, 3))
        q[:, i] = np.sqrt(1.0 - np.sum(half**2, axis=1))
        q[:, i + 1 : i + 4] = half
    return differentiate(tree, TIME, q, np.zeros(tree.nq))


def stance(left, right):
    both = np.zeros((FRAMES, 2), dtype=bool)
    both[left, 0], both[right, 1] = True, True
    return both


def plates(known=True):
    rng = np.random.default_rng(3)
    force = rng.normal([0.0, 0.0, 350.0], 20.0, size=(FRAMES, 2, 3))
    moment = rng.normal(0.0, 30.0, size=(FRAMES, 2, 3))
    point, free = centre_of_pressure_of(force, moment)
    return GroundReaction(TIME, force, moment, point, free, np.full((FRAMES, 2), known), "test")


def test_resultant_of_standing_still_is_the_weight_under_the_centre_of_mass(model):
    from ambulo.multibody.motion import Motion
    from ambulo.multibody.tree.configuration import neutral
    from ambulo.multibody.tree.energy import centre_of_mass

    q = np.tile(neutral(model.tree), (3, 1))
    q[:, 2] = 1.0
    still = np.zeros((3, model.tree.nv))
    posture = Motion(np.arange(3.0), q, still, still)
    total = resultant_wrench(joint_forces(model, posture), q[:, :3])
    np.testing.assert_allclose(total[:, 3:], [[0.0, 0.0, 65.0 * 9.80665]] * 3, atol=1e-9)
    point, free = centre_of_pressure_of(total[:, 3:], total[:, :3])
    com = centre_of_mass(model.tree, q)[0]
    np.testing.assert_allclose(point[:, :2], com[:, :2], atol=1e-12)
    np.testing.assert_allclose(free, 0.0, atol=1e-12)


def test_an_unknown_foot_leaves_the_other_leg_and_the_upper_body_known(model, motion):
    ground = plates()
    ground.known[20:30, 0] = False
    R, p = forward_kinematics(model.tree, motion.q)
    forces = joint_forces(model, motion, foot_loads(model, R, p, ground))
    moments = {m.name: m.values for m in reported_moments(model, forces, R)}
    assert np.isnan(moments["left_hip_flexion"][20:30]).all()
    assert np.isfinite(moments["left_hip_flexion"][:20]).all()
    for name in ("right_hip_flexion", "right_ankle_dorsiflexion", "lumbar_flexion"):
        assert np.isfinite(moments[name]).all()


def test_forefoot_takes_the_load_once_the_pressure_is_in_front_of_its_joint(model):
    from ambulo.multibody.tree.configuration import neutral

    q = np.tile(neutral(model.tree), (2, 1))
    q[:, 2] = 1.0
    R, p = forward_kinematics(model.tree, q)
    fore, hind = (model.segments.index(f"left_{name}") for name in ("forefoot", "hindfoot"))
    point = np.full((2, 2, 3), np.nan)
    point[0, 0] = p[0, fore] * [1, 1, 0] - [0.02, 0, 0]
    point[1, 0] = p[1, fore] * [1, 1, 0] + [0.02, 0, 0]
    force = np.zeros((2, 2, 3))
    force[:, 0, 2] = 300.0
    moment = np.cross(np.nan_to_num(point), force)
    ground = GroundReaction(
        np.arange(2.0), force, moment, point, np.zeros((2, 2)), np.ones((2, 2), bool), "test"
    )
    wrench = foot_loads(model, R, p, ground).wrench
    assert wrench[0, hind, 5] == 300.0
    assert wrench[0, fore, 5] == 0.0
    assert wrench[1, fore, 5] == 300.0
    np.testing.assert_allclose(wrench[1, fore], wrench_about(p[1, fore], force[1, 0], moment[1, 0]))


@pytest.mark.parametrize("floor", [0.0, 0.3])
def test_the_centre_of_pressure_is_where_the_force_acts(floor):
    """A force at a place of the floor and a free moment there, told about the world origin."""
    place, force, twist = np.array([0.7, -0.4, floor]), np.array([40.0, -25.0, 600.0]), 3.5
    moment = np.cross(place, force) + np.array([0.0, 0.0, twist])
    point, free = centre_of_pressure_of(force, moment, floor)
    np.testing.assert_allclose(point, place, atol=1e-12)
    assert free == pytest.approx(twist)
    light, none = centre_of_pressure_of(force / 31.0, moment / 31.0, floor)
    assert np.isnan([*light, none]).all()


def test_powers_of_joints_and_root_change_the_energy(model, motion):
    # power of all joint moments and of the root's wrench is the rate of the total energy
    R, _ = forward_kinematics(model.tree, motion.q)
    forces = joint_forces(model, motion)
    powers = list(reported_powers(model, motion, forces, R))
    total = sum(q.values for q in powers if q.name.endswith("_power"))
    # three components and what they add up to, joint by joint
    assert len(powers) == 4 * (model.tree.nb - 1)
    for of_joint in zip(*[iter(powers)] * 4, strict=True):
        assert of_joint[3].name.endswith("_power")
        np.testing.assert_allclose(
            sum(q.values for q in of_joint[:3]), of_joint[3].values, rtol=1e-9, atol=1e-12
        )
    root = np.einsum("fi,fi->f", forces.tau[:, :6], motion.v[:, :6])
    energy = kinetic_energy(model.tree, motion.q, motion.v) + potential_energy(model.tree, motion.q)
    fine = slice(8, -8)
    rate = np.gradient(energy, TIME, edge_order=2)
    np.testing.assert_allclose((total + root)[fine], rate[fine], atol=2e-3 * np.abs(rate).max())


def test_loads_on_another_time_grid_are_refused(model, motion):
    with pytest.raises(TimeMismatch, match="60 frames"):
        joint_forces(model, motion, Loads(TIME[:-1], np.zeros((FRAMES - 1, model.tree.nb, 6))))


def test_comparison_finds_a_known_difference():
    reference = plates()
    ours = GroundReaction(
        TIME,
        reference.force + np.array([3.0, 0.0, -4.0]),
        reference.moment_origin.copy(),
        reference.centre_of_pressure,
        reference.free_moment,
        reference.known,
        "test",
    )
    origin = np.zeros((FRAMES, 2, 3))
    settled = np.ones(FRAMES, dtype=bool)
    settled[:5] = False
    result = compare_reactions(
        ours, reference, origin, stance(slice(0, 40), slice(30, 60)), settled
    )
    left = result["single_support"]["left"]
    assert left.frames == 25
    assert left.rms["Fx"] == pytest.approx(3.0)
    assert left.rms["Fz"] == pytest.approx(4.0)
    assert left.rms["Mz"] == pytest.approx(0.0, abs=1e-9)
    assert result["double_support"]["both"].frames == 20


@pytest.mark.parametrize("push", [(50.0, 0.0, 0.0), (0.0, 50.0, 0.0), (0.0, 0.0, 50.0)])
def test_reactions_are_compared_about_the_point_that_is_given(push):
    """A force through it makes no difference of moment, whatever its height."""
    reference = plates()
    ankles = np.array([[0.3, 0.1, 0.08], [0.9, -0.1, 0.15]]) + np.zeros((FRAMES, 1, 1))
    ours = GroundReaction(
        TIME, reference.force + push, reference.moment_origin + np.cross(ankles, push),
        reference.centre_of_pressure, reference.free_moment, reference.known, "test",
    )  # fmt: skip
    both_down = np.ones((FRAMES, 2), dtype=bool)
    found = compare_reactions(ours, reference, ankles, both_down, both_down[:, 0])
    for side in ("left", "right"):
        rms = found["double_support"][side].rms
        assert list(rms.values()) == pytest.approx([*push, 0.0, 0.0, 0.0], abs=1e-9)


def test_powers_are_taken_along_the_axes_of_the_proximal_segment(model, motion):
    R, _ = forward_kinematics(model.tree, motion.q)
    turning, _ = body_velocities(model.tree, motion.q, motion.v)
    forces = joint_forces(model, motion)
    powers = {q.name: q.values for q in reported_powers(model, motion, forces, R)}
    pelvis, thigh = (model.segments.index(name) for name in ("pelvis", "left_thigh"))
    # x, y and z of the pelvis point forward, to the left and up
    for i, name in enumerate(("adduction", "flexion", "rotation")):
        axis = R[:, pelvis, :, i]
        moment = np.einsum("fi,fi->f", forces.moment[:, thigh], axis)
        rate = np.einsum("fi,fi->f", turning[:, thigh] - turning[:, pelvis], axis)
        np.testing.assert_allclose(powers[f"left_hip_{name}"], moment * rate, atol=1e-9)
