"""Noise of the cameras, with new random values of the size in the recording.

The analysis without bands already contains one sample of this noise, and the filter passes a part
of it. This part limits the certainty of accelerations, and so of a swinging leg's moments.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import Markers
from ambulo.uncertainty.source import (
    MANY_NUMBERS,
    Acts,
    Nominal,
    Source,
    SourceForm,
    many_numbers,
)

_ORDER = 6
"""Of the differences that leave noise and take motion out: at a tenth of the frame rate they pass
0.06 of a vibration."""


class _Settings(SourceForm):
    factor: float = Field(
        default=1.0, ge=0, le=20, description="factor on the noise in the recording"
    )

    def size(self, nominal: Nominal) -> int:
        return MANY_NUMBERS if len(nominal.stages.named.markers.time) > 2 * _ORDER else 0

    def change(self, nominal: Nominal, markers: Markers, z: FloatArray) -> Markers:
        """White noise of the recording's size, by way of what the filter does to markers."""
        sigma = self.factor * white_noise(nominal.stages.named.markers)
        size, rng = many_numbers(z)
        noise = sigma * size * rng.standard_normal(markers.position.shape)
        through = nominal.stages.filtered.smoothing.markers
        noise = through(noise.reshape(len(noise), -1)).reshape(noise.shape)
        return replace(markers, position=markers.position + noise)

    def said(self) -> str:
        return (
            f"white noise of {self.factor:g} × the noise in the recording, measured by sixth "
            "differences"
        )


def white_noise(markers: Markers) -> float:
    """Standard deviation [m] of white noise in a marker's coordinate; the median over all.

    It is found by differences of order n. Their variance is (2n)! / n!^2 times that of the noise.
    """
    differences = np.diff(markers.position.reshape(len(markers.time), -1), n=_ORDER, axis=0)
    square = np.nanmean(np.square(differences[:, np.isfinite(differences).any(axis=0)]), axis=0)
    return float(np.sqrt(np.median(square) / comb(2 * _ORDER, _ORDER))) if len(square) else 0.0


SOURCE = Source(
    "camera noise",
    "found in the recording itself",
    "markers",
    Acts.MARKERS,
    _Settings,
)
