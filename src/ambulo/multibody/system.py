"""The operations of a mechanical system for the compiled loops, for any coordinates.

A *formulation* packs a system as a NamedTuple and implements these operations for it
(`ambulo.math.dispatch.implements`). Integrators, the boundary method and filters call only these.
The state consists of coordinates q (nq,), velocities v (nv,) and own states s (ns,) of the forces
(bristles, controllers). A formulation must implement `sizes`, `workspace`, `accelerate` and
`energies`. The docstrings of the other operations give their defaults. All arrays are float64,
C-contiguous and filled in place. Units are SI units and radians; axes are world axes.

Equations of motion: M(q) v' = Q(t, q, v, s) - h(q, v), s' = sigma(t, q, v, s). For coordinates that
cannot be added (quaternions), a displacement y (nv,) leads from q to q exp(y).
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
    """Scratch arrays of the other operations (a NamedTuple or an array), made once for many
    calls."""
    raise OnlyCompiled


@operation
def accelerate(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill the accelerations a (nv,) and the rates sigma (ns,); return the power [W] of the forces.

    The power does not include forces whose potential is in `energies`, except those of `stored`.
    """
    raise OnlyCompiled


@operation
def energies(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any
) -> tuple[float, float]:
    """Kinetic and potential energy [J], including energy stored by forces."""
    raise OnlyCompiled


@operation(optional=True)
def stored(system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any) -> float:
    """Part [J] of the potential energy whose forces are also in the power. Default: 0."""
    return 0.0


# --------------------------------------------------------------------------- coordinates


@operation(optional=True, borrows=True)
def displace(system: Any, q: FloatArray, y: FloatArray, out: FloatArray) -> None:
    """Fill out (nq,) with q exp(y); out may be q itself. Default: q + y."""
    for i in range(len(q)):
        out[i] = q[i] + y[i]


@operation(optional=True, borrows=True)
def displacement_rate(system: Any, y: FloatArray, v: FloatArray, out: FloatArray) -> None:
    """Fill out (nv,) with the rate of y in q exp(y) for velocities v. Default: v."""
    for i in range(len(v)):
        out[i] = v[i]


@operation(optional=True, borrows=True)
def coordinate_rate(system: Any, q: FloatArray, v: FloatArray, work: Any, out: FloatArray) -> None:
    """Fill out (nq,) with dq/dt as plain numbers. Default: v."""
    for i in range(len(v)):
        out[i] = v[i]


@operation(optional=True, borrows=True)
def settle(system: Any, t: float, q: FloatArray, v: FloatArray, work: Any) -> None:
    """Correct a state after a step: unit lengths, constraints.

    Default: nothing.
    """


# --------------------------------------------------------------------------- during a simulation


@operation(optional=True, borrows=True)
def enter(system: Any, start: float, end: float, work: Any) -> None:
    """Called before evaluations between two instants [s]. Default: nothing.

    Forces that jump at instants of their own thus know on which side the evaluations are.
    """


@operation(optional=True, borrows=True)
def left(system: Any, t: float, q: FloatArray, v: FloatArray, work: Any) -> bool:
    """Whether the motion has left the range of the system. Default: never."""
    return False


@operation(optional=True, borrows=True)
def observed_count(system: Any) -> int:
    """Number of quantities of `observe`. Default: 0."""
    return 0


@operation(optional=True, borrows=True)
def observe(system: Any, work: Any, out: FloatArray) -> None:
    """Update the quantities (observed,) of the present row after a step. Default: nothing."""


@operation(optional=True, borrows=True)
def event_count(system: Any) -> int:
    """Number of functions of `event_values`. Default: 0."""
    return 0


@operation(optional=True, borrows=True)
def event_values(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any, g: FloatArray
) -> None:
    """Fill g (events,); a step ends where one of these functions changes sign. Default: nothing."""


@operation(optional=True, borrows=True)
def switch(
    system: Any, event: int, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any
) -> None:
    """Change q, v or s at an event. Default: nothing."""


# --------------------------------------------------------------------------- derivatives


@operation
def vary(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    a: FloatArray, sigma: FloatArray, x: Annotated[FloatArray, "m 2*nv+ns"],
    rate: Annotated[FloatArray, "m 2*nv+ns"],
) -> None:  # fmt: skip
    """Fill the rates of variations around the motion for which `accelerate` filled a and sigma.

    Args:
        x: rows (dq, dv, ds), with displacements dq from q.
        rate: like x.

    Implicit methods with exact derivatives and the boundary method need this operation. There is no
    default.
    """
    raise OnlyCompiled


def vary_by_differences(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    a: FloatArray, sigma: FloatArray, x: FloatArray, rate: FloatArray,
) -> None:  # fmt: skip
    """`vary` of a formulation without exact derivatives: central differences of `accelerate`.

    The error is about 1e-8, which is sufficient for implicit methods. On a group, a displacement
    also drifts, by twice the change that `displacement_rate` gives.
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
    """Scratch arrays of the dense defaults.

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
    """Scratch arrays of `imbalance`, `factorise_newton` and `solve_newton`. Default: `Dense`."""
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
    """Fill out (nv,) with the imbalance of accelerations a, and sigma; return the power [W].

    Default: a - accelerate(...). A formulation with inverse dynamics may give M a + h - Q instead;
    its `solve_newton` must then accept forces.
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
    """Prepare Newton's corrections of `imbalance`; a change of a changes v by the factor `by_v`,
    and q by `by_q`.

    Own states are unknowns too: a change of sigma changes s by the factor `by_s`. The matrix may be
    approximate: it affects the speed of convergence, not the result. Default: exact and dense, from
    `vary`, at the given state.

    Returns:
        Whether the equations can be solved.
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
    """Replace the imbalance r (nv + ns,) by the correction of a and sigma that removes it."""
    eliminate_solve(newton.LU, newton.order, r)
