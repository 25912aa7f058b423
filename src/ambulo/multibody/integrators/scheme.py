"""The operations of a method's step for the time loop.

A *scheme* is a NamedTuple of a method's coefficients. Its file implements these operations with the
formulas of its paper, without time grids, rows or step lengths. Each scheme has a field `control`:
the order of the step in its error estimate, 0.0 for a method of equal steps. It may have two Python
methods. `mistake()` describes a fault of its coefficients ("" for none). `orders()` computes, from
the coefficients, the orders of its error in the step and of the step in its error estimate (0
without an estimate, inf if higher than the largest order that is checked).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import OnlyCompiled, operation


class State(NamedTuple):
    """A state of a system.

    Args:
        q: (nq,); v: (nv,); s: (ns,) own states of the forces.
        work: (1,) J, done by the forces since the start.
    """

    q: FloatArray
    v: FloatArray
    s: FloatArray
    work: FloatArray


class Tolerance(NamedTuple):
    """The tolerance of an error estimate.

    Args:
        error: allowed error of one step, for each entry of size x divided by (floor + x) [m, rad,
            per s].
        states: number of leading own states to which it applies.
        floor: size below which the tolerance is absolute, and above which it is relative.
    """

    error: float
    states: int
    floor: float


@operation
def memory(scheme: Any, system: Any) -> Any:
    """Scratch arrays of a scheme, and its data from one step to the next."""
    raise OnlyCompiled


@operation
def begin(scheme: Any, system: Any, t: float, now: State, work: Any, memory: Any) -> float:
    """Prepare the first step from a state; return its length [s], or inf without a suggestion."""
    raise OnlyCompiled


@operation
def step(
    scheme: Any, system: Any, t: float, h: float, now: State, new: State, work: Any, memory: Any,
    tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    """Compute the state a step h [s] after the state at t, without accepting it.

    Returns:
        Error divided by tolerance, and what the method counts, e.g. iterations. If the first is
        above 1, the step must be shortened; it is inf if the equations were not solved, and 0
        without an estimate.
    """
    raise OnlyCompiled


@operation(optional=True, borrows=True)
def accept(scheme: Any, system: Any, memory: Any) -> None:
    """Accept the last step, and store its data for the next step. Default: nothing."""


ITERATIONS = 30
"""Iterations of Newton's method after which a step is given up."""
CONVERGED = 1e-14
"""The iteration ends if a correction of the displacement [m, rad] is below this value."""
ROUNDING = 1e-10
"""Below this value, the iteration also ends if a correction is more than half the correction before
it: only rounding errors remain."""
_FAR = 1e3


@inner
def settled(correction: float, before: float) -> bool:
    """Whether the largest correction [m, rad] is so small, also relative to the one before it, that
    the iteration ends."""
    return correction < CONVERGED or (correction < ROUNDING and correction > 0.5 * before)


@inner
def diverges(correction: float) -> bool:
    """Whether the largest correction [m, rad] shows divergence, or is NaN."""
    return not correction < _FAR
