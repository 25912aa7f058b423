"""Records of strain in the tibia over a trial."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.bone.tibia import Tibia
from ambulo.bone.tibia_loads import TibiaLoads
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import Check, Side

EXPONENT = 4.0
"""Exponent of the strain in the daily stimulus: a range twice as large counts as sixteen
repetitions.
"""


def strain_stimulus(strain: FloatArray, repetitions: float) -> float:
    """Daily strain stimulus (n e^m)^(1/m), m = 4, of a range e repeated n times.

    Carter, Fyhrie and Whalen (1987), Journal of Biomechanics 20: 785-794, with strain in place of
    stress.

    Args:
        strain: (instants,) of one repetition.
        repetitions: per day.
    Returns:
        A strain: the equivalent range of a single repetition.
    """
    return float(np.ptp(strain) * repetitions ** (1.0 / EXPONENT))


@dataclass(frozen=True, eq=False)
class GaugeHistory:
    """One gauge over time.

    Args:
        high, low: (frames,) principal strains in the surface; NaN where loads are not known.
        angle: (frames,) rad, between the larger strain by size and the bone's axis.
        high_rate, low_rate: (frames,) 1/s.
    """

    high: FloatArray
    low: FloatArray
    angle: FloatArray
    high_rate: FloatArray
    low_rate: FloatArray


@dataclass(frozen=True, eq=False)
class LegStrain:
    """One leg.

    Args:
        time: (frames,) s.
        gauges: by site.
        loads: on the bone, in the frames in which they are known.
        known: (frames,).
        bone: its model.
        ring_loads: (known frames, 6 nr) on the bone's rings.
        sensitivity: changed input -> change of the anteromedial peaks (largest, smallest) [strain].
    """

    time: FloatArray
    gauges: Mapping[str, GaugeHistory]
    loads: TibiaLoads
    known: BoolArray
    bone: Tibia
    ring_loads: FloatArray
    sensitivity: Mapping[str, tuple[float, float]]

    def peaks(self, gauge: str) -> tuple[float, float]:
        """Largest and smallest principal strain at a gauge."""
        history = self.gauges[gauge]
        return float(np.nanmax(history.high)), float(np.nanmin(history.low))

    def greatest(self) -> tuple[tuple[str, float], tuple[str, float]]:
        """Gauge of the largest tension and gauge of the largest compression, with these strains."""
        peaks = {name: self.peaks(name) for name in self.gauges}
        drawn = max(peaks, key=lambda name: peaks[name][0])
        pressed = min(peaks, key=lambda name: peaks[name][1])
        return (drawn, peaks[drawn][0]), (pressed, peaks[pressed][1])


@dataclass(frozen=True, eq=False)
class BoneStrain:
    """Strain of both legs as far as loads are known, assumptions, and the checks of the
    analysis.
    """

    sides: Mapping[Side, LegStrain]
    notes: tuple[str, ...]
    checks: tuple[Check, ...] = ()
