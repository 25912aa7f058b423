"""Forces that drive a forward simulation, at any instant, from the motion that they should cause.

At every instant that an integrator asks for, the motion's own curve goes through the recursive
Newton-Euler algorithm: what comes out are inputs as exact as the arithmetic, not interpolated.
Joint moments are inputs in world axes. The force that the ground exerts on the whole body is
carried at one point of one segment, or as the feet share it, with the joint moments that belong to
that. All of these are one and the same along the measured motion and differ in how errors grow.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.vectors import (
    Vector3,
    add,
    angular_at,
    compose,
    cross,
    dot,
    linear_at,
    matrix_at,
    put_triple,
    rotate,
    rotate_back,
    scale,
    subtract,
    transpose,
    vector,
    vector_at,
)
from ambulo.multibody.tree.articulated_body import Frame, accelerate_frame, frame_of, move_frame
from ambulo.multibody.tree.kinematics import (
    accelerate_bodies,
    joint_frame,
    move_bodies,
    place_bodies,
)
from ambulo.multibody.tree.motion_curve import evaluate_curve
from ambulo.multibody.tree.newton_euler import balance_bodies
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records

__all__ = [
    "Body",
    "Drive",
    "Room",
    "accelerate",
    "apply_forces",
    "give_up",
    "input_power",
    "keep_row",
    "note_effort",
    "reference",
    "room_of",
]

STRAYED = 200.0
"""m/s or rad/s off the reference's velocity, at which a simulation is given up."""


class Body(NamedTuple):
    """One model, packed: fields of a `PackedTree` without the models axis."""

    bodies: Records
    dofs: Records
    chain: IntArray
    gravity: FloatArray


class Drive(NamedTuple):
    """What acts on the bodies besides gravity.

    Args:
        interval: (pieces,) s, lengths of the pieces of the reference motion.
        pieces: (pieces, 6, nq) of the reference motion; (pieces, 6, 0) where nothing drives.
        carrier: (1,) body at which the force of the ground is carried where no foot does.
        point: (3,) m, where on that body, in its frame; the controller holds its position.
        foot: (pieces, feet) body that carries each foot's reaction during a piece, -1 for none.
        reaction: (pieces + 1, feet, 6) of the ground on each foot about the world origin.
        whole: (pieces,) 1 where the reactions on the feet balance the whole body.
        stiffness, damping: (nb + 1,) of the controller: position of the point [N/m, N*s/m], then
            the absolute orientation of each body [N*m/rad, N*m*s/rad]; (0,) without control.
    """

    interval: FloatArray
    pieces: FloatArray
    carrier: IntArray
    point: FloatArray
    foot: IntArray
    reaction: FloatArray
    whole: IntArray
    stiffness: FloatArray
    damping: FloatArray


class Room(NamedTuple):
    """Scratch of one evaluation.

    Args:
        q, v, a, R, p, w, u, alpha, acc: the reference motion.
        tau: (nv,) generalised forces.
        moment, force: (nb, 3) joint moments and forces of the reference motion, world axes.
        ground: (nb, 6) reactions of the feet at the body origins, world axes.
        carried: (3,) N, the rest of the ground's force.
        control: (nb + 1, 3) the controller's force [N], then its moment on each body [N*m].
        external: (nb, 6) their sum.
        frame: of the simulated motion.
    """

    q: FloatArray
    v: FloatArray
    a: FloatArray
    R: FloatArray
    p: FloatArray
    w: FloatArray
    u: FloatArray
    alpha: FloatArray
    acc: FloatArray
    tau: FloatArray
    moment: FloatArray
    force: FloatArray
    ground: FloatArray
    carried: FloatArray
    control: FloatArray
    external: FloatArray
    frame: Frame


@inner
def room_of(nb: int, nq: int, nv: int) -> Room:
    """Room for one evaluation."""
    return Room(
        np.zeros(nq),
        np.zeros(nv),
        np.zeros(nv),
        np.zeros((nb, 9)),
        np.zeros((nb, 3)),
        np.zeros((nb, 3)),
        np.zeros((nb, 3)),
        np.zeros((nb, 3)),
        np.zeros((nb, 3)),
        np.zeros(nv),
        np.zeros((nb, 3)),
        np.zeros((nb, 3)),
        np.zeros((nb, 6)),
        np.zeros(3),
        np.zeros((nb + 1, 3)),
        np.zeros((nb, 6)),
        frame_of(nb, nv),
    )


@inner
def reference(body: Body, drive: Drive, piece: int, part: float, room: Room) -> None:
    """Fill the reference motion and the joint forces and reactions that cause it."""
    if drive.pieces.shape[2] == 0:
        return
    evaluate_curve(
        body.bodies, drive.pieces[piece], part, drive.interval[piece], room.q, room.v, room.a
    )
    place_bodies(body.bodies, room.q, room.R, room.p)
    if len(drive.stiffness) > 0:
        move_bodies(body.bodies, room.v, room.R, room.p, room.w, room.u)
    accelerate_bodies(body.bodies, room.v, room.a, room.R, room.p, room.w, room.alpha, room.acc)
    room.moment[:] = 0.0
    room.force[:] = 0.0
    balance_bodies(
        body.bodies, vector(body.gravity), room.R, room.p, room.w, room.alpha, room.acc,
        room.tau, room.moment, room.force,
    )  # fmt: skip
    if drive.foot.shape[1] > 0:
        _stand(body.bodies, drive, piece, part, room)
    _carry(body.bodies, drive, room)


@inner
def _carry(bodies: Records, drive: Drive, room: Room) -> None:
    """Let the force on the root act at the carrying point instead."""
    b = drive.carrier[0]
    f = vector_at(room.force, 0)
    at = add(vector_at(room.p, b), rotate(matrix_at(room.R, b), vector(drive.point)))
    _relieve(bodies, b, cross(at, f), f, room)
    put_triple(room.carried, 0, f)


@inner
def _relieve(bodies: Records, b: int, n: Vector3, f: Vector3, room: Room) -> None:
    """Take a wrench on body b, given about the world origin, off the joints from it to the root."""
    while b >= 0:
        about = subtract(n, cross(vector_at(room.p, b), f))
        for c in range(3):
            room.moment[b, c] -= about[c]
            room.force[b, c] -= f[c]
        b = bodies[b].parent


@inner
def _stand(bodies: Records, drive: Drive, piece: int, part: float, room: Room) -> None:
    """Let the reactions on the feet act there."""
    feet = drive.foot.shape[1]
    room.ground[:] = 0.0
    left_f = vector_at(room.force, 0)
    left_n = add(vector_at(room.moment, 0), cross(vector_at(room.p, 0), left_f))
    load = 0.0
    for s in range(feet):
        if drive.foot[piece, s] >= 0:
            n, f = _between(drive, piece, part, s)
            left_n, left_f = subtract(left_n, n), subtract(left_f, f)
            load += max(f[2], 0.0)
    for s in range(feet):
        b = drive.foot[piece, s]
        if b < 0:
            continue
        n, f = _between(drive, piece, part, s)
        if drive.whole[piece] == 1 and load > 0.0:
            # between the frames, what is missing to the whole body's balance
            portion = max(f[2], 0.0) / load
            n, f = add(n, scale(portion, left_n)), add(f, scale(portion, left_f))
        about = subtract(n, cross(vector_at(room.p, b), f))
        for c in range(3):
            room.ground[b, c] += about[c]
            room.ground[b, 3 + c] += f[c]
        _relieve(bodies, b, n, f, room)


@inner
def _between(drive: Drive, piece: int, part: float, s: int) -> tuple[Vector3, Vector3]:
    """Reaction on foot s about the world origin, between two frames in proportion."""
    x, y = drive.reaction[piece], drive.reaction[piece + 1]
    n = add(scale(1.0 - part, angular_at(x, s)), scale(part, angular_at(y, s)))
    f = add(scale(1.0 - part, linear_at(x, s)), scale(part, linear_at(y, s)))
    return n, f


@inner
def apply_forces(body: Body, drive: Drive, room: Room) -> FloatArray:
    """Fill tau and the external wrenches for the simulated frame, which has been placed and moved.

    Returns:
        The external wrenches (nb, 6), or an array of length 0 if there are none.
    """
    bodies, R = body.bodies, room.frame.R
    if drive.pieces.shape[2] == 0:
        room.tau[:] = 0.0
        return room.external[:0]
    for i in range(len(bodies)):
        joint, d = bodies[i].joint, bodies[i].v_start
        R_i = matrix_at(R, i)
        n, f = vector_at(room.moment, i), vector_at(room.force, i)
        if joint == BALL:
            put_triple(room.tau, d, rotate_back(R_i, n))
        elif joint == HINGE:
            room.tau[d] = dot(vector(bodies[i].axis), rotate_back(R_i, n))
        elif joint == SLIDE:
            room.tau[d] = dot(vector(bodies[i].axis), rotate_back(R_i, f))
        elif joint == FREE:
            put_triple(room.tau, d, rotate_back(joint_frame(bodies, i, R), f))
            put_triple(room.tau, d + 3, rotate_back(R_i, n))
    b = drive.carrier[0]
    arm = rotate(matrix_at(R, b), vector(drive.point))
    force = vector(room.carried)
    if len(drive.stiffness) > 0:
        _control(drive, arm, room)
        force = add(force, vector_at(room.control, 0))
    for i in range(len(bodies)):
        for c in range(3):
            room.external[i, c] = room.ground[i, c] + room.control[i + 1, c]
            room.external[i, 3 + c] = room.ground[i, 3 + c]
    moment = cross(arm, force)
    for c in range(3):
        room.external[b, c] += moment[c]
        room.external[b, 3 + c] += force[c]
    return room.external


@inner
def _control(drive: Drive, arm: Vector3, room: Room) -> None:
    """Fill the controller's force and moments from the deviations in pose and velocity.

    Args:
        arm: from the carrier's origin to the point that is held, world axes.
    """
    R, p, V = room.frame.R, room.frame.p, room.frame.V
    b = drive.carrier[0]
    arm_ref = rotate(matrix_at(room.R, b), vector(drive.point))
    at, at_ref = add(vector_at(p, b), arm), add(vector_at(room.p, b), arm_ref)
    off = subtract(at, at_ref)
    u = add(linear_at(V, b), cross(angular_at(V, b), subtract(at, vector_at(p, 0))))
    u_ref = add(vector_at(room.u, b), cross(vector_at(room.w, b), arm_ref))
    slip = subtract(u, u_ref)
    for c in range(3):
        room.control[0, c] = -drive.stiffness[0] * off[c] - drive.damping[0] * slip[c]
    for i in range(len(p)):
        turn = _rotation_between(room.R, R, i)
        spin = subtract(angular_at(V, i), vector_at(room.w, i))
        for c in range(3):
            room.control[i + 1, c] = (
                -drive.stiffness[i + 1] * turn[c] - drive.damping[i + 1] * spin[c]
            )


@inner
def _rotation_between(R_from: FloatArray, R_to: FloatArray, i: int) -> Vector3:
    """Rotation vector, world axes, that turns body i of the first posture into the second."""
    T = compose(matrix_at(R_to, i), transpose(matrix_at(R_from, i)))
    x, y, z = 0.5 * (T[7] - T[5]), 0.5 * (T[2] - T[6]), 0.5 * (T[3] - T[1])
    sine = np.sqrt(x * x + y * y + z * z)
    if sine < 1e-4:  # the next term of angle / sine is below 1e-8 of the angle
        return x, y, z
    factor = np.arctan2(sine, 0.5 * (T[0] + T[4] + T[8] - 1.0)) / sine
    return factor * x, factor * y, factor * z


@inner
def input_power(v: FloatArray, external: FloatArray, room: Room) -> float:
    """Power of tau and the external wrenches in the simulated motion [W]."""
    power = 0.0
    for d in range(len(v)):
        power += room.tau[d] * v[d]
    base = vector_at(room.frame.p, 0)
    for i in range(len(external)):
        w = angular_at(room.frame.V, i)
        arm = subtract(vector_at(room.frame.p, i), base)
        u = add(linear_at(room.frame.V, i), cross(w, arm))
        power += dot(angular_at(external, i), w) + dot(linear_at(external, i), u)
    return power


@inner
def accelerate(
    body: Body,
    drive: Drive,
    piece: int,
    part: float,
    q: FloatArray,
    v: FloatArray,
    room: Room,
    a: FloatArray,
) -> float:
    """Fill a (nv,) at an instant for the state q, v; gives the power of the inputs [W]."""
    reference(body, drive, piece, part, room)
    move_frame(body.bodies, body.dofs, q, v, room.frame)
    external = apply_forces(body, drive, room)
    accelerate_frame(
        body.bodies, body.dofs, vector(body.gravity), room.tau, external, room.frame, a
    )
    return input_power(v, external, room)


@inner
def _strayed(drive: Drive, room: Room, v: FloatArray) -> bool:
    """Whether the simulated motion has nothing to do with the reference any more."""
    if drive.pieces.shape[2] == 0:
        return False
    largest = 0.0
    for d in range(len(v)):
        largest = max(largest, abs(v[d] - room.v[d]))
    return not largest < STRAYED


@inner
def give_up(row: int, q: FloatArray, v: FloatArray, work: FloatArray, effort: FloatArray) -> None:
    """Mark a row and those after it as not reached."""
    q[row:] = np.nan
    v[row:] = np.nan
    work[row:] = np.nan
    effort[row:] = np.nan


@inner
def keep_row(
    row: int,
    drive: Drive,
    room: Room,
    q_now: FloatArray,
    v_now: FloatArray,
    q: FloatArray,
    v: FloatArray,
    work: FloatArray,
    effort: FloatArray,
) -> bool:
    """Keep the state reached at the end of a piece, or give up and say False if it has strayed."""
    if _strayed(drive, room, v_now):
        give_up(row, q, v, work, effort)
        return False
    q[row] = q_now
    v[row] = v_now
    return True


@inner
def note_effort(room: Room, effort: FloatArray) -> None:
    """Keep the largest force and moments (nb + 1,) of the controller."""
    for i in range(len(effort)):
        n = vector_at(room.control, i)
        effort[i] = max(effort[i], np.sqrt(dot(n, n)))
