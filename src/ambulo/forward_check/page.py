"""The page of a simulated motion: on the measured one, deviation, controller, energy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ambulo.forward_check.both_motions import CLOCK, both_motions, page_of, poses
from ambulo.forward_check.deviation import ANGLE_LIMIT, DISTANCE_LIMIT, largest
from ambulo.forward_check.run import CONTROLS
from ambulo.forward_check.support import LABELS
from ambulo.forward_check.verdict import size, told
from ambulo.math.arrays import FloatArray
from ambulo.model.joint_angles import joint_angles
from ambulo.records import SIDES, Side
from ambulo.report.body_shape import body_shapes
from ambulo.report.page_data import (
    ChecksPanel,
    Column,
    LinesPanel,
    Mark,
    Page,
    Panel,
    PanelGroup,
    Plot,
    ScenePanel,
    Series,
    TablePanel,
    TableRow,
    TextPanel,
    Unit,
)
from ambulo.report.panels.walk import path_direction, plates_of, reaction_arrows
from ambulo.report.scene import Scene

if TYPE_CHECKING:
    from ambulo.forward_check.missing import Effort
    from ambulo.forward_check.run import ForwardCheck

_LEG = ("hip_flexion", "knee_flexion", "ankle_dorsiflexion")
_EXPLAINED = TextPanel(
    "explained",
    "",
    (
        "The simulation puts the stored joint moments and ground reactions into the equations of "
        "motion of the whole body. It integrates them from the posture and velocity of the first "
        "frame. Moments and reactions are not computed again from the motion. At the frames they "
        "are the stored values, and between frames they are interpolated smoothly. A wrong "
        "moment or reaction moves the body away from its measured motion. A controller that keeps "
        "the body on this motion must add what is missing.",
    ),
)


def simulation_page(check: ForwardCheck) -> Page:
    """Everything that one simulation found.

    Args:
        check: the simulated motion beside the measured one.
    """
    choice, name = check.choice, check.analysis.trial.path.stem
    spent = check.effort
    last = [_supports(check)] if spent is None else [_controller(check), _by_joint(check, spent)]
    notes = TextPanel("notes-taken", "Notes", items=check.notes)
    sections = [
        PanelGroup(
            "result",
            "Do the stored forces produce the motion?",
            [_verdict(check), _EXPLAINED],
        ),
        PanelGroup("motion", "Simulated on measured", [_scene(check)], beside=True),
        PanelGroup("angles", "Leg angles", [_angles(check)]),
        PanelGroup("deviation", "Deviation", [_deviation(check)]),
        PanelGroup("forces", "Support" if spent is None else "What the stored moments miss", last),
        PanelGroup("energy", "Energy", [_energy(check)]),
        PanelGroup("notes", "Notes", [notes]),
    ]
    setting = (
        f"{CONTROLS[choice.control]}, by {choice.method.name} in steps of up to "
        f"{1e3 * choice.step:g} ms, "
        f"the ground's force applied at the {LABELS[choice.carried]}."
    )
    return page_of(f"Forward simulation: {name}", setting, sections, check.stored.motion.time)


def _verdict(check: ForwardCheck) -> ChecksPanel:
    grade, verdict, why = told(check)
    return ChecksPanel(
        "follows",
        "",
        grade,
        verdict,
        (),
        text=(
            f"{why} The simulation follows the motion as long as every segment is within "
            f"{np.degrees(ANGLE_LIMIT):g}° and every joint within {1e3 * DISTANCE_LIMIT:g} mm. "
            f"Here it follows for {check.followed:.2f} of {check.simulated:.2f} s."
        ).lstrip(),
    )


def _scene(check: ForwardCheck) -> ScenePanel:
    tree = check.analysis.model.tree
    motions = both_motions(tree, check.simulation.q, check.stored.motion.q)
    first, scene = check.stored.first, Scene(check.analysis)
    measured = motions[1].position[:, 0]
    return ScenePanel(
        "both-motions",
        "Simulated and measured",
        CLOCK,
        bodies=body_shapes(check.analysis.model),
        motions=motions,
        arrows=reaction_arrows(scene.ground, scene.weight, slice(first, first + len(measured))),
        plates=plates_of(check.analysis.trial),
        heading=path_direction(measured),
        caption=(
            "The simulated motion, the measured one as a pale body, and the stored ground "
            "reactions. After the simulation was given up, only the pale body goes on."
        ),
    )


def _angles(check: ForwardCheck) -> LinesPanel:
    """Sagittal angles of the legs, simulated on measured (Pamies-Vila 2012, figure 4.16)."""
    model, motion = check.analysis.model, check.stored.motion
    measured, simulated = (
        {x.name: x.values for x in joint_angles(model, poses(model.tree, q)[0])}
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
            series.append(Series(f"{side}, simulated", side, apart, stroke="dash"))
        if series:
            title = what.replace("_", " ").capitalize()
            plots.append(Plot(title, (Unit("°"),), series, least=10.0))
    return LinesPanel("leg-angles", "Leg angles", plots, CLOCK)


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
        CLOCK,
        columns=2,
        caption=(
            "Without control every error grows exponentially, even a rounding error."
            if check.effort is None
            else "The remaining deviation when the controller keeps the simulation on the measured "
            "motion."
        ),
    )


def _controller(check: ForwardCheck) -> Panel:
    found = check.simulation
    plots = (
        _logarithmic("Controller's force", "N", found.force),
        _logarithmic("Controller's largest moment", "N·m", found.moment.max(axis=1)),
    )
    return LinesPanel(
        "effort",
        "Effort of the controller",
        plots,
        CLOCK,
        columns=2,
        caption=(
            "A force on one point of the body and a moment on every segment, in proportion to "
            "their deviations and to the segment's mass (Pàmies-Vila 2012, section 4.7). Largest "
            f"force {size(largest(found.force))} N, largest moment {size(largest(found.moment))} "
            "N·m."
        ),
    )


def _by_joint(check: ForwardCheck, spent: Effort) -> TablePanel:
    sizes = (spent.stored, spent.added, spent.open_between)
    columns = (
        Column("joint"),
        Column("stored moment", "N·m rms", number=True, decimals=2),
        Column("controller adds", "N·m rms", number=True, decimals=4),
        Column("unknown between frames", "N·m rms", number=True, decimals=4),
    )
    rows = [
        TableRow([name.replace("_", " "), *(float(x[j]) for x in sizes)])
        for j, name in enumerate(check.analysis.model.joints)
        if j > 0
    ]
    return TablePanel(
        "missing",
        "Joint by joint",
        columns,
        rows,
        caption=(
            "The sum of the controller's moments on all segments beyond a joint is the error of "
            "the stored moment of this joint. The part that is unknown between frames is "
            "estimated by leaving out every other frame."
        ),
    )


def _supports(check: ForwardCheck) -> Panel:
    columns = (
        Column("applied at"),
        Column("follows for", "s", number=True, decimals=2),
        Column("exact forces would follow for", "s", number=True, decimals=2),
        Column("growth rate of an error", "1/s", number=True, decimals=1),
        Column("longest with rounding errors", "s", number=True, decimals=1),
    )
    rows = [
        TableRow([LABELS[x.carried], x.followed, x.possible, x.growth.rate, x.growth.bound])
        for x in check.supports
    ]
    return TablePanel(
        "supports",
        "Where the ground's force is applied",
        columns,
        rows,
        caption=(
            "The ground reactions can be applied at the feet, as measured, or together at the "
            "lumbar joint (Pàmies-Vilà 2012) or at the head, with other moments on the segments. "
            "On the measured motion, all three ways are the same. Away from this motion, a body "
            "that stands on its feet falls like an inverted pendulum, and a body that hangs "
            "swings. Exact forces are those of inverse dynamics, stored at the same frames. Even "
            "with exact forces, rounding errors end the simulation after the time in the last "
            "column."
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
    return LinesPanel("energies", "Energy balance", plots, CLOCK, columns=2)
