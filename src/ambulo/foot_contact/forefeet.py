"""A person with feet of two segments, also where the markers told one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.foot_contact.foot_record import divided_foot
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.tree import NQ, NV, JointType
from ambulo.records import SIDES, Model


def with_forefeet(model: Model) -> Model:
    """The same person, feet of one segment cut at the metatarsal heads.

    The forefeet hang by hinges about the feet's y axis and come last in the tree, so that their
    flexions are the last two coordinates; a model that has forefeet is given back as it is.
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


def flexed(model: Model, divided: Model, q: FloatArray) -> FloatArray:
    """Coordinates (frames, nq) of the divided model, forefeet straight where they were one."""
    if divided is model:
        return q
    return np.concatenate([q, np.zeros((len(q), 2))], axis=1)
