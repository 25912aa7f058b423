"""A movement that is none of the other activities, with results that suit any movement."""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind, Description

KIND = ActivityKind("movement", "moved", lambda _: Description())
