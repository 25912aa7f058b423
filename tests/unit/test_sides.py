"""Names with and without a side."""

import pytest

from ambulo.records.sides import other_side, side_of, without_side


@pytest.mark.parametrize(
    ("name", "side", "bare", "other"),
    [
        ("left_knee_flexion", "left", "knee_flexion", "right_knee_flexion"),
        ("right_asis", "right", "asis", "left_asis"),
        ("pelvis", None, "pelvis", "pelvis"),
        ("lefty_knee", None, "lefty_knee", "lefty_knee"),
        ("left", None, "left", "left"),
    ],
)
def test_a_name_has_a_side_if_it_begins_with_one(name, side, bare, other):
    assert (side_of(name), without_side(name), other_side(name)) == (side, bare, other)
