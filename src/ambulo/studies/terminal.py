"""Output of `ambulo study`: the list of studies, or the printed numbers with ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.table import Table

from ambulo.report.console import standard_output
from ambulo.report.curve_words import units_in_words
from ambulo.studies.record import StudyResult

_AGREES = {True: "yes", False: "NO", None: "see deviations"}


def print_studies(titles: Mapping[str, str]) -> None:
    """Print one line for each study."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, title in titles.items():
        table.add_row(name, title)
    standard_output().print(table)


def print_study(result: StudyResult, out: Path | None = None) -> None:
    """Print comparisons, checks and the place of the page."""
    console = standard_output()
    console.print(f"\n{result.title}", style="bold", highlight=False)
    if result.comparisons:
        table = Table(box=None, pad_edge=False)
        for heading in ("quantity", "unit", "printed", "ours", "agrees"):
            number = heading in ("printed", "ours")
            table.add_column(heading, justify="right" if number else "left")
        for c in result.comparisons:
            table.add_row(
                c.quantity,
                units_in_words(c.unit),
                f"{c.printed:.4g}",
                f"{c.ours:.4g}",
                c.verdict or ("another walk" if c.apart else _AGREES[c.passed]),
            )
        console.print(table)
    for name, passed in result.checks.items():
        console.print(f"{'holds' if passed else 'FAILS'}: {name}", highlight=False)
    for change in result.changes:
        console.print(f"CHANGED: {change}", highlight=False)
    for deviation in result.deviations:
        console.print(f"- {deviation}", highlight=False)
    page = out and out / "study.html"
    if page and page.is_file():
        console.print(f"Open {page}", highlight=False, soft_wrap=True)
