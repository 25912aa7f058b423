"""Posture of the walking body at equal phases of the stride, from pelvis path and foot contact.

In swing the leg's published motion is bent so that it leaves and meets the ground smoothly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.interpolate import BSpline, make_interp_spline

from ambulo.demo.foot_rockers import (
    FootShape,
    published_pitch,
    roll_foot,
    smooth_step,
    swing_toe_extension,
)
from ambulo.demo.leg_placement import LegLengths, place_leg
from ambulo.demo.normal_walk import NormalWalk
from ambulo.demo.periodic_motion import periodic_spline
from ambulo.math.arrays import FloatArray
from ambulo.records import Model

_ORDERS = 3
"""Value and two derivatives agree at foot off and at foot strike."""

_NEAR: FloatArray = 5e-4 * np.arange(-6.0, 7.0)
"""Phases around foot off and foot strike from which these derivatives are taken."""

_DEGREE, _INTERVALS = 7, 24


@dataclass(frozen=True)
class Fading:
    """Shares of the stride over which a correction of the swing fades away.

    Args:
        after_off: from foot off on; before_strike: back from foot strike.
    """

    after_off: float
    before_strike: float


def bridge_swing(
    phase: FloatArray,
    swing: FloatArray,
    stance: Callable[[FloatArray], FloatArray],
    foot_off: float,
    fading: tuple[Fading, ...],
) -> FloatArray:
    """Series that is `stance` in stance and close to `swing` in swing.

    In swing a correction c is added that matches the difference of the two and its first two
    derivatives at foot off and foot strike, and minimises the integral of
    c^2 + (fading^3 c''')^2.

    Args:
        phase: (n,) 0 to 1 in equal steps, without 1.
        swing: (n, k) periodic.
        stance: values (m, k) at phases (m,), defined a little beyond stance too.
        foot_off: phase.
        fading: of each of the k corrections.
    Returns:
        (n, k).
    """
    cyclic = periodic_spline(swing, 1.0, _DEGREE)
    swinging = phase > foot_off
    near = np.concatenate([foot_off + _NEAR, _NEAR])
    found = stance(np.concatenate([near, phase[~swinging]]))
    ends = []
    for at, local in zip((foot_off, 0.0), np.split(found[: len(near)], 2), strict=True):
        wanted = np.einsum("om,mk->ok", _derivatives_of_near(), local)
        ends.append(wanted - np.stack([cyclic(at, nu=order) for order in range(_ORDERS)]))
    difference = np.concatenate(ends)
    result = np.empty_like(swing)
    result[~swinging] = found[len(near) :]
    for column, fade in enumerate(fading):
        coefficients = _fading_spline(foot_off, fade) @ difference[:, column]
        correction = BSpline(_knots(foot_off), coefficients, _DEGREE)
        result[swinging, column] = swing[swinging, column] + correction(phase[swinging])
    return result


@cache
def _derivatives_of_near() -> FloatArray:
    """Value and derivatives (_ORDERS, 13) at the middle of values at `_NEAR`."""
    spline = make_interp_spline(_NEAR, np.eye(len(_NEAR)), k=9)
    return np.stack([spline(0.0, nu=order) for order in range(_ORDERS)])


def _knots(start: float) -> FloatArray:
    inner = np.linspace(start, 1.0, _INTERVALS + 1)
    return np.concatenate([np.full(_DEGREE, start), inner, np.ones(_DEGREE)])


@cache
def _fading_spline(start: float, fading: Fading) -> FloatArray:
    """Coefficients (m, 2 * _ORDERS) of the spline of least c^2 + (fading^3 c''')^2 for each end.

    The ends are value and derivatives at the start, then at phase 1.
    """
    knots = _knots(start)
    count = len(knots) - _DEGREE - 1
    basis = BSpline(knots, np.eye(count), _DEGREE)
    at = np.linspace(start, 1.0, 8 * _INTERVALS)
    decay = np.linspace(fading.after_off, fading.before_strike, len(at))
    rows = np.concatenate([basis(at), decay[:, None] ** 3 * basis(at, nu=3)])
    # each derivative in units of the fading keeps the system well conditioned
    scale = np.tile(fading.before_strike ** np.arange(_ORDERS), 2)[:, None]
    fixed = np.stack([basis(x, nu=order) for x in (start, 1.0) for order in range(_ORDERS)])
    fixed = scale * fixed
    system = np.block([[rows.T @ rows, fixed.T], [fixed, np.zeros((2 * _ORDERS, 2 * _ORDERS))]])
    right = np.concatenate([np.zeros((count, 2 * _ORDERS)), np.diag(scale[:, 0])])
    return np.asarray(np.linalg.solve(system, right)[:count])


_WAYS = ("forward", "left", "up")
_MIRROR = np.diag([1.0, -1.0, 1.0])

_CLEARANCE = float(np.radians(5.0))
"""Knee flexion beyond the published by which the stiff sole clears the floor in mid-swing."""


_LEG, _FOOT = Fading(0.08, 0.05), Fading(0.05, 0.04)
"""The foot, light as it is, is turned faster to where it meets the ground."""
_FADING = (_LEG, _LEG, _LEG, _FOOT, _FOOT)


@dataclass(frozen=True, eq=False)
class StridePosture:
    """The body over one stride, in a frame that moves with the mean walking speed.

    Args:
        root: (n, 3) m, pelvis origin.
        R: (n, nb, 3, 3) segments to world.
    """

    root: FloatArray
    R: FloatArray


@dataclass(frozen=True, eq=False)
class PostureBuilder:
    """Where the segments are, from the walk's series and the feet's contact with the floor.

    Args:
        model: an 18-segment body, left and right alike.
        shape: sole.
        phase: (n,) of the left stride, 0 to 1 in equal steps, n even.
    """

    model: Model
    shape: FootShape
    phase: FloatArray

    def __call__(self, walk: NormalWalk) -> StridePosture:
        """Body at the phases.

        Raises:
            ValueError: an ankle is out of the leg's reach.
        """
        at = _Phases(self.model, walk, self.shape, self.phase)
        segments = self.model.segments
        half = len(self.phase) // 2
        R = np.empty((len(self.phase), len(segments), 3, 3))
        for name, rotation in at.trunk().items():
            R[:, segments.index(name)] = rotation
        root = at.root()
        for name, rotation in (at.arm() | at.leg(root, R[:, 0])).items():
            R[:, segments.index(f"left_{name}")] = rotation
            # the right side does half a stride later what the left does, mirrored
            mirrored = _MIRROR @ np.roll(rotation, half, axis=0) @ _MIRROR
            R[:, segments.index(f"right_{name}")] = mirrored
        return StridePosture(root, R)


@dataclass(frozen=True, eq=False)
class _Phases:
    """One walk at the phases of a `PostureBuilder`."""

    model: Model
    walk: NormalWalk
    shape: FootShape
    phase: FloatArray

    def _angle(self, name: str) -> FloatArray:
        return self.walk.angles[name](self.phase)

    def _offset(self, joint: str) -> FloatArray:
        return np.asarray(self.model.tree.p_PJ[self.model.joints.index(joint)])

    def _lengths(self) -> LegLengths:
        knee, ankle = self._offset("left_knee"), self._offset("left_ankle")
        return LegLengths(float(np.linalg.norm(knee)), float(np.linalg.norm(ankle)))

    def root(self) -> FloatArray:
        """Pelvis origin (n, 3) [m] in the moving frame."""
        return np.stack([self._angle(f"pelvis_{way}") for way in _WAYS], axis=1)

    def trunk(self) -> dict[str, FloatArray]:
        """Orientations (n, 3, 3) of pelvis, torso, neck and head."""
        pelvis = self._cardan("pelvis", self._angle("pelvis_tilt"))
        line = self._angle("torso_tilt")
        return {
            "pelvis": pelvis,
            "torso": self._cardan("torso", self._torso_tilt(pelvis, line)),
            "neck": self._cardan("torso", 0.6 * line, 0.6),
            # the head is kept nearly level: Pozzo, Berthoz & Lefort (1990)
            "head": self._cardan("torso", 0.2 * line, 0.2),
        }

    def _torso_tilt(self, R_pelvis: FloatArray, line: FloatArray) -> FloatArray:
        """Tilt (n,) of the torso's axes by which the line from the hips to the shoulders has its.

        In the sagittal plane: the lumbar joint is L from between the hips, the shoulders s and a
        constant angle sigma from it; L + s turned by tau + sigma is along the line at theta where
        s sin(tau + sigma - theta) = L_z sin(theta) - L_x cos(theta).

        Args:
            R_pelvis: (n, 3, 3); line: (n,) rad, theta.
        """
        lumbar = R_pelvis @ ((self._offset("lumbar") - self._offset("left_hip")) * [1.0, 0.0, 1.0])
        forward, _, up = self._offset("left_shoulder")
        aside = lumbar[:, 2] * np.sin(line) - lumbar[:, 0] * np.cos(line)
        return np.asarray(line - np.arctan2(forward, up) + np.arcsin(aside / np.hypot(forward, up)))

    def _cardan(self, part: str, tilt: FloatArray, share: float = 1.0) -> FloatArray:
        """Orientation (n, 3, 3) by a tilt (n,) and a share of the published turns about x and z."""
        return np.asarray(
            _about_z(-share * self._angle(f"{part}_rotation"))
            @ _about_y(tilt)
            @ _about_x(share * self._angle(f"{part}_obliquity"))
        )

    def arm(self) -> dict[str, FloatArray]:
        """Orientations (n, 3, 3) of the left arm's segments."""
        posture = self.walk.posture
        still = np.zeros_like(self.phase)
        upper = (
            _about_y(-self._angle("shoulder_flexion"))
            @ _about_x(still + posture["shoulder_abduction"])
            @ _about_z(still - posture["shoulder_rotation"])
        )
        fore = upper @ _about_y(-self._angle("elbow_flexion"))
        fore = fore @ _about_z(still - posture["elbow_pronation"])
        return {"upper_arm": upper, "forearm": fore, "hand": fore}

    def leg(self, root: FloatArray, R_pelvis: FloatArray) -> dict[str, FloatArray]:
        """Orientations (n, 3, 3) of the left leg's segments."""
        hip = root + R_pelvis @ self._offset("left_hip")
        lengths = self._lengths()
        course = self._leg_course(hip, lengths)
        ankle = hip + _span(course, lengths)
        pitch, toe_extension = course[:, 3], course[:, 4]
        # to the left is external for the left leg
        heading = -self._angle("pelvis_rotation") - self._angle("hip_rotation")
        leg = place_leg(hip, ankle, lengths, heading)
        toe_out = _about_z(np.full_like(self.phase, self.walk.cycle.toe_out))
        return {
            "thigh": leg.R_thigh,
            "shank": leg.R_shank @ _about_z(-self._angle("knee_rotation")),
            "hindfoot": toe_out @ _about_y(-pitch),
            "forefoot": toe_out @ _about_y(-pitch - toe_extension),
        }

    def _leg_course(self, hip: FloatArray, lengths: LegLengths) -> FloatArray:
        """Leg coordinates (n, 5): on its rockers in stance, hung from the hip by angles in swing.

        Sagittal direction [rad] from hip to ankle, offset to the left [m], flexion of the knee,
        pitch of the foot and extension of the toes [rad].

        Args:
            hip: (n, 3) m, smooth path in the moving frame.
        """
        c = self.walk.cycle
        lift = smooth_step(self.phase, c.foot_off, 0.80) - smooth_step(self.phase, 0.80, 0.99)
        knee = self._angle("knee_flexion")
        direction = self._angle("thigh_inclination") - lengths.lead(knee)
        across = 0.5 * c.step_width - hip[:, 1]
        bent = knee + _CLEARANCE * lift
        pitch = published_pitch(self.walk, self.phase)
        toe_extension = swing_toe_extension(self.walk, self.phase)
        swing = np.stack([direction, across, bent, pitch, toe_extension], axis=1)
        path = periodic_spline(hip, 1.0, 7)

        def stance(phase: FloatArray) -> FloatArray:
            return self._stance_leg(phase, np.asarray(path(phase)), lengths)

        return bridge_swing(self.phase, swing, stance, c.foot_off, _FADING)

    def _stance_leg(self, phase: FloatArray, hip: FloatArray, lengths: LegLengths) -> FloatArray:
        """Leg coordinates (n, 5) with the foot on the floor.

        Args:
            phase: (n,) of the left stride.
            hip: (n, 3) m, in the moving frame.
        """
        c = self.walk.cycle
        cos, sin = np.cos(c.toe_out), np.sin(c.toe_out)
        ahead = hip[:, 0] + c.stride_length * phase
        aside = hip[:, 1] - 0.5 * c.step_width
        turned = cos * ahead + sin * aside, cos * aside - sin * ahead
        in_foot = np.stack([*turned, hip[:, 2]], axis=1)
        foot = roll_foot(self.walk, self.shape, phase, in_foot, lengths)
        along, up = foot.ankle.T
        down = np.stack([cos * along - ahead, sin * along - aside, up - hip[:, 2]], axis=1)
        direction = np.arctan2(down[:, 0], -down[:, 2])
        flexion = lengths.flexion(np.linalg.norm(down, axis=1))
        return np.stack([direction, down[:, 1], flexion, foot.pitch, foot.toe_extension], axis=1)


def _span(leg: FloatArray, lengths: LegLengths) -> FloatArray:
    """Span (n, 3) [m] from hip to ankle of leg coordinates (n, 5)."""
    direction, across, flexion = leg.T[:3]
    down = np.sqrt(lengths.span(flexion) ** 2 - across**2)
    return np.stack([down * np.sin(direction), across, -down * np.cos(direction)], axis=1)


def _about_x(angle: FloatArray) -> FloatArray:
    return _about(angle, 1, 2)


def _about_y(angle: FloatArray) -> FloatArray:
    return _about(angle, 2, 0)


def _about_z(angle: FloatArray) -> FloatArray:
    return _about(angle, 0, 1)


def _about(angle: FloatArray, i: int, j: int) -> FloatArray:
    """Rotations (n, 3, 3) by angles (n,) [rad] that carry axis i towards axis j."""
    R = np.zeros((len(angle), 3, 3))
    R[:, (3 - i - j)] = np.eye(3)[3 - i - j]
    R[:, i, i] = R[:, j, j] = np.cos(angle)
    R[:, j, i] = np.sin(angle)
    R[:, i, j] = -np.sin(angle)
    return R
