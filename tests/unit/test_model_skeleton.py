"""The shipped skeletons."""

from __future__ import annotations

import pytest

from ambulo.errors import InputError
from ambulo.model.skeleton import load_skeleton, skeleton_names
from ambulo.multibody.tree.tree import JointType


@pytest.mark.parametrize(
    ("name", "segments", "freedom"),
    [("body18", 18, 57), ("body16", 16, 51), ("legs", 7, 24), ("legs_two_segment_feet", 9, 30)],
)
def test_segments_and_degrees_of_freedom(name, segments, freedom):
    skeleton = load_skeleton(name)
    assert skeleton.name == name
    assert len(skeleton.segments) == segments
    assert skeleton.nv == freedom


@pytest.mark.parametrize("name", skeleton_names())
def test_parents_come_first_and_names_are_unique(name):
    skeleton = load_skeleton(name)
    assert len(set(skeleton.segments)) == len(skeleton.segments)
    assert len(set(skeleton.joints)) == len(skeleton.joints)
    assert skeleton.links[0].joint == "root"
    assert skeleton.links[0].type == JointType.FREE
    for i, link in enumerate(skeleton.links[1:], start=1):
        assert skeleton.segments.index(str(link.parent)) < i
        assert link.type == JointType.BALL


def test_the_body_of_the_thesis():
    skeleton = load_skeleton("body18")
    assert skeleton.link("left_forefoot").joint == "left_metatarsal"
    assert skeleton.link("right_thigh").parent == "pelvis"
    assert skeleton.link("head").parent == "neck"
    assert skeleton.foot("left") == ("left_hindfoot", "left_forefoot")
    assert load_skeleton("legs").foot("right") == ("right_foot", "right_foot")


def test_an_unknown_skeleton_names_those_there_are():
    with pytest.raises(InputError, match="body18"):
        load_skeleton("body17")
