"""Check for markers that jump to another place and stay there, or lie far from their neighbours.
The correct place cannot be known.

Markers that jump and come back, and labels that are exchanged for a time, were corrected before
(`mocap.cleaning`). The log lists them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, of_legs
from ambulo.gait.checks.table import limits
from ambulo.mocap.cleaning import Jump
from ambulo.records import Facts

# s, and share of the greater jump, by which jumps to each other's places differ
_AT_ONCE, _ALIKE = 0.015, 0.25


def check(evidence: Evidence) -> list[Finding]:
    """The largest jump of the markers that the model follows."""
    model = evidence.body.model
    followed = set(model.marker_names)
    lost = {name: seconds for name, seconds in evidence.named.lost.items() if name in followed}
    jumps = [jump for jump in evidence.named.jumps if jump.marker in followed]
    far = [j.marker for j in jumps if 1e3 * j.size > limits("marker_jumps")[0]]
    long = [name for name, seconds in lost.items() if seconds > limits("frozen_markers")[0]]
    return [
        replace(greatest_jump(jumps), whose=of_legs(model, far)),
        replace(frozen(lost), whose=of_legs(model, long)),
    ]


def frozen(lost: Mapping[str, float]) -> Finding:
    """Markers that stood still for too long to be filled.

    Args:
        lost: marker -> s.
    """
    return Finding(
        "frozen_markers",
        "",
        max(lost.values(), default=0.0),
        {"lost": tuple({"marker": name, "lasts": seconds} for name, seconds in lost.items())},
    )


def greatest_jump(jumps: list[Jump]) -> Finding:
    """The largest of all jumps.

    Args:
        jumps: jumps without an explanation.
    """
    worst = max(jumps, key=lambda jump: jump.size, default=None)
    facts: Facts = {
        "jumps": tuple({"marker": jump.marker, "time": jump.time} for jump in jumps[:4]),
        "exchanged": tuple(
            {"one": one.marker, "other": other.marker, "time": one.time}
            for one, other in _at_once(jumps)
        ),
    }
    if worst is None:
        return Finding("marker_jumps", "", 0.0, facts)
    return Finding("marker_jumps", worst.marker, 1e3 * worst.size, facts)


def _at_once(jumps: Sequence[Jump]) -> Iterator[tuple[Jump, Jump]]:
    """Pairs that alone jump at one time, as far as each other."""
    for one, other in itertools.combinations(jumps, 2):
        together = [jump for jump in jumps if abs(jump.time - one.time) < _AT_ONCE]
        far = max(one.size, other.size)
        alike = 1e3 * far > limits("marker_jumps")[0] and abs(one.size - other.size) < _ALIKE * far
        if together == [one, other] and alike:
            yield one, other
