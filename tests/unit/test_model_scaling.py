"""A person from joint centres: totals, frames, what is assumed, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.model.scaling import build_model
from ambulo.model.segment_table_file import SEGMENT_TABLES
from ambulo.model.skeleton import SKELETONS, load_skeleton
from ambulo.model.standing_posture import generic_geometry
from ambulo.records import Subject

# adult man of table 3.2 of Pàmies-Vilà (2012), aged 18 so that the children's table applies too
MEASURED = {
    f"{side}_{name}": value
    for side in ("left", "right")
    for name, value in {
        "thigh_length": 0.405,
        "midthigh_circumference": 0.490,
        "calf_length": 0.410,
        "calf_circumference": 0.375,
        "foot_length": 0.275,
        "foot_breadth": 0.091,
        "malleolus_height": 0.087,
        "malleolus_width": 0.073,
    }.items()
}
SUBJECT = Subject(mass=85.0, height=1.82, sex="m", age=18.0, measurements=MEASURED)


def person(skeleton="body18", table="de_leva1996", subject=SUBJECT):
    joints, ends = generic_geometry(skeleton, subject.height or 1.75, subject.sex)
    return build_model(skeleton, joints, ends, subject, table)


def heights(model):
    """World origins of the segments with all frames upright, pelvis origin at zero."""
    origin = np.zeros((model.tree.nb, 3))
    for i, parent in enumerate(model.tree.parent[1:], start=1):
        origin[i] = origin[parent] + model.tree.p_PJ[i]
    return origin


@pytest.mark.parametrize("table", SEGMENT_TABLES)
@pytest.mark.parametrize("skeleton", ["body18", "body16"])
def test_masses_sum_to_the_subjects(skeleton, table):
    model = person(skeleton, table)
    assert model.mass == pytest.approx(85.0, rel=1e-12)
    assert (model.tree.mass > 0).all()


@pytest.mark.parametrize("table", SEGMENT_TABLES)
def test_legs_weigh_what_they_weigh_in_the_whole_body(table):
    whole, legs = person("body16", table), person("legs", table)
    for name in legs.segments:
        i, j = whole.segments.index(name), legs.segments.index(name)
        assert legs.tree.mass[j] == pytest.approx(whole.tree.mass[i], rel=1e-12)
        np.testing.assert_allclose(legs.tree.com[j], whole.tree.com[i], atol=1e-12)
        np.testing.assert_allclose(legs.tree.inertia[j], whole.tree.inertia[i], atol=1e-12)
    left_out = 85.0 - legs.mass
    assert any(f"{left_out:.2f} kg of the body mass are left out" in n for n in legs.notes)


@pytest.mark.parametrize("table", SEGMENT_TABLES)
def test_a_divided_foot_is_the_whole_foot_exactly(table):
    one, two = person("body16", table), person("body18", table)
    for side in ("left", "right"):
        f = one.segments.index(f"{side}_foot")
        h, t = (two.segments.index(f"{side}_{n}") for n in ("hindfoot", "forefoot"))
        mass = two.tree.mass[[h, t]]
        com = two.tree.com[[h, t]] + np.array([np.zeros(3), two.tree.p_PJ[t]])
        centre = mass @ com / mass.sum()
        arm = com - centre
        inertia = two.tree.inertia[h] + two.tree.inertia[t]
        for m, d in zip(mass, arm, strict=True):
            inertia = inertia + m * (d @ d * np.eye(3) - np.outer(d, d))
        assert mass.sum() == pytest.approx(one.tree.mass[f], rel=1e-12)
        np.testing.assert_allclose(centre, one.tree.com[f], atol=1e-12)
        np.testing.assert_allclose(inertia, one.tree.inertia[f], atol=1e-14)


@pytest.mark.parametrize("table", SEGMENT_TABLES)
@pytest.mark.parametrize("skeleton", SKELETONS)
def test_left_and_right_are_mirror_images(skeleton, table):
    model = person(skeleton, table)
    flip = np.array([1.0, -1.0, 1.0])
    for i, name in enumerate(model.segments):
        j = model.segments.index(name.replace("left_", "right_")) if "left_" in name else i
        if "right_" in name:
            continue
        assert model.tree.mass[j] == pytest.approx(model.tree.mass[i], rel=1e-12)
        np.testing.assert_allclose(model.tree.com[j], flip * model.tree.com[i], atol=1e-12)
        np.testing.assert_allclose(
            model.tree.inertia[j],
            model.tree.inertia[i] * np.outer(flip, flip),
            atol=1e-12,
        )


def test_whole_body_centre_of_mass_height():
    # Croskey et al. (1922): 56.2 % of height in men, 55.4 % in women, sd about 1 %
    for sex, published in (("m", 0.562), ("f", 0.554)):
        model = person(subject=Subject(mass=70.0, height=1.75, sex=sex))
        com = model.tree.mass @ (heights(model) + model.tree.com) / model.mass
        assert com[2] / 1.75 + 0.530 == pytest.approx(published, abs=0.012)
        assert com[1] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("table", [t for t in SEGMENT_TABLES if t != "de_leva1996"])
def test_other_tables_put_the_centre_of_mass_near(table):
    model = person(table=table)
    com = model.tree.mass @ (heights(model) + model.tree.com) / model.mass
    # higher than in the living: Winter's own rows for head, arms and trunk (0.678 at 0.626 of
    # 0.288 above the hips) and legs (0.322 at 0.447 of 0.491 below) give 58.2 % on these heights
    winter = 0.530 + 0.678 * 0.626 * 0.288 - 0.322 * 0.447 * 0.491
    assert winter == pytest.approx(0.582, abs=0.001)
    assert 0.555 < com[2] / 1.82 + 0.530 < winter + 0.001
    if table == "winter2009":
        assert com[2] / 1.82 + 0.530 == pytest.approx(winter, abs=0.005)
    assert abs(com[0]) < 0.03


def test_generic_person_has_the_published_lengths():
    joints, ends = generic_geometry("body18", 2.0, "m")
    assert joints["left_knee"][2] == pytest.approx(-2 * 0.245)
    assert joints["right_ankle"][2] == pytest.approx(-2 * 0.246)
    assert joints["left_elbow"][2] == pytest.approx(-2 * 0.186)
    assert joints["left_wrist"][2] == pytest.approx(-2 * 0.146)
    assert ends["left_hand"][2] == pytest.approx(-2 * 0.108)
    toe = joints["left_metatarsal"] + ends["left_forefoot"]
    assert toe[0] - ends["left_heel"][0] == pytest.approx(2 * 0.152)
    head = joints["lumbar"] + joints["neck"] + joints["head"] + ends["head"]
    assert head[2] == pytest.approx(2 * (1 - 0.530))
    np.testing.assert_allclose(joints["right_hip"], joints["left_hip"] * [1, -1, 1])


def test_foot_points_agree_between_one_and_two_segments():
    one, two = person("body16"), person("body18")
    for name in ("left_heel", "left_metatarsal", "left_toe"):
        places = []
        for model in (one, two):
            segment, local = model.points[name]
            places.append(heights(model)[segment] + local)
        np.testing.assert_allclose(places[0], places[1], atol=1e-12)
    segment, local = two.points["right_toe"]
    assert two.segments[segment] == "right_forefoot"
    assert local[0] > 0


def test_what_is_not_measured_is_said():
    joints, _ = generic_geometry("body18", 1.75, "m")
    model = build_model("body18", joints, {}, Subject(mass=70.0))
    text = " ".join(model.notes)
    assert "Sex is not given. de_leva1996 differs by sex, and the mean" in text
    assert "vertex, left fingertip, left toe, left heel" in text
    # 0.491 of height from hip to ankle
    assert "Height is not given. The length of the legs shows a height of 1.75 m" in text


def test_a_table_of_men_alone_says_so():
    joints, _ = generic_geometry("body18", 1.75, "m")
    for sex, before in ((None, "Sex is not given. "), ("f", "")):
        model = build_model("body18", joints, {}, Subject(mass=70.0, sex=sex), "pamies2012")
        assert (
            f"{before}pamies2012 has no numbers for women, so those of men are used." in model.notes
        )


def test_missing_ends_are_where_the_generic_person_has_them():
    joints, ends = generic_geometry("body18", 1.75, "m")
    subject = Subject(mass=70.0, height=1.75, sex="m")
    given, completed = (build_model("body18", joints, e, subject) for e in (ends, {}))
    np.testing.assert_allclose(given.tree.com, completed.tree.com, atol=1e-12)
    np.testing.assert_allclose(given.tree.inertia, completed.tree.inertia, atol=1e-12)


def test_sex_changes_the_body_and_no_sex_is_the_mean():
    thigh = load_skeleton("body18").segments.index("left_thigh")
    mass = {
        sex: person(subject=Subject(mass=100.0, height=1.7, sex=sex)).tree.mass[thigh]
        for sex in ("f", "m", None)
    }
    assert mass["f"] == pytest.approx(14.78, abs=0.01)
    assert mass["m"] == pytest.approx(14.16, abs=0.01)
    assert mass[None] == pytest.approx(0.5 * (mass["f"] + mass["m"]), abs=0.001)


def test_children_have_heavier_heads():
    share = {}
    for age in (6.0, 9.0, 18.0):
        model = person(table="jensen1989", subject=Subject(mass=40.0, height=1.4, sex="f", age=age))
        names = [model.segments.index(n) for n in ("neck", "head")]
        share[age] = model.tree.mass[names].sum() / 40.0
    # 18.2 and 7.0 % as printed, over sums of 100.2 %
    assert share[6.0] == pytest.approx(0.182 / 1.002, abs=1e-6)
    assert share[18.0] == pytest.approx(0.070 / 1.002, abs=1e-6)
    assert share[9.0] == pytest.approx(0.5 * (0.182 + 0.101) / 1.002, abs=1e-3)


@pytest.mark.parametrize(
    ("age", "complaint"), [(None, "age, which is not known"), (40.0, "4 to 20"), (2.0, "4 to 20")]
)
def test_the_childrens_table_needs_a_child(age, complaint):
    with pytest.raises(InputError, match=complaint):
        person(table="jensen1989", subject=Subject(mass=40.0, height=1.4, sex="f", age=age))


@pytest.mark.parametrize(
    ("subject", "complaint"),
    [
        (Subject(), "mass is not known"),
        (Subject(mass=-70.0), "-70 kg"),
        (Subject(mass=0.0), "0 kg"),
        (Subject(mass=70000.0), "70000 kg"),
        (Subject(mass=float("nan")), "nan kg"),
        (Subject(mass=70.0, height=1750.0), "looks like mm"),
        (Subject(mass=70.0, height=175.0), "looks like cm"),
        (Subject(mass=70.0, height=-1.75), "height of -1.75 m"),
        (Subject(mass=70.0, height=float("nan")), "height of nan m"),
        (Subject(mass=5.0, height=1.80), "do not go together"),
        (Subject(mass=180.0, height=0.9), "do not go together"),
    ],
)
def test_subjects_that_cannot_be(subject, complaint):
    joints, ends = generic_geometry("legs", 1.75, "m")
    with pytest.raises(InputError, match=complaint) as caught:
        build_model("legs", joints, ends, subject)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


def test_joints_that_cannot_be():
    joints, ends = generic_geometry("legs", 1.75, "m")
    subject = Subject(mass=70.0, height=1.75)
    without = {k: v for k, v in joints.items() if k != "left_knee"}
    with pytest.raises(InputError, match="left_knee is not given"):
        build_model("legs", without, ends, subject)
    with pytest.raises(InputError, match="left_knee is not known"):
        build_model("legs", joints | {"left_knee": [0, 0, np.nan]}, ends, subject)
    with pytest.raises(InputError, match="Check the unit"):
        build_model("legs", {k: 1000 * v for k, v in joints.items()}, ends, subject)
    with pytest.raises(InputError, match="left hip to left knee is"):
        build_model("legs", joints | {"left_knee": -joints["left_knee"]}, ends, subject)
    with pytest.raises(InputError, match="right knee to right ankle is"):
        build_model("legs", joints | {"right_ankle": [0, 0, 0]}, ends, subject)
    with pytest.raises(InputError, match="height of 1750 m"):
        generic_geometry("legs", 1750.0)
    with pytest.raises(InputError, match="no table"):
        build_model("legs", joints, ends, subject, "dempster")
