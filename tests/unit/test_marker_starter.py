"""A marker set guessed from foreign names: read back, it finds every marker."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.mocap.marker_sets.marker_names import match, match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set, shipped_marker_sets
from ambulo.mocap.marker_sets.starter import Landmark, landmark, starter_set
from ambulo.records import Markers

# a laboratory's own names, and where the markers lie on a standing body: to the left, up [m]
OURS = {
    "Front Waist": (0.12, 0.98, "ASI"),
    "Back Waist": (0.05, 1.00, "PSI"),
    "Thigh Wand": (0.20, 0.70, "THI"),
    "Lat Epicondyle": (0.16, 0.50, "KNE"),
    "Med Epicondyle": (0.07, 0.50, "KNM"),
    "Shin Wand": (0.17, 0.30, "TIB"),
    "Lat Malleolus": (0.14, 0.08, "ANK"),
    "Med Malleolus": (0.06, 0.09, "ANM"),
    "Calcaneus": (0.10, 0.05, "HEE"),
    "2nd Toe": (0.11, 0.04, "TOE"),
}


def standing(swapped=False):
    names, places = [], []
    for name, (left, up, _) in OURS.items():
        for side, sign in (("Left", 1), ("Right", -1)):
            names.append(f"{side} {name}")
            places.append((0.0, (-sign if swapped else sign) * left, up))
    names.append("Thing")
    places.append((0.3, 0.0, 1.8))
    position = np.tile(np.array(places), (20, 1, 1))
    position[:5, -1] = np.nan
    return Markers(tuple(names), np.arange(20) / 100.0, position)


def test_no_shipped_set_knows_these_names():
    assert not [found for found in match(standing().names) if found.complete]


def test_the_set_that_is_written_finds_every_marker(tmp_path):
    markers = standing()
    found = starter_set(markers, "walk.c3d")
    assert found.base == "plug_in_gait_lower"
    assert found.missing == ()
    path = tmp_path / "mine.toml"
    path.write_text(found.text, encoding="utf-8")
    matched = match_set(markers.names, load_marker_set(path))
    assert matched.complete
    assert matched.found == {
        f"{side[0]}{theirs}": f"{side} {name}"
        for name, (_, _, theirs) in OURS.items()
        for side in ("Left", "Right")
    }
    assert matched.unknown == ("Thing",)
    # weights and duties of the set that it extends
    base, own = load_marker_set(found.base), load_marker_set(path)
    for name in found.guessed:
        assert (
            own.markers[name].weight,
            own.markers[name].required,
            own.markers[name].segment,
        ) == (
            base.markers[name].weight,
            base.markers[name].required,
            base.markers[name].segment,
        )


def test_it_says_where_markers_lie_and_what_is_not_used():
    text = starter_set(standing(), "walk.c3d").text
    assert "0.50 m high, 0.16 m to the left, seen in 100 %" in text
    assert "#   Thing: 1.80 m high, 0.00 m to the right, seen in 75 %" in text
    assert "CHECK" not in text


def test_a_side_that_contradicts_its_name_is_marked():
    text = starter_set(standing(swapped=True), "walk.c3d").text
    assert text.count("CHECK: its name says left") == len(OURS)


def test_what_is_missing_is_said():
    whole = standing()
    kept = [k for k, name in enumerate(whole.names) if "Calcaneus" not in name]
    names = tuple(whole.names[k] for k in kept)
    found = starter_set(Markers(names, whole.time, whole.position[:, kept]), "walk.c3d")
    assert set(found.missing) == {"LHEE", "RHEE"}
    assert "# Nothing was found for these" in found.text


def test_where_a_set_fits_no_file_is_needed():
    marker_set = load_marker_set("plug_in_gait_lower")
    names = tuple(marker_set.markers)
    markers = Markers(names, np.arange(2.0), np.zeros((2, len(names), 3)))
    assert "# No file is needed: plug_in_gait_lower" in starter_set(markers, "walk.c3d").text


@pytest.mark.parametrize(
    ("name", "side", "place", "medial"),
    [
        ("r.ASIS_study", "right", "asis", False),
        ("L_FLE", "left", "knee", False),
        ("RKNM", "right", "knee", True),
        ("ankle_med_l", "left", "ankle", True),
        ("RightLateralMalleolus", "right", "ankle", False),
        ("LMAL", "left", "ankle", False),
        ("LCAL", "left", "heel", False),
        ("R5MetatarsalHeadV", "right", "fifth metatarsal", False),
        ("LMT1", "left", "first metatarsal", False),
        ("RHallux", "right", "toe", False),
        ("C7", None, "seventh vertebra", False),
        ("Sternum", None, "sternum", False),
        ("LElbowIn", "left", "elbow", True),
    ],
)
def test_names_say_landmarks(name, side, place, medial):
    assert landmark(name) == Landmark(side, place, medial)


@pytest.mark.parametrize("name", ["*15", "Ball", "xyz"])
def test_names_that_say_none(name):
    assert landmark(name) is None


# points of segments whose poses a system without markers gives are named by the reader
@pytest.mark.parametrize("name", [n for n in shipped_marker_sets() if n != "segment_poses"])
def test_most_markers_of_shipped_sets_say_what_they_are(name):
    # those that define joints, by one of their names; hands, heads and vertebrae may say nothing
    marker_set = load_marker_set(name)
    wanted = [spec for spec in marker_set.markers.values() if spec.required and spec.weight >= 2]
    known = [s for s in wanted if any(landmark(n) for n in (s.name, *s.aliases))]
    assert len(known) >= 0.8 * len(wanted)
