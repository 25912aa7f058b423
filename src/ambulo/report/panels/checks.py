"""Quality checks in words: a grade, what was found, what it costs, what to do."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ambulo.records import Gate
from ambulo.report.page_data import Check, ChecksPanel, Page, Section
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.report.verdict import overall, verdict, warning

__all__ = ["PANEL", "check_of", "checks_panel"]

# natural logarithms of ratios
_LOG = "log of the "
# checks whose name is an answer by itself, where they are good
_ANSWERS = {
    "a foot wholly on a plate": "A clean plate strike",
    "a whole stride": "A whole stride",
}
# names that say more to a reader than to a file
_NAMES = {"residual force": "Balance of forces", "residual moment": "Balance of moments"}


def check_of(gate: Gate) -> Check:
    """One check for the page, with the grade that the check has given itself."""
    name = _NAMES.get(gate.name, gate.name[:1].upper() + gate.name[1:])
    if gate.name in _ANSWERS and gate.grade == "good":
        return Check(_ANSWERS[gate.name], gate.grade)
    if gate.grade == "good":
        return Check(name, gate.grade, _measured(gate))
    remedy = f"{gate.remedy.rstrip('.')}." if gate.remedy else ""
    if gate.grade == "unknown":
        meaning = " ".join(part for part in (gate.found, gate.cost) if part)
        return Check(name, gate.grade, "not checked", meaning, remedy)
    if gate.name in _ANSWERS:
        return Check(gate.found.rstrip(".") or name, gate.grade, "", gate.cost, remedy)
    return Check(name, gate.grade, gate.found or _measured(gate), gate.cost, remedy)


def _measured(gate: Gate) -> str:
    """The value with its unit and up to where it is good, in the words of a reader."""
    if gate.unit in _IN_WORDS:
        return _IN_WORDS[gate.unit](gate.value, gate.limit)
    if gate.unit == "events":
        return f"{gate.value:.0f} contradicted" if gate.value else "they agree"
    if gate.unit == "pairs":
        return f"{gate.value:.0f} pairs" if gate.value else "none"
    if gate.unit.startswith(_LOG):
        # e to the value: how many times more or less
        factor, limit = (f"{math.exp(x):.2f}" for x in (gate.value, gate.limit))
        what = gate.unit.removeprefix(_LOG).removesuffix(" that walks have")
        return f"a factor of {factor} off the usual {what} (good up to {limit})"
    unit = gate.unit.replace(" x ", " × ")
    if gate.value == 0.0:
        if gate.limit:
            return f"none (good up to {_number(gate.limit)} {unit})"
        return f"no {unit}" if unit.endswith("s") else f"none {unit}"
    after = "" if " " in unit else f" {unit}".rstrip()
    measured = f"{_number(gate.value, gate.limit)} {unit}".rstrip()
    return f"{measured} (good up to {_number(gate.limit)}{after})"


def _beyond(value: float, _limit: float) -> str:
    return f"{_number(value)}° beyond what people reach" if value else "within what people reach"


# units that a file can hold and nobody would say
_IN_WORDS: Mapping[str, Callable[[float, float], str]] = {
    "deg beyond what people reach": _beyond,
    "deg": lambda v, most: f"{_number(v, most)}° (good up to {_number(most)}°)",
    "mm jump": lambda v, most: (
        f"{f'jumps of up to {_number(v, most)} mm' if v else 'no jumps'} "
        f"(good up to {_number(most)} mm)"
    ),
    "of it missing": lambda v, most: (
        f"{100 * v:.0f} % less than what points to the body (good up to {100 * most:.0f})"
    ),
    "distances heel to ball from what walks have": lambda v, most: (
        f"{100 * v:.0f} % off the usual way from heel to ball (good up to {100 * most:.0f})"
    ),
    "times less fast movement than walks have": lambda v, most: (
        f"{100 / v:.0f} % of the fast movement that walks have (good from {100 / most:.0f})"
    ),
}


def _number(value: float, most: float = -math.inf) -> str:
    """Two significant digits where it is within its limit, else three to tell it from that."""
    digits = 2 if value <= most else 3
    return f"{float(f'{value:.{digits}g}'):g}".replace("-", "−")


def _together(gates: Sequence[Gate]) -> list[Check]:
    """Checks that could not be made for one reason are one entry, with all that it leaves open."""
    reasons: dict[str, list[Gate]] = {}
    found: list[Check | list[Gate]] = []
    for one in gates:
        if one.grade != "unknown":
            found.append(check_of(one))
        elif one.found in reasons:
            reasons[one.found].append(one)
        else:
            found.append(reasons.setdefault(one.found, [one]))
    return [entry if isinstance(entry, Check) else _one_entry(entry) for entry in found]


def _one_entry(gates: Sequence[Gate]) -> Check:
    first, *others = (check_of(one) for one in gates)
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
    text = "The results are given all the same; read them with this in mind." if careful else ""
    return ChecksPanel(
        id="checks",
        title="Quality checks",
        grade=grade,
        verdict=verdict(gates),
        checks=_together(gates),
        text=text,
    )


def under_verdict(page: Page, gates: Sequence[Gate]) -> Page:
    """A page of what rests on an analysis, the analysis's verdict first where it asks for care."""
    said = warning(gates)
    if not said:
        return page
    where = "This page rests on that analysis; its report says which checks, and what to do."
    panel = ChecksPanel("analysis-checks", "", overall(gates), said, (), text=where)
    first = Section("analysis", "Can the analysis be trusted?", [panel])
    return replace(page, sections=[first, *page.sections])


PANEL = Panel("trust", checks_panel)
