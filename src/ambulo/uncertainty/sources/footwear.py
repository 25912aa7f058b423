"""Shoes of unknown or uncertain mass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Model
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm

_LEAST = 0.2
"""Share of the foot's mass that stays whatever is drawn."""


class _Settings(SourceForm):
    sigma: float = Field(
        default=0.1, ge=0, le=2, description="kg, of one shoe; both have the same error"
    )

    def size(self, nominal: Nominal) -> int:
        return 1

    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        """Feet heavier by the same on both sides, all other segments lighter in proportion."""
        tree = model.tree
        factor = np.ones(tree.nb)
        for side in SIDES:
            feet = [f"{side}_{part}" for part in ("foot", "hindfoot", "forefoot")]
            mine = [k for k, name in enumerate(model.segments) if name in feet]
            more = self.sigma * float(z[0]) / tree.mass[mine].sum()
            factor[mine] = max(1.0 + more, _LEAST)
        rest = factor == 1.0
        gained = float((factor - 1.0) @ tree.mass)
        factor[rest] -= gained / tree.mass[rest].sum()
        inertia = factor[:, None, None] * tree.inertia
        return replace(model, tree=replace(tree, mass=factor * tree.mass, inertia=inertia))

    def said(self) -> str:
        return (
            f"sigma {self.sigma:g} kg for each shoe, equal for both. The body's mass stays the same"
        )


SOURCE = Source(
    "footwear",
    "assumed: shoes weigh 0.2 to 0.5 kg",
    "segment parameters",
    Acts.INERTIA,
    _Settings,
    within="segment_mass",
)
