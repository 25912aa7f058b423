"""Matching a file's marker names with marker sets."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ambulo.inputs.errors import MarkersMissing
from ambulo.mocap.marker_sets.marker_names import best, match, match_set, normal_name
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set, shipped_marker_sets

LEG = ("THI", "KNE", "TIB", "ANK", "HEE", "TOE")
LOWER = [S + n for S in "LR" for n in ("ASI", "PSI", *LEG)]
ARM = ("FHD", "BHD", "SHO", "ELB", "WRA", "WRB", "FIN")
UPPER = ["C7", "T10", "CLAV", "STRN", "RBAK", *(S + n for S in "LR" for n in ARM)]


@pytest.mark.parametrize("name", ["Anna:R.ASIS", "r_asis", "R ASIS", "R-Asis", "RASIS"])
def test_prefix_case_and_punctuation_do_not_matter(name):
    assert normal_name(name) == "rasis"


@pytest.mark.parametrize("name", shipped_marker_sets())
def test_every_shipped_set_recognises_itself(name):
    names = [n for n, spec in load_marker_set(name).markers.items() if spec.required]
    names += [m for g in load_marker_set(name).one_of for m in g.options[0]]
    assert best(names).marker_set.name == name


@pytest.mark.parametrize("name", shipped_marker_sets())
def test_the_sets_not_built_are_none_that_fits(name):
    """Names of one set under their last aliases, and with its first required marker gone."""
    names = [[n, *s.aliases][-1] for n, s in load_marker_set(name).markers.items()]
    required = [[n, *s.aliases][-1] for n, s in load_marker_set(name).markers.items() if s.required]
    for given in (names, [n for n in names if n not in required[:1]]):
        complete = [m for m in match(given) if m.complete]
        if not complete:
            with pytest.raises(MarkersMissing, match=match(given)[0].marker_set.name):
                best(given)
            continue
        found = best(given)
        assert found.marker_set is complete[0].marker_set
        assert all(f"{m.marker_set.name} ({len(m.found)})" in found.notes[0] for m in complete[1:])


@pytest.mark.parametrize("name", shipped_marker_sets())
def test_no_two_markers_of_a_set_share_a_name(name):
    seen = {}
    for canonical, spec in load_marker_set(name).markers.items():
        for alias in {normal_name(a) for a in (canonical, *spec.aliases)}:
            assert seen.setdefault(alias, canonical) == canonical


def test_full_body_is_preferred_where_it_fits():
    found = best([f"Subject:{n}" for n in LOWER + UPPER])
    assert found.marker_set.name == "plug_in_gait_full"
    assert found.found["LASI"] == "Subject:LASI"
    assert "plug_in_gait_lower" in found.notes[0]


def test_lower_body_where_the_upper_is_missing():
    found = best([*LOWER, "extra"])
    assert found.marker_set.name == "plug_in_gait_lower"
    assert found.unknown == ("extra",)


def test_sacral_marker_stands_for_two_posterior_spines():
    names = [n for n in LOWER if "PSI" not in n] + ["SACR"]
    found = best(names)
    assert found.complete
    assert any("SACR" in note for note in found.notes)
    found = match_set([n for n in names if n != "SACR"] + ["LPSI"], found.marker_set)
    assert not found.complete
    assert "LPSI + RPSI or SACR" in found.missing_required[0]


def test_duplicates_are_said():
    found = best([*LOWER, "lasi"])
    assert found.found["LASI"] == "LASI"
    assert any("LASI, lasi" in note for note in found.notes)


def test_missing_markers_name_the_nearest_set():
    with pytest.raises(MarkersMissing) as error:
        best([n for n in LOWER if n not in ("LKNE", "RTOE")])
    message = str(error.value)
    assert "plug_in_gait_lower" in message
    assert "LKNE" in message
    assert "RTOE" in message
    assert "LASI," not in message


def test_a_named_set_says_what_it_lacks():
    with pytest.raises(MarkersMissing, match=r"vaughan15 lacks .*TROCH"):
        best(LOWER, ["vaughan15"])


def test_unknown_names_ask_for_a_description():
    with pytest.raises(
        MarkersMissing, match=r"none of the 3 marker names.*`ambulo markers FILE > mine.toml`"
    ):
        best(["one", "two", "three"])


def test_matches_are_ordered_and_scored():
    matches = match(LOWER)
    assert matches[0].marker_set.name == "plug_in_gait_lower"
    assert matches[0].score == pytest.approx(1.0)
    assert all(a.score >= b.score for a, b in pairwise(matches))
    assert {m.marker_set.name for m in matches} == set(shipped_marker_sets())


def test_vaughans_names_and_the_thesis_numbers():
    long = ["Sacrum"]
    for side in ("Left", "Right"):
        long += [
            f"Marker{side}{part}"
            for part in (
                "ASIS",
                "GreaterTrochanter",
                "FemoralEpicondyle",
                "TibialTubercle",
                "LateralMalleolus",
                "Heel",
                "MetatarsalHeadV",
            )
        ]
    assert best(long).marker_set.name == "vaughan15"
    numbers = best([f"M{k}" for k in range(1, 38)])
    assert numbers.marker_set.name == "pamies37"
    assert numbers.found["SACRUM"] == "M15"
    assert numbers.found["RMET5"] == "M1"
    assert not numbers.unknown
