"""The page of a movement between postures: in space, angles over time, impulses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.ballistic.problem import MovementProblem
from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import from_matrix
from ambulo.multibody.bvp.constraints import ConstrainedSolution
from ambulo.multibody.bvp.effort import EFFORTS, effort
from ambulo.multibody.bvp.limits import margins
from ambulo.multibody.bvp.phases import Movement
from ambulo.multibody.bvp.solutions import Solutions
from ambulo.multibody.bvp.systems import Bodies, ChainInAngles, ChainInVectors, System
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Side
from ambulo.report.body_shape import body_shapes
from ambulo.report.page_data import (
    CheckEntry,
    ChecksPanel,
    Clock,
    Column,
    Fact,
    FactsPanel,
    LinesPanel,
    Mark,
    Page,
    Panel,
    PanelGroup,
    Plot,
    Points,
    Rods,
    SceneMotion,
    ScenePanel,
    Series,
    TablePanel,
    TableRow,
    TextPanel,
    Trace,
    Unit,
    assumptions,
)
from ambulo.report.plot_data import colour_of
from ambulo.results.columns import meaning
from ambulo.results.posture import posture_at

_CLOCK = "movement"
# joints of a person that move less than this are left out of the curves [deg]
_MOVES = 2.0
_MOST_PLOTS = 12
_IDEA = (
    "Between the postures no muscle drives the body. At each posture the body gets the velocity "
    "with which gravity carries it to the next posture in the given time (Patel 2004). The muscles "
    "act only at the postures, with an impulse in each joint."
)


def movement_page(
    problem: MovementProblem,
    movement: Movement,
    time: FloatArray,
    q: FloatArray,
    broken: Sequence[str],
    solutions: Solutions | None,
) -> Page:
    """The page with all results of a movement.

    Args:
        problem: the given problem.
        movement: its phases, all found.
        time, q: (frames,) s and (frames, nq), sampled over all phases.
        broken: limits that are not kept, one sentence each.
        solutions: of the search, if one was asked for.
    """
    good = not broken
    verdict = "The movement was found" + (" and keeps every limit." if problem.limits else ".")
    if not good:
        verdict = "A movement was found, but it goes beyond a limit."
    checks = [CheckEntry(said.capitalize(), "look") for said in broken]
    panel = ChecksPanel("found", "", "good" if good else "look", verdict, checks, _proof(movement))
    facts = [
        Fact("Duration", f"{time[-1] - time[0]:.2f}", "s"),
        Fact("Postures", str(len(movement.time)), "", "start and target included"),
        Fact(
            "Joint impulses",
            f"{effort(movement, 'impulse'):.3g}",
            "N·m·s",
            "all sizes added",
        ),
        Fact("Positive work", f"{effort(movement, 'positive work'):.3g}", "J", "at the postures"),
    ]
    forces = [_impulses(movement), _efforts(movement)]
    more: list[Panel] = [_phases(problem, movement)]
    if solutions is not None:
        more.append(_others(solutions))
    return _page(
        problem,
        [FactsPanel("numbers", "", facts), panel],
        time,
        q,
        movement.time,
        [
            PanelGroup("impulses", "What the muscles do", forces),
            PanelGroup("phases", "Phase by phase", more),
        ],
    )


def guided_page(problem: MovementProblem, found: ConstrainedSolution, time: FloatArray) -> Page:
    """A movement along guides.

    Args:
        problem: the given problem.
        found: the movement, converged.
        time: (frames,) s of `found.q`.
    """
    panel = ChecksPanel(
        "found",
        "",
        "good",
        "The movement was found.",
        (),
        "Computed again with another integrator, the movement misses the target by "
        f"{found.residual:.1e} rad and "
        f"leaves its guides by at most {found.drift:.1e} m.",
    )
    plot = Plot(
        "Multiplier of the guide",
        (Unit("N"),),
        [
            Series(f"guide {g + 1}", colour_of(g), found.force[:, g])
            for g in range(found.force.shape[1])
        ],
    )
    caption = (
        "Force of each guide, divided by the gradient of its equation. For a plane, this is the "
        "force perpendicular to the plane."
    )
    lines = LinesPanel("guides", "Forces of the guides", [plot], _CLOCK, 1, caption=caption)
    facts = [Fact("Duration", f"{time[-1] - time[0]:.2f}", "s")]
    return _page(
        problem,
        [FactsPanel("numbers", "", facts), panel],
        time,
        found.q,
        np.array([time[0], time[-1]]),
        [PanelGroup("guide-forces", "What the guides do", [lines])],
    )


def _page(
    problem: MovementProblem,
    first: Sequence[Panel],
    time: FloatArray,
    q: FloatArray,
    postures: FloatArray,
    rest: Sequence[PanelGroup],
) -> Page:
    sections = [
        PanelGroup("result", "Was it found?", [*first, TextPanel("idea", "", (_IDEA,))]),
        PanelGroup("motion", "The movement", [_scene(problem, q)], beside=True),
        PanelGroup("angles", "Angles", [_angles(problem, q, postures)]),
        *rest,
    ]
    sections += assumptions(problem.notes)
    count = f"{len(problem.system.joint_names)} joints"
    return Page(
        title=problem.title[:1].upper() + problem.title[1:],
        subtitle=f"A movement between postures, driven by gravity alone; {count}. Ambulo "
        f"{VERSION}.",
        footer=f"Made with Ambulo {VERSION}. This page is complete in one file.",
        sections=sections,
        clocks={_CLOCK: Clock(time)},
    )


def _proof(movement: Movement) -> str:
    """How exactly the target is met when the movement is integrated again."""
    worst = max(phase.residual for phase in movement.phases)
    if all(phase.outcome.name == "CONVERGED" for phase in movement.phases):
        return (
            "Computed again with another integrator, the movement reaches every posture within "
            f"{worst:.1e} rad."
        )
    return movement.phases[0].outcome.value.capitalize() + "."


def _scene(problem: MovementProblem, q: FloatArray) -> ScenePanel:
    near, far = segment_ends(problem.system, q)
    size = float(np.ptp(np.concatenate([near, far], axis=1).reshape(-1, 3), axis=0).max())
    if problem.person is not None:
        R, p = forward_kinematics(problem.person.tree, q)
        return ScenePanel(
            "scene",
            "In space",
            _CLOCK,
            bodies=body_shapes(problem.person),
            motions=[SceneMotion("person", p, from_matrix(R))],
            caption="The body of the analysis, without contact with the ground.",
        )
    segments = near.shape[1]
    path = np.concatenate([near, far], axis=1)
    links = Rods("segments", [(s, segments + s) for s in range(segments)], "c1", size / 70.0, path)
    names = [*(f"start of {n}" for n in problem.system.joint_names), *problem.system.joint_names]
    joints = Points("joints", names[: path.shape[1]], "ink", size / 50.0, path)
    traces = [
        Trace("paths", name, colour_of(s + 1), np.ascontiguousarray(far[:, s]))
        for s, name in enumerate(problem.system.joint_names)
    ]
    return ScenePanel(
        "scene",
        "In space",
        _CLOCK,
        links=[links],
        points=[joints],
        traces=traces,
        floor=float(path[..., 2].min()) > -0.05,
        caption="Segments as rods, with the path of the far end of each.",
    )


def _angles(problem: MovementProblem, q: FloatArray, postures: FloatArray) -> LinesPanel:
    marks = [Mark("x", float(t), "grey", "posture") for t in postures]
    plots: list[Plot]
    if problem.person is not None:
        by_title: dict[str, list[Series]] = {}
        moves: dict[str, float] = {}
        for angle in posture_at(problem.person, q).angles():
            what = meaning(angle.name)
            title = f"{what.joint} {what.motion}".replace("_", " ").capitalize()
            side: Side | None = what.side
            by_title.setdefault(title, []).append(Series(side or "", side or "ink", angle.values))
            moves[title] = max(moves.get(title, 0.0), float(np.ptp(angle.values)))
        most = sorted((t for t in moves if moves[t] > _MOVES), key=lambda t: -moves[t])
        plots = [
            Plot(title, (Unit("°"),), by_title[title], least=10.0, marks=marks)
            for title in by_title
            if title in most[:_MOST_PLOTS]
        ]
        caption = f"Joints that move by more than {_MOVES:.0f}°, at most {_MOST_PLOTS} of them."
    else:
        near, far = segment_ends(problem.system, q)
        way = far - near
        way /= np.linalg.norm(way, axis=2, keepdims=True)
        series = [
            Series(name, colour_of(s), np.degrees(np.arccos(np.clip(z, -1.0, 1.0))))
            for s, (name, z) in enumerate(
                zip(problem.system.joint_names, np.moveaxis(way[..., 2], 1, 0), strict=True)
            )
        ]
        plots = [Plot("Angle from straight up", (Unit("°"),), series, least=10.0, marks=marks)]
        caption = "Vertical lines: the given postures."
    return LinesPanel(
        "curves", "Angles over time", plots, _CLOCK, min(3, len(plots)) or 1, caption=caption
    )


def _impulses(movement: Movement) -> TablePanel:
    """Size of every joint's impulse at each posture, the largest joints first."""
    parts = np.linalg.norm(movement.impulse[..., :3], axis=2)
    order = np.argsort(-parts.max(axis=0), kind="stable")
    columns = [Column("joint")]
    for k, at in enumerate(movement.time):
        columns.append(Column(f"posture {k + 1}, {at:.2f} s", "N·m·s", number=True, decimals=3))
    columns.append(Column("work, all postures", "J", number=True, decimals=2))
    rows = [
        TableRow([_joint(movement.joints[j]), *parts[:, j], float(movement.work[:, j].sum())])
        for j in order
    ]
    return TablePanel(
        "impulse-table",
        "Impulse of each joint",
        columns,
        rows,
        caption=(
            "The size of the impulse with which the muscles change the motion at the posture. An "
            "impulse on the whole body must come from outside, such as a push against the "
            "ground. Work is positive where energy is put in."
        ),
    )


def _joint(name: str) -> str:
    return "whole body, in N·s" if name == "root" else name.replace("_", " ")


def _efforts(movement: Movement) -> TablePanel:
    columns = (Column("effort"), Column("value", number=True), Column("unit"), Column("meaning"))
    rows = [
        TableRow([name, effort(movement, name), unit.replace("*", "·").replace("^2", "²"), said])
        for name, (_, unit, said) in EFFORTS.items()
    ]
    return TablePanel("efforts", "Effort of the movement", columns, rows, folded=True)


def _phases(problem: MovementProblem, movement: Movement) -> TablePanel:
    columns = [
        Column("phase"),
        Column("from", "s", number=True, decimals=2),
        Column("to", "s", number=True, decimals=2),
        Column("kinetic energy at its start", "J", number=True, decimals=2),
        Column("misses the posture by", "rad or m", number=True, decimals=-2),
        Column("sensitivity", "s", number=True, decimals=2),
        Column("limits"),
    ]
    rows = []
    for k, phase in enumerate(movement.phases):
        close = [
            f"{m.limit.name}: {'kept' if m.kept else 'missed'} by {abs(m.least):.3g} {m.limit.unit}"
            for m in margins(phase, problem.limits)
        ]
        rows.append(
            TableRow(
                [
                    str(k + 1),
                    float(movement.time[k]),
                    float(movement.time[k + 1]),
                    float(phase.kinetic[0]),
                    phase.residual,
                    phase.sensitivity,
                    "; ".join(close) or "no limit given",
                ]
            )
        )
    return TablePanel(
        "phase-table",
        "Phases",
        columns,
        rows,
        caption="Sensitivity: by how many radians the movement misses its end if the velocity at "
        "the start is wrong by one radian per second. A movement with a larger value needs more "
        "skill.",
    )


def _others(solutions: Solutions) -> TablePanel:
    columns = (
        Column("solution"),
        Column("kinetic energy at its start", "J", number=True),
        Column("energy", "J", number=True),
        Column("found", "times", number=True, decimals=0),
    )
    rows = [
        TableRow([str(k + 1), found.kick, found.energy, float(found.hits)])
        for k, found in enumerate(solutions.found)
    ]
    return TablePanel(
        "solutions", "Other ways to the same posture", columns, rows, caption=solutions.message
    )


def segment_ends(system: System, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Both ends (frames, segments, 3) [m] of every segment for postures q (frames, nq).

    Raises:
        TypeError: the system has no segments.
    """
    if isinstance(system, Bodies):
        _, p = forward_kinematics(system.tree, q)
        parent = np.asarray(system.tree.parent)
        linked = np.flatnonzero(parent >= 0)
        return p[:, parent[linked]], p[:, linked]
    if isinstance(system, ChainInAngles):
        n = system.directions(q)
    elif isinstance(system, ChainInVectors):
        n = q.reshape(len(q), -1, 3)
    else:
        raise TypeError(f"{type(system).__name__} has no segments that could be drawn")
    chain = system.chain
    near, far = np.zeros_like(n), np.zeros_like(n)
    for s in range(chain.segments):
        before = int(chain.parent[s])
        near[:, s] = far[:, before] if before >= 0 else 0.0
        far[:, s] = near[:, s] + chain.length[s] * n[:, s]
    return near, far
