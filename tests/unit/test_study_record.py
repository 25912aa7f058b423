"""Studies: what counts as agreement, and that a failure is shown."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import numpy as np
import pytest
from tests.command_line import ambulo, refusal

from ambulo.report.page_data import ScenePanel, to_json
from ambulo.studies import registry
from ambulo.studies.page import chart_panels, number, study_page, write_study
from ambulo.studies.printed.lists import Printed
from ambulo.studies.record import (
    Animation,
    Chart,
    Comparison,
    Curve,
    Findings,
    StudyResult,
    Table,
)


def _result(*comparisons, **checks):
    return StudyResult(
        name="name1900",
        title="A <title>",
        source="Author (1900).",
        comparisons=comparisons,
        checks=checks,
    )


def test_agreement_is_claimed_only_with_a_tolerance():
    assert Comparison("a", "m", 2.0, 2.05, 0.1).passed is True
    assert Comparison("a", "m", 2.0, 2.2, 0.1).passed is False
    assert Comparison("a", "m", 2.0, 9.0).passed is None
    assert Comparison("a", "m", 2.0, math.nan, 0.1).passed is False
    assert Comparison("a", "m", -2.0, -1.0).relative == pytest.approx(0.5)
    assert math.isnan(Comparison("a", "m", 0.0, 1.0).relative)


def test_a_study_passes_when_all_that_is_claimed_holds():
    good, open_, bad = (
        Comparison("a", "", 1.0, 1.0, 0.0),
        Comparison("b", "", 1.0, 5.0),
        Comparison("c", "", 1.0, 5.0, 0.1),
    )
    assert _result(good, open_).passed
    assert not _result(good, bad).passed
    assert not _result(good, closes=False).passed


def test_files_and_page(tmp_path):
    result = StudyResult(
        name="name1900",
        title="A <title>",
        source="Author (1900).",
        comparisons=(Comparison("speed, mean", "m/s", 1.0, math.nan, 0.1, 'said "so"'),),
        tables=(Table("T", ("what", "how much [m]"), (("a", 1.5e-9), ("b", 2.0))),),
        figures=(
            Chart("line", "L", "x [m]", "y [m]", (Curve("one", np.arange(3.0), np.arange(3.0)),)),
            Chart("map", "M", "x", "y", grid=(np.arange(3.0), np.arange(2.0), np.ones((2, 3)))),
        ),
        checks={"energy closes": False},
    )
    write_study(result, tmp_path)
    rows = list(csv.reader((tmp_path / "comparison.csv").open()))
    assert rows[1][0] == "speed, mean"
    assert rows[1][5:8] == ["0.9", "1.1", 'said "so"']
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["comparisons"][0]["ours"] is None
    assert summary["passed"] is False
    data = json.loads(to_json(study_page(result)))
    panels = {panel["id"]: panel for part in data["sections"] for panel in part["panels"]}
    assert data["title"] == "A <title>"
    assert panels["claims"]["verdict"] == "2 of 2 claims do not hold."
    assert "energy closes" in [check["name"] for check in panels["claims"]["checks"]]
    assert (panels["chart-line"]["kind"], panels["chart-map"]["kind"]) == ("lines", "map")
    assert panels["table-1"]["rows"][0]["cells"] == ["a", 1.5e-9]
    assert panels["comparisons"]["rows"][0]["cells"][3] is None
    assert "A &lt;title&gt;" in (tmp_path / "study.html").read_text()


def test_where_nothing_is_claimed_nothing_is_green():
    page = study_page(_result(Comparison("b", "", 1.0, 5.0)))
    (claims,) = page.sections[0].panels
    assert (claims.grade, claims.verdict) == ("unknown", "No agreement is claimed here.")
    (claims,) = study_page(_result(Comparison("a", "", 1.0, 1.0, 0.1))).sections[0].panels
    assert claims.grade == "good"


def test_printed_figures_that_differ_without_a_claim_are_no_agreement():
    agreed = Comparison("a", "", 1.0, 1.0, 0.1)
    beside = [Comparison("b", "", 2.0, 5.0), Comparison("c", "", 2.0, 2.001)]
    (claims,) = study_page(_result(agreed, *beside)).sections[0].panels
    assert claims.grade == "look"
    assert claims.verdict.endswith("1 printed number differs.")
    assert claims.text == ("Of 3 printed numbers: 1 differs, 1 within 1 %, 1 claimed to agree.")
    held = replace(_result(), comparisons=(), checks={"energy closes": True})
    (claims,) = study_page(held).sections[0].panels
    assert (claims.grade, claims.verdict) == (
        "unknown", "The one claim holds. No printed number is compared.",
    )  # fmt: skip


def test_figures_of_another_walk_are_no_difference():
    other = [
        Comparison("b", "%", 20.0, 1.0, apart=True),
        Comparison("c", "%", 9.0, 3.0, apart=True),
    ]
    result = replace(_result(*other), checks={"bristles": True})
    page = study_page(result)
    (claims,) = page.sections[0].panels
    assert claims.grade == "unknown"
    assert claims.verdict.endswith("No printed number is claimed to agree.")
    assert claims.text == "Of 2 printed numbers: 2 of another walk."
    (table,) = page.sections[1].panels
    assert [row.cells[6] for row in table.rows] == ["another walk", "another walk"]
    # one of the same walk that differs is still said
    more = study_page(replace(result, comparisons=(*other, Comparison("d", "", 2.0, 5.0))))
    (claims,) = more.sections[0].panels
    assert (claims.grade, "1 printed number differs" in claims.verdict) == ("look", True)


def test_listed_numbers_show_their_verdicts_and_what_has_changed():
    row = Printed(
        thesis="t", chapter="1", name="n", value=Decimal("2.0"), place="table 1", kind="result"
    )
    comparisons = (
        Comparison.of(row, 2.04),
        Comparison.of(row, 3.0, on="A", without=2.0, cause="no drag"),
    )
    result = replace(_result(), comparisons=comparisons)
    assert result.passed
    page = study_page(result)
    (claims,) = page.sections[0].panels
    # what comes out is said first
    assert claims.verdict.startswith(
        "1 of 2 printed numbers agree; for 1 of the others the cause is shown."
    )
    assert claims.text == "Of 2 printed numbers: 1 missed, cause shown, 1 met."
    (claims,) = study_page(replace(result, comparisons=comparisons[:1])).sections[0].panels
    assert claims.verdict.startswith("1 of 1 printed numbers agree.")
    (table,) = page.sections[1].panels
    assert [cell.cells[5:] for cell in table.rows] == [
        ["1.95…2.05", "met", "table 1"],
        ["1.95…2.05", "missed, cause shown", "table 1. no drag"],
    ]
    changed = replace(result, changes=("n: met, stored as better",))
    assert not changed.passed
    (claims,) = study_page(changed).sections[0].panels
    assert claims.grade == "look"


def test_left_and_right_have_their_colours_in_a_study():
    x = np.arange(3.0)
    chart = Chart(
        "v", "v", "t [s]", "F [N]", (Curve("right", x, x), Curve("left", x, x), Curve("c", x, x))
    )
    (panel,) = chart_panels([chart])
    assert [series.role for series in panel.plots[0].series] == ["right", "left", "c3"]


def test_curves_keep_their_look_and_numbers():
    x, y = np.arange(4.0), np.arange(4.0) ** 2
    styles = ("-", "k--", ":", "o-", ".")
    curves = tuple(Curve(style, x, y, style) for style in styles)
    chart = Chart("c", "C", "x [m]", "speed [m/s]", curves, marks=(1.5,), log_y=True)
    ((plot,),) = (panel.plots for panel in chart_panels([chart]))
    assert [s.stroke for s in plot.series] == ["solid", "dash", "dot", "both", "points"]
    assert [s.role for s in plot.series][:2] == ["c1", "ink"]
    assert (plot.title, plot.units[0].unit, plot.log) == ("speed", "m/s", "y")
    assert [mark.at for mark in plot.marks] == [1.5]
    np.testing.assert_array_equal(plot.series[3].y, y)


def test_what_several_trials_say_alike_is_said_once():
    study = SimpleNamespace(DEVIATIONS=("always",), TITLE="t", SOURCE="s")
    found = Findings(deviations=("a", "always", "a", "b"), notes=("n", "m", "n"))
    result = registry._result("x", study, found)
    assert result.deviations == ("always", "a", "b")
    assert result.notes == ("n", "m")


def test_maps_of_one_quantity_have_one_scale_of_colours():
    x, y = np.arange(3.0), np.arange(2.0)

    def chart(name, label, *values):
        grid = (x, y, np.array(values).reshape(2, 3))
        return Chart(name, name, "angle [deg]", "time [s]", grid=grid, grid_label=label)

    slow = chart("slow", "speed [m/s]", 1.0, 2.0, 3.0, 2.0, np.nan, 2.0)
    fast = chart("fast", "speed [m/s]", 4.0, 5.0, 6.0, 5.0, 8.0, 5.0)
    cost = chart("cost", "cost", 0.1, 0.2, 0.3, 0.1, 0.2, 0.4)
    found = chart_panels([slow, cost, fast])
    assert [panel.range for panel in found] == [(1.0, 8.0), (0.1, 0.4), (1.0, 8.0)]
    assert found[0].xlabel == "angle [°]"


def test_files_and_page_name_units_each_in_their_way(tmp_path):
    result = _result(Comparison("lean", "deg", 45.0, 44.0))
    table = Table("T", ("effort [N*m]", "of"), ((1.0, "turn [deg/s]"),))
    page = json.loads(to_json(study_page(replace(result, tables=(table,)))))
    panels = {panel["id"]: panel for section in page["sections"] for panel in section["panels"]}
    assert panels["comparisons"]["rows"][0]["cells"][1] == "°"
    assert panels["table-1"]["columns"][0]["title"] == "effort [N·m]"
    assert panels["table-1"]["rows"][0]["cells"] == [1.0, "turn [°/s]"]
    write_study(result, tmp_path / "out", page=False)
    assert "lean,deg,45" in (tmp_path / "out" / "comparison.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("column", "decimals"),
    [
        # one more than the others need, none to spare, whole ones, four digits of the largest
        ((251.0, 255.2, 1.5), 1),
        ((0.08, 0.1, 0.36), 2),
        ((1, 2, 64), 0),
        ((12.3456, 0.5123), 2),
        # sizes that no number of decimals shows
        ((1e-7, 3.0), -4),
        ((math.nan, "–"), -4),
    ],
)
def test_a_columns_numbers_have_as_many_decimals_as_they_need(column, decimals):
    table = Table("T", ("value",), tuple((cell,) for cell in column))
    found = study_page(replace(_result(), tables=(table,)))
    (panel,) = found.sections[-1].panels
    assert panel.columns[0].decimals == decimals


@pytest.mark.parametrize("cells", [("–", 3.2), (3.2, "–")])
def test_a_dash_before_numbers_makes_no_column_of_words(cells):
    """The page shows no number in a column of words."""
    table = Table("T", ("shift [mm]",), tuple((cell,) for cell in cells))
    (panel,) = study_page(replace(_result(), tables=(table,))).sections[-1].panels
    assert panel.columns[0].number
    assert panel.columns[0].decimals == 1


def test_an_animation_is_a_scene_on_its_own_clock():
    time = np.linspace(0.0, 1.0, 5)
    points = np.zeros((5, 2, 3))
    points[:, 0, 0] = 2.0 * time
    points[:, 1] = points[:, 0] + [0.0, 0.0, 1.0]
    moving = Animation("Throw", time, points, ((0, 1),), (1,), "Look.")
    result = StudyResult(name="n", title="T", source="S", animations=(moving, moving))
    page = study_page(result)
    scenes = [p for s in page.sections for p in s.panels if isinstance(p, ScenePanel)]
    assert [s.clock for s in scenes] == list(page.clocks) == ["animation-1", "animation-2"]
    np.testing.assert_array_equal(scenes[0].links[0].path, points)
    np.testing.assert_array_equal(scenes[0].traces[0].path, points[:, 1])
    assert scenes[0].heading == 0.0


def test_numbers_read_well():
    assert [number(x) for x in (0.0, 1234.56, 0.0012345, math.nan)] == [
        "0",
        "1235",
        "0.001234",
        "–",
    ]
    assert number(2.5e7) == "2.50 · 10⁷"


def test_a_result_bears_the_studys_name_and_both_kinds_of_deviation(monkeypatch):
    study = SimpleNamespace(
        TITLE="A title",
        SOURCE="Author (1900).",
        DEVIATIONS=("always",),
        run=lambda _: Findings(deviations=("this time",), checks={"energy closes": True}),
    )
    monkeypatch.setattr(registry, "_study", lambda _: study)
    result = registry.run_study("name1900", lambda *_: None)
    assert (result.name, result.title, result.source) == ("name1900", "A title", "Author (1900).")
    assert result.deviations == ("always", "this time")
    assert result.checks == {"energy closes": True}


def test_a_check_of_no_study_is_refused():
    assert "no study is named" in refusal("study", "--check")


@pytest.mark.parametrize(("holds", "status"), [(True, 0), (False, 1)])
def test_a_check_leaves_no_folder(holds, status, monkeypatch, tmp_path):
    study = SimpleNamespace(
        TITLE="A title", SOURCE="", DEVIATIONS=(), run=lambda _: Findings(checks={"x": holds})
    )
    monkeypatch.setattr(registry, "_study", lambda _: study)
    monkeypatch.chdir(tmp_path)
    said = ambulo("study", "name1900", "--check", "--json")
    assert (said.status, json.loads(said.out)["checks"]) == (status, {"x": holds})
    assert not list(tmp_path.iterdir())
