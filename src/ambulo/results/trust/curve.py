"""A curve of a trial that is graded, and the ± that is expected of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import Analysis, Quantity
from ambulo.results.columns import NameParts, body_mass, layer, meaning
from ambulo.results.trust.agreement import ExpectedAgreement


class Expected(NamedTuple):
    """The ± of a curve, its correlation with another system, and where they come from."""

    error: float = math.nan
    r: float = math.nan
    by: str = "not measured for this kind of trial"
    laboratories: int = 0


@dataclass(frozen=True)
class GradedCurve:
    """A curve over the frames in which it is judged.

    Args:
        analysis: its trial.
        group: "angles", "moments" or "powers".
        quantity: the curve.
        frames: where it is known and judged, (frames,).
        row: the agreement measured for such curves; None if there is none.
        roll: what is known of its foot's roll (`roll_known`); empty for curves of no foot.
    """

    analysis: Analysis
    group: str
    quantity: Quantity
    frames: BoolArray
    row: ExpectedAgreement | None
    roll: Mapping[str, str | float]

    @property
    def name(self) -> str:
        """The name of the quantity."""
        return self.quantity.name

    @cached_property
    def what(self) -> NameParts:
        """Its side, joint, motion and plane."""
        return meaning(self.name)

    @cached_property
    def scale(self) -> float:
        """From the unit of the quantity to the unit of its ±."""
        return 1.0 if self.group == "angles" else 1.0 / body_mass(self.analysis)

    @cached_property
    def values(self) -> FloatArray:
        """Its values in the judged frames, in the unit of its ±."""
        values: FloatArray = self.scale * self.quantity.values[self.frames]
        return values

    @cached_property
    def size(self) -> float:
        """Their standard deviation."""
        return float(np.std(self.values))

    @cached_property
    def half(self) -> float | None:
        """Half the width of its error band, rms over the judged frames; None without one."""
        half = half_band(self.analysis, self.quantity, self.frames)
        return None if half is None else self.scale * half

    def correlated(self, error: float) -> float:
        """Its correlation with a curve that differs by an error of this rms."""
        return math.sqrt(max(0.0, 1.0 - (error / self.size) ** 2))


def half_band(analysis: Analysis, quantity: Quantity, frames: BoolArray) -> float | None:
    """Half the width of a curve's error band, rms over frames; None without one."""
    if analysis.bands is None:
        return None
    low, high = layer(analysis.bands.low, quantity), layer(analysis.bands.high, quantity)
    if low is None or high is None:
        return None
    half: FloatArray = 0.5 * (high - low)[frames]
    return float(np.sqrt(np.nanmean(half**2)))
