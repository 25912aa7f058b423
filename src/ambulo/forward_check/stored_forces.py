"""What an analysis has stored of forces: the only inputs of its forward check."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.runs import longest_run
from ambulo.model.foot_loads import bearing_segments
from ambulo.model.joint_moments import working_axis
from ambulo.model.joint_motions import joint_motions
from ambulo.multibody.forces.torque_by_angle import TorquesByAngle, torques_by_angle
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.motion_curve import curve_pieces, on_curve
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import Tree
from ambulo.records import Analysis


@dataclass(frozen=True, eq=False)
class Reactions:
    """Ground reactions on the segments that bear them; see `multibody.forces.foot_reactions`.

    Args:
        foot: (frames - 1, feet) segment in each interval, -1 for none.
        wrench: (frames, feet, 6) about the world origin, world axes [N*m, N].
        whole: whether they balance the whole body at the frames.
    """

    foot: IntArray
    wrench: FloatArray
    whole: bool


@dataclass(frozen=True, eq=False)
class StoredForces:
    """Joint forces and ground reactions of an analysis over a stretch in which all are known.

    Args:
        first: frame of the analysis that the stretch begins with.
        motion: over the stretch.
        unloaded: joint forces with what the reactions add to them taken off, moment by moment
            about the joint's own place: (frames, nb, 3) N*m and N, world axes.
        reactions: on the feet, and of devices that press on the body.
        orthoses: by the joints' angles, possibly none.
        held: (frames, nb, 3) N*m, what they do at the joints along the motion; `unloaded` holds
            it too.
    """

    first: int
    motion: Motion
    unloaded: JointForces
    reactions: Reactions
    orthoses: TorquesByAngle
    held: FloatArray


def stored_forces(analysis: Analysis) -> StoredForces:
    """The stored joint moments, root force and ground reactions; nothing is computed again.

    Where a foot's reaction is not known, neither are the moments of its leg: the longest stretch
    in which all are known is taken.

    Raises:
        InputError: there is no such stretch, or the motion has gaps in it.
    """
    model, forces, ground = analysis.model, analysis.joint_forces, analysis.inverted_ground
    motion, tree = analysis.motion, model.tree
    moving = np.isfinite(np.concatenate([motion.q, motion.v, motion.a], axis=1)).all(axis=1)
    where = str(analysis.trial.path)
    if not moving.all():
        raise InputError(
            what=f"the motion has gaps in {int((~moving).sum())} of {len(moving)} frames",
            where=where,
            remedy="Choose a stretch of the trial in which every segment is seen",
        )
    wrench = ground.wrench
    devices = analysis.devices
    if devices is not None:
        wrench = np.concatenate([wrench, devices.wrench], axis=1)
    known = np.asarray(
        ground.known.all(axis=1)
        & np.isfinite(wrench).all(axis=(1, 2))
        & np.isfinite(forces.moment).all(axis=(1, 2))
        & np.isfinite(forces.force).all(axis=(1, 2))
    )
    first, stop = longest_run(known)
    if stop - first < 2:
        raise InputError(
            what="there are no two successive frames in which all joint moments and the reactions "
            "of both feet are known",
            where=where,
            remedy="Analyse the trial with --method whole-body, which gives them in every frame",
        )
    part = slice(first, stop)
    motion = Motion(motion.time[part], motion.q[part], motion.v[part], motion.a[part])
    R, p = forward_kinematics(tree, analysis.motion.q)
    bearing = bearing_segments(model, R, p, ground)[part]
    turning, held = [], np.zeros((stop - first, tree.nb, 3))
    if devices is not None:
        hands = [model.segments.index(name) for name in devices.segments]
        bearing = np.column_stack([bearing, np.tile(hands, (len(bearing), 1)).astype(np.int64)])
        for name, torque, law in zip(devices.motions, devices.torque.T, devices.laws, strict=True):
            if not law.size:
                continue
            joint = name.rpartition("_")[0]
            distal, sign = model.joints.index(joint), joint_motions(joint)[0].sign
            proximal = int(tree.parent[distal])
            turning.append((proximal, distal, sign, law))
            along = working_axis(R[part, proximal], R[part, distal])
            held[:, distal] += (sign * torque[part])[:, None] * along
    p = p[part]
    wrench = np.ascontiguousarray(wrench[part])
    moment, force = forces.moment[part].copy(), forces.force[part].copy()
    for s in range(wrench.shape[1]):
        n, f = wrench[:, s, :3], wrench[:, s, 3:]
        at: IntArray = bearing[:, s].copy()
        on = np.flatnonzero(at >= 0)
        while on.size:
            # what a reaction adds to the joints between its segment and the root, root included
            b = at[on]
            moment[on, b] += n[on] - np.cross(p[on, b], f[on])
            force[on, b] += f[on]
            at[on] = tree.parent[b]
            on = np.flatnonzero(at >= 0)
    loaded: BoolArray = np.any(wrench != 0.0, axis=2)
    foot = np.where(loaded[:-1] | loaded[1:], bearing[:-1], -1)
    reactions = Reactions(
        np.ascontiguousarray(foot, dtype=np.int64), wrench, analysis.method == "whole-body"
    )
    unloaded = JointForces(motion.time, moment, force, forces.tau[part])
    return StoredForces(first, motion, unloaded, reactions, torques_by_angle(turning), held)


def needed_forces(tree: Tree, motion: Motion) -> JointForces:
    """Joint forces that a motion needs of its own, by recursive Newton-Euler: no external loads."""
    tau, moment, force = inverse_dynamics(tree, motion.q, motion.v, motion.a)
    return JointForces(motion.time, moment, force, tau)


def stored_at(tree: Tree, stored: StoredForces, times: int) -> StoredForces:
    """A right analysis of the same motion, stored so many times as often.

    The motion is its own curve, the joint forces are by inverse dynamics at the new frames
    (Pamies-Vila 2012, section 4.7: calculated again at 1 ms); the reactions go in proportion.
    """
    motion, reactions = stored.motion, stored.reactions
    frames = np.arange(times * (len(motion.time) - 1) + 1) / times
    time = np.interp(frames, np.arange(len(motion.time)), motion.time)
    pieces = curve_pieces(tree, motion.time, motion.q, motion.v, motion.a)
    finer = Motion(time, *on_curve(tree, motion.time, pieces, time))
    k = np.minimum(frames.astype(np.int64), len(motion.time) - 2)
    part = (frames - k)[:, None, None]
    wrench = (1.0 - part) * reactions.wrench[k] + part * reactions.wrench[k + 1]
    foot = np.repeat(reactions.foot, times, axis=0)
    return StoredForces(
        stored.first, finer, needed_forces(tree, finer), Reactions(foot, wrench, reactions.whole),
        torques_by_angle(()), np.zeros((len(time), tree.nb, 3)),
    )  # fmt: skip
