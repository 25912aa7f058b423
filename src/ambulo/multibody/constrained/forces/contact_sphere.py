"""A sphere fixed on a body that touches the ground."""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, misc, no-untyped-call, no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from numba import carray

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.function_pointers import EVENT_LAW, FLOAT, STATE_LAW, Law
from ambulo.math.packed import Packed
from ambulo.math.vectors import rotate_back
from ambulo.multibody.constrained.body import Point
from ambulo.multibody.constrained.forces.law import (
    Argument,
    add_force,
    rotation_of,
    spin_of,
    triple_of,
)
from ambulo.multibody.contact.ground import plane
from ambulo.multibody.contact.pointed import friction_pointer, normal_pointer
from ambulo.multibody.contact.spheres_on_ground import Meeting, begin_contact, meet, press

_GROUND, _COUNT = 4, 13
"""Places among the parameters: the ground's axes, the number of the normal law's parameters."""


@inner
def _meeting(ground: Any, p: FloatArray, i: IntArray, frames: FloatArray) -> Meeting:
    # p: point, radius; i: its body
    k = 18 * i[0]
    return meet(
        ground, p[3], triple_of(p, 0), rotation_of(frames, i[0]), triple_of(frames, k),
        spin_of(frames, i[0]), triple_of(frames, k + 3),
    )  # fmt: skip


@cache
def _laws(kind: type) -> tuple[Law, Law]:
    """Force and event of a sphere on a kind of ground."""

    def force(_t, p, i, _values, frames, s, loads, rates):
        numbers = carray(p, (_COUNT + 2,))
        at = _meeting(kind(numbers[_GROUND:_COUNT].reshape(3, 3)), p, i, frames)
        place = numbers.ctypes.data + FLOAT * (_COUNT + 1)
        f, _ = press(i[1], i[2], place, int(p[_COUNT]), at, carray(s, (3,)), carray(rates, (3,)))
        if at.depth > 0.0:
            add_force(loads, frames, i[0], rotate_back(rotation_of(frames, i[0]), at.arm), f)

    def event(_t, p, i, _values, frames, _s, out):
        numbers = carray(p, (_COUNT + 2,))
        at = _meeting(kind(numbers[_GROUND:_COUNT].reshape(3, 3)), p, i, frames)
        out[0] = at.depth
        begin_contact(at, carray(out, (4,))[1:])

    return Law(force, STATE_LAW, (kind,)), Law(event, EVENT_LAW, (kind,))


@dataclass(frozen=True, eq=False)
class ContactSphere:
    """A sphere that touches the ground, with any normal and friction law.

    Own states are those of `contact.spheres_on_ground`. A time step ends where a contact begins or
    ends.

    Args:
        at: centre of the sphere.
        radius: m.
        normal, friction: packed laws of `contact.registry`, or your own.
        ground: a plane or a step of `contact.ground`; level ground by default.
    """

    name: str
    at: Point
    radius: float
    normal: Packed
    friction: Packed
    ground: Packed = field(default_factory=plane)

    states: ClassVar[int] = 3

    @property
    def law(self) -> Law:
        """The law of the contact force."""
        return _laws(type(self.ground))[0]

    @property
    def event(self) -> Law:
        """The event: the depth in the ground passes zero. The speed at which a contact begins is
        stored."""
        return _laws(type(self.ground))[1]

    def arguments(self) -> tuple[Argument, ...]:
        """Centre, radius, ground, laws with their parameters."""
        laws = normal_pointer(type(self.normal)), friction_pointer(type(self.friction))
        (axes,), normal, friction = self.ground, [*self.normal], [*self.friction]
        return (
            self.at, self.radius, *axes.ravel().tolist(), float(len(normal)), *normal, *friction,
            *laws,
        )  # fmt: skip
