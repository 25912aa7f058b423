"""Walking, forwards and otherwise: described by its strides, as the report does."""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind, Description, Done, LargerMoments


def _describe(_: Done) -> Description:
    return Description()


KIND = ActivityKind(
    "walk", "walked", _describe, walking=True, stepping=True,
    # N*m/kg; worst foot of the public walks, plates (and events of the file) taken out
    without_plates={"hip": 0.23, "knee": 0.15, "ankle": 0.12},
    without_plates_on="Against the force plates of four straight walks,",
    turning=(
        {"hip": 0.24, "knee": 0.17, "ankle": 0.19},
        "Against the force plates of two walks that turn by 80 and 85 degrees,",
    ),
    size_of_moments={"hip": 0.47, "knee": 0.39, "ankle": 0.82},
    # twelve drawn walks on bent knees, by their own events (docs/methods/notes/checks.md)
    larger=LargerMoments(
        {"hip": 0.71, "knee": 0.62, "ankle": 0.43},
        {"hip": 1.23, "knee": 1.30, "ankle": 0.82},
        "In simulated walks on bent knees, whose truth is known,",
    ),
)  # fmt: skip
BACKWARDS = ActivityKind("backwards walk", "walked backwards", _describe, stepping=True)
SIDEWAYS = ActivityKind("steps to the side", "stepped to the side", _describe, stepping=True)
