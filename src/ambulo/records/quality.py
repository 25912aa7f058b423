"""Results and grades of quality checks."""

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
        value: the value that was checked, in `unit`; NaN if the grade is unknown.
        limit: the largest good value, in `unit`.
        unit: the unit of `value`, `limit` and `unusable`.
        grade: how far this check allows you to use the results.
        remedy: the likeliest cause and what to do; empty if the grade is good.
        unusable: the largest value, in `unit`, with which the results may be used; infinite if the
            check never forbids their use.
        found: what was found, or why nothing could be found; empty if the grade is good.
        cost: the effect on the results; empty if the grade is good.
        concerns: the results that the check judges, such as "hip moments"; empty for all results.
        cause: id of another check that names the cause of this one; empty if there is none.
        id: the name for programs. If a check judges several objects, the part after a dot tells
            which one.
        place: the foot, plate, marker or segment with this value; may be empty.
        why: id of the reason for the grade unknown; empty with any other grade.
        facts: the values in the texts above: numbers (in SI unless the name says another unit),
            names, truths, and tuples of such facts.
        touches: the quantities whose grades the check lowers if its own grade is not good, as
            patterns of `group/name`: "moments/left_*"; by default all quantities.
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
        """Whether the grade is look or do-not-use; False if it is unknown."""
        return self.grade in ("look", "do-not-use")

    def number(self, fact: str) -> float:
        """Get a fact that is a number."""
        found = self.facts[fact]
        assert isinstance(found, int | float)
        return float(found)

    @property
    def passed(self) -> bool:
        """Whether the grade is good or look; False if it is unknown."""
        return self.grade in ("good", "look")


def graded(value: float, limit: float, unusable: float) -> Grade:
    """The grade of a value: good up to `limit`, look up to `unusable`; unknown if it is NaN."""
    if math.isnan(value):
        return "unknown"
    if value <= limit:
        return "good"
    return "look" if value <= unusable and math.isfinite(value) else "do-not-use"
