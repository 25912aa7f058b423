"""A movement that is none of the others: what holds for any movement is given, and no more."""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind, Description, Done


def _describe(_: Done) -> Description:
    return Description()


KIND = ActivityKind("movement", "moved", _describe)
