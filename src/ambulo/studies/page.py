"""A study on disk: study.html that needs no network, comparison.csv, summary.json."""

from __future__ import annotations

import json
import math
from importlib import resources
from pathlib import Path

from ambulo.results.csv_table import write_table
from ambulo.studies.record import Animation, Comparison, StudyResult
from ambulo.version import VERSION

__all__ = ["html", "write_study"]


SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def write_study(result: StudyResult, out: Path, page: bool = True) -> None:
    """Write comparison.csv and summary.json, and study.html unless `page` is False."""
    out.mkdir(parents=True, exist_ok=True)
    headers = ["quantity", "unit", "printed", "ours", "difference", "tolerance", "note"]
    rows = (
        (c.quantity, c.unit, c.printed, c.ours, c.difference, c.tolerance, c.note)
        for c in result.comparisons
    )
    write_table(out / "comparison.csv", headers, rows, exact=True)
    text = json.dumps(_summary(result), indent=2, ensure_ascii=False, allow_nan=False)
    (out / "summary.json").write_text(text + "\n", encoding="utf-8")
    if page:
        (out / "study.html").write_text(html(result), encoding="utf-8")


def html(result: StudyResult) -> str:
    """The study as one page, style, drawings and script inside."""
    from jinja2 import Environment

    from ambulo.studies.figures import draw

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["number"] = number
    environment.filters["verdict"] = _verdict
    own = resources.files("ambulo.studies").joinpath("templates")
    house = resources.files("ambulo.report").joinpath("templates", "report.css").read_text("utf-8")
    template = own.joinpath("study.html.j2").read_text("utf-8")
    failed = [
        f"{c.quantity}: {number(c.ours)} {c.unit} instead of {number(c.printed)}"
        for c in result.comparisons
        if c.passed is False
    ] + [name for name, held in result.checks.items() if not held]
    return environment.from_string(template).render(
        study=result,
        version=VERSION,
        css=house + own.joinpath("study.css").read_text("utf-8"),
        failed=failed,
        drawings=[(chart, draw(chart)) for chart in result.figures],
        scenes=[_scene(animation) for animation in result.animations],
    )


def number(value: str | float) -> str:
    """A number with four significant digits; text as it is."""
    if isinstance(value, str):
        return value
    if not math.isfinite(value):
        return "–"
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:.4g}"
    mantissa, exponent = f"{value:.2e}".split("e")
    return f"{mantissa} · 10{str(int(exponent)).translate(SUPERSCRIPT)}"


def _verdict(comparison: Comparison) -> str:
    return {True: "agrees", False: "differs", None: "reported"}[comparison.passed]


def _summary(result: StudyResult) -> dict[str, object]:
    return {
        "study": result.name,
        "title": result.title,
        "source": result.source,
        "passed": result.passed,
        "comparisons": [
            {
                "quantity": c.quantity,
                "unit": c.unit,
                "printed": _finite(c.printed),
                "ours": _finite(c.ours),
                "difference": _finite(c.difference),
                "relative": _finite(c.relative),
                "tolerance": c.tolerance,
                "passed": c.passed,
                "note": c.note,
            }
            for c in result.comparisons
        ],
        "checks": dict(result.checks),
        "deviations": list(result.deviations),
        "notes": list(result.notes),
    }


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _scene(animation: Animation) -> dict[str, object]:
    return {
        "title": animation.title,
        "caption": animation.caption,
        "data": json.dumps(
            {
                "time": [round(float(t), 4) for t in animation.time],
                "points": animation.points.round(4).tolist(),
                "links": animation.links,
                "trail": animation.trail,
            }
        ),
    }
