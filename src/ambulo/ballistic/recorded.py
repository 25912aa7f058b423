"""Postures of a person from the folder of an analysis: its model and its recorded motion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.systems import Bodies
from ambulo.multibody.tree.configuration import neutral
from ambulo.multibody.tree.tree import NV, JointType, joint_coordinates
from ambulo.records import Model
from ambulo.results.folder import read_folder


@dataclass(frozen=True, eq=False)
class Recorded:
    """A person and a motion of this person.

    Args:
        where: the folder, for messages.
        model: the person.
        system: the person, without passive joint moments.
        time: (frames,) s; q: (frames, nq); v, a: (frames, nv).
        strides: (strides, 2) s, start and stop.
        notes: what was assumed, one sentence each.
    """

    where: str
    model: Model
    system: Bodies
    time: FloatArray
    q: FloatArray
    v: FloatArray
    a: FloatArray
    strides: FloatArray
    notes: tuple[str, ...] = ()

    def at_frame(self, frame: int, where: str) -> FloatArray:
        """Posture (nq,) of a frame, counted from 1.

        Raises:
            InputError: there is no such frame, or the motion has a gap there.
        """
        if not 1 <= frame <= len(self.time):
            raise InputError(
                f"there is no frame {frame} in {self.where}",
                where,
                f"Choose one from 1 to {len(self.time)}.",
            )
        return self._whole(self.q[frame - 1], f"frame {frame}", where)

    def at_time(self, time: float, where: str) -> FloatArray:
        """Posture (nq,) of the frame nearest to a time [s].

        Raises:
            InputError: the time lies outside the motion, or the motion has a gap there.
        """
        if not self.time[0] <= time <= self.time[-1]:
            raise InputError(
                f"{time:g} s is outside the motion in {self.where}",
                where,
                f"Choose a time from {self.time[0]:g} to {self.time[-1]:g} s.",
            )
        return self._whole(self.q[int(np.argmin(np.abs(self.time - time)))], f"{time:g} s", where)

    def from_angles(
        self, angles: Mapping[str, npt.ArrayLike], root: FloatArray | None, where: str
    ) -> FloatArray:
        """Posture (nq,) from joint angles in degrees. All other joints are as in the reference
        posture.

        Args:
            angles: joint -> rotation vector [x, y, z] of a ball joint or the root in the axes of
                the reference posture, or one number for a hinge.
            root: (3,) m, position of the root's origin; by default that at the beginning of the
                analysis.
            where: for messages.

        Raises:
            InputError: a joint is unknown, or has another number of angles.
        """
        tree, joints = self.system.tree, self.system.joints
        q = neutral(tree)
        if tree.joint[0] == JointType.FREE:
            q[:3] = self.q[0, :3] if root is None else root
        for joint, value in angles.items():
            if joint not in joints:
                raise InputError(
                    f"there is no joint {joint!r}",
                    where,
                    f"Choose from {', '.join(joints)}.",
                )
            i = joints.index(joint)
            kind, k = JointType(int(tree.joint[i])), int(tree.q_start[i])
            given = np.atleast_1d(np.asarray(value, dtype=np.float64))
            wanted = min(3, NV[kind])
            if given.shape != (wanted,):
                raise InputError(
                    f"{joint} takes {wanted} angles, not {len(given)}",
                    where,
                    "Give one angle for each axis, in degrees.",
                )
            if kind in (JointType.FREE, JointType.BALL):
                turn = Rotation.from_rotvec(np.radians(given)).as_quat(scalar_first=True)
                start = k + (3 if kind == JointType.FREE else 0)
                q[start : start + 4] = turn
            else:
                q[k] = np.radians(given[0]) if kind == JointType.HINGE else given[0]
        return q

    def _whole(self, q: FloatArray, what: str, where: str) -> FloatArray:
        if not np.all(np.isfinite(q)):
            raise InputError(
                f"{self.where} has no posture at {what}", where, "Choose a frame without a gap."
            )
        return q.copy()


_VELOCITIES = {
    JointType.FREE: ("{} vx", "{} vy", "{} vz", "{} wx", "{} wy", "{} wz"),
    JointType.BALL: ("{} wx", "{} wy", "{} wz"),
    JointType.HINGE: ("{}",),
    JointType.SLIDE: ("{}",),
}


def read_recorded(folder: Path) -> Recorded:
    """The person and the motion of an analysis.

    Raises:
        InputError: the folder contains no analysis, or its parts do not fit together.
    """
    found = read_folder(folder)
    motion = found.motion
    strides = np.array([(s.start, s.stop) for s in found.strides]).reshape(-1, 2)
    note = "Only gravity acts between the postures: no ground, no muscles, no joint resistance"
    model, tree = found.model, found.model.tree
    names = joint_coordinates(model.joints, tree, _VELOCITIES)
    system = Bodies(tree, names=tuple(names), joints=model.joints)
    return Recorded(
        str(folder), model, system, motion.time, motion.q, motion.v, motion.a, strides, (note,)
    )
