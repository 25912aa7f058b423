"""Inertia of a deformable body as integrals over its shapes, taken once.

Shabana (2005), sections 5.2 and 5.3: with the place u = x + S q of a material point,

    mass = int rho        static = int rho x        S = int rho S
    xx_ij = int rho x_i x_j     xs_kij = int rho x_i S_jk     ss_klij = int rho S_ik S_jl
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.craig_bampton import Modes


@dataclass(frozen=True, eq=False)
class ShapeIntegrals:
    """Integrals over nm modes, in the body's axes.

    Args:
        mass: kg.
        static: (3,) kg m.
        linear: (nm, 3) S.
        xx: (3, 3); xs: (nm, 3, 3); ss: (nm, nm, 3, 3).
    """

    mass: float
    static: FloatArray
    linear: FloatArray
    xx: FloatArray
    xs: FloatArray
    ss: FloatArray


def shape_integrals(modes: Modes) -> ShapeIntegrals:
    """Integrate over the elements' material points, which the mass matrix uses too."""
    elements = modes.elements
    x = elements.points
    U = np.ascontiguousarray(elements.at_points(modes.shapes))
    count = U.shape[2]
    weighed_x = np.asarray(elements.point_mass @ x)
    weighed = np.asarray(elements.point_mass @ U.reshape(len(x), -1)).reshape(U.shape)
    return ShapeIntegrals(
        mass=elements.mass,
        static=weighed_x.sum(axis=0),
        linear=weighed.sum(axis=0).T,
        xx=x.T @ weighed_x,
        xs=(x.T @ weighed.reshape(len(x), -1)).reshape(3, 3, count).transpose(2, 0, 1),
        ss=np.ascontiguousarray(
            (U.reshape(len(x), -1).T @ weighed.reshape(len(x), -1))
            .reshape(3, count, 3, count)
            .transpose(1, 3, 0, 2)
        ),
    )
