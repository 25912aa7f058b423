"""Stance moments and marker errors against OpenSim's, on the trials of its users."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference import accuracy

from ambulo.mocap.files.mot import read_storage
from ambulo.records import SIDES
from ambulo.results.trust import frames_on_plates

FALISSE = ("falisse 14", "falisse 25")


@pytest.mark.parametrize("motion", accuracy.SAGITTAL)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", accuracy.OPENSIM)
def test_moments_are_opensims(data, name, side, motion):
    limit = 0.97 if name in FALISSE else None
    for row in accuracy.against_opensim(data, name, side, motion, limit):
        accuracy.judge(row)


@pytest.mark.parametrize(("name", "side", "motion"), [*accuracy.other_planes_judged()])
def test_other_planes_are_the_other_systems_on_its_axes(data, name, side, motion):
    """On the pelvis' axes for the thigh's falisse's hip rotation has r -0.6 to -0.8."""
    for row in accuracy.other_planes(data, name, side, motion):
        accuracy.judge(row)


@pytest.mark.parametrize("motion", accuracy.SAGITTAL)
@pytest.mark.parametrize("name", FALISSE)
def test_moments_are_opensims_at_its_own_filter(data, name, motion):
    # the quintic spline passes 1 / (1 + (f / cutoff)^6), as does OpenSim's third-order Butterworth
    # filter that runs forward and backward
    for row in accuracy.against_opensim(data, name, "right", motion, 0.97, cutoff=6.0):
        accuracy.judge(row)


@pytest.mark.parametrize("name", FALISSE)
def test_markers_are_at_least_as_close_as_opensims(data, name):
    accuracy.judge(accuracy.marker_rms_on_opensims_tasks(data, name))


@pytest.mark.parametrize("name", FALISSE)
def test_opensim_finds_the_same_load_missing_under_the_left_foot(data, name):
    # its residual vertical force while one foot stands alone, without our model or motion
    found = accuracy.analysed(data, name)
    theirs = read_storage(data / accuracy.OPENSIM[name])
    plates = found.plates_ground
    assert plates is not None
    missing = []
    for s in range(2):
        alone = (plates.force[:, s, 2] > 0.0) & (plates.force[:, 1 - s, 2] == 0.0)
        inside = np.interp(theirs.time, found.motion.time, alone.astype(float)) == 1.0
        missing.append(float(theirs.of("pelvis_ty_force")[inside].mean()))
    assert missing[0] - missing[1] == pytest.approx(0.12 * 62.0 * 9.81, abs=10.0)
    check = next(g for g in found.checks if g.id == "foot_on_plate.left")
    assert check.grade == "look"


@pytest.fixture(scope="module")
def peer():
    return pytest.importorskip("benchmarks.opensim_peer", exc_type=ImportError)


@pytest.mark.oracle
@pytest.mark.parametrize("name", FALISSE)
def test_opensims_marker_errors_are_as_recorded(data, peer, name):
    rms = peer.marker_rms(data / "falisse/subject2", int(name.split()[-1]))
    assert 1e3 * rms == pytest.approx(accuracy.OPENSIM_MARKER_RMS[name], abs=0.01)


@pytest.mark.oracle
def test_the_filter_alone_moves_opensims_hip_moment_by_as_much(data, peer):
    # OpenSim at Ambulo's cut-off is farther from OpenSim at 6 Hz than the two are filtered alike
    folder, column = data / "falisse/subject2", "hip_flexion_r_moment"
    published = read_storage(data / accuracy.OPENSIM["falisse 14"])
    at_6, at_7_8 = (peer.inverse_dynamics(folder, 14, cutoff) for cutoff in (6.0, 7.8))
    np.testing.assert_allclose(at_6[column], published.of(column), atol=1e-3)

    found = accuracy.analysed(data, "falisse 14", cutoff=7.8)
    time = found.motion.time
    inside = (time >= at_6["time"][0]) & (time <= at_6["time"][-1])
    frames = frames_on_plates(found, "right") & inside
    theirs, filtered_as_ours = (
        np.interp(time[frames], run["time"], run[column]) for run in (at_6, at_7_8)
    )
    ours = accuracy.curve(found.moments, "right_hip_flexion")[frames]
    assert accuracy.correlation(filtered_as_ours, theirs) == pytest.approx(0.985, abs=0.003)
    assert accuracy.correlation(ours, filtered_as_ours) == pytest.approx(0.991, abs=0.005)


@pytest.mark.parametrize(("name", "later"), [("falisse 14", True), ("walking2", False)])
def test_strikes_on_low_passed_plates_are_later_than_their_loads(data, name, later):
    found = accuracy.analysed(data, name)
    starts = {one.start for one in found.contacts if one.quality == "whole"}
    strikes = [e.time for e in found.events if (e.kind, e.source) == ("strike", "force")]
    assert strikes
    for strike in strikes:
        after = min(strike - start for start in starts if start <= strike)
        assert 0.008 < after < 0.03 if later else after == 0.0
    # what is loaded stays the foot's
    assert {e.time for e in found.events if (e.kind, e.source) == ("off", "force")} <= {
        one.stop for one in found.contacts
    }
