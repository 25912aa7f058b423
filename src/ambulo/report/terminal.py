"""What the command line prints: the result of an analysis, what is in a trial."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ambulo.inputs.printable import printable
from ambulo.math.arrays import FloatArray
from ambulo.math.runs import longest_run
from ambulo.model.segment_parameters import BOTH_SEXES
from ambulo.model.skeleton import load_skeleton
from ambulo.records import SIDES, Analysis, Bands, Grade, Trial
from ambulo.records.bands import SETTLED
from ambulo.report.comparison import share_inside
from ambulo.report.key_figures import key_figures
from ambulo.report.left_out import left_out
from ambulo.report.peaks import OUTSIDE, peak_moments, that_way, with_band
from ambulo.report.scene import Scene
from ambulo.report.verdict import GRADES, gate_lines, of_grade, overall, verdict
from ambulo.report.wording import SIMULATED, ground_in_words

if TYPE_CHECKING:
    from ambulo.mocap.marker_sets.marker_names import Match

__all__ = ["GRADE_COLOURS", "LOADED", "lacking", "print_info", "print_result", "standard_output"]

# a table of more rows than this hides what matters
_MOST_ROWS = 12
# columns of what is piped into a file or a program
_UNWRAPPED = 10_000
# vertical force above which a plate is called loaded [N]
LOADED = 20.0
GRADE_COLOURS: dict[Grade, str] = {
    "do-not-use": "red",
    "look": "yellow",
    "unknown": "yellow",
    "good": "green",
}
_SIGN: dict[Grade, str] = {"do-not-use": "✗", "look": "!", "unknown": "?", "good": "✓"}


class _WithoutPadding(io.StringIO):
    """Standard output whose lines end where their words do: tables fill theirs with spaces."""

    def write(self, text: str) -> int:
        return sys.stdout.write(re.sub(r" +(?=\n)", "", text))

    def flush(self) -> None:
        sys.stdout.flush()


def standard_output() -> Console:
    """Standard output: unwrapped where it is no terminal, without any style under NO_COLOR."""
    system: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    if sys.stdout.isatty():
        return Console(highlight=False, color_system=system)
    return Console(highlight=False, color_system=system, width=_UNWRAPPED, file=_WithoutPadding())


def _plain_table(*headers: str, numbers_from: int = 1) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for k, name in enumerate(headers):
        # as Text, because rich reads brackets as markup
        table.add_column(Text(name), justify="right" if k >= numbers_from else "left")
    return table


def _indented(out: Console, content: Text | Table, below: int = 0) -> None:
    out.print(Padding(content, (0, 0, below, 2), expand=False))


def _value(value: float | None) -> str:
    """Two decimals, a half away from zero, as the page's table has them."""
    if value is None or not np.isfinite(value):
        return "–"
    return str(Decimal(value + 0.0).quantize(Decimal("0.01"), ROUND_HALF_UP))


def _peak(value: float | None) -> str:
    found = that_way(value)
    return found if isinstance(found, str) else _value(found)


def print_result(analysis: Analysis, folder: Path, console: Console | None = None) -> None:
    """Verdict, key numbers, peak moments and where the files are.

    Args:
        folder: where `write` has put the results.
        console: standard output if None.
    """
    out = console or standard_output()
    scene = Scene(analysis)
    worst = overall(analysis.gates)
    out.print()
    whole = (verdict(analysis.gates), f"bold {GRADE_COLOURS[worst]}")
    out.print(Text.assemble((printable(analysis.trial.path.name), "bold"), "  ", whole))
    if scene.simulated:
        _indented(out, Text(SIMULATED))
    for grade in GRADES[:-1]:
        for line in gate_lines(of_grade(analysis.gates, grade)):
            _indented(out, Text(f"{_SIGN[grade]} {line}", style=GRADE_COLOURS[grade]))
    for line in left_out(scene):
        _indented(out, Text(f"! {printable(line)}", style=GRADE_COLOURS["look"]))
    out.print()

    count = {side: len(scene.strides_of(side)) for side in SIDES}
    table = _plain_table("", "", numbers_from=2)
    table.show_header = False
    table.add_row("activity", scene.activity.noun)
    table.add_row("body mass", f"{scene.mass:.1f} kg")
    for figure in key_figures(scene):
        table.add_row(figure.label, f"{figure.value} {figure.unit}")
    if scene.activity.stepping:
        table.add_row("strides", ", ".join(f"{side} {n}" for side, n in count.items()))
    table.add_row("ground reaction", escape(ground_in_words(scene.ground)))
    _indented(out, table, below=1)
    if BOTH_SEXES in " ".join(analysis.model.notes):
        said = "Sex not given: mean of women and men used. Give --sex."
        _indented(out, Text(said), below=1)

    peaks = peak_moments(scene)
    if peaks:
        beside = [f"normal: {scene.band.short}"] if scene.activity.walking else []
        table = _plain_table("peak moment [N·m/kg]", *SIDES, *beside, numbers_from=1)
        for peak in peaks:
            sides = (
                escape(with_band(_peak(peak.sides.get(side)), peak.bands.get(side)))
                for side in SIDES
            )
            table.add_row(peak.name, *sides, *(_peak(peak.normal) for _ in beside))
        _indented(out, table)
        if scene.activity.walking:
            whose = f"normal: peak of the mean curve of {scene.band.population}; "
            _indented(out, Text(f"{whose}{scene.band.citation}", style="dim"))
        out.print()
    if analysis.bands is not None:
        _print_bands(out, analysis.bands, any(peak.outside for peak in peaks))
    held = share_inside(scene, analysis.truth)
    if held is not None:
        said = f"The known truth of the legs' moments is in these bands in {100 * held:.0f} % of"
        _indented(out, Text(f"{said} the frames."), below=1)

    out.print("Open ", Text(printable(str(folder / "report.html")), style="bold"), sep="")
    there = sorted(path for path in folder.glob("*") if path.name != "report.html")
    inside = "  ".join(f"{path.name}/" if path.is_dir() else path.name for path in there)
    out.print(Text(printable(f"Also in {folder}: {inside}"), style="dim"), soft_wrap=True)


def _print_bands(out: Console, bands: Bands, outside: bool) -> None:
    """How many analyses the bands are of, how far their ends still move; peaks outside them."""
    at = max(bands.settling, key=int, default=None)
    said = f"in brackets: {100 * bands.share:g} % of {bands.samples} perturbed analyses"
    if bands.left_out:
        said += f", with errors of {', '.join(bands.titles)} and no others"
    if at is not None and np.isfinite(bands.settling[at]):
        moved = bands.settling[at]
        said += (
            f". The ends of these bands moved by up to {100 * moved:.0f} % of their width from "
            f"{int(at) // 2} to {at} analyses{': use --uncertainty auto' * (moved > SETTLED)}"
        )
    if outside:
        said += f". {OUTSIDE.removesuffix('.')}"
    _indented(out, Text(said, style="dim"), below=1)


def print_info(trial: Trial, matches: Sequence[Match], console: Console | None = None) -> None:
    """What is in a trial: markers, plates, events, which marker set fits, what is missing.

    Args:
        matches: of the marker sets that were tried, the best first.
        console: standard output if None.
    """
    out = console or standard_output()
    markers, subject = trial.markers, trial.subject
    frames = len(markers.time)
    span = f"{markers.time[0]:.2f} to {markers.time[-1]:.2f} s"
    rate = f" at {markers.rate:.6g} Hz" if frames > 1 else ""
    out.print(Text(printable(str(trial.path)), style="bold"), soft_wrap=True)
    table = _plain_table("", "", numbers_from=2)
    table.show_header = False
    table.add_row("recorded", f"{frames} frames{rate}, {span}")
    about = [
        f"{subject.mass:.1f} kg" if subject.mass is not None else "",
        f"{subject.height:.2f} m" if subject.height is not None else "",
        {"f": "female", "m": "male", None: ""}[subject.sex],
        f"{len(subject.measurements)} measurements" if subject.measurements else "",
    ]
    known = ", ".join(entry for entry in (escape(subject.name), *about) if entry)
    table.add_row("subject", known or "nothing in the file")
    table.add_row("laboratory", escape(trial.lab.reason))
    if trial.outputs:
        table.add_row("also there", f"{len(trial.outputs)} results of another system")
    _indented(out, table, below=1)

    _print_markers(out, markers.names, markers.position)
    _print_plates(out, trial)
    _print_events(out, trial)
    _print_matches(out, matches)
    missing = lacking(trial, matches)
    if missing:
        out.print("[bold]Missing[/bold]")
        for line in missing:
            _indented(out, Text(f"• {line}"))
        out.print()
    notes = [note for note in trial.notes if note.rstrip(".").lower() != trial.lab.reason.lower()]
    if notes:
        out.print("[bold]Notes[/bold]")
        for note in notes:
            _indented(out, Text(f"• {note}"))


def _print_markers(out: Console, names: Sequence[str], position: FloatArray) -> None:
    unseen = np.asarray(np.isnan(position).any(axis=2))
    gaps = unseen.sum(axis=0)
    out.print(f"[bold]{len(names)} markers[/bold], {int((gaps > 0).sum())} with gaps")
    _indented(out, Text(" ".join(names), style="dim"))
    alike: dict[tuple[int, int], list[str]] = {}
    for k in np.argsort(-gaps, kind="stable"):
        if gaps[k] > 0:
            start, stop = longest_run(unseen[:, k])
            alike.setdefault((int(gaps[k]), stop - start), []).append(names[k])
    for (count, longest), those in list(alike.items())[:_MOST_ROWS]:
        more = f" and {len(those) - 3} more" if len(those) > 4 else ""
        who = ", ".join(those[:3] if more else those) + more
        share = 100.0 * count / len(unseen)
        line = f"{who}: {count} frames not seen ({share:.0f} %), longest gap {longest}"
        _indented(out, Text(line))
    rest = sum(len(those) for those in list(alike.values())[_MOST_ROWS:])
    if rest:
        _indented(out, Text(f"and {rest} more with fewer"))
    out.print()


def _print_plates(out: Console, trial: Trial) -> None:
    out.print(f"[bold]{len(trial.plates)} force plates[/bold]")
    if trial.plates:
        table = _plain_table("", "rate [Hz]", "loaded [s]", "greatest Fz [N]", "size [m]")
        for plate in trial.plates:
            vertical = plate.force[np.isfinite(plate.force[:, 2]), 2]
            step = (plate.time[-1] - plate.time[0]) / max(len(plate.time) - 1, 1)
            loaded = float((vertical > LOADED).sum() * step)
            sides = np.linalg.norm(np.diff(plate.corners[[0, 1, 2]], axis=0), axis=1)
            table.add_row(
                escape(plate.name),
                f"{1.0 / step:.6g}" if step > 0.0 else "–",
                f"{loaded:.2f}",
                f"{vertical.max():.0f}" if len(vertical) else "–",
                f"{sides[0]:.2f} × {sides[1]:.2f}",
            )
        _indented(out, table)
    out.print()


def _print_events(out: Console, trial: Trial) -> None:
    out.print(f"[bold]{len(trial.events)} events in the file[/bold]")
    for side in SIDES:
        for kind, word in (("strike", "foot strike"), ("off", "foot off")):
            times = [f"{e.time:.2f}" for e in trial.events if (e.side, e.kind) == (side, kind)]
            if times:
                line = f"{side} {word}: {', '.join(times)} s"
                _indented(out, Text(line))
    out.print()


def _print_matches(out: Console, matches: Sequence[Match]) -> None:
    out.print("[bold]Marker sets[/bold]")
    table = _plain_table("", "fits", "found", "missing", numbers_from=9)
    near = [m for m in matches if m.complete]
    if not near:
        # the nearest tell what labels are missing; the others say nothing
        near = [m for m in matches if m.found][:3]
    for match in near:
        total = len(match.marker_set.markers)
        missing = ", ".join(match.missing_required[:8])
        if len(match.missing_required) > 8:
            missing += f" and {len(match.missing_required) - 8} more"
        table.add_row(
            escape(match.marker_set.name),
            "[green]yes[/green]" if match.complete else "[red]no[/red]",
            f"{len(match.found)} of {total}",
            escape(missing or "nothing required"),
        )
    _indented(out, table)
    others = ", ".join(match.marker_set.name for match in matches if match not in near)
    if others:
        _indented(out, Text(f"not near: {others}", style="dim"))
    out.print()


def lacking(trial: Trial, matches: Sequence[Match]) -> list[str]:
    """What an analysis of this trial would have to do without, and how to give it."""
    lines = []
    fitting = [match for match in matches if match.complete]
    if not fitting:
        lines.append("No marker set fits: label the missing markers, or give a TOML with --markers")
    elif fitting[0].missing_optional:
        names = ", ".join(fitting[0].missing_optional)
        lines.append(f"Optional markers of {fitting[0].marker_set.name}: {names}")
    if trial.subject.mass is None:
        lines.append("Body mass: give it with --mass KG")
    if trial.subject.height is None:
        lines.append("Height: give it with --height M")
    if trial.subject.sex is None:
        lines.append("Sex, which chooses the segment parameters: give it with --sex f or m")
    if not trial.plates:
        upper = fitting and load_skeleton(fitting[0].marker_set.skeletons[0]).whole_body
        if trial.path.suffix.lower() == ".trc":
            lines.append("Ground reactions: give them with --grf FILE.mot")
        lines.append(
            "Force plates: moments then rest on the motion alone (--method whole-body)"
            if upper or not fitting
            else "Force plates: without them and without the upper body, only swinging legs have "
            "moments"
        )
    elif not any((plate.force[:, 2] > LOADED).any() for plate in trial.plates):
        lines.append("A loaded force plate: none carries a load in this trial")
    if not trial.events:
        lines.append("Events: they are found from the plates and the feet's motion")
    return lines
