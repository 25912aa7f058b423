"""Published experiments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ambulo.cli.answer import answer, summary_of
from ambulo.cli.app import app
from ambulo.cli.folder_made import folder_made
from ambulo.cli.options import AsJson, Out, Overwrite, Quiet


def _names_begun(incomplete: str) -> list[str]:
    """Names of studies, for the shell that completes a command."""
    from ambulo.studies.registry import titles

    return [name for name in titles() if name.startswith(incomplete)]


@app.command()
def study(
    name: Annotated[
        str | None,
        typer.Argument(help="which; left out, they are listed", autocompletion=_names_begun),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="exit 1 if a claimed agreement does not hold; no page")
    ] = False,
    out: Out = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """A published experiment: its printed figures beside ours."""
    from ambulo.studies.registry import run_study, titles
    from ambulo.studies.terminal import print_studies, print_study

    if name is None:
        known = titles()
        answer(lambda: known, lambda: print_studies(known), quiet=quiet, as_json=as_json)
        return
    from ambulo.report.progress_line import StageProgress
    from ambulo.results.whole_folder import destination
    from ambulo.studies.page import write_study

    folder = out if out is not None else Path(f"ambulo-{name}")
    destination(folder, overwrite=overwrite)
    with StageProgress(shown=not quiet) as progress:
        result = run_study(name, progress)
        made = write_study(result, folder, page=not check, overwrite=overwrite)
    shown = folder_made(folder, made)
    answer(
        lambda: summary_of(shown),
        lambda: print_study(result, shown),
        quiet=quiet,
        as_json=as_json,
    )
    if check and not result.passed:
        raise typer.Exit(1)
