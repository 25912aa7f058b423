"""The shipped skeletons."""

from __future__ import annotations

import pytest

from ambulo.inputs.errors import InputError
from ambulo.model.scaling import build_model
from ambulo.model.skeleton import SKELETONS, load_skeleton
from ambulo.model.standing_posture import generic_geometry
from ambulo.multibody.tree.tree import JointType
from ambulo.records import Subject


@pytest.mark.parametrize(
    ("name", "segments", "freedom"),
    [("body18", 18, 57), ("body16", 16, 51), ("legs", 7, 24), ("legs_two_segment_feet", 9, 30)],
)
def test_segments_and_degrees_of_freedom(name, segments, freedom):
    skeleton = load_skeleton(name)
    assert skeleton.name == name
    assert len(skeleton.segments) == segments
    assert skeleton.nv == freedom


@pytest.mark.parametrize("name", SKELETONS)
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
    assert skeleton.feet["left"] == ("left_hindfoot", "left_forefoot")
    assert load_skeleton("legs").feet["right"] == ("right_foot", "right_foot")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["thigh", "shank",', '["thigh", "shin",', "has no left_shank"),
        ('segments = ["pelvis"]', 'segments = ["hips"]', "no segment 'pelvis' comes before"),
        ('["hip", "knee",', '["hip", "kne",', "no names for the motions of a joint 'left_kne'"),
        ('types = ["FREE"]', 'types = ["BALL"]', "the first joint must be FREE"),
        ('"BALL", "BALL", "BALL"]', '"BALL", "BALL"]', "differ in number"),
        ('"BALL", "BALL", "BALL"]', '"BALL", "BALL", "SLIDE"]', "there is no joint type 'SLIDE'"),
        ('parent = "world"', 'parent = "pelvis"', "must have the world as its parent"),
        ("sided = true", "sided = 1", "sided is 1 and should be true or false"),
        ("sided = true\n", "", "of a joint 'shoulder'|of a joint 'hip'"),
    ],
)
def test_mistakes_in_a_skeleton_are_named(tmp_path, old, new, said):
    text = SKELETONS["body16"].read_text("utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=said) as refused:
        load_skeleton(path)
    assert "mine.toml, line" in str(refused.value)
    assert refused.value.remedy


def test_half_of_a_part_is_refused(tmp_path):
    """De Leva gives head and neck together: a skeleton with one of them cannot be filled."""
    text = SKELETONS["body16"].read_text("utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(
        text.replace('["torso", "neck", "head"]', '["torso", "neck"]')
        .replace('["lumbar", "neck", "head"]', '["lumbar", "neck"]')
        .replace('"BALL", "BALL", "BALL"]', '"BALL", "BALL"]', 1),
        encoding="utf-8",
    )
    skeleton = load_skeleton(path)
    with pytest.raises(InputError, match="gives neck and head as one part"):
        build_model(skeleton, *generic_geometry(skeleton, 1.75), Subject(mass=70.0))
