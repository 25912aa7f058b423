"""Quality checks in words: grade, result, effect and remedy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ambulo.records import Check
from ambulo.report.check_words import answer, heading, measured
from ambulo.report.page_data import CheckEntry, ChecksPanel, Page, PanelGroup
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.report.verdict import (
    by_reason,
    check_name,
    frames_left_out,
    overall,
    put_back,
    verdict,
)
from ambulo.report.wording import SIMULATED
from ambulo.results.trust import in_words

_SOUND, _SOUND_NOW = "No check found a fault.", "After this, no check found another fault."


def check_of(check: Check) -> CheckEntry:
    """One check for the page, with its grade."""
    name = check_name(check)
    if answer(check) and check.grade == "good":
        return CheckEntry(answer(check), check.grade)
    if check.grade == "good":
        return CheckEntry(name, check.grade, measured(check))
    remedy = f"{check.remedy.rstrip('.')}." if check.remedy else ""
    if check.grade == "unknown":
        meaning = " ".join(part for part in (check.found, check.cost) if part)
        return CheckEntry(name, check.grade, "not checked", meaning, remedy)
    if answer(check):
        return CheckEntry(check.found.rstrip(".") or name, check.grade, "", check.cost, remedy)
    return CheckEntry(name, check.grade, check.found or measured(check), check.cost, remedy)


def _one_entry(checks: Sequence[Check]) -> CheckEntry:
    """Checks that could not be made for one reason, with all that it leaves open."""
    first, *others = (check_of(one) for one in checks)
    if not others:
        return first
    if checks[0].cause:
        all_of_them = ", ".join(map(heading, checks))
        name = f"{len(checks)} checks have the same cause as another check"
        return replace(first, name=name, found=all_of_them, meaning="")
    names = [first.name, *(f"{c.name[:1].lower()}{c.name[1:]}" for c in others)]
    said = dict.fromkeys([checks[0].found, *(one.cost for one in checks)])
    remedies = dict.fromkeys(c.remedy for c in (first, *others))
    return replace(
        first,
        name=", ".join(names),
        meaning=" ".join(sentence for sentence in said if sentence),
        remedy=" ".join(remedy for remedy in remedies if remedy),
    )


def checks_panel(scene: Scene) -> ChecksPanel:
    """How far to trust this analysis."""
    checks = scene.analysis.checks
    grade = overall(checks)
    careful = grade in ("look", "do-not-use")
    said = [SIMULATED] if scene.simulated else []
    if careful:
        said.append("The report still shows all results. Read them with these checks in mind.")
    said.append(frames_left_out(scene.analysis.log))
    mended = put_back(scene.analysis.log)
    said.append(mended)
    if scene.trust:
        if grade == "good":
            said.append(_SOUND_NOW if mended else _SOUND)
        said.append(f"Some curves are more certain than others: {in_words(scene.trust)}.")
    return ChecksPanel(
        id="checks",
        title="Quality checks",
        grade=grade,
        verdict=verdict(checks),
        checks=[_one_entry(those) for those in by_reason(checks)],
        text=" ".join(filter(None, said)),
    )


def under_verdict(page: Page, checks: Sequence[Check]) -> Page:
    """A page of results that depend on an analysis, with the analysis's verdict first."""
    if not checks:
        return page
    said = verdict(checks)
    where = (
        "This page uses the results of an analysis. The report of the analysis explains the checks."
    )
    panel = ChecksPanel("analysis-checks", "", overall(checks), said, (), text=where)
    first = PanelGroup("analysis", "Can the analysis be trusted?", [panel])
    return replace(page, sections=[first, *page.sections])


PANEL = Panel("trust", checks_panel)
