"""Walking, forwards and otherwise: described by its strides, as the report does."""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind, Description, Done

__all__ = ["BACKWARDS", "KIND", "SIDEWAYS"]


def _describe(_: Done) -> Description:
    return Description()


KIND = ActivityKind(
    "walk", "walked", _describe, walking=True, stepping=True,
    # N*m/kg; worst foot of four public walks against plates (tests/reference)
    without_plates={"hip": 0.23, "knee": 0.14, "ankle": 0.14},
    size_of_moments={"hip": 0.47, "knee": 0.39, "ankle": 0.82},
)  # fmt: skip
BACKWARDS = ActivityKind("backwards walk", "walked backwards", _describe, stepping=True)
SIDEWAYS = ActivityKind("steps to the side", "stepped to the side", _describe, stepping=True)
