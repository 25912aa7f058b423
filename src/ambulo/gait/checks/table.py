"""The table of all checks, `checks.toml`: limits and on whom they rest, names and words, by id.

Words are a text with {facts}, or a table of texts of which a fact chooses one:

    {by = "moved", yes = "...", no = "..."}                        a truth
    {by = "ahead", positive = "...", otherwise = "..."}            a number: above zero
    {by = "steps", none = "...", one = "...", otherwise = "..."}   a count, or a list
    {by = "cause", dead = "...", otherwise = "..."}                a name
    {each = "{marker} at {time:.2f} s", of = "jumps", join = ", "}  every entry of a list of facts

`[phrases]` of the table or of a row are words that others hold as {name}. In {fact:|k.0f} the bar
takes a number's size, c and k make it a hundred and a thousand times as large; {fact:A} begins
with a capital. No program reads these texts: it asks for id, place, value, grade and facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("checks.toml")


@dataclass(frozen=True)
class Row:
    """One check.

    Args:
        title: its name, to which the place is added in brackets.
        figure: what finds it and the rows below until another does: a module of `gait/checks` with
            a function `check`, or module:function.
        finds: what is wrong where it is not good, for the list of all checks.
        unit, limits: of the value: good up to, not to be used beyond.
        multiples: of what the limits are multiples, where each finding brings its own.
        usual: value from which the distance is graded; zero grades the value itself.
        right: what right recordings have, in words.
        on, people, laboratories: recordings on which the limits rest, and how many; 0 where nobody
            recorded it.
        source: published, of limits that do not rest on recordings alone.
        found, cost, remedy, concerns: words, as in `Check`.
        open: what stays open where it could not be checked.
        unknown: by name, why it could not be: `found`, `remedy`, and `cost` where it is not `open`;
            a name stands for one `found`, whatever the row, and `[unknown]` has those of several.
        phrases: words that others hold.
        heading: what a reader calls it, where that is not its name.
        answer: what is said in place of name and value where it is good.
        measured: how the value is said, see `report.check_words`.
        notes: numbers of notes under the list of all checks.
        touches: the quantities that it speaks of where it is not good, as `Check.touches`, filled
            by the facts; all of them unless the row says which.
    """

    title: str
    figure: str = ""
    finds: str = ""
    unit: str = ""
    limits: tuple[float, float] = (0.0, 0.0)
    multiples: str = ""
    usual: float = 0.0
    right: str = ""
    on: str = ""
    people: int = 0
    laboratories: int = 0
    source: str = ""
    found: Any = ""
    cost: Any = ""
    remedy: Any = ""
    concerns: Any = ""
    open: str = ""
    unknown: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    phrases: Mapping[str, Any] = field(default_factory=dict)
    heading: str = ""
    answer: str = ""
    measured: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[int, ...] = ()
    touches: str = "*"


def read_rows(path: Path) -> Mapping[str, Row]:
    """Rows of a table by id, with what all of them share."""
    import tomllib

    content = tomllib.loads(path.read_text(encoding="utf-8"))
    phrases, unknown = content.get("phrases", {}), content.get("unknown", {})
    found = {}
    for name, entry in content["check"].items():
        several = entry.pop("of", {})
        entry["phrases"] = {**phrases, **entry.get("phrases", {})}
        own = entry.get("unknown", {})
        entry["unknown"] = {
            why: {**unknown.get(why, {}), **own.get(why, {})} for why in (*unknown, *own)
        }
        for id, own in [(name, {}), *((f"{name}.{of}", own) for of, own in several.items())]:
            found[id] = Row(**{**entry, **own})
    return found


@cache
def rows() -> Mapping[str, Row]:
    """Of the shipped table."""
    return read_rows(TABLE)


def row_of(id: str) -> Row:
    """The row of an id, or of what is before its dot.

    Raises:
        KeyError: there is none.
    """
    return rows()[id if id in rows() else id.partition(".")[0]]


def limits(id: str) -> tuple[float, float]:
    """Good up to, and not to be used beyond, in the unit of the row."""
    good, usable = row_of(id).limits
    return good, usable


class _Number(float):
    """A number that can be formatted as a size, and in another unit."""

    def __format__(self, spec: str) -> str:
        value = abs(self) if spec.startswith("|") else float(self)
        spec = spec.removeprefix("|")
        if spec[:1] in _TIMES:
            value, spec = _TIMES[spec[0]] * value, spec[1:]
        return format(value, spec).replace("-", "−")


_TIMES = {"c": 1e2, "k": 1e3}


class _Text(str):
    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return f"{self[:1].upper()}{self[1:]}" if spec == "A" else format(str(self), spec)


class Filling(dict[str, Any]):
    """Facts as the texts of a row take them; what is none of them is a phrase."""

    def __init__(self, facts: Mapping[str, Any], phrases: Mapping[str, Any]) -> None:
        super().__init__(facts)
        self.phrases = phrases

    def __getitem__(self, name: str) -> Any:
        fact = self.get(name)
        if fact is None:
            return _Text(self.say(self.phrases[name]))
        if isinstance(fact, str):
            return _Text(fact)
        return _Number(fact) if isinstance(fact, float) else fact

    def say(self, entry: Any) -> str:
        """Words of the table, chosen and filled by the facts.

        Raises:
            KeyError: a fact or phrase that they ask for is not there.
        """
        if isinstance(entry, str):
            return entry.format_map(self) if "{" in entry else entry
        if "each" in entry:
            several = (Filling({**self, **one}, self.phrases) for one in self[entry["of"]])
            return str(entry["join"]).join(one.say(entry["each"]) for one in several)
        case = _case(self.get(entry["by"]))
        return self.say(entry[case if case in entry else "otherwise"])


def _case(fact: Any) -> str:
    if isinstance(fact, str):
        return fact
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, float):
        return "positive" if fact > 0.0 else "otherwise"
    count = fact if isinstance(fact, int) else len(fact)
    return ("none", "one")[count] if count < 2 else "many"
