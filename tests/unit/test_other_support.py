"""What carries beside the feet, and what a foot beside its plate lacks."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.other_support import check
from ambulo.gait.other_support import OtherSupport, find_other_support
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import GroundReaction

WEIGHT, FRAMES = 700.0, 200
TIME = np.arange(FRAMES) / 100.0
MIDDLE = np.array([0.08, 0.0])
FOOT = np.array([[[-0.05, 0.0, 0.02], [0.20, 0.0, 0.02]]])


def pressed(force: np.ndarray, at: tuple[float, float]) -> np.ndarray:
    """Wrenches (frames, 6) about the origin of vertical forces at a point of the floor."""
    up = np.outer(force, [0.0, 0.0, 1.0])
    return np.concatenate([np.cross([*at, 0.0], up), up], axis=1)


def found(at: tuple[float, float], share: float, *, off: float = 0.0):
    """Of a right foot that stands alone and carries all but a share of the weight, for 0.5 s.

    Args:
        off: N*m, pitching moment by which motion and plate differ throughout.
    """
    held = np.where((TIME > 0.8) & (TIME < 1.3), share, 0.0)
    on_plate = pressed((1.0 - held) * WEIGHT, tuple(MIDDLE))
    total = on_plate + pressed(held * WEIGHT, at)
    total[:, 1] += off
    force, moment = (np.zeros((FRAMES, 2, 3)) for _ in range(2))
    force[:, 1], moment[:, 1] = on_plate[:, 3:], on_plate[:, :3]
    nothing, known = np.full((FRAMES, 2, 3), np.nan), np.ones((FRAMES, 2), dtype=bool)
    plates = GroundReaction(TIME, force, moment, nothing, nothing[..., 0], known, "plates")
    soles = np.repeat(np.concatenate([np.add(FOOT, [0.0, 0.2, 0.1]), FOOT])[None], FRAMES, axis=0)
    stance = np.tile([False, True], (FRAMES, 1))
    facing = np.tile([1.0, 0.0], (FRAMES, 1))
    return find_other_support(total, plates, soles, stance, soles[:, :, 0], facing, WEIGHT)


@pytest.mark.parametrize("at", [(0.25, 0.40), (-0.40, 0.0), (0.08, -0.30)])
def test_a_cane_a_seat_a_rail_is_found_where_it_is(at):
    (support,), frames = found(at, 0.2)
    assert support.most == pytest.approx(0.2 * WEIGHT)
    # of the middle between the ankles, at the heels here
    assert support.ahead == pytest.approx(at[0] + 0.05)
    assert support.left == pytest.approx(at[1] - 0.1)
    assert (support.start, support.stop) == pytest.approx((0.81, 1.29), abs=0.011)
    held = (TIME > 0.8) & (TIME < 1.3)
    assert frames[held].all()
    # and a pause to both sides of it, no more
    assert not frames[(TIME < 0.65) | (TIME > 1.45)].any()


@pytest.mark.parametrize("at", [(0.08, 0.10), (0.30, 0.0), (0.0, -0.08)])
@pytest.mark.parametrize("off", [-7.0, 0.0, 7.0])
def test_what_a_part_of_the_foot_carries_beside_its_plate_is_none(at, off):
    assert not found(at, 0.25, off=0.0 if at[0] > 0.2 else off)[0]


def test_less_than_a_tenth_is_what_masses_and_filters_leave():
    assert not found((0.25, 0.40), 0.08)[0]


@pytest.mark.parametrize(("method", "grade"), [("plates", "look"), ("smooth", "do-not-use")])
def test_who_follows_the_plates_keeps_the_moments_of_the_legs(method, grade):
    """A third of the weight on a seat: without plates the feet are given it."""
    support = OtherSupport(0.2, 0.9, WEIGHT / 3.0, -0.3, 0.0)
    evidence = SimpleNamespace(
        body=SimpleNamespace(model=SimpleNamespace(mass=WEIGHT / STANDARD_GRAVITY)),
        other_support=(support,),
        ground=SimpleNamespace(method=method),
    )
    (found,) = check(evidence)
    carried = judged(found)
    assert carried.value == pytest.approx(100.0 / 3.0)
    assert carried.grade == grade
