"""Records the demo's man as a laboratory would: 37 skin markers, two force plates, noise, gaps.

Skin moves against the bone in step with the joints, and shakes at foot strike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.demo.marker_placement import MarkerPlacement, place_markers
from ambulo.demo.truth import WalkTruth, feet_share
from ambulo.demo.walking_man import SOLE
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.c3d_writer import PlateRecording, write_c3d
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Markers, Model, Subject

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


_PLATE = (0.60, 0.40)
"""m along and across the walkway."""
_PLATE_DEPTH = 0.045
"""m, of a plate's transducer below its surface."""

_PROCESSING = {
    "asis_breadth": "InterAsisDistance",
    "thigh_length": "ThighLength",
    "midthigh_circumference": "MidthighCircumference",
    "calf_length": "CalfLength",
    "calf_circumference": "CalfCircumference",
    "knee_width": "KneeWidth",
    "foot_length": "FootLength",
    "malleolus_height": "MalleolusHeight",
    "malleolus_width": "AnkleWidth",
    "foot_breadth": "FootBreadth",
}
"""Names in the file, with L or R before those of a side; mm."""


@dataclass(frozen=True)
class RecordingChoice:
    """How faithfully the laboratory records.

    Args:
        plate_rate: Hz.
        noise: m, standard deviation of each marker coordinate.
        soft_tissue: factor on the published soft-tissue motion; 0 for markers fixed to bone.
        plate_noise: N and N*m, standard deviations of a plate's forces and moments.
        gaps: markers and frames (first, count) in which they are hidden.
        seed: of noise and soft-tissue directions.
    """

    plate_rate: float = 1000.0
    noise: float = 0.0003
    soft_tissue: float = 1.0
    plate_noise: tuple[float, float] = (0.8, 0.15)
    gaps: tuple[tuple[str, int, int], ...] = (
        ("RTROCH", 62, 9),
        ("LASIS", 148, 7),
        ("RWRIST", 210, 12),
        ("LTUBER", 255, 5),
    )
    seed: int = 0


EXACT = RecordingChoice(noise=0.0, soft_tissue=0.0, plate_noise=(0.0, 0.0), gaps=())
"""A perfect laboratory."""


def record_walk(truth: WalkTruth, path: Path, choice: RecordingChoice | None = None) -> Path:
    """Write the walk as a C3D file.

    Args:
        truth: the walk; its frames are the recording's.
        path: of the file.
        choice: noise, gaps and rates; a usual laboratory's if None.
    Returns:
        The path.
    """
    choice = choice or RecordingChoice()
    placement = place_markers(truth.model)
    shift = choice.soft_tissue * skin_shift(truth, placement, choice.seed)
    R, p = forward_kinematics(truth.model.tree, truth.motion.q)
    markers = _seen(truth.time, R, p, placement, shift, choice)
    for name, first, count in choice.gaps:
        markers.position[first : first + count, markers.names.index(name)] = np.nan
    return write_c3d(
        path,
        markers,
        _plates(truth, choice),
        plate_rate=choice.plate_rate,
        events=truth.events,
        subject=truth.model.subject,
        parameters=processing_parameters(truth.model.subject),
    )


def record_standing(model: Model, path: Path, choice: RecordingChoice | None = None) -> Path:
    """Write a static trial: the man stands in the reference posture, feet flat on the floor.

    Args:
        model: who stands.
        path: of the file.
        choice: noise; a usual laboratory's if None. Standing skin does not move.
    Returns:
        The path.
    """
    choice = choice or RecordingChoice()
    time = np.arange(100) / 100.0
    tree = model.tree
    q = np.zeros((1, tree.nq))
    q[0, tree.q_start[1:]] = 1.0
    q[0, 3] = 1.0
    _, origin = forward_kinematics(tree, q)
    ankle = model.segments.index("left_hindfoot")
    q[0, 2] = SOLE.ankle_height - origin[0, ankle, 2]
    R, p = forward_kinematics(tree, np.repeat(q, len(time), axis=0))
    placement = place_markers(model)
    still = np.zeros((len(time), len(placement.names), 3))
    markers = _seen(time, R, p, placement, still, choice)
    return write_c3d(
        path, markers, subject=model.subject, parameters=processing_parameters(model.subject)
    )


def _seen(
    time: FloatArray,
    R: FloatArray,
    p: FloatArray,
    placement: MarkerPlacement,
    shift: FloatArray,
    choice: RecordingChoice,
) -> Markers:
    """Markers in the world with white noise."""
    rng = np.random.default_rng([choice.seed, 2])
    local = placement.local + shift
    position = p[:, placement.body] + np.einsum("fmij,fmj->fmi", R[:, placement.body], local)
    position = position + choice.noise * rng.standard_normal(position.shape)
    return Markers(placement.names, time, position)


def _plates(truth: WalkTruth, choice: RecordingChoice) -> list[PlateRecording]:
    """Two plates in a row under a right step and the left one after it, mid-way."""
    rng = np.random.default_rng([choice.seed, 3])
    cycle = truth.walk.walk.cycle
    frames = len(truth.time)
    rate = (frames - 1) / (truth.time[-1] - truth.time[0])
    samples = frames * round(choice.plate_rate / rate)
    time = truth.time[0] + np.arange(samples) / choice.plate_rate
    ground = feet_share(truth.walk, truth.start, time)
    plates = []
    for side, delay in (("right", -0.5), ("left", 0.0)):
        strike = delay * cycle.stride_time - truth.start
        i = SIDES.index(side)
        on_plate = (time > strike - 0.1) & (time < strike + 0.9 * cycle.stride_time)
        foot = 0.5 * (SOLE.toe - SOLE.heel)
        middle = np.array([delay * cycle.stride_length + foot, 0.0, 0.0])
        force = ground.force[:, i] * on_plate[:, None]
        moment = ground.moment_origin[:, i] * on_plate[:, None] - np.cross(middle, force)
        force_noise, moment_noise = choice.plate_noise
        plates.append(
            PlateRecording(
                corners=middle + _corners(),
                depth=_PLATE_DEPTH,
                force=force + force_noise * rng.standard_normal(force.shape),
                moment=moment + moment_noise * rng.standard_normal(moment.shape),
            )
        )
    return plates


def _corners() -> FloatArray:
    """Corners (4, 3) m from the plate's middle: its x axis to the left, y forward, z down."""
    along, across = 0.5 * _PLATE[0], 0.5 * _PLATE[1]
    return np.array(
        [[along, across, 0.0], [along, -across, 0.0], [-along, -across, 0.0], [-along, across, 0.0]]
    )


def processing_parameters(subject: Subject) -> dict[str, float]:
    """Measurements in mm under the names of the file."""
    values = {}
    for name, value in subject.measurements.items():
        side, _, kind = name.partition("_")
        letter = side[0].upper() if side in SIDES else ""
        values[letter + _PROCESSING[kind if letter else name]] = 1000.0 * value
    return values
