"""Centres of mass of the segments, along and across them (Pamies-Vila 2012, section 5.4.1)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm, alike_on_both_sides


class _Settings(SourceForm):
    along: float = Field(
        default=0.10,
        ge=0,
        le=0.4,
        description="largest error (3 sigma), divided by the distance from the proximal joint",
    )
    across: float = Field(
        default=0.05,
        ge=0,
        le=0.4,
        description="largest error (3 sigma) across the segment, divided by its length",
    )
    left_right: float = Field(default=0.9, ge=0, le=1, description="correlation of the sides")

    def size(self, nominal: Nominal) -> int:
        return 3 * nominal.model.tree.nb

    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        """c (1 + e) along the segment, and a share of the length across.

        A table that puts the centre on the segment's line says nothing of how far it lies off it,
        so a share of that distance would perturb nothing.
        """
        # forward, to the left, up; what is to the left of one leg is to the right of the other
        e = alike_on_both_sides(model.segments, z.reshape(-1, 3), self.left_right, mirrored=1) / 3.0
        # a foot lies forward, every other segment stands or hangs
        along = np.zeros_like(e)
        for k, name in enumerate(model.segments):
            along[k, 0 if name.endswith("foot") else 2] = 1.0
        sizes = along * self.along * model.tree.com
        sizes += (1.0 - along) * self.across * nominal.lengths[:, None]
        com = model.tree.com + sizes * e
        return replace(model, tree=replace(model.tree, com=com))

    def said(self) -> str:
        return (
            f"largest error {100 * self.along:g} % of the distance from the proximal joint, "
            f"{100 * self.across:g} % of the segment's length across it (3 sigma), left and right "
            f"correlated by {self.left_right:g}"
        )


SOURCE = Source(
    "segment centres of mass",
    "Pàmies-Vilà 2012, section 5.4.1; across the segment: difference of de Leva 1996 and Dumas, "
    "Chèze & Verriest 2007",
    "segment parameters",
    Acts.INERTIA,
    _Settings,
)
