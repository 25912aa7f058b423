"""Path of a foot that rolls over heel, flat sole, forefoot and toe without sliding or sinking.

The foot moves in its own vertical plane: x along the foot from below the ankle of the flat foot,
z up from the floor; pitch is positive with the toes up. Rockers: Perry (1992), ch. 3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.demo.leg_placement import LegLengths
from ambulo.demo.normal_walk import NormalWalk
from ambulo.math.arrays import FloatArray

_SWING_TOE_EXTENSION = float(np.radians(18.0))
_TOES_LIFTED = 0.74
"""Phase at which the toes are held up for the swing."""

_TOES_RELEASED = 0.76
"""Phase at which the toes are back in line with the foot."""

_SETTLES_FROM = 0.0
"""Phase from which the foot comes down to the flat; it lowers before it strikes."""

_HEEL_RISE_LASTS = 0.14
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
            continued a little before foot strike and after foot off.
        pitch: (n,) rad, hindfoot; toe_extension: (n,) rad, forefoot relative to it.
    """

    ankle: FloatArray
    pitch: FloatArray
    toe_extension: FloatArray


def roll_foot(
    walk: NormalWalk, shape: FootShape, phase: FloatArray, hip: FloatArray, leg: LegLengths
) -> FootState:
    """Foot in stance: the published pitch until it is flat, flat, then what the leg asks for.

    It turns about the heel until it is flat, about the metatarsal joint with the forefoot flat
    until toe roll, and then about the tip of the toes as well. From heel rise on its pitch is the
    one at which the leg spans hip and ankle with the published flexion of the knee.

    Args:
        walk: published patterns.
        shape: sole.
        phase: (n,) of the foot's stride, from a little before 0 to a little after foot off.
        hip: (n, 3) m, along the foot from the flat foot's ankle, across, and above the floor.
        leg: lengths of thigh and shank.
    Raises:
        ValueError: the ankle is out of the leg's reach.
    """
    c = walk.cycle
    on_heel = phase < 0.5 * (c.foot_flat + c.heel_rise)
    span = leg.span(walk.angles["knee_flexion"](phase))
    forward, height = shape.metatarsal
    forefoot = published_pitch(walk, phase) * smooth_step(phase, c.toe_roll, _TOES_RELEASED)
    heel = np.array([-shape.heel, 0.0])
    metatarsal = np.array([shape.toe, 0.0]) + _turned(forefoot, forward - shape.toe, height)
    to_ankle = np.array([shape.heel, shape.ankle_height])
    back_to_ankle = np.array([-forward, shape.ankle_height - height])

    pitch = np.empty_like(phase)
    toe_extension = swing_toe_extension(walk, phase)
    ankle = np.empty((len(phase), 2))
    early, late = on_heel, ~on_heel
    settling = 1 - smooth_step(phase[early], _SETTLES_FROM, c.foot_flat)
    pitch[early] = settling * _pitch_spanning(heel, to_ankle, hip[early], span[early], -1)
    ankle[early] = heel + _turned(pitch[early], *to_ankle)
    rising = smooth_step(phase[late], c.heel_rise, c.heel_rise + _HEEL_RISE_LASTS)
    pitch[late] = rising * _pitch_spanning(
        metatarsal[late], back_to_ankle, hip[late], span[late], 1
    )
    ankle[late] = metatarsal[late] + _turned(pitch[late], *back_to_ankle)
    toe_extension[late] = forefoot[late] - pitch[late]
    return FootState(ankle, pitch, toe_extension)


def _pitch_spanning(
    centre: FloatArray, to_ankle: FloatArray, hip: FloatArray, span: FloatArray, side: int
) -> FloatArray:
    """Pitch (n,) [rad] of a foot turning about a point at which the ankle is spanned by the leg.

    Args:
        centre: (2,) or (n, 2) m; to_ankle: (2,) m from there in the flat foot.
        hip: (n, 3) m, its offset across the foot in the middle.
        span: (n,) m, from hip to ankle.
        side: 1 with the ankle behind the line from the centre to the hip, -1 before it.
    Raises:
        ValueError: no pitch does.
    """
    to_hip = hip[:, ::2] - centre
    far = np.linalg.norm(to_hip, axis=1)
    radius = float(np.linalg.norm(to_ankle))
    cosine = (radius**2 + far**2 - span**2 + hip[:, 1] ** 2) / (2 * radius * far)
    if not np.abs(cosine).max(initial=0.0) < 1.0:
        raise ValueError(f"no pitch of the foot brings the ankle {span.max():.3f} m from the hip")
    direction = np.arctan2(to_hip[:, 1], to_hip[:, 0]) + side * np.arccos(cosine)
    return np.asarray(direction - np.arctan2(to_ankle[1], to_ankle[0]))


def swing_toe_extension(walk: NormalWalk, phase: FloatArray) -> FloatArray:
    """Toe extension (n,) [rad] off the ground: back in line after foot off, lifted to strike."""
    c = walk.cycle
    released = smooth_step(phase, c.toe_roll, _TOES_RELEASED)
    falling = -published_pitch(walk, phase) * np.where(phase > c.heel_rise, 1 - released, 0.0)
    settling = 1 - smooth_step(phase, _SETTLES_FROM, c.foot_flat)
    lifted = smooth_step(phase, c.foot_off, _TOES_LIFTED)
    before_strike = 1 - smooth_step(phase - 1, _SETTLES_FROM, c.foot_flat)
    up = np.where(phase < c.heel_rise, settling, lifted * before_strike)
    return np.asarray(falling + _SWING_TOE_EXTENSION * up)


def published_pitch(walk: NormalWalk, phase: FloatArray) -> FloatArray:
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
