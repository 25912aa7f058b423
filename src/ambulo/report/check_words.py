"""The result of a quality check, in words for a reader."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from ambulo.gait.checks.table import Row, rows
from ambulo.records import Check

# of values that a file can hold and nobody would say: a row's `measured` names it by `as`
_SAID: Mapping[str, tuple[Callable[[float], float], int]] = {
    # of a logarithm; with the decimals that are written at least
    "factor": (math.exp, 1),
    "share": (lambda value: 100.0 * value, 0),
    "inverse": (lambda value: 100.0 / value, 0),
}


def _row(check: Check) -> Row:
    """Of the table; of a check of another package, or of a file from before, its name alone."""
    return rows().get(check.id) or rows().get(check.id.partition(".")[0]) or Row(check.name)


def heading(check: Check) -> str:
    """Name of the check for a reader."""
    return _row(check).heading or check.name


def answer(check: Check) -> str:
    """Words that replace name and value if the check is good; empty if name and value are shown."""
    return _row(check).answer


def measured(check: Check) -> str:
    """The value with its unit and, for most checks, its limit for good.

    A row's `measured` has two texts: `none` for a value of zero, `value` for any other. For
    measurements, `most` names the measurement that differs most.
    """
    words = _row(check).measured
    if check.value == 0.0 and "most" in words and check.facts.get("farthest"):
        return words["most"].format(**check.facts)
    value, limit = _apart(check.value, check.limit, _SAID.get(words.get("as", "")))
    text = words.get("value", "")
    if text := words.get("none", text) if check.value == 0.0 else text:
        return text.format(value=value, limit=limit)
    if check.value == 0.0:
        return f"none (good up to {limit} {check.unit})" if check.limit else f"none {check.unit}"
    after = "" if " " in check.unit else f" {check.unit}"
    return f"{value} {check.unit} (good up to {limit}{after})"


def _apart(
    value: float, limit: float, said: tuple[Callable[[float], float], int] | None
) -> tuple[str, str]:
    """Both as written, with as many digits as tell one from the other."""
    for more in range(6):
        if said:
            of, least = said
            pair = f"{of(value):.{least + more}f}", f"{of(limit):.{least + more}f}"
        else:
            pair = _number(value, (2 if value <= limit else 3) + more), _number(limit, 2 + more)
        if pair[0] != pair[1]:
            break
    return pair


def _number(value: float, digits: int) -> str:
    """So many significant digits."""
    return f"{float(f'{value:.{digits}g}'):g}".replace("-", "−")
