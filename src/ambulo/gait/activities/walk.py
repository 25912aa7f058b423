"""Walking: described by its strides, as the report does."""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind, Description, Done

__all__ = ["KIND"]


def _describe(_: Done) -> Description:
    return Description()


KIND = ActivityKind("walk", "walked", walking=True, stepping=True, describe=_describe)
