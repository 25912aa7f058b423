"""Weighted least-squares fit of a tree to marker trajectories, a whole trial in one compiled call.

Minimise  1/2 sum_k w_k |m_k - p_k(q)|^2 + 1/2 sum_d c_d difference(q_prior, q)_d^2  in each frame
(Lu & O'Connor 1999), by Newton steps q + dv, (J^T W J + C - curvature) dv = J^T W r. Taken as
point masses w_k, the markers have J^T W J as their mass matrix: it is assembled from their
composite moments (mass, first and second moment about one point) summed from the leaves to the
root, never from J, and solved along the tree. The curvature of the markers' paths costs one more
moment, w rho r^T, and takes a fit with residuals of a centimetre from twenty steps to six. Where it
spoils the matrix or a step fails, Gauss-Newton steps with Levenberg's damping take over.
"""

from __future__ import annotations

import numpy as np

from ambulo.kernels.compilation import compiled, inner
from ambulo.kernels.composite_inertia import (
    add_point_mass,
    gather_moments,
    project_moments,
)
from ambulo.kernels.configuration import difference_one, integrate, integrate_one
from ambulo.kernels.kinematics import forward_kinematics, motion_axes, place_bodies
from ambulo.kernels.lanes import formula
from ambulo.kernels.packing import BALL, FREE, HINGE, SLIDE, Records, pack, whole
from ambulo.kernels.quaternions import from_matrix
from ambulo.kernels.tree_factorisation import diagonal_of_inverse, factorise, solve_factorised
from ambulo.kernels.vectors import (
    Matrix3,
    Vector3,
    add,
    add_matrices,
    angular_at,
    compose,
    cross,
    dot,
    linear_at,
    matrix_at,
    put_triple,
    put_vector_at,
    rotate,
    rotate_back,
    scale,
    subtract,
    transpose,
    triple,
    vector_at,
)
from ambulo.records import BoolArray, FloatArray, IntArray, JointType, Tree

__all__ = ["fit_covariance", "fit_markers"]

# of the largest diagonal entry: a smaller pivot is rounding, and its direction is not determined
_ROUNDING = 1e-13
# of the cost: a smaller rise is rounding, and no reason to turn back
_RISE = 1e-12
_FIRST_DAMPING = 1e-4
_START_ITERATIONS = 300

Fit = tuple[FloatArray, FloatArray, IntArray, BoolArray]
"""q, residual, iterations, converged."""


def fit_markers(
    tree: Tree,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    markers: FloatArray,
    q_start: FloatArray,
    prior_weight: FloatArray,
    q_prior: FloatArray,
    max_iterations: int = 50,
    tolerance: float = 1e-8,
) -> Fit:
    """Coordinates that bring a tree's markers closest to measured ones, in every frame.

    The fit begins at the frame where most weight is seen, from the better of `q_start` and
    `q_start` with its free roots laid onto the markers rigidly, and goes from there to both ends;
    each frame starts from the last two that converged, so that quaternions keep their sign.
    A direction that neither markers nor prior determine stays where the start of the frame has it.

    Args:
        tree: the bodies, without models axis.
        marker_body: (nm,) body that carries the marker.
        marker_local: (nm, 3) m, in that body's frame.
        weight: (nm,) >= 0.
        markers: (frames, nm, 3) m, world frame; NaN where a marker is not seen.
        q_start: (nq,) first guess.
        prior_weight: (nv,) weight of difference(q_prior, q), per rad^2 (or m^2), >= 0.
        q_prior: (nq,) or (frames, nq) posture that the prior pulls to.
        max_iterations: per frame; the first frame may take 300.
        tolerance: a frame has converged when its last step is below this in every component
            [m, rad].

    Returns:
        q (frames, nq); residual (frames, nm) [m], distance from model to marker, NaN if not seen;
        iterations (frames,); converged (frames,). In a frame without any marker q is NaN.

    Raises:
        ValueError: shapes do not fit each other, or a weight is negative.
    """
    markers, marker_local, weight = _checked(tree, marker_body, marker_local, weight, markers)
    packed = pack(tree)
    bodies, dofs, chain = packed.bodies[0], packed.dofs, packed.chain
    frames = len(markers)
    if np.shape(q_start) != (tree.nq,):
        raise ValueError(f"q_start has shape {np.shape(q_start)}, not ({tree.nq},)")
    prior = _prior(tree, prior_weight)
    q_prior = whole(np.broadcast_to(q_prior, (frames, tree.nq)))
    on = np.array(marker_body, dtype=np.int64)
    seen = ~np.isnan(markers).any(axis=2)
    seen_weight = seen @ weight
    if frames == 0 or not np.any(seen_weight > 0.0):
        return (
            np.full((frames, tree.nq), np.nan),
            np.full(seen.shape, np.nan),
            np.zeros(frames, dtype=np.int64),
            np.zeros(frames, dtype=np.bool_),
        )

    # the frame that shows most; then on to the end, then back to the beginning
    first = int(np.argmax(seen_weight))
    start = _normalised(tree, np.array(q_start, dtype=np.float64))
    candidates = [start, _laid_onto(tree, on, marker_local, weight, markers[first], start)]

    def run(order: IntArray, q_first: FloatArray, limit: int) -> Fit:
        fit = (
            np.full((frames, tree.nq), np.nan),
            np.full(seen.shape, np.nan),
            np.zeros(frames, dtype=np.int64),
            np.zeros(frames, dtype=np.bool_),
        )
        _fit(
            bodies, dofs, chain, on, marker_local, weight, markers, q_first, prior, q_prior, order,
            limit, tolerance, *fit,
        )  # fmt: skip
        return fit

    best, least = start, np.inf
    for candidate in candidates:
        q, residual, _, _ = run(np.array([first]), candidate, _START_ITERATIONS)
        square = float(np.nansum(weight * residual[first] ** 2))
        if square < least:
            best, least = q[first], square
    order = np.concatenate([np.arange(first, frames), np.arange(first - 1, -1, -1)])
    return run(order, best, max_iterations)


def fit_covariance(
    tree: Tree,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    markers: FloatArray,
    q: FloatArray,
    prior_weight: FloatArray | None = None,
) -> FloatArray:
    """Diagonal of (J^T W J + C)^-1: how far noise in the markers moves each coordinate.

    With weights 1/sigma^2 and no prior it is the variance of the fitted q along v; with relative
    weights w_k = w sigma_k^-2 it is that variance times w.

    Args:
        tree, marker_body, marker_local, weight: as in `fit_markers`.
        markers: (frames, nm, 3); only which ones are NaN matters.
        q: (frames, nq) fitted coordinates.
        prior_weight: (nv,) as in `fit_markers`; none if left out.

    Returns:
        (frames, nv) [rad^2 or m^2 over the unit of 1/weight]; infinite along directions that
        nothing determines.

    Raises:
        ValueError: shapes do not fit each other.
    """
    markers, marker_local, weight = _checked(tree, marker_body, marker_local, weight, markers)
    if np.shape(q) != (len(markers), tree.nq):
        raise ValueError(f"q has shape {np.shape(q)}, not ({len(markers)}, {tree.nq})")
    prior = _prior(tree, np.zeros(tree.nv) if prior_weight is None else prior_weight)
    packed = pack(tree)
    return _covariance(
        packed.bodies[0], packed.dofs, packed.chain, np.array(marker_body, dtype=np.int64),
        marker_local, weight, markers, whole(q), prior,
    )  # fmt: skip


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
    if shapes != ((nm, 3), (nm,), (nm, 3)) or np.ndim(markers) != 3:
        raise ValueError(
            f"{nm} marker bodies, but marker_local {shapes[0]}, weight {shapes[1]}, "
            f"markers {np.shape(markers)}"
        )
    if nm and not (np.min(marker_body) >= 0 and np.max(marker_body) < tree.nb):
        raise ValueError(f"a marker sits on a body outside 0 .. {tree.nb - 1}")
    if not np.all(np.asarray(weight) >= 0.0):
        raise ValueError("a marker weight is negative or NaN")
    if tree.mass.ndim > 1 or tree.p_PJ.ndim > 2:
        raise ValueError("the marker fit takes one model, not a models axis")
    return whole(markers), whole(marker_local), whole(weight)


def _prior(tree: Tree, prior_weight: FloatArray) -> FloatArray:
    prior = np.array(prior_weight, dtype=np.float64)
    if prior.shape != (tree.nv,):
        raise ValueError(f"prior_weight has shape {prior.shape}, not ({tree.nv},)")
    if not np.all(prior >= 0.0):
        raise ValueError("a prior weight is negative or NaN")
    return prior


def _normalised(tree: Tree, q: FloatArray) -> FloatArray:
    return integrate(tree, q, np.zeros(tree.nv))


def _laid_onto(
    tree: Tree,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    markers: FloatArray,
    q: FloatArray,
) -> FloatArray:
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
        U, _, Vt = np.linalg.svd((there - there_mean).T @ (w * (here - here_mean)))
        turn = U @ np.diag([1.0, 1.0, np.linalg.det(U @ Vt)]) @ Vt
        R_J = tree.R_PJ[i]
        origin = there_mean + turn @ (p[0, i] - here_mean)
        k = tree.q_start[i]
        q[k : k + 3] = R_J.T @ (origin - tree.p_PJ[i])
        q[k + 3 : k + 7] = from_matrix(R_J.T @ turn @ R[0, i])
    return q


# --------------------------------------------------------------------------- one frame


@inner
def _misfit(
    bodies: Records,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    markers: FloatArray,
    prior: FloatArray,
    q_prior: FloatArray,
    q: FloatArray,
    R: FloatArray,
    p: FloatArray,
    placed: FloatArray,
    away: FloatArray,
) -> float:
    """Half the weighted square sum at q; fills R, p, the model's markers and the prior's away."""
    place_bodies(bodies, q, R, p)
    total = 0.0
    for k in range(len(marker_body)):
        b = marker_body[k]
        at = add(vector_at(p, b), rotate(matrix_at(R, b), vector_at(marker_local, k)))
        put_vector_at(placed, k, at)
        r = subtract(vector_at(markers, k), at)
        square = dot(r, r)
        if not np.isnan(square):
            total += weight[k] * square
    difference_one(bodies, q_prior, q, away)
    for d in range(len(prior)):
        total += prior[d] * away[d] * away[d]
    return 0.5 * total


@inner
def _assemble(
    bodies: Records,
    dofs: Records,
    chain: IntArray,
    marker_body: IntArray,
    weight: FloatArray,
    markers: FloatArray,
    R: FloatArray,
    p: FloatArray,
    placed: FloatArray,
    moments: FloatArray,
    S: FloatArray,
    H: FloatArray,
    g: FloatArray,
) -> None:
    """Fill H (nv, longest) = J^T W J and g (nv,) = J^T W r from the composite moments.

    Moments (nb, 22) of a body and all it carries, about the origin of body 0: those of its point
    masses (10, see `add_point_mass`) | w r (3) | w rho r^T (9).
    """
    moments[:] = 0.0
    base = vector_at(p, 0)
    for k in range(len(marker_body)):
        r = subtract(vector_at(markers, k), vector_at(placed, k))
        if np.isnan(r[0] + r[1] + r[2]):
            continue
        b = marker_body[k]
        x, y, z = subtract(vector_at(placed, k), base)
        add_point_mass(moments, b, weight[k], x, y, z)
        rho = (x, y, z)
        for c in range(3):
            pull = weight[k] * r[c]
            moments[b, 10 + c] += pull
            for row in range(3):
                moments[b, 13 + 3 * row + c] += rho[row] * pull
    gather_moments(bodies, moments)
    motion_axes(bodies, dofs, R, p, base, S)
    project_moments(dofs, chain, moments, S, H)
    for d in range(len(dofs)):
        b = dofs[d].body
        s, u = angular_at(S, d), linear_at(S, d)
        pull = (moments[b, 10], moments[b, 11], moments[b, 12])
        K = _rho_r(moments, b)
        torque = (K[5] - K[7], K[6] - K[2], K[1] - K[3])
        g[d] = dot(s, torque) + dot(u, pull)


@inner
def _rho_r(moments: FloatArray, b: int) -> Matrix3:
    """Moment w rho r^T of body b."""
    return (
        moments[b, 13],
        moments[b, 14],
        moments[b, 15],
        moments[b, 16],
        moments[b, 17],
        moments[b, 18],
        moments[b, 19],
        moments[b, 20],
        moments[b, 21],
    )


@inner
def _subtract_curvature(
    dofs: Records,
    chain: IntArray,
    p: FloatArray,
    moments: FloatArray,
    S: FloatArray,
    H: FloatArray,
) -> None:
    """Take sum_k w_k r_k . d2p_k from H, which makes it the cost's true second derivative.

    For e before d on a chain d2p is s_e x (s_d x (p - o_d)), or s_e x u_d if d translates. Against
    the residuals it sums to s_e . (B - tr B) s_d with B = sum w (p - o_d) r^T, or s_e . u_d x f.
    Rotations of one ball joint count half in either order.
    """
    base = vector_at(p, 0)
    for d in range(len(dofs)):
        b = dofs[d].body
        pull = (moments[b, 10], moments[b, 11], moments[b, 12])
        if dofs[d].rotates:
            K = _rho_r(moments, b)
            s = angular_at(S, d)
            o = subtract(vector_at(p, b), base)
            trace = K[0] + K[4] + K[8] - dot(o, pull)
            spread = subtract(rotate(K, s), scale(dot(pull, s), o))
            turned = subtract(rotate_back(K, s), scale(dot(o, s), pull))
            earlier = subtract(spread, scale(trace, s))
            beside = subtract(scale(0.5, add(spread, turned)), scale(trace, s))
        else:
            earlier = cross(linear_at(S, d), pull)
            beside = earlier
        for c in range(dofs[d].depth + 1):
            e = chain[d, c]
            if dofs[e].body == b:
                H[d, c] -= dot(angular_at(S, e), beside)
            else:
                H[d, c] -= dot(angular_at(S, e), earlier)


@inner
def _add_prior(
    bodies: Records,
    dofs: Records,
    prior: FloatArray,
    away: FloatArray,
    curved: bool,
    H: FloatArray,
    g: FloatArray,
) -> None:
    """Add the prior's share to H and g; away (nv,) is difference(q_prior, q).

    A rotation vector d changes by J_r^-1(d) dv (Chirikjian 2011, eq. 10.86), which is not dv. With
    `curved`, H also has what the second derivative of d leaves of C d.
    """
    for i in range(len(bodies)):
        joint, k = bodies[i].joint, bodies[i].v_start
        straight = 3 if joint == FREE else 1 if joint in (HINGE, SLIDE) else 0
        for d in range(k, k + straight):
            H[d, dofs[d].depth] += prior[d]
            g[d] -= prior[d] * away[d]
        if joint in (BALL, FREE):
            k += straight
            if prior[k] == 0.0 and prior[k + 1] == 0.0 and prior[k + 2] == 0.0:
                continue
            turn = triple(away, k)
            A = _log_rate(turn)
            pull = (prior[k] * turn[0], prior[k + 1] * turn[1], prior[k + 2] * turn[2])
            put_triple(g, k, subtract(triple(g, k), rotate_back(A, pull)))
            C = (prior[k], 0.0, 0.0, 0.0, prior[k + 1], 0.0, 0.0, 0.0, prior[k + 2])
            share = compose(transpose(A), compose(C, A))
            if curved:
                share = add_matrices(share, _bend(turn, pull))
            for row in range(3):
                for col in range(row + 1):
                    H[k + row, dofs[k].depth + col] += share[3 * row + col]


@formula
def _bend(d: Vector3, y: Vector3) -> Matrix3:
    """Second derivative of y . log(exp(d) exp(dv)) in dv, up to the third power of d.

    Of the series of Baker, Campbell and Hausdorff: [dv, [dv, d]] / 12 - [dv, [d, [d, dv]]] / 24.
    """
    x0 = (y[0] - 0.5 * (d[1] * y[2] - d[2] * y[1])) / 12.0
    x1 = (y[1] - 0.5 * (d[2] * y[0] - d[0] * y[2])) / 12.0
    x2 = (y[2] - 0.5 * (d[0] * y[1] - d[1] * y[0])) / 12.0
    along = (d[0] * y[0] + d[1] * y[1] + d[2] * y[2]) / 6.0
    xy = d[0] * x1 + x0 * d[1]
    xz = d[0] * x2 + x0 * d[2]
    yz = d[1] * x2 + x1 * d[2]
    return (
        2.0 * d[0] * x0 - along,
        xy,
        xz,
        xy,
        2.0 * d[1] * x1 - along,
        yz,
        xz,
        yz,
        2.0 * d[2] * x2 - along,
    )


@inner
def _log_rate(d: Vector3) -> Matrix3:
    """Inverse right Jacobian of the rotation group, 1 + [d]/2 + c [d]^2."""
    square = dot(d, d)
    if square < 1e-4:
        c = 1.0 / 12.0 + square * (1.0 / 720.0 + square / 30240.0)
    else:
        half = 0.5 * np.sqrt(square)
        c = (1.0 - half / np.tan(half)) / square
    x, y, z = d
    return (
        1.0 - c * (y * y + z * z),
        c * x * y - 0.5 * z,
        c * x * z + 0.5 * y,
        c * x * y + 0.5 * z,
        1.0 - c * (x * x + z * z),
        c * y * z - 0.5 * x,
        c * x * z - 0.5 * y,
        c * y * z + 0.5 * x,
        1.0 - c * (x * x + y * y),
    )


@inner
def _damped_step(
    dofs: Records,
    chain: IntArray,
    H: FloatArray,
    g: FloatArray,
    damping: float,
    L: FloatArray,
    dv: FloatArray,
) -> bool:
    """Fill dv with the solution of (H + damping) dv = g; False if H bends down somewhere.

    What H does not determine is not moved.
    """
    largest = 0.0
    for d in range(len(H)):
        dv[d] = g[d]
        for n in range(dofs[d].depth + 1):
            L[d, n] = H[d, n]
        largest = max(largest, H[d, dofs[d].depth])
    if damping > 0.0:
        for d in range(len(H)):
            L[d, dofs[d].depth] += damping * (H[d, dofs[d].depth] + 1e-3 * largest)
    lowest = factorise(dofs, chain, L, _ROUNDING * largest)
    solve_factorised(dofs, chain, L, dv)
    return lowest >= -_ROUNDING * largest


# --------------------------------------------------------------------------- all frames


@compiled
def _fit(
    bodies: Records,
    dofs: Records,
    chain: IntArray,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    markers: FloatArray,
    q_start: FloatArray,
    prior: FloatArray,
    q_prior: FloatArray,
    order: IntArray,
    max_iterations: int,
    tolerance: float,
    q: FloatArray,
    residual: FloatArray,
    iterations: IntArray,
    converged: BoolArray,
) -> None:
    """Fit the frames in their order; fill q, residual, iterations and converged."""
    frames, nm, nb = len(markers), len(marker_body), len(bodies)
    nq, nv, longest = len(q_start), len(prior), chain.shape[1]
    R = np.empty((nb, 9))
    p = np.empty((nb, 3))
    placed = np.empty((nm, 3))
    away = np.empty(nv)
    moments = np.empty((nb, 22))
    S = np.empty((nv, 6))
    H = np.empty((nv, longest))
    L = np.empty((nv, longest))
    g = np.empty(nv)
    dv = np.empty(nv)
    q_now = np.empty(nq)
    q_next = np.empty(nq)
    lowest, highest = -1, -1  # converged frames
    for f in order:
        weight_seen = 0.0
        for k in range(nm):
            if not np.isnan(markers[f, k, 0] + markers[f, k, 1] + markers[f, k, 2]):
                weight_seen += weight[k]
        if not weight_seen > 0.0:
            continue

        # start from the neighbour, carried on by the step that led to it
        near = highest if f > order[0] else lowest
        for k in range(nq):
            q_now[k] = q_start[k] if near < 0 else q[near, k]
        before = 2 * near - f
        if near >= 0 and abs(f - near) == 1 and 0 <= before < frames and converged[before]:
            difference_one(bodies, q[before], q[near], dv)
            integrate_one(bodies, q_now, dv, q_now)

        cost = _misfit(
            bodies, marker_body, marker_local, weight, markers[f], prior, q_prior[f], q_now,
            R, p, placed, away,
        )  # fmt: skip
        damping = 0.0
        # before the first step, residuals are the start's error, not the optimum's
        curved = False
        while iterations[f] < max_iterations and not converged[f]:
            _assemble(
                bodies, dofs, chain, marker_body, weight, markers[f], R, p, placed, moments, S, H, g
            )  # fmt: skip
            if curved:
                _subtract_curvature(dofs, chain, p, moments, S, H)
            _add_prior(bodies, dofs, prior, away, curved, H, g)
            if not _damped_step(dofs, chain, H, g, damping, L, dv) and curved:
                curved = False
                continue
            iterations[f] += 1
            step = 0.0
            for d in range(nv):
                step = max(step, abs(dv[d]))

            integrate_one(bodies, q_now, dv, q_next)
            cost_next = _misfit(
                bodies, marker_body, marker_local, weight, markers[f], prior, q_prior[f], q_next,
                R, p, placed, away,
            )  # fmt: skip
            # a rise of the cost that small is rounding, as is any below the tolerance
            if cost_next <= (1.0 + _RISE) * cost or step < tolerance:
                q_now, q_next = q_next, q_now
                cost = cost_next
                damping = 0.0 if damping < _FIRST_DAMPING else 0.1 * damping
                converged[f] = step < tolerance
                curved = True
                continue
            if not curved:
                damping = max(10.0 * damping, _FIRST_DAMPING)
            curved = False
            _misfit(
                bodies, marker_body, marker_local, weight, markers[f], prior, q_prior[f], q_now,
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


@compiled
def _covariance(
    bodies: Records,
    dofs: Records,
    chain: IntArray,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    markers: FloatArray,
    q: FloatArray,
    prior: FloatArray,
) -> FloatArray:
    frames, nm, nb = len(markers), len(marker_body), len(bodies)
    nv, longest = len(prior), chain.shape[1]
    R = np.empty((nb, 9))
    p = np.empty((nb, 3))
    placed = np.empty((nm, 3))
    away = np.empty(nv)
    moments = np.empty((nb, 22))
    S = np.empty((nv, 6))
    H = np.empty((nv, longest))
    g = np.empty(nv)
    out = np.empty((frames, nv))
    for f in range(frames):
        _misfit(
            bodies, marker_body, marker_local, weight, markers[f], prior, q[f], q[f],
            R, p, placed, away,
        )  # fmt: skip
        _assemble(
            bodies,
            dofs,
            chain,
            marker_body,
            weight,
            markers[f],
            R,
            p,
            placed,
            moments,
            S,
            H,
            g,
        )
        _add_prior(bodies, dofs, prior, away, False, H, g)
        largest = 0.0
        for d in range(nv):
            largest = max(largest, H[d, dofs[d].depth])
        if np.isnan(largest) or np.isnan(p[nb - 1, 0]):
            out[f] = np.nan
            continue
        factorise(dofs, chain, H, _ROUNDING * largest)
        diagonal_of_inverse(dofs, chain, H, out[f])
    return out
