"""Consistent motions: rigid, nearest, and the same however they are reached."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from tests.average_person import average_person

from ambulo.gait.consistency import consistent_motion, leg_weights
from ambulo.inputs.errors import InputError
from ambulo.math.quaternions import exp, to_matrix
from ambulo.multibody.natural.constraints import distance, forms_of, jacobian, rigid_constraints
from ambulo.multibody.natural.points import natural_body, natural_coordinates
from ambulo.multibody.natural.quadratic_constraints import project
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.placed_bodies import coordinates_of

FRAMES = 60


@pytest.fixture(scope="module")
def model():
    return average_person()


@pytest.fixture(scope="module")
def true_poses(model):
    rng = np.random.default_rng(3)
    t = np.arange(FRAMES) / 60.0
    q = np.zeros((FRAMES, model.tree.nq))
    for body in range(model.tree.nb):
        i = int(model.tree.q_start[body]) + (3 if body == 0 else 0)
        amplitude, phase = 0.5 * rng.normal(size=3), rng.uniform(0.0, 6.0, 3)
        q[:, i : i + 4] = exp(amplitude * np.sin(2 * np.pi * t[:, None] + phase))
    return forward_kinematics(model.tree, q)


def disturbed(poses, size):
    R, p = poses
    rng = np.random.default_rng(7)
    turn = to_matrix(exp(2.0 * size * rng.normal(size=p.shape)))
    return R @ turn, p + size * rng.normal(size=p.shape)


@pytest.mark.parametrize("size", [0.002, 0.01, 0.03])
def test_constraints_hold_after_few_iterations(model, true_poses, size):
    R, p = disturbed(true_poses, size)
    R_new, p_new, report = consistent_motion(model, R, p)
    assert report.constraint_norm.max() <= 1e-8
    assert report.iterations.max() <= 10
    # joints hold: the tree's own kinematics put every segment in the same place
    R_tree, p_tree = forward_kinematics(model.tree, coordinates_of(model.tree, R_new, p_new))
    np.testing.assert_allclose(R_tree, R_new, atol=1e-9)
    np.testing.assert_allclose(p_tree, p_new, atol=1e-9)
    assert np.ptp(report.before, axis=0).min() > size
    assert np.ptp(report.after, axis=0).max() < 1e-9


def test_what_is_consistent_stays(model, true_poses):
    R, p, report = consistent_motion(model, *true_poses)
    np.testing.assert_allclose(p, true_poses[1], atol=1e-12)
    np.testing.assert_allclose(R, true_poses[0], atol=1e-12)
    assert report.moved.max() < 1e-12


def test_the_gradient_vanishes_along_all_that_the_constraints_allow(model, true_poses):
    """At the minimum W (x - x0) is a combination of the constraints' gradients."""
    body = natural_body(model.tree, model.segments, model.joints)
    R, p = disturbed(true_poses, 0.01)
    R_new, p_new, _ = consistent_motion(model, R, p)
    x0, x = natural_coordinates(body, R, p), natural_coordinates(body, R_new, p_new)
    pull = (leg_weights(body)[:, None] * (x - x0)).reshape(FRAMES, -1)
    _, J = jacobian(rigid_constraints(body).forms, x)
    for gradient, rows in zip(pull[::10], J[::10], strict=True):
        multiplier = np.linalg.lstsq(rows.T, gradient, rcond=None)[0]
        assert np.abs(gradient - rows.T @ multiplier).max() <= 1e-6 * np.abs(gradient).max()


def test_a_triangle_is_projected_as_a_general_minimiser_does():
    forms = forms_of([distance(0, 1, 1.0), distance(1, 2, 0.8), distance(0, 2, 0.9)], 2)
    target = np.array([[[0.0, 0.1], [1.1, 0.0], [0.4, 0.9]]])
    weight = np.array([1.0, 10.0, 3.0])
    x, steps, norm = project(forms, weight, target, target, 1e9, 1e-10, 20)
    assert norm.max() < 1e-12
    assert steps.max() <= 8
    found = minimize(
        lambda y: 0.5 * np.sum(weight[:, None] * (y.reshape(3, 2) - target[0]) ** 2),
        target.ravel(),
        constraints={"type": "eq", "fun": lambda y: jacobian(forms, y.reshape(1, 3, 2))[0][0]},
        method="SLSQP",
        options={"ftol": 1e-14},
    )
    np.testing.assert_allclose(x.ravel(), found.x, atol=1e-6)


def test_heavier_points_move_less(model, true_poses):
    R, p = disturbed(true_poses, 0.01)
    _, _, plain = consistent_motion(model, R, p)
    _, _, heavy = consistent_motion(model, R, p, {"left_shoulder": 1e4})
    k = plain.points.index("left_shoulder")
    assert heavy.moved[:, k].mean() < 0.2 * plain.moved[:, k].mean()
    legs, arms = plain.points.index("left_knee"), plain.points.index("left_elbow")
    assert plain.moved[:, legs].mean() < plain.moved[:, arms].mean()


def test_points_of_the_legs_count_a_hundred_times(model):
    """Pamies-Vila (2012), section 4.3.1: Wii = 100 in the lower body, 1 in the upper."""
    body = natural_body(model.tree, model.segments, model.joints)
    found = dict(zip(body.names, leg_weights(body), strict=True))
    for side in ("left", "right"):
        for joint in ("hip", "knee", "ankle", "metatarsal"):
            assert found[f"{side}_{joint}"] == 100.0
        for joint in ("shoulder", "elbow", "wrist"):
            assert found[f"{side}_{joint}"] == 1.0
    assert found["lumbar"] == found["neck"] == 1.0
    assert {w for w, vector in zip(found.values(), body.is_vector, strict=True) if vector} == {1.0}


def test_a_leg_out_of_place_draws_the_pelvis_by_a_hundredth(model, true_poses):
    """One hip and the lumbar joint pulled apart meet where the weights balance.

    Along a rigid distance d = w_1 x_1 = w_2 x_2: of 10 mm the point with a hundred times the
    weight gives way by a hundredth of the other. The pelvis may turn, which takes up a part; with
    equal weights it would be about half.
    """
    R, p = (x.copy() for x in true_poses)
    thigh, torso = model.segments.index("left_thigh"), model.segments.index("torso")
    apart = p[:, torso] - p[:, thigh]
    p[:, torso] += 0.01 * apart / np.linalg.norm(apart, axis=1, keepdims=True)
    _, _, report = consistent_motion(model, R, p)
    hip, lumbar = (report.points.index(name) for name in ("left_hip", "lumbar"))
    ratio = report.moved[:, hip] / report.moved[:, lumbar]
    assert ratio.max() < 0.03


def test_weights_are_checked(model, true_poses):
    with pytest.raises(InputError, match="left_ankel"):
        consistent_motion(model, *true_poses, {"left_ankel": 2.0})
    with pytest.raises(InputError, match="left_ankle = 0"):
        consistent_motion(model, *true_poses, {"left_ankle": 0.0})


def test_frames_that_were_not_seen_stay_unknown(model, true_poses):
    R, p = (x.copy() for x in true_poses)
    p[5, 4] = np.nan
    R_new, p_new, report = consistent_motion(model, R, p)
    assert np.isnan(p_new[5]).any()
    assert np.isfinite(np.delete(p_new, 5, axis=0)).all()
    assert np.isfinite(np.delete(R_new, 5, axis=0)).all()
    assert np.isnan(report.constraint_norm[5])
