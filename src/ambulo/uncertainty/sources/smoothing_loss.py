"""Movement that goes with the noise: a filter takes fast movement too, most where the foot strikes.

What it takes cannot be seen. It is about what the same filter takes from its own result, for a
movement with half of its amplitude left loses another half (Tukey 1977, "twicing").
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.math.splines import smoothing_spline
from ambulo.mocap.filters.smoothing import Smoothing
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm

__all__ = ["SOURCE"]


class _Settings(SourceForm):
    sigma: float = Field(default=1.0, ge=0, le=5, description="of what a second filtering takes")

    def size(self, nominal: Nominal) -> int:
        """Only smoothing splines work on coordinates, where a second pass is one call."""
        return 1 if nominal.stages.filtered.smoothing.weight > 0.0 else 0

    def change(self, nominal: Nominal, smoothing: Smoothing, z: FloatArray) -> Smoothing:
        """S (q + e (q - S q)) = S q + e (S q - S S q)."""
        time = nominal.stages.steps.time
        before, weight, profile = smoothing.coordinates, smoothing.weight, smoothing.profile
        share = self.sigma * float(z[0])

        def coordinates(q: FloatArray) -> FloatArray:
            q = before(q)
            weights = np.full(q.shape[1], weight)
            return np.asarray(q + share * (q - smoothing_spline(time, q, weights, profile)(time)))

        return replace(smoothing, coordinates=coordinates)

    def said(self) -> str:
        return f"sigma {self.sigma:g} times what a second filtering takes away"


SOURCE = Source(
    "movement that smoothing takes away",
    "Tukey 1977: twicing",
    "filter",
    Acts.SMOOTHING,
    _Settings,
)
