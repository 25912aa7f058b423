"""The table of all checks, `checks.toml`, by id: limits, what they rest on, titles and texts.

An entry of words is a text with {facts}, or a table of texts from which a fact chooses:

    {by = "moved", yes = "...", no = "..."}                        a truth
    {by = "ahead", positive = "...", otherwise = "..."}            a number: above zero
    {by = "steps", none = "...", one = "...", otherwise = "..."}   a count, or a list
    {by = "cause", dead = "...", otherwise = "..."}                a name
    {each = "{marker} at {time:.2f} s", of = "jumps", join = ", "}  every entry of a list of facts

Other entries insert the `[phrases]` of the table or of a row as {name}. In {fact:|k.0f} the bar
means the absolute value; c and k multiply it by a hundred and a thousand. {fact:A} begins with a
capital letter. Programs do not read these texts. They use id, place, value, grade and facts.
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
        title: its name; the place is added in brackets.
        figure: the function that finds it and the next rows without this entry: a module of
            `gait/checks` with a function `check`, or module:function.
        finds: the fault that it finds, for the list of all checks.
        unit, limits: of the value: good up to, not to be used beyond.
        multiples: the unit of the limits, if each finding has limits of its own.
        further_limits: pairs by name: for another kind of recording or part of the value, or of
            one of the things that the value counts. The texts of the row contain the numbers.
        usual: value whose distance is graded; with zero the value itself is graded.
        right: values of correct recordings, in words.
        on, people, laboratories: recordings on which the limits rest, and their numbers; 0 if not
            recorded.
        source: publication, for limits that do not rest on recordings alone.
        found, cost, remedy, concerns: texts of a `Check`.
        open: what remains unknown if the check cannot be made.
        unknown: reasons why the check cannot be made, by name: `found`, `remedy`, and `cost` if it
            differs from `open`. A name has the same `found` in all rows; `[unknown]` has the
            reasons of several rows.
        phrases: texts that other entries insert.
        heading: its name for readers, if this is not the title.
        answer: text in place of name and value if it is good.
        measured: texts for the value, see `report.check_words`.
        notes: numbers of notes under the list of all checks.
        touches: the quantities that it lowers if it is not good, as `Check.touches`, filled by the
            facts; all quantities by default.
    """

    title: str
    figure: str = ""
    finds: str = ""
    unit: str = ""
    limits: tuple[float, float] = (0.0, 0.0)
    multiples: str = ""
    further_limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)
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
    """Read the rows of a table by id, with the shared entries."""
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
    """The rows of the table of Ambulo."""
    return read_rows(TABLE)


def row_of(id: str) -> Row:
    """The row of an id, or of the part before its dot.

    Raises:
        KeyError: there is none.
    """
    return rows()[id if id in rows() else id.partition(".")[0]]


def limits(id: str, further: str = "") -> tuple[float, float]:
    """Good up to, and not to be used beyond, in the unit of the row.

    Args:
        further: name of further limits of the row; by default the limits of its value.
    """
    row = row_of(id)
    good, usable = row.further_limits[further] if further else row.limits
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
    """Facts for the texts of a row. Names that are not facts are phrases."""

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
        """The text that the facts choose, with the facts filled in.

        Raises:
            KeyError: a fact or phrase of the text is missing.
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
