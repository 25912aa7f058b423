"""Labels exchanged in a whole recording or given twice, by the static trial's distances."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.mocap.calibration.exchanged_labels import put_labels_back
from ambulo.mocap.labels_by_place import relabelled
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.exchanged import labels_by_place
from ambulo.records import Markers
from ambulo.report import verdict

# of a left leg: segment's place, then markers on it [m]; the right one is its mirror image
LEG = {
    "pelvis": ((0.0, 0.0, 1.0), {"asis": (0.1, 0.12, 0.0), "psis": (-0.1, 0.05, 0.02)}),
    "thigh": (
        (0.0, 0.12, 0.7),
        {"thigh_1": (0.05, 0.03, 0.1), "thigh_2": (0.06, 0.05, 0.0),
         "knee_lateral": (0.0, 0.05, -0.2), "trochanter": (0.0, 0.08, 0.2)},
    ),
    "shank": (
        (0.02, 0.12, 0.3),
        {"tubercle": (0.05, -0.02, 0.15), "fibula": (0.0, 0.05, 0.18),
         "shank_1": (0.05, 0.02, 0.0), "ankle_lateral": (-0.02, 0.04, -0.22)},
    ),
    "foot": (
        (0.0, 0.12, 0.04),
        {"calcaneus_1": (-0.08, 0.0, 0.0), "metatarsal_1": (0.12, -0.04, 0.0),
         "metatarsal_5": (0.08, 0.05, -0.01)},
    ),
}  # fmt: skip
SET = load_marker_set("landmarks")


def body(*, frames=3, moving=False):
    """Markers of two legs; those of a moving one swing about the segment's place, skin by 4 mm."""
    rng = np.random.default_rng(2)
    names, paths = [], []
    for side, sign in (("left", 1.0), ("right", -1.0)):
        for segment, (place, markers) in LEG.items():
            swing = 0.6 * moving * (segment != "pelvis")
            turn = swing * np.sin(np.linspace(0.0, 6.0, frames) + sign)
            for name, (x, y, z) in markers.items():
                c, s = np.cos(turn), np.sin(turn)
                turned = [c * x + s * z, np.full(frames, y), c * z - s * x]
                path = np.transpose(turned) + np.array(place)
                path = path * [1.0, sign, 1.0] + moving * rng.normal(0.0, 0.002, 3)
                names.append(f"{side}_{name}")
                paths.append(path)
    return Markers(tuple(names), np.arange(frames) / 100.0, np.stack(paths, axis=1))


def exchanged(markers, one, other):
    names = [{one: other, other: one}.get(name, name) for name in markers.names]
    return replace(markers, names=tuple(names))


def put_back(walk, static):
    return put_labels_back(match_set(walk.names, SET), walk, static)


PAIRS = [
    ("left_metatarsal_1", "left_metatarsal_5"),
    ("right_knee_lateral", "right_tubercle"),
    ("left_ankle_lateral", "left_calcaneus_1"),
    ("left_asis", "right_psis"),
    ("left_thigh_1", "right_thigh_1"),
    ("left_knee_lateral", "right_knee_lateral"),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_labels_exchanged_in_the_walk_are_put_back(one, other):
    walk = body(frames=40, moving=True)
    found, notes = put_back(exchanged(walk, one, other), body())
    assert found.found == {name: {one: other, other: one}.get(name, name) for name in walk.names}
    assert verdict.put_back(notes) == notes[0]
    assert one in notes[0]
    assert other in notes[0]


def test_of_a_name_given_twice_the_one_with_the_static_trials_distances_is_used():
    walk, name = body(frames=40, moving=True), "left_metatarsal_5"
    # the heel's marker has its name, and then it has the heel's second
    wrong = {"left_calcaneus_1": name, name: f"{name}_2"}
    right = {"left_calcaneus_1": f"{name}_2"}
    for called, own in ((wrong, f"{name}_2"), (right, name)):
        twice = replace(walk, names=tuple(called.get(one, one) for one in walk.names))
        found, notes = put_back(twice, body())
        assert found.found[name] == own
        assert len(notes) == (own != name)


def test_two_pairs_are_put_back_one_after_the_other():
    walk = body(frames=40, moving=True)
    wrong = exchanged(exchanged(walk, *PAIRS[0]), *PAIRS[1])
    found, notes = put_back(wrong, body())
    right = {name: name for name in walk.names}
    for one, other in PAIRS[:2]:
        right[one], right[other] = other, one
    assert found.found == right
    assert len(notes) == 2


@pytest.mark.parametrize("name", ["left_knee_lateral", "right_metatarsal_5", "left_shank_1"])
def test_a_marker_put_on_anew_is_no_exchange(name):
    walk = body(frames=40, moving=True)
    walk.position[:, walk.names.index(name)] += [0.03, 0.0, 0.01]
    found, notes = put_back(walk, body())
    assert notes == ()
    assert found.found == {name: name for name in walk.names}


@pytest.mark.parametrize(("one", "other"), PAIRS[:4])
def test_a_static_trial_that_is_wrong_itself_is_not_believed(one, other):
    walk = body(frames=40, moving=True)
    assert put_back(walk, exchanged(body(), one, other))[1] == ()


def test_nor_one_of_somebody_whose_sides_are_not_quite_alike():
    walk, static = body(frames=40, moving=True), body()
    for markers in (walk, static):
        markers.position[:, markers.names.index("left_fibula"), 1] -= 0.05
    wrong = exchanged(static, "left_tubercle", "left_fibula")
    assert put_back(walk, wrong)[1] == ()


FEET = {"calcaneus_1": "foot_{}1", "metatarsal_1": "foot_{}8", "metatarsal_5": "foot_{}5"}


def test_nor_where_the_side_stands_within_the_names():
    def renamed(markers):
        own = {f"{side}_{bare}": name.format(side[0]) for side in ("left", "right")
               for bare, name in FEET.items()}  # fmt: skip
        return replace(markers, names=tuple(own.get(name, name) for name in markers.names))

    walk, static = renamed(body(frames=40, moving=True)), renamed(body())
    match = match_set(walk.names, load_marker_set("cast_falisse"))
    wrong = exchanged(static, "foot_l1", "foot_l8")
    assert put_labels_back(match, exchanged(walk, "foot_l1", "foot_l8"), static)[1] != ()
    assert put_labels_back(match, walk, wrong)[1] == ()


@pytest.mark.parametrize("scale", [0.95, 1.05])
def test_a_recording_of_another_scale_has_no_labels_exchanged(scale):
    walk = body(frames=40, moving=True)
    assert put_back(replace(walk, position=scale * walk.position), body())[1] == ()


def test_right_labels_stay():
    assert put_back(body(frames=40, moving=True), body())[1] == ()


WORN = {name: SET.markers[name].segment for name in body().names}
LEGS = [name for name in body().names if name.startswith("left_") and WORN[name] != "pelvis"]
OTHER = {name: name.replace("left", "right") for name in LEGS}


OF_FEET = {name: OTHER[name] for name in LEGS if WORN[name] == "left_foot"}
LESS_ONE = {f"legs less {own}": {n: OTHER[n] for n in LEGS if n != own} for own in LEGS}


def both_ways(wrong):
    return wrong | {other: name for name, other in wrong.items()}


def labels(trials):
    found = labels_by_place(trials, WORN)
    assert not any(own.part.frames or own.part.unclear for own in found)
    return [dict(own.labels) for own in found]


@pytest.mark.parametrize(
    "wrong",
    [OTHER, OF_FEET, *({name: OTHER[name]} for name in LEGS), *LESS_ONE.values()],
    ids=["legs", "feet", *LEGS, *LESS_ONE],
)
def test_sides_exchanged_in_one_trial_are_told_by_the_places(wrong):
    both = both_ways(wrong)
    walk, static = body(frames=40, moving=True), body()
    names = tuple(both.get(name, name) for name in walk.names)
    for trials in ([replace(walk, names=names), static], [walk, replace(static, names=names)]):
        assert labels(trials) == [both if t.names == names else {} for t in trials]


def in_part(trial, pairs, frames):
    position = trial.position.copy()
    for pair in pairs.items():
        left, right = (trial.names.index(name) for name in pair)
        position[frames, left] = trial.position[frames, right]
        position[frames, right] = trial.position[frames, left]
    return replace(trial, position=position)


@pytest.mark.parametrize("pairs", [*({name: OTHER[name]} for name in LEGS), OF_FEET])
@pytest.mark.parametrize("first", [16, 24], ids=["most", "some"])
def test_sides_exchanged_in_a_part_are_put_back_in_this_part(pairs, first):
    walk = body(frames=40, moving=True)
    trial = in_part(walk, pairs, slice(first, None))
    found = relabelled(match_set(walk.names, SET), trial, None)
    assert np.array_equal(found.markers.position, walk.position)
    assert found.markers.names == walk.names
    assert len(found.notes) == len(pairs)
    for note, pair in zip(found.notes, pairs.items(), strict=True):
        assert note.startswith(f"Labels {' and '.join(pair)} are exchanged in a part of")
        assert f"{first / 100:.2f} to 0.39 s" in note


def test_one_landmark_right_in_a_part_beside_exchanged_legs_is_put_back_in_the_rest():
    walk = body(frames=40, moving=True)
    lone = LEGS[-1]
    right = in_part(walk, {lone: OTHER[lone]}, slice(20, None))
    both = both_ways(OTHER)
    trial = replace(right, names=tuple(both.get(name, name) for name in walk.names))
    found = relabelled(match_set(walk.names, SET), trial, None)
    places = {name: found.markers.of(name) for name in walk.names}
    assert all(np.array_equal(places[name], walk.of(name)) for name in walk.names)


def test_where_not_each_frame_tells_nothing_is_put_back_and_it_is_said():
    walk = body(frames=40, moving=True)
    pair = (LEGS[-2], OTHER[LEGS[-2]])
    trial = in_part(walk, dict([pair]), slice(16, None))
    position = trial.position.copy()
    left, right = (trial.names.index(name) for name in pair)
    # the two markers are together for a while
    position[10:14, right] = position[10:14, left]
    trial = replace(trial, position=position)
    found = relabelled(match_set(walk.names, SET), trial, None)
    assert np.array_equal(found.markers.position, position)
    assert f"{' and '.join(pair)} seem exchanged in 60 % of the frames" in found.notes[0]


def test_an_exchanged_front_of_the_pelvis_is_told_by_its_back_and_the_legs():
    wrong = exchanged(body(), "left_asis", "right_asis")
    both = {"left_asis": "right_asis", "right_asis": "left_asis"}
    assert labels([wrong]) == [both]


@pytest.mark.parametrize(
    "also", [{}, {"left_asis": "right_asis"}, OTHER], ids=["", "front", "legs"]
)
def test_an_exchanged_back_of_the_pelvis_is_told_by_its_front(also):
    wrong = both_ways({"left_psis": "right_psis", **also})
    trial = replace(body(), names=tuple(wrong.get(name, name) for name in body().names))
    assert labels([trial]) == [wrong]


def test_a_body_in_left_handed_axes_has_no_labels_exchanged():
    """Its left is on the right: no label is wrong, and another refusal says so."""
    mirrored = replace(body(), position=body().position * [1.0, -1.0, 1.0])
    assert labels([mirrored]) == [{}]
