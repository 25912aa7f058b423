"""Motion of a tree over time, loads on its bodies, and joint forces.

Wrenches are ordered (moment, force), SI units, world axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr


@dataclass(frozen=True, eq=False)
class Motion(BriefRepr):
    """Coordinates, velocities and accelerations of a tree over time.

    Args:
        time: (frames,) s.
        q: (frames, nq) m, rad, unit quaternions.
        v: (frames, nv) m/s, rad/s.
        a: (frames, nv) m/s^2, rad/s^2; time derivative of v.
    """

    time: Annotated[FloatArray, "frames"]
    q: Annotated[FloatArray, "frames nq"]
    v: Annotated[FloatArray, "frames nv"]
    a: Annotated[FloatArray, "frames nv"]


@dataclass(frozen=True, eq=False)
class Loads(BriefRepr):
    """External wrenches on the bodies: (frames, nb, 6) moment [N*m] and force [N] at body origins.

    World axes.
    """

    time: FloatArray
    wrench: FloatArray


@dataclass(frozen=True, eq=False)
class JointForces(BriefRepr):
    """Moment and force that each joint transmits, from the proximal to the distal body.

    Args:
        time: (frames,) s.
        moment: (frames, nb, 3) N*m, about the joint, world axes.
        force: (frames, nb, 3) N, world axes. Joint 0 is the root. The environment must supply its
            wrench: the residual, or the resultant ground reaction.
        tau: (frames, nv) generalised forces dual to v.
    """

    time: Annotated[FloatArray, "frames"]
    moment: Annotated[FloatArray, "frames nb 3"]
    force: Annotated[FloatArray, "frames nb 3"]
    tau: Annotated[FloatArray, "frames nv"]
