"""The page of `ambulo batch`: every trial with its report, superimposed conditions, indices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ambulo.inputs.article import counted
from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.population.along_curve import CurveTest
from ambulo.population.curve_panels import leg_sections
from ambulo.population.group import Average, Key
from ambulo.records import SIDES
from ambulo.records.sides import without_side
from ambulo.report.curve_words import in_full, units_in_words
from ambulo.report.knee_range import span_in_words
from ambulo.report.normal_band import NormalBand
from ambulo.report.page_data import (
    ChecksPanel,
    Column,
    Fact,
    FactsPanel,
    Page,
    PanelGroup,
    TablePanel,
    TableRow,
    TextPanel,
)
from ambulo.report.verdict import GRADES
from ambulo.results.columns import header, meaning, quantity_and_unit

SHOWN = 500
"""Greatest numbers of table rows and of groups on the page. The tables beside the page have all of
them.
"""

_KEY = (Column("subject"), Column("session"), Column("condition"))
_TRIALS = (*_KEY, Column("trial"), Column("state"), Column("checks"),
           Column("report", link=True), Column("message"))  # fmt: skip

_SAID = {
    "do-not-use": "do not use",
    "look": "look at it",
    "unknown": "not all checked",
    "good": "good",
}
"""Grades of an analysis in words."""
_HOW_MANY = {
    "do-not-use": ("is not to be used", "are not to be used"),
    "look": ("needs a look", "need a look"),
    "unknown": ("is not wholly checked", "are not wholly checked"),
    "good": ("is good", "are good"),
}
"""Grades of one analysis and of several, as what a sentence says of them."""
_MOST_CONDITIONS = 6
"""Conditions whose knees stand above the curves."""


class Tally(NamedTuple):
    """Numbers of trials.

    Args:
        every: number of all trials; failed: number of trials without an analysis.
        grades: number of trials by the worst grade of their checks.
    """

    every: int
    failed: int
    grades: Mapping[str, int]


def study_page(
    name: str,
    trials: Sequence[Sequence[str]],
    count: Tally,
    groups: Sequence[Key],
    curves: Mapping[str, Sequence[Average | None]],
    *,
    conventions: Mapping[str, str],
    scores: Sequence[tuple[Key, str, float]],
    symmetry: Sequence[tuple[Key, str, str, float]],
    tests: Sequence[CurveTest],
    band: NormalBand,
    notes: Sequence[str],
) -> Page:
    """The page with all results of a study.

    Args:
        name: name of the study.
        trials: subject, session, condition, trial, state, checks, place of its report and message
            of each shown trial.
        count: numbers of trials.
        groups: each subject in a session and condition.
        curves: mean curves between subjects, in the order of the conditions.
        conventions: conventions of the curves in words, by choice.
        scores: gait variable scores and Gait Profile Scores [deg].
        symmetry: symmetry of the steps: quantity, unit and value.
        tests: tests along the curve between conditions.
        band: normal walking, the reference of the scores.
        notes: results that were not made, with what they need.
    """
    conditions = list(dict.fromkeys(key[2] for key in groups))
    unnamed = "no condition" if len(conditions) > 1 else "all trials"
    names = [name or unnamed for name in conditions]
    every, failed = count.every, count.failed
    subjects = len(dict.fromkeys(key[0] for key in groups))
    facts = [
        Fact("Subjects", str(subjects)),
        Fact("Conditions", str(len(conditions))),
        Fact("Trials", str(every), "", f"{failed} failed" if failed else ""),
        *_knees(curves, names, band),
    ]
    sections = [
        PanelGroup(
            "study",
            "What was analysed",
            [
                FactsPanel("counts", "", facts),
                *_trust(count),
                TablePanel(
                    "trials",
                    "Trials",
                    _TRIALS,
                    [TableRow(_shown(row)) for row in trials],
                    caption=""
                    if len(trials) == every
                    else f"{len(trials)} of {every} trials, failed ones first. trials.csv has all.",
                ),
            ],
        ),
        *leg_sections(curves, names, band, conventions=conventions),
    ]
    first = f" Shown are the first {SHOWN} groups of the study. The CSV files contain all groups."
    more = first if len(groups) > SHOWN else ""
    indices = [p for p in (_profile(scores, more), _symmetry(symmetry, more)) if p.rows]
    if indices:
        sections.append(PanelGroup("indices", "Clinical indices", indices))
    if tests:
        sections.append(PanelGroup("tests", "Where conditions differ", [_tests(tests)]))
    if notes:
        sections.append(PanelGroup("notes", "Notes", [TextPanel("notes-taken", "", items=notes)]))
    return Page(
        title=f"{name[:1].upper()}{name[1:]}: {counted(subjects, 'subject')}, "
        f"{counted(every, 'trial')}",
        subtitle=(
            "Mean curves of the subjects' means, ± one standard deviation between subjects. "
            f"Ambulo {VERSION}."
        ),
        footer=f"Made with Ambulo {VERSION}.",
        sections=sections,
    )


def _shown(row: Sequence[str]) -> list[str]:
    """A trial by the name of its file, its checks in words; trials.csv has paths and codes."""
    *whose, trial, state, grade, report, message = row
    return [*whose, Path(trial).name, state, _SAID.get(grade, ""), report, message]


def _trust(count: Tally) -> list[ChecksPanel]:
    """How many analyses can be trusted; nothing where there is none."""
    there = {grade: count.grades[grade] for grade in GRADES if count.grades.get(grade)}
    if not there:
        return []
    words = ", ".join(f"{n} {_HOW_MANY[grade][n != 1]}" for grade, n in there.items())
    total = sum(there.values())
    every = f"{total} analys{'is' if total == 1 else 'es'}"
    return [
        ChecksPanel(
            "trust",
            "",
            next(iter(there)),
            f"Can the analyses be trusted? Of {every}, {words}.",
            (),
            text="The averages include all of them. The table gives the grade of each.",
        )
    ]


def _knees(
    curves: Mapping[str, Sequence[Average | None]], names: Sequence[str], band: NormalBand
) -> list[Fact]:
    """From the least to the greatest flexion of each knee's mean curve, by condition."""
    found = []
    normal = band.of("angles", "left_knee_flexion", "left")
    note = f"{band.short} {_span(normal.mean)}" if normal else ""
    for k, name in enumerate(names[:_MOST_CONDITIONS]):
        of = [curves.get(header(f"{side}_knee_flexion", "deg")) for side in SIDES]
        left, right = (averages[k] if averages else None for averages in of)
        if left or right:
            sides = (_span(left.mean) if left else "–", _span(right.mean) if right else "–")
            found.append(Fact(f"Knee flexion, {name}", "", "°", note, sides=sides))
    return found


def _span(curve: FloatArray) -> str:
    return span_in_words((float(np.min(curve)), float(np.max(curve))))


def _readable(name: str) -> str:
    return name.replace("_", " ")


def _profile(scores: Sequence[tuple[Key, str, float]], more: str) -> TablePanel:
    """One row a subject, session, condition and side; the score first."""
    rows: dict[tuple[str, ...], dict[str, float]] = {}
    for key, quantity, value in scores:
        side = meaning(quantity).side
        name = without_side(quantity)
        rows.setdefault((*key, side or "both"), {})[name] = value
    every = {name for row in rows.values() for name in row}
    names = sorted(every, key=lambda name: (not name.endswith("score"), name))
    return TablePanel(
        "profile",
        "Gait Profile Score and Movement Analysis Profile",
        (
            *_KEY,
            Column("side"),
            *(Column(_readable(name), "°", number=True, decimals=1) for name in names),
        ),
        [TableRow([*row, *(found.get(name) for name in names)]) for row, found in rows.items()],
        caption=(
            "Root mean square difference from normal walking over the stride, for each joint "
            "angle and for all together (Baker et al. 2009)." + more
        ),
    )


def _symmetry(symmetry: Sequence[tuple[Key, str, str, float]], more: str) -> TablePanel:
    rows = [TableRow([*key, _readable(name), unit, value]) for key, name, unit, value in symmetry]
    return TablePanel(
        "symmetry",
        "Symmetry of the steps",
        (*_KEY, Column("quantity"), Column("unit"), Column("value", number=True)),
        rows,
        caption="Symmetry index 100 (L − R) / ((L + R) / 2), Robinson et al. 1987." + more,
        folded=True,
    )


def _tests(tests: Sequence[CurveTest]) -> TablePanel:
    rows = [
        TableRow(
            [in_full(name, unit), units_in_words(unit), test.first, test.second,
             f"{cluster.start:.0f} to {cluster.stop:.0f} %", cluster.shown]
        )
        for test in tests
        for name, unit in [quantity_and_unit(test.quantity)]
        for cluster in test.clusters
    ]  # fmt: skip
    same = sum(not test.clusters for test in tests)
    return TablePanel(
        "along-curve",
        "Statistical parametric mapping over the stride",
        (Column("quantity"), Column("unit"), Column("first"), Column("second"),
         Column("differ at"), Column("p")),
        rows,
        caption=(
            "t tests along the curve, each quantity tested by itself at the level of 5 %. "
            f"{same} of {len(tests)} comparisons show no difference. With many quantities, some "
            "differ by chance."
        ),
    )  # fmt: skip
