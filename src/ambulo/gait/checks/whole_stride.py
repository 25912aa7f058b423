"""At least one stride, over which results can be given."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.mocap.events import strides
from ambulo.records import Gate, Stride

__all__ = ["check", "stride_gate"]


def check(evidence: Evidence) -> list[Gate]:
    """From one strike to the next of the same foot, in what consists of strides."""
    if not evidence.activity.stepping:
        return []
    return [stride_gate(strides(evidence.steps.events))]


def stride_gate(strides: Sequence[Stride]) -> Gate:
    """Whether the subject takes at least one stride, over which results can be given."""
    return gate(
        "a whole stride",
        max(0, 1 - len(strides)),
        0,
        "missing",
        "No two strikes of one foot were found: this is no walk, or a short piece of one; results "
        "are given over time only",
        unusable=np.inf,
        found="" if strides else "No whole stride.",
        cost="Curves are over time only, and there are no stride lengths or times.",
    )
