"""What a check has found, as data: the table makes a grade, a name and sentences of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ambulo.gait.checks.table import Filling, Row, row_of
from ambulo.records import Check, Facts, Model, graded


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
        also: sides beside the one of its facts that are beyond the limit too.
        whose: quantities that it touches, as patterns of their names, where the row asks for them.
    """

    id: str
    place: str = ""
    value: float = math.nan
    facts: Facts = field(default_factory=dict)
    limits: tuple[float, float] | None = None
    why: str = ""
    also: tuple[str, ...] = ()
    whose: tuple[str, ...] = ("*",)

    @property
    def bounds(self) -> tuple[float, float]:
        """Good up to, not to be used beyond."""
        return self.limits or row_of(self.id).limits


def worst(
    found: Sequence[Finding], by: Callable[[Finding], float] = lambda one: one.value
) -> Finding:
    """The one of several that is farthest out; it speaks for every side that is beyond its limit.

    Args:
        found: of one check, each with the fact `side`.
        by: how far out one is.
    """
    first = max(found, key=by)
    sides = {str(one.facts["side"]) for one in found if one.value > one.bounds[0]}
    return replace(first, also=tuple(sorted(sides - {str(first.facts["side"])})))


def of_legs(model: Model, markers: Iterable[str]) -> tuple[str, ...]:
    """Quantities of the legs that markers sit on, as `Finding.whose`; all, where one is on no leg.

    Args:
        markers: names; those that the model does not follow count as on no leg.
    """
    segments, parent = model.segments, model.tree.parent
    found = set[str]()
    for name in markers:
        body = -1
        if name in model.marker_names:
            body = int(model.marker_body[model.marker_names.index(name)])
        while body >= 0 and not segments[body].endswith("_thigh"):
            body = int(parent[body])
        found.add(f"{segments[body].partition('_')[0]}_*" if body >= 0 else "*")
    return ("*",) if "*" in found or not found else tuple(sorted(found))


def judged(finding: Finding, row: Row | None = None) -> Check:
    """A finding graded by its limits, in the words of its row.

    Args:
        row: of a check that is not shipped; that of the finding's id otherwise.
    """
    row = row or row_of(finding.id)
    about = {"place": finding.place, "of": finding.id.partition(".")[2], "value": finding.value}
    facts = {**finding.facts, **about}
    say = Filling(facts, row.phrases).say
    title = say(row.title)
    if math.isnan(finding.value):
        why = row.unknown[finding.why]
        return Check(
            title, math.nan, math.nan, "", "unknown", say(why["remedy"]), math.nan,
            say(why["found"]), say(why.get("cost", row.open)),
            id=finding.id, facts=finding.facts, why=finding.why, touches=(),
        )  # fmt: skip
    others = ({}, *({"side": side} for side in finding.also))
    each = ({**facts, **other, "whose": whose} for other in others for whose in finding.whose)
    touches = " ".join(Filling(one, row.phrases).say(row.touches) for one in each)
    value = float(finding.value)
    limit, unusable = finding.limits or row.limits
    grade = graded(abs(value - row.usual) if row.usual else value, limit, unusable)
    # words of a fault that a good value does not have
    found, cost, remedy = (
        "" if grade == "good" else say(words) for words in (row.found, row.cost, row.remedy)
    )
    return Check(
        name=f"{title} ({finding.place})" if finding.place else title,
        value=value,
        limit=row.usual + limit,
        unit=row.unit,
        grade=grade,
        remedy=remedy,
        unusable=row.usual + unusable,
        found=found,
        cost=cost,
        concerns=say(row.concerns),
        id=finding.id,
        place=finding.place,
        facts=finding.facts,
        touches=tuple(dict.fromkeys(touches.split())),
    )


def beyond(checks: Sequence[Check], id: str) -> Check | None:
    """The check of this id where it is beyond its limit; None where it is not, or was not made."""
    return next((g for g in checks if g.id == id and g.beyond), None)
