"""Torques of a single support with errors of parameters and of the plate."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ambulo.gait.planar.planar_body import PlanarBody, seen_from
from ambulo.gait.planar.planar_dynamics import PlanarMotion, driving_forces
from ambulo.math.arrays import FloatArray
from ambulo_studies.planar_errors.names import KINDS
from ambulo_studies.planar_errors.newton_euler import SegmentValues, planar_torques
from ambulo_studies.planar_errors.support import SingleSupport

SAMPLES = 1000
"""Bodies of one draw, hers."""

DRAWN = 20_000
"""Bodies from which follows what draws of hers give."""


def perturbed_values(body: PlanarBody, kind: str, e: FloatArray) -> SegmentValues:
    """Segment parameters with errors, total mass and height kept (section 5.4.1).

    A length errs as natural coordinates know it, in the mass matrix alone (eq. 3.49).

    Args:
        kind: one of `KINDS`.
        e: (bodies, segments) relative errors.
    """
    values = SegmentValues.of(body, len(e))
    if kind == "mass":
        mass = values.mass * (1.0 + e)
        return replace(values, mass=mass * (body.mass / mass.sum(axis=1))[:, None])
    if kind == "length":
        length = values.length * (1.0 + e)
        upright = _upright(body)
        length *= ((values.length @ upright) / (length @ upright))[:, None]
        # m x_G / L and I_i / L^2 of a line whose ends stay
        share = values.length / length
        com, inertia = values.com * share[:, :, None], values.inertia * share**2
        return replace(values, com=com, inertia=inertia)
    if kind == "moment of inertia":
        return replace(values, inertia=values.inertia * (1.0 + e))
    com = values.com.copy()
    com[:, :, 0 if kind == "centre of mass x" else 1] *= 1.0 + e
    return replace(values, com=com)


def _upright(body: PlanarBody) -> FloatArray:
    """Share (segments,) of each segment's length in the height: legs half each, trunk and head."""
    shares = {"thigh": 0.5, "shank": 0.5, "trunk": 1.0, "head": 1.0}
    return np.array([shares.get(s.name.rpartition("_")[2], 0.0) for s in body.segments])


@dataclass(frozen=True, eq=False)
class Errors:
    """Errors of `JOINTS` over many bodies (bodies, 6).

    Args:
        rmse: N*m (eq. 5.3).
        nrmse: percent of the range (eq. 5.4).
    """

    rmse: FloatArray
    nrmse: FloatArray


def statistics(values: FloatArray) -> tuple[float, float, float]:
    """Mean, standard deviation and maximum of a draw of `SAMPLES` out of (bodies,), on average."""
    # the largest is no more than x where all are: F(x)^n
    below = np.arange(len(values) + 1) / len(values)
    largest = np.diff(below**SAMPLES) @ np.sort(values)
    return float(values.mean()), float(values.std()), float(largest)


def relative_errors(kind: str, level: int, bodies: int, segments: int) -> FloatArray:
    """Errors (bodies, segments) of one kind; `level` is three standard deviations, percent."""
    rng = np.random.default_rng(KINDS.index(kind))
    return level / 300.0 * rng.normal(size=(bodies, segments))


def errors_by(body: PlanarBody, kind: str, level: int, bodies: int) -> SegmentValues:
    """Bodies with errors of one kind; `level` as of `relative_errors`."""
    return perturbed_values(body, kind, relative_errors(kind, level, bodies, len(body.segments)))


class Torques:
    """Torques of `JOINTS` that bodies of other segments need for one motion.

    They are linear in every segment's mass, mass times centre, and moment of inertia about its
    start, so that a sum of squares over the frames is a quadratic form of these.
    """

    def __init__(self, support: SingleSupport, motion: PlanarMotion) -> None:
        self._body = body = support.body
        columns = support.columns()
        count = len(body.segments)
        unit = np.eye(4 * count).reshape(4 * count, count, 4)
        # a mass of one where the centre is off it, taken off again
        mass = unit[..., :3].sum(axis=2)
        com = unit[..., 1:3]
        inertia = unit[..., 3] - com.sum(axis=2)
        length = SegmentValues.of(body, 4 * count).length
        by = planar_torques(body, motion, SegmentValues(length, mass, com, inertia))[:, :, columns]
        by = by.reshape(count, 4, *by.shape[1:])
        by[:, 1:3] -= by[:, :1]
        self._by = by.reshape(4 * count, *by.shape[2:])
        self._true = planar_torques(body, motion, SegmentValues.of(body))[0][:, columns]
        self._squares = np.einsum("pfj,qfj->jpq", self._by, self._by) / len(self._true)

    def errors(self, kind: str, level: int) -> Errors:
        """Of bodies with errors of one kind; `level` in percent, three standard deviations."""
        change = self._change(kind, level, DRAWN)
        squares = [((change @ part) * change).sum(axis=1) for part in self._squares]
        rmse = np.sqrt(np.maximum(np.stack(squares, axis=1), 0.0))
        return Errors(rmse, 100.0 * rmse / np.ptp(self._true, axis=0))

    def largest(self, kind: str, level: int) -> FloatArray:
        """Largest errors (frames, 6) [N*m] over `SAMPLES` bodies (figure 5.2)."""
        change = self._change(kind, level, SAMPLES)
        return np.asarray(np.abs(np.tensordot(change, self._by, axes=1)).max(axis=0))

    def _change(self, kind: str, level: int, bodies: int) -> FloatArray:
        """Of the parameters (bodies, 4 * segments) that torques are linear in."""
        values = errors_by(self._body, kind, level, bodies)
        return _linear(values) - _linear(SegmentValues.of(self._body))


def _linear(values: SegmentValues) -> FloatArray:
    """Mass, mass times centre, moment of inertia about the start (bodies, 4 * segments)."""
    m, c = values.mass, values.com
    about = values.inertia + m * (c**2).sum(axis=2)
    return np.stack([m, m * c[..., 0], m * c[..., 1], about], axis=2).reshape(len(m), -1)


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


def plate_torques(support: SingleSupport, motion: PlanarMotion, offset: FloatArray) -> FloatArray:
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
    order = (names[foot], "right_shank", "right_thigh")
    # seen from the trunk a torque acts on the segment below, against the one above
    return -np.stack([driving[:, 2 + names.index(name)] for name in order], axis=1)
