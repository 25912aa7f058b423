"""Torques of a single support with errors of parameters and of the plate."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ambulo.gait.planar.planar_body import PlanarBody, seen_from
from ambulo.gait.planar.planar_dynamics import PlanarMotion, driving_forces
from ambulo.math.arrays import FloatArray
from ambulo.math.random_points import BLOCK, normal_points
from ambulo_studies.planar_errors.names import KINDS
from ambulo_studies.planar_errors.newton_euler import SegmentValues, planar_torques
from ambulo_studies.planar_errors.support import Support

SAMPLES = 1000

JOINTS_KEPT = "length, joints kept"
"""Lengths as natural coordinates know them: in the mass matrix alone (eq. 3.49)."""

ABOUT_JOINT_KEPT = ", inertia about the joint kept"
"""Of a centre of mass: eq. 3.49 has a segment's moment of inertia I_i about its start, which does
not move with the centre."""


def perturbed_values(body: PlanarBody, kind: str, e: FloatArray) -> SegmentValues:
    """Segment parameters with errors, total mass and height kept (section 5.4.1).

    Args:
        kind: one of `KINDS`, with `ABOUT_JOINT_KEPT` a centre of mass, or `JOINTS_KEPT`.
        e: (bodies, segments) relative errors.
    """
    values = SegmentValues.of(body, len(e))
    if kind == "mass":
        mass = values.mass * (1.0 + e)
        return replace(values, mass=mass * (body.mass / mass.sum(axis=1))[:, None])
    if kind in ("length", JOINTS_KEPT):
        length = values.length * (1.0 + e)
        upright = _upright(body)
        length *= ((values.length @ upright) / (length @ upright))[:, None]
        if kind == "length":
            return replace(values, length=length)
        # m x_G / L and I_i / L^2 of a line whose ends stay
        share = values.length / length
        com, inertia = values.com * share[:, :, None], values.inertia * share**2
        return replace(values, com=com, inertia=inertia)
    if kind == "moment of inertia":
        return replace(values, inertia=values.inertia * (1.0 + e))
    com = values.com.copy()
    com[:, :, 0 if kind.startswith("centre of mass x") else 1] *= 1.0 + e
    if not kind.endswith(ABOUT_JOINT_KEPT):
        return replace(values, com=com)
    # I = I_i - m |c|^2
    moved = values.mass * (com**2 - values.com**2).sum(axis=2)
    return replace(values, com=com, inertia=values.inertia - moved)


def _upright(body: PlanarBody) -> FloatArray:
    """Share (segments,) of each segment's length in the height: legs half each, trunk and head."""
    shares = {"thigh": 0.5, "shank": 0.5, "trunk": 1.0, "head": 1.0}
    return np.array([shares.get(s.name.rpartition("_")[2], 0.0) for s in body.segments])


@dataclass(frozen=True, eq=False)
class Errors:
    """Errors of `JOINTS` over samples (samples, 6), and their largest at every instant.

    Args:
        rmse: N*m (eq. 5.3).
        nrmse: percent of the range (eq. 5.4).
        largest: (frames, 6) N*m, over the samples.
    """

    rmse: FloatArray
    nrmse: FloatArray
    largest: FloatArray


def errors(true: FloatArray, perturbed: FloatArray) -> Errors:
    """Errors of torques (samples, frames, 6) against those of (frames, 6)."""
    difference = perturbed - true
    rmse = np.sqrt(np.mean(difference**2, axis=1))
    return Errors(rmse, 100.0 * rmse / np.ptp(true, axis=0), np.abs(difference).max(axis=0))


def normal_samples(seed: int, count: int) -> FloatArray:
    """Errors (samples, count) over their standard deviation."""
    blocks = range(0, SAMPLES, BLOCK)
    points = [normal_points(seed, count, k, min(BLOCK, SAMPLES - k)) for k in blocks]
    return np.concatenate(points)


def parameter_errors(support: Support, motion: PlanarMotion, kind: str, level: int) -> Errors:
    """A thousand bodies with errors of one kind, in one motion.

    Args:
        level: percent, three standard deviations.
    """
    columns = support.columns()
    true = planar_torques(support.body, motion, SegmentValues.of(support.body))[0][:, columns]
    count = len(support.body.segments)
    seed = KINDS.index(kind.partition(",")[0])
    e = level / 300.0 * normal_samples(seed, count)
    values = perturbed_values(support.body, kind, e)
    return errors(true, planar_torques(support.body, motion, values)[:, :, columns])


def against_world(body: PlanarBody, motion: PlanarMotion) -> list[FloatArray]:
    """Angles (frames, segments) about Y against the world, their rates and accelerations."""
    turns = [series[:, 2:].copy() for series in (motion.z, motion.velocity, motion.acceleration)]
    for turned in turns:
        for k, origin in enumerate(body.origin[1:], 1):
            turned[:, k] += turned[:, origin]
    return turns


def seen_from_trunk(body: PlanarBody, motion: PlanarMotion) -> tuple[PlanarBody, PlanarMotion]:
    """The same motion in the coordinates of the body that begins at the trunk."""
    other = seen_from(sorted(body.segments, key=lambda s: s.parent is not None), "trunk")
    names = [segment.name for segment in other.segments]
    own = [segment.name for segment in body.segments]
    turns = [dict(zip(own, turned.T, strict=True)) for turned in against_world(body, motion)]
    hip = _path_of(body, motion, "hip")
    series_of = []
    for path, absolute in zip(hip, turns, strict=True):
        relative = [
            absolute[name] - (absolute[names[o]] if o >= 0 else 0.0)
            for name, o in zip(names, other.origin, strict=True)
        ]
        series_of.append(np.column_stack([path, *relative]))
    return other, PlanarMotion(motion.time, *series_of)


def _path_of(body: PlanarBody, motion: PlanarMotion, point: str) -> tuple[FloatArray, ...]:
    """Place, velocity and acceleration (frames, 2) of a point of the body."""
    start, end = body.ends()
    paths = {start[0]: [s[:, :2] for s in (motion.z, motion.velocity, motion.acceleration)]}
    sums = against_world(body, motion)
    for k, segment in enumerate(body.segments):
        angle, rate, alpha = (part[:, k, None] for part in sums)
        u = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)
        du = np.concatenate([np.cos(angle), -np.sin(angle)], axis=1)
        line = [segment.length * v for v in (u, rate * du, alpha * du - rate**2 * u)]
        known, new, sign = (start, end, 1.0) if start[k] in paths else (end, start, -1.0)
        paths[new[k]] = [a + sign * b for a, b in zip(paths[known[k]], line, strict=True)]
    return tuple(paths[body.points.index(point)])


def plate_torques(support: Support, motion: PlanarMotion, offset: FloatArray) -> FloatArray:
    """Torques (frames, 3) of stance ankle, knee and hip from the foot up, the plate off by (3,).

    The plate measures what the motion needs (section 5.4.3), as force x and z at the ankle and
    torque about Y; torques follow from the foot up to the trunk (section 5.2).
    """
    body, other_motion = seen_from_trunk(support.body, motion)
    reaction = driving_forces(support.body, motion)[:, :3] + offset
    names = [segment.name for segment in body.segments]
    wrench = np.zeros((len(motion.time), len(names), 3))
    foot = names.index(support.body.segments[0].name)
    wrench[:, foot] = reaction
    driving = driving_forces(body, other_motion, wrench)
    side = support.stance
    order = (names[foot], f"{side}_shank", f"{side}_thigh")
    # seen from the trunk a torque acts on the segment below, against the one above
    return -np.stack([driving[:, 2 + names.index(name)] for name in order], axis=1)
