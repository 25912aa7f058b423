"""Whether to trust it, in words: what failed weighs, what was not checked is never green."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.records import Gate
from ambulo.report.panels.checks import checks_panel, grade_of, overall, verdict_in_words
from ambulo.report.scene import Scene


def gate(value, limit=1.0, name="residual moment", unit="%"):
    return Gate(name, value, limit, unit, value <= limit, "Do this")


def test_grades_follow_the_distance_from_the_limit():
    assert grade_of(gate(0.9)) == "good"
    assert grade_of(gate(1.1)) == "look"
    assert grade_of(gate(3.1)) == "do-not-use"
    assert grade_of(gate(np.nan)) == "unknown"
    # something that lacks has no distance
    assert grade_of(gate(1.0, 0.0, "a foot wholly on a plate", "missing")) == "look"
    assert grade_of(gate(1.0, 0.0, "left and right markers exchanged", "pairs")) == "do-not-use"


@pytest.mark.parametrize(
    ("grades", "worst"),
    [
        (["good", "good"], "good"),
        (["good", "unknown"], "unknown"),
        (["unknown", "look", "good"], "look"),
        (["look", "do-not-use", "unknown"], "do-not-use"),
        ([], "unknown"),
    ],
)
def test_the_worst_grade_is_the_verdict(grades, worst):
    assert overall(grades) == worst


def test_what_was_not_checked_is_said_and_not_green():
    said = ("Residual forces were not checked: the model has no upper body.",)
    panel = checks_panel(Scene(replace(make_analysis(), not_checked=said)))
    assert panel.grade == "unknown"
    assert "All" not in panel.verdict
    assert panel.verdict == "What was checked is good (5 of 6); 1 was not checked."
    (check,) = [c for c in panel.checks if c.grade == "unknown"]
    assert check.name == "Residual forces"
    assert check.meaning.startswith("The model has no upper body, so whether plates and motion")


def test_all_good_is_said_once_it_is_so():
    panel = checks_panel(Scene(make_analysis()))
    assert (panel.grade, panel.verdict) == ("good", "All 5 checks are good.")
    assert verdict_in_words([]).startswith("Nothing could be checked")


def test_a_failed_balance_is_told_in_newton_metres():
    analysis = make_analysis()
    residual = np.zeros_like(analysis.residual)
    residual[:, 0] = 17.0
    gates = (gate(2.06), *analysis.gates[:2])
    panel = checks_panel(Scene(replace(analysis, residual=residual, gates=gates)))
    check = panel.checks[0]
    assert check.found == "Plates and motion disagree by 17 N·m (2.1 %; wished 1 %)."
    assert "legs" in check.meaning
    assert "dumas2007" in check.remedy
    assert panel.verdict == "Use with care: 1 of 3 checks asks for a look."
    with_dumas = replace(analysis.model, parameters="dumas2007")
    told = checks_panel(Scene(replace(analysis, residual=residual, gates=gates, model=with_dumas)))
    assert "dumas2007" not in told.checks[0].remedy


def test_a_failed_mass_says_what_it_costs_and_what_to_do():
    panel = checks_panel(Scene(make_analysis(failed=True)))
    assert panel.grade == "look"
    mass = next(c for c in panel.checks if c.name.startswith("Mass"))
    assert mass.found == "9.1 % (wished: up to 6)"
    assert "per kilogram" in mass.meaning
    assert mass.remedy.startswith("The plates carry 91 %")
