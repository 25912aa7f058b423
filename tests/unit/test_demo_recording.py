"""The demo's C3D files: regressions find the true joints, plates measure the true forces."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from ambulo.demo.marker_placement import place_markers
from ambulo.demo.recording import AMPLITUDE, EXACT, RecordingChoice, skin_shift
from ambulo.demo.trial import make_trial
from ambulo.demo.truth import feet_share
from ambulo.mocap.calibration.calibrate import calibrate
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import best
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES

# in the simulated laboratory's own axes, along one of which the subject walks
read = partial(read_trial, forward="laboratory")


@pytest.fixture(scope="module")
def exact(tmp_path_factory):
    walk, static, truth = make_trial(tmp_path_factory.mktemp("exact"), choice=EXACT)
    return read(walk), read(static), truth


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    walk, static, truth = make_trial(tmp_path_factory.mktemp("usual"), seed=4)
    return read(walk), read(static), truth


def test_calibration_finds_the_true_joints(exact):
    _, static, truth = exact
    found = best(static.markers.names)
    assert found.marker_set.name == "pamies37"
    model = calibrate(found, static.markers, truth.model.subject, "body18", "de_leva1996")
    np.testing.assert_allclose(model.tree.p_PJ, truth.model.tree.p_PJ, atol=1e-6)
    np.testing.assert_allclose(model.tree.mass, truth.model.tree.mass, rtol=1e-5)
    np.testing.assert_allclose(model.tree.com, truth.model.tree.com, atol=1e-5)
    placed = place_markers(truth.model)
    order = [model.marker_names.index(name) for name in placed.names]
    np.testing.assert_allclose(model.marker_local[order], placed.local, atol=1e-6)


def test_exact_markers_are_on_their_segments(exact):
    walk, _, truth = exact
    placed = place_markers(truth.model)
    R, p = forward_kinematics(truth.model.tree, truth.motion.q)
    for name, body, local in zip(placed.names, placed.body, placed.local, strict=True):
        np.testing.assert_allclose(
            walk.markers.of(name), p[:, body] + R[:, body] @ local, atol=1e-6
        )


def test_plates_measure_a_right_and_a_left_step(exact):
    walk, _, truth = exact
    for plate, side in zip(walk.plates, ("right", "left"), strict=True):
        i = SIDES.index(side)
        ground = feet_share(truth.walk, truth.start, plate.time)
        loaded = plate.force[:, 2] > 30
        np.testing.assert_allclose(plate.force[loaded], ground.force[loaded, i], atol=0.05)
        np.testing.assert_allclose(
            plate.centre_of_pressure[loaded], ground.centre_of_pressure[loaded, i], atol=2e-4
        )
        np.testing.assert_allclose(
            plate.free_moment[loaded], ground.free_moment[loaded, i], atol=0.02
        )
        low, high = plate.corners.min(axis=0), plate.corners.max(axis=0)
        inside = plate.centre_of_pressure[loaded]
        assert (inside[:, :2] > low[:2]).all()
        assert (inside[:, :2] < high[:2]).all()


def test_events_and_strides(usual):
    walk, _, truth = usual
    assert [(e.side, e.kind) for e in walk.events] == [(e.side, e.kind) for e in truth.events]
    strikes = [e.time for e in walk.events if e.side == "left" and e.kind == "strike"]
    assert len(strikes) >= 3
    np.testing.assert_allclose(np.diff(strikes), truth.walk.walk.cycle.stride_time, atol=2e-3)


def test_noise_and_soft_tissue_are_as_declared(usual, exact):
    walk, _, truth = usual
    choice = RecordingChoice(seed=4)
    placed = place_markers(truth.model)
    shift = skin_shift(truth, placed, choice.seed)
    size = 1000 * np.linalg.norm(shift, axis=2).max(axis=0)
    by_name = dict(zip(placed.names, size, strict=True))
    assert by_name["LTROCH"] == pytest.approx(1000 * AMPLITUDE["thigh"])
    assert by_name["RTUBER"] == pytest.approx(1000 * AMPLITUDE["shank"])
    assert by_name["LDELT"] == pytest.approx(1000 * AMPLITUDE["upper_arm"])
    R, p = forward_kinematics(truth.model.tree, truth.motion.q)
    local = placed.local + shift
    place = p[:, placed.body] + np.einsum("fmij,fmj->fmi", R[:, placed.body], local)
    noise = walk.markers.position - place
    assert np.nanstd(noise) == pytest.approx(choice.noise, rel=0.02)
    assert np.nanmax(np.abs(noise)) < 6 * choice.noise


def test_gaps_are_as_declared(usual):
    walk, _, _ = usual
    missing = np.isnan(walk.markers.position[:, :, 0])
    assert missing.sum() == sum(count for _, _, count in RecordingChoice().gaps)
    for name, first, count in RecordingChoice().gaps:
        assert missing[first : first + count, walk.markers.names.index(name)].all()


def test_a_seed_gives_one_recording(tmp_path, usual):
    again, _, _ = make_trial(tmp_path / "again", seed=4)
    other, _, _ = make_trial(tmp_path / "other", seed=5)
    first = usual[0].markers.position
    np.testing.assert_array_equal(read(again).markers.position, first)
    assert np.nanmax(np.abs(read(other).markers.position - first)) > 1e-3
