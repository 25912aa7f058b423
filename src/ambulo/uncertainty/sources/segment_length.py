"""Lengths of the segments, the subject's height kept (Pamies-Vila 2012, section 5.4.1).

Markers place both ends of a segment: its length errs as the joint centres do, and no more.
"""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Model
from ambulo.uncertainty.geometry import joint_positions, move_joints
from ambulo.uncertainty.source import Acts, FactorForm, Nominal, Source


class _Settings(FactorForm):
    largest: float = Field(default=0.05, ge=0, le=0.4, description="largest error (3 sigma)")

    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        e = self.errors(model, z)
        return move_joints(model, stretched(model, 1.0 + e))

    def said(self) -> str:
        return self.said_of(", the height kept")


def stretched(model: Model, factor: FloatArray) -> FloatArray:
    """Shift (nb, 3) m of the joints when segments are longer by factors, the height kept.

    Args:
        factor: (nb,) on every segment's length; scaled so that the distance from the head's joint
            down to the ankles, mean of both sides, stays.
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


SOURCE = Source(
    "segment lengths",
    "Pàmies-Vilà 2012, section 5.4.1, half of its medium error, because markers place both ends",
    "joint centres",
    Acts.GEOMETRY,
    _Settings,
    within="joint_centres",
)
