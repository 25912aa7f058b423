"""Published experiments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ambulo.cli.app import app
from ambulo.cli.folder_made import folder_made
from ambulo.cli.options import Out, Overwrite


@app.command()
def study(
    name: Annotated[str | None, typer.Argument(help="which; left out, they are listed")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="exit 1 if a claimed agreement does not hold; no page")
    ] = False,
    out: Out = None,
    overwrite: Overwrite = False,
) -> None:
    """A published experiment: its printed figures beside ours."""
    from ambulo.studies.registry import run_study, titles
    from ambulo.studies.terminal import print_studies, print_study

    if name is None:
        print_studies(titles())
        return
    from ambulo.report.terminal import StageProgress
    from ambulo.results.whole_folder import destination
    from ambulo.studies.page import write_study

    folder = out if out is not None else Path(f"ambulo-{name}")
    destination(folder, overwrite=overwrite)
    with StageProgress() as progress:
        result = run_study(name, lambda stage, _: progress(stage))
        made = write_study(result, folder, page=not check, overwrite=overwrite)
    print_study(result, folder_made(folder, made))
    if check and not result.passed:
        raise typer.Exit(1)
