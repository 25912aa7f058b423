"""Residual at the root of a displaced motion with contact under the feet, and its derivatives.

The derivatives come from the Newton-Euler equations and the contact laws.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.displacement import SUPPORT, Displacement
from ambulo.foot_contact.feet_motion import FeetMotion, feet_motion
from ambulo.foot_contact.misfit import foot_wrenches, paths_of
from ambulo.foot_contact.slopes import CORRECTED, Corrections, foot_wrench_slopes
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.vector_arrays import cross_matrix
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.configuration import integrate
from ambulo.multibody.tree.derivatives import inverse_dynamics_derivatives
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics, jacobian
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.records import SIDES

_DIFFERENCE = 1e-6
"""rad, m; of differences of velocities by coordinates, which are as smooth as sines."""


@dataclass(frozen=True, eq=False)
class TriedMotion:
    """A tried motion, the place of its root, each foot's wrench about the root, and the residual.

    The displacement (3, frames, nv) with its rates is relative to the recorded motion. The values
    (2, spheres, values) are those of the spheres.
    """

    displacement: FloatArray
    values: FloatArray
    motion: Motion
    feet: FeetMotion
    root: FloatArray
    wrench: FloatArray
    left: FloatArray


class RootResidual:
    """Residual force and moment at the root of a body on spheres.

    Args:
        moved: displacement of the body's motion.
        design: design of the spheres.
    """

    def __init__(self, moved: Displacement, design: SoleDesign) -> None:
        self.moved, self.design, self.model = moved, design, moved.model

    def at(self, y: FloatArray, values: FloatArray) -> TriedMotion:
        """The motion with a displacement, and its residual at the root with these values of the
        contact.
        """
        model, tree = self.model, self.model.tree
        displacement = self.moved.of(y)
        motion = self.moved.displaced(*displacement)
        feet = feet_motion(model, motion, np.ones((len(motion.time), len(SIDES)), dtype=bool))
        _, p = forward_kinematics(tree, motion.q)
        about = np.stack([p[:, 0]] * 2)
        wrench = foot_wrenches(
            self.design.normal, self.design.friction, feet, self.design.segment, values, about
        )
        _, moment, force = inverse_dynamics(tree, motion.q, motion.v, motion.a)
        left = np.concatenate([moment[:, 0], force[:, 0]], axis=1) - wrench.sum(axis=0)
        return TriedMotion(displacement, values, motion, feet, about[0], wrench, left)

    def slope(self, at: TriedMotion) -> FloatArray:
        """Derivative (frames, 6, splines, nv) of the residual at the root by the displacement."""
        tree, motion = self.model.tree, at.motion
        R, _ = forward_kinematics(tree, motion.q)
        by = inverse_dynamics_derivatives(tree, motion.q, motion.v, motion.a)
        # dv = y' + w x y and da = y'' + w x y' + w' x y where coordinates turn
        spin, spun = (self.moved.crossed(x) for x in (motion.v, motion.a))
        root = R[:, 0]
        # force in world axes, moment in the root's: both in the world's, moment first
        parts = [
            np.concatenate([root @ rows[:, 3:], rows[:, :3]], axis=1)
            for rows in (
                by.by_q[:, :6] + by.by_v[:, :6] @ spin + by.by_a[:, :6] @ spun,
                by.by_v[:, :6] + by.by_a[:, :6] @ spin,
                by.by_a[:, :6],
            )
        ]
        needed = at.left + at.wrench.sum(axis=0)
        # moments in the root's axes turn with it
        parts[0][:, :3, 3:6] -= cross_matrix(needed[:, :3]) @ root
        # the contact's are about a root that shifts: n - dp x f
        parts[0][:, :3, :3] -= cross_matrix(at.wrench.sum(axis=0)[:, 3:])
        # the motion is displaced further by x = D dy
        D, D1, D2 = self.moved.right_jacobian(at.displacement)
        by_x, by_x1, by_x2 = parts
        parts = [by_x @ D + by_x1 @ D1 + by_x2 @ D2, by_x1 @ D + 2.0 * by_x2 @ D1, by_x2 @ D]
        slope = np.zeros((len(motion.time), 6, len(self.moved.knot), self.moved.nv))
        for rows, weights in zip(parts, self.moved.bases, strict=True):
            slope += weights[:, None, :, None] * rows[:, :, None, self.moved.free]
        for f in range(len(SIDES)):
            slope -= self._contact_slope(at, R, f, (D, D1))
        return self.moved.by_coefficient(slope)

    def slope_by_values(self, at: TriedMotion) -> FloatArray:
        """Derivative (frames, 6, variables) of the residual at the root by the design's
        variables.
        """
        frames, design = len(at.motion.time), self.design
        slope = np.zeros((frames, 6, len(design.free)))
        none = np.zeros((frames, 0))
        for f in range(len(SIDES)):
            own = design.of_foot(f)
            column_of = design.columns(f)
            unmoved = Corrections(
                none, none, np.zeros(frames, dtype=np.int64), np.zeros((CORRECTED, 0)), len(own)
            )
            out, by = np.empty((frames, 6)), np.empty((frames, 6, len(own)))
            foot_wrench_slopes(
                design.laws, paths_of(at.feet), f, design.segment, at.values[f], column_of,
                unmoved, at.root, out, by,
            )  # fmt: skip
            slope[:, :, own] = -by
        return slope

    def _contact_slope(
        self, at: TriedMotion, R: FloatArray, f: int, turned: tuple[FloatArray, FloatArray]
    ) -> FloatArray:
        """Derivative (frames, 6, splines in time, nv) of a foot's wrench about a fixed point.

        Contact remembers: a force depends on how the foot was shifted, turned and flexed, and at
        which rates, in all frames since it touched the floor.
        """
        felt, ways, rates = self._foot_ways(at.motion, R, SIDES[f], turned)
        frames, nv = len(at.motion.time), len(felt)
        whole = np.zeros((frames, 6, len(self.moved.knot), self.moved.nv))
        columns = np.searchsorted(self.moved.free, felt)
        for begin, end in touching(at.wrench[f]):
            by_way, by_rate = self._by_frame(at, f, begin, end)
            rows = (end - begin) * 6
            for j in range(int(self.moved.first[begin]), int(self.moved.first[end - 1]) + SUPPORT):
                # the frames in which a spline is not zero
                on = np.arange(begin, end)
                on = on[(self.moved.first[on] <= j) & (j < self.moved.first[on] + SUPPORT)]
                basis, rate = (x[on, j, None, None] for x in self.moved.bases[:2])
                there = on - begin
                part = slice(int(there[0]), int(there[-1]) + 1)
                # a product of matrices: (rows, frames * ways) by (frames * ways, felt)
                found = by_way[:, part].reshape(rows, -1) @ (basis * ways[on]).reshape(-1, nv)
                found += by_rate[:, part].reshape(rows, -1) @ (
                    basis * rates[on] + rate * ways[on]
                ).reshape(-1, nv)
                whole[begin:end, :, j, columns] = found.reshape(end - begin, 6, nv)
        return whole

    def _by_frame(
        self, at: TriedMotion, f: int, begin: int, end: int
    ) -> tuple[FloatArray, FloatArray]:
        """Derivatives (rows, frames, CORRECTED) of a foot's wrench while it touches the floor.

        By what was moved in each of the frames from `begin` to before `end`, and by its rate there.
        """
        feet, frames = at.feet.frames(begin, end), end - begin
        each, none = np.eye(frames), np.zeros((frames, frames))
        column_of = np.full(at.values[f].shape, -1, dtype=np.int64)
        found = []
        for basis, rate in ((each, none), (none, each)):
            # one "spline" a frame: its amount there, or its rate
            own = Corrections(basis, rate, np.arange(frames), np.zeros((CORRECTED, frames)), 0)
            out, slope = np.empty((frames, 6)), np.empty((frames, 6, CORRECTED * frames))
            foot_wrench_slopes(
                self.design.laws, paths_of(feet), f, self.design.segment, at.values[f], column_of,
                own, at.root[begin:end], out, slope,
            )  # fmt: skip
            by = slope.reshape(frames * 6, CORRECTED, frames).swapaxes(1, 2)
            found.append(np.ascontiguousarray(by))
        return found[0], found[1]

    def _foot_ways(
        self, motion: Motion, R: FloatArray, side: str, turned: tuple[FloatArray, FloatArray]
    ) -> tuple[IntArray, FloatArray, FloatArray]:
        """Coordinates that a foot feels, and what it does when their displacement is changed.

        Args:
            turned: D and its rate, as `Displacement.right_jacobian`.

        Returns:
            (felt,); (frames, CORRECTED, felt) shift, turn and flexion by a displacement, which is
            also their rates by its rate; their rates by the displacement itself.
        """
        tree = self.model.tree
        hind, fore = (self.model.segments.index(f"{side}_{x}foot") for x in ("hind", "fore"))
        of_hind, of_fore = (jacobian(tree, motion.q, b) for b in (hind, fore))
        y_axis = R[:, hind, :, 1]
        flexion = np.einsum("ki,kid->kd", y_axis, of_fore[:, :3] - of_hind[:, :3])
        ways = np.concatenate([of_hind[:, 3:], of_hind[:, :3], flexion[:, None]], axis=1)
        felt = np.flatnonzero(np.abs(ways).max(axis=(0, 1)) > 0.0)
        inside = (slice(None), felt[:, None], felt)
        D, D1 = (x[inside] for x in turned)
        w, _ = body_velocities(tree, motion.q, motion.v)
        rates = np.empty((len(motion.time), CORRECTED, len(felt)))
        for n, d in enumerate(felt):
            e = np.zeros(tree.nv)
            e[d] = _DIFFERENCE
            ahead, back = (
                body_velocities(tree, integrate(tree, motion.q, sign * e), motion.v)
                for sign in (1.0, -1.0)
            )
            dw, du = ((x - y) / (2.0 * _DIFFERENCE) for x, y in zip(ahead, back, strict=True))
            turn = of_hind[:, :3, d]
            rates[:, :3, n] = du[:, hind]
            rates[:, 3:6, n] = dw[:, hind] - np.cross(turn, w[:, hind])
            off = dw[:, fore] - dw[:, hind] - np.cross(turn, w[:, fore] - w[:, hind])
            rates[:, 6, n] = np.einsum("ki,ki->k", y_axis, off)
        # dv = y' + w x y
        rates += (ways @ self.moved.crossed(motion.v))[..., felt]
        ways = ways[..., felt]
        return felt, ways @ D, rates @ D + ways @ D1

    def loads(self, at: TriedMotion) -> FloatArray:
        """Wrenches (frames, nb, 6) on the segments of the feet about their origins."""
        out = np.zeros((len(at.motion.time), self.model.tree.nb, 6))
        for part, name in enumerate(("hindfoot", "forefoot")):
            own = self.design.segment == part
            found = foot_wrenches(
                self.design.normal, self.design.friction, at.feet, self.design.segment[own],
                np.ascontiguousarray(at.values[:, own]),
                np.ascontiguousarray(at.feet.p[:, :, part]),
            )  # fmt: skip
            for f, side in enumerate(SIDES):
                out[:, self.model.segments.index(f"{side}_{name}")] = found[f]
        return out


def touching(wrench: FloatArray) -> list[tuple[int, int]]:
    """First frame, and frame after the last, of each period in which a foot (frames, 6) carries
    load.

    The frame before the first loaded frame is included, because the contact begins between these
    frames. A single frame at the very beginning also includes the next frame, to make an interval.
    """
    on = np.r_[False, (wrench != 0.0).any(axis=1), False]
    begins, ends = (np.flatnonzero(x) for x in (on[1:] & ~on[:-1], on[:-1] & ~on[1:]))
    return [(max(int(a) - 1, 0), max(int(b), 2)) for a, b in zip(begins, ends, strict=True)]
