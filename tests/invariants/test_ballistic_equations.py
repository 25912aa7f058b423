"""Random chains and trees: formulations, variations and energies agree with each other."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_trees import random_coordinates, random_tree

from ambulo.multibody.bvp.equations import fly, state_rates
from ambulo.multibody.bvp.initial_value import simulate
from ambulo.multibody.bvp.systems import Bodies, ChainInAngles, ChainInVectors
from ambulo.multibody.chain.chain import Chain, JointResistance
from ambulo.multibody.chain.chain_angles import directions
from ambulo.multibody.forces.passive_joints import passive_joints
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.integrators.by_address import in_flight
from ambulo.multibody.tree.articulated_body import forward_dynamics
from ambulo.multibody.tree.energy import kinetic_energy, potential_energy
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.tree import JointType, Tree


def random_chain(rng, segments, resisted=False, branched=False):
    masses = segments + 2
    resistance = JointResistance(*(rng.uniform(0.1, 1.0, segments) for _ in range(4)))
    parent = np.arange(segments) - 1
    if branched and segments > 2:
        parent[2] = 0
    return Chain(
        length=rng.uniform(0.2, 0.6, segments),
        mass=rng.uniform(0.5, 3.0, masses),
        mass_segment=np.append(np.arange(segments), [0, segments - 1]),
        mass_distance=rng.uniform(0.1, 0.5, masses),
        parent=parent,
        resistance=resistance if resisted else None,
    )


def in_vectors(system, x, v):
    vectors = ChainInVectors(system.chain)
    n = directions(x).ravel()
    return vectors, n, vectors.velocity_map(n).T @ (system.direction_jacobian(x) @ v)


@pytest.mark.parametrize("segments", [1, 2, 3, 5])
@pytest.mark.parametrize("resisted", [False, True])
def test_angles_and_vectors_move_alike(segments, resisted):
    rng = np.random.default_rng(segments)
    angles = ChainInAngles(random_chain(rng, segments, resisted, branched=True))
    x = np.concatenate([rng.uniform(0.8, 2.3, segments), rng.uniform(-3, 3, segments)])
    v = rng.normal(size=2 * segments)
    vectors, n, c = in_vectors(angles, x, v)
    a = simulate(angles, x, v, 0.2, frames=5, tolerance=1e-13)
    b = simulate(vectors, n, c, 0.2, frames=5, tolerance=1e-13)
    assert directions(a.q).reshape(5, -1) == pytest.approx(b.q, abs=1e-9)
    assert a.energy == pytest.approx(b.energy, abs=1e-9)


def test_chain_moves_as_a_tree_of_universal_joints():
    """Two hinges a segment, the first with a massless body: the same chain by the tree kernels."""
    rng = np.random.default_rng(4)
    S = 3
    chain = Chain.pendulum(rng.uniform(0.3, 0.5, S), rng.uniform(1.0, 2.0, S))
    carries = np.arange(2 * S) % 2 == 1
    p_PJ = np.zeros((2 * S, 3))
    p_PJ[2::2, 2] = -chain.length[:-1]
    com = np.zeros((2 * S, 3))
    com[carries, 2] = -chain.length
    tree = Tree(
        parent=np.arange(2 * S) - 1,
        joint=np.full(2 * S, int(JointType.HINGE)),
        p_PJ=p_PJ,
        R_PJ=np.tile(np.eye(3), (2 * S, 1, 1)),
        axis=np.where(carries[:, None], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        q_start=np.arange(2 * S),
        v_start=np.arange(2 * S),
        mass=np.where(carries, np.repeat(chain.mass, 2), 0.0),
        com=com,
        inertia=np.zeros((2 * S, 3, 3)),
        gravity=np.array([0.0, 0.0, -STANDARD_GRAVITY]),
    )
    q, v = rng.uniform(-0.6, 0.6, 2 * S), rng.normal(size=2 * S)
    run = simulate(Bodies(tree), q, v, 0.3, frames=4, tolerance=1e-13)
    R, _ = forward_kinematics(tree, run.q)
    n = -R[:, carries][..., 2]
    omega, _ = body_velocities(tree, q[None], v[None])
    vectors, start = ChainInVectors(chain), n[0].ravel()
    u = np.cross(omega[0, carries], n[0])
    c = vectors.velocity_map(start).T @ u.ravel()
    ours = simulate(vectors, start, c, 0.3, frames=4, tolerance=1e-13)
    assert n.reshape(4, -1) == pytest.approx(ours.q, abs=1e-9)
    assert run.energy == pytest.approx(ours.energy, abs=1e-9)


def bodies_on_passive_joints(rng, nb):
    tree = random_tree(rng, nb)
    nv = tree.nv
    viscosity, stiffness = rng.uniform(0, 0.2, nv), rng.uniform(0, 1.0, nv)
    stiffness[passive_joints(tree).coordinate < 0] = 0.0
    return Bodies(tree, viscosity, stiffness, rng.normal(size=nv))


def test_tree_accelerations_are_the_articulated_body_algorithms():
    rng = np.random.default_rng(1)
    system = bodies_on_passive_joints(rng, 8)
    tree = system.tree
    assert set(tree.joint) == set(JointType)
    q, v = random_coordinates(tree, rng, 1), rng.normal(size=(1, tree.nv))
    rate = state_rates(in_flight(system.packed), np.concatenate([q, v], axis=1))
    tau = -system.viscosity * v
    of_one = np.isin(tree.joint, [JointType.HINGE, JointType.SLIDE])
    k, d = tree.q_start[of_one], tree.v_start[of_one]
    tau[0, d] -= system.stiffness[d] * (q[0, k] - system.rest[d])
    expected = forward_dynamics(tree, q, v, tau)
    assert rate[:, tree.nq :] == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_variations_of_a_trees_accelerations_are_their_differences():
    rng = np.random.default_rng(7)
    system = bodies_on_passive_joints(rng, 8)
    nq, nv = system.nq, system.dim
    q, v = random_coordinates(system.tree, rng, 1)[0], 0.5 * rng.normal(size=nv)
    y = np.concatenate([system.state(q, v), np.eye(2 * nv).ravel()])
    varied = state_rates(in_flight(system.packed), y[None])[0, nq + nv :].reshape(2 * nv, 2, nv)
    h = 1e-6
    moved = [
        system.state(*system.moved_state(q, v, sign * h * step[:nv], sign * h * step[nv:]))
        for step in np.eye(2 * nv)
        for sign in (1.0, -1.0)
    ]
    a = state_rates(in_flight(system.packed), np.array(moved))[:, nq:]
    wanted = (a[::2] - a[1::2]) / (2 * h)
    assert varied[:, 1] == pytest.approx(wanted, abs=1e-6 * np.abs(wanted).max())


def test_tree_energies_are_the_kernels():
    rng = np.random.default_rng(2)
    tree = random_tree(rng, 6)
    q, v = random_coordinates(tree, rng, 1), rng.normal(size=(1, tree.nv))
    run = simulate(Bodies(tree), q[0], v[0], 0.01, frames=2)
    assert run.kinetic[0] == pytest.approx(kinetic_energy(tree, q, v)[0], rel=1e-12)
    assert run.potential[0] == pytest.approx(potential_energy(tree, q)[0], rel=1e-12)


# a tree's over time: each run takes the rates that they are integrated from, above
@pytest.mark.parametrize(
    "kind", ["angles", "vectors", pytest.param("tree", marks=pytest.mark.exhaustive)]
)
def test_variations_are_differences_of_motions(kind):
    rng = np.random.default_rng(7)
    if kind == "tree":
        system = bodies_on_passive_joints(rng, 6)
        q = random_coordinates(system.tree, rng, 1)[0]
        c = 0.5 * rng.normal(size=system.dim)
    else:
        chain = random_chain(rng, 3, resisted=True)
        system = ChainInAngles(chain)
        q, c = np.array([1.0, 1.5, 2.0, 0.1, 0.2, -0.4]), rng.normal(size=6)
        if kind == "vectors":
            system, q, c = in_vectors(system, q, c)
    variations = system.state_variations(q, c)
    y = np.concatenate([system.state(q, c), variations.ravel()])
    width = len(y) - variations.size
    T, h = 0.2, 1e-6
    assert fly(in_flight(system.packed), y, T, 1e-12, 5000)[0]
    half = variations.shape[1] // 2
    for k in rng.choice(2 * system.dim, 4, replace=False):
        step = np.zeros((2, system.dim))
        step[k // system.dim, k % system.dim] = h
        ends = []
        for sign in (1.0, -1.0):
            moved = system.state(*system.moved_state(q, c, sign * step[0], sign * step[1]))
            assert fly(in_flight(system.packed), moved, T, 1e-13, 5000)[0]
            ends.append(moved)
        ours = y[width + 2 * half * k : width + 2 * half * (k + 1)]
        straight = system.straight(ends[1][: system.nq], ends[0][: system.nq]) / (2 * h)
        if kind == "vectors":
            n = ends[1][: system.nq]
            assert system.velocity_map(n).T @ ours[:half] == pytest.approx(straight, abs=1e-4)
        else:
            assert ours[:half] == pytest.approx(straight, abs=1e-4 * (1 + abs(straight).max()))
        rates = (ends[0][system.nq :] - ends[1][system.nq :]) / (2 * h)
        assert ours[half:] == pytest.approx(rates, abs=1e-4 * (1 + abs(rates).max()))


def test_passive_joints_only_take_energy():
    rng = np.random.default_rng(11)
    system = ChainInVectors(random_chain(rng, 3, resisted=True))
    n = rng.normal(size=(3, 3))
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    run = simulate(system, n.ravel(), rng.normal(size=6), 1.0, frames=50)
    assert np.all(np.diff(run.energy) < 0.0)


def test_energy_over_ten_seconds_of_chaos():
    system = ChainInVectors(Chain.pendulum([0.3, 0.3], [2.0, 1.5]))
    q = directions(np.radians([30.0, 60.0, 10.0, 80.0])).ravel()
    exact = simulate(system, q, np.zeros(4), 10.0, "dop853", 51, tolerance=1e-14)
    assert exact.energy_drift <= 1e-10
    kept = simulate(system, q, np.zeros(4), 10.0, "symplectic", 201, 50)
    error = np.abs(kept.energy - kept.energy[0])
    # bounded: the last half is no worse than the first, but for the fluctuation itself
    assert error[100:].max() < 5.0 * error[:100].max()
    assert kept.energy_drift < 1e-5
