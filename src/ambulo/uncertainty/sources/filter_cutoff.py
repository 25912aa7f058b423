"""The filter's cut-off, which is an estimate from the noise."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.smoothing import Smoothing
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
    largest: float = Field(
        default=0.3, ge=0, le=1, description="largest error (3 sigma) of the logarithm"
    )

    def size(self, nominal: Nominal) -> int:
        """Only smoothing splines have a weight that can be moved after filtering."""
        return 1 if nominal.stages.filtered.smoothing.weight > 0.0 else 0

    def change(self, nominal: Nominal, smoothing: Smoothing, z: FloatArray) -> Smoothing:
        """A quintic smoothing spline's weight is the inverse sixth power of its cut-off."""
        factor = float(np.exp(self.largest / 3.0 * z[0]))
        centre = smoothing.centre
        if centre is not None:
            centre = replace(centre, weight=centre.weight * factor**-6)
        return replace(smoothing, weight=smoothing.weight * factor**-6, centre=centre)

    def said(self) -> str:
        return f"largest error {100 * self.largest:g} % (3 sigma), one for all coordinates"


SOURCE = Source(
    "filter cut-off",
    "Woltring 1986: how much the cut-off varies with the noise of a recording",
    "filter",
    Acts.SMOOTHING,
    _Settings,
)
