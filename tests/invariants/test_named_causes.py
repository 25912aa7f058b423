"""One cause planted in a drawn walk: what it makes of other checks names it, nothing else does."""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np
import pytest
from tests.made_activities import Person, made_folder, make, walking

from ambulo.analysis import analyse_trial
from ambulo.gait.checks.clocks import CLOCKS
from ambulo.gait.checks.plates_alike import PLATES_ALIKE
from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.read import read
from ambulo.mocap.calibration.calibration_checks import BY_HEIGHT, SAME_SUBJECT, SCALE
from ambulo.mocap.plates.moved_plates import moved_plates
from ambulo.records import Gate, Trial
from ambulo.report.verdict import verdict

pytestmark = pytest.mark.usefixtures("made_recordings")


@functools.cache
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


@functools.cache
def clean() -> frozenset[str]:
    return frozenset(beyond(analyse_trial(*walk(), Configuration()).gates))


def beyond(gates: tuple[Gate, ...]) -> dict[str, str]:
    """Causes of the checks that are beyond their limits, by the first words of their names."""
    return {
        gate.name.partition(" (")[0]: gate.cause
        for gate in gates
        if gate.grade in ("look", "do-not-use")
    }


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
    found = analyse_trial(trial, static, Configuration(height=height)).gates
    name = {
        "trial": SCALE,
        "static": SCALE,
        "both": BY_HEIGHT,
        "late": CLOCKS,
        "gain": "left foot's plate like the right's",
    }[cause]
    said = beyond(found)
    assert said.pop(name) == ""
    new = {check: of for check, of in said.items() if check not in clean()}
    assert len(new) > 1
    assert set(new.values()) == {name}
    assert all(
        f"What is said of the {name} explains this" in gate.remedy
        for gate in found
        if gate.cause and gate.name != SAME_SUBJECT
    )


def test_what_another_error_makes_stands_by_itself():
    trial, static = walk()
    gates = analyse_trial(larger(scaled(trial, 0.95), 0, 1.2), static, Configuration()).gates
    said = beyond(gates)
    odd = "left foot's plate like the right's"
    assert said[SCALE] == said[odd] == ""
    assert said["mass against plates"] == odd
    assert said["marker fit, worst marker"] == SCALE
    looks = [replace(gate, grade="look") for gate in gates if gate.cause or gate.name == SCALE]
    assert f"{len(looks) - 1} of them only by the cause of another" in verdict(looks)


def test_one_plate_too_large_is_seen_by_the_legs_alone():
    """Over three plates the means of whole steps leave the first and the last out."""
    trial, static = walk()
    legs = Configuration(model="legs")
    assert PLATES_ALIKE not in beyond(analyse_trial(trial, static, legs).gates)
    said = beyond(analyse_trial(larger(trial, 0, 1.2), static, legs).gates)
    assert said[PLATES_ALIKE] == ""
