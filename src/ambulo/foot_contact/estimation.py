"""Least squares over the spheres' values and, if wanted, over the feet's motion within its error.

Minimises half the sum of squares of

    (G(values, corrections) - G_wanted) / accuracy          at every frame and component
    correction / error of the motion                        as of a process of a known memory

by Levenberg's and Marquardt's method with the laws' exact derivatives. Values stay within their
bounds. A correction x(t) of standard deviation s and memory T (an Ornstein-Uhlenbeck process)
adds the term

    integral of (x^2 + T^2 x'^2) / (2 T s^2)         Rasmussen & Williams (2006), B.2.1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.displacement import clamped_knots, splines_in_time
from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.misfit import Wanted, paths_of
from ambulo.foot_contact.slopes import CORRECTED, Corrections, foot_wrench_slopes
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.bordered import add_gram, solve_bordered
from ambulo.math.descent import Damping, descend
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line

ITERATIONS = 60
"""Largest number of iterations."""
_SETTLED = 1e-3
"""Relative decrease of the sum of squares that ends the iterations."""
_DAMPING = Damping(first=1e-3, raised=4.0, eased=0.2, most=2.5e7, least=1e-9)


@dataclass(frozen=True)
class MotionError:
    """The error of the recorded motion of a foot.

    Args:
        shift: m, and turn: rad, standard deviations from skin and marker errors at the foot.
        flexion: rad, standard deviation of the metatarsal joint's flexion from its recorded value.
        memory: s, time over which an error lasts.
        knots: s, distance between knots of the corrections' splines.
    """

    shift: float = 0.002
    turn: float = 0.02
    flexion: float = 0.05
    memory: float = 0.08
    knots: float = 0.04

    @classmethod
    def of(cls, *, jointed: bool) -> MotionError:
        """The usual error; 0.15 rad for the metatarsal joint if the foot is recorded as one
        segment.
        """
        return cls() if jointed else cls(flexion=0.15)

    @property
    def deviations(self) -> FloatArray:
        """Standard deviations (CORRECTED,) m, rad."""
        return np.array([self.shift] * 3 + [self.turn] * 3 + [self.flexion])


@dataclass(frozen=True, eq=False)
class Estimated:
    """Result of the least squares.

    Args:
        values: (2, spheres, values).
        corrections: (2, frames, CORRECTED) m, rad; zero if only the values were fitted.
        deviation: (2, frames, CORRECTED) m, rad, remaining standard deviation.
        wrenches: (2, frames, 6) N*m, N, of each foot about its point of reference.
        information: (variables, variables) information of the wrenches on the design's variables
            with unknown corrections, in inverse squares of the variables' units.
        cost: half the sum of squares.
        iterations: number of iterations.
        settled: whether the method ended because a further step gained nothing.
    """

    values: FloatArray
    corrections: FloatArray
    deviation: FloatArray
    wrenches: FloatArray
    information: FloatArray
    cost: float
    iterations: int
    settled: bool


@mistakes_in_one_line()
def estimate(
    design: SoleDesign,
    feet: FeetMotion,
    wanted: Wanted,
    *,
    start: FloatArray | None = None,
    error: MotionError | None = None,
    settled: float = _SETTLED,
    progress: Callable[[int], None] | None = None,
) -> Estimated:
    """Fit the values to the wanted wrenches. With an error of the motion, also fit corrections of
    the motion.

    Args:
        design: the identified values; a design without any corrects only the motion.
        feet: the motion.
        wanted: wrenches and their accuracy.
        start: (2, spheres, values) first values; the middle of the bounds if left out.
        error: error of the motion; None uses the motion unchanged.
        settled: relative decrease of the sum of squares that ends the iterations.
        progress: called with the number of finished iterations, at most ITERATIONS.
    """
    problem = _Problem(design, feet, wanted, error)
    at = problem.misfit(problem.beginning(design.held if start is None else start))
    iterations = ITERATIONS if len(problem.active) else 0
    tell = progress or (lambda _: None)
    at, _, done, ended = descend(at, problem.step, _DAMPING, settled, iterations, tell)
    return problem.result(at, done, ended or not iterations)


@dataclass(frozen=True, eq=False)
class _Misfit:
    """The sum of squares at some unknowns.

    Args:
        problem: what it is of; x: the unknowns.
        cost: half of it, with the prior's.
        feet: of each foot its wrench, the derivatives, and the unknowns that these are by.
        rows: of each group the errors over their standard deviations.
    """

    problem: _Problem
    x: FloatArray
    cost: float
    feet: tuple[tuple[FloatArray, FloatArray, IntArray], ...]
    rows: tuple[FloatArray, ...]

    @cached_property
    def equations(self) -> tuple[FloatArray, FloatArray]:
        """Gradient and Hessian."""
        return self.problem.normal_equations(self)


class _Problem:
    """The unknowns in one vector: variables over their ranges, coefficients over deviations."""

    def __init__(
        self,
        design: SoleDesign,
        feet: FeetMotion,
        wanted: Wanted,
        error: MotionError | None,
    ) -> None:
        self.design, self.feet, self.wanted = design, feet, wanted
        self.paths = paths_of(feet)
        self.about = np.stack([wanted.about[wanted.group(f)] for f in range(2)])
        self.weight = 1.0 / np.array([*wanted.accuracy.moment, *wanted.accuracy.force])
        self.variables = len(design.free)
        frames = len(feet.time)
        self.basis = self.rate = np.zeros((frames, 0))
        self.first = np.zeros(frames, dtype=np.int64)
        self.deviations = np.ones(CORRECTED)
        prior = np.zeros((0, 0))
        if error is not None:
            knots = clamped_knots(feet.time, error.knots)
            (self.basis, self.rate, _), self.first = splines_in_time(feet.time, knots)
            self.deviations = error.deviations
            # correlated as exp(-|t| / memory): the square of its norm is the integral of
            # (c^2 + memory^2 c'^2) / (2 memory), but for the ends
            gram = self.basis.T @ self.basis
            gram += error.memory**2 * self.rate.T @ self.rate
            prior = gram * self.paths.dt / (2.0 * error.memory)
        self.per_way = self.basis.shape[1]
        self.per_foot = CORRECTED * self.per_way
        self.size = self.variables + 2 * self.per_foot
        # variables have no prior but their bounds; corrections of one foot and way one block
        self.prior = np.zeros((self.size, self.size))
        for i in range(2 * CORRECTED):
            at = self.variables + i * self.per_way
            self.prior[at : at + self.per_way, at : at + self.per_way] = prior
        # what no wrench feels would make the Hessian singular; unknowns of one time side by side,
        # so that a frame's derivatives are
        felt = np.r_[np.zeros(self.variables, dtype=bool), *self._felt()]
        along = np.arange(self.variables, self.size).reshape(2 * CORRECTED, self.per_way).T.ravel()
        self.active = np.r_[along[felt[along]], np.arange(self.variables)]
        self.scale = np.r_[
            design.upper - design.lower, np.repeat(np.tile(self.deviations, 2), self.per_way)
        ]

    def _felt(self) -> list[BoolArray]:
        """Of each coefficient whether its spline is felt while the foot is on the ground.

        The forefoot's flexion is left out where no sphere is on it. What is not felt stays zero.
        """
        found = []
        for f in range(2):
            on = (np.abs(self.basis[self.feet.stance[f]]) > 0.0).any(axis=0)
            for way in range(CORRECTED):
                flexed = way < CORRECTED - 1 or bool((self.design.segment == 1).any())
                found.append(on & flexed)
        return found

    def beginning(self, values: FloatArray) -> FloatArray:
        """The unknowns of values and no corrections."""
        variables = np.clip(self.design.variables(values), self.design.lower, self.design.upper)
        return np.asarray(np.r_[variables, np.zeros(2 * self.per_foot)] / self.scale)

    def within(self, x: FloatArray) -> FloatArray:
        """The unknowns with variables back within their bounds."""
        x = x.copy()
        n, scale = self.variables, self.scale[: self.variables]
        x[:n] = np.clip(x[:n], self.design.lower / scale, self.design.upper / scale)
        return x

    def moving(self, x: FloatArray, gradient: FloatArray) -> IntArray:
        """Unknowns that are not held at a bound which the sum of squares pushes them against."""
        n, scale = self.variables, self.scale[: self.variables]
        low = (x[:n] <= self.design.lower / scale + 1e-12) & (gradient[:n] > 0.0)
        high = (x[:n] >= self.design.upper / scale - 1e-12) & (gradient[:n] < 0.0)
        held = np.zeros(self.size, dtype=bool)
        held[:n] = low | high
        return np.asarray(self.active[~held[self.active]])

    def step(self, at: _Misfit, damping: float) -> _Misfit | None:
        """Where a step of the unknowns that may move leads; None where it is singular."""
        gradient, hessian = at.equations
        free = self.moving(at.x, gradient)
        part = hessian[np.ix_(free, free)]
        # damped by its own diagonal, which no unit changes (Marquardt 1963)
        diagonal = np.diag(part)
        part = part + np.diag(damping * np.maximum(diagonal, 1e-6 * diagonal.max()))
        x = at.x.copy()
        banded = int((free >= self.variables).sum())
        try:
            x[free] -= solve_bordered(part, banded, gradient[free])
        except LinAlgError:
            return None
        return self.misfit(self.within(x))

    def unpacked(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Values (2, spheres, values) and coefficients (2, CORRECTED, splines)."""
        scaled = x * self.scale
        amounts = scaled[self.variables :].reshape(2, CORRECTED, self.per_way)
        return self.design.values(scaled[: self.variables]), amounts

    def foot(self, x: FloatArray, f: int) -> tuple[FloatArray, FloatArray, IntArray]:
        """Wrench (frames, 6) of a foot, its derivatives, and the unknowns that these are by."""
        values, amounts = self.unpacked(x)
        # derivatives first by the foot's own variables, then by its coefficients
        own = self.design.of_foot(f)
        column_of = self.design.columns(f)
        begin = self.variables + f * self.per_foot
        unknowns = np.r_[own, np.arange(begin, begin + self.per_foot)].astype(np.int64)
        corrections = Corrections(self.basis, self.rate, self.first, amounts[f], len(own))
        out = np.empty((len(self.feet.time), 6))
        slope = np.empty((*out.shape, len(unknowns)))
        foot_wrench_slopes(
            self.design.laws, self.paths, f, self.design.segment, values[f], column_of,
            corrections, self.about[f], out, slope,
        )  # fmt: skip
        return out, slope, unknowns

    def misfit(self, x: FloatArray) -> _Misfit:
        """Half the sum of squares, and what its derivatives are made of."""
        feet = tuple(self.foot(x, f) for f in range(2))
        error = np.nan_to_num(self.wanted.errors(np.stack([out for out, _, _ in feet])))
        # r = (found - wanted) over its standard deviation, frame by frame
        rows = tuple(
            (error[g][counted] * self.weight).ravel()
            for g, counted in enumerate(self.wanted.counted)
        )
        cost = 0.5 * x @ self.prior @ x + sum(0.5 * row @ row for row in rows)
        return _Misfit(self, x, float(cost), feet, rows)

    def normal_equations(self, at: _Misfit) -> tuple[FloatArray, FloatArray]:
        """Gradient of half the sum of squares, and Gauss's and Newton's Hessian."""
        gradient, hessian = self.prior @ at.x, self.prior.copy()
        for g, rows in enumerate(at.rows):
            # a resultant has both feet's derivatives side by side, a plate one foot's
            of_group = [f for f in range(2) if self.wanted.group(f) == g]
            known = np.isin(self.active, np.concatenate([at.feet[f][2] for f in of_group]))
            columns = self.active[known]
            place = np.full(self.size, -1)
            place[columns] = np.arange(len(columns))
            J = np.zeros((len(rows), len(columns)))
            for f in of_group:
                _, slope, unknowns = at.feet[f]
                felt = place[unknowns] >= 0
                by_row = slope[self.wanted.counted[g]][:, :, felt] * self.weight[:, None]
                J[:, place[unknowns[felt]]] = (
                    by_row.reshape(len(rows), -1) * self.scale[unknowns[felt]]
                )
            # second derivatives of the wrenches are left out
            gradient[columns] += J.T @ rows
            gram = np.zeros((len(columns), len(columns)))
            add_gram(J, int((columns >= self.variables).sum()), gram)
            hessian[np.ix_(columns, columns)] += gram + np.tril(gram, -1).T
        return gradient, hessian

    def result(self, at: _Misfit, iterations: int, settled: bool) -> Estimated:
        """What the unknowns stand for."""
        values, amounts = self.unpacked(at.x)
        _, hessian = at.equations
        basis = self.basis
        corrections = np.einsum("kb,fib->fki", basis, amounts)
        deviation = np.zeros_like(corrections)
        if self.per_way:
            covariance = np.zeros_like(hessian)
            inside = hessian[np.ix_(self.active, self.active)]
            # covariance is the inverse Hessian; the least ridge keeps it regular
            inside = inside + np.diag(np.maximum(1e-9 * inside.diagonal(), 1e-9))
            inverse = cho_solve(cho_factor(inside), np.eye(len(inside)))
            covariance[np.ix_(self.active, self.active)] = inverse
            for f in range(2):
                for i in range(CORRECTED):
                    first = self.variables + (f * CORRECTED + i) * self.per_way
                    part = slice(first, first + self.per_way)
                    block = covariance[part, part]
                    # of the course b . c at every frame: b^T cov b
                    variance = np.einsum("kb,bc,kc->k", basis, block, basis)
                    deviation[f, :, i] = self.deviations[i] * np.sqrt(variance)
        wrenches = np.stack([wrench for wrench, _, _ in at.feet])
        return Estimated(
            values, corrections, deviation, wrenches, self.information(hessian), at.cost,
            iterations, settled,
        )  # fmt: skip

    def information(self, hessian: FloatArray) -> FloatArray:
        """Of the variables, in their units: A - B C^-1 B^T, C the block of the corrections."""
        n, scale = self.variables, self.scale[: self.variables]
        rest = self.active[self.active >= n]
        found = hessian[:n, :n]
        if len(rest):
            inside, across = hessian[np.ix_(rest, rest)], hessian[:n, rest]
            found = found - across @ cho_solve(cho_factor(inside), across.T)
        return np.asarray(found / np.outer(scale, scale))
