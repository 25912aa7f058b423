"""The Newton equations of the marker fit at one posture: misfit, matrix, right-hand side, step.

If markers are seen as point masses w_k, J^T W J is their mass matrix. It is assembled from
composite moments, which are summed from the leaves to the root. The curvature of the markers' paths
needs one more moment, w rho r^T. `fit_kernel` states the minimised sum and the method.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.entries import (
    angular_at,
    linear_at,
    matrix_at,
    put_triple,
    put_vector_at,
    triple,
    vector_at,
)
from ambulo.math.lanes import reader
from ambulo.math.so3 import inverse_dexp, inverse_dexp_matrix
from ambulo.math.tangent import tangent
from ambulo.math.vectors import (
    Matrix3,
    Vector3,
    add,
    add_matrices,
    columns,
    compose,
    cross,
    dot,
    rotate,
    rotate_back,
    scale,
    subtract,
    transpose,
)
from ambulo.multibody.tree.composite_inertia import (
    add_point_mass,
    factorise,
    gather_moments,
    project_moments,
    solve_factorised,
)
from ambulo.multibody.tree.configuration import difference_one
from ambulo.multibody.tree.kinematics import motion_axes, place_bodies
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records

# of the largest diagonal entry: a smaller pivot is rounding, and its direction is not determined
ROUNDING = 1e-13

_rho_r: Callable[[FloatArray, int], Matrix3] = reader(9, in_row=True, start=13)
"""Moment w rho r^T of body b, of the moments (nb, 22) of `assemble`."""


@inner
def misfit(
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
    """Half the weighted sum of squares at q. The function also fills R, p, the model's markers and
    the differences from the prior.
    """
    # sum_k w_k |m_k - (p_b + R_b s_k)|^2 + sum_d c_d away_d^2; unseen markers are NaN and left out
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
def assemble(
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

    Moments (nb, 22) of a body and all that it carries, about the origin of body 0: moments of its
    point masses (10, see `add_point_mass`) | w r (3) | w rho r^T (9).
    """
    moments[:] = 0.0
    base = vector_at(p, 0)
    for k in range(len(marker_body)):
        # r: from the model's marker to the measured one; rho: from body 0 to the model's
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
    # H[d, c] couples d with chain[d, c], its c-th ancestor; c = depth is the diagonal
    project_moments(dofs, chain, moments, S, H)
    for d in range(len(dofs)):
        b = dofs[d].body
        s, u = angular_at(S, d), linear_at(S, d)
        # sum w r . (s x rho + u) = s . sum w rho x r + u . sum w r, with K = sum w rho r^T
        pull = (moments[b, 10], moments[b, 11], moments[b, 12])
        K = _rho_r(moments, b)
        torque = (K[5] - K[7], K[6] - K[2], K[1] - K[3])
        g[d] = dot(s, torque) + dot(u, pull)


@inner
def subtract_curvature(
    dofs: Records,
    chain: IntArray,
    p: FloatArray,
    moments: FloatArray,
    S: FloatArray,
    H: FloatArray,
) -> None:
    """Subtract sum_k w_k r_k . d2p_k from H.

    H is then the cost's true second derivative. For e before d on a chain, d2p is s_e x (s_d x (p -
    o_d)), or s_e x u_d if d translates. Its product with the residuals sums to s_e . (B - tr B) s_d
    with B = sum w (p - o_d) r^T, or s_e . u_d x f. Rotations of one ball joint count half in each
    order.
    """
    base = vector_at(p, 0)
    for d in range(len(dofs)):
        b = dofs[d].body
        pull = (moments[b, 10], moments[b, 11], moments[b, 12])
        if dofs[d].rotates:
            K = _rho_r(moments, b)
            s = angular_at(S, d)
            # K moved from body 0 to the joint: B = K - o f^T, B s = K s - o (f . s)
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
def add_prior(
    bodies: Records,
    dofs: Records,
    prior: FloatArray,
    away: FloatArray,
    curved: bool,
    H: FloatArray,
    g: FloatArray,
) -> None:
    """Add the prior's part to H and g; away (nv,) is difference(q_prior, q).

    A rotation vector d changes by J_r^-1(d) dv (Chirikjian 2011, eq. 10.86), which is not dv. With
    `curved`, H also has the term from C d and the second derivative of d.
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
            A = inverse_dexp_matrix(turn)
            pull = (prior[k] * turn[0], prior[k + 1] * turn[1], prior[k + 2] * turn[2])
            # of 1/2 d^T C d with d' = A dv: gradient A^T C d, second derivative A^T C A and a bend
            put_triple(g, k, subtract(triple(g, k), rotate_back(A, pull)))
            C = (prior[k], 0.0, 0.0, 0.0, prior[k + 1], 0.0, 0.0, 0.0, prior[k + 2])
            share = compose(transpose(A), compose(C, A))
            if curved:
                share = add_matrices(share, _bend(turn, A, pull))
            for row in range(3):
                for col in range(row + 1):
                    H[k + row, dofs[k].depth + col] += share[3 * row + col]


_changed = tangent(inverse_dexp, (True, False))
"""Of A^T y, which is dexp^-1 of -d applied to y."""


@inner
def _bend(d: Vector3, A: Matrix3, y: Vector3) -> Matrix3:
    """Second derivative of y . log(exp(d) exp(dv)) in dv; A is `inverse_dexp_matrix(d)`.

    d goes at A dv while dv grows, and A = 1 + [d]/2 + c [d]^2 changes with it: the derivative is
    the symmetric part of dv . (dA/dd A dv)^T y.
    """
    away = scale(-1.0, d)
    first, second, third = columns(A)
    _, a = _changed(away, y, scale(-1.0, first))
    _, b = _changed(away, y, scale(-1.0, second))
    _, e = _changed(away, y, scale(-1.0, third))
    ab, ae, be = 0.5 * (a[1] + b[0]), 0.5 * (a[2] + e[0]), 0.5 * (b[2] + e[1])
    return (a[0], ab, ae, ab, b[1], be, ae, be, e[2])


@inner
def damped_step(
    dofs: Records,
    chain: IntArray,
    H: FloatArray,
    g: FloatArray,
    damping: float,
    L: FloatArray,
    dv: FloatArray,
) -> bool:
    """Fill dv with the solution of (H + damping) dv = g; False if H has a negative curvature.

    Directions that H does not determine get no step.
    """
    largest = 0.0
    for d in range(len(H)):
        dv[d] = g[d]
        for n in range(dofs[d].depth + 1):
            L[d, n] = H[d, n]
        largest = max(largest, H[d, dofs[d].depth])
    # Marquardt: by the diagonal, with a floor where the markers tell next to nothing
    if damping > 0.0:
        for d in range(len(H)):
            L[d, dofs[d].depth] += damping * (H[d, dofs[d].depth] + 1e-3 * largest)
    lowest = factorise(dofs, chain, L, ROUNDING * largest)
    solve_factorised(dofs, chain, L, dv)
    return lowest >= -ROUNDING * largest
