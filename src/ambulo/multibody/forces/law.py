"""Force laws: a law computes loads on bodies from the motion of the bodies.

A law is a NamedTuple of its parameters, which implements these operations
(`ambulo.math.dispatch.implements`). Only `apply_law` is required. A law may have scratch arrays
among its fields, so only one thread at a time may use a packed system.

World axes, SI units. A wrench is a moment about the body's origin and a force, in this order.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import checking, inner
from ambulo.math.dispatch import OnlyCompiled, operation
from ambulo.math.vectors import Vector3


class BodyMotion(NamedTuple):
    """Positions and velocities of the bodies.

    Args:
        q, v: coordinates and velocities of the formulation.
        R: orientations, row by row; p: m, positions of the origins.
        w, u: angular velocities and velocities of the origins.
    """

    q: Annotated[FloatArray, "nq"]
    v: Annotated[FloatArray, "nv"]
    R: Annotated[FloatArray, "nb 9"]
    p: Annotated[FloatArray, "nb 3"]
    w: Annotated[FloatArray, "nb 3"]
    u: Annotated[FloatArray, "nb 3"]


class MotionChange(NamedTuple):
    """A small change of a `BodyMotion`.

    Args:
        q, v: displacement of the coordinates, and change of the velocities.
        turn: rad, rotations of the bodies about world axes; p: m, displacements of the origins.
        w, u: changes of the velocities.
    """

    q: Annotated[FloatArray, "nv"]
    v: Annotated[FloatArray, "nv"]
    turn: Annotated[FloatArray, "nb 3"]
    p: Annotated[FloatArray, "nb 3"]
    w: Annotated[FloatArray, "nb 3"]
    u: Annotated[FloatArray, "nb 3"]


class Loads(NamedTuple):
    """The loads to which laws add.

    Args:
        wrench: moment [N*m] and force [N] on the bodies at their origins.
        tau: generalised forces on the formulation's own velocities.
    """

    wrench: Annotated[FloatArray, "nb 6"]
    tau: Annotated[FloatArray, "nv"]


def _add_wrench(loads: Loads, b: int, moment: Vector3, force: Vector3, sign: float = 1.0) -> None:
    """Add a moment about the origin of body b and a force, both times `sign`, to the loads on body
    b."""
    for c in range(3):
        loads.wrench[b, c] += sign * moment[c]
        loads.wrench[b, 3 + c] += sign * force[c]


add_wrench = checking(_add_wrench)
add_wrench_unchecked = inner(_add_wrench)
"""`add_wrench` for Ambulo's own laws, whose bodies exist: a check takes a twentieth of the time."""


# --------------------------------------------------------------------------- one law


# apart from `vary_law`, and so compiled once for all laws


@inner
def _largest(change: MotionChange, ds: FloatArray) -> float:
    """Largest number of a change, so that a step along it is small."""
    size = 1e-300
    for i in range(len(change.p)):
        for c in range(3):
            size = max(size, abs(change.turn[i, c]), abs(change.p[i, c]))
            size = max(size, abs(change.w[i, c]), abs(change.u[i, c]))
    for d in range(len(change.v)):
        size = max(size, abs(change.q[d]), abs(change.v[d]))
    for k in range(len(ds)):
        size = max(size, abs(ds[k]))
    return size


@inner
def _moved(motion: BodyMotion, change: MotionChange, e: float) -> BodyMotion:
    """A motion e times a change further."""
    moved = BodyMotion(
        motion.q.copy(), motion.v + e * change.v, motion.R.copy(), motion.p + e * change.p,
        motion.w + e * change.w, motion.u + e * change.u,
    )  # fmt: skip
    if len(motion.q) == len(change.v):
        for d in range(len(change.v)):
            moved.q[d] += e * change.q[d]
    for i in range(len(motion.p)):
        # R + e turn x R, to first order
        x, y, z = e * change.turn[i, 0], e * change.turn[i, 1], e * change.turn[i, 2]
        for c in range(3):
            a, b, d = motion.R[i, c], motion.R[i, 3 + c], motion.R[i, 6 + c]
            moved.R[i, c] += y * d - z * b
            moved.R[i, 3 + c] += z * a - x * d
            moved.R[i, 6 + c] += x * b - y * a
    return moved


@operation(optional=True, borrows=True)
def own_states(law: Any) -> int:
    """Number ns of own states. Default: 0."""
    return 0


@operation
def apply_law(
    law: Any, t: float, motion: BodyMotion, s: FloatArray, loads: Loads, sigma: FloatArray
) -> None:
    """Add to the loads and fill the rates sigma (ns,) of the law's own states s (ns,)."""
    raise OnlyCompiled


@operation(optional=True)
def vary_law(
    law: Any, t: float, motion: BodyMotion, s: FloatArray,
    change: MotionChange, ds: FloatArray, loads: Loads, dsigma: FloatArray,
) -> None:  # fmt: skip
    """Add the changes of the loads for a change of motion and s, and fill dsigma with the changes
    of the rates.

    Default: central differences along the change, with an error of about 1e-8 of the loads if the
    law is smooth. They treat coordinates q as plain numbers.
    """
    nb, nv, ns = len(motion.p), len(loads.tau), len(s)
    ahead, back = np.empty(ns), np.empty(ns)
    h = 1e-6 / _largest(change, ds)
    for side in range(2):
        e = h if side == 0 else -h
        there = Loads(np.zeros((nb, 6)), np.zeros(nv))
        sigma = ahead if side == 0 else back
        apply_law(law, t, _moved(motion, change, e), s + e * ds, there, sigma)
        sign = 0.5 / h if side == 0 else -0.5 / h
        for i in range(nb):
            for c in range(6):
                loads.wrench[i, c] += sign * there.wrench[i, c]
        for d in range(nv):
            loads.tau[d] += sign * there.tau[d]
    for k in range(ns):
        dsigma[k] = 0.5 * (ahead[k] - back[k]) / h


@operation(optional=True, borrows=True)
def stored_energy(law: Any, t: float, motion: BodyMotion, s: FloatArray) -> float:
    """Stored energy [J], which the law gives back. Default: 0."""
    return 0.0


@operation(optional=True, borrows=True)
def add_stiffness(
    law: Any, motion: BodyMotion, by_v: float, by_q: float,
    moments: Annotated[FloatArray, "nb 10"],
) -> None:  # fmt: skip
    """Add by_v times damping and by_q times stiffness to the moments of mass, like inertia.

    The moments are about the origin of body 0, as in `add_point_mass` of `multibody.tree`. An equal
    resistance to rotation about all axes is an isotropic inertia; a resistance to motion of a point
    is a mass at this point. With these terms, Newton's method also converges for stiff laws.
    Default: nothing.
    """


@operation(optional=True, borrows=True)
def enter_law(law: Any, start: float, end: float) -> None:
    """Called before evaluations between two instants [s]. Default: nothing."""


@operation(optional=True, borrows=True)
def law_left(law: Any, t: float, motion: BodyMotion) -> bool:
    """Whether the motion has left the range of the law. Default: never."""
    return False


@operation(optional=True, borrows=True)
def law_observed_count(law: Any) -> int:
    """Number of quantities of `law_observe`. Default: 0."""
    return 0


@operation(optional=True, borrows=True)
def law_observe(law: Any, out: FloatArray) -> None:
    """Update quantities (observed,) of the present row after a step. Default: nothing."""


@operation(optional=True, borrows=True)
def law_event_count(law: Any) -> int:
    """Number of functions of `law_event_values`. Default: 0."""
    return 0


@operation(optional=True, borrows=True)
def law_event_values(law: Any, t: float, motion: BodyMotion, s: FloatArray, g: FloatArray) -> None:
    """Fill g (events,); a step ends where one of these functions changes sign. Default: nothing."""


@operation(optional=True, borrows=True)
def law_switch(law: Any, event: int, t: float, motion: BodyMotion, s: FloatArray) -> None:
    """Change the law's own states at one of its events. Default: nothing."""
