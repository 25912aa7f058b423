"""The planar analysis: sagittal angles, moments and powers of any trial seen from the side.

Points of the sagittal plane come from three-dimensional joint centres or from a camera. They are
made consistent with rigid segments (Pamies-Vila 2012, section 5.1). The angles are differentiated,
and matrix R gives the driving forces (section 3.5). Without measured contacts the base segment
carries the ground reaction. Moments are then right while only this segment is on the ground
(section 5.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.gait.planar.planar_body import PlanarBody, line_angles
from ambulo.gait.planar.planar_dynamics import (
    PlanarMotion,
    consistent_points,
    driving_forces,
    joint_weights,
    place_points,
    segment_angles,
)
from ambulo.inputs.errors import InputError, TimeMismatch
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.splines import smoothing_spline
from ambulo.mocap.filters.noise_spectrum import noise_spectrum
from ambulo.mocap.filters.registry import choose_smoothing
from ambulo.mocap.filters.smoothing import Cutoff, Smoothing, unchanged
from ambulo.model.joint_motions import JointMotion, joint_motions
from ambulo.records import Markers, Quantities, Quantity


@dataclass(frozen=True, eq=False)
class PlanarContact:
    """An external force on a segment.

    Args:
        segment: name.
        force: (frames, 2) N, along X and Z.
        point: (frames, 2) m, where it acts; any finite value without a force.
        moment: (frames,) N*m, additional moment about Y.
    """

    segment: str
    force: FloatArray
    point: FloatArray
    moment: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class PlanarAnalysis:
    """Results of the planar analysis.

    Args:
        body: the segments.
        motion: independent coordinates, smoothed, with derivatives.
        points: (frames, points, 2) m, of that motion, in the order of `body.points`.
        angles, moments, powers: of every joint, with the names and signs of the 3D analysis.
        base: (frames, 3) residual of the contacts: force x, z [N] on the base point and torque
            about Y [N*m] on the base. Without given contacts it is the ground reaction.
        iterations: (frames,) of the consistency.
        constraint_norm: (frames,) after it.
        moved: (frames, points) m, by which the consistency moved the points.
        notes: one sentence each.
    """

    body: PlanarBody
    motion: PlanarMotion
    points: FloatArray
    angles: Quantities
    moments: Quantities
    powers: Quantities
    base: FloatArray
    iterations: IntArray
    constraint_norm: FloatArray
    moved: FloatArray
    notes: tuple[str, ...]


def analyse_planar(
    body: PlanarBody,
    time: FloatArray,
    points: Mapping[str, FloatArray],
    *,
    contacts: Sequence[PlanarContact] = (),
    weights: Mapping[str, float] | None = None,
    cutoff: float | None = None,
    smooth: bool = True,
) -> PlanarAnalysis:
    """Sagittal joint angles, moments and powers from points in the plane.

    Args:
        body: with lengths that are kept; `planar_body.with_lengths` takes the lengths from the
            points.
        time: (frames,) s, evenly spaced.
        points: (frames, 2) m by the names of `body.points`, X forwards and Z up.
        contacts: measured ground reactions, on the same frames.
        weights: of points in the consistency, over those of section 5.1.
        cutoff: Hz, of the smoothing; None: from the noise that the rigid segments show.
        smooth: False for points of a motion that was smoothed before.
    Raises:
        InputError: a point or joint is missing or unknown, a weight is not positive, frames are
            missing or cannot be made rigid.
        TimeMismatch: contacts are not on the points' frames.
    """
    measured = _measured(body, time, points)
    x, iterations, norm = consistent_points(body, measured, _weights(body, weights or {}))
    smoothing = _smoothing(body, time, measured, x, cutoff) if smooth else _SMOOTH_ALREADY
    z = np.concatenate([x[:, body.ends()[0][0]], segment_angles(body, x)], axis=1)
    spline = smoothing_spline(time, z, np.full(z.shape[1], smoothing.weight))
    motion = PlanarMotion(time, spline(time), spline(time, 1), spline(time, 2))
    placed = place_points(body, motion.z)

    driving = driving_forces(body, motion, _wrench(body, placed, contacts))
    moved = np.linalg.norm(x - measured, axis=2)
    carried = (
        "The contacts given act on the feet."
        if contacts
        else f"The {body.segments[0].name.replace('_', ' ')} carries the whole ground reaction: "
        "moments are right while nothing else is on the ground."
    )
    angles, moments, powers = _joints(body, motion, placed, driving)
    return PlanarAnalysis(
        body=body,
        motion=motion,
        points=placed,
        angles=angles,
        moments=moments,
        powers=powers,
        base=driving[:, :3],
        iterations=iterations,
        constraint_norm=norm,
        moved=moved,
        notes=(
            f"Planar body of {len(body.segments)} segments: {body.coordinates} coordinates, "
            f"{body.freedom} degrees of freedom.",
            f"Segments made rigid in the plane: at most {iterations.max()} iterations a frame, "
            f"points moved by {1e3 * np.sqrt(np.mean(moved**2)):.1f} mm rms.",
            smoothing.note,
            carried,
        ),
    )


_SMOOTH_ALREADY = Smoothing(
    unchanged, unchanged, 0.0, "The motion was smoothed before the points were made."
)


def _smoothing(
    body: PlanarBody, time: FloatArray, measured: FloatArray, rigid: FloatArray, given: float | None
) -> Smoothing:
    """The smoothing by what making segments rigid takes out of the points (frames, points, 2)."""
    mass = np.zeros(len(body.points))
    for segment, *ends in zip(body.segments, *body.ends(), strict=True):
        mass[ends] += 0.5 * segment.mass
    markers, fitted = (np.insert(points, 1, 0.0, axis=2) for points in (measured, rigid))

    def measure() -> Cutoff:
        found = noise_spectrum(time, markers, fitted, mass)
        return Cutoff(found.cutoff, found.note)

    return choose_smoothing("quintic", Markers(body.points, time, markers), given, measure)


def _measured(body: PlanarBody, time: FloatArray, points: Mapping[str, FloatArray]) -> FloatArray:
    missing = [name for name in body.points if name not in points]
    if missing:
        raise InputError(
            f"points are missing: {', '.join(missing)}",
            where="planar analysis",
            remedy="Give all these points, or a body without their segments",
        )
    measured = np.stack(
        [np.asarray(points[name], dtype=np.float64) for name in body.points], axis=1
    )
    if measured.shape != (len(time), len(body.points), 2):
        raise TimeMismatch(
            f"points have the shape {measured.shape[::2]}, not ({len(time)} frames, 2)",
            where="planar analysis",
            remedy="Give an array of shape (frames, points, 2) with x and z",
        )
    unseen = np.isnan(measured.sum(axis=2))
    if unseen.any():
        frame, point = np.argwhere(unseen)[0]
        raise InputError(
            f"{body.points[point]} is missing in {int(unseen[:, point].sum())} frames",
            where=f"frame {frame + 1}",
            remedy="Fill the gap or cut the trial",
        )
    return measured


def _weights(body: PlanarBody, given: Mapping[str, float]) -> FloatArray:
    weight = joint_weights(body)
    for name, value in given.items():
        if name not in body.points or not (np.isfinite(value) and value > 0.0):
            raise InputError(
                f"the weight {name} = {value:g} cannot be used",
                where="planar analysis",
                remedy="Give positive weights of " + ", ".join(body.points),
            )
        weight[body.points.index(name)] = value
    return weight


def _wrench(
    body: PlanarBody, points: FloatArray, contacts: Sequence[PlanarContact]
) -> FloatArray | None:
    """Force and moment about the start of every segment (frames, segments, 3)."""
    if not contacts:
        return None
    wrench = np.zeros((len(points), len(body.segments), 3))
    start = body.ends()[0]
    names = [segment.name for segment in body.segments]
    for contact in contacts:
        if contact.segment not in names:
            raise InputError(
                f"a contact acts on {contact.segment!r}, which the body does not have",
                where="planar analysis",
                remedy="Choose one of " + ", ".join(names),
            )
        if contact.force.shape != (len(points), 2) or contact.point.shape != (len(points), 2):
            raise TimeMismatch(
                f"the contact on {contact.segment} has {len(contact.force)} frames, "
                f"the points {len(points)}",
                where="planar analysis",
                remedy="Resample the force at the times of the points",
            )
        k = names.index(contact.segment)
        arm = contact.point - points[:, start[k]]
        # about +Y, which turns z towards x
        about = arm[:, 1] * contact.force[:, 0] - arm[:, 0] * contact.force[:, 1]
        wrench[:, k, :2] += contact.force
        wrench[:, k, 2] += about if contact.moment is None else about + contact.moment
    return wrench


def _joints(
    body: PlanarBody, motion: PlanarMotion, points: FloatArray, driving: FloatArray
) -> tuple[Quantities, Quantities, Quantities]:
    """Angles [deg], moments [N*m] and powers [W] of every joint, and the trunk's tilt."""
    neutral = np.array([segment.neutral for segment in body.segments])
    turned = line_angles(body, points) - neutral
    angles, moments, powers = [], [], []
    for k, segment in enumerate(body.segments):
        if segment.parent is None:
            tilt = np.degrees(_around_zero(turned[:, k]))
            angles.append(Quantity(f"{segment.name}_tilt", "deg", tilt, "forwards"))
        if body.origin[k] < 0:
            continue
        other = body.segments[body.origin[k]]
        outwards = segment.parent == other.name
        proximal, distal = (body.origin[k], k) if outwards else (k, body.origin[k])
        torque = driving[:, 2 + k] if outwards else -driving[:, 2 + k]
        rate = motion.velocity[:, 2 + k] if outwards else -motion.velocity[:, 2 + k]
        named = _sagittal(body.segments[distal].joint)
        angle = np.degrees(_around_zero(turned[:, distal] - turned[:, proximal]))
        joint = body.segments[distal].joint
        angles.append(Quantity(named.name, "deg", named.sign * angle, named.positive))
        moments.append(Quantity(named.name, "N*m", named.sign * torque, named.positive))
        powers.append(Quantity(f"{joint}_power", "W", torque * rate, "generation"))
    return Quantities(angles), Quantities(moments), Quantities(powers)


def _sagittal(joint: str) -> JointMotion:
    try:
        return joint_motions(joint)[0]
    except KeyError as error:
        raise InputError(
            f"Ambulo has no name for the sagittal motion of a joint {joint!r}",
            where="planar body",
            remedy='Name joints like "left_knee" or "neck"',
        ) from error


def _around_zero(angle: FloatArray) -> FloatArray:
    """Taken by whole turns so that its mean is within half a turn of zero."""
    return np.asarray(angle - 2.0 * np.pi * np.round(np.mean(angle) / (2.0 * np.pi)))
