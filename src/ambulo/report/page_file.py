"""A page as one HTML file with data, program and style, which opens without a network."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import resources
from pathlib import Path

from ambulo.inputs.printable import printable
from ambulo.inputs.version import VERSION
from ambulo.records import SIDES
from ambulo.report.page_data import ChecksPanel, Fact, FactsPanel, Page, to_json

# nothing may be fetched from anywhere: said to the browser too
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


@cache
def _bundle(name: str) -> str:
    return resources.files("ambulo.report").joinpath("viewer", name).read_text("utf-8")


def page_html(page: Page) -> str:
    """The page as text.

    Args:
        page: content of the page.
    """
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="generator" content="ambulo {VERSION}">',
            f"<title>{escape(printable(page.title))}</title>",
            f"<style>{_bundle('page.css').strip()}</style>",
            "</head>",
            "<body>",
            f'<div id="page">{_without_scripts(page)}</div>',
            f'<script type="application/json" id="data">{to_json(page)}</script>',
            f"<script>{_bundle('page.js').strip()}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _without_scripts(page: Page) -> str:
    """What a reader without scripts gets: who, the verdict, and where the numbers are."""
    parts = [f"<h1>{escape(printable(page.title))}</h1>", f"<p>{escape(page.subtitle)}</p>"]
    for panel in (panel for section in page.sections for panel in section.panels):
        if isinstance(panel, ChecksPanel):
            parts.append(f"<p><strong>{escape(panel.verdict)}</strong> {escape(panel.text)}</p>")
        if isinstance(panel, FactsPanel):
            facts = "; ".join(map(_fact_in_words, panel.facts))
            parts.append(f"<p>{escape(facts)}</p>")
    parts.append(
        "<p>A script in this file draws the figures, but this browser does not run scripts. All "
        "numbers are in the tables beside this file.</p>"
    )
    return f"<noscript><main>{''.join(parts)}</main></noscript>"


def _fact_in_words(fact: Fact) -> str:
    """With its unit; "left 0.65, right 0.66" where the sides are given apart."""
    value = fact.value
    if fact.sides is not None:
        value = ", ".join(f"{side} {one}" for side, one in zip(SIDES, fact.sides, strict=True))
    return f"{fact.label} {value} {fact.unit}".strip()


def write_page_file(page: Page, path: Path) -> None:
    """Write a page.

    Args:
        path: path of the file, which is overwritten if it exists.
    """
    path.write_text(page_html(page), encoding="utf-8", errors="backslashreplace")
