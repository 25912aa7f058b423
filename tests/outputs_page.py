"""The lists of outputs, from their catalogue and a made analysis: written into docs/output.md.

From the project's root: `python -m tests.outputs_page`, or `make outputs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tests.synthetic_analysis import make_analysis

from ambulo.records import EMG, Analysis, Quantity
from ambulo.results.c3d_points import ResultPoint
from ambulo.results.catalogue import ARRAYS, CURVES, NUMBERS, OutputColumns, axes_in_words
from ambulo.results.columns import header
from ambulo.results.posture import Posture, posture

PAGE = Path(__file__).resolve().parents[1] / "docs" / "output.md"
CHOSEN = "those chosen with `moment_axes`"


def made() -> tuple[Analysis, Posture]:
    """A walk with an electromyogram."""
    walk = make_analysis()
    time = walk.motion.time
    channels = (EMG("L Rect", "left", "Rect", time, 0.0 * time),)
    walk = replace(walk, trial=replace(walk.trial, emg=channels))
    return walk, posture(walk.model, walk.motion)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Markdown."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([f"| {' | '.join(heads)} |", f"|{len(heads) * '---|'}", *lines]) + "\n"


def from_to(names: Sequence[str]) -> str:
    """The first and the last."""
    return " … ".join(f"`{name}`" for name in dict.fromkeys((names[0], names[-1])))


def spans(columns: Sequence[Quantity]) -> str:
    """First and last column of each unit."""
    units = dict.fromkeys(column.unit for column in columns)
    return "; ".join(
        from_to([header(c.name, c.unit) for c in columns if c.unit == unit]) for unit in units
    )


def axes(row: OutputColumns, walk: Analysis) -> str:
    """Those of a row."""
    return CHOSEN if row.axes == "{moments}" else axes_in_words(row.axes, walk) or "–"


def curves(walk: Analysis, where: Posture) -> Iterator[Sequence[str]]:
    """A line a row of the catalogue, over time or over strides."""
    for row in CURVES.values():
        columns = row.quantities(walk, where)
        variable = f"`{row.variable}`" if row.variable and not row.beside else "–"
        title = row.title or row.variable.replace("_", " ")
        positive = "; ".join(dict.fromkeys(c.positive for c in columns))
        file = f"`opensim/{row.opensim}`" if row.opensim else "–"
        kinds = ", ".join(f"`{rule.kind}`" for rule in row.c3d) or "–"
        yield (f"`{row.table}.csv`", title, spans(columns), positive, axes(row, walk), variable,
               kinds, file)  # fmt: skip
    for numbers in NUMBERS:
        columns = numbers.quantities(walk, where)
        positive = "; ".join(dict.fromkeys(c.positive for c in columns))
        name = numbers.table
        yield f"`{name}.csv`", numbers.title, spans(columns), positive, "–", f"`{name}`", "–", "–"


def points(walk: Analysis, where: Posture) -> Iterator[Sequence[str]]:
    """A line a kind of point."""
    for row in CURVES.values():
        columns = row.quantities(walk, where)
        for rule in row.c3d:
            found: list[ResultPoint] = list(rule.make(rule, walk, columns))
            said = dict.fromkeys(point.said for point in found)
            sense = "; ".join(list(said)[:3]) + " …" * (len(said) > 3)
            yield from_to([point.label for point in found]), f"`{rule.kind}`", sense


def arrays() -> Iterator[Sequence[str]]:
    """A line a variable."""
    for row in ARRAYS:
        dims = ", ".join(row.dims.split())
        title = row.title.partition(" (")[0] if "{" in row.title else row.title
        yield f"`{row.variable}`", f"({dims})", row.unit, title, row.axes.partition(":")[0] or "–"


def lists() -> dict[str, str]:
    """Each list by its name in the page."""
    walk, where = made()
    heads = (
        "file",
        "what",
        "columns",
        "positive",
        "axes",
        "`results.nc`",
        "`results.c3d`",
        "OpenSim",
    )
    return {
        "tables": table(heads, curves(walk, where)),
        "variables": table(("variable", "dimensions", "unit", "what", "frame"), arrays()),
        "points": table(("points", "kind", "what x, y and z are"), points(walk, where)),
    }


def page() -> str:
    """The page with the lists as the catalogue has them."""
    text = PAGE.read_text("utf-8")
    for name, found in lists().items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        before, rest = text.split(begin)
        text = f"{before}{begin}{found}{end}{rest.split(end)[1]}"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
