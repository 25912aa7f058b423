"""What every integrator must keep: its order, energy and momentum, and the motion's own causes."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sample_trees import random_coordinates, random_tree, tree_of

from ambulo.forward_check.forward import Support, simulate, tracking_inputs
from ambulo.forward_check.stored_forces import Reactions, needed_forces
from ambulo.inputs.errors import InputError
from ambulo.multibody.integrators.registry import METHODS, method_named
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.configuration import difference, integrate, neutral
from ambulo.multibody.tree.energy import kinetic_energy, momentum, potential_energy
from ambulo.multibody.tree.motion_curve import curve_pieces, on_curve
from ambulo.multibody.tree.system_of_tree import TreeSystem
from ambulo.multibody.tree.tree import JointType

WORLD = tree_of([-1], [JointType.BALL], np.random.default_rng(0))
ROOT = Support("root", 0, (0.0, 0.0, 0.0))
OF_TREES = [name for name, method in METHODS.items() if method.suits(TreeSystem)]
WALKER = [-1, 0, 1, 2, 1, 4, 5, 6, 1, 8, 9, 10, 0, 12, 13, 0, 15, 16]


def body57(gravity: bool = True):
    """Eighteen segments, a free root and ball joints."""
    joint = [JointType.FREE] + [JointType.BALL] * (len(WALKER) - 1)
    tree = tree_of(WALKER, joint, np.random.default_rng(0), scale=0.2)
    if not gravity:
        tree.gravity[:] = 0.0
    return tree


def swinging(tree, time, seed=1):
    """A smooth motion: frames of curves whose own quintic pieces are the motion in between."""
    rng = np.random.default_rng(seed)
    rate, phase = rng.uniform(3.0, 9.0, tree.nv), rng.uniform(0.0, 6.0, tree.nv)

    def at(t):
        return integrate(tree, neutral(tree), 0.3 * np.sin(rate * t[:, None] + phase))

    q = at(time)
    h = 4e-3
    # displacements to and from neighbours: differences of the eighth order for their derivatives
    near = {k: difference(tree, q, at(time + k * h)) for k in range(-4, 5) if k}
    first = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
    second = {1: 8 / 5, 2: -1 / 5, 3: 8 / 315, 4: -1 / 560}
    v = sum(c * (near[k] - near[-k]) for k, c in first.items()) / h
    # in q exp(y), y'' is v' where y = 0: their difference is y' x y' / 2
    a = sum(c * (near[k] + near[-k]) for k, c in second.items()) / h**2
    return Motion(time, q, v, a)


def deviation(tree, q, reference):
    return np.abs(difference(tree, q, reference)).max()


@pytest.mark.parametrize("name", [n for n in OF_TREES if n != "extrapolation"])
def test_the_error_falls_with_the_order_of_the_method(name):
    method = METHODS[name]
    rng = np.random.default_rng(3)
    tree = random_tree(rng, 6)
    q, v = random_coordinates(tree, rng, 1)[0], rng.normal(size=tree.nv)
    time = np.array([0.0, 0.32])
    exact = simulate(tree, (), time, q, v, METHODS["dop853"], step=2e-3)
    coarse = {8: 0.08, 4: 0.01, 3: 5e-3, 2: 2.5e-3, 1: 2.5e-4}[method.order]
    errors = []
    for step in (coarse, coarse / 2):
        # a tolerance that is never met keeps the steps of an adaptive method equal
        found = simulate(tree, (), time, q, v, method, step=step, tolerance=1e9)
        errors.append(
            max(
                deviation(tree, found.q[-1], exact.q[-1]),
                np.abs(found.v[-1] - exact.v[-1]).max(),
            )
        )
    order = np.log2(errors[0] / errors[1])
    assert order == pytest.approx(method.order, abs=0.12 * method.order)


@pytest.mark.parametrize("name", [n for n in OF_TREES if n != "euler"])
def test_a_body_without_gravity_keeps_momentum(name):
    tree = body57(gravity=False)
    rng = np.random.default_rng(6)
    q, v = random_coordinates(tree, rng, 1)[0], 0.5 * rng.normal(size=tree.nv)
    time = np.linspace(0.0, 0.2, 5)
    found = simulate(tree, (), time, q, v, METHODS[name], step=1e-3)
    angular, linear = momentum(tree, found.q, found.v)
    drift = max(np.abs(x - x[0]).max() / np.abs(x[0]).max() for x in (angular, linear))
    # the variational integrator keeps it by construction, whatever the step
    assert drift < {
        "dop853": 1e-11,
        "extrapolation": 1e-11,
        "variational": 1e-10,
        "rkmk4": 1e-7,
        "rk4": 1e-6,
    }.get(name, 1e-2)


def test_the_variational_integrators_energy_error_does_not_grow():
    tree = tree_of([-1, 0, 1], [JointType.BALL] * 3, np.random.default_rng(2), scale=0.4)
    rng = np.random.default_rng(8)
    q, v = integrate(tree, neutral(tree), 0.3 * rng.normal(size=tree.nv)), np.zeros(tree.nv)
    time = np.linspace(0.0, 60.0, 601)

    def error(name, step):
        found = simulate(tree, (), time, q, v, METHODS[name], step=step)
        energy = kinetic_energy(tree, found.q, found.v) + potential_energy(tree, found.q)
        return np.abs(energy - energy[0]) / np.ptp(kinetic_energy(tree, found.q, found.v))

    variational = error("variational", 5e-3)
    assert variational.max() < 0.05
    assert variational[-100:].max() < 1.5 * variational[:100].max()
    # the classical method at a longer step loses energy without end
    classical = error("rkmk4", 2.5e-2)
    assert classical[-100:].mean() > 4.0 * classical[:100].mean()


# implicit methods with these forces take half a minute to compile: in every run, the sampled
# controller's tests take the trapezoidal rule through them
VARIATIONAL, TRAPEZOIDAL = (
    pytest.param(name, marks=pytest.mark.exhaustive) for name in ("variational", "trapezoidal")
)


@pytest.mark.parametrize("name", ["dop853", "rkmk4", "rk4", VARIATIONAL, TRAPEZOIDAL])
def test_a_motions_forces_give_the_motion_back_and_do_its_work(name):
    tree = body57()
    # forces stored this often are known to 1e-9 between the frames (quintic, order 6)
    motion = swinging(tree, np.linspace(0.0, 0.2, 81))
    found = simulate(
        tree,
        tracking_inputs(tree, motion, needed_forces(tree, motion), ROOT),
        motion.time,
        motion.q[0],
        motion.v[0],
        METHODS[name],
    )
    close = {"dop853": 1e-9, "rkmk4": 1e-6, "rk4": 1e-6}.get(name, 3e-2)
    assert deviation(tree, found.q, motion.q) < close
    energy = kinetic_energy(tree, found.q, found.v) + potential_energy(tree, found.q)
    supplied = np.abs(found.work).max()
    assert supplied > 1.0
    assert np.abs(energy - energy[0] - found.work).max() < max(close, 1e-9) * supplied


@pytest.mark.parametrize("seed", [2, 7])
def test_every_joint_type_gives_its_motion_back(seed):
    rng = np.random.default_rng(seed)
    tree = random_tree(rng, 7)
    motion = swinging(tree, np.linspace(0.0, 0.1, 11), seed)
    support = Support("somewhere", 3, (0.1, -0.2, 0.3))
    found = simulate(
        tree, tracking_inputs(tree, motion, needed_forces(tree, motion), support), motion.time,
        motion.q[0], motion.v[0], METHODS["dop853"],
    )  # fmt: skip
    assert deviation(tree, found.q, motion.q) < 1e-8


def test_reactions_on_the_feet_and_a_carried_force_cause_one_motion():
    tree = body57()
    motion = swinging(tree, np.linspace(0.0, 0.1, 21))
    rng = np.random.default_rng(9)
    wrench = rng.normal(scale=50.0, size=(len(motion.time), 2, 6))
    wrench[..., 5] += 300.0
    # the right foot's bearing segment changes, and for a while it bears nothing
    foot = np.tile([13, 16], (len(motion.time) - 1, 1))
    foot[8:, 1] = 17
    foot[14:16, 1] = -1
    for whole in (False, True):
        forces = tracking_inputs(
            tree, motion, needed_forces(tree, motion), ROOT,
            reactions=Reactions(foot, wrench, whole),
        )  # fmt: skip
        found = simulate(tree, forces, motion.time, motion.q[0], motion.v[0], METHODS["dop853"])
        assert deviation(tree, found.q, motion.q) < 1e-6


def test_the_curve_passes_through_its_frames_and_is_differentiated_rightly():
    tree = random_tree(np.random.default_rng(11), 7)
    motion = swinging(tree, np.linspace(0.2, 0.5, 31))
    pieces = curve_pieces(tree, motion.time, motion.q, motion.v, motion.a)
    q, v, a = on_curve(tree, motion.time, pieces, motion.time)
    assert deviation(tree, q, motion.q) < 1e-13
    np.testing.assert_allclose(v, motion.v, atol=1e-11)
    np.testing.assert_allclose(a, motion.a, atol=1e-8)
    at = np.array([0.2371, 0.3049, 0.4444])
    h = 1e-5
    q, v, a = on_curve(tree, motion.time, pieces, at)
    before, after = (on_curve(tree, motion.time, pieces, at + s * h) for s in (-1, 1))
    np.testing.assert_allclose(difference(tree, before[0], after[0]) / (2 * h), v, atol=1e-7)
    np.testing.assert_allclose((after[1] - before[1]) / (2 * h), a, atol=1e-6)
    with pytest.raises(ValueError, match="outside the curve"):
        on_curve(tree, motion.time, pieces, np.array([0.6]))


def test_a_simulation_that_left_its_motion_is_not_known_from_there_on():
    tree = body57()
    motion = swinging(tree, np.linspace(0.0, 0.2, 21))
    thrown = motion.v[0] + 1e3
    found = simulate(
        tree,
        tracking_inputs(tree, motion, needed_forces(tree, motion), ROOT),
        motion.time,
        motion.q[0],
        thrown,
        METHODS["rkmk4"],
    )
    assert np.isfinite(found.q[0]).all()
    assert np.isnan(found.q[1:]).all()
    assert np.isnan(found.work[1:]).all()


def test_what_cannot_be_integrated_is_refused():
    with pytest.raises(InputError, match="no integrator 'leapfrog'"):
        method_named("leapfrog")
    tree = body57()
    time = np.array([0.0, 0.1])
    with pytest.raises(InputError, match="--step"):
        simulate(tree, (), time, neutral(tree), np.zeros(tree.nv), METHODS["rk4"], step=0.0)
    with pytest.raises(ValueError, match="do not increase"):
        simulate(tree, (), np.zeros(2), neutral(tree), np.zeros(tree.nv), METHODS["rk4"])
    with pytest.raises(
        InputError, match=r"^q: its shape is \(\d+,\), and this system has \(\d+,\)"
    ):
        simulate(tree, (), time, neutral(tree)[1:], np.zeros(tree.nv), METHODS["rk4"])
