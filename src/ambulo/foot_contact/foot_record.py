"""One foot cut free: its two segments, its measured motion, and the forces on it.

The foot is driven at the ankle and at the metatarsal joint. Contact acts from below. A weak
controller holds the pose (Pamies-Vila 2012, section 6.2.2, where the controller is a Kalman
filter).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.foot_contact.foot_dynamics import FootBody
from ambulo.math import quaternions
from ambulo.math.arrays import FloatArray, vector_product
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.rigid_body import RigidBody, divide
from ambulo.multibody.tree.kinematics import body_accelerations, body_velocities, forward_kinematics
from ambulo.multibody.tree.tree import JointType, Tree
from ambulo.multibody.tree.tree_builder import Body, build_tree
from ambulo.records import SIDES, GroundReaction, Model, Side


@dataclass(frozen=True, eq=False)
class DrivenFoot:
    """A foot, its motion as part of the body, and its driving forces.

    Args:
        tree: hindfoot, free at the ankle, and forefoot on a ball joint.
        motion: motion of this tree.
        drive: (frames, 2, 6) N*m, N, world axes. On the hindfoot: action of the shank at the ankle,
            minus the metatarsal joint's moment. On the forefoot: this moment.
    """

    tree: Tree
    motion: Motion
    drive: FloatArray


def foot_tree(model: Model, side: Side) -> Tree:
    """The hindfoot, free at the ankle, and the forefoot on a ball joint.

    Raises:
        ValueError: the model's foot has one segment.
    """
    tree, bodies = model.tree, []
    for part, parent, joint in (
        ("hindfoot", None, JointType.FREE),
        ("forefoot", "hindfoot", JointType.BALL),
    ):
        i = model.segments.index(f"{side}_{part}")
        place = np.zeros(3) if parent is None else tree.p_PJ[i]
        bodies.append(
            Body(
                name=part,
                parent=parent,
                joint=joint,
                p_PJ=place,
                mass=float(tree.mass[i]),
                com=tree.com[i],
                inertia=tree.inertia[i],
            )
        )
    return build_tree(bodies, tree.gravity)


def driven_foot(model: Model, motion: Motion, forces: JointForces, side: Side) -> DrivenFoot:
    """Cut a foot free from a body in motion.

    Args:
        model: model whose foot has two segments.
        motion: motion of the body.
        forces: forces at the joints, proximal on distal, world axes.
        side: which foot.
    """
    hind, fore = (model.segments.index(f"{side}_{x}") for x in ("hindfoot", "forefoot"))
    R, p = forward_kinematics(model.tree, motion.q)
    w, u = body_velocities(model.tree, motion.q, motion.v)
    alpha, acceleration = body_accelerations(model.tree, motion.q, motion.v, motion.a)
    turn_h, turn_f = R[:, hind], R[:, fore]
    between = np.einsum("fji,fjk->fik", turn_h, turn_f)
    q = np.concatenate(
        [p[:, hind], quaternions.from_matrix(turn_h), quaternions.from_matrix(between)], axis=1
    )
    relative = w[:, fore] - w[:, hind]
    # the relative velocity is kept in axes that turn with the forefoot
    rate = alpha[:, fore] - alpha[:, hind] - np.cross(w[:, fore], relative)
    v = np.concatenate([u[:, hind], _in(turn_h, w[:, hind]), _in(turn_f, relative)], axis=1)
    a = np.concatenate(
        [acceleration[:, hind], _in(turn_h, alpha[:, hind]), _in(turn_f, rate)], axis=1
    )
    drive = np.zeros((len(q), 2, 6))
    drive[:, 0, :3] = forces.moment[:, hind] - forces.moment[:, fore]
    drive[:, 0, 3:] = forces.force[:, hind]
    drive[:, 1, :3] = forces.moment[:, fore]
    return DrivenFoot(foot_tree(model, side), Motion(motion.time, q, v, a), drive)


def _in(R: FloatArray, x: FloatArray) -> FloatArray:
    """Vectors (frames, 3) of the world in a body's axes."""
    return np.asarray(np.einsum("fji,fj->fi", R, x))


_FOREFOOT = 0.2
"""Of the foot's mass, in the forefoot (Pamies-Vila 2012, table 3.4)."""
_HOLD = (20.0, 0.2)
"""N*m/rad, N*m*s/rad of a metatarsal joint whose moment is not known."""


@dataclass(frozen=True, eq=False)
class FootRecord:
    """One foot cut free, with its measurements and the forces on it.

    Args:
        body: hindfoot and forefoot.
        time: (frames,) s.
        p: (frames, 3) m, ankle; R: (frames, 2, 3, 3) hindfoot and forefoot.
        drive: (frames, 9) force at the ankle [N], moments on hindfoot and forefoot [N*m].
        wrench: (frames, 6) from the ground about the ankle [N*m, N]; NaN where not measured.
        jointed: whether the forefoot's orientation and the metatarsal joint's moment are known.
    """

    body: FootBody
    time: FloatArray
    p: FloatArray
    R: FloatArray
    drive: FloatArray
    wrench: FloatArray
    jointed: bool


def foot_body(tree: Tree) -> FootBody:
    """The two segments of `foot_tree`, with a known moment of their joint."""
    return FootBody(
        np.array(tree.mass), np.array(tree.com), tree.inertia.reshape(2, 9).copy(),
        np.array(tree.p_PJ[1]), np.array(tree.gravity), np.zeros(2),
    )  # fmt: skip


def foot_record(
    model: Model,
    motion: Motion,
    forces: JointForces,
    ground: GroundReaction,
    side: Side,
    frames: slice,
) -> FootRecord:
    """Cut a foot free from an analysed motion.

    A foot of one segment is divided at the metatarsal heads. The direction of its forefoot is then
    not measured, and a spring replaces the joint's moment.

    Args:
        model, motion, forces: those of the body; forces proximal on distal.
        ground: ground reaction on each foot.
        side: which foot.
        frames: wanted frames. The forces at the ankle must be known in all of them.

    Raises:
        ValueError: the forces are not known in some of the frames.
    """
    s = SIDES.index(side)
    jointed = f"{side}_forefoot" in model.segments
    if jointed:
        foot = driven_foot(model, motion, forces, side)
        R, p = forward_kinematics(foot.tree, foot.motion.q)
        ankle, body = p[:, 0], foot_body(foot.tree)
        moments = foot.drive[..., :3].reshape(-1, 6)
        drive = np.concatenate([foot.drive[:, 0, 3:], moments], axis=1)
    else:
        i = model.segments.index(f"{side}_foot")
        turned, places = forward_kinematics(model.tree, motion.q)
        R, ankle, body = np.stack([turned[:, i]] * 2, axis=1), places[:, i], _divided(model, side)
        drive = np.concatenate(
            [forces.force[:, i], forces.moment[:, i], np.zeros_like(ankle)], axis=1
        )
    force, origin = ground.force[:, s], ground.moment_origin[:, s]
    wrench = np.concatenate([origin - vector_product(ankle, force), force], axis=1)
    wrench[~ground.known[:, s]] = np.nan
    drive = drive[frames]
    if not np.isfinite(drive).all():
        raise ValueError("the forces at the ankle are not known in some of the frames")
    return FootRecord(
        body, motion.time[frames], ankle[frames], np.ascontiguousarray(R[frames]), drive,
        wrench[frames], jointed,
    )  # fmt: skip


def divided_foot(model: Model, side: Side) -> tuple[RigidBody, RigidBody, FloatArray]:
    """A foot of one segment, cut at the metatarsal heads.

    Returns:
        Hindfoot and forefoot, and the joint (3,) m between them, all in the foot's frame.
    """
    tree, i = model.tree, model.segments.index(f"{side}_foot")
    joint, toe = (np.asarray(model.points[f"{side}_{x}"][1]) for x in ("metatarsal", "toe"))
    whole = RigidBody(float(tree.mass[i]), np.asarray(tree.com[i]), np.asarray(tree.inertia[i]))
    # along the foot: across it the lighter part would take a multiple of an offset
    axis = (toe - joint) / np.linalg.norm(toe - joint)
    towards = whole.com + axis * (axis @ (0.5 * (joint + toe) - whole.com))
    near, far, _ = divide(whole, _FOREFOOT, towards)
    return near, far, joint


def _divided(model: Model, side: Side) -> FootBody:
    """A foot of one segment as two."""
    near, far, joint = divided_foot(model, side)
    return FootBody(
        np.array([near.mass, far.mass]),
        np.stack([near.com, far.com - joint]),
        np.stack([near.inertia.ravel(), far.inertia.ravel()]),
        np.array(joint),
        np.array(model.tree.gravity),
        np.array(_HOLD),
    )
