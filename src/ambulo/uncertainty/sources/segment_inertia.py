"""Moments of inertia of the segments (Pamies-Vila 2012, section 5.4.1)."""

from __future__ import annotations

from dataclasses import replace

from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.source import Acts, FactorForm, Nominal, Source

__all__ = ["SOURCE"]


class _Settings(FactorForm):
    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        """One factor 1 + e a segment on its whole tensor, so that it stays that of a body."""
        e = self.errors(model, z)
        inertia = model.tree.inertia * (1.0 + e)[:, None, None]
        return replace(model, tree=replace(model.tree, inertia=inertia))

    def said(self) -> str:
        return self.said_of("")


SOURCE = Source(
    "segment moments of inertia",
    "Pàmies-Vilà 2012, section 5.4.1; Pearsall & Costigan 1999",
    "segment parameters",
    Acts.INERTIA,
    _Settings,
)
