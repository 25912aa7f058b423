"""Quiet standing: the sway of the subject."""

from __future__ import annotations

import numpy as np

from ambulo.gait.activities.kind import ActivityKind, Description, Done, ObservedMotion
from ambulo.gait.activities.recognise import stays
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.records import Number

# s; most of the power of quiet sway lies below 1 Hz: five such periods
_SHORTEST = 5.0


def _seen(movement: ObservedMotion) -> str:
    if not stays(movement):
        return ""
    if movement.down.all():
        return "the feet stay on the ground and the hips stay at their height."
    return "one foot stays on the ground, the other in the air, and the hips stay at their height."


def _describe(done: Done) -> Description:
    """Range and mean speed of the centre of pressure of both feet (Prieto et al. 1996).

    The path is low-passed at 5 Hz, as its length depends on noise; without plates that measure both
    feet it is the mass centre's sway. Both grow with the time looked at, which is said; of less
    than 5 s there are none.
    """
    time = done.movement.time
    if time[-1] - time[0] < _SHORTEST:
        return Description()
    path, what = done.movement.centre[:, :2], "centre of mass"
    measured = done.measured
    if measured is not None and bool(measured.known.all()):
        vertical = measured.force[..., 2].sum(axis=1)
        if vertical.min() > 0.5 * done.weight:
            moment = measured.moment_origin.sum(axis=1)
            path = np.stack([-moment[:, 1], moment[:, 0]], axis=1) / vertical[:, None]
            what = "centre of pressure"
    rate = 1.0 / done.movement.step
    if rate > 12.0:
        path = zero_lag(path, 5.0, rate)
    span = np.ptp(path, axis=0)
    what = f"{what}, in {time[-1] - time[0]:.{0 if time[-1] - time[0] > 10.0 else 1}f} s"
    way = float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())
    numbers = (
        Number("sway forwards", 1000.0 * float(span[0]), "mm", what),
        Number("sway sideways", 1000.0 * float(span[1]), "mm", what),
        Number("mean speed of sway", 1000.0 * way / float(time[-1] - time[0]), "mm/s", what),
    )
    return Description((), numbers)


KIND = ActivityKind(
    "standing", "stood", _describe, _seen, still=True,
    shows="both feet stay in place, or one foot does and the other is held up",
    key_numbers="range and speed of sway, with the time over which they were measured (only if "
    f"this time is at least {_SHORTEST:.0f} s)",
    # N*m/kg, in made recordings of other people (tests/invariants/test_activities.py)
    without_plates={"hip": 0.07, "knee": 0.09, "ankle": 0.1},
    size_of_moments={"hip": 0.04, "knee": 0.43, "ankle": 0.24},
)  # fmt: skip
