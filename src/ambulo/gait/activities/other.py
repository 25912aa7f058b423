"""A movement that is none of the other activities, with results that suit any movement."""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind, Description

KIND = ActivityKind(
    "movement", "moved", lambda _: Description(),
    shows="feet stay in place, but the hips travel faster than 0.42 m/s: a part of a walk; or none "
    "of the above",
)  # fmt: skip
