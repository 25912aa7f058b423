"""Everything that `ambulo analyse` leaves behind, in one folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ambulo.records import Analysis

__all__ = ["write"]


def write(
    analysis: Analysis,
    out: Path,
    *,
    config: Mapping[str, object],
    inputs: Mapping[str, Path],
    seed: int | None,
) -> None:
    """Write results.nc, model.json, tables/, opensim/, summary.json, provenance.json, log, report.

    Args:
        analysis: what to write.
        out: folder, made if need be; files of an earlier analysis are overwritten.
        config: settings used, for the provenance.
        inputs: files read, by role, for the provenance.
        seed: of random numbers; None if none were drawn.
    Raises:
        InputError: the folder cannot be written to.
    """
    import ambulo
    from ambulo.model.model_file import write_model
    from ambulo.report.page import write_page
    from ambulo.report.scene import Scene
    from ambulo.report.verdict import gate_line, notes
    from ambulo.results.dataset import write_dataset
    from ambulo.results.opensim_files import write_opensim
    from ambulo.results.provenance import provenance, write_provenance
    from ambulo.results.summary import summary, write_summary
    from ambulo.results.tables import write_tables

    with _writing(out):
        for folder in (out, out / "tables", out / "opensim"):
            folder.mkdir(parents=True, exist_ok=True)
        scene = Scene(analysis)
        written = write_tables(analysis, scene.posture, out / "tables")
        written += write_opensim(analysis, out / "opensim")
        write_dataset(analysis, scene.posture, out / "results.nc")
        write_model(analysis.model, out / "model.json")
        content = summary(analysis, scene.strides, ambulo.__version__)
        write_summary(content, out / "summary.json")
        record = provenance(analysis, config=config, inputs=inputs, seed=seed)
        write_provenance(record, out / "provenance.json")
        lines = notes(analysis.log, analysis.trial.notes, analysis.model.notes)
        lines += [
            f"{'passed' if gate.passed else 'FAILED'}: {gate_line(gate)}" for gate in analysis.gates
        ]
        (out / "log.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        names = ["results.nc", "model.json", "summary.json", "provenance.json", "log.txt"]
        names += [path.relative_to(out).as_posix() for path in written]
        write_page(scene, out / "report.html", names, content)


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """Says which file or folder cannot be written."""
    from ambulo.errors import InputError

    try:
        yield
    except OSError as error:
        raise InputError(
            what=f"this part of the output folder cannot be written ({error.strerror or error})",
            where=str(error.filename or out),
            remedy="Close it in other programs, or give a folder that you may write to with --out",
        ) from error
