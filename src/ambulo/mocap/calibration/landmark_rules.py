"""The rules of a marker set applied to trajectories: points, frames and measurements, each computed
once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TypeVar

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import (
    BoolArray,
    FloatArray,
    scalar_products,
    unit_vectors,
    vector_product,
)
from ambulo.math.medians import median
from ambulo.math.vector_arrays import lengths, nearest_rotation
from ambulo.mocap.calibration.chord import chord_centre
from ambulo.mocap.calibration.hip_centres import HipMethod, PelvisSize
from ambulo.mocap.foot_contact import floor_velocities, point_velocities
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.mocap.marker_sets.marker_set import (
    Chord,
    Direction,
    FrameRule,
    HipCentre,
    Length,
    Mean,
    MeasurementRule,
    Normal,
    Offset,
    PointAlong,
    PointRule,
    Project,
    axis_words,
)
from ambulo.records import Markers, Side, Subject
from ambulo.records.sides import OTHER, side_of

NEVER_RESTS = "the sole is never flat and at rest"

# m/s; a sole slower than this rests on the ground (0.3 mm of noise at 100 Hz is 0.03 m/s)
STILL_SPEED = 0.1
# m/s; where none is still: markers of low rate and much noise (from one laboratory alone)
NEARLY_STILL = 0.2
# fewer still frames than this (s) do not fix the sole's inclination
SHORTEST_REST = 0.05
# file and markers may differ by this share before it is said
MEASUREMENT_TOLERANCE = 0.10


Found = TypeVar("Found")


class Unavailable(Exception):
    """An input of a rule is missing. The next alternative is tried."""


class NeverRests(Unavailable):
    """A sole that should level a foot is never flat and at rest."""


def _from(rule: PointRule) -> tuple[str, ...]:
    """The points from which a rule finds another, without those that only show directions."""
    match rule:
        case Mean(mean=points) | Chord(chord=points):
            return (*points,)
        case Offset(offset=point) | Project(project=point) | PointAlong(along=(point, _)):
            return (point,)
        case HipCentre(hip=side):
            return (f"{side} hip by the pelvis",)


class Evaluation:
    """Points, frames and measurements on demand, each computed once."""

    def __init__(
        self,
        match: Match,
        markers: Markers,
        subject: Subject,
        hip: str | None,
        hip_method: HipMethod | None,
        hip_positions: Mapping[Side, FloatArray] | None,
    ) -> None:
        self.set = match.marker_set
        self.found = match.found
        self.carried = match.carried
        self.markers = markers
        self.subject = subject
        self.hip = hip
        self.hip_method = hip_method
        self.hip_positions = hip_positions
        self.hip_used = False
        self.notes: list[str] = []
        self.unlevelled: list[str] = []
        self.measured: dict[str, float] = {}
        self._points: dict[str, FloatArray] = {}
        self._axes: dict[str, FloatArray] = {}
        self._frame_rule: dict[str, FrameRule] = {}
        self._under_way: list[str] = []
        self._led_to: dict[str, list[str]] = {}
        self._taken: dict[str, int] = {}
        # of the first where a name comes twice
        columns = zip(reversed(markers.names), range(len(markers.names) - 1, -1, -1), strict=True)
        self._column = dict(columns)
        # most are seen from the first frame on
        self._seen_first = np.asarray(np.isfinite(markers.position[:1]).any(axis=(0, 2)))

    def _once(
        self, kind: str, name: str, known: dict[str, Found], compute: Callable[[str], Found]
    ) -> Found:
        """What is known by a name, or computed now; a rule that leads back to itself is refused."""
        step = f"{kind} {name}"
        if self._under_way:
            self._led_to.setdefault(self._under_way[-1], []).append(step)
        if name in known:
            return known[name]
        if step in self._under_way:
            circle = " -> ".join((*self._under_way[self._under_way.index(step) :], step))
            raise InputError(
                what=f"rules refer to each other in a circle: {circle}",
                where=self.set.path.name,
                remedy="Define one of them without the others",
            )
        self._under_way.append(step)
        try:
            known[name] = compute(name)
        finally:
            self._under_way.pop()
        return known[name]

    # ---- points

    def point(self, name: str) -> FloatArray:
        """Trajectory (frames, 3) of a marker or a computed point."""
        return self._once("point", name, self._points, self._compute_point)

    def rules_taken(self, name: str, *, frames: bool = True) -> Mapping[str, int]:
        """The rules used for a point and for all points on which it depends; those of frames, from
        which it may be offset, only with `frames`.
        """
        steps = [f"point {name}"]
        for step in steps:
            steps += [
                one for one in self._led_to.get(step, ())
                if one not in steps and (frames or not one.startswith("frame "))
            ]  # fmt: skip
        return {step: self._taken[step] for step in steps if step in self._taken}

    def _compute_point(self, name: str) -> FloatArray:
        if name in self.set.markers:
            column = self._column.get(self.found.get(name, ""))
            if column is None:
                raise Unavailable(f"marker {name} is not in the trial")
            trajectory = self.markers.position[:, column]
            if not (self._seen_first[column] or np.isfinite(trajectory).any()):
                raise Unavailable(f"marker {name} has no data")
            return trajectory
        reasons = []
        for number, rule in enumerate(self.set.points[name]):
            written = len(self.notes)
            try:
                value = self._by_rule(rule, side_of(name))
            except Unavailable as reason:
                del self.notes[written:]
                reasons.append(str(reason))
                continue
            self._taken[f"point {name}"] = number
            if rule.note:
                unshown = [one for one in _from(rule) if one in self.carried]
                said = f" (no marker shows {', '.join(unshown)} here)" if unshown else ""
                self.notes.append(f"{_words(name)}: {rule.note}{said}.")
            elif number > 0:
                self.notes.append(
                    f"{_words(name)}: {reasons[0]}, so it was found from {', '.join(_from(rule))}."
                )
            return value
        raise Unavailable(reasons[0])

    def _by_rule(self, rule: PointRule, side: Side | None) -> FloatArray:
        match rule:
            case Mean(mean=points):
                flat = np.array([self.point(p) for p in points]).reshape(len(points), -1)
                mean: FloatArray = np.dot(np.array(rule.shares), flat).reshape(-1, 3)
                return mean
            case Offset():
                words, local = axis_words(side), np.zeros(3)
                along = [(*words[word], length) for word, length in rule.shift.items()]
                for index, sign, length in sorted(along, key=lambda one: one[0]):
                    local[index] = sign * self.length(length)
                shifted: FloatArray = self.point(rule.offset) + self.axes(rule.frame) @ local
                return shifted
            case PointAlong(along=(start, towards), distance=distance):
                p = self.point(start)
                return p + self.length(distance) * unit_vectors(self.point(towards) - p)
            case Project(project=point, on_line=(start, stop)):
                p = self.point(start)
                u = unit_vectors(self.point(stop) - p)
                return p + u * scalar_products(u, self.point(point) - p)
            case Chord():
                return self._chord(rule, side)
            case HipCentre():
                return self._hip_centre(rule.hip)

    def _chord(self, chord: Chord, side: Side | None) -> FloatArray:
        proximal, marker = map(self.point, chord.chord)
        distance = self.length(chord.distance)
        rotation = 0.0
        if chord.rotation is not None:
            rotation = self.subject.measurements.get(chord.rotation, 0.0)
            self.measured[chord.rotation] = rotation
            # Vicon counts these offsets the same way on both sides, mirrored
            if side_of(chord.rotation) == "left":
                rotation = -rotation
        if chord.away_from is not None:
            away = self.point(chord.away_from) - marker
        else:
            assert chord.towards is not None
            away = -self.vector(chord.towards, side)
        return chord_centre(proximal, marker, away, distance, rotation)

    def _hip_centre(self, side: Side) -> FloatArray:
        pelvis = self.set.pelvis
        assert pelvis is not None
        R = self.axes(pelvis.frame)
        left, right = self.point(pelvis.left_asis), self.point(pelvis.right_asis)
        self.hip_used = True
        if self.hip_positions is not None and self.hip == "functional":
            functional: FloatArray = (left + right) / 2 + R @ self._functional_hip(side)
            return functional
        method = self.hip_method
        if method is None:
            raise InputError(
                what=f"the marker set {self.set.name} names no method for the hip centre",
                where=self.set.path.name,
                remedy='Set hip_centre, such as "harrington2007"',
            )
        size = {
            need: self._pelvis_size(need, side) if need in method.needs else np.nan
            for need in PelvisSize.__dataclass_fields__
        }
        offset = method.offset(PelvisSize(**size)) * [1, 1 if side == "left" else -1, 1]
        origin = (left + right) / 2 if method.origin == "asis" else self.point(pelvis.sacrum)
        centre: FloatArray = origin + R @ offset
        return centre

    def _functional_hip(self, side: Side) -> FloatArray:
        """Functional centre from mid-ASIS; a side that was not moved mirrors the other."""
        assert self.hip_positions is not None
        if side in self.hip_positions:
            return np.asarray(self.hip_positions[side], dtype=float)
        other = OTHER[side]
        if other not in self.hip_positions:
            raise InputError(
                what="no functional hip centre was given",
                remedy="Give a functional trial, or choose a regression such as harrington2007",
            )
        self.notes.append(f"{side.capitalize()} hip: the {other} functional centre, mirrored.")
        return np.asarray(self.hip_positions[other], dtype=float) * [1, -1, 1]

    def _pelvis_size(self, need: str, side: Side) -> float:
        match need:
            case "marker_radius":
                return self.measurement("marker_diameter") / 2
            case "leg_length":
                # Davis's c is one number for both sides: the mean leg length
                left, right = (self.measurement(f"{s}_leg_length") for s in ("left", "right"))
                return (left + right) / 2
            case "asis_trochanter_distance":
                return self.measurement(f"{side}_asis_trochanter_distance")
            case _:
                return self.measurement(need)

    # ---- frames

    def axes(self, name: str) -> FloatArray:
        """Rotation (frames, 3, 3) from a segment frame to the world."""
        if name == "world":
            return np.broadcast_to(np.eye(3), (len(self.markers.time), 3, 3))
        return self._once("frame", name, self._axes, self._compute_axes)

    def _compute_axes(self, name: str) -> FloatArray:
        reasons: list[Unavailable] = []
        never_rests: FrameRule | None = None
        for rule in self.set.frames[name]:
            try:
                axes = self._rule_axes(name, rule)
            except Unavailable as reason:
                reasons.append(reason)
                if isinstance(reason, NeverRests):
                    never_rests = rule
                continue
            self._frame_rule[name] = rule
            if never_rests is not None:
                self.unlevelled.append(name)
                self.notes.append(
                    f"Axes of the {name.replace('_', ' ')}: {NEVER_RESTS}. The pitch is that of "
                    "the line through the markers and may be wrong by some degrees. A static trial "
                    "would give the right pitch."
                )
                return self._rolled_level(name, axes, never_rests.level[-1])
            return axes
        # the last rule asks for least
        raise reasons[-1]

    def frame_origin(self, name: str) -> FloatArray:
        """Origin (frames, 3) of a segment frame."""
        self.axes(name)
        return self.point(self._frame_rule[name].origin)

    def _rule_axes(self, name: str, rule: FrameRule) -> FloatArray:
        if rule.like is not None:
            return self.axes(rule.like)
        (one, first), (other, second) = rule.axes
        side = side_of(name)
        (i, first_sign), (j, second_sign) = axis_words(side)[one], axis_words(side)[other]
        k = 3 - i - j
        u = unit_vectors(first_sign * self.vector(first, side))
        v = second_sign * self.vector(second, side)
        v = unit_vectors(v - u * scalar_products(u, v))
        # right-handed: e_k = e_i x e_j for (i, j, k) in cyclic order, else the opposite
        w = vector_product(u, v) * (1 if (i + 1) % 3 == j else -1)
        R = np.empty((len(u), 3, 3))
        R[:, :, i], R[:, :, j], R[:, :, k] = u, v, w
        if rule.turn is not None:
            R = self._turned(name, R, i, rule.turn)
        return self._levelled(name, R, rule) if rule.level else R

    def _turned(self, name: str, R: FloatArray, axis: int, measurement: str) -> FloatArray:
        """The frame turned outwards about one of its axes by an angle of the subject's record."""
        angle = self.subject.measurements.get(measurement, 0.0)
        if angle == 0.0:
            return R
        self.measured[measurement] = angle
        degrees = f"{np.degrees(angle):.1f} degrees, the {_words(measurement).lower()}"
        self.notes.append(f"Axes of the {name.replace('_', ' ')}: turned by {degrees}.")
        outward = 1.0 if side_of(name) == "left" else -1.0
        c, s = np.cos(outward * angle), np.sin(outward * angle)
        turn = np.eye(3)
        j, k = (axis + 1) % 3, (axis + 2) % 3
        turn[j, j], turn[k, k], turn[j, k], turn[k, j] = c, c, -s, s
        turned: FloatArray = R @ turn
        return turned

    def _levelled(self, name: str, R: FloatArray, rule: FrameRule) -> FloatArray:
        """The frame turned within its segment so that it is in reference while the sole rests."""
        if rule.neutral is not None:
            reference = self.axes(rule.neutral)
        else:
            x = unit_vectors(R[:, :, 0] * [1, 1, 0])
            z = np.broadcast_to([0.0, 0.0, 1.0], x.shape)
            reference = np.stack([x, vector_product(z, x), z], axis=-1)
        resting = self._resting(rule.level)
        resting &= np.isfinite(R).all(axis=(1, 2)) & np.isfinite(reference).all(axis=(1, 2))
        if not resting.any():
            raise NeverRests(NEVER_RESTS)
        # of the mean of R^T reference, whose scale does not turn anything
        mean_turn = nearest_rotation(np.einsum("fji,fjk->ik", R[resting], reference[resting]))
        self.notes.append(
            f"Axes of the {name.replace('_', ' ')}: assumed to be level while the sole rests "
            f"({np.count_nonzero(resting)} frames)."
        )
        levelled: FloatArray = R @ mean_turn
        return levelled

    def _rolled_level(self, name: str, R: FloatArray, front: str) -> FloatArray:
        """A foot's frame turned about its length so that it is level while its front rests.

        Heels that never rest leave the pitch unknown, and not the roll: toes stand on the floor.
        """
        level = np.cross([0.0, 0.0, 1.0], R[:, :, 0])
        level /= lengths(level)[:, None]
        resting = self._resting((front,)) & np.isfinite(R).all(axis=(1, 2))
        if not resting.any():
            return R
        across, up = np.einsum("fik,fi->kf", R[resting, :, 1:], level[resting])
        roll = median(np.arctan2(up, across))
        c, s = np.cos(roll), np.sin(roll)
        self.notes.append(
            f"Axes of the {name.replace('_', ' ')}: assumed not to be rolled while the front of "
            f"the foot rests ({np.count_nonzero(resting)} frames)."
        )
        turned: FloatArray = R @ np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
        return turned

    def _resting(self, names: tuple[str, ...]) -> BoolArray:
        """Frames (frames,) in which all named points stand still on their floor or belt."""
        n = len(self.markers.time)
        if n < 3:
            return np.ones(n, dtype=bool)
        # a tenth of a second of averaging keeps marker noise below the limit
        half = max(1, round(0.05 * self.markers.rate))
        before = np.maximum(np.arange(n) - half, 0)
        after = np.minimum(np.arange(n) + half, n - 1)
        span = (self.markers.time[after] - self.markers.time[before])[:, None]
        points = [self.point(name) for name in names]
        floor = np.append(_floor(self.markers.time, np.stack(points, axis=1)), 0.0)
        # not where a point is not seen
        speed = np.max([lengths((p[after] - p[before]) / span - floor) for p in points], axis=0)
        shortest = min(n, max(3, round(SHORTEST_REST * self.markers.rate)))
        for limit in (STILL_SPEED, NEARLY_STILL):
            resting: BoolArray = speed < limit
            if np.count_nonzero(resting) >= shortest:
                if limit > STILL_SPEED:
                    self.notes.append(
                        f"{' and '.join(names)} are never slower than {STILL_SPEED:g} m/s, so the "
                        f"sole was assumed to rest below {limit:g} m/s."
                    )
                return resting
        return np.zeros(n, dtype=bool)

    def _axis(self, axis: str, side: Side | None) -> FloatArray:
        """An axis "frame.word" (frames, 3); side of the point or frame whose rule names it."""
        frame, _, word = axis.rpartition(".")
        index, sign = axis_words(side)[word]
        return np.asarray(sign * self.axes(frame)[:, :, index])

    def vector(self, direction: Direction, side: Side | None) -> FloatArray:
        """A direction (frames, 3), not of unit length."""
        if isinstance(direction, Normal):
            a, b, c = (self.point(name) for name in direction.normal_to)
            normal = vector_product(b - a, c - b)
            if direction.bends_forward is not None:
                return -axis_words(side)[direction.bends_forward][1] * normal
            towards = scalar_products(normal, self._axis(direction.facing or "", side))
            seen = towards[np.isfinite(towards)]
            return normal if not seen.size or median(seen) >= 0 else -normal
        if isinstance(direction, str):
            return self._axis(direction, side)
        first, second = direction
        return self.point(second) - self.point(first)

    # ---- measurements

    def length(self, length: Length | float) -> float:
        """A sum of measurements, m."""
        if not isinstance(length, Length):
            return length
        return length.constant + sum(c * self.measurement(name) for c, name in length.terms)

    def measurement(self, name: str) -> float:
        """A measurement of the subject: as recorded, otherwise by the set's rules with a note."""
        return self._once("measurement", name, self.measured, self._compute_measurement)

    def _compute_measurement(self, name: str) -> float:
        recorded = self.subject.measurements.get(name)
        if name == "height":
            recorded = self.subject.height
        rules = self.set.measurements.get(name, ())
        if recorded is None:
            return self._estimate(name, rules)
        self._compare_with_markers(name, recorded, rules)
        return recorded

    def _estimate(self, name: str, rules: tuple[MeasurementRule, ...]) -> float:
        reasons = []
        for rule in rules:
            try:
                if rule.between is not None:
                    value = self._path_length(rule.between, rule.less)
                    how = f"taken from the markers ({rule.source})"
                    # a distance that the set defines by its markers is no estimate
                    if not rule.source:
                        return value
                else:
                    value = self.length(rule.sum or 0.0)
                    how = rule.source
            except Unavailable as reason:
                reasons.append(str(reason))
                continue
            self.notes.append(f"{_words(name)}: Ambulo uses {1000 * value:.0f} mm, {how}.")
            return value
        why = f" ({reasons[0]})" if reasons else ""
        raise Unavailable(f"{_words(name).lower()} is not known{why}")

    def _compare_with_markers(
        self, name: str, recorded: float, rules: tuple[MeasurementRule, ...]
    ) -> None:
        for rule in rules:
            if rule.between is not None and not rule.source:
                try:
                    value = self._path_length(rule.between, rule.less)
                except Unavailable:
                    continue
                if abs(value - recorded) > MEASUREMENT_TOLERANCE * recorded:
                    self.notes.append(
                        f"{_words(name)} is {1000 * recorded:.0f} mm as given, but "
                        f"{1000 * value:.0f} mm between the markers. The given value was used."
                    )
                return

    def _path_length(self, path: tuple[str, ...], less: Length | float) -> float:
        points = [self.point(name) for name in path]
        total = sum(
            (np.sqrt(scalar_products(b - a, b - a)[:, 0]) for a, b in pairwise(points)),
            np.zeros(len(self.markers.time)),
        )
        seen = total[np.isfinite(total)]
        if not seen.size:
            raise Unavailable(f"{' and '.join(path)} are never seen together")
        return median(seen) - self.length(less)


def _floor(time: FloatArray, foot: FloatArray) -> FloatArray:
    """Velocity (2,) m/s of the floor under points (frames, k, 3) m of a foot."""
    if not np.isfinite(foot).all(axis=2).any(axis=0).all():
        return np.zeros(2)
    side: Side = "left"  # of one foot alone it does not matter which
    return floor_velocities({side: foot}, {side: point_velocities(time, foot)})[side]


def _words(name: str) -> str:
    """A name as it stands in a sentence: "left_knee" -> "Left knee"."""
    words = name.replace("_", " ").replace("asis", "ASIS")
    return words[0].upper() + words[1:]
