"""The list of all checks, from their table: written into docs/methods/notes/checks.md.

From the project's root: `python -m tests.checks_page`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ambulo.gait.checks.table import Filling, Row, rows

PAGE = Path(__file__).resolve().parents[1] / "docs" / "methods" / "notes" / "checks.md"
RECORDINGS = PAGE.parents[2] / "recordings.md"
_FEW = 3
BEGIN, END = "<!-- checks: begin -->\n", "<!-- checks: end -->"
COLUMNS = (
    "check",
    "good up to",
    "not to be used beyond",
    "correct recordings",
    "limits rest on",
    "people",
    "laboratories",
)
HEAD = f"| {' | '.join(COLUMNS)} |\n|{len(COLUMNS) * '---|'}\n"
_RAISED = str.maketrans("0123456789,", "⁰¹²³⁴⁵⁶⁷⁸⁹˒")


def judging() -> Iterator[tuple[str, Row]]:
    """Rows that have limits of their own."""
    for id, row in rows().items():
        if row.unit and not any(other.startswith(f"{id}.") for other in rows()):
            yield id, row


def line(id: str, row: Row) -> str:
    """One row of the table."""
    several = {"of": id.partition(".")[2] or "…", "full": "one", "light": "other"}
    title = Filling(several, row.phrases).say(row.title)
    if id.partition(".")[2] and "{of}" not in str(row.title):
        title += f" ({several['of']})"
    raised = ",".join(map(str, row.notes)).translate(_RAISED)
    asked = f"**{title}**{f' {raised}' if raised else ''}<br>{_sentence(row.finds)} (`{id}`)"
    basis = ". ".join(_sentence(part) for part in (row.on, row.source) if part) or "not recorded"

    people = str(row.people or "not recorded")
    # on whom nobody recorded that limits rest, has judged the public recordings
    behind = row.laboratories or judged_in().get(id, 0)
    laboratories = f"only {behind}" if 0 < behind < _FEW else str(behind or "none")
    if not row.laboratories:
        laboratories = f"judged in {laboratories}"
    good, usable = row.limits
    cells = [asked, limit(row, good), limit(row, usable), row.right, basis, people, laboratories]
    return f"| {' | '.join(cells)} |"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


@cache
def judged_in() -> dict[str, int]:
    """Check -> laboratories in which it judged a public recording, by their page."""
    rows = re.findall(r"^\| `([^`]+)` \| \d+ \| (\d+) \|", RECORDINGS.read_text("utf-8"), re.M)
    return {id: int(count) for id, count in rows}


def limit(row: Row, value: float) -> str:
    """A limit in its unit."""
    if math.isinf(value):
        return "–"
    if row.usual:
        return f"{row.usual - value:.3g}–{row.usual + value:.3g} {row.unit}"
    return f"{value:.3g} {row.multiples or row.unit}" if value > 1e-300 else "0"


def table() -> str:
    """Markdown."""
    return HEAD + "\n".join(line(id, row) for id, row in judging()) + "\n"


def page() -> str:
    """The page with the list as the table has it."""
    text = PAGE.read_text("utf-8")
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}{table()}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
