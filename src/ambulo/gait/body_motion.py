"""A model in motion: segments in the world, and the joint forces of this motion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ambulo.gait.inverse import joint_forces
from ambulo.gait.loose_segments import jointed_motion, linked_joint_forces, loosen
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.math.vector_arrays import lengths, wrench_about
from ambulo.model.markers_on_model import markers_on_model
from ambulo.multibody.motion import JointForces, Loads, Motion
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Devices, Model


@dataclass(frozen=True, eq=False)
class ModelMotion(BriefRepr):
    """A motion of a model with joints, or of separate segments.

    Args:
        model: the person, with joints.
        motion: in the model's coordinates.
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m, segments in the world.
        apart: the motion of the separate segments; None for a motion with joints.
        devices: on the body; those that press on the body are external loads.
    """

    model: Model
    motion: Motion
    R: FloatArray
    p: FloatArray
    apart: Motion | None = None
    devices: Devices | None = None

    @cached_property
    def mass_centre(self) -> FloatArray:
        """Centre of mass (frames, 3) m."""
        return centre_of_mass(self.model.tree, self.motion.q)[0]

    @cached_property
    def mid_hips(self) -> FloatArray:
        """Point midway between the hip joints (frames, 3) m."""
        hips = [self.p[:, self.model.segments.index(f"{side}_thigh")] for side in SIDES]
        return np.asarray(0.5 * (hips[0] + hips[1]))

    @cached_property
    def points(self) -> Mapping[str, FloatArray]:
        """Paths (frames, 3) m of the landmarks that the model has on its segments."""
        return {
            name: self.p[:, segment] + self.R[:, segment] @ local
            for name, (segment, local) in self.model.points.items()
        }

    @cached_property
    def unsupported(self) -> JointForces:
        """Joint forces under gravity and devices. Joint 0 has the wrench that ground and feet must
        supply.
        """
        return self.joint_forces()

    def joint_forces(self, loads: Loads | None = None) -> JointForces:
        """Net joint forces and moments under external loads and devices."""
        loads = self.with_devices(loads)
        if self.apart is None:
            return joint_forces(self.model, self.motion, loads)
        by_itself = joint_forces(loosen(self.model), self.apart, loads)
        return linked_joint_forces(self.model, self.R, self.p, by_itself)

    def with_devices(self, loads: Loads | None = None) -> Loads | None:
        """External loads and the forces of devices together."""
        if self.devices is None or not self.devices.pressing:
            return loads
        wrench = np.zeros((*self.p.shape[:2], 6)) if loads is None else loads.wrench.copy()
        for k, name in enumerate(self.devices.segments):
            segment, acts = self.model.segments.index(name), self.devices.wrench[:, k]
            wrench[:, segment] += wrench_about(self.p[:, segment], acts[:, 3:], acts[:, :3])
        return Loads(self.motion.time, wrench)

    def marker_distances(self, measured: FloatArray) -> FloatArray:
        """Distance (frames, nm) m between the model's markers and measured markers (frames, nm, 3)
        m.
        """
        return lengths(measured - markers_on_model(self.model, self.R, self.p))


def jointed(model: Model, motion: Motion) -> ModelMotion:
    """The motion of a model with joints."""
    R, p = forward_kinematics(model.tree, motion.q)
    return ModelMotion(model, motion, R, p)


def loose(model: Model, apart: Motion) -> ModelMotion:
    """The motion of separate segments, in the coordinates of `loosen(model)`."""
    free = loosen(model)
    R, p = forward_kinematics(free.tree, apart.q)
    return ModelMotion(model, jointed_motion(model, free, apart), R, p, apart)
