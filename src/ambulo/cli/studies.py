"""Published experiments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ambulo.cli.app import Answer, Progress, command, folder_made, in_folder
from ambulo.cli.options import Out, Overwrite, flag
from ambulo.inputs.errors import InputError


def _names_begun(incomplete: str) -> list[str]:
    """Names of studies, for the shell that completes a command."""
    from ambulo.studies.registry import STUDIES

    return [name for name in STUDIES if name.startswith(incomplete)]


@command
def study(
    progress: Progress,
    name: Annotated[
        str | None,
        typer.Argument(
            help="name of a study; omit it to list all studies", autocompletion=_names_begun
        ),
    ] = None,
    check: Annotated[
        bool,
        flag(
            "--check",
            "compare only: write no page, and files only with --out; end with status 1 if a "
            "result no longer agrees",
        ),
    ] = False,
    out: Out = None,
    overwrite: Overwrite = False,
) -> Answer:
    """Repeat a study (most are published), and compare the results with it.

    ambulo study                    lists all studies
    ambulo study NAME
    """
    from ambulo.studies.registry import run_study, titles
    from ambulo.studies.terminal import print_studies, print_study

    if name is None:
        if check:
            raise InputError(
                what="no study is named, so nothing would be checked",
                where="--check",
                remedy="Give the name of a study that `ambulo study` lists",
            )
        known = titles()
        return Answer(lambda: known, lambda: print_studies(known))
    from ambulo.results.whole_folder import require_place
    from ambulo.studies.page import study_summary, write_study

    if check and out is None:
        found = run_study(name, progress)
        return Answer(
            lambda: study_summary(found), lambda: print_study(found), int(not found.passed)
        )
    folder = out if out is not None else Path(f"ambulo-{name}")
    require_place(folder, overwrite=overwrite)
    result = run_study(name, progress)
    made = write_study(result, folder, page=not check, overwrite=overwrite)
    shown = folder_made(folder, made)
    failed = check and not result.passed
    return in_folder(shown, lambda: print_study(result, shown))._replace(status=int(failed))
