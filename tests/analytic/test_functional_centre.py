"""Centres of rotation of joints that turn about a known point."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.inputs.errors import InputError
from ambulo.mocap.calibration.functional_centre import fit_poses, score_centre, sphere_centre

CENTRE = np.array([-0.06, 0.09, -0.08])
CLUSTER = CENTRE + np.array(
    [[0.05, 0.08, -0.20], [-0.02, 0.09, -0.25], [0.03, 0.07, -0.30], [0.0, 0.06, -0.40]]
)


def hip_motion(frames=600):
    """Star arcs and a circle: flexion 40, abduction 25, rotation 10 degrees."""
    t = np.linspace(0, 1, frames)
    angles = np.stack(
        [25 * np.sin(6 * np.pi * t), 40 * np.sin(4 * np.pi * t + 0.7), 10 * np.sin(10 * t)], axis=1
    )
    return Rotation.from_euler("xyz", angles, degrees=True).as_matrix()


def cluster_paths(R):
    return CENTRE + np.einsum("fij,mj->fmi", R, CLUSTER - CENTRE)


@pytest.mark.parametrize("compensate", [False, True])
def test_sphere_of_exact_markers(compensate):
    centre = sphere_centre(cluster_paths(hip_motion()), compensate_bias=compensate)
    np.testing.assert_allclose(centre, CENTRE, atol=1e-9)


def test_halvorsen_takes_out_most_of_the_bias():
    """Small range, 3 mm of noise: the plain solution is drawn towards the markers."""
    R = hip_motion(2000)
    half = Rotation.from_matrix(R).as_rotvec() * 0.5
    paths = cluster_paths(Rotation.from_rotvec(half).as_matrix())
    rng = np.random.default_rng(1)
    plain, compensated = [], []
    for _ in range(10):
        noisy = paths + 0.003 * rng.normal(size=paths.shape)
        plain.append(sphere_centre(noisy, compensate_bias=False) - CENTRE)
        compensated.append(sphere_centre(noisy) - CENTRE)
    bias = np.linalg.norm(np.mean(plain, axis=0))
    assert bias > 0.002
    assert np.linalg.norm(np.mean(compensated, axis=0)) < 0.15 * bias


def test_sphere_needs_more_than_a_plane():
    turns = Rotation.from_rotvec(np.outer(np.linspace(-0.7, 0.7, 50), [0, 1, 0])).as_matrix()
    with pytest.raises(InputError, match="plane"):
        sphere_centre(CENTRE + np.einsum("fij,mj->fmi", turns, CLUSTER[:1] * [1, 0, 1]))
    with pytest.raises(InputError, match="four frames"):
        sphere_centre(np.full((10, 2, 3), np.nan))


def moving_pair(frames=400):
    """Pelvis that sways and a thigh on it, both known."""
    R_thigh = hip_motion(frames)
    t = np.linspace(0, 1, frames)
    R1 = Rotation.from_rotvec(np.stack([0.2 * np.sin(5 * t), 0.1 * t, 0.3 * t], axis=1)).as_matrix()
    p1 = np.stack([t, 0.1 * np.sin(9 * t), 1 + 0.02 * np.cos(7 * t)], axis=1)
    R2 = R1 @ R_thigh
    p2 = p1 + np.einsum("fij,j->fi", R1, CENTRE) - np.einsum("fij,j->fi", R2, [0.02, 0.01, 0.25])
    return R1, p1, R2, p2


def test_score_finds_the_centre_in_both_segments():
    c1, c2, residual = score_centre(*moving_pair())
    np.testing.assert_allclose(c1, CENTRE, atol=1e-9)
    np.testing.assert_allclose(c2, [0.02, 0.01, 0.25], atol=1e-9)
    assert residual < 1e-9


def test_score_of_a_hinge_is_refused():
    R1, p1, _, _ = moving_pair(100)
    R2 = R1 @ Rotation.from_rotvec(np.outer(np.linspace(0, 1, 100), [0, 1, 0])).as_matrix()
    p2 = p1 + np.einsum("fij,j->fi", R1, CENTRE) - np.einsum("fij,j->fi", R2, [0, 0, 0.3])
    with pytest.raises(InputError, match="second axis"):
        score_centre(R1, p1, R2, p2)


def test_score_leaves_gaps_out():
    R1, p1, R2, p2 = moving_pair()
    p2[50:90] = np.nan
    c1, _, _ = score_centre(R1, p1, R2, p2)
    np.testing.assert_allclose(c1, CENTRE, atol=1e-9)


def test_cluster_poses_turn_as_the_body_does():
    R = hip_motion(50)
    paths = cluster_paths(R)
    paths[7, 2] = np.nan
    fitted, centroid = fit_poses(paths)
    assert np.isnan(fitted[7]).all()
    seen = np.arange(50) != 7
    relative = np.einsum("fij,kj->fik", fitted[seen], fitted[0])
    expected = np.einsum("fij,kj->fik", R[seen], R[0])
    np.testing.assert_allclose(relative, expected, atol=1e-9)
    np.testing.assert_allclose(centroid[seen], paths[seen].mean(axis=1))
