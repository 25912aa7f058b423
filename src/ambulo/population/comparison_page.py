"""The page of `ambulo compare`: who, the mean curves on each other, and a stride in space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import from_matrix
from ambulo.population.compare import Difference
from ambulo.records import SIDES, Analysis, Side
from ambulo.report.body_shape import body_shapes
from ambulo.report.page_data import (
    Band,
    Clock,
    Column,
    LinesPanel,
    Page,
    Panel,
    Plot,
    Role,
    Row,
    SceneMotion,
    ScenePanel,
    Section,
    Series,
    TablePanel,
    Unit,
)
from ambulo.report.panels.subject import subject_in_words
from ambulo.report.panels.walk import heading
from ambulo.report.scene import Scene
from ambulo.report.verdict import verdict
from ambulo.results.columns import LEG_JOINTS, PLANES, meaning
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.version import VERSION

__all__ = ["comparison_page"]

_COLOURS: tuple[Role, ...] = ("c1", "c2", "c3", "c4", "c5", "c6")
_UNIT = {"deg": "°", "N*m/kg": "N·m/kg", "W/kg": "W/kg"}
_GROUP = {"deg": "angles", "N*m/kg": "moments", "W/kg": "powers"}
_WORD = {"angles": "", "moments": " moment", "powers": " power"}
# least span of an axis: less than this is flat for a gait analyst
_LEAST = {"angles": 20.0, "moments": 0.4, "powers": 0.6}
_CLOCK = "stride"


def comparison_page(
    differences: Sequence[Difference], analyses: Sequence[Analysis], names: Sequence[str]
) -> Page:
    """Finished analyses beside each other; the first is what the others are measured by.

    Args:
        differences: of all quantities.
        analyses: in the order of the differences' averages.
        names: of the analyses, all different.
    """
    scenes = [Scene(analysis) for analysis in analyses]
    first: list[Panel] = [_who(scenes, names)]
    scene = _strides_in_space(scenes, names)
    sections = [Section("who", "Who moved, and how", first)]
    if scene is not None:
        sections.append(Section("space", "A stride of each", [scene], beside=True))
    for side in SIDES:
        panels = [
            panel
            for group in ("angles", "moments", "powers")
            if (panel := _curves(differences, scenes[0], names, side, group)) is not None
        ]
        if panels:
            sections.append(Section(side, f"{side.capitalize()} leg, over its strides", panels))
    sections.append(
        Section("differences", f"How far from {names[0]}", [_table(differences, names)])
    )
    clocks = {} if scene is None else {_CLOCK: Clock(_time(scenes[0]))}
    return Page(
        title=f"Comparison: {', '.join(names)}",
        subtitle=f"Mean curves over whole strides, ± one standard deviation. Ambulo {VERSION}.",
        footer=f"Made with Ambulo {VERSION}.",
        sections=sections,
        clocks=clocks,
    )


def _mean(values: Sequence[float | None]) -> float:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else np.nan


def _written(values: Sequence[float | None], decimals: int) -> str:
    mean = _mean(values)
    return f"{mean:.{decimals}f}" if np.isfinite(mean) else "–"


def _who(scenes: Sequence[Scene], names: Sequence[str]) -> TablePanel:
    def row(title: str, *cells: str) -> Row:
        return Row([title, *cells])

    strides = [scene.strides for scene in scenes]
    rows = [
        row("recording", *(s.analysis.trial.path.name for s in scenes)),
        row("subject", *(subject_in_words(s) for s in scenes)),
        row("movement", *(s.activity.noun for s in scenes)),
        row("can it be trusted?", *(verdict(s.analysis.gates) for s in scenes)),
        row("speed [m/s]", *(_written([p.speed for p in each], 2) for each in strides)),
        row("cadence [steps/min]", *(_written([p.cadence for p in each], 0) for each in strides)),
        row(
            "stride length [m]", *(_written([p.stride_length for p in each], 2) for each in strides)
        ),
        row("stance [% of stride]", *(_written([p.stance for p in each], 1) for each in strides)),
    ]
    for side in SIDES:
        count = [str(len(s.strides_of(side))) for s in scenes]
        rows.append(row(f"{side} strides", *count))
    columns = [
        Column(""),
        *(Column(name) for name in names),
    ]
    return TablePanel("subjects", "", columns, rows)


def _time(scene: Scene) -> FloatArray:
    """One mean stride of an analysis [s]."""
    return CYCLE / 100.0 * _mean([s.duration for s in scene.strides])


def _strides_in_space(scenes: Sequence[Scene], names: Sequence[str]) -> ScenePanel | None:
    """A left stride of each from strike to strike, from one place in one direction."""
    body = scenes[0].analysis.model
    motions: list[SceneMotion] = []
    left_out: list[str] = []
    for scene, name in zip(scenes, names, strict=True):
        stride = next(iter(scene.strides_of("left")), None)
        if stride is None or scene.analysis.model.segments != body.segments:
            left_out.append(name)
            continue
        time = scene.analysis.motion.time
        instants = stride.start + CYCLE / 100.0 * (stride.stop - stride.start)
        frames = np.clip(np.searchsorted(time, instants), 0, len(time) - 1)
        R, p = scene.posture.R_WB[frames], scene.posture.p_WB[frames]
        if not np.isfinite(p).all():
            left_out.append(name)
            continue
        way = heading(p[:, 0])
        c, s = np.cos(way), np.sin(way)
        # the laboratory turned so that every stride goes along x
        turn = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        start = p[0, 0] * [1.0, 1.0, 0.0]
        motions.append(
            SceneMotion(name, (p - start) @ turn.T, from_matrix(turn @ R), ghost=bool(motions))
        )
    if len(motions) < 2:
        return None
    said = (
        f" Not shown: {', '.join(left_out)} (another model, or no whole stride)."
        if left_out
        else ""
    )
    return ScenePanel(
        "strides-in-space",
        "",
        _CLOCK,
        bodies=body_shapes(body),
        motions=motions,
        caption=(
            f"The first left stride of {motions[0].name}, the others pale, each from strike to "
            f"strike in the same time and direction, in the outline of {motions[0].name}.{said}"
        ),
    )


def _curves(
    differences: Sequence[Difference],
    first: Scene,
    names: Sequence[str],
    side: Side,
    group: str,
) -> LinesPanel | None:
    """Pelvis and leg of one side: joints in rows, planes beside; sums of powers in a row."""
    positive = {q.name: q.positive for q in (*first.analysis.angles, *first.analysis.moments)}
    cells: dict[tuple[str, str], Plot] = {}
    for one in differences:
        name, _, unit = one.name.partition(" [")
        unit = unit.removesuffix("]")
        quantity, _, over = name.partition(" over ")
        what = meaning(quantity)
        whose = what.side or over.removesuffix(" strides")
        total = what.plane == "total"
        if _GROUP[unit] != group or whose != side or what.joint not in LEG_JOINTS:
            continue
        if total != (group == "powers"):
            continue
        cells[what.joint, what.plane] = Plot(
            title=_title(quantity, group),
            units=(Unit(_UNIT[unit]),),
            series=_series(one, names),
            positive=positive.get(quantity, "").split(" (")[0],
            xlabel="stride [%]",
            least=_LEAST[group],
            bands=_normal(first, group, quantity, side),
        )
    if not cells:
        return None
    plots: list[Plot] = []
    planes = [plane for plane in PLANES if any(key[1] == plane for key in cells)]
    for joint in LEG_JOINTS:
        for k, plane in enumerate(planes):
            if (joint, plane) in cells:
                column = len(plots) if group == "powers" else k
                plots.append(replace(cells[joint, plane], column=column))
    return LinesPanel(
        f"{side}-{group}",
        f"Joint {group}",
        plots,
        columns=len(plots) if group == "powers" else len(planes),
    )


def _title(quantity: str, group: str) -> str:
    what = meaning(quantity)
    motion = "" if what.plane == "total" else what.motion
    return f"{what.joint} {motion}".strip().replace("_", " ").capitalize() + _WORD[group]


def _series(one: Difference, names: Sequence[str]) -> list[Series]:
    found = []
    for average, name, role in zip(one.averages, names, cycle(_COLOURS), strict=False):
        if average is None:
            continue
        known = bool(np.isfinite(average.sd).any())
        low = average.mean - average.sd if known else None
        high = average.mean + average.sd if known else None
        found.append(Series(name, role, average.mean, CYCLE, low=low, high=high))
    return found


def _normal(first: Scene, group: str, quantity: str, side: Side) -> list[Band]:
    """Normal walking, as it stands in the report of the first analysis."""
    band = first.band
    curve = band.of(group, quantity, side) if first.activity.walking else None
    if curve is None:
        return []
    low, high = curve.mean - curve.sd, curve.mean + curve.sd
    label = f"normal: {band.population} ({band.name}), mean ± SD"
    return [Band(label, curve.cycle, low, high, mean=curve.mean)]


def _table(differences: Sequence[Difference], names: Sequence[str]) -> TablePanel:
    """Every quantity's rms from the first analysis over the stride."""
    rows = [
        Row([name.replace("_", " "), _UNIT[unit.removesuffix("]")], *one.rms[1:]])
        for one in differences
        for name, _, unit in [one.name.partition(" [")]
        if any(np.isfinite(one.rms[1:]))
    ]
    columns = [
        Column("quantity"),
        Column("unit"),
        *(Column(name, number=True) for name in names[1:]),
    ]
    return TablePanel(
        "rms",
        "Root mean square difference of the mean curves over the stride",
        columns,
        rows,
        folded=True,
    )
