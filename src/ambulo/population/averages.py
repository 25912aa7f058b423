"""Means over the strides of a subject in a condition, gathered trial by trial."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.population.stride_curves import StrideCurves
from ambulo.results.gait_cycle import CYCLE

Key = tuple[str, str, str]
"""Subject, session and condition."""


@dataclass(frozen=True, eq=False)
class Average:
    """Mean and sample standard deviation (101,) over strides; NaN SD with fewer than two."""

    mean: FloatArray
    sd: FloatArray
    strides: int


@dataclass(eq=False)
class StrideSums:
    """Running means (Welford 1962): memory does not grow with the trials.

    Args:
        count, mean, square: by header, number of strides, their mean (101,) and the sum of squared
            distances from it (101,).
    """

    count: dict[str, int] = field(default_factory=dict)
    mean: dict[str, FloatArray] = field(default_factory=dict)
    square: dict[str, FloatArray] = field(default_factory=dict)

    def add(self, trial: StrideCurves) -> None:
        """Take in the strides of one more trial."""
        for name, curves in trial.curves.items():
            for curve in curves:
                if name not in self.count:
                    self.count[name] = 0
                    self.mean[name] = np.zeros(len(CYCLE))
                    self.square[name] = np.zeros(len(CYCLE))
                self.count[name] += 1
                away = curve - self.mean[name]
                self.mean[name] = self.mean[name] + away / self.count[name]
                self.square[name] = self.square[name] + away * (curve - self.mean[name])

    def merge(self, later: StrideSums) -> None:
        """Take in what was gathered of later trials (Chan, Golub & LeVeque 1979)."""
        for name, n in later.count.items():
            before = self.count.get(name, 0)
            if not before:
                self.count[name], self.mean[name] = n, later.mean[name]
                self.square[name] = later.square[name]
                continue
            away = later.mean[name] - self.mean[name]
            self.count[name] = before + n
            self.mean[name] = self.mean[name] + away * (n / (before + n))
            self.square[name] = (
                self.square[name] + later.square[name] + away**2 * (before * n / (before + n))
            )

    def averages(self) -> dict[str, Average]:
        """By header."""
        found = {}
        for name, count in self.count.items():
            sd = np.full(len(CYCLE), np.nan)
            if count > 1:
                sd = np.sqrt(self.square[name] / (count - 1))
            found[name] = Average(self.mean[name], sd, count)
        return found
