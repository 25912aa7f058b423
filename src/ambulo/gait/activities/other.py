"""A movement that is none of the other activities, with results that suit any movement."""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind, Description, Done


def _describe(_: Done) -> Description:
    return Description()


KIND = ActivityKind("movement", "moved", _describe)
