"""Sharing without plates: joint moments that change least, within the limits of the soles."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ambulo.gait.sharing.problem import (
    DoubleSupport,
    Shared,
    Sharing,
    SharingProblem,
    share_phases,
    thigh_and_shank,
)
from ambulo.gait.sharing.sole_contact import ContactPatch, contact_limits, contact_patch
from ambulo.math.arrays import FloatArray
from ambulo.math.banded_program import BandedProgram, minimise_banded
from ambulo.math.vector_arrays import cross_matrix

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
    """The trailing foot's wrench with the least cost for the joints, within the limits of the
    soles.

    The trailing foot's wrench w(t), and with it the leading foot's G - w, minimises

        integral sum_joints |M|^2 + T^2 |dM/dt|^2 dt

    over ankles, knees and hips of both legs. This is effort, and smoothness of the joint moments
    (minimum torque change; Uno, Kawato & Suzuki 1989), with the length T of the phase. Before the
    phase w is the resultant, and after it zero. The changes into and out of the phase count, which
    makes w continuous at strike and off. In every frame both wrenches are within the limits of the
    soles (see `sole_contact`). If both soles together cannot carry the resultant, the limits are
    exceeded as little as possible.

    Returns:
        Wrench (n, 6) of the trailing foot about the world origin; and a note if limits are
        exceeded, or if the record does not show both ends of the phase.
    """
    patches = [contact_patch(problem, foot) for foot in range(2)]
    trailing, beyond = _trailing_wrench(problem, phase, patches)
    notes = []
    if beyond > _REMARKABLE:
        notes.append(
            f"In the {phase} the soles cannot carry what the motion needs. The limits of contact "
            f"are exceeded by up to {100.0 * beyond:.0f} % of body weight."
        )
    if phase.start is None or phase.stop is None:
        notes.append(
            f"The {phase} is recorded only in part, so the shares are continuous only at its "
            "recorded end."
        )
    return trailing, " ".join(notes)


def _trailing_wrench(
    problem: SharingProblem, phase: DoubleSupport, patches: list[ContactPatch]
) -> tuple[FloatArray, float]:
    """Wrench (n, 6) of the trailing foot about the world origin, and the limits' excess."""
    n = phase.last - phase.first + 1
    wrench_of = _wrench_of_unknown(patches[phase.trailing], phase, problem.weight)
    band, gradient = _action(problem, phase, wrench_of)
    rows, least = _limits(problem, phase, patches, wrench_of)
    program = BandedProgram(
        band, np.zeros((6 * n, 0)), np.zeros((0, 0)), gradient, np.zeros(0), rows, least
    )
    try:
        return minimise_banded(program).y.reshape(n, 6) @ wrench_of.T, 0.0
    except ArithmeticError:
        # the limits exclude each other somewhere
        y = minimise_banded(_yielding(program, n, _BEYOND * _step(problem))).y.reshape(n, 7)
        return y[:, :6] @ wrench_of.T, float(y[:, 6].max())


def _yielding(program: BandedProgram, n: int, cost: float) -> BandedProgram:
    """The program with one more unknown a frame: by how much all its limits may be exceeded.

    Args:
        program: of n blocks of six unknowns.
        cost: of half the square of the excess.
    """
    # entry (6 i + a + p, 6 i + a) of the band moves to block i + b, unknown c, of seven each
    width = program.band.shape[1]
    band = np.zeros((7 * n, 7 * ((width - 1) // 6) + 7))
    for a in range(6):
        for p in range(width):
            ahead, c = divmod(a + p, 6)
            band[a::7, 7 * ahead + c - a] += program.band[a::6, p]
    band[6::7, 0] = cost
    gradient = np.zeros((n, 7))
    gradient[:, :6] = program.gradient.reshape(n, 6)
    count = program.rows.shape[1]
    rows = np.zeros((n, count + 1, 7))
    rows[:, :count, :6] = program.rows
    rows[:, :, 6] = 1.0
    least = np.concatenate([program.least, np.zeros((n, 1))], axis=1)
    return BandedProgram(
        band, np.zeros((7 * n, 0)), program.corner, gradient.ravel(), np.zeros(0), rows, least
    )


def _step(problem: SharingProblem) -> float:
    return float(problem.time[1] - problem.time[0])


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
    """Effort and smoothness as y.H y / 2 - g.y of the unknowns y (6 n,) of all frames.

    Returns:
        The lower band of H (6 n, 12): each frame is coupled to the next; and g (6 n,).
    """
    n, step = phase.last - phase.first + 1, _step(problem)
    leg = thigh_and_shank(problem)
    before, after = phase.start is not None, phase.stop is not None
    # blocks of H: of a frame with itself, and rows of the next frame by columns of this
    own, ahead, g = np.zeros((n, 6, 6)), np.zeros((n, 6, 6)), np.zeros((n, 6))
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
            moments = slice(0, 18)
            own[k] += step * A[moments].T @ A[moments]
            g[k] -= step * A[moments].T @ b[moments]
    rate = (n * step) ** 2 / step
    for (k, A, b), (_, A_next, b_next) in pairwise(nodes):
        # change = A_next y_next - A y + (b_next - b); outside the phase nothing is unknown
        if 0 <= k < n:
            own[k] += rate * A.T @ A
            g[k] += rate * A.T @ (b_next - b)
        if 0 <= k + 1 < n:
            own[k + 1] += rate * A_next.T @ A_next
            g[k + 1] -= rate * A_next.T @ (b_next - b)
        if k >= 0 and k + 1 < n:
            ahead[k] -= rate * A_next.T @ A
    band = np.zeros((6 * n, 12))
    for column in range(6):
        for row in range(6):
            if row >= column:
                band[column::6, row - column] = own[:, row, column]
            band[column::6, 6 + row - column] += ahead[:, row, column]
    return band, g.ravel()


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
    of_wrench = np.block([[np.eye(3), -cross_matrix(ankle)], [np.zeros((3, 3)), leg * np.eye(3)]])
    A.append(np.sqrt(_WRENCH) * of_wrench)
    b.append(np.zeros(6))
    return np.vstack(A), np.concatenate(b)


def _limits(
    problem: SharingProblem,
    phase: DoubleSupport,
    patches: list[ContactPatch],
    wrench_of: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Limits of contact of both feet at all frames: rows (n, k, 6) and their least (n, k)."""
    rows, least = [], []
    for foot, sign in ((phase.trailing, 1.0), (phase.leading, -1.0)):
        limits = contact_limits(patches[foot], problem.weight)[phase.frames]
        rows.append(sign * limits @ wrench_of)
        # the leading foot's wrench is G - w
        taken = np.einsum("nki,ni->nk", limits, problem.total[phase.frames])
        least.append(np.zeros_like(taken) if sign > 0.0 else -taken)
    return np.concatenate(rows, axis=1), np.concatenate(least, axis=1)


SHARING = Sharing(
    "contact and least action", False, True, share_by_contact,
    off_in_walks={"hip": 0.39, "knee": 0.37, "ankle": 0.46},
)  # fmt: skip
