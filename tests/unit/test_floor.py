"""Floors of several heights: stairs and boxes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_sharing import WEIGHT, known_step, true_wrenches, wrenches

from ambulo.gait.sharing.problem import floor_under, reaction_of
from ambulo.gait.sharing.registry import share
from ambulo.gait.sharing.sole_contact import contact_limits, contact_patch

UP = np.array([0.0, 0.0, 0.3])


def moved_up(wrench, feet=(0, 1)):
    """Wrenches (frames, 2, 6) about the origin, of feet that are 0.3 m higher."""
    moved = wrench.copy()
    for foot in feet:
        moved[:, foot, :3] += np.cross(UP, wrench[:, foot, 3:])
    return moved


def raised():
    """The known step on a floor 0.3 m higher."""
    step = replace(known_step(), measured=None)
    up = moved_up(true_wrenches(step.time))
    return replace(
        step,
        total=up.sum(axis=1),
        lumbar=step.lumbar + UP,
        foot_mass_centre=step.foot_mass_centre + UP,
        sole=step.sole + UP,
        leg_joints=step.leg_joints + UP,
    )


def test_stairs_have_the_height_of_their_steps():
    """A sole's thickness of 2 cm is no step; feet in the air have no floor."""
    sole = np.zeros((60, 2, 3, 3))
    stance = np.zeros((60, 2), dtype=bool)
    heights = ((0, 0, 20, 0.0), (1, 15, 35, 0.17), (0, 30, 50, 0.34), (1, 45, 60, -0.17))
    for foot, first, stop, height in heights:
        stance[first:stop, foot] = True
        sole[first:stop, foot, :, 2] = height + 0.02 + np.array([0.01, 0.0, 0.0])
    found = floor_under(sole, stance)
    for foot, first, stop, height in heights:
        assert found[first:stop, foot] == pytest.approx(height, abs=1e-12)
    assert (found[~stance] == 0.0).all()


def test_a_level_floor_stays_the_laboratorys():
    step = known_step()
    assert (step.floor == 0.0).all()
    thick = step.sole + np.array([0.0, 0.0, 0.03])
    assert (floor_under(thick, step.stance) == 0.0).all()


@pytest.mark.parametrize("foot", [0, 1])
def test_a_sole_on_a_step_can_carry_what_it_can_on_the_ground(foot):
    """Margins of every limit are those of the same foot and wrench 0.3 m lower."""
    step = known_step()
    sole = step.sole.copy()
    sole[:, foot] += UP
    high = replace(step, sole=sole)
    stands = step.stance[:, foot]
    # rotated toes reach a millimetre below the floor
    assert high.floor[stands, foot] == pytest.approx(0.3, abs=1e-3)
    assert (high.floor[:, 1 - foot] == 0.0).all()
    wrench = true_wrenches(step.time)
    lifted = moved_up(wrench, (foot,))
    margins = [
        np.einsum(
            "fki,fi->fk", contact_limits(contact_patch(problem, foot), WEIGHT), each[:, foot]
        )[stands]
        for problem, each in ((step, wrench), (high, lifted))
    ]
    assert margins[1] == pytest.approx(margins[0], abs=5e-3)
    assert margins[0].min() > -1e-9
    # it does not hold by itself: the wrench as if on the ground acts beyond the sole
    rows = contact_limits(contact_patch(high, foot), WEIGHT)
    assert np.einsum("fki,fi->fk", rows, wrench[:, foot])[stands].min() < -0.05


@pytest.mark.parametrize("way", ["smooth", "contact"])
def test_a_step_is_shared_alike_on_any_height(way):
    low = wrenches(share(replace(known_step(), measured=None), way).ground)
    high = wrenches(share(raised(), way).ground)
    expected = moved_up(low)
    assert np.isfinite(low).any()
    assert high == pytest.approx(expected, abs=2e-4 * WEIGHT, nan_ok=True)


def test_the_centre_of_pressure_lies_on_the_step():
    high = raised()
    wrench = moved_up(true_wrenches(high.time))
    ground = reaction_of(high, wrench, high.stance, "test")
    seen = high.stance & (wrench[..., 5] > 50.0)
    assert ground.centre_of_pressure[seen][:, 2] == pytest.approx(0.3, abs=1e-3)
    below = reaction_of(known_step(), true_wrenches(high.time), high.stance, "test")
    assert ground.centre_of_pressure[seen][:, :2] == pytest.approx(
        below.centre_of_pressure[seen][:, :2], abs=3e-4
    )
    assert ground.free_moment[seen] == pytest.approx(below.free_moment[seen], abs=0.1)
