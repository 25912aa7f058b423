"""One cause planted in a drawn walk: what it makes of other checks names it, nothing else does."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest
from tests.drawn_activities import Person, walking
from tests.kept import kept
from tests.made_activities import made_folder, make
from tests.unit.test_check_table import ids_for_words

from ambulo.analysis import Analysis, analyse_trial
from ambulo.gait.checks import table
from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.read import read
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.plates.moved_plates import moved_plates
from ambulo.records import Check, Trial
from ambulo.report.verdict import verdict

ERRORS = ("none", "late", "early", "trial", "both", "gain", "legs gain", "labels", "cut")
CAUSES = ("late", "early", "trial", "both", "gain")
"""Errors that explain other checks."""
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


def exchanged(trial: Trial, one: str, other: str) -> Trial:
    """Two labels under each other's name from the middle on."""
    names, position = trial.markers.names, trial.markers.position.copy()
    pair = [names.index(one), names.index(other)]
    half = len(position) // 2
    position[half:, pair] = position[half:, pair[::-1]]
    return replace(trial, markers=replace(trial.markers, position=position))


def begun_late(trial: Trial) -> Trial:
    """The record begins while the left foot is on its plate."""
    start = 1.25

    def cut(record, *names):
        later = record.time >= start
        return replace(record, **{name: getattr(record, name)[later] for name in ("time", *names)})

    measured = ("force", "centre_of_pressure", "free_moment")
    plates = tuple(cut(plate, *measured) for plate in trial.plates)
    return replace(trial, markers=cut(trial.markers, "position"), plates=plates)


@kept
def clean() -> frozenset[str]:
    return frozenset(beyond(analyse_trial(*walk(), Configuration()).checks))


def beyond(checks: tuple[Check, ...]) -> dict[str, str]:
    """Causes of the checks that are beyond their limits, by id."""
    return {check.id: check.cause for check in checks if check.beyond}


@pytest.mark.parametrize("cause", ["trial", "static", "both", "late", "gain", "mass"])
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
    mass = 100.0 if cause == "mass" else None
    found = analyse_trial(trial, static, Configuration(height=height, mass=mass)).checks
    id = {
        "trial": "scale",
        "static": "scale",
        "both": "height",
        "late": "clocks",
        "gain": "foot_like_other.left",
        "mass": "mass",
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
    assert f"{len(looks) - 1} of them only because of another" in verdict(looks)


def test_one_plate_too_large_is_seen_by_the_legs_alone():
    """Over three plates the means of whole steps leave the first and the last out."""
    trial, static = walk()
    legs = Configuration(model="legs")
    assert "plates_alike" not in beyond(analyse_trial(trial, static, legs).checks)
    said = beyond(analyse_trial(larger(trial, 0, 1.2), static, legs).checks)
    assert said["plates_alike"] == ""


def with_error(cause: str) -> tuple[Trial, Trial, Configuration]:
    """The walk with one thing wrong."""
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
    if cause == "labels":
        trial = exchanged(trial, "LEPIC", "LMAL")
    if cause == "cut":
        trial = begun_late(trial)
    return trial, static, choice


def numbers(found: Analysis) -> dict[str, object]:
    """All that an analysis says without words; bit for bit, as NaN is NaN."""
    curves = {
        f"{group} {curve.name}": curve.values.tobytes()
        for group in ("angles", "moments", "powers")
        for curve in getattr(found, group)
    }
    contacts = [(c.plate, c.start, c.stop, c.side, c.quality, c.carried) for c in found.contacts]
    return {
        **curves,
        "residual": found.residual.tobytes(),
        "force": found.ground.force.tobytes(),
        "strides": found.strides,
        "contacts": contacts,
        "activity": (found.activity.name, found.activity.numbers),
    }


@pytest.mark.parametrize("cause", ERRORS)
def test_nothing_but_words_hangs_on_the_words_of_the_checks(cause, monkeypatch):
    """With ids in place of all sentences every result, grade, cause and correction is the same."""
    given = with_error(cause)
    said = analyse_trial(*given)
    silent = {id: ids_for_words(row, id) for id, row in table.rows().items()}
    monkeypatch.setattr(table, "rows", lambda: silent)
    mute = analyse_trial(*given)
    assert any(check.beyond for check in said.checks)
    # moments beyond a person's range follow from a plate's gain with legs alone, too
    assert any(check.cause for check in said.checks) == (cause in (*CAUSES, "legs gain"))
    for one, other in zip(said.checks, mute.checks, strict=True):
        assert other.name.startswith(one.id.partition(".")[0])
        for name in DATA:
            assert repr(getattr(one, name)) == repr(getattr(other, name)), (one.id, name)
    assert numbers(said) == numbers(mute)


WORDED = ("notes", "reason", "what", "said", "remarks", "unread_plates", "log", "noun", "found")
"""Fields of records that hold sentences, whatever the record."""


def hashed(said: object) -> object:
    if isinstance(said, str):
        return hashlib.sha256(said.encode()).hexdigest()[:12] if said else said
    return tuple(map(hashed, said)) if isinstance(said, tuple) else said


def hash_sentences(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every record of the program that is made from now on holds hashes for sentences."""
    records = {
        kind
        for name, module in list(sys.modules.items())
        if name.startswith("ambulo.") and not name.startswith("ambulo.report")
        for kind in vars(module).values()
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__.startswith("ambulo.")
    }
    changed = set()
    for kind in records:
        worded = [field.name for field in fields(kind) if field.name in WORDED]
        if not worded or issubclass(kind, Exception):
            continue

        def init(self, *given, _first=kind.__init__, _worded=worded, **named):
            _first(self, *given, **named)
            for name in _worded:
                object.__setattr__(self, name, hashed(getattr(self, name)))

        monkeypatch.setattr(kind, "__init__", init)
        changed.add(kind.__name__)
    return changed


def data(check: Check) -> list[object]:
    """What a check says without words: numbers of its facts, and how many facts there are."""
    facts = repr(sorted((k, v) for k, v in check.facts.items() if isinstance(v, float | int)))
    return [facts, *(repr(getattr(check, name)) for name in DATA if name != "facts")]


@pytest.mark.parametrize("cause", ["none", "labels", "cut", "gain"])
def test_nothing_but_words_hangs_on_notes_and_reasons(cause, monkeypatch):
    """With hashes in place of all sentences that records carry every number is the same."""
    trial, static, choice = with_error(cause)
    said = analyse_trial(trial, static, choice)
    changed = hash_sentences(monkeypatch)
    assert {"PlateContact", "Trial", "PlateFault", "Activity"} <= changed
    mute = analyse_trial(replace(trial), replace(static), choice)
    assert any(contact.cut for contact in mute.contacts) == (cause == "cut")
    assert all(len(contact.reason) == 12 for contact in mute.contacts)
    assert [data(one) for one in said.checks] == [data(one) for one in mute.checks]
    assert numbers(said) == numbers(mute)


def test_a_landmark_that_no_marker_shows_has_no_other_cause(made_trial):
    """The analysis without the cause finds the landmark again."""
    both = []
    for path in made_trial[:2]:
        trial = read_trial(path)
        kept = [k for k, name in enumerate(trial.markers.names) if name != "LEPIC"]
        names = tuple(trial.markers.names[k] for k in kept)
        fewer = replace(trial.markers, names=names, position=trial.markers.position[:, kept])
        both.append(replace(trial, markers=fewer))
    heavy = Configuration(sex="m", mass=65.0)
    causes = {check.id: check.cause for check in analyse_trial(*both, heavy).checks}
    assert causes["residual_force"] == "mass"
    assert causes["placed_centres"] == ""
