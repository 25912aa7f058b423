"""Where a foot's centre of pressure lies on it, of a foot and a plate laid out by hand."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.place_on_foot import OnFoot, by_foot, on_foot, places
from ambulo.gait.checks.single_steps import PlateStep

N = 40
SHARE = np.linspace(0.0, 1.0, N)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("heading", [0.0, 1.0, 2.5])
def test_outwards_is_away_from_the_other_foot(side, heading):
    """12 mm outside the line heel to toe, whichever way the foot points; the heel rises late."""
    ahead = np.array([np.cos(heading), np.sin(heading), 0.0])
    left = np.array([-np.sin(heading), np.cos(heading), 0.0])
    away = left if side == "left" else -left
    heel = np.outer(np.where(SHARE > 0.7, 0.1, 0.03), [0.0, 0.0, 1.0])
    ball, toe = (np.tile(far * ahead + [0.0, 0.0, 0.03], (N, 1)) for far in (0.18, 0.25))
    # from 33 mm ahead of the heel to 4 mm behind the metatarsal joint, as people walk
    along = np.interp(SHARE, [0.1, 0.7], [0.033, 0.176])
    point = np.outer(along, ahead) + 0.012 * away
    points = {f"{side}_heel": heel, f"{side}_metatarsal": ball, f"{side}_toe": toe}
    evidence = SimpleNamespace(body=SimpleNamespace(points=points))
    step = PlateStep(side, "plate 1", None, np.arange(N), np.zeros((N, 3)), point)
    seen = on_foot(evidence, step)
    assert seen.outward == pytest.approx(0.012, abs=1e-9)
    assert seen.forward == pytest.approx(0.0, abs=0.002)
    assert seen.travel == pytest.approx(0.143 / 0.18, abs=0.01)
    assert seen.level == pytest.approx(0.01, abs=1e-9)


def feet(heel):
    """Feet with one marker, ahead of the ankle or behind it."""
    return SimpleNamespace(
        joints=("left_ankle", "right_ankle"),
        marker_body=np.arange(2),
        marker_local=np.array([[heel, 0.0, 0.0]] * 2),
        marker_weight=np.ones(2),
    )


def test_a_heel_that_no_marker_shows_tells_no_place_along_the_foot():
    step = PlateStep("left", "belt", None, np.arange(2), np.zeros((2, 3)), np.zeros((2, 3)))
    seen = [(step, OnFoot(0.053, 0.03, 0.8, 0.0))]
    for heel, grade in ((-0.05, "do-not-use"), (0.1, "unknown")):
        found = {one.id: judged(one) for one in places(seen, feet(heel))}
        assert found["place_along"].grade == grade
        assert found["place_across"].value == pytest.approx(1e3 * (0.03 - 0.007))
    assert "marker at the heel" in found["place_along"].found


def test_a_plate_is_judged_by_the_mean_of_a_foots_steps_on_it():
    """What strike and push-off do not agree on shows no shift."""
    rows, nothing = np.arange(2), np.zeros((2, 3))
    steps = [PlateStep("left", "belt", None, rows, nothing + k, nothing) for k in range(3)]
    other = PlateStep("right", "belt", None, rows, nothing, nothing)
    seen = [OnFoot(forward, 0.01, 0.8, 0.0) for forward in (0.03, 0.01, np.nan)]
    ((heaviest, mean),) = by_foot(list(zip(steps, seen, strict=True)))
    assert heaviest is steps[2]
    assert mean == OnFoot(pytest.approx(0.02), pytest.approx(0.01), pytest.approx(0.8), 0.0)
    ((_, none),) = by_foot([(steps[0], seen[2])])
    assert np.isnan(none.forward)
    along = {one.id: one for one in places([(steps[0], seen[2])], feet(-0.05))}["place_along"]
    assert judged(along).grade == "unknown"
    both = {one.id: one for one in places([(steps[0], seen[2]), (other, seen[0])], feet(-0.05))}[
        "place_along"
    ]
    assert both.value == pytest.approx(30.0)
