"""Generalised-alpha for constrained systems of index 3, on the group of the coordinates.

M(q) a + C_q^T lambda = Q, C(q, t) = 0. Chung and Hulbert (1993), with constraints as in Arnold and
Bruls (2007), and displacements on the group as in Bruls, Cardona and Arnold (2012). Besides the
true acceleration a there is an algorithmic acceleration A:

    y = h v + h^2 ((1/2 - beta) A + beta A_1)      q_1 = q exp(y)
    v_1 = v + h ((1 - gamma) A + gamma A_1)
    (1 - alpha_m) A_1 + alpha_m A = (1 - alpha_f) a_1 + alpha_f a

The order is two. The spectral radius r at infinite frequency gives alpha_m = (2 r - 1) / (r + 1),
alpha_f = r / (r + 1), gamma = 1/2 + alpha_f - alpha_m, beta = (gamma + 1/2)^2 / 4.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to
from ambulo.math.ranked_elimination import Factors, factor, scale_columns, solve_factored
from ambulo.math.shaped import allocator
from ambulo.multibody.further_operations import (
    Equations,
    equations_at,
    first_accelerations,
    row_count,
    sums_at,
    take_multipliers,
)
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.scheme import State, Tolerance, accept, begin, memory, step
from ambulo.multibody.system import displace, sizes

_ITERATIONS = 40


class GeneralisedAlpha(NamedTuple):
    """Parameters of the method.

    Args:
        spectral_radius: 1 keeps vibrations faster than the step, 0 removes them in one step.
        force_tolerance: of the balance of forces, relative to the largest applied force or to 1 N.
        constraint_tolerance: m, rad.
        control: 0.0, because steps are equal.
    """

    spectral_radius: float
    force_tolerance: float
    constraint_tolerance: float
    control: float

    def mistake(self) -> str:
        """The fault of the numbers; "" if there is none."""
        if not 0.0 <= self.spectral_radius <= 1.0:
            return f"the spectral radius {self.spectral_radius:g} does not lie between 0 and 1"
        for tolerance in (self.force_tolerance, self.constraint_tolerance):
            if not tolerance > 0.0:
                return f"a tolerance of {tolerance:g} cannot be met"
        return ""


class EndOfStep(NamedTuple):
    """A trial of the end of a step: displacement y from the start, state and multipliers."""

    y: Annotated[FloatArray, "nv"]
    q: Annotated[FloatArray, "nq"]
    v: Annotated[FloatArray, "nv"]
    a: Annotated[FloatArray, "nv"]
    multipliers: Annotated[FloatArray, "m"]


class Newton(NamedTuple):
    """Newton's matrix K = [[T, C_q^T], [C_q, 0]] in factors, with its scratch arrays.

    Args:
        made: whether there is a matrix; last: index of the last row and column.
        move: a change of y and the multipliers; ahead, behind: balances on both sides of a point.
    """

    factors: Factors
    made: Annotated[BoolArray, "1"]
    last: Annotated[IntArray, "N"]
    move: Annotated[FloatArray, "N"]
    ahead: Annotated[FloatArray, "nv"]
    behind: Annotated[FloatArray, "nv"]


class AlphaMemory(NamedTuple):
    """Data at the start of a step and, after a trial, at its end.

    Args:
        guess: y and v at the end, for zero acceleration there.
    """

    a: Annotated[FloatArray, "2 nv"]
    algorithmic: Annotated[FloatArray, "2 nv"]
    multipliers: Annotated[FloatArray, "2 m"]
    sigma: Annotated[FloatArray, "2 ns"]
    power: Annotated[FloatArray, "2"]
    guess: Annotated[FloatArray, "2 nv"]
    at: EndOfStep
    tried: EndOfStep
    equations: Equations
    newton: Newton


zeros = allocator(AlphaMemory)


class StepFactors(NamedTuple):
    """Changes of v and a per change of y: by_v = gamma / (h beta) and by_a; and 1 / (beta h^2).

    The last factor scales constraints and multipliers, which keeps the matrix well conditioned for
    small steps (Bottasso 2007).
    """

    by_v: float
    by_a: float
    scale: float


@implements(memory, GeneralisedAlpha)
def _memory(scheme: GeneralisedAlpha, system: Any) -> AlphaMemory:
    (nq, nv, ns), m = sizes(system), row_count(system)
    kept: AlphaMemory = zeros(nv=nv, m=m, ns=ns, nq=nq, N=nv + m)
    kept.newton.last[:] = nv + m - 1
    return kept


@implements(begin, GeneralisedAlpha)
def _begin(
    scheme: GeneralisedAlpha, system: Any, t: float, now: State, work: Any, memory: AlphaMemory
) -> float:
    """A = a at the start, and no matrix yet."""
    equations_at(system, t, now.q, now.v, work, memory.equations)
    first_accelerations(
        system, t, now.q, now.v, work, memory.equations, memory.a[0], memory.multipliers[0]
    )
    copy_to(memory.a[0], memory.algorithmic[0])
    memory.power[0] = sums_at(system, t, now.q, now.v, work, memory.multipliers[0], memory.sigma[0])
    memory.newton.made[0] = False
    return np.inf


@implements(accept, GeneralisedAlpha)
def _accept(scheme: GeneralisedAlpha, system: Any, memory: AlphaMemory) -> None:
    copy_to(memory.a[1], memory.a[0])
    copy_to(memory.algorithmic[1], memory.algorithmic[0])
    copy_to(memory.multipliers[1], memory.multipliers[0])
    copy_to(memory.sigma[1], memory.sigma[0])
    memory.power[0] = memory.power[1]


@implements(step, GeneralisedAlpha)
def _step(
    scheme: GeneralisedAlpha, system: Any, t: float, h: float, now: State, new: State, work: Any,
    memory: AlphaMemory, tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    r = scheme.spectral_radius
    # Chung & Hulbert (1993): second order, and r of the highest frequencies is left
    alpha_m, alpha_f = (2.0 * r - 1.0) / (r + 1.0), r / (r + 1.0)
    gamma = 0.5 + alpha_f - alpha_m
    beta = 0.25 * (gamma + 0.5) ** 2
    factors = StepFactors(
        gamma / (h * beta),
        (1.0 - alpha_m) / (h * h * beta * (1.0 - alpha_f)),
        1.0 / (beta * h * h),
    )
    a, A, at, newton = memory.a, memory.algorithmic, memory.at, memory.newton
    usual = 1.0  # N, size of the forces, as the last step left them
    for force in memory.equations.Q:
        usual = max(usual, 1.0 + abs(force))
    for i in range(len(now.v)):
        # what A_1 would be without acceleration, and y and v with it
        A[1, i] = (alpha_f * a[0, i] - alpha_m * A[0, i]) / (1.0 - alpha_m)
        memory.guess[0, i] = h * now.v[i] + h * h * ((0.5 - beta) * A[0, i] + beta * A[1, i])
        memory.guess[1, i] = now.v[i] + h * ((1.0 - gamma) * A[0, i] + gamma * A[1, i])
    count = 0
    for careful in (False, True):
        copy_to(memory.guess[0], at.y)
        copy_to(memory.guess[1], at.v)
        copy_to(memory.multipliers[0], at.multipliers)
        at.a[:] = 0.0
        _place(system, now.q, at)
        taken = _solve(scheme, system, t + h, now.q, factors, careful, usual, work, memory)
        count += abs(taken)
        if taken > 0:
            break
        newton.made[0] = False
        if careful:
            return np.inf, count
    for i in range(len(now.v)):
        a[1, i] = at.a[i]
        A[1, i] += (1.0 - alpha_f) / (1.0 - alpha_m) * at.a[i]
    copy_to(at.multipliers, memory.multipliers[1])
    copy_to(at.q, new.q)
    copy_to(at.v, new.v)
    take_multipliers(system, work, at.a, at.multipliers)
    # sums of powers by the trapezoidal rule
    memory.power[1] = sums_at(system, t + h, at.q, at.v, work, at.multipliers, memory.sigma[1])
    for k in range(len(now.s)):
        new.s[k] = now.s[k] + 0.5 * h * (memory.sigma[0, k] + memory.sigma[1, k])
    new.work[0] = now.work[0] + 0.5 * h * (memory.power[0] + memory.power[1])
    return 0.0, count


@inner
def _place(system: Any, start: FloatArray, at: EndOfStep) -> None:
    """Fill the coordinates of a point: start exp(y)."""
    copy_to(start, at.q)
    displace(system, start, at.y, at.q)


@inner
def _balance(equations: Equations, a: FloatArray, lam: FloatArray, out: FloatArray) -> None:
    """Fill the first entries with Q - M a - C_q^T lambda."""
    for i in range(len(a)):
        total = equations.Q[i]
        for j in range(len(a)):
            total -= equations.M[i, j] * a[j]
        for j in range(len(lam)):
            total -= equations.Cq[j, i] * lam[j]
        out[i] = total


@inner
def _shift(
    system: Any, start: FloatArray, at: EndOfStep, move: FloatArray, part: float,
    factors: StepFactors, out: EndOfStep,
) -> None:  # fmt: skip
    """Fill a point with that at hand and a part of a move (nv + m,)."""
    n = len(at.y)
    for i in range(n):
        out.y[i] = at.y[i] + part * move[i]
        out.v[i] = at.v[i] + part * factors.by_v * move[i]
        out.a[i] = at.a[i] + part * factors.by_a * move[i]
    for i in range(len(at.multipliers)):
        out.multipliers[i] = at.multipliers[i] + part * factors.scale * move[n + i]
    _place(system, start, out)


@inner
def _factorise(
    system: Any, t: float, start: FloatArray, factors: StepFactors, work: Any, memory: AlphaMemory
) -> None:
    """Newton's matrix at a point: d(M a + C_q^T lambda - Q)/dy by central differences, bordered.

    v and a move with y; the scaled constraints stand beside.
    """
    at, beside, newton, equations = memory.at, memory.tried, memory.newton, memory.equations
    nv, m, K = len(at.y), len(at.multipliers), newton.factors.K
    newton.move[:] = 0.0
    for j in range(nv):
        # of the coordinate's size where it is a number of its own
        d = 1e-7 * (max(1e-2, abs(at.q[j])) if len(at.q) == nv else 1.0)
        newton.move[j] = 1.0
        for side in range(2):
            _shift(system, start, at, newton.move, -d if side == 1 else d, factors, beside)
            equations_at(system, t, beside.q, beside.v, work, equations)
            out = newton.behind if side == 1 else newton.ahead
            _balance(equations, beside.a, at.multipliers, out)
        newton.move[j] = 0.0
        for i in range(nv):
            K[i, j] = (newton.behind[i] - newton.ahead[i]) / (2.0 * d)
    equations_at(system, t, at.q, at.v, work, equations)
    for i in range(m):
        for j in range(nv):
            K[nv + i, j] = K[j, nv + i] = factors.scale * equations.Cq[i, j]
        for j in range(m):
            K[nv + i, nv + j] = 0.0
    scale_columns(newton.factors)
    factor(newton.factors, newton.last, newton.last)
    newton.made[0] = True


@inner
def _imbalance(
    scheme: GeneralisedAlpha, equations: Equations, at: EndOfStep, factors: StepFactors,
    usual: float, right: FloatArray,
) -> float:  # fmt: skip
    """Fill Newton's right side; give the largest error over what is allowed."""
    n, size = len(at.y), 0.0
    _balance(equations, at.a, at.multipliers, right)
    for i in range(n):
        size = max(size, abs(right[i]) / (scheme.force_tolerance * usual))
    for i in range(len(equations.C)):
        # a velocity moves by by_v where a displacement moves by 1
        C = equations.C[i] / (factors.by_v if equations.of_velocity[i] == 1.0 else 1.0)
        right[n + i] = -factors.scale * C
        size = max(size, abs(C) / scheme.constraint_tolerance)
    return size


@inner
def _solve(
    scheme: GeneralisedAlpha, system: Any, t: float, start: FloatArray, factors: StepFactors,
    careful: bool, usual: float, work: Any, memory: AlphaMemory,
) -> int:  # fmt: skip
    """Newton's method from a predicted point: its iterations, as a negative number if it fails.

    Args:
        careful: take a new matrix in every iteration and shorten moves until the error falls;
            otherwise the matrix at hand serves until the error falls too slowly.
        usual: N, size of the forces.
    """
    at, tried, newton, equations = memory.at, memory.tried, memory.newton, memory.equations
    earlier, before, right = np.inf, np.inf, newton.factors.x
    renewed = False
    for iteration in range(1, _ITERATIONS + 1):
        equations_at(system, t, at.q, at.v, work, equations)
        size = _imbalance(scheme, equations, at, factors, usual, right)
        if size < 1.0:
            return iteration
        slow = size > 0.3 * earlier
        if not size < np.inf or (slow and renewed and not careful):
            return -iteration
        if careful or slow or not newton.made[0]:
            _factorise(system, t, start, factors, work, memory)
            renewed, earlier, before = True, before, np.inf
        else:
            earlier, before = before, size
        solve_factored(newton.factors, newton.last, newton.last)
        part, begun = 1.0, size
        copy_to(newton.factors.y, newton.move)
        _shift(system, start, at, newton.move, part, factors, tried)
        while careful and part >= 1e-2:
            # across the beginning of contact a whole move can overshoot for ever
            equations_at(system, t, tried.q, tried.v, work, equations)
            size = _imbalance(scheme, equations, tried, factors, usual, right)
            if size < (1.0 - 0.1 * part) * begun:
                break
            part *= 0.5
            _shift(system, start, at, newton.move, part, factors, tried)
        _shift(system, start, tried, newton.move, 0.0, factors, at)
    return -_ITERATIONS


def generalised_alpha(
    spectral_radius: float = 0.8,
    force_tolerance: float = 1e-10,
    constraint_tolerance: float = 1e-12,
) -> Method:
    """The method with your own spectral radius and tolerances.

    Raises:
        InputError: the radius is not between 0 and 1, or a tolerance is not positive.
    """
    scheme = GeneralisedAlpha(spectral_radius, force_tolerance, constraint_tolerance, 0.0)
    return Method(
        "generalised-alpha", 2, False, "Newton iterations",
        "Chung & Hulbert (1993), Bruls, Cardona & Arnold (2012)", scheme, needs=(equations_at,),
    )  # fmt: skip


GENERALISED_ALPHA = generalised_alpha()
