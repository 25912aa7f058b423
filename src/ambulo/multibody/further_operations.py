"""Operations that some methods need in addition to those of `multibody.system`."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import OnlyCompiled, operation
from ambulo.math.ranked_elimination import solve_dense


@operation
def posture_error(
    system: Any,
    q: FloatArray,
    target: FloatArray,
    basis: Annotated[FloatArray, "n 3 2"],
    e: FloatArray,
) -> None:
    """Fill e (dim,) [rad, m] with the displacement from the target posture to the posture q (nq,).

    Args:
        basis: frame of this displacement at the target, if the formulation has one.
    """
    raise OnlyCompiled


@operation
def posture_error_variation(
    system: Any, q: FloatArray, target: FloatArray, basis: Annotated[FloatArray, "n 3 2"],
    dq: FloatArray, de: FloatArray,
) -> None:  # fmt: skip
    """Fill de (dim,) with the change of the error for a displacement dq (nv,) of the posture."""
    raise OnlyCompiled


@operation
def start_discrete_step(system: Any, q: FloatArray, work: Any, newton: Any) -> None:
    """Store the coordinates q (nq,) at the start of a step."""
    raise OnlyCompiled


@operation
def discrete_momentum(
    system: Any, q: FloatArray, h: float, at_end: bool, work: Any, newton: Any, out: FloatArray
) -> None:
    """Fill out (nv,) with the momentum of the step that ends at q, without potential energy."""
    raise OnlyCompiled


@operation
def momentum(
    system: Any, q: FloatArray, v: FloatArray, work: Any, newton: Any, out: FloatArray
) -> None:
    """Fill out (nv,) with M(q) v."""
    raise OnlyCompiled


@operation
def generalised_force(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any, newton: Any,
    out: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill out (nv,) with Q of all forces and gravity, and sigma; return the forces' power [W]."""
    raise OnlyCompiled


class Equations(NamedTuple):
    """All terms of the equations at one state.

    Args:
        of_velocity: 1 for a row that constrains velocities; initially 0.
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
    raise OnlyCompiled


@operation
def equations_at(
    system: Any, t: float, q: FloatArray, v: FloatArray, work: Any, equations: Equations
) -> None:
    """Fill all terms at a state."""
    raise OnlyCompiled


@operation(optional=True)
def sums_at(
    system: Any, t: float, q: FloatArray, v: FloatArray, work: Any, multipliers: FloatArray,
    sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill sigma (ns,) after `equations_at`, at the same state; return the forces' power [W].

    Default: forces do no work.
    """
    return 0.0


@operation(optional=True)
def first_accelerations(
    system: Any, t: float, q: FloatArray, v: FloatArray, work: Any, equations: Equations,
    a: FloatArray, multipliers: FloatArray,
) -> None:  # fmt: skip
    """Fill a (n,) and multipliers (m,) for the first step, after `equations_at`.

    Default: the solution of the equations, with zero multipliers for redundant constraints.
    """
    solve_dense(equations.M, equations.Cq, equations.Q, equations.gamma, a, multipliers)


@operation(optional=True)
def take_multipliers(system: Any, work: Any, a: FloatArray, multipliers: FloatArray) -> None:
    """Called with the accelerations and multipliers at the end of a step. Default: nothing."""
