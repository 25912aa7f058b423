"""Static response of a free body to loads on its interfaces: inertia-relief attachment modes.

Craig and Chang (1977): a load f on a free body also accelerates it; with the rigid motions R,
f - M R (R^T M R)^-1 R^T f is what deforms it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.flexible.finite_elements import FiniteElements, rigid_motions
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.natural_modes import factorise, solve_columns


def attachment_modes(elements: FiniteElements, interfaces: Sequence[Interface]) -> FloatArray:
    """Displacements (ndof, interfaces, 6) for unit forces [1/N] and moments [1/(N*m)] on each.

    Forces are spread over an interface's nodes as averaging ties spread them. The displacements
    are up to a rigid motion.
    """
    loads = np.zeros((elements.ndof, 6 * len(interfaces)))
    for k, interface in enumerate(interfaces):
        loads[interface.dofs(elements), 6 * k : 6 * k + 6] = interface.motion_rows(elements).T
    every = np.arange(len(elements.nodes))
    R = rigid_motions(elements, elements.centre_of_mass, every)
    carried = np.asarray(elements.M @ R)
    loads -= carried @ np.linalg.solve(R.T @ carried, R.T @ loads)
    # balanced loads need no reactions: any six degrees of freedom that stop the body may be held
    held = _determinate(elements, R)
    free = np.setdiff1d(np.arange(elements.ndof), held)
    moved = np.zeros_like(loads)
    moved[free] = solve_columns(factorise(elements.K[free][:, free]), loads[free])
    return moved.reshape(elements.ndof, len(interfaces), 6)


def _determinate(elements: FiniteElements, R: FloatArray) -> IntArray:
    """Six degrees of freedom that stop every rigid motion, far apart (pivoted QR)."""
    from scipy.linalg import qr

    size = np.ptp(elements.nodes, axis=0).max()
    scaled = R * np.array([1.0, 1.0, 1.0, 1.0 / size, 1.0 / size, 1.0 / size])
    return np.asarray(qr(scaled.T, mode="r", pivoting=True)[1][:6])
