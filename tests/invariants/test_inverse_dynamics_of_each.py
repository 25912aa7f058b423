"""Inverse dynamics with another body in each frame: one by one, and by its linearity in masses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.sample_trees import tree_of

from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.newton_euler import inverse_dynamics, inverse_dynamics_of_each
from ambulo.multibody.tree.tree import JointType, Tree

FRAMES = 19
"""Not a multiple of the lanes."""


@pytest.fixture
def each() -> tuple[Tree, tuple[np.ndarray, ...]]:
    rng = np.random.default_rng(0)
    joint = [JointType.FREE, JointType.BALL, JointType.HINGE, JointType.SLIDE, JointType.BALL]
    tree = tree_of([-1, 0, 1, 1, 3], joint, rng)
    part = rng.uniform(0.5, 1.5, (FRAMES, tree.nb))
    shift = 0.1 * rng.normal(size=(FRAMES, tree.nb, 3))
    models = replace(
        tree,
        mass=part * tree.mass,
        com=tree.com + shift,
        inertia=part[..., None, None] * tree.inertia,
    )
    q = integrate(tree, neutral(tree), rng.normal(size=(FRAMES, tree.nv)))
    v, a = rng.normal(size=(2, FRAMES, tree.nv))
    return models, (q, v, a, rng.normal(size=(FRAMES, tree.nb, 6)))


def _one(models: Tree, f: int) -> Tree:
    return replace(models, mass=models.mass[f], com=models.com[f], inertia=models.inertia[f])


@pytest.mark.parametrize("loaded", [True, False])
def test_each_frame_is_that_of_its_own_body(each, loaded: bool) -> None:
    models, (q, v, a, wrench) = each
    found = inverse_dynamics_of_each(models, q, v, a, wrench if loaded else None)
    for f in range(FRAMES):
        at = slice(f, f + 1)
        one = inverse_dynamics(_one(models, f), q[at], v[at], a[at], wrench[at] if loaded else None)
        for mine, theirs in zip(found, one, strict=True):
            np.testing.assert_allclose(mine[f], theirs[0], rtol=1e-11, atol=1e-11)


def test_twice_the_body_needs_twice_the_force(each) -> None:
    models, (q, v, a, _) = each
    twice = replace(models, mass=2.0 * models.mass, inertia=2.0 * models.inertia)
    for one, two in zip(
        inverse_dynamics_of_each(models, q, v, a),
        inverse_dynamics_of_each(twice, q, v, a),
        strict=True,
    ):
        np.testing.assert_allclose(two, 2.0 * one, rtol=1e-12, atol=1e-12)


def test_models_must_be_as_many_as_frames(each) -> None:
    models, (q, v, a, wrench) = each
    with pytest.raises(ValueError, match="mass has shape"):
        inverse_dynamics_of_each(models, q[:-1], v[:-1], a[:-1])
    with pytest.raises(ValueError, match="different numbers of frames"):
        inverse_dynamics_of_each(models, q, v[:-1], a)
    with pytest.raises(ValueError, match="wrench has 18 frames"):
        inverse_dynamics_of_each(models, q, v, a, wrench[:-1])


@pytest.mark.parametrize("threads", [2, 3, 16])
def test_threads_change_nothing(each, threads: int) -> None:
    models, (q, v, a, wrench) = each
    for load in (None, wrench):
        for one, shared in zip(
            inverse_dynamics_of_each(models, q, v, a, load),
            inverse_dynamics_of_each(models, q, v, a, load, threads=threads),
            strict=True,
        ):
            np.testing.assert_array_equal(one, shared)
    with pytest.raises(ValueError, match="0 threads"):
        inverse_dynamics_of_each(models, q, v, a, threads=0)


def test_results_go_where_they_are_wanted(each) -> None:
    models, (q, v, a, wrench) = each
    wanted = inverse_dynamics_of_each(models, q, v, a, wrench)
    out = tuple(np.full_like(x, np.nan) for x in wanted)
    given = inverse_dynamics_of_each(models, q, v, a, wrench, threads=2, out=out)
    for mine, theirs, place in zip(given, wanted, out, strict=True):
        assert mine is place
        np.testing.assert_array_equal(mine, theirs)
    tau, moment, force = out
    for wrong in (tau[:-1], tau.astype(np.float32), np.asfortranarray(tau)):
        with pytest.raises(TypeError, match="contiguous float64 array of shape"):
            inverse_dynamics_of_each(models, q, v, a, wrench, out=(wrong, moment, force))
