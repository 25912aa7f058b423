"""What a check has found, as data: the table makes a grade, a name and sentences of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from ambulo.gait.checks.table import Filling, Row, row_of
from ambulo.records import Check, Facts, graded


@dataclass(frozen=True)
class Finding:
    """The figure of one check.

    Args:
        id: of its row in `checks.toml`; what it judges after a dot, where a row judges several.
        place: foot, plate, marker or segment that speaks, by name; may be empty.
        value: in the row's unit; NaN where the trial did not allow it.
        facts: by which words are chosen and filled: finite numbers (SI), names, and lists of facts.
        limits: good up to, not to be used beyond; the row's where None.
        why: the trial did not allow it, by its name in the row.
    """

    id: str
    place: str = ""
    value: float = math.nan
    facts: Facts = field(default_factory=dict)
    limits: tuple[float, float] | None = None
    why: str = ""


def judged(finding: Finding, row: Row | None = None) -> Check:
    """A finding graded by its limits, in the words of its row.

    Args:
        row: of a check that is not shipped; that of the finding's id otherwise.
    """
    row = row or row_of(finding.id)
    about = {"place": finding.place, "of": finding.id.partition(".")[2], "value": finding.value}
    say = Filling({**finding.facts, **about}, row.phrases).say
    title = say(row.title)
    if math.isnan(finding.value):
        why = row.unknown[finding.why]
        return Check(
            title, math.nan, math.nan, "", "unknown", say(why["remedy"]), math.nan,
            say(why["found"]), say(why.get("cost", row.open)),
            id=finding.id, facts=finding.facts, why=finding.why, touches=(),
        )  # fmt: skip
    value = float(finding.value)
    limit, unusable = finding.limits or row.limits
    return Check(
        name=f"{title} ({finding.place})" if finding.place else title,
        value=value,
        limit=row.usual + limit,
        unit=row.unit,
        grade=graded(abs(value - row.usual) if row.usual else value, limit, unusable),
        remedy=say(row.remedy),
        unusable=row.usual + unusable,
        found=say(row.found),
        cost=say(row.cost),
        concerns=say(row.concerns),
        id=finding.id,
        place=finding.place,
        facts=finding.facts,
        touches=tuple(say(row.touches).split()),
    )


def beyond(checks: Sequence[Check], id: str) -> Check | None:
    """The check of this id where it is beyond its limit; None where it is not, or was not made."""
    return next((g for g in checks if g.id == id and g.beyond), None)
