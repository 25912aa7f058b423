"""The page of `ambulo batch`: every trial with its report, conditions on each other, indices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.population.along_curve import CurveTest
from ambulo.population.averages import Average, Key
from ambulo.population.curve_panels import leg_sections
from ambulo.population.curve_store import CurveStore
from ambulo.records.version import VERSION
from ambulo.report.curve_words import units_in_words
from ambulo.report.normal_band import NormalBand
from ambulo.report.page_data import (
    Column,
    Fact,
    FactsPanel,
    Page,
    Row,
    Section,
    TablePanel,
    TextPanel,
)
from ambulo.results.columns import quantity_and_unit
from ambulo.results.gait_cycle import CYCLE

__all__ = ["SHOWN", "between_subjects", "study_page"]

SHOWN = 500
"""Rows of a table on the page, and groups; tables beside it hold all of them."""

_KEY = (Column("subject"), Column("session"), Column("condition"))
_TRIALS = (*_KEY, Column("trial"), Column("state"), Column("checks"),
           Column("report", link=True), Column("message"))  # fmt: skip


def study_page(
    name: str,
    trials: Sequence[Sequence[str]],
    count: tuple[int, int],
    averages: CurveStore,
    scores: Sequence[tuple[Key, str, float]],
    symmetry: Sequence[tuple[Key, str, str, float]],
    tests: Sequence[CurveTest],
    band: NormalBand,
    notes: Sequence[str],
) -> Page:
    """Everything that a study found.

    Args:
        name: of the study.
        trials: subject, session, condition, trial, state, checks, place of its report and message
            of each that is shown.
        count: of trials, and of those that failed.
        averages: mean curves of each subject in a session and condition.
        scores: gait variable scores and Gait Profile Scores [deg].
        symmetry: of the steps: quantity, unit and value.
        tests: of conditions against each other along the curve.
        band: normal walking, to which the scores are.
        notes: what was not made, and what it needs.
    """
    conditions = list(dict.fromkeys(key[2] for key in averages))
    names = [name or "all trials" for name in conditions]
    every, failed = count
    subjects = len(dict.fromkeys(key[0] for key in averages))
    facts = [
        Fact("Subjects", str(subjects)),
        Fact("Conditions", str(len(conditions))),
        Fact("Trials", str(every), "", f"{failed} failed" if failed else ""),
    ]
    sections = [
        Section(
            "study",
            "What was analysed",
            [
                FactsPanel("counts", "", facts),
                TablePanel(
                    "trials",
                    "Trials",
                    _TRIALS,
                    [Row(row) for row in trials],
                    caption=""
                    if len(trials) == every
                    else f"{len(trials)} of {every}, failed ones first; trials.csv has all.",
                ),
            ],
        ),
        *leg_sections(between_subjects(averages, conditions), names, band),
    ]
    first = f" Of the study's first {SHOWN} groups; the tables have all."
    more = first if len(averages) > SHOWN else ""
    indices = [p for p in (_profile(scores, more), _symmetry(symmetry, more)) if p.rows]
    if indices:
        sections.append(Section("indices", "Clinical indices", indices))
    if tests:
        sections.append(Section("tests", "Where conditions differ", [_tests(tests)]))
    if notes:
        sections.append(Section("notes", "Notes", [TextPanel("notes-taken", "", items=notes)]))
    return Page(
        title=f"{name[:1].upper()}{name[1:]}: {_counted(subjects, 'subject')}, "
        f"{_counted(every, 'trial')}",
        subtitle=(
            "Mean curves of the subjects' means, ± one standard deviation between subjects. "
            f"Ambulo {VERSION}."
        ),
        footer=f"Made with Ambulo {VERSION}.",
        sections=sections,
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def between_subjects(
    averages: CurveStore, conditions: Sequence[str]
) -> dict[str, list[Average | None]]:
    """Mean and sample standard deviation over subjects, each one's sessions averaged first.

    Returns:
        By header, in the order of the conditions; `strides` is the number of subjects' strides.
    """
    row = {name: k for k, name in enumerate({name: None for g in averages.values() for name in g})}
    keys_of: dict[str, dict[str, list[Key]]] = {}
    for key in averages:
        keys_of.setdefault(key[2], {}).setdefault(key[0], []).append(key)
    table: dict[str, list[Average | None]] = {name: [None] * len(conditions) for name in row}
    for k, condition in enumerate(conditions):
        # running means over subjects (Welford 1962), all quantities at once
        count, strides = np.zeros(len(row)), np.zeros(len(row))
        mean, square = np.zeros((2, len(row), len(CYCLE)))
        for keys in keys_of.get(condition, {}).values():
            own, sessions = np.zeros_like(mean), np.zeros(len(row))
            for key in keys:
                names, found = averages.table(key)
                rows = np.array([row[name] for name in names], dtype=np.int64)[found[:, 0] > 0.0]
                found = found[found[:, 0] > 0.0]
                own[rows] += found[:, 1 : 1 + len(CYCLE)]
                sessions[rows] += 1.0
                strides[rows] += found[:, 0]
            known = sessions > 0.0
            count[known] += 1.0
            curve = own[known] / sessions[known, None]
            away = curve - mean[known]
            mean[known] += away / count[known, None]
            square[known] += away * (curve - mean[known])
        sd = np.full_like(mean, np.nan)
        several = count > 1.0
        sd[several] = np.sqrt(square[several] / (count[several, None] - 1.0))
        for name, r in row.items():
            if count[r]:
                table[name][k] = Average(mean[r], sd[r], int(strides[r]))
    return table


def _readable(name: str) -> str:
    return name.replace("_", " ")


def _profile(scores: Sequence[tuple[Key, str, float]], more: str) -> TablePanel:
    """One row a subject, session and condition; the whole score first."""
    names = sorted({name for _, name, _ in scores}, key=lambda n: (not n.endswith("score"), n))
    by_key: dict[Key, dict[str, float]] = {}
    for key, name, value in scores:
        by_key.setdefault(key, {})[name] = value
    return TablePanel(
        "profile",
        "Gait Profile Score and Movement Analysis Profile",
        (*_KEY, *(Column(_readable(name), "°", number=True, decimals=1) for name in names)),
        [Row([*key, *(found.get(name) for name in names)]) for key, found in by_key.items()],
        caption=(
            "Root mean square difference from normal walking over the stride, by joint angle, and "
            "of all together (Baker et al. 2009)." + more
        ),
    )


def _symmetry(symmetry: Sequence[tuple[Key, str, str, float]], more: str) -> TablePanel:
    rows = [Row([*key, _readable(name), unit, value]) for key, name, unit, value in symmetry]
    return TablePanel(
        "symmetry",
        "Symmetry of the steps",
        (*_KEY, Column("quantity"), Column("unit"), Column("value", number=True)),
        rows,
        caption="Symmetry index 100 (L − R) / ((L + R) / 2), Robinson et al. 1987." + more,
        folded=True,
    )


def _tests(tests: Sequence[CurveTest]) -> TablePanel:
    rows = []
    for test in tests:
        name, unit = quantity_and_unit(test.quantity)
        for cluster in test.clusters:
            rows.append(
                Row(
                    [_readable(name), units_in_words(unit), test.first, test.second,
                     f"{cluster.start:.0f} to {cluster.stop:.0f} %", f"{cluster.p:.3g}"]
                )
            )  # fmt: skip
    same = sum(not test.clusters for test in tests)
    return TablePanel(
        "along-curve",
        "Statistical parametric mapping over the stride",
        (Column("quantity"), Column("unit"), Column("first"), Column("second"),
         Column("differ at"), Column("p")),
        rows,
        caption=(
            f"t tests along the curve at 5 %, each quantity by itself; {same} of {len(tests)} "
            "comparisons differ nowhere. With many quantities some differ by chance."
        ),
    )  # fmt: skip
