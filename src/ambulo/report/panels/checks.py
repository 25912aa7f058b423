"""Quality checks in words: a grade, what was found, what it costs, what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ambulo.records import Gate
from ambulo.report.page_data import Check, ChecksPanel, Grade
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.summary import rms

__all__ = ["PANEL", "checks_panel", "grade_of", "overall", "verdict_in_words"]

# a value beyond so many limits is no matter of care any more
_FAR = 3.0
_UNCHECKED = re.compile(r"^(?P<what>.*?) (?:was|were) not checked(?P<on>[^:]*): (?P<why>.*)$")

# what a failed check means for the results, by how its name begins
_MEANING = {
    "static trial": "Joint centres come from the static trial: if it is another's, all angles and "
    "moments are off.",
    "left and right": "Angles and moments of the two sides are exchanged.",
    "marker fit": "The model does not follow these markers; angles next to them are uncertain.",
    "centre of pressure": "Moments change by the ground reaction times the shift of its point: at "
    "body weight, 1 cm is about 0.1 N·m/kg.",
    "mass against": "Moments per kilogram are off by as much as the mass.",
    "residual force": "Mass, motion and plates do not agree on the force that carries the body.",
    "a foot wholly": "Moments in stance were estimated from motion and can be wrong by a factor of "
    "two.",
    "a whole stride": "Curves are over time only, and there are no stride lengths or times.",
    "events in": "Strides are cut where the foot did not strike.",
    "walk in": "Planar moments hold for a movement in one plane.",
    "trunk's centre": "The trunk was moved farther than people differ.",
}
_COUNTED = {
    "a foot wholly on a plate": ("A clean plate strike", "No clean plate strike"),
    "a whole stride": ("A whole stride", "No whole stride"),
}


def grade_of(gate: Gate) -> Grade:
    """Good within its limit; a look up to three limits or where something lacks; else no use."""
    if gate.passed:
        return "good"
    if not np.isfinite(gate.value):
        return "unknown"
    if gate.name.startswith("left and right"):
        return "do-not-use"
    return "do-not-use" if gate.limit > 0.0 and gate.value > _FAR * gate.limit else "look"


def _number(value: float) -> str:
    return f"{value:.3g}".replace("-", "−")


def _meaning(gate: Gate) -> str:
    return next((text for key, text in _MEANING.items() if gate.name.startswith(key)), "")


def _residual_moment(scene: Scene, gate: Gate, grade: Grade) -> Check:
    moment = np.sqrt(3.0) * rms(scene.analysis.residual[:, :3])
    found = (
        f"Plates and motion disagree by {moment:.0f} N·m ({gate.value:.1f} %; wished "
        f"{_number(gate.limit)} %)."
    )
    by_plates = scene.analysis.method == "plates"
    meaning = (
        "Joint moments of the legs are found from the plates upwards and change little; be careful "
        "with trunk results."
        if by_plates
        else "Joint moments of the standing leg carry this difference."
    )
    remedy = "Check the plates' position and the trunk's markers."
    if scene.analysis.model.parameters != "dumas2007":
        remedy += (
            ' Try --config with parameters = "dumas2007" (Dumas 2007), which has the trunk\'s '
            "mass where it is and not on the line between joints."
        )
    return Check("Balance of moments", grade, found, "" if gate.passed else meaning, remedy)


def check_of(scene: Scene, gate: Gate) -> Check:
    """One check for the page."""
    grade = grade_of(gate)
    if gate.name == "residual moment":
        made = _residual_moment(scene, gate, grade)
        return made if not gate.passed else Check(made.name, grade, made.found)
    if gate.name in _COUNTED:
        yes, no = _COUNTED[gate.name]
        name = yes if gate.passed else no
        return Check(name, grade, "", *_failed(gate))
    if gate.name.startswith("events in"):
        found = f"{gate.value:.0f} contradicted" if gate.value else "they agree"
    elif gate.unit == "pairs":
        found = f"{gate.value:.0f} pairs" if gate.value else "none"
    else:
        unit = gate.unit.replace(" x ", " × ")
        space = "" if unit.startswith("%") else " "
        found = f"{_number(gate.value)}{space or ' '}{unit} (wished: up to {_number(gate.limit)})"
    name = gate.name[:1].upper() + gate.name[1:]
    return Check(name, grade, found, *_failed(gate))


def _failed(gate: Gate) -> tuple[str, str]:
    """What it costs and what to do; nothing where the check is good."""
    if gate.passed:
        return "", ""
    remedy = gate.remedy.rstrip(".")
    return _meaning(gate), f"{remedy}." if remedy else ""


def _unchecked(sentence: str) -> Check:
    found = _UNCHECKED.match(sentence)
    if found is None:
        return Check(sentence, "unknown")
    why = found["why"].rstrip(".")
    name = found["what"] + found["on"]
    if name.startswith("Residual"):
        why += ", so whether plates and motion agree is not known"
    return Check(name, "unknown", "not checked", f"{why[:1].upper()}{why[1:]}.")


def overall(grades: Sequence[Grade]) -> Grade:
    """The worst of all; what was not checked is worse than good. Unknown where nothing was."""
    for grade in ("do-not-use", "look", "unknown"):
        if grade in grades:
            return grade
    return "good" if grades else "unknown"


def verdict_in_words(grades: Sequence[Grade]) -> str:
    """One sentence on how far to trust the results."""
    count = {grade: sum(g == grade for g in grades) for grade in set(grades)}
    made = len(grades) - count.get("unknown", 0)
    unknown = count.get("unknown", 0)
    missing = f" {unknown} could not be made." if unknown else ""
    if not made:
        return "Nothing could be checked: judge the results by the figures."
    if count.get("do-not-use"):
        return (
            f"Do not use as it is: {count['do-not-use']} of {made} checks failed clearly.{missing}"
        )
    if count.get("look"):
        n = count["look"]
        ask = "asks" if n == 1 else "ask"
        return f"Use with care: {n} of {made} checks {ask} for a look.{missing}"
    if unknown:
        what = "was" if unknown == 1 else "were"
        return f"What was checked is good ({made} of {len(grades)}); {unknown} {what} not checked."
    return f"All {made} checks are good." if made > 1 else "The one check is good."


def checks_panel(scene: Scene) -> ChecksPanel:
    """How far to trust this analysis."""
    analysis = scene.analysis
    checks = [check_of(scene, gate) for gate in analysis.gates]
    checks += [_unchecked(sentence) for sentence in analysis.not_checked]
    grades = [check.grade for check in checks]
    grade = overall(grades)
    careful = grade in ("look", "do-not-use")
    text = "The results are given all the same; read them with this in mind." if careful else ""
    return ChecksPanel(
        id="checks",
        title="Quality checks",
        grade=grade,
        verdict=verdict_in_words(grades),
        checks=checks,
        text=text,
    )


PANEL = Panel("trust", checks_panel)
