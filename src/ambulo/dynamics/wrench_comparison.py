"""Ground reactions from two sources side by side: by foot and phase, about the ankle."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.dynamics.foot_loads import wrench_about
from ambulo.records import SIDES, BoolArray, FloatArray, GroundReaction

__all__ = ["COMPONENTS", "compare_reactions", "reactions_about"]

COMPONENTS = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")


def reactions_about(ground: GroundReaction, points: FloatArray) -> FloatArray:
    """Force and moment (frames, 2, 6) of each foot about a point, in the order of COMPONENTS.

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
) -> Mapping[str, Mapping[str, Mapping[str, Mapping[str, float]]]]:
    """Root mean square differences by phase, foot and component (Pamies-Vila 2012, table 4.1).

    Args:
        ours, reference: on the same frames.
        ankles: (frames, 2, 3) m, about which moments are taken.
        stance: (frames, 2) feet on the ground.
    Returns:
        phase ("single_support", "double_support") -> side -> component -> "rms" [N or N*m],
        "nrms" (rms over the range of the reference in that phase; None without a range), and
        "frames". Phases and feet without common frames are left out.
    """
    a, b = reactions_about(ours, ankles), reactions_about(reference, ankles)
    double = stance.all(axis=1)
    result: dict[str, dict[str, dict[str, dict[str, float]]]] = {}
    for phase in ("single_support", "double_support"):
        for s, side in enumerate(SIDES):
            frames = stance[:, s] & (double if phase == "double_support" else ~double)
            frames &= ours.known[:, s] & reference.known[:, s]
            frames &= np.isfinite(a[:, s]).all(axis=1) & np.isfinite(b[:, s]).all(axis=1)
            if not frames.any():
                continue
            difference = a[frames, s] - b[frames, s]
            span = np.ptp(b[frames, s], axis=0)
            rms = np.sqrt(np.mean(difference**2, axis=0))
            result.setdefault(phase, {})[side] = {
                name: {
                    "rms": float(rms[k]),
                    "nrms": float(rms[k] / span[k]) if span[k] > 0.0 else float("nan"),
                    "frames": float(frames.sum()),
                }
                for k, name in enumerate(COMPONENTS)
            }
    return result
