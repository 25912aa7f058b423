"""What flexible bodies add to the equations of rigid ones; `multibody.flexible` implements it.

A flexible body's floating frame is a body without mass among the others. Modal coordinates stand
after all bodies' in q, their rates after all bodies' velocities in u. Joints and forces reach a
flexible body through its interfaces, whose frames stand after the bodies' and before the ground's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import operation


class Rigid(NamedTuple):
    """Of a system without flexible bodies: every operation adds nothing."""

    modes: int = 0


@operation(optional=True, borrows=True)
def elastic_sizes(elastic: Any) -> tuple[int, int, int]:
    """Numbers of modes, of flexible bodies and of interfaces. Default: none."""
    return 0, 0, 0


@operation(optional=True)
def elastic_scratch(elastic: Any) -> Any:
    """Scratch of the operations below. Default: none."""
    return elastic


@operation(optional=True, borrows=True)
def follow(elastic: Any, q: FloatArray, u: FloatArray, frames: FloatArray, scratch: Any) -> None:
    """Fill the interfaces' frames, once those of the bodies are there."""


@operation(optional=True, borrows=True)
def carry_rows(elastic: Any, rows: Any, terms: Any, scratch: Any) -> None:
    """Bring gamma to W u_dot with the bodies' and modal u, once rows of all frames are there."""


@operation(optional=True, borrows=True)
def add_matrices(
    elastic: Any, q: FloatArray, u: FloatArray, frames: FloatArray, rows: Any, W: FloatArray,
    scratch: Any, M: FloatArray, Cq: FloatArray,
) -> bool:  # fmt: skip
    """Add inertia to M and the interfaces' rows to C_q, both on u, after `follow`.

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
    """Add to Q elasticity, damping, weight and what acts at interfaces, after `add_matrices`.

    Powers of weights are added to those of their forces, elasticity's stand after all forces'.
    """
