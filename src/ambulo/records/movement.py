"""Strides, phases, the activity and its key numbers."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.math.brief_repr import BriefRepr
from ambulo.records.sides import Side


@dataclass(frozen=True)
class Stride(BriefRepr):
    """From one strike to the next of the same foot."""

    side: Side
    start: float
    stop: float
    off: float | None = None


@dataclass(frozen=True)
class Phase(BriefRepr):
    """A named part of the activity, from start to stop [s]."""

    name: str
    start: float
    stop: float


@dataclass(frozen=True)
class Number(BriefRepr):
    """A key number of the activity, in `unit`; `from_what` says how it was found."""

    name: str
    value: float
    unit: str
    from_what: str = ""


@dataclass(frozen=True)
class Activity(BriefRepr):
    """What the subject did in a trial.

    Args:
        name: in the registry of activities: "walk", "run", "squat", ...
        noun: the word for the activity after "the".
        doing: what the subject did, as a verb in the past: "walked".
        walking: whether it can be compared with normal walking.
        stepping: whether it consists of strides.
        floor: m/s, horizontal velocity of the floor: of a treadmill's belt, else zero.
        reason: a sentence: how the activity was recognised, or that it was given.
        phases: its parts, in order of time.
        numbers: its key numbers.
    """

    name: str = "walk"
    noun: str = "walk"
    doing: str = "walked"
    walking: bool = True
    stepping: bool = True
    floor: tuple[float, float] = (0.0, 0.0)
    reason: str = ""
    phases: tuple[Phase, ...] = ()
    numbers: tuple[Number, ...] = ()

    @property
    def treadmill(self) -> bool:
        """Whether the floor moves under the feet."""
        return self.floor != (0.0, 0.0)
