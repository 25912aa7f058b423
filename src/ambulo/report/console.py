"""Appearance of words and tables on a terminal and in a pipe."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from typing import Literal

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from ambulo.inputs.printable import printable
from ambulo.records import Grade

# columns of what is piped into a file or a program
_UNWRAPPED = 10_000
GRADE_COLOURS: dict[Grade, str] = {
    "do-not-use": "red",
    "look": "yellow",
    "unknown": "yellow",
    "good": "green",
}


class _WithoutPadding(io.StringIO):
    """Standard output whose lines end where their words do: tables fill theirs with spaces."""

    def write(self, text: str) -> int:
        return sys.stdout.write(re.sub(r" +(?=\n)", "", text))

    def flush(self) -> None:
        sys.stdout.flush()


class _Shown:
    """What is rendered without the characters by which a name would steer the terminal."""

    def __init__(self, content: ConsoleRenderable) -> None:
        self._content = content

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for text, style, control in console.render(self._content, options):
            shown = text if control else "\n".join(map(printable, text.split("\n")))
            yield Segment(shown, style, control)


class _AllShown(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Shown(content) for content in renderables]


def standard_output() -> Console:
    """Standard output. Only a terminal wraps it. It has no style under NO_COLOR."""
    system: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    if sys.stdout.isatty():
        console = Console(highlight=False, color_system=system)
    else:
        console = Console(
            highlight=False, color_system=system, width=_UNWRAPPED, file=_WithoutPadding()
        )
    console.push_render_hook(_AllShown())
    return console


def plain_table(*headers: str, numbers_from: int = 1) -> Table:
    """A table without lines. From a given column on, columns have numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for k, name in enumerate(headers):
        # as Text, because rich reads brackets as markup
        table.add_column(Text(name), justify="right" if k >= numbers_from else "left")
    return table


def indented(out: Console, content: Text | Table, below: int = 0) -> None:
    """Print with an indent of two columns, and with a number of empty lines below."""
    out.print(Padding(content, (0, 0, below, 2), expand=False))
