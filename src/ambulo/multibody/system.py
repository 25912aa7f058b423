"""What a mechanical system is to the compiled loops, whatever its coordinates.

A *formulation* packs a system as a NamedTuple and implements these operations for it
(`ambulo.math.dispatch.implements`); integrators, the boundary method and filters call nothing else.
State: coordinates q (nq,), velocities v (nv,) and the own states s (ns,) of the forces in it
(bristles, controllers). The minimum is `sizes`, `workspace`, `accelerate` and `energies`; the other
operations have defaults, which are said with each. All arrays are float64, C-contiguous and filled
in place; SI units, radians, world axes.

Equations of motion M(q) v' = Q(t, q, v, s) - h(q, v), s' = sigma(t, q, v, s). Where coordinates are
not numbers to be added up (quaternions), a displacement y (nv,) leads from q to q exp(y).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import OnlyCompiled, operation
from ambulo.math.entries import copy_to
from ambulo.math.small_systems import eliminate, eliminate_solve, largest

# --------------------------------------------------------------------------- what it is


@operation
def sizes(system: Any) -> tuple[int, int, int]:
    """Numbers nq of coordinates, nv of velocities and ns of own states."""
    raise OnlyCompiled


@operation
def workspace(system: Any) -> Any:
    """Scratch of the operations below (a NamedTuple or an array), made once for many calls."""
    raise OnlyCompiled


@operation
def accelerate(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill the accelerations a (nv,) and the rates sigma (ns,); give the power [W] of the forces.

    The power is that of all forces but those whose potential `energies` counts, and of those too
    of which `stored` tells it.
    """
    raise OnlyCompiled


@operation
def energies(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any
) -> tuple[float, float]:
    """Kinetic and potential energy [J], what forces store included."""
    raise OnlyCompiled


@operation(optional=True)
def stored(system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any) -> float:
    """Part [J] of the potential energy whose forces are in the power too. Default: 0."""
    return 0.0


# --------------------------------------------------------------------------- coordinates


@operation(optional=True, borrows=True)
def displace(system: Any, q: FloatArray, y: FloatArray, out: FloatArray) -> None:
    """Fill out (nq,) with q exp(y); out may be q itself. Default: q + y."""
    for i in range(len(q)):
        out[i] = q[i] + y[i]


@operation(optional=True, borrows=True)
def displacement_rate(system: Any, y: FloatArray, v: FloatArray, out: FloatArray) -> None:
    """Fill out (nv,) with the rate of y in q exp(y) when the velocities are v. Default: v."""
    for i in range(len(v)):
        out[i] = v[i]


@operation(optional=True, borrows=True)
def coordinate_rate(system: Any, q: FloatArray, v: FloatArray, work: Any, out: FloatArray) -> None:
    """Fill out (nq,) with dq/dt as plain numbers. Default: v."""
    for i in range(len(v)):
        out[i] = v[i]


@operation(optional=True, borrows=True)
def settle(system: Any, t: float, q: FloatArray, v: FloatArray, work: Any) -> None:
    """Bring a state back to where it belongs after a step: unit length, constraints.

    Default: nothing.
    """


# --------------------------------------------------------------------------- during a simulation


@operation(optional=True, borrows=True)
def enter(system: Any, start: float, end: float, work: Any) -> None:
    """Be told that the next evaluations lie between two instants [s]. Default: nothing.

    Forces that jump at instants of a grid of their own learn here on which side they are.
    """


@operation(optional=True, borrows=True)
def left(system: Any, t: float, q: FloatArray, v: FloatArray, work: Any) -> bool:
    """Whether the motion has left what the system was made for. Default: never."""
    return False


@operation(optional=True, borrows=True)
def observed_count(system: Any) -> int:
    """How many quantities `observe` keeps. Default: 0."""
    return 0


@operation(optional=True, borrows=True)
def observe(system: Any, work: Any, out: FloatArray) -> None:
    """Update the quantities (observed,) of the present row after a step. Default: nothing."""


@operation(optional=True, borrows=True)
def event_count(system: Any) -> int:
    """How many functions `event_values` fills. Default: 0."""
    return 0


@operation(optional=True, borrows=True)
def event_values(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any, g: FloatArray
) -> None:
    """Fill g (events,), whose changes of sign a step stops at. Default: nothing."""


@operation(optional=True, borrows=True)
def switch(
    system: Any, event: int, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any
) -> None:
    """Change q, v or s at an event that has just been located. Default: nothing."""


# --------------------------------------------------------------------------- derivatives


@operation
def vary(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    a: FloatArray, sigma: FloatArray, x: Annotated[FloatArray, "m 2*nv+ns"],
    rate: Annotated[FloatArray, "m 2*nv+ns"],
) -> None:  # fmt: skip
    """Fill the rates of variations around the motion of which `accelerate` filled a and sigma.

    Args:
        x: each row (dq, dv, ds) with dq a displacement from q.
        rate: like x.

    Required by implicit methods with exact derivatives and by the boundary method; no default.
    """
    raise OnlyCompiled


def vary_by_differences(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    a: FloatArray, sigma: FloatArray, x: FloatArray, rate: FloatArray,
) -> None:  # fmt: skip
    """`vary` of a formulation without exact derivatives: central differences of `accelerate`.

    Good to about 1e-8, which implicit methods ask for and no more. On a group a displacement that
    moves on drifts by twice what `displacement_rate` says of it.
    """
    nv, ns = len(v), len(s)
    y, drift, da, dsigma = np.empty(nv), np.empty(nv), np.empty(nv), np.empty(ns)
    q_e, v_e, s_e = np.empty(len(q)), np.empty(nv), np.empty(ns)
    for m in range(len(x)):
        h = 1e-6 / max(largest(x[m]), 1e-300)
        for i in range(nv):
            rate[m, i] = x[m, nv + i]
        rate[m, nv:] = 0.0
        for side in range(2):
            e = h if side == 0 else -h
            for i in range(nv):
                y[i], v_e[i] = e * x[m, i], v[i] + e * x[m, nv + i]
            for k in range(ns):
                s_e[k] = s[k] + e * x[m, 2 * nv + k]
            copy_to(q, q_e)
            displace(system, q, y, q_e)
            displacement_rate(system, y, v, drift)
            accelerate(system, t, q_e, v_e, s_e, work, da, dsigma)
            for i in range(nv):
                rate[m, i] += drift[i] / e
                rate[m, nv + i] += 0.5 * da[i] / e
            for k in range(ns):
                rate[m, 2 * nv + k] += 0.5 * dsigma[k] / e


# --------------------------------------------------------------------------- Newton's method


class Dense(NamedTuple):
    """Scratch of the dense defaults below.

    Args:
        x, rate: (n, n) variations with n = 2 nv + ns, and their rates.
        LU: (m, m) with m = nv + ns; order: (m,) its pivots.
    """

    x: FloatArray
    rate: FloatArray
    LU: FloatArray
    order: Any


@operation(optional=True)
def newton_scratch(system: Any) -> Any:
    """Scratch of the three operations below. Default: `Dense`."""
    _, nv, ns = sizes(system)
    n, m = 2 * nv + ns, nv + ns
    x = np.zeros((n, n))
    for i in range(n):
        x[i, i] = 1.0
    return Dense(x, np.empty((n, n)), np.empty((m, m)), np.empty(m, np.int64))


@operation(optional=True)
def imbalance(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    newton: Any, a: FloatArray, out: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill out (nv,) with what accelerations a lack to balance, and sigma; give the power [W].

    Default: a - accelerate(...). A formulation with an inverse dynamics gives M a + h - Q instead;
    `solve_newton` must then take forces.
    """
    power = accelerate(system, t, q, v, s, work, out, sigma)
    for i in range(len(a)):
        out[i] = a[i] - out[i]
    return power


@operation(optional=True)
def factorise_newton(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    newton: Any, by_v: float, by_q: float, by_s: float,
) -> bool:  # fmt: skip
    """Prepare Newton's corrections of `imbalance` when a moves v by `by_v` and q by `by_q`.

    Own states are unknowns beside the accelerations: sigma moves s by `by_s`. The matrix may be
    approximate: it decides how fast the iteration converges, not whereto. Default: exact and
    dense, from `vary`, at the state given.

    Returns:
        Whether it can be solved.
    """
    _, nv, ns = sizes(system)
    a, sigma = np.empty(nv), np.empty(ns)
    accelerate(system, t, q, v, s, work, a, sigma)
    vary(system, t, q, v, s, work, a, sigma, newton.x, newton.rate)
    LU, rate = newton.LU, newton.rate
    for i in range(nv + ns):
        for k in range(nv):
            # columns by acceleration: through v and through q
            LU[i, k] = -by_v * rate[nv + k, nv + i] - by_q * rate[k, nv + i]
        for k in range(ns):
            LU[i, nv + k] = -by_s * rate[2 * nv + k, nv + i]
        LU[i, i] += 1.0
    return eliminate(LU, newton.order)


@operation(optional=True)
def solve_newton(system: Any, work: Any, newton: Any, r: FloatArray) -> None:
    """Replace the imbalance r (nv + ns,) by the correction that removes it, of a and sigma."""
    eliminate_solve(newton.LU, newton.order, r)
