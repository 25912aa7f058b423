"""From an analysis' forces back to its motion, with what that shows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ambulo.forward_check.deviation import (
    ANGLE_LIMIT,
    DISTANCE_LIMIT,
    Deviation,
    deviation,
    energy,
    error_growth,
    followed,
)
from ambulo.forward_check.forward import Gains, Simulation, simulate, tracking_inputs
from ambulo.forward_check.missing import Effort, effort, miss_at_frames, reported_off
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

__all__ = ["Control", "Formulation", "ForwardCheck", "check_forward"]

Control = Literal["none", "pd", "sampled"]
Formulation = Literal["tree", "matrix-R"]
_KEY: Mapping[Control, str] = {"none": "open_loop", "pd": "pd", "sampled": "sampled"}
_ROUNDING = 1e-6
"""N*m and N; larger differences are not of rounding."""


@dataclass(frozen=True, eq=False)
class ForwardCheck:
    """A simulated motion beside the measured one.

    Args:
        analysis: what it starts from.
        stored: its forces, over the stretch that is simulated.
        control: "none", "pd" or "sampled".
        simulation: the motion that came out.
        off: its deviation.
        gained, unexplained: (frames,) J, energy since the start, and less the work done.
        effort: of the controller; None in the open loop.
        summary: what simulation/summary.json holds of it.
        notes: one sentence each.
    """

    analysis: Analysis
    stored: StoredForces
    control: Control
    simulation: Simulation
    off: Deviation
    gained: FloatArray
    unexplained: FloatArray
    effort: Effort | None
    summary: Mapping[str, object]
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        """Of its entry in summary.json and its files."""
        return _KEY[self.control]


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
            what=f"{method.name} evaluates forces inside its steps, where nothing is sampled",
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
    simulated = float(motion.time[-1] - motion.time[0])
    time_followed = followed(motion.time, off)
    entry: dict[str, object] = {
        "formulation": formulation,
        "integrator": method.name,
        "step_s": step,
        "between": course.name,
        "between_order": course.order,
        method.counts.replace(" ", "_"): result.count,
        "carried": carried,
        "from_s": float(motion.time[0]),
        "to_s": float(motion.time[-1]),
        "recorded_s": float(analysis.motion.time[-1] - analysis.motion.time[0]),
        "simulated_s": simulated,
        "followed_s": time_followed,
        "followed_percent": 100.0 * time_followed / simulated,
        "limits": {"angle_deg": math.degrees(ANGLE_LIMIT), "distance_mm": 1e3 * DISTANCE_LIMIT},
        "largest_angle_deg": math.degrees(_largest(off.angle)),
        "largest_distance_mm": 1e3 * _largest(off.distance),
        "largest_root_distance_mm": 1e3 * _largest(off.distance[:, :1]),
        "energy": {
            "largest_change_J": _largest(gained),
            "largest_imbalance_J": _largest(unexplained),
        },
    }
    spent = None
    if control == "none":
        entry["supports"] = _compared(run, carried, result)
    else:
        spent = effort(analysis, stored, result, course)
        entry["controller"] = _effort_entry(analysis, result, spent)
    notes = _notes(analysis, stored, control, method, course, carried, result)
    if formulation == "matrix-R":
        notes = (*notes, "In natural coordinates, projected by matrix R on base point and angles.")
    return ForwardCheck(
        analysis, stored, control, result, off, gained, unexplained, spent, entry, notes
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
        return tracking_inputs(
            self.analysis.model.tree,
            self.stored.motion,
            forces,
            support(self.analysis.model, carried),
            reactions=self.stored.reactions if carried == "feet" else None,
            gains=gains,
            between=self.course,
        )

    def __call__(
        self, carried: SupportName, forces: JointForces, gains: Gains | None = None
    ) -> Simulation:
        motion, laws = self.stored.motion, self.inputs(carried, forces, gains)
        return simulate(
            self.analysis.model.tree, laws, motion.time, motion.q[0], motion.v[0], self.method,
            step=self.step, natural=self.natural,
        )  # fmt: skip


def _compared(run: _Run, used: SupportName, result: Simulation) -> list[Mapping[str, object]]:
    """How far the open loop follows, and how its errors grow, on every support.

    Beside it, how far it follows with forces that are right at the same frames.
    """
    model, motion = run.analysis.model, run.stored.motion
    needed = needed_forces(model.tree, motion)
    rows: list[Mapping[str, object]] = []
    for name in supports_of(model):
        found = result if name == used else run(name, run.stored.unloaded)
        right = run(name, needed)
        forces = run.inputs(name, needed)
        growth = error_growth(model.tree, forces, right, motion, run.method, run.step, run.natural)
        seconds, possible = (
            followed(motion.time, deviation(model.tree, one.q, motion.q)) for one in (found, right)
        )
        rows.append(
            {
                "carried": name,
                "followed_s": seconds,
                "right_forces_follow_s": possible,
                "error_growth_per_s": growth.rate,
                "rounding_bound_s": growth.bound,
            }
        )
    return rows


def _effort_entry(analysis: Analysis, result: Simulation, spent: Effort) -> Mapping[str, object]:
    names = analysis.model.joints
    return {
        "largest_force_N": _largest(result.force),
        "largest_moment_Nm": _largest(result.moment),
        "rms_moment_Nm": spent.rms,
        "stored_moments_rms_Nm": spent.stored_rms,
        "part_of_moments": spent.rms / spent.stored_rms if spent.stored_rms > 0.0 else math.inf,
        "allowed_at_a_joint_Nm": spent.allowed,
        "joints_beyond": [names[j] for j in spent.beyond],
        "joints": [
            {
                "joint": name,
                "stored_rms_Nm": float(spent.stored[j]),
                "controller_rms_Nm": float(spent.added[j]),
                "open_between_frames_Nm": float(spent.open_between[j]),
            }
            for j, name in enumerate(names)
            if j > 0
        ],
    }


def _notes(
    analysis: Analysis,
    stored: StoredForces,
    control: Control,
    method: Method,
    course: Interpolant,
    name: SupportName,
    result: Simulation,
) -> tuple[str, ...]:
    """What was chosen, left over or given up, and what of the stored forces does not fit."""
    time, waist = stored.motion.time, supports_of(analysis.model)[1]
    held = waist if name == "feet" else name
    kind = "Sampled PD control" if control == "sampled" else "PD control"
    notes = [
        f"Open loop by {method.name} ({method.source}), the ground's force carried at the "
        f"{LABELS[name]}."
        if control == "none"
        else f"{kind}, by {method.name} ({method.source}), of the orientation of every segment "
        f"and the position of the {LABELS[held]}.",
        f"Inputs are the joint moments and ground reactions stored in results.nc; between frames "
        f"{course.name}, so that the error falls with the stored rate to the power of "
        f"{course.order}.",
    ]
    frames = len(analysis.motion.time)
    if len(time) < frames:
        notes.append(
            f"In {frames - len(time)} of {frames} frames a joint moment or a foot's reaction is "
            f"not known: simulated from {time[0]:.2f} to {time[-1]:.2f} s, where all are."
        )
    reached = int(np.isfinite(result.work).sum())
    if reached < len(time):
        notes.append(
            f"Given up after {time[reached - 1] - time[0]:.2f} s: the simulated motion has nothing "
            "to do with the measured one any more."
        )
    return (*notes, *_misfits(analysis, stored))


def _misfits(analysis: Analysis, stored: StoredForces) -> list[str]:
    """What of the stored forces does not fit motion, reactions or reported moments, at frames."""
    notes = []
    miss = miss_at_frames(analysis, stored)
    if max(miss.moment, miss.force) > _ROUNDING:
        joint = analysis.model.joints[miss.joint]
        notes.append(
            "Motion and stored reactions need other joint moments than are stored, by up to "
            f"{miss.moment:.2g} N*m ({joint}, at {miss.time:.2f} s), and {miss.force:.2g} N at the "
            "root. Segments that follow their own markers do that; so do moments, reactions or a "
            "motion that are not of one analysis."
        )
    off = reported_off(analysis)
    if off > _ROUNDING:
        notes.append(
            f"The reported joint moments differ from those stored in world axes by up to {off:.2g} "
            "N*m: the tables are not of these forces."
        )
    return notes


def _largest(values: FloatArray) -> float:
    """Largest magnitude as far as the simulation goes."""
    return float(np.nanmax(np.abs(values)))
