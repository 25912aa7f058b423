"""Weighted least-squares fit of a tree to the marker trajectories of a trial, in one compiled call.

Minimise 1/2 sum_k w_k |m_k - p_k(q)|^2 + 1/2 sum_d c_d difference(q_prior, q)_d^2 in each frame (Lu
& O'Connor 1999), by Newton steps q + dv, (J^T W J + C - curvature) dv = J^T W r. If markers are
seen as point masses w_k, J^T W J is their mass matrix. It is assembled without J, from composite
moments (mass, first and second moment about one point) that are summed from the leaves to the root.
It is solved along the tree. The curvature of the markers' paths needs one more moment, w rho r^T.
It reduces a fit with residuals of a centimetre from twenty steps to six. If the curvature makes the
matrix indefinite or a step fails, Gauss-Newton steps with Levenberg's damping are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.compilation import compiled
from ambulo.math.entries import vector_at
from ambulo.math.quaternions import from_matrix
from ambulo.math.vector_arrays import nearest_rotation
from ambulo.math.vectors import dot, subtract
from ambulo.mocap.fit.marker_equations import (
    add_prior,
    assemble,
    damped_step,
    misfit,
    subtract_curvature,
)
from ambulo.multibody.tree.configuration import difference_one, integrate_one
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.packing import Records, pack, whole
from ambulo.multibody.tree.tree import JointType, Tree

# of the cost: a smaller rise is rounding, and no reason to turn back
_RISE = 1e-12
_FIRST_DAMPING = 1e-4
_START_ITERATIONS = 300
# of the tolerance: Newton's next step is the square of such a one
_NEWTON = 1e3


class Fit(NamedTuple):
    """Coordinates q (frames, nq), residual (frames, nm) [m], iterations and converged (frames,)."""

    q: FloatArray
    residual: FloatArray
    iterations: IntArray
    converged: BoolArray


class _Problem(NamedTuple):
    """The tree's records, its markers with what was measured, and the prior, of all frames."""

    bodies: Records
    dofs: Records
    chain: IntArray
    marker_body: IntArray
    marker_local: FloatArray
    weight: FloatArray
    markers: FloatArray
    prior: FloatArray
    q_prior: FloatArray


def fit_markers(
    tree: Tree,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    markers: FloatArray,
    q_start: FloatArray,
    prior_weight: FloatArray,
    q_prior: FloatArray,
    *,
    max_iterations: int = 50,
    tolerance: float = 1e-8,
) -> Fit:
    """Coordinates that bring a tree's markers closest to measured ones, in every frame.

    The fit begins at the frame whose seen markers have the largest weight. It starts from
    `q_start`, or from `q_start` with its free roots placed rigidly on the markers, whichever is
    better. From there it continues to both ends. Each frame starts from the last two frames that
    converged, so that quaternions keep their sign. A direction that neither markers nor prior
    determine keeps its start value.

    Args:
        tree: bodies, without the axis of models.
        marker_body: (nm,) body that carries the marker.
        marker_local: (nm, 3) m, in that body's frame.
        weight: (nm,) or (frames, nm) >= 0.
        markers: (frames, nm, 3) m, world frame; NaN where a marker is not seen.
        q_start: (nq,) first guess; or (frames, nq), a separate start for each frame.
        prior_weight: (nv,) weight of difference(q_prior, q), per rad^2 (or m^2), >= 0.
        q_prior: (nq,) or (frames, nq) posture that the prior pulls to.
        max_iterations: per frame; the first frame may take 300.
        tolerance: a frame has converged when its last step is below this in every component [m,
            rad]. With the true second derivative, a thousand times the tolerance is enough, because
            the next step is about the square of this step.

    Returns:
        q (frames, nq); residual (frames, nm) [m], distance from model to marker, NaN if not seen;
        iterations (frames,); converged (frames,). In a frame without any marker q is NaN.

    Raises:
        ValueError: shapes do not fit each other, or a weight is negative.
    """
    markers, marker_local, weight = _checked(tree, marker_body, marker_local, weight, markers)
    frames = len(markers)
    if np.shape(q_start) not in ((tree.nq,), (frames, tree.nq)):
        raise ValueError(f"q_start has shape {np.shape(q_start)}, not ({tree.nq},)")
    prior = _prior(tree, prior_weight)
    q_prior = whole(np.broadcast_to(q_prior, (frames, tree.nq)))
    on = np.array(marker_body, dtype=np.int64)
    seen = ~np.isnan(markers).any(axis=2)
    seen_weight = (seen * weight).sum(axis=1)
    if frames == 0 or not np.any(seen_weight > 0.0):
        return _nothing_found(frames, tree.nq, len(on))
    problem = _problem(tree, on, marker_local, weight, markers, prior, q_prior)

    def run(orders: Iterable[IntArray], q_first: FloatArray, limit: int) -> Fit:
        fit = _nothing_found(frames, tree.nq, len(on))
        for order in orders:
            _fit(problem, q_first, order, limit, tolerance, fit)
        return fit

    if np.ndim(q_start) == 2:
        return run(np.arange(frames)[:, np.newaxis], whole(q_start), max_iterations)
    # the frame that shows most; then on to the end, then back to the beginning
    first = int(np.argmax(seen_weight))
    start = _normalised(tree, np.array(q_start, dtype=np.float64))
    candidates = [start, _laid_onto(tree, on, marker_local, weight[first], markers[first], start)]

    best, least = start, np.inf
    for candidate in candidates:
        q, residual, _, _ = run([np.array([first])], candidate[np.newaxis], _START_ITERATIONS)
        square = float(np.nansum(weight[first] * residual[first] ** 2))
        if square < least:
            best, least = q[first], square
    order = np.concatenate([np.arange(first, frames), np.arange(first - 1, -1, -1)])
    return run([order], best[np.newaxis], max_iterations)


# --------------------------------------------------------------------------- before the loop


def _checked(
    tree: Tree,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    markers: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    nm = len(marker_body)
    shapes = np.shape(marker_local), np.shape(weight), np.shape(markers)[1:]
    every = (nm,) if np.ndim(weight) == 1 else (len(markers), nm)
    if shapes != ((nm, 3), every, (nm, 3)) or np.ndim(markers) != 3:
        raise ValueError(
            f"{nm} marker bodies, but marker_local {shapes[0]}, weight {shapes[1]}, "
            f"markers {np.shape(markers)}"
        )
    if nm and not (np.min(marker_body) >= 0 and np.max(marker_body) < tree.nb):
        raise ValueError(f"a marker sits on a body outside 0 .. {tree.nb - 1}")
    if not np.all(np.asarray(weight) >= 0.0):
        raise ValueError("a marker weight is negative or NaN")
    if tree.mass.ndim > 1 or tree.p_PJ.ndim > 2:
        raise ValueError("the marker fit needs a tree of one model")
    weight = np.broadcast_to(weight, (len(markers), nm))
    return whole(markers), whole(marker_local), whole(weight)


def _problem(tree: Tree, *of_frames: Any) -> _Problem:
    packed = pack(tree)
    return _Problem(packed.bodies[0], packed.dofs, packed.chain, *of_frames)


def _nothing_found(frames: int, nq: int, nm: int) -> Fit:
    return Fit(
        np.full((frames, nq), np.nan), np.full((frames, nm), np.nan),
        np.zeros(frames, dtype=np.int64), np.zeros(frames, dtype=np.bool_),
    )  # fmt: skip


def _prior(tree: Tree, prior_weight: FloatArray) -> FloatArray:
    prior = np.array(prior_weight, dtype=np.float64)
    if prior.shape != (tree.nv,):
        raise ValueError(f"prior_weight has shape {prior.shape}, not ({tree.nv},)")
    if not np.all(prior >= 0.0):
        raise ValueError("a prior weight is negative or NaN")
    return prior


def _normalised(tree: Tree, q: FloatArray) -> FloatArray:
    """The posture q (nq,) with quaternions of unit length."""
    q = q.copy()
    for joint, k in zip(tree.joint.tolist(), tree.q_start.tolist(), strict=True):
        # a free joint has its position before the quaternion
        first = k + 3 if joint == JointType.FREE else k
        if joint in (JointType.BALL, JointType.FREE):
            q[first : first + 4] /= np.linalg.norm(q[first : first + 4])
    return q


def _laid_onto(
    tree: Tree, marker_body: IntArray, marker_local: FloatArray, weight: FloatArray,
    markers: FloatArray, q: FloatArray,
) -> FloatArray:  # fmt: skip
    """The posture q with every free root moved so that its markers lie best, as one rigid body.

    Kabsch (1976). Roots with fewer than three seen markers stay.
    """
    q = q.copy()
    R, p = forward_kinematics(tree, q[np.newaxis])
    root = np.arange(tree.nb)
    for i in np.flatnonzero(tree.parent >= 0):
        root[i] = root[tree.parent[i]]
    placed = p[0, marker_body] + np.einsum("kij,kj->ki", R[0, marker_body], marker_local)
    seen = ~np.isnan(markers).any(axis=1) & (weight > 0.0)
    for i in np.flatnonzero((tree.parent < 0) & (tree.joint == JointType.FREE)):
        own = seen & (root[marker_body] == i)
        if np.count_nonzero(own) < 3:
            continue
        w = weight[own, np.newaxis] / weight[own].sum()
        there, here = markers[own], placed[own]
        there_mean, here_mean = (w * there).sum(axis=0), (w * here).sum(axis=0)
        # turn minimises sum w |there - turn here|^2
        turn = nearest_rotation((there - there_mean).T @ (w * (here - here_mean)))
        R_J = tree.R_PJ[i]
        origin = there_mean + turn @ (p[0, i] - here_mean)
        # a free joint's q: its position and quaternion in the frame where it joins the world
        k = tree.q_start[i]
        q[k : k + 3] = R_J.T @ (origin - tree.p_PJ[i])
        q[k + 3 : k + 7] = from_matrix(R_J.T @ turn @ R[0, i])
    return q


# --------------------------------------------------------------------------- all frames


@compiled
def _fit(
    problem: _Problem, q_start: FloatArray, order: IntArray, max_iterations: int, tolerance: float,
    fit: Fit,
) -> None:  # fmt: skip
    """Fit the frames in their order.

    q_start (1 or frames, nq): for a frame without a neighbour that converged.
    """
    bodies, dofs, chain, marker_body, marker_local, weight, markers, prior, q_prior = problem
    q, residual, iterations, converged = fit
    frames, nm, nb = len(markers), len(marker_body), len(bodies)
    nq, nv, longest = q_start.shape[1], len(prior), chain.shape[1]
    # bodies, markers and distance from the prior at the posture that was tried last
    R, p, placed, away = np.empty((nb, 9)), np.empty((nb, 3)), np.empty((nm, 3)), np.empty(nv)
    # the equations there
    moments, S = np.empty((nb, 22)), np.empty((nv, 6))
    H, L = np.empty((nv, longest)), np.empty((nv, longest))
    g, dv = np.empty(nv), np.empty(nv)
    q_now, q_next = np.empty(nq), np.empty(nq)
    lowest, highest = -1, -1  # converged frames
    for f in order:
        weight_seen = 0.0
        for k in range(nm):
            if not np.isnan(markers[f, k, 0] + markers[f, k, 1] + markers[f, k, 2]):
                weight_seen += weight[f, k]
        if not weight_seen > 0.0:
            continue

        # start from the neighbour, carried on by the step that led to it
        near = highest if f > order[0] else lowest
        for k in range(nq):
            q_now[k] = q_start[min(f, len(q_start) - 1), k] if near < 0 else q[near, k]
        before = 2 * near - f
        if near >= 0 and abs(f - near) == 1 and 0 <= before < frames and converged[before]:
            difference_one(bodies, q[before], q[near], dv)
            integrate_one(bodies, q_now, dv, q_now)

        cost = misfit(
            bodies, marker_body, marker_local, weight[f], markers[f], prior, q_prior[f], q_now,
            R, p, placed, away,
        )  # fmt: skip
        damping = 0.0
        # before the first step, residuals are the start's error, not the optimum's
        curved = bool(0)  # no literal: numba would compile what takes it for that one value too
        while iterations[f] < max_iterations and not converged[f]:
            assemble(
                bodies, dofs, chain, marker_body, weight[f], markers[f], R, p, placed, moments, S,
                H, g,
            )  # fmt: skip
            if curved:
                subtract_curvature(dofs, chain, p, moments, S, H)
            add_prior(bodies, dofs, prior, away, curved, H, g)
            if not damped_step(dofs, chain, H, g, damping, L, dv) and curved:
                curved = False
                continue
            iterations[f] += 1
            step = 0.0
            for d in range(nv):
                step = max(step, abs(dv[d]))
            # a damped step falls short by a share of itself: only Newton's own leaves its square
            done = step < (_NEWTON * tolerance if curved and damping == 0.0 else tolerance)

            integrate_one(bodies, q_now, dv, q_next)
            cost_next = misfit(
                bodies, marker_body, marker_local, weight[f], markers[f], prior, q_prior[f], q_next,
                R, p, placed, away,
            )  # fmt: skip
            # a rise of the cost that small is rounding, as is any below the tolerance
            if cost_next <= (1.0 + _RISE) * cost or done:
                q_now, q_next = q_next, q_now
                cost = cost_next
                damping = 0.0 if damping < _FIRST_DAMPING else 0.1 * damping
                converged[f] = done
                curved = True
                continue
            if not curved:
                damping = max(10.0 * damping, _FIRST_DAMPING)
            curved = False
            # back at the posture that stays
            misfit(
                bodies, marker_body, marker_local, weight[f], markers[f], prior, q_prior[f], q_now,
                R, p, placed, away,
            )  # fmt: skip

        for k in range(nq):
            q[f, k] = q_now[k]
        for k in range(nm):
            r = subtract(vector_at(markers[f], k), vector_at(placed, k))
            residual[f, k] = np.sqrt(dot(r, r))
        if converged[f]:
            lowest = f if lowest < 0 else min(lowest, f)
            highest = max(highest, f)


# --------------------------------------------------------------------------- frame by frame


class LiveFit:
    """The marker fit of a live stream: each frame in one compiled call.

    A frame starts from the last two frames that converged. Until one has converged, each frame is
    fitted as a first frame. The result is identical to that of `fit_markers` if the seen markers of
    the trial's first frame have the largest weight.

    Args:
        tree, marker_body, marker_local, prior_weight, max_iterations, tolerance: as in
            `fit_markers`.
        weight: (nm,); q_start, q_prior: (nq,).
    Raises:
        ValueError: shapes do not fit each other, or a weight is negative.
    """

    def __init__(
        self, tree: Tree, marker_body: IntArray, marker_local: FloatArray, weight: FloatArray,
        q_start: FloatArray, prior_weight: FloatArray, q_prior: FloatArray, *,
        max_iterations: int = 50, tolerance: float = 1e-8,
    ) -> None:  # fmt: skip
        on, nm = np.array(marker_body, dtype=np.int64), len(marker_body)
        shapes = {
            "weight": (weight, nm),
            "q_start": (q_start, tree.nq),
            "q_prior": (q_prior, tree.nq),
        }
        for name, (given, length) in shapes.items():
            if np.shape(given) != (length,):
                raise ValueError(f"{name} has shape {np.shape(given)}, not ({length},)")
        prior = _prior(tree, prior_weight)
        # as a trial of three frames: the last two that converged, and the one that comes
        self._markers = markers = np.full((3, nm, 3), np.nan)
        _, local, weights = _checked(tree, on, marker_local, weight, markers)
        self._found = found = _nothing_found(3, tree.nq, nm)
        self._followed = False
        q_priors = whole(np.broadcast_to(q_prior, found.q.shape))
        problem = _problem(tree, on, local, weights, markers, prior, q_priors)
        self._next: Callable[[], None] = partial(
            _fit, problem, found.q, np.array([1, 2]), max_iterations, tolerance, found
        )
        self._first: Callable[[], Fit] = lambda: fit_markers(
            tree, on, local, weights[2], markers[2:], q_start, prior, q_prior,
            max_iterations=max_iterations, tolerance=tolerance,
        )  # fmt: skip

    def step(self, markers: FloatArray) -> tuple[FloatArray, FloatArray, int, bool]:
        """Fit one more frame.

        Args:
            markers: (nm, 3) m, world frame; NaN where a marker is not seen.
        Returns:
            q (nq,), NaN without any marker; residual (nm,) [m], NaN if not seen; iterations; and
            whether it converged.
        Raises:
            ValueError: the shape differs.
        """
        if np.shape(markers) != self._markers.shape[1:]:
            raise ValueError(f"markers {np.shape(markers)}, not {self._markers.shape[1:]}")
        q, residual, iterations, converged = self._found
        self._markers[2] = markers
        q[2], residual[2], iterations[2], converged[2] = np.nan, np.nan, 0, False
        if converged[1]:
            self._next()
        else:
            for kept, made in zip(self._found, self._first(), strict=True):
                kept[2] = made[0]
        result = q[2].copy(), residual[2].copy(), int(iterations[2]), bool(converged[2])
        # a step carries on only from a frame to the next
        converged[0] = self._followed and converged[2]
        if converged[2]:
            q[:2], self._markers[1], converged[1] = q[1:], self._markers[2], True
        self._followed = result[3]
        return result
