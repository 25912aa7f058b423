"""Smooth sharing on real walks against their plates, low-passed at 8 Hz as the markers were.

Unfiltered plates beside low-passed motion show impacts at knee and hip that no smooth motion can
have. Feet that are wholly on a plate are judged, while they are on it; of falisse the right one,
since the left stands beside its plate and carries 8 to 15 % less there than it should.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.moments_by_sharing import (
    Agreement,
    agreement,
    low_passed,
    moments,
    vertical_rms,
    with_resultant,
)
from tests.reference.accuracy import WALKS, analysed

from ambulo.analysis import analyse_trial
from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.registry import SHARINGS, share
from ambulo.gait.stages.steps import stance_of
from ambulo.mocap.files.trial_file import read_trial
from ambulo.records import SIDES
from ambulo.results.trust import frames_on_plates
from ambulo_studies.shared_again import LEG_MOTIONS as JOINTS
from ambulo_studies.shared_again import problem_of

FEET = [
    ("HC038A", "left"),
    ("HC038A", "right"),
    ("HC030A", "left"),
    ("HC030A", "right"),
    ("falisse 14", "right"),
    ("falisse 25", "right"),
]
TRIALS = tuple(dict.fromkeys(trial for trial, _ in FEET))
WITHOUT_PLATES = {"ankle": 0.97, "knee": 0.93, "hip": 0.88}
WITH_PLATES = {"ankle": 0.99, "knee": 0.95, "hip": 0.95}

# Vertical force in double support, rms over that of least action. Least action's 4.8 and 6.3 % of
# body weight on HC are two errors that cancel: with the plates' sum for resultant it has 8 and 9,
# smooth sharing 5.5 and 6.9 (see the last tests)
VERTICAL_MISSES = {"HC038A": 1.08, "HC030A": 1.12}


@functools.cache
def walk(data, name):
    found = analysed(data, name)
    plates = low_passed(found.plates_ground, 8.0)
    on = np.stack([frames_on_plates(found, side) for side in SIDES], axis=1)
    judged = on.copy()
    for s, side in enumerate(SIDES):
        judged[:, s] &= (name, side) in FEET
    return found, problem_of(found), plates, moments(found, plates), judged


def agreements(data, name, side, problem):
    found, _, _, reference, judged = walk(data, name)
    ours = moments(found, share(problem, "smooth").ground)
    frames = judged[:, SIDES.index(side)]
    return {
        joint: agreement(ours[f"{side} {joint}"], reference[f"{side} {joint}"], frames)
        for joint in ("ankle", "knee", "hip")
    }


@pytest.mark.parametrize(("name", "side"), FEET)
def test_without_plates(data, name, side):
    problem = replace(walk(data, name)[1], measured=None)
    found = agreements(data, name, side, problem)
    for joint, limit in WITHOUT_PLATES.items():
        assert found[joint].r >= limit, joint
    assert abs(found["ankle"].peak) <= 0.20


@functools.cache
def without_any_plate(data, name, *, own_events=False):
    """The walk analysed without its plates, and without the file's events unless they are kept."""
    walk = WALKS[name]
    trial = read_trial(data / walk.trial)
    return analyse_trial(
        replace(trial, plates=(), events=trial.events if own_events else ()),
        read_trial(data / walk.static),
        Configuration(**walk.choices),
    )


@pytest.mark.parametrize("name", [*TRIALS, "HC038A turn", "HC030A turn"])
def test_moments_without_any_plate_are_as_far_off_as_is_said(data, name):
    alone = without_any_plate(data, name)
    with_plates = analysed(data, name)
    time, turns = with_plates.motion.time, name.endswith("turn")
    reference = moments(with_plates, low_passed(with_plates.plates_ground, 8.0))
    ours = moments(alone, alone.ground)
    said = {each.id: each for each in alone.checks}
    for joint, check in ((j, said[f"without_plates.{j}"]) for j in JOINTS):
        assert (check.facts["walk"] == "turns") == turns
        for side in SIDES:
            if name.startswith("falisse") and side == "left":
                continue
            curve = np.interp(time, alone.motion.time, ours[f"{side} {joint}"])
            frames = frames_on_plates(with_plates, side) & np.isfinite(curve)
            wrong = agreement(curve, reference[f"{side} {joint}"], frames).rms
            assert wrong < check.value + 0.01, (joint, side)
    assert (said["without_plates.knee"].grade != "good") == turns


@pytest.mark.parametrize(("name", "side"), FEET)
def test_with_plates_as_data(data, name, side):
    found = agreements(data, name, side, walk(data, name)[1])
    for joint, limit in WITH_PLATES.items():
        assert found[joint].r >= limit, joint
    assert abs(found["ankle"].peak) <= (0.06 if name == "HC030A" else 0.05)


@pytest.mark.parametrize(("name", "side"), FEET)
def test_a_foot_whose_plate_is_withheld(data, name, side):
    problem = walk(data, name)[1]
    known = problem.measured.known.copy()
    s = SIDES.index(side)
    known[problem.stance[:, s], s] = False
    withheld = replace(problem, measured=replace(problem.measured, known=known))
    found = agreements(data, name, side, withheld)
    for joint, limit in WITHOUT_PLATES.items():
        assert found[joint].r >= limit, joint
    assert abs(found["ankle"].peak) <= 0.20


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(name, marks=[] if way.quick else [pytest.mark.exhaustive])
        for name, way in SHARINGS.items()
        if way.off_in_walks
    ],
)
def test_what_is_said_of_moments_without_plates_is_what_they_are_off_by(data, way):
    """A foot whose plate is withheld, against its plate as it measured, unfiltered."""
    sharing = SHARINGS[way]
    off = {joint: [] for joint in sharing.off_in_walks}
    for name, side in FEET:
        found, problem, _, _, judged = walk(data, name)
        s = SIDES.index(side)
        known = problem.measured.known.copy()
        known[problem.stance[:, s], s] = False
        left = replace(problem.measured, known=known) if sharing.needs_plates else None
        ours = moments(found, sharing.share(replace(problem, measured=left)).ground)
        plates = moments(found, problem.measured)
        for joint, errors in off.items():
            gap = (ours[f"{side} {joint}"] - plates[f"{side} {joint}"])[judged[:, s]]
            errors.append(np.sqrt(np.nanmean(gap**2)))
    for joint, said in sharing.off_in_walks.items():
        assert max(off[joint]) == pytest.approx(said, rel=0.1)


def vertical(data, name, problem, way):
    _, _, plates, _, judged = walk(data, name)
    double = judged & problem.stance.all(axis=1)[:, None]
    return vertical_rms(share(problem, way).ground, plates, double, problem.weight)


@pytest.mark.parametrize("name", TRIALS)
def test_vertical_force_in_double_support(data, name):
    problem = replace(walk(data, name)[1], measured=None)
    part = vertical(data, name, problem, "smooth") / vertical(data, name, problem, "contact")
    if name in VERTICAL_MISSES:
        assert part == pytest.approx(VERTICAL_MISSES[name], abs=0.04)
        assert part > 1.0, "met by now: take it out of the misses"
    else:
        assert part <= 1.0


@pytest.mark.parametrize("name", TRIALS)
def test_without_the_resultants_error_the_vertical_force_is_the_better_one(data, name):
    _, problem, plates, _, _ = walk(data, name)
    exact = with_resultant(replace(problem, measured=None), plates)
    found = {way: vertical(data, name, exact, way) for way in ("smooth", "contact")}
    assert found["smooth"] <= 0.9 * found["contact"]


def at_plates_instants(found, problem):
    """The same with the strikes and offs of plates' contacts, to a millisecond."""
    ends = {(c.side, kind): [] for c in found.contacts for kind in ("strike", "off")}
    for contact in found.contacts:
        ends[contact.side, "strike"].append(contact.start)
        ends[contact.side, "off"].append(contact.stop)
    events = []
    for event in found.events:
        times = np.array(ends.get((event.side, event.kind), []))
        near = times[np.abs(times - event.time) < 0.05]
        events.append(replace(event, time=float(near[0])) if near.size else event)
    stance = stance_of(problem.time, tuple(events))
    return replace(problem, events=tuple(events), stance=stance)


@pytest.mark.parametrize(("name", "missed"), [("HC038A", 0.046), ("HC030A", 0.039)])
def test_what_sharing_misses_is_one_frame_and_events_written_to_a_frame(data, name, missed):
    """Of the plates' sum, with both feet on plates: a hard strike puts a third of the weight on
    the leading foot within a frame, and the file's events are up to 17 ms beside the plates'.
    """
    found, problem, plates, _, _ = walk(data, name)
    on = np.stack([frames_on_plates(found, side) for side in SIDES], axis=1).all(axis=1)
    blind = replace(problem, measured=None)

    def off_by(shared, first_frame_known):
        exact = with_resultant(shared, plates)
        judged = exact.stance.all(axis=1) & on
        if first_frame_known:
            known = ~exact.stance
            known[np.flatnonzero(judged)[0]] = True
            exact = replace(exact, measured=replace(plates, known=known))
        gap = (share(exact, "smooth").ground.force - plates.force)[judged, :, 2]
        return float(np.sqrt(np.mean(gap**2))) / problem.weight

    assert off_by(blind, False) == pytest.approx(missed, abs=0.004)
    assert off_by(at_plates_instants(found, blind), True) < 0.011


NOTES = Path(__file__).parents[2] / "docs" / "methods" / "notes" / "sharing.md"


def printed(first: str, rows: int) -> Iterator[list[float]]:
    """Numbers of the rows of a table of the notes that begins with a row."""
    lines = NOTES.read_text(encoding="utf-8").replace("−", "-").split("\n")
    at = next(k for k, line in enumerate(lines) if line.startswith(f"| {first} |"))
    for line in lines[at : at + rows]:
        yield [float(n) for n in re.findall(r"[-+]?\d+\.?\d*", line.split("|", 2)[2])]


def as_printed(found: Mapping[str, list[Agreement]], vertical: float) -> list[float]:
    """Ankle r, error of the ankle's peak, knee r, hip r, and error of the vertical force [%]."""
    peaks = [100.0 * each.peak for each in found["ankle"]]
    r = {joint: [each.r for each in found[joint]] for joint in JOINTS}
    return [*r["ankle"], *peaks, *r["knee"], *r["hip"], 100.0 * vertical]


def check_table(rows: Iterable[list[float]], measured: Iterable[list[float]]) -> None:
    for row, values in zip(rows, measured, strict=True):
        for said, value in zip(row, values, strict=True):
            # correlations have three digits, and errors of peaks none
            off = 0.002 if abs(said) < 1.0 else 1.5 if float(said).is_integer() else 0.15
            assert value == pytest.approx(said, abs=off), row


@pytest.mark.exhaustive
def test_the_table_of_ways_of_sharing_is_what_is_measured(data):
    def rows():
        for name in TRIALS:
            found, problem, plates, reference, judged = walk(data, name)
            blind = replace(problem, measured=None)
            ways = [(blind, "smooth"), (blind, "contact"), (problem, "cfp"), (problem, "smooth")]
            for given, way in ways:
                if way == "cfp" and name.startswith("falisse"):
                    continue
                ground = share(given, way).ground
                ours = moments(found, ground)
                legs = {
                    joint: [
                        agreement(
                            ours[f"{side} {joint}"], reference[f"{side} {joint}"], judged[:, s]
                        )
                        for s, side in enumerate(SIDES)
                        if (name, side) in FEET
                    ]
                    for joint in JOINTS
                }
                both = judged & problem.stance.all(axis=1)[:, None]
                yield as_printed(legs, vertical_rms(ground, plates, both, problem.weight))

    check_table(printed("HC038A, without plates", 14), rows())


@pytest.mark.exhaustive
def test_the_table_without_any_plate_is_what_is_measured(data):
    def row(name, own_events):
        found = analysed(data, name)
        alone = without_any_plate(data, name, own_events=own_events)
        time, plates = found.motion.time, low_passed(found.plates_ground, 8.0)
        reference, ours = moments(found, plates), moments(alone, alone.ground)
        both = stance_of(time, found.events).all(axis=1)
        legs, gaps = {joint: [] for joint in JOINTS}, []
        for s, side in enumerate(SIDES):
            if name.startswith("falisse") and side == "left":
                continue
            on = frames_on_plates(found, side)
            for joint in JOINTS:
                curve = np.interp(time, alone.motion.time, ours[f"{side} {joint}"])
                frames = on & np.isfinite(curve)
                legs[joint].append(agreement(curve, reference[f"{side} {joint}"], frames))
            force = np.interp(time, alone.motion.time, alone.ground.force[:, s, 2])
            gaps.append((force - plates.force[:, s, 2])[on & both])
        weight = problem_of(found).weight
        return as_printed(legs, float(np.sqrt(np.mean(np.concatenate(gaps) ** 2))) / weight)

    names = [*TRIALS, "HC038A turn", "HC030A turn"]
    ways = [(name, own) for name in names for own in (True, False)]
    measured = [row(name, own) for name, own in ways if name.startswith("HC") or not own]
    check_table(printed("HC038A, events of the file", 10), measured)
