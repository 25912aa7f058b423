"""One cause planted in a drawn walk: what it makes of other checks names it, nothing else does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.kept import kept
from tests.made_activities import Person, made_folder, make, walking
from tests.unit.test_check_table import ids_for_words

from ambulo.analysis import analyse_trial
from ambulo.gait.checks import table
from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.read import read
from ambulo.mocap.plates.moved_plates import moved_plates
from ambulo.records import Check, Trial
from ambulo.report.verdict import verdict

DATA = ("id", "place", "value", "limit", "unusable", "unit", "grade", "cause", "facts")


@kept
def walk() -> tuple[Trial, Trial]:
    made = make(walking(), Person(), made_folder(), "walk")
    recording = read(made.trial, Configuration(), static=made.static)
    assert recording.static is not None
    # 1 m from the laboratory's origin, where a scale tells
    away = np.array([1.0, 0.5, 0.0])
    trial = replace(
        recording.trial,
        markers=replace(recording.trial.markers, position=recording.trial.markers.position + away),
        plates=tuple(
            replace(
                plate,
                corners=plate.corners + away,
                centre_of_pressure=plate.centre_of_pressure + away,
            )
            for plate in recording.trial.plates
        ),
    )
    return trial, recording.static


def scaled(trial: Trial, by: float) -> Trial:
    return replace(trial, markers=replace(trial.markers, position=by * trial.markers.position))


def later(trial: Trial, by: float) -> Trial:
    return moved_plates(trial, shift=None, turn=0.0, delay=by)[0]


def larger(trial: Trial, plate: int, by: float) -> Trial:
    plates = list(trial.plates)
    plates[plate] = replace(
        plates[plate],
        force=by * plates[plate].force,
        free_moment=by * plates[plate].free_moment,
    )
    return replace(trial, plates=tuple(plates))


@kept
def clean() -> frozenset[str]:
    return frozenset(beyond(analyse_trial(*walk(), Configuration()).checks))


def beyond(checks: tuple[Check, ...]) -> dict[str, str]:
    """Causes of the checks that are beyond their limits, by id."""
    return {check.id: check.cause for check in checks if check.beyond}


@pytest.mark.parametrize("cause", ["trial", "static", "both", "late", "gain"])
def test_what_one_cause_explains_follows_from_it(cause):
    trial, static = walk()
    height = None
    if cause in ("trial", "both"):
        trial = scaled(trial, 0.9)
    if cause in ("static", "both"):
        static = scaled(static, 0.9)
    if cause == "both":
        height = 1.65
    if cause == "late":
        trial = later(trial, 0.06)
    if cause == "gain":
        trial = larger(trial, 0, 1.2)
    found = analyse_trial(trial, static, Configuration(height=height)).checks
    id = {
        "trial": "scale",
        "static": "scale",
        "both": "height",
        "late": "clocks",
        "gain": "foot_like_other.left",
    }[cause]
    said = beyond(found)
    assert said.pop(id) == ""
    new = {check: of for check, of in said.items() if check not in clean()}
    assert len(new) > 1
    assert set(new.values()) == {id}
    (name,) = (check.name for check in found if check.id == id)
    following = [check for check in found if check.cause and check.id != "same_subject"]
    assert all(name in check.remedy for check in following)


def test_what_another_error_makes_stands_by_itself():
    trial, static = walk()
    checks = analyse_trial(larger(scaled(trial, 0.95), 0, 1.2), static, Configuration()).checks
    said = beyond(checks)
    odd = "foot_like_other.left"
    assert said["scale"] == said[odd] == ""
    assert said["mass"] == odd
    assert said["worst_marker"] == "scale"
    looks = [replace(check, grade="look") for check in checks if check.cause or check.id == "scale"]
    assert f"{len(looks) - 1} of them only by the cause of another" in verdict(looks)


def test_one_plate_too_large_is_seen_by_the_legs_alone():
    """Over three plates the means of whole steps leave the first and the last out."""
    trial, static = walk()
    legs = Configuration(model="legs")
    assert "plates_alike" not in beyond(analyse_trial(trial, static, legs).checks)
    said = beyond(analyse_trial(larger(trial, 0, 1.2), static, legs).checks)
    assert said["plates_alike"] == ""


@pytest.mark.parametrize("cause", ["none", "late", "early", "trial", "both", "gain", "legs gain"])
def test_nothing_but_words_hangs_on_the_words_of_the_checks(cause, monkeypatch):
    """With ids in place of all sentences every result, grade, cause and correction is the same."""
    trial, static = walk()
    choice = Configuration(height=1.65 if cause == "both" else None)
    if cause in ("late", "early"):
        trial = later(trial, 0.06 if cause == "late" else -0.05)
    if cause in ("trial", "both"):
        trial = scaled(trial, 0.9)
    if cause == "both":
        static = scaled(static, 0.9)
    if "gain" in cause:
        trial = larger(trial, 0, 1.2)
    if "legs" in cause:
        choice = choice.model_copy(update={"model": "legs"})
    said = analyse_trial(trial, static, choice)
    silent = {id: ids_for_words(row, id) for id, row in table.rows().items()}
    monkeypatch.setattr(table, "rows", lambda: silent)
    mute = analyse_trial(trial, static, choice)
    assert any(check.beyond for check in said.checks)
    assert any(check.cause for check in said.checks) == (cause not in ("none", "legs gain"))
    for one, other in zip(said.checks, mute.checks, strict=True):
        assert other.name.startswith(one.id.partition(".")[0])
        for name in DATA:
            assert repr(getattr(one, name)) == repr(getattr(other, name)), (one.id, name)
    for group in ("angles", "moments", "powers"):
        for one, other in zip(getattr(said, group), getattr(mute, group), strict=True):
            np.testing.assert_array_equal(one.values, other.values)
    np.testing.assert_array_equal(said.residual, mute.residual)
    assert said.activity == mute.activity
