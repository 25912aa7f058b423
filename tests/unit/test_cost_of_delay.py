"""What late plates cost a joint, against wrenches that are written down."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from ambulo.gait.checks.cost_of_delay import cost_of_delay
from ambulo.gait.checks.evidence import Evidence
from ambulo.records import SIDES, GroundReaction, PlateContact, Side

TIME = np.arange(100) / 100.0


def late(by: float, belt: float = 0.0) -> tuple[GroundReaction, np.ndarray]:
    """A left foot that a belt carries backwards, loaded by 800 N/s; and what its hip misses."""

    def place(when: np.ndarray) -> np.ndarray:
        return np.stack([0.2 - belt * when, 0.0 * when, 0.0 * when], axis=1)

    then = TIME - by
    force = np.zeros((100, 2, 3))
    force[:, 0, 2] = 100.0 + 800.0 * then
    point = np.zeros((100, 2, 3))
    point[:, 0] = place(then)
    moment = np.cross(point, force)
    known = np.ones((100, 2), dtype=bool)
    reaction = GroundReaction(TIME, force, moment, point, np.zeros((100, 2)), known, "plates")
    # M_y = -x F_z of a hip above the origin
    true = place(TIME)[:, 0] * (100.0 + 800.0 * TIME)
    return reaction, np.abs(true - point[:, 0, 0] * force[:, 0, 2])


def upright(plates: GroundReaction) -> Evidence:
    """One who stands still with hips, knees and ankles above the origin, on these plates."""
    segments = [f"{side}_{part}" for part in ("thigh", "shank", "foot") for side in SIDES]
    p = np.zeros((100, 6, 3))
    p[:, :, 1] = np.tile([0.1, -0.1], 3)
    p[:, :, 2] = np.repeat([0.9, 0.5, 0.1], 2)
    body = SimpleNamespace(model=SimpleNamespace(segments=segments), p=p)
    return cast("Evidence", SimpleNamespace(steps=SimpleNamespace(plates=plates), body=body))


def contact(start: float, stop: float, side: Side = "left") -> PlateContact:
    return PlateContact(0, start, stop, side, "whole", "")


@pytest.mark.parametrize("belt", [0.0, 1.2])
@pytest.mark.parametrize("by", [0.02, -0.03])
def test_a_delay_costs_what_the_wrench_changes_in_it(by, belt):
    plates, missed = late(by, belt)
    # the record ends before what it would take to move it back
    seen = missed[: len(TIME) - 2] if by > 0.0 else missed[3:]
    stands = upright(plates)
    changes = cost_of_delay(stands, by)
    assert [each["joint"] for each in changes] == ["hip", "knee", "ankle"]
    for each in changes:
        assert each["largest"] == pytest.approx(seen.max(), rel=1e-6)
        assert each["nearly_all"] == pytest.approx(np.percentile(seen, 99.0), rel=1e-6)
    # of a contact, what changes in it; nothing where the record has none
    early = cost_of_delay(stands, by, [contact(0.2, 0.4)])
    near = np.abs(TIME - 0.3) < 0.1 + abs(by) + 1e-9
    assert early[0]["largest"] == pytest.approx(missed[near].max(), rel=1e-6)
    assert cost_of_delay(stands, by, [contact(2.0, 2.4)]) == ()
    assert cost_of_delay(stands, by, [contact(0.2, 0.4, "right")]) == ()
