"""Uncertain weights of the markers in the fit (Pamies-Vila 2012, section 5.4.2)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
    factor: float = Field(default=1.5, ge=1, le=10, description="sigma of a weight, as a factor")

    def size(self, nominal: Nominal) -> int:
        """Nothing to change where no weighted fit is made."""
        fitted = nominal.stages.choice.consistency == "fit"
        return len(nominal.model.marker_names) if fitted else 0

    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        weight = model.marker_weight * np.exp(np.log(self.factor) * z)
        return replace(model, marker_weight=weight)

    def said(self) -> str:
        return (
            f"in two of three cases, each marker's weight is up to {self.factor:g} times larger or "
            "smaller"
        )


SOURCE = Source(
    "weights of the fit",
    "Pàmies-Vilà 2012, section 5.4.2",
    "fit weights",
    Acts.GEOMETRY,
    _Settings,
)
