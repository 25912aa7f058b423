"""A walk whose stored forces are those of its motion, made without the forward check's own parts.

The motion is the quintic splines through a smooth walk's coordinates, the ground reaction shares
what the whole body needs between the feet, the joint moments follow by inverse dynamics.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.ndimage import gaussian_filter1d
from tests.synthetic_analysis import make_analysis

from ambulo.gait.inverse import joint_forces
from ambulo.gait.whole_body import centre_of_pressure_of
from ambulo.mocap.filters.differentiation import differentiate
from ambulo.model.foot_loads import foot_loads
from ambulo.model.joint_moments import reported_moments
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Analysis, GroundReaction


def consistent_analysis(frames: int | None = 121) -> Analysis:
    """A walk of the synthetic body by the whole-body method.

    Args:
        frames: of forces and motion, a little more than a stride; None for the whole record, of
            which angles, powers and markers are in any case.
    """
    made = make_analysis(whole=True)
    model, whole = made.model, made.motion.time
    # splines end without bending: what they do there is no walk
    inside = slice(0, None) if frames is None else slice(30, 30 + frames)
    time = whole[inside]
    # as smooth as a filtered recording: 6 Hz
    q = gaussian_filter1d(made.motion.q, 3.0, axis=0)
    q[:, 2] = 0.95 + 0.02 * np.sin(4.0 * np.pi * (whole - time[0]) / 1.06)
    found = differentiate(model.tree, whole, q, np.zeros(model.tree.nq))
    motion = Motion(time, found.q[inside], found.v[inside], found.a[inside])
    R, p = forward_kinematics(model.tree, motion.q)
    free = joint_forces(model, motion)
    force = free.force[:, 0]
    moment = free.moment[:, 0] + np.cross(p[:, 0], force)
    # the left foot takes over smoothly and back, alone for a while in between
    left = np.clip(0.5 + 0.75 * np.sin(2.0 * np.pi * (time - time[0]) / 1.06), 0.0, 1.0)
    part = np.stack([left, 1.0 - left], axis=1)[:, :, None]
    fore = [model.segments.index(f"{side}_forefoot") for side in SIDES]
    on_feet, about_origin = part * force[:, None], part * moment[:, None]
    centre, free_moment = centre_of_pressure_of(on_feet, about_origin, p[:, fore, 2])
    ground = GroundReaction(
        time, on_feet, about_origin, centre, free_moment,
        np.ones((len(time), 2), dtype=bool), "shared by the test",
    )  # fmt: skip
    forces = joint_forces(model, motion, foot_loads(model, R, p, ground))
    return replace(
        made, motion=motion, ground=ground, plates_ground=None, joint_forces=forces,
        moments=reported_moments(model, forces, R),
    )  # fmt: skip


def with_moments(analysis: Analysis, moment: np.ndarray) -> Analysis:
    """The analysis with other joint moments (frames, nb, 3) stored, reported ones with them."""
    stored = analysis.joint_forces
    forces = JointForces(stored.time, moment, stored.force, stored.tau)
    R, _ = forward_kinematics(analysis.model.tree, analysis.motion.q)
    reported = reported_moments(analysis.model, forces, R)
    return replace(analysis, joint_forces=forces, moments=reported)


def with_wrenches(analysis: Analysis, order: tuple[slice, slice]) -> Analysis:
    """The analysis with its reactions in another order of (frames, feet)."""
    ground = analysis.ground
    moved = {
        name: getattr(ground, name)[order]
        for name in ("force", "moment_origin", "centre_of_pressure", "free_moment", "known")
    }
    return replace(analysis, ground=replace(ground, **moved))
