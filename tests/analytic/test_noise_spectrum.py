"""The smoothing follows the noise: made recordings with known movement and known noise."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.mocap.filters.noise_spectrum import noise_spectrum
from ambulo.mocap.filters.splines import smoothing_spline, weight_at_cutoff
from ambulo.records import Markers

TIME = np.arange(400) / 100.0


def walking(seed: int):
    """Positions (frames, 20, 3) with five harmonics of a stride, and their accelerations."""
    rng = np.random.default_rng(seed)
    position = np.zeros((len(TIME), 20, 3))
    acceleration = np.zeros_like(position)
    for harmonic in range(1, 6):
        omega = 2 * np.pi * 0.95 * harmonic
        amplitude = 0.15 / harmonic**3 * rng.uniform(0.3, 1.0, size=(20, 3))
        phase = rng.uniform(0, 2 * np.pi, size=(20, 3))
        wave = amplitude * np.sin(omega * TIME[:, None, None] + phase)
        position += wave
        acceleration -= omega**2 * wave
    return position, acceleration


def markers(position: np.ndarray) -> Markers:
    return Markers(tuple(f"m{k}" for k in range(position.shape[1])), TIME, position)


def acceleration_error(noisy: np.ndarray, truth: np.ndarray, cutoff: float) -> float:
    series = noisy.reshape(len(TIME), -1)
    weight = np.full(series.shape[1], weight_at_cutoff(cutoff, 0.01))
    found = smoothing_spline(TIME, series, weight)(TIME, 2)
    inner = slice(20, -20)
    return float(np.sqrt(np.mean((found - truth.reshape(len(TIME), -1))[inner] ** 2)))


@pytest.mark.parametrize("noise", [0.0002, 0.001, 0.003])
def test_white_noise_is_measured_and_the_cutoff_is_near_the_best(noise):
    clean, truth = walking(1)
    noisy = clean + noise * np.random.default_rng(2).normal(size=clean.shape)
    found = noise_spectrum(markers(noisy))
    assert found.level == pytest.approx(noise, rel=0.2)
    best = min(acceleration_error(noisy, truth, f) for f in np.geomspace(3.0, 30.0, 40))
    assert acceleration_error(noisy, truth, found.cutoff) < 1.25 * best


def test_noise_that_falls_with_frequency_is_followed_below_its_band():
    rng = np.random.default_rng(5)
    clean, truth = walking(3)
    white = np.fft.rfft(rng.normal(size=clean.shape), axis=0)
    frequency = np.fft.rfftfreq(len(TIME), 0.01)
    shaped = np.fft.irfft(white / np.maximum(frequency, 1.0)[:, None, None], n=len(TIME), axis=0)
    noisy = clean + 0.002 * shaped / shaped.std()
    found = noise_spectrum(markers(noisy))
    assert found.level == pytest.approx(0.002, rel=0.4)
    best = min(acceleration_error(noisy, truth, f) for f in np.geomspace(3.0, 30.0, 40))
    assert acceleration_error(noisy, truth, found.cutoff) < 1.25 * best


def test_more_noise_never_raises_the_cutoff():
    clean, _ = walking(4)
    rough = np.random.default_rng(6).normal(size=clean.shape)
    cutoffs = [noise_spectrum(markers(clean + s * rough)).cutoff for s in (1e-4, 5e-4, 2e-3, 8e-3)]
    assert cutoffs == sorted(cutoffs, reverse=True)
    assert cutoffs[0] > 1.3 * cutoffs[-1]


def test_markers_with_gaps_are_left_out():
    clean, _ = walking(5)
    noisy = clean + 0.001 * np.random.default_rng(7).normal(size=clean.shape)
    with_gap = noisy.copy()
    with_gap[50:60, 3] = np.nan
    kept = np.delete(noisy, 3, axis=1)
    assert noise_spectrum(markers(with_gap)).cutoff == noise_spectrum(markers(kept)).cutoff
