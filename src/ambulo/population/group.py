"""Trials of one subject in one session and condition, added trial by trial and then averaged.

The symmetry index compares the left and right steps in time and length. It is 100 (L - R) / ((L +
R) / 2) (Robinson, Herzog & Nigg 1987). Zero is symmetry; the sign shows the longer side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.population.stride_curves import STEPS, StrideCurves
from ambulo.records import SIDES, Side
from ambulo.report.gait_profile import PELVIS, gait_profile_scores, movement_analysis_profile
from ambulo.report.normal_band import load_band
from ambulo.results.columns import header, quantity_and_unit
from ambulo.results.csv_table import line
from ambulo.results.gait_cycle import CYCLE

Key = tuple[str, str, str]
"""Subject, session and condition."""


@dataclass(frozen=True, eq=False)
class Average:
    """Mean and sample standard deviation (101,) over strides; with fewer than two strides the SD is
    NaN.
    """

    mean: FloatArray
    sd: FloatArray
    strides: int


@dataclass(eq=False)
class StrideSums:
    """Running means (Welford 1962). Memory does not grow with the number of trials.

    Args:
        count, mean, square: by header: number of strides, their mean (101,), and the sum of squared
            differences from this mean (101,).
    """

    count: dict[str, int] = field(default_factory=dict)
    mean: dict[str, FloatArray] = field(default_factory=dict)
    square: dict[str, FloatArray] = field(default_factory=dict)

    def add(self, trial: StrideCurves) -> None:
        """Add the strides of one more trial."""
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
        """Add the sums of later trials (Chan, Golub & LeVeque 1979)."""
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
        """Averages by header."""
        found = {}
        for name, count in self.count.items():
            sd = np.full(len(CYCLE), np.nan)
            if count > 1:
                sd = np.sqrt(self.square[name] / (count - 1))
            found[name] = Average(self.mean[name], sd, count)
        return found


def symmetry_indices(steps: Mapping[str, FloatArray]) -> dict[str, float]:
    """Mean of each side's steps, and the symmetry index [%], by header.

    Args:
        steps: header, `left_step_time [s]` -> (steps,).
    """
    found: dict[str, float] = {}
    for name, unit in STEPS.items():
        means = []
        for side in SIDES:
            values = steps.get(header(f"{side}_{name}", unit))
            if values is not None and len(values):
                means.append(float(np.mean(values)))
                found[header(f"{side}_{name}", unit)] = means[-1]
        if len(means) == 2 and sum(means) > 0.0:
            left, right = means
            found[header(f"{name}_symmetry_index", "%")] = 200.0 * (left - right) / (left + right)
    return found


KEY_HEADS = ("subject", "session", "condition")
AVERAGE_HEADS = (*KEY_HEADS, "quantity", "unit", "strides", "mean", "min", "max",
                 *(f"at {percent:.0f} %" for percent in CYCLE))  # fmt: skip
"""Columns of population.csv."""


@dataclass(eq=False)
class Gathered:
    """Sums over the strides of some trials of a group, and the steps of each trial."""

    sums: StrideSums = field(default_factory=StrideSums)
    steps: dict[str, list[FloatArray]] = field(default_factory=dict)

    def add(self, trial: StrideCurves) -> None:
        """Add one more trial."""
        self.sums.add(trial)
        for name, values in trial.steps.items():
            self.steps.setdefault(name, []).append(values)

    def merge(self, later: Gathered) -> None:
        """Add the sums and steps of later trials."""
        self.sums.merge(later.sums)
        for name, values in later.steps.items():
            self.steps.setdefault(name, []).extend(values)


class GroupFound(NamedTuple):
    """All results of a study for a group, ready for its files.

    Args:
        names, table: headers of the averages; and (names, 1 + 2 * 101) number of strides, mean and
            standard deviation of each.
        scores: gait variable scores and Gait Profile Scores [deg].
        symmetry: symmetry indices of the steps: quantity, unit and value.
        population, profile, symmetry_rows: lines of the tables with these names.
    """

    names: tuple[str, ...]
    table: FloatArray
    scores: tuple[tuple[str, float], ...]
    symmetry: tuple[tuple[str, str, float], ...]
    population: str
    profile: str
    symmetry_rows: str


def group_found(key: Key, gathered: Gathered) -> GroupFound:
    """Averages, clinical indices and the lines of the tables of one group."""
    averages = gathered.sums.averages()
    profile = movement_analysis_profile(partial(_mean, averages), load_band())
    scores = tuple((profile | gait_profile_scores(profile)).items())
    indices = symmetry_indices({n: np.concatenate(v) for n, v in gathered.steps.items()})
    symmetry = tuple((*quantity_and_unit(name), value) for name, value in indices.items())
    population = [
        line((*key, *quantity_and_unit(name)), [one.strides, one.mean.mean(), one.mean.min(),
              one.mean.max(), *one.mean.tolist()])
        for name, one in averages.items()
    ]  # fmt: skip
    table = [np.concatenate([[one.strides], one.mean, one.sd]) for one in averages.values()]
    return GroupFound(
        tuple(averages),
        np.array(table).reshape(-1, 1 + 2 * len(CYCLE)),
        scores,
        symmetry,
        "".join(population),
        "".join(line((*key, name), [score]) for name, score in scores),
        "".join(line((*key, name, unit), [value]) for name, unit, value in symmetry),
    )


def _mean(averages: Mapping[str, Average], side: Side, variable: str) -> FloatArray | None:
    cut = f"{variable} over {side} strides" if variable in PELVIS else f"{side}_{variable}"
    found = averages.get(header(cut, "deg"))
    return None if found is None else found.mean
