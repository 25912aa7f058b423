"""Jerk of a recording's movement and of its noise, below a cut-off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.splines import SplineSystem, weight_at_cutoff


@dataclass(frozen=True, eq=False)
class SquaredJerk:
    """Squares of the third derivatives of quintic smoothing splines with one cut-off.

    Args:
        cutoff: Hz.
        interval: between frames, s.
        seen: (frames,) m^2/s^6, of the movement with its noise.
        noise: (frames,) m^2/s^6, of the marker movement that the fit leaves, weighted by mass.
    """

    cutoff: float
    interval: float
    seen: FloatArray
    noise: FloatArray


class RecordedJerk:
    """The jerk of a fitted motion's markers and mass centre, below any cut-off.

    Args:
        time, measured, fitted, mass: as in `noise_spectrum`.
        centre: (frames, 3) m, path of the mass centre of the fit; none for legs alone.
    """

    def __init__(
        self,
        time: FloatArray,
        measured: FloatArray,
        fitted: FloatArray,
        mass: FloatArray,
        centre: FloatArray | None = None,
    ) -> None:
        self._interval = float(time[-1] - time[0]) / (len(time) - 1)
        self._share = np.repeat(mass / mass.sum(), 3)
        paths = [fitted, measured - fitted, *([] if centre is None else [centre])]
        series = np.concatenate([path.reshape(len(time), -1) for path in paths], axis=1)
        self._splines = SplineSystem(time, series)

    def of_markers(self, cutoff: float) -> SquaredJerk:
        """Jerk of the fitted markers, weighted by mass."""
        n = len(self._share)
        square = self._squares(cutoff, slice(None, 2 * n))
        return SquaredJerk(
            cutoff, self._interval, square[:, :n] @ self._share, square[:, n:] @ self._share
        )

    def of_centre(self, cutoff: float) -> SquaredJerk:
        """Jerk of the mass centre."""
        n = len(self._share)
        square = self._squares(cutoff, slice(n, None))
        return SquaredJerk(
            cutoff, self._interval, square[:, n:].sum(axis=1), square[:, :n] @ self._share
        )

    def _squares(self, cutoff: float, series: slice) -> FloatArray:
        spline = self._splines.spline(weight_at_cutoff(cutoff, self._interval), series)
        third = spline(spline.time, 3)
        return np.square(third, out=third)
