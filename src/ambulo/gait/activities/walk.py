"""Walking: described by its strides, as the report does."""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind, Description, Done

__all__ = ["KIND"]


def _describe(_: Done) -> Description:
    return Description()


# N*m/kg; worst foot of four public walks against plates (tests/reference)
_WITHOUT_PLATES = {"hip": 0.23, "knee": 0.14, "ankle": 0.14}

KIND = ActivityKind(
    "walk",
    "walked",
    walking=True,
    stepping=True,
    describe=_describe,
    without_plates=_WITHOUT_PLATES,
)
