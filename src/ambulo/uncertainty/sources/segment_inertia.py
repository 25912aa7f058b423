"""Moments of inertia of the segments (Pamies-Vila 2012, section 5.4.1)."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.source import Acts, FactorForm, Nominal, Source


class _Settings(FactorForm):
    with_mass: float = Field(
        default=0.0,
        ge=0,
        le=1,
        description="share of a segment's mass error that also changes its inertia",
    )

    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        """One factor a segment on its whole tensor, so that it stays that of a body.

        (1 + e) (1 + r e_m), e_m the error of its mass, which is perturbed before: r = 1 keeps the
        radii of gyration but for e.
        """
        factor = 1.0 + self.errors(model, z)
        if self.with_mass:
            of_mass = model.tree.mass / nominal.model.tree.mass - 1.0
            factor *= 1.0 + self.with_mass * of_mass
        inertia = model.tree.inertia * factor[:, None, None]
        return replace(model, tree=replace(model.tree, inertia=inertia))

    def said(self) -> str:
        share = f", and {100 * self.with_mass:g} % of its mass's" if self.with_mass else ""
        return self.said_of(share)


SOURCE = Source(
    "segment moments of inertia",
    "Pàmies-Vilà 2012, section 5.4.1; Pearsall & Costigan 1999",
    "segment parameters",
    Acts.INERTIA,
    _Settings,
)
