"""Path of a foot that rolls over heel, flat sole, forefoot and toe without sliding or sinking.

The foot moves in its own vertical plane: x along the foot from below the ankle of the flat foot,
z up from the floor; pitch is positive with the toes up. Rockers: Perry (1992), ch. 3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import Polynomial

from ambulo.demo.normal_walk import Cycle, NormalWalk
from ambulo.records import FloatArray

__all__ = ["FootShape", "FootState", "Rockers", "fit_rockers"]

_FOREFOOT_PITCH_AT_OFF = float(np.radians(-28.0))
"""Toe roll at foot off: leaves about 40 degrees of metatarsal extension, as barefoot walkers show
(Bojsen-Moller & Lamoreux 1979)."""

_TOE_EXTENSION_AT_STRIKE = float(np.radians(10.0))


@dataclass(frozen=True)
class FootShape:
    """Sole of a two-segment foot in the plane of its long axis, flat on the floor.

    Args:
        ankle_height: m, ankle joint above the floor.
        heel: m, heel contact behind the ankle (positive).
        metatarsal: (forward of the ankle, above the floor) m, metatarsal joint.
        toe: m, tip of the toes forward of the ankle.
    """

    ankle_height: float
    heel: float
    metatarsal: tuple[float, float]
    toe: float

    @property
    def length(self) -> float:
        """Heel to toe, m."""
        return self.heel + self.toe


@dataclass(frozen=True, eq=False)
class FootState:
    """Foot in its own plane.

    Args:
        ankle: (n, 2) m, x and z of the ankle.
        pitch: (n,) rad, hindfoot; toe_extension: (n,) rad, forefoot relative to it.
    """

    ankle: FloatArray
    pitch: FloatArray
    toe_extension: FloatArray


@dataclass(frozen=True, eq=False)
class Rockers:
    """Stance of one foot as a function of the phase of its stride.

    Args:
        cycle: phases of the rockers.
        shape: sole.
        heel_pitch: polynomial in u = phase / foot_flat that multiplies (1 - u)^4.
        rise_pitch: polynomial in u = (phase - heel_rise) / (foot_off - heel_rise), times u^4.
    """

    cycle: Cycle
    shape: FootShape
    heel_pitch: Polynomial
    rise_pitch: Polynomial

    def __call__(self, phase: FloatArray) -> FootState:
        """Foot at phases (n,); a little before strike and after off its rolling is continued."""
        c, s = self.cycle, self.shape
        early = phase < 0.5 * (c.foot_flat + c.heel_rise)
        u = phase / c.foot_flat
        heel = np.where(u < 1, (1 - u) ** 4, 0.0)
        w = (phase - c.heel_rise) / (c.foot_off - c.heel_rise)
        rise = np.where(w > 0, w**4, 0.0)
        pitch = np.where(early, heel * self.heel_pitch(u), rise * self.rise_pitch(w))
        roll = np.clip((phase - c.toe_roll) / (c.foot_off - c.toe_roll), 0.0, None)
        forefoot = np.where(
            early,
            pitch + _TOE_EXTENSION_AT_STRIKE * heel,
            _FOREFOOT_PITCH_AT_OFF * roll**4,
        )
        about_heel = np.array([-s.heel, 0.0]) + _turned(pitch, s.heel, s.ankle_height)
        mx, mz = s.metatarsal
        metatarsal = np.array([s.toe, 0.0]) + _turned(forefoot, mx - s.toe, mz)
        about_toe = metatarsal + _turned(pitch, -mx, s.ankle_height - mz)
        ankle = np.where(early[:, None], about_heel, about_toe)
        return FootState(ankle, pitch, forefoot - pitch)


def _turned(pitch: FloatArray, x: float, z: float) -> FloatArray:
    """Vector (x, z) of the foot turned toes up by pitch (n,), as (n, 2)."""
    cos, sin = np.cos(pitch), np.sin(pitch)
    return np.stack([cos * x - sin * z, sin * x + cos * z], axis=1)


def published_pitch(walk: NormalWalk, phase: FloatArray) -> FloatArray:
    """Foot pitch (n,) [rad] that the published joint angles add up to, zero with the foot flat."""

    def pitch(s: FloatArray) -> FloatArray:
        angles = walk.angles
        shank = angles["thigh_inclination"](s) - angles["knee_flexion"](s)
        return shank + angles["ankle_dorsiflexion"](s)

    flat = np.linspace(walk.cycle.foot_flat, walk.cycle.heel_rise, 20)
    return np.asarray(pitch(phase) - pitch(flat).mean())


def fit_rockers(walk: NormalWalk, shape: FootShape) -> Rockers:
    """Rockers whose pitch follows the published one but is exactly zero with the foot flat."""
    c = walk.cycle
    u = np.linspace(0.0, 1.0, 60)
    heel = published_pitch(walk, u * c.foot_flat)
    rise = published_pitch(walk, c.heel_rise + u * (c.foot_off - c.heel_rise))
    return Rockers(
        c, shape, _weighted_fit(u, heel, (1 - u) ** 4, 1), _weighted_fit(u, rise, u**4, 3)
    )


def _weighted_fit(u: FloatArray, values: FloatArray, factor: FloatArray, degree: int) -> Polynomial:
    """Polynomial p with factor * p nearest to the values."""
    basis = factor[:, None] * np.vander(u, degree + 1, increasing=True)
    return Polynomial(np.linalg.lstsq(basis, values, rcond=None)[0])
