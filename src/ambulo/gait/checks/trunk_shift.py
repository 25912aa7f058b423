"""How far the plates move the trunk's centre of mass, where they are to place it."""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.math.arrays import FloatArray
from ambulo.records import Gate

__all__ = ["check", "trunk_gate"]

# m; by what published tables place the trunk's centre of mass differently, and half as much again
TRUNK_SHIFT_LIMIT = 0.03
# twice as far it is no trunk's any more: the shift hides an error of plates or markers
TRUNK_SHIFT_UNUSABLE = 0.06


def check(evidence: Evidence) -> list[Gate]:
    """The shift, if there is one."""
    shift = evidence.balanced.shift
    return [] if shift is None else [trunk_gate(shift)]


def trunk_gate(shift: FloatArray) -> Gate:
    """Whether the plates move the trunk's centre of mass farther than people differ.

    Args:
        shift: (2,) m, from where the segment parameter table has it.
    """
    return gate(
        "trunk's centre of mass by the plates against the table",
        1e3 * float(np.linalg.norm(shift)),
        1e3 * TRUNK_SHIFT_LIMIT,
        "mm",
        "Check the plates' position and the trunk's markers; the shift may make up for them",
        unusable=1e3 * TRUNK_SHIFT_UNUSABLE,
        cost="The trunk was moved farther than people differ: moments of the lumbar joint, and of "
        "the legs where they come from motion alone, carry its weight times the shift.",
    )
