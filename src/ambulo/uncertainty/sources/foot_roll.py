"""The roll of feet whose markers do not show it: errors of level soles and of ankles in swing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.mocap.fit.foot_roll import AT_EASE, LEVEL, foot_rolls
from ambulo.records import Model
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
    sole: float = Field(
        default=float(np.degrees(LEVEL)), ge=0, le=20, description="deg, sigma of a loaded sole"
    )
    ankle: float = Field(
        default=float(np.degrees(AT_EASE)), ge=0, le=30, description="deg, sigma of inversion"
    )

    def size(self, nominal: Nominal) -> int:
        """Nothing to change where every foot's markers show its roll, or joints need not hold."""
        fitted = nominal.stages.choice.consistency == "fit"
        return 2 * len(_feet(nominal.model)) if fitted else 0

    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        sigma = np.radians([self.sole, self.ankle])
        soles = dict(model.soles)
        for side, (roll, inversion) in zip(
            _feet(nominal.model), sigma * z.reshape(-1, 2), strict=True
        ):
            level, standing = soles[side]
            soles[side] = (level + float(roll), standing + float(inversion))
        return replace(model, soles=soles)

    def said(self) -> str:
        return (
            "only feet whose markers do not show their roll: sigma "
            f"{self.sole:g} degrees for a loaded sole, {self.ankle:g} degrees for the ankle's "
            "inversion at other times"
        )


def _feet(model: Model) -> list[str]:
    """Sides whose feet do not show their roll by themselves."""
    return [f.side for f in foot_rolls(model) if f.side in model.soles and f.lacks(LEVEL) > 0.0]


SOURCE = Source(
    "roll of the feet",
    "24 feet of nine laboratories whose markers show it",
    "roll of the feet",
    Acts.GEOMETRY,
    _Settings,
)
