"""Errors of the segment parameters (Pamies-Vila 2012, section 5.4.1)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Model
from ambulo.records.sides import without_side
from ambulo.uncertainty.geometry import joint_positions, move_joints
from ambulo.uncertainty.source import (
    Acts,
    FactorForm,
    Nominal,
    Source,
    SourceForm,
    alike_on_both_sides,
)


class _SegmentMass(FactorForm):
    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        """Factors 1 + e on the masses, which are then scaled to the same sum."""
        e = self.errors(model, z)
        mass = model.tree.mass * (1.0 + e)
        mass *= model.tree.mass.sum() / mass.sum()
        return replace(model, tree=replace(model.tree, mass=mass))

    def said(self) -> str:
        return self.said_of(", the body's mass unchanged")


SEGMENT_MASS = Source(
    "segment masses",
    "Pàmies-Vilà 2012, section 5.4.1; Pearsall & Costigan 1999",
    "segment parameters",
    Acts.INERTIA,
    _SegmentMass,
)


class _SegmentLength(FactorForm):
    # markers place both ends of a segment: its length errs as the joint centres do, and no more
    largest: float = Field(default=0.05, ge=0, le=0.4, description="largest error (3 sigma)")

    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        e = self.errors(model, z)
        return move_joints(model, stretched(model, 1.0 + e))

    def said(self) -> str:
        return self.said_of(", the height kept")


def stretched(model: Model, factor: FloatArray) -> FloatArray:
    """Shift (nb, 3) m of the joints if segment lengths change by factors and the height stays.

    Args:
        factor: (nb,) factor on every segment's length. The factors are scaled so that the distance
            from the head's joint down to the ankles (mean of both sides) stays.
    """
    parent, p_PJ = model.tree.parent, model.tree.p_PJ
    before = joint_positions(model)

    def placed(by: FloatArray) -> FloatArray:
        place = np.zeros_like(before)
        for body in range(1, len(parent)):
            place[body] = place[parent[body]] + by[parent[body]] * p_PJ[body]
        return place

    ankles = [model.joints.index(f"{side}_ankle") for side in SIDES]
    above = [k for k, name in enumerate(model.segments) if name == "head"]
    top = above[0] if above else 0

    def height(place: FloatArray) -> float:
        return float(place[top, 2] - place[ankles, 2].mean())

    return placed(factor * height(before) / height(placed(factor))) - before


SEGMENT_LENGTH = Source(
    "segment lengths",
    "Pàmies-Vilà 2012, section 5.4.1, half of its medium error, because markers place both ends",
    "joint centres",
    Acts.GEOMETRY,
    _SegmentLength,
    within="joint_centres",
)


class _SegmentMassCentre(SourceForm):
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
            "largest error (3 sigma) along the segment: "
            f"{100 * self.along:g} % of the distance from the proximal joint, across the segment: "
            f"{100 * self.across:g} % of its length. Left and right are correlated by "
            f"{self.left_right:g}"
        )


SEGMENT_MASS_CENTRE = Source(
    "segment centres of mass",
    "Pàmies-Vilà 2012, section 5.4.1; across the segment: difference of de Leva 1996 and Dumas, "
    "Chèze & Verriest 2007",
    "segment parameters",
    Acts.INERTIA,
    _SegmentMassCentre,
)


class _SegmentInertia(FactorForm):
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


SEGMENT_INERTIA = Source(
    "segment moments of inertia",
    "Pàmies-Vilà 2012, section 5.4.1; Pearsall & Costigan 1999",
    "segment parameters",
    Acts.INERTIA,
    _SegmentInertia,
)


class _SegmentTable(SourceForm):
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
            "sides. The body's mass stays the same"
        )


def _kind(segment: str) -> str:
    """Without its side; a foot's two parts are one of a table's."""
    name = without_side(segment)
    return "foot" if name in ("hindfoot", "forefoot") else name


def _kinds(model: Model) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_kind(name) for name in model.segments))


SEGMENT_TABLE = Source(
    "segment table",
    "spread of de Leva 1996, Dumas 2007, Winter 2009 and OpenSim's models (feet 1.0 to 2.5 % of "
    "the body's mass)",
    "segment parameters",
    Acts.INERTIA,
    _SegmentTable,
    within="segment_mass",
)
