"""A walk whose ground reaction is one that two feet on the floor can give.

Feet roll without sliding or sinking; the horizontal path of the pelvis is found so that the whole
body's ground reaction acts where the feet are. The body answers nearly as an inverted pendulum of
constant height h, whose periodic motion under a centre of pressure p is known in closed form
(Kajita et al. 2003), for each harmonic k of angular frequency w_k

    x_k = p_k / (1 + w_k^2 h / g).

Applied to the distance by which the full model misses, this is iterated until it misses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.demo.foot_rockers import FootShape
from ambulo.demo.normal_walk import NormalWalk
from ambulo.demo.periodic_motion import PeriodicMotion, periodic_motion
from ambulo.demo.posture import PostureBuilder
from ambulo.kernels.newton_euler import inverse_dynamics
from ambulo.records import STANDARD_GRAVITY, FloatArray, Model, Motion

__all__ = ["ConsistentWalk", "FootTarget", "consistent_walk", "resultant"]

_SAMPLES = 512
_HARMONICS = 20
_MASS_HEIGHT = 1.0
"""m, of the centre of mass; only the speed of convergence depends on it."""

_TRUNK_INERTIA = 0.6
"""kg*m^2, of trunk and shoulders about the vertical; only the speed of convergence needs it."""

_STRAIGHTEST_KNEE = float(np.radians(13.0))
_FIRST_STRAIGHTEST_KNEE, _STRAIGHTENING = float(np.radians(30.0)), float(np.radians(3.0))
"""The walk starts crouched, for a nearly straight leg answers too strongly to a poor path."""

_MAX_ITERATIONS = 40
_PELVIS_AHEAD = -0.010
"""m, hips before the mean centre of pressure at the start of the iteration."""

_SETTLED = 2e-4
"""m, change of the largest miss at which the iteration stops."""

_TOLERANCE = 0.03
"""m, by which the centre of pressure may miss where the patterns ask for more than _HARMONICS can
follow, at foot strike and foot off; each foot's own centre of pressure then takes it up."""


@dataclass(frozen=True, eq=False)
class FootTarget:
    """Where and in which proportion the feet should carry the ground reaction.

    Args:
        share: (n, 2) of the vertical force, in the order SIDES; adds up to 1.
        centre: (n, 2, 2) m, x and y of each foot's centre of pressure.
    """

    share: FloatArray
    centre: FloatArray

    @property
    def resultant_centre(self) -> FloatArray:
        """Centre of pressure (n, 2) [m] of the whole."""
        return np.asarray(np.einsum("ns,nsk->nk", self.share, self.centre))


@dataclass(frozen=True, eq=False)
class ConsistentWalk:
    """A walk of equal strides on a level floor, left foot strike at time 0.

    Args:
        model: who walks.
        walk: published patterns it follows.
        shape: sole.
        motion: coordinates over time.
        iterations: of the pelvis path; miss: m, what is left of them.
    """

    model: Model
    walk: NormalWalk
    shape: FootShape
    motion: PeriodicMotion
    iterations: int
    miss: float

    def foot_target(self, time: FloatArray) -> FootTarget:
        """Each foot's share and centre of pressure at times (n,) [s]."""
        return _foot_target(self.walk, self.shape, time)


def _foot_target(walk: NormalWalk, shape: FootShape, time: FloatArray) -> FootTarget:
    """Pattern of the left foot, and of the right one half a stride later on the other side."""
    c = walk.cycle
    vertical = np.empty((len(time), 2))
    centre = np.empty((len(time), 2, 2))
    for i, (left, delay) in enumerate(((1.0, 0.0), (-1.0, 0.5))):
        strides, phase = np.divmod(time / c.stride_time - delay, 1.0)
        stance = phase / c.foot_off
        vertical[:, i] = np.where(stance < 1, walk.vertical_force(stance), 0.0)
        along = walk.centre_of_pressure(stance) * shape.length - shape.heel
        centre[:, i, 0] = c.stride_length * (strides + delay) + along * np.cos(c.toe_out)
        centre[:, i, 1] = left * (0.5 * c.step_width + along * np.sin(c.toe_out))
    return FootTarget(vertical / vertical.sum(axis=1, keepdims=True), centre)


def resultant(model: Model, motion: Motion) -> tuple[FloatArray, FloatArray]:
    """Force (n, 3) [N] and moment about the world origin (n, 3) [N*m] that a motion needs."""
    _, moment, force = inverse_dynamics(model.tree, motion.q, motion.v, motion.a)
    return force[:, 0], moment[:, 0] + np.cross(motion.q[:, :3], force[:, 0])


def centre_on_floor(force: FloatArray, moment: FloatArray) -> FloatArray:
    """Point (n, 2) [m] of the floor about which a wrench at the origin has no horizontal moment."""
    return np.stack([-moment[:, 1], moment[:, 0]], axis=1) / force[:, 2:]


def consistent_walk(model: Model, walk: NormalWalk, shape: FootShape) -> ConsistentWalk:
    """Find the walk.

    Args:
        model: an 18-segment body, left and right alike, its thighs and shanks along z.
        walk: published patterns.
        shape: sole of its feet.
    Raises:
        RuntimeError: the iteration does not settle, because the patterns ask for what this body
            cannot do.
    """
    c = walk.cycle
    phase = np.arange(_SAMPLES) / _SAMPLES
    time = phase * c.stride_time
    advance = np.array([c.stride_length, 0.0, 0.0])
    travelled = np.multiply.outer(phase, advance[:2])
    builder = PostureBuilder(model, walk, shape, phase)
    target = _foot_target(walk, shape, time).resultant_centre - travelled

    level = _pendulum(target, c.stride_time)
    level[:, 0] += _PELVIS_AHEAD
    twist = np.zeros_like(phase)
    miss = np.inf
    for iteration in range(1, _MAX_ITERATIONS + 1):
        knee = max(_STRAIGHTEST_KNEE, _FIRST_STRAIGHTEST_KNEE - iteration * _STRAIGHTENING)
        root = np.column_stack([level, builder.height(level, knee)])
        posture = builder(root, builder.ankle_path(root), twist)
        motion = periodic_motion(model.tree, c.stride_time, advance, root, posture.R)
        force, moment = resultant(model, motion(time))
        centre = centre_on_floor(force, moment)
        previous, miss = miss, float(np.abs(target + travelled - centre).max())
        settled = abs(miss - previous) < _SETTLED and knee == _STRAIGHTEST_KNEE
        if settled and miss < _TOLERANCE:
            return ConsistentWalk(model, walk, shape, motion, iteration, miss)
        level += _pendulum(target + travelled - centre, c.stride_time)
        twist += _twist(free_moment(force, moment, centre), c.stride_time)
    raise RuntimeError(
        f"the centre of pressure misses its path by {1000 * miss:.1f} mm after {iteration} steps"
    )


def free_moment(force: FloatArray, moment: FloatArray, centre: FloatArray) -> FloatArray:
    """Vertical moment (n,) [N*m] about a point (n, 2) of the floor of a wrench at the origin."""
    lever = centre[:, 0] * force[:, 1] - centre[:, 1] * force[:, 0]
    return np.asarray(moment[:, 2] - lever)


def _pendulum(centre: FloatArray, period: float) -> FloatArray:
    """Periodic motion (n, 2) [m] of an inverted pendulum over a centre of pressure (n, 2)."""
    harmonic = np.arange(len(centre) // 2 + 1)
    response = 1 / (1 + (2 * np.pi * harmonic / period) ** 2 * _MASS_HEIGHT / STANDARD_GRAVITY)
    response[_HARMONICS + 1 :] = 0.0
    return np.fft.irfft(response[:, None] * np.fft.rfft(centre, axis=0), len(centre), axis=0)


def _twist(moment: FloatArray, period: float) -> FloatArray:
    """Turn (n,) [rad] of the torso that takes up a vertical moment (n,) beyond its first harmonic.

    The first would need a turn of half a radian; people leave it to the floor.
    """
    harmonic = np.arange(2, _HARMONICS + 1)
    spectrum = np.fft.rfft(moment)
    turn = np.zeros_like(spectrum)
    turn[harmonic] = spectrum[harmonic] / (_TRUNK_INERTIA * (2 * np.pi * harmonic / period) ** 2)
    return np.fft.irfft(turn, len(moment))
