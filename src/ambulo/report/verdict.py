"""How far to trust an analysis, in plain words: the failed checks first."""

from __future__ import annotations

from collections.abc import Sequence

from ambulo.records import Gate

__all__ = ["failed", "gate_line", "notes", "verdict"]


def failed(gates: Sequence[Gate]) -> list[Gate]:
    """Checks that did not pass."""
    return [gate for gate in gates if not gate.passed]


def verdict(gates: Sequence[Gate]) -> str:
    """One sentence on how far to trust the results."""
    bad = failed(gates)
    if not gates:
        return "No quality check could be made on this trial: judge the results by the figures."
    if not bad:
        count = len(gates)
        return (
            f"All {count} quality checks passed."
            if count > 1
            else "The one quality check that could be made passed."
        )
    return (
        f"{len(bad)} of {len(gates)} quality checks failed: {'; '.join(gate.name for gate in bad)}."
    )


def gate_line(gate: Gate) -> str:
    """A check with its value, limit and, if it failed, what to do."""
    name = gate.name[:1].upper() + gate.name[1:]
    value = "not known" if gate.value != gate.value else f"{gate.value:.3g}"
    line = f"{name}: {value} {gate.unit}, limit {gate.limit:.3g}."
    if gate.unit == "missing":
        line = f"{name}: {'yes' if gate.passed else 'no'}."
    if gate.passed or not gate.remedy:
        return line
    return f"{line} {gate.remedy.rstrip('.')}."


def notes(*sources: Sequence[str]) -> list[str]:
    """All notes in order, each once."""
    return list(dict.fromkeys(line for source in sources for line in source))
