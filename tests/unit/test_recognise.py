"""Runs are told from walks by the body's fall, where the feet all but rest in a short flight."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from tests.drawn_activities import squat
from tests.drawn_movements import movement_of

from ambulo.gait.activities.flights import falls
from ambulo.gait.activities.kind import ActivityKind, Description, ObservedMotion
from ambulo.gait.activities.recognise import recognise
from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.checks import acceleration_noise, cross_talk, other_support
from ambulo.gait.configuration import Configuration

RATE = 120.0
TIME = np.arange(300) / RATE
STEP = 0.36


def movement(
    speed: float, contact: float, *, whole: bool = True, sway: float = 0.0
) -> ObservedMotion:
    """Steps of 0.36 s whose feet seem to rest all the time between two placements.

    The ground carries half sines of `contact` s, or with `sway` an even wave about the weight.
    """
    phase = np.mod(TIME, STEP)
    push = np.where(phase < contact, np.sin(np.pi * phase / contact), 0.0)
    push *= STEP / (2.0 * contact / np.pi)
    if sway:
        push = 1.0 + sway * np.cos(2 * np.pi * TIME / STEP)
    rise = np.cumsum(np.cumsum(9.80665 * (push - 1.0))) / RATE**2
    rise -= np.polyval(np.polyfit(TIME, rise, 1), TIME)
    hips = np.stack([speed * TIME, 0 * TIME, 0.9 + rise], axis=1)
    number = np.floor(TIME / STEP).astype(int)
    feet, rest = {}, {}
    for k, side in enumerate(("left", "right")):
        place = speed * STEP * (2 * np.floor((number - k) / 2) + k)
        points = np.zeros((300, 2, 3))
        points[..., 0] = place[:, None] + [0.0, 0.2]
        feet[side], rest[side] = points, np.asarray(number % 2 == k)
    return ObservedMotion(
        TIME,
        feet,
        rest,
        dict.fromkeys(feet, np.zeros(2)),
        hips,
        hips,
        whole,
        0.85,
        np.full(300, np.nan),
    )


@pytest.mark.parametrize(("speed", "contact"), [(2.4, 0.30), (2.4, 0.26), (3.5, 0.22)])
@pytest.mark.parametrize("whole", [True, False])
def test_a_jog_with_short_flights_is_a_run(speed, contact, whole):
    name, why = recognise(movement(speed, contact, whole=whole))
    assert (name, "flights" in why) == ("run", True)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("sway", [0.3, 0.6])
def test_a_fast_walk_is_none(sway, whole):
    """The ground carries at least a third of the weight at all times."""
    assert recognise(movement(2.0, 0.3, whole=whole, sway=sway))[0] == "walk"


def test_nobody_walks_as_fast_as_a_sprinter():
    name, why = recognise(movement(6.0, 0.3, sway=0.5))
    assert (name, why) == ("sprint", f"faster than anybody walks, {6.0:.1f} m/s.")


def test_hips_alone_must_fall_further_than_a_mass_centre():
    """A wave that leaves a tenth of the weight is a mass centre's fall, but no hips'."""
    height = 0.9 * 9.80665 * np.cos(2 * np.pi * 2.0 * TIME) / (2 * np.pi * 2.0) ** 2
    assert falls(TIME, height, whole_body=True)
    assert not falls(TIME, height, whole_body=False)


@pytest.mark.parametrize(("speed", "name"), [(0.3, "stand"), (0.6, "other"), (1.3, "other")])
@pytest.mark.parametrize("both", [True, False])
def test_hips_that_travel_over_feet_that_stay_do_not_stand(speed, name, both):
    """A quarter of a second of a walk, in double support and in single support."""
    piece = slice(30)
    whole = movement(speed, 0.3, sway=0.1)
    cut = replace(
        whole,
        time=whole.time[piece],
        feet={side: points[piece] for side, points in whole.feet.items()},
        rest={"left": np.ones(30, dtype=bool), "right": np.full(30, both)},
        hips=whole.hips[piece],
        centre=whole.centre[piece],
        plates_carry=whole.plates_carry[piece],
    )
    found, why = recognise(cut)
    assert found == name
    assert ("No foot steps in 0.24 s" in why) == (name == "other")


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize(("fallen", "name"), [(0.44, "jump"), (0.15, "jump"), (0.0, "squat")])
def test_a_flight_that_the_record_cuts_is_no_squat(fallen, name, backwards):
    """Hips that sink by 0.25 m, and then a fall from there that the record begins or ends in."""
    sinks = 0.9 - 0.25 * np.sin(np.pi * np.clip(TIME[:120] / 1.0, 0.0, 1.0)) ** 2
    falling = np.arange(round(fallen * RATE)) / RATE
    height = np.concatenate([sinks, 0.9 - 0.5 * 9.80665 * falling**2])
    down = np.arange(len(height)) < 120
    order = slice(None, None, -1 if backwards else 1)
    hips = np.zeros((len(height), 3))
    hips[:, 2] = height[order]
    stood = movement(0.0, 0.3)
    rest = dict.fromkeys(stood.feet, down[order])
    cut = replace(
        stood,
        time=np.arange(len(height)) / RATE,
        feet={side: np.tile([[0.0, 0, 0], [0.2, 0, 0]], (len(height), 1, 1)) for side in rest},
        rest=rest,
        hips=hips,
        centre=hips,
        plates_carry=np.full(len(height), np.nan),
    )
    found, why = recognise(cut)
    assert found == name
    assert ("the recording shows only one end" in why) == (name == "jump")


def deep(movement: ObservedMotion) -> str:
    return "the hips sink far." if movement.sinks > 0.3 else ""


DEEP = ActivityKind("deep squat", "squatted deeply", lambda _: Description(), deep)


def test_an_activity_is_a_module_and_a_line_of_the_registry(monkeypatch):
    monkeypatch.setitem(ACTIVITIES._shipped, "deep-squat", DEEP)
    assert recognise(movement_of(squat(0.40, 2.6, 2), 100.0)) == (
        "deep-squat",
        "the hips sink far.",
    )
    assert recognise(movement_of(squat(0.20, 2.6, 2), 100.0))[0] == "squat"
    assert Configuration(activity="deep-squat").activity == "deep-squat"


def test_what_a_package_sees_is_not_asked():
    ACTIVITIES.register("deep-squat", DEEP)
    try:
        assert recognise(movement_of(squat(0.40, 2.6, 2), 100.0))[0] == "squat"
    finally:
        ACTIVITIES.remove("deep-squat")


@pytest.mark.parametrize(
    ("check", "field", "found"),
    [(acceleration_noise, "sudden", 0), (cross_talk, "still", 0), (other_support, "seat", 1)],
)
def test_checks_ask_the_kind_and_no_name(monkeypatch, check, field, found):
    """Of a motion that they know nothing else of."""
    monkeypatch.setitem(ACTIVITIES._shipped, "deep-squat", replace(DEEP, **{field: True}))
    evidence = SimpleNamespace(
        activity=SimpleNamespace(name="deep-squat"),
        ground=SimpleNamespace(method="whole-body"),
        body=SimpleNamespace(model=SimpleNamespace(mass=70.0)),
        other_support=(),
    )
    assert len(check.check(evidence)) == found
