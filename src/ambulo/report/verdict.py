"""How far to trust an analysis, in plain words: what is not to be used first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ambulo.records import Gate, Grade
from ambulo.report.check_words import heading, measured

__all__ = [
    "GRADES",
    "by_reason",
    "check_name",
    "finding",
    "gate_line",
    "gate_lines",
    "notes",
    "of_grade",
    "overall",
    "verdict",
    "warning",
]

# the worst first; what was not checked is worse than good
GRADES: tuple[Grade, ...] = ("do-not-use", "look", "unknown", "good")


def check_name(gate: Gate) -> str:
    """What a check is called wherever it is read."""
    name = heading(gate)
    return name[:1].upper() + name[1:]


def of_grade(gates: Sequence[Gate], grade: Grade) -> list[Gate]:
    """Checks that have this grade."""
    return [gate for gate in gates if gate.grade == grade]


def overall(gates: Sequence[Gate]) -> Grade:
    """The worst grade of all; unknown where nothing was checked."""
    return next((grade for grade in GRADES if of_grade(gates, grade)), "unknown")


def verdict(gates: Sequence[Gate]) -> str:
    """One sentence on how far to trust the results; it never calls passed what is unknown."""
    open_ones = len(of_grade(gates, "unknown"))
    made = len(gates) - open_ones
    missing = f" {open_ones} could not be made." if open_ones else ""
    if not made:
        return "Nothing could be checked: judge the results by the figures."
    if bad := of_grade(gates, "do-not-use"):
        failed = f"{len(bad)} of {made} checks failed clearly.{missing}"
        if all(gate.concerns for gate in bad):
            some = " nor the ".join(dict.fromkeys(gate.concerns for gate in bad))
            return f"Do not use the {some} as they are: {failed}"
        return f"Do not use as it is: {failed}"
    if looks := of_grade(gates, "look"):
        needs = "needs" if len(looks) == 1 else "need"
        follow = len([gate for gate in looks if gate.cause])
        one = f", {follow} of them only by the cause of another" if follow else ""
        return f"Use with care: {len(looks)} of {made} checks {needs} your attention{one}.{missing}"
    if open_ones:
        were = "was" if open_ones == 1 else "were"
        return f"What was checked is good ({made} of {len(gates)}); {open_ones} {were} not checked."
    return f"All {made} checks are good." if made > 1 else "The one check is good."


def warning(gates: Sequence[Gate]) -> str:
    """The verdict where it asks for care, for what rests on the analysis; else nothing."""
    return verdict(gates) if overall(gates) in ("do-not-use", "look") else ""


def finding(gate: Gate) -> str:
    """What a check found, in plain words where it has them, else its value with its limit."""
    if gate.grade == "unknown":
        return f"not checked. {gate.found}".rstrip()
    if gate.found and gate.grade != "good":
        return gate.found
    return measured(gate)


def gate_line(gate: Gate) -> str:
    """A check with what it found and, unless it is good, what it costs and what to do."""
    said = [f"{check_name(gate)}: {finding(gate)}"]
    if gate.grade != "good":
        said += [gate.cost, gate.remedy]
    return " ".join(f"{sentence.rstrip('.')}." for sentence in said if sentence)


def by_reason(gates: Sequence[Gate]) -> list[list[Gate]]:
    """Each check by itself, but together those that could not be made for one reason."""
    found: dict[object, list[Gate]] = {}
    for number, gate in enumerate(gates):
        found.setdefault(gate.found if gate.grade == "unknown" else number, []).append(gate)
    return list(found.values())


def gate_lines(gates: Sequence[Gate]) -> list[str]:
    """Checks as lines; those that could not be made for one reason are one line."""
    return [gate_line(_as_one(those)) for those in by_reason(gates)]


def _as_one(gates: Sequence[Gate]) -> Gate:
    """Checks of one reason under all their names, with all that they leave open."""
    if len(gates) == 1:
        return gates[0]
    costs, remedies = (
        " ".join(dict.fromkeys(f"{text.rstrip('.')}." for text in texts if text))
        for texts in ([g.cost for g in gates], [g.remedy for g in gates])
    )
    names = ", ".join(heading(gate) for gate in gates)
    return replace(gates[0], id="", name=names, cost=costs, remedy=remedies)


def notes(*sources: Sequence[str]) -> list[str]:
    """All notes in order, each once."""
    return list(dict.fromkeys(line for source in sources for line in source))
