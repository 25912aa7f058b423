"""Errors of the smoothing: an estimated cut-off, and movement that is removed with the noise."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.lost_movement import lost_movement
from ambulo.mocap.filters.smoothing import Smoothing
from ambulo.uncertainty.source import (
    MANY_NUMBERS,
    Acts,
    Nominal,
    Source,
    SourceForm,
    many_numbers,
)


class _FilterCutoff(SourceForm):
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
        return f"largest error {100 * self.largest:g} % (3 sigma), the same for all coordinates"


FILTER_CUTOFF = Source(
    "filter cut-off",
    "Woltring 1986: how much the cut-off varies with the noise of a recording",
    "filter",
    Acts.SMOOTHING,
    _FilterCutoff,
)


class _SmoothingLoss(SourceForm):
    factor: float = Field(
        default=1.0, ge=0, le=5, description="factor on the roughness of the recording"
    )

    def size(self, nominal: Nominal) -> int:
        """Only smoothing splines say what movements they are right for."""
        return MANY_NUMBERS if nominal.stages.filtered.smoothing.weight > 0.0 else 0

    def change(self, nominal: Nominal, smoothing: Smoothing, z: FloatArray) -> Smoothing:
        """S q + (s - S s) of a drawn s."""
        time, (size, rng) = nominal.stages.steps.time, many_numbers(z)
        jerk = self.factor * size * nominal.roughness
        lost = lost_movement(time, jerk, smoothing.weight, smoothing.profile, rng)
        centre = smoothing.centre
        if centre is not None:
            rough = self.factor * size * nominal.centre_roughness
            way = lost_movement(time, rough, centre.weight, centre.profile, rng)
            centre = replace(centre, off=way)
        return replace(smoothing, off=lost, centre=centre)

    def said(self) -> str:
        return (
            f"what the spline removes from movements whose jerk is {self.factor:g} × the jerk of "
            "the recording around each instant"
        )


SMOOTHING_LOSS = Source(
    "movement that smoothing takes away",
    "Wahba 1983; Nychka 1988",
    "filter",
    Acts.SMOOTHING,
    _SmoothingLoss,
)
