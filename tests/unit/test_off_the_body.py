"""A position that no body reaches is left out, and a marker that has no other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.test_cleaning import FRAMES, NAMES, walk

import ambulo
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.off_the_body import without_far_markers
from ambulo.records import LabFrame, Markers, Subject, Trial


def moved(trial: Trial, name: str, by: float, frames: slice = slice(None)) -> Trial:
    position = trial.markers.position.copy()
    position[frames, trial.markers.names.index(name), 1] += by
    return replace(trial, markers=replace(trial.markers, position=position))


@pytest.fixture
def trial(tmp_path):
    """A leg of six markers and a toe."""
    leg = walk()
    toe = leg.of("heel")[:, None] + [0.2, 0.0, 0.0]
    markers = Markers((*NAMES, "toe"), leg.time, np.concatenate([leg.position, toe], axis=1))
    return Trial(tmp_path / "walk.trc", markers, (), (), Subject(), LabFrame(np.eye(3), 1.0, ""))


def test_positions_out_of_reach_are_left_out(trial):
    found, notes = without_far_markers(moved(trial, "heel", 3.0, slice(40)))
    heel = found.markers.of("heel")
    assert np.isnan(heel[:40]).all()
    assert np.array_equal(heel[40:], trial.markers.of("heel")[40:])
    assert notes == (
        "Marker heel is up to 3.0 m from the middle of the body on 40 frames; these positions were "
        "left out.",
    )


def test_a_marker_that_is_never_within_reach_is_as_one_that_the_file_lacks(trial):
    found, notes = without_far_markers(moved(trial, "heel", 3.0))
    assert found.markers.names == (*NAMES[:5], "toe")
    assert f"on {FRAMES} frames" in notes[0]


def test_several_markers_far_away_are_another_person(trial):
    for name in ("toe", "heel", "ankle", "shank"):
        trial = moved(trial, name, 3.0)
    assert without_far_markers(trial) == (trial, ())


@pytest.mark.parametrize("which", ["walk", "static"])
def test_an_analysis_goes_on_without_it(data, which):
    """Before, the left foot was said to face backwards, because of exchanged labels."""
    walk_ = read_trial(data / "biomechzoo/HC038A/Straight/HC038A11.c3d")
    static = read_trial(data / "biomechzoo/HC038A/Static/HC038A01.c3d")
    choice = ambulo.Configuration(mass=60.0, model="legs")
    right = ambulo.analyse_trial(walk_, static, choice)
    if which == "walk":
        walk_ = moved(walk_, "LHEE", 20.0)
    else:
        static = moved(static, "LHEE", 20.0)
    found = ambulo.analyse_trial(walk_, static, choice)
    assert any("Marker LHEE is up to" in note for note in found.log)
    for name in ("left_hip_flexion", "left_knee_flexion", "left_ankle_dorsiflexion"):
        pair = np.stack([one.moments[name].values for one in (right, found)])
        pair = pair[:, np.isfinite(pair).all(axis=0)]
        assert np.corrcoef(pair)[0, 1] > 0.98, name
