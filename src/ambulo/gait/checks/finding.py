"""The result of a check as data. The table of checks turns it into grade, name and sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ambulo.gait.checks.table import Filling, Row, row_of
from ambulo.records import Check, Facts, Model, graded


@dataclass(frozen=True)
class Finding:
    """The value of one check.

    Args:
        id: of its row in `checks.toml`; followed by a dot and a name if a row judges several
            things.
        place: name of the foot, plate, marker or segment with the worst value; may be empty.
        value: in the row's unit; NaN if the trial does not allow the check.
        facts: by which words are chosen and filled: finite numbers (SI), names, and lists of facts.
        limits: good up to, not to be used beyond; None for those of the row.
        why: name in the row of the reason why the trial does not allow the check.
        also: other sides that are beyond the limit too.
        whose: quantities that it concerns, as patterns of their names, if the row needs them.
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
    """The worst of several findings. It also names every other side that is beyond its limit.

    Args:
        found: of one check, each with the fact `side`.
        by: measure by which findings are compared.
    """
    first = max(found, key=by)
    sides = {str(one.facts["side"]) for one in found if one.value > one.bounds[0]}
    return replace(first, also=tuple(sorted(sides - {str(first.facts["side"])})))


def farthest(beyond: Sequence[Finding]) -> list[Finding]:
    """The worst of the findings of one check, zero if all are within their ranges; none of none."""
    return [replace(one := worst(beyond), value=max(0.0, one.value))] if beyond else []


def of_legs(model: Model, markers: Iterable[str]) -> tuple[str, ...]:
    """Quantities of the legs with these markers, as `Finding.whose`; all quantities if a marker is
    on no leg.

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
    """Grade a finding by its limits, in the words of its row.

    Args:
        row: of a check of another package; by default the row of the finding's id.
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
    """The check with this id if it is beyond its limit; None if it is not, or was not made."""
    return next((g for g in checks if g.id == id and g.beyond), None)
