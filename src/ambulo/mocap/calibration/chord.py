"""A joint centre from a marker beside it: Plug-in Gait's chord function."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray

__all__ = ["chord_centre", "dot", "unit"]


def chord_centre(
    proximal: FloatArray,
    marker: FloatArray,
    away: FloatArray,
    distance: float,
    rotation: float = 0.0,
) -> FloatArray:
    """Joint centre by Plug-in Gait's chord function (Kadaba 1990; Davis 1991).

    The centre C is `distance` from the lateral marker M, CM is perpendicular to C-proximal, and
    seen along the line C-proximal the direction to M is turned by `rotation` from `away`.

    Args:
        proximal, marker: (frames, 3) m.
        away: (frames, 3) from the marker to the wand; the centre lies on the other side.
        distance: m, from marker to centre.
        rotation: rad, about the direction from centre to proximal, from wand to marker.
    Returns:
        (frames, 3) m; NaN where the distance is longer than the segment.
    """
    span = proximal - marker
    length = np.linalg.norm(span, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        e1 = span / length[:, None]
        e2 = -unit(away - e1 * dot(e1, away))
        cosine = np.where(distance < length, distance / length, np.nan)[:, None]
        sine = np.sqrt(1 - cosine**2)
    e3 = np.cross(e1, e2)

    def centre(phi: FloatArray) -> FloatArray:
        side = np.cos(phi)[:, None] * e2 + np.sin(phi)[:, None] * e3
        return np.asarray(marker + distance * (cosine * e1 + sine * side))

    if rotation == 0.0:
        return centre(np.zeros(len(marker)))

    def turn(phi: FloatArray) -> FloatArray:
        """Angle about C-proximal from the wand to the marker, less the offset wanted."""
        c = centre(phi)
        axis = unit(proximal - c)
        to_marker, to_wand = marker - c, marker + away - c
        sine_part = dot(axis, np.cross(to_wand, to_marker))[:, 0]
        flat = to_wand - axis * dot(axis, to_wand)
        return np.arctan2(sine_part, dot(flat, to_marker)[:, 0]) - rotation

    # the angle is nearly linear in phi, so a few secant steps reach rounding error
    phi0, phi1 = np.zeros(len(marker)), np.full(len(marker), rotation)
    f0, f1 = turn(phi0), turn(phi1)
    for _ in range(12):
        slope = np.where(np.abs(f1 - f0) > 1e-14, f1 - f0, np.inf)
        phi0, phi1, f0 = phi1, phi1 - f1 * (phi1 - phi0) / slope, f1
        f1 = turn(phi1)
    return centre(phi1)


def unit(v: FloatArray) -> FloatArray:
    """Vectors (..., 3) at length one; NaN where they have none."""
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return np.asarray(v / np.where(length > 0, length, np.nan))


def dot(a: FloatArray, b: FloatArray) -> FloatArray:
    """Scalar products (..., 1) of vectors (..., 3)."""
    return np.asarray(np.sum(a * b, axis=-1, keepdims=True))
