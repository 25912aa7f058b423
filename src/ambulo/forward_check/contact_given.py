"""Whether given contact can be that of a walk: spheres within a foot, that bear it, in the step."""

from __future__ import annotations

import numpy as np

from ambulo.foot_contact.contact_file import ContactParameters, sphere_names
from ambulo.foot_contact.feet_motion import sole_size
from ambulo.foot_contact.person import body_spheres
from ambulo.foot_contact.recording_prior import RecordingError
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.contact.spheres_on_ground import SpheresOnGround, sphere_contacts
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.kinematics import forward_kinematics, point_jacobians
from ambulo.records import SIDES, Model

_REACH = 5.0
"""Standard deviations of the recording's error by which a foot may at most be moved."""
_FASTEST = 2.0
"""Radians of an undamped oscillation in a step up to which explicit rules are stable: the leapfrog
rule's limit; Runge's and Kutta's fourth-order one has 2.8 (Hairer & Wanner 1996, section IV.2)."""


def require_fitting(
    contact: ContactParameters, model: Model, motion: Motion, vertical: FloatArray,
    method: Method, step: float, where: str,
) -> None:  # fmt: skip
    """Refuse contact that cannot be that of these feet in this motion.

    Args:
        contact: under both feet; model: with feet of two segments; motion: as analysed.
        vertical: (frames, 2) N, of the floor on each foot.
        method: of the integration; step: longest one [s].
        where: the contact was given.
    Raises:
        InputError: a sphere is larger than a foot or outside of it, the spheres give too much or
            too little at any height that the recording's error leaves open, or one of them swings
            faster than equal steps can follow.
    """
    _require_within_foot(contact, model, where)
    spheres = body_spheres(model, contact.design, contact.values)
    weight = model.mass * float(np.linalg.norm(model.tree.gravity))
    _require_bearing(contact, spheres, model, motion, vertical, weight, where)
    if not method.adaptive:
        most = np.argmax(vertical, axis=0)
        _require_followed(contact, spheres, model, motion.q[most], weight, step, where)


def _require_within_foot(contact: ContactParameters, model: Model, where: str) -> None:
    length, _ = sole_size(model)
    rows = contact.values.reshape(-1, contact.values.shape[2])
    for name, row in zip(sphere_names(contact), rows, strict=True):
        away, radius = float(np.linalg.norm(row[:3])), float(row[3])
        for what, size in ((f"a radius of {radius:g} m", radius),
                           (f"its centre {away:g} m from its segment's joint", away)):  # fmt: skip
            if size > length:
                raise InputError(
                    what=f"sphere {name} has {what}, but the foot is only {length:.2f} m long",
                    where=where,
                    remedy="Give places in the segment's frame and radii in metres",
                )


def _require_bearing(
    contact: ContactParameters, spheres: SpheresOnGround, model: Model, motion: Motion,
    vertical: FloatArray, weight: float, where: str,
) -> None:  # fmt: skip
    """At heights that the recording's error leaves open each foot can press as hard as it does."""
    reach = _REACH * RecordingError().shift
    R, p = forward_kinematics(model.tree, motion.q)
    arm = np.einsum("fkij,kj->fki", R[:, spheres.body], spheres.centre)
    depth = spheres.radius - (p[:, spheres.body] + arm)[..., 2]
    each = contact.values.shape[1]
    for s, side in enumerate(SIDES):
        bears = vertical[:, s] > 0.5 * weight
        if not bears.any():
            continue
        own = slice(s * each, (s + 1) * each)
        low, high = (
            float(np.median(_elastic(spheres, depth[bears] + by)[:, own].sum(axis=1)))
            for by in (-reach, reach)
        )
        known = float(np.median(vertical[bears, s]))
        if not low <= known <= high:
            most = "no more" if high < known else "no less"
            found = high if high < known else low
            raise InputError(
                what=f"the {side} foot carries {known:.0f} N, but its spheres would press with "
                f"{most} than {found:.0f} N even if they were "
                f"{'lowered' if high < known else 'lifted'} by {1e3 * reach:.0f} mm "
                "(more than the error of any recording)",
                where=where,
                remedy="Give spheres whose heights, radii and stiffnesses are those of this foot",
            )


def _require_followed(
    contact: ContactParameters, spheres: SpheresOnGround, model: Model, q: FloatArray,
    weight: float, step: float, where: str,
) -> None:  # fmt: skip
    """No sphere that bears the body alone swings faster than the step is stable for.

    q: (2, nq), the posture in which each foot bears most.
    """
    slope = _slopes(spheres, weight)
    mass = _masses(model, spheres, q, np.repeat(np.arange(len(SIDES)), contact.values.shape[1]))
    swing = np.sqrt(slope / mass)
    k = int(np.argmax(swing))
    longest = _FASTEST / float(swing[k])
    if step > longest:
        # one digit, rounded down
        size = 10.0 ** np.floor(np.log10(longest))
        raise InputError(
            what=f"sphere {sphere_names(contact)[k]} is too stiff for equal steps of {step:g} s: "
            f"its stiffness of {slope[k]:.2g} N/m and the mass of {mass[k]:.2g} kg on it give an "
            f"oscillation of more than {_FASTEST:g} rad in a step",
            where=where,
            remedy=f"Give a stiffness in N/m^n, or --step {np.floor(longest / size) * size:.1g}",
        )


def _elastic(spheres: SpheresOnGround, depth: FloatArray) -> FloatArray:
    """Normal forces (frames, n) [N] of spheres at rest in depths (frames, n) [m]."""
    frames, n = depth.shape
    p = np.zeros((frames, n, 3))
    p[..., 2] = spheres.radius - depth
    alone = spheres._replace(body=np.arange(n), centre=np.zeros((n, 3)))
    R, none = np.broadcast_to(np.eye(3), (frames, n, 3, 3)), np.zeros((frames, n, 3))
    return sphere_contacts(alone, R, p, none, none, np.zeros((frames, 3 * n))).force[..., 2]


def _slopes(spheres: SpheresOnGround, weight: float) -> FloatArray:
    """Stiffness (n,) [N/m] of each sphere where it alone bears a weight, or at all its radius."""
    depth = np.geomspace(1e-9, 1.0, 400)[:, None] * spheres.radius
    force = _elastic(spheres, depth)
    rise = np.diff(force, axis=0) / np.diff(depth, axis=0)
    at = np.minimum((force < weight).sum(axis=0), len(rise) - 1)
    return np.asarray(np.take_along_axis(rise, at[None], axis=0)[0])


def _masses(model: Model, spheres: SpheresOnGround, q: FloatArray, frame: IntArray) -> FloatArray:
    """Mass (n,) [kg] of the body that a vertical force on each sphere feels: 1 / (J M^-1 J^T)."""
    J = point_jacobians(model.tree, q, spheres.body, spheres.centre)[:, :, 2]
    M = mass_matrix(model.tree, q)
    rows = J[frame, np.arange(len(frame))]
    moved = np.linalg.solve(M[frame], rows[..., None])[..., 0]
    return np.asarray(1.0 / np.einsum("ki,ki->k", rows, moved))
