"""Mass matrix of a driven body, to which a controller's stiffness and damping add like inertia.

A controller that holds the orientation of a body resists turning about every axis alike, so in
Newton's method it is an isotropic inertia of that body; one that holds a point is a mass there.
"""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.vectors import add, matrix_at, rotate, subtract, vector, vector_at
from ambulo.multibody.tree.composite_inertia import (
    add_point_mass,
    gather_moments,
    project_moments,
    put_body_moments,
)
from ambulo.multibody.tree.driven_motion import Body, Drive
from ambulo.multibody.tree.tree_factorisation import factorise

__all__ = ["CONVERGED", "ITERATIONS", "ROUNDING", "factor_mass"]

ITERATIONS = 30
"""Of Newton's method before a step is given up."""
CONVERGED = 1e-14
"""A correction of the displacement [m, rad] below this ends the iteration."""
ROUNDING = 1e-10
"""Below this, so does one that is no longer half of the one before: what is left is rounding."""


@inner
def factor_mass(
    body: Body,
    R: FloatArray,
    p: FloatArray,
    drive: Drive,
    stiff: float,
    damp: float,
    moments: FloatArray,
    S: FloatArray,
    H: FloatArray,
) -> bool:
    """Factorise M + stiff K + damp C at a placed posture; S (nv, 6) must be about body 0's origin.

    Returns:
        Whether it is positive definite.
    """
    bodies = body.bodies
    base = vector_at(p, 0)
    put_body_moments(bodies, R, p, base, moments)
    if len(drive.stiffness) > 0:
        for i in range(len(bodies)):
            held = stiff * drive.stiffness[i + 1] + damp * drive.damping[i + 1]
            for c in range(4, 7):
                moments[i, c] += held
        b = drive.carrier[0]
        arm = rotate(matrix_at(R, b), vector(drive.point))
        x, y, z = subtract(add(vector_at(p, b), arm), base)
        held = stiff * drive.stiffness[0] + damp * drive.damping[0]
        add_point_mass(moments, b, held, x, y, z)
    gather_moments(bodies, moments)
    project_moments(body.dofs, body.chain, moments, S, H)
    return factorise(body.dofs, body.chain, H, 0.0) > 0.0
