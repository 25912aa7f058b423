"""A body that goes forward on contact spheres, driven through its joints and held to a motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.foot_contact.recording_prior import RecordingError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.contact.spheres_on_ground import (
    SphereContact,
    SpheresOnGround,
    contact_wrenches,
    sphere_contacts,
)
from ambulo.multibody.forces.controllers import joint_controller
from ambulo.multibody.forces.reference_motion import ReferenceMotion, reference_motion
from ambulo.multibody.forces.stored_loads import JointInputs
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.registry import method_named
from ambulo.multibody.integrators.simulation import Simulated, simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import Tree

_STIFFER = 10.0
"""Times as fast the root is held while bristles, straight at the start, are not yet stretched."""


@dataclass(frozen=True, eq=False)
class Followed:
    """A simulated motion on contact spheres.

    Args:
        time: (frames,) s; q, v: its state, NaN where it was given up.
        s: (frames, own states) of controller and contact.
        wrench: (frames, nb, 6) N*m, N, of the ground on the segments about their origins.
        felt: by each sphere; NaN where it was given up.
        moment: (frames, nb, 3) N*m through the joints without the controller, world axes.
        root_force: N; root_moment: N*m; joint_moment: (nb - 1,) N*m: the controller's, root mean
            squares over the time that was reached, without the beginning.
        outcome: how the integration ended.
    """

    time: FloatArray
    q: FloatArray
    v: FloatArray
    s: FloatArray
    wrench: FloatArray
    felt: SphereContact
    moment: FloatArray
    root_force: float
    root_moment: float
    joint_moment: FloatArray
    outcome: Outcome

    @property
    def reached(self) -> float:
        """Seconds until it was given up, or its length."""
        known = int(np.isfinite(self.q).all(axis=1).sum())
        return float(self.time[known - 1] - self.time[0])


@dataclass(frozen=True, eq=False)
class States:
    """Coordinates, velocities and own states over the frames, NaN where none was reached.

    Args:
        q: (frames, nq); v: (frames, nv); s: (frames, own states) of controller and contact.
        outcome: how the integration of the beginning ended.
    """

    q: FloatArray
    v: FloatArray
    s: FloatArray
    outcome: Outcome

    @property
    def known(self) -> int:
        """Number of frames that were reached."""
        return int(np.isfinite(self.q).all(axis=1).sum())


@dataclass(frozen=True, eq=False)
class DrivenBody:
    """A body on its spheres, the moments through its joints, and the motion that it is to do.

    Args:
        tree: the bodies; motion: that is held; moment: (frames, nb, 3) N*m through the joints.
        spheres: under the feet.
        reference: motion and moments at any instant.
        stiffness, damping: (nb + 1,) of its `JointController`.
        method: of integration; step: longest one [s].
    """

    tree: Tree
    motion: Motion
    moment: FloatArray
    spheres: SpheresOnGround
    reference: ReferenceMotion
    stiffness: FloatArray
    damping: FloatArray
    method: Method
    step: float

    @property
    def first(self) -> int:
        """Frame from which a controller is counted: bristles have come to their stretch."""
        time = self.motion.time
        first = int(np.searchsorted(time, time[0] + RecordingError().onset - 1e-9))
        return min(first, len(time) - 1)

    def go(
        self, time: FloatArray, q: FloatArray, v: FloatArray, s: FloatArray, *,
        joints: float = 1.0, root: float = 1.0,
    ) -> Simulated:  # fmt: skip
        """Move on from a state over instants [s], its controller's frequencies times a factor.

        Args:
            time: (instants,) s.
            q, v, s: (nq,), (nv,), (own states,) at the first.
            joints, root: factors of the frequencies at which joints and root are held; 0: not.
        """
        factor = np.full(len(self.stiffness), joints)
        factor[:2] = root
        held = joint_controller(self.reference, self.stiffness * factor**2, self.damping * factor)
        system = tree_system(self.tree, (held, JointInputs(self.reference), self.spheres))
        return simulate_system(system, time, q, v, self.method, s=s, step=self.step, quiet=True)

    def started(self) -> States:
        """Simulate from the motion's first frame to the frame `first`.

        The bristles start straight, and the controller holds the root stiffly.
        """
        n, first = len(self.motion.time), self.first
        own = len(self.stiffness) + 3 * len(self.spheres.body)
        q, v, s = (np.full((n, m), np.nan) for m in (self.tree.nq, self.tree.nv, own))
        part = slice(0, first + 1)
        run = self.go(
            self.motion.time[part], self.motion.q[0], self.motion.v[0], np.zeros(own),
            root=_STIFFER,
        )  # fmt: skip
        q[part], v[part], s[part] = run.q, run.v, run.s
        return States(q, v, s, run.outcome)

    def followed(self, rows: States, effort: FloatArray, outcome: Outcome) -> Followed:
        """What was felt on the way.

        Args:
            rows: states that were reached.
            effort: (nb + 1,) root mean squares of the root's force [N], its moment and those
                through the joints [N*m] that held the body.
            outcome: how the integration ended.
        """
        tree, n, frames = self.tree, len(self.spheres.body), len(rows.q)
        known = slice(0, rows.known)
        R, p = forward_kinematics(tree, rows.q[known])
        w, u = body_velocities(tree, rows.q[known], rows.v[known])
        states = np.ascontiguousarray(rows.s[known, len(self.stiffness) :])
        wrench = np.full((frames, tree.nb, 6), np.nan)
        wrench[known] = contact_wrenches(self.spheres, R, p, w, u, states)
        felt = SphereContact(
            np.full((frames, n), np.nan), np.full((frames, n, 3), np.nan),
            np.full((frames, n, 3), np.nan),
        )  # fmt: skip
        found = sphere_contacts(self.spheres, R, p, w, u, states)
        felt.depth[known], felt.force[known], felt.point[known] = found
        return Followed(
            self.motion.time, rows.q, rows.v, rows.s, wrench, felt, self.moment,
            float(effort[0]), float(effort[1]), effort[2:], outcome,
        )  # fmt: skip


def driven_body(
    tree: Tree,
    motion: Motion,
    moment: FloatArray,
    spheres: SpheresOnGround,
    gains: tuple[FloatArray, FloatArray],
    *,
    integrator: str = "rkmk4",
    step: float = 5e-5,
) -> DrivenBody:
    """Lay a body on its contact out, driven through its joints.

    Args:
        tree: the bodies.
        motion: that is held; its first frame is where a simulation begins, bristles straight.
        moment: (frames, nb, 3) N*m through the joints, proximal on distal, world axes; nothing of
            it acts at the root.
        spheres: under the feet.
        gains: stiffness and damping as `JointController` has them.
        integrator: name in `METHODS`; step: longest step [s].
    """
    through = moment.copy()
    through[:, 0] = 0.0
    driven = JointForces(
        motion.time, through, np.zeros_like(through), np.zeros((len(through), tree.nv))
    )
    reference = reference_motion(tree, motion, driven)
    return DrivenBody(
        tree, motion, through, spheres, reference, *gains, method_named(integrator), step
    )


def follow_on_contact(body: DrivenBody) -> Followed:
    """Integrate a body on its contact, its controller holding the motion.

    While bristles are not yet stretched the controller is stiffer and is not counted.
    """
    rows, first, time = body.started(), body.first, body.motion.time
    outcome = rows.outcome
    if rows.known > first:
        part = slice(first, None)
        run = body.go(time[part], rows.q[first], rows.v[first], rows.s[first])
        outcome = run.outcome
        rows.q[part], rows.v[part], rows.s[part] = run.q, run.v, run.s
    last, held = rows.known - 1, len(body.stiffness)
    # nothing is known of a controller that was given up before it was counted
    effort = np.full(held, np.nan)
    if last > first:
        spent = rows.s[last, :held] - rows.s[first, :held]
        effort = np.sqrt(spent / (time[last] - time[first]))
    return body.followed(rows, effort, outcome)
