"""What a check found, and how it is graded."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ambulo.math.brief_repr import BriefRepr

# number, truth, name, or a list of such facts
Fact = str | float | tuple[Mapping[str, str | float], ...]
Facts = Mapping[str, Fact]

# of a check: use it; use it and look first; do not use it as it is; could not be checked
Grade = Literal["good", "look", "do-not-use", "unknown"]


@dataclass(frozen=True)
class Check(BriefRepr):
    """One quality check of an analysis.

    Args:
        name: short, e.g. "marker fit".
        value: in `unit`; NaN where it could not be checked.
        limit: in `unit`, up to which it is good.
        unit: of the value and its limits.
        grade: how far the results can be used, as far as this check goes.
        remedy: likeliest cause and what to do, a sentence; empty if it is good.
        unusable: in `unit`, beyond which the results are not to be used; infinite where no value
            alone forbids it.
        found: what was found, or why nothing could be, in a sentence of plain words; empty if it
            is good.
        cost: what it does to the results, in a sentence of plain words; empty if it is good.
        concerns: the results that it judges, such as "hip moments"; empty where it is all of them.
        cause: id of the check whose cause explains this one too; empty where it stands by itself.
        id: by which programs know it; a part after a dot says which of several it judges.
        place: foot, plate, marker or segment that speaks; may be empty.
        why: id of the reason for which it could not be checked; empty where it was.
        facts: what its words are made of: numbers, in SI unless the name says another unit, names,
            truths, and tuples of such facts.
        touches: the quantities whose grades it lowers if it is not good, as patterns of
            `group/name`: "moments/left_*"; all of them unless said.
    """

    name: str
    value: float
    limit: float
    unit: str
    grade: Grade
    remedy: str = field(default="", repr=False)
    unusable: float = field(default=math.inf, repr=False)
    found: str = field(default="", repr=False)
    cost: str = field(default="", repr=False)
    concerns: str = field(default="", repr=False)
    cause: str = field(default="", repr=False)
    id: str = field(default="", repr=False)
    place: str = field(default="", repr=False)
    facts: Facts = field(default_factory=dict, repr=False)
    why: str = field(default="", repr=False)
    touches: tuple[str, ...] = field(default=("*",), repr=False)

    @property
    def beyond(self) -> bool:
        """Whether it is beyond its limit; not where it is unknown."""
        return self.grade in ("look", "do-not-use")

    def number(self, fact: str) -> float:
        """A fact that is a number."""
        found = self.facts[fact]
        assert isinstance(found, int | float)
        return float(found)

    @property
    def passed(self) -> bool:
        """Whether the grade is good or look; False if it is unknown."""
        return self.grade in ("good", "look")


def graded(value: float, limit: float, unusable: float) -> Grade:
    """Good up to the limit, a look up to where it is unusable; unknown where the value is NaN."""
    if math.isnan(value):
        return "unknown"
    if value <= limit:
        return "good"
    return "look" if value <= unusable and math.isfinite(value) else "do-not-use"
