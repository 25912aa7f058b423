"""The amount of smoothing: the frequency up to which a recording's movement exceeds its noise.

Noise is marker movement that a jointed body cannot make: from cameras, reconstruction and skin. The
fit of the model leaves this noise at all frequencies, including those of the movement. So no
extrapolation from frequencies without movement is needed. One cut-off is used for the whole body,
so that no joint lags behind its neighbours. Segments count by their mass, as in a force.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.windows import windows

LOWEST, _HIGHEST, _STEPS = 2.0, 40.0, 160
"""Range of the cut-off [Hz], and number of cut-offs tried."""

_STILL = 1.25
"""Times the lowest cut-off."""

_BAND = 1.0
"""Hz, over which the logarithms of spectra are averaged: the spectrum of a movement falls by
decades, and a plain mean would carry low frequencies upwards."""

_STANDS_OUT = 1.5
"""Movement ends where the spectrum first falls below this multiple of the noise's: a plateau just
above the noise would otherwise count as movement, weighed by the fourth power of frequency."""

_FROM = 1.0
"""Hz, above which that is looked for."""

_CLEAR, _GOES_ON = 3.0, 1.75
"""Factors on the noise and on a frequency. Let f be the frequency at which the movement's spectrum
first falls below the first factor times the noise spectrum. Movement ends at most at the second
factor times f. A spectrum falls by decades. It stays near the noise only where the fit takes up
more noise than expected, for example with one marker on a segment. Movement ends at 1.0 to 1.7 f in
29 public recordings, at 2.1 to 2.9 f in three others, and at 3.1 f with markers left out.
"""

_PERIODS, _STRETCH = 3.0, (1.5, 4.0)
"""Length of the window of a spectrum: in periods of the movement, and its least and greatest length
in seconds. Half the power of the positions lies below the frequency of this period.
"""


@dataclass(frozen=True, eq=False)
class NoiseSpectrum:
    """Spectra of a fitted motion and of what the fit leaves, and the cut-off from them.

    Args:
        frequency: (n,) Hz.
        observed, noise: (n,) m^2 per Hz, of one coordinate of the fitted markers, mean weighted by
            mass.
        end: Hz, up to which movement is seen; half the frame rate if it never ends.
        above: m, movement of one coordinate of the fitted markers above `end` (root mean square).
        left: m, movement that the fit leaves in one coordinate (root mean square, weighted by
            mass).
        cutoff: half amplitude of the smoothing, Hz.
    """

    frequency: FloatArray
    observed: FloatArray
    noise: FloatArray
    end: float
    above: float
    left: float
    cutoff: float

    @property
    def still(self) -> bool:
        """Whether no movement exceeds the noise. The cut-off is then nearly the lowest possible."""
        return self.cutoff < _STILL * LOWEST

    @property
    def note(self) -> str:
        """A note on the measured noise, for the log."""
        left = (
            f"The fitted model differs from the markers by {1e3 * self.left:.1f} mm in each "
            "coordinate."
        )
        if self.still:
            return (
                f"The markers show no movement above {self.end:.0f} Hz, as in standing. They are "
                f"smoothed as strongly as possible. {left}"
            )
        return (
            f"The markers show movement up to {self.end:.0f} Hz. Above this frequency, they "
            f"contain {1e3 * self.above:.2g} mm of noise. {left}"
        )


def noise_spectrum(
    time: FloatArray,
    measured: FloatArray,
    fitted: FloatArray,
    mass: FloatArray,
    passed: float = 1.0,
) -> NoiseSpectrum:
    """Choose the smoothing for accelerations from what a model's fit leaves of the markers.

        min over f_c of sum_f [ (1 - H)^2 M + H^2 N ] f^4,   H = 1 / (1 + (f / f_c)^6)

    This is the least expected squared error of the acceleration (Wiener 1949) from a quintic
    smoothing spline. S is the spectrum of the fitted motion. It consists of the movement M = g S
    and the noise N = (1 - g) S, with g = 1 - passed r / a. a and r are the averaged spectra of the
    fitted motion and of what the fit leaves. The noise thus never exceeds what was observed.

    Args:
        time: (frames,) s, evenly spaced.
        measured, fitted: (frames, m, 3) m, markers as recorded (gaps filled, not filtered) and on
            the model.
        mass: (m,) mass that each marker represents; any unit.
        passed: power of the noise that enters the fitted motion, divided by the power that the fit
            leaves.
    """
    interval = float(time[-1] - time[0]) / (len(time) - 1)
    share = mass / mass.sum()
    left_over = measured - fitted
    both = np.stack([fitted, left_over])
    seen, left = _spectrum(both, len(time), interval) @ share
    length = _stretch(seen, left, len(time), interval)
    frequency = np.asarray(np.fft.rfftfreq(length, interval), dtype=np.float64)
    observed = seen
    if length < len(time):
        observed, left = _spectrum(both, length, interval) @ share
    line = float(frequency[1])
    a, r = _averaged(observed, line), passed * _averaged(left, line)
    moving = np.clip(1.0 - r / a, 0.0, 1.0)
    sunk = np.flatnonzero((a < _STANDS_OUT * r) & (frequency > _FROM))
    near = np.flatnonzero((a < _CLEAR * r) & (frequency > _FROM))
    if len(near):
        sunk = np.append(sunk, np.searchsorted(frequency, _GOES_ON * frequency[near[0]]))
    end = int(sunk.min(initial=len(frequency)))
    moving[end:] = 0.0
    end = min(end, len(frequency) - 1)
    return NoiseSpectrum(
        frequency,
        observed,
        (1.0 - moving) * observed,
        float(frequency[end]),
        float(np.sqrt(np.sum(observed[end:]) * line)),
        float(np.sqrt(np.mean(left_over**2, axis=(0, 2)) @ share)),
        _least_acceleration_error(frequency, moving * observed, (1.0 - moving) * observed),
    )


def _stretch(seen: FloatArray, left: FloatArray, frames: int, interval: float) -> int:
    """Number of frames over which a spectrum is taken: some periods of the movement.

    Steps that repeat many times give lines, and noise between them, where movement would seem to
    end; over a few periods the lines are as wide as they are apart.
    """
    power = np.cumsum(np.maximum(seen - left, 0.0))
    frequency = np.fft.rfftfreq(frames, interval)
    middle = frequency[max(1, int(np.searchsorted(power, 0.5 * power[-1])))]
    seconds = np.clip(_PERIODS / middle, *_STRETCH)
    return min(frames, round(float(seconds) / interval))


def _spectrum(position: FloatArray, length: int, interval: float) -> FloatArray:
    """Power (n, frequencies, m) m^2 per Hz of markers (n, frames, m, 3), mean over coordinates.

    Mean over stretches that overlap by half at least, each without its parabola and under a Hann
    window (Welch 1967).
    """
    # series by series in memory
    values = np.moveaxis(position, 1, -1).copy()
    powers, window = _parabolas(length), np.hanning(length)
    frames = values.shape[-1]
    count = 1 + int(np.ceil(2.0 * (frames - length) / length))
    total = np.zeros((*values.shape[:-1], length // 2 + 1))
    for start in np.linspace(0, frames - length, count).astype(int):
        part = values[..., start : start + length]
        line = np.fft.rfft((part - (part @ powers) @ powers.T) * window)
        total += line.real**2 + line.imag**2
    total *= 2.0 * interval / (count * np.sum(window**2))
    return np.asarray(total.mean(axis=2).swapaxes(1, 2))


@lru_cache(maxsize=16)
def _parabolas(length: int) -> FloatArray:
    """Orthonormal columns (length, 3) that span the parabolas."""
    return np.asarray(np.linalg.qr(np.vander(np.linspace(-1.0, 1.0, length), 3))[0])


def _averaged(spectrum: FloatArray, line: float) -> FloatArray:
    """Geometric mean over _BAND."""
    logarithm = np.log(np.maximum(spectrum, np.finfo(float).tiny))
    width = max(1, round(_BAND / line))
    return np.asarray(np.exp(windows(logarithm, width).mean(axis=-1)))


def _least_acceleration_error(
    frequency: FloatArray, movement: FloatArray, noise: FloatArray
) -> float:
    """Cut-off with the least expected error of the second derivative."""
    nyquist = frequency[-1]
    cutoffs = np.geomspace(LOWEST, min(_HIGHEST, 0.9 * nyquist), _STEPS)
    passes = 1.0 / (1.0 + (frequency / cutoffs[:, None]) ** 6)
    error = ((1.0 - passes) ** 2 * movement + passes**2 * noise) * frequency**4
    return float(cutoffs[np.argmin(error[:, frequency < 0.95 * nyquist].sum(axis=1))])
