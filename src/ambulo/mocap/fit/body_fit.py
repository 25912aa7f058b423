"""A body's geometry, the places of its markers and its postures, fitted together.

The unknowns are constants c and the coordinates q_f of chosen frames. The constants are the joints
in their parents' frames, turns of some joints about the segment above, and the places of the
markers. With x_k the model's marker and y_k the measured marker,

    min  1/2 sum_f u_f ( sum_k |y_fk - x_k(q_f, c)|^2 / s_k^2 + |difference(q_0, q_f)|^2 / a^2 )
         + 1/2 |A c - b|^2

Rows of A and b are prior knowledge of the body, each divided by its standard deviation. Errors from
skin are similar in neighbouring frames. So the weights u_f of a movement add up to the number of
independent frames. The posture of a person is common to all frames. Therefore 1 / a^2 is divided by
the sum of the u_f. Only the constants couple the frames (bundle adjustment: Triggs et al. 2000).
Each step first fits all q_f to the constants with `fit_markers`. Then it fits the constants to the
remaining misfit, while the q_f follow them:

    S dc = sum_f J_c^T W r - A^T (A c - b),   S = sum_f (H_cc - H_cq H_qq^-1 H_qc) + A^T A

(variable projection: Golub & Pereyra 1973; Kaufman 1975). S^-1 is the covariance of the constants.
A centre between two clusters that turn relative to each other (Ehrig et al. 2006, 2007: SCoRE,
SARA) is a solution of the same equations, within the limits of the posture's standard deviation a.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.vector_arrays import cross_matrix
from ambulo.mocap.fit.fit_kernel import fit_markers
from ambulo.multibody.tree.configuration import difference
from ambulo.multibody.tree.kinematics import forward_kinematics, point_jacobians
from ambulo.multibody.tree.tree import JointType, Tree

_STEPS, _HALVINGS = 20, 8
_SETTLED = 0.05
"""Of a constant's standard deviation: a smaller step is none."""


@dataclass(frozen=True, eq=False)
class Known:
    """Prior knowledge of a body.

    Args:
        tree: its bodies; a root, and joints whose places are constants.
        turned: bodies whose joint frame is turned about the parent's z, each a constant.
        on: (n,) bodies of the points, with and without markers.
        A, b: (rows, constants) and (rows,), each divided by its standard deviation. The constants
            are the joints except the root (3 each), the turns, the points (3 each), and constants
            that only occur in rows.
        error: (n,) m, error of the points' markers along each axis.
        posture: (nv,) standard deviations from `rest` (nq,), rad or m; inf where nothing is known.
    """

    tree: Tree
    turned: Sequence[int]
    on: IntArray
    A: FloatArray
    b: FloatArray
    error: FloatArray
    posture: FloatArray
    rest: FloatArray

    @property
    def stray(self) -> FloatArray:
        """Weights (nv,) of `posture` in the fit."""
        return np.where(np.isinf(self.posture), 0.0, self.posture**-2.0)

    @property
    def before_points(self) -> int:
        """Number of constants before those of the points."""
        return 3 * (self.tree.nb - 1) + len(self.turned)

    def geometry(self, c: FloatArray) -> tuple[Tree, FloatArray]:
        """The tree, and the points (n, 3) m on it, for given constants."""
        joints = 3 * (self.tree.nb - 1)
        p_PJ, R_PJ = self.tree.p_PJ.copy(), self.tree.R_PJ.copy()
        p_PJ[1:] = c[:joints].reshape(-1, 3)
        for body, t in zip(self.turned, c[joints : self.before_points], strict=True):
            cos, sin = np.cos(t), np.sin(t)
            R_PJ[body] = [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]
        points = c[self.before_points :][: 3 * len(self.on)].reshape(-1, 3)
        return replace(self.tree, p_PJ=p_PJ, R_PJ=R_PJ), points


@dataclass(frozen=True, eq=False)
class BodyFit:
    """A body that was found by the fit.

    Args:
        tree, points: its geometry, and the points (n, 3) m.
        q: (frames, nq) postures in the chosen frames.
        constants, covariance: (c,) and (c, c), as `Known` has them.
        follow: (frames, nv, c) change of the coordinates with the constants.
        cost: twice the minimised sum.
        misfit: root mean square of the markers' distances, divided by their errors.
        steps: number of steps; settled: whether the last step was small.
    """

    tree: Tree
    points: FloatArray
    q: FloatArray
    constants: FloatArray
    covariance: FloatArray
    follow: FloatArray
    cost: float
    misfit: float
    steps: int
    settled: bool


def fit_body(
    known: Known,
    start: FloatArray,
    markers: FloatArray,
    shares: FloatArray,
    q_start: FloatArray,
    most: int = _STEPS,
) -> BodyFit:
    """The most likely body and its covariance.

    Args:
        known: prior knowledge.
        start: (constants,) initial constants.
        markers: (frames, n, 3) m, markers of the points; NaN where not seen.
        shares: (frames,) u_f, number of independent frames for which each frame counts.
        q_start: (frames, nq) initial postures.
        most: largest number of steps.
    """
    c = start.copy()
    prior = known.stray / shares.sum()
    seen = np.isfinite(markers).all(axis=2)
    weight = seen / known.error**2

    def at(c: FloatArray, q: FloatArray) -> tuple[float, FloatArray, FloatArray]:
        tree, points = known.geometry(c)
        q, residual, _, _ = fit_markers(
            tree, known.on, points, weight, markers, q, prior, known.rest, max_iterations=30
        )
        away = difference(tree, np.broadcast_to(known.rest, q.shape), q)
        each = np.nansum(weight * residual**2, axis=1) + away**2 @ prior
        rows = known.A @ c - known.b
        return float(shares @ each + rows @ rows), q, residual

    cost, q, residual = at(c, q_start)
    steps, settled = 0, False
    while True:
        S, g, follow = _reduced(known, c, q, markers, shares)
        if settled or steps == most:
            break
        steps += 1
        step = np.linalg.solve(S, g)
        for _ in range(_HALVINGS):
            again = at(c + step, q)
            if again[0] <= cost:
                c = c + step
                cost, q, residual = again
                break
            step = 0.5 * step
        settled = bool((np.abs(step) < _SETTLED * np.sqrt(np.diag(np.linalg.inv(S)))).all())
    misfit = float(np.sqrt(np.nansum(weight * residual**2) / (3 * seen.sum())))
    covariance = np.asarray(np.linalg.inv(S))
    return BodyFit(*known.geometry(c), q, c, covariance, follow, cost, misfit, steps, settled)


def sure_with(
    known: Known, fit: BodyFit, markers: FloatArray, shares: FloatArray, point: int | None = None
) -> BodyFit:
    """Uncertainty of the same body with other weights of the frames or with one more marker.

    Args:
        known, markers: those of the fit.
        shares: (frames,) number of independent frames for which each frame counts.
        point: a point without a marker, treated as if it had one.
    """
    seen = markers.copy()
    if point is not None:
        R, p = forward_kinematics(fit.tree, fit.q)
        body = known.on[point]
        seen[:, point] = p[:, body] + R[:, body] @ fit.points[point]
    S, _, follow = _reduced(known, fit.constants, fit.q, seen, shares)
    return replace(fit, covariance=np.asarray(np.linalg.inv(S)), follow=follow)


def joint_covariances(fit: BodyFit, shares: FloatArray) -> FloatArray:
    """Covariance (nb, 3, 3) m^2 of each joint's place relative to the markers, in the root's axes.

    A joint moves with the constants and with the postures that follow them. The mean over the
    frames is used. The root's covariance is that of its origin.
    """
    tree = fit.tree
    R, _ = forward_kinematics(tree, fit.q)
    every = np.arange(tree.nb)
    moves = point_jacobians(tree, fit.q, every, np.zeros((tree.nb, 3))) @ fit.follow[:, None]
    lineage = _lineage(tree)
    for body in range(1, tree.nb):
        own = slice(3 * (body - 1), 3 * body)
        moves[..., own] += lineage[:, body, None, None] * R[:, None, tree.parent[body]]
    mean = np.einsum("f,fji,fnjc->nic", shares / shares.sum(), R[:, 0], moves)
    return np.asarray(mean @ fit.covariance @ mean.swapaxes(1, 2))


def points_covariance(
    known: Known, fit: BodyFit, shares: FloatArray, weight: FloatArray
) -> FloatArray:
    """Covariance (3, 3) m^2 of the sum of points times weight (n,), relative to the markers.

    All points with a weight are on one body, whose axes are used.
    """
    tree, weighed = fit.tree, np.flatnonzero(weight).tolist()
    body = known.on[weighed[0]]
    R = forward_kinematics(tree, fit.q)[0]
    of_each = point_jacobians(tree, fit.q, known.on, fit.points) @ fit.follow[:, None]
    moves = np.einsum("n,fnic->fic", weight, of_each)
    for above in np.flatnonzero(_lineage(tree)[body])[1:].tolist():
        own = slice(3 * (above - 1), 3 * above)
        moves[..., own] += weight.sum() * R[:, tree.parent[above]]
    for k in weighed:
        first = known.before_points + 3 * k
        moves[..., first : first + 3] += weight[k] * R[:, body]
    mean = np.einsum("f,fji,fjc->ic", shares / shares.sum(), R[:, body], moves)
    return np.asarray(mean @ fit.covariance @ mean.T)


def _reduced(
    known: Known, c: FloatArray, q: FloatArray, markers: FloatArray, shares: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """S and the right-hand side for the constants, and how q follows them (frames, nv, c)."""
    prior = known.stray / shares.sum()
    (tree, points), on, nv = known.geometry(c), known.on, len(prior)
    frames, n = markers.shape[:2]
    R, p = forward_kinematics(tree, q)
    x = p[:, on] + np.einsum("fnij,nj->fni", R[:, on], points)
    back = R[:, on].swapaxes(2, 3)
    moves = [point_jacobians(tree, q, on, points)]
    lineage = _lineage(tree)
    for body in range(1, tree.nb):
        carries = lineage[on, body]
        moves.append(carries[:, None, None] * R[:, None, tree.parent[body]])
    for body in known.turned:
        axis = R[:, tree.parent[body], :, 2]
        turn = np.cross(axis[:, None], x - p[:, None, body])
        moves.append((lineage[on, body][:, None] * turn)[..., None])
    # in the frames of the markers' bodies, where a marker moves as its place does
    J = np.concatenate([np.broadcast_to(m, (frames, n, 3, m.shape[3])) for m in moves], axis=3)
    J = (back @ J).reshape(frames, 3 * n, -1)
    r = np.einsum("fnij,fnj->fni", back, np.nan_to_num(markers - x)).reshape(frames, -1)
    seen = np.isfinite(markers).all(axis=2)
    W = np.repeat(shares[:, None] * seen / known.error**2, 3, axis=1)
    JW = (J * W[..., None]).swapaxes(1, 2)
    M, g = JW @ J, np.einsum("fdk,fk->fd", JW, r)
    d, last = known.before_points, known.before_points + 3 * n
    away = _log_rates(tree, difference(tree, np.broadcast_to(known.rest, q.shape), q))
    H_qq = M[:, :nv, :nv] + shares[:, None, None] * (away.swapaxes(1, 2) * prior) @ away
    H_qq += 1e-9 * np.trace(H_qq, axis1=1, axis2=2)[:, None, None] / nv * np.eye(nv)
    H_qc = np.zeros((frames, nv, len(c)))
    H_qc[..., :d], H_qc[..., d:last] = M[:, :nv, nv:], JW[:, :nv]
    follow = -np.linalg.solve(H_qq, H_qc)
    S = known.A.T @ known.A
    S[:d, :d] += M[:, nv:, nv:].sum(axis=0)
    S[:d, d:last] += JW[:, nv:].sum(axis=0)
    S[d:last, :d] = S[:d, d:last].T
    S[np.arange(d, last), np.arange(d, last)] += W.sum(axis=0)
    S += H_qc.reshape(-1, len(c)).T @ follow.reshape(-1, len(c))
    right = -known.A.T @ (known.A @ c - known.b)
    right[:d] += g[:, nv:].sum(axis=0)
    right[d:last] += (W * r).sum(axis=0)
    return S, right, follow


def _log_rates(tree: Tree, away: FloatArray) -> FloatArray:
    """How `difference` (frames, nv) changes with the posture, (frames, nv, nv).

    Of a rotation vector d that is J_r^-1 = 1 + [d]/2 + (1/t^2 - cot(t/2)/2t) [d]^2, t = |d|
    (Chirikjian 2011, eq. 10.86).
    """
    found = np.tile(np.eye(away.shape[1]), (len(away), 1, 1))
    for joint, k in zip(tree.joint.tolist(), tree.v_start.tolist(), strict=True):
        first = k + 3 if joint == JointType.FREE else k
        d = cross_matrix(away[:, first : first + 3])
        t = np.maximum(np.linalg.norm(away[:, first : first + 3], axis=1), 1e-3)
        factor = 1.0 / t**2 - 0.5 / (t * np.tan(0.5 * t))
        found[:, first : first + 3, first : first + 3] += 0.5 * d + factor[:, None, None] * d @ d
    return found


def _lineage(tree: Tree) -> FloatArray:
    """(nb, nb): 1 where the second body carries the first, or is it."""
    found = np.eye(tree.nb)
    for body in range(tree.nb):
        if tree.parent[body] >= 0:
            found[body] += found[tree.parent[body]]
    return found
