"""Published experiments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ambulo.cli.app import app
from ambulo.cli.options import Out


@app.command()
def study(
    name: Annotated[str | None, typer.Argument(help="which; left out, they are listed")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="exit 1 if a claimed agreement does not hold; no page")
    ] = False,
    out: Out = None,
) -> None:
    """A published experiment: its printed figures beside ours."""
    from ambulo.studies.registry import run_study, titles
    from ambulo.studies.terminal import print_studies, print_study

    if name is None:
        print_studies(titles())
        return
    from ambulo.report.terminal import StageProgress

    folder = out if out is not None else Path(f"ambulo-{name}")
    with StageProgress() as progress:
        result = run_study(name, folder, lambda stage, _: progress(stage), check=check)
    print_study(result, folder)
    if check and not result.passed:
        raise typer.Exit(1)
