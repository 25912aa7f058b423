"""A recorded motion moved within its error so that the contact under the feet carries it.

The displacement y(t) of pelvis, trunk and legs (q exp(y), cubic splines in time) minimises half of

    sum over frames of |r|^2 / accuracy^2        r: force and moment left at the root
    integral of (|x|^2 + T^2 |x'|^2) / (2 T s^2) x: shift and turn of every segment

that is least squares with a prior of the recording's error, of memory T (Rasmussen & Williams
2006, B.2.1). With J = dr/dy and the prior's matrix L the step of Gauss and Newton is taken in the
space of the residuals, fewer than the unknowns: y = L^-1 J^T (J L^-1 J^T + S)^-1 (J y - r), damped
by the prior itself where the contact is too far from linear (Levenberg 1944, Marquardt 1963).
Derivatives are those of Newton's and Euler's equations and of the contact laws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.interpolate import BSpline
from scipy.linalg import (
    cho_factor,
    cho_solve,
    cho_solve_banded,
    cholesky_banded,
    solve_triangular,
)
from scipy.linalg.blas import dsyrk
from scipy.spatial.transform import Rotation

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.feet_motion import FeetMotion, feet_motion
from ambulo.foot_contact.slopes import CORRECTED, Corrections, foot_wrench_slopes
from ambulo.foot_contact.wrenches import foot_wrenches, paths_of
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.configuration import integrate
from ambulo.multibody.tree.dynamics_derivatives import inverse_dynamics_derivatives
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics, jacobian
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import NV, JointType
from ambulo.records import SIDES, Model

__all__ = ["CarriedMotion", "RecordingError", "carry"]

_DEGREE = 3
_SUPPORT = _DEGREE + 1
_EASE = 30.0
"""Times the accuracy that the residual is first held to: contact is far from linear."""
_EASED = 0.1
"""Relative decrease of the sum of squares below which the residual is held twice as closely."""
_SETTLED = 0.01
"""Relative decrease of the sum of squares below which nothing is gained any more."""
_ITERATIONS = 40
_LEAST_DAMPED, _MOST_DAMPED = 1.0, 1e6
"""Parts of the prior that hold a step back where the whole one gains nothing; nothing is gained any
more beyond the last."""
_INSTANT = 0.01
"""s, to which the accuracy of what is left at the root belongs."""
_DIFFERENCE = 1e-6
"""rad, m; of differences of velocities by coordinates, which are as smooth as sines."""
_UNTURNED = 1e-4
"""rad, standard deviation of the forefoot's turns about the hindfoot other than flexion."""


@dataclass(frozen=True)
class RecordingError:
    """How far the recorded motion may be off, and how closely the contact is to carry it.

    Args:
        shift: m; turn: rad, standard deviations of every segment.
        memory: s, over which an error lasts.
        knots: s, between those of the displacement's splines.
        flexion: rad, standard deviation of the forefeet's flexion where it was not recorded.
        force: N; moment: N*m, standard deviations of what is left at the root in a hundredth of
            a second, whatever the frames.
        onset: s at the beginning that do not count: bristles start unstretched.
    """

    shift: float = 0.003
    turn: float = 0.02
    memory: float = 0.08
    knots: float = 0.04
    flexion: float = 0.15
    force: float = 2.0
    moment: float = 0.5
    onset: float = 0.05


@dataclass(frozen=True, eq=False)
class CarriedMotion:
    """A motion that the contact carries.

    Args:
        motion: moved.
        wrench: (frames, nb, 6) N*m, N, of the ground on the segments about their origins.
        left: (frames, 6) N*m about the root's origin and N, world axes: what is left at the root.
        moved: (frames, nb) m, of the segments' origins; turned: (frames, nb) rad.
        iterations: of the method.
        settled: whether nothing was gained any more.
    """

    motion: Motion
    wrench: FloatArray
    left: FloatArray
    moved: FloatArray
    turned: FloatArray
    iterations: int
    settled: bool


def carry(
    model: Model,
    motion: Motion,
    design: SoleDesign,
    values: FloatArray,
    *,
    error: RecordingError | None = None,
    progress: Callable[[float], None] | None = None,
) -> CarriedMotion:
    """Move a motion so that spheres under the feet carry it.

    Args:
        model: with feet of two segments, a free root first.
        motion: recorded, frames evenly spaced.
        design: kinds of laws, and the segment of each sphere.
        values: (2, spheres, values) of the spheres, order SIDES.
        error: of the recording.
        progress: called with the part that is done.
    """
    problem = _Problem(model, motion, design, values, error or RecordingError())
    y, ease, damping = np.zeros(problem.size), _EASE, 0.0
    at, settled, iteration = problem.at(y), False, 0
    while iteration < _ITERATIONS and not settled:
        iteration += 1
        cost, linear = problem.cost(y, at.left, ease), problem.linear(y, at)
        while True:
            # a shorter step where the contact is too far from linear
            there = problem.step(linear, y, ease, damping)
            trial = problem.at(there)
            reached = problem.cost(there, trial.left, ease)
            if reached < cost or damping > _MOST_DAMPED:
                break
            damping = max(_LEAST_DAMPED, 10.0 * damping)
        gained = cost - reached
        if gained > 0.0:
            y, at, damping = there, trial, 0.1 * damping
        if ease == 1.0:
            settled = gained < _SETTLED * cost
        elif gained < _EASED * cost:
            ease = max(1.0, 0.5 * ease)
        if progress is not None:
            progress(iteration / _ITERATIONS)
    return problem.result(at, iteration, settled)


@dataclass(frozen=True, eq=False)
class _At:
    """A trial: the motion, where its root is, each foot's wrench about it, and what is left.

    The displacement (3, frames, nv) with its rates is that of the recorded motion.
    """

    displacement: FloatArray
    motion: Motion
    feet: FeetMotion
    root: FloatArray
    wrench: FloatArray
    left: FloatArray


class _Linear(NamedTuple):
    """Residuals over their accuracy to first order about y: J, J L^-1 J^T, J y and themselves."""

    J: FloatArray
    gram: FloatArray
    moved: FloatArray
    left: FloatArray


class _Problem:
    """Coefficients of splines as one vector, those of a knot together."""

    def __init__(
        self,
        model: Model,
        motion: Motion,
        design: SoleDesign,
        values: FloatArray,
        error: RecordingError,
    ) -> None:
        self.model, self.recorded, self.design, self.values = model, motion, design, values
        self.error, time = error, motion.time
        pieces = max(1, round((time[-1] - time[0]) / error.knots))
        inner = np.linspace(time[0], time[-1], pieces + 1)
        knots = np.r_[[time[0]] * _DEGREE, inner, [time[-1]] * _DEGREE]
        every = BSpline(knots, np.eye(pieces + _DEGREE), _DEGREE)
        self.basis = np.asarray(every(time))
        self.rate, self.rate2 = (np.asarray(every.derivative(n)(time)) for n in (1, 2))
        at = np.searchsorted(inner, time, side="right") - 1
        self.first: IntArray = np.clip(at, 0, pieces - 1).astype(np.int64)
        self.free = _free(model)
        self.splines, self.nv = pieces + _DEGREE, len(self.free)
        self.size = self.splines * self.nv
        accuracy = np.array([error.moment] * 3 + [error.force] * 3)
        counted = time - time[0] >= error.onset
        each = np.sqrt((time[-1] - time[0]) / (len(time) - 1) / _INSTANT)
        self.weight = np.where(counted[:, None], each / accuracy, 1e-3 * each / accuracy)
        self.turning = _rotations(model)
        self.prior = self._prior()
        self.factor = cholesky_banded(self.prior, lower=True)

    def _prior(self) -> FloatArray:
        """Matrix of the prior, lower band (4 nv, size)."""
        error, time, tree = self.error, self.recorded.time, self.model.tree
        dt = (time[-1] - time[0]) / (len(time) - 1)
        gram = np.zeros((len(time), tree.nv, tree.nv))
        for b in range(tree.nb):
            J = jacobian(tree, self.recorded.q, b)
            if tree.joint[b] == JointType.HINGE and self.model.segments[b].endswith("forefoot"):
                # what was recorded as one segment tells nothing of its forefoot
                turn = np.zeros(tree.nv)
                turn[tree.v_start[b]] = 1.0 / error.flexion
                gram += np.outer(turn, turn)
                continue
            J[:, :3] /= error.turn
            J[:, 3:] /= error.shift
            gram += J.swapaxes(1, 2) @ J
        gram += self._stiff_forefeet()
        gram = gram[:, self.free[:, None], self.free] * dt / (2.0 * error.memory)
        out = np.zeros((_SUPPORT * self.nv, self.size))
        rows, columns = np.meshgrid(np.arange(self.nv), np.arange(self.nv), indexing="ij")
        for k in range(len(time)):
            lo = int(self.first[k])
            for i in range(lo, lo + _SUPPORT):
                for j in range(lo, i + 1):
                    part = self.basis[k, i] * self.basis[k, j]
                    part += error.memory**2 * self.rate[k, i] * self.rate[k, j]
                    row, column = i * self.nv + rows, j * self.nv + columns
                    below = row >= column
                    out[(row - column)[below], column[below]] += part * gram[k][below]
        # what no segment feels
        out[0] += 1e-9 * out[0].max()
        return out

    def _stiff_forefeet(self) -> FloatArray:
        """(frames, nv, nv) that keeps forefeet from turning but in flexion.

        The contact's derivatives are by flexion alone.
        """
        tree, q = self.model.tree, self.recorded.q
        R, _ = forward_kinematics(tree, q)
        out = np.zeros((len(q), tree.nv, tree.nv))
        for side in SIDES:
            hind, fore = (self.model.segments.index(f"{side}_{x}foot") for x in ("hind", "fore"))
            off = jacobian(tree, q, fore)[:, :3] - jacobian(tree, q, hind)[:, :3]
            for axis in (0, 2):
                row = np.einsum("ki,kid->kd", R[:, hind, :, axis], off) / _UNTURNED
                out += row[:, :, None] * row[:, None]
        return out

    def _prior_times(self, y: FloatArray) -> FloatArray:
        out = self.prior[0] * y
        for d in range(1, len(self.prior)):
            out[d:] += self.prior[d, : self.size - d] * y[: self.size - d]
            out[: self.size - d] += self.prior[d, : self.size - d] * y[d:]
        return np.asarray(out)

    def cost(self, y: FloatArray, left: FloatArray, ease: float) -> float:
        """Half the sum of squares, the residual's accuracy so many times the wanted one."""
        square = ((left * self.weight / ease) ** 2).sum()
        return float(0.5 * y @ self._prior_times(y) + 0.5 * square)

    def at(self, y: FloatArray) -> _At:
        """The motion with a displacement, and what its contact leaves at the root."""
        model, tree, time = self.model, self.model.tree, self.recorded.time
        displacement = np.zeros((3, *self.recorded.v.shape))
        for out, basis in zip(displacement, (self.basis, self.rate, self.rate2), strict=True):
            out[:, self.free] = basis @ y.reshape(self.splines, self.nv)
        motion = self._displaced(*displacement)
        feet = feet_motion(model, motion, np.ones((len(time), len(SIDES)), dtype=bool))
        _, p = forward_kinematics(tree, motion.q)
        about = np.stack([p[:, 0]] * 2)
        wrench = foot_wrenches(
            self.design.normal, self.design.friction, feet, self.design.segment, self.values, about
        )
        _, moment, force = inverse_dynamics(tree, motion.q, motion.v, motion.a)
        left = np.concatenate([moment[:, 0], force[:, 0]], axis=1) - wrench.sum(axis=0)
        return _At(displacement, motion, feet, p[:, 0], wrench, left)

    def _displaced(self, d: FloatArray, d1: FloatArray, d2: FloatArray) -> Motion:
        """The recorded motion displaced by y, y' and y'' (frames, nv), its rates to third order.

        w = E w_rec + D y',  w' = E w_rec' + (E w_rec) x (D y') + D y'' + (y x y') x y' / 6 ...
        with E = exp(-y) and D the right Jacobian of SO(3).
        """
        recorded, tree = self.recorded, self.model.tree
        v, a = recorded.v + d1, recorded.a + d2
        for k in self.turning:
            part = slice(k, k + 3)
            by, by1, by2 = d[:, part], d1[:, part], d2[:, part]
            back = Rotation.from_rotvec(-by)
            w, alpha = back.apply(recorded.v[:, part]), back.apply(recorded.a[:, part])
            crossed = np.cross(by, by1)
            own = by1 - 0.5 * crossed + np.cross(by, crossed) / 6.0
            rate = by2 - 0.5 * np.cross(by, by2) + np.cross(by, np.cross(by, by2)) / 6.0
            rate += np.cross(by1, crossed) / 6.0
            v[:, part] = w + own
            a[:, part] = alpha + np.cross(w, own) + rate
        return Motion(recorded.time, integrate(tree, recorded.q, d), v, a)

    def linear(self, y: FloatArray, at: _At) -> _Linear:
        """The problem linearised where it is."""
        weight = self.weight.ravel()
        J = (self._slope(at).reshape(-1, self.size)) * weight[:, None]
        # J L^-1 J^T = U^T U with L = C C^T, U = C^-1 J^T
        gram = dsyrk(1.0, self._half_solved(J), trans=1, lower=1)
        return _Linear(J, gram, J @ y, at.left.ravel() * weight)

    def step(self, linear: _Linear, y: FloatArray, ease: float, damping: float) -> FloatArray:
        """Displacement to which the linear problem leads, held to y by so much of the prior.

        The prior and its part about y are one of (1 + damping) L about damping / (1 + damping) y.
        """
        prior = 1.0 + damping
        whole = linear.gram / prior
        whole[np.diag_indices_from(whole)] += ease**2
        wanted = linear.moved / prior - linear.left
        pull = linear.J.T @ cho_solve(cho_factor(whole, lower=True, overwrite_a=True), wanted)
        found = cho_solve_banded((self.factor, True), pull)
        return np.asarray((damping * y + found) / prior)

    def _half_solved(self, J: FloatArray) -> FloatArray:
        """C^-1 J^T (size, rows), the prior being C C^T, spline by spline in whole matrices."""
        nv, U = self.nv, np.empty((self.size, len(J)), order="F")
        r, c = np.meshgrid(np.arange(nv), np.arange(nv), indexing="ij")
        for i in range(self.splines):
            rest = J[:, i * nv : (i + 1) * nv].T.copy()
            for j in range(max(0, i - _DEGREE), i + 1):
                # the band's entry (row - column, column)
                below = (i - j) * nv + r - c
                block = np.where(below >= 0, self.factor[np.maximum(below, 0), j * nv + c], 0.0)
                if j < i:
                    rest -= block @ U[j * nv : (j + 1) * nv]
                else:
                    rest = solve_triangular(block, rest, lower=True, check_finite=False)
            U[i * nv : (i + 1) * nv] = rest
        return U

    def _slope(self, at: _At) -> FloatArray:
        """Derivative (frames, 6, splines, nv) of what is left at the root."""
        tree, motion = self.model.tree, at.motion
        R, _ = forward_kinematics(tree, motion.q)
        by = inverse_dynamics_derivatives(tree, motion.q, motion.v, motion.a)
        # dv = y' + w x y and da = y'' + w x y' + w' x y where coordinates turn
        spin, spun = (self._crossed(x) for x in (motion.v, motion.a))
        root = R[:, 0]
        parts = []
        for rows in (
            by.by_q[:, :6] + by.by_v[:, :6] @ spin + by.by_a[:, :6] @ spun,
            by.by_v[:, :6] + by.by_a[:, :6] @ spin,
            by.by_a[:, :6],
        ):
            # force in world axes, moment in the root's: both in the world's, moment first
            parts.append(np.concatenate([root @ rows[:, 3:], rows[:, :3]], axis=1))
        needed = at.left + at.wrench.sum(axis=0)
        # moments in the root's axes turn with it
        parts[0][:, :3, 3:6] -= _cross_matrix(needed[:, :3]) @ root
        # the contact's are about a root that shifts: n - dp x f
        parts[0][:, :3, :3] -= _cross_matrix(at.wrench.sum(axis=0)[:, 3:])
        # the motion is displaced further by x = D dy
        D, D1, D2 = self._right_jacobian(at.displacement)
        by_x, by_x1, by_x2 = parts
        parts = [by_x @ D + by_x1 @ D1 + by_x2 @ D2, by_x1 @ D + 2.0 * by_x2 @ D1, by_x2 @ D]
        slope = np.zeros((len(motion.time), 6, self.splines, self.nv))
        for rows, weights in zip(parts, (self.basis, self.rate, self.rate2), strict=True):
            slope += weights[:, None, :, None] * rows[:, :, None, self.free]
        for f in range(len(SIDES)):
            slope -= self._contact_slope(at, R, f, (D, D1))
        return slope

    def _right_jacobian(
        self, displacement: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """D (frames, nv, nv) of exp(y + dy) = exp(y) exp(D dy), and its time derivatives.

        D = E - Y / 2 + Y Y / 6 with Y = y x, as far as `_displaced` goes.
        """
        Y, Y1, Y2 = (self._crossed(x) for x in displacement)
        D = np.eye(self.model.tree.nv) - 0.5 * Y + Y @ Y / 6.0
        D1 = -0.5 * Y1 + (Y1 @ Y + Y @ Y1) / 6.0
        D2 = -0.5 * Y2 + (Y2 @ Y + 2.0 * Y1 @ Y1 + Y @ Y2) / 6.0
        return D, D1, D2

    def _contact_slope(
        self, at: _At, R: FloatArray, f: int, turned: tuple[FloatArray, FloatArray]
    ) -> FloatArray:
        """Derivative (frames, 6, splines, nv) of a foot's wrench about a fixed point.

        Contact remembers: a force depends on how the foot was shifted, turned and flexed, and at
        which rates, in all frames since it touched the floor.
        """
        felt, ways, rates = self._foot_ways(at.motion, R, SIDES[f], turned)
        frames, nv = len(at.motion.time), len(felt)
        whole = np.zeros((frames, 6, self.splines, self.nv))
        columns = np.searchsorted(self.free, felt)
        for begin, end in _touching(at.wrench[f]):
            by_way, by_rate = self._by_frame(at, f, begin, end)
            rows = (end - begin) * 6
            for j in range(int(self.first[begin]), int(self.first[end - 1]) + _SUPPORT):
                # the frames in which a spline is not zero
                on = np.arange(begin, end)
                on = on[(self.first[on] <= j) & (j < self.first[on] + _SUPPORT)]
                basis, rate = self.basis[on, j, None, None], self.rate[on, j, None, None]
                there = on - begin
                part = slice(int(there[0]), int(there[-1]) + 1)
                # a product of matrices: (rows, frames * ways) by (frames * ways, felt)
                found = by_way[:, part].reshape(rows, -1) @ (basis * ways[on]).reshape(-1, nv)
                found += by_rate[:, part].reshape(rows, -1) @ (
                    basis * rates[on] + rate * ways[on]
                ).reshape(-1, nv)
                whole[begin:end, :, j, columns] = found.reshape(end - begin, 6, nv)
        return whole

    def _by_frame(self, at: _At, f: int, begin: int, end: int) -> tuple[FloatArray, FloatArray]:
        """Derivatives (rows, frames, CORRECTED) of a foot's wrench while it touches the floor.

        By what was moved in each of the frames from `begin` to before `end`, and by its rate there.
        """
        feet, frames = at.feet.frames(begin, end), end - begin
        each, none = np.eye(frames), np.zeros((frames, frames))
        column_of = np.full(self.values[f].shape, -1, dtype=np.int64)
        found = []
        for basis, rate in ((each, none), (none, each)):
            # one "spline" a frame: its amount there, or its rate
            own = Corrections(basis, rate, np.arange(frames), np.zeros((CORRECTED, frames)), 0)
            out, slope = np.empty((frames, 6)), np.empty((frames, 6, CORRECTED * frames))
            foot_wrench_slopes(
                self.design.normal, self.design.friction, paths_of(feet), f, self.design.segment,
                self.values[f], column_of, own, at.root[begin:end], out, slope,
            )  # fmt: skip
            by = slope.reshape(frames * 6, CORRECTED, frames).swapaxes(1, 2)
            found.append(np.ascontiguousarray(by))
        return found[0], found[1]

    def _foot_ways(
        self, motion: Motion, R: FloatArray, side: str, turned: tuple[FloatArray, FloatArray]
    ) -> tuple[IntArray, FloatArray, FloatArray]:
        """Coordinates that a foot feels, and what it does when their displacement is changed.

        Args:
            turned: D and its rate, as `_right_jacobian`.

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
        rates += (ways @ self._crossed(motion.v))[..., felt]
        ways = ways[..., felt]
        return felt, ways @ D, rates @ D + ways @ D1

    def _crossed(self, x: FloatArray) -> FloatArray:
        """(frames, nv, nv) that takes y to w x y, w (frames, nv) where coordinates turn."""
        out = np.zeros((len(x), *2 * (self.model.tree.nv,)))
        for d in self.turning:
            out[:, d : d + 3, d : d + 3] = _cross_matrix(x[:, d : d + 3])
        return out

    def result(self, at: _At, iterations: int, settled: bool) -> CarriedMotion:
        """A trial as it is handed back."""
        tree = self.model.tree
        R, p = forward_kinematics(tree, at.motion.q)
        R_rec, p_rec = forward_kinematics(tree, self.recorded.q)
        half = np.linalg.norm(R - R_rec, axis=(2, 3)) / np.sqrt(8.0)
        turned = 2.0 * np.arcsin(np.minimum(half, 1.0))
        moved = np.linalg.norm(p - p_rec, axis=2)
        return CarriedMotion(
            at.motion, self._loads(at), at.left, moved, turned, iterations, settled
        )

    def _loads(self, at: _At) -> FloatArray:
        """Wrenches (frames, nb, 6) on the segments of the feet about their origins."""
        out = np.zeros((len(at.motion.time), self.model.tree.nb, 6))
        for part, name in enumerate(("hindfoot", "forefoot")):
            own = self.design.segment == part
            found = foot_wrenches(
                self.design.normal, self.design.friction, at.feet, self.design.segment[own],
                np.ascontiguousarray(self.values[:, own]),
                np.ascontiguousarray(at.feet.p[:, :, part]),
            )  # fmt: skip
            for f, side in enumerate(SIDES):
                out[:, self.model.segments.index(f"{side}_{name}")] = found[f]
        return out


def _touching(wrench: FloatArray) -> list[tuple[int, int]]:
    """First frame and one past the last of each time that a foot (frames, 6) bears anything.

    The frame before the first belongs to it: a contact begins between the two.
    """
    on = np.r_[False, (wrench != 0.0).any(axis=1), False]
    begins, ends = (np.flatnonzero(x) for x in (on[1:] & ~on[:-1], on[:-1] & ~on[1:]))
    return [(max(int(a) - 1, 0), int(b)) for a, b in zip(begins, ends, strict=True)]


def _cross_matrix(w: FloatArray) -> FloatArray:
    """(frames, 3, 3) that takes x to w x x."""
    out = np.zeros((len(w), 3, 3))
    out[:, 0, 1], out[:, 0, 2], out[:, 1, 2] = -w[:, 2], w[:, 1], -w[:, 0]
    return out - out.swapaxes(1, 2)


def _free(model: Model) -> IntArray:
    """Velocities of what is moved: the root, what hangs by it and the legs, not arms and head."""
    tree = model.tree
    moved = {0, *np.flatnonzero(tree.parent == 0).tolist()}
    for side in SIDES:
        body = model.segments.index(f"{side}_forefoot")
        while body >= 0:
            moved.add(body)
            body = int(tree.parent[body])
    found = [
        int(tree.v_start[b]) + np.arange(NV[JointType(int(tree.joint[b]))]) for b in sorted(moved)
    ]
    return np.sort(np.concatenate(found))


def _rotations(model: Model) -> list[int]:
    """First velocity of every rotation that has three."""
    tree, found = model.tree, []
    for joint, d in zip(tree.joint, tree.v_start, strict=True):
        if NV[JointType(int(joint))] >= NV[JointType.BALL]:
            found.append(int(d) + NV[JointType(int(joint))] - NV[JointType.BALL])
    return found
