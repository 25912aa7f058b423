"""What late plates cost a joint, against wrenches that are written down."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.gait.checks.cost_of_delay import flexion_change
from ambulo.records import GroundReaction

TIME = np.arange(100) / 100.0
LEFTWARDS = np.tile([0.0, 1.0, 0.0], (100, 1))


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


@pytest.mark.parametrize("belt", [0.0, 1.2])
@pytest.mark.parametrize("by", [0.02, -0.03])
def test_a_delay_costs_what_the_wrench_changes_in_it(by, belt):
    plates, missed = late(by, belt)
    hips = np.tile([0.0, 0.0, 0.9], (100, 2, 1))
    every = np.ones((100, 2), dtype=bool)
    found = flexion_change(plates, hips, LEFTWARDS, by, every)
    assert found is not None
    # the record ends before what it would take to move it back
    seen = missed[: len(TIME) - 2] if by > 0.0 else missed[3:]
    assert found.largest == pytest.approx(seen.max(), rel=1e-6)
    assert found.nearly_all == pytest.approx(np.percentile(seen, 99.0), rel=1e-6)
    beside = every & (np.arange(100)[:, None] > 200)
    assert flexion_change(plates, hips, LEFTWARDS, by, beside) is None
