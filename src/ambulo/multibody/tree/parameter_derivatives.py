"""Derivatives of a tree's dynamics by its bodies' inertial parameters and by external wrenches.

Inverse dynamics is linear in ten parameters phi of each body, tau = Y(q, v, a) phi, with the
regressor Y = d tau / d phi (Atkeson, An & Hollerbach 1986), and linear in the wrench w on a body,
d tau / d w = -J^T. Forward dynamics follows at its own accelerations a: d a / d phi = -M^-1 Y and
d a / d w = M^-1 J^T.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import cross_matrix
from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.kinematics import (
    body_accelerations,
    body_velocities,
    forward_kinematics,
    jacobian,
)
from ambulo.multibody.tree.tree import Tree

PARAMETERS = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
"""Of a body: mass [kg], first moments m c [kg*m] and moments of inertia about its origin [kg*m^2],
in its own axes."""

_ENTRIES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))


def body_parameters(tree: Tree) -> FloatArray:
    """The parameters (nb, 10) of a tree's bodies, in the order of `PARAMETERS`.

    Raises:
        ValueError: the tree has several models.
    """
    _one_model(tree)
    c, m = tree.com, tree.mass[:, None, None]
    # Steiner: about the origin instead of the mass centre
    square = np.einsum("bi,bi->b", c, c)[:, None, None]
    inertia = tree.inertia + m * (square * np.eye(3) - np.einsum("bi,bj->bij", c, c))
    entries = [inertia[:, i, j] for i, j in _ENTRIES]
    return np.column_stack([tree.mass, tree.mass[:, None] * c, *entries])


def inverse_dynamics_by_parameters(
    tree: Tree, q: FloatArray, v: FloatArray, a: FloatArray
) -> FloatArray:
    """The regressor: derivatives of `newton_euler.inverse_dynamics` by the bodies' parameters.

    Args:
        tree: one model, whose masses do not matter.
        q, v, a: (frames, nq), (frames, nv), (frames, nv).

    Returns:
        (frames, nv, nb, 10): tau = sum over bodies and parameters of it times `body_parameters`,
        where nothing acts from outside.

    Raises:
        ValueError: shapes do not fit the tree, or it has several models.
    """
    _one_model(tree)
    R, _ = forward_kinematics(tree, q)
    w, _ = body_velocities(tree, q, v)
    alpha, acceleration = body_accelerations(tree, q, v, a)
    rise = acceleration - tree.gravity
    # F = m (a_o - g) + alpha x mc + w x (w x mc),  N_o = mc x (a_o - g) + I alpha + w x I w
    wrench = np.zeros((*w.shape[:2], 6, 10))
    wrench[:, :, 3:, 0] = rise
    wrench[:, :, 3:, 1:4] = (cross_matrix(alpha) + cross_matrix(w) @ cross_matrix(w)) @ R
    wrench[:, :, :3, 1:4] = -cross_matrix(rise) @ R
    # in the body's axes, one entry of I after the other
    alpha_B, w_B = (np.einsum("fbji,fbj->fbi", R, x) for x in (alpha, w))
    for k, (i, j) in enumerate(_ENTRIES, start=4):
        entry = np.zeros((3, 3))
        entry[i, j] = entry[j, i] = 1.0
        moment = alpha_B @ entry + np.cross(w_B, w_B @ entry)
        wrench[:, :, :3, k] = np.einsum("fbij,fbj->fbi", R, moment)
    # tau = sum over bodies of J^T (N, F)
    by_body = [
        np.einsum("fcd,fck->fdk", jacobian(tree, q, body), wrench[:, body])
        for body in range(tree.nb)
    ]
    return np.stack(by_body, axis=2)


def forward_dynamics_by_parameters(
    tree: Tree, q: FloatArray, v: FloatArray, tau: FloatArray, wrench: FloatArray | None = None
) -> FloatArray:
    """Derivatives of `articulated_body.forward_dynamics` by the bodies' parameters.

    Args:
        tree, q, v, tau, wrench: as there, one model.

    Returns:
        (frames, nv, nb, 10), parameters in the order of `PARAMETERS`.

    Raises:
        ValueError: shapes do not fit the tree, or it has several models.
    """
    _one_model(tree)
    a = forward_dynamics(tree, q, v, tau, wrench)
    return -_solved(tree, q, inverse_dynamics_by_parameters(tree, q, v, a))


def inverse_dynamics_by_wrench(tree: Tree, q: FloatArray) -> FloatArray:
    """Derivatives of `newton_euler.inverse_dynamics` by the external wrenches on the bodies.

    Args:
        tree: one model.
        q: (frames, nq).

    Returns:
        (frames, nv, nb, 6), by moment and force at the body's origin, world axes: -J^T.

    Raises:
        ValueError: shapes do not fit the tree, or it has several models.
    """
    _one_model(tree)
    J = np.stack([jacobian(tree, q, body) for body in range(tree.nb)], axis=1)
    return -np.moveaxis(J, 3, 1)


def forward_dynamics_by_wrench(tree: Tree, q: FloatArray) -> FloatArray:
    """Derivatives of `articulated_body.forward_dynamics` by the external wrenches: M^-1 J^T.

    Args, returns, raises: as `inverse_dynamics_by_wrench`.
    """
    return -_solved(tree, q, inverse_dynamics_by_wrench(tree, q))


def _one_model(tree: Tree) -> None:
    if tree.mass.ndim > 1 or tree.com.ndim > 2 or tree.inertia.ndim > 3 or tree.p_PJ.ndim > 2:
        raise ValueError("the tree has several models; derivatives need a tree of one model")


def _solved(tree: Tree, q: FloatArray, right: FloatArray) -> FloatArray:
    """M^-1 times right (frames, nv, ...)."""
    columns = right.reshape(*right.shape[:2], -1)
    return np.asarray(np.linalg.solve(mass_matrix(tree, q), columns)).reshape(right.shape)
