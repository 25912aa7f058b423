"""Frames that the cameras lost, held or never took: most markers break their pace at once, or go on
lines.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.records import Gate

__all__ = ["camera_gate", "check"]


def check(evidence: Evidence) -> list[Gate]:
    """Times at which the markers' pace is broken (`mocap.cleaning`)."""
    return [camera_gate(evidence.named.camera_breaks)]


def camera_gate(breaks: tuple[float, ...]) -> Gate:
    """Whether frames were lost: none may be, for plates and cameras are apart from then on.

    Args:
        breaks: s.
    """
    first = f"at {breaks[0]:.2f} s" if breaks else ""
    where = first if len(breaks) == 1 else f"at {len(breaks)} instants, first {first}"
    return gate(
        "cameras lost no frames",
        len(breaks),
        0,
        "breaks",
        "All markers jump on, stand still or go on lines at once: the cameras lost or held frames "
        "there, and plates and cameras are not synchronised from then on, or frames were drawn "
        "between those of slower cameras. Record again, or use --from or --to",
        unusable=np.nextafter(0.0, 1.0),
        found=f"The markers' pace breaks {where}." if breaks else "",
        cost="Accelerations there, and moments of all joints, are wrong.",
    )
