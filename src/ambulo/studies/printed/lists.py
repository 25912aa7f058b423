"""The lists of printed numbers from packages, one TOML file for each thesis.

Each table of the file is a chapter. Each key in it is a number or a printed table of numbers:

    [axes]
    joint = ["ankle", "knee", "hip"]
    [5]
    "table 5.3, W1, rms" = { value = [15.181, 9.674, 3.433], axes = ["joint"], unit = "N*m",
        place = "table 5.3", kind = "result", error = true, study = "pamies2012_uncertainty" }

Each element of a table is a separate number, such as "table 5.3, W1, rms, ankle"; "" is a blank
cell. With `draws`, a table belongs to a random sample of this size, and one of its axes is
`rule.STATISTICS`. Information that is missing for many numbers is stated once, by patterns of their
names:

    [[undecided]]
    of = ["table 5.3, *, ankle"]
    missing = "the weights of the toes"
    on = ["HC038A"]  # of these walks only, where ours misses and no experiment removes the miss
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ambulo.inputs.registry import FileRegistry
from ambulo.math.arrays import FloatArray
from ambulo.studies.printed.rule import STATISTICS, Interval, allowed, scatter

KINDS = ("result", "claim", "input", "timing", "tick")
"""Kinds of printed numbers: computed by the author, stated in a sentence, given, a computing time,
or a mark of an axis.
"""


@dataclass(frozen=True, kw_only=True)
class Printed:
    """One printed number, and the study that reproduces it.

    Args:
        thesis: name of the list.
        chapter: chapter of the thesis.
        name: name of the number, the list's only one.
        value: printed value with its digits.
        unit: "" for a pure number.
        place: table, figure, section or page.
        kind: one of `KINDS`.
        says: word of the thesis that allows more than rounding, a key of `rule.WORDS`.
        error: whether the number is an error, so that less is better.
        study: study whose result is compared with it.
        missing: information that is not published but needed to reproduce the number.
        missing_on: such information for one walk, by its name, if our number misses and no
            experiment removes the miss.
        circular: reason why agreement would prove nothing, such as an input or a calibrated value.
        again: other number that this number repeats or equals. The result for that number also
            counts here. For a table, it is the name without the elements' labels.
        given: for an input, its purpose or the place of its use.
        used: for an input, its place in the code as "module:name", with `times` the printed number;
            {0} is the element's index along a table's first axis. It is left out if the code reads
            the number from the list.
        drawn: for a statistic of a random sample, arguments of `rule.scatter`.
        recording: public recording that the study needs.
    """

    thesis: str
    chapter: str
    name: str
    value: Decimal
    unit: str = ""
    place: str
    kind: str
    says: str = ""
    error: bool = False
    study: str = ""
    missing: str = ""
    missing_on: Mapping[str, str] = field(default_factory=dict)
    circular: str = ""
    again: str = ""
    given: str = ""
    used: str = ""
    times: float = 1.0
    drawn: tuple[str, float, float, int] | None = None
    recording: str = ""

    @property
    def allowed(self) -> Interval:
        """Interval in which our number meets the printed number, in `unit`."""
        low, high = allowed(self.value, self.says)
        wider = scatter(*self.drawn) if self.drawn else 0.0
        return low - wider, high + wider


@dataclass(frozen=True)
class Thesis:
    """A list.

    Args:
        source: full citation.
        recordings: public recordings on which studies compute our numbers, if they are available.
        searched: studies whose results come from a search with a seed. With each, the share of a
            result, or of the printed number, by which rounding or the seed may change a result.
        numbers: numbers by name, in printed order.
    """

    source: str
    recordings: tuple[str, ...]
    searched: Mapping[str, tuple[float, float]]
    numbers: Mapping[str, Printed]


LISTS = FileRegistry("printed_numbers", Path(__file__).parent, "list of printed numbers")
"""The lists by name. The names of their studies begin with this name."""


@cache
def printed(thesis: str) -> Thesis:
    """The list of one thesis.

    Raises:
        ValueError: two numbers have one name, or a pattern has no number.
    """
    text = LISTS[thesis].read_text("utf-8")
    chapters = tomllib.loads(text, parse_float=Decimal)
    source, axes = chapters.pop("source"), chapters.pop("axes", {})
    recordings = tuple(chapters.pop("recordings", ()))
    searched = {
        study: (float(of_result), float(of_printed))
        for study, (of_result, of_printed) in chapters.pop("searched", {}).items()
    }
    undecided = chapters.pop("undecided", ())
    numbers: dict[str, Printed] = {}
    for chapter, entries in chapters.items():
        for name, entry in entries.items():
            rest = dict(entry)
            rest["times"] = float(rest.get("times", 1))
            along = [axes[axis] for axis in rest.pop("axes", ())]
            used, times = rest.pop("used", ""), float(rest.pop("times", 1.0))
            again, draws = rest.pop("again", ""), rest.pop("draws", 0)
            elements = list(_elements(name, rest.pop("value"), along))
            values = {element: float(value) for element, value, _ in elements}
            for element, value, place in elements:
                if element in numbers:
                    raise ValueError(f"{thesis}.toml has {element!r} twice")
                numbers[element] = Printed(
                    thesis=thesis, chapter=chapter, name=element, value=Decimal(value),
                    used=used.format(*place), times=times,
                    again=again and again + element.removeprefix(name),
                    drawn=_drawn(element, values, draws) if draws else None, **rest,
                )  # fmt: skip
    for name, row in numbers.items():
        if row.again in numbers:
            numbers[name] = replace(row, drawn=numbers[row.again].drawn)
    for entry in undecided:
        for pattern in entry["of"]:
            some = [row for row in numbers.values() if fnmatchcase(row.again or row.name, pattern)]
            if not some:
                raise ValueError(f"{thesis}.toml: no number is {pattern!r}")
            for row in some:
                on = dict.fromkeys(entry.get("on", ()), entry["missing"])
                numbers[row.name] = replace(
                    row,
                    missing=row.missing if on else entry["missing"],
                    missing_on={**row.missing_on, **on},
                )
    return Thesis(source, recordings, searched, numbers)


def rows_beside(thesis: str, ending: str) -> Iterable[Mapping[str, str]]:
    """Rows of the CSV file with an ending beside a list; none if there is no such file."""
    file = LISTS[thesis].with_suffix(ending)
    return csv.DictReader(io.StringIO(file.read_text("utf-8"))) if file.is_file() else ()


def printed_table(thesis: str, name: str) -> FloatArray:
    """The numbers (n,) of a printed table in its order, or one single number, each multiplied by
    its `times`.

    Raises:
        ValueError: there is no number with this name.
    """
    numbers = printed(thesis).numbers.values()
    rows = [row for row in numbers if row.name == name or row.name.startswith(f"{name}, ")]
    if not rows:
        raise ValueError(f"{thesis}.toml has no {name!r}")
    return np.array([float(row.value * Decimal(row.times)) for row in rows])


def _elements(
    name: str, value: Any, along: Sequence[Sequence[str]], place: tuple[int, ...] = ()
) -> Iterator[tuple[str, Decimal | int, tuple[int, ...]]]:
    """Every number of a table with its name and place; a blank cell is none."""
    if not along:
        if value != "":
            yield name, value, place
        return
    for k, (label, part) in enumerate(zip(along[0], value, strict=True)):
        yield from _elements(f"{name}, {label}", part, along[1:], (*place, k))


def _drawn(element: str, values: Mapping[str, float], draws: int) -> tuple[str, float, float, int]:
    """Which statistic of a sample an element is, with the printed mean and deviation."""
    own = next(s for s in STATISTICS if f", {s}, " in element)
    mean, deviation = (values[element.replace(f", {own},", f", {s},")] for s in STATISTICS[:2])
    return own, mean, deviation, draws
