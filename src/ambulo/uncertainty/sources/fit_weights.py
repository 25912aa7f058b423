"""Weights of the markers in the fit: who is believed more (Pamies-Vila 2012, section 5.4.2)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.inputs.toml_file import Form
from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.source import Acts, Nominal, Source

__all__ = ["SOURCE"]


class _Settings(Form):
    factor: float = Field(
        default=1.5, ge=1, le=10, description="one sigma of a weight, as a factor on it"
    )


def _size(nominal: Nominal, settings: _Settings) -> int:
    """Nothing to change where no weighted fit is made."""
    del settings
    fitted = nominal.stages.choice.consistency == "fit"
    return len(nominal.model.marker_names) if fitted else 0


def _change(nominal: Nominal, model: Model, z: FloatArray, settings: _Settings) -> Model:
    del nominal
    weight = model.marker_weight * np.exp(np.log(settings.factor) * z)
    return replace(model, marker_weight=weight)


def _said(settings: _Settings) -> str:
    return f"each weight times or over {settings.factor:g} (sigma of its logarithm)"


SOURCE = Source(
    "weights of the fit",
    "Pàmies-Vilà 2012, section 5.4.2",
    "fit weights",
    Acts.GEOMETRY,
    _Settings,
    _size,
    _change,
    _said,
)
