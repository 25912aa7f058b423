"""A foot that is held in the air is told from one that stands higher than the other."""

import numpy as np
import pytest

from ambulo.mocap.foot_contact import without_held_feet

FRAMES = 200
FLAT = np.array([[0.0, 0.0, 0.04], [0.2, 0.0, 0.03]])
REST = {side: np.ones(FRAMES, dtype=bool) for side in ("left", "right")}


def feet(left: tuple[float, float, float]) -> dict[str, np.ndarray]:
    """The right foot at the origin, the left one elsewhere."""
    return {"left": np.tile(FLAT + left, (FRAMES, 1, 1)), "right": np.tile(FLAT, (FRAMES, 1, 1))}


def centre(*places: tuple[float, float]) -> np.ndarray:
    """A mass centre that goes from place to place."""
    stops = np.linspace(0, FRAMES - 1, len(places))
    course = [np.interp(np.arange(FRAMES), stops, x) for x in np.transpose(places)]
    return np.column_stack([*course, np.full(FRAMES, 0.9)])


@pytest.mark.parametrize(
    ("left", "over", "held"),
    [
        ((-0.3, 0.2, 0.3), [(0.1, 0.0), (0.12, 0.02)], True),  # behind, as in hopping
        ((0.0, 0.15, 0.1), [(0.1, 0.0), (0.08, 0.03)], True),  # beside the other leg
        ((0.0, 0.20, 0.0), [(0.1, 0.0), (0.1, 0.02)], False),  # both on the floor
        ((0.3, 0.20, 0.2), [(0.1, 0.1), (0.2, 0.1)], False),  # on a box, between both
        ((0.3, 0.20, 0.17), [(0.1, 0.0), (0.4, 0.2)], False),  # up the stairs
    ],
)
def test_held_feet(left, over, held):
    found = without_held_feet(REST, feet(left), centre(*over))
    assert found["right"].all()
    assert found["left"].any() != held


def test_a_foot_that_no_camera_sees_with_the_other_stays_as_it_was():
    rest = {"left": REST["left"], "right": np.zeros(FRAMES, dtype=bool)}
    found = without_held_feet(rest, feet((-0.3, 0.2, 0.3)), centre((0.1, 0.0), (0.1, 0.0)))
    assert found["left"].all()
