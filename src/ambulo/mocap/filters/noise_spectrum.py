"""How much to smooth: the frequency at which a recording's movement sinks into its noise.

The noise of marker trajectories is not white: cameras, reconstruction and soft tissue leave a
spectrum that falls with frequency. Above some 15 Hz nothing else is left of walking (Angeloni et
al. 1994), so the noise is seen there by itself and is continued to lower frequencies by its own
power law. One cut-off serves the whole body, so that no joint lags behind its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import uniform_filter1d

from ambulo.math.arrays import FloatArray
from ambulo.records import Markers

__all__ = ["NoiseSpectrum", "cutoff_of", "noise_spectrum"]

NO_MOVEMENT = 15.0
"""Hz; Angeloni, Riley & Krebs (1994): 99 % of the markers' power in walking is below 10 Hz, at the
heel below 15 Hz."""

CUTOFFS = np.geomspace(3.0, 30.0, 80)
"""Hz."""

_STEEPEST = 4.0
"""Exponent of a noise power law; steeper is a filter that was applied before, not noise."""

_BAND = 2.0
"""Hz; spectra are averaged over it, which is wider than the distance of a stride's harmonics."""

_ABOVE_NOISE = 2.0
"""Where the spectrum falls below this multiple of the noise's, movement has sunk into noise."""


@dataclass(frozen=True, eq=False)
class NoiseSpectrum:
    """Mean spectra of marker coordinates, and the cut-off that follows.

    Args:
        frequency: (n,) Hz.
        observed, noise: (n,) m^2 per Hz.
        level: standard deviation of the noise of a coordinate, m.
        cutoff: half amplitude of the smoothing, Hz.
    """

    frequency: FloatArray
    observed: FloatArray
    noise: FloatArray
    level: float
    cutoff: float

    @property
    def note(self) -> str:
        """What was measured, for the log."""
        return (
            f"Marker noise measured above {NO_MOVEMENT:.0f} Hz and continued below: "
            f"{1e3 * self.level:.2f} mm a coordinate."
        )


def noise_spectrum(markers: Markers) -> NoiseSpectrum:
    """Measure the noise of a recording and choose the smoothing for accelerations.

    The cut-off of the quintic smoothing spline is the one with the least expected squared error of
    the acceleration, given both spectra (Wiener 1949).

    Args:
        markers: gaps filled; those with missing frames are not used.
    """
    complete = np.isfinite(markers.position).all(axis=(0, 2))
    values = markers.position[:, complete].reshape(len(markers.time), -1)
    interval = float(markers.time[-1] - markers.time[0]) / (len(markers.time) - 1)
    frequency = np.asarray(np.fft.rfftfreq(len(values), interval), dtype=np.float64)
    observed = _spectrum(values).mean(axis=1) * 2.0 * interval
    noise = _power_law(frequency, observed)
    level = float(np.sqrt(np.sum(noise) * frequency[1]))
    return NoiseSpectrum(
        frequency, observed, noise, level, _least_acceleration_error(frequency, observed, noise)
    )


def _spectrum(values: FloatArray) -> FloatArray:
    """Squared amplitudes (frequencies, series) after a parabola is taken out, Hann window."""
    frames = len(values)
    powers = np.vander(np.linspace(-1.0, 1.0, frames), 3)
    values = values - powers @ np.linalg.lstsq(powers, values)[0]
    window = np.hanning(frames)[:, None]
    return np.asarray(np.abs(np.fft.rfft(values * window, axis=0)) ** 2 / np.sum(window**2))


def _power_law(frequency: FloatArray, observed: FloatArray) -> FloatArray:
    """Noise spectrum c f^-s fitted where nothing else is left, flat below 1 Hz."""
    nyquist = frequency[-1]
    alone = (frequency > min(NO_MOVEMENT, 0.5 * nyquist)) & (frequency < 0.95 * nyquist)
    log_f = np.log(frequency[alone])
    log_s = np.log(np.maximum(observed[alone], np.finfo(float).tiny))
    slope = float(np.clip(np.polyfit(log_f, log_s, 1)[0], -_STEEPEST, 0.0))
    log_c = float(np.mean(log_s - slope * log_f))
    return np.asarray(np.exp(log_c) * np.maximum(frequency, 1.0) ** slope)


def _least_acceleration_error(
    frequency: FloatArray, observed: FloatArray, noise: FloatArray
) -> float:
    """Cut-off with the least expected error of the second derivative.

    Movement is what stands out of the noise up to the frequency where it first sinks into it.
    """
    width = max(1, round(_BAND / frequency[1]))
    averaged = uniform_filter1d(observed, width, mode="nearest")
    sunk = np.flatnonzero(averaged < _ABOVE_NOISE * noise)
    movement = np.maximum(observed - noise, 0.0)
    if len(sunk):
        movement[sunk[0] :] = 0.0
    passed = 1.0 / (1.0 + (frequency / CUTOFFS[:, None]) ** 6)
    error = ((1.0 - passed) ** 2 * movement + passed**2 * noise) * frequency**4
    return float(CUTOFFS[np.argmin(error.sum(axis=1))])


def cutoff_of(markers: Markers, given: float | None) -> tuple[float, str]:
    """Cut-off [Hz] as given, else where the movement sinks into the noise, and which it is."""
    if given is not None:
        return given, "Cut-off as given."
    spectrum = noise_spectrum(markers)
    return spectrum.cutoff, spectrum.note
