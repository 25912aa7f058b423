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
    model = SimpleNamespace(
        joints=(f"{side}_ankle",),
        marker_body=np.array([0, 0]),
        marker_local=np.array([[-0.05, 0.0, 0.0], [0.15, 0.0, 0.0]]),
        marker_weight=np.ones(2),
    )
    evidence = SimpleNamespace(body=SimpleNamespace(points=points, model=model))
    step = PlateStep(side, "plate 1", None, np.arange(N), np.zeros((N, 3)), point)
    seen = on_foot(evidence, step)
    assert seen.outward == pytest.approx(0.012, abs=1e-9)
    assert seen.forward == pytest.approx(0.0, abs=0.002)
    assert seen.travel == pytest.approx(0.143 / 0.18, abs=0.01)
    assert seen.level == pytest.approx(0.01, abs=1e-9)
    # where the heel is placed by the length of the foot, the rest is still known
    model.marker_local[0] = model.marker_local[1]
    without = on_foot(evidence, step)
    assert np.isnan(without.forward)
    assert without.outward == seen.outward
    along = {one.id: one for one in places([(step, without)], "no_heel_marker")}["place_along"]
    assert "marker at the heel" in judged(along).found


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
    along = {one.id: one for one in places([(steps[0], seen[2])])}["place_along"]
    assert judged(along).grade == "unknown"
    both = {one.id: one for one in places([(steps[0], seen[2]), (other, seen[0])])}["place_along"]
    assert both.value == pytest.approx(30.0)
