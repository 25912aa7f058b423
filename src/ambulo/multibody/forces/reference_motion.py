"""A motion that is to be followed, and the joint forces that are stored with it, at any instant.

The forces are those stored, nothing is computed from the motion: at a frame they are what is stored
there, between frames a spline through them. What is stored is taken free of external loads, as if
nothing but gravity and the joints acted: then a reaction that starts or changes its segment from
one frame to the next leaves no jump in it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.entries import vector_at
from ambulo.math.polynomials import polynomial
from ambulo.math.vectors import Vector3, add, cross, subtract
from ambulo.multibody.forces.interpolants import INTERPOLANTS, Interpolant, spline_pieces
from ambulo.multibody.forces.law import BodyMotion, Loads, add_wrench
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import move_bodies, place_bodies
from ambulo.multibody.tree.motion_curve import curve_pieces, evaluate_curve
from ambulo.multibody.tree.packing import BALL, FREE, SLIDE, Records, pack
from ambulo.multibody.tree.tree import Tree


class ReferenceMotion(NamedTuple):
    """A motion of a tree with its scratch, shared by the laws that follow it.

    Args:
        bodies: of a `PackedTree`.
        time: (frames,) s; pieces: (frames - 1, 6, nq) of `curve_pieces`.
        forces: (frames - 1, degree + 1, nb, 6) of `spline_pieces`: moment and force at the joints.
        interval: (1,) of the frames' intervals the one that is integrated through.
        instant: (1,) s, of which the scratch is.
        scratch: flat, divided by `reference_state`.
    """

    bodies: Records
    time: FloatArray
    pieces: FloatArray
    forces: FloatArray
    interval: IntArray
    instant: FloatArray
    scratch: FloatArray


class ReferenceState(NamedTuple):
    """A reference motion at an instant.

    Args:
        q, v, a: (nq,), (nv,), (nv,).
        R: (nb, 9) orientations of the bodies.
        p, w, u: (nb, 3) positions and velocities of the bodies.
        moment, force: (nb, 3) at the joints, world axes, as stored without external loads.
    """

    q: FloatArray
    v: FloatArray
    a: FloatArray
    R: FloatArray
    p: FloatArray
    w: FloatArray
    u: FloatArray
    moment: FloatArray
    force: FloatArray


def reference_motion(
    tree: Tree,
    motion: Motion,
    unloaded: JointForces | None = None,
    interpolant: Interpolant = INTERPOLANTS["cubic"],
) -> ReferenceMotion:
    """Lay a motion with accelerations and its joint forces out; between frames it is quintic.

    Args:
        tree, motion: what moves.
        unloaded: moment and force at the joints at the frames, those of the external loads
            taken off; its tau is not used. None where the motion alone is followed: zero.
        interpolant: their course between the frames.

    Raises:
        InputError: there are too few frames for the interpolant.
        ValueError: times do not increase, or shapes do not fit the tree.
    """
    if not (np.diff(motion.time) > 0.0).all():
        raise ValueError("the times do not increase")
    shape = (len(motion.time), tree.nb, 3)
    forces = np.zeros((shape[0] - 1, 1, tree.nb, 6))
    if unloaded is not None:
        if unloaded.moment.shape != shape or unloaded.force.shape != shape:
            raise ValueError(
                f"the joint forces have the shape {unloaded.moment.shape}, not {shape}"
            )
        stored = np.concatenate([unloaded.moment, unloaded.force], axis=2)
        forces = spline_pieces(motion.time, stored, interpolant)
    return ReferenceMotion(
        pack(tree).bodies[0],
        np.array(motion.time, dtype=np.float64),
        curve_pieces(tree, motion.time, motion.q, motion.v, motion.a),
        forces,
        np.zeros(1, dtype=np.int64),
        np.full(1, np.nan),
        np.zeros(3 * tree.nq + 24 * tree.nb),
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
    one = reference.scratch[: 3 * nq].reshape(3, nq)
    nine = reference.scratch[3 * nq : 3 * nq + 9 * nb].reshape(nb, 9)
    three = reference.scratch[3 * nq + 9 * nb : 3 * nq + 24 * nb].reshape(5, nb, 3)
    return ReferenceState(
        one[0], one[1, :nv], one[2, :nv], nine, three[0], three[1], three[2], three[3], three[4]
    )


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
    piece = reference.forces[k]
    for i in range(len(bodies)):
        for c in range(3):
            r.moment[i, c], _, _ = polynomial(piece[:, i, c], 0, len(piece), part)
            r.force[i, c], _, _ = polynomial(piece[:, i, 3 + c], 0, len(piece), part)
    reference.instant[0] = t
    return part


@inner
def fill_velocities(reference: ReferenceMotion) -> None:
    """Fill the velocities of the bodies as well, after `evaluate_reference`."""
    r = reference_state(reference)
    move_bodies(reference.bodies, r.v, r.R, r.p, r.w, r.u)


@inner
def load_joint(
    bodies: Records, p: FloatArray, i: int, n: Vector3, f: Vector3, sign: float, loads: Loads
) -> None:
    """Add what joint i passes on: moment n and force f to its body, as much off its parent.

    Only what does work along the joint's freedoms acts: a force inside a joint that does not slide
    moves nothing and is left out.

    Args:
        p: (nb, 3) m, of the bodies in the simulated motion.
    """
    joint, parent = bodies[i].joint, bodies[i].parent
    if joint not in (FREE, SLIDE):
        f = (0.0, 0.0, 0.0)
    add_wrench(loads, i, n, f, sign)
    if parent >= 0:
        # n_P = n + (p_i - p_P) x f
        about = add(n, cross(subtract(vector_at(p, i), vector_at(p, parent)), f))
        add_wrench(loads, parent, about, f, -sign)


@inner
def relieve(
    reference: ReferenceMotion, motion: BodyMotion, b: int, n: Vector3, f: Vector3, loads: Loads
) -> None:
    """Take what a wrench on body b, about the world origin, adds off the joints up to the root."""
    p = reference_state(reference).p
    while b >= 0:
        about = subtract(n, cross(vector_at(p, b), f))
        load_joint(reference.bodies, motion.p, b, about, f, -1.0, loads)
        b = reference.bodies[b].parent
