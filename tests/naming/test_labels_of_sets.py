"""Labels exchanged in the movement and in the static trial, in recordings that a set fits."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from tests.naming.planted_exchanges import with_labels

from ambulo.gait.checks import names_read
from ambulo.gait.configuration import Configuration
from ambulo.gait.stages import markers
from ambulo.gait.stages.markers import find_markers
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.labels_of_sets import labels_by_body, landmarks
from ambulo.mocap.marker_sets.marker_names import best
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.records import Markers, PutBack, Subject
from ambulo.report.verdict import put_back

WALK, STATIC = "btk/PiG/PiG_Motion3_FF.c3d", "btk/PiG/PiG_Calibration3_FF.c3d"


@pytest.mark.parametrize(
    "pair",
    [
        ("LANK", "LHEE"),
        ("RKNE", "RTIB"),
        pytest.param(("LHEE", "LTOE"), marks=pytest.mark.exhaustive),
        pytest.param(("RTHI", "RKNE"), marks=pytest.mark.exhaustive),
    ],
)
def test_neighbours_exchanged_in_both_files_are_put_back(data, pair):
    trials = [read_trial(data / name) for name in (WALK, STATIC)]
    right = find_markers(trials[0], Configuration(), trials[1])
    assert not any(isinstance(note, PutBack) for note in right.notes)
    assert not right.match.doubtful
    exchange = dict([pair, pair[::-1]])
    wrong = [with_labels(trial, exchange) for trial in trials]
    found = find_markers(wrong[0], Configuration(), wrong[1])
    assert put_back(found.notes).startswith("Labels are exchanged")
    for name, own in right.match.found.items():
        again = found.markers.of(found.match.found[name])
        assert (abs(again - right.markers.of(own)) < 1e-9).all()
    assert found.standing is not None
    for name in pair:
        standing = trials[1].markers.of(name)
        assert (abs(found.standing.of(name) - standing) < 1e-12).all()


def test_neighbours_exchanged_in_the_movement_alone_are_put_back(data):
    """No distance within the thigh shows these two."""
    walk, static = (read_trial(data / name) for name in (WALK, STATIC))
    pair = {"LKNE": "LTHI", "LTHI": "LKNE"}
    found = find_markers(with_labels(walk, pair), Configuration(), static)
    assert put_back(found.notes).startswith("Labels are exchanged: LKNE and LTHI.")
    assert found.standing is not None
    for name in pair:
        assert (abs(found.standing.of(name) - static.markers.of(name)) < 1e-12).all()
        again = found.markers.of(found.match.found[name])
        right = walk.markers.of(name)[found.usable.start : found.usable.stop]
        assert np.nanmax(abs(again - right)) < 1e-6


def test_labels_that_fit_are_left_as_they_are(data):
    trial = read_trial(data / WALK)
    found = best(trial.markers.names)
    given = [(found.found, trial.markers)]
    assert labels_by_body(found.marker_set, given, trial.subject) == ([found.found], {})


def test_sets_that_show_too_few_landmarks_are_not_judged():
    names = ("LASI", "RASI", "LKNE")
    seen = Markers(names, np.array([0.0, 0.01]), np.ones((2, 3, 3)))
    given = {name: name for name in names}
    found = labels_by_body(load_marker_set("plug_in_gait_lower"), [(given, seen)], Subject())
    assert found == ([given], {})


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("plug_in_gait_lower", {"left_ankle_lateral": "LANK", "right_calcaneus_1": "RHEE"}),
        # the foot's parts are one segment of the body that is fitted
        ("gait2354", {"left_calcaneus_1": "L.Heel", "right_hallux": "R.Toe.Tip"}),
        # a marker of the pelvis whose name reads as one of the foot
        ("qualisys_animation", {"left_asis": "WaistLFront", "left_metatarsal_5": "LForefoot5"}),
    ],
)
def test_names_of_a_set_show_landmarks(name, shown):
    known = load_marker_set(name)
    found = landmarks(known, {*known.markers})
    assert shown.items() <= found.items()


def test_labels_of_a_set_that_seem_exchanged_are_doubtful(data, monkeypatch):
    trial = read_trial(data / WALK)
    unclear = {"LANK": "LHEE", "LHEE": "LANK"}
    monkeypatch.setattr(
        markers, "labels_by_body", lambda known, trials, about: ([n for n, _ in trials], unclear)
    )
    named = find_markers(trial, Configuration())
    assert {*named.match.doubtful} == {*unclear}
    model = SimpleNamespace(marker_names=("LANK", "LHEE"))
    monkeypatch.setattr(names_read, "of_legs", lambda model, names: tuple(names))
    evidence = SimpleNamespace(
        named=named, person=SimpleNamespace(unlevelled=()), body=SimpleNamespace(model=model)
    )
    (found,) = names_read.check(evidence)
    assert found.value == 2.0
    assert found.facts["read"] is False
    clear = replace(named, match=replace(named.match, doubtful={}))
    assert names_read.check(SimpleNamespace(named=clear, person=evidence.person)) == []
