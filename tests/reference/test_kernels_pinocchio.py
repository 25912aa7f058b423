"""Every kernel against Pinocchio on random trees with all joint types, several roots, branches."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_trees import random_coordinates, random_tree

from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.derivatives import (
    inverse_dynamics_derivatives,
)
from ambulo.multibody.tree.energy import centre_of_mass, kinetic_energy, momentum, potential_energy
from ambulo.multibody.tree.kinematics import (
    body_accelerations,
    body_velocities,
    forward_kinematics,
    jacobian,
)
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import JointType, Tree

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed (extra: oracle)")
pytestmark = pytest.mark.oracle

FRAMES = 4


def close(ours, theirs):
    theirs = np.asarray(theirs)
    np.testing.assert_allclose(ours, theirs, rtol=0.0, atol=1e-9 * max(1.0, np.abs(theirs).max()))


class Peer:
    """The same tree in Pinocchio: a free joint is a translation and a spherical joint in series."""

    def __init__(self, tree: Tree):
        self.tree = tree
        self.model = model = pin.Model()
        model.gravity.linear = tree.gravity
        self.joint_of = []
        self.frame_of = []  # placement of the body in its Pinocchio joint
        for i in range(tree.nb):
            kind = JointType(tree.joint[i])
            parent = int(tree.parent[i])
            place = pin.SE3(tree.R_PJ[i], tree.p_PJ[i])
            above = 0 if parent < 0 else self.joint_of[parent]
            if parent >= 0:
                place = self.frame_of[parent] * place
            name = f"joint{i}"
            if kind == JointType.FREE:
                above = model.addJoint(above, pin.JointModelTranslation(), place, name + "t")
                place = pin.SE3.Identity()
            if kind == JointType.FIXED:
                joint, body_place = above, place
            else:
                joint_model = {
                    JointType.FREE: pin.JointModelSpherical,
                    JointType.BALL: pin.JointModelSpherical,
                    JointType.HINGE: lambda i=i: pin.JointModelRevoluteUnaligned(tree.axis[i]),
                    JointType.SLIDE: lambda i=i: pin.JointModelPrismaticUnaligned(tree.axis[i]),
                }[kind]()
                joint = model.addJoint(above, joint_model, place, name)
                body_place = pin.SE3.Identity()
            inertia = pin.Inertia(float(tree.mass[i]), tree.com[i], tree.inertia[i])
            model.appendBodyToJoint(joint, inertia, body_place)
            self.joint_of.append(joint)
            self.frame_of.append(body_place)
            frame = pin.Frame(f"body{i}", joint, body_place, pin.FrameType.OP_FRAME)
            assert model.addFrame(frame, False) == i + 1
        self.data = model.createData()

    def coordinates(self, q):
        out = []
        for kind, k in zip(self.tree.joint, self.tree.q_start, strict=True):
            if kind == JointType.FREE:
                out += [*q[k : k + 3], *q[k + 4 : k + 7], q[k + 3]]
            elif kind == JointType.BALL:
                out += [*q[k + 1 : k + 4], q[k]]
            elif kind != JointType.FIXED:
                out.append(q[k])
        return np.array(out)


@pytest.fixture(params=[(1, 1), (5, 1), (12, 3), (18, 1)], ids=lambda p: f"{p[0]}bodies{p[1]}roots")
def case(request):
    nb, roots = request.param
    rng = np.random.default_rng(nb)
    tree = random_tree(rng, nb, roots)
    q = random_coordinates(tree, rng, FRAMES)
    v, a = rng.normal(size=(2, FRAMES, tree.nv))
    return tree, Peer(tree), q, v, a, rng


def test_kinematics(case):
    tree, peer, q, v, a, _ = case
    R, p = forward_kinematics(tree, q)
    w, u = body_velocities(tree, q, v)
    alpha, acc = body_accelerations(tree, q, v, a)
    for f in range(FRAMES):
        pin.forwardKinematics(peer.model, peer.data, peer.coordinates(q[f]), v[f], a[f])
        pin.updateFramePlacements(peer.model, peer.data)
        for i in range(tree.nb):
            args = (peer.model, peer.data, i + 1, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
            velocity = pin.getFrameVelocity(*args)
            acceleration = pin.getFrameClassicalAcceleration(*args)
            close(R[f, i], peer.data.oMf[i + 1].rotation)
            close(p[f, i], peer.data.oMf[i + 1].translation)
            close(w[f, i], velocity.angular)
            close(u[f, i], velocity.linear)
            close(alpha[f, i], acceleration.angular)
            close(acc[f, i], acceleration.linear)


def test_jacobian_of_every_body(case):
    tree, peer, q, _, _, _ = case
    for i in range(tree.nb):
        J = jacobian(tree, q, i)
        for f in range(FRAMES):
            theirs = pin.computeFrameJacobian(
                peer.model,
                peer.data,
                peer.coordinates(q[f]),
                i + 1,
                pin.ReferenceFrame.LOCAL_WORLD_ALIGNED,
            )
            close(J[f], np.vstack([theirs[3:], theirs[:3]]))


def test_inverse_dynamics(case):
    tree, peer, q, v, a, rng = case
    wrench = rng.normal(scale=50.0, size=(FRAMES, tree.nb, 6))
    tau, _, _ = inverse_dynamics(tree, q, v, a)
    loaded, _, _ = inverse_dynamics(tree, q, v, a, wrench)
    for f in range(FRAMES):
        theirs = pin.rnea(peer.model, peer.data, peer.coordinates(q[f]), v[f], a[f])
        close(tau[f], theirs)
        through_joints = theirs.copy()
        for i in range(tree.nb):
            J = jacobian(tree, q[f : f + 1], i)[0]
            through_joints -= J.T @ wrench[f, i]
        close(loaded[f], through_joints)


def test_transmitted_wrench(case):
    tree, peer, q, v, a, _ = case
    R, _ = forward_kinematics(tree, q)
    _, moment, force = inverse_dynamics(tree, q, v, a)
    welded = set(tree.parent[tree.joint == JointType.FIXED])
    for f in range(FRAMES):
        pin.rnea(peer.model, peer.data, peer.coordinates(q[f]), v[f], a[f])
        for i in np.flatnonzero(tree.joint != JointType.FIXED):
            if i in welded or tree.nb == 1:
                continue
            close(R[f, i].T @ force[f, i], peer.data.f[peer.joint_of[i]].linear)
            close(R[f, i].T @ moment[f, i], peer.data.f[peer.joint_of[i]].angular)


def test_mass_matrix(case):
    tree, peer, q, _, _, _ = case
    M = mass_matrix(tree, q)
    zero = np.zeros(tree.nv)
    for f in range(FRAMES):
        # column by column: their crba takes every subtree's bodies to be numbered in one run
        args = peer.model, peer.data, peer.coordinates(q[f]), zero
        still = pin.rnea(*args, zero)
        close(M[f], np.stack([pin.rnea(*args, e) - still for e in np.eye(tree.nv)], axis=1))


def test_forward_dynamics(case):
    tree, peer, q, v, tau, _ = case
    ours = forward_dynamics(tree, q, v, tau)
    for f in range(FRAMES):
        theirs = pin.aba(peer.model, peer.data, peer.coordinates(q[f]), v[f], tau[f])
        close(ours[f], theirs)


def test_energy_and_momentum(case):
    tree, peer, q, v, _, _ = case
    T, V = kinetic_energy(tree, q, v), potential_energy(tree, q)
    c, c_rate = centre_of_mass(tree, q, v)
    L, P = momentum(tree, q, v, about="centre of mass")
    for f in range(FRAMES):
        q_peer = peer.coordinates(q[f])
        close(T[f], pin.computeKineticEnergy(peer.model, peer.data, q_peer, v[f]))
        close(V[f], pin.computePotentialEnergy(peer.model, peer.data, q_peer))
        close(c[f], pin.centerOfMass(peer.model, peer.data, q_peer, v[f]))
        close(c_rate[f], peer.data.vcom[0])
        pin.computeCentroidalMomentum(peer.model, peer.data, q_peer, v[f])
        close(L[f], peer.data.hg.angular)
        close(P[f], peer.data.hg.linear)


def depth_first(tree):
    """Whether every subtree is numbered without gaps, as Pinocchio's derivatives take for granted.

    Its `computeRNEADerivatives` fills other columns where it is not (version 4.1.0).
    """
    above = [{i} for i in range(tree.nb)]
    for i in np.flatnonzero(tree.parent >= 0):
        above[i] |= above[tree.parent[i]]
    below = [[j for j in range(tree.nb) if i in above[j]] for i in range(tree.nb)]
    return all(len(x) == x[-1] - x[0] + 1 for x in below)


@pytest.mark.parametrize(("bodies", "roots"), [(1, 1), (6, 1), (8, 2)])
def test_derivatives_of_inverse_dynamics(bodies, roots):
    rng = np.random.default_rng(bodies)
    tree = random_tree(rng, bodies, roots)
    while not depth_first(tree):
        tree = random_tree(rng, bodies, roots)
    peer, q = Peer(tree), random_coordinates(tree, rng, FRAMES)
    v, a = rng.normal(size=(2, FRAMES, tree.nv))
    ours = inverse_dynamics_derivatives(tree, q, v, a)
    # a displacement of a free joint's position and quaternion is the same in both libraries
    for f in range(FRAMES):
        at = peer.model, peer.data, peer.coordinates(q[f]), v[f]
        pin.computeRNEADerivatives(*at, a[f])
        close(ours.by_q[f], peer.data.dtau_dq)
        close(ours.by_v[f], peer.data.dtau_dv)
        upper = np.triu(peer.data.M)
        close(ours.by_a[f], upper + np.triu(upper, 1).T)
