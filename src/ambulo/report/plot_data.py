"""Curves on a page, as records: series, bands, spans and marks over one pair of axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ambulo.math.arrays import FloatArray
from ambulo.records import Side

Role = Literal[
    "left",
    "right",
    "ink",
    "grey",
    "faint",
    "normal",
    "good",
    "look",
    "bad",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
]
"""A colour by its meaning."""

COARSE = {"coarse": True}
"""Of a field whose array goes into the page as 16 bits of its range: it is drawn, not read."""

Stroke = Literal["solid", "dash", "dot", "points", "both"]


def colour_of(k: int) -> Role:
    """Colour of line k where lines have no meaning of their own; the seventh has the first's."""
    colours: tuple[Role, ...] = ("c1", "c2", "c3", "c4", "c5", "c6")
    return colours[k % len(colours)]


@dataclass(frozen=True)
class Unit:
    """A unit to choose, and what values are multiplied with to be in it."""

    unit: str
    factor: float = 1.0


@dataclass(frozen=True, eq=False)
class Series:
    """One curve: y over x, or over the panel's clock where x is None.

    Args:
        low, high: bounds of an error band, as y.
        cut: whose strides it is cut by; None: it is never drawn over the stride.
        only: "stride" for a curve that is drawn over the stride only.
    """

    label: str
    role: Role
    y: FloatArray
    x: FloatArray | None = None
    stroke: Stroke = "solid"
    low: FloatArray | None = field(default=None, metadata=COARSE)
    high: FloatArray | None = field(default=None, metadata=COARSE)
    cut: Side | None = None
    only: Literal["", "stride"] = ""


@dataclass(frozen=True, eq=False)
class Band:
    """An area behind the curves; `cycle`: x is percent of the stride."""

    label: str
    x: FloatArray
    low: FloatArray = field(metadata=COARSE)
    high: FloatArray = field(metadata=COARSE)
    mean: FloatArray | None = None
    role: Role = "normal"
    cycle: bool = False


@dataclass(frozen=True)
class Span:
    """An interval of the horizontal axis; `hatch`: not known."""

    from_: float
    to: float
    role: Role
    label: str
    hatch: bool = False


@dataclass(frozen=True)
class Mark:
    """A straight line at one value of an axis (in the first unit)."""

    axis: Literal["x", "y"]
    at: float
    role: Role
    label: str


@dataclass(frozen=True, eq=False)
class Plot:
    """One small plot.

    Args:
        units: to choose from, the first shown.
        positive: what a positive value means.
        xlabel: of the horizontal axis, with its unit in brackets.
        least: least span of the vertical axis, in the first unit.
        log: which axes are logarithmic; equal: one scale on both axes.
        lacking: what is said in a chosen stride whose curve is not known throughout.
        column: of the grid, from 0; -1: the next.
    """

    title: str
    units: Sequence[Unit]
    series: Sequence[Series]
    positive: str = ""
    xlabel: str = "time [s]"
    least: float = 0.0
    log: Literal["", "x", "y", "xy"] = ""
    equal: bool = False
    lacking: str = ""
    column: int = -1
    bands: Sequence[Band] = ()
    spans: Sequence[Span] = ()
    marks: Sequence[Mark] = ()
