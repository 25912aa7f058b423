"""The page of `ambulo batch`: every trial with its report, conditions on each other, indices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ambulo.population.along_curve import CurveTest
from ambulo.population.averages import Average
from ambulo.population.curve_panels import leg_sections
from ambulo.records.version import VERSION
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

__all__ = ["Key", "between_subjects", "study_page"]

Key = tuple[str, str, str]
"""Subject, session and condition."""

_KEY = (Column("subject"), Column("session"), Column("condition"))
_TRIALS = (*_KEY, Column("trial"), Column("state"), Column("report", link=True), Column("message"))


def study_page(
    trials: Sequence[Sequence[str]],
    averages: Mapping[Key, Mapping[str, Average]],
    scores: Sequence[tuple[Key, str, float]],
    symmetry: Sequence[tuple[Key, str, str, float]],
    tests: Sequence[CurveTest],
    band: NormalBand,
    notes: Sequence[str],
) -> Page:
    """Everything that a study found.

    Args:
        trials: subject, session, condition, trial, state, place of its report and message of each.
        averages: mean curves of each subject in a session and condition.
        scores: gait variable scores and Gait Profile Scores [deg].
        symmetry: of the steps: quantity, unit and value.
        tests: of conditions against each other along the curve.
        band: normal walking, to which the scores are.
        notes: what was not made, and what it needs.
    """
    conditions = list(dict.fromkeys(key[2] for key in averages))
    names = [name or "all trials" for name in conditions]
    failed = sum(row[4] == "failed" for row in trials)
    subjects = len(dict.fromkeys(key[0] for key in averages))
    facts = [
        Fact("Subjects", str(subjects)),
        Fact("Conditions", str(len(conditions))),
        Fact("Trials", str(len(trials)), "", f"{failed} failed" if failed else ""),
    ]
    sections = [
        Section(
            "study",
            "What was analysed",
            [
                FactsPanel("counts", "", facts),
                TablePanel("trials", "Trials", _TRIALS, [Row(row) for row in trials]),
            ],
        ),
        *leg_sections(between_subjects(averages, conditions), names, band),
    ]
    indices = [panel for panel in (_profile(scores), _symmetry(symmetry)) if panel.rows]
    if indices:
        sections.append(Section("indices", "Clinical indices", indices))
    if tests:
        sections.append(Section("tests", "Where conditions differ", [_tests(tests)]))
    if notes:
        sections.append(Section("notes", "Notes", [TextPanel("notes-taken", "", items=notes)]))
    return Page(
        title="Study",
        subtitle=(
            "Mean curves of the subjects' means, ± one standard deviation between subjects. "
            f"Ambulo {VERSION}."
        ),
        footer=f"Made with Ambulo {VERSION}.",
        sections=sections,
    )


def between_subjects(
    averages: Mapping[Key, Mapping[str, Average]], conditions: Sequence[str]
) -> dict[str, list[Average | None]]:
    """Mean and sample standard deviation over subjects, each one's sessions averaged first.

    Returns:
        By header, in the order of the conditions; `strides` is the number of subjects' strides.
    """
    names = dict.fromkeys(name for found in averages.values() for name in found)
    table: dict[str, list[Average | None]] = {}
    for name in names:
        row: list[Average | None] = []
        for condition in conditions:
            by_subject: dict[str, list[Average]] = {}
            for (subject, _, of), found in averages.items():
                if of == condition and name in found and found[name].strides:
                    by_subject.setdefault(subject, []).append(found[name])
            if not by_subject:
                row.append(None)
                continue
            means = np.array(
                [np.mean([a.mean for a in each], axis=0) for each in by_subject.values()]
            )
            sd = np.full(means.shape[1], np.nan)
            if len(means) > 1:
                sd = means.std(axis=0, ddof=1)
            strides = sum(a.strides for each in by_subject.values() for a in each)
            row.append(Average(means.mean(axis=0), sd, strides))
        table[name] = row
    return table


def _readable(name: str) -> str:
    return name.replace("_", " ")


def _profile(scores: Sequence[tuple[Key, str, float]]) -> TablePanel:
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
            "of all together (Baker et al. 2009)."
        ),
    )


def _symmetry(symmetry: Sequence[tuple[Key, str, str, float]]) -> TablePanel:
    rows = [Row([*key, _readable(name), unit, value]) for key, name, unit, value in symmetry]
    return TablePanel(
        "symmetry",
        "Symmetry of the steps",
        (*_KEY, Column("quantity"), Column("unit"), Column("value", number=True)),
        rows,
        caption="Symmetry index 100 (L − R) / ((L + R) / 2), Robinson et al. 1987.",
        folded=True,
    )


def _tests(tests: Sequence[CurveTest]) -> TablePanel:
    rows = []
    for test in tests:
        name, _, unit = test.quantity.partition(" [")
        for cluster in test.clusters:
            rows.append(
                Row(
                    [_readable(name), unit.removesuffix("]"), test.first, test.second,
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
