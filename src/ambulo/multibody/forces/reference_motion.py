"""A motion that is to be followed, and the forces that it needs, at any instant.

At every instant that an integrator asks for, the motion's own curve goes through the recursive
Newton-Euler algorithm: what comes out are forces as exact as the arithmetic, not interpolated
(Pamies-Vila 2012, section 4.7: inputs known at the frames alone do not give the motion back).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.vectors import (
    Vector3,
    cross,
    dot,
    matrix_at,
    rotate_back,
    subtract,
    vector,
    vector_at,
)
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.kinematics import (
    accelerate_bodies,
    joint_frame,
    move_bodies,
    place_bodies,
)
from ambulo.multibody.tree.motion_curve import curve_pieces, evaluate_curve
from ambulo.multibody.tree.newton_euler import balance_bodies
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records, pack
from ambulo.multibody.tree.tree import Tree

__all__ = [
    "ReferenceMotion",
    "ReferenceState",
    "enter_reference",
    "evaluate_reference",
    "fill_velocities",
    "project_wrench",
    "reference_motion",
    "reference_state",
    "relieve",
]


class ReferenceMotion(NamedTuple):
    """A motion of a tree with its scratch, shared by the laws that follow it.

    Args:
        bodies, gravity: of a `PackedTree`.
        time: (frames,) s; pieces: (frames - 1, 6, nq) of `curve_pieces`.
        interval: (1,) of the frames' intervals the one that is integrated through.
        instant: (1,) s, of which the scratch is.
        scratch: flat, divided by `reference_state`.
    """

    bodies: Records
    gravity: FloatArray
    time: FloatArray
    pieces: FloatArray
    interval: IntArray
    instant: FloatArray
    scratch: FloatArray


class ReferenceState(NamedTuple):
    """A reference motion at an instant.

    Args:
        q, v, a: (nq,), (nv,), (nv,); tau: (nv,).
        R: (nb, 9) orientations of the bodies.
        p, w, u, alpha, acc: (nb, 3) positions, velocities and accelerations of the bodies.
        moment, force: (nb, 3) at the joints, world axes, without any load but gravity.
    """

    q: FloatArray
    v: FloatArray
    a: FloatArray
    tau: FloatArray
    R: FloatArray
    p: FloatArray
    w: FloatArray
    u: FloatArray
    alpha: FloatArray
    acc: FloatArray
    moment: FloatArray
    force: FloatArray


def reference_motion(tree: Tree, motion: Motion) -> ReferenceMotion:
    """Lay a motion with accelerations out; between its frames it is quintic.

    Raises:
        ValueError: times do not increase, or shapes do not fit the tree.
    """
    if not (np.diff(motion.time) > 0.0).all():
        raise ValueError("times do not increase")
    packed = pack(tree)
    return ReferenceMotion(
        packed.bodies[0],
        packed.gravity,
        np.array(motion.time, dtype=np.float64),
        curve_pieces(tree, motion.time, motion.q, motion.v, motion.a),
        np.zeros(1, dtype=np.int64),
        np.full(1, np.nan),
        np.zeros(4 * tree.nq + 30 * tree.nb),
    )


@inner
def reference_state(reference: ReferenceMotion) -> ReferenceState:
    """The parts of the scratch, as `evaluate_reference` has left them.

    All vectors of coordinates and velocities have nq entries, of which velocities use the first.
    """
    nb, nq = len(reference.bodies), reference.pieces.shape[2]
    nv = nq
    for i in range(nb):
        if reference.bodies[i].joint in (FREE, BALL):
            nv -= 1
    one = reference.scratch[: 4 * nq].reshape(4, nq)
    nine = reference.scratch[4 * nq : 4 * nq + 9 * nb].reshape(nb, 9)
    three = reference.scratch[4 * nq + 9 * nb : 4 * nq + 30 * nb].reshape(7, nb, 3)
    return ReferenceState(
        one[0], one[1, :nv], one[2, :nv], one[3, :nv], nine, three[0], three[1], three[2],
        three[3], three[4], three[5], three[6],
    )  # fmt: skip


@inner
def enter_reference(reference: ReferenceMotion, start: float, end: float) -> None:
    """Choose the interval of the frames in whose middle an interval of the simulation lies."""
    middle = 0.5 * (start + end)
    found = reference.interval[0]
    while found < len(reference.time) - 2 and reference.time[found + 1] < middle:
        found += 1
    while found > 0 and reference.time[found] >= middle:
        found -= 1
    if found != reference.interval[0]:
        reference.interval[0] = found
        reference.instant[0] = np.nan


@inner
def part_of_interval(reference: ReferenceMotion, t: float) -> float:
    """Part of the chosen interval that has passed at t; another one is chosen if t is outside."""
    k = reference.interval[0]
    length = reference.time[k + 1] - reference.time[k]
    part: float = (t - reference.time[k]) / length
    if -1e-6 <= part <= 1.0 + 1e-6:
        return part
    enter_reference(reference, t, t)
    k = reference.interval[0]
    length = reference.time[k + 1] - reference.time[k]
    part = (t - reference.time[k]) / length
    return part


@inner
def evaluate_reference(reference: ReferenceMotion, t: float) -> float:
    """Fill the motion and its joint forces at t, once; give the part of the interval passed."""
    part = part_of_interval(reference, t)
    if reference.instant[0] == t:
        return part
    k, bodies, r = reference.interval[0], reference.bodies, reference_state(reference)
    length = reference.time[k + 1] - reference.time[k]
    evaluate_curve(bodies, reference.pieces[k], part, length, r.q, r.v, r.a)
    place_bodies(bodies, r.q, r.R, r.p)
    accelerate_bodies(bodies, r.v, r.a, r.R, r.p, r.w, r.alpha, r.acc)
    r.moment[:] = 0.0
    r.force[:] = 0.0
    balance_bodies(
        bodies, vector(reference.gravity), r.R, r.p, r.w, r.alpha, r.acc, r.tau, r.moment, r.force
    )
    reference.instant[0] = t
    return part


@inner
def fill_velocities(reference: ReferenceMotion) -> None:
    """Fill the velocities of the origins as well, after `evaluate_reference`."""
    r = reference_state(reference)
    move_bodies(reference.bodies, r.v, r.R, r.p, r.w, r.u)


@inner
def project_wrench(
    bodies: Records, R: FloatArray, i: int, n: Vector3, f: Vector3, sign: float, tau: FloatArray
) -> None:
    """Add to tau what a moment and a force at joint i, world axes, are along its own freedoms."""
    joint, d = bodies[i].joint, bodies[i].v_start
    R_i = matrix_at(R, i)
    if joint == HINGE:
        tau[d] += sign * dot(vector(bodies[i].axis), rotate_back(R_i, n))
    elif joint == SLIDE:
        tau[d] += sign * dot(vector(bodies[i].axis), rotate_back(R_i, f))
    elif joint in (BALL, FREE):
        if joint == FREE:
            f_J = rotate_back(joint_frame(bodies, i, R), f)
            for c in range(3):
                tau[d + c] += sign * f_J[c]
            d += 3
        n_B = rotate_back(R_i, n)
        for c in range(3):
            tau[d + c] += sign * n_B[c]


@inner
def relieve(
    reference: ReferenceMotion, R: FloatArray, b: int, n: Vector3, f: Vector3, tau: FloatArray
) -> None:
    """Take what a wrench on body b, about the world origin, adds off the joints up to the root.

    Args:
        R: (nb, 9) orientations in the simulated motion, in whose axes the joints act.
    """
    p = reference_state(reference).p
    while b >= 0:
        about = subtract(n, cross(vector_at(p, b), f))
        project_wrench(reference.bodies, R, b, about, f, -1.0, tau)
        b = reference.bodies[b].parent
