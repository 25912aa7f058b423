"""report.html: one page that opens offline and can be sent to a colleague."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES
from ambulo.report.comparison import AgreementRow, agreement, ground_agreement, reaction_differences
from ambulo.report.key_figures import key_figures
from ambulo.report.method_text import method_text
from ambulo.report.panels import PANELS
from ambulo.report.peaks import peak_moments
from ambulo.report.scene import Scene
from ambulo.report.sharing_table import sharing_tables
from ambulo.report.verdict import failed, gate_line, notes, verdict
from ambulo.version import VERSION

__all__ = ["render_page", "write_page"]


_UNIT = {"angles": "°", "moments": "N·m/kg", "powers": "W/kg"}


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
    """Agreement with one other source: of the legs, of other joints, of the ground reaction."""

    title: str
    legs: Sequence[AgreementRow]
    others: Sequence[AgreementRow]
    ground: Sequence[AgreementRow]

    @property
    def groups(self) -> dict[str, str]:
        """Units on the page of the groups that the other source has."""
        present = {group for row in (*self.legs, *self.others) for group in row.groups}
        return {group: unit for group, unit in _UNIT.items() if group in present}


def _comparison(scene: Scene, title: str, source: Mapping[str, FloatArray]) -> Comparison | None:
    rows, ground = agreement(scene, source), ground_agreement(scene, source)
    if not rows and not ground:
        return None
    return Comparison(title, [r for r in rows if r.leg], [r for r in rows if not r.leg], ground)


def _number(value: float | None, digits: int = 3) -> str:
    if value is None or not np.isfinite(value):
        return "–"
    return f"{value + 0.0:.{digits}g}"


def _fixed(value: float | None, decimals: int = 2) -> str:
    if value is None or not np.isfinite(value):
        return "–"
    return f"{value + 0.0:.{decimals}f}"


def _subject(scene: Scene) -> list[tuple[str, str, bool]]:
    """Label, value and whether it takes two columns."""
    analysis = scene.analysis
    subject, trial, model = analysis.model.subject, analysis.trial, analysis.model
    sex = {"f": "female", "m": "male", None: "sex not given"}[subject.sex]
    height = f"{subject.height:.2f} m" if subject.height is not None else "not given"
    markers = trial.markers
    span = markers.time[-1] - markers.time[0]
    return [
        ("Subject", subject.name or "not named", False),
        ("Sex, age", sex + (f", {subject.age:.0f} years" if subject.age else ""), False),
        ("Mass", f"{scene.mass:.1f} kg", False),
        ("Height", height, False),
        (
            "Trial",
            f"{trial.path.name}: {span:.2f} s, {len(markers.names)} markers at "
            f"{markers.rate:.0f} Hz, force plates: {len(trial.plates)}",
            True,
        ),
        ("Method", f"{analysis.method}; ground reaction: {scene.ground.source}", True),
        ("Model", f"{model.name}, {model.tree.nv} degrees of freedom", False),
        ("Segment parameters", model.parameters, False),
        ("Marker set", analysis.marker_set, False),
    ]


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
        for panel in PANELS.values()
        if (svg := panel.draw(scene))
    ]
    comparisons = [
        found
        for title, source in (
            ("Against the known truth", analysis.truth),
            ("Against the other system's results in the file", analysis.reference),
        )
        if (found := _comparison(scene, title, source)) is not None
    ]
    css = environment.get_template("report.css").render()
    script = environment.get_template("report.js").render()
    return environment.get_template("report.html.j2").render(
        css=css,
        script=script,
        version=VERSION,
        written=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        name=analysis.trial.path.stem,
        subject=_subject(scene),
        method=method_text(analysis),
        verdict=verdict(analysis.gates),
        failed=[gate_line(gate) for gate in failed(analysis.gates)],
        gates=analysis.gates,
        not_checked=analysis.not_checked,
        key_figures=key_figures(scene),
        figures=figures,
        sides=SIDES,
        strides=scene.strides,
        peaks=peak_moments(scene),
        comparisons=comparisons,
        reactions=reaction_differences(summary),
        sharing=sharing_tables(summary),
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
