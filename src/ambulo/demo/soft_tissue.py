"""Motion of skin markers against the bone: in step with the joints, and a shake at foot strike."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.demo.marker_placement import MarkerPlacement
from ambulo.demo.truth import WalkTruth
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES

AMPLITUDE: Mapping[str, float] = {
    "thigh": 0.010,
    "shank": 0.005,
    "hindfoot": 0.0015,
    "forefoot": 0.001,
    "pelvis": 0.004,
    "torso": 0.004,
    "head": 0.001,
    "upper_arm": 0.006,
    "forearm": 0.003,
    "hand": 0.002,
}
"""m, greatest shift of a marker over the stride: Leardini, Chiari, Della Croce & Cappozzo (2005),
Peters, Galna, Sangeux, Morris & Baker (2010) for the leg, thigh largest; half a centimetre or less
taken for pelvis, trunk and arms."""

_DISTAL_JOINT = {"thigh": "knee", "shank": "ankle", "upper_arm": "elbow", "forearm": "elbow"}
"""Joint with whose flexion the skin of a segment slides; for others the hip of the same side."""

_SHAKEN, _SHAKE = ("thigh", "shank"), 0.15
"""Segments whose skin shakes after foot strike, and by which share of the amplitude."""
_SHAKE_FREQUENCY, _SHAKE_TIME = 12.0, 0.05
"""Hz, s: damped vibration of the thigh's and shank's soft tissue (Wakeling & Nigg 2001)."""


def skin_shift(truth: WalkTruth, placement: MarkerPlacement, seed: int) -> FloatArray:
    """Displacement of each marker in the frame of its segment.

    A marker slides along a direction of its own in proportion to the flexion of the neighbouring
    joint, and along another as that flexion changes; on thigh and shank it shakes after the
    foot strikes of its side.

    Args:
        truth: motion and foot strikes.
        placement: where the markers sit.
        seed: of the directions.
    Returns:
        (frames, markers, 3) m.
    """
    rng = np.random.default_rng([seed, 1])
    R, _ = forward_kinematics(truth.model.tree, truth.motion.q)
    shift = np.zeros((len(truth.time), len(placement.names), 3))
    for m, (body, local) in enumerate(zip(placement.body, placement.local, strict=True)):
        segment = truth.model.segments[body]
        side, _, kind = segment.rpartition("_") if segment not in AMPLITUDE else ("", "", segment)
        if kind == "arm":
            side, kind = side.removesuffix("_upper"), "upper_arm"
        if side not in SIDES:
            side = "left" if local[1] >= 0 else "right"
        angle = _flexion(truth, R, f"{side}_{_DISTAL_JOINT.get(kind, 'hip')}")
        rate = np.gradient(angle, truth.time)
        course = np.stack([_to_unit(angle), _to_unit(rate), _shake(truth, side)])
        # skin slides along the bone more than it lifts off it
        directions = rng.normal(size=(3, 3)) * [0.6, 0.4, 1.0]
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        shake = _SHAKE if kind in _SHAKEN else 0.0
        weights = np.array([1.0, 0.5, shake]) * rng.uniform(0.6, 1.0, 3)
        shift[:, m] = course.T @ (weights[:, None] * directions)
        shift[:, m] *= AMPLITUDE[kind] / np.linalg.norm(shift[:, m], axis=1).max()
    return shift


def _flexion(truth: WalkTruth, R: FloatArray, joint: str) -> FloatArray:
    """Turn (frames,) [rad] of a joint about its mediolateral axis."""
    body = truth.model.joints.index(joint)
    parent = int(truth.model.tree.parent[body])
    relative = np.einsum("fji,fjk->fik", R[:, parent], R[:, body])
    return np.asarray(np.arctan2(relative[:, 0, 2], relative[:, 2, 2]))


def _to_unit(course: FloatArray) -> FloatArray:
    """Centred and scaled to a range of -1 to 1."""
    centred = course - 0.5 * (course.max() + course.min())
    return np.asarray(centred / np.abs(centred).max())


def _shake(truth: WalkTruth, side: str) -> FloatArray:
    """Damped vibrations (frames,) that begin at the foot strikes of one side."""
    course = np.zeros_like(truth.time)
    for event in truth.events:
        if event.side == side and event.kind == "strike":
            since = np.clip(truth.time - event.time, 0.0, None)
            course += np.exp(-since / _SHAKE_TIME) * np.sin(2 * np.pi * _SHAKE_FREQUENCY * since)
    return course
