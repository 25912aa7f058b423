"""A whole body that goes forward on its contact, an extended Kalman filter holding it to a motion.

State: coordinates, velocities and the own states of contact (bristles); errors are displacements in
the coordinates' tangent space. The equations of motion are integrated with the moments through the
joints and the spheres alone, 2 ms at a time. After each the pose is measured, H = (1 0 0), and the
state corrected with the gain P H^T (H P H^T + R / h)^-1, as `foot_contact.foot_filter` does for a
foot (Pamies-Vila 2012, eqs. 6.17 to 6.25). P is carried by the transition exp(h F) with the exact
derivatives F of the equations of motion, for contact of 1e5 N/m and bristles make no explicit step
of the Riccati equation possible. What the equations miss are generalised forces, white, at root and
joints: Q = M^-1 diag(f^2) M^-1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import expm

from ambulo.forward_check.following import DrivenBody, Followed
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.dispatch import generic
from ambulo.multibody.contact.spheres_on_ground import SpheresOnGround, sphere_contacts
from ambulo.multibody.forces.law import BodyMotion, law_switch
from ambulo.multibody.forces.stored_loads import JointInputs
from ambulo.multibody.system import accelerate, enter, sizes, vary, workspace
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.configuration import difference, integrate
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.motion_curve import on_curve
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import JointType, Tree


@dataclass(frozen=True, eq=False)
class BodyErrors:
    """Errors that the filter assumes, as spectral densities: deviations over a root of a second.

    Args:
        position: m, of the measured root, and angle: rad, of root and joints; the printed 1 mm^2
            and 1 mrad^2 in R.
        missed: (nb + 1,) N of force at the root, N*m of moment there and in every freedom of each
            joint, that the equations of motion miss. If left out, the body's controller's stiffness
            times the errors above: a filter of one freedom then answers to a displacement that
            stays, Q^(1/2) R^(-1/2) times as large a force, as stiffly as the controller does.
    """

    position: float = 1e-3
    angle: float = 1e-3
    missed: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class FilteredBody:
    """A body's motion on its contact, held by the filter.

    Args:
        followed: the motion; its root force, root moment and joint moments are the filter's
            correction of the velocities as a force over the time between two instants.
        time: (instants,) s, of the measurements.
        correction: (instants, nv) generalised force of that [N, N*m], from the instant before.
        shift: (instants, nv) displacement of the pose [m, rad].
        innovation: (instants, nv) measured less predicted pose [m, rad].
        square: (instants,) of the innovation by its covariance, of mean nv if the filter is
            consistent.
        P: (frames, 2 nv, 2 nv) covariance of pose and velocities after the correction.
    """

    followed: Followed
    time: FloatArray
    correction: FloatArray
    shift: FloatArray
    innovation: FloatArray
    square: FloatArray
    P: FloatArray

    @property
    def force(self) -> FloatArray:
        """Generalised force (frames, nv) of the correction since the frame before [N, N*m]."""
        each = self._since_the_frame_before(self.correction).mean(axis=1)
        return np.concatenate([np.full_like(each[:1], np.nan), each])

    @property
    def moved(self) -> FloatArray:
        """Displacement (frames, nv) of the pose since the frame before [m, rad]."""
        each = self._since_the_frame_before(self.shift).sum(axis=1)
        return np.concatenate([np.full_like(each[:1], np.nan), each])

    def _since_the_frame_before(self, values: FloatArray) -> FloatArray:
        """(instants, nv) as (frames - 1, instants of each, nv)."""
        return values[1:].reshape(len(self.followed.time) - 1, -1, values.shape[1])


@generic
def _state_rates(
    system: Any, time: FloatArray, q: FloatArray, v: FloatArray, s: FloatArray, out: FloatArray
) -> None:
    _, nv, ns = sizes(system)
    n, work = 2 * nv + ns, workspace(system)
    x, rate, a, sigma = np.zeros((n, n)), np.empty((n, n)), np.empty(nv), np.empty(ns)
    for i in range(n):
        x[i, i] = 1.0
    for k in range(len(q)):
        enter(system, time[k], time[k + 1], work)
        accelerate(system, time[k + 1], q[k], v[k], s[k], work, a, sigma)
        vary(system, time[k + 1], q[k], v[k], s[k], work, a, sigma, x, rate)
        for i in range(n):
            for j in range(n):
                out[k, i, j] = rate[j, i]


def state_rates(
    body: DrivenBody, time: FloatArray, q: FloatArray, v: FloatArray, s: FloatArray
) -> FloatArray:
    """Derivatives F (instants, n, n) of the rates of the state by the state, no controller acting.

    Args:
        body: on its contact.
        time: (instants + 1,) s, the first one before all states.
        q, v, s: (instants, nq), (instants, nv), (instants, own) at the others; s of contact.
    Returns:
        Of (displacement, velocity, contact): n = 2 nv + own.
    """
    system = tree_system(body.tree, (JointInputs(body.reference), body.spheres))
    n = 2 * body.tree.nv + s.shape[1]
    out = np.empty((len(q), n, n))
    q, v, s = (np.ascontiguousarray(x) for x in (q, v, s))
    _state_rates(system, time, q, v, s, out)
    return out


def filter_instants(time: FloatArray) -> FloatArray:
    """Times (instants,) s of the measurements: frames (frames,), and every 2 ms between them."""
    pieces = int(np.ceil(np.diff(time).max() / 2e-3 - 1e-9))
    parts = np.arange(pieces) / pieces
    inner = time[:-1, None] + np.diff(time)[:, None] * parts
    return np.append(inner.ravel(), time[-1])


def filter_on_contact(
    body: DrivenBody, errors: BodyErrors | None = None, pose: FloatArray | None = None
) -> FilteredBody:
    """Let a body go forward on its contact, the filter holding it to measured poses.

    It begins where the controller's part begins to be counted, with the same first state, which
    the filter takes as known.

    Args:
        body: on its contact, with the moments that drive it.
        errors: that the filter assumes.
        pose: (instants, nq) measured at the `filter_instants` of the frames; the body's own motion
            if left out.
    """
    tree, frames, nv = body.tree, len(body.motion.time), body.tree.nv
    time = filter_instants(body.motion.time)
    pieces = (len(time) - 1) // (frames - 1)
    if pose is None:
        pose, _, _ = on_curve(tree, body.reference.time, body.reference.pieces, time)
    noise, missed = _densities(body, errors or BodyErrors())
    rows, held = body.started(), len(body.stiffness)
    n = 2 * nv + rows.s.shape[1] - held
    P, first = np.zeros((n, n)), body.first * pieces
    correction, shift, innovation = (np.full((len(time), nv), np.nan) for _ in range(3))
    square, kept = np.full(len(time), np.nan), np.full((frames, 2 * nv, 2 * nv), np.nan)
    q, v, s = rows.q[body.first], rows.v[body.first], rows.s[body.first]
    outcome = rows.outcome
    kept[body.first] = 0.0
    for k in range(first, len(time) - 1 if np.isfinite(q).all() else first):
        h = float(time[k + 1] - time[k])
        run = body.go(time[k : k + 2], q, v, s, joints=0.0, root=0.0)
        q, v, s, outcome = run.q[1], run.v[1], run.s[1].copy(), run.outcome
        if not np.isfinite(q).all():
            break
        M = mass_matrix(tree, q[None])[0]
        F = state_rates(body, time[k : k + 2], q[None], v[None], s[None, held:])[0]
        P = _carried(P, F, h, M, missed)
        # a sphere that touches nothing has no states that were unknown
        loose = _loose(body.spheres, tree, q)
        unfelt = 2 * nv + np.flatnonzero(np.repeat(loose, 3))
        P[unfelt], P[:, unfelt] = 0.0, 0.0
        # gain, and Joseph's form of the covariance after it
        S = P[:nv, :nv] + np.diag(noise / h)
        gain = np.linalg.solve(S, P[:nv]).T
        e = difference(tree, q, pose[k + 1])
        moved = gain @ e
        left = np.eye(n)
        left[:, :nv] -= gain
        P = left @ P @ left.T + (gain * (noise / h)) @ gain.T
        q, v = integrate(tree, q, moved[:nv]), v + moved[nv : 2 * nv]
        s[held:] += moved[2 * nv :]
        _touch_anew(body.spheres, tree, loose, q, v, s[held:])
        correction[k + 1] = M @ moved[nv : 2 * nv] / h
        shift[k + 1], innovation[k + 1] = moved[:nv], e
        square[k + 1] = e @ np.linalg.solve(S, e)
        if (k + 1) % pieces == 0:
            frame = (k + 1) // pieces
            rows.q[frame], rows.v[frame], rows.s[frame] = q, v, s
            kept[frame] = P[: 2 * nv, : 2 * nv]
    counted = correction[first + 1 : (rows.known - 1) * pieces + 1]
    mean = (counted**2).mean(axis=0) if len(counted) else np.full(nv, np.nan)
    followed = body.followed(rows, np.sqrt(np.add.reduceat(mean, _starts(tree))), outcome)
    return FilteredBody(followed, time, correction, shift, innovation, square, kept)


def _starts(tree: Tree) -> IntArray:
    """Where root's force, its moment and each joint's begin among the velocities (nb + 1,).

    Raises:
        ValueError: the tree's root is not free, or a joint slides.
    """
    if tree.joint[0] != JointType.FREE or JointType.SLIDE in tuple(tree.joint[1:]):
        raise ValueError("the filter needs a tree with a free root and joints that only rotate")
    start = np.asarray(tree.v_start)
    return np.insert(start, 1, start[0] + 3)


def _densities(body: DrivenBody, errors: BodyErrors) -> tuple[FloatArray, FloatArray]:
    """Diagonals (nv,) of R [m^2 s, rad^2 s], and of missed forces' squares [N^2 s, (N*m)^2 s]."""
    measured = np.full(len(body.stiffness), errors.angle)
    measured[0] = errors.position
    missed = body.stiffness * measured if errors.missed is None else errors.missed
    each = np.diff(np.append(_starts(body.tree), body.tree.nv))
    return np.repeat(measured**2, each), np.repeat(missed**2, each)


def _carried(
    P: FloatArray, F: FloatArray, h: float, M: FloatArray, missed: FloatArray
) -> FloatArray:
    """P (n, n) after a step h [s]: Phi P Phi^T + h Q with Phi = exp(h F)."""
    nv, transition, inverse = len(M), expm(h * F), np.linalg.inv(M)
    found = transition @ P @ transition.T
    found[nv : 2 * nv, nv : 2 * nv] += h * (inverse * missed) @ inverse.T
    return np.asarray(0.5 * (found + found.T))


def _loose(spheres: SpheresOnGround, tree: Tree, q: FloatArray) -> BoolArray:
    """Which spheres (n,) touch nothing."""
    R, p = forward_kinematics(tree, q[None])
    still = np.zeros((1, tree.nb, 3))
    states = np.zeros((1, 3 * len(spheres.body)))
    return np.asarray(sphere_contacts(spheres, R, p, still, still, states).depth[0] <= 0.0)


@generic
def _begin(
    spheres: Any, begun: IntArray, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray,
    s: FloatArray,
) -> None:  # fmt: skip
    nothing = np.zeros(0)
    for k in begun:
        law_switch(spheres, k, 0.0, BodyMotion(nothing, nothing, R, p, w, u), s)


def _touch_anew(
    spheres: SpheresOnGround, tree: Tree, loose: BoolArray, q: FloatArray, v: FloatArray,
    s: FloatArray,
) -> None:  # fmt: skip
    """Begin the contact of loose spheres that a correction has brought into the ground, in s."""
    begun = np.flatnonzero(loose & ~_loose(spheres, tree, q))
    if len(begun):
        R, p = forward_kinematics(tree, q[None])
        w, u = body_velocities(tree, q[None], v[None])
        _begin(spheres, begun, R[0].reshape(-1, 9), p[0], w[0], u[0], s)
