"""The normal band: signs and units of this project, and the source's numbers."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ambulo.report.normal_band import load_band

BAND = load_band()


def test_every_curve_has_51_points_and_a_positive_spread():
    for group in BAND.curves.values():
        for curve in group.values():
            assert curve.mean.shape == curve.sd.shape == (51,)
            assert (curve.sd > 0).all()
            np.testing.assert_allclose(curve.cycle[[0, -1]], [0, 100])


def test_signs_are_those_of_normal_walking():
    angles, moments, powers = (BAND.curves[g] for g in ("angles", "moments", "powers"))
    # the knee bends most in swing, the hip is extended at the end of stance
    assert 64 <= angles["knee_flexion"].cycle[np.argmax(angles["knee_flexion"].mean)] <= 76
    assert angles["hip_flexion"].mean[26] < 0 < angles["hip_flexion"].mean[0]
    # push-off: plantarflexors act (negative) and generate power
    assert moments["ankle_dorsiflexion"].mean.min() < -1.0
    assert powers["ankle_power"].mean.max() > 2.0
    # stance: abductors hold the pelvis, knee and hip extensors take the load
    assert moments["hip_adduction"].mean[5:24].max() < 0
    assert moments["knee_flexion"].mean[5] < 0
    assert moments["hip_flexion"].mean[3] < 0 < moments["hip_flexion"].mean[25]


def test_the_pelvis_is_turned_from_the_sides_view_to_the_world():
    source = BAND.curves["angles"]
    for side, obliquity, rotation in (("left", 1, -1), ("right", -1, 1)):
        found = BAND.of("angles", "pelvis_obliquity", side)
        np.testing.assert_array_equal(found.mean, obliquity * source["pelvis_obliquity"].mean)
        found = BAND.of("angles", "pelvis_rotation", side)
        np.testing.assert_array_equal(found.mean, rotation * source["pelvis_rotation"].mean)
        found = BAND.of("angles", "pelvis_tilt", side)
        np.testing.assert_array_equal(found.mean, source["pelvis_tilt"].mean)


def test_what_the_source_does_not_have_has_no_band():
    assert BAND.of("moments", "left_hip_rotation", "left") is None
    assert BAND.of("angles", "left_elbow_flexion", "left") is None
    assert BAND.of("powers", "left_hip_flexion", "left") is None


@pytest.mark.parametrize(
    ("group", "name", "theirs", "axis", "factor", "rounding"),
    [
        ("angles", "pelvis_tilt", "PelvisAngles", "X", 1.0, 0.1),
        ("angles", "hip_rotation", "HipAngles", "Z", 1.0, 0.1),
        ("angles", "knee_adduction", "KneeAngles", "Y", 1.0, 0.1),
        ("angles", "ankle_dorsiflexion", "AnkleAngles", "X", 1.0, 0.1),
        ("moments", "hip_flexion", "HipMoment", "X", -1e-3, 1e-3),
        ("moments", "knee_adduction", "KneeMoment", "Y", -1e-3, 1e-3),
        ("moments", "ankle_dorsiflexion", "AnkleMoment", "X", -1e-3, 1e-3),
        ("powers", "knee_power", "KneePower", "Z", 1.0, 0.01),
    ],
)
def test_numbers_are_the_sources(data, group, name, theirs, axis, factor, rounding):
    text = (data / "normative" / "Schwartz2008.json").read_text(encoding="utf-8")
    low_high = np.array(json.loads(text)["Schwartz2008"]["Free"][theirs][axis])
    curve = BAND.curves[group][name]
    edges = factor * low_high[:, 1:]
    np.testing.assert_allclose(curve.mean, edges.mean(axis=1), atol=0.51 * rounding)
    np.testing.assert_allclose(curve.sd, 0.5 * abs(edges[:, 1] - edges[:, 0]), atol=0.51 * rounding)
