"""Plates planted beside where the file has them are found, told from a wrong mass centre."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.drawn_activities import Person, squat, walking
from tests.kept import kept
from tests.made_activities import made_folder, make

from ambulo.analysis import analyse_trial
from ambulo.gait.configuration import Configuration
from ambulo.gait.plate_registration import plate_registration
from ambulo.gait.stages.read import read
from ambulo.inputs.errors import InputError
from ambulo.mocap.plates.moved_plates import moved_plates
from ambulo.records import Analysis, Trial

TURN = np.diag([-1.0, -1.0, 1.0])


@kept
def squatting() -> tuple[Trial, Trial]:
    made = make(squat(0.25, 2.0, 2), Person(rate=100.0, table="dumas2007"), made_folder(), "squat")
    recording = read(made.trial, Configuration(), static=made.static)
    assert recording.static is not None
    return recording.trial, recording.static


def recorded(
    *, reverse: bool, shift: tuple[float, float] = (0.0, 0.0), turn: float = 0.0, delay: float = 0.0
) -> Analysis:
    """The subject facing one way of the laboratory or the other, with plates that are not where
    the file says."""
    trial, static = squatting()
    lab = replace(trial.lab, R_WL=(TURN if reverse else np.eye(3)))
    trial = replace(trial, lab=lab)
    # the file says that the plates are where they are not: along the laboratory's axes
    wrong, _ = moved_plates(trial, shift=(*shift, 0.0), turn=turn, delay=delay)
    return analyse_trial(wrong, static, Configuration())


def test_both_directions_tell_the_plates_from_the_body():
    shift = (0.022, -0.013)
    found = plate_registration(
        [recorded(reverse=reverse, shift=shift) for reverse in (False, True)]
    )
    assert found.shift is not None
    assert found.shift_sd is not None
    assert found.body is not None
    np.testing.assert_allclose(found.shift[:2], shift, atol=0.002)
    assert (found.shift_sd < 0.010).all()
    # the analysis has de Leva's masses, the subject Dumas': some centimetre behind
    there = plate_registration([recorded(reverse=r) for r in (False, True)])
    assert there.shift is not None
    assert there.body is not None
    np.testing.assert_allclose(there.shift, 0.0, atol=0.002)
    np.testing.assert_allclose(found.body, there.body, atol=0.002)
    assert abs(there.body[0]) > 0.004


def test_one_direction_does_not():
    found = plate_registration([recorded(reverse=False), recorded(reverse=False)])
    assert found.shift is None
    assert found.body is None


def test_what_was_found_is_undone_by_what_is_offered():
    shift = (0.022, -0.013)
    found = plate_registration([recorded(reverse=r, shift=shift) for r in (False, True)])
    assert found.shift is not None
    trial, static = squatting()
    wrong, _ = moved_plates(trial, shift=(*shift, 0.0), turn=0.0, delay=0.0)
    plain = replace(wrong, lab=replace(wrong.lab, R_WL=np.eye(3)))
    back = tuple(float(-x) for x in found.shift)
    corrected = analyse_trial(plain, static, Configuration(plate_shift=back))
    true = recorded(reverse=False)
    for joint in ("hip", "knee"):
        name = f"left_{joint}_flexion"
        asked = corrected.moments[name].values - true.moments[name].values
        wrongly = (
            analyse_trial(plain, static, Configuration()).moments[name].values
            - true.moments[name].values
        )
        assert np.sqrt(np.mean(asked**2)) < 0.15 * np.sqrt(np.mean(wrongly**2))
    assert any(
        note.startswith("As you chose, the force plates were moved") for note in corrected.log
    )


def test_a_delay_is_seen():
    still = plate_registration([recorded(reverse=False)])
    late = plate_registration([recorded(reverse=False, delay=0.020)])
    assert late.delay - still.delay == pytest.approx(0.020, abs=0.004)
    assert still.delay == pytest.approx(0.0, abs=0.006)


def test_a_turn_is_seen_where_there_is_horizontal_force():
    made = make(walking(), Person(rate=100.0), made_folder(), "walk")
    recording = read(made.trial, Configuration(), static=made.static)

    def turned(angle: float) -> float:
        wrong, _ = moved_plates(recording.trial, shift=None, turn=angle, delay=0.0)
        return plate_registration([analyse_trial(wrong, recording.static, Configuration())]).turn

    assert turned(np.radians(5.0)) - turned(0.0) == pytest.approx(np.radians(5.0), abs=0.01)


def test_without_plates_there_is_nothing_to_register():
    trial, static = squatting()
    bare = analyse_trial(replace(trial, plates=()), static, Configuration())
    with pytest.raises(InputError, match="no time at which both"):
        plate_registration([bare])
