"""Bodies whose motion is known in closed form."""

from __future__ import annotations

import numpy as np

from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.configuration import neutral
from ambulo.multibody.tree.energy import kinetic_energy, momentum
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import JointType, Tree

G = 9.81
Y = np.array([0.0, 1.0, 0.0])


def chain(joint, p_PJ, mass, com, inertia, axis=Y):
    """A serial chain with aligned joint frames."""
    nb = len(joint)
    nq = [{0: 7, 1: 4, 2: 1, 3: 1, 4: 0}[int(j)] for j in joint]
    nv = [{0: 6, 1: 3, 2: 1, 3: 1, 4: 0}[int(j)] for j in joint]
    return Tree(
        parent=np.arange(-1, nb - 1),
        joint=np.array(joint),
        p_PJ=np.array(p_PJ, dtype=float),
        R_PJ=np.tile(np.eye(3), (nb, 1, 1)),
        axis=np.tile(axis, (nb, 1)).astype(float),
        q_start=np.cumsum([0, *nq[:-1]]),
        v_start=np.cumsum([0, *nv[:-1]]),
        mass=np.array(mass, dtype=float),
        com=np.array(com, dtype=float),
        inertia=np.array(inertia, dtype=float),
        gravity=np.array([0.0, 0.0, -G]),
    )


def test_physical_pendulum():
    m, length, inertia = 2.3, 0.7, 0.11
    tree = chain([JointType.HINGE], [[0, 0, 0]], [m], [[0, 0, -length]], [inertia * np.eye(3)])
    q = np.linspace(-3.0, 3.0, 7)[:, None]
    v = np.full_like(q, 1.7)
    # about +y, a positive angle swings the hanging mass to -x: gravity pulls it back
    expected = -m * G * length * np.sin(q) / (inertia + m * length**2)
    np.testing.assert_allclose(forward_dynamics(tree, q, v, 0.0 * q), expected, rtol=1e-13)
    _, moment, force = inverse_dynamics(tree, q, v, expected)
    inwards = np.stack([np.sin(q), 0 * q, np.cos(q)], axis=-1)[:, 0]
    along = np.sum(force[:, 0] * inwards, axis=1)
    np.testing.assert_allclose(along, m * G * np.cos(q[:, 0]) + m * length * 1.7**2, rtol=1e-12)
    np.testing.assert_allclose(moment, 0.0, atol=1e-12)


def test_rolling_energy_and_momentum_of_a_spinning_rod():
    m, half, w, u = 3.0, 0.5, 4.0, 2.0
    rod = np.diag([0.0, m * (2 * half) ** 2 / 12, m * (2 * half) ** 2 / 12])
    tree = chain([JointType.FREE], [[0, 0, 0]], [m], [[half, 0, 0]], [rod])
    q, v = neutral(tree)[None], np.array([[0.0, 0, u, 0, w, 0]])
    v_c = u - w * half  # about +y, the far end (at +x) goes down
    expected = 0.5 * m * v_c**2 + 0.5 * rod[1, 1] * w**2
    np.testing.assert_allclose(kinetic_energy(tree, q, v), expected)
    L, P = momentum(tree, q, v)
    np.testing.assert_allclose(P, [[0, 0, m * v_c]])
    np.testing.assert_allclose(L, [[0, rod[1, 1] * w - half * m * v_c, 0]])


def test_mass_on_a_turning_slide_feels_centrifugal_and_coriolis_forces():
    m, r, r_rate, w = 0.9, 0.4, 1.5, 3.0
    Z, X = np.array([0, 0, 1.0]), np.array([1.0, 0, 0])
    tree = chain(
        [JointType.HINGE, JointType.SLIDE],
        np.zeros((2, 3)), [0.0, m], np.zeros((2, 3)), np.zeros((2, 3, 3)),
    )  # fmt: skip
    tree.axis[:] = Z, X
    q, v = np.array([[0.7, r]]), np.array([[w, r_rate]])
    tau, _, _ = inverse_dynamics(tree, q, v, np.zeros((1, 2)))
    np.testing.assert_allclose(tau, [[2 * m * r * r_rate * w, -m * r * w**2]], rtol=1e-13)


def test_statics_of_a_beam_held_at_the_wall_with_a_load_at_its_end():
    m, length, load = 2.0, 1.5, 30.0
    tree = chain([JointType.FIXED, JointType.FIXED], [[0, 0, 0], [length, 0, 0]], [m, 0.0],
                 [[length / 2, 0, 0], [0, 0, 0]], np.zeros((2, 3, 3)))  # fmt: skip
    wrench = np.zeros((1, 2, 6))
    wrench[0, 1, 5] = -load
    nothing = np.zeros((1, 0))
    tau, moment, force = inverse_dynamics(tree, nothing, nothing, nothing, wrench)
    assert tau.shape == (1, 0)
    np.testing.assert_allclose(force[0, 0], [0, 0, m * G + load])
    # the wall holds the end up: about -y, which turns +x towards +z
    np.testing.assert_allclose(moment[0, 0], [0, -(m * G * length / 2 + load * length), 0])
    np.testing.assert_allclose(force[0, 1], [0, 0, load])
