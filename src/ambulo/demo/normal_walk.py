"""Normal walking as published: joint angles, ground reaction and its path over the stride."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
from scipy.interpolate import BSpline, PchipInterpolator

from ambulo.math.arrays import FloatArray

__all__ = ["Cycle", "NormalWalk", "PeriodicSeries", "StancePattern", "normal_walk"]

_INTERVALS = 48
"""Knot intervals of a stance pattern."""


@dataclass(frozen=True, eq=False)
class PeriodicSeries:
    """A Fourier series in the phase of the stride.

    Args:
        mean: value over the cycle.
        cosine, sine: (harmonics,) coefficients.
    """

    mean: float
    cosine: FloatArray
    sine: FloatArray

    def __call__(self, phase: FloatArray) -> FloatArray:
        """Values (n,) at phases (n,) of the stride."""
        angle = 2 * np.pi * np.multiply.outer(phase, np.arange(1, len(self.cosine) + 1))
        return np.asarray(self.mean + np.cos(angle) @ self.cosine + np.sin(angle) @ self.sine)

    def plus(
        self, mean: float, harmonics: tuple[int, ...], cosine: FloatArray, sine: FloatArray
    ) -> PeriodicSeries:
        """Series with coefficients (len(harmonics),) of the given harmonics added."""
        at = np.asarray(harmonics) - 1
        total = np.zeros((2, max(len(self.cosine), int(at.max()) + 1)))
        total[:, : len(self.cosine)] = self.cosine, self.sine
        total[0, at] += cosine
        total[1, at] += sine
        return PeriodicSeries(self.mean + mean, total[0], total[1])


@dataclass(frozen=True, eq=False)
class StancePattern:
    """A smooth curve over stance that follows published values, level at both ends.

    A quintic B-spline on uniform knots whose control values lie on a monotone interpolant
    (Schoenberg's variation diminishing spline): four continuous derivatives and no overshoot.
    """

    spline: BSpline[np.float64]

    @classmethod
    def following(cls, phase: FloatArray, value: FloatArray) -> StancePattern:
        """Curve along `value` (n,) at the phases (n,) of stance, 0 to 1."""
        knots = np.arange(-5, _INTERVALS + 6) / _INTERVALS
        centre = np.arange(-2, _INTERVALS + 3) / _INTERVALS
        control = PchipInterpolator(phase, value)(np.clip(centre, 0.0, 1.0))
        # five equal control values at an end make the value exact and four derivatives zero
        control[:5], control[-5:] = value[0], value[-1]
        return cls(BSpline(knots, control, 5))

    def __call__(self, phase: FloatArray) -> FloatArray:
        """Values (n,) at phases (n,) of stance, held beyond its ends."""
        return np.asarray(self.spline(np.clip(phase, 0.0, 1.0)))


@dataclass(frozen=True)
class Cycle:
    """Stride parameters; phases are shares of the stride from heel strike.

    Args:
        stride_time: s; stride_length, step_width: m; toe_out: rad.
        foot_flat, heel_rise, toe_roll, foot_off: ends of the heel rocker, of the flat foot, of
            the forefoot rocker and of stance.
    """

    stride_time: float
    stride_length: float
    step_width: float
    toe_out: float
    foot_flat: float
    heel_rise: float
    toe_roll: float
    foot_off: float

    @property
    def speed(self) -> float:
        """Mean walking speed, m/s."""
        return self.stride_length / self.stride_time


@dataclass(frozen=True, eq=False)
class NormalWalk:
    """Published patterns of one stride, from the left heel strike.

    Args:
        cycle: stride parameters.
        angles: series [rad] of the left limb and the trunk by name, and the pelvis path [m].
        posture: constant angles [rad] by name.
        vertical_force: body weights over stance.
        fore_aft_force: body weights forward over stance.
        centre_of_pressure: share of foot length from the heel over stance; lateral_pressure: to
            the outside of the line from heel to toe.
        adult_moments: adults' joint moments in units of the normal band's children's, by name.
    """

    cycle: Cycle
    angles: Mapping[str, PeriodicSeries]
    posture: Mapping[str, float]
    vertical_force: StancePattern
    fore_aft_force: StancePattern
    centre_of_pressure: StancePattern
    lateral_pressure: StancePattern
    adult_moments: Mapping[str, float]


_PATTERNS = ("vertical_force", "fore_aft_force", "centre_of_pressure", "lateral_pressure")


def normal_walk() -> NormalWalk:
    """Read the published patterns (sources in `normal_walk.toml`)."""
    with (files("ambulo.demo") / "normal_walk.toml").open("rb") as file:
        table = tomllib.load(file)
    cycle = table.pop("cycle")
    cycle["toe_out"] = float(np.radians(cycle["toe_out"]))
    posture = {name: float(np.radians(value)) for name, value in table.pop("posture").items()}
    patterns = {
        name: StancePattern.following(
            np.asarray(table[name]["phase"]), np.asarray(table.pop(name)["value"])
        )
        for name in _PATTERNS
    }
    adult_moments = table.pop("adult_moments")
    angles = {name: _series(entry) for name, entry in table.items()}
    return NormalWalk(Cycle(**cycle), angles, posture, adult_moments=adult_moments, **patterns)


def _series(entry: Mapping[str, Any]) -> PeriodicSeries:
    unit = {"m": 1.0, "deg": np.pi / 180}[entry.get("unit", "deg")]
    return PeriodicSeries(
        unit * float(entry["mean"]),
        unit * np.asarray(entry["cosine"], dtype=float),
        unit * np.asarray(entry["sine"], dtype=float),
    )
