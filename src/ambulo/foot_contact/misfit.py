"""Difference of a contact model's wrenches from the wanted wrenches: one compiled call for all
frames.

NRMSE of a component is its root mean square error divided by the range of the wanted component
(Pamies-Vila 2012, eqs. 6.14 and 6.16). The misfit is the weighted sum over all components (eqs.
6.13, 6.15).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.sphere import (
    Kept,
    Pressing,
    TypedLaws,
    carried,
    laws_at,
    place_on_floor,
    pressed,
    pressing,
)
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import matrix_at, vector, vector_at
from ambulo.math.packed import Packed
from ambulo.math.vectors import Vector3, cross, rotate, subtract
from ambulo.multibody.contact.pointed import laws_of


class Paths(NamedTuple):
    """`FeetMotion` prepared for the compiled loops.

    Args:
        R: (feet, frames, 2, 9) row by row; p, w, u: (feet, frames, 2, 3); stance: (feet, frames).
        dt: s, interval between frames.
    """

    R: FloatArray
    p: FloatArray
    w: FloatArray
    u: FloatArray
    stance: BoolArray
    dt: float


def paths_of(feet: FeetMotion) -> Paths:
    """Prepare a motion for the compiled loops."""
    dt = float((feet.time[-1] - feet.time[0]) / (len(feet.time) - 1))
    R = feet.R.reshape(*feet.p.shape[:3], 9)
    p, w, u = (np.ascontiguousarray(x) for x in (feet.p, feet.w, feet.u))
    return Paths(np.ascontiguousarray(R), p, w, u, np.ascontiguousarray(feet.stance), dt)


@inner
def add_force(wrench: FloatArray, arm: Vector3, force: Vector3) -> None:
    """Add a force [N] at an arm [m] from the reference point to a wrench (6,) N*m, N."""
    moment = cross(arm, force)
    for c in range(3):
        wrench[c] += moment[c]
        wrench[3 + c] += force[c]


@generic
def add_foot_wrench(
    laws: Any, paths: Paths, f: int, segment: IntArray, values: FloatArray, about: FloatArray,
    out: FloatArray,
) -> None:  # fmt: skip
    """Add the wrench of foot f's spheres at every frame.

    Args:
        laws: `Laws` or `TypedLaws`, whose parameters are in `values`.
        paths: paths of the feet.
        segment: (spheres,) 0 for the hindfoot, 1 for the forefoot.
        values: (spheres, GEOMETRY + parameters of the normal law + of the friction law).
        about: (frames, 3) m, reference point.
        out: (frames, 6) N*m, N, to which the wrenches are added.
    """
    for s in range(len(segment)):
        seg, value, own = segment[s], values[s], laws_at(laws, values[s])
        touching, kept = False, Kept(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for k in range(out.shape[0]):
            offset = rotate(matrix_at(paths.R[f, k], seg), vector(value))
            p, w = vector_at(paths.p[f, k], seg), vector_at(paths.w[f, k], seg)
            X, v = carried(p, vector_at(paths.u[f, k], seg), w, offset)
            at = place_on_floor(value[3], X, v, w)
            if at.depth <= 0.0 or not paths.stance[f, k]:
                touching, kept = False, Kept(at.depth, 0.0, 0.0, 0.0, 0.0, 0.0)
                continue
            felt = Pressing(*pressing(at, kept, touching, paths.dt))
            force, zx, zy = pressed(own, felt)
            touching, kept = True, Kept(at.depth, at.vx, at.vy, felt.onset, zx, zy)
            add_force(out[k], subtract((at.x, at.y, 0.0), vector(about[k])), force)


def foot_wrenches(
    normal: Packed,
    friction: Packed,
    feet: FeetMotion,
    segment: IntArray,
    values: FloatArray,
    about: FloatArray,
) -> FloatArray:
    """Wrench from the ground on each foot.

    Args:
        normal, friction: the two laws, whose parameters are in `values`.
        feet: the motion.
        segment: (spheres,) 0 for the hindfoot, 1 for the forefoot.
        values: (2, spheres, values of a sphere).
        about: (2, frames, 3) m, a reference point for each foot.
    Returns:
        (2, frames, 6) N*m, N, world axes.
    """
    paths = paths_of(feet)
    out, laws = np.zeros((len(values), len(feet.time), 6)), laws_of(normal, friction)
    for f in range(len(values)):
        add_foot_wrench(laws, paths, f, segment, values[f], about[f], out[f])
    return out


_FORCE_FIRST = (3, 4, 5, 0, 1, 2)


@dataclass(frozen=True)
class Accuracy:
    """Standard deviations of the wanted wrenches in each frame.

    Args:
        force: N; moment: N*m.
    """

    force: tuple[float, float, float] = (10.0, 6.0, 25.0)
    moment: tuple[float, float, float] = (2.0, 4.0, 1.0)


@dataclass(frozen=True, eq=False)
class Wanted:
    """Wrenches that the contact should give.

    Args:
        wrench: (groups, frames, 6) N*m, N. One group has both feet together; two groups have one
            foot each.
        about: (groups, frames, 3) m, reference point of the moments.
        counted: (groups, frames) frames that count.
        accuracy: accuracy of the wrenches, which weights the least squares.
    """

    wrench: FloatArray
    about: FloatArray
    counted: BoolArray
    accuracy: Accuracy = Accuracy()

    @property
    def ranges(self) -> FloatArray:
        """Largest minus smallest value (groups, 6) of each component over the frames that count."""
        found = [np.ptp(w[c], axis=0) for w, c in zip(self.wrench, self.counted, strict=True)]
        return np.stack(found)

    def group(self, f: int) -> int:
        """Group of foot f."""
        return f if len(self.wrench) > 1 else 0

    def errors(self, wrenches: FloatArray) -> FloatArray:
        """Error (groups, frames, 6) of the feet's wrenches (2, frames, 6) about the reference
        points of their groups.

        NaN in frames that do not count.
        """
        total = np.zeros_like(self.wrench)
        for f, wrench in enumerate(wrenches):
            total[self.group(f)] += wrench
        return np.where(self.counted[..., None], total - self.wrench, np.nan)


class Task(NamedTuple):
    """A misfit prepared for the compiled loops.

    Args:
        held: (2, spheres, values); free: (variables,); lower, upper: (variables,).
        group: (2,) group of each foot.
        wanted, about: (groups, frames, 6) and (groups, frames, 3).
        counted: (groups, frames).
        weight: (groups, 6) h divided by the range and by the root of the number of frames, in the
            order of a wrench.
    """

    held: FloatArray
    free: IntArray
    lower: FloatArray
    upper: FloatArray
    group: IntArray
    wanted: FloatArray
    about: FloatArray
    counted: BoolArray
    weight: FloatArray


def task_of(design: SoleDesign, wanted: Wanted, weights: FloatArray) -> Task:
    """Prepare a misfit for the compiled loops.

    Args:
        design: identified values.
        wanted: wrenches.
        weights: (6,) weights h in the order of WRENCH.
    """
    frames = wanted.counted.sum(axis=1)
    in_order = np.empty(6)
    in_order[list(_FORCE_FIRST)] = weights
    ranges = wanted.ranges
    weight = in_order / (np.where(ranges > 0.0, ranges, 1.0) * np.sqrt(frames)[:, None])
    group = np.array([wanted.group(f) for f in range(2)])
    wrench = np.where(wanted.counted[..., None], wanted.wrench, 0.0)
    return Task(
        design.held, design.free, design.lower, design.upper, group, wrench,
        np.ascontiguousarray(wanted.about), wanted.counted, weight,
    )  # fmt: skip


@inner
def put_design(task: Any, design: FloatArray, flat: FloatArray) -> None:
    """Write a design (variables,) into `flat`. Shares below 0 and above 1 are reflected."""
    for i in range(len(task.free)):
        part = abs(design[i]) % 2.0
        if part > 1.0:
            part = 2.0 - part
        flat[task.free[i]] = task.lower[i] + part * (task.upper[i] - task.lower[i])


@generic
def misfits(
    laws: TypedLaws, paths: Paths, segment: IntArray, task: Task, designs: FloatArray,
    out: FloatArray,
) -> None:  # fmt: skip
    """Misfit of each of many designs.

    Args:
        laws, paths, segment: as in `add_foot_wrench`.
        task: prepared misfit.
        designs: (designs, variables) as shares of the distance between bounds. Shares below 0 and
            above 1 are reflected.
        out: (designs,) misfits.
    """
    groups, frames = task.wanted.shape[0], task.wanted.shape[1]
    values = task.held.copy()
    flat = values.ravel()
    found = np.empty((groups, frames, 6))
    for m in range(designs.shape[0]):
        put_design(task, designs[m], flat)
        found[:] = 0.0
        for f in range(values.shape[0]):
            g = task.group[f]
            add_foot_wrench(laws, paths, f, segment, values[f], task.about[g], found[g])
        total = 0.0
        for g in range(groups):
            for c in range(6):
                if task.weight[g, c] == 0.0:
                    continue
                square = 0.0
                for k in range(frames):
                    if task.counted[g, k]:
                        square += (found[g, k, c] - task.wanted[g, k, c]) ** 2
                total += task.weight[g, c] * np.sqrt(square)
        out[m] = total


def wrenches_as_wanted(
    design: SoleDesign, values: FloatArray, feet: FeetMotion, wanted: Wanted
) -> FloatArray:
    """Wrenches (2, frames, 6) [N*m, N] of a design about the reference points of the wanted
    wrenches.
    """
    about = np.stack([wanted.about[wanted.group(f)] for f in range(2)])
    return foot_wrenches(design.normal, design.friction, feet, design.segment, values, about)


def normalised_errors(
    design: SoleDesign, values: FloatArray, feet: FeetMotion, wanted: Wanted
) -> tuple[FloatArray, FloatArray]:
    """Root mean square errors (groups, 6) [N, N*m], and these errors divided by the wanted ranges.

    Args:
        design: kinds of laws and segments.
        values: (2, spheres, values).
        feet: the motion.
        wanted: wrenches.
    Returns:
        Both in the order of WRENCH.
    """
    wrenches = wrenches_as_wanted(design, values, feet, wanted)
    rms = np.sqrt(np.nanmean(wanted.errors(wrenches) ** 2, axis=1))
    order = list(_FORCE_FIRST)
    return rms[:, order], (rms / wanted.ranges)[:, order]
