"""What the studies found beside the printed numbers, stored; how a run differs from it.

One CSV file a thesis beside its list, written by `python -m tests.reproduced_page`.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from functools import cache

from ambulo.studies.printed.lists import LISTS, printed
from ambulo.studies.record import Comparison
from ambulo.studies.trials import collection

COLUMNS = ("study", "name", "on", "scale", "ours", "without", "verdict", "cause")

_STEADY = 0.05
"""Of a result, how much of it may differ on another machine: seeded searches, other libraries."""

_FLOOR = 1e-3
"""Of the printed number, what no change is: an error that is far smaller is rounding."""


@dataclass(frozen=True)
class Found:
    """A line: study, name of the number, then as of `Comparison`."""

    study: str
    name: str
    on: str
    scale: float
    ours: float
    without: float | None
    verdict: str
    cause: str

    @property
    def comparison(self) -> Comparison:
        """The same beside the printed number, as the list has it now."""
        row = printed(thesis_of(self.study)).numbers[self.name]
        return Comparison.of(
            row, self.ours, on=self.on, scale=self.scale, without=self.without, cause=self.cause
        )


def thesis_of(study: str) -> str:
    """The list that a study's numbers are in; "" where its source has none."""
    name = study.partition("_")[0]
    return name if name in LISTS else ""


@cache
def stored(thesis: str) -> tuple[Found, ...]:
    """Everything stored of a thesis."""
    file = LISTS[thesis].with_suffix(".csv")
    rows = csv.DictReader(io.StringIO(file.read_text("utf-8"))) if file.is_file() else ()
    return tuple(
        Found(
            each["study"],
            each["name"],
            each["on"],
            float(each["scale"]),
            float(each["ours"]),
            float(each["without"]) if each["without"] else None,
            each["verdict"],
            each["cause"],
        )
        for each in rows
    )


def found(study: str, comparisons: Iterable[Comparison]) -> Iterator[Found]:
    """A run's results, to be stored; of numbers in no list, none."""
    for c in comparisons:
        if c.row is not None:
            name = c.row.name
            yield Found(study, name, c.on, c.scale, c.ours, c.without, c.verdict, c.cause)


def text(lines: Iterable[Found]) -> str:
    """The file."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in lines:
        cells = (f"{x:.6g}" if isinstance(x, float) else x for x in astuple(line))
        writer.writerow(cells)
    return made.getvalue()


def changes(study: str, comparisons: Iterable[Comparison]) -> tuple[str, ...]:
    """How a run's verdicts differ from the stored ones, a sentence each.

    Of a walk whose recording is not at hand nothing is expected.
    """
    thesis = thesis_of(study)
    if not thesis:
        return ()
    all_of_it = tuple(comparisons)
    said = [f"{c.quantity}: in no list of printed numbers" for c in all_of_it if c.row is None]
    now = {(f.name, f.on): f for f in found(study, all_of_it)}
    before = {(f.name, f.on): f for f in stored(thesis) if f.study == study}
    for key in {**before, **now}:
        called = f"{key[0]} ({key[1]})" if key[1] else key[0]
        if key not in before:
            said.append(f"{called}: {now[key].verdict}, nothing is stored")
        elif key not in now:
            needed = key[1].startswith(printed(thesis).recordings or "\0")
            if collection() is not None or not needed:
                said.append(f"{called}: {before[key].verdict} as stored, not found now")
        elif now[key].verdict != before[key].verdict and not _timed(now[key]):
            said.append(f"{called}: {now[key].verdict}, stored as {before[key].verdict}")
        elif _differs(now[key], before[key]):
            said.append(f"{called}: {now[key].ours:.4g}, stored as {before[key].ours:.4g}")
    return tuple(said)


def _timed(line: Found) -> bool:
    """Whether it is a time, which is its machine's."""
    row = line.comparison.row
    return row is not None and row.kind == "timing"


def _differs(now: Found, before: Found) -> bool:
    """Whether a result is another one, whatever its verdict; times are their machine's."""
    row = before.comparison.row
    if row is None or _timed(now) or now.verdict in ("met", "input"):
        return False
    least = _FLOOR * abs(before.scale * float(row.value))
    same = math.isclose(now.ours, before.ours, rel_tol=_STEADY, abs_tol=_STEADY * least)
    return not same and not (math.isnan(now.ours) and math.isnan(before.ours))
