"""All files of `ambulo analyse`, in one folder."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ambulo.records import Analysis

Also = Literal["c3d", "xlsx"]
"""Files that are written on request."""
Files = Literal["all", "results", "curves"]
"""All files; or results.nc, model.json and the record of the analysis; or only this record."""


def write(
    analysis: Analysis,
    out: str | Path,
    *,
    overwrite: bool = False,
    beside: Callable[[Path], None] | None = None,
    also: Collection[Also] = (),
    files: Files = "all",
) -> Path:
    """Write results.nc, model.json, tables/, opensim/, summary.json, provenance.json, log, report.

    All files appear at once, with manifest.json.

    Args:
        analysis: analysis to write.
        out: folder to make.
        overwrite: whether an earlier analysis there is replaced, with the results made from it;
            otherwise `NAME-2`, `NAME-3`, … is made.
        beside: function that writes further files into the folder.
        also: "c3d", results.c3d: the trial with the results in it; "xlsx", results.xlsx: tables.
        files: which files to write: all; without page and tables; or also without results.nc and
            model.json.
    Returns:
        The folder that was made.
    Raises:
        InputError: the folder cannot be written to, or has contents that Ambulo must not replace.
    """
    from ambulo.inputs.arguments import path_of
    from ambulo.results.whole_folder import write_folder

    def fill(folder: Path) -> None:
        if beside is not None:
            beside(folder)
        _fill(analysis, folder, also, files)

    return write_folder(path_of(out, "folder"), fill, overwrite=overwrite)


def _fill(analysis: Analysis, out: Path, also: Collection[Also], files: Files) -> None:
    from ambulo.inputs.printable import printable
    from ambulo.report.left_out import left_out
    from ambulo.report.page import write_page
    from ambulo.report.scene import Scene
    from ambulo.report.verdict import check_line
    from ambulo.report.wording import notes_in_words
    from ambulo.results.folder import write_results
    from ambulo.results.json_file import write_json
    from ambulo.results.opensim_files import write_opensim
    from ambulo.results.provenance import provenance
    from ambulo.results.summary import summary
    from ambulo.results.tables import write_tables

    scene = Scene(analysis)
    without = left_out(scene)
    if without:
        analysis = replace(analysis, log=(*analysis.log, *without))
        scene = Scene(analysis)
    if files != "curves":
        write_results(analysis, scene.posture, out)
    write_json(summary(analysis, scene.strides), out / "summary.json")
    write_json(provenance(analysis), out / "provenance.json")
    lines = notes_in_words(analysis)
    lines += [f"{check.grade.replace('-', ' ')}: {check_line(check)}" for check in analysis.checks]
    (out / "log.txt").write_text("\n".join(map(printable, lines)) + "\n", encoding="utf-8")
    if files != "all":
        return
    for folder in (out / "tables", out / "opensim"):
        folder.mkdir(exist_ok=True)
    written = write_tables(analysis, scene.posture, out / "tables")
    if "xlsx" in also:
        from ambulo.results.workbook import write_workbook

        written.append(write_workbook(written, out / "results.xlsx"))
    written += write_opensim(analysis, scene.posture, out / "opensim")
    if "c3d" in also:
        from ambulo.results.c3d_file import write_results_c3d

        written.append(write_results_c3d(analysis, out / "results.c3d"))
    names = ["results.nc", "model.json", "summary.json", "provenance.json", "log.txt",
             "manifest.json"]  # fmt: skip
    names += [path.relative_to(out).as_posix() for path in written]
    write_page(scene, out / "report.html", names)
