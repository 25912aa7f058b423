"""The table of agreement: on laboratories that it does not know, and with errors planted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.reference.agreement import DISTAL, WALKS_COMPARED, judged, legs, table
from tests.reference.planted import KINDS, tried, turned

from ambulo.analysis import analyse_trial
from ambulo.gait.configuration import Configuration
from ambulo.mocap.files.trial_file import read_trial
from ambulo.results.trust import TRUST_GRADES
from ambulo.results.trust.agreement import trust_table


@pytest.fixture(scope="module")
def found(data):
    return legs(data)


def test_the_table_that_ships_is_what_is_measured(found):
    measured, ships = table(found), trust_table()
    assert ships.keys() == measured.keys()
    for key, row in measured.items():
        assert ships[key].error == pytest.approx(row.error, rel=0.05), key
        assert ships[key].r == pytest.approx(row.r, abs=0.01, nan_ok=True), key


def test_laboratories_left_out_are_foretold(data, found):
    those = list(judged(data, found))
    assert len(those) > 700
    for group in ("angles", "moments", "powers", "events", "strides", "work"):
        assert np.mean([one.held for one in those if one.leg.group == group]) >= 0.90, group
    curves = [one for one in those if np.isfinite(one.leg.r)]
    good = [one for one in curves if one.trust.grade == "good"]
    # wished for: none
    assert np.mean([not one.right for one in good]) <= 0.03
    assert min(one.leg.r for one in good) > 0.94
    # wished for: 0.8; what a curve lacks differs by a factor of 1.4 to 1.6 between laboratories
    assert np.mean([one.trust.grade == "good" for one in curves if one.right]) >= 0.38


@pytest.mark.exhaustive
def test_bands_make_more_curves_good_and_fewer_wrongly(data):
    """48 and 1.4 %; the usual widths of bands are those that ship."""
    found = legs(data, bands=True)
    measured, ships = table(found), trust_table()
    for key, row in measured.items():
        assert ships[key].band == pytest.approx(row.band, rel=0.05, nan_ok=True), key
        assert ships[key].half == pytest.approx(row.half, rel=0.05, nan_ok=True), key
    curves = [one for one in judged(data, found, bands=True) if np.isfinite(one.leg.band)]
    good = [one for one in curves if one.trust.grade == "good"]
    assert np.mean([one.held for one in curves]) >= 0.90
    assert np.mean([not one.right for one in good]) <= 0.03
    assert np.mean([one.trust.grade == "good" for one in curves if one.right]) >= 0.46


def late(trial, seconds):
    plates = tuple(replace(plate, time=plate.time + seconds) for plate in trial.plates)
    return replace(trial, plates=plates)


def fallen(data, plant):
    """Quantities of HC038A whose grade falls by an error, and all."""
    walk = WALKS_COMPARED["HC038A"].walk
    trial, static = read_trial(data / walk.trial), read_trial(data / walk.static)
    choice = Configuration(**DISTAL)
    before = analyse_trial(trial, static, choice).trust
    after = analyse_trial(*plant(trial, static), choice).trust
    step = TRUST_GRADES.index
    return {
        name
        for name, one in before.items()
        if name in after and step(after[name].grade) > step(one.grade)
    }, before


def test_plates_that_are_late_take_every_good_moment_and_power_and_no_angle(data):
    names, before = fallen(data, lambda trial, static: (late(trial, 0.02), static))
    kinetic = {
        n for n, one in before.items() if one.grade == "good" and one.group in ("moments", "powers")
    }
    assert kinetic <= names
    assert not [n for n in names if n.startswith("angles/")]


@pytest.mark.parametrize("degrees", [20.0, -20.0])
def test_a_turned_knee_axis_takes_what_it_touches(data, degrees):
    names, _ = fallen(data, lambda *those: [turned(one, "L", degrees) for one in those])
    for name in (
        "moments/left_hip_rotation",
        "moments/left_knee_adduction",
        "moments/left_knee_rotation",
    ):
        assert name in names
    assert not [n for n in names if "ankle" in n]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("kind", "least"),
    [
        ("knee and thigh wand 20°", 19), ("knee and thigh wand 10°", 13),
        ("thigh wand 20°", 15), ("thigh wand 10°", 10),
        ("shank wand 20°", 15), ("shank wand 10°", 2),
        ("heel or toe 2 cm, one trial", 32), ("heel or toe 2 cm, both trials", 10),
        ("knee 2 cm forward or back, one trial", 13), ("one plate 3 cm aside, legs alone", 9),
        ("ASIS 3 cm up or down", 23),
    ],
)  # fmt: skip
def test_as_many_markers_moved_are_named_as_were(data, kind, least):
    """What a walk alone does not show stands in the notes on trust by quantity."""
    assert kind in KINDS
    assert sum(bool(new) for *_, new in tried(data, (kind,))) >= least
