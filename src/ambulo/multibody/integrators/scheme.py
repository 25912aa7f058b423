"""What one step of a method is to the time loop.

A *scheme* is a NamedTuple of a method's coefficients; its file implements these operations for it
and holds the formulas of its paper, nothing of time grids, rows or step lengths. Each scheme has a
field `control`: the order of the step in its error estimate, 0.0 for a method of equal steps.
It may have Python methods: `mistake()`, what is wrong with its coefficients, "" for nothing; and
`orders()`, of its error in the step and of the step in its error estimate (0 without one), as the
coefficients give them, inf where they are higher than was looked at.
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
    """What an error estimate is measured by.

    Args:
        error: of one step, in each entry of size x by (floor + x) [m, rad, per s].
        states: number of leading own states that it holds for.
        floor: size below which it is absolute and above which it is relative.
    """

    error: float
    states: int
    floor: float


@operation
def memory(scheme: Any, system: Any) -> Any:
    """Scratch of a scheme, and what it remembers from one step to the next."""
    raise OnlyCompiled


@operation
def begin(scheme: Any, system: Any, t: float, now: State, work: Any, memory: Any) -> float:
    """Prepare the first step from a state; give its length [s], inf without a suggestion."""
    raise OnlyCompiled


@operation
def step(
    scheme: Any, system: Any, t: float, h: float, now: State, new: State, work: Any, memory: Any,
    tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    """Fill the new state a step h [s] after the one now at t, without moving on to it.

    Returns:
        Error over tolerance: above 1 the step is to be shortened, inf if its equations were not
        solved, 0 without an estimate. And what the method counts, e.g. iterations.
    """
    raise OnlyCompiled


@operation(optional=True, borrows=True)
def accept(scheme: Any, system: Any, memory: Any) -> None:
    """Remember what the step just made leaves for the next one. Default: nothing."""


ITERATIONS = 30
"""Of Newton's method before a step is given up."""
CONVERGED = 1e-14
"""A correction of the displacement [m, rad] below this ends the iteration."""
ROUNDING = 1e-10
"""Below this, so does one that is no longer half of the one before: what is left is rounding."""
_FAR = 1e3


@inner
def settled(correction: float, before: float) -> bool:
    """Whether the largest correction [m, rad] ends the iteration, after the one before."""
    return correction < CONVERGED or (correction < ROUNDING and correction > 0.5 * before)


@inner
def diverges(correction: float) -> bool:
    """Whether the largest correction [m, rad] is beyond hope, or NaN."""
    return not correction < _FAR
