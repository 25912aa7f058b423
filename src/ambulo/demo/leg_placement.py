"""Hip, knee and ankle of a leg whose hip and ankle positions are given: closed form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.records import FloatArray

__all__ = ["Leg", "place_leg"]


@dataclass(frozen=True, eq=False)
class Leg:
    """Orientation of thigh and shank in the world.

    Args:
        R_thigh, R_shank: (n, 3, 3); both have the knee's flexion axis as their y axis.
        knee_flexion: (n,) rad.
    """

    R_thigh: FloatArray
    R_shank: FloatArray
    knee_flexion: FloatArray


def place_leg(
    hip: FloatArray, ankle: FloatArray, thigh: float, shank: float, heading: FloatArray
) -> Leg:
    """Bend the knee forwards so that the leg spans hip and ankle.

    Args:
        hip, ankle: (n, 3) m, world.
        thigh, shank: m.
        heading: (n,) rad, direction in the horizontal plane that the knee faces.
    Raises:
        ValueError: the ankle is out of the leg's reach.
    """
    span = ankle - hip
    distance = np.linalg.norm(span, axis=1)
    cosine = (distance**2 - thigh**2 - shank**2) / (2 * thigh * shank)
    if cosine.max() >= 1.0:
        raise ValueError(
            f"the ankle is {distance.max():.3f} m from the hip, the leg is {thigh + shank:.3f} m"
        )
    flexion = np.arccos(cosine)
    down = span / distance[:, None]
    y = np.stack([-np.sin(heading), np.cos(heading), np.zeros_like(heading)], axis=1)
    y -= np.sum(y * down, axis=1)[:, None] * down
    y /= np.linalg.norm(y, axis=1)[:, None]
    lead = np.arctan2(shank * np.sin(flexion), thigh + shank * np.cos(flexion))
    along_thigh = _turned_about(y, down, -lead)
    along_shank = _turned_about(y, along_thigh, flexion)
    return Leg(_frame(y, -along_thigh), _frame(y, -along_shank), flexion)


def _turned_about(axis: FloatArray, vector: FloatArray, angle: FloatArray) -> FloatArray:
    """Vector (n, 3) turned about a unit axis (n, 3) at right angles to it."""
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    return np.asarray(cos * vector + sin * np.cross(axis, vector))


def _frame(y: FloatArray, z: FloatArray) -> FloatArray:
    """Rotation (n, 3, 3) whose columns are x, y, z."""
    return np.stack([np.cross(y, z), y, z], axis=2)
