"""A study on disk: study.html with charts (works offline), comparison.csv, summary.json."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.records import Grade
from ambulo.report.curve_words import units_in_words
from ambulo.report.page_data import (
    CheckEntry,
    ChecksPanel,
    Clock,
    Column,
    LinesPanel,
    MapPanel,
    Mark,
    Page,
    PanelGroup,
    Plot,
    Points,
    Rods,
    Role,
    ScenePanel,
    Series,
    Stroke,
    TablePanel,
    TableRow,
    TextPanel,
    Trace,
    Unit,
    assumptions,
)
from ambulo.report.page_file import write_page_file
from ambulo.report.plot_data import colour_of
from ambulo.results.csv_table import write_table
from ambulo.results.json_file import Json, write_json
from ambulo.results.time_series import write_time_series
from ambulo.results.whole_folder import write_folder
from ambulo.studies.record import VERDICTS, Animation, Chart, Comparison, Curve, StudyResult, Table

_OF_SIDE: Mapping[str, Role] = {"left": "left", "right": "right"}
"""Left red, right blue, as everywhere."""
_LOG: Mapping[tuple[bool, bool], Literal["", "x", "y", "xy"]] = {
    (False, False): "",
    (True, False): "x",
    (False, True): "y",
    (True, True): "xy",
}
_LABEL = re.compile(r"^(?P<name>.*?)\s*\[(?P<unit>[^\]]*)\]$")


def chart_panels(charts: Sequence[Chart]) -> list[LinesPanel | MapPanel]:
    """Every chart of a study: curves over their own axis, or a map with curves on it.

    Maps of one quantity have the same colour scale, so that they can be compared.
    """
    ends: dict[str, tuple[float, float]] = {}
    for chart in charts:
        if chart.grid is not None:
            values = np.asarray(chart.grid[2], dtype=float)
            low, high = ends.get(chart.grid_label, (np.inf, -np.inf))
            ends[chart.grid_label] = (
                min(low, float(np.nanmin(values))),
                max(high, float(np.nanmax(values))),
            )
    return [_panel(chart, ends.get(chart.grid_label)) for chart in charts]


def _panel(chart: Chart, ends: tuple[float, float] | None) -> LinesPanel | MapPanel:
    heading = chart.title[:1].upper() + chart.title[1:]
    series = [_series(curve, k) for k, curve in enumerate(chart.curves)]
    name = f"chart-{chart.name}"
    if chart.grid is not None:
        x, y, values = (np.asarray(part, dtype=float) for part in chart.grid)
        label, unit = _split(chart.grid_label)
        return MapPanel(
            name,
            heading,
            x,
            y,
            values,
            units_in_words(chart.x_label),
            units_in_words(chart.y_label),
            label,
            unit,
            range=ends,
            series=series,
            caption=chart.caption,
        )
    title, unit = _split(chart.y_label)
    plot = Plot(
        title,
        (Unit(unit),),
        series,
        xlabel=units_in_words(chart.x_label),
        log=_LOG[chart.log_x, chart.log_y],
        equal=chart.equal,
        marks=[Mark("x", float(at), "grey", "") for at in chart.marks],
    )
    return LinesPanel(name, heading, [plot], columns=1, caption=chart.caption)


def _split(label: str) -> tuple[str, str]:
    """Name and unit of "velocity [m/s]"."""
    found = _LABEL.match(label)
    return (found["name"], units_in_words(found["unit"])) if found else (label, "")


def _series(curve: Curve, k: int) -> Series:
    role: Role = "ink" if curve.style.startswith("k") else colour_of(k)
    return Series(
        units_in_words(curve.label),
        _OF_SIDE.get(curve.label, role),
        np.asarray(curve.y, dtype=float),
        x=np.asarray(curve.x, dtype=float),
        stroke=_stroke(curve.style.removeprefix("k")),
    )


def _stroke(style: str) -> Stroke:
    if style.startswith(("o", ".")):
        return "both" if style.endswith("-") else "points"
    if style.startswith("--"):
        return "dash"
    return "dot" if style.startswith((":", "-.")) else "solid"


# of a table that stands open
_MOST_ROWS = 30

# of a printed number with which ours is called the same where nothing is claimed
_NEAR = 0.01

SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def write_study(
    result: StudyResult, out: Path, page: bool = True, *, overwrite: bool = False
) -> Path:
    """Write comparison.csv, summary.json, runs over time, and study.html unless `page` is False.

    Args:
        result: result of `run_study`.
        out: folder to make.
        page: whether the page is written.
        overwrite: whether an earlier study there is replaced; otherwise `NAME-2`, `NAME-3`, … is
            made.

    Returns:
        The folder that was made.

    Raises:
        InputError: the folder cannot be written to, or has contents that Ambulo must not replace.
    """
    return write_folder(out, lambda fresh: _fill(result, fresh, page), overwrite=overwrite)


def _fill(result: StudyResult, out: Path, page: bool) -> None:
    headers = ["quantity", "unit", "printed", "ours", "difference", "met from", "met to"]
    headers += ["note", "verdict", "cause", "without cause"]
    rows = (
        (c.quantity, c.unit, c.printed, c.ours, c.difference, *map(_end, c.allowed),
         c.note, c.verdict, c.cause, c.without)
        for c in result.comparisons
    )  # fmt: skip
    write_table(out / "comparison.csv", headers, rows, exact=True)
    write_json(study_summary(result), out / "summary.json")
    for name, series in result.series.items():
        write_time_series(series, out, name)
    if page:
        write_page_file(study_page(result), out / "study.html")


def study_page(result: StudyResult) -> Page:
    """The study as a page: printed and found numbers, deviations, scenes, figures, tables,
    assumptions.

    Args:
        result: result of the study.
    """
    clocks = {f"animation-{k + 1}": Clock(a.time) for k, a in enumerate(result.animations)}
    question = "Does it agree?" if result.comparisons else "Does it hold?"
    sections = [PanelGroup("agreement", question, [_checks(result)])]
    if result.comparisons:
        sections.append(PanelGroup("printed", "Printed and found", [_comparisons(result)]))
    if result.deviations and result.comparisons:
        title = "Where the printed numbers and this study differ, and why"
        panel = TextPanel("deviations-list", title, items=result.deviations)
        sections.append(PanelGroup("deviations", title, [panel]))
    if result.animations:
        scenes = [
            _scene(animation, clock)
            for animation, clock in zip(result.animations, clocks, strict=True)
        ]
        sections.append(PanelGroup("scenes", "In space", scenes))
    if result.figures:
        sections.append(PanelGroup("figures", "Figures", chart_panels(result.figures)))
    if result.tables:
        tables = [_table(table, k) for k, table in enumerate(result.tables)]
        sections.append(PanelGroup("tables", "Tables", tables))
    sections += assumptions(result.notes)
    return Page(
        title=result.title,
        subtitle=result.source,
        footer=f"Ambulo {VERSION}, {result.name}",
        sections=sections,
        clocks=clocks,
    )


def _checks(result: StudyResult) -> ChecksPanel:
    """How many printed numbers agree, then what is claimed, and whether it holds."""
    checks = [
        CheckEntry(c.quantity, "good" if c.passed else "look", _found(c), "", c.note)
        for c in result.comparisons
        if c.passed is not None
    ]
    checks += [CheckEntry(name, "good" if held else "look") for name, held in result.checks.items()]
    checks += [CheckEntry(change, "look") for change in result.changes]
    reported = [c for c in result.comparisons if c.passed is None]
    counts = Counter(c.verdict or _unclaimed(c) for c in reported)
    differ, unknown = counts["differs"], counts["missed, cause not isolated"]
    agree, shown = counts["met"] + counts["better"], counts["missed, cause shown"]
    judged = agree + shown + unknown
    claimed = len(result.comparisons) - len(reported)
    failed = sum(check.grade != "good" for check in checks)
    grade: Grade
    if not checks and judged:
        grade, verdict = "good", ""
    elif not checks:
        grade, verdict = "unknown", "No agreement is claimed here."
    elif failed:
        grade, verdict = "look", f"{failed} of {len(checks)} claims do not hold."
    else:
        count = f"All {len(checks)} claims hold" if len(checks) > 1 else "The one claim holds"
        grade, verdict = "good", f"{count}."
    if grade == "good" and (differ or unknown):
        grade = "look"
        if differ:
            verdict += f" {differ} printed number{'s differ' if differ > 1 else ' differs'}."
    elif grade == "good" and not claimed and not agree:
        of = "compared" if not reported else "claimed to agree"
        grade, verdict = "unknown", f"{verdict} No printed number is {of}."
    if judged:
        causes = [f"for {shown} of the others the cause is shown"] if shown else []
        causes += [f"for {unknown} the cause is not known"] if unknown else []
        rest = len(reported) - judged
        causes += [f"{rest} cannot be judged"] if rest else []
        why = f"; {', '.join(causes)}" if causes else ""
        verdict = f"{agree} of {len(reported)} printed numbers agree{why}. {verdict}".strip()
    text = ""
    if reported:
        said = [f"{n} {what}" for what, n in sorted(counts.items(), key=_first)]
        said += [f"{claimed} claimed to agree"] if claimed else []
        text = f"Of {len(result.comparisons)} printed numbers: {', '.join(said)}."
    return ChecksPanel("claims", "Claims", grade, verdict, checks, text=text)


def _first(count: tuple[str, int]) -> int:
    """The place of a verdict, the first to be looked at first."""
    return VERDICTS.index(count[0]) if count[0] in VERDICTS else len(VERDICTS)


def _unclaimed(c: Comparison) -> str:
    """Of a printed number that is in no list and claims nothing."""
    if c.apart:
        return "of another walk"
    near = abs(_beyond_rounding(c)) <= _NEAR * abs(c.printed)
    return "within 1 %" if near else "differs"


def _found(c: Comparison) -> str:
    unit = f" {units_in_words(c.unit)}" if c.unit else ""
    return (
        f"{number(c.ours)}{unit}, printed {number(c.printed)}{unit}, may differ by "
        f"{number(c.tolerance or 0.0)}{unit}"
    )


def _comparisons(result: StudyResult) -> TablePanel:
    columns = (
        Column("quantity"),
        Column("unit"),
        Column("printed", number=True, decimals=-4),
        Column("ours", number=True, decimals=-4),
        Column("difference", number=True, decimals=-2),
        Column("met by"),
        Column("verdict"),
        Column("note"),
    )
    words = {True: "agrees", False: "differs", None: "reported"}
    rows: list[TableRow] = []
    for c in result.comparisons:
        figures = (c.printed, c.ours, _beyond_rounding(c), _signed(agreed_interval(c)))
        unit = units_in_words(c.unit)
        verdict = c.verdict or ("another walk" if c.apart else words[c.passed])
        note = f"{c.note}. {c.cause}" if c.cause else c.note
        rows.append(TableRow([c.quantity, unit, *figures, verdict, note]))
    title = "Printed and found" if len(rows) <= _MOST_ROWS else f"{len(rows)} printed numbers"
    return TablePanel("comparisons", title, columns, rows, folded=len(rows) > _MOST_ROWS)


def _signed(text: str) -> str:
    """With the minus sign before numbers that the page has everywhere."""
    return re.sub(r"(?<![\w.)])-(?=\d)", "−", text)


def agreed_interval(c: Comparison) -> str:
    """The interval in which our number agrees, in words; "" if no agreement is claimed."""
    if c.row is None:
        return "" if c.tolerance is None else f"± {number(c.tolerance)}"
    width, largest = float(np.ptp(c.allowed)), max(map(abs, c.allowed))
    # four digits of 652.0535 and 652.0545 are the same
    digits = math.ceil(math.log10(largest / width)) + 1 if math.isfinite(width) else 4
    low, high = (number(end, max(4, digits)) if math.isfinite(end) else "" for end in c.allowed)
    return f"{low}…{high}"


def _end(limit: float) -> float | None:
    """Of an interval, None where it has none."""
    return limit if math.isfinite(limit) else None


def _beyond_rounding(c: Comparison) -> float:
    """Ours less printed; what the arithmetic alone leaves is none."""
    return 0.0 if abs(c.difference) < 1e-12 * max(abs(c.printed), 1.0) else c.difference


def _table(table: Table, k: int) -> TablePanel:
    columns = []
    for place, heading in enumerate(table.headings):
        cells = [row[place] for row in table.rows]
        # one dash among numbers, wherever it stands, makes no column of words
        numeric = any(not isinstance(cell, str) for cell in cells)
        decimals = _decimals(cells) if numeric else -1
        columns.append(Column(units_in_words(heading), number=numeric, decimals=decimals))
    rows = [
        TableRow([_signed(units_in_words(cell)) if isinstance(cell, str) else cell for cell in row])
        for row in table.rows
    ]
    title = table.title[:1].upper() + table.title[1:]
    return TablePanel(f"table-{k + 1}", title, columns, rows, caption=units_in_words(table.caption))


def _decimals(cells: Sequence[str | float]) -> int:
    """The same for a column whose numbers are of one size: its largest to four digits, or exact.

    -4, four digits of each, where sizes differ by more than ten thousand times.
    """
    sizes = [abs(v) for v in cells if not isinstance(v, str) and math.isfinite(v) and v != 0.0]
    if not sizes or max(sizes) > min(1e4 * min(sizes), 1e6) or min(sizes) < 1e-4:
        return -4
    exact = max(len(f"{v:.6f}".rstrip("0").partition(".")[2]) for v in sizes)
    return min(exact, max(0, 3 - math.floor(math.log10(max(sizes)))))


def _scene(animation: Animation, clock: str) -> ScenePanel:
    path = animation.points
    trails = [
        Trace("trail", f"point {i + 1}", "c2", np.ascontiguousarray(path[:, i]))
        for i in animation.trail
    ]
    link = Rods("body", animation.links, "c1", _rod(path), path)
    names = [f"point {i + 1}" for i in range(path.shape[1])]
    way = path[-1, 0, :2] - path[0, 0, :2]
    return ScenePanel(
        clock,
        animation.title,
        clock,
        links=[link],
        points=[Points("points", names, "ink", 1.5 * _rod(path), path)],
        traces=trails,
        # a chain that hangs below its pivot stands on no floor
        floor=float(np.nanmin(path[..., 2])) > -0.05,
        heading=float(np.arctan2(way[1], way[0])) if float(np.hypot(*way)) > 0.3 else 0.0,
        caption=animation.caption,
    )


def _rod(path: FloatArray) -> float:
    """Half thickness of a drawn link [m]: a sixtieth of the figure's size."""
    size = float(np.nanmax(np.nanmax(path, axis=1) - np.nanmin(path, axis=1)))
    return size / 60.0


def number(value: float, digits: int = 4) -> str:
    """A number with a given number of significant digits."""
    if not math.isfinite(value):
        return "–"
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:.{digits}g}"
    mantissa, exponent = f"{value:.2e}".split("e")
    return f"{mantissa} · 10{str(int(exponent)).translate(SUPERSCRIPT)}"


def study_summary(result: StudyResult) -> dict[str, Json]:
    """Content of summary.json for a study."""
    return {
        "study": result.name,
        "title": result.title,
        "source": result.source,
        "passed": result.passed,
        "comparisons": [
            {
                "quantity": c.quantity,
                "unit": c.unit,
                "printed": c.printed,
                "ours": c.ours,
                "difference": c.difference,
                "relative": c.relative,
                "met from": _end(c.allowed[0]),
                "met to": _end(c.allowed[1]),
                "passed": c.passed,
                "note": c.note,
                "verdict": c.verdict,
                "cause": c.cause,
                "without cause": c.without,
            }
            for c in result.comparisons
        ],
        "checks": dict(result.checks),
        "changes": list(result.changes),
        "deviations": list(result.deviations),
        "notes": list(result.notes),
    }
