"""The knee's axis from its movement.

A knee axis that is turned about the thigh's long axis shows a part of flexion as varus: cross-talk
(Piazza & Cavanagh 2000; Baker, Finney & Orr 1999; Schwartz & Rozumalski 2005). Let K be the shank
in the thigh's axes. About an axis turned by atan2(s, c), varus is arcsin(s K_xz - c K_yz). The turn
with the least varus is therefore the direction in which (K_xz, K_yz) scatter least. It has a closed
form.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.model.joint_angles import cardan_yxz, relative_rotation
from ambulo.model.joint_motions import joint_motions
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Model, Side

BENDS = 0.5
"""Smallest range of the sine of flexion that shows an axis: 30 degrees from a straight knee."""


@dataclass(frozen=True)
class CrossTalk:
    """The part of flexion in a knee's varus.

    Args:
        turn: rad, inward turn of the axis about the thigh's long axis that removes this part.
        r: correlation of varus with flexion.
        slope: slope of varus against flexion.
        bends: range of the sine of flexion, in proportion to which cross-talk changes varus. The
            range is also small in a knee that stays near a right angle; varus then shows only
            noise.
    """

    turn: float
    r: float
    slope: float
    bends: float


def cross_talk(R: FloatArray, thigh: int, shank: int, side: Side) -> CrossTalk:
    """Cross-talk of one knee; all NaN if the knee is seen in fewer than three frames.

    Args:
        R: (frames, nb, 3, 3) segment to world.
        thigh, shank: segment indices.
    """
    K = relative_rotation(R, shank, thigh)
    K = K[np.isfinite(K).all(axis=(1, 2))]
    if len(K) < 3:
        return CrossTalk(np.nan, np.nan, np.nan, 0.0)
    (across, both), (_, along) = np.cov(K[:, :2, 2].T)
    inward = joint_motions(f"{side}_knee")[2].sign
    turn = 0.5 * inward * float(np.arctan2(2.0 * both, across - along))
    angles = cardan_yxz(K)
    flexion, varus = angles[:, 0], joint_motions(f"{side}_knee")[1].sign * angles[:, 1]
    spread = np.cov(flexion, varus)
    slope = float(spread[0, 1] / max(spread[0, 0], 1e-12))
    r = slope * float(np.sqrt(spread[0, 0] / max(spread[1, 1], 1e-12)))
    return CrossTalk(turn, r, slope, float(np.ptp(np.sin(flexion))))


def with_functional_axes(model: Model, q: FloatArray) -> tuple[Model, tuple[str, ...]]:
    """The model with each thigh's frame turned about its long axis so that varus is smallest.

    The markers stay in their places on the bone. Source: Baker, Finney & Orr (1999).

    Args:
        model: fitted.
        q: (frames, nq) its coordinates in a movement that bends the knees.
    Returns:
        The model, and one sentence on each change.
    """
    R, _ = forward_kinematics(model.tree, q)
    notes = []
    for side in SIDES:
        thigh, shank = (model.segments.index(f"{side}_{name}") for name in ("thigh", "shank"))
        found = cross_talk(R, thigh, shank, side)
        if found.bends < BENDS:
            notes.append(
                f"The {side} knee bends by less than 30 degrees or stays bent, so it does not show "
                "its axis, and the axis was not changed."
            )
            continue
        angle = joint_motions(f"{side}_knee")[2].sign * found.turn
        model = _turned(model, thigh, angle)
        way = "inwards" if found.turn > 0.0 else "outwards"
        notes.append(
            f"{side.capitalize()} knee axis: turned {way} by {abs(np.degrees(found.turn)):.1f}° "
            f"about the thigh, where varus changes least (correlation with flexion {found.r:.2f})."
        )
    return model, tuple(notes)


def _turned(model: Model, body: int, angle: float) -> Model:
    """The model whose segment has axes turned about its z by an angle, all else as it is."""
    c, s = np.cos(angle), np.sin(angle)
    # components in the turned axes
    T = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    tree = model.tree
    com, inertia, joints = tree.com.copy(), tree.inertia.copy(), tree.p_PJ.copy()
    com[body], inertia[body] = T @ com[body], T @ inertia[body] @ T.T
    on = tree.parent == body
    joints[on] = joints[on] @ T.T
    local = model.marker_local.copy()
    local[model.marker_body == body] = local[model.marker_body == body] @ T.T
    points = {
        name: (segment, T @ place if segment == body else place)
        for name, (segment, place) in model.points.items()
    }
    return replace(
        model,
        tree=replace(tree, com=com, inertia=inertia, p_PJ=joints),
        marker_local=local,
        points=points,
    )
