"""A walk whose ground reaction is one that two feet on the floor can give.

Feet roll without sliding or sinking, the body follows published patterns as closely as mechanics
lets it, and the whole body's ground reaction acts where the feet are.

A walk as like the published ones as one body can be that obeys mechanics.

Published angles, moments and forces are means over other people and do not belong together. The
series of the walk are bent until the squares of all deviations, each in units of what is
tolerated, are least (Gauss-Newton); the bends cost too, high harmonics the more. `FreeSeries` says
which harmonics are free, and how far from the published ones.

`likeness` says how far a walk is from published ones: joint angles, joint moments, ground reaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ambulo.demo.foot_rockers import FootShape
from ambulo.demo.foot_sharing import (
    FootPlan,
    NeededReaction,
    foot_plan,
    resultant,
    share_between_feet,
)
from ambulo.demo.normal_walk import NormalWalk, PeriodicSeries
from ambulo.demo.periodic_motion import PeriodicMotion, motion_at_nodes, periodic_motion
from ambulo.demo.posture import PostureBuilder
from ambulo.gait.inverse import joint_forces
from ambulo.math.arrays import FloatArray
from ambulo.math.descent import HALVED, Differenced, descend
from ambulo.model.foot_loads import foot_loads
from ambulo.model.joint_angles import cardan_yxz, relative_rotation
from ambulo.model.joint_motions import joint_motions
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.motion import JointForces
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import GroundReaction, Model
from ambulo.report.normal_band import load_band


@dataclass(frozen=True, eq=False)
class GaitState:
    """A stride from left foot strike at n equal phases.

    Args:
        R: (n, nb, 3, 3) segments to world.
        whole: ground reaction of the whole body; ground: of each foot.
        forces: of the proximal on the distal segment at every joint.
    """

    R: FloatArray
    whole: NeededReaction
    ground: GroundReaction
    forces: JointForces


def gait_state(builder: PostureBuilder, plan: FootPlan, walk: NormalWalk) -> GaitState:
    """Posture, motion and forces of a walk.

    Args:
        builder: for n phases.
        plan: for the feet at the same phases.
        walk: series that the posture follows.
    Raises:
        ValueError: a foot is out of the leg's reach.
    """
    model, cycle = builder.model, walk.cycle
    posture = builder(walk)
    advance = np.array([cycle.stride_length, 0.0, 0.0])
    motion = motion_at_nodes(model.tree, cycle.stride_time, advance, posture.root, posture.R)
    whole = resultant(model, motion)
    ground = share_between_feet(motion.time, whole, plan)
    R, p = forward_kinematics(model.tree, motion.q)
    forces = joint_forces(model, motion, foot_loads(model, R, p, ground))
    return GaitState(R, whole, ground, forces)


@dataclass(frozen=True, eq=False)
class Likeness:
    """Published curves of the left side at n equal phases of the stride.

    Args:
        model: whose walk is judged.
        phase: (n,).
        plan: for the feet.
        angles: (n,) deg by name; moments: (n,) N*m/kg by name, and what is tolerated of each.
        force: (n, 2) body weights, forward and upward, of both feet together.
        knee: (n,) rad, published series of its flexion.
    """

    model: Model
    phase: FloatArray
    plan: FootPlan
    angles: Mapping[str, FloatArray]
    moments: Mapping[str, tuple[FloatArray, FloatArray]]
    force: FloatArray
    knee: FloatArray

    def deviations(self, walk: NormalWalk, state: GaitState) -> Mapping[str, FloatArray]:
        """Deviations (n,) or (n, 2) from each curve, in units of what is tolerated.

        Args:
            walk: series of the walk.
            state: its posture and forces.
        """
        angles, moments = _left_leg(self.model, state)
        weight = self.model.mass * STANDARD_GRAVITY
        tolerated = _ANGLE_TOLERANCE["knee_flexion"]
        series = np.degrees(walk.angles["knee_flexion"](self.phase) - self.knee)
        found = {"knee series": series / tolerated}
        for name, wanted in self.angles.items():
            found[f"{name} angle"] = (angles[name] - wanted) / _ANGLE_TOLERANCE[name]
        for name, (wanted, tolerance) in self.moments.items():
            found[f"{name} moment"] = (moments[name] - wanted) / tolerance
        force = state.whole.force[:, ::2] / weight
        found["force"] = (force - self.force) / _FORCE_TOLERANCE
        miss = state.whole.centre - self.plan.resultant_centre
        found["centre"] = miss / _CENTRE_TOLERANCE
        found["foot spin"] = self._foot_spin(walk, state) / _SPIN_TOLERANCE
        found["free moment"] = state.whole.free_moment / _FREE_MOMENT_TOLERANCE
        return found

    def _foot_spin(self, walk: NormalWalk, state: GaitState) -> FloatArray:
        """Angular acceleration (n,) [rad/s^2] of the left foot's pitch."""
        R = state.R[:, self.model.segments.index("left_hindfoot")]
        pitch = np.arctan2(R[:, 2, 0], np.hypot(R[:, 0, 0], R[:, 1, 0]))
        step = walk.cycle.stride_time / len(pitch)
        return np.asarray(np.roll(pitch, -1) - 2 * pitch + np.roll(pitch, 1)) / step**2


_JOINTS = ("hip", "knee", "ankle")

_ANGLE_TOLERANCE = {"hip_flexion": 2.5, "knee_flexion": 1.2, "ankle_dorsiflexion": 1.5}
"""deg, less than the standard deviation between people for the curves to keep their shape."""

_MOMENT_TOLERANCE = {
    "hip_flexion": 0.08,
    "hip_adduction": 0.06,
    "knee_flexion": 0.06,
    "knee_adduction": 0.06,
    "ankle_dorsiflexion": 0.04,
}
"""N*m/kg, but where people differ less, in swing, half their standard deviation and the least."""
_LEAST_MOMENT = 0.02

_FORCE_TOLERANCE: FloatArray = np.array([0.03, 0.05])
"""Body weights, forward and upward."""

_CENTRE_TOLERANCE: FloatArray = np.array([0.010, 0.010])
"""m, forward and to the left, of the centre of pressure of both feet together."""

_FREE_MOMENT_TOLERANCE = 6.0
"""N*m."""

_SPIN_TOLERANCE = 40.0
"""rad/s^2, of the foot's pitch; laboratories do not see the impact at foot strike either."""

_STEP_HARMONICS = 3
"""Harmonics of the step that the body's weight can follow; published forces are of many steps."""


def likeness(model: Model, walk: NormalWalk, plan: FootPlan, phase: FloatArray) -> Likeness:
    """Prepare the published curves.

    Args:
        model: whose walk is judged.
        walk: published patterns.
        plan: for the feet at the phases.
        phase: (n,) of the left stride, 0 to 1 in equal steps.
    """
    series = {name: np.degrees(found(phase)) for name, found in walk.angles.items()}
    angles = {
        "hip_flexion": series["thigh_inclination"] + series["pelvis_tilt"],
        "knee_flexion": series["knee_flexion"],
        "ankle_dorsiflexion": series["ankle_dorsiflexion"],
    }
    band = load_band().curves["moments"]
    moments = {
        name: (
            _between(band[name].mean, phase),
            np.minimum(usual, 0.5 * _between(band[name].sd, phase) + _LEAST_MOMENT),
        )
        for name, usual in _MOMENT_TOLERANCE.items()
        if walk.pace is None
    }
    spectrum = np.fft.rfft(plan.force, axis=0)
    spectrum[2 * _STEP_HARMONICS + 1 :] = 0.0
    force = np.fft.irfft(spectrum, len(phase), axis=0)
    # over a stride neither speed nor height is gained
    force[:, 0] -= force[:, 0].mean()
    force[:, 1] /= force[:, 1].mean()
    if walk.pace is not None:
        force = [0.0, 1.0] + (force - [0.0, 1.0]) * walk.pace
    knee = walk.angles["knee_flexion"](phase)
    return Likeness(model, phase, plan, angles, moments, force, knee)


def _between(curve: FloatArray, phase: FloatArray) -> FloatArray:
    """Values (n,) at phases (n,) of a curve given at equal shares of the stride."""
    return np.interp(phase, np.linspace(0.0, 1.0, len(curve)), curve)


def _left_leg(
    model: Model, state: GaitState
) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
    """Angles [deg] and moments [N*m/kg] of the left leg, in the signs of the report."""
    angles, moments = {}, {}
    for joint in _JOINTS:
        body = model.joints.index(f"left_{joint}")
        parent = int(model.tree.parent[body])
        turn = np.degrees(cardan_yxz(relative_rotation(state.R, body, parent)))
        component = np.einsum("fji,fj->fi", state.R[:, parent], state.forces.moment[:, body])
        for column, motion in enumerate(joint_motions(f"left_{joint}")):
            name = motion.name.removeprefix("left_")
            angles[name] = motion.sign * turn[:, column]
            moments[name] = motion.sign * component[:, motion.axis] / model.mass
    return angles, moments


@dataclass(frozen=True)
class FreeSeries:
    """Harmonics of a series that may differ from the published ones.

    Args:
        name: of the series.
        harmonics: of the stride; a symmetric walk has even ones where both sides do the same at
            once, odd ones where they do the opposite.
        spread: m or rad, usual difference of a first or second harmonic; it falls with the cube
            of the harmonic, so that the difference is smooth.
        mean: whether the mean is free too.
    """

    name: str
    harmonics: tuple[int, ...]
    spread: float
    mean: bool = False

    @property
    def size(self) -> int:
        """Number of parameters."""
        return 2 * len(self.harmonics) + self.mean


_DEGREE = float(np.pi / 180)

FREE: tuple[FreeSeries, ...] = (
    FreeSeries("pelvis_forward", (2, 4, 6, 8, 10, 12), 0.02, mean=True),
    FreeSeries("pelvis_left", (1, 3, 5, 7), 0.02),
    FreeSeries("pelvis_up", (2, 4, 6, 8, 10), 0.02, mean=True),
    FreeSeries("pelvis_tilt", (2, 4), 0.7 * _DEGREE),
    FreeSeries("pelvis_obliquity", (1, 3), 0.4 * _DEGREE),
    FreeSeries("pelvis_rotation", (1, 3), 0.7 * _DEGREE),
    FreeSeries("torso_tilt", (2, 4, 6, 8, 10, 12), 0.5 * _DEGREE),
    FreeSeries("torso_obliquity", (1, 3, 5, 7), 0.35 * _DEGREE),
    FreeSeries("torso_rotation", (1, 3, 5), 2.0 * _DEGREE),
    FreeSeries("shoulder_flexion", (1,), 1.0 * _DEGREE),
    FreeSeries("thigh_inclination", (1, 2, 3, 4, 5), 2.0 * _DEGREE, mean=True),
    FreeSeries("knee_flexion", (1, 2, 3, 4, 5, 6), 3.0 * _DEGREE, mean=True),
    FreeSeries("ankle_dorsiflexion", (1, 2, 3, 4, 5, 6), 5.0 * _DEGREE, mean=True),
)
"""The path of the pelvis and what the published means, each from other people, may not share."""


def spreads() -> FloatArray:
    """Usual size (parameters,) of each parameter."""
    return np.concatenate([_spread(free) for free in FREE])


def _spread(free: FreeSeries) -> FloatArray:
    falling = np.array([(2.0 / max(k, 2)) ** 2 for k in free.harmonics])
    mean = [1.0] if free.mean else []
    return np.asarray(free.spread * np.concatenate([mean, falling, falling]))


def adjusted(
    series: Mapping[str, PeriodicSeries], parameters: FloatArray
) -> dict[str, PeriodicSeries]:
    """Series with the parameters added, in the order of `FREE`: mean, cosines, sines."""
    result = dict(series)
    start = 0
    for free in FREE:
        part = parameters[start : start + free.size]
        start += free.size
        old = result[free.name]
        mean = part[0] if free.mean else 0.0
        cosine, sine = np.split(part[int(free.mean) :], 2)
        result[free.name] = old.plus(mean, free.harmonics, cosine, sine)
    return result


_PHASES = 96

_BEND_COST = 0.2
"""Deviation, in units of what is tolerated, that a bend of usual size is worth."""

_DIFFERENCE = 1e-3
"""Step of the Jacobian's differences, in usual sizes."""

_MAX_STEPS, _SETTLED, _SAME_JACOBIAN = 12, 0.003, 0.15
"""Share of the cost by which a step must lower it to go on, and to need a new Jacobian."""


def fit_walk(model: Model, walk: NormalWalk, shape: FootShape) -> NormalWalk:
    """Bend the series of a walk.

    Args:
        model, walk, shape: as `consistent_walk.consistent_walk` takes them.
    Raises:
        ValueError: the published walk is out of the body's reach.
    """
    phase = np.arange(_PHASES) / _PHASES
    builder = PostureBuilder(model, shape, phase)
    plan = foot_plan(walk, shape, phase * walk.cycle.stride_time)
    like = likeness(model, walk, plan, phase)
    usual = spreads()

    def bent(bends: FloatArray) -> NormalWalk:
        return replace(walk, angles=adjusted(walk.angles, bends * usual))

    def residual(bends: FloatArray) -> FloatArray:
        now = bent(bends)
        found = like.deviations(now, gait_state(builder, plan, now))
        each = np.concatenate([x.ravel() for x in found.values()]) / np.sqrt(_PHASES)
        return np.concatenate([each, _BEND_COST * bends])

    return bent(gauss_newton(residual, np.zeros_like(usual)))


def gauss_newton(residual: Callable[[FloatArray], FloatArray], start: FloatArray) -> FloatArray:
    """Least squares of a residual that differs little from a linear one.

    A step that does not lower the cost, or leads where the residual raises ValueError, is halved;
    while a step lowers it only a little, the Jacobian is used again.

    Args:
        residual: (m,) of the parameters.
        start: (k,) parameters.
    Returns:
        (k,) parameters.
    """

    def shorter(at: Differenced, times: float) -> Differenced | None:
        J = at.jacobian
        x = at.x - np.linalg.solve(J.T @ J, J.T @ at.residual) / times
        try:
            there = Differenced(residual, x, _DIFFERENCE)
        except ValueError:
            return None
        if 1.0 - there.cost / at.cost <= _SAME_JACOBIAN:
            there.jacobian = J
        return there

    begin = Differenced(residual, start, _DIFFERENCE)
    return descend(begin, shorter, HALVED, _SETTLED, _MAX_STEPS)[0].x


_SAMPLES = 512


@dataclass(frozen=True, eq=False)
class ConsistentWalk:
    """A walk of equal strides on a level floor, left foot strike at time 0.

    Args:
        model: who walks.
        walk: patterns it follows, bent from the published ones.
        shape: sole.
        motion: coordinates over time.
    """

    model: Model
    walk: NormalWalk
    shape: FootShape
    motion: PeriodicMotion

    def foot_plan(self, time: FloatArray) -> FootPlan:
        """Where and in which proportion the feet carry at times (n,) [s]."""
        return foot_plan(self.walk, self.shape, time)


def consistent_walk(model: Model, walk: NormalWalk, shape: FootShape) -> ConsistentWalk:
    """Find the walk.

    Args:
        model: an 18-segment body, left and right alike, its thighs and shanks along z.
        walk: published patterns.
        shape: sole of its feet.
    Raises:
        ValueError: the published walk is out of the body's reach.
    """
    fitted = fit_walk(model, walk, shape)
    cycle = walk.cycle
    posture = PostureBuilder(model, shape, np.arange(_SAMPLES) / _SAMPLES)(fitted)
    advance = np.array([cycle.stride_length, 0.0, 0.0])
    motion = periodic_motion(model.tree, cycle.stride_time, advance, posture.root, posture.R)
    return ConsistentWalk(model, fitted, shape, motion)
