"""Build and check the tree of bodies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.rigid_body import second_moment
from ambulo.multibody.tree.tree import NQ, NV, JointType, Tree

_ROUNDING = 1e-9
"""Relative slack for tensors that touch the bound, such as a thin rod's."""


@dataclass(frozen=True, eq=False)
class Body(BriefRepr):
    """A body and the joint that connects it to its parent.

    Args:
        name: unique in the tree.
        parent: name of an earlier body, or None for the world.
        joint: type of the joint to the parent.
        p_PJ: (3,) m, joint in the parent's frame.
        R_PJ: (3, 3) joint frame in the parent's frame.
        axis: (3,) axis of a hinge or slide in the joint frame, of any length.
        mass: kg; zero for a body that only connects others.
        com: (3,) m, in the body frame.
        inertia: (3, 3) kg*m^2, about the centre of mass; None for a point mass.
    """

    name: str
    parent: str | None
    joint: JointType
    p_PJ: npt.ArrayLike = (0.0, 0.0, 0.0)
    R_PJ: npt.ArrayLike | None = None
    axis: npt.ArrayLike = (0.0, 1.0, 0.0)
    mass: float = 1.0
    com: npt.ArrayLike = (0.0, 0.0, 0.0)
    inertia: npt.ArrayLike | None = None


def build_tree(
    bodies: Iterable[Body], gravity: npt.ArrayLike = (0.0, 0.0, -STANDARD_GRAVITY)
) -> Tree:
    """Build and check a tree of bodies, in the given order.

    Args:
        bodies: parents before children.
        gravity: (3,) m/s^2, world frame.
    Returns:
        The tree, with coordinates in the order of the bodies.
    Raises:
        InputError: a name occurs twice, a parent is unknown or comes later, a mass is negative or
            not finite, or a rotation, an axis or an inertia is impossible.
    """
    bodies = list(bodies)
    if not bodies:
        raise InputError("the tree has no body", remedy="Give at least one body")
    index: dict[str, int] = {}
    for i, body in enumerate(bodies):
        if body.name in index:
            raise InputError(
                "two bodies have this name", where=body.name, remedy="Rename one of them"
            )
        if body.parent is not None and body.parent not in index:
            raise InputError(
                f"its parent {body.parent!r} does not come before it",
                where=body.name,
                remedy="List parents before children",
            )
        index[body.name] = i

    q_size = [NQ[body.joint] for body in bodies]
    v_size = [NV[body.joint] for body in bodies]
    return Tree(
        parent=np.array([-1 if b.parent is None else index[b.parent] for b in bodies], np.int64),
        joint=np.array([int(b.joint) for b in bodies], np.int64),
        p_PJ=np.array([_vector(b, "p_PJ", b.p_PJ) for b in bodies]),
        R_PJ=np.array([_rotation(b) for b in bodies]),
        axis=np.array([_axis(b) for b in bodies]),
        q_start=np.cumsum([0, *q_size[:-1]], dtype=np.int64),
        v_start=np.cumsum([0, *v_size[:-1]], dtype=np.int64),
        mass=np.array([_mass(b) for b in bodies]),
        com=np.array([_vector(b, "com", b.com) for b in bodies]),
        inertia=_inertias(bodies),
        gravity=np.array(gravity, dtype=np.float64).reshape(3),
    )


def _vector(body: Body, what: str, value: npt.ArrayLike) -> FloatArray:
    vector = np.array(value, dtype=np.float64)
    if vector.shape != (3,) or not np.isfinite(vector).all():
        raise InputError(
            f"{what} is {value!r}", where=body.name, remedy="Give three finite numbers in metres"
        )
    return vector


def _rotation(body: Body) -> FloatArray:
    if body.R_PJ is None:
        return np.eye(3)
    R = np.array(body.R_PJ, dtype=np.float64)
    if R.shape != (3, 3) or not np.allclose(R @ R.T, np.eye(3), atol=1e-9) or np.linalg.det(R) < 0:
        raise InputError(
            "R_PJ is not a rotation matrix",
            where=body.name,
            remedy="Give a right-handed orthonormal 3x3 matrix",
        )
    return R


def _axis(body: Body) -> FloatArray:
    axis = _vector(body, "axis", body.axis)
    length = float(np.linalg.norm(axis))
    if length == 0.0:
        raise InputError(
            "the axis of its joint has the length 0",
            where=body.name,
            remedy="Give the direction of the axis",
        )
    return axis / length


def _mass(body: Body) -> float:
    if not np.isfinite(body.mass) or body.mass < 0.0:
        raise InputError(
            f"its mass is {body.mass} kg", where=body.name, remedy="Give a mass of zero or more"
        )
    return float(body.mass)


def _inertias(bodies: Sequence[Body]) -> FloatArray:
    """Inertias (nb, 3, 3), each one that a body can have."""
    inertia = np.array([_inertia(body) for body in bodies])
    # I1 + I2 >= I3 for the principal moments says that the second moments are not negative
    least = np.linalg.eigvalsh(second_moment(inertia)).min(axis=-1)
    size = np.abs(np.trace(inertia, axis1=-2, axis2=-1))
    for k in np.flatnonzero(least < -_ROUNDING * size).tolist():
        moments = ", ".join(f"{x:.3g}" for x in np.linalg.eigvalsh(inertia[k]))
        raise InputError(
            f"its principal moments {moments} kg*m^2 are impossible for a body",
            where=bodies[k].name,
            remedy="Each principal moment must be positive and at most the sum of the other two",
        )
    return inertia


def _inertia(body: Body) -> FloatArray:
    if body.inertia is None:
        return np.zeros((3, 3))
    inertia = np.array(body.inertia, dtype=np.float64)
    if inertia.shape != (3, 3) or not np.isfinite(inertia).all():
        raise InputError(
            "its inertia is not a finite 3x3 matrix",
            where=body.name,
            remedy="Give the inertia in kg·m²",
        )
    size = float(np.trace(inertia))
    if np.abs(inertia - inertia.T).max() > _ROUNDING * abs(size):
        raise InputError(
            "its inertia is not symmetric",
            where=body.name,
            remedy="Products of inertia must be equal across the diagonal",
        )
    return inertia
