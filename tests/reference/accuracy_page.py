"""The accuracy of the main job as a table: printed, or written into docs/accuracy.md.

From the project's root: `python -m tests.reference.accuracy_page DATA [--write]`, where DATA is the
folder of the real trials. Rows and limits are those that `pytest tests/reference` judges.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from tests.reference import accuracy
from tests.reference.accuracy import Row

PAGE = Path(__file__).resolve().parents[2] / "docs" / "accuracy.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->"


def line(row: Row) -> str:
    """One row of the table: correlations to four decimals, the rest to three digits."""
    figure = f"{row.value:.4f}" if row.at_least else f"{row.value:.3g} {row.unit}"
    bound = "" if row.limit is None else f"{'≥' if row.at_least else '≤'} {row.limit:g}"
    verdict = {True: "met", False: "**missed**", None: "reported"}[row.met]
    recorded = accuracy.MISSES.get((row.trial, row.quantity))
    if row.met is False and recorded is not None:
        verdict += f": {recorded.reason}"
    elif row.note:
        verdict += f" ({row.note})"
    return f"| {row.trial} | {row.quantity} | {figure} | {bound} | {verdict} |"


def table(rows: Iterable[Row]) -> str:
    """Markdown, with how many limits are met."""
    every = list(rows)
    judged = [row for row in every if row.met is not None]
    met = sum(row.met is True for row in judged)
    head = "| trial | quantity | measured | limit | |\n|---|---|---:|---:|---|\n"
    lines = "\n".join(map(line, every))
    return f"{met} of {len(judged)} limits are met.\n\n{head}{lines}\n"


def measured(data: Path) -> str:
    """Both tables: default choices, and what is left where both sides are filtered alike."""
    return (
        f"### Default choices\n\n{table(accuracy.rows(data))}\n"
        f"### Both sides filtered alike\n\n{table(accuracy.explaining_rows(data))}"
    )


def main(arguments: list[str]) -> None:
    folders = [Path(name) for name in arguments if name != "--write"]
    if len(folders) != 1 or not folders[0].is_dir():
        sys.exit("Give the folder of the real trials.")
    text = measured(folders[0].resolve())
    if "--write" not in arguments:
        print(text)
        return
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(before + BEGIN + "\n" + text + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
