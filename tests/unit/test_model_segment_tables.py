"""The shipped tables: printed values, sums, and bodies that can exist."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from ambulo.demo.walking_man import MEASUREMENTS, walking_man
from ambulo.inputs.errors import InputError
from ambulo.model.segment_table_file import (
    SEGMENT_TABLES,
    load_segment_table,
)
from ambulo.model.skeleton import load_skeleton
from ambulo.multibody.rigid_body import second_moment
from ambulo.records import Subject

SEXES = ("f", "m", None)


def rows(table, segment):
    return [part for part in load_segment_table(table).parts if segment in part.covers]


@pytest.mark.parametrize("name", SEGMENT_TABLES)
def test_every_table_is_cited_and_covers_the_whole_body_once(name):
    table = load_segment_table(name)
    assert table.name == name
    assert table.citation
    assert table.population
    covered = {
        f"{side}{segment}"
        for part in table.parts
        for segment in part.covers
        for side in (("left_", "right_") if part.sided else ("",))
    }
    assert covered == set(load_skeleton("body18").segments)


@pytest.mark.parametrize("sex", SEXES)
@pytest.mark.parametrize("name", SEGMENT_TABLES)
def test_every_part_is_a_body(name, sex):
    for part in load_segment_table(name).parts:
        numbers = part.of(sex)
        assert 0.0 < numbers.mass < 0.6
        assert 0.0 < numbers.length <= 1.0
        smallest = np.linalg.eigvalsh(second_moment(numbers.gyration)).min()
        assert smallest > 0.0, f"{part.covers} is thinner than a plane"


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("de_leva1996", {"f": 0.9999, "m": 1.0000}),
        ("dumas2007", {"f": 0.999, "m": 1.002}),
        ("winter2009", {"f": 1.000, "m": 1.000}),
        ("pamies2012", {"f": 1.000, "m": 1.000}),
        ("pamies2012_printed", {"f": 73.999 / 85, "m": 73.999 / 85}),
    ],
)
def test_sums_of_the_printed_mass_fractions(name, printed):
    for sex, expected in printed.items():
        parts = load_segment_table(name).parts
        total = sum((2 if part.sided else 1) * part.of(sex).mass for part in parts)
        assert total == pytest.approx(expected, abs=2e-5)


def test_de_leva_as_in_an_independent_copy(data: Path):
    for sex, file in (("f", "BSPfemale_ZdeLeva.txt"), ("m", "BSPmale_ZdeLeva.txt")):
        with (data / "bmc" / file).open(newline="") as stream:
            copy = {row["Segment"].strip(): row for row in csv.DictReader(stream, delimiter="\t")}
        pairs = {
            "thigh": "Thigh",
            "shank": "Shank",
            "hindfoot": "Foot",
            "upper_arm": "Upper arm",
            "forearm": "Forearm",
            "hand": "Hand 2",
            "head": "Head 2",
            "pelvis": "Lower trunk",
        }
        for ours, theirs in pairs.items():
            (part,) = rows("de_leva1996", ours)
            numbers, row = part.of(sex), copy[theirs]
            assert numbers.mass == float(row["Mass"])
            assert np.linalg.norm(numbers.com) == pytest.approx(float(row["CM Long"]))
            printed = sorted(float(row[f"Rg {axis}"]) for axis in ("Sag", "Trans", "Long"))
            np.testing.assert_allclose(np.sort(np.sqrt(np.diag(numbers.gyration))), printed)


def test_de_leva_axes():
    (thigh,) = rows("de_leva1996", "thigh")
    np.testing.assert_allclose(thigh.male.com, [0, 0, -0.4095])
    (foot,) = rows("de_leva1996", "forefoot")
    # along x from the heel; thin about x, thickest about the vertical
    np.testing.assert_allclose(foot.male.com, [0.4415, 0, 0])
    np.testing.assert_allclose(np.sqrt(np.diag(foot.male.gyration)), [0.124, 0.245, 0.257])


def test_parts_of_the_trunk_of_de_leva_make_its_whole_trunk():
    # table 4, cervicale to hip joint centres: mass 43.46 %, com at 51.38 %, 49.64 % (f)
    for sex, mass, com in (("m", 0.4346, 0.5138), ("f", 0.4257, 0.4964)):
        parts = [p.of(sex) for p in rows("de_leva1996", "torso") + rows("de_leva1996", "pelvis")]
        assert sum(p.mass for p in parts) == pytest.approx(mass, abs=1e-4)
        found = sum(p.mass * (p.at - p.length * p.com[2]) for p in parts) / mass
        # the table's own rounding and adjustment leave 3 mm of 600 mm
        assert found == pytest.approx(com, abs=0.006)


def test_dumas_is_turned_from_isb_axes():
    (thigh,) = rows("dumas2007", "thigh")
    # right side: 4.1 % behind, 42.9 % below, 3.3 % to the right, which is -y
    np.testing.assert_allclose(thigh.male.com, [-0.041, -0.033, -0.429])
    np.testing.assert_allclose(np.diag(thigh.male.gyration), np.square([0.29, 0.30, 0.15]))
    # I_XY stays between x and z; I_YZ changes its sign with the axis Z
    assert thigh.male.gyration[0, 2] == pytest.approx(0.07**2)
    assert thigh.male.gyration[1, 2] == pytest.approx(0.07**2)
    assert thigh.male.gyration[0, 1] == pytest.approx(0.02**2)


def test_palm_of_the_hand_faces_the_thigh():
    # Dumas: 3.5 % out of the palm and 3.2 % towards the thumb; on the right that is left, forwards
    (hand,) = rows("dumas2007", "hand")
    np.testing.assert_allclose(hand.male.com, [0.032, 0.035, -0.357])
    # flattest across the palm: more inertia about its normal than about the thumb's direction
    (hand,) = rows("de_leva1996", "hand")
    assert hand.male.gyration[1, 1] > hand.male.gyration[0, 0]


def test_the_one_impossible_tensor_is_corrected_and_said():
    remarks = load_segment_table("dumas2007").remarks
    remarks = [r for r in remarks if r.startswith("No body can have the printed inertia tensor")]
    assert len(remarks) == 1
    assert "torso (female)" in remarks[0]


def test_winter_as_printed(data: Path):
    with (data / "bmc" / "BSP_DempsterWinter.txt").open(newline="") as stream:
        copy = {row["Segment"]: row for row in csv.DictReader(stream, delimiter="\t")}
    pairs = {
        "thigh": "Thigh",
        "shank": "Leg",
        "hindfoot": "Foot",
        "upper_arm": "Upper arm",
        "forearm": "Forearm",
        "hand": "Hand",
        "head": "Head neck",
    }
    for ours, theirs in pairs.items():
        (part,) = rows("winter2009", ours)
        numbers, row = part.of(None), copy[theirs]
        assert numbers.mass == float(row["Mass"])
        assert np.linalg.norm(numbers.com) == pytest.approx(float(row["CM prox"]))
        assert np.sqrt(numbers.gyration[1, 1]) == pytest.approx(float(row["Rg CM"]))
    torso, pelvis = rows("winter2009", "torso")[0].male, rows("winter2009", "pelvis")[0].male
    assert torso.mass == float(copy["Thorax abdomen"]["Mass"])
    assert pelvis.mass + torso.mass == pytest.approx(float(copy["Trunk"]["Mass"]))
    # its trunk has its centre of mass half way from trochanter to shoulder, 0.288 of height
    height = [-(n.at - n.length * n.com[2] - 1.0) * 0.3300 for n in (torso, pelvis)]
    both = (torso.mass * height[0] + pelvis.mass * height[1]) / 0.497
    assert both == pytest.approx(0.5 * 0.288, abs=0.001)


def test_the_thesis_subject_as_printed():
    (thigh,) = rows("pamies2012_printed", "thigh")
    assert thigh.male.mass * 85 == pytest.approx((8.684 + 8.446) / 2)
    moments = np.diag(thigh.male.gyration) * 8.565 * 0.3975**2
    np.testing.assert_allclose(moments, [0.10978, 0.11431, 0.02988])
    assert load_segment_table("pamies2012").sexes == ("m",)


def test_the_thesis_subject_is_a_body_of_74_kg():
    """Vaughan's regressions on table 3.2 give the printed inertias of the leg with 74.0 kg."""
    subject = Subject(mass=73.999, height=1.82, sex="m", measurements=MEASUREMENTS)
    of_vaughan = walking_man("vaughan1992", subject).tree
    own = walking_man("pamies2012", subject)
    for name in ("left_thigh", "left_shank"):
        k = own.segments.index(name)
        # the table's are of the mean lengths of both legs
        ratio = np.diag(own.tree.inertia[k]) / np.diag(of_vaughan.inertia[k])
        np.testing.assert_allclose(ratio, 1.0, rtol=0.01)


@pytest.mark.parametrize(
    ("table", "old", "new", "said"),
    [
        ("de_leva1996", 'covers = ["hand"]', 'covers = ["paw"]', "no segment 'paw' of a limb"),
        ("de_leva1996", 'covers = ["hand"]', 'covers = ["hand", "forearm"]', "are not one part"),
        ("de_leva1996", '"vertex", "neck"', '"crown", "neck"', "no landmark 'crown'"),
        ("de_leva1996", 'along = "-z"', 'along = "down"', "there is no along 'down'"),
        ("de_leva1996", "mass = 0.0668", "mass = -0.0668", "mass is -0.0668 and should be"),
        ("de_leva1996", "com = 0.4841,", "com = [0.0, 0.0, 0.4],", "com does not go with"),
        ("de_leva1996", "sagittal = 0.271, ", "", "must be given in exactly one way"),
        ("de_leva1996", "transverse = 0.295", "transverse = 3.0", "as large as the other two"),
        ("de_leva1996", "\nabout = [", "\naxes = [", "there is no axes .*isb_hand"),
        ("dumas2007", 'axes = "isb"\n', "", "a tensor needs axes"),
        ("pamies2012", "body_mass = 73.999\n", "", "inertia needs body_mass"),
        ("pamies2012", ", line_length = 0.482", "", "inertia and line_length need each other"),
        ("jensen1989", '"de_leva1996"', '"de_leva"', "Did you mean de_leva1996"),
        ("jensen1989", '"de_leva1996"', '"mine.toml"', "the table names itself as its base"),
        ("jensen1989", "[6.0, 12.0,", "[6.0, 5.0,", "the ages do not increase"),
        ("jensen1989", "18.2, ", "", "has 3 percentages, but there are 4 ages"),
        ("jensen1989", 'covers = ["hand"]', 'covers = ["head"]', "is in no growth group"),
        (
            "vaughan1992",
            "[regression.foot]",
            "[regression.toes]",
            "unknown entry 'toes'",
        ),
        ("vaughan1992", 'base = "winter2009"', "", "either parts or a base"),
    ],
)
def test_mistakes_in_a_users_table_are_named(tmp_path, table, old, new, said):
    text = SEGMENT_TABLES[table].read_text("utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=said) as refused:
        load_segment_table(path)
    assert "mine.toml" in str(refused.value)
    assert refused.value.remedy
