"""What a formulation implements beyond `multibody.system` for methods that hold its constraints.

The equations are asked for as matrices at one state, constraints on the displacements y of
q exp(y) and on the velocities alike:

    M(q) a + C_q^T lambda = Q(t, q, v)        C(t, q) = 0        C_q a = gamma(t, q, v)

A row at velocity level (nonholonomic) has C_q v - nu(t) in the place of C.

Own states of such a system are sums (works, impulses): they do not act back on the motion.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import operation
from ambulo.math.small_systems import eliminate_ranked, eliminate_ranked_solve

DEPENDENT = 1e-12
"""Pivots of a matrix whose largest entries are 1 that belong to redundant constraints."""


class Equations(NamedTuple):
    """Every term at one state: M (n, n), Q (n,), C (m,), C_q (m, n), gamma (m,).

    Args:
        of_velocity: (m,) 1 where a row is at velocity level; 0 as it is made.
    """

    M: FloatArray
    Q: FloatArray
    C: FloatArray
    Cq: FloatArray
    gamma: FloatArray
    of_velocity: FloatArray


def _row_count(system: Any) -> int:
    """Number m of constraints."""
    raise TypeError("chosen in compiled code")


def _equations_at(
    system: Any, t: float, q: FloatArray, v: FloatArray, work: Any, equations: Equations
) -> None:
    """Fill all terms at a state."""
    raise TypeError("chosen in compiled code")


def _sums_at(
    system: Any, t: float, q: FloatArray, v: FloatArray, work: Any, multipliers: FloatArray,
    sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill sigma (ns,) after `equations_at`, at the same state; give the forces' power [W].

    Default: nothing does work.
    """
    return 0.0


def _first_accelerations(
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
    right[n:] = equations.gamma
    scale = np.empty((2, n + m))
    row, column = np.empty(n + m, np.int64), np.empty(n + m, np.int64)
    rank = eliminate_ranked(K, scale, row, column, DEPENDENT)
    eliminate_ranked_solve(K, scale, row, column, rank, right)
    a[:] = right[:n]
    multipliers[:] = right[n:]


def _take_multipliers(system: Any, work: Any, a: FloatArray, multipliers: FloatArray) -> None:
    """Be told the accelerations and multipliers at the end of a step. Default: nothing."""


row_count = operation(_row_count)
equations_at = operation(_equations_at)
sums_at = operation(_sums_at, _sums_at)
first_accelerations = operation(_first_accelerations, _first_accelerations)
take_multipliers = operation(_take_multipliers, _take_multipliers)
