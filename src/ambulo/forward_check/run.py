"""From an analysis' forces back to its motion, with what that shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ambulo.forward_check.deviation import (
    Deviation,
    ErrorGrowth,
    deviation,
    energy,
    error_growth,
    followed,
)
from ambulo.forward_check.forward import Gains, Simulation, simulate, tracking_inputs
from ambulo.forward_check.missing import Effort, FrameMiss, effort, miss_at_frames
from ambulo.forward_check.pd import HOLDING, SAMPLED
from ambulo.forward_check.stored_forces import StoredForces, needed_forces, stored_forces
from ambulo.forward_check.support import LABELS, SupportName, support, supports_of
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.forces.interpolants import Interpolant, interpolant_named
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.registry import method_named
from ambulo.multibody.integrators.trapezoidal import TRAPEZOIDAL
from ambulo.multibody.motion import JointForces
from ambulo.multibody.natural.points import NaturalBody, natural_body
from ambulo.records import Analysis

Control = Literal["none", "pd", "sampled"]
Formulation = Literal["tree", "matrix-R"]
CONTROLS: Mapping[Control, str] = {
    "none": "open loop", "pd": "PD control", "sampled": "sampled PD control",
}  # fmt: skip
"""In words."""
_KEY: Mapping[Control, str] = {"none": "open_loop", "pd": "pd", "sampled": "sampled"}


@dataclass(frozen=True, eq=False)
class ForwardChoice:
    """How a motion is simulated; entries as the arguments of `check_forward`."""

    method: Method
    step: float
    control: Control
    carried: SupportName
    between: Interpolant
    formulation: Formulation


@dataclass(frozen=True, eq=False)
class Supported:
    """How far the open loop follows with the ground's force applied at one place.

    Args:
        carried: the place.
        followed: s, with the stored forces.
        possible: s, with forces that are right at the same frames.
        growth: of any error.
    """

    carried: SupportName
    followed: float
    possible: float
    growth: ErrorGrowth


@dataclass(frozen=True, eq=False)
class ForwardCheck:
    """A simulated motion beside the measured one.

    Args:
        analysis: what it starts from.
        stored: its forces, over the stretch that is simulated.
        choice: how it was simulated.
        simulation: the motion that came out.
        off: its deviation.
        gained, unexplained: (frames,) J, energy since the start, and less the work done.
        supports: of the open loop, wherever the ground's force can be carried.
        effort: of the controller; None in the open loop.
        miss: of the stored forces at the frames.
        notes: one sentence each.
    """

    analysis: Analysis
    stored: StoredForces
    choice: ForwardChoice
    simulation: Simulation
    off: Deviation
    gained: FloatArray
    unexplained: FloatArray
    supports: tuple[Supported, ...]
    effort: Effort | None
    miss: FrameMiss
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        """Of its entry in summary.json and its files."""
        return _KEY[self.choice.control]

    @property
    def simulated(self) -> float:
        """s, length of the stretch."""
        return float(self.stored.motion.time[-1] - self.stored.motion.time[0])

    @property
    def reached(self) -> float:
        """s, until the simulation was given up, or its length."""
        time = self.stored.motion.time
        return float(time[int(np.isfinite(self.simulation.work).sum()) - 1] - time[0])

    @property
    def followed(self) -> float:
        """s, for which the simulated motion is the measured one within the limits."""
        return followed(self.stored.motion.time, self.off)


def check_forward(
    analysis: Analysis,
    *,
    integrator: str = "dop853",
    step: float = 1e-3,
    control: Control = "none",
    carried: SupportName = "feet",
    between: str = "cubic",
    formulation: Formulation = "tree",
) -> ForwardCheck:
    """Integrate the equations of motion under the forces that an analysis has stored.

    Args:
        analysis: model, motion, joint moments and ground reactions.
        integrator: name in `METHODS`.
        step: longest step [s].
        control: "pd" adds a stiff and damped controller in continuous time, "sampled" that of
            Pamies-Vila (2012, section 4.7) as printed, at the ends of the trapezoidal rule's steps.
        carried: where the ground's force acts: "feet" as analysed, or all of it at one place.
        between: course of the stored joint forces between frames, a name in `INTERPOLANTS`.
        formulation: "tree", joint coordinates; "matrix-R", natural coordinates projected on base
            point and absolute angles (Pamies-Vila 2012, eqs. 3.73 to 3.84).
    Raises:
        InputError: the choices do not fit the model or each other, the motion has gaps, or the
            forces are known nowhere.
    """
    model, course = analysis.model, interpolant_named(between)
    tree, method = model.tree, method_named(integrator)
    if control == "sampled" and method is not TRAPEZOIDAL:
        raise InputError(
            what=f"{method.name} evaluates forces inside its steps, but this controller acts at "
            "the ends of steps only",
            where="--control sampled",
            remedy="Choose --integrator trapezoidal, or --control pd",
        )
    stored = stored_forces(analysis)
    motion = stored.motion
    gains = None
    if control != "none":
        controller = SAMPLED if control == "sampled" else HOLDING
        gains = controller.gains(tree, support(model, carried))
    natural = None
    if formulation == "matrix-R":
        natural = natural_body(tree, model.segments, model.joints)
    run = _Run(analysis, stored, method, step, course, natural)
    result = run(carried, stored.unloaded, gains)
    off = deviation(tree, result.q, motion.q)
    gained, unexplained = energy(tree, result)
    held = control != "none"
    choice = ForwardChoice(method, step, control, carried, course, formulation)
    supports = () if held else tuple(_compared(run, carried, result))
    spent = effort(analysis, stored, result, course) if held else None
    miss = miss_at_frames(analysis, stored)
    notes = _notes(analysis, stored, choice, result, miss)
    return ForwardCheck(
        analysis, stored, choice, result, off, gained, unexplained, supports, spent, miss, notes
    )


@dataclass(frozen=True, eq=False)
class _Run:
    """Simulations of one analysis, which differ in where its forces act and in the forces."""

    analysis: Analysis
    stored: StoredForces
    method: Method
    step: float
    course: Interpolant
    natural: NaturalBody | None = None

    def inputs(
        self, carried: SupportName, forces: JointForces, gains: Gains | None = None
    ) -> tuple[Any, ...]:
        # what an orthosis does goes by the angle that comes out
        persons = replace(forces, moment=forces.moment - self.stored.held)
        return tracking_inputs(
            self.analysis.model.tree,
            self.stored.motion,
            persons,
            support(self.analysis.model, carried),
            reactions=self.stored.reactions if carried == "feet" else None,
            gains=gains,
            between=self.course,
            orthoses=self.stored.orthoses,
        )

    def __call__(
        self, carried: SupportName, forces: JointForces, gains: Gains | None = None
    ) -> Simulation:
        motion, laws = self.stored.motion, self.inputs(carried, forces, gains)
        return simulate(
            self.analysis.model.tree, laws, motion.time, motion.q[0], motion.v[0], self.method,
            step=self.step, natural=self.natural,
        )  # fmt: skip


def _compared(run: _Run, used: SupportName, result: Simulation) -> Iterator[Supported]:
    """How far the open loop follows, and how its errors grow, on every support."""
    model, motion = run.analysis.model, run.stored.motion
    needed = needed_forces(model.tree, motion)
    for name in supports_of(model):
        found = result if name == used else run(name, run.stored.unloaded)
        right = run(name, needed)
        forces = run.inputs(name, needed)
        growth = error_growth(model.tree, forces, right, motion, run.method, run.step, run.natural)
        seconds, possible = (
            followed(motion.time, deviation(model.tree, one.q, motion.q)) for one in (found, right)
        )
        yield Supported(name, seconds, possible, growth)


def _notes(
    analysis: Analysis,
    stored: StoredForces,
    choice: ForwardChoice,
    result: Simulation,
    miss: FrameMiss,
) -> tuple[str, ...]:
    """What was chosen, left over or given up, and what of the stored forces does not fit."""
    method, course, control, name = choice.method, choice.between, choice.control, choice.carried
    time, waist = stored.motion.time, supports_of(analysis.model)[1]
    held = waist if name == "feet" else name
    kind = "Sampled PD control" if control == "sampled" else "PD control"
    notes = [
        f"Open loop by {method.name} ({method.source}), the ground's force applied at the "
        f"{LABELS[name]}."
        if control == "none"
        else f"{kind}, by {method.name} ({method.source}), of the orientation of every segment "
        f"and the position of the {LABELS[held]}.",
        "The inputs are the joint moments and ground reactions stored in results.nc. Their "
        f"interpolation between frames is {course.name}. The error of this interpolation falls "
        f"with the frame rate to the power of {course.order}.",
    ]
    if len(stored.orthoses.proximal):
        notes.append(
            "The moments of orthoses follow from the simulated angles. The stored joint moments "
            "are the person's part."
        )
    frames = len(analysis.motion.time)
    if len(time) < frames:
        notes.append(
            f"In {frames - len(time)} of {frames} frames a joint moment or a foot's reaction is "
            f"not known. The simulation lasts from {time[0]:.2f} to {time[-1]:.2f} s. In this "
            "time, all are known."
        )
    reached = int(np.isfinite(result.work).sum())
    if reached < len(time):
        notes.append(
            f"The simulation was given up after {time[reached - 1] - time[0]:.2f} s: "
            f"{result.outcome.words}."
        )
    notes += _misfits(analysis.model.joints, miss)
    if choice.formulation == "matrix-R":
        notes.append(
            "The equations are in natural coordinates, projected by matrix R on base point and "
            "angles."
        )
    return tuple(notes)


def _misfits(joints: Sequence[str], miss: FrameMiss) -> list[str]:
    """What of the stored forces does not fit motion, reactions or each other, at the frames."""
    notes = []
    if miss.other_moments or miss.other_forces:
        notes.append(
            "The joint moments that motion and stored reactions need differ from the stored joint "
            f"moments by up to {miss.moment:.2g} N*m ({joints[miss.joint]}, at {miss.time:.2f} s), "
            f"and the joint forces by up to {miss.force:.2g} N ({joints[miss.force_joint]}). "
            + (
                "The reason is that moments, reactions and motion are not of one analysis."
                if miss.jointed
                else "The reason is that segments follow their own markers, or that moments, "
                "reactions and motion are not of one analysis."
            )
        )
    if miss.reported_others:
        notes.append(
            "The reported joint moments differ from those stored in world axes by up to "
            f"{miss.reported:.2g} N*m, so the tables do not belong to these forces."
        )
    if miss.generalised_others:
        notes.append(
            "The generalised forces (tau) differ from the joint moments stored in world axes by "
            f"up to {miss.generalised:.2g} N*m, so they do not belong to these forces."
        )
    return notes
