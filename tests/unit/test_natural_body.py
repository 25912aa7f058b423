"""Basic points, unit vectors and constraints: counts and example of Pàmies-Vilà (2012)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.average_person import average_person

from ambulo.inputs.errors import InputError
from ambulo.multibody.natural.angles import angles_of, rotation
from ambulo.multibody.natural.constraints import constraint_counts, rigid_constraints
from ambulo.multibody.natural.points import natural_body
from ambulo.multibody.natural.quadratic_constraints import evaluate


@pytest.fixture(scope="module")
def model():
    return average_person(mass=85.0, height=1.82)


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


def test_angles_turn_about_the_fixed_axes_in_the_order_x_y_z():
    angles = np.array([0.3, -0.4, 0.9])
    X, Y, Z = (rotation(np.where(np.arange(3) == k, angles, 0.0)) for k in range(3))
    np.testing.assert_allclose(rotation(angles), Z @ Y @ X, atol=1e-15)
    np.testing.assert_allclose(angles_of(rotation(angles)), angles, atol=1e-15)
