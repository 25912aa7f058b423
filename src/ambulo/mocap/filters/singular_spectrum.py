"""Singular spectrum analysis: a signal as a sum of components; those with the largest weights are
kept.

Source: Alonso, Salgado, Cuadrado & Pintado (2005), Automatic smoothing of raw kinematic signals
using SSA and cluster analysis. Sequential passes make the result insensitive to the window
(Pamies-Vila 2012, section 4.3.1: window 10, two components, three passes at 100 Hz).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from pydantic import Field

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.smoothing import (
    Filter,
    FilterSettings,
    Measure,
    Smoothing,
    complete_series,
    cutoff_of,
    either,
)
from ambulo.records import Diagnostic, Markers

COMPONENTS = 2
PASSES = 3


@dataclass(frozen=True, eq=False)
class SingularSpectrum:
    """Result of a singular spectrum analysis.

    Args:
        window: number of samples; components: number kept; passes: number of passes in sequence.
        filtered: (frames, series).
        eigenvalues: (passes, series, window) of the lag covariance, largest first.
        kept: (passes, series) share of the kept components in the sum of eigenvalues.
    """

    window: int
    components: int
    passes: int
    filtered: FloatArray
    eigenvalues: FloatArray
    kept: FloatArray

    def diagnostic(self) -> Diagnostic:
        """The singular spectrum of each pass, means over the series (Pamies-Vila 2012, fig. 4.3).

        After a pass that has removed the noise, the other components are far below the kept
        components.
        """
        total = self.eigenvalues.sum(axis=2, keepdims=True)
        share = np.divide(
            self.eigenvalues, total, out=np.zeros_like(self.eigenvalues), where=total > 0.0
        ).mean(axis=1)
        return Diagnostic(
            "Singular spectrum",
            "log10 of the share",
            "component",
            np.arange(1.0, self.window + 1.0),
            {f"pass {k + 1}": np.log10(np.maximum(s, 1e-16)) for k, s in enumerate(share)},
            f"Share of the signal's power by component of the singular spectrum analysis; the "
            f"first {self.components} are kept in every pass.",
        )


def singular_spectrum_filter(
    values: FloatArray, window: int, components: int = COMPONENTS, passes: int = PASSES
) -> SingularSpectrum:
    """Rebuild each series from the leading components of its trajectory matrix, several times.

    The trajectory matrix has the series shifted by 0 to window - 1 samples. Its leading
    eigenvectors span the kept components. Averages along the antidiagonals give a series again
    (Golyandina, Nekrutkin & Zhigljavsky 2001, chapter 1).

    Args:
        values: (frames, series), no NaN.
        window: samples, at most half of the frames.
        components: number kept in every pass, at most `window`.
        passes: number of passes.
    Raises:
        ValueError: window, components or passes do not fit the data.
    """
    frames = len(values)
    if not 2 <= window <= frames // 2:
        raise ValueError(
            f"a window of {window} samples is impossible for {frames} frames; give 2 to "
            f"{frames // 2}"
        )
    if not 1 <= components <= window or passes < 1:
        raise ValueError(
            f"{components} components and {passes} passes are impossible; give 1 to {window} "
            "components and at least one pass"
        )
    series = np.ascontiguousarray(values.T)
    spectra, shares = [], []
    for _ in range(passes):
        trajectory = np.lib.stride_tricks.sliding_window_view(series, window, axis=1)
        # lag covariance X^T X of the trajectory matrix X_ki = x_(k + i), window by window
        covariance = np.einsum("ski,skj->sij", trajectory, trajectory)
        eigenvalue, vector = np.linalg.eigh(covariance)
        leading = vector[:, :, -components:]
        projection = np.einsum("sir,sjr->sij", leading, leading)
        # back from the leading components to a series, Alonso et al. (2005)
        series = _antidiagonal_means(trajectory @ projection, frames)
        falling = np.maximum(eigenvalue[:, ::-1], 0.0)
        total = falling.sum(axis=1)
        share = np.divide(
            falling[:, :components].sum(axis=1), total, out=np.ones_like(total), where=total > 0.0
        )
        spectra.append(falling)
        shares.append(share)
    return SingularSpectrum(
        window, components, passes, series.T.copy(), np.array(spectra), np.array(shares)
    )


def _antidiagonal_means(trajectory: FloatArray, frames: int) -> FloatArray:
    """Series (series, frames) from matrices (series, frames - window + 1, window)."""
    rows, window = trajectory.shape[1:]
    total = np.zeros((len(trajectory), frames))
    count = np.zeros(frames)
    for lag in range(window):
        total[:, lag : lag + rows] += trajectory[:, :, lag]
        count[lag : lag + rows] += 1.0
    return total / count


def pass_response(
    values: FloatArray, window: int, components: int, cycles: FloatArray
) -> FloatArray:
    """Share of an amplitude that one pass lets through in the middle of a record, by frequency.

    Away from the ends, projection on eigenvectors e_k with averaging is the symmetric filter sum_k
    |E_k(f)|^2 / window. E_k is the Fourier transform of e_k. The eigenvectors are those of the lag
    covariance pooled over the series, each scaled to unit power.

    Args:
        values: (frames, series).
        cycles: (n,) frequencies in cycles per sample.
    """
    series = values.T / np.linalg.norm(values, axis=0)[:, None]
    trajectory = np.lib.stride_tricks.sliding_window_view(series, window, axis=1)
    covariance = np.einsum("ski,skj->ij", trajectory, trajectory)
    leading = np.linalg.eigh(covariance)[1][:, -components:]
    phase = np.exp(-2j * np.pi * np.outer(cycles, np.arange(window)))
    return np.asarray(np.sum(np.abs(phase @ leading) ** 2, axis=1) / window)


def choose_window(
    values: FloatArray,
    interval: float,
    cutoff: float,
    components: int = COMPONENTS,
    passes: int = PASSES,
) -> int:
    """The window whose passes together halve the amplitude at a frequency.

    Args:
        values: (frames, series).
        interval: between samples, s.
        cutoff: Hz, for instance the frequency above which noise exceeds the movement.
    """
    longest = max(components + 1, min(len(values) // 4, round(1.0 / (cutoff * interval))))
    frequency = np.array([cutoff * interval])
    windows = np.arange(components + 1, longest + 1)
    through = [pass_response(values, int(w), components, frequency)[0] ** passes for w in windows]
    return int(windows[np.argmin(np.abs(np.array(through) - 0.5))])


def _rebuilt(window: int, components: int, passes: int, values: FloatArray) -> FloatArray:
    """Filtered series; forces known for less than two windows take the longest that fits."""
    fitting = min(window, len(values) // 2)
    return singular_spectrum_filter(values, fitting, min(components, fitting), passes).filtered


class SpectrumSettings(FilterSettings):
    """Window, components and passes."""

    window: int | None = Field(
        default=None, ge=2, description="samples; left out: half the amplitude at the cut-off"
    )
    components: int = Field(default=COMPONENTS, ge=1, description="kept in every pass")
    passes: int = Field(default=PASSES, ge=1, le=100, description="in sequence")

    def choose(self, markers: Markers, given: float | None, measure: Measure) -> Smoothing:
        """The given settings; if no window is given, a window from the cut-off."""
        either(cutoff=given, window=self.window)
        series = complete_series(markers)
        components, passes = self.components, self.passes
        if self.window is None:
            cutoff = cutoff_of(given, measure)
            window = choose_window(series, 1.0 / markers.rate, cutoff.hz, components, passes)
            how = cutoff.note
        else:
            window, how = self.window, "Window as given."
        if not components <= window <= len(series) // 2:
            raise InputError(
                what=f"a window of {window} samples does not suit {components} components and a "
                f"record of {len(series)} frames",
                where="filter_settings",
                remedy=f"Give a window of {components} to {len(series) // 2} samples",
            )
        rebuild = partial(_rebuilt, window, components, passes)
        spectrum = singular_spectrum_filter(series, window, components, passes)
        note = (
            f"{how} Singular spectrum analysis smooths markers and coordinates: window {window}, "
            f"{components} component{'s' * (components > 1)}, {passes} pass"
            f"{'es' * (passes > 1)}, at least {100.0 * spectrum.kept.min():.2f} % of the "
            "eigenvalues kept."
        )
        return Smoothing(rebuild, rebuild, 0.0, note, (spectrum.diagnostic(),))


FILTER = Filter(
    "singular spectrum analysis",
    "Alonso et al. 2005; Pamies-Vila 2012",
    SpectrumSettings().choose,
    SpectrumSettings,
)
