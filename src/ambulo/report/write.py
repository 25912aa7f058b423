"""Everything that `ambulo analyse` leaves behind, in one folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ambulo.records import Analysis

__all__ = ["write"]


def write(analysis: Analysis, out: Path) -> None:
    """Write results.nc, model.json, tables/, opensim/, summary.json, provenance.json, log, report.

    Args:
        analysis: what to write.
        out: folder, made if need be; files of an earlier analysis are overwritten.
    Raises:
        InputError: the folder cannot be written to.
    """
    from functools import partial

    from ambulo.results.folder import write_folder

    write_folder(out, partial(_fill, analysis))


def _fill(analysis: Analysis, out: Path) -> None:
    from ambulo.report.page import write_page
    from ambulo.report.scene import Scene
    from ambulo.report.verdict import gate_line, notes
    from ambulo.results.folder import write_results
    from ambulo.results.opensim_files import write_opensim
    from ambulo.results.provenance import provenance, write_provenance
    from ambulo.results.summary import summary, write_summary
    from ambulo.results.tables import write_tables

    for folder in (out / "tables", out / "opensim"):
        folder.mkdir(exist_ok=True)
    scene = Scene(analysis)
    written = write_tables(analysis, scene.posture, out / "tables")
    written += write_opensim(analysis, out / "opensim")
    write_results(analysis, scene.posture, out)
    content = summary(analysis, scene.strides)
    write_summary(content, out / "summary.json")
    write_provenance(provenance(analysis), out / "provenance.json")
    lines = notes(analysis.log, analysis.trial.notes, analysis.model.notes)
    lines += [
        f"{'passed' if gate.passed else 'FAILED'}: {gate_line(gate)}" for gate in analysis.gates
    ]
    (out / "log.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    names = ["results.nc", "model.json", "summary.json", "provenance.json", "log.txt"]
    names += [path.relative_to(out).as_posix() for path in written]
    write_page(scene, out / "report.html", names)
