"""Landmarks, joint centres and segment frames of a marker set, computed on trajectories."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import near
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.hip_centres import HIP_CENTRES
from ambulo.mocap.calibration.landmark_rules import Evaluation, Unavailable
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.records import SIDES, Markers, Side, Subject


@dataclass(frozen=True, eq=False)
class SegmentFrame:
    """A segment frame over time: R (frames, 3, 3) segment to world, origin (frames, 3) m."""

    R: FloatArray
    origin: FloatArray


Value = TypeVar("Value")
_SIDE = re.compile("|".join(SIDES))


def _other(found: re.Match[str]) -> str:
    return SIDES[found[0] == SIDES[0]]


class _OnDemand(Mapping[str, Value]):
    """What can be computed of some names, each when it is asked for."""

    def __init__(self, names: Collection[str], compute: Callable[[str], Value]) -> None:
        self._names, self._compute = names, compute
        self._found: dict[str, Value | Unavailable] = {}

    def found(self, name: str) -> Value | Unavailable:
        """What was computed, or why it could not be."""
        if name not in self._found:
            try:
                self._found[name] = self._compute(name)
            except Unavailable as reason:
                self._found[name] = reason
        return self._found[name]

    def why_not(self) -> dict[str, str]:
        """Name -> reason of each that cannot be computed."""
        found = ((name, self.found(name)) for name in self._names)
        return {name: str(one) for name, one in found if isinstance(one, Unavailable)}

    def __getitem__(self, name: str) -> Value:
        found = self.found(name) if name in self._names else Unavailable(name)
        if isinstance(found, Unavailable):
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._names if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Landmarks:
    """Points and frames that a marker set computes from trajectories when they are needed.

    Measurements, notes and reasons are those of all points and frames.
    """

    def __init__(self, evaluation: Evaluation) -> None:
        marker_set = evaluation.set
        self._evaluation = evaluation
        self._points = _OnDemand({**marker_set.markers, **marker_set.points}, evaluation.point)
        self._frames = _OnDemand(marker_set.frames, self._frame)

    def _frame(self, name: str) -> SegmentFrame:
        return SegmentFrame(self._evaluation.axes(name), self._evaluation.frame_origin(name))

    @property
    def points(self) -> Mapping[str, FloatArray]:
        """Markers (canonical names), landmarks and joint centres, (frames, 3) m."""
        return self._points

    @property
    def frames(self) -> Mapping[str, SegmentFrame]:
        """Segment frames."""
        return self._frames

    def built_alike(self, name: str) -> bool:
        """Whether a point (its name without the side) has the same rules on both sides."""
        left, right = (self._evaluation.rules_taken(f"{side}_{name}") for side in SIDES)
        mirrored = {_SIDE.sub(_other, step): rule for step, rule in left.items()}
        return mirrored == dict(right)

    def built_as(self, other: Landmarks, name: str, *, frames: bool = True) -> bool:
        """Whether a point has the same rules in another trial; its frames too, with `frames`."""
        here, there = (one._evaluation.rules_taken(name, frames=frames) for one in (self, other))
        return here == there

    @cached_property
    def unavailable(self) -> Mapping[str, str]:
        """Point or frame -> why it could not be computed."""
        return {**self._points.why_not(), **self._frames.why_not()}

    @cached_property
    def _complete(self) -> Evaluation:
        """The evaluation after every point and frame, and the height."""
        _ = self.unavailable
        # proportions stand in for joints that no marker gives, so the height is always looked for
        with contextlib.suppress(Unavailable):
            self._evaluation.measurement("height")
        return self._evaluation

    @property
    def measurements(self) -> Mapping[str, float]:
        """Lengths and angles that were used, m and rad."""
        return self._complete.measured

    @property
    def hip_centre(self) -> str | None:
        """Method by which hip centres were found; None if no rule needed a hip centre."""
        return self._complete.hip if self._complete.hip_used else None

    @property
    def unlevelled(self) -> tuple[str, ...]:
        """Segment frames of feet whose sole never rests. The line of a foot's markers gives its
        pitch.
        """
        return tuple(dict.fromkeys(self._complete.unlevelled))

    @property
    def notes(self) -> tuple[str, ...]:
        """Which alternatives were used, and which measurements were estimated."""
        return tuple(dict.fromkeys(self._complete.notes))


def evaluate_landmarks(
    match: Match,
    markers: Markers,
    subject: Subject,
    *,
    hip: str | None = None,
    hip_positions: Mapping[Side, FloatArray] | None = None,
) -> Landmarks:
    """Every landmark, joint centre and segment frame that the markers allow, computed when needed.

    Args:
        match: marker set and names.
        markers: static trial or walk, world frame.
        subject: measurements by name; missing ones are estimated as the set says, with a note.
        hip: hip centre method (`HIP_CENTRES`), the set's default if None; "functional"
            takes `hip_positions`.
        hip_positions: (3,) m by side, in the pelvic frame from mid-ASIS.
    Raises:
        InputError: unknown hip method. The landmarks raise it later if rules refer to each other in
            a circle.
    """
    return Landmarks(_evaluation(match, markers, subject, hip, hip_positions))


def evaluate_points(
    match: Match, markers: Markers, subject: Subject, names: tuple[str, ...]
) -> Mapping[str, FloatArray]:
    """Compute only some points, (frames, 3) m each; those that cannot be computed are left out."""
    return _where_possible(names, _evaluation(match, markers, subject, None, None).point)


def evaluate_measurements(
    match: Match, markers: Markers, names: Collection[str]
) -> Mapping[str, float]:
    """Compute some measurements from the markers alone, m; those that cannot be computed are left
    out.
    """
    return _where_possible(names, _evaluation(match, markers, Subject(), None, None).measurement)


def _where_possible(names: Collection[str], evaluate: Callable[[str], Value]) -> dict[str, Value]:
    found = {}
    for name in names:
        with contextlib.suppress(Unavailable):
            found[name] = evaluate(name)
    return found


def _evaluation(
    match: Match,
    markers: Markers,
    subject: Subject,
    hip: str | None,
    hip_positions: Mapping[Side, FloatArray] | None,
) -> Evaluation:
    name = hip or match.marker_set.hip_centre
    method = None if name in (None, "functional") else HIP_CENTRES.get(str(name))
    if method is None and name not in (None, "functional"):
        raise InputError(
            what=f"there is no hip centre method {name!r}",
            where="hip",
            remedy=near(str(name), (*HIP_CENTRES, "functional")),
        )
    if name == "functional" and hip_positions is None:
        raise InputError(
            what="a functional hip centre needs a trial in which the hips move",
            remedy="Give the functional trial, or choose a regression such as harrington2007",
        )
    return Evaluation(match, markers, subject, name, method, hip_positions)
