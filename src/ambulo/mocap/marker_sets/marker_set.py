"""A marker set: names, landmarks, joint centres, segment frames and weights, as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from ambulo.records import SIDES, Side

AXIS_WORDS: Mapping[str, tuple[int, int]] = {
    "anterior": (0, +1),
    "posterior": (0, -1),
    "left": (1, +1),
    "right": (1, -1),
    "up": (2, +1),
    "down": (2, -1),
}
"""Axis index and sign of each word in a segment frame (x anterior, y left, z up)."""


@dataclass(frozen=True)
class Length:
    """A length as a sum: constant [m] + coefficients times measurements."""

    constant: float
    terms: tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class Normal:
    """Normal (b - a) x (c - b) of the plane through three points, times a sign.

    Args:
        points: a, b, c.
        sign: used where `facing` is None; a limb that bends forwards has its normal to the right.
        facing: (frame, axis word) that the normal is turned to, in the median over the frames.
    """

    points: tuple[str, str, str]
    sign: int
    facing: tuple[str, str] | None


# (frame, axis word), (point, point), or a normal
Direction = tuple[Literal["axis"], str, str] | tuple[Literal["points"], str, str] | Normal


class Mean(NamedTuple):
    """Weighted mean of points."""

    points: tuple[str, ...]
    weights: tuple[float, ...]


class Offset(NamedTuple):
    """A point shifted along the axes of a frame: x anterior, y left, z up."""

    base: str
    frame: str
    shift: tuple[Length, Length, Length]


class Along(NamedTuple):
    """A point on the line from one point towards another, at a distance from the first."""

    start: str
    towards: str
    distance: Length


class Project(NamedTuple):
    """The foot of the perpendicular from a point to a line through two others."""

    point: str
    line: tuple[str, str]


class Chord(NamedTuple):
    """Plug-in Gait's chord: at `distance` from a lateral marker, seen at a right angle.

    The centre C lies at `distance` from the marker M with CM perpendicular to C-proximal, in the
    plane of proximal, M and a third direction, on the side away from it; `rotation` turns M about
    the line proximal-C out of the plane of the wand.
    """

    proximal: str
    marker: str
    away_from: str | None
    towards: Direction | None
    distance: Length
    rotation: str | None


class HipCentre(NamedTuple):
    """Hip joint centre by the method chosen in `hip_centres`."""

    side: Side


PointAction = Mean | Offset | Along | Project | Chord | HipCentre


class PointRule(NamedTuple):
    """One way to a point; `note` is said in the log when it is taken."""

    action: PointAction
    note: str


class Between(NamedTuple):
    """Mean length of the path through points, less another length."""

    points: tuple[str, ...]
    less: Length


class Sum(NamedTuple):
    """A sum of other measurements, such as a fraction of body height."""

    length: Length


class MeasurementRule(NamedTuple):
    """One way to a measurement that the subject's record lacks; an estimate says its source."""

    action: Between | Sum
    source: str


class FrameRule(NamedTuple):
    """One way to a segment frame: first axis exact, second in the plane of a given direction.

    Args:
        origin: point.
        first, second: (axis index, sign, direction).
        like: another frame whose axes are taken instead.
        level: markers that rest on the ground with the sole; the frame is turned so that z is
            vertical while they are still.
        neutral: with `level`: the frame that it coincides with while they are still.
        turn: measurement [rad] by which the frame is turned outwards about its first axis; zero
            where the subject's record lacks it.
    """

    origin: str
    first: tuple[int, int, Direction] | None
    second: tuple[int, int, Direction] | None
    like: str | None
    level: tuple[str, ...]
    neutral: str | None
    turn: str | None = None


class MarkerSpec(NamedTuple):
    """A marker of a set.

    Args:
        name: canonical.
        segment: that it moves with.
        aliases: other names of the same marker.
        weight: in the fit; 0 for markers used in calibration only.
        required: without it (or its `one_of` group) the set cannot be used.
        doubt: why its name may mean another marker; "" if it does not.
    """

    name: str
    segment: str
    aliases: tuple[str, ...]
    weight: float
    required: bool
    doubt: str = ""


class OneOf(NamedTuple):
    """Markers that can stand for each other: one whole option must be there."""

    name: str
    options: tuple[tuple[str, ...], ...]


class PelvisLandmarks(NamedTuple):
    """What hip centre regressions start from: points and the frame of the pelvis."""

    left_asis: str
    right_asis: str
    sacrum: str
    frame: str


@dataclass(frozen=True, eq=False)
class MarkerSet:
    """A marker set, sides written out.

    Args:
        name, title, source: what it is and where it is published.
        skeletons: those it suits, the best first.
        hip_centre: default method for hip joint centres; None where no rule asks for one.
        markers, one_of, measurements, points, frames, endpoints: as in the file.
        foot: side -> points of the sole or close to it: heel, toe, others.
        path: the file.
    """

    name: str
    title: str
    source: str
    skeletons: tuple[str, ...]
    hip_centre: str | None
    pelvis: PelvisLandmarks | None
    markers: Mapping[str, MarkerSpec]
    one_of: tuple[OneOf, ...]
    measurements: Mapping[str, tuple[MeasurementRule, ...]]
    points: Mapping[str, tuple[PointRule, ...]]
    frames: Mapping[str, tuple[FrameRule, ...]]
    foot: Mapping[Side, tuple[str, ...]]
    path: Path = field(compare=False)


def side_of(name: str) -> Side | None:
    """Side of a point or segment by its name ("left_knee"), None on the midline."""
    for side in SIDES:
        if name.startswith(f"{side}_"):
            return side
    return None


def other_side(name: str) -> str:
    """The same point of the other side; one on the midline is its own."""
    side, _, bare = name.partition("_")
    other = {"left": "right", "right": "left"}.get(side)
    return name if other is None else f"{other}_{bare}"
