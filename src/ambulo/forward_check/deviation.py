"""How far a simulated motion follows the measured one, and how far arithmetic allows it to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ambulo.forward_check.forward import Simulation, simulate
from ambulo.math.arrays import FloatArray
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.motion import Motion
from ambulo.multibody.natural.points import NaturalBody
from ambulo.multibody.tree.configuration import integrate
from ambulo.multibody.tree.energy import kinetic_energy, potential_energy
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import Tree

ANGLE_LIMIT = float(np.radians(5.0))
"""rad; a segment turned further off does not follow."""
DISTANCE_LIMIT = 0.010
"""m; nor does a joint that is further away."""

_PUSH = 1e-10
"""rad, m; disturbance by which the growth of errors is measured."""
_SETTLED = 30.0
"""A disturbance that has grown by this is along the direction of fastest growth."""
_LINEAR = 1e-3
"""Beyond this, growth is no longer that of small errors."""


@dataclass(frozen=True, eq=False)
class Deviation:
    """How far segments are from where they were measured.

    Args:
        angle: (frames, nb) rad, of absolute orientations.
        distance: (frames, nb) m, of the segments' proximal joints.
    """

    angle: FloatArray
    distance: FloatArray


@dataclass(frozen=True)
class ErrorGrowth:
    """How errors grow in an open loop.

    Args:
        rate: 1/s, of a small disturbance once it has settled and while it is small.
        bound: s, in which rounding of the first state alone grows to the limit of following; the
            rounding of every later step makes it less.
    """

    rate: float
    bound: float


def deviation(tree: Tree, q: FloatArray, reference: FloatArray) -> Deviation:
    """Deviation of a motion (frames, nq) from another; NaN where it is not known."""
    R, p = forward_kinematics(tree, q)
    R_ref, p_ref = forward_kinematics(tree, reference)
    # |R - R_ref| is 2 sqrt(2) times the sine of half the angle, well-conditioned for small ones
    half = np.linalg.norm(R - R_ref, axis=(2, 3)) / np.sqrt(8.0)
    return Deviation(2.0 * np.arcsin(np.minimum(half, 1.0)), np.linalg.norm(p - p_ref, axis=2))


def followed(time: FloatArray, off: Deviation) -> float:
    """Seconds from the start during which every segment stays within both limits."""
    within = (off.angle < ANGLE_LIMIT).all(axis=1) & (off.distance < DISTANCE_LIMIT).all(axis=1)
    last = len(time) if within.all() else int(np.argmin(within))
    return float(time[max(last - 1, 0)] - time[0])


def largest(values: FloatArray) -> float:
    """Largest magnitude as far as the simulation goes."""
    return float(np.nanmax(np.abs(values)))


def energy(tree: Tree, simulation: Simulation) -> tuple[FloatArray, FloatArray]:
    """Kinetic plus potential energy since the start, and what the work done leaves unexplained.

    Returns:
        (frames,) J each; NaN where the simulation is not known.
    """
    known = np.isfinite(simulation.work)
    total = np.full(len(known), np.nan)
    q, v = simulation.q[known], simulation.v[known]
    total[known] = kinetic_energy(tree, q, v) + potential_energy(tree, q)
    gained = total - total[0]
    return gained, gained - simulation.work


def error_growth(
    tree: Tree,
    forces: tuple[Any, ...],
    undisturbed: Simulation,
    motion: Motion,
    method: Method,
    step: float,
    natural: NaturalBody | None = None,
) -> ErrorGrowth:
    """Growth of a small random disturbance of the first posture, against the undisturbed run.

    Args:
        undisturbed: with the same forces, method, step and formulation.
        motion: whose first frame it begins with.
        natural: as for `simulate`.
    """
    push = _PUSH * np.random.default_rng(0).normal(size=tree.nv)
    start = integrate(tree, motion.q[0], push)
    pushed = simulate(
        tree, forces, motion.time, start, motion.v[0], method, step=step, natural=natural
    )
    known = np.isfinite(undisturbed.work) & np.isfinite(pushed.work)
    off = deviation(tree, pushed.q[known], undisturbed.q[known])
    size = np.maximum(off.angle, off.distance).max(axis=1)
    large = np.flatnonzero(size > _LINEAR)
    last = int(large[0]) if large.size else len(size)
    settled = np.flatnonzero(size[:last] > _SETTLED * _PUSH)
    first = int(settled[0]) if settled.size else 0
    if last - first < 3:
        return ErrorGrowth(float("inf"), 0.0)
    slope = np.polyfit(motion.time[first:last], np.log(size[first:last]), 1)[0]
    rate = max(float(slope), 0.0)
    rounding = float(np.finfo(np.float64).eps)
    bound = float(np.log(ANGLE_LIMIT / rounding)) / rate if rate > 0.0 else float("inf")
    return ErrorGrowth(rate, bound)
