"""Operations for flexible bodies in the equations of rigid bodies; `multibody.flexible` implements
them.

The floating frame of a flexible body is a body without mass among the other bodies. In q, modal
coordinates come after the coordinates of all bodies; in u, their rates come after all velocities.
Joints and forces act on a flexible body through its interfaces. Frames of interfaces come after
those of the bodies and before that of the ground.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import operation


class Rigid(NamedTuple):
    """A system without flexible bodies: the operations add nothing."""

    modes: int = 0


@operation(optional=True, borrows=True)
def elastic_sizes(elastic: Any) -> tuple[int, int, int]:
    """Numbers of modes, of flexible bodies and of interfaces. Default: none."""
    return 0, 0, 0


@operation(optional=True)
def elastic_scratch(elastic: Any) -> Any:
    """Scratch arrays of the other operations. Default: none."""
    return elastic


@operation(optional=True, borrows=True)
def follow(elastic: Any, q: FloatArray, u: FloatArray, frames: FloatArray, scratch: Any) -> None:
    """Fill the frames of interfaces, after the frames of bodies."""


@operation(optional=True, borrows=True)
def carry_rows(elastic: Any, rows: Any, terms: Any, scratch: Any) -> None:
    """Complete gamma for W u_dot with bodies' and modal u, after the rows of all frames."""


@operation(optional=True, borrows=True)
def add_matrices(
    elastic: Any, q: FloatArray, u: FloatArray, frames: FloatArray, rows: Any, W: FloatArray,
    scratch: Any, M: FloatArray, Cq: FloatArray,
) -> bool:  # fmt: skip
    """Add inertia to M and the rows of interfaces to C_q, both for u, after `follow`.

    Returns:
        Whether there are flexible bodies.
    """
    return False


@operation(optional=True, borrows=True)
def elastic_kinetic(
    elastic: Any, q: FloatArray, u: FloatArray, frames: FloatArray, scratch: Any
) -> float:
    """Kinetic energy of the flexible bodies [J], after `follow`. Default: 0."""
    return 0.0


@operation(optional=True, borrows=True)
def add_quadratic(elastic: Any, scratch: Any, Q: FloatArray) -> None:
    """Add inertia forces quadratic in the velocities to Q, after `add_matrices`."""


@operation(optional=True, borrows=True)
def add_applied(
    elastic: Any, q: FloatArray, u: FloatArray, at: Any, scratch: Any, Q: FloatArray
) -> None:
    """Add elasticity, damping, weight and the loads at interfaces to Q, after `add_matrices`.

    The power of a weight is added to that of its force. The powers of elasticity come after all
    forces.
    """
