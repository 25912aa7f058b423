"""Ground reactions from two sources side by side: by foot and phase, about the ankle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.vector_arrays import finite, wrench_about
from ambulo.records import SIDES, WRENCH, GroundReaction, WrenchDifference


def reactions_about(ground: GroundReaction, points: FloatArray) -> FloatArray:
    """Force and moment (frames, 2, 6) of each foot about a point, in the order of WRENCH.

    Args:
        points: (frames, 2, 3) m, e.g. the ankle joint centres, order SIDES.
    """
    wrench = wrench_about(points, ground.force, ground.moment_origin)
    return np.concatenate([wrench[..., 3:], wrench[..., :3]], axis=-1)


def compare_reactions(
    ours: GroundReaction,
    reference: GroundReaction,
    ankles: FloatArray,
    stance: BoolArray,
    settled: BoolArray,
) -> Mapping[str, Mapping[str, WrenchDifference]]:
    """Root mean square differences by phase, foot and component (Pamies-Vila 2012, table 4.1).

    Args:
        ours, reference: on the same frames.
        ankles: (frames, 2, 3) m, about which moments are taken.
        stance: (frames, 2) feet on the ground.
        settled: (frames,) frames to judge, away from the instants at which stance changes.
    Returns:
        phase ("single_support", "double_support") -> side, or "both" for the feet pooled ->
        difference, also over the range of the reference in that phase. Phases and feet without
        common frames are left out.
    """
    a, b = reactions_about(ours, ankles), reactions_about(reference, ankles)
    double = stance.all(axis=1)
    known = ours.known & reference.known
    result: dict[str, dict[str, WrenchDifference]] = {}
    for phase, in_phase in (("single_support", ~double), ("double_support", double)):
        judged = stance & known & (in_phase & settled)[:, None]
        for name, *pair in by_foot(a, b, judged):
            result.setdefault(phase, {})[name] = _difference(*pair)
    return result


def by_foot(
    ours: FloatArray, reference: FloatArray, judged: BoolArray
) -> Iterator[tuple[str, FloatArray, FloatArray]]:
    """Each foot, and "both", with its wrenches (n, 6) at the frames to judge where both are known.

    Args:
        ours, reference: (frames, 2, 6), order SIDES.
        judged: (frames, 2).
    """
    there = judged & finite(ours) & finite(reference)
    for name, feet in (*((side, [s]) for s, side in enumerate(SIDES)), ("both", [0, 1])):
        frames = there[:, feet]
        if frames.any():
            yield name, ours[:, feet][frames], reference[:, feet][frames]


def _difference(ours: FloatArray, reference: FloatArray) -> WrenchDifference:
    """Differences of wrenches (n, 6) by component, also over the reference's range."""
    found = rms_difference(ours - reference)
    span = dict(zip(WRENCH, np.ptp(reference, axis=0), strict=True))
    relative = {
        name: float(rms / span[name]) if span[name] > 0.0 else np.nan
        for name, rms in found.rms.items()
    }
    return WrenchDifference(found.frames, found.rms, relative)


def rms_difference(gap: FloatArray) -> WrenchDifference:
    """Root mean square of differences (n, 6) in the order of WRENCH."""
    rms = np.sqrt(np.mean(gap**2, axis=0))
    return WrenchDifference(
        len(gap), {name: float(value) for name, value in zip(WRENCH, rms, strict=True)}
    )
