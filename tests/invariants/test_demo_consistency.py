"""The demo's walk obeys mechanics, its feet the floor, and its curves are a normal walker's."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import feet_share, truth_quantities, walk_truth
from ambulo.demo.walking_man import SOLE
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.tree.energy import centre_of_mass, momentum
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES
from ambulo.report.normal_band import load_band


@pytest.fixture(scope="module")
def walk():
    return walking_demo()


@pytest.fixture(scope="module")
def truth(walk):
    """One stride from left foot strike, and a frame at its end that repeats the first."""
    return walk_truth(walk, 0.0, np.linspace(0.0, walk.motion.period, 401))


def test_nothing_is_left_at_the_root(truth):
    assert np.abs(truth.forces.force[:, 0]).max() < 1e-9
    assert np.abs(truth.forces.moment[:, 0]).max() < 1e-9


def test_ground_reaction_changes_the_momentum(walk):
    """Newton and Euler for the whole body, by differences of its momentum."""
    h = 1e-4
    t = np.linspace(0.05, 1.0, 23)
    tree = walk.model.tree
    before, after = (walk.motion(t + s) for s in (-h, h))
    angular, linear = (
        (late - early) / (2 * h)
        for late, early in zip(
            momentum(tree, after.q, after.v), momentum(tree, before.q, before.v), strict=True
        )
    )
    ground = feet_share(walk, 0.0, t)
    now, _ = centre_of_mass(tree, walk.motion(t).q, walk.motion(t).v)
    weight = np.array([0, 0, -walk.model.mass * STANDARD_GRAVITY])
    force = ground.force.sum(axis=1) + weight
    moment = ground.moment_origin.sum(axis=1) + np.cross(now, weight)
    np.testing.assert_allclose(linear, force, atol=0.05)
    np.testing.assert_allclose(angular, moment, atol=0.05)


def test_the_walk_repeats(walk, truth):
    q = truth.motion.q
    np.testing.assert_allclose(q[-1, 0] - q[0, 0], walk.walk.cycle.stride_length, atol=1e-9)
    np.testing.assert_allclose(q[-1, 1:], q[0, 1:], atol=1e-9)
    np.testing.assert_allclose(truth.ground.force[-1], truth.ground.force[0], atol=1e-6)


def test_left_and_right_mirror_each_other(walk):
    t = np.linspace(0.0, 1.0, 50)
    half = 0.5 * walk.motion.period
    left = feet_share(walk, 0.0, t).force[:, 0]
    right = feet_share(walk, half, t).force[:, 1]
    np.testing.assert_allclose(left * [1, -1, 1], right, atol=1e-5)


def sole_points(walk, time, side):
    """Heel and toe contact (frames, 3) of one foot in the world."""
    model = walk.model
    R, p = forward_kinematics(model.tree, walk.motion(time).q)
    hind, fore = (model.segments.index(f"{side}_{part}foot") for part in ("hind", "fore"))
    forward, height = SOLE.metatarsal
    joint = model.tree.p_PJ[fore]
    heel = p[:, hind] + R[:, hind] @ np.array([-SOLE.heel, 0.0, -SOLE.ankle_height])
    toe = p[:, fore] + R[:, fore] @ np.array([SOLE.toe - forward, -joint[1], -height])
    return heel, toe


@pytest.mark.parametrize(("side", "delay"), [("left", 0.0), ("right", 0.5)])
def test_feet_neither_slide_nor_sink(walk, side, delay):
    c = walk.walk.cycle
    on_heel = np.linspace(0.0, c.heel_rise, 60)
    on_toe = np.linspace(c.foot_flat, c.foot_off, 60)
    heel, _ = sole_points(walk, (on_heel + delay) * c.stride_time, side)
    _, toe = sole_points(walk, (on_toe + delay) * c.stride_time, side)
    for point in (heel, toe):
        np.testing.assert_allclose(point, np.tile(point[0], (60, 1)), atol=1e-4)
        np.testing.assert_allclose(point[:, 2], 0.0, atol=1e-4)
    swing = np.linspace(c.foot_off, 1.0, 100)
    heel, toe = sole_points(walk, (swing + delay) * c.stride_time, side)
    # the rigid heel may dip as deep as its pad is soft
    assert min(heel[:, 2].min(), toe[:, 2].min()) > -0.004


def test_forces_are_those_of_feet_on_a_floor(walk, truth):
    force, centre = truth.ground.force, truth.ground.centre_of_pressure
    assert force[..., 2].min() >= 0.0
    loaded = force[..., 2] > 20
    friction = np.hypot(force[..., 0], force[..., 1])[loaded] / force[..., 2][loaded]
    assert friction.max() < 0.6
    assert np.abs(truth.ground.free_moment[loaded]).max() < 15
    c = walk.walk.cycle
    for i in range(len(SIDES)):
        strides = np.floor(truth.time / c.stride_time - 0.5 * i + 1e-12)
        ankle = c.stride_length * (strides + 0.5 * i)
        ahead = (centre[:, i, 0] - ankle)[loaded[:, i]]
        assert ahead.min() > -SOLE.heel - 0.005
        assert ahead.max() < SOLE.toe
        beside = np.abs(centre[:, i, 1])[loaded[:, i]]
        assert beside.min() > 0.03
        assert beside.max() < 0.11


def test_the_ground_reaction_is_a_normal_walkers(walk, truth):
    force = truth.ground.force[:, 0] / (walk.model.mass * STANDARD_GRAVITY)
    phase = truth.time / walk.motion.period
    first, second = force[phase < 0.25], force[(phase > 0.35) & (phase < 0.6)]
    valley = force[(phase > 0.15) & (phase < 0.4), 2].min()
    assert 1.0 < first[:, 2].max() < 1.2
    assert 1.0 < second[:, 2].max() < 1.2
    assert 0.7 < valley < 0.9
    assert -0.3 < first[:, 0].min() < -0.12
    assert 0.12 < second[:, 0].max() < 0.35
    np.testing.assert_allclose(truth.ground.force[:-1, :, 2].sum(axis=1).mean(), 833.6, rtol=1e-3)


def test_joint_angles_and_moments_are_a_normal_walkers(walk, truth):
    found = truth_quantities(truth, truth.time)
    angles, moments = found["angles"], found["moments"]
    phase = truth.time / walk.motion.period
    mass = walk.model.mass
    knee = angles["left_knee_flexion"]
    assert 15 < knee[phase < 0.25].max() < 26
    assert 52 < knee.max() < 68
    assert knee.min() > 1.5
    hip = angles["left_hip_flexion"]
    assert 20 < hip.max() < 45
    assert -22 < hip.min() < 0
    ankle = moments["left_ankle_dorsiflexion"] / mass
    assert 1.3 < -ankle.min() < 1.7
    assert 0.42 < phase[ankle.argmin()] < 0.54
    assert np.abs(moments["left_knee_flexion"] / mass).max() < 1.2
    assert np.abs(moments["left_hip_flexion"] / mass).max() < 1.7
    # the abductors hold the pelvis up in single support
    middle = (phase > 0.15) & (phase < 0.45)
    assert (moments["left_hip_adduction"][middle] < 0).all()


def test_curves_lie_near_those_of_people_who_walk_as_fast(walk):
    """On average within 1.7 standard deviations of the means the reports draw."""
    at = truth_quantities(
        walk_truth(walk, 0.0, np.linspace(0.0, walk.motion.period, 51)),
        np.linspace(0.0, walk.motion.period, 51),
    )
    for group, unit in (("angles", 1.0), ("moments", walk.model.mass)):
        for name in load_band().curves[group]:
            whole = name if name.startswith("pelvis") else f"left_{name}"
            band = load_band().of(group, whole, "left")
            if whole in at[group]:
                away = (at[group][whole] / unit - band.mean) / band.sd
                assert np.abs(away).mean() < 1.7, name
                if group == "angles":
                    assert np.abs(away).max() < 3.2, name
    # peaks of stance, where the clinic reads them; abduction of a wide pelvis is the farthest
    hip, knee = (at["moments"][f"left_{joint}"] / walk.model.mass
                 for joint in ("hip_adduction", "knee_flexion"))  # fmt: skip
    assert -hip.min() < 0.82
    assert -knee.min() < 0.50


def test_the_trunk_stays_upright_and_the_arms_swing(walk):
    """Over the standing leg by a few degrees (Krebs 1992), not as where abductors are weak."""
    trunk = walk.walk.angles
    assert np.hypot(trunk["torso_obliquity"].cosine[0], trunk["torso_obliquity"].sine[0]) < 0.1
    # an arm swings once a stride, about its own 20 degrees
    assert len(trunk["shoulder_flexion"].cosine) == 1
    assert np.hypot(trunk["shoulder_flexion"].cosine, trunk["shoulder_flexion"].sine) < 0.45


def test_both_feet_carry_for_a_fifth_of_the_stride(walk):
    """Adults' 20 to 24 %: stance 64.2 - 3.5 v of the stride at v m/s (Kirtley 1985), 62 (Perry)."""
    force = feet_share(walk, 0.0, np.linspace(0.0, walk.motion.period, 2001)[:-1]).force[..., 2]
    loaded = force > 20
    assert 0.195 < loaded.all(axis=1).mean() < 0.24
    assert loaded[:, 0].mean() == pytest.approx(0.642 - 0.035 * walk.walk.cycle.speed, abs=0.01)
