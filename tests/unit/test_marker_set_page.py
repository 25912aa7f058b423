"""The examples of the marker sets' page are read, and place joints where the markers say."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.mocap.marker_sets import marker_set
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.records import Markers, Subject

PAGE = Path(__file__).resolve().parents[2] / "docs" / "methods" / "notes" / "own_marker_set.md"
TEXT = PAGE.read_text("utf-8")
EXAMPLES = {
    re.search(r'^name = "(\w+)"', block, re.MULTILINE)[1]: block
    for block in re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
}

# a person who stands: place on the left [m], x forward, y left, z up; sexes of names left out
STANDING = {
    "ASI": (0.10, 0.12, 0.95), "PSI": (-0.08, 0.05, 0.96),
    "KL": (0.01, 0.14, 0.50), "KM": (0.01, 0.04, 0.50), "KNE": (0.01, 0.14, 0.50),
    "KNM": (0.01, 0.04, 0.50), "AL": (-0.02, 0.13, 0.08), "AM": (-0.02, 0.06, 0.08),
    "ANK": (-0.02, 0.13, 0.08), "ANM": (-0.02, 0.06, 0.08), "HEEL": (-0.07, 0.09, 0.04),
    "HEE": (-0.07, 0.09, 0.04), "MT2": (0.12, 0.10, 0.05), "TOE": (0.12, 0.10, 0.05),
    "TH1": (0.06, 0.13, 0.70), "TH2": (-0.05, 0.13, 0.68), "THI": (0.0, 0.16, 0.7),
    "TIB": (0.0, 0.15, 0.3),
}  # fmt: skip


def written(tmp_path, name):
    path = tmp_path / f"{name}.toml"
    path.write_text(EXAMPLES[name], encoding="utf-8")
    return load_marker_set(path)


def landmarks(marker_set, names):
    places = [np.array(STANDING[n[1:]]) * [1, 1 if n[0] == "L" else -1, 1] for n in names]
    record = Markers(tuple(names), np.arange(30) / 100, np.tile(places, (30, 1, 1)))
    return evaluate_landmarks(match_set(names, marker_set), record, Subject(height=1.75))


def both(*names):
    return [f"{letter}{name}" for name in names for letter in "LR"]


def test_there_are_three_examples():
    assert list(EXAMPLES) == ["mine", "without_wands", "sixteen"]


def test_another_name_is_an_alias(tmp_path):
    found = written(tmp_path, "mine")
    assert found.markers["LKNE"].aliases == ("L_KNEE_LATERAL",)
    shipped = load_marker_set("plug_in_gait_lower")
    assert {**found.markers, "LKNE": 0, "RKNE": 0} == {**shipped.markers, "LKNE": 0, "RKNE": 0}
    assert found.points == shipped.points


def test_what_is_dropped_is_needed_by_nothing(tmp_path):
    found = written(tmp_path, "without_wands")
    names = both("ASI", "PSI", "KNE", "KNM", "ANK", "ANM", "HEE", "TOE", "TH1", "TH2")
    assert not {"LTHI", "RTHI", "LTIB", "RTIB"} & set(found.markers)
    assert match_set(names, found).missing_required == ()
    assert len(found.points["left_knee"]) == 1, "the chord with the wand has gone"
    places = landmarks(found, names)
    np.testing.assert_allclose(places.points["left_knee"][0], [0.01, 0.09, 0.50], atol=1e-12)
    np.testing.assert_allclose(places.points["right_ankle"][0], [-0.02, -0.095, 0.08], atol=1e-12)
    # without the medial markers nothing places the knee
    assert match_set([n for n in names if n[1:] != "KNM"], found).missing_required


def test_a_point_goes_with_all_that_rests_on_it(tmp_path):
    text = EXAMPLES["without_wands"].replace('"{S}TIB"]', '"{S}TIB", "{side}_heel", "LPSI"]')
    (tmp_path / "less.toml").write_text(text, encoding="utf-8")
    less = load_marker_set(tmp_path / "less.toml")
    assert not {"left_heel", "right_heel"} & set(less.points)
    assert [group.options for group in less.one_of] == [(("SACR",),)]
    assert len(less.points["sacrum"]) == 1
    for wrong, said in (
        ('"{S}TIB"]', '"{S}TIBB"]'),
        ('["{S}THI", "{S}TIB"]', '"LTHI"'),
    ):
        (tmp_path / "wrong.toml").write_text(EXAMPLES["without_wands"].replace(wrong, said))
        with pytest.raises(InputError, match=r"line 5.*(Did you mean LTIB|Write a list of texts)"):
            load_marker_set(tmp_path / "wrong.toml")


def test_the_whole_set_stands_by_itself(tmp_path):
    found = written(tmp_path, "sixteen")
    names = both("ASI", "PSI", "KL", "KM", "AL", "AM", "HEEL", "MT2")
    assert match_set(names, found).missing_required == ()
    assert len(found.markers) == len(names) == 16
    places = landmarks(found, names)
    np.testing.assert_allclose(places.points["left_knee"][0], [0.01, 0.09, 0.50], atol=1e-12)
    for side in ("left", "right"):
        for segment in ("thigh", "shank", "foot"):
            R = places.frames[f"{side}_{segment}"].R
            np.testing.assert_allclose(np.linalg.det(R), 1.0)
            assert (R[:, 1, 1] > 0.9).all(), "left stays left"
    # without the medial marker: half the estimated width inwards
    places = landmarks(found, [n for n in names if n[1:] != "KM"])
    inwards = 0.5 * 0.0559 * 1.75 + 0.007
    assert places.points["left_knee"][0, 1] == pytest.approx(0.14 - inwards, abs=1e-3)


def test_the_page_tells_every_entry_of_the_grammar():
    page = TEXT[TEXT.index("### The grammar") :]
    forms = [
        form
        for form in vars(marker_set).values()
        if isinstance(form, type) and issubclass(form, marker_set.Form)
    ]
    entries = {e.alias or name for form in forms for name, e in form.model_fields.items()}
    assert len(entries) > 30
    missing = {name for name in entries if not re.search(rf"\b{name}\b", page)}
    assert missing == set()
