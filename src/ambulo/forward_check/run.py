"""From an analysis' forces back to its motion, with what that shows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ambulo.forward_check.deviation import (
    ANGLE_LIMIT,
    DISTANCE_LIMIT,
    Deviation,
    deviation,
    energy,
    error_growth,
    followed,
    inputs_on,
    moments_off,
)
from ambulo.forward_check.forward import Simulation, simulate
from ambulo.forward_check.pd import ProportionalDerivative
from ambulo.forward_check.support import LABELS, SupportName, support, supports_of
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.registry import method_named
from ambulo.multibody.motion import Motion
from ambulo.records import Analysis

__all__ = ["Control", "ForwardCheck", "check_forward"]

Control = Literal["none", "pd"]
_KEY: Mapping[Control, str] = {"none": "open_loop", "pd": "pd"}
_SAME_MOMENTS = 1e-6
"""N*m; larger differences are not of rounding."""


@dataclass(frozen=True, eq=False)
class ForwardCheck:
    """A simulated motion beside the measured one.

    Args:
        analysis: what it starts from.
        control: "none" or "pd".
        simulation: the motion that came out.
        off: its deviation.
        gained, unexplained: (frames,) J, energy since the start, and less the work done.
        summary: what simulation/summary.json holds of it.
        notes: one sentence each.
    """

    analysis: Analysis
    control: Control
    simulation: Simulation
    off: Deviation
    gained: FloatArray
    unexplained: FloatArray
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
    carried: SupportName | None = None,
) -> ForwardCheck:
    """Integrate the equations of motion under the forces that inverse dynamics found.

    Args:
        analysis: model, motion and forces.
        integrator: name in `METHODS`.
        step: longest step [s].
        control: "pd" adds the controller of Pamies-Vila (2012, section 4.7).
        carried: where the ground's force acts; None takes the head in the open loop, where errors
            grow least, and the lumbar joint under control (Pamies-Vila 2012, section 4.7).
    Raises:
        InputError: the choices do not fit the model, or the motion has gaps.
    """
    _require_whole(analysis.motion, str(analysis.trial.path))
    model, motion = analysis.model, analysis.motion
    tree, method = model.tree, method_named(integrator)
    able = supports_of(model)
    name = carried or (able[-1] if control == "none" else able[1])
    gains = None
    if control == "pd":
        gains = ProportionalDerivative().gains(tree, support(model, name))
    forces = inputs_on(analysis, name, gains)
    result = simulate(tree, forces, motion.time, motion.q[0], motion.v[0], method, step=step)
    off = deviation(tree, result.q, motion.q)
    gained, unexplained = energy(tree, result)
    recorded = float(motion.time[-1] - motion.time[0])
    time_followed = followed(motion.time, off)
    recomputed = moments_off(analysis)
    entry: dict[str, object] = {
        "integrator": method.name,
        "step_s": step,
        method.counts.replace(" ", "_"): result.count,
        "carried": name,
        "recorded_s": recorded,
        "followed_s": time_followed,
        "followed_percent": 100.0 * time_followed / recorded,
        "limits": {"angle_deg": math.degrees(ANGLE_LIMIT), "distance_mm": 1e3 * DISTANCE_LIMIT},
        "largest_angle_deg": math.degrees(_largest(off.angle)),
        "largest_distance_mm": 1e3 * _largest(off.distance),
        "largest_root_distance_mm": 1e3 * _largest(off.distance[:, :1]),
        "moments_recomputed_Nm": recomputed,
        "energy": {
            "largest_change_J": _largest(gained),
            "largest_imbalance_J": _largest(unexplained),
        },
    }
    if control == "pd":
        entry["controller"] = {
            "largest_force_N": _largest(result.force),
            "largest_moment_Nm": _largest(result.moment),
        }
    else:
        entry["supports"] = _compared(analysis, method, step, name, result)
    notes = _notes(analysis, control, method, name, result, recomputed)
    return ForwardCheck(analysis, control, result, off, gained, unexplained, entry, notes)


def _require_whole(motion: Motion, where: str) -> None:
    """Refuse a motion that cannot be followed from its first frame to its last."""
    known = np.isfinite(np.concatenate([motion.q, motion.v, motion.a], axis=1)).all(axis=1)
    if len(known) >= 2 and known.all():
        return
    gaps = f"gaps in {int((~known).sum())} of {len(known)} frames"
    raise InputError(
        what=f"the motion has {'fewer than two frames' if len(known) < 2 else gaps}",
        where=where,
        remedy="Choose a stretch of the trial in which every segment is seen",
    )


def _compared(
    analysis: Analysis, method: Method, step: float, used: SupportName, result: Simulation
) -> list[Mapping[str, object]]:
    """How far the open loop follows, and how its errors grow, on every support."""
    tree, motion = analysis.model.tree, analysis.motion
    rows: list[Mapping[str, object]] = []
    for name in supports_of(analysis.model):
        forces, run = inputs_on(analysis, name), result
        if name != used:
            run = simulate(tree, forces, motion.time, motion.q[0], motion.v[0], method, step=step)
        growth = error_growth(tree, forces, run, motion, method, step)
        rows.append(
            {
                "carried": name,
                "followed_s": followed(motion.time, deviation(tree, run.q, motion.q)),
                "error_growth_per_s": growth.rate,
                "rounding_bound_s": growth.bound,
            }
        )
    return rows


def _notes(
    analysis: Analysis,
    control: Control,
    method: Method,
    name: SupportName,
    result: Simulation,
    recomputed: float,
) -> tuple[str, ...]:
    """What was chosen, left over or given up."""
    time, waist = analysis.motion.time, supports_of(analysis.model)[1]
    held = waist if name == "feet" else name
    notes = [
        f"Open loop by {method.name} ({method.source}), the ground's force carried at the "
        f"{LABELS[name]}."
        if control == "none"
        else f"PD control, by {method.name} ({method.source}), of the orientation of every segment "
        f"and the position of the {LABELS[held]}."
    ]
    unknown = int((~analysis.ground.known.all(axis=1)).sum())
    if unknown and (name == "feet" or control == "none"):
        notes.append(
            f"In {unknown} of {len(time)} frames a foot's reaction is not known; carried at the "
            f"feet, what no foot takes acts at the {LABELS[waist]}."
        )
    reached = int(np.isfinite(result.work).sum())
    if reached < len(time):
        notes.append(
            f"Given up after {time[reached - 1] - time[0]:.2f} s: the simulated motion has nothing "
            "to do with the measured one any more."
        )
    if recomputed > _SAME_MOMENTS:
        notes.append(
            f"The moments differ from the analysis' by up to {recomputed:.2g} N*m: those were of "
            "segments that follow their own markers, the simulated body has joints."
        )
    return tuple(notes)


def _largest(values: FloatArray) -> float:
    """Largest magnitude as far as the simulation goes."""
    return float(np.nanmax(np.abs(values)))
