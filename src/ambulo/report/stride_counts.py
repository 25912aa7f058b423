"""Number of strides in the mean curves. Moments have fewer strides if a foot was on no plate."""

from __future__ import annotations

import numpy as np

from ambulo.records import SIDES, Analysis, Quantities, Side, Stride
from ambulo.results.columns import LEG_JOINTS, meaning
from ambulo.results.gait_cycle import WHOLE, cycle_curves, over_stride


def strides_with_data(analysis: Analysis, group: str) -> dict[Side, tuple[int, int]]:
    """Least and greatest number of strides with completely known quantities of a leg, by side.

    Args:
        group: "angles", "moments" or "powers".
    """
    quantities: Quantities = getattr(analysis, group)
    found: dict[Side, tuple[int, int]] = {}
    for side in SIDES:
        strides = [stride for stride in analysis.strides if stride.side == side]
        mine = [
            quantity.values
            for quantity in quantities
            if (what := meaning(quantity.name)).side == side and what.joint in LEG_JOINTS
        ]
        least = most = len(strides)
        if mine:
            curves = cycle_curves(analysis.motion.time, np.stack(mine, axis=1), strides)
            whole = (np.isfinite(curves.curves).mean(axis=1) >= WHOLE).sum(axis=0)
            least, most = int(whole.min()), int(whole.max())
        found[side] = least, most
    return found


def strides_with_moments(analysis: Analysis) -> list[Stride]:
    """Strides in which a moment of their own leg is completely known."""
    found = []
    for side in SIDES:
        mine = [
            q.values
            for q in analysis.moments
            if (what := meaning(q.name)).side == side and what.joint in LEG_JOINTS
        ]
        for stride in (s for s in analysis.strides if s.side == side) if mine else ():
            curves = over_stride(analysis.motion.time, np.stack(mine, axis=1), stride)
            if np.isfinite(curves).mean(axis=0).max() >= WHOLE:
                found.append(stride)
    return found


def count_in_words(analysis: Analysis, side: Side, known: tuple[int, int]) -> str:
    """`2`, or `1 of 2` if the quantities are not known in every stride of the side.

    Args:
        known: numbers of strides of the side from `strides_with_data`.
    """
    least, most = known
    all_of_them = sum(stride.side == side for stride in analysis.strides)
    said = str(most) if least == most else f"{least} to {most}"
    return said if least == all_of_them else f"{said} of {all_of_them}"


def beside_plates(analysis: Analysis) -> str:
    """The first two reasons why plates do not measure all of a foot; empty if they do. If another
    check names the cause, the cause.
    """
    partly = [c for c in analysis.contacts if c.quality == "partial" and not c.cut]
    names = {check.id: check.name for check in analysis.checks}
    causes = (check.cause for check in analysis.checks if check.id == "whole_contact")
    if partly and (cause := next(causes, "")):
        return f'this follows from the check "{names.get(cause, cause)}"'
    return "; ".join([*dict.fromkeys(contact.reason.rstrip(".") for contact in partly)][:2])


def strides_in_words(analysis: Analysis) -> str:
    """`2 left, 1 right`, with the number of strides with known moments if it is smaller."""
    every = {side: sum(stride.side == side for stride in analysis.strides) for side in SIDES}
    counts = ", ".join(f"{count} {side}" for side, count in every.items())
    known = strides_with_data(analysis, "moments")
    fewer = [
        f"{count_in_words(analysis, side, known[side])} {side}"
        for side in SIDES
        if known[side][0] < every[side]
    ]
    return f"{counts}; moments in {', '.join(fewer)}" if fewer else counts
