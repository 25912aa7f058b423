"""The result of an analysis, as the command line prints it."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from ambulo.inputs.printable import printable
from ambulo.records import SIDES, Analysis, Bands, Grade, Side
from ambulo.report.comparison import share_inside
from ambulo.report.console import GRADE_COLOURS, indented, plain_table, standard_output
from ambulo.report.error_bands import bands_in_words
from ambulo.report.key_figures import key_figures
from ambulo.report.left_out import left_out
from ambulo.report.panels.trust import of_both
from ambulo.report.peaks import (
    NEVER,
    NEVER_MEANS,
    OUTSIDE,
    Peak,
    of_many,
    peak_moments,
    that_way,
    trust_of_curves,
    two_decimals,
    with_band,
)
from ambulo.report.scene import Scene
from ambulo.report.stride_counts import beside_plates, strides_in_words
from ambulo.report.verdict import check_lines, frames_left_out, overall, put_back, verdict
from ambulo.report.wording import SIMULATED, ground_in_words, mean_of_sexes
from ambulo.results.peak_moments import IMPACT

_SIGN: dict[Grade, str] = {"do-not-use": "✗", "look": "!", "unknown": "?", "good": "✓"}

_CURVE = (
    "curve: how far the whole curve can be trusted, and its error (rms), which is smaller in nine "
    "of ten cases"
)


def _peak(value: float | None) -> str:
    found = that_way(value)
    return found if isinstance(found, str) else two_decimals(found)


def _when(peak: Peak, side: Side) -> str:
    """A peak with its time in the stride, where the moment has that direction at all."""
    value, at = peak.sides.get(side), peak.at.get(side)
    known = at is not None and value is not None and value >= 0.0
    return f"{_peak(value)} at {at:.0f} %" if known else _peak(value)


def print_result(analysis: Analysis, folder: Path, console: Console | None = None) -> None:
    """Print verdict, key numbers, peak moments and the place of the files.

    Args:
        folder: folder of the results from `write`.
        console: standard output if None.
    """
    out = console or standard_output()
    scene = Scene(analysis)
    worst = overall(analysis.checks)
    out.print()
    whole = (verdict(analysis.checks), f"bold {GRADE_COLOURS[worst]}")
    out.print(Text.assemble((printable(analysis.trial.path.name), "bold"), "  ", whole))
    if scene.simulated:
        indented(out, Text(SIMULATED))
    for grade, line in check_lines(analysis.checks):
        indented(out, Text(f"{_SIGN[grade]} {line}", style=GRADE_COLOURS[grade]))
    if gone := frames_left_out(analysis.log):
        indented(out, Text(f"! {printable(gone)}", style=GRADE_COLOURS["look"]))
    if labels := put_back(analysis.log):
        indented(out, Text(printable(labels), style="dim"))
    for line in left_out(scene):
        indented(out, Text(f"! {printable(line)}", style=GRADE_COLOURS["look"]))
    out.print()

    table = plain_table("", "", numbers_from=2)
    table.show_header = False
    read = next((check for check in analysis.checks if check.id == "names_read"), None)
    if read is not None:
        table.add_row(
            "marker names",
            f"no marker set fits; {read.facts['count']} names read as landmarks (see ambulo info)",
        )
    placed = next((check for check in analysis.checks if check.id == "placed_centres"), None)
    if placed is not None and placed.facts.get("placed"):
        said = f"{placed.facts['placed']}: found by fitting the body to all markers"
        table.add_row("without a marker", said)
    table.add_row("activity", scene.activity_in_words)
    table.add_row("body mass", f"{scene.mass:.1f} kg")
    for figure in key_figures(scene):
        table.add_row(figure.label, f"{figure.value} {figure.unit}")
    if scene.activity.stepping:
        table.add_row("strides", strides_in_words(analysis))
        if partly := beside_plates(analysis):
            table.add_row("partly on a plate", printable(partly))
    table.add_row("ground reaction", escape(ground_in_words(scene.ground) or NEVER))
    indented(out, table, below=1)
    if mean_of_sexes(analysis.model):
        said = "The sex is not given, so Ambulo uses the mean of women and men. Give --sex."
        indented(out, Text(said), below=1)
    if scene.perhaps_a_child:
        indented(out, Text(f"{scene.perhaps_a_child} Give --age."), below=1)

    peaks = peak_moments(scene)
    if peaks:
        beside = [f"normal: {scene.band.short}"] if scene.activity.walking else []
        known = [of_both(trust_of_curves(scene, peak), unit=False) for peak in peaks]
        curve = ["curve"] * any(known)
        table = plain_table("peak moment [N·m/kg]", *SIDES, *curve, *beside, numbers_from=1)
        for peak, graded in zip(peaks, known, strict=True):
            sides = (escape(with_band(_when(peak, side), peak.bands.get(side))) for side in SIDES)
            normal = [_peak(peak.normal) for _ in beside]
            table.add_row(peak.name, *sides, *[graded][: len(curve)], *normal)
        indented(out, table)
        if any(that_way(value) == NEVER for peak in peaks for value in peak.sides.values()):
            indented(out, Text(f"{NEVER}: {NEVER_MEANS}", style="dim"))
        if any(peak.strides > 1 for peak in peaks):
            indented(out, Text(of_many(analysis), style="dim"))
        if any(peak.later for peak in peaks):
            said = (
                f"a peak in the first {IMPACT:.0f} % of the stride is the impact of the foot strike"
            )
            indented(out, Text(said, style="dim"))
        if curve:
            indented(out, Text(_CURVE, style="dim"))
        if scene.activity.walking:
            whose = f"normal: peak of the mean curve of {scene.band.population}. Source: "
            said = f"{whose}{scene.band.citation}. {scene.band.remark}".strip()
            if scene.turn:
                said += (
                    " Normal data come from straight walks, so they are only a guide for a turn."
                )
            indented(out, Text(said, style="dim"))
        out.print()
    if analysis.bands is not None:
        _print_bands(out, analysis.bands, any(peak.outside for peak in peaks))
    held = share_inside(scene, analysis.truth)
    if held is not None:
        said = (
            f"In {100 * held:.0f} % of the frames, the true moments of the legs are in these bands."
        )
        indented(out, Text(said), below=1)

    out.print("Open ", Text(printable(str(folder / "report.html")), style="bold"), sep="")
    there = sorted(path for path in folder.glob("*") if path.name != "report.html")
    inside = "  ".join(f"{path.name}/" if path.is_dir() else path.name for path in there)
    out.print(Text(printable(f"Also in {folder}: {inside}"), style="dim"), soft_wrap=True)


def _print_bands(out: Console, bands: Bands, outside: bool) -> None:
    """How many analyses the bands are of, how far their ends still move; peaks outside them."""
    said = f"in brackets: the band that contains {bands_in_words(bands)}"
    if outside:
        said += f". {OUTSIDE.removesuffix('.')}"
    indented(out, Text(said, style="dim"), below=1)
