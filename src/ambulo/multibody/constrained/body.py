"""Rigid bodies, with points and axes that are fixed in them or move in them as given."""

from __future__ import annotations

import copyreg
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.multibody.constrained.functions import VectorFunction
from ambulo.multibody.constrained.orientation import (
    EULER_PARAMETERS,
    ORIENTATIONS,
    Orientation,
)


def _orientation(code: int) -> Orientation:
    return next(orientation for orientation in ORIENTATIONS if orientation.code == code)


# a description of orientation is compared by identity: in a copied system it stays the same one
copyreg.pickle(Orientation, lambda orientation: (_orientation, (orientation.code,)))


def _vector(values: object) -> FloatArray:
    return np.array(values, dtype=np.float64).reshape(3)


@dataclass(frozen=True, eq=False)
class Body(BriefRepr):
    """A rigid body whose frame sits at its centre of mass.

    Args:
        name: unique in a system.
        mass: kg.
        inertia: (3,) principal or (3, 3) about the centre of mass, body axes [kg*m^2].
        orientation: kind of coordinates for its orientation.
        reference: (3, 3) from body axes to the axes whose orientation the coordinates describe: A =
            A(theta) reference. A quarter turn can keep Euler angles away from gimbal lock.
        position, rotation: at the start: position of its origin [m], and rotation (3, 3) from body
            axes to world axes.
    """

    name: str
    mass: float = 0.0
    inertia: FloatArray = field(default_factory=lambda: np.zeros(3))
    orientation: Orientation = EULER_PARAMETERS
    reference: FloatArray = field(default_factory=lambda: np.eye(3))
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotation: FloatArray = field(default_factory=lambda: np.eye(3))

    @classmethod
    def rod(
        cls,
        name: str,
        mass: float,
        tail: tuple[float, float, float],
        head: tuple[float, float, float],
        orientation: Orientation = EULER_PARAMETERS,
    ) -> Body:
        """A slender rod of a given mass [kg] between two world points [m] at the start, x towards
        `head`.

        Its inertia about x is 1 % of its inertia about y and z, m l^2 / 12.

        Raises:
            InputError: the two points coincide.
        """
        a, b = _vector(tail), _vector(head)
        across = mass * float((b - a) @ (b - a)) / 12.0
        axes = _axes_with(_unit(b - a, f"rod {name}"))[:, [2, 0, 1]]
        inertia = np.array([1e-2 * across, across, across])
        x, y, z = (0.5 * (a + b)).tolist()
        return cls(name, mass, inertia, orientation, position=(x, y, z), rotation=axes)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """The ground stays the ground when a system is copied or sent to another process."""
        return "GROUND" if self is GROUND else super().__reduce_ex__(protocol)

    @property
    def inertia_matrix(self) -> FloatArray:
        """(3, 3) kg*m^2."""
        given = np.asarray(self.inertia, dtype=np.float64)
        return np.diag(given) if given.ndim == 1 else given

    def point(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Point:
        """A point fixed in the body, at (x, y, z) m in body axes."""
        return Point(self, _vector((x, y, z)))

    def direction(self, x: float, y: float, z: float) -> Direction:
        """A unit vector fixed in the body, along (x, y, z) in body axes."""
        return Direction(self, _unit(_vector((x, y, z)), f"direction of {self.name}"))

    def frame(
        self, origin: tuple[float, float, float] = (0.0, 0.0, 0.0), axes: FloatArray | None = None
    ) -> Frame:
        """A frame fixed in the body: origin [m], and axes in the columns of a matrix (3, 3)."""
        return Frame(self, _vector(origin), np.eye(3) if axes is None else np.asarray(axes))


GROUND = Body("ground")
"""The world; its frame does not move."""


@dataclass(frozen=True, eq=False)
class Point(BriefRepr):
    """A point of a body; `motion` is a function of time that moves it in body axes [m]."""

    body: Body
    local: FloatArray
    motion: VectorFunction | None = None


@dataclass(frozen=True, eq=False)
class LowestPoint(BriefRepr):
    """The lowest point, along a world direction, of a circle or sphere on a body.

    Its velocity is that of the body's material at this point.

    Args:
        local: (3,) centre [m], body axes; radius: m.
        normal: (3,) unit vector upwards, world axes.
        axis: (3,) unit vector normal to the circle, body axes; zero for a sphere.
    """

    body: Body
    local: FloatArray
    radius: float
    normal: FloatArray
    axis: FloatArray


@dataclass(frozen=True, eq=False)
class Direction(BriefRepr):
    """A vector of a body; `motion` is a function of time that moves it in body axes."""

    body: Body
    local: FloatArray
    motion: VectorFunction | None = None


@dataclass(frozen=True, eq=False)
class Frame(BriefRepr):
    """A frame fixed in a body, to attach a joint."""

    body: Body
    origin_local: FloatArray
    axes: FloatArray

    @property
    def origin(self) -> Point:
        """Origin of the frame."""
        return Point(self.body, self.origin_local)

    @property
    def x(self) -> Direction:
        """First axis."""
        return Direction(self.body, self.axes[:, 0])

    @property
    def y(self) -> Direction:
        """Second axis."""
        return Direction(self.body, self.axes[:, 1])

    @property
    def z(self) -> Direction:
        """Third axis: the axis of hinges and slides."""
        return Direction(self.body, self.axes[:, 2])


def cross(a: FloatArray, b: FloatArray) -> FloatArray:
    """Vector product of two arrays (3,), ten times as fast as numpy's for this size."""
    x, y, z = a.tolist()
    u, v, w = b.tolist()
    return np.array([y * w - z * v, z * u - x * w, x * v - y * u])


def _unit(along: FloatArray, where: str) -> FloatArray:
    length = float(np.linalg.norm(along))
    if not length > 0.0:
        raise InputError(
            "the length is 0, so there is no direction",
            where,
            "Give a vector with a length above 0",
        )
    return along / length


def _axes_with(z: FloatArray) -> FloatArray:
    """Right-handed axes (3, 3) whose third one is the unit vector z."""
    seed = np.eye(3)[int(np.argmin(np.abs(z)))]
    x = cross(seed, z) / np.linalg.norm(cross(seed, z))
    return np.column_stack([x, cross(z, x), z])


def frames_at(
    i: Body,
    j: Body,
    point: tuple[float, float, float],
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0),
) -> tuple[Frame, Frame]:
    """Frames of two bodies for a joint between them; the frames coincide in the start position.

    Args:
        i, j: bodies, which may be `GROUND`.
        point: (3,) m, the frames' origin in the world.
        axis: (3,) world direction of their third axis, the axis of the hinge or slide; upwards by
            default.
    Raises:
        InputError: the axis has length 0.
    """
    at, axes = _vector(point), _axes_with(_unit(_vector(axis), "axis of frames_at"))

    def of(body: Body) -> Frame:
        local = body.rotation.T @ (at - _vector(body.position))
        return Frame(body, local, body.rotation.T @ axes)

    return of(i), of(j)


def rotation_about(axis: tuple[float, float, float], angle: float) -> FloatArray:
    """Rotation matrix (3, 3) of an angle [rad] about an axis."""
    from scipy.spatial.transform import Rotation

    unit = _vector(axis) / np.linalg.norm(axis)
    return np.asarray(Rotation.from_rotvec(angle * unit).as_matrix(), dtype=np.float64)
