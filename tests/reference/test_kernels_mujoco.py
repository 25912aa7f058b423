"""Dynamics kernels against MuJoCo on random trees with all joint types, several roots, branches."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_trees import random_coordinates, random_tree

from ambulo.math import quaternions
from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.energy import centre_of_mass, kinetic_energy, momentum
from ambulo.multibody.tree.kinematics import forward_kinematics, jacobian
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import JointType, Tree

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra: oracle)")
pytestmark = pytest.mark.oracle

FRAMES = 4


def close(ours, theirs):
    theirs = np.asarray(theirs)
    np.testing.assert_allclose(ours, theirs, rtol=0.0, atol=1e-9 * max(1.0, np.abs(theirs).max()))


def numbers(x):
    return " ".join(f"{y:.17g}" for y in np.ravel(x))


def body_xml(tree: Tree, i: int) -> str:
    """A body and all it carries; a free joint is three slides and a ball."""
    kind = JointType(tree.joint[i])
    axes = {
        JointType.FREE: [("slide", e) for e in np.eye(3)] + [("ball", (0, 0, 1))],
        JointType.BALL: [("ball", (0, 0, 1))],
        JointType.HINGE: [("hinge", tree.axis[i])],
        JointType.SLIDE: [("slide", tree.axis[i])],
        JointType.FIXED: [],
    }[kind]
    joints = "".join(f'<joint type="{t}" axis="{numbers(e)}"/>' for t, e in axes)
    inertia = tree.inertia[i]
    entries = [inertia[0, 0], inertia[1, 1], inertia[2, 2], inertia[0, 1], inertia[0, 2]]
    entries.append(inertia[1, 2])
    children = "".join(body_xml(tree, int(c)) for c in np.flatnonzero(tree.parent == i))
    return (
        f'<body name="b{i}" pos="{numbers(tree.p_PJ[i])}" '
        f'quat="{numbers(quaternions.from_matrix(tree.R_PJ[i]))}">{joints}'
        f'<inertial pos="{numbers(tree.com[i])}" mass="{tree.mass[i]:.17g}" '
        f'fullinertia="{numbers(entries)}"/>{children}</body>'
    )


class Peer:
    """The same tree in MuJoCo, which orders bodies depth first."""

    def __init__(self, tree: Tree):
        roots = "".join(body_xml(tree, int(r)) for r in np.flatnonzero(tree.parent < 0))
        self.model = mujoco.MjModel.from_xml_string(
            f'<mujoco><compiler angle="radian" balanceinertia="false"/>'
            f'<option gravity="{numbers(tree.gravity)}"/><worldbody>{roots}</worldbody></mujoco>'
        )
        self.data = mujoco.MjData(self.model)
        self.body = [self.model.body(f"b{i}").id for i in range(tree.nb)]
        q_order, v_order = [], []  # ours in the order of theirs
        for i in np.argsort(self.body):
            nq = {0: 7, 1: 4, 2: 1, 3: 1, 4: 0}[int(tree.joint[i])]
            nv = {0: 6, 1: 3, 2: 1, 3: 1, 4: 0}[int(tree.joint[i])]
            q_order += range(tree.q_start[i], tree.q_start[i] + nq)
            v_order += range(tree.v_start[i], tree.v_start[i] + nv)
        self.q_order, self.v_order = np.array(q_order), np.array(v_order)

    def move(self, q, v):
        self.data.qpos[:] = q[self.q_order]
        self.data.qvel[:] = v[self.v_order]
        mujoco.mj_forward(self.model, self.data)


@pytest.fixture(params=[(1, 1), (5, 1), (12, 3), (18, 1)], ids=lambda p: f"{p[0]}bodies{p[1]}roots")
def case(request):
    nb, roots = request.param
    rng = np.random.default_rng(100 + nb)
    tree = random_tree(rng, nb, roots)
    q = random_coordinates(tree, rng, FRAMES)
    v, a = rng.normal(size=(2, FRAMES, tree.nv))
    return tree, Peer(tree), q, v, a, rng


def test_kinematics_and_jacobian(case):
    tree, peer, q, v, _, rng = case
    R, p = forward_kinematics(tree, q)
    last = tree.nb - 1
    point = rng.normal(size=3)
    J = jacobian(tree, q, last, point)
    for f in range(FRAMES):
        peer.move(q[f], v[f])
        for i in range(tree.nb):
            close(R[f, i], peer.data.xmat[peer.body[i]].reshape(3, 3))
            close(p[f, i], peer.data.xpos[peer.body[i]])
        linear, angular = np.zeros((2, 3, tree.nv))
        at = p[f, last] + R[f, last] @ point
        mujoco.mj_jac(peer.model, peer.data, linear, angular, at, peer.body[last])
        close(J[f][:, peer.v_order], np.vstack([angular, linear]))


def test_inverse_dynamics_with_external_wrench(case):
    tree, peer, q, v, a, rng = case
    wrench = rng.normal(scale=50.0, size=(FRAMES, tree.nb, 6))
    R, _ = forward_kinematics(tree, q)
    tau, _, _ = inverse_dynamics(tree, q, v, a, wrench)
    for f in range(FRAMES):
        for i in range(tree.nb):  # theirs acts at the centre of mass, force first
            moment, force = wrench[f, i, :3], wrench[f, i, 3:]
            about_com = moment - np.cross(R[f, i] @ tree.com[i], force)
            peer.data.xfrc_applied[peer.body[i]] = [*force, *about_com]
        peer.move(q[f], v[f])
        peer.data.qacc[:] = a[f][peer.v_order]
        mujoco.mj_inverse(peer.model, peer.data)
        # qfrc_inverse leaves the applied wrenches in, so they are taken off through the Jacobian
        applied = np.zeros(tree.nv)
        for i in range(tree.nb):
            force, moment = peer.data.xfrc_applied[peer.body[i]].reshape(2, 3)
            at = peer.data.xipos[peer.body[i]]
            mujoco.mj_applyFT(peer.model, peer.data, force, moment, at, peer.body[i], applied)
        close(tau[f][peer.v_order], peer.data.qfrc_inverse - applied)


def test_mass_matrix(case):
    tree, peer, q, v, _, _ = case
    M = mass_matrix(tree, q)
    for f in range(FRAMES):
        peer.move(q[f], v[f])
        products = np.zeros((tree.nv, tree.nv))
        for d in range(tree.nv):
            mujoco.mj_mulM(peer.model, peer.data, products[d], np.eye(tree.nv)[d])
        close(M[f][np.ix_(peer.v_order, peer.v_order)], products)


def test_forward_dynamics(case):
    tree, peer, q, v, tau, _ = case
    a = forward_dynamics(tree, q, v, tau)
    for f in range(FRAMES):
        peer.data.qfrc_applied[:] = tau[f][peer.v_order]
        peer.move(q[f], v[f])
        close(a[f][peer.v_order], peer.data.qacc_smooth)


def test_energy_and_momentum(case):
    tree, peer, q, v, _, _ = case
    T = kinetic_energy(tree, q, v)
    c, c_rate = centre_of_mass(tree, q, v)
    L, _ = momentum(tree, q, v, about="centre of mass")
    for f in range(FRAMES):
        peer.move(q[f], v[f])
        mujoco.mj_energyVel(peer.model, peer.data)
        mujoco.mj_subtreeVel(peer.model, peer.data)
        close(T[f], peer.data.energy[1])
        close(c[f], peer.data.subtree_com[0])
        close(c_rate[f], peer.data.subtree_linvel[0])
        close(L[f], peer.data.subtree_angmom[0])
