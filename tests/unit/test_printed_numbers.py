"""Printed numbers of the theses: the rule by which ours meets them, their lists, verdicts, page."""

from __future__ import annotations

import dataclasses
import math
import re
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest
from tests import reproduced_page

from ambulo.studies.page import agreed_interval
from ambulo.studies.printed import found, shown
from ambulo.studies.printed.lists import KINDS, LISTS, Printed, Thesis, printed
from ambulo.studies.printed.rule import WORDS, allowed
from ambulo.studies.record import VERDICTS, Chart, Comparison, Curve, Findings, Table
from ambulo.studies.registry import STUDIES
from ambulo_studies.gait_trials import beside_printed


@pytest.mark.parametrize(
    ("printed", "word", "ends"),
    [
        ("24.1", "", (24.05, 24.15)),
        # a digit that is printed counts, zero or not
        ("9.10", "", (9.095, 9.105)),
        ("650", "", (649.5, 650.5)),
        ("8E-7", "", (7.5e-7, 8.5e-7)),
        ("-32", "", (-32.5, -31.5)),
        ("0", "exactly", (-1e-9, 1e-9)),
        ("300", "about", (250.0, 350.0)),
        ("2.20", "about", (2.15, 2.25)),
        ("0.00", "about", (-0.005, 0.005)),
        ("1E-3", "order", (10**-3.5, 10**-2.5)),
        ("1", "slightly above", (1.0, 1.1)),
        ("-2", "slightly below", (-2.0, -1.8)),
        ("99.9", "at least", (99.85, math.inf)),
        ("0.001", "at most", (-math.inf, 0.0015)),
        ("0", "negligible", (-1.0, 1.0)),
    ],
)
def test_how_far_ours_may_lie_is_of_the_print_alone(printed, word, ends):
    assert allowed(Decimal(printed), word) == pytest.approx(ends, rel=1e-12)


@pytest.mark.parametrize(
    ("value", "shown"),
    [("652.054", "652.0535…652.0545"), ("2.0", "1.95…2.05"), ("-32", "-32.5…-31.5")],
)
def test_limits_are_shown_with_the_digits_that_tell_them_apart(value, shown):
    assert agreed_interval(Comparison.of(_row(value=Decimal(value)), 1.0)) == shown


def test_what_is_no_number_is_not_printed():
    with pytest.raises(ValueError, match="not a printed number"):
        allowed(Decimal("NaN"), "")


def test_every_printed_number_is_on_the_page():
    """`python -m tests.reproduced_page` writes it."""
    assert reproduced_page.PAGE.read_text("utf-8") == reproduced_page.page()
    on_it = set(reproduced_page.PAGE.read_text("utf-8").splitlines())
    for thesis in LISTS:
        for row, ours in reproduced_page.beside(thesis):
            assert on_it.issuperset(reproduced_page.lines(row, ours)), row.name


@pytest.mark.parametrize("thesis", LISTS)
def test_every_number_has_who_answers_it(thesis):
    recordings = printed(thesis).recordings
    for row, ours in reproduced_page.beside(thesis):
        assert row.kind in KINDS, row.name
        assert row.says in WORDS, row.name
        assert not row.used or row.given, row.name
        said = [not row.again and row.missing, row.circular, row.given, row.again]
        assert len([one for one in said if one]) == 1 - (bool(row.study) and not any(said)), (
            row.name
        )
        assert not row.study or row.study in STUDIES, row.name
        assert not row.recording or row.recording in recordings, row.name
        # what a study answers is stored, wherever it was run last
        answers = printed(thesis).numbers[row.again].study if row.again else row.study
        assert bool(ours) == bool(answers) or row.recording, row.name
        # which has a result of its own
        assert not row.again or printed(thesis).numbers[row.again].study, row.name


@pytest.mark.parametrize("thesis", ["alnazer2006", "bruzzo2012", "patel2004"])
def test_a_list_has_as_many_numbers_of_each_chapter_as_its_head_says(thesis):
    head = LISTS[thesis].read_text("utf-8").partition("\nsource")[0].replace("\n# ", " ")
    said = re.findall(r"(\w+): (\d+)", head.partition("By chapter:")[2].split(". ")[0])
    counted = Counter(row.chapter for row in printed(thesis).numbers.values())
    assert {chapter: int(n) for chapter, n in said if n != "0"} == counted


@pytest.mark.parametrize("thesis", LISTS)
def test_a_stored_verdict_follows_from_what_is_printed_and_found(thesis):
    for line in found.stored(thesis):
        assert line.comparison.verdict == line.verdict, line
        assert printed(thesis).numbers[line.name].study == line.study, line


@pytest.mark.parametrize(
    "row", [row for t in LISTS for row in printed(t).numbers.values() if row.used], ids=str
)
def test_inputs_are_used_as_they_are_printed(row):
    module, _, names = row.used.partition(":")
    value = import_module(module)
    for name in names.split("."):
        value = (
            value[int(name) if name.isdigit() else name]
            if isinstance(value, Mapping | tuple | list | np.ndarray)
            else getattr(value, name)
        )
    assert value == pytest.approx(row.times * float(row.value), rel=1e-12)


def _row(**given):
    fields = {"thesis": "t", "chapter": "1", "name": "n", "value": Decimal("2.0"), "place": "p"}
    return Printed(**{**fields, "kind": "result", "study": "s", **given})


@pytest.mark.parametrize(
    ("ours", "given", "verdict"),
    [
        (2.04, {}, "met"),
        (2.06, {}, "missed, cause not isolated"),
        (1.0, {}, "missed, cause not isolated"),
        (1.0, {"error": True}, "better"),
        # an error is no less than nothing
        (-1.0, {"error": True}, "missed, cause not isolated"),
        (math.nan, {"error": True}, "missed, cause not isolated"),
        (2.04, {"given": "a length"}, "input"),
        # another sample of the author's could have had it
        (2.29, {"drawn": ("mean", 2.0, 4.0, 1000)}, "met"),
        (2.31, {"drawn": ("mean", 2.0, 4.0, 1000)}, "missed, cause not isolated"),
        (2.04, {"circular": "calibrated"}, "circular"),
        (9.0, {"missing": "the force"}, "not reproducible"),
    ],
)
def test_a_verdict_is_the_rules(ours, given, verdict):
    assert Comparison.of(_row(**given), ours).verdict == verdict


def test_what_is_missing_on_one_walk_is_asked_for_where_nothing_removes_its_miss():
    row = _row(missing_on={"slow": "the fast one"})
    assert Comparison.of(row, 3.0, on="slow").verdict == "not reproducible"
    assert Comparison.of(row, 3.0, on="slow", without=2.01).verdict == "missed, cause shown"
    assert Comparison.of(row, 2.01, on="slow").verdict == "met"
    assert Comparison.of(row, 3.0, on="fast").verdict == "missed, cause not isolated"


def test_a_cause_is_shown_by_what_removes_the_miss():
    assert Comparison.of(_row(), 3.0, without=2.01).verdict == "missed, cause shown"
    assert Comparison.of(_row(), 3.0, without=2.2).verdict == "missed, cause not isolated"
    # by a scale, the limits too
    assert Comparison.of(_row(), 4.09, scale=2.0).verdict == "met"
    assert Comparison.of(_row(), 4.11, scale=2.0).verdict == "missed, cause not isolated"


@pytest.mark.parametrize(
    ("name", "ours", "left", "shows"),
    [
        # a sentence says "more than 43 %" of 43.325
        ("table 5.4, NRMSE, Fx, hip, 2 %", 14.8, 80.7, False),
        ("table 5.4, NRMSE, Fx, hip, 2 %", 14.8, 43.325, True),
        # of 15.181 it says "greater than 15", which ours is
        ("table 5.3, RMSE, W1, stance ankle", 21.0, 15.181, True),
    ],
)
def test_a_cause_meets_the_number_that_a_sentence_says_again(name, ours, left, shows):
    found = beside_printed(name, ours, without={"a": left})
    assert (found.verdict == "missed, cause shown") == shows


@pytest.mark.parametrize(
    ("verdict", "others", "over"),
    [
        ("met", (), "met"),
        ("better", ("missed, cause shown", "better"), "missed, cause shown"),
        ("missed, cause shown", ("better",), "missed, cause shown"),
        ("better", ("missed, cause not isolated",), "depends on the seed"),
        ("missed, cause not isolated", ("missed, cause shown",), "depends on the seed"),
        ("missed, cause not isolated", ("missed, cause not isolated",), VERDICTS[0]),
    ],
)
def test_a_verdict_over_seeds_is_the_worst_or_that_it_depends(verdict, others, over):
    assert reproduced_page.over_seeds(verdict, others) == over


@pytest.mark.parametrize("thesis", LISTS)
def test_a_study_that_finds_the_same_is_stored_in_the_same_bytes(thesis, tmp_path, monkeypatch):
    stored, summaries = found.stored(thesis), shown.stored(thesis)
    study = next(line.study for line in stored if line.study in summaries)
    again = SimpleNamespace(
        comparisons=[line.comparison for line in stored if line.study == study], changes=()
    )
    monkeypatch.setattr(reproduced_page, "LISTS", {thesis: tmp_path / LISTS[thesis].name})
    monkeypatch.setattr(reproduced_page, "run_study", lambda *_: again)
    monkeypatch.setattr(shown, "shown", lambda _: summaries[study])
    reproduced_page.store([study])
    for ending in (".csv", shown.SUFFIX):
        file = LISTS[thesis].with_suffix(ending)
        assert (tmp_path / file.name).read_bytes() == file.read_bytes()


def test_a_change_of_what_was_found_is_said(monkeypatch):
    name = "degrees of freedom of the double pendulum"
    row = printed("patel2004").numbers[name]
    other = dataclasses.replace(row, name="n", value=Decimal(10), study="patel2004_x")
    numbers = {name: row, "n": other}
    monkeypatch.setattr(found, "printed", lambda _: Thesis("s", ("HC038A",), {}, numbers))
    before = [
        Comparison.of(row, 4.0),
        Comparison.of(other, 20.0, without=10.0, cause="c"),
        Comparison.of(other, 20.0, on="HC038A"),
    ]
    stored = tuple(found.found("patel2004_x", before))
    monkeypatch.setattr(found, "stored", lambda _: stored)
    monkeypatch.setattr(found, "collection", lambda: None)

    def said(*comparisons):
        return found.changes("patel2004_x", Findings(comparisons))

    assert said(*before) == ()
    # a recording that is not at hand
    assert said(*before[:2]) == ()
    (one,) = said(*before[:1])
    assert "not found now" in one
    (one,) = said(Comparison.of(row, 5.0), *before[1:])
    assert "stored as met" in one
    changed = Comparison.of(other, -20.0, without=10.0, cause="c")
    (one,) = said(before[0], changed, before[2])
    assert "-20 (10 without its cause), stored as 20" in one
    # what an experiment leaves is a result too
    (one,) = said(before[0], dataclasses.replace(before[1], without=10.2), before[2])
    assert "10.2 without its cause" in one
    assert said(before[0], dataclasses.replace(before[1], without=10.01), before[2]) == ()
    (one,) = said(*before, Comparison("q", "", 1.0, 1.0))
    assert one == "q: in no list of printed numbers"
    monkeypatch.setattr(found, "collection", lambda: "here")
    assert len(said(*before[:2])) == 1
    # a search ends where a small error is another one: what differs counts over the printed number
    thesis = Thesis("s", ("HC038A",), {"patel2004_x": (0.3, 0.2)}, numbers)
    monkeypatch.setattr(found, "printed", lambda _: thesis)
    small = [dataclasses.replace(each, ours=0.5) for each in before[1:]]
    stored = tuple(found.found("patel2004_x", [before[0], *small]))
    monkeypatch.setattr(found, "stored", lambda _: stored)
    for ours, count in ((2.4, 0), (2.6, 1)):
        assert len(said(before[0], dataclasses.replace(small[0], ours=ours), small[1])) == count
    # a study of no list has nothing to change
    assert found.changes("throw", Findings((Comparison("q", "", 1.0, 1.0),))) == ()


def test_a_change_of_what_is_shown_is_said(monkeypatch):
    """A cell of a table, a curve's course, a curve that is no more."""

    def findings(cell, y):
        x = np.arange(3.0)
        table = Table("t", ("what", "size"), (("a", 1.0), ("b", cell), ("c", "-")))
        chart = Chart("c", "c", "x", "y", (Curve("l", x, np.asarray(y)),))
        return Findings(tables=(table,), figures=(chart,))

    kept = shown.shown(findings(2.0, [1.0, -2.0, np.nan]))
    assert set(kept) == {"t, 2: size", "figure c, 1: l", "figure c, 2: l, over"}
    monkeypatch.setattr(shown, "stored", lambda _: {"s": kept})

    def said(cell, y):
        return [one.split(":")[0] for one in shown.changes("s", "t", findings(cell, y), 1e-3)]

    assert said(2.0, [1.0, -2.0, np.nan]) == []
    assert said(2.0005, [1.0, -2.0005, np.nan]) == []
    assert said(-2.0, [1.0, -2.0, np.nan]) == ["t, 2"]
    assert said(2.0, [1.0, 2.0, np.nan]) == ["figure c, 1"]
    assert said(2.0, [np.nan] * 3) == ["figure c, 1"]
    with pytest.raises(ValueError, match="x has 3 values, but y has 2"):
        findings(2.0, [1.0, 2.0])


def test_without_a_recording_what_shows_another_walk_alone_is_compared(monkeypatch):
    before = dict.fromkeys(
        ("demo subject: t", "figure c_demo_subject", "HC038A: t", "all walks"), shown.Shown(1, 1)
    )
    monkeypatch.setattr(shown, "stored", lambda _: {"s": before, "no walk": {"t": (1, 1)}})
    monkeypatch.setattr(shown, "shown", lambda _: dict.fromkeys(before, shown.Shown(2, 2)))

    def said(study, missing):
        found = shown.changes(study, "t", Findings(), 0.01, missing, ["demo subject"])
        return [one.rpartition(": mean")[0] for one in found if "nothing is stored" not in one]

    assert said("s", ()) == list(before)
    assert said("s", ("HC038A",)) == ["demo subject: t", "figure c_demo_subject"]
    assert any(shown.changes("no walk", "t", Findings(), 0.01, ("HC038A",)))
