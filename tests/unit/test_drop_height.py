"""By motion alone: a drop is as high as its box, and what a jump's height is off by is said."""

import re

import numpy as np
import pytest
from tests.drawn_activities import drop_jump, jump
from tests.drawn_movements import movement_of

from ambulo.gait.activities.jump import KIND
from ambulo.gait.activities.kind import Done
from ambulo.mocap.foot_contact import contact_events
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Event


def described(drawn, rate):
    """Numbers and phases by the motion alone."""
    found = done_by_motion(drawn, rate)
    return {n.name: n for n in found.numbers}, {phase.name: phase for phase in found.phases}


def done_by_motion(drawn, rate, source="kinematics", late=0.0):
    """With the events' source set, and how late they are [s]."""
    movement = movement_of(drawn, rate)
    seen = contact_events(movement.time, movement.rest)
    events = tuple(Event(e.side, e.kind, e.time + late, source) for e in seen)
    unknown = np.full(len(movement.time), np.nan)
    return KIND.describe(Done(movement, events, None, (), 700.0, unknown, abs(late)))


@pytest.mark.parametrize("rate", [60.0, 120.0, 300.0])
@pytest.mark.parametrize("box", [0.20, 0.35, 0.50, 0.70])
def test_a_drop_is_as_high_as_its_box(box, rate):
    numbers, _ = described(drop_jump(box, 0.32, 0.42), rate)
    assert numbers["drop height"].value == pytest.approx(box, abs=0.01)


def test_a_jump_from_the_floor_has_no_drop():
    numbers, phases = described(jump(), 120.0)
    assert "drop height" not in numbers
    assert "drop" not in phases


def said(number):
    """Least and most of the number over the true one, by its remark in %."""
    words = re.findall(r"(\d+) (?:% too (\w+) )?to (\d+) % too (\w+)", number.from_what)
    ((least, under, most, _),) = words
    return 1.0 + 0.01 * int(least) * (-1.0 if under else 1.0), 1.0 + 0.01 * int(most)


@pytest.mark.parametrize("rate", [60.0, 100.0, 200.0])
@pytest.mark.parametrize("flight", [0.35, 0.42, 0.60])
@pytest.mark.parametrize("draw", [jump, lambda flight: drop_jump(0.30, 0.30, flight)])
def test_what_is_told_by_motion_is_off_by_what_is_said(draw, flight, rate):
    true = {
        "jump height": STANDARD_GRAVITY * flight**2 / 8.0,
        "take-off velocity": STANDARD_GRAVITY * flight / 2.0,
        "reactive strength index": STANDARD_GRAVITY * flight**2 / 8.0 / 0.30,
    }
    judged = [n for n in done_by_motion(draw(flight), rate).numbers if n.name in true]
    for number in judged:
        least, most = said(number)
        assert least - 0.01 < number.value / true[number.name] < most + 0.01
    assert len(judged) >= 3


@pytest.mark.parametrize("rate", [60.0, 100.0, 200.0])
def test_a_contact_by_motion_is_too_short_by_what_is_said(rate):
    numbers, _ = described(drop_jump(0.30, 0.30, 0.42), rate)
    contact = numbers["contact time"]
    ((least, most),) = re.findall(r"(\d+) to (\d+) ms too short", contact.from_what)
    assert int(least) <= 1e3 * (0.30 - contact.value) <= int(most)


def test_nothing_of_it_is_said_of_times_by_plates():
    assert not [n for n in done_by_motion(jump(), 200.0, "force").numbers if "too" in n.from_what]


@pytest.mark.parametrize("late", [-0.03, 0.02, 0.06])
def test_what_hangs_on_two_clocks_is_off_by_what_is_said(late):
    drawn = drop_jump(0.30, 0.30, 0.42)
    right, wrong = (
        {(n.name, n.from_what[:8]): n for n in done_by_motion(drawn, 200.0, "force", by).numbers}
        for by in (0.0, late)
    )
    for name, start in (("jump height", "take-off"), ("take-off velocity", "mass cen")):
        number = wrong[name, start]
        assert f"if plates and cameras are {1e3 * abs(late):.0f} ms apart" in number.from_what
        (said,) = re.findall(r"off by ([0-9.]+) m", number.from_what)
        changed = abs(number.value - right[name, start].value)
        assert changed == pytest.approx(float(said), rel=0.3)
    # times by plates alone are right whatever the cameras' clock
    for name in ("flight time", "contact time", "reactive strength index"):
        (number,) = (n for (each, _), n in wrong.items() if each == name)
        assert "apart" not in number.from_what
        assert number.value == pytest.approx(
            next(n.value for (each, _), n in right.items() if each == name)
        )
