"""Quality checks in words: a grade, what was found, what it costs, what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ambulo.records import Gate
from ambulo.report.check_words import answer, measured
from ambulo.report.page_data import Check, ChecksPanel, Page, Section
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.report.verdict import by_reason, check_name, overall, verdict
from ambulo.report.wording import SIMULATED

__all__ = ["PANEL", "check_of", "checks_panel"]


def check_of(gate: Gate) -> Check:
    """One check for the page, with the grade that the check has given itself."""
    name = check_name(gate)
    if answer(gate) and gate.grade == "good":
        return Check(answer(gate), gate.grade)
    if gate.grade == "good":
        return Check(name, gate.grade, measured(gate))
    remedy = f"{gate.remedy.rstrip('.')}." if gate.remedy else ""
    if gate.grade == "unknown":
        meaning = " ".join(part for part in (gate.found, gate.cost) if part)
        return Check(name, gate.grade, "not checked", meaning, remedy)
    if answer(gate):
        return Check(gate.found.rstrip(".") or name, gate.grade, "", gate.cost, remedy)
    return Check(name, gate.grade, gate.found or measured(gate), gate.cost, remedy)


def _one_entry(gates: Sequence[Gate]) -> Check:
    """Checks that could not be made for one reason, with all that it leaves open."""
    first, *others = (check_of(one) for one in gates)
    if not others:
        return first
    names = [first.name, *(f"{c.name[:1].lower()}{c.name[1:]}" for c in others)]
    said = dict.fromkeys([gates[0].found, *(one.cost for one in gates)])
    remedies = dict.fromkeys(c.remedy for c in (first, *others))
    return replace(
        first,
        name=", ".join(names),
        meaning=" ".join(sentence for sentence in said if sentence),
        remedy=" ".join(remedy for remedy in remedies if remedy),
    )


def checks_panel(scene: Scene) -> ChecksPanel:
    """How far to trust this analysis."""
    gates = scene.analysis.gates
    grade = overall(gates)
    careful = grade in ("look", "do-not-use")
    said = [SIMULATED] if scene.simulated else []
    if careful:
        said.append("The results are given all the same; read them with this in mind.")
    return ChecksPanel(
        id="checks",
        title="Quality checks",
        grade=grade,
        verdict=verdict(gates),
        checks=[_one_entry(those) for those in by_reason(gates)],
        text=" ".join(said),
    )


def under_verdict(page: Page, gates: Sequence[Gate]) -> Page:
    """A page of what rests on an analysis, the analysis's verdict first."""
    if not gates:
        return page
    said = verdict(gates)
    where = "This page rests on that analysis; its report says which checks, and what to do."
    panel = ChecksPanel("analysis-checks", "", overall(gates), said, (), text=where)
    first = Section("analysis", "Can the analysis be trusted?", [panel])
    return replace(page, sections=[first, *page.sections])


PANEL = Panel("trust", checks_panel)
