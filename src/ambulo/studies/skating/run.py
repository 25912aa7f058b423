"""A run of strokes, whichever way it was simulated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.integrate import trapezoid

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.studies.skating.parameters import Skater
from ambulo.studies.skating.readings import Reading

WORKS = ("push-off", "friction", "drag", "drivers")
"""What changes the mechanical energy over a stroke; the exchanges come besides."""


@dataclass(frozen=True, eq=False)
class Run:
    """Strokes one after the other.

    Args:
        skater, reading: what was simulated.
        time: (samples,) s; the end of a stroke and the start of the next share a time.
        stroke: (samples,) index of the stroke.
        ski, com: (samples, 3) m, the ski's centre and the skier's centre of mass.
        ski_velocity, velocity: (samples, 3) m/s, of the same.
        length, lean: (samples,) m, rad, of the leg.
        work: name -> (samples,) J since the start, by `WORKS`.
        exchange: (strokes,) J, change of mechanical energy at the start of each stroke; the first
            entry is zero.
        energy: (samples,) J, kinetic and potential.
        ankle, knee: (samples, 3) N, what the ski does to the leg and the lower leg to the upper.
        momentum_velocity: (strokes + 1, 3) m/s, momentum over mass at the end of the stroke before.
    """

    skater: Skater
    reading: Reading
    time: FloatArray
    stroke: IntArray
    ski: FloatArray
    com: FloatArray
    ski_velocity: FloatArray
    velocity: FloatArray
    length: FloatArray
    lean: FloatArray
    work: Mapping[str, FloatArray]
    exchange: FloatArray
    energy: FloatArray
    ankle: FloatArray
    knee: FloatArray
    momentum_velocity: FloatArray

    @property
    def speed(self) -> FloatArray:
        """Speed of the centre of mass over the ground, X-Y plane (samples,) [m/s]."""
        return np.hypot(self.velocity[:, 0], self.velocity[:, 1])

    def stroke_means(self, values: FloatArray) -> FloatArray:
        """Time means of a quantity (samples,) over each stroke (strokes,)."""
        means = []
        for k in range(self.skater.strokes):
            part = self.stroke == k
            t = self.time[part]
            means.append(float(trapezoid(values[part], t) / (t[-1] - t[0])))
        return np.array(means)

    @property
    def mean_speeds(self) -> FloatArray:
        """Mean speed of each stroke (strokes,) [m/s]."""
        return self.stroke_means(self.speed)

    @property
    def settled_speed(self) -> float:
        """Mean speed of the second half of the strokes, m/s."""
        return float(np.mean(self.mean_speeds[self.skater.strokes // 2 :]))

    @property
    def settled_after(self) -> int:
        """First stroke (from 1) from which all means are within 1 % of the last."""
        means = self.mean_speeds
        off = np.abs(means - means[-1]) > 0.01 * abs(means[-1])
        return int(np.max(np.nonzero(off)[0], initial=-1)) + 2

    @property
    def power(self) -> FloatArray:
        """Rate of work of push-off and drivers, mean of each stroke (strokes,) [W]."""
        done = self.work["push-off"] + self.work["drivers"]
        ends = [np.nonzero(self.stroke == k)[0][[0, -1]] for k in range(self.skater.strokes)]
        return np.array([(done[b] - done[a]) / (self.time[b] - self.time[a]) for a, b in ends])

    @property
    def balance(self) -> float:
        """Energy left over by works and exchanges, over the largest work: 0 closes exactly."""
        done = np.sum([self.work[name] for name in WORKS], axis=0)
        exchanged = np.cumsum(self.exchange)[self.stroke]
        gap = self.energy - self.energy[0] - done - exchanged
        scale = max(float(np.abs(values).max()) for values in self.work.values())
        return float(np.abs(gap).max() / max(scale, 1e-300))
