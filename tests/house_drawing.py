"""The drawing of the house: rooms, and which know which. `make drawing`.

A room stands above all that its modules import, just below those that import it; an arrow that
follows from others (a knows b, b knows c) is left out.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from tests.imports import arrows, graph

ROOT = Path(__file__).resolve().parents[1]
DRAWING = ROOT / "docs" / "images" / "house.svg"

ON_THE_WAY = ("cli", "analysis", "gait", "mocap", "model", "multibody", "results", "report")
"""Rooms that a trial passes, from the command to its page."""

_WIDTH, _HEIGHT, _GAP, _STEP, _PAGE = 112, 28, 16, 58, 900
_HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" font-family="sans-serif" font-size="13">
<title>Packages of the library, and which import which</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#667"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
"""  # noqa: E501


def known() -> dict[str, set[str]]:
    """Every room with those that its modules import; the public names are the analysis'."""
    found: dict[str, set[str]] = {}
    for pair in arrows(graph(*(ROOT / "src" / name for name in ("ambulo", "ambulo_studies")))):
        one, other = (
            "analysis" if name == "ambulo" else name.removeprefix("ambulo.") for name in pair
        )
        found.setdefault(other, set())
        found.setdefault(one, set()).update({other} - {one})
    return found


def floors(links: dict[str, set[str]]) -> dict[str, int]:
    """How many rooms stand above each, the highest 0."""

    def above(name: str) -> int:
        return 1 + max((above(one) for one, all_ in links.items() if name in all_), default=-1)

    return {name: above(name) for name in links}


def needed(links: dict[str, set[str]]) -> set[tuple[str, str]]:
    """The arrows that follow from no others."""

    def reached(one: str) -> set[str]:
        near = links[one]
        return near.union(*(reached(other) for other in near))

    return {
        (one, other)
        for one, all_ in links.items()
        for other in all_
        if not any(other in reached(between) for between in all_ - {other})
    }


def drawing() -> str:
    """The picture, as SVG."""
    links = known()
    above, at, shapes = floors(links), {}, []
    count = 1 + max(above.values())
    for floor in range(count):
        row = sorted(name for name in above if above[name] == floor)
        left = (_PAGE - len(row) * _WIDTH - (len(row) - 1) * _GAP) / 2
        for x, name in enumerate(row):
            middle = left + x * (_WIDTH + _GAP) + _WIDTH / 2
            at[name] = (middle, floor * _STEP + 20 + _HEIGHT / 2)
    shapes += [_arrow(*at[one], *at[other]) for one, other in sorted(needed(links))]
    for name, (x, y) in at.items():
        fill = "#dcebf7" if name in ON_THE_WAY else "#f2f2f0"
        shapes.append(
            f'<rect x="{x - _WIDTH / 2:g}" y="{y - _HEIGHT / 2:g}"'
            f' width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="{fill}" stroke="#456"/>'
            f'<text x="{x:g}" y="{y + 4:g}" text-anchor="middle">{escape(name)}</text>'
        )
    return _HEAD.format(_PAGE, count * _STEP + 10) + "\n".join(shapes) + "\n</svg>\n"


def _arrow(x0: float, y0: float, x1: float, y1: float) -> str:
    """A line from a box's lower edge to the upper edge of another, bent round what lies between."""
    start, end = y0 + _HEIGHT / 2, y1 - _HEIGHT / 2 - 1
    rows = round((y1 - y0) / _STEP)
    side = 1 if x1 + x0 >= _PAGE else -1
    bend = side * _WIDTH * (0.4 + 0.32 * rows) if rows > 1 else 0.0
    middle = (start + end) / 2
    return (
        f'<path d="M{x0:g} {start:g}C{x0 + bend:g} {middle:g} {x1 + bend:g} {middle:g}'
        f' {x1:g} {end:g}"'
        ' fill="none" stroke="#667" stroke-width="1.2" marker-end="url(#tip)"/>'
    )


if __name__ == "__main__":
    DRAWING.write_text(drawing(), "utf-8")
