"""Hip, knee and ankle of a leg whose hip and ankle positions are given: closed form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray


@dataclass(frozen=True)
class LegLengths:
    """Hip to knee and knee to ankle, m."""

    thigh: float
    shank: float

    def span(self, flexion: FloatArray) -> FloatArray:
        """Distance (n,) [m] from hip to ankle at a flexion (n,) [rad] of the knee."""
        across = 2 * self.thigh * self.shank * np.cos(flexion)
        return np.asarray(np.sqrt(self.thigh**2 + self.shank**2 + across))

    def lead(self, flexion: FloatArray) -> FloatArray:
        """Angle (n,) [rad] from the line hip to ankle forward to the thigh."""
        return np.asarray(
            np.arctan2(self.shank * np.sin(flexion), self.thigh + self.shank * np.cos(flexion))
        )

    def flexion(self, distance: FloatArray) -> FloatArray:
        """Flexion (n,) [rad] at which the ankle is at a distance (n,) [m] from the hip.

        Raises:
            ValueError: the ankle is out of the leg's reach.
        """
        length = self.thigh + self.shank
        cosine = 1.0 - (length**2 - distance**2) / (2 * self.thigh * self.shank)
        if not cosine.max() < 1.0:
            raise ValueError(
                f"the ankle is {distance.max():.3f} m from the hip, but the leg is only "
                f"{length:.3f} m long"
            )
        return np.asarray(np.arccos(cosine))


@dataclass(frozen=True, eq=False)
class LegTurns:
    """Orientation of thigh and shank in the world.

    Args:
        R_thigh, R_shank: (n, 3, 3); both have the knee's flexion axis as their y axis.
        knee_flexion: (n,) rad.
    """

    R_thigh: FloatArray
    R_shank: FloatArray
    knee_flexion: FloatArray


def place_leg(
    hip: FloatArray, ankle: FloatArray, lengths: LegLengths, heading: FloatArray
) -> LegTurns:
    """Bend the knee forwards so that the leg spans hip and ankle.

    Args:
        hip, ankle: (n, 3) m, world.
        lengths: of thigh and shank.
        heading: (n,) rad, direction in the horizontal plane that the knee faces.
    """
    span = ankle - hip
    distance = np.linalg.norm(span, axis=1)
    flexion = lengths.flexion(distance)
    down = span / distance[:, None]
    y = np.stack([-np.sin(heading), np.cos(heading), np.zeros_like(heading)], axis=1)
    y -= np.sum(y * down, axis=1)[:, None] * down
    y /= np.linalg.norm(y, axis=1)[:, None]
    along_thigh = _turned_about(y, down, -lengths.lead(flexion))
    along_shank = _turned_about(y, along_thigh, flexion)
    return LegTurns(_frame(y, -along_thigh), _frame(y, -along_shank), flexion)


def _turned_about(axis: FloatArray, vector: FloatArray, angle: FloatArray) -> FloatArray:
    """Vector (n, 3) turned about a unit axis (n, 3) at right angles to it."""
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    return np.asarray(cos * vector + sin * np.cross(axis, vector))


def _frame(y: FloatArray, z: FloatArray) -> FloatArray:
    """Rotation (n, 3, 3) whose columns are x, y, z."""
    return np.stack([np.cross(y, z), y, z], axis=2)
