"""Rigid bodies, and the points and axes fixed (or moving as given) in them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.functions import VectorFunction
from ambulo.multibody.constrained.orientation.registry import EULER_PARAMETERS, Orientation

__all__ = ["GROUND", "Body", "Direction", "Frame", "Point", "rotation_about"]


def _vector(values: object) -> FloatArray:
    return np.array(values, dtype=np.float64).reshape(3)


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body whose frame sits at its centre of mass.

    Args:
        name: unique in a system.
        mass: kg.
        inertia: (3,) principal or (3, 3) about the centre of mass, body axes [kg*m^2].
        orientation: coordinates of its attitude.
        reference: (3, 3) body axes to the axes whose attitude the coordinates describe:
            A = A(theta) reference. A quarter turn keeps Euler angles away from gimbal lock.
    """

    name: str
    mass: float = 0.0
    inertia: FloatArray = field(default_factory=lambda: np.zeros(3))
    orientation: Orientation = EULER_PARAMETERS
    reference: FloatArray = field(default_factory=lambda: np.eye(3))

    @property
    def inertia_matrix(self) -> FloatArray:
        """(3, 3) kg*m^2."""
        given = np.asarray(self.inertia, dtype=np.float64)
        return np.diag(given) if given.ndim == 1 else given

    def point(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Point:
        """A point fixed in the body, at (x, y, z) m in its axes."""
        return Point(self, _vector((x, y, z)))

    def direction(self, x: float, y: float, z: float) -> Direction:
        """A unit vector fixed in the body, along (x, y, z) in its axes."""
        along = _vector((x, y, z))
        return Direction(self, along / np.linalg.norm(along))

    def frame(
        self, origin: tuple[float, float, float] = (0.0, 0.0, 0.0), axes: FloatArray | None = None
    ) -> Frame:
        """A frame fixed in the body: origin [m] and (3, 3) axes in its columns."""
        return Frame(self, _vector(origin), np.eye(3) if axes is None else np.asarray(axes))


GROUND = Body("ground")
"""The world; its frame does not move."""


@dataclass(frozen=True, eq=False)
class Point:
    """A point of a body; `motion` moves it in the body's axes as a function of time [m]."""

    body: Body
    local: FloatArray
    motion: VectorFunction | None = None


@dataclass(frozen=True, eq=False)
class Direction:
    """A vector of a body; `motion` moves it in the body's axes as a function of time."""

    body: Body
    local: FloatArray
    motion: VectorFunction | None = None


@dataclass(frozen=True, eq=False)
class Frame:
    """A triad fixed in a body, where a joint is attached."""

    body: Body
    origin_local: FloatArray
    axes: FloatArray

    @property
    def origin(self) -> Point:
        """Its origin."""
        return Point(self.body, self.origin_local)

    @property
    def x(self) -> Direction:
        """Its first axis."""
        return Direction(self.body, self.axes[:, 0])

    @property
    def y(self) -> Direction:
        """Its second axis."""
        return Direction(self.body, self.axes[:, 1])

    @property
    def z(self) -> Direction:
        """Its third axis: the axis of hinges and slides."""
        return Direction(self.body, self.axes[:, 2])


def rotation_about(axis: tuple[float, float, float], angle: float) -> FloatArray:
    """Rotation matrix (3, 3) of an angle [rad] about an axis."""
    from scipy.spatial.transform import Rotation

    unit = _vector(axis) / np.linalg.norm(axis)
    return np.asarray(Rotation.from_rotvec(angle * unit).as_matrix(), dtype=np.float64)
