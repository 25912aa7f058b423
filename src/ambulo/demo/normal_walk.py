"""Normal walking as published: joint angles, ground reaction and its path over the stride."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.interpolate import BSpline, PchipInterpolator

from ambulo.math.arrays import FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.report.normal_band import load_band, load_norms

_INTERVALS = 96
"""Knot intervals of a stance pattern."""

_HARMONICS = 8
"""Of normal curves, as of the published series."""


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
    """Stride parameters; phases are shares of the stride from foot strike.

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
    """Published patterns of one stride, from the left foot strike.

    Args:
        cycle: stride parameters.
        angles: series [rad] of the left limb and the trunk by name, and the pelvis path [m].
        posture: constant angles [rad] by name.
        vertical_force: body weights over stance.
        fore_aft_force: body weights forward over stance.
        centre_of_pressure: share of foot length from the heel over stance; lateral_pressure: to
            the outside of the line from heel to toe.
        pace: of another walk, the share of these forces' changes, forward and upward; joint
            moments are not known for it.
    """

    cycle: Cycle
    angles: Mapping[str, PeriodicSeries]
    posture: Mapping[str, float]
    vertical_force: StancePattern
    fore_aft_force: StancePattern
    centre_of_pressure: StancePattern
    lateral_pressure: StancePattern
    pace: tuple[float, float] | None = None

    def with_cycle(self, **cycle: float) -> NormalWalk:
        """The walk of another cycle, at whose speed joint angles are others.

        Angles of the leg differ as normal curves of that speed do from those of the free one. The
        body goes over the foot as an inverted pendulum: its force leans with the stride's length,
        and what it has beyond the weight grows with the square of speed.

        Args:
            cycle: fields of `Cycle` in place of the published ones.
        """
        if not cycle:
            return self
        new, old = replace(self.cycle, **cycle), self.cycle
        speed = new.speed / np.sqrt(STANDARD_GRAVITY * self.angles["pelvis_up"].mean)
        slow, free = (x.curves["angles"] for x in (load_norms().at(speed), load_band()))
        # the last point is the first; both sides tilt the pelvis alike
        change = {name: (slow[name].mean - free[name].mean)[:-1] for name in slow}
        tilt = change["pelvis_tilt"]
        change["pelvis_tilt"] = 0.5 * (tilt + np.roll(tilt, len(tilt) // 2))
        change["thigh_inclination"] = change["hip_flexion"] - change["pelvis_tilt"]
        angles = dict(self.angles)
        for name in ("pelvis_tilt", "thigh_inclination", "knee_flexion", "ankle_dorsiflexion"):
            term = np.radians(1.0) * np.fft.rfft(change[name], norm="forward")[: _HARMONICS + 1]
            angles[name] = angles[name].plus(
                term[0].real, tuple(range(1, _HARMONICS + 1)), 2 * term[1:].real, -2 * term[1:].imag
            )
        pace = (new.stride_length / old.stride_length, (new.speed / old.speed) ** 2)
        return replace(self, cycle=new, angles=angles, pace=pace)


def _series(
    mean: float, cosine: list[float], sine: list[float], unit: str = "deg"
) -> PeriodicSeries:
    """The series in m or rad."""
    size = {"m": 1.0, "deg": np.pi / 180}[unit]
    return PeriodicSeries(size * mean, size * np.array(cosine), size * np.array(sine))


def normal_walk() -> NormalWalk:
    """Read the published patterns (sources in `normal_walk.toml`)."""
    tables = tomllib.loads(Path(__file__).with_name("normal_walk.toml").read_text("utf-8"))
    cycle, posture = tables.pop("cycle"), tables.pop("posture")
    patterns: dict[str, Any] = {
        name: StancePattern.following(**{key: np.array(x) for key, x in tables.pop(name).items()})
        for name in ("vertical_force", "fore_aft_force", "centre_of_pressure", "lateral_pressure")
    }
    return NormalWalk(
        cycle=Cycle(**{**cycle, "toe_out": float(np.radians(cycle["toe_out"]))}),
        angles={name: _series(**table) for name, table in tables.items()},
        posture={name: float(np.radians(value)) for name, value in posture.items()},
        **patterns,
    )
