"""report.html: one page that opens offline and can be sent to a colleague."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

import ambulo
from ambulo.records import SIDES
from ambulo.report.comparison import AgreementRow, agreement
from ambulo.report.panels import PANELS
from ambulo.report.peaks import peak_moments
from ambulo.report.scene import Scene
from ambulo.report.summary import rms
from ambulo.report.verdict import failed, gate_line, notes, verdict

__all__ = ["render_page", "write_page"]


@dataclass(frozen=True)
class Figure:
    """One drawn panel."""

    name: str
    title: str
    svg: str
    caption: str
    folded: bool


@dataclass(frozen=True)
class Comparison:
    """Agreement with one other source."""

    title: str
    rows: Sequence[AgreementRow]


def _number(value: float | None, digits: int = 3) -> str:
    if value is None or not np.isfinite(value):
        return "–"
    return f"{value + 0.0:.{digits}g}"


def _fixed(value: float | None, decimals: int = 2) -> str:
    if value is None or not np.isfinite(value):
        return "–"
    return f"{value + 0.0:.{decimals}f}"


def _subject(scene: Scene) -> list[tuple[str, str]]:
    subject, trial = scene.analysis.model.subject, scene.analysis.trial
    sex = {"f": "female", "m": "male", None: "not given"}[subject.sex]
    markers = trial.markers
    time = markers.time
    return [
        ("Subject", subject.name or "not named"),
        ("Sex, age", sex + (f", {subject.age:.0f} years" if subject.age is not None else "")),
        ("Mass", f"{scene.mass:.1f} kg"),
        ("Height", f"{subject.height:.2f} m" if subject.height is not None else "not given"),
        ("Trial", trial.path.name),
        (
            "Recorded",
            f"{time[-1] - time[0]:.2f} s, {len(markers.names)} markers at {markers.rate:.0f} Hz, "
            f"{len(trial.plates)} force plates",
        ),
        ("Method", f"{scene.analysis.method}; ground reaction: {scene.ground.source}"),
        (
            "Model",
            f"{scene.analysis.model.name}, {scene.analysis.model.tree.nv} degrees of freedom, "
            f"segments after {scene.analysis.model.parameters}; markers: "
            f"{scene.analysis.marker_set}",
        ),
    ]


def _key_figures(scene: Scene) -> list[tuple[str, str, str]]:
    """Label, value and unit of what one looks at first."""
    strides, residual = scene.strides, scene.analysis.residual
    figures = []
    if strides:
        figures += [
            ("speed", _fixed(float(np.mean([s.speed for s in strides]))), "m/s"),
            ("cadence", _fixed(float(np.mean([s.cadence for s in strides])), 0), "steps/min"),
            ("stride", _fixed(float(np.mean([s.stride_length for s in strides]))), "m"),
        ]
    figures.append(("markers, rms", _fixed(1e3 * rms(scene.analysis.marker_residual), 1), "mm"))
    if np.isfinite(residual).any():
        force, moment = (
            np.sqrt(3.0) * rms(residual[:, part]) for part in (slice(3, 6), slice(0, 3))
        )
        figures += [
            (
                "residual force, rms",
                _fixed(100.0 * float(force) / scene.weight, 1),
                "% body weight",
            ),
            ("residual moment, rms", _fixed(float(moment), 1), "N·m"),
        ]
    return figures


def render_page(scene: Scene, files: Sequence[str], summary: Mapping[str, object]) -> str:
    """The whole page as text.

    Args:
        files: names of the files written beside the page, for its list.
        summary: content of summary.json.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("ambulo.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(number=_number, fixed=_fixed)
    analysis = scene.analysis
    figures = [
        Figure(panel.name, panel.title, svg, panel.caption(scene), panel.folded)
        for panel in PANELS
        if (svg := panel.draw(scene))
    ]
    comparisons = [
        Comparison(title, rows)
        for title, source in (
            ("Against the known truth", analysis.truth),
            ("Against the other system's results in the file", analysis.reference),
        )
        if (rows := agreement(scene, source))
    ]
    css = environment.get_template("report.css").render()
    return environment.get_template("report.html.j2").render(
        css=css,
        version=ambulo.__version__,
        written=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        name=analysis.trial.path.stem,
        subject=_subject(scene),
        verdict=verdict(analysis.gates),
        failed=[gate_line(gate) for gate in failed(analysis.gates)],
        gates=analysis.gates,
        key_figures=_key_figures(scene),
        figures=figures,
        sides=SIDES,
        strides=scene.strides,
        peaks=peak_moments(scene),
        comparisons=comparisons,
        notes=notes(analysis.log, analysis.trial.notes, analysis.model.notes),
        band=scene.band,
        files=files,
        timing=summary.get("timing_s") or {},
    )


def write_page(
    scene: Scene, path: Path, files: Sequence[str], summary: Mapping[str, object]
) -> None:
    """Write report.html."""
    path.write_text(render_page(scene, files, summary), encoding="utf-8")
