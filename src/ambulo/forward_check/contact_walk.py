"""A recorded walk as a forward simulation on contact spheres, nothing else bearing the body.

Contact identified from the walk (or given) is put under the feet of the whole body; the motion is
moved within its error, and what was identified within its own, until the contact carries it; its
joint moments follow by inverse dynamics under the contact's forces; and the equations of motion are
integrated with these moments and a controller, whose moments through the joints and whose wrench at
the root are reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ambulo.foot_contact.carried_motion import CarriedMotion, carry
from ambulo.foot_contact.contact_file import ContactParameters, read_contact
from ambulo.foot_contact.estimation import ITERATIONS, MotionError
from ambulo.foot_contact.feet_motion import feet_motion, with_forefeet
from ambulo.foot_contact.identification import identify
from ambulo.foot_contact.laws import FRICTION, NORMAL, laws_named
from ambulo.foot_contact.misfit import Wanted
from ambulo.foot_contact.person import body_spheres, person_spheres
from ambulo.foot_contact.recording_prior import RecordingError
from ambulo.forward_check.body_filter import FilteredBody, filter_on_contact
from ambulo.forward_check.both_motions import poses
from ambulo.forward_check.contact_given import require_fitting
from ambulo.forward_check.contact_use import (
    SphereUse,
    force_errors,
    on_feet,
    sphere_use,
    use_in_words,
)
from ambulo.forward_check.deviation import Deviation, deviation
from ambulo.forward_check.following import Followed, driven_body, follow_on_contact
from ambulo.forward_check.pd import StandingGains
from ambulo.forward_check.stored_forces import stored_forces
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.one_thread import one_thread
from ambulo.math.splines import smoothing_spline
from ambulo.math.vector_arrays import wrench_about
from ambulo.multibody.integrators.registry import method_named
from ambulo.multibody.integrators.simulation import require_suiting
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.records import SIDES, Analysis, Model

_ALL_OF_IT = 0.95
"""Of the recording, above which a simulation is of all of it."""
_MISSING_MASS = 0.05
"""Of the subject's mass, that a model of the whole body may lack."""


class IdentifiedContact(NamedTuple):
    """Spheres under the feet of a walk.

    Args:
        parameters: laws and values.
        information: (variables, variables) of the design's variables, as `Estimated.information`.
        flexion: (2, frames) rad, of the forefeet, found with them.
    """

    parameters: ContactParameters
    information: FloatArray
    flexion: FloatArray


@dataclass(frozen=True)
class AddedEffort:
    """What a controller or filter adds, root mean squares, beside what the walk needs.

    Args:
        weight: N, of the body; moments: N*m, through the joints without what is added.
        root_force: N; root_moment: N*m; joint_moments: N*m: what is added.
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
        contact: under them, as it carries the motion; identified: from this walk.
        integrator: name in `METHODS`; step: longest step [s].
        measured: the motion as analysed, of this model.
        carried: moved so that the contact carries it.
        followed: simulated, held by the controller.
        off: its deviation from the measured motion.
        filtered: simulated, held by the filter in the controller's place, if that was asked for.
        filtered_off: its deviation.
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
    filtered: FilteredBody | None
    filtered_off: Deviation | None
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
    def use(self) -> SphereUse:
        """What the simulation made of the spheres after the beginning."""
        return sphere_use(
            self.contact, self.followed.felt.depth[self.counted],
            ended=self.followed.outcome is Outcome.REACHED,
        )  # fmt: skip

    @property
    def counted(self) -> BoolArray:
        """Frames (frames,) after the beginning, in which bristles are not yet stretched."""
        return _counted(self.measured.time)

    @property
    def reactions(self) -> FloatArray:
        """Simulated reaction (frames, 2, 6) of each foot about the world origin [N*m, N]."""
        _, p = poses(self.model.tree, self.followed.q)
        return on_feet(p, self.followed.wrench, tuple(self.model.segments))

    @property
    def analysed(self) -> FloatArray:
        """Force (frames, 2, 3) of the floor on each foot as analysed [N]."""
        first = int(np.searchsorted(self.analysis.motion.time, self.measured.time[0] - 1e-9))
        return self.analysis.ground.force[first : first + len(self.measured.time)]

    @property
    def force_errors(self) -> dict[str, dict[str, tuple[float, float]]]:
        """Simulated forces against the analysed ones after the beginning, as `force_errors`."""
        counted = self.counted
        return force_errors(self.reactions[counted, :, 3:], self.analysed[counted])

    @property
    def effort(self) -> AddedEffort:
        """Of the controller."""
        return self._effort(self.followed)

    @property
    def filter_effort(self) -> AddedEffort | None:
        """Of the filter's correction."""
        return None if self.filtered is None else self._effort(self.filtered.followed)

    def _effort(self, followed: Followed) -> AddedEffort:
        return AddedEffort(
            self.model.mass * float(np.linalg.norm(self.model.tree.gravity)),
            float(np.sqrt((followed.moment[:, 1:] ** 2).sum(axis=2).mean())),
            followed.root_force,
            followed.root_moment,
            float(np.sqrt((followed.joint_moment**2).mean())),
        )


@one_thread
def walk_on_contact(
    analysis: Analysis,
    contact: ContactParameters | Path | None = None,
    *,
    integrator: str = "rkmk4",
    step: float = 5e-5,
    filtered: bool = False,
    progress: Callable[[str], None] | None = None,
) -> ContactWalk:
    """Simulate an analysed walk on contact spheres, over the stretch where all forces are known.

    Args:
        analysis: of a walk with both feet.
        contact: under the feet, or a CONTACT.toml; identified from this walk if left out.
        integrator: name in `METHODS`; step: longest step [s].
        filtered: whether it is simulated once more, an extended Kalman filter in the place of the
            controller.
        progress: called with the name of each stage as it begins, and with how far it is.
    Raises:
        InputError: the file is wrong, its contact cannot be that of these feet, the model has no
            upper body, the motion has gaps, forces are known nowhere, or the method does not suit.
        ValueError: the model has no feet.
    """
    say = progress or (lambda _: None)
    where = str(contact) if isinstance(contact, Path) else "contact"
    if isinstance(contact, Path):
        contact = read_contact(contact)
    _require_whole(analysis)
    model = with_forefeet(analysis.model)
    method = method_named(integrator)
    require_suiting(tree_system(model.tree, ()), method, step)
    stored = stored_forces(analysis)
    part = slice(stored.first, stored.first + len(stored.motion.time))
    wrench = analysis.ground.wrench[part]
    measured = stored.motion
    given, information = contact is not None, None
    if contact is None:
        say("identify contact")
        contact, information, flexion = identify_contact(
            analysis.model, measured, wrench,
            progress=lambda k: say(f"identify contact, step {k} of {ITERATIONS} at most"),
        )  # fmt: skip
        if model is not analysis.model:
            measured = _with_flexion(measured, flexion)
    elif model is not analysis.model:
        measured = _with_flexion(measured, np.zeros((2, len(measured.time))))
    if given:
        require_fitting(contact, model, measured, wrench[..., 5], method, step, where)
    say("move the motion onto it")
    tree = model.tree
    try:
        carried = carry(
            model, measured, contact.design, contact.values, information=information,
            progress=lambda part: say(
                f"move the motion onto it, {100 * part:.0f} % of the steps at most"
            ),
        )  # fmt: skip
    except np.linalg.LinAlgError as error:
        raise InputError(
            what="the motion cannot be changed to agree with the contact: the equations cannot be "
            "solved",
            where=where if given else str(analysis.trial.path),
            remedy="Give other spheres or laws. Without --contact-parameters Ambulo finds them",
        ) from error
    contact = replace(contact, values=carried.values)
    say("simulate")
    _, moment, _ = inverse_dynamics(
        tree, carried.motion.q, carried.motion.v, carried.motion.a, carried.wrench
    )
    spheres = body_spheres(model, contact.design, contact.values)
    body = driven_body(
        tree, carried.motion, moment, spheres, StandingGains().gains(model),
        integrator=integrator, step=step,
    )  # fmt: skip
    followed, found = follow_on_contact(body), None
    if filtered:
        say("simulate with the filter")
        found = filter_on_contact(body)

    def off_measured(one: Followed) -> Deviation:
        off = deviation(tree, one.q, measured.q)
        if model is analysis.model:
            return off
        # where the forefeet pointed was not recorded
        return Deviation(_without_forefeet(off.angle), off.distance)

    if model is not analysis.model:
        carried = replace(carried, turned=_without_forefeet(carried.turned))
    notes = _notes(analysis, model, carried, followed, given, float(np.ptp(measured.time)))
    late = _counted(measured.time)
    ended = followed.outcome is Outcome.REACHED
    notes += tuple(use_in_words(sphere_use(contact, followed.felt.depth[late], ended=ended)))
    return ContactWalk(
        analysis, model, contact, not given, integrator, step, measured, carried, followed,
        off_measured(followed), found, None if found is None else off_measured(found.followed),
        notes,
    )  # fmt: skip


def identify_contact(
    model: Model,
    motion: Motion,
    wrench: FloatArray,
    progress: Callable[[int], None] | None = None,
) -> IdentifiedContact:
    """Spheres under the feet of a walk whose reactions are known.

    Unlike in sharing, spheres act wherever they reach into the floor, also where no reaction was
    found: what brushes the floor in swing would hold a simulated body back.

    Args:
        model: with feet of one or two segments; motion: over the frames.
        wrench: (frames, 2, 6) N*m, N, of the ground on each foot about the world origin.
        progress: as `identify`.
    """
    laws = laws_named()
    everywhere = np.ones((len(motion.time), len(SIDES)), dtype=bool)
    feet = feet_motion(model, motion, everywhere)
    point = feet.p[:, :, 0] * [1.0, 1.0, 0.0]
    each = np.stack(
        [wrench_about(point[s], wrench[:, s, 3:], wrench[:, s, :3]) for s in range(len(SIDES))]
    )
    error = MotionError.of(jointed=feet.jointed)
    spheres = person_spheres(feet, laws, free_heights=True)
    wanted = Wanted(each, point, everywhere.T.copy())
    found = identify(spheres, feet, wanted, laws=laws, error=error, starts=2, progress=progress)
    contact = ContactParameters(NORMAL, FRICTION, found.design, found.estimated.values)
    estimated = found.estimated
    return IdentifiedContact(contact, estimated.information, estimated.corrections[..., 6])


def _counted(time: FloatArray) -> BoolArray:
    """Frames (frames,) after the beginning of a simulation, in which bristles are straight."""
    return np.asarray(time - time[0] >= RecordingError().onset)


def _require_whole(analysis: Analysis) -> None:
    """What the feet bear has to be borne by what is simulated."""
    borne = analysis.model.subject.mass or analysis.model.mass
    missing = borne - analysis.model.mass
    if missing > _MISSING_MASS * borne:
        raise InputError(
            what=f"the feet carry {missing:.0f} kg that the model does not contain",
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
        else "The contact was identified from this same walk, so its forces are a fit and not a "
        "prediction.",
        f"The measured motion was changed by up to {1e3 * carried.moved.max():.1f} mm and "
        f"{np.degrees(np.nanmax(carried.turned)):.1f} degrees so that the contact carries it"
        + (
            "."
            if given
            else f". At the same time the identified values changed by {100 * carried.change:.0f} "
            "% of their ranges (root mean square)."
        ),
        "Bristles of a friction law are straight when the simulation begins. The first "
        f"{1e3 * RecordingError().onset:.0f} ms are therefore simulated with a stiffer controller "
        "and not counted.",
    ]
    if simulated < _ALL_OF_IT * float(np.ptp(analysis.motion.time)):
        recorded = float(np.ptp(analysis.motion.time))
        notes.append(
            f"Ambulo simulated only the {simulated:.2f} s (of {recorded:.2f} s recorded) in which "
            "the reactions of both feet are known. An analysis with --method whole-body knows them "
            "in every frame."
            if analysis.method != "whole-body"
            else f"Of {recorded:.2f} s recorded, {simulated:.2f} s are simulated, where all forces "
            "are known."
        )
    if not carried.settled:
        notes.append("The change of the motion had not converged when the iterations ended.")
    if model is not analysis.model:
        notes.append(
            "Feet of one segment were divided at the metatarsal heads. The flexion of the forefeet "
            "was found together with the contact."
        )
    if followed.reached < simulated:
        notes.append(
            f"The simulation was given up after {followed.reached:.2f} s: {followed.outcome.words}."
        )
    return tuple(notes)
