"""The content of a page as records. They define viewer/src/contract.ts, and viewer/ draws them.

A page has sections of panels. A panel states what to show, not how to draw it. So a new panel needs
only data. Each array is written once into the page, as base64 of little-endian float32, NaN where
not known. Arrays of fields marked `COARSE` have 16 bits over their range.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, is_dataclass
from functools import partial
from typing import Any, ClassVar, NotRequired, TypedDict

import numpy as np

from ambulo.inputs.record_parts import WITHIN, Key, rebuilt
from ambulo.math.arrays import FloatArray
from ambulo.records import Grade as Grade
from ambulo.records import Side as Side
from ambulo.report.plot_data import Band as Band
from ambulo.report.plot_data import Mark as Mark
from ambulo.report.plot_data import Plot as Plot
from ambulo.report.plot_data import Role as Role
from ambulo.report.plot_data import Series as Series
from ambulo.report.plot_data import Span as Span
from ambulo.report.plot_data import Stroke as Stroke
from ambulo.report.plot_data import Unit as Unit
from ambulo.report.scene_data import Arc as Arc
from ambulo.report.scene_data import Arrow as Arrow
from ambulo.report.scene_data import Plate as Plate
from ambulo.report.scene_data import Points as Points
from ambulo.report.scene_data import Rods as Rods
from ambulo.report.scene_data import SceneMotion as SceneMotion
from ambulo.report.scene_data import Solid as Solid
from ambulo.report.scene_data import Trace as Trace

CONTRACT = 1
"""Version of the contract between these records and the viewer."""

Cell = str | float | None


class Encoded(TypedDict):
    """Numbers as an index among the page's arrays, with their shape (last axis fastest).

    An array is little-endian float32 with NaN where not known, or `bits` of its range.
    """

    array: int
    shape: list[int]
    bits: NotRequired[int]


@dataclass(frozen=True)
class StrideSpan:
    """From one strike of a foot to its next [s]."""

    side: Side
    start: float
    stop: float
    off: float | None


@dataclass(frozen=True, eq=False)
class Clock:
    """One time axis. Everything with the same clock moves together.

    Args:
        time: (frames,) s.
        strides: strides that cut the curves over the stride.
        stances: intervals on the ground [s] by side.
        start: first time shown [s].
    """

    time: FloatArray
    strides: Sequence[StrideSpan] = ()
    stances: Mapping[Side, Sequence[tuple[float, float]]] = field(default_factory=dict)
    start: float = 0.0


@dataclass(frozen=True)
class Fact:
    """One number that a reader looks at first, as text.

    Args:
        value: value of both sides; "" if they are given separately.
        sides: values of left and right.
        note: its normal value or a remark.
    """

    label: str
    value: str
    unit: str = ""
    note: str = ""
    sides: tuple[str, str] | None = None


@dataclass(frozen=True)
class CheckEntry:
    """One quality check in words.

    Args:
        found: the result, with its unit and its limit for good.
        meaning: effect on the results; remedy: what to do.
    """

    name: str
    grade: Grade
    found: str = ""
    meaning: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Args:
        decimals: -1 gives three significant digits, any other -n gives n significant digits.
        link: whether its cells are addresses of other pages, relative to this page.
    """

    title: str
    unit: str = ""
    number: bool = False
    role: Role | None = None
    decimals: int = -1
    link: bool = False


@dataclass(frozen=True)
class TableRow:
    """One row of a table; with `heading`, its first cell is a heading of the following rows."""

    cells: Sequence[Cell]
    role: Role | None = None
    heading: bool = False


@dataclass(frozen=True)
class Site:
    """A named point [m] on a surface."""

    name: str
    at: tuple[float, float, float]


@dataclass(frozen=True)
class _Common:
    """What every panel has.

    Args:
        line: what a folded panel says, after its title; it is printed although the panel is folded.
    """

    id: str
    title: str
    caption: str = field(default="", kw_only=True)
    folded: bool = field(default=False, kw_only=True)
    line: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class FactsPanel(_Common):
    """A few numbers that a reader looks at first."""

    kind: ClassVar[str] = "facts"
    facts: Sequence[Fact]


@dataclass(frozen=True)
class ChecksPanel(_Common):
    """How far to trust the results that follow."""

    kind: ClassVar[str] = "checks"
    grade: Grade
    verdict: str
    checks: Sequence[CheckEntry]
    text: str = ""


@dataclass(frozen=True, eq=False)
class LinesPanel(_Common):
    """Related small plots in a number of columns; with `brief`, low plots without choices."""

    kind: ClassVar[str] = "lines"
    plots: Sequence[Plot]
    clock: str | None = None
    columns: int = 3
    brief: bool = False


@dataclass(frozen=True, eq=False)
class ScenePanel(_Common):
    """Bodies, points and forces in space over a clock; `heading` is the walking direction, rad from
    x.
    """

    kind: ClassVar[str] = "scene"
    clock: str
    bodies: Sequence[Solid] = ()
    motions: Sequence[SceneMotion] = ()
    links: Sequence[Rods] = ()
    points: Sequence[Points] = ()
    arrows: Sequence[Arrow] = ()
    arcs: Sequence[Arc] = ()
    traces: Sequence[Trace] = ()
    plates: Sequence[Plate] = ()
    floor: bool = True
    heading: float = 0.0


@dataclass(frozen=True)
class TablePanel(_Common):
    """A table."""

    kind: ClassVar[str] = "table"
    columns: Sequence[Column]
    rows: Sequence[TableRow]


@dataclass(frozen=True, eq=False)
class MapPanel(_Common):
    """Values (ny, nx) over x (nx,) and y (ny,) as colours; `range` has the ends of the colour
    scale.
    """

    kind: ClassVar[str] = "map"
    x: FloatArray
    y: FloatArray
    values: FloatArray
    xlabel: str
    ylabel: str
    label: str
    unit: str
    range: tuple[float, float] | None = None
    series: Sequence[Series] = ()


@dataclass(frozen=True, eq=False)
class MeshPanel(_Common):
    """A surface with values as colours at one or more instants.

    Args:
        vertices: (n, 3) m; faces: (triangles, 3) indices; values: (instants, n).
    """

    kind: ClassVar[str] = "mesh"
    vertices: FloatArray
    faces: FloatArray
    values: FloatArray
    instants: Sequence[str]
    label: str
    unit: str
    range: tuple[float, float] | None = None
    sites: Sequence[Site] = ()


@dataclass(frozen=True)
class NamedMarker:
    """A marker's name in a file, the meaning found, the reason for doubt, and the other side's
    name; each "" for none.
    """

    name: str
    meaning: str
    doubt: str
    twin: str


@dataclass(frozen=True)
class Meaning:
    """A possible meaning of a marker: its name, segment, line in a marker set, and whether it is
    required.
    """

    name: str
    segment: str
    line: str
    required: bool


@dataclass(frozen=True, eq=False)
class NamesPanel(_Common):
    """Markers (n, 3) [m] with the meanings found for their names, for the user to correct and save.

    Args:
        file: name of the saved file. It has `heading`, then a line for each marker with a meaning.
            The marker's name replaces `alias`.
        groups: groups of markers; one complete option of each must be there.
        lines: pairs of meanings that are joined by the body's lines.
    """

    kind: ClassVar[str] = "names"
    file: str
    heading: str
    alias: str
    markers: Sequence[NamedMarker]
    meanings: Sequence[Meaning]
    groups: Sequence[Sequence[Sequence[str]]]
    lines: Sequence[tuple[str, str]]
    position: FloatArray


@dataclass(frozen=True)
class TextPanel(_Common):
    """Paragraphs and a list; `code` marks entries such as file names."""

    kind: ClassVar[str] = "text"
    paragraphs: Sequence[str] = ()
    items: Sequence[str] = ()
    code: bool = False


Panel = (
    FactsPanel
    | ChecksPanel
    | LinesPanel
    | ScenePanel
    | TablePanel
    | MapPanel
    | MeshPanel
    | NamesPanel
    | TextPanel
)


@dataclass(frozen=True)
class PanelGroup:
    """Panels under one heading.

    Args:
        hint: how to use the section on the screen.
        beside: whether a wide page shows the section to the right of all sections before it.
    """

    id: str
    title: str
    panels: Sequence[Panel]
    hint: str = ""
    beside: bool = False


def assumptions(notes: Sequence[str]) -> list[PanelGroup]:
    """The section of assumptions; none without notes."""
    panel = TextPanel("notes-list", "What was assumed", items=notes)
    return [PanelGroup("notes", panel.title, [panel])] if notes else []


@dataclass(frozen=True)
class Page:
    """Everything that one page shows.

    Args:
        about: the user's entries on the recording, shown under the title as pairs of words.
        arrays: arrays in base64; equal arrays occur once.
    """

    title: str
    subtitle: str
    footer: str
    sections: Sequence[PanelGroup]
    clocks: Mapping[str, Clock] = field(default_factory=dict)
    about: Sequence[tuple[str, str]] = ()
    contract: int = CONTRACT
    arrays: Sequence[str] = ()


_UNKNOWN = -32768


def _sixteen_bits(values: FloatArray) -> bytes:
    """float32 lowest value and step, then how many steps above it each is less 32767, as int16."""
    known = np.isfinite(values)
    low, high = (values[known].min(), values[known].max()) if known.any() else (0.0, 0.0)
    # of the float32 numbers that the page reads
    low, step = np.float32(low), np.float32((high - low) / 65534.0)
    steps = np.zeros(values.shape) if step == 0.0 else (values - low) / step
    whole = np.full(values.shape, _UNKNOWN, dtype="<i2")
    whole[known] = np.clip(np.rint(steps[known]) - 32767.0, -32767.0, 32767.0)
    return np.array([low, step], dtype="<f4").tobytes() + whole.tobytes()


def _leaf(arrays: dict[bytes, int], value: object, path: tuple[Key, ...]) -> Any:
    """What JSON has: of an array its number among `arrays`, null for NaN."""
    if isinstance(value, np.ndarray):
        coarse = isinstance(path[-1], Field) and "coarse" in path[-1].metadata
        exact = np.ascontiguousarray(value, dtype="<f4").tobytes
        data = _sixteen_bits(value) if coarse else exact()
        place = Encoded(array=arrays.setdefault(data, len(arrays)), shape=list(value.shape))
        return Encoded(**place, bits=16) if coarse else place
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float | np.floating):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, Mapping | list | tuple) or is_dataclass(value):
        return WITHIN
    raise TypeError(f"a page cannot hold a {type(value).__name__}")


def to_json(page: Page) -> str:
    """The page's data as JSON for a script element.

    Args:
        page: its arrays are rounded to float32.
    Raises:
        TypeError: the page contains an object of a wrong type.
        ValueError: panels or sections share an id.
    """
    ids = [section.id for section in page.sections]
    ids += [panel.id for section in page.sections for panel in section.panels]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise ValueError(f"two sections or panels have the id {', '.join(twice)}")
    arrays: dict[bytes, int] = {}
    data = rebuilt(page, partial(_leaf, arrays))
    for section, shown in zip(page.sections, data["sections"], strict=True):
        panels = zip(section.panels, shown["panels"], strict=True)
        shown["panels"] = [{"kind": panel.kind, **entries} for panel, entries in panels]
    data["arrays"] = [base64.b64encode(array).decode() for array in arrays]
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
