"""Markers that jump to another place and stay there, or are not where the markers beside them have
them: nothing tells what is right.

What jumps and comes back, and labels that are exchanged for a while, were put right before
(`mocap.cleaning`) and are in the log.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.mocap.cleaning import Jump
from ambulo.records import Gate

__all__ = ["check", "frozen_gate", "jump_gate"]

# m; jumps of filled gaps in public walks reach 3 cm; a joint between two segments of 0.4 m that is
# 3.5 cm off has its angles 5 degrees off
JUMP_LIMIT, JUMP_UNUSABLE = 0.035, 0.10
# s, and share of the greater jump, by which jumps to each other's places differ
_AT_ONCE, _ALIKE = 0.015, 0.25


def check(evidence: Evidence) -> list[Gate]:
    """The greatest jump of the markers that the model follows."""
    followed = set(evidence.body.model.marker_names)
    lost = {name: seconds for name, seconds in evidence.named.lost.items() if name in followed}
    return [
        jump_gate([jump for jump in evidence.named.jumps if jump.marker in followed]),
        frozen_gate(lost),
    ]


def frozen_gate(lost: Mapping[str, float]) -> Gate:
    """Markers that stood still for too long to be filled.

    Args:
        lost: marker -> s.
    """
    names = ", ".join(f"{name} for {seconds:.2f} s" for name, seconds in lost.items())
    return gate(
        "markers that stand still",
        max(lost.values(), default=0.0),
        0.2,
        "s",
        f"While others move these markers stand still: {names}. Label or fill them in the capture "
        "software",
        unusable=np.inf,
        found=f"Left out: {names}." if lost else "",
        cost="Joints beside them come from fewer markers, or the frames are left out and peaks in "
        "them are missing.",
    )


def jump_gate(jumps: list[Jump]) -> Gate:
    """The greatest of all jumps.

    Args:
        jumps: those that nothing explains.
    """
    worst = max(jumps, key=lambda jump: jump.size, default=None)
    where = f" ({worst.marker})" if worst else ""
    shown = ", ".join(f"{j.marker} at {j.time:.2f} s" for j in jumps[:4])
    exchanged = "".join(
        f"{one.marker} and {other.marker} jump by as much at once: their labels are exchanged from "
        f"{one.time:.2f} s on, or before. "
        for one, other in _at_once(jumps)
    )
    return gate(
        f"markers move steadily{where}",
        1e3 * worst.size if worst else 0.0,
        1e3 * JUMP_LIMIT,
        "mm jump",
        f"{exchanged}These markers jump and do not come back, or are away from those beside them: "
        f"{shown}. They slid, were touched, or their labels or gap fills are wrong: correct them "
        "in the capture software",
        unusable=1e3 * JUMP_UNUSABLE,
        cost="The joints beside it are off on one side of the jump, and accelerations at it.",
    )


def _at_once(jumps: Sequence[Jump]) -> Iterator[tuple[Jump, Jump]]:
    """Pairs that alone jump at one time, as far as each other."""
    for one, other in itertools.combinations(jumps, 2):
        together = [jump for jump in jumps if abs(jump.time - one.time) < _AT_ONCE]
        far = max(one.size, other.size)
        alike = far > JUMP_LIMIT and abs(one.size - other.size) < _ALIKE * far
        if together == [one, other] and alike:
            yield one, other
