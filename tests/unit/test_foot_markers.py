"""Heel and toe markers in the walk against the static trial, and left beside right."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from tests.unit.test_foot_roll import FIFTH, HEEL, TOE, person, seen

from ambulo.demo.walking_man import walking_man
from ambulo.gait.checks import foot_markers
from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.foot_markers import compare_foot_lengths, compare_foot_markers

ANKLE = np.array([1.0, 0.5, 0.1])


def every(moved=(0.0, 0.0, 0.0), foot=(HEEL, TOE), cluster=True, alike=True, frame="foot"):
    """A foot that stands, its toe marker elsewhere than in the static trial."""
    model = person(foot)
    markers = seen(model)
    path = markers.position.copy()
    path[:, model.marker_names.index("M4")] += moved
    upright = SimpleNamespace(R=np.tile(np.eye(3), (len(path), 1, 1)))
    trial = SimpleNamespace(
        points={"right_ankle": np.tile(ANKLE, (len(path), 1))},
        frames={"right_shank": upright, f"right_{frame}": upright},
        built_as=lambda other, name: alike,
    )
    if not cluster:
        model = replace(
            model,
            marker_names=model.marker_names[3:],
            marker_body=model.marker_body[3:],
            marker_local=model.marker_local[3:],
            marker_weight=model.marker_weight[3:],
        )
    return compare_foot_markers(model, replace(markers, position=path), trial, trial)


def found(*of):
    """Without the toe's place across the foot."""
    return [one for one in every(*of) if one.id != "toe_aside"]


def test_markers_as_in_the_static_trial_are_good():
    (finding,) = found()
    # the ankle usually goes 2 mm outwards
    assert finding.value == pytest.approx(2.0, abs=0.01)
    assert judged(finding).grade == "good"


@pytest.mark.parametrize(
    ("cluster", "frame"), [(True, "foot"), (False, "foot"), (True, "hindfoot")]
)
@pytest.mark.parametrize(("aside", "way"), [(0.02, "inwards"), (-0.02, "outwards")])
def test_a_toe_marker_moved_sideways_is_named(cluster, frame, aside, way):
    before, after = (
        next(
            one
            for one in every((0.0, by, 0.0), cluster=cluster, frame=frame)
            if one.id == "toe_aside"
        )
        for by in (0.0, aside)
    )
    assert judged(before).grade == "good"
    assert (judged(after).grade, after.facts["side"]) == ("look", "right")
    assert after.facts["aside"] == pytest.approx(-aside, abs=0.007)
    assert before.facts["aside"] == 0.0
    assert f"mm farther {way}" in judged(after).found


def test_a_shank_that_both_trials_show_otherwise_judges_no_toe():
    ids = [one.id for one in every((0.0, 0.02, 0.0), cluster=False, alike=False)]
    assert ids == ["foot_markers"]


@pytest.mark.parametrize(
    "moved",
    [(0.02, 0.0, 0.0), (-0.02, 0.0, 0.0), (0.0, 0.06, 0.0), (0.0, 0.0, 0.02), (0.0, 0.0, -0.02)],
)
def test_a_marker_that_was_put_on_anew_is_named(moved):
    (finding,) = found(moved)
    gate = judged(finding)
    assert gate.grade == "look"
    assert gate.place == "right"
    assert " 0 mm" not in gate.found
    if moved[0]:
        assert finding.value == pytest.approx(20.0, abs=0.1)
        assert ("farther apart" in gate.found) == (moved[0] > 0.0)
    if moved[2]:
        assert finding.value == pytest.approx(20.0, abs=0.5)
        assert f"20 mm {'lower' if moved[2] > 0.0 else 'higher'} relative to" in gate.found


def test_a_floor_that_slopes_tilts_both_feet_and_no_marker():
    model = SimpleNamespace(marker_local=np.array([[-0.1, 0.0, 0.0], [0.1, 0.0, 0.01]]))
    feet = [SimpleNamespace(side=side, pair=(0, 1)) for side in ("left", "right")]

    def tilts(left, right):
        ends = {
            side: np.tile([[0.0, 0.0, tilt], [0.2, 0.0, 0.01]], (4, 1, 1))
            for side, tilt in (("left", left), ("right", right))
        }
        down = {side: np.ones((4, 2), dtype=bool) for side in ends}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(foot_markers, "foot_rolls", lambda model: feet)
            return foot_markers._tilts(model, ends, down)

    assert tilts(0.03, 0.03) == pytest.approx({"left": 0.0, "right": 0.0})
    assert tilts(0.03, 0.01) == pytest.approx({"left": 0.02, "right": 0.0})
    assert tilts(0.03, -0.01) == pytest.approx({"left": 0.03, "right": -0.01})


def test_one_of_many_markers_is_known_by_the_others():
    many = (HEEL, TOE, FIFTH, [0.09, 0.05, -0.03], [-0.05, 0.03, -0.01])
    one, line = found((0.0, 0.02, 0.0), many)
    assert (one.id, line.id) == ("foot_marker_apart", "foot_markers")
    assert judged(line).grade == "good"
    assert (one.place, judged(one).grade) == ("M4", "look")
    assert one.value == pytest.approx(20.0, abs=0.5)


@pytest.mark.parametrize(
    ("left", "right", "apart"),
    [
        (("LHEE", "LTOE"), ("RHEE", "RTOE"), 20.0),
        (("A:l_hee", "A:l_toe"), ("A:r_hee", "A:r_toe"), 20.0),
        # another marker at the front of one foot: nothing that could be compared
        (("LHEE", "LD1M"), ("RHEE", "RTOE"), None),
    ],
)
def test_feet_are_compared_by_the_same_markers(left, right, apart):
    model = walking_man()
    feet = [model.segments.index(f"{side}_hindfoot") for side in ("left", "right")]
    ends = [[-0.05, 0.0, -0.05], [0.17, 0.0, -0.05], [-0.05, 0.0, -0.05], [0.15, 0.0, -0.05]]
    model = replace(
        model,
        marker_names=(*left, *right),
        marker_body=np.repeat(feet, 2),
        marker_local=np.array(ends),
        marker_weight=np.ones(4),
    )
    found = [judged(one) for one in compare_foot_lengths(model)]
    assert [check.value for check in found] == ([] if apart is None else [pytest.approx(apart)])
    assert all("left" in check.found for check in found)
