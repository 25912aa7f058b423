"""A motion to follow, and the joint forces stored with it, at any instant.

The forces are the stored forces at frames, and splines through them between frames. They are not
computed from the motion. The stored forces do not contain the effect of external loads, as if only
gravity and the joints acted. So a reaction that starts or changes its segment between two frames
causes no jump.
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
from ambulo.multibody.forces.law import BodyMotion, Loads, add_wrench_unchecked
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import move_bodies, place_bodies
from ambulo.multibody.tree.motion_curve import curve_pieces, evaluate_curve
from ambulo.multibody.tree.packing import BALL, FREE, SLIDE, Records, pack
from ambulo.multibody.tree.tree import Tree


class ReferenceMotion(NamedTuple):
    """A motion of a tree with its scratch arrays, which the laws that follow it share.

    Args:
        bodies: of a `PackedTree`.
        time: (frames,) s; pieces: (frames - 1, 6, nq) of `curve_pieces`.
        forces: (frames - 1, degree + 1, nb, 6) of `spline_pieces`: moment and force at the joints.
        interval: (1,) the interval between frames that is being integrated.
        instant: (1,) s, the time of the values in `scratch`.
        scratch: flat array, which `reference_state` divides.
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
        moment, force: (nb, 3) at the joints, world axes, without the effect of external loads.
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
    """Pack a motion with its accelerations and joint forces; between frames it is quintic.

    Args:
        tree, motion: the tree and its motion.
        unloaded: moment and force at the joints at the frames, without those of the external loads;
            its tau is not used. None means zero, to follow the motion alone.
        interpolant: kind of spline for the forces between frames.

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
    """The parts of the scratch array, as filled by `evaluate_reference`.

    All vectors of coordinates and velocities have nq entries; velocities use the first nv.
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
    """Choose the interval between frames that contains the middle of an interval of the
    simulation."""
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
    """Part of the chosen interval that has passed at t; if t is outside, another interval is
    chosen."""
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
    """Fill the motion and its joint forces at t, if not yet done; return the part of the interval
    that has passed."""
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
    """Fill the velocities of the bodies, after `evaluate_reference`."""
    r = reference_state(reference)
    move_bodies(reference.bodies, r.v, r.R, r.p, r.w, r.u)


@inner
def load_joint(
    bodies: Records, p: FloatArray, i: int, n: Vector3, f: Vector3, sign: float, loads: Loads
) -> None:
    """Add what joint i transmits: moment n and force f on its body, and the opposite on its parent.

    Only loads that do work along the joint's freedoms act. A force in a joint that does not slide
    has no effect, and is omitted.

    Args:
        p: (nb, 3) m, of the bodies in the simulated motion.
    """
    joint, parent = bodies[i].joint, bodies[i].parent
    if joint not in (FREE, SLIDE):
        f = (0.0, 0.0, 0.0)
    add_wrench_unchecked(loads, i, n, f, sign)
    if parent >= 0:
        # n_P = n + (p_i - p_P) x f
        about = add(n, cross(subtract(vector_at(p, i), vector_at(p, parent)), f))
        add_wrench_unchecked(loads, parent, about, f, -sign)


@inner
def relieve(
    reference: ReferenceMotion, motion: BodyMotion, b: int, n: Vector3, f: Vector3, loads: Loads
) -> None:
    """Subtract the effect of a wrench on body b, about the world origin, from the joints up to the
    root."""
    p = reference_state(reference).p
    while b >= 0:
        about = subtract(n, cross(vector_at(p, b), f))
        load_joint(reference.bodies, motion.p, b, about, f, -1.0, loads)
        b = reference.bodies[b].parent
