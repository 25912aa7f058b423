"""Files of `ambulo compare`: curves.csv and compare.html.

The page shows the subjects, the superimposed mean curves, and a stride in space.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import from_matrix
from ambulo.population.compare import (
    Difference,
    beyond_in_words,
    compare,
    dissimilar,
    group_and_quantity,
    short_names,
    unlike,
    write_table_of,
)
from ambulo.population.curve_panels import leg_sections
from ambulo.records import SIDES, Analysis
from ambulo.report.body_shape import body_shapes
from ambulo.report.curve_words import in_full, poor_in_words, units_in_words
from ambulo.report.knee_range import knee_ranges, span_in_words
from ambulo.report.page_data import (
    CheckEntry,
    ChecksPanel,
    Clock,
    Column,
    Page,
    Panel,
    PanelGroup,
    SceneMotion,
    ScenePanel,
    TablePanel,
    TableRow,
)
from ambulo.report.page_file import write_page_file
from ambulo.report.panels.subject import subject_in_words
from ambulo.report.panels.walk import path_direction
from ambulo.report.panels.words import words_panel
from ambulo.report.scene import Scene
from ambulo.report.stride_counts import count_in_words, strides_with_data, strides_with_moments
from ambulo.report.verdict import GRADES, overall, verdict
from ambulo.results.catalogue import axes_suffix
from ambulo.results.columns import GROUPS, body_mass, header, quantity_and_unit
from ambulo.results.conventions import conventions
from ambulo.results.folder import read_folder
from ambulo.results.gait_cycle import CYCLE, side_of_strides
from ambulo.results.trust import trust
from ambulo.results.whole_folder import require_place, write_folder

_CLOCK = "stride"


def comparison_page(
    differences: Sequence[Difference], analyses: Sequence[Analysis], names: Sequence[str]
) -> Page:
    """A page that compares finished analyses with the first of them.

    Args:
        differences: differences of all quantities.
        analyses: analyses in the order of the differences' averages.
        names: names of the analyses, all different.
    """
    scenes = [Scene(analysis) for analysis in analyses]
    first: list[Panel] = [_trust(scenes, names), _who(scenes, names), words_panel(scenes[0])]
    scene = _strides_in_space(scenes, names)
    sections = [PanelGroup("who", "Who moved, and how", first)]
    if scene is not None:
        sections.append(PanelGroup("space", "A stride of each", [scene], beside=True))
    band = scenes[0].band if scenes[0].activity.walking else None
    ends = {
        one.name: [_band_ends(one.name, scene.analysis) for scene in scenes] for one in differences
    }
    curves = {one.name: one.averages for one in differences}
    # moments have conventions only in analyses that have moments
    known = {name: said for one in analyses for name, said in conventions(one).items()}
    sections += leg_sections(curves, names, band, ends, conventions=known)
    sections.append(
        PanelGroup("differences", f"How far from {names[0]}", [_table(differences, names)])
    )
    clocks = {} if scene is None else {_CLOCK: Clock(_time(scenes[0]))}
    return Page(
        title=f"Comparison: {', '.join(names)}",
        subtitle=f"{_areas(analyses, names)} Ambulo {VERSION}.",
        footer=f"Made with Ambulo {VERSION}.",
        sections=sections,
        clocks=clocks,
    )


def _band_ends(name: str, analysis: Analysis) -> tuple[FloatArray, FloatArray] | None:
    """Error band (101,) of the mean curve of a header, in its unit; None if there is none.

    A quantity of the midline has a band over the strides of one side.
    """
    bands = analysis.bands
    group, quantity = group_and_quantity(name)
    over = quantity_and_unit(name)[0].partition(" over ")[2].removesuffix(" strides")
    if bands is None or not group or over not in ("", side_of_strides(None, analysis.strides)):
        return None
    column = header(quantity, GROUPS[group].unit)
    if column not in bands.cycle_low or column not in bands.cycle_high:
        return None
    scale = 1.0 if group == "angles" else 1.0 / body_mass(analysis)
    return scale * bands.cycle_low[column], scale * bands.cycle_high[column]


def _areas(analyses: Sequence[Analysis], names: Sequence[str]) -> str:
    """What the curves and the areas around them are."""
    shares = {
        name: f"{100 * one.bands.share:g} %"
        for name, one in zip(names, analyses, strict=True)
        if one.bands is not None
    }
    curves = "Mean curves over whole strides"
    if not shares:
        return f"{curves}, ± one standard deviation."
    others = [name for name in names if name not in shares]
    if not others and len(set(shares.values())) == 1:
        return f"{curves}, with the {shares[names[0]]} error bands."
    said = ", ".join(f"{name} {share}" for name, share in shares.items())
    rest = f" Areas of {', '.join(others)}: ± one standard deviation." if others else ""
    return f"{curves}, with error bands ({said}).{rest}"


def _mean(values: Sequence[float | None]) -> float:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else np.nan


def _written(values: Sequence[float | None], decimals: int) -> str:
    mean = _mean(values)
    return f"{mean:.{decimals}f}" if np.isfinite(mean) else "–"


def _trust(scenes: Sequence[Scene], names: Sequence[str]) -> ChecksPanel:
    """How far to trust each; the worst of them is that of the comparison."""
    grades = [overall(scene.analysis.checks) for scene in scenes]
    worst = next(grade for grade in GRADES if grade in grades)
    checks = [
        CheckEntry(name, grade, verdict(scene.analysis.checks))
        for scene, name, grade in zip(scenes, names, grades, strict=True)
    ]
    said = {
        "do-not-use": "Do not use this comparison as it is, because an analysis has failed its "
        "checks.",
        "look": "Use with care, because an analysis needs your attention.",
        "unknown": "All checks that were made are good. Some checks could not be made.",
        "good": "All checks of all analyses are good.",
    }
    return ChecksPanel("trust", "", worst, said[worst], checks)


def _subject(scene: Scene) -> str:
    """The subject in one line, with the name."""
    name, about = scene.analysis.model.subject.name, subject_in_words(scene)
    return f"{name}, {about[0].lower()}{about[1:]}" if name else about


def _who(scenes: Sequence[Scene], names: Sequence[str]) -> TablePanel:
    def row(title: str, *cells: str) -> TableRow:
        return TableRow([title, *cells])

    strides = [scene.strides for scene in scenes]
    rows = [
        row("recording", *(s.analysis.trial.path.name for s in scenes)),
        row("subject", *map(_subject, scenes)),
        row("activity", *(s.activity_in_words for s in scenes)),
        row("speed [m/s]", *(_written([p.speed for p in each], 2) for each in strides)),
        row("cadence [steps/min]", *(_written([p.cadence for p in each], 0) for each in strides)),
        row(
            "stride length [m]", *(_written([p.stride_length for p in each], 2) for each in strides)
        ),
        row("stance [% of stride]", *(_written([p.stance for p in each], 1) for each in strides)),
    ]
    dates = [str(s.choice.get("report", {}).get("recorded", "")) for s in scenes]
    if any(dates):
        rows.insert(1, row("recorded", *dates))
    for what, each in dissimilar([s.analysis for s in scenes]).items():
        rows.append(row(what, *each))
    for side in SIDES:
        knees = [knee_ranges(scene).get(side) for scene in scenes]
        spans = ("–" if knee is None else span_in_words(knee) for knee in knees)
        rows.append(row(f"{side} knee flexion [°]", *spans))
    for side in SIDES:
        count = [str(len(s.strides_of(side))) for s in scenes]
        rows.append(row(f"{side} strides", *count))
        known = [strides_with_data(s.analysis, "moments")[side] for s in scenes]
        counts = (count_in_words(s.analysis, side, n) for s, n in zip(scenes, known, strict=True))
        rows.append(row(f"{side} strides with moments", *counts))
    fast = [
        [p.speed for p in s.strides if p.stride in strides_with_moments(s.analysis)] for s in scenes
    ]
    rows.append(row("speed of strides with moments [m/s]", *(_written(each, 2) for each in fast)))
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
        way = path_direction(p[:, 0])
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
            f"The first left stride of each analysis. {motions[0].name} is solid, the others are "
            "pale. Here all strides have the same duration and direction, and all bodies have the "
            f"shape of {motions[0].name}.{said}"
        ),
    )


def _table(differences: Sequence[Difference], names: Sequence[str]) -> TablePanel:
    """Every quantity's rms from the first analysis, and the ± of both curves."""
    others = range(1, len(names))
    rows = [
        TableRow([in_full(name, unit), units_in_words(unit),
             *(cell for k in others for cell in (one.rms[k], one.error(k)))])
        for one in differences
        for name, unit in [quantity_and_unit(one.name)]
        if any(np.isfinite(one.rms[1:]))
    ]  # fmt: skip
    said = [(name, beyond_in_words(differences, k)) for k, name in enumerate(names) if k]
    columns = [
        Column("quantity"),
        Column("unit"),
        *(Column(head, number=True) for name in names[1:] for head in (name, "± of both")),
    ]
    return TablePanel(
        "rms",
        "Root mean square difference of the mean curves",
        columns,
        rows,
        caption="Moments and powers of a leg: over stance, as their ±. Other curves: over the "
        "stride. ± of both: the ± of the two curves together, as of two independent numbers.",
        folded=True,
        line="; ".join(f"{name}: {words}" for name, words in said if words),
    )


_KEY = re.compile("[0-9a-f]{24}")


@dataclass(frozen=True, eq=False)
class Compared:
    """Differences of analyses with their names, `unlike` activities and methods, the folder, and
    how far to trust each analysis, with its poor curves. `table` is the name of the curves' file.
    """

    differences: tuple[Difference, ...]
    names: tuple[str, ...]
    unlike: Mapping[str, Sequence[str]]
    folder: Path
    verdicts: tuple[str, ...] = ()
    poor: tuple[str, ...] = ()
    table: str = "curves.csv"


def compare_folders(
    folders: Sequence[Path],
    out: Path,
    progress: Callable[[str, float], None] | None = None,
    *,
    overwrite: bool = False,
) -> Compared:
    """Compare finished analyses and write the results.

    Args:
        folders: two or more folders from `ambulo analyse`. The others are compared with the first.
        out: folder to make.
        progress: function called with the present step and the finished share.
        overwrite: whether existing results are replaced; otherwise `NAME-2`, `NAME-3`, … is made.
    Raises:
        InputError: a folder has no results, or `out` cannot be written to.
    """
    say = progress or (lambda _, __: None)
    require_place(out, overwrite=overwrite)
    names = short_names(folders)
    read = {}
    for k, (folder, name) in enumerate(zip(folders, names, strict=True)):
        say(f"reading {name}", 0.6 * k / len(folders))
        read[folder] = read_folder(folder)
    analyses = list(read.values())
    names = _known_by(names, [(a.model.subject.name, a.trial.path.stem) for a in analyses])
    say("comparing", 0.6)
    differences = compare(read)
    page = comparison_page(differences, analyses, names)
    # those with moments have them on the same axes
    table = f"curves{next((axes_suffix(one) for one in analyses if one.moments), '')}.csv"

    def fill(folder: Path) -> None:
        write_table_of(differences, names, folder / table)
        write_page_file(page, folder / "compare.html")

    made = write_folder(out, fill, overwrite=overwrite)
    verdicts = tuple(verdict(analysis.checks) for analysis in analyses)
    activities = unlike([{"activity": Scene(one).activity_in_words} for one in analyses])
    methods = activities | dissimilar(analyses)
    poor = tuple(poor_in_words(trust(analysis)) for analysis in analyses)
    return Compared(differences, tuple(names), methods, made, verdicts, poor, table)


def _known_by(folders: Sequence[str], trials: Sequence[tuple[str, str]]) -> list[str]:
    """Subject of each, with the folder that somebody named, such as a session or condition;
    otherwise with the recording. Folders where these are alike.

    Args:
        folders: names that tell them apart.
        trials: subject and recording of each.
    """
    found = []
    for folder, (subject, recording) in zip(folders, trials, strict=True):
        unnamed = folder == f"{recording}-ambulo" or _KEY.fullmatch(folder)
        if not subject and not unnamed:
            found.append(f"{recording} ({folder})")
            continue
        # many laboratories begin the name of a recording or folder with the subject's
        which = recording if unnamed else folder
        found.append(f"{subject} {which}" if subject and subject not in which else which)
    return found if len(set(found)) == len(found) else [*folders]
