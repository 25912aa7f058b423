"""The planar body: points with constraints and the tree of hinges give one answer."""

from __future__ import annotations

import numpy as np
import pytest
from tests.average_person import average_person
from tests.planar_trees import planar_tree

from ambulo.gait.planar.planar import PlanarContact, analyse_planar
from ambulo.gait.planar.planar_body import (
    PlanarSegment,
    planar_body,
    planar_points,
    seen_from,
)
from ambulo.gait.planar.planar_dynamics import (
    PlanarMotion,
    consistent_points,
    constraint_matrix,
    driving_forces,
    place_points,
    segment_angles,
)
from ambulo.inputs.errors import InputError, TimeMismatch
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.newton_euler import inverse_dynamics

FRAMES = 30


@pytest.fixture(scope="module")
def model():
    return average_person()


def body_from(model, base):
    return planar_body(model, base)


def random_motion(body, seed):
    rng = np.random.default_rng(seed)
    z = rng.uniform(-3.0, 3.0, size=(FRAMES, body.freedom))
    velocity, acceleration = rng.normal(size=(2, FRAMES, body.freedom))
    return PlanarMotion(np.arange(FRAMES) / 100.0, z, 5.0 * velocity, 50.0 * acceleration)


def in_the_tree(body, motion):
    """The same motion in the coordinates of `planar_tree`."""
    count = len(body.segments)
    half = 0.5 * motion.z[:, 2]
    nothing = np.zeros(len(half))
    q = np.column_stack([motion.z[:, 0], nothing, motion.z[:, 1], np.cos(half), nothing])
    q = np.column_stack([q, np.sin(half), nothing, motion.z[:, 3:]])

    def rates(u):
        base = np.column_stack([u[:, 0], nothing, u[:, 1], nothing, u[:, 2], nothing])
        return np.column_stack([base, u[:, 3:]])

    assert q.shape[1] == 7 + count - 1
    return q, rates(motion.velocity), rates(motion.acceleration)


@pytest.mark.parametrize("base", ["right_hindfoot", "trunk", "left_forearm"])
def test_every_joint_agrees_with_the_tree_in_every_frame(model, base):
    body = body_from(model, base)
    motion = random_motion(body, 5)
    tree = planar_tree(body)
    q, v, a = in_the_tree(body, motion)
    R, p = forward_kinematics(tree, q)
    x = place_points(body, motion.z)
    start, end = body.ends()
    np.testing.assert_allclose(R[:, :, ::2, 2], (x[:, end] - x[:, start]) / _lengths(body)[:, None])

    rng = np.random.default_rng(2)
    wrench = 100.0 * rng.normal(size=(FRAMES, len(body.segments), 3))
    spatial = np.zeros((FRAMES, tree.nb, 6))
    spatial[:, :, [3, 5]] = wrench[:, :, :2]
    arm = x[:, start] - p[:, :, ::2]
    spatial[:, :, 1] = wrench[:, :, 2] + arm[..., 1] * wrench[..., 0] - arm[..., 0] * wrench[..., 1]
    for natural, by_tree in (
        (driving_forces(body, motion), inverse_dynamics(tree, q, v, a)[0]),
        (driving_forces(body, motion, wrench), inverse_dynamics(tree, q, v, a, spatial)[0]),
    ):
        expected = by_tree[:, [0, 2, 4, *range(6, by_tree.shape[1])]]
        assert (np.abs(natural - expected) / np.abs(expected).clip(1e-3)).max() <= 1e-8
        scale = np.abs(expected).max(axis=1, keepdims=True)
        assert (np.abs(natural - expected) / scale).max() <= 1e-12


def _lengths(body):
    return np.array([segment.length for segment in body.segments])


def test_counts_of_the_document(model):
    """Sections 3.1.2 and 3.4.1: 14 segments, 15 points, 44 coordinates, 28 + 16 equations."""
    body = body_from(model, "right_hindfoot")
    assert (len(body.segments), len(body.points)) == (14, 15)
    assert (body.coordinates, body.freedom) == (44, 16)
    assert body.mass == pytest.approx(model.mass)
    motion = random_motion(body, 1)
    x = place_points(body, motion.z)
    Phi, by_points, by_angles = constraint_matrix(body, x, motion.z[:, 2:])
    assert np.abs(Phi).max() < 1e-14
    Phi_q = np.concatenate([by_points, by_angles], axis=2)
    assert Phi_q.shape[1:] == (28, 44)
    drivers = np.zeros((16, 44))
    start = body.ends()[0][0]
    drivers[[0, 1], [2 * start, 2 * start + 1]] = 1.0
    drivers[2:, 30:] = np.eye(14)
    for J in Phi_q:
        assert np.linalg.matrix_rank(np.vstack([J, drivers])) == 44


def test_jacobian_is_the_derivative(model):
    body = body_from(model, "right_hindfoot")
    motion = random_motion(body, 9)
    rng = np.random.default_rng(3)
    x = place_points(body, motion.z) + 0.1 * rng.normal(size=(FRAMES, 15, 2))
    angles = motion.z[:, 2:]
    dx, dt, h = rng.normal(size=x.shape), rng.normal(size=angles.shape), 1e-6
    _, by_points, by_angles = constraint_matrix(body, x, angles)
    ahead, behind = (
        constraint_matrix(body, x + s * h * dx, angles + s * h * dt)[0] for s in (1, -1)
    )
    along = np.einsum("fij,fj->fi", by_points, dx.reshape(FRAMES, -1))
    along += np.einsum("fij,fj->fi", by_angles, dt)
    np.testing.assert_allclose(along, (ahead - behind) / (2 * h), atol=1e-8)


def test_points_and_angles_are_inverse(model):
    body = body_from(model, "right_hindfoot")
    t = np.linspace(0.0, 1.0, FRAMES)
    rng = np.random.default_rng(3)
    z = rng.uniform(-2.0, 2.0, body.freedom) + 0.3 * np.sin(
        2 * np.pi * t[:, None] + rng.uniform(0, 6, body.freedom)
    )
    x = place_points(body, z)
    found = segment_angles(body, x)
    turns = (found - z[:, 2:]) / (2 * np.pi)
    np.testing.assert_allclose(turns, np.round(turns[0]) + 0.0 * turns, atol=1e-12)


def test_consistent_points_are_rigid_after_few_iterations(model):
    body = body_from(model, "right_hindfoot")
    standing = np.array([segment.neutral for segment in body.segments])
    relative = standing - np.where(np.array(body.origin) < 0, 0.0, standing[list(body.origin)])
    t = np.linspace(0.0, 1.0, FRAMES)[:, None]
    rng = np.random.default_rng(4)
    sway = 0.4 * np.sin(2 * np.pi * t + rng.uniform(0, 6, 14))
    z = np.hstack([np.zeros((FRAMES, 2)), relative + sway])
    true = place_points(body, z)
    measured = true + 0.005 * rng.normal(size=true.shape)
    x, iterations, norm = consistent_points(body, measured)
    start, end = body.ends()
    length = np.linalg.norm(x[:, end] - x[:, start], axis=2)
    np.testing.assert_allclose(length, np.tile(_lengths(body), (FRAMES, 1)), atol=1e-9)
    assert iterations.max() <= 10
    assert norm.max() <= 1e-8
    same, _, _ = consistent_points(body, true)
    np.testing.assert_allclose(same, true, atol=1e-12)


def one_leg(mass=(8.5, 3.3, 1.0)):
    def segment(name, start, end, length, mass, joint, parent):
        com = np.array([0.43 * length, 0.0])
        return PlanarSegment(
            name, start, end, length, mass, com, mass * (0.3 * length) ** 2, joint, parent, np.pi
        )

    return seen_from(
        [
            segment("thigh", "hip", "knee", 0.42, mass[0], "", None),
            segment("shank", "knee", "ankle", 0.43, mass[1], "right_knee", "thigh"),
            segment("foot", "ankle", "toe", 0.15, mass[2], "right_ankle", "shank"),
        ],
        "thigh",
    )


def hanging(body, t, knee):
    """A thigh at rest, straight down, and a knee that bends by the given angle [rad]."""
    z = np.zeros((len(t), body.freedom))
    z[:, 2] = np.pi
    z[:, 3] = knee
    return {name: place_points(body, z)[:, k] for k, name in enumerate(body.points)}


def test_signs_and_size_of_a_bent_knee_held_still():
    """A shank held backwards at a right angle needs a flexing moment of its weight's lever."""
    body = one_leg()
    t = np.arange(60) / 100.0
    found = analyse_planar(body, t, hanging(body, t, np.full(60, np.pi / 2)), cutoff=10.0)
    angle = {q.name: q.values for q in found.angles}["right_knee_flexion"]
    moment = {q.name: q.values for q in found.moments}["right_knee_flexion"]
    np.testing.assert_allclose(angle, 90.0, atol=1e-9)
    weight = 9.80665 * (3.3 * 0.43 * 0.43 + 1.0 * (0.43 + 0.43 * 0.15))
    np.testing.assert_allclose(moment, weight, rtol=1e-9)
    np.testing.assert_allclose(found.base[:, 1], 9.80665 * 12.8, rtol=1e-9)


def test_power_of_a_free_pendulum_is_that_of_its_energy():
    body = one_leg()
    t = np.arange(400) / 400.0
    knee = 0.8 + 0.5 * np.sin(2 * np.pi * t)
    found = analyse_planar(body, t, hanging(body, t, knee), cutoff=60.0)
    power = sum(q.values for q in found.powers)
    x, masses = found.points, np.array([s.mass for s in body.segments])
    start, end = body.ends()
    com = x[:, start] + 0.43 * (x[:, end] - x[:, start])
    speed = np.gradient(com, t, axis=0, edge_order=2)
    turning = np.gradient(knee, t, edge_order=2)
    inertia = sum(s.inertia for s in body.segments[1:])
    energy = (masses * (0.5 * (speed**2).sum(axis=2) + 9.80665 * com[..., 1])).sum(
        axis=1
    ) + 0.5 * inertia * turning**2
    inside = slice(60, 340)
    expected = np.gradient(energy, t)[inside]
    assert np.abs(power[inside] - expected).max() < 0.01 * np.abs(expected).max()


def test_a_contact_that_carries_all_leaves_nothing_at_the_base():
    body = one_leg()
    t = np.arange(60) / 100.0
    points = hanging(body, t, np.zeros(60))
    weight = 9.80665 * 12.8
    force = np.tile([0.0, weight], (60, 1))
    found = analyse_planar(
        body, t, points, contacts=[PlanarContact("foot", force, points["toe"])], cutoff=10.0
    )
    # rounding of second derivatives, as a share of the weight
    np.testing.assert_allclose(found.base / weight, 0.0, atol=1e-10)


def test_what_is_missing_is_said():
    body = one_leg()
    t = np.arange(60) / 100.0
    points = hanging(body, t, np.zeros(60))
    with pytest.raises(InputError, match="points are missing: toe"):
        analyse_planar(body, t, {k: v for k, v in points.items() if k != "toe"})
    gap = dict(points, knee=points["knee"].copy())
    gap["knee"][7] = np.nan
    with pytest.raises(InputError, match="frame 8: knee is missing in 1 frames"):
        analyse_planar(body, t, gap)
    with pytest.raises(InputError, match="weight elbow"):
        analyse_planar(body, t, points, weights={"elbow": 2.0})
    short = PlanarContact("foot", np.zeros((3, 2)), np.zeros((3, 2)))
    with pytest.raises(TimeMismatch, match="3 frames"):
        analyse_planar(body, t, points, contacts=[short])
    with pytest.raises(InputError, match="no segment 'tail'"):
        seen_from(body.segments, "tail")


def test_planar_points_of_the_reference_posture_have_the_bodys_lengths(model):
    body = body_from(model, "trunk")
    q = np.zeros((1, model.tree.nq))
    for k, i in enumerate(model.tree.q_start):
        q[:, i + (3 if k == 0 else 0)] = 1.0
    points = planar_points(model, *forward_kinematics(model.tree, q))
    for segment in body.segments:
        length = np.linalg.norm(points[segment.end] - points[segment.start])
        assert length == pytest.approx(segment.length)
