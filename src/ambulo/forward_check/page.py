"""The page of a simulated motion: on the measured one, deviation, controller, energy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ambulo.forward_check.deviation import ANGLE_LIMIT, DISTANCE_LIMIT
from ambulo.forward_check.support import LABELS
from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import from_matrix
from ambulo.mocap.joint_angles import joint_angles
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Side
from ambulo.report.body_shape import body_shapes
from ambulo.report.page_data import (
    ChecksPanel,
    Clock,
    Column,
    LinesPanel,
    Mark,
    Page,
    Panel,
    Plot,
    Row,
    SceneMotion,
    ScenePanel,
    Section,
    Series,
    TablePanel,
    TextPanel,
    Unit,
)
from ambulo.results.version import VERSION

if TYPE_CHECKING:
    from ambulo.forward_check.run import ForwardCheck

__all__ = ["simulation_page"]

_LEG = ("hip_flexion", "knee_flexion", "ankle_dorsiflexion")
_CLOCK = "simulation"


def simulation_page(check: ForwardCheck) -> Page:
    """Everything that one simulation found.

    Args:
        check: the simulated motion beside the measured one.
    """
    summary: Any = check.summary
    name = check.analysis.trial.path.stem
    control = "PD control" if check.control == "pd" else "open loop"
    last = _controller(check) if check.control == "pd" else _supports(check)
    notes = TextPanel("notes-taken", "Notes", items=check.notes)
    sections = [
        Section("result", "Does it follow?", [_verdict(check), _explained(check)]),
        Section("motion", "Simulated on measured", [_scene(check)]),
        Section("angles", "Leg angles", [_angles(check)]),
        Section("deviation", "Deviation", [_deviation(check)]),
        Section("forces", "Controller" if check.control == "pd" else "Support", [last]),
        Section("energy", "Energy", [_energy(check)]),
        Section("notes", "Notes", [notes]),
    ]
    return Page(
        title=f"Forward simulation: {name}",
        subtitle=(
            f"Ambulo {VERSION}; {summary['integrator']}, step at most "
            f"{summary['step_s']} s, {control}, the ground's force carried at the "
            f"{LABELS[summary['carried']]}."
        ),
        footer=f"Made with Ambulo {VERSION}.",
        sections=sections,
        clocks={_CLOCK: Clock(check.analysis.motion.time)},
    )


def _verdict(check: ForwardCheck) -> ChecksPanel:
    summary: Any = check.summary
    whole = summary["followed_percent"] >= 100.0
    return ChecksPanel(
        "follows",
        "",
        "good" if whole else "look",
        f"The simulated motion follows the measured one for {summary['followed_s']:.2f} of "
        f"{summary['recorded_s']:.2f} s ({summary['followed_percent']:.0f} %).",
        (),
        text=(
            f"Within {summary['limits']['angle_deg']:g}° of every segment and "
            f"{summary['limits']['distance_mm']:g} mm of every joint."
        ),
    )


def _explained(check: ForwardCheck) -> TextPanel:
    summary: Any = check.summary
    return TextPanel(
        "explained",
        "",
        (
            "The forces that the analysis found go into the equations of motion of the whole "
            "body, which are integrated from the first frame's posture and velocity. Between the "
            "frames the inputs are those of inverse dynamics on the motion's own quintic curves. "
            "At the frames, their joint moments differ from those of the analysis by at most "
            f"{summary['moments_recomputed_Nm']:.1e} N·m.",
        ),
    )


def _poses(check: ForwardCheck, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rotations (frames, nb, 3, 3) and origins (frames, nb, 3) [m]; NaN where q is."""
    tree = check.analysis.model.tree
    known = np.isfinite(q).all(axis=1)
    R = np.full((len(q), tree.nb, 3, 3), np.nan)
    p = np.full((len(q), tree.nb, 3), np.nan)
    R[known], p[known] = forward_kinematics(tree, q[known])
    return R, p


def _scene(check: ForwardCheck) -> ScenePanel:
    motions = []
    for word, q, ghost in (
        ("simulated", check.simulation.q, False),
        ("measured", check.analysis.motion.q, True),
    ):
        R, p = _poses(check, q)
        known = np.isfinite(R).all(axis=(1, 2, 3))
        turns = np.full((*p.shape[:2], 4), np.nan)
        turns[known] = from_matrix(R[known])
        motions.append(SceneMotion(word, p, turns, ghost=ghost))
    return ScenePanel(
        "both-motions",
        "Simulated and measured",
        _CLOCK,
        bodies=body_shapes(check.analysis.model),
        motions=motions,
        caption="The simulated motion, and the measured one as a pale body.",
    )


def _angles(check: ForwardCheck) -> LinesPanel:
    """Sagittal angles of the legs, simulated on measured (Pamies-Vila 2012, figure 4.16)."""
    model, motion = check.analysis.model, check.analysis.motion
    measured, simulated = (
        {x.name: x.values for x in joint_angles(model, _poses(check, q)[0])}
        for q in (motion.q, check.simulation.q)
    )
    plots = []
    for what in _LEG:
        series: list[Series] = []
        sides: list[Side] = [side for side in SIDES if f"{side}_{what}" in measured]
        for side in sides:
            name = f"{side}_{what}"
            low, high = np.nanmin(measured[name]), np.nanmax(measured[name])
            air = max(high - low, 10.0)
            # a motion that has fallen is of no interest to the scale
            near = np.abs(simulated[name] - 0.5 * (low + high)) < air
            series.append(Series(f"{side}, measured", side, measured[name]))
            apart = np.where(near, simulated[name], np.nan)
            series.append(Series(f"{side}, simulated", "ink", apart, stroke="dash"))
        if series:
            title = what.replace("_", " ").capitalize()
            plots.append(Plot(title, (Unit("°"),), series, least=10.0))
    return LinesPanel("leg-angles", "Leg angles", plots, _CLOCK)


def _size(values: FloatArray) -> FloatArray:
    """Magnitude for a logarithmic axis: what is exactly zero is not drawn."""
    size = np.abs(values)
    return np.where(size > 0.0, size, np.nan)


def _logarithmic(title: str, unit: str, values: FloatArray, limit: float | None = None) -> Plot:
    marks = () if limit is None else (Mark("y", limit, "bad", "limit"),)
    series = (Series("", "ink", _size(values)),)
    return Plot(title, (Unit(unit),), series, log="y", marks=marks)


def _deviation(check: ForwardCheck) -> LinesPanel:
    off = check.off
    angle, distance = np.degrees(off.angle).max(axis=1), 1e3 * off.distance.max(axis=1)
    plots = (
        _logarithmic("Largest turn of a segment", "°", angle, float(np.degrees(ANGLE_LIMIT))),
        _logarithmic("Largest distance of a joint", "mm", distance, 1e3 * DISTANCE_LIMIT),
    )
    return LinesPanel(
        "deviations",
        "Deviation of the simulated from the measured motion",
        plots,
        _CLOCK,
        columns=2,
        caption="An error grows exponentially in the open loop; rounding is the first.",
    )


def _controller(check: ForwardCheck) -> Panel:
    summary: Any = check.summary
    found = check.simulation
    plots = (
        _logarithmic("Controller's force", "N", found.force),
        _logarithmic("Controller's largest moment", "N·m", found.moment.max(axis=1)),
    )
    effort = summary["controller"]
    return LinesPanel(
        "effort",
        "Effort of the controller",
        plots,
        _CLOCK,
        columns=2,
        caption=(
            f"A force on the {LABELS[summary['carried']]} and a moment on every segment, 400 N/m "
            "and N·m/rad for each kilogram of the segment, derivative time 25 µs (Pàmies-Vila "
            f"2012, section 4.7). Largest force {effort['largest_force_N']:.1e} N, largest moment "
            f"{effort['largest_moment_Nm']:.1e} N·m."
        ),
    )


def _supports(check: ForwardCheck) -> Panel:
    summary: Any = check.summary
    columns = (
        Column("carried at"),
        Column("follows for", "s", number=True, decimals=2),
        Column("errors grow by", "1/s", number=True, decimals=1),
        Column("rounding allows at most", "s", number=True, decimals=1),
    )
    rows = [
        Row(
            [
                LABELS[row["carried"]],
                row["followed_s"],
                row["error_growth_per_s"],
                row["rounding_bound_s"],
            ]
        )
        for row in summary["supports"]
    ]
    return TablePanel(
        "supports",
        "Where the ground's force is carried",
        columns,
        rows,
        caption=(
            "Along the measured motion the three are one and the same set of forces: the ground's "
            "force on the feet as analysed with the joint moments that belong to it, or the "
            "resultant at the lumbar joint (Pàmies-Vila 2012) or the head with the moments on the "
            "segments that make up for the lever. Off the motion they differ: a body that stands "
            "on its feet falls as an inverted pendulum, one that hangs swings."
        ),
    )


def _energy(check: ForwardCheck) -> LinesPanel:
    """Energy gained and work done, and what they leave unexplained."""
    series = (
        Series("kinetic and potential energy gained", "c4", check.gained),
        Series(
            "work of joint moments, ground and controller",
            "ink",
            check.simulation.work,
            stroke="dash",
        ),
    )
    plots = (
        Plot("Energy", (Unit("J"),), series, least=1.0),
        _logarithmic("Energy less work", "J", check.unexplained),
    )
    return LinesPanel("energies", "Energy balance", plots, _CLOCK, columns=2)
