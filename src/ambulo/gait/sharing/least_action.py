"""Sharing without plates: what soles can pass on, and joint moments that change the least."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ambulo.gait.sharing.problem import (
    DoubleSupport,
    Shared,
    Sharing,
    SharingProblem,
    cross_matrix,
    leg_length,
    share_phases,
)
from ambulo.gait.sharing.quadratic_program import minimise_within
from ambulo.gait.sharing.sole_contact import ContactPatch, contact_limits, contact_patch
from ambulo.math.arrays import FloatArray

__all__ = ["SHARING", "least_action", "share_by_contact"]

# weight of the wrenches' own changes beside the moments' (forces times the length of a leg): what
# acts along a straight leg has no moment at its joints
_WRENCH = 0.1
# cost of one body weight beyond the soles' limits, in squares of body weight times leg length
_BEYOND = 30.0
# excess that is worth a note, in body weights
_REMARKABLE = 0.02


def share_by_contact(problem: SharingProblem) -> Shared:
    """Least action within the limits of contact, without plates; see `least_action`.

    Returns:
        Known in single support and in every double support of a step.
    """
    source = "whole-body, double support by contact and least action"
    return share_phases(problem, [least_action], source)


def least_action(problem: SharingProblem, phase: DoubleSupport) -> tuple[FloatArray, str]:
    """The trailing foot's wrench that costs the joints least, within what soles can pass on.

    The trailing foot's wrench w(t), and with it the leading foot's G - w, minimises

        integral sum_joints |M|^2 + T^2 |dM/dt|^2 dt

    over ankles, knees and hips of both legs: effort, and smoothness of the joint moments (minimum
    torque change; Uno, Kawato & Suzuki 1989), with the length T of the phase. Before it w is the
    resultant, after it zero, and the changes into and out of the phase count: that is continuity
    at strike and off. At every frame both wrenches are within what the soles can pass on (see
    `sole_contact`). Where the two soles together cannot pass on the resultant, the limits are
    left by as little as can be.

    Returns:
        Wrench (n, 6) of the trailing foot about the world origin; and a note where limits were
        left, or where the record does not show both ends of the phase.
    """
    patches = [contact_patch(problem, foot) for foot in range(2)]
    trailing, beyond = _trailing_wrench(problem, phase, patches)
    notes = []
    if beyond > _REMARKABLE:
        notes.append(
            f"In the {phase} the soles cannot pass on the resultant: the limits of contact are "
            f"exceeded by up to {100.0 * beyond:.0f} % of body weight."
        )
    if phase.start is None or phase.stop is None:
        notes.append(f"The {phase} is shared with continuity at its recorded end only.")
    return trailing, " ".join(notes)


def _trailing_wrench(
    problem: SharingProblem, phase: DoubleSupport, patches: list[ContactPatch]
) -> tuple[FloatArray, float]:
    """Wrench (n, 6) of the trailing foot about the world origin, and the limits' excess."""
    n = phase.last - phase.first + 1
    wrench_of = _wrench_of_unknown(patches[phase.trailing], phase, problem.weight)
    H, g = _action(problem, phase, wrench_of)
    G, h = _limits(problem, phase, patches, wrench_of)
    y = minimise_within(H, g, G, h)
    if y is not None:
        return y.reshape(n, 6) @ wrench_of.T, 0.0
    # one more unknown a frame: by how much all its limits may be exceeded
    excess = np.kron(np.eye(n), np.ones((len(G) // n, 1)))
    cost = _BEYOND * _step(problem)
    y = minimise_within(
        np.block([[H, _none(6 * n, n)], [_none(n, 6 * n), cost * np.eye(n)]]),
        np.r_[g, np.zeros(n)],
        np.block([[G, excess], [_none(n, 6 * n), np.eye(n)]]),
        np.r_[h, np.zeros(n)],
    )
    if y is None:
        raise ArithmeticError(f"no wrenches were found for the {phase}")
    return y[: 6 * n].reshape(n, 6) @ wrench_of.T, float(y[6 * n :].max())


def _step(problem: SharingProblem) -> float:
    return float(problem.time[1] - problem.time[0])


def _none(rows: int, columns: int) -> FloatArray:
    return np.zeros((rows, columns))


def _wrench_of_unknown(patch: ContactPatch, phase: DoubleSupport, weight: float) -> FloatArray:
    """Map (6, 6) from unknowns of order one to the wrench about the world origin.

    They are the moment about a point near the foot, in body weights times the breadth of the foot,
    and the force in body weights.
    """
    x, y = patch.centre[phase.first]
    of_unknown = np.diag([2.0 * patch.half_breadth] * 3 + [1.0] * 3)
    of_unknown[:3, 3:] = cross_matrix(np.array([x, y, 0.0]))
    return weight * of_unknown


def _action(
    problem: SharingProblem, phase: DoubleSupport, wrench_of: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Effort and smoothness as y.H y / 2 - g.y of the unknowns y (6 n,) of all frames."""
    n, step = phase.last - phase.first + 1, _step(problem)
    leg = leg_length(problem)
    before, after = phase.start is not None, phase.stop is not None
    H, g = _none(6 * n, 6 * n), np.zeros(6 * n)
    nodes = []
    for frame in range(phase.first - before, phase.last + 1 + after):
        A, b = _felt(problem, phase, frame, leg)
        if frame < phase.first:
            # the trailing foot still has the resultant
            b = b + A @ problem.total[frame]
        # per body weight times length of a leg
        unit = problem.weight * leg
        nodes.append((frame - phase.first, A @ wrench_of / unit, b / unit))
    for k, A, b in nodes:
        if 0 <= k < n:
            at, moments = slice(6 * k, 6 * k + 6), slice(0, 18)
            H[at, at] += step * A[moments].T @ A[moments]
            g[at] -= step * A[moments].T @ b[moments]
    rate = (n * step) ** 2 / step
    for (k, A, b), (_, A_next, b_next) in pairwise(nodes):
        # change = A_next y_next - A y + (b_next - b); outside the phase nothing is unknown
        parts = [(k, -A), (k + 1, A_next)]
        inside = [(slice(6 * i, 6 * i + 6), part) for i, part in parts if 0 <= i < n]
        for at, part in inside:
            g[at] -= rate * part.T @ (b_next - b)
            for other_at, other in inside:
                H[at, other_at] += rate * part.T @ other
    return H, g


def _felt(
    problem: SharingProblem, phase: DoubleSupport, frame: int, leg: float
) -> tuple[FloatArray, FloatArray]:
    """What counts at a frame as A w + b of the trailing foot's wrench w about the world origin.

    First the moments of three joints of both legs (18), then the wrench itself (6), its moment
    about the trailing ankle and its force times the length of a leg, with their lesser weight.
    """
    A, b = [], []
    for foot, sign in ((phase.trailing, 1.0), (phase.leading, -1.0)):
        for joint, at in enumerate(problem.leg_joints[frame, foot]):
            about_joint = np.hstack([np.eye(3), -cross_matrix(at)])
            unloaded = problem.unloaded_moment[frame, foot, joint]
            A.append(-sign * about_joint)
            # the leading foot's wrench is G - w
            b.append(unloaded if sign > 0.0 else unloaded - about_joint @ problem.total[frame])
    ankle = problem.ankles[frame, phase.trailing]
    of_wrench = np.block([[np.eye(3), -cross_matrix(ankle)], [_none(3, 3), leg * np.eye(3)]])
    A.append(np.sqrt(_WRENCH) * of_wrench)
    b.append(np.zeros(6))
    return np.vstack(A), np.concatenate(b)


def _limits(
    problem: SharingProblem,
    phase: DoubleSupport,
    patches: list[ContactPatch],
    wrench_of: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Limits of contact of both feet at all frames as G y >= h."""
    n = phase.last - phase.first + 1
    G, h = [], []
    limits_of = [contact_limits(patch, problem.weight) for patch in patches]
    for k in range(n):
        frame = phase.first + k
        for foot, sign in ((phase.trailing, 1.0), (phase.leading, -1.0)):
            limits = limits_of[foot][frame]
            of_unknowns = _none(len(limits), 6 * n)
            of_unknowns[:, 6 * k : 6 * k + 6] = sign * limits @ wrench_of
            G.append(of_unknowns)
            h.append(_none(1, len(limits))[0] if sign > 0.0 else -limits @ problem.total[frame])
    return np.vstack(G), np.concatenate(h)


SHARING = Sharing("contact and least action", False, True, share_by_contact)
