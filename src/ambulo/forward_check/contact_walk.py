"""A recorded walk as a forward simulation on contact spheres, nothing else bearing the body.

Contact identified from the walk (or given) is put under the feet of the whole body; the motion is
moved within its error until that contact carries it; its joint moments follow by inverse dynamics
under the contact's forces; and the equations of motion are integrated with these moments and a
controller, whose moments through the joints and whose wrench at the root are reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ambulo.foot_contact.body_spheres import body_spheres
from ambulo.foot_contact.carried_motion import CarriedMotion, RecordingError, carry
from ambulo.foot_contact.contact_file import ContactParameters
from ambulo.foot_contact.estimation import MotionError
from ambulo.foot_contact.feet_motion import feet_motion
from ambulo.foot_contact.forefeet import with_forefeet
from ambulo.foot_contact.identification import identify
from ambulo.foot_contact.laws import FRICTION, NORMAL, laws_named
from ambulo.foot_contact.misfit import Wanted
from ambulo.foot_contact.person import person_spheres
from ambulo.forward_check.deviation import Deviation, deviation
from ambulo.forward_check.pd import StandingGains
from ambulo.forward_check.stored_forces import stored_forces
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.splines import smoothing_spline
from ambulo.math.vector_arrays import wrench_about
from ambulo.multibody.contact.spheres_on_ground import (
    SphereContact,
    SpheresOnGround,
    contact_wrenches,
    sphere_contacts,
)
from ambulo.multibody.forces.joint_controller import joint_controller
from ambulo.multibody.forces.joint_inputs import JointInputs
from ambulo.multibody.forces.reference_motion import reference_motion
from ambulo.multibody.integrators.registry import method_named
from ambulo.multibody.integrators.simulation import require_suiting, simulate_system
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.tree import Tree
from ambulo.multibody.tree.tree_system import tree_system
from ambulo.records import SIDES, Analysis, Model

__all__ = [
    "ContactWalk",
    "Effort",
    "Followed",
    "follow_on_contact",
    "identify_contact",
    "walk_on_contact",
]

_ALL_OF_IT = 0.95
"""Of the recording, above which a simulation is of all of it."""
_MISSING_MASS = 0.05
"""Of the subject's mass, that a model of the whole body may lack."""
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

    @property
    def reached(self) -> float:
        """Seconds until it was given up, or its length."""
        known = int(np.isfinite(self.q).all(axis=1).sum())
        return float(self.time[known - 1] - self.time[0])


@dataclass(frozen=True)
class Effort:
    """What the controller adds, root mean squares, beside what the walk needs.

    Args:
        weight: N, of the body; moments: N*m, through the joints without the controller.
        root_force: N; root_moment: N*m; joint_moments: N*m: the controller's.
    """

    weight: float
    moments: float
    root_force: float
    root_moment: float
    joint_moments: float

    @property
    def parts(self) -> tuple[float, float, float]:
        """Root force of the weight; root moment and joint moments of the moments."""
        return (
            self.root_force / self.weight,
            self.root_moment / self.moments,
            self.joint_moments / self.moments,
        )

    @property
    def together(self) -> float:
        """Root of the sum of the parts' squares."""
        return float(np.linalg.norm(self.parts))


@dataclass(frozen=True, eq=False)
class ContactWalk:
    """A walk on contact spheres beside the measured one.

    Args:
        analysis: what it starts from.
        model: with feet of two segments.
        contact: under them; identified: from this walk.
        integrator: name in `METHODS`; step: longest step [s].
        measured: the motion as analysed, of this model.
        carried: moved so that the contact carries it.
        followed: simulated.
        off: its deviation from the measured motion.
        notes: one sentence each.
    """

    analysis: Analysis
    model: Model
    contact: ContactParameters
    identified: bool
    integrator: str
    step: float
    measured: Motion
    carried: CarriedMotion
    followed: Followed
    off: Deviation
    notes: tuple[str, ...]

    @property
    def simulated(self) -> float:
        """Seconds in which all forces are known."""
        return float(np.ptp(self.measured.time))

    @property
    def spheres(self) -> int:
        """Number under both feet."""
        return int(np.prod(self.contact.values.shape[:2]))

    @property
    def effort(self) -> Effort:
        """Of the controller."""
        followed = self.followed
        return Effort(
            self.model.mass * float(np.linalg.norm(self.model.tree.gravity)),
            float(np.sqrt((followed.moment[:, 1:] ** 2).sum(axis=2).mean())),
            followed.root_force,
            followed.root_moment,
            float(np.sqrt((followed.joint_moment**2).mean())),
        )


def walk_on_contact(
    analysis: Analysis,
    contact: ContactParameters | None = None,
    *,
    integrator: str = "rkmk4",
    step: float = 5e-5,
    progress: Callable[[str], None] | None = None,
) -> ContactWalk:
    """Simulate an analysed walk on contact spheres, over the stretch where all forces are known.

    Args:
        analysis: of a walk with both feet.
        contact: under the feet; identified from this walk if left out.
        integrator: name in `METHODS`; step: longest step [s].
        progress: called with the name of each stage as it begins.
    Raises:
        InputError: the model has no upper body, the motion has gaps, forces are known nowhere, or
            the method does not suit.
        ValueError: the model has no feet.
    """
    say = progress or (lambda _: None)
    _require_whole(analysis)
    model = with_forefeet(analysis.model)
    require_suiting(tree_system(model.tree, ()), method_named(integrator), step)
    stored = stored_forces(analysis)
    part = slice(stored.first, stored.first + len(stored.motion.time))
    wrench = analysis.ground.wrench[part]
    measured = stored.motion
    given = contact is not None
    if contact is None:
        say("identify contact")
        contact, flexion = identify_contact(analysis.model, measured, wrench)
        if model is not analysis.model:
            measured = _with_flexion(measured, flexion)
    elif model is not analysis.model:
        measured = _with_flexion(measured, np.zeros((2, len(measured.time))))
    say("move the motion onto it")
    tree = model.tree
    carried = carry(model, measured, contact.design, contact.values)
    say("simulate")
    _, moment, _ = inverse_dynamics(
        tree, carried.motion.q, carried.motion.v, carried.motion.a, carried.wrench
    )
    spheres = body_spheres(model, contact.design, contact.values)
    gains = StandingGains().gains(model)
    followed = follow_on_contact(
        tree, carried.motion, moment, spheres, gains, integrator=integrator, step=step
    )
    off = deviation(tree, followed.q, measured.q)
    if model is not analysis.model:
        # where the forefeet pointed was not recorded
        off = Deviation(_without_forefeet(off.angle), off.distance)
        carried = replace(carried, turned=_without_forefeet(carried.turned))
    notes = _notes(analysis, model, carried, followed, given, float(np.ptp(measured.time)))
    return ContactWalk(
        analysis, model, contact, not given, integrator, step, measured, carried, followed, off,
        notes,
    )  # fmt: skip


def identify_contact(
    model: Model, motion: Motion, wrench: FloatArray
) -> tuple[ContactParameters, FloatArray]:
    """Spheres under the feet of a walk whose reactions are known.

    Unlike in sharing, spheres act wherever they reach into the floor, also where no reaction was
    found: what brushes the floor in swing would hold a simulated body back.

    Args:
        model: with feet of one or two segments; motion: over the frames.
        wrench: (frames, 2, 6) N*m, N, of the ground on each foot about the world origin.
    Returns:
        The contact, and (2, frames) rad, flexion of the forefeet found with it.
    """
    laws = laws_named()
    everywhere = np.ones((len(motion.time), len(SIDES)), dtype=bool)
    feet = feet_motion(model, motion, everywhere)
    point = feet.p[:, :, 0] * [1.0, 1.0, 0.0]
    each = np.stack(
        [wrench_about(point[s], wrench[:, s, 3:], wrench[:, s, :3]) for s in range(len(SIDES))]
    )
    error = MotionError.of(jointed=feet.jointed)
    found = identify(
        person_spheres(feet, laws, free_heights=True), feet,
        Wanted(each, point, everywhere.T.copy()), laws=laws, error=error, starts=2,
    )  # fmt: skip
    contact = ContactParameters(NORMAL, FRICTION, found.design, found.estimated.values)
    return contact, found.estimated.corrections[..., 6]


def follow_on_contact(
    tree: Tree,
    motion: Motion,
    moment: FloatArray,
    spheres: SpheresOnGround,
    gains: tuple[FloatArray, FloatArray],
    *,
    integrator: str = "rkmk4",
    step: float = 5e-5,
) -> Followed:
    """Integrate a body on its contact, driven through its joints, a controller holding a motion.

    Args:
        tree: the bodies.
        motion: that is held; its first frame is where the simulation begins, bristles straight.
            While these are not yet stretched the controller is stiffer and is not counted.
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
    method = method_named(integrator)
    first = int(np.searchsorted(motion.time, motion.time[0] + RecordingError().onset - 1e-9))
    first = min(first, len(motion.time) - 1)
    own = tree.nb + 1 + 3 * len(spheres.body)
    q, v, s = (np.full((len(motion.time), n), np.nan) for n in (tree.nq, tree.nv, own))
    q[0], v[0], s[0] = motion.q[0], motion.v[0], 0.0
    for begin, end, factor in ((0, first, _STIFFER), (first, len(q) - 1, 1.0)):
        part = slice(begin, end + 1)
        stiffness, damping = (x.copy() for x in gains)
        stiffness[:2] *= factor**2
        damping[:2] *= factor
        held = joint_controller(reference, stiffness, damping)
        run = simulate_system(
            tree_system(tree, (held, JointInputs(reference), spheres)), motion.time[part],
            q[begin], v[begin], method, s=s[begin], step=step,
        )  # fmt: skip
        q[part], v[part], s[part] = run.q, run.v, run.s
        if not np.isfinite(q[end]).all():
            break
    known = np.isfinite(q).all(axis=1)
    last = int(known.sum()) - 1
    duration = max(float(motion.time[last] - motion.time[first]), step)
    spent = s[last, : tree.nb + 1] - s[min(first, last), : tree.nb + 1]
    # nothing is known of a controller that was given up before it was counted
    effort = np.sqrt(spent / duration) if last > first else np.full(tree.nb + 1, np.nan)
    wrench = np.full((len(motion.time), tree.nb, 6), np.nan)
    R, p = forward_kinematics(tree, q[known])
    w, u = body_velocities(tree, q[known], v[known])
    states = np.ascontiguousarray(s[known, tree.nb + 1 :])
    wrench[known] = contact_wrenches(spheres, R, p, w, u, states)
    n = len(spheres.body)
    felt = SphereContact(
        np.full((len(q), n), np.nan), np.full((len(q), n, 3), np.nan),
        np.full((len(q), n, 3), np.nan),
    )  # fmt: skip
    found = sphere_contacts(spheres, R, p, w, u, states)
    felt.depth[known], felt.force[known], felt.point[known] = found
    return Followed(
        motion.time, q, v, s, wrench, felt, through,
        float(effort[0]), float(effort[1]), effort[2:],
    )  # fmt: skip


def _require_whole(analysis: Analysis) -> None:
    """What the feet bear has to be borne by what is simulated."""
    borne = analysis.model.subject.mass or analysis.model.mass
    missing = borne - analysis.model.mass
    if missing > _MISSING_MASS * borne:
        raise InputError(
            what=f"the model lacks {missing:.0f} kg that the feet bear",
            where=str(analysis.trial.path),
            remedy="Analyse a trial whose markers cover the body",
        )


def _without_forefeet(angle: FloatArray) -> FloatArray:
    """Angles (frames, nb) with the last two segments' not known."""
    out = angle.copy()
    out[:, -len(SIDES) :] = np.nan
    return out


def _with_flexion(motion: Motion, flexion: FloatArray) -> Motion:
    """A motion with the angles (2, frames) of two hinges as its last coordinates."""
    angle = smoothing_spline(motion.time, flexion.T.copy(), np.zeros(len(flexion)))
    q, v, a = (angle(motion.time, n) for n in range(3))
    return replace(
        motion,
        q=np.concatenate([motion.q, q], axis=1),
        v=np.concatenate([motion.v, v], axis=1),
        a=np.concatenate([motion.a, a], axis=1),
    )


def _notes(
    analysis: Analysis,
    model: Model,
    carried: CarriedMotion,
    followed: Followed,
    given: bool,
    simulated: float,
) -> tuple[str, ...]:
    notes = [
        "The contact was given."
        if given
        else "The contact was identified from this walk itself, "
        "so that its forces are those of a fit.",
        f"The motion was moved by up to {1e3 * carried.moved.max():.1f} mm and "
        f"{np.degrees(np.nanmax(carried.turned)):.1f} degrees so that the contact carries it.",
        f"Bristles are straight when the simulation begins: its first "
        f"{1e3 * RecordingError().onset:.0f} ms are held more stiffly and not counted.",
    ]
    if simulated < _ALL_OF_IT * float(np.ptp(analysis.motion.time)):
        recorded = float(np.ptp(analysis.motion.time))
        notes.append(
            f"Both feet's reactions are known over {simulated:.2f} of the recorded "
            f"{recorded:.2f} s, and only these are simulated; an analysis with --method "
            "whole-body knows them in every frame."
            if analysis.method != "whole-body"
            else f"Of {recorded:.2f} s recorded, {simulated:.2f} s are simulated, where all forces "
            "are known."
        )
    if not carried.settled:
        notes.append("The moved motion had not settled when the iterations were ended.")
    if model is not analysis.model:
        notes.append(
            "Feet of one segment were divided at the metatarsal heads; how the forefeet flex was "
            "found with the contact."
        )
    if followed.reached < simulated:
        notes.append(f"The simulated body fell after {followed.reached:.2f} s.")
    return tuple(notes)
