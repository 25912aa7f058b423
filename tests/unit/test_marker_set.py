"""Marker set files: what they may say, and how mistakes in them are reported."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.mocap.calibration.hip_centres import HIP_CENTRES
from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set import Chord, HipCentre, Length, axis_words
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set, shipped_marker_sets
from ambulo.mocap.missing_landmarks import completed_trials
from ambulo.model.skeleton import load_skeleton
from ambulo.records import SIDES, Markers, Subject

SMALL = """
name = "small"
title = "Two markers a side"
source = "made up"
skeletons = ["legs"]

[markers]
"{S}A" = { on = "{side}_shank", required = true }
"{S}B" = { on = "{side}_shank", aliases = ["{S}Beta"] }
MID = { on = "pelvis" }

[measurements]
"{side}_width" = { sum = "0.1 height", source = "made up" }

[points]
"{side}_middle" = { mean = ["{S}A", "{S}B"], weights = [3, 1] }
"{side}_inside" = { offset = "{S}A", frame = "world", medial = "0.5 {side}_width - 0.01", up = 0.2 }

[frames."{side}_shank"]
origin = "{side}_middle"
first = { up = ["{S}A", "{S}B"] }
second = { lateral = "world.lateral" }

[foot]
points = ["{S}A", "{S}B"]
"""


def write(tmp_path, text, name="small"):
    path = tmp_path / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_sides_are_written_out(tmp_path):
    marker_set = load_marker_set(write(tmp_path, SMALL))
    assert set(marker_set.markers) == {"LA", "RA", "LB", "RB", "MID"}
    assert marker_set.markers["RB"].aliases == ("RBeta",)
    assert marker_set.markers["LA"].segment == "left_shank"
    assert marker_set.foot["right"] == ("RA", "RB")
    (rule,) = marker_set.points["left_middle"]
    assert (rule.mean, rule.shares) == (("LA", "LB"), (0.75, 0.25))


def test_medial_and_lateral_turn_with_the_side(tmp_path):
    marker_set = load_marker_set(write(tmp_path, SMALL))
    for side, sign in (("left", -1), ("right", 1)):
        shift = marker_set.points[f"{side}_inside"][0].shift
        assert shift == {"up": 0.2, "medial": Length(-0.01, ((0.5, f"{side}_width"),))}
        assert axis_words(side)["medial"] == (1, sign)
        markers = Markers(("LA", "RA"), np.arange(3) / 100, np.zeros((3, 2, 3)))
        match = match_set(markers.names, marker_set)
        inside = evaluate_landmarks(match, markers, Subject(height=1.8)).points[f"{side}_inside"]
        np.testing.assert_allclose(inside[0], [0.0, sign * 0.08, 0.2])


def test_a_set_can_extend_another(tmp_path):
    write(tmp_path, SMALL)
    more = 'name = "more"\ntitle = "t"\nsource = "s"\nextends = "small"\n'
    more += '[markers]\nHEAD = { on = "head" }\n'
    marker_set = load_marker_set(write(tmp_path, more, "more"))
    assert {"HEAD", "LA"} <= set(marker_set.markers)
    assert marker_set.name == "more"
    assert "left_middle" in marker_set.points


def test_a_mistake_in_the_set_extended_names_that_file(tmp_path):
    write(tmp_path, SMALL.replace("weights = [3, 1]", "weights = [3]"))
    more = write(tmp_path, 'name = "m"\ntitle = "t"\nsource = "s"\nextends = "small"\n', "more")
    with pytest.raises(
        InputError,
        match=r"small\.toml, line \d+: the numbers of weights \(1\)",
    ):
        load_marker_set(more)


def test_a_marker_with_the_name_of_an_inherited_point_is_the_mistake(tmp_path):
    text = 'extends = "plug_in_gait_lower"\n[markers]\nleft_knee = { on = "left_thigh" }\n'
    with pytest.raises(InputError, match=r"small\.toml, line 3: a marker has the name of a point"):
        load_marker_set(write(tmp_path, text))


def test_a_set_that_extends_itself_is_refused(tmp_path):
    for name, base in (("one", "two"), ("two", "one")):
        write(tmp_path, f'name = "m"\ntitle = "t"\nsource = "s"\nextends = "{base}"\n', name)
    with pytest.raises(InputError, match="extends itself"):
        load_marker_set(tmp_path / "one.toml")
    with pytest.raises(InputError, match=r"there is no marker set 'thre'.*extends"):
        load_marker_set(write(tmp_path, 'extends = "thre"\n', "three"))


def line_of(text, part):
    return next(n for n, line in enumerate(text.splitlines(), start=1) if part in line)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('mean = ["{S}A", "{S}B"]', 'mean = ["{S}A", "{S}C"]', "unknown point 'LC'"),
        ("medial = ", "inwards = ", "unknown entry 'inwards'"),
        ("0.5 {side}_width - 0.01", "half a width", "cannot read the length"),
        ("{ lateral = ", "{ sideways = ", "unknown axis 'sideways'"),
        ('frame = "world"', 'frame = "thigh"', "unknown frame 'thigh'"),
        ("{ mean = ", "{ average = ", "no rule found"),
        (
            "weights = [3, 1]",
            "weights = [3]",
            "weights (1) and points (2) differ, or the sum",
        ),
        ('{ on = "pelvis" }', '{ on = "pelvs" }', "unknown segment 'pelvs'"),
        (
            '{ on = "pelvis" }',
            '{ on = "pelvis", weight = -1 }',
            "should be at least 0",
        ),
        (
            'second = { lateral = "world.lateral" }',
            'second = { down = "world.down" }',
            "same axis",
        ),
    ],
)
def test_mistakes_name_file_line_and_key(tmp_path, old, new, says):
    text = SMALL.replace(old, new, 1)
    assert text != SMALL
    with pytest.raises(InputError) as error:
        load_marker_set(write(tmp_path, text))
    message = str(error.value)
    assert says in message
    # a frame in a table of its own is named by its heading
    part = "[frames." if "world." in old or old.startswith("{ lateral") else new
    assert f"small.toml, line {line_of(text, part)}" in message
    assert "\n" not in message


def test_a_landmark_on_a_segment_that_is_not_fitted_is_refused(tmp_path):
    text = 'name = "m"\ntitle = "t"\nsource = "s"\nextends = "landmarks"\n'
    text += '[markers]\nleft_fibula = { on = "torso" }\n'
    markers = Markers(("left_fibula",), np.arange(3) / 100, np.zeros((3, 1, 3)))
    match = match_set(markers.names, load_marker_set(write(tmp_path, text)))
    with pytest.raises(InputError, match="marker set m: left_fibula is on torso"):
        completed_trials(match, markers, None, Subject())


def test_a_template_takes_the_place_of_the_two_sides_below(tmp_path):
    base = SMALL.replace(
        '"{S}B" = { on = "{side}_shank", aliases = ["{S}Beta"] }',
        """
LB = { on = "left_shank", aliases = ["LBeta"] }
RB = { on = "right_shank", aliases = ["RBeta"] }
""",
    )
    write(tmp_path, base, "base")
    own = """
name = "own"
title = "t"
source = "s"
extends = "base"
skeletons = ["legs"]
[markers]
"{S}B" = { on = "{side}_shank", aliases = ["{S}Own"] }
"""
    marker_set = load_marker_set(write(tmp_path, own, "own"))
    assert [marker_set.markers[name].aliases for name in ("LB", "RB")] == [("LOwn",), ("ROwn",)]


def test_rules_in_a_circle_are_refused(tmp_path):
    text = SMALL.replace('mean = ["{S}A", "{S}B"]', 'mean = ["{S}A", "{side}_inside"]').replace(
        'offset = "{S}A"', 'offset = "{side}_middle"'
    )
    marker_set = load_marker_set(write(tmp_path, text))
    names = ("LA", "RA", "LB", "RB")
    markers = Markers(names, np.arange(3) / 100, np.random.default_rng(0).normal(size=(3, 4, 3)))
    with pytest.raises(InputError, match="circle"):
        _ = evaluate_landmarks(
            match_set(names, marker_set), markers, Subject(height=1.8)
        ).unavailable


@pytest.mark.parametrize("name", shipped_marker_sets())
def test_shipped_sets_are_whole(name):
    """Each serves every skeleton that it names: joints, frames of tracked segments, feet."""
    marker_set = load_marker_set(name)
    assert marker_set.source
    by_regression = any(
        isinstance(rule, HipCentre) for side in SIDES for rule in marker_set.points[f"{side}_hip"]
    )
    # hips that are in the file need no regression
    assert (marker_set.hip_centre in HIP_CENTRES) is by_regression
    for side in SIDES:
        assert len(marker_set.foot[side]) >= 2
        for joint in ("hip", "knee", "ankle"):
            assert f"{side}_{joint}" in marker_set.points
    for skeleton in marker_set.skeletons:
        body = load_skeleton(skeleton)
        frames = {f.replace("hindfoot", "foot") for f in marker_set.frames}
        for segment in {s.segment for s in marker_set.markers.values() if s.weight > 0}:
            if segment in body.segments:
                assert segment.replace("hindfoot", "foot") in frames, segment


def test_shipped_sets_weigh_medial_markers_zero():
    """Markers on the inside of the knee come off before walking."""
    for name, marker in (("plug_in_gait_lower", "LKNM"), ("cast_falisse", "LKNE_med")):
        assert load_marker_set(name).markers[marker].weight == 0


def test_plug_in_gait_uses_its_own_knee():
    rules = load_marker_set("plug_in_gait_lower").points["left_knee"]
    assert isinstance(rules[-1], Chord)
    assert rules[-1].away_from == "LTHI"
