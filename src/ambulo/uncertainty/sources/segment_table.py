"""Another table of segment masses: tables differ by more than one is off for a subject it suits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
    foot: float = Field(default=0.40, ge=0, le=1, description="sigma of the mass's logarithm")
    shank: float = Field(default=0.10, ge=0, le=1, description="sigma of the mass's logarithm")
    thigh: float = Field(default=0.15, ge=0, le=1, description="sigma of the mass's logarithm")
    other: float = Field(default=0.10, ge=0, le=1, description="sigma of the mass's logarithm")

    def size(self, nominal: Nominal) -> int:
        """One a kind of segment: a table has the same for both sides."""
        return len(_kinds(nominal.model))

    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        """Masses times e^(sigma z), scaled to the same sum; radii of gyration stay."""
        kinds = _kinds(model)
        sigma = {"foot": self.foot, "shank": self.shank, "thigh": self.thigh}
        e = {kind: sigma.get(kind, self.other) * z[k] for k, kind in enumerate(kinds)}
        tree = model.tree
        factor = np.exp([e[_kind(name)] for name in model.segments])
        factor *= tree.mass.sum() / (factor @ tree.mass)
        inertia = factor[:, None, None] * tree.inertia
        return replace(model, tree=replace(tree, mass=factor * tree.mass, inertia=inertia))

    def said(self) -> str:
        return (
            f"sigma {100 * self.foot:g} % at feet, {100 * self.shank:g} % at shanks, "
            f"{100 * self.thigh:g} % at thighs, {100 * self.other:g} % elsewhere, equal for both "
            "sides; the body's mass is kept"
        )


def _kind(segment: str) -> str:
    """Without its side; a foot's two parts are one of a table's."""
    name = segment.removeprefix("left_").removeprefix("right_")
    return "foot" if name in ("hindfoot", "forefoot") else name


def _kinds(model: Model) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_kind(name) for name in model.segments))


SOURCE = Source(
    "segment table",
    "spread of de Leva 1996, Dumas 2007, Winter 2009 and OpenSim's models (feet 1.0 to 2.5 % of "
    "the body's mass)",
    "segment parameters",
    Acts.INERTIA,
    _Settings,
    within="segment_mass",
)
