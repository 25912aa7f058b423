"""Path of a foot that rolls over heel, flat sole, forefoot and toe without sliding or sinking.

The foot moves in its own vertical plane: x along the foot from below the ankle of the flat foot,
z up from the floor; pitch is positive with the toes up. Rockers: Perry (1992), ch. 3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.demo.normal_walk import NormalWalk
from ambulo.records import FloatArray

__all__ = ["FootShape", "FootState", "roll_foot", "smooth_step"]

_SWING_TOE_EXTENSION = float(np.radians(13.0))
_TOES_LIFTED = 0.74
"""Phase at which the toes are held up for the swing."""

_PITCH_ADDED_AT_STRIKE = float(np.radians(15.0))
"""Adults strike with the foot at 20 to 25 degrees (Winter 1991), more than the published means."""

_TOES_RELEASED = 0.76
"""Phase at which the toes are back in line with the foot."""

_TOES_UP_FROM = -0.20
"""Phase from which the foot is lifted more than the published one."""

_SETTLES_FROM = -0.12
"""Phase from which the foot comes down to the flat; it lowers before it strikes."""

_HEEL_RISE_LASTS = 0.16
"""Share of the stride over which the flat foot takes up its published pitch."""


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
        ankle: (n, 2) m, x and z of the ankle while the foot is on the ground; the rolling is
            continued before foot strike and after foot off.
        pitch: (n,) rad, hindfoot; toe_extension: (n,) rad, forefoot relative to it.
    """

    ankle: FloatArray
    pitch: FloatArray
    toe_extension: FloatArray


def roll_foot(walk: NormalWalk, shape: FootShape, phase: FloatArray) -> FootState:
    """Foot whose pitch is the published one but for the flat foot, which is exactly flat.

    It turns about the heel until it is flat, about the metatarsal joint with the forefoot flat
    until toe roll, and then about the tip of the toes as well.

    Args:
        walk: published patterns.
        shape: sole.
        phase: (n,) of the foot's stride, from a little before 0 to 1.
    """
    c = walk.cycle
    swinging = phase > c.foot_off + 0.02
    to_strike = np.where(swinging, phase - 1, phase)
    settling = 1 - smooth_step(to_strike, _SETTLES_FROM, c.foot_flat)
    striking = settling * smooth_step(to_strike, _TOES_UP_FROM, 0.0)
    pitch = _published_pitch(walk, phase) + _PITCH_ADDED_AT_STRIKE * striking
    rising = smooth_step(to_strike, c.heel_rise, c.heel_rise + _HEEL_RISE_LASTS)
    pitch *= settling + rising
    # toes stay on the floor until toe roll, then fall back in line with the foot
    toe_extension = -pitch * (
        smooth_step(phase, c.foot_flat, c.heel_rise)
        - smooth_step(phase, c.toe_roll, _TOES_RELEASED)
    )
    lifted = np.where(phase < c.heel_rise, settling, smooth_step(phase, c.foot_off, _TOES_LIFTED))
    toe_extension += _SWING_TOE_EXTENSION * np.where(swinging, settling, 1.0) * lifted

    about_heel = np.array([-shape.heel, 0.0]) + _turned(pitch, shape.heel, shape.ankle_height)
    forward, height = shape.metatarsal
    metatarsal = np.array([shape.toe, 0.0]) + _turned(
        pitch + toe_extension, forward - shape.toe, height
    )
    about_toe = metatarsal + _turned(pitch, -forward, shape.ankle_height - height)
    on_heel = phase < 0.5 * (c.foot_flat + c.heel_rise)
    return FootState(np.where(on_heel[:, None], about_heel, about_toe), pitch, toe_extension)


def _published_pitch(walk: NormalWalk, phase: FloatArray) -> FloatArray:
    """Foot pitch (n,) [rad] that the published joint angles add up to, zero with the foot flat."""

    def pitch(s: FloatArray) -> FloatArray:
        angles = walk.angles
        shank = angles["thigh_inclination"](s) - angles["knee_flexion"](s)
        return shank + angles["ankle_dorsiflexion"](s)

    flat = np.linspace(walk.cycle.foot_flat, walk.cycle.heel_rise, 20)
    return np.asarray(pitch(phase) - pitch(flat).mean())


def _turned(pitch: FloatArray, x: float, z: float) -> FloatArray:
    """Vector (x, z) of the foot turned toes up by pitch (n,), as (n, 2)."""
    cos, sin = np.cos(pitch), np.sin(pitch)
    return np.stack([cos * x - sin * z, sin * x + cos * z], axis=1)


def smooth_step(phase: FloatArray, start: float, stop: float) -> FloatArray:
    """From 0 to 1 with four continuous derivatives."""
    u = np.clip((phase - start) / (stop - start), 0.0, 1.0)
    return np.asarray(u**5 * (126 + u * (-420 + u * (540 + u * (-315 + u * 70)))))
