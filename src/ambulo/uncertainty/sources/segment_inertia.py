"""Moments of inertia of the segments (Pamies-Vila 2012, section 5.4.1)."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from ambulo.inputs.toml_file import Form
from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.source import Acts, Nominal, Source, alike_on_both_sides

__all__ = ["SOURCE"]


class _Settings(Form):
    largest: float = Field(default=0.10, ge=0, le=0.4, description="largest error (3 sigma)")
    left_right: float = Field(default=0.9, ge=0, le=1, description="correlation of the sides")


def _size(nominal: Nominal, settings: _Settings) -> int:
    del settings
    return nominal.model.tree.nb


def _change(nominal: Nominal, model: Model, z: FloatArray, settings: _Settings) -> Model:
    """One factor 1 + e a segment on its whole tensor, so that it stays that of a body."""
    del nominal
    e = settings.largest / 3.0 * alike_on_both_sides(model.segments, z, settings.left_right)
    inertia = model.tree.inertia * (1.0 + e)[:, None, None]
    return replace(model, tree=replace(model.tree, inertia=inertia))


def _said(settings: _Settings) -> str:
    return (
        f"largest error {100 * settings.largest:g} % (3 sigma), left and right correlated by "
        f"{settings.left_right:g}"
    )


SOURCE = Source(
    "segment moments of inertia",
    "Pàmies-Vilà 2012, section 5.4.1; Pearsall & Costigan 1999",
    "segment parameters",
    Acts.INERTIA,
    _Settings,
    _size,
    _change,
    _said,
)
