"""Foot progression: how far the toes point inwards from the direction of progression."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.direction import direction_of
from ambulo.records import SIDES, Analysis, Quantity, Side
from ambulo.results.posture import Posture


def toes_inwards(posture: Posture, side: Side, direction: FloatArray) -> FloatArray | None:
    """Angle (frames,) [deg] between the line from heel to toe and the plane of progression.

    The plane is vertical and contains the direction (frames,) [rad from the world's x]. Positive is
    inwards, as for internal rotation. None if the model has no heel or toe. For a flat foot this is
    the angle seen from above. For a foot on its toes, the angle seen from above has no meaning.
    """
    if not {f"{side}_heel", f"{side}_toe"} <= set(posture.model.points):
        return None
    along = posture.point(f"{side}_toe") - posture.point(f"{side}_heel")
    inwards = -1.0 if side == "left" else 1.0
    aside = np.cos(direction) * along[:, 1] - np.sin(direction) * along[:, 0]
    return np.asarray(inwards * np.degrees(np.arcsin(aside / lengths(along))))


def foot_progression(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    """Foot progression of both feet; empty if the subject does not step."""
    if not analysis.activity.stepping:
        return ()
    direction = direction_of(analysis, posture.p_WB[:, 0])
    found = [(side, toes_inwards(posture, side, direction)) for side in SIDES]
    positive = "toes inwards (from the direction of progression)"
    return [
        Quantity(f"{side}_foot_progression", "deg", values, positive)
        for side, values in found
        if values is not None
    ]
