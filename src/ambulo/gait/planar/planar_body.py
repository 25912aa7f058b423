"""The planar body: segments between two points in the sagittal plane, joined at shared points.

Pamies-Vila (2012), sections 3.1.2 and 3.4.1: 14 segments, 15 points and 14 angles, 44 coordinates
with 28 constraints, 16 degrees of freedom. Legs share the hip, arms and head the neck. Other
bodies, one leg for instance, are written the same way.

Planes are (x, z): X forwards, Z up. Angles count about +Y, which turns z towards x, so a line at
the angle t points along (sin t, cos t).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType
from ambulo.records import SIDES, Model


@dataclass(frozen=True, eq=False)
class PlanarSegment:
    """A rigid segment between two points.

    Args:
        name: such as "left_thigh".
        start, end: names of its points, proximal first.
        length: m.
        mass: kg.
        com: (2,) m, centre of mass from the start: along the line to the end, and across it (to
            the front of a line that points down).
        inertia: kg*m^2, about the centre of mass.
        joint: its joint with `parent`, such as "left_hip"; "" for the most proximal segment.
        parent: name of its proximal neighbour; None for the most proximal segment.
        neutral: rad, angle of its line in the reference posture, where joint angles are zero.
    """

    name: str
    start: str
    end: str
    length: float
    mass: float
    com: FloatArray
    inertia: float
    joint: str
    parent: str | None
    neutral: float


@dataclass(frozen=True, eq=False)
class PlanarBody:
    """Planar segments seen from a base.

    Args:
        segments: each after its reference segment; the first is the base.
        origin: index of the reference segment of each; -1 for the base.
        points: names; the base point, whose position is an independent coordinate, is the start
            of the first segment.
    """

    segments: tuple[PlanarSegment, ...]
    origin: tuple[int, ...]
    points: tuple[str, ...]

    @property
    def coordinates(self) -> int:
        """Number of mixed coordinates: two for each point, one angle for each segment."""
        return 2 * len(self.points) + len(self.segments)

    @property
    def freedom(self) -> int:
        """Degrees of freedom: the base point and one angle for each segment."""
        return 2 + len(self.segments)

    @property
    def mass(self) -> float:
        """Total mass, kg."""
        return sum(segment.mass for segment in self.segments)

    def ends(self) -> tuple[list[int], list[int]]:
        """Indices of every segment's start and end point."""
        index = {name: k for k, name in enumerate(self.points)}
        return [index[s.start] for s in self.segments], [index[s.end] for s in self.segments]

    def index(self, name: str) -> int:
        """Index of a segment."""
        return [segment.name for segment in self.segments].index(name)


def seen_from(segments: Sequence[PlanarSegment], base: str) -> PlanarBody:
    """The body as a tree that begins at one segment.

    Args:
        segments: parents before children.
        base: name of the segment against the ground, such as the stance hindfoot.
    Raises:
        InputError: there is no such segment, or neighbours share no point.
    """
    by_name = {segment.name: segment for segment in segments}
    if base not in by_name:
        raise InputError(
            f"the planar body has no segment {base!r}",
            remedy="Choose one of " + ", ".join(by_name),
        )
    order, origin = [base], [-1]
    for name in order:
        for other in segments:
            if other.name in order:
                continue
            if other.parent == name or by_name[name].parent == other.name:
                shared_point(by_name[name], other)
                order.append(other.name)
                origin.append(order.index(name))
    if len(order) != len(segments):
        missing = sorted(set(by_name) - set(order))
        raise InputError(
            f"these segments have no parent: {', '.join(missing)}",
            where="planar body",
            remedy="Give each the name of its parent",
        )
    chosen = tuple(by_name[name] for name in order)
    points = dict.fromkeys(point for s in chosen for point in (s.start, s.end))
    return PlanarBody(chosen, tuple(origin), tuple(points))


def line_angles(body: PlanarBody, x: FloatArray) -> FloatArray:
    """Angle (frames, segments) [rad] of every segment's line about +Y, continuous in time.

    Args:
        x: (frames, points, 2) m.
    """
    start, end = body.ends()
    line = x[:, end] - x[:, start]
    return np.asarray(np.unwrap(np.arctan2(line[..., 0], line[..., 1]), axis=0))


# --------------------------------------------------------------------------- from the 3D model


def planar_body(model: Model, base: str | None = None) -> PlanarBody:
    """The planar body of a whole-body model, from the sagittal plane of its reference posture.

    Pelvis and torso, neck and head, and forearm and hand are one segment each (section 3.3).

    Args:
        model: with pelvis, torso, arms and legs; feet of one segment or two.
        base: segment against the ground; None for the right hindfoot, or foot of one segment.
    Raises:
        InputError: the model is not of the whole body, or has no segment of that name.
    """
    upright = np.zeros((1, model.tree.nq))
    for body, kind in enumerate(model.tree.joint):
        if kind in (JointType.FREE, JointType.BALL):
            upright[0, model.tree.q_start[body] + (3 if kind == JointType.FREE else 0)] = 1.0
    R, p = forward_kinematics(model.tree, upright)
    positions = {name: x[0] for name, x in planar_points(model, R, p).items()}
    segments = []
    for row in _layout(model):
        line = positions[row.end] - positions[row.start]
        length = float(np.hypot(*line))
        along = line / length
        mass, com, inertia = _joined(model, R[0], p[0], row.members)
        arm = com - positions[row.start]
        across = np.array([-along[1], along[0]])
        segments.append(
            PlanarSegment(
                name=row.name,
                start=row.start,
                end=row.end,
                length=length,
                mass=mass,
                com=np.array([arm @ along, arm @ across]),
                inertia=inertia,
                joint=row.joint,
                parent=row.parent,
                neutral=float(np.arctan2(line[0], line[1])),
            )
        )
    foot = "right_foot" if "right_foot" in model.segments else "right_hindfoot"
    return seen_from(segments, base or foot)


def planar_points(model: Model, R: FloatArray, p: FloatArray) -> dict[str, FloatArray]:
    """Sagittal positions (frames, 2) m of the planar body's points in a three-dimensional motion.

    Head and hands end at their centres of mass, feet at their toes.

    Args:
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m; X is the direction of progression.
    """
    points = {"hip": 0.5 * sum(p[:, model.joints.index(f"{side}_hip")] for side in SIDES)}
    for row in _layout(model):
        if row.end in model.joints:
            points[row.end] = p[:, model.joints.index(row.end)]
            continue
        last = model.segments.index(row.members[-1])
        position = model.points[row.end][1] if row.end in model.points else model.tree.com[last]
        points[row.end] = p[:, last] + R[:, last] @ position
    return {name: np.asarray(position)[:, [0, 2]] for name, position in points.items()}


class _Row(NamedTuple):
    """A planar segment: what the model's segments in it are called, its ends, how it hangs."""

    name: str
    members: tuple[str, ...]
    start: str
    end: str
    joint: str
    parent: str | None


def _layout(model: Model) -> list[_Row]:
    """The planar segments of a whole body."""
    if not {"pelvis", "torso", "head"} <= set(model.segments):
        raise InputError(
            "the planar body needs a model of the whole body",
            where=model.name,
            remedy="Use markers that cover the whole body, or give a planar body of your own",
        )
    rows = [
        _Row("trunk", ("pelvis", "torso"), "hip", "neck", "", None),
        _Row("head", ("neck", "head"), "neck", "head_end", "neck", "trunk"),
    ]
    for side in SIDES:
        elbow, knee, ankle = f"{side}_elbow", f"{side}_knee", f"{side}_ankle"
        arm, forearm, hand = f"{side}_upper_arm", f"{side}_forearm", f"{side}_hand"
        thigh, shank, foot = f"{side}_thigh", f"{side}_shank", f"{side}_foot"
        hind, fore, ball = f"{side}_hindfoot", f"{side}_forefoot", f"{side}_metatarsal"
        rows += [
            _Row(arm, (arm,), "neck", elbow, f"{side}_shoulder", "trunk"),
            _Row(forearm, (forearm, hand), elbow, f"{side}_hand_end", elbow, arm),
            _Row(thigh, (thigh,), "hip", knee, f"{side}_hip", "trunk"),
            _Row(shank, (shank,), knee, ankle, knee, thigh),
        ]
        if foot in model.segments:
            rows.append(_Row(foot, (foot,), ankle, f"{side}_toe", ankle, shank))
        else:
            rows.append(_Row(hind, (hind,), ankle, ball, ankle, shank))
            rows.append(_Row(fore, (fore,), ball, f"{side}_toe", ball, hind))
    known = set(model.segments)
    return [row._replace(members=tuple(m for m in row.members if m in known)) for row in rows]


def _joined(
    model: Model, R: FloatArray, p: FloatArray, members: tuple[str, ...]
) -> tuple[float, FloatArray, float]:
    """Mass, sagittal centre of mass, and moment of inertia about the lateral axis through it."""
    index = [model.segments.index(name) for name in members]
    mass = model.tree.mass[index]
    positions = np.array([(p[k] + R[k] @ model.tree.com[k])[[0, 2]] for k in index])
    centre = mass @ positions / mass.sum()
    lateral = np.array([(R[k] @ model.tree.inertia[k] @ R[k].T)[1, 1] for k in index])
    return (
        float(mass.sum()),
        centre,
        float(lateral.sum() + mass @ np.sum((positions - centre) ** 2, axis=1)),
    )


def shared_point(one: PlanarSegment, other: PlanarSegment) -> str:
    """Name of the point that two neighbours have in common.

    Raises:
        InputError: they have none.
    """
    for point in (one.start, one.end):
        if point in (other.start, other.end):
            return point
    raise InputError(
        f"{one.name} and {other.name} share no point",
        where="planar body",
        remedy="Let one segment begin at a point of the other",
    )


def with_lengths(body: PlanarBody, x: FloatArray) -> PlanarBody:
    """The same body with the mean distances (section 3.3) between its points in a motion.

    Centres of mass and radii of gyration keep their share of the length.

    Args:
        x: (frames, points, 2) m.
    """
    start, end = body.ends()
    length = np.nanmean(np.linalg.norm(x[:, end] - x[:, start], axis=2), axis=0)
    segments = []
    for segment, new in zip(body.segments, length, strict=True):
        ratio = float(new) / segment.length
        segments.append(
            replace(
                segment,
                length=float(new),
                com=ratio * segment.com,
                inertia=ratio**2 * segment.inertia,
            )
        )
    return PlanarBody(tuple(segments), body.origin, body.points)
