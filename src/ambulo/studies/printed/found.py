"""Stored results of the studies for the printed numbers, and differences of a run from them.

Each thesis has one CSV file beside its list, written by `python -m tests.reproduced_page`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from ambulo.studies.printed import shown
from ambulo.studies.printed.lists import LISTS, printed, rows_beside
from ambulo.studies.record import Comparison, Findings
from ambulo.studies.trials import collection

_STEADY = 0.01
"""Of a result, how much of it may differ on another machine, by other libraries and threads, where
no seeded search finds it."""

_FLOOR = 1e-3
"""Of the printed number, what no change is: an error that is far smaller is rounding."""

_ROUNDING = 1e-8
"""What of a number that should be nought is rounding."""


@dataclass(frozen=True)
class StoredLine:
    """One line: study, name of the number, then fields of `Comparison`."""

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
        """The comparison with the present printed number of the list."""
        row = printed(thesis_of(self.study)).numbers[self.name]
        return Comparison.of(
            row, self.ours, on=self.on, scale=self.scale, without=self.without, cause=self.cause,
        )  # fmt: skip


def thesis_of(study: str) -> str:
    """Name of the list of a study's numbers; "" if its source has none."""
    name = study.partition("_")[0]
    return name if name in LISTS else ""


@cache
def stored(thesis: str) -> tuple[StoredLine, ...]:
    """All stored results for a thesis."""
    return tuple(
        StoredLine(
            each["study"],
            each["name"],
            each["on"],
            float(each["scale"]),
            float(each["ours"]),
            float(each["without"]) if each["without"] else None,
            each["verdict"],
            each["cause"],
        )
        for each in rows_beside(thesis, ".csv")
    )


def found(study: str, comparisons: Iterable[Comparison]) -> Iterator[StoredLine]:
    """Results of a run to store. Numbers in no list are left out."""
    for c in comparisons:
        if c.row is not None:
            name = c.row.name
            yield StoredLine(
                study, name, c.on, c.scale, c.ours, c.without, c.verdict, c.cause,
            )  # fmt: skip


def changes(study: str, findings: Findings) -> tuple[str, ...]:
    """One sentence for each difference of a run's verdicts, tables and figures from the stored
    ones.

    Nothing is expected for a walk whose recording is not available. Tables and figures are then
    compared only if they show other walks alone.
    """
    thesis = thesis_of(study)
    if not thesis:
        return ()
    all_of_it = findings.comparisons
    steady, floor = printed(thesis).searched.get(study, (_STEADY, _FLOOR))
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
        elif _differs(now[key], before[key], steady, floor):
            said.append(f"{called}: {_numbers(now[key])}, stored as {_numbers(before[key])}")
    missing = () if collection() is not None else printed(thesis).recordings
    walks = {f.on for f in stored(thesis) if f.on and not f.on.startswith(missing)}
    said += shown.changes(study, thesis, findings, steady, missing, walks)
    return tuple(said)


def _numbers(line: StoredLine) -> str:
    left = "" if line.without is None else f" ({line.without:.4g} without its cause)"
    return f"{line.ours:.4g}{left}"


def _timed(line: StoredLine) -> bool:
    """Whether it is a time, which is its machine's."""
    row = line.comparison.row
    return row is not None and row.kind == "timing"


def _differs(now: StoredLine, before: StoredLine, steady: float, floor: float) -> bool:
    """Whether a result, or what is left of it, is another one, whatever its verdict.

    Times are their machine's.

    Args:
        now, before: results of one number.
        steady: of a result, how much of it may differ; floor: of the printed number.
    """
    row = before.comparison.row
    if row is None or _timed(now):
        return False
    least = floor * abs(before.scale * float(row.value)) + _ROUNDING
    pairs = ((now.ours, before.ours), (now.without, before.without))
    return not all(_same(a, b, steady, least) for a, b in pairs)


def _same(a: float | None, b: float | None, steady: float, floor: float) -> bool:
    if a is None or b is None or math.isnan(a) or math.isnan(b):
        return (a is None, a != a) == (b is None, b != b)
    return math.isclose(a, b, rel_tol=steady, abs_tol=floor)
