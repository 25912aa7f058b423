"""The page of a study: conditions between subjects, and what its tables hold."""

from __future__ import annotations

import json
import platform
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import numpy as np
import pytest

from ambulo.population import between_subjects as module
from ambulo.population.along_curve import Cluster, CurveTest
from ambulo.population.between_subjects import between_subjects
from ambulo.population.curve_store import CurveStore, new_store, write_groups
from ambulo.population.group import Average, GroupFound
from ambulo.population.study_page import Tally, study_page
from ambulo.report.normal_band import load_band
from ambulo.report.page_data import to_json
from ambulo.results.conventions import chosen
from ambulo.results.gait_cycle import CYCLE

KNEE = "left_knee_flexion [deg]"


def average(level: float, strides: int = 3) -> Average:
    return Average(np.full(len(CYCLE), level), np.full(len(CYCLE), 0.1), strides)


AVERAGES = {
    ("Ann", "1", "slow"): {KNEE: average(10.0)},
    ("Ann", "2", "slow"): {KNEE: average(20.0)},
    ("Ben", "1", "slow"): {KNEE: average(25.0)},
    ("Ben", "1", "fast"): {KNEE: average(40.0)},
}


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    groups = []
    for key, found in AVERAGES.items():
        rows = [np.concatenate([[a.strides], a.mean, a.sd]) for a in found.values()]
        groups.append(GroupFound(tuple(found), np.array(rows), (), (), f"{key}\n", "p", ""))
    places = [*write_groups(folder, "0", groups[2:]), *write_groups(folder, "1", groups[:2])]
    with closing(
        CurveStore(folder, dict(zip(AVERAGES, places[2:] + places[:2], strict=True)))
    ) as store:
        yield store


def test_what_is_stored_is_had_back_in_the_order_asked_for(stored):
    assert list(stored) == list(AVERAGES)
    for key, found in AVERAGES.items():
        assert list(stored[key]) == list(found)
        assert np.array_equal(stored[key][KNEE].mean, found[KNEE].mean)
        assert np.array_equal(stored[key][KNEE].sd, found[KNEE].sd)
        assert stored[key][KNEE].strides == 3
    assert b"".join(stored.lines(0)).decode() == "".join(f"{key}\n" for key in AVERAGES)
    assert b"".join(stored.lines(1)) == b"pppp"


def test_what_killed_runs_have_left_goes(tmp_path):
    """A lock that nobody holds is a killed run's; what another machine's holds is not seen here."""
    folders = {"left": platform.node(), "begun": "", "elsewhere": "another machine"}
    for name, machine in folders.items():
        (tmp_path / f".groups-{name}" / "0").mkdir(parents=True)
        (tmp_path / f".groups-{name}" / "held").write_text(machine)
    without_lock = tmp_path / ".groups-strange"
    without_lock.mkdir()
    with new_store(tmp_path) as mine, new_store(tmp_path) as another:
        there = {tmp_path / f".groups-{name}" for name in ("begun", "elsewhere")}
        assert set(tmp_path.iterdir()) == {mine, another, without_lock, *there}
    assert set(tmp_path.iterdir()) == {without_lock, *there}


def test_a_subject_counts_once_however_many_sessions_there_were(stored):
    slow, fast = between_subjects(stored)[KNEE]
    assert slow is not None
    assert fast is not None
    # Ann's sessions make 15, Ben has 25
    np.testing.assert_allclose(slow.mean, 20.0)
    np.testing.assert_allclose(slow.sd, np.sqrt(50.0))
    assert slow.strides == 9
    np.testing.assert_allclose(fast.mean, 40.0)
    assert np.isnan(fast.sd).all()


def test_subjects_summed_up_in_parts_are_those_of_the_whole(stored, monkeypatch):
    whole = between_subjects(stored)[KNEE][0]
    monkeypatch.setattr(module, "_AT_ONCE", 1)
    with ThreadPoolExecutor(2) as threads:
        parts = between_subjects(stored, threads, workers=2)[KNEE][0]
    np.testing.assert_allclose(parts.mean, whole.mean, rtol=1e-14)
    np.testing.assert_allclose(parts.sd, whole.sd, rtol=1e-14)
    assert parts.strides == whole.strides


@pytest.fixture(scope="module")
def panels(stored):
    trials = [
        ("Ann", "1", "slow", "a.c3d", "done", "look", "../trials/a/report.html", ""),
        ("Ben", "1", "fast", "b.c3d", "failed", "", "", "no plates"),
    ]
    tests = [
        CurveTest(KNEE, "slow", "fast", "paired", (5, 5), 3.0, 4.0, (Cluster(10.0, 20.0, 0.01),)),
        CurveTest(KNEE, "slow", "slower", "paired", (5, 5), 3.0, 1.0, ()),
    ]
    scores = [(("Ann", "1", "slow"), "gait_profile_score", 6.5)]
    symmetry = [(("Ann", "1", "slow"), "step_time_symmetry_index", "%", -4.0)]
    page = study_page(
        "brace",
        trials,
        Tally(7, 1, {"good": 4, "look": 2}),
        list(stored),
        between_subjects(stored),
        conventions=chosen({"moment_axes": "distal", "forward": "+x"}),
        scores=scores,
        symmetry=symmetry,
        tests=tests,
        band=load_band(),
        notes=["a note"],
    )
    assert page.title == "Brace: 2 subjects, 7 trials"
    data = json.loads(to_json(page))
    return {panel["id"]: panel for section in data["sections"] for panel in section["panels"]}


def test_the_worst_of_the_analyses_and_the_knees_are_seen_first(panels):
    assert panels["trust"]["grade"] == "look"
    assert "Of 6 analyses, 2 need a look, 4 are good." in panels["trust"]["verdict"]
    slow, fast = panels["counts"]["facts"][3:]
    assert (slow["label"], slow["sides"]) == ("Knee flexion, slow", ["20–20", "–"])
    assert (fast["label"], fast["sides"]) == ("Knee flexion, fast", ["40–40", "–"])
    done, _ = (row["cells"] for row in panels["trials"]["rows"])
    assert done[3:6] == ["a.c3d", "done", "look at it"]


def test_each_condition_is_a_curve_on_the_normal_band(panels):
    (knee,) = panels["left-angles"]["plots"]
    assert [series["label"] for series in knee["series"]] == ["slow", "fast"]
    assert knee["positive"] == "flexion"
    assert len(knee["bands"]) == 1
    assert panels["left-angles"]["caption"].endswith(
        "Pelvis rotation and foot progression are relative to an axis of the laboratory."
    )


def test_a_failed_trial_is_a_line_with_its_reason(panels):
    done, failed = (row["cells"] for row in panels["trials"]["rows"])
    assert done[6].endswith("report.html")
    assert failed[4:] == ["failed", "", "", "no plates"]
    assert panels["trials"]["caption"] == "2 of 7 trials, failed ones first. trials.csv has all."
    assert [c["title"] for c in panels["trials"]["columns"] if c["link"]] == ["report"]
    assert panels["counts"]["facts"][2]["note"] == "1 failed"


def test_only_where_conditions_differ_there_is_a_row(panels):
    (row,) = panels["along-curve"]["rows"]
    assert row["cells"] == ["left knee flexion", "°", "slow", "fast", "10 to 20 %", "0.010"]
    assert "1 of 2 comparisons show no difference" in panels["along-curve"]["caption"]
