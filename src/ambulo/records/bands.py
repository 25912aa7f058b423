"""How much results change if their inputs are uncertain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.records.by_name import ByName

SETTLED = 0.05
"""Share of a band's width by which its ends may still move for `samples = "auto"` to stop."""


@dataclass(frozen=True)
class PeakBand(BriefRepr):
    """The median and the ends of the band of one peak, in `unit`."""

    unit: str
    median: float
    low: float
    high: float


@dataclass(frozen=True)
class SourceEffect(BriefRepr):
    """The share of a result's variance that a group of error sources causes (Sobol 2001).

    Args:
        group: of error sources, such as "soft tissue".
        quantity: the result, as `Bands.peaks` names it.
        first, total: share of the variance: of the group alone, and with its interactions.
        first_error, total_error: half widths of their 95 % confidence intervals.
    """

    group: str
    quantity: str
    first: float
    total: float
    first_error: float
    total_error: float


@dataclass(frozen=True, eq=False)
class Bands(BriefRepr):
    """How much results change if their inputs have the errors that the sources describe.

    Curves are named by the header of their column, `left_knee_flexion [N*m]`.

    Args:
        samples: number of perturbed analyses.
        failed: number of perturbed analyses without a result.
        share: share of the perturbed analyses that a band contains, such as 0.9.
        sources: what was perturbed and by how much, one sentence each, with its citation.
        titles: what was perturbed, in words.
        left_out: sources that were not chosen.
        median, low, high: (frames,) in the column's unit.
        cycle_low, cycle_high: (101,) band of the mean over the strides of the quantity's side.
        strides: header of a quantity with one number for each stride, `hip_positive_work [J]` ->
            median, low, high (3, strides).
        peaks: "left hip extension" -> the band of the peak itself.
        settling: number of samples -> how far the ends of the bands moved since half as many
            samples: the largest change of a joint moment, as a share of its band's width.
        effects: how much each source contributes to each peak; empty if not asked for.
        notes: one sentence each.
    """

    samples: int
    failed: int
    share: float
    sources: tuple[str, ...]
    median: Mapping[str, Annotated[FloatArray, "frames"]]
    low: Mapping[str, Annotated[FloatArray, "frames"]]
    high: Mapping[str, Annotated[FloatArray, "frames"]]
    cycle_low: Mapping[str, Annotated[FloatArray, "101"]] = field(default_factory=dict)
    cycle_high: Mapping[str, Annotated[FloatArray, "101"]] = field(default_factory=dict)
    strides: Mapping[str, Annotated[FloatArray, "3 strides"]] = field(default_factory=dict)
    peaks: Mapping[str, PeakBand] = field(default_factory=dict)
    settling: Mapping[str, float] = field(default_factory=dict)
    effects: tuple[SourceEffect, ...] = ()
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("median", "low", "high", "cycle_low", "cycle_high", "strides", "peaks"):
            object.__setattr__(self, name, ByName(getattr(self, name)))
