"""What a formulation implements beyond `multibody.system` for methods that hold its constraints.

The equations are asked for as matrices at one state, constraints on the displacements y of
q exp(y) and on the velocities alike:

    M(q) a + C_q^T lambda = Q(t, q, v)        C(t, q) = 0        C_q a = gamma(t, q, v)

A row at velocity level (nonholonomic) has C_q v - nu(t) in the place of C.

Own states of such a system are sums (works, impulses): they do not act back on the motion.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import operation
from ambulo.math.entries import copy_to
from ambulo.math.small_systems import eliminate_ranked, eliminate_ranked_solve

DEPENDENT = 1e-12
"""Pivots of a matrix whose largest entries are 1 that belong to redundant constraints."""


class Equations(NamedTuple):
    """Every term at one state.

    Args:
        of_velocity: 1 where a row is at velocity level; 0 as it is made.
    """

    M: Annotated[FloatArray, "nv nv"]
    Q: Annotated[FloatArray, "nv"]
    C: Annotated[FloatArray, "m"]
    Cq: Annotated[FloatArray, "m nv"]
    gamma: Annotated[FloatArray, "m"]
    of_velocity: Annotated[FloatArray, "m"]


@operation
def row_count(system: Any) -> int:
    """Number m of constraints."""
    raise TypeError("this works only in compiled code: call it in a compiled function")


@operation
def equations_at(
    system: Any, t: float, q: FloatArray, v: FloatArray, work: Any, equations: Equations
) -> None:
    """Fill all terms at a state."""
    raise TypeError("this works only in compiled code: call it in a compiled function")


@operation(optional=True)
def sums_at(
    system: Any, t: float, q: FloatArray, v: FloatArray, work: Any, multipliers: FloatArray,
    sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill sigma (ns,) after `equations_at`, at the same state; give the forces' power [W].

    Default: nothing does work.
    """
    return 0.0


@operation(optional=True)
def first_accelerations(
    system: Any, t: float, q: FloatArray, v: FloatArray, work: Any, equations: Equations,
    a: FloatArray, multipliers: FloatArray,
) -> None:  # fmt: skip
    """Fill a (n,) and multipliers (m,) after `equations_at`, from which the first step goes on.

    Default: those of the equations, multipliers of redundant constraints zero.
    """
    n, m = len(a), len(multipliers)
    K, right = np.zeros((n + m, n + m)), np.empty(n + m)
    K[:n, :n] = equations.M
    K[n:, :n] = equations.Cq
    for i in range(n):
        right[i] = equations.Q[i]
        for j in range(m):
            K[i, n + j] = equations.Cq[j, i]
    copy_to(equations.gamma, right[n:])
    scale = np.empty((2, n + m))
    row, column = np.empty(n + m, np.int64), np.empty(n + m, np.int64)
    rank = eliminate_ranked(K, scale, row, column, DEPENDENT)
    eliminate_ranked_solve(K, scale, row, column, rank, right)
    copy_to(right[:n], a)
    copy_to(right[n:], multipliers)


@operation(optional=True)
def take_multipliers(system: Any, work: Any, a: FloatArray, multipliers: FloatArray) -> None:
    """Be told the accelerations and multipliers at the end of a step. Default: nothing."""
