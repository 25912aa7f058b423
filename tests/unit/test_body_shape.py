"""The outline of a body: it weighs what the subject weighs, and is as tall."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.records import SIDES
from ambulo.report.body_shape import body_shapes
from ambulo.results.posture import posture


@pytest.fixture(scope="module")
def model():
    return make_analysis().model


def volume(sections):
    """Of a stack of ellipses [m^3]: trapezoids of area along the line of centres."""
    rows = np.array(sections)
    areas = np.pi * np.linalg.norm(rows[:, 3:6], axis=1) * np.linalg.norm(rows[:, 6:], axis=1)
    steps = np.linalg.norm(np.diff(rows[:, :3], axis=0), axis=1)
    return float(np.sum(0.5 * (areas[1:] + areas[:-1]) * steps))


def test_every_segment_has_a_solid_of_its_side(model):
    bodies = body_shapes(model)
    assert [body.name for body in bodies] == list(model.segments)
    for body in bodies:
        side = next((s for s in SIDES if body.name.startswith(s)), "grey")
        assert body.role == side
        rows = np.array(body.sections)
        assert rows.shape[1] == 9
        assert len(rows) >= 2
        assert np.isfinite(rows).all()
        # cross-sections lie across: no half-axis along the line of centres, none of no size
        assert (np.linalg.norm(rows[:, 3:6], axis=1) > 0.004).all()
        assert (np.linalg.norm(rows[:, 6:], axis=1) > 0.004).all()


def test_the_body_weighs_what_the_subject_weighs(model):
    # about one kilogram a litre
    litres = 1e3 * sum(volume(body.sections) for body in body_shapes(model))
    assert litres == pytest.approx(model.subject.mass, rel=0.25)


def test_a_heavier_subject_is_wider_not_taller(model):
    heavy = replace(model, subject=replace(model.subject, mass=4.0 * model.subject.mass))
    thigh = model.segments.index("left_thigh")
    slim, wide = (np.array(body_shapes(m)[thigh].sections) for m in (model, heavy))
    np.testing.assert_allclose(wide[:, 3:], 2.0 * slim[:, 3:], atol=2e-4)
    np.testing.assert_allclose(wide[:, 2], slim[:, 2])


def test_limbs_reach_from_joint_to_joint(model):
    bodies = dict(zip(model.segments, body_shapes(model), strict=True))
    for side in SIDES:
        for segment, joint in (("thigh", "knee"), ("shank", "ankle"), ("forearm", "wrist")):
            end = model.tree.p_PJ[model.joints.index(f"{side}_{joint}")]
            last = np.array(bodies[f"{side}_{segment}"].sections)[-1, :3]
            assert np.linalg.norm(last - end) < 0.02


def test_soles_are_on_the_floor_and_the_head_at_the_height(model):
    analysis = make_analysis()
    still = replace(analysis.motion, q=analysis.motion.q[:1].copy())
    still.q[0, 3:] = np.tile([1.0, 0.0, 0.0, 0.0], model.tree.nb)
    stand = posture(model, still)
    reach = []
    for i, body in enumerate(body_shapes(model)):
        rows = np.array(body.sections)
        for sign in (-1.0, 1.0):
            reach.append(
                stand.p_WB[0, i, 2] + rows[:, 2] + sign * np.abs(rows[:, [5, 8]]).max(axis=1)
            )
    reach = np.concatenate(reach)
    assert np.ptp(reach) == pytest.approx(model.subject.height, rel=0.06)


def test_legs_alone_and_unknown_segments_have_a_shape():
    model = make_analysis().model
    names = tuple("tail" if name == "left_hand" else name for name in model.segments)
    odd = replace(model, segments=names)
    tail = np.array(body_shapes(odd)[names.index("tail")].sections)
    assert np.isfinite(tail).all()
    assert np.ptp(tail[:, 2]) > 0.02
