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
        value: in `unit`; NaN if the check could not be made.
        limit: in `unit`; values up to it are good.
        unit: of the value and its limits.
        grade: how far the results can be used according to this check.
        remedy: the likeliest cause and what to do; empty if the grade is good.
        unusable: in `unit`; with larger values the results are not to be used. Infinite if no value
            of this check forbids their use.
        found: what was found, or why the check could not be made, in plain words; empty if the
            grade is good.
        cost: how the fault changes the results, in plain words; empty if the grade is good.
        concerns: the results that the check judges, such as "hip moments"; empty for all results.
        cause: id of another check with the same cause; empty if there is none.
        id: name of the check for programs. A part after a dot names the joint, side or quantity.
        place: the foot, plate, marker or segment with the worst value; may be empty.
        why: id of the reason why the check could not be made; empty if it was made.
        facts: the values in its texts: numbers (in SI unless the name says another unit), names,
            truth values, and tuples of these.
        touches: the quantities whose grades it lowers if it is not good, as patterns of
            `group/name` such as "moments/left_*"; all quantities by default.
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
        """Whether the value is beyond its limit; False if it is unknown."""
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
    """Grade a value: good up to `limit`, look up to `unusable`, then do-not-use; unknown if it is
    NaN.
    """
    if math.isnan(value):
        return "unknown"
    if value <= limit:
        return "good"
    return "look" if value <= unusable and math.isfinite(value) else "do-not-use"
