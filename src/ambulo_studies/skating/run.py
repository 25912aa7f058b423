"""A run of strokes, from either simulation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy.integrate import trapezoid

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.records import Quantity
from ambulo.results.time_series import TimeSeries, vectors
from ambulo_studies.skating.parameters import Skater
from ambulo_studies.skating.readings import DriveReading

WORKS = ("push-off", "friction", "drag", "drivers")
"""Works that change the mechanical energy over a stroke. The exchanges change it too."""


@dataclass(frozen=True, eq=False)
class Run:
    """Successive strokes.

    Args:
        skater, reading: the simulated skater and reading.
        time: (samples,) s; the end of a stroke and the start of the next stroke have the same time.
        stroke: (samples,) index of the stroke.
        ski, com: (samples, 3) m, the ski's centre and the skier's centre of mass.
        ski_velocity, velocity: (samples, 3) m/s, of the ski's centre and the skier's centre of
            mass.
        length, lean: (samples,) m and rad, of the leg.
        work: name in `WORKS` -> (samples,) J since the start.
        exchange: (strokes,) J, change of mechanical energy at the start of each stroke; the first
            entry is zero.
        energy: (samples,) J, kinetic plus potential.
        ankle, knee: (samples, 3) N, force of the ski on the leg, and of the lower leg on the upper
            leg.
        momentum_velocity: (strokes + 1, 3) m/s, momentum divided by mass at the end of the previous
            stroke.
    """

    skater: Skater
    reading: DriveReading
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

    def series(self, title: str) -> TimeSeries:
        """The run over time with a hundred instants in each stroke; lean [deg] from upright."""
        ends = [np.flatnonzero(self.stroke == k) for k in range(self.skater.strokes)]
        kept = np.concatenate(
            [part[np.linspace(0, len(part) - 1, 101).astype(int)] for part in ends]
        )
        found = [
            Quantity("stroke", "1", self.stroke.astype(np.float64) + 1.0),
            *vectors("ski", "m", self.ski),
            *vectors("ski_velocity", "m/s", self.ski_velocity),
            *vectors("centre_of_mass", "m", self.com),
            *vectors("centre_of_mass_velocity", "m/s", self.velocity),
            Quantity("leg_length", "m", self.length),
            Quantity("leg_lean", "deg", np.degrees(self.lean)),
            Quantity("energy", "J", self.energy, "kinetic and potential"),
            *(
                Quantity(f"work_{name}", "J", done, "done since the start")
                for name, done in self.work.items()
            ),
            *vectors("ankle_force", "N", self.ankle),
            *vectors("knee_force", "N", self.knee),
        ]
        return TimeSeries(
            self.time[kept], [replace(one, values=one.values[kept]) for one in found], title
        )

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
        """Number (from 1) of the first stroke from which all mean speeds are within 1 % of the
        last.
        """
        means = self.mean_speeds
        off = np.abs(means - means[-1]) > 0.01 * abs(means[-1])
        return int(np.max(np.nonzero(off)[0], initial=-1)) + 2

    @property
    def power(self) -> FloatArray:
        """Mean power of push-off and drivers in each stroke (strokes,) [W]."""
        done = self.work["push-off"] + self.work["drivers"]
        ends = [np.nonzero(self.stroke == k)[0][[0, -1]] for k in range(self.skater.strokes)]
        return np.array([(done[b] - done[a]) / (self.time[b] - self.time[a]) for a, b in ends])

    @property
    def balance(self) -> float:
        """Energy change that works and exchanges do not explain, divided by the largest work; 0 is
        an exact balance.
        """
        done = np.sum([self.work[name] for name in WORKS], axis=0)
        exchanged = np.cumsum(self.exchange)[self.stroke]
        gap = self.energy - self.energy[0] - done - exchanged
        scale = max(float(np.abs(values).max()) for values in self.work.values())
        return float(np.abs(gap).max() / max(scale, 1e-300))
