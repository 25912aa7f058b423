"""The page of a walk on contact spheres: on the measured one, the spheres, their forces, effort."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ambulo.foot_contact.contact_file import sphere_names
from ambulo.foot_contact.recording_prior import RecordingError
from ambulo.forward_check.both_motions import CLOCK, both_motions, page_of
from ambulo.forward_check.deviation import Deviation, largest
from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.records import SIDES, Grade
from ambulo.report.body_shape import body_shapes
from ambulo.report.page_data import (
    Arrow,
    ChecksPanel,
    Column,
    Fact,
    FactsPanel,
    LinesPanel,
    Mark,
    Page,
    PanelGroup,
    Plot,
    Points,
    ScenePanel,
    Series,
    TablePanel,
    TableRow,
    TextPanel,
    Unit,
)
from ambulo.report.panels.sharing import WRENCH_PLOTS
from ambulo.report.panels.walk import path_direction, plates_of
from ambulo.report.plot_data import colour_of

if TYPE_CHECKING:
    from ambulo.forward_check.contact_walk import AddedEffort, ContactWalk

CARRIED = 0.05
"""Controller's part of weight and moments, root of the sum of squares, up to which contact carries
the motion."""
_LOST, _TURNED = 0.2, np.radians(20.0)
"""m, rad off the measured motion, from which on a body does not walk it any more."""
_UNCOUNTED = 1e3 * RecordingError().onset
"""ms from the beginning."""
_ARROW = 0.7 / 800.0
"""m for a newton."""


def contact_verdict(walk: ContactWalk) -> tuple[Grade, str]:
    """Whether the contact carries the motion."""
    reached, together = walk.followed.reached, walk.effort.together
    outcome = walk.followed.outcome
    if outcome in (Outcome.LEFT, Outcome.GROWN):
        return "do-not-use", (
            f"The contact does not carry the motion. It throws the body off after {reached:.2f} of "
            f"{walk.simulated:.2f} s, or steps of {1e3 * walk.step:g} ms are too long for this "
            f"contact ({outcome.words})."
        )
    if outcome is not Outcome.REACHED:
        return "do-not-use", (
            f"It is not known whether the contact carries the motion: {walk.integrator} gave up "
            f"after {reached:.2f} of {walk.simulated:.2f} s ({outcome.words}). This says nothing "
            "about "
            "the contact. Choose another integration method or a shorter step."
        )
    if not np.isfinite(together):
        return "do-not-use", (
            f"The simulated {walk.simulated:.2f} s are too short, because the controller is not "
            f"counted in the first {_UNCOUNTED:.0f} ms."
        )
    if _lost(walk.off):
        return (
            "do-not-use",
            "The contact does not carry the motion: the body leaves the measured motion.",
        )
    if together <= CARRIED:
        return "good", "The contact carries the motion."
    return "look", (
        "The contact carries the motion only with the help of a controller. The controller adds "
        f"{100 * together:.0f} % of forces and moments, more than the {100 * CARRIED:.0f} % "
        "that are allowed."
    )


def _lost(off: Deviation) -> bool:
    return largest(off.distance) > _LOST or largest(off.angle) > _TURNED


def contact_sentence(walk: ContactWalk) -> str:
    """What the simulation found, in words and figures."""
    _, verdict = contact_verdict(walk)
    if not np.isfinite(walk.effort.together):
        return verdict
    return f"{verdict} {_figures_in_words(walk)}"


def _figures_in_words(walk: ContactWalk) -> str:
    until = "On" if walk.followed.outcome is Outcome.REACHED else "Until then, on"
    return (
        f"{until} {walk.spheres} contact spheres the body {_near(walk.off)} "
        f"{_added_in_words(walk.off, walk.effort, 'controller')}{_filter_in_words(walk)}"
    )


def _near(off: Deviation) -> str:
    return "leaves the measured motion by up to" if _lost(off) else "stays within"


def _filter_in_words(walk: ContactWalk) -> str:
    """Of the walk held by the filter; nothing without one."""
    off, effort = walk.filtered_off, walk.filter_effort
    if off is None or effort is None:
        return ""
    held = walk.filtered
    if held is not None and held.followed.outcome is not Outcome.REACHED:
        return (
            " With a Kalman filter in the controller's place, the simulation was given up after "
            f"{held.followed.reached:.2f} s ({held.followed.outcome.words})."
        )
    return (
        " With a Kalman filter in the controller's place, the body "
        f"{_near(off)} "
        f"{_added_in_words(off, effort, 'filter')}"
    )


def _added_in_words(off: Deviation, effort: AddedEffort, who: str) -> str:
    root_force, root_moment, joint_moments = effort.parts
    return (
        f"{1e3 * largest(off.distance):.0f} mm and {np.degrees(largest(off.angle)):.1f}°"
        f"{'' if _lost(off) else ' of the measured motion'}. The {who} adds "
        f"{100 * joint_moments:.1f} % of the joint moments, and at the pelvis "
        f"{100 * root_force:.1f} % of the weight and {100 * root_moment:.1f} % of the moments "
        "(root mean squares)."
    )


def contact_page(walk: ContactWalk) -> Page:
    """Everything that one simulation on contact spheres found."""
    sections = [
        PanelGroup("result", "Does the contact carry the walk?", [_verdict(walk), _facts(walk)]),
        PanelGroup("motion", "Simulated on measured", [_scene(walk)], beside=True),
        PanelGroup("forces", "Forces of the floor", [_forces(walk), _spheres(walk)]),
        PanelGroup("deviation", "Deviation", [_deviation(walk)]),
        PanelGroup(
            "notes",
            "Method and figures",
            [TextPanel("notes-taken", "Notes", items=walk.notes), _figures(walk)],
        ),
    ]
    normal, friction = (
        NORMAL_LAWS[walk.contact.normal_law],
        FRICTION_LAWS[walk.contact.friction_law],
    )
    setting = (
        f"normal force after {normal.source}, friction after {friction.source}. Integrated by "
        f"{walk.integrator} in steps of up to {1e3 * walk.step:g} ms."
    )
    title = f"Walk on contact spheres: {walk.analysis.trial.path.stem}"
    time = walk.measured.time
    return page_of(title, setting, sections, time, float(time[np.argmax(walk.counted)]))


def _verdict(walk: ContactWalk) -> ChecksPanel:
    grade, verdict = contact_verdict(walk)
    known = np.isfinite(walk.effort.together)
    text = _figures_in_words(walk) if known else ""
    return ChecksPanel("carries", "", grade, verdict, (), text=text)


def _part_of_record(walk: ContactWalk) -> str:
    """Of which time the walk is, and where that lies in the record if it is not all of it."""
    time, recorded = walk.measured.time, float(np.ptp(walk.analysis.motion.time))
    said = f"of {walk.simulated:.2f} s"
    if np.ptp(time) > recorded - 1e-9:
        return said
    return f"{said}, at {time[0]:.2f} to {time[-1]:.2f} s; the recording lasts {recorded:.2f} s"


def _facts(walk: ContactWalk) -> FactsPanel:
    root_force, root_moment, joint_moments = walk.effort.parts
    facts = [
        Fact("Walked", f"{walk.followed.reached:.2f}", "s", _part_of_record(walk)),
        Fact(
            "Distance from the measured walk", f"{1e3 * largest(walk.off.distance):.0f}", "mm",
            "largest distance of a joint",
        ),
        Fact(
            "Angle from the measured walk", f"{np.degrees(largest(walk.off.angle)):.1f}", "°",
            "largest turn of a segment",
        ),
        Fact(
            "Controller, joints", f"{100 * joint_moments:.1f}", "%", "of the joint moments, rms",
        ),
        Fact(
            "Controller, pelvis", f"{100 * root_force:.1f}", "%",
            f"of the body weight, and {100 * root_moment:.1f} % of the moments, rms",
        ),
        Fact(
            "Contact spheres", f"{int(walk.use.touched.sum())} of {walk.spheres}", "",
            "touched the floor" if walk.use.ended else "touched the floor before the simulation "
            "ended",
        ),
        Fact(
            "Deepest compression", f"{1e3 * walk.use.deepest:.1f}", "mm",
            f"of a sphere ({walk.use.where}); relative to the radius at most {walk.use.part:.2f} "
            f"({walk.use.of})",
        ),
    ]  # fmt: skip
    found = walk.force_errors
    if len(found) == len(SIDES):
        off = [found[side]["Fz"] for side in SIDES]
        facts.append(
            Fact(
                "Vertical force, difference", "", "N", "rms, simulated from analysed",
                sides=(f"{off[0][0]:.0f}", f"{off[1][0]:.0f}"),
            )
        )  # fmt: skip
    return FactsPanel("facts", "", facts)


def _scene(walk: ContactWalk) -> ScenePanel:
    motions = both_motions(walk.model.tree, walk.followed.q, walk.measured.q)
    measured = motions[1].position[:, 0]
    radii, felt = walk.contact.values[..., 3], walk.followed.felt
    counted = walk.counted
    names = [name.replace(" ", " sphere ") for name in sphere_names(walk.contact)]
    points, arrows = [], []
    for k, name in enumerate(names):
        side, radius = SIDES[k // radii.shape[1]], float(radii.flat[k])
        # the centre is as far above where the force acts as the sphere does not reach in
        centre = felt.point[:, k] + np.outer(radius - felt.depth[:, k], [0.0, 0.0, 1.0])
        points.append(Points("contact spheres", (name,), side, radius, centre[:, None]))
        bears = counted & (felt.depth[:, k] > 0.0)
        place = np.where(bears[:, None], felt.point[:, k], np.nan)
        arrows.append(
            Arrow(
                "forces on spheres", name, side, "N", _ARROW, place, felt.force[:, k].copy(),
                shown=False,
            )
        )  # fmt: skip
    reactions = walk.reactions
    for s, side in enumerate(SIDES):
        wrench = reactions[:, s]
        with np.errstate(divide="ignore", invalid="ignore"):
            place = np.stack(
                [-wrench[:, 1] / wrench[:, 5], wrench[:, 0] / wrench[:, 5], 0.0 * wrench[:, 5]],
                axis=1,
            )
        place[~(counted & (wrench[:, 5] > 20.0))] = np.nan
        arrows.append(
            Arrow("forces", f"{side} foot", side, "N", _ARROW, place, wrench[:, 3:].copy())
        )
    return ScenePanel(
        "both-motions", "Simulated and measured", CLOCK,
        bodies=body_shapes(walk.model), motions=motions, points=points, arrows=arrows,
        plates=plates_of(walk.analysis.trial), heading=path_direction(measured),
        caption=(
            "The simulated motion with its contact spheres at their size (radius "
            f"{1e3 * radii.min():.0f} to {1e3 * radii.max():.0f} mm), and the measured one, pale. "
            f"Forces are shown after the first {_UNCOUNTED:.0f} ms."
        ),
    )  # fmt: skip


def _forces(walk: ContactWalk) -> LinesPanel:
    """Forces on both feet, simulated on those of the analysis, where the simulation counts."""
    known = np.where(walk.counted[:, None, None], walk.analysed, np.nan)
    found = np.where(walk.counted[:, None, None], walk.reactions, np.nan)
    plots = []
    for c, (title, unit, positive) in enumerate(WRENCH_PLOTS[:3]):
        series: list[Series] = []
        for s, side in enumerate(SIDES):
            series += [
                Series(f"{side}, analysed", side, known[:, s, c].copy()),
                Series(f"{side}, simulated", side, found[:, s, 3 + c].copy(), stroke="dash"),
            ]
        plots.append(Plot(title, (Unit(unit),), series, positive=positive, least=10.0))
    return LinesPanel(
        "reactions", "Force of the floor on each foot", plots, CLOCK,
        caption=(
            f"After the first {_UNCOUNTED:.0f} ms, in which bristles are not yet stretched. A "
            "simulated foot may press on the floor shortly before the analysed foot strike and "
            "shortly after the foot off."
        ),
    )  # fmt: skip


def _spheres(walk: ContactWalk) -> LinesPanel:
    """How far every sphere is pressed, and how hard, where it counts."""
    felt, names = walk.followed.felt, sphere_names(walk.contact)
    counted = walk.counted[:, None]
    each, plots = len(names) // len(SIDES), []
    for s, side in enumerate(SIDES):
        for word, unit, values in (
            ("compression", "mm", np.where(counted, 1e3 * np.maximum(felt.depth, 0.0), np.nan)),
            ("force up", "N", np.where(counted, felt.force[..., 2], np.nan)),
        ):
            series = [
                Series(f"sphere {k + 1}", colour_of(k), values[:, s * each + k].copy())
                for k in range(each)
            ]
            plots.append(Plot(f"{side.capitalize()}, {word}", (Unit(unit),), series, least=1.0))
    return LinesPanel(
        "spheres", "What each sphere feels", plots, CLOCK, columns=2,
        caption=f"After the first {_UNCOUNTED:.0f} ms.",
    )  # fmt: skip


def _deviation(walk: ContactWalk) -> LinesPanel:
    off, zero = walk.off, (Mark("y", 0.0, "grey", ""),)
    plots = (
        Plot(
            "Largest turn of a segment", (Unit("°"),),
            (Series("", "ink", np.fmax.reduce(np.degrees(off.angle), axis=1)),), least=1.0,
            marks=zero,
        ),
        Plot(
            "Largest distance of a joint", (Unit("mm"),),
            (Series("", "ink", np.fmax.reduce(1e3 * off.distance, axis=1)),), least=5.0,
            marks=zero,
        ),
    )  # fmt: skip
    return LinesPanel(
        "deviations", "Deviation of the simulated from the measured motion", plots, CLOCK,
        columns=2,
    )  # fmt: skip


def _figures(walk: ContactWalk) -> TablePanel:
    carried, effort = walk.carried, walk.effort
    rows = [
        ("largest change of the measured positions", 1e3 * largest(carried.moved), "mm"),
        (
            "largest change of the measured angles",
            float(np.degrees(largest(carried.turned))),
            "°",
        ),
        ("joint moments", effort.moments, "N·m rms"),
        ("controller through the joints", effort.joint_moments, "N·m rms"),
        ("body weight", effort.weight, "N"),
        ("controller's force at the pelvis", effort.root_force, "N rms"),
        ("controller's moment at the pelvis", effort.root_moment, "N·m rms"),
    ]
    for side, components in walk.force_errors.items():
        for name, (error, part) in components.items():
            foot = f"{name} under the {side} foot, difference"
            rows += [
                (f"{foot} from the analysis", error, "N rms"),
                (f"{foot} as share of the range", 100.0 * part, "%"),
            ]
    by_filter = walk.filter_effort
    if by_filter is not None:
        rows += [
            ("Kalman filter through the joints", by_filter.joint_moments, "N·m rms"),
            ("Kalman filter's force at the pelvis", by_filter.root_force, "N rms"),
            ("Kalman filter's moment at the pelvis", by_filter.root_moment, "N·m rms"),
        ]
    columns = (Column("figure"), Column("value", number=True, decimals=2), Column("unit"))
    return TablePanel("figures", "Figures", columns, [TableRow(list(row)) for row in rows])
