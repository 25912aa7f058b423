"""Motion of the feet in a walk: hindfoot, forefoot and their joint, over the frames."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ambulo.foot_contact.foot_record import divided_foot
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.tree import NQ, NV, JointType
from ambulo.records import SIDES, Model


@dataclass(frozen=True, eq=False)
class FeetMotion:
    """Both feet over the frames, order SIDES, segments hindfoot and forefoot.

    If a foot has one segment, its forefoot moves with it and has its origin at the metatarsal
    heads.

    Args:
        time: (frames,) s, evenly spaced.
        R: (2, frames, 2, 3, 3) orientations; p: (2, frames, 2, 3) m, the segments' origins: ankle
            and metatarsal joint; w, u: (2, frames, 2, 3) rad/s and m/s, world axes.
        stance: (2, frames) whether the foot is on the ground. In the air its force is zero.
        jointed: whether the recording shows the forefoot separately from the hindfoot.
        length: m, from heel to toe; drop: m, depth of the metatarsal joint below the ankle with the
            foot flat. Both are means of both feet.
    """

    time: FloatArray
    R: FloatArray
    p: FloatArray
    w: FloatArray
    u: FloatArray
    stance: BoolArray
    jointed: bool
    length: float
    drop: float

    def frames(self, first: int, stop: int) -> FeetMotion:
        """The motion from one frame to another, which is excluded."""
        part = slice(first, stop)
        R, p, w, u = (x[:, part] for x in (self.R, self.p, self.w, self.u))
        on = self.stance[:, part]
        return FeetMotion(self.time[part], R, p, w, u, on, self.jointed, self.length, self.drop)


def feet_motion(model: Model, motion: Motion, stance: BoolArray) -> FeetMotion:
    """The feet of a model in motion.

    Args:
        model: with a foot of one or two segments on each side, and its metatarsal points.
        motion: with velocities.
        stance: (frames, 2) whether each foot is on the ground.
    Raises:
        ValueError: the model has no feet, or frames are not evenly spaced.
    """
    steps = np.diff(motion.time)
    if len(steps) == 0 or not np.allclose(steps, steps.mean(), rtol=1e-3, atol=0.0):
        raise ValueError("the frames are not evenly spaced in time")
    R, p = forward_kinematics(model.tree, motion.q)
    w, u = body_velocities(model.tree, motion.q, motion.v)
    parts: list[tuple[FloatArray, ...]] = []
    jointed = all(f"{side}_forefoot" in model.segments for side in SIDES)
    for side in SIDES:
        hind = model.segments.index(f"{side}_hindfoot" if jointed else f"{side}_foot")
        if jointed:
            fore = model.segments.index(f"{side}_forefoot")
            places = [(hind, np.zeros(3)), (fore, np.zeros(3))]
        else:
            places = [(hind, np.zeros(3)), (hind, model.points[f"{side}_metatarsal"][1])]
        arms = [np.einsum("fij,j->fi", R[:, body], local) for body, local in places]
        on, arm = [body for body, _ in places], np.stack(arms, axis=1)
        parts.append((R[:, on], p[:, on] + arm, w[:, on], u[:, on] + np.cross(w[:, on], arm)))
    whole = [np.ascontiguousarray(np.stack(part)) for part in zip(*parts, strict=True)]
    on_ground = np.ascontiguousarray(stance.T)
    length, drop = sole_size(model)
    return FeetMotion(
        motion.time, whole[0], whole[1], whole[2], whole[3], on_ground, jointed, length, drop
    )


def sole_size(model: Model) -> tuple[float, float]:
    """Length of a foot from heel to toe, and the metatarsal joint's depth below the ankle [m].

    Means of both feet, flat on the floor.

    Args:
        model: with points at heel, metatarsal heads and toe of both feet.
    """
    lengths, drops = [], []
    for side in SIDES:
        heel, heads, toe = (model.points[f"{side}_{x}"] for x in ("heel", "metatarsal", "toe"))
        jointed = model.segments[toe[0]] == f"{side}_forefoot"
        joint = np.asarray(model.tree.p_PJ[toe[0]]) if jointed else np.zeros(3)
        lengths.append(float((joint + toe[1] - heel[1])[0]))
        drops.append(-float(joint[2] if jointed else heads[1][2]))
    return float(np.mean(lengths)), float(np.mean(drops))


def with_forefeet(model: Model) -> Model:
    """The same model, with one-segment feet divided at the metatarsal heads.

    The forefeet have hinges about the feet's y axis and come last in the tree, so that their
    flexions are the last two coordinates. A model with forefeet is not changed.
    """
    if all(f"{side}_forefoot" in model.segments for side in SIDES):
        return model
    tree, nb = model.tree, model.tree.nb
    mass, com, inertia = np.array(tree.mass), np.array(tree.com), np.array(tree.inertia)
    segments, joints, points = list(model.segments), list(model.joints), dict(model.points)
    places, parts = [], []
    for s, side in enumerate(SIDES):
        i = model.segments.index(f"{side}_foot")
        near, far, joint = divided_foot(model, side)
        mass[i], com[i], inertia[i] = near.mass, near.com, near.inertia
        segments[i] = f"{side}_hindfoot"
        segments.append(f"{side}_forefoot")
        joints.append(f"{side}_metatarsal")
        places.append((i, joint))
        parts.append(far)
        points[f"{side}_toe"] = (nb + s, np.asarray(points[f"{side}_toe"][1]) - joint)
    hinge = int(JointType.HINGE)
    divided = replace(
        tree,
        parent=np.r_[tree.parent, [i for i, _ in places]],
        joint=np.r_[tree.joint, hinge, hinge],
        p_PJ=np.concatenate([tree.p_PJ, [joint for _, joint in places]]),
        R_PJ=np.concatenate([tree.R_PJ, np.tile(np.eye(3), (2, 1, 1))]),
        axis=np.concatenate([tree.axis, np.tile([0.0, 1.0, 0.0], (2, 1))]),
        q_start=np.r_[tree.q_start, tree.nq + NQ[JointType.HINGE] * np.arange(2)],
        v_start=np.r_[tree.v_start, tree.nv + NV[JointType.HINGE] * np.arange(2)],
        mass=np.r_[mass, [far.mass for far in parts]],
        com=np.concatenate(
            [com, [far.com - at for far, (_, at) in zip(parts, places, strict=True)]]
        ),
        inertia=np.concatenate([inertia, [far.inertia for far in parts]]),
    )
    return replace(
        model, segments=tuple(segments), joints=tuple(joints), tree=divided, points=points
    )
