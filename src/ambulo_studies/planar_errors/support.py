"""Single support of a walk by the planar model, seen from the stance foot, the right one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.gait.planar.planar_body import (
    PlanarBody,
    planar_body,
    planar_points,
    with_lengths,
)
from ambulo.gait.planar.planar_dynamics import (
    PlanarMotion,
    consistent_points,
    joint_weights,
    segment_angles,
)
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.bezier import fit_bezier
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Event, Model

_MARGIN = 0.1
"""s before and after single support that the Bézier curves are fitted to: at their very ends
second derivatives of least-squares polynomials mean nothing."""

_STEP = 1e-3
"""s (appendix C)."""

_TOLERANCE = 1e-4
"""rad and m (appendix C)."""


@dataclass(frozen=True, eq=False)
class SingleSupport:
    """Single support of a walk by the planar model.

    Args:
        body: seen from the right foot.
        measured: (frames, points, 2) m, not yet made rigid.
        frames: time [s] of these, with the margin.
        time: (n,) s, every millisecond of single support.
    """

    body: PlanarBody
    measured: FloatArray
    frames: FloatArray
    time: FloatArray

    def columns(self) -> list[int]:
        """Segments whose torque is that of each of `JOINTS`."""
        names = [segment.name for segment in self.body.segments]
        foot = "left_hindfoot" if "left_hindfoot" in names else "left_foot"
        # seen from the stance foot a joint's torque is at the segment above, of the swing leg below
        order = ("right_shank", "right_thigh", "trunk", foot, "left_shank", "left_thigh")
        return [names.index(name) for name in order]

    def motion(self, weight: FloatArray | None = None) -> PlanarMotion:
        """Bézier curves through the consistent coordinates, every millisecond (appendix C).

        Args:
            weight: (points,) of the consistency; None for 1, 5 and 10 of section 5.1.
        """
        chosen = joint_weights(self.body) if weight is None else weight
        x, _, _ = consistent_points(self.body, self.measured, chosen)
        base = self.body.ends()[0][0]
        z = np.concatenate([x[:, base], segment_angles(self.body, x)], axis=1)
        curves = [fit_bezier(self.frames, column, _TOLERANCE) for column in z.T]
        series = [np.stack([curve(self.time, k) for curve in curves], axis=1) for k in range(3)]
        return PlanarMotion(self.time, *series)


def single_support(model: Model, motion: Motion, events: Sequence[Event]) -> SingleSupport:
    """The first single support of the right leg that a motion holds with its margin.

    Levers of table 5.4 are those of her right leg. The hip is the right one (section 3.2), lengths
    are means over the motion (section 3.3).

    Args:
        model: of the whole body.
        motion: X is the direction of progression.
        events: foot strikes and offs.
    Raises:
        ValueError: there is none.
    """
    time = motion.time
    R, p = forward_kinematics(model.tree, motion.q)
    points = planar_points(model, R, p)
    points["hip"] = p[:, model.joints.index("right_hip")][:, [0, 2]]
    foot = "right_hindfoot" if "right_hindfoot" in model.segments else "right_foot"
    body = planar_body(model, base=foot)
    measured = np.stack([points[name] for name in body.points], axis=1)
    for off in events:
        if (off.kind, off.side) != ("off", "left"):
            continue
        later = (e for e in events if (e.side, e.kind) == (off.side, "strike"))
        strike = next((e for e in later if e.time > off.time), None)
        inside = strike is not None and strike.time + _MARGIN < time[-1]
        if strike is None or not inside or off.time - _MARGIN < time[0]:
            continue
        near = (time >= off.time - _MARGIN) & (time <= strike.time + _MARGIN)
        grid = np.arange(off.time, strike.time, _STEP)
        return SingleSupport(with_lengths(body, measured), measured[near], time[near], grid)
    raise ValueError("the motion has no whole single support of the right leg")
