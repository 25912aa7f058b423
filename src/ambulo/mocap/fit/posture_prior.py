"""Prior knowledge of a posture: the deviation of joints from a relaxed posture.

The marker fit is a maximum a posteriori estimate. Markers have errors of a few millimetres, and
joints deviate from the relaxed posture by the standard deviations below. Where markers show a
joint, they have at least seventy times the weight of this prior. Markers may not show a joint, such
as the neck without markers or the rotation of a straight arm about its own axis. The prior then
keeps the joint in place and prevents jumps between equivalent postures.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import exp
from ambulo.mocap.fit.foot_roll import AT_EASE, MARKER_ERROR, foot_rolls
from ambulo.model.joint_motions import joint_motions
from ambulo.multibody.tree.configuration import neutral
from ambulo.multibody.tree.tree import JointType
from ambulo.records import Model
from ambulo.records.sides import without_side

# standard deviation in degrees of flexion, adduction and rotation about the posture at ease: a
# third to a half of the range of motion (Kapandji 1974), 5 degrees about axes a joint does not have
_SPREAD: dict[str, tuple[float, float, float]] = {
    "hip": (30.0, 30.0, 30.0),
    "knee": (60.0, 30.0, 30.0),
    "ankle": (30.0, 30.0, 30.0),
    "metatarsal": (30.0, 5.0, 5.0),
    "lumbar": (30.0, 30.0, 30.0),
    "neck": (15.0, 15.0, 15.0),
    "head": (30.0, 30.0, 30.0),
    "shoulder": (60.0, 60.0, 60.0),
    "elbow": (60.0, 5.0, 60.0),
    "wrist": (20.0, 20.0, 10.0),
}
_AT_EASE = {"elbow": 25.0}
"""Degrees of flexion; away from straight, so that the elbow cannot bend the wrong way unseen."""


def posture_prior(model: Model) -> tuple[FloatArray, FloatArray]:
    """Relaxed posture q (nq,), and weight (nv,) [m^2/rad^2] of deviations from it in the fit.

    The weight is (marker error / standard deviation of the joint)^2. Markers and joints then both
    count in standard deviations. The root is free. If the markers of a foot do not show its roll,
    the prior keeps the inversion of its ankle near that of standing.
    """
    tree = model.tree
    q = neutral(tree)
    weight = np.zeros(tree.nv)
    kinds = tree.joint.tolist()
    for body, joint in enumerate(model.joints):
        if kinds[body] != JointType.BALL:
            continue
        kind = without_side(joint)
        k, i = int(tree.v_start[body]), int(tree.q_start[body])
        for motion, spread in zip(joint_motions(joint), _SPREAD[kind], strict=True):
            weight[k + motion.axis] = (MARKER_ERROR / np.radians(spread)) ** 2
        if kind in _AT_EASE:
            flexion = joint_motions(joint)[0]
            turn = np.zeros(3)
            turn[flexion.axis] = flexion.sign * np.radians(_AT_EASE[kind])
            q[i : i + 4] = exp(turn)
    for foot in foot_rolls(model):
        inversion = joint_motions(f"{foot.side}_ankle")[1]
        k = int(tree.v_start[foot.body]) + inversion.axis
        lacking = MARKER_ERROR**2 * foot.lacks(AT_EASE)
        if lacking > weight[k] and foot.side in model.soles:
            weight[k] = lacking
            turn = np.zeros(3)
            turn[inversion.axis] = inversion.sign * model.soles[foot.side][1]
            i = int(tree.q_start[foot.body])
            q[i : i + 4] = exp(turn)
    return q, weight
