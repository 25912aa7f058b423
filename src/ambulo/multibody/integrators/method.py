"""What an integrator is: a name, an order, and a march over the pieces of a time grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.driven_motion import Body, Drive

__all__ = ["March", "Method", "Rows"]


@dataclass(frozen=True, eq=False)
class Rows:
    """What a march fills, one row for each instant of the grid; row 0 holds the initial state.

    Args:
        q, v: (instants, nq), (instants, nv).
        work: (instants,) J, of the inputs since the start.
        effort: (instants, nb + 1) largest force [N] and moments [N*m] of the controller since the
            row before.
    """

    q: FloatArray
    v: FloatArray
    work: FloatArray
    effort: FloatArray


March = Callable[[Body, Drive, Rows, float, float], int]
"""From body, drive, rows, longest step [s] and a step's tolerance [m, rad, per s] to a count."""


@dataclass(frozen=True)
class Method:
    """One way to integrate equations of motion.

    Args:
        name: as the command line says it.
        order: of its error in the step.
        adaptive: whether a tolerance chooses the steps.
        counts: what the march's number counts, e.g. "steps".
        source: author and year.
        march: fills the rows; those that it does not reach are NaN.
    """

    name: str
    order: int
    adaptive: bool
    counts: str
    source: str
    march: March
