"""A force in the compiled loop: a law, and the arguments that it reads from flat tables.

A new force is a dataclass with a name, `law = Law(function, FORCE_LAW)` and `arguments`. Its
function reads the arguments with the functions of this module. Or the force has a Python method
`apply(state, loads)`, which the compiled loop calls.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import ClassVar, Protocol, runtime_checkable

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import checking, inner
from ambulo.math.function_pointers import Law
from ambulo.math.vectors import Matrix3, Vector3, add, cross, rotate, rotate_back, subtract
from ambulo.multibody.constrained.body import Body, Direction, Point
from ambulo.multibody.constrained.functions import ScalarFunction


class EveryBody(Enum):
    """All bodies of the system, as an argument of a law."""

    MASSES = 0


EVERY_BODY = EveryBody.MASSES

Argument = Point | Direction | Body | EveryBody | ScalarFunction | Law | float
"""An argument of a law: a point or direction (the index of its body, three numbers), a body (its
index), every body (number and masses), a function of time (its place in `values`), another law (its
address among the indices), or a number."""


@runtime_checkable
class CompiledForce(Protocol):
    """A force whose law is compiled.

    The law is called with (t, p, i, values, frames, loads). p and i are the numbers and indices of
    its `arguments`, in their order: two points of one body have two indices. The law adds to loads
    with `add_force` and `add_moment`. The indices of a law of your own are checked: the law runs
    once while the system is built, and a wrong index then is an error. Later, a wrong index makes
    the loads NaN, which ends the simulation.
    """

    law: ClassVar[Law]

    @property
    def name(self) -> str:
        """Unique in a system."""

    def arguments(self) -> tuple[Argument, ...]:
        """The arguments of the law, in order."""


@runtime_checkable
class ForceWithStates(CompiledForce, Protocol):
    """A force with own states, zero at the start; its law has the signature `STATE_LAW`.

    Args:
        states: number of states; event: law of the event that ends a step, with the signature
            `EVENT_LAW`.
    """

    states: int
    event: Law


@checking
def triple_of(p: FloatArray, at: int) -> Vector3:
    """Three numbers from place `at` on."""
    return p[at], p[at + 1], p[at + 2]


@checking
def rotation_of(frames: FloatArray, body: int) -> Matrix3:
    """Rotation matrix of a body, body axes to world axes."""
    k = 18 * body + 6
    return (
        frames[k], frames[k + 1], frames[k + 2], frames[k + 3], frames[k + 4], frames[k + 5],
        frames[k + 6], frames[k + 7], frames[k + 8],
    )  # fmt: skip


@inner
def point_of(frames: FloatArray, body: int, s: Vector3) -> Vector3:
    """World position of point s of a body, R + A s [m]."""
    return add(triple_of(frames, 18 * body), rotate(rotation_of(frames, body), s))


@inner
def velocity_of(frames: FloatArray, body: int, s: Vector3) -> Vector3:
    """World velocity of point s of a body, V + A (omega x s) [m/s]."""
    swept = cross(triple_of(frames, 18 * body + 15), s)
    return add(triple_of(frames, 18 * body + 3), rotate(rotation_of(frames, body), swept))


@inner
def spin_of(frames: FloatArray, body: int) -> Vector3:
    """Angular velocity of a body in world axes, A omega [rad/s]."""
    return rotate(rotation_of(frames, body), triple_of(frames, 18 * body + 15))


@inner
def vector_of(frames: FloatArray, body: int, s: Vector3) -> Vector3:
    """World components of a vector s of a body."""
    return rotate(rotation_of(frames, body), s)


@inner
def length_of(x: Vector3) -> float:
    """|x|."""
    return math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2])


@inner
def line_between(
    p: FloatArray, i: IntArray, frames: FloatArray
) -> tuple[Vector3, Vector3, Vector3, float]:
    """For a law whose first two arguments are points i and j: the points, the line from i to j, and
    its length."""
    at_i, at_j = triple_of(p, 0), triple_of(p, 3)
    line = subtract(point_of(frames, i[1], at_j), point_of(frames, i[0], at_i))
    return at_i, at_j, line, length_of(line)


@checking
def add_force(loads: FloatArray, frames: FloatArray, body: int, s: Vector3, f: Vector3) -> None:
    """Add a world force f [N] at point s of a body; a force on the ground has no effect."""
    moment = cross(s, rotate_back(rotation_of(frames, body), f))
    for k in range(3):
        loads[6 * body + k] += f[k]
        loads[6 * body + 3 + k] += moment[k]


@checking
def add_moment(loads: FloatArray, frames: FloatArray, body: int, moment: Vector3) -> None:
    """Add a world moment [N*m] to a body."""
    turned = rotate_back(rotation_of(frames, body), moment)
    for k in range(3):
        loads[6 * body + 3 + k] += turned[k]
