"""A joint centre from a marker beside it: Plug-in Gait's chord function."""

from __future__ import annotations

import math

import numpy as np

from ambulo.math.arrays import FloatArray, scalar_products, vector_product


def chord_centre(
    proximal: FloatArray,
    marker: FloatArray,
    away: FloatArray,
    distance: float,
    rotation: float = 0.0,
) -> FloatArray:
    """Joint centre by Plug-in Gait's chord function (Kadaba 1990; Davis 1991).

    The centre C is `distance` from the lateral marker M. CM is perpendicular to C-proximal. Seen
    along the line C-proximal, the direction to M is turned by `rotation` from `away`.

    Args:
        proximal, marker: (frames, 3) m.
        away: (frames, 3) from the marker to the wand; the centre lies on the other side.
        distance: m, from marker to centre.
        rotation: rad, about the direction from centre to proximal, from wand to marker.
    Returns:
        (frames, 3) m; NaN where the distance is longer than the segment, or the wand is too short
        for the rotation.
    """
    # e1 from the marker to proximal, e2 away from the wand, e3 = e1 x e2; the centres that are
    # `distance` from M and see M and proximal at a right angle lie on a cone about e1:
    # C(phi) = M + d (c e1 + s (cos(phi) e2 + sin(phi) e3)), with c = d / |proximal - M|
    span = proximal - marker
    length = np.sqrt(scalar_products(span, span))
    with np.errstate(invalid="ignore", divide="ignore"):
        e1 = span / length
        along = scalar_products(e1, away)
        flat = e1 * along - away
        wand = np.sqrt(scalar_products(flat, flat))
        e2 = flat / np.where(wand > 0.0, wand, np.nan)
        cosine = np.where(distance < length, distance / length, np.nan)
        sine = np.sqrt(1.0 - cosine**2)
        if rotation == 0.0:
            return np.asarray(marker + distance * (cosine * e1 + sine * e2))
        # with the wand at a1 e1 - A e2 from M, the turn from wand to marker about C-proximal has
        # the sine A sin(phi) and the cosine d - a1 c + A s cos(phi), by the same factor; setting
        # it to r gives A cos(r) sin(phi) - A s sin(r) cos(phi) = (d - a1 c) sin(r)
        up, right = math.cos(rotation), math.sin(rotation) * sine
        lift = (distance - along * cosine) * math.sin(rotation) / (wand * np.hypot(up, right))
        phi = np.arctan2(right, up) + np.arcsin(lift)
    side = np.cos(phi) * e2 + np.sin(phi) * vector_product(e1, e2)
    return np.asarray(marker + distance * (cosine * e1 + sine * side))
