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
"""Mark of a field whose array is written with 16 bits over its range, because it is only drawn."""

Stroke = Literal["solid", "dash", "dot", "points", "both"]


def colour_of(k: int) -> Role:
    """Colour of line k if lines have no meaning of their own. The seventh line has the colour of
    the first.
    """
    colours: tuple[Role, ...] = ("c1", "c2", "c3", "c4", "c5", "c6")
    return colours[k % len(colours)]


@dataclass(frozen=True)
class Unit:
    """A unit to choose, and the factor that converts values to it."""

    unit: str
    factor: float = 1.0


@dataclass(frozen=True, eq=False)
class Series:
    """One curve: y over x, or over the panel's clock if x is None.

    Args:
        low, high: bounds of an error band, like y.
        cut: side whose strides cut the curve; None if it is never drawn over the stride.
        only: "stride" for a curve that is drawn only over the stride.
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
    """An interval of the horizontal axis; `hatch` marks unknown values."""

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
        units: units to choose from; the first is shown.
        positive: meaning of a positive value.
        xlabel: label of the horizontal axis, with its unit in brackets.
        least: least span of the vertical axis, in the first unit.
        log: which axes are logarithmic; equal: whether both axes have the same scale.
        lacking: text for a chosen stride whose curve is not completely known.
        column: column of the grid, from 0; -1 takes the next.
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
