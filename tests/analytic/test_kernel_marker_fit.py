"""The marker fit: exact markers, the optimum by another solver, gaps, priors, noise."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import least_squares
from tests.sample_trees import tree_of

from ambulo.mocap.fit.fit_kernel import LiveFit, fit_markers
from ambulo.mocap.fit.marker_fit import marker_response
from ambulo.multibody.tree.configuration import difference, integrate, neutral
from ambulo.multibody.tree.kinematics import forward_kinematics, jacobian, point_jacobians
from ambulo.multibody.tree.tree import JointType

FREE, BALL, HINGE, FIXED = JointType.FREE, JointType.BALL, JointType.HINGE, JointType.FIXED


class Case:
    """A trunk with two limbs, three or four markers a body, moving smoothly."""

    def __init__(self, frames=40, seed=2):
        self.rng = rng = np.random.default_rng(seed)
        joints = [FREE, BALL, HINGE, BALL, BALL, FIXED, HINGE]
        self.tree = tree = tree_of([-1, 0, 1, 2, 0, 4, 5], joints, rng)
        self.body = np.sort(np.concatenate([np.repeat(np.arange(7), 3), [0, 3]]))
        self.local = rng.normal(scale=0.15, size=(len(self.body), 3))
        self.weight = rng.uniform(0.5, 2.0, size=len(self.body))
        t = np.arange(frames)[:, None] / 100.0
        phase, amplitude = rng.uniform(0, 6, tree.nv), rng.uniform(0.2, 0.7, tree.nv)
        self.q = integrate(tree, neutral(tree), amplitude * np.sin(8.0 * t + phase))
        self.q[:, 0] += 1.3 * t[:, 0]
        self.markers = self.place(self.q)
        self.none = np.zeros(tree.nv)

    def place(self, q):
        R, p = forward_kinematics(self.tree, q)
        return p[:, self.body] + np.einsum("fkij,kj->fki", R[:, self.body], self.local)

    def fit(self, markers, prior=None, q_prior=None, start=None, **options):
        return fit_markers(
            self.tree, self.body, self.local, self.weight, markers,
            neutral(self.tree) if start is None else start,
            self.none if prior is None else prior,
            neutral(self.tree) if q_prior is None else q_prior,
            **options,
        )  # fmt: skip

    def away(self, q, from_q=None):
        return np.abs(difference(self.tree, self.q if from_q is None else from_q, q))

    def gradient(self, q, markers, prior, q_prior):
        """J^T W r - prior, marker by marker and by differences: nothing shared with the kernel."""
        out = np.zeros((len(q), self.tree.nv))
        r = markers - self.place(q)
        for k, b in enumerate(self.body):
            J = jacobian(self.tree, q, int(b), self.local[k])[:, 3:]
            out += np.einsum("fid,fi->fd", J, self.weight[k] * np.nan_to_num(r[:, k]))
        h = 1e-5

        def pull(moved):
            return 0.5 * np.sum(prior * difference(self.tree, q_prior, moved) ** 2, axis=1)

        for d in range(self.tree.nv):
            e = np.zeros(self.tree.nv)
            e[d] = h
            ahead, behind = (pull(integrate(self.tree, q, x)) for x in (e, -e))
            out[:, d] -= (ahead - behind) / (2 * h)
        return out


@pytest.fixture
def case():
    return Case()


def test_exact_markers_give_the_motion_back(case):
    q, residual, iterations, converged = case.fit(case.markers, tolerance=1e-9)
    assert converged.all()
    assert case.away(q).max() < 1e-9
    assert residual.max() < 1e-9
    assert np.median(iterations) <= 5


def test_quaternions_keep_their_sign_from_frame_to_frame(case):
    spun = case.q.copy()
    turns = np.linspace(0.0, 3.0 * np.pi, len(spun))
    spun[:, 3:7] = np.stack([np.cos(turns), 0 * turns, 0 * turns, np.sin(turns)], axis=1)
    q, _, _, converged = case.fit(case.place(spun))
    assert converged.all()
    assert np.all(np.sum(q[1:, 3:7] * q[:-1, 3:7], axis=1) > 0.9)
    assert case.away(q, spun).max() < 1e-8


@pytest.mark.parametrize("heading", [0.5, 2.0, np.pi, -2.5])
def test_the_first_frame_is_found_from_any_heading(case, heading):
    """The start posture faces X; the subject may walk any way, from far off."""
    turn = np.array([np.cos(heading / 2), 0.0, 0.0, np.sin(heading / 2)])
    q = case.q.copy()
    c, s = np.cos(heading), np.sin(heading)
    R_Z = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    markers = case.markers @ R_Z.T + [4.0, -7.0, 1.0]
    fitted, _, _, converged = case.fit(markers)
    assert converged.all()
    assert np.abs(case.place(fitted) - markers).max() < 1e-8
    assert abs(turn @ turn - 1.0) < 1e-15
    assert case.away(fitted, q)[:, 6:].max() < 1e-8  # joints do not care about the heading


def test_noisy_optimum_is_the_one_scipy_finds(case):
    noisy = case.markers[:4] + case.rng.normal(scale=0.01, size=case.markers[:4].shape)
    noisy[1, 5] = np.nan
    prior = np.full(case.tree.nv, 3e-3)
    prior[7] = 0.5  # unequal within a ball joint, so that the rotation vector's rate matters
    q_prior = integrate(case.tree, neutral(case.tree), 0.3 * case.rng.normal(size=case.tree.nv))
    q, residual, _, converged = case.fit(noisy, prior, q_prior, tolerance=1e-10)
    assert converged.all()
    assert np.abs(case.gradient(q, noisy, prior, q_prior)).max() < 1e-8
    for f in range(4):

        def errors(dv, f=f):
            moved = integrate(case.tree, q[f], dv)
            r = np.sqrt(case.weight)[:, None] * (noisy[f] - case.place(moved[None])[0])
            return np.concatenate(
                [np.nan_to_num(r).ravel(), np.sqrt(prior) * difference(case.tree, q_prior, moved)]
            )

        start = 0.05 * case.rng.normal(size=case.tree.nv)
        other = least_squares(errors, start, xtol=1e-12, ftol=1e-14, gtol=1e-12)
        assert other.cost == pytest.approx(0.5 * np.sum(errors(case.none) ** 2), rel=1e-9)
        assert np.abs(other.x).max() < 1e-5
    placed = np.linalg.norm(noisy - case.place(q), axis=2)
    np.testing.assert_allclose(residual, placed, atol=1e-12)
    assert np.array_equal(np.isnan(residual), np.isnan(noisy).any(axis=2))


def test_large_residuals_converge_to_a_stationary_point(case):
    """Gauss-Newton alone is slow or cycles where residuals are as large as the lever arms."""
    noisy = case.markers[:10] + case.rng.normal(scale=0.08, size=case.markers[:10].shape)
    q, _, _, converged = case.fit(noisy, max_iterations=200)
    assert converged.all()
    gradient = case.gradient(q, noisy, case.none, neutral(case.tree))
    assert np.abs(gradient).max() < 1e-6


def test_a_damped_step_is_not_taken_for_newtons():
    """A step of 1000 tolerances leaves its square, a damped one a share of itself: here 19."""
    case = Case(seed=4)
    noisy = case.markers + case.rng.normal(scale=0.2, size=case.markers.shape)
    tolerance = 1e-5
    q, _, _, converged = case.fit(noisy, max_iterations=300, tolerance=tolerance)
    best, _, _, settled = case.fit(noisy, max_iterations=300, tolerance=1e-11)
    assert converged.all()
    assert settled.all()
    away = case.away(q, best).max(axis=1)
    same = away < 0.01  # of several optima
    assert same.mean() > 0.9
    assert away[same].max() < 8.0 * tolerance


def test_weights_pull_the_fit(case):
    pulled = case.markers[:1].copy()
    pulled[0, 4] += [0.0, 0.0, 0.05]
    _, even, _, _ = case.fit(pulled)
    case.weight[4] = 1e4
    _, heavy, _, _ = case.fit(pulled)
    assert heavy[0, 4] < 0.01 * even[0, 4]
    case.weight[4] = 0.0
    q, ignored, _, _ = case.fit(pulled)
    assert ignored[0, 4] == pytest.approx(0.05)
    assert case.away(q, case.q[:1]).max() < 1e-7


def test_a_gap_in_some_markers_does_not_move_an_exact_fit(case):
    holed = case.markers.copy()
    holed[10:20, 3:5] = np.nan
    holed[15:, 1, 2] = np.nan  # one coordinate missing is a marker missing
    q, residual, _, converged = case.fit(holed)
    assert converged.all()
    assert case.away(q).max() < 1e-8
    assert np.array_equal(np.isnan(residual), np.isnan(holed).any(axis=2))


def test_the_fit_spreads_from_the_frame_that_shows_most(case):
    """Backwards too each frame starts beside a fitted one: as few steps as forwards."""
    holed = case.markers.copy()
    holed[:25, 3] = np.nan
    q, _, iterations, converged = case.fit(holed)
    assert converged.all()
    assert case.away(q).max() < 1e-8
    assert iterations[:24].max() <= 5


def test_a_frame_without_markers_is_nan_and_the_next_one_recovers(case):
    holed = case.markers.copy()
    holed[12:20] = np.nan
    q, residual, iterations, converged = case.fit(holed)
    gone = np.zeros(len(holed), dtype=bool)
    gone[12:20] = True
    assert np.isnan(q[gone]).all()
    assert np.isnan(residual[gone]).all()
    assert not converged[gone].any()
    assert not iterations[gone].any()
    assert converged[~gone].all()
    assert case.away(q[~gone], case.q[~gone]).max() < 1e-8


def test_an_unseen_limb_goes_to_the_prior_and_stays_there(case):
    holed = case.markers.copy()
    limb = np.isin(case.body, [4, 5, 6])
    holed[:, limb] = np.nan
    rest = integrate(case.tree, neutral(case.tree), np.full(case.tree.nv, 0.2))
    q, _, _, converged = case.fit(holed, np.full(case.tree.nv, 1e-9), rest)
    assert converged.all()
    dofs = slice(case.tree.v_start[4], None)
    assert case.away(q, rest)[:, dofs].max() < 1e-5
    assert case.away(q)[:, : dofs.start].max() < 1e-6


def test_without_prior_an_undetermined_joint_keeps_its_start(case):
    holed = case.markers.copy()
    holed[:, np.isin(case.body, [4, 5, 6])] = np.nan
    start = integrate(case.tree, neutral(case.tree), np.full(case.tree.nv, 0.15))
    q, _, _, converged = case.fit(holed, start=start)
    assert converged.all()
    dofs = slice(case.tree.v_start[4], None)
    assert case.away(q, start)[:, dofs].max() < 1e-6


def test_no_frame_with_a_marker(case):
    q, residual, _, converged = case.fit(np.full_like(case.markers, np.nan))
    assert np.isnan(q).all()
    assert np.isnan(residual).all()
    assert not converged.any()


def test_inputs_that_do_not_fit_are_refused(case):
    with pytest.raises(ValueError, match="marker bodies"):
        case.fit(case.markers[:, :-1])
    with pytest.raises(ValueError, match="q_start"):
        case.fit(case.markers, start=np.zeros(3))
    with pytest.raises(ValueError, match="prior_weight"):
        case.fit(case.markers, prior=np.zeros(3))
    with pytest.raises(ValueError, match="negative"):
        case.fit(case.markers, prior=np.full(case.tree.nv, -1.0))
    case.weight[0] = -1.0
    with pytest.raises(ValueError, match="negative"):
        case.fit(case.markers)
    case.weight[0] = 1.0
    case.body[0] = 7
    with pytest.raises(ValueError, match="outside"):
        case.fit(case.markers)


def live(case, q_start, **options):
    given = (case.tree, case.body, case.local, case.weight)
    return LiveFit(*given, q_start, case.none, neutral(case.tree), **options)


def test_a_stream_is_fitted_as_the_trial_is_to_the_bit(case):
    """Through frames without a marker, and through those that do not converge."""
    holed = case.markers + case.rng.normal(scale=0.02, size=case.markers.shape)
    holed[5:9, 3:5] = np.nan
    holed[12:15] = np.nan
    holed[20] += case.rng.normal(scale=0.5, size=holed[20].shape)
    whole = case.fit(holed, max_iterations=8)
    assert not whole[3].all()
    assert (~whole[3]).sum() < 10
    stream = live(case, neutral(case.tree), max_iterations=8)
    for f, markers in enumerate(holed):
        for found, expected in zip(stream.step(markers), whole, strict=True):
            np.testing.assert_array_equal(found, expected[f])


def test_a_stream_waits_for_the_first_frame_with_markers(case):
    """And finds it, however the subject stands; what it gave stays as it was."""
    stream = live(case, neutral(case.tree))
    q, residual, iterations, converged = stream.step(np.full_like(case.markers[0], np.nan))
    assert np.isnan(q).all()
    assert np.isnan(residual).all()
    assert (iterations, converged) == (0, False)
    first = stream.step(case.markers[0] @ np.diag([-1.0, -1.0, 1.0]))[0]
    kept = first.copy()
    stream.step(case.markers[1] @ np.diag([-1.0, -1.0, 1.0]))
    np.testing.assert_array_equal(first, kept)
    assert case.away(first[np.newaxis], case.q[:1])[:, 6:].max() < 1e-8


def test_a_stream_refuses_other_shapes(case):
    with pytest.raises(ValueError, match="markers"):
        live(case, neutral(case.tree)).step(case.markers)
    with pytest.raises(ValueError, match="q_start"):
        live(case, case.q)
    case.weight = np.ones((3, len(case.body)))
    with pytest.raises(ValueError, match="weight"):
        live(case, neutral(case.tree))


def test_small_changes_are_followed_as_the_fit_follows_them(case):
    # one posture, which the prior wants too; joints without enough weight are held by it alone
    rng = np.random.default_rng(5)
    q, markers = case.q[7], case.markers[7:8]
    prior = rng.uniform(0.0, 0.2, case.tree.nv)
    change = rng.normal(size=markers.shape)
    h = 1e-5
    ahead, behind = (
        case.place(case.fit(markers + x * change, prior, q, q, tolerance=1e-11)[0]) for x in (h, -h)
    )
    J = point_jacobians(case.tree, q[np.newaxis], case.body, case.local)
    moved = np.einsum("fdki,fki->fd", marker_response(J, case.weight, prior), change)
    found = np.einsum("fkid,fd->fki", J, moved)
    np.testing.assert_allclose(found, (ahead - behind) / (2 * h), atol=2e-5)
    assert np.abs(found).max() > 0.3


def test_the_last_steps_are_newtons_far_from_the_prior_too():
    """Each error is about the square of the one before: the matrix is the true second derivative.

    One marker leaves a limb's turn about it to a prior that is a radian and more away.
    """
    tree = tree_of([-1, 0], [FREE, BALL], np.random.default_rng(7))
    body = np.array([0, 0, 0, 0, 1])
    local = np.array([[0.2, 0, 0], [0, 0.2, 0], [0, 0, 0.2], [-0.1, 0.1, 0], [0.1, 0.05, 0.3]])
    q = integrate(tree, neutral(tree), np.array([[0.1] * 6 + [1.7, -1.4, 0.5]] * 2))
    R, p = forward_kinematics(tree, q)
    markers = p[:, body] + np.einsum("fkij,kj->fki", R[:, body], local)
    # what no posture fits
    markers[1, :, 0] += [0.05, -0.02, 0.03, 0.0, 0.12]
    weak = np.array([0.0] * 6 + [0.02, 0.01, 0.03])

    def fitted(**options):
        found = fit_markers(
            tree, body, local, np.ones(5), markers, q[0], weak, neutral(tree), **options
        )
        return found[0][1]

    optimum = fitted(tolerance=1e-14)
    assert np.linalg.norm(difference(tree, neutral(tree), optimum)[6:]) > 1.0
    errors = [
        np.abs(optimum - fitted(max_iterations=most, tolerance=1e-15)).max() for most in range(1, 8)
    ]
    assert errors[0] > 1e-4
    for before, after in pairwise(errors):
        assert after < 20.0 * before**2 + 1e-14
