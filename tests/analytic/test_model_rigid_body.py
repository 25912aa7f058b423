"""Joining and dividing rigid bodies, against rods, boxes and the parallel axis theorem."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.multibody.rigid_body import (
    RigidBody,
    divide,
    inertia_of,
    join,
    mirror,
    realisable,
    second_moment,
    turn_between,
)


def rod(mass: float, length: float, centre: float) -> RigidBody:
    """Thin uniform rod along z."""
    across = mass * length**2 / 12
    return RigidBody(mass, np.array([0.0, 0.0, centre]), np.diag([across, across, 0.0]))


def box(mass: float, size: tuple[float, float, float], centre: tuple[float, float, float]):
    a, b, c = np.square(size)
    return RigidBody(mass, np.array(centre), mass / 12 * np.diag([b + c, a + c, a + b]))


def lump(rng: np.random.Generator) -> RigidBody:
    """Mass properties of a random cloud of points."""
    r = rng.normal(size=(20, 3)) * rng.uniform(0.02, 0.2, 3)
    m = rng.uniform(0.1, 1.0, 20)
    com = m @ r / m.sum()
    spread = np.einsum("i,ij,ik->jk", m, r - com, r - com)
    return RigidBody(float(m.sum()), com, inertia_of(spread))


def assert_same(a: RigidBody, b: RigidBody) -> None:
    assert a.mass == pytest.approx(b.mass, rel=1e-12)
    np.testing.assert_allclose(a.com, b.com, atol=1e-12)
    np.testing.assert_allclose(a.inertia, b.inertia, atol=1e-12 * np.trace(b.inertia))


def test_two_halves_of_a_box_are_the_box():
    halves = [box(3.0, (0.2, 0.1, 0.3), (s * 0.1, 0.0, 0.0)) for s in (-1, 1)]
    assert_same(join(halves), box(6.0, (0.4, 0.1, 0.3), (0.0, 0.0, 0.0)))


@pytest.mark.parametrize("share", [0.1, 0.2, 0.5, 0.7])
def test_dividing_a_rod_gives_the_two_rods(share):
    whole = rod(2.0, 1.0, 0.5)
    proximal, distal, reach = divide(whole, share, np.array([0.0, 0.0, 1.0 - share / 2]))
    assert reach == 1.0
    assert_same(distal, rod(2.0 * share, share, 1.0 - share / 2))
    assert_same(proximal, rod(2.0 * (1 - share), 1 - share, (1 - share) / 2))


@pytest.mark.parametrize("seed", range(20))
def test_parts_of_any_body_are_bodies_and_add_up_exactly(seed):
    rng = np.random.default_rng(seed)
    whole = lump(rng)
    share = rng.uniform(0.05, 0.95)
    # far beyond what the inertia allows, so that the limit is at work too
    near, far, reach = divide(whole, share, whole.com + rng.normal(size=3))
    assert 0.0 < reach <= 1.0
    assert_same(join([near, far]), whole)
    assert far.mass == pytest.approx(share * whole.mass, rel=1e-12)
    for part in (near, far):
        assert np.linalg.eigvalsh(second_moment(part.inertia)).min() >= 0.0


def test_a_thin_rod_is_divided_along_itself_only():
    whole = rod(1.0, 1.0, 0.0)
    near, far, _ = divide(whole, 0.3, np.array([0.4, 0.0, 0.2]))
    assert_same(join([near, far]), whole)
    assert far.com[0] == pytest.approx(0.0, abs=1e-12)


def test_mirror_keeps_the_moments_and_turns_the_products_across_the_sagittal_plane():
    body = lump(np.random.default_rng(1))
    image = mirror(body)
    np.testing.assert_allclose(image.com, body.com * [1, -1, 1])
    np.testing.assert_allclose(np.diag(image.inertia), np.diag(body.inertia))
    assert image.inertia[0, 1] == -body.inertia[0, 1]
    assert image.inertia[0, 2] == body.inertia[0, 2]
    assert_same(mirror(image), body)


def test_a_tensor_of_no_body_keeps_its_moments_and_just_becomes_possible():
    # female torso of Dumas et al. (2007): squares of 29, 27, 29 and a product of 22 percent
    printed = np.array([[841.0, 484.0, 0.0], [484.0, 729.0, 0.0], [0.0, 0.0, 841.0]])
    assert np.linalg.eigvalsh(second_moment(printed)).min() < 0.0
    corrected, factor = realisable(printed)
    # a plane body: second moments 364.5 and 476.5 bound the product by their geometric mean
    assert factor == pytest.approx(np.sqrt(364.5 * 476.5) / 484.0, rel=1e-5)
    np.testing.assert_array_equal(np.diag(corrected), np.diag(printed))
    assert np.linalg.eigvalsh(second_moment(corrected)).min() >= 0.0


def test_a_possible_tensor_is_left_alone():
    body = lump(np.random.default_rng(2))
    same, factor = realisable(body.inertia)
    assert factor == 1.0
    np.testing.assert_array_equal(same, body.inertia)


def test_turn_between_directions():
    rng = np.random.default_rng(3)
    for _ in range(10):
        a, b = rng.normal(size=(2, 3))
        R = turn_between(a, b)
        np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-12)
        np.testing.assert_allclose(R @ a / np.linalg.norm(a), b / np.linalg.norm(b), atol=1e-12)
        axis = np.cross(a, b)
        np.testing.assert_allclose(R @ axis, axis, atol=1e-12)
