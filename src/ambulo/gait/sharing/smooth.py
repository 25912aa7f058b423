"""Sharing of the whole record at once: smooth joint moments within the limits of the soles.

The resultant that a motion needs has an error of a few percent of body weight. The error comes from
noise, soft tissue, rigid segments, a mass centre that is wrong by a centimetre, and the filtered
impact of the heel. If all of the resultant acts on the feet, all of this error goes into the
joints. The wrenches on the feet are therefore chosen so that they explain the resultant within its
error, stay within the limits of the soles, and need joint moments that change no faster than those
of people. The part that no sole carries remains at the root, and a note gives its size.

The unknowns are the wrench w_sk of each foot s at each frame k of its stance, and a constant shift
c of the mass centre, forward and to the left. Half the sum of these squares over the frames is
minimised (D frame interval, W body weight, L thigh and shank, mu = (M_ankle, M_knee, M_hip)/(W L)
and a twentieth of the wrench itself)

    resultant  D/tau_e |S^-1 (sum_s w_sk - G_k - c x W)|^2, about the floor under the lumbar joint;
               where plates measure both feet together, their sum and its error, without c
    moments    rho D tau^3/sigma_k^2 |(mu_(k-1) - 2 mu_k + mu_(k+1))/D^2|^2
    effort     D/(tau_E sigma_E^2) |M/(W L)|^2, with both feet on the ground
    rockers    D/tau_x (F_z (x - x_rocker)/(sigma_x W))^2, tilted feet
    plates     D/tau_e |(w - P)/(0.01 W)|^2, feet on plates
    centre     |c|^2/sigma_c^2

under the limits of `sole_contact` for every foot in every frame of its stance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ambulo.gait.sharing.problem import (
    Shared,
    Sharing,
    SharingProblem,
    reaction_of,
    thigh_and_shank,
)
from ambulo.gait.sharing.resultant_error import ResultantError, resultant_error
from ambulo.gait.sharing.rockers import rocker
from ambulo.gait.sharing.sole_contact import ContactPatch, contact_limits, contact_patch
from ambulo.gait.sharing.wrenches import about, about_origin
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import cross_matrix, finite
from ambulo.mocap.events import whole_stances
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Side

if TYPE_CHECKING:
    from ambulo.math.banded_program import BandedProgram

# s; correlation time of the resultant's error
_ERROR_TIME = 0.05
# its standard deviations over `ResultantError.size`: moments over W L, forces over W, x y z. The
# vertical force is the best known: gravity's part of it has no error
_ERROR = np.array([1.1, 1.1, 0.33, 1.0, 1.0, 0.5])
# rms of the second derivative of joint moments over W L, times tau^2, with one foot on the ground
# (0.04 at ankle, knee and hip of the means of Schwartz, Rozumalski & Trost 2008) and with both
_SINGLE, _DOUBLE = 0.04, 0.17
# the same of a leg that has just struck, ankle, knee and hip, impact included (the same means)
_LEADING = (0.11, 0.65, 1.5)
# and of the wrench while a step hands it over: a force acts some L/7 from the hip, so that 1.5
# there is 10 of the force, times _WRENCH
_HANDED = 0.5
# tau, by which that derivative is made free of time, and tau_E, over the stance time
_SMOOTH_TIME, _EFFORT_TIME = 0.13, 0.23
# longest double support of a step, over the stance time
_HANDING_OVER = 0.3
# joint moments of gait over W L
_EFFORT = 0.11
# weight of the wrench beside the joint moments: what acts along a straight leg has none
_WRENCH = 0.05
# rho where a second difference holds the step onto the ground: an impact is faster than muscle
_AT_STRIKE = 0.25
# m; spread of the centre of pressure about the rocker of a tilted foot, and its correlation time, s
_ROCKER, _ROCKER_TIME = 0.02, 0.1
# m; spread between published tables of segment mass centres
_CENTRE = 0.015
# a plate's error: force over W, moment about the ankle over W [m], one centimetre of its centre
_PLATE = 0.01
# share of the weight by which a sum of both feet may miss what the motion needs: two to three times
# what strikes do to it (Fz in double support, docs/accuracy.md)
_BESIDE = 0.1
# stance over the time of a pendulum as long as the leg, for records without a whole stance
_PENDULA = 2.2
# m; unknown moments are counted in body weights times this
_LEVER = 0.1
# floor of every unknown's curvature: the program stays definite
_DEFINITE = 1e-9
# error from which moments from motion alone deserve a warning
_REMARKABLE = 0.03


def share_smoothly(problem: SharingProblem) -> Shared:
    """Every foot's wrench over the whole record, from one quadratic program (see the module).

    The method works with and without plates, in single and double support, in standing and walking.
    If a foot is wholly on a plate, the plate's values are data and are not corrected. The wrenches
    of the feet do not add up to the resultant. The rest is the residual at the root, and a note
    gives its size.

    Returns:
        A reaction that is known in all frames; zero in the air.
    """
    known = np.ones_like(problem.stance)
    source = "whole-body, by smooth joint moments within the limits of contact"
    if not problem.stance.any():
        nothing = np.zeros((*problem.stance.shape, 6))
        return Shared(reaction_of(problem, nothing, known, source), ("No foot is on the ground.",))
    if _measured(problem).any() or measured_together(problem).any():
        source = f"plates where a foot is wholly on one, otherwise {source}"
    patches = (contact_patch(problem, 0), contact_patch(problem, 1))
    leg = thigh_and_shank(problem)
    error = resultant_error(problem, patches, leg)
    wrench, shift = _wrenches(problem, patches, error, leg)
    notes = _notes(problem, wrench, shift, error)
    return Shared(reaction_of(problem, wrench, known, source), notes, shift)


def _notes(
    problem: SharingProblem, wrench: FloatArray, shift: FloatArray, error: ResultantError
) -> tuple[str, ...]:
    """What is left at the root, by how much the mass centre was moved, how good the record is."""
    stands = problem.stance.any(axis=1)
    left = about(_under_lumbar(problem), problem.total - wrench.sum(axis=1))[stands]
    rms = np.sqrt(np.mean(left**2, axis=0))
    of_weight = 100.0 * rms[3:] / problem.weight
    mass = problem.weight / STANDARD_GRAVITY
    notes = [
        "The soles cannot carry all of the required force. The rest acts at the pelvis: "
        f"{of_weight[0]:.1f}, {of_weight[1]:.1f} and {of_weight[2]:.1f} % of body weight (x, y, z) "
        f"and {rms[1] / mass:.2f} N·m/kg of pitching moment, rms.",
        f"The centre of mass was moved {1000.0 * abs(shift[0]):.0f} mm "
        f"{'forward' if shift[0] > 0.0 else 'backward'} and {1000.0 * abs(shift[1]):.0f} mm to the "
        f"{'left' if shift[1] > 0.0 else 'right'} to agree with the soles.",
    ]
    if error.shown > _REMARKABLE:
        notes.append(
            "In single support the soles cannot carry the moment that the motion needs. The "
            f"part beyond the soles is {100.0 * error.shown:.1f} % of body weight times leg "
            "length, rms. In this recording, moments from the motion alone have errors of about "
            "25 %."
        )
    return tuple(notes)


def _measured(problem: SharingProblem) -> BoolArray:
    """Frames (frames, 2) in which a plate tells the wrench of a standing foot."""
    plates = problem.measured
    if plates is None:
        return np.zeros_like(problem.stance)
    seen = finite(plates.wrench)
    return np.asarray(problem.stance & plates.known & seen)


class _Sum:
    """A sum of squares over the nodes, a foot at a frame each, as blocks of a banded matrix."""

    def __init__(self, stance: BoolArray) -> None:
        frame, foot = np.nonzero(stance)
        self.node: IntArray = np.full(stance.shape, -1, dtype=np.int64)
        self.node[frame, foot] = np.arange(len(frame))
        self.frame, self.foot = frame, foot
        # two frames on and the other foot: the farthest node that one is coupled with
        self.band = np.zeros((6 * len(frame), 6 * 4 + 6))
        self.gradient = np.zeros((len(frame), 6))
        self.band[:, 0] += _DEFINITE

    def add(self, first: IntArray, second: IntArray, blocks: FloatArray) -> None:
        """Add blocks (n, 6, 6), rows of the later node and columns of the earlier or same one."""
        between = 6 * (second - first)
        for i in range(6):
            for j in range(6):
                below = between + i - j
                held = below >= 0
                self.band[(6 * first + j)[held], below[held]] += blocks[held, i, j]


class _Time(NamedTuple):
    """Frame interval, tau, tau_E, and how long a step's double support may last, s."""

    step: float
    smooth: float
    effort: float
    handing_over: float


def _wrenches(
    problem: SharingProblem,
    patches: tuple[ContactPatch, ContactPatch],
    error: ResultantError,
    leg: float,
) -> tuple[FloatArray, FloatArray]:
    """Wrenches (frames, 2, 6) about the world origin, and the mass centre's shift (2,) m."""
    # every walk asks whether this way adds up, few share by it
    from ambulo.math.banded_program import minimise_banded

    found = minimise_banded(smooth_program(problem, patches, error, leg))
    frame, foot = np.nonzero(problem.stance)
    scale = problem.weight * np.array([_LEVER] * 3 + [1.0] * 3)
    wrench = np.zeros((*problem.stance.shape, 6))
    wrench[frame, foot] = about_origin(problem.ankles[frame, foot], scale * found.y.reshape(-1, 6))
    return wrench, _CENTRE * found.c


def smooth_program(
    problem: SharingProblem,
    patches: tuple[ContactPatch, ContactPatch],
    error: ResultantError,
    leg: float,
) -> BandedProgram:
    """The quadratic program of the module's head.

    Its blocks are the standing feet frame by frame, left before right: six unknowns each, moment
    about the ankle in body weights times 0.1 m and force in body weights. Its border is the mass
    centre's shift over its spread.

    Args:
        problem: with a foot on the ground somewhere.
        patches: of both feet.
        error: of the resultant.
        leg: length of thigh and shank, m.
    """
    stance_time = _stance_time(problem, leg)
    step = float(problem.time[1] - problem.time[0])
    time = _Time(step, *(stance_time * np.array([_SMOOTH_TIME, _EFFORT_TIME, _HANDING_OVER])))
    squares = _Sum(problem.stance)
    border, corner, of_centre = _explain_resultant(problem, squares, error, leg, time)
    _keep_moments_smooth(problem, squares, leg, time)
    _press_under_rockers(problem, squares, patches, time)
    _follow_plates(problem, squares, time)
    # contact: rows of wrenches about the origin, in the unknowns
    of_origin = _wrench_of_unknowns(problem, np.zeros(3))
    rows = np.stack([contact_limits(patch, problem.weight) for patch in patches], axis=1)
    rows = problem.weight * np.einsum("fski,fsij->fskj", rows, of_origin)
    rows = np.ascontiguousarray(rows[squares.frame, squares.foot])
    from ambulo.math.banded_program import BandedProgram

    return BandedProgram(
        band=squares.band,
        border=border.reshape(-1, 2),
        corner=corner,
        gradient=squares.gradient.ravel(),
        gradient_border=of_centre,
        rows=rows,
        least=np.zeros(rows.shape[:2]),
    )


def _stance_time(problem: SharingProblem, leg: float) -> float:
    """Median duration of the stances recorded whole, s; else that of a leg so long."""
    stances = (span for side in SIDES for span in whole_stances(problem.events, side))
    lasting = [off - strike for strike, off in stances]
    if lasting:
        return float(np.median(lasting))
    return _PENDULA * float(np.sqrt(leg / STANDARD_GRAVITY))


def _wrench_of_unknowns(problem: SharingProblem, point: FloatArray) -> FloatArray:
    """Maps (frames, 2, 6, 6) from unknowns to wrenches about a point, in body weights.

    Unknown are the moment about the ankle, in body weights times 0.1 m, and the force, in body
    weights.

    Args:
        point: (3,) or (frames, 1, 3) or (frames, 2, 3) m.
    """
    ankles = problem.ankles
    maps = np.zeros((*ankles.shape[:2], 6, 6))
    maps[..., :3, :3] = _LEVER * np.eye(3)
    maps[..., 3:, 3:] = np.eye(3)
    maps[..., :3, 3:] = cross_matrix(ankles - point)
    return maps


def _explain_resultant(
    problem: SharingProblem, squares: _Sum, error: ResultantError, leg: float, time: _Time
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The resultant within its error, and the mass centre's shift c in units of its spread.

    Returns:
        Border (nodes, 6, 2) between wrenches and c, corner (2, 2), and c's gradient (2,).
    """
    floor = _under_lumbar(problem)
    A = _wrench_of_unknowns(problem, floor[:, None])
    G = about(floor, problem.total) / problem.weight
    sigma = error.size * _ERROR * np.array([leg] * 3 + [1.0] * 3)
    stands = problem.stance.any(axis=1)
    weight = np.where(stands, time.step / _ERROR_TIME / error.factor**2, 0.0)[:, None] / sigma**2
    summed = measured_together(problem)
    if summed.any():
        assert problem.measured is not None
        assert problem.measured.together is not None
        G[summed] = about(floor[summed], problem.measured.together[summed]) / problem.weight
        weight[summed] = time.step / _ERROR_TIME / _PLATE**2
    frame, foot = squares.frame, squares.foot
    here, w = A[frame, foot], weight[frame]
    node = np.arange(len(frame))
    squares.add(node, node, np.einsum("nki,nk,nkj->nij", here, w, here))
    squares.gradient += np.einsum("nki,nk,nk->ni", here, w, G[frame])
    both = np.flatnonzero(problem.stance.all(axis=1))
    across = np.einsum("fki,fk,fkj->fij", A[both, 1], weight[both], A[both, 0])
    squares.add(squares.node[both, 0], squares.node[both, 1], across)
    # moment of the weight about a mass centre moved by one spread, forward and left
    left = (problem.leg_joints[:, 0, 2] - problem.leg_joints[:, 1, 2]) * [1.0, 1.0, 0.0]
    left /= np.linalg.norm(left, axis=1, keepdims=True)
    forward = np.cross(left, [0.0, 0.0, 1.0])
    C = np.zeros((len(floor), 6, 2))
    for k, direction in enumerate((forward, left)):
        C[:, :3, k] = _CENTRE * np.cross(direction, [0.0, 0.0, 1.0]) * ~summed[:, None]
    border = -np.einsum("nki,nk,nkj->nij", here, w, C[frame])
    corner = np.eye(2) + np.einsum("fki,fk,fkj->ij", C, weight, C)
    return border, corner, -np.einsum("fki,fk,fk->i", C, weight, G)


def measured_together(problem: SharingProblem) -> BoolArray:
    """Frames (frames,) in which plates measure both feet together.

    Frames do not count if the plates measure less, on average, than the motion needs. A foot is
    then partly beside the plate.
    """
    plates = problem.measured
    if plates is None or plates.together is None:
        return np.zeros(len(problem.time), dtype=bool)
    known = np.isfinite(plates.together).all(axis=1)
    summed = np.asarray(known & problem.stance.all(axis=1))
    for first, stop in runs(summed):
        gap = plates.together[first:stop, 5] - problem.total[first:stop, 5]
        summed[first:stop] = abs(gap.mean()) < _BESIDE * problem.weight
    return summed


def _under_lumbar(problem: SharingProblem) -> FloatArray:
    """Point (frames, 3) m under the lumbar joint, at the mean height of the feet's floor."""
    stands = problem.stance.sum(axis=1)
    height = (problem.floor * problem.stance).sum(axis=1) / np.maximum(stands, 1)
    return np.column_stack([problem.lumbar[:, :2], height])


def _keep_moments_smooth(problem: SharingProblem, squares: _Sum, leg: float, time: _Time) -> None:
    """Second differences of joint moments over all of each stance, and effort where both stand.

    The frames beside a stance, where the foot carries nothing, count in its first and last
    differences: that is continuity at strike and off.
    """
    frames = len(problem.time)
    if frames < 3:
        return
    feet = problem.stance.sum(axis=1)
    # three frames with both feet on the ground, or across a change of feet
    lively = np.zeros(frames, dtype=bool)
    window = np.stack([feet[:-2], feet[1:-1], feet[2:]])
    lively[1:-1] = (window == 2).any(axis=0) | (window != window[0]).any(axis=0)
    joints = problem.leg_joints
    of_joint = np.stack(
        [-_wrench_of_unknowns(problem, joints[:, :, j])[..., :3, :] / leg for j in range(3)], axis=2
    ).reshape(frames, 2, 9, 6)
    of_wrench = np.zeros((frames, 2, 6, 6))
    of_wrench[:] = _WRENCH * np.diag([_LEVER / leg] * 3 + [1.0] * 3)
    B = np.concatenate([of_joint, of_wrench], axis=2)
    unloaded = problem.unloaded_moment.reshape(frames, 2, 9) / (problem.weight * leg)
    unloaded = np.concatenate([unloaded, np.zeros((frames, 2, 6))], axis=2)
    effort = _effort(feet == 2, time)
    for foot, side in enumerate(SIDES):
        stands = problem.stance[:, foot]
        sigma = _liveliness(problem, side, lively, time)
        omega = np.zeros((frames, 15))
        touched = (stands[:-2] | stands[1:-1] | stands[2:])[:, None]
        omega[1:-1] = touched * time.smooth**3 / (sigma[1:-1] ** 2 * time.step**3)
        for event in problem.events:
            if (event.side, event.kind) == (side, "strike"):
                # the last frame before the strike and the first after it
                after = int(np.searchsorted(problem.time, event.time - 1e-9))
                omega[max(after - 1, 0) : after + 1] *= _AT_STRIKE
        # sum of omega_k (m_(k-1) - 2 m_k + m_(k+1))^2 couples each frame to itself and two on
        none = np.zeros((1, 15))
        before, after_it = np.r_[omega[1:], none], np.r_[none, omega[:-1]]
        with_itself = before + 4.0 * omega + after_it
        with_next = -2.0 * (omega + before)
        with_second = before
        curvature = np.zeros_like(unloaded[:, foot])
        curvature[1:-1] = np.diff(unloaded[:, foot], n=2, axis=0)
        bent = omega * curvature
        pull = np.zeros_like(bent)
        pull[:-1] += bent[1:]
        pull += -2.0 * bent
        pull[1:] += bent[:-1]
        at = np.flatnonzero(stands)
        squares.gradient[squares.node[at, foot]] -= np.einsum("nki,nk->ni", B[at, foot], pull[at])
        for ahead, factor in enumerate((with_itself, with_next, with_second)):
            pair = at[at + ahead < frames]
            pair = pair[stands[pair + ahead]]
            blocks = np.einsum(
                "nk,nki,nkj->nij", factor[pair], B[pair + ahead, foot], B[pair, foot]
            )
            squares.add(squares.node[pair, foot], squares.node[pair + ahead, foot], blocks)
        # effort of the nine joint moments
        both = np.flatnonzero(feet == 2)
        node = squares.node[both, foot]
        M = B[both, foot, :9]
        squares.add(node, node, np.einsum("n,nki,nkj->nij", effort[both], M, M))
        pull = np.einsum("n,nki,nk->ni", effort[both], M, unloaded[both, foot, :9])
        squares.gradient[node] -= pull


def _liveliness(problem: SharingProblem, side: Side, lively: BoolArray, time: _Time) -> FloatArray:
    """Rms (frames, 15) of a leg's second derivatives: nine joint moments, ankle first, its wrench.

    Args:
        lively: (frames,) both feet on the ground, or a change of feet.
    """
    sigma = np.repeat(np.where(lively, _DOUBLE, _SINGLE)[:, None], 15, axis=1)
    for event in problem.events:
        if event.side != side:
            continue
        since = problem.time - event.time
        if event.kind == "off":
            since = -since
        near = lively & (since > -2.0 * time.step) & (since < time.handing_over)
        sigma[near, 9:] = _HANDED
        if event.kind == "strike":
            sigma[near, :9] = np.repeat(_LEADING, 3)
    return sigma


def _effort(both: BoolArray, time: _Time) -> FloatArray:
    """Weight (frames,) of squared joint moments over W L.

    It only has to settle how two feet share. Long standing counts no more than the double support
    of a step, or its sum would pull the mass centre over the ankles.
    """
    weight = np.zeros(len(both))
    for first, stop in runs(both):
        lasts = (stop - first) * time.step
        weight[first:stop] = min(1.0, time.handing_over / lasts)
    return weight * time.step / (time.effort * _EFFORT**2)


def _press_under_rockers(
    problem: SharingProblem,
    squares: _Sum,
    patches: tuple[ContactPatch, ContactPatch],
    time: _Time,
) -> None:
    """The centre of pressure of a tilted foot is near its rocker; plates know better."""
    unmeasured = problem.stance & ~_measured(problem)
    for foot, patch in enumerate(patches):
        if not problem.stance[:, foot].any():
            continue
        roll = rocker(problem, patch, foot)
        at = np.flatnonzero(unmeasured[:, foot] & (roll.tilted > 0.0))
        position = patch.heel + roll.position[:, None] * patch.axis
        point = np.column_stack([position, patch.floor])
        across = np.stack([-patch.axis[:, 1], patch.axis[:, 0]], axis=1)
        # moment about the axis across the foot through the rocker, in body weights
        moments = _wrench_of_unknowns(problem, point[:, None])[at, foot, :2]
        row = np.einsum("nk,nki->ni", across[at], moments) / _ROCKER
        cost = time.step / _ROCKER_TIME * roll.tilted[at]
        node = squares.node[at, foot]
        squares.add(node, node, np.einsum("n,ni,nj->nij", cost, row, row))


def _follow_plates(problem: SharingProblem, squares: _Sum, time: _Time) -> None:
    """Wrenches that plates measured, within a plate's error."""
    measured = _measured(problem)
    if problem.measured is None or not measured.any():
        return
    frame, foot = np.nonzero(measured)
    wrench = problem.measured.wrench
    wrench = about(problem.ankles[frame, foot], wrench[frame, foot]) / problem.weight
    scale = np.array([_LEVER] * 3 + [1.0] * 3) / _PLATE
    cost = time.step / _ERROR_TIME
    node = squares.node[frame, foot]
    squares.add(node, node, np.repeat(np.diag(cost * scale**2)[None], len(node), axis=0))
    squares.gradient[node] += cost * scale * wrench / _PLATE


SHARING = Sharing("smooth joint moments", False, False, share_smoothly)
