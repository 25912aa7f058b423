"""Masses of the segments, the body's mass kept (Pamies-Vila 2012, section 5.4.1)."""

from __future__ import annotations

from dataclasses import replace

from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.source import Acts, FactorForm, Nominal, Source


class _Settings(FactorForm):
    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        """Factors 1 + e on the masses, which are then scaled to the same sum."""
        e = self.errors(model, z)
        mass = model.tree.mass * (1.0 + e)
        mass *= model.tree.mass.sum() / mass.sum()
        return replace(model, tree=replace(model.tree, mass=mass))

    def said(self) -> str:
        return self.said_of(", the body's mass kept")


SOURCE = Source(
    "segment masses",
    "Pàmies-Vilà 2012, section 5.4.1; Pearsall & Costigan 1999",
    "segment parameters",
    Acts.INERTIA,
    _Settings,
)
