"""Positions and velocities of all bodies of a tree: one pass from the root outwards, in world
axes."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import (
    angular_at,
    item,
    linear_at,
    matrix,
    matrix_at,
    put_matrix_at,
    put_spatial_at,
    put_vector_at,
    quadruple,
    triple,
    vector,
    vector_at,
)
from ambulo.math.lanes import cosine, formula, sine
from ambulo.math.quaternions import to_matrix_one
from ambulo.math.vector_arrays import turned
from ambulo.math.vectors import (
    Matrix3,
    Vector3,
    add,
    column,
    compose,
    cross,
    rotate,
    scale,
    subtract,
)
from ambulo.multibody.tree.packing import (
    BALL,
    FREE,
    HINGE,
    SLIDE,
    Records,
    each_model,
    whole,
)
from ambulo.multibody.tree.tree import NV, JointType, Tree


def forward_kinematics(tree: Tree, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Orientation and position of each body.

    R_i = R_P R_PJ R(q_i),  p_i = p_P + R_P (p_PJ + R_PJ x(q_i))       Featherstone (2008), ch. 4

    Args:
        tree: the bodies; p_PJ may have a leading axis of models.
        q: (frames, nq) or (models, frames, nq) m, rad, quaternions.

    Returns:
        R (frames, nb, 3, 3), from body axes to world axes, and p (frames, nb, 3) [m], the bodies'
        origins; with a leading axis of models if `tree` or `q` has it.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    inputs = [("q", q, (tree.nq,))]
    R, p = each_model(tree, _forward_kinematics, inputs, (tree.nb, 9), (tree.nb, 3))
    return R.reshape(*p.shape, 3), p


def body_velocities(tree: Tree, q: FloatArray, v: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Velocity of each body, in world axes.

    Args:
        tree: the bodies.
        q, v: (frames, nq) and (frames, nv), as `JointType` defines them.

    Returns:
        Angular velocity (frames, nb, 3) [rad/s] and velocity of the origin (frames, nb, 3) [m/s];
        with a leading axis of models if an argument has it.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    inputs = [("q", q, (tree.nq,)), ("v", v, (tree.nv,))]
    angular, linear = each_model(tree, _body_velocities, inputs, (tree.nb, 3), (tree.nb, 3))
    return angular, linear


def joint_angular_velocities(tree: Tree, R: FloatArray, v: FloatArray) -> FloatArray:
    """Angular velocity of each body relative to its parent, in world axes.

    Args:
        tree: the bodies.
        R: (..., nb, 3, 3) orientations of the bodies.
        v: (..., nv), as `JointType` defines it.

    Returns:
        (..., nb, 3) rad/s.
    """
    rate = np.zeros(R.shape[:-1])
    for i, (joint, k) in enumerate(zip(tree.joint.tolist(), tree.v_start.tolist(), strict=True)):
        if joint == JointType.HINGE:
            rate[..., i, :] = v[..., k, None] * tree.axis[i]
        elif joint == JointType.BALL:
            rate[..., i, :] = v[..., k : k + 3]
        elif joint == JointType.FREE:
            rate[..., i, :] = v[..., k + 3 : k + 6]
    # v is in the body's axes, and a hinge's axis is the same in body and joint
    return turned(R, rate)


def body_accelerations(
    tree: Tree, q: FloatArray, v: FloatArray, a: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Acceleration of each body, in world axes, without gravity.

    Args:
        tree: the bodies.
        q, v, a: (frames, nq), (frames, nv) and (frames, nv), as `JointType` defines them.

    Returns:
        Angular acceleration (frames, nb, 3) [rad/s^2] and acceleration of the origin (frames, nb,
        3) [m/s^2]; with a leading axis of models if an argument has one.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    inputs = [("q", q, (tree.nq,)), ("v", v, (tree.nv,)), ("a", a, (tree.nv,))]
    angular, linear = each_model(tree, _body_accelerations, inputs, (tree.nb, 3), (tree.nb, 3))
    return angular, linear


def jacobian(
    tree: Tree, q: FloatArray, body: int, point_local: FloatArray | None = None
) -> FloatArray:
    """Jacobian of a point fixed in a body: [angular velocity; velocity of the point] = J v.

    Args:
        tree: the bodies.
        q: (frames, nq).
        body: index of the body.
        point_local: (3,) m, in the body frame; the body's origin by default.

    Returns:
        (frames, 6, nv), angular rows before linear rows, world axes; with a leading axis of models
        if an argument has it.

    Raises:
        ValueError: shapes do not fit the tree, or there is no such body.
    """
    if not 0 <= body < tree.nb:
        raise ValueError(f"no body {body} in a tree of {tree.nb}")
    point = np.zeros(3) if point_local is None else whole(point_local)
    if point.shape != (3,):
        raise ValueError(f"the point has shape {point.shape}, not (3,)")
    return _jacobians(tree, q, np.array([body]), point[None], 6)[..., 0, :, :]


def point_jacobians(tree: Tree, q: FloatArray, body: IntArray, local: FloatArray) -> FloatArray:
    """Jacobians of many points fixed in bodies: velocity of each point = J v.

    Args:
        tree: the bodies.
        q: (frames, nq).
        body, local: (points,) body of each point, and (points, 3) m its place in the frame of this
            body.

    Returns:
        (frames, points, 3, nv), world axes; with a leading axis of models if an argument has it.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    return _jacobians(tree, q, np.asarray(body, dtype=np.int64), whole(local), 3)


def _jacobians(
    tree: Tree, q: FloatArray, body: IntArray, local: FloatArray, rows: int
) -> FloatArray:
    """Of many points: rows of their velocities, and before them of the bodies' if rows is 6."""
    last = _innermost(tree)[body]
    (J,) = each_model(
        tree, _fill_jacobians, [("q", q, (tree.nq,))], (len(body), rows, tree.nv),
        of_tree=lambda packed: (packed.dofs, packed.chain, last, body, local),
    )  # fmt: skip
    return J


def _innermost(tree: Tree) -> IntArray:
    """The degree of freedom (nb,) next to each body on its way to the world; -1 without any."""
    last = np.full(tree.nb, -1)
    for i, (joint, above, start) in enumerate(
        zip(tree.joint.tolist(), tree.parent.tolist(), tree.v_start.tolist(), strict=True)
    ):
        own = NV[JointType(joint)]
        last[i] = start + own - 1 if own else (last[above] if above >= 0 else -1)
    return last


# --------------------------------------------------------------------------- one frame


@formula
def hinge_rotation(u: Vector3, angle: float) -> Matrix3:
    """Rotation by an angle about the unit axis u (Rodrigues)."""
    c, s = cosine(angle), sine(angle)
    t = 1.0 - c
    return (
        c + t * u[0] * u[0],
        t * u[0] * u[1] - s * u[2],
        t * u[0] * u[2] + s * u[1],
        t * u[0] * u[1] + s * u[2],
        c + t * u[1] * u[1],
        t * u[1] * u[2] - s * u[0],
        t * u[0] * u[2] - s * u[1],
        t * u[1] * u[2] + s * u[0],
        c + t * u[2] * u[2],
    )


@inner
def joint_frame(bodies: Records, i: int, R: FloatArray) -> Matrix3:
    """Orientation of joint i's frame in the world, R_P R_PJ, with the bodies' R (nb, 9)."""
    body = bodies[i]
    if body.parent < 0:
        return matrix(body.R_PJ)
    if body.aligned:
        return matrix_at(R, body.parent)
    return compose(matrix_at(R, body.parent), matrix(body.R_PJ))


@inner
def place_bodies(bodies: Records, q: FloatArray, R: FloatArray, p: FloatArray) -> None:
    """Fill R (nb, 9), row by row, and p (nb, 3) for the coordinates q (nq,)."""
    for i in range(len(bodies)):
        body = bodies[i]
        k = body.q_start
        R_J = joint_frame(bodies, i, R)
        # p_J = p_P + R_P p_PJ, the joint in the world
        p_J = vector(body.p_PJ)
        if body.parent >= 0:
            p_J = add(vector_at(p, body.parent), rotate(matrix_at(R, body.parent), p_J))

        # p_i = p_J + R_J x(q_i)
        p_i = p_J
        if body.joint == FREE:
            p_i = add(p_J, rotate(R_J, triple(q, k)))
            k += 3  # where its quaternion begins
        elif body.joint == SLIDE:
            p_i = add(p_J, rotate(R_J, scale(item(q, k), vector(body.axis))))
        # R_i = R_J R(q_i)
        R_i = R_J
        if body.joint == BALL or body.joint == FREE:
            R_i = compose(R_J, to_matrix_one(quadruple(q, k)))
        elif body.joint == HINGE:
            R_i = compose(R_J, hinge_rotation(vector(body.axis), item(q, k)))
        put_matrix_at(R, i, R_i)
        put_vector_at(p, i, p_i)


@inner
def motion_axes(
    bodies: Records,
    dofs: Records,
    R: FloatArray,
    p: FloatArray,
    about: Vector3,
    S: FloatArray,
) -> None:
    """Fill the motion of each degree of freedom at unit velocity.

    Args:
        bodies, dofs, R, p: the tree, and orientations and positions of its bodies.
        about: a point of the world that moves with the body.
        S: (nv, 6) receives the angular velocity and the velocity of this point.
    """
    for d in range(len(dofs)):
        i = dofs[d].body
        body = bodies[i]
        k = d - body.v_start
        if body.joint == HINGE or body.joint == SLIDE:
            # axis of unit velocity: fixed in the joint frame, or in the body where it turns with it
            s = rotate(joint_frame(bodies, i, R), vector(body.axis))
        elif body.joint == BALL:
            s = column(matrix_at(R, i), k)
        elif k < 3:
            s = column(joint_frame(bodies, i, R), k)
        else:
            s = column(matrix_at(R, i), k - 3)
        if dofs[d].rotates:
            # a rotation about p_i moves the point by s x (about - p_i)
            put_spatial_at(S, d, s, cross(s, subtract(about, vector_at(p, i))))
        else:
            put_spatial_at(S, d, (0.0, 0.0, 0.0), s)


@inner
def move_bodies(
    bodies: Records, v: FloatArray, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray
) -> None:
    """Fill angular velocity w and origin velocity u (nb, 3) for v (nv,), given R and p."""
    for i in range(len(bodies)):
        body = bodies[i]
        k = body.v_start
        w_i = (0.0, 0.0, 0.0)
        u_i = (0.0, 0.0, 0.0)
        if body.parent >= 0:
            # u_i = u_P + w_P x (p_i - p_P), then what the joint adds
            w_i = vector_at(w, body.parent)
            d = subtract(vector_at(p, i), vector_at(p, body.parent))
            u_i = add(vector_at(u, body.parent), cross(w_i, d))
        if body.joint == BALL:
            w_i = add(w_i, rotate(matrix_at(R, i), triple(v, k)))
        elif body.joint == HINGE:
            w_i = add(w_i, rotate(matrix_at(R, i), scale(item(v, k), vector(body.axis))))
        elif body.joint == SLIDE:
            u_i = add(u_i, rotate(matrix_at(R, i), scale(item(v, k), vector(body.axis))))
        elif body.joint == FREE:
            u_i = add(u_i, rotate(joint_frame(bodies, i, R), triple(v, k)))
            w_i = add(w_i, rotate(matrix_at(R, i), triple(v, k + 3)))
        put_vector_at(w, i, w_i)
        put_vector_at(u, i, u_i)


@inner
def accelerate_bodies(
    bodies: Records,
    v: FloatArray,
    a: FloatArray,
    R: FloatArray,
    p: FloatArray,
    w: FloatArray,
    alpha: FloatArray,
    acc: FloatArray,
) -> None:
    """Fill angular velocity and acceleration w, alpha and the origins' acceleration acc (nb, 3).

    A vector fixed in body i turns with w_i, and a vector in the joint frame turns with the parent.
    This gives the terms w_P x R_i w_rel and 2 w_P x u_rel.
    """
    for i in range(len(bodies)):
        body = bodies[i]
        k = body.v_start
        w_i = (0.0, 0.0, 0.0)
        alpha_i = (0.0, 0.0, 0.0)
        acc_i = (0.0, 0.0, 0.0)
        if body.parent >= 0:
            w_i = vector_at(w, body.parent)
            alpha_i = vector_at(alpha, body.parent)
            d = subtract(vector_at(p, i), vector_at(p, body.parent))
            # a_i = a_P + alpha_P x d + w_P x (w_P x d), then what the joint adds
            spin = add(cross(alpha_i, d), cross(w_i, cross(w_i, d)))
            acc_i = add(vector_at(acc, body.parent), spin)
        # along the joint: u' and, as its directions turn with the parent, 2 w_P x u
        if body.joint == SLIDE or body.joint == FREE:
            if body.joint == SLIDE:
                axis = rotate(matrix_at(R, i), vector(body.axis))
                u_rel, u_rate = scale(item(v, k), axis), scale(item(a, k), axis)
            else:
                R_J = joint_frame(bodies, i, R)
                u_rel, u_rate = rotate(R_J, triple(v, k)), rotate(R_J, triple(a, k))
                k += 3  # where its rotation begins
            acc_i = add(acc_i, add(u_rate, scale(2.0, cross(w_i, u_rel))))
        # about the joint: w_rel' and, as its directions turn with the parent too, w_P x w_rel
        if body.joint == BALL or body.joint == HINGE or body.joint == FREE:
            R_i = matrix_at(R, i)
            if body.joint == HINGE:
                axis = rotate(R_i, vector(body.axis))
                w_rel, w_rate = scale(item(v, k), axis), scale(item(a, k), axis)
            else:
                w_rel, w_rate = rotate(R_i, triple(v, k)), rotate(R_i, triple(a, k))
            alpha_i = add(alpha_i, add(w_rate, cross(w_i, w_rel)))
            w_i = add(w_i, w_rel)
        put_vector_at(w, i, w_i)
        put_vector_at(alpha, i, alpha_i)
        put_vector_at(acc, i, acc_i)


# --------------------------------------------------------------------------- all frames


@compiled
def _forward_kinematics(bodies: Records, q: FloatArray, R: FloatArray, p: FloatArray) -> None:
    for f in range(len(q)):
        place_bodies(bodies, q[f], R[f], p[f])


@compiled
def _body_velocities(
    bodies: Records, q: FloatArray, v: FloatArray, w: FloatArray, u: FloatArray
) -> None:
    R, p = np.empty((len(bodies), 9)), np.empty((len(bodies), 3))
    for f in range(len(q)):
        place_bodies(bodies, q[f], R, p)
        move_bodies(bodies, v[f], R, p, w[f], u[f])


@compiled
def _body_accelerations(
    bodies: Records, q: FloatArray, v: FloatArray, a: FloatArray, alpha: FloatArray, acc: FloatArray
) -> None:
    nb = len(bodies)
    R, p, w = np.empty((nb, 9)), np.empty((nb, 3)), np.empty((nb, 3))
    for f in range(len(q)):
        place_bodies(bodies, q[f], R, p)
        accelerate_bodies(bodies, v[f], a[f], R, p, w, alpha[f], acc[f])


@compiled
def _fill_jacobians(
    bodies: Records,
    dofs: Records,
    chain: IntArray,
    last: IntArray,
    body: IntArray,
    local: FloatArray,
    q: FloatArray,
    J: FloatArray,
) -> None:
    nb, nv, first = len(bodies), len(dofs), J.shape[2] - 3
    R, p, S = np.empty((nb, 9)), np.empty((nb, 3)), np.empty((nv, 6))
    J[:] = 0.0  # columns beside the chain from the root to a point's body stay zero
    for f in range(len(q)):
        place_bodies(bodies, q[f], R, p)
        motion_axes(bodies, dofs, R, p, (0.0, 0.0, 0.0), S)
        for k in range(len(body)):
            if last[k] < 0:
                continue
            i = body[k]
            at = add(vector_at(p, i), rotate(matrix_at(R, i), vector(local[k])))
            for d in chain[last[k]]:
                if d < 0:
                    break
                # s x (at - p_i) of a rotation about p_i, s of a translation
                u = linear_at(S, d)
                if dofs[d].rotates:
                    arm = subtract(at, vector_at(p, dofs[d].body))
                    u = cross(angular_at(S, d), arm)
                for c in range(3):
                    J[f, k, first + c, d] = u[c]
                    if first > 0:
                        J[f, k, c, d] = S[d, c]
