"""Basic points, unit vectors and constraints: counts and example of Pàmies-Vilà (2012)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.model.scaling import build_model
from ambulo.model.standing_posture import generic_geometry
from ambulo.multibody.natural.angles import angles_of, rate_matrix, rotation
from ambulo.multibody.natural.constraints import constraint_counts, rigid_constraints
from ambulo.multibody.natural.mass_matrix import (
    element_indices,
    element_mass_matrix,
    place_matrix,
    planar_element_mass_matrix,
)
from ambulo.multibody.natural.points import natural_body
from ambulo.multibody.natural.quadratic_constraints import evaluate
from ambulo.records import Subject


@pytest.fixture(scope="module")
def model():
    joints, ends = generic_geometry("body18", 1.82, "m")
    return build_model("body18", joints, ends, Subject(mass=85.0, height=1.82, sex="m"))


@pytest.fixture(scope="module")
def body(model):
    return natural_body(model.tree, model.segments, model.joints)


def test_counts_of_the_document(body):
    """Pamies-Vila (2012), section 3.2 and tables 3.6 and 3.7."""
    vectors = sum(body.is_vector)
    assert (body.n - vectors, vectors) == (22, 36)
    assert 3 * body.n == 174
    assert (body.coordinates, body.freedom) == (228, 57)
    counts = constraint_counts(body)
    rigid = {kind: count for kind, count in counts.items() if kind <= "C07"}
    # pelvis 2 1 2 - 1 3, torso 2 1 2 - 1 3 3, the other sixteen 1 - 2 1 2
    assert rigid == {
        "C01": 2 + 2 + 16,
        "C02": 1 + 1,
        "C03": 2 + 2 + 32,
        "C04": 16,
        "C05": 1 + 1 + 32,
        "C06": 3 + 3,
        "C07": 3,
    }
    assert sum(rigid.values()) == 117
    assert sum(rigid.values()) + counts["angles"] == 171
    assert counts["C08"] + counts["C09"] == 57


def test_the_base_point_is_the_lumbar_joint(body):
    assert body.names[body.base] == "lumbar"


def test_the_documents_base_of_the_pelvis_is_flat():
    """Regressions place the hips along v (Vaughan et al. 1992), and eq. 3.17 takes v as a base."""
    hip = np.array([0.0559, 0.078, -0.2])
    arms = np.stack([hip * [1, -1, 1], hip, [0.0, 1.0, 0.0]])
    assert abs(np.linalg.det(arms)) < 1e-15


def test_a_segment_with_its_points_on_one_line_is_described_too(model):
    p_PJ = model.tree.p_PJ.copy()
    for k, joint in enumerate(("neck", "left_shoulder", "right_shoulder")):
        p_PJ[model.joints.index(joint)] = [0.0, 0.0, 0.2 + 0.1 * k]
    straight = natural_body(replace(model.tree, p_PJ=p_PJ), model.segments, model.joints)
    torso = straight.elements[model.segments.index("torso")]
    assert torso.third is None
    assert constraint_counts(straight)["C07"] == 6
    assert len(rigid_constraints(straight).kind) == 117


def test_a_segment_without_extent_is_refused(model):
    com = model.tree.com.copy()
    com[model.segments.index("head")] = 0.0
    with pytest.raises(InputError, match=r"head: .* at the same point"):
        natural_body(replace(model.tree, com=com), model.segments, model.joints)


def test_constraints_are_violated_by_what_they_forbid(model, body):
    """Stretching one segment's arm touches its constraints and its neighbour's only."""
    constraints = rigid_constraints(body)
    x = np.zeros((1, body.n, 3))
    for element in body.elements:
        for index, local in zip(element.points, element.local, strict=True):
            x[0, index] = local
    left_knee = body.names.index("left_knee")
    before, _ = evaluate(constraints.forms, x)
    x[0, left_knee] += [0.0, 0.0, 0.01]
    after, _ = evaluate(constraints.forms, x)
    touched = {constraints.segment[k] for k in np.flatnonzero(np.abs(after - before)[0] > 1e-12)}
    segments = model.segments
    assert touched <= {segments.index("left_thigh"), segments.index("left_shank")}
    assert segments.index("left_thigh") in touched


def test_mass_matrix_has_the_rigid_bodys_energy(body):
    rng = np.random.default_rng(0)
    tree = body.tree
    for k, element in enumerate(body.elements):
        mass, com, inertia = float(tree.mass[k]), tree.com[k], tree.inertia[k]
        M = element_mass_matrix(element, mass, com, inertia)
        velocity, omega = rng.normal(size=(2, 3))
        rates = np.stack(
            [
                velocity + np.cross(omega, element.local[0]),
                velocity + np.cross(omega, element.local[1]),
                np.cross(omega, np.eye(3)[element.axes[0]]),
                np.cross(omega, np.eye(3)[element.axes[1]]),
            ]
        )
        at_com = velocity + np.cross(omega, com)
        energy = 0.5 * mass * at_com @ at_com + 0.5 * omega @ inertia @ omega
        assert 0.5 * np.einsum("ic,ij,jc->", rates, M, rates) == pytest.approx(energy, rel=1e-12)
        assert len(set(element_indices(element))) == 4
        # weights of a place: points share it as places, vectors as directions
        weights = place_matrix(element, com)
        assert weights[:2].sum() == pytest.approx(1.0)


def test_planar_mass_matrix_has_the_rigid_bodys_energy():
    rng = np.random.default_rng(1)
    length, mass, com, inertia = 0.43, 3.3, np.array([0.18, 0.02]), 0.05
    M = planar_element_mass_matrix(length, mass, com, inertia)
    angle, rate, velocity = 0.7, 1.3, rng.normal(size=2)
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-np.sin(angle), np.cos(angle)])
    end = velocity + rate * length * across
    at_com = velocity + rate * (com[0] * across - com[1] * along)
    rates = np.concatenate([velocity, end])
    energy = 0.5 * mass * at_com @ at_com + 0.5 * inertia * rate**2
    assert 0.5 * rates @ M @ rates == pytest.approx(energy, rel=1e-13)


def test_angles_turn_about_the_fixed_axes_in_the_order_x_y_z():
    angles = np.array([0.3, -0.4, 0.9])
    X, Y, Z = (rotation(np.where(np.arange(3) == k, angles, 0.0)) for k in range(3))
    np.testing.assert_allclose(rotation(angles), Z @ Y @ X, atol=1e-15)
    np.testing.assert_allclose(angles_of(rotation(angles)), angles, atol=1e-15)


def test_rate_matrix_is_the_angular_velocity():
    angles, rates, h = np.array([0.3, -0.4, 0.9]), np.array([1.1, 0.7, -0.5]), 1e-6
    change = (rotation(angles + h * rates) - rotation(angles - h * rates)) / (2 * h)
    skew = change @ rotation(angles).T
    omega = np.array([skew[2, 1], skew[0, 2], skew[1, 0]])
    np.testing.assert_allclose(rate_matrix(angles) @ rates, omega, atol=1e-9)
