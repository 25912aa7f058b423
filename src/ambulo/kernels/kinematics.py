"""Where every body of a tree is and how it moves: one pass from the root outwards, world axes."""

from __future__ import annotations

import numpy as np

from ambulo.kernels.compilation import compiled
from ambulo.kernels.packing import (
    BALL,
    FIXED,
    FREE,
    HINGE,
    SLIDE,
    TreeArrays,
    over_models,
    pack,
    without_models,
)
from ambulo.kernels.quaternions import to_matrix_one
from ambulo.kernels.vectors import (
    Matrix3,
    Vector3,
    add,
    compose,
    cross,
    matrix,
    put_matrix,
    put_vector,
    rotate,
    scale,
    subtract,
    vector,
)
from ambulo.records import FloatArray, Tree

__all__ = [
    "body_accelerations",
    "body_velocities",
    "forward_kinematics",
    "hinge_rotation",
    "jacobian",
    "joint_axes",
    "joint_frame",
    "place_bodies",
    "velocities_in_frame",
]


def forward_kinematics(tree: Tree, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Orientation and position of every body.

    R_i = R_P R_PJ R(q_i),  p_i = p_P + R_P (p_PJ + R_PJ x(q_i))       Featherstone (2008), ch. 4

    Args:
        tree: the bodies; p_PJ may have a leading models axis.
        q: (frames, nq) or (models, frames, nq) m, rad, quaternions.

    Returns:
        R (frames, nb, 3, 3), which turns body vectors into world vectors, and p (frames, nb, 3)
        [m], the bodies' origins; with a leading models axis if `tree` or `q` has one.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    packed = pack(tree)
    models = len(packed.mass)
    R, p = _forward_kinematics(packed, over_models("q", q, (tree.nq,), models))
    return without_models(R, tree, q), without_models(p, tree, q)


def body_velocities(tree: Tree, q: FloatArray, v: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Velocity of every body, in world axes.

    Args:
        tree: the bodies.
        q, v: (frames, nq) and (frames, nv), as `JointType` defines them.

    Returns:
        Angular velocity (frames, nb, 3) [rad/s] and velocity of the origin (frames, nb, 3) [m/s];
        with a leading models axis if an argument has one.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    angular, linear, _, _ = _body_motion(tree, q, v, np.zeros_like(v))
    return angular, linear


def body_accelerations(
    tree: Tree, q: FloatArray, v: FloatArray, a: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Acceleration of every body, in world axes, gravity not included.

    Args:
        tree: the bodies.
        q, v, a: (frames, nq), (frames, nv) and (frames, nv), as `JointType` defines them.

    Returns:
        Angular acceleration (frames, nb, 3) [rad/s^2] and acceleration of the origin
        (frames, nb, 3) [m/s^2]; with a leading models axis if an argument has one.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    _, _, angular, linear = _body_motion(tree, q, v, a)
    return angular, linear


def jacobian(
    tree: Tree, q: FloatArray, body: int, point_local: FloatArray | None = None
) -> FloatArray:
    """Jacobian of a point fixed in a body: [angular velocity; velocity of the point] = J v.

    Args:
        tree: the bodies.
        q: (frames, nq).
        body: index of the body.
        point_local: (3,) m, in the body frame; the body's origin if left out.

    Returns:
        (frames, 6, nv), angular rows before linear ones, world axes; with a leading models axis if
        an argument has one.

    Raises:
        ValueError: shapes do not fit the tree or there is no such body.
    """
    packed = pack(tree)
    if not 0 <= body < tree.nb:
        raise ValueError(f"no body {body} in a tree of {tree.nb}")
    point = np.zeros(3) if point_local is None else np.array(point_local, dtype=np.float64)
    if point.shape != (3,):
        raise ValueError(f"the point has shape {point.shape}, not (3,)")
    J = _jacobian(packed, over_models("q", q, (tree.nq,), len(packed.mass)), body, point)
    return without_models(J, tree, q)


# --------------------------------------------------------------------------- one frame


@compiled
def hinge_rotation(u: Vector3, angle: float) -> Matrix3:
    """Rotation by an angle about the unit axis u (Rodrigues)."""
    c, s = np.cos(angle), np.sin(angle)
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


@compiled
def joint_frame(tree: TreeArrays, i: int, R: FloatArray) -> Matrix3:
    """Orientation of joint i's frame in the world, R_P R_PJ, with the bodies' R (nb, 3, 3)."""
    if tree.parent[i] < 0:
        return matrix(tree.R_PJ[i])
    R_P = matrix(R[tree.parent[i]])
    if tree.aligned[i]:
        return R_P
    return compose(R_P, matrix(tree.R_PJ[i]))


@compiled
def place_bodies(tree: TreeArrays, m: int, q: FloatArray, R: FloatArray, p: FloatArray) -> None:
    """Fill R (nb, 3, 3) and p (nb, 3) of model m for the coordinates q (nq,)."""
    for i in range(len(tree.parent)):
        parent, joint, k = tree.parent[i], tree.joint[i], tree.q_start[i]
        R_J = joint_frame(tree, i, R)
        p_PJ = vector(tree.p_PJ[m, i])
        if parent < 0:
            p_J = p_PJ
        else:
            p_J = add(vector(p[parent]), rotate(matrix(R[parent]), p_PJ))

        R_i = R_J
        p_i = p_J
        if joint == BALL:
            R_i = compose(R_J, to_matrix_one((q[k], q[k + 1], q[k + 2], q[k + 3])))
        elif joint == HINGE:
            R_i = compose(R_J, hinge_rotation(vector(tree.axis[i]), q[k]))
        elif joint == SLIDE:
            p_i = add(p_J, rotate(R_J, scale(q[k], vector(tree.axis[i]))))
        elif joint == FREE:
            R_i = compose(R_J, to_matrix_one((q[k + 3], q[k + 4], q[k + 5], q[k + 6])))
            p_i = add(p_J, rotate(R_J, (q[k], q[k + 1], q[k + 2])))
        put_matrix(R[i], R_i)
        put_vector(p[i], p_i)


@compiled
def joint_axes(tree: TreeArrays, R: FloatArray, s: FloatArray) -> None:
    """Fill s (nv, 3): world direction of each degree of freedom, with the bodies' R (nb, 3, 3)."""
    for i in range(len(tree.parent)):
        joint, k = tree.joint[i], tree.v_start[i]
        if joint == HINGE or joint == SLIDE:
            put_vector(s[k], rotate(joint_frame(tree, i, R), vector(tree.axis[i])))
        elif joint == BALL:
            for n in range(3):
                for c in range(3):
                    s[k + n, c] = R[i, c, n]
        elif joint == FREE:
            R_J = joint_frame(tree, i, R)
            for n in range(3):
                for c in range(3):
                    s[k + n, c] = R_J[3 * c + n]
                    s[k + 3 + n, c] = R[i, c, n]


@compiled
def velocities_in_frame(
    tree: TreeArrays,
    v: FloatArray,
    R: FloatArray,
    p: FloatArray,
    angular: FloatArray,
    linear: FloatArray,
) -> None:
    """Fill the bodies' angular and origin velocities (nb, 3) for v (nv,), given their R and p."""
    for i in range(len(tree.parent)):
        parent, joint, k = tree.parent[i], tree.joint[i], tree.v_start[i]
        w = (0.0, 0.0, 0.0)
        u = (0.0, 0.0, 0.0)
        if parent >= 0:
            w = vector(angular[parent])
            u = add(vector(linear[parent]), cross(w, subtract(vector(p[i]), vector(p[parent]))))
        if joint == BALL:
            w = add(w, rotate(matrix(R[i]), (v[k], v[k + 1], v[k + 2])))
        elif joint == HINGE:
            w = add(w, rotate(matrix(R[i]), scale(v[k], vector(tree.axis[i]))))
        elif joint == SLIDE:
            u = add(u, rotate(matrix(R[i]), scale(v[k], vector(tree.axis[i]))))
        elif joint == FREE:
            u = add(u, rotate(joint_frame(tree, i, R), (v[k], v[k + 1], v[k + 2])))
            w = add(w, rotate(matrix(R[i]), (v[k + 3], v[k + 4], v[k + 5])))
        put_vector(angular[i], w)
        put_vector(linear[i], u)


@compiled
def accelerations_in_frame(
    tree: TreeArrays,
    v: FloatArray,
    a: FloatArray,
    R: FloatArray,
    p: FloatArray,
    velocity: FloatArray,
    angular: FloatArray,
    linear: FloatArray,
) -> None:
    """Fill the bodies' angular and origin accelerations (nb, 3), given their angular velocity.

    A vector fixed in body i turns with w_i; one in the joint frame turns with the parent, hence the
    terms w_P x R_i w and 2 w_P x R_J u.
    """
    for i in range(len(tree.parent)):
        parent, joint, k = tree.parent[i], tree.joint[i], tree.v_start[i]
        w_P = (0.0, 0.0, 0.0)
        alpha = (0.0, 0.0, 0.0)
        acc = (0.0, 0.0, 0.0)
        if parent >= 0:
            w_P = vector(velocity[parent])
            alpha = vector(angular[parent])
            d = subtract(vector(p[i]), vector(p[parent]))
            acc = add(vector(linear[parent]), add(cross(alpha, d), cross(w_P, cross(w_P, d))))
        R_i = matrix(R[i])
        turning = (0.0, 0.0, 0.0)  # relative angular velocity and acceleration, body axes
        turning_rate = (0.0, 0.0, 0.0)
        if joint == BALL:
            turning = (v[k], v[k + 1], v[k + 2])
            turning_rate = (a[k], a[k + 1], a[k + 2])
        elif joint == HINGE:
            turning = scale(v[k], vector(tree.axis[i]))
            turning_rate = scale(a[k], vector(tree.axis[i]))
        elif joint == FREE:
            turning = (v[k + 3], v[k + 4], v[k + 5])
            turning_rate = (a[k + 3], a[k + 4], a[k + 5])
        alpha = add(alpha, add(rotate(R_i, turning_rate), cross(w_P, rotate(R_i, turning))))

        if joint == SLIDE or joint == FREE:
            R_J = joint_frame(tree, i, R)
            if joint == SLIDE:
                u = rotate(R_J, scale(v[k], vector(tree.axis[i])))
                u_rate = rotate(R_J, scale(a[k], vector(tree.axis[i])))
            else:
                u = rotate(R_J, (v[k], v[k + 1], v[k + 2]))
                u_rate = rotate(R_J, (a[k], a[k + 1], a[k + 2]))
            acc = add(acc, add(u_rate, scale(2.0, cross(w_P, u))))
        put_vector(angular[i], alpha)
        put_vector(linear[i], acc)


# --------------------------------------------------------------------------- all frames


@compiled
def _forward_kinematics(tree: TreeArrays, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    models, frames, nb = max(len(tree.mass), len(q)), q.shape[1], len(tree.parent)
    R = np.empty((models, frames, nb, 3, 3))
    p = np.empty((models, frames, nb, 3))
    for m in range(models):
        for f in range(frames):
            place_bodies(
                tree, min(m, len(tree.mass) - 1), q[min(m, len(q) - 1), f], R[m, f], p[m, f]
            )
    return R, p


def _body_motion(
    tree: Tree, q: FloatArray, v: FloatArray, a: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    packed = pack(tree)
    models = len(packed.mass)
    results = _motion_loop(
        packed,
        over_models("q", q, (tree.nq,), models),
        over_models("v", v, (tree.nv,), models),
        over_models("a", a, (tree.nv,), models),
    )
    w, u, alpha, acc = (without_models(x, tree, q, v, a) for x in results)
    return w, u, alpha, acc


@compiled
def _motion_loop(
    tree: TreeArrays, q: FloatArray, v: FloatArray, a: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    models = max(len(tree.mass), len(q), len(v), len(a))
    frames, nb = q.shape[1], len(tree.parent)
    R = np.empty((nb, 3, 3))
    p = np.empty((nb, 3))
    w = np.empty((models, frames, nb, 3))
    u = np.empty((models, frames, nb, 3))
    alpha = np.empty((models, frames, nb, 3))
    acc = np.empty((models, frames, nb, 3))
    for m in range(models):
        for f in range(frames):
            v_f, a_f = v[min(m, len(v) - 1), f], a[min(m, len(a) - 1), f]
            place_bodies(tree, min(m, len(tree.mass) - 1), q[min(m, len(q) - 1), f], R, p)
            velocities_in_frame(tree, v_f, R, p, w[m, f], u[m, f])
            accelerations_in_frame(tree, v_f, a_f, R, p, w[m, f], alpha[m, f], acc[m, f])
    return w, u, alpha, acc


@compiled
def _jacobian(tree: TreeArrays, q: FloatArray, body: int, point: FloatArray) -> FloatArray:
    models = max(len(tree.mass), len(q))
    frames, nb, nv = q.shape[1], len(tree.parent), len(tree.dof_body)
    R = np.empty((nb, 3, 3))
    p = np.empty((nb, 3))
    s = np.empty((nv, 3))
    J = np.zeros((models, frames, 6, nv))
    owner = body  # nearest body, from there inwards, with a degree of freedom
    while owner >= 0 and tree.joint[owner] == FIXED:
        owner = tree.parent[owner]
    last = -1
    if owner >= 0:
        for d in range(nv):
            if tree.dof_body[d] == owner:
                last = d
    for m in range(models):
        for f in range(frames):
            place_bodies(tree, min(m, len(tree.mass) - 1), q[min(m, len(q) - 1), f], R, p)
            joint_axes(tree, R, s)
            at = add(vector(p[body]), rotate(matrix(R[body]), vector(point)))
            d = last
            while d >= 0:
                axis = vector(s[d])
                if tree.rotates[d]:
                    arm = subtract(at, vector(p[tree.dof_body[d]]))
                    put_vector(J[m, f, :3, d], axis)
                    put_vector(J[m, f, 3:, d], cross(axis, arm))
                else:
                    put_vector(J[m, f, 3:, d], axis)
                d = tree.dof_parent[d]
    return J
