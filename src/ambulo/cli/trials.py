"""Several trials together: a study of many, two or more compared, plates registered."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ambulo.cli.app import app
from ambulo.cli.options import Out
from ambulo.inputs.errors import InputError


@app.command()
def batch(
    study: Annotated[Path, typer.Argument(help="STUDY.toml: subjects, conditions, trials")],
    out: Out = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="processes; all processors by default")
    ] = None,
) -> None:
    """Many trials of many subjects, averaged; a run that was stopped goes on where it was."""
    from ambulo.population.batch import run_batch
    from ambulo.report.terminal import StageProgress

    folder = out if out is not None else study.with_name(f"{study.stem}-ambulo")
    with StageProgress() as progress:
        found = run_batch(study, folder, workers=workers, progress=progress)
    typer.echo(
        f"{found.analysed} trials analysed, {found.kept} kept from before, "
        f"{len(found.failed)} failed; {len(found.averages)} averages"
    )
    for trial, message in found.failed.items():
        typer.echo(f"  {trial}: {message}")
    for path in found.files:
        typer.echo(f"  {path}")


@app.command()
def compare(
    folders: Annotated[
        list[Path], typer.Argument(help="two or more folders that `ambulo analyse` has written")
    ],
    out: Annotated[Path, typer.Option("--out", help="table to write")] = Path("ambulo-compare.csv"),
) -> None:
    """Finished analyses beside each other: mean curves over the stride, rms differences."""
    from ambulo.population.compare import compare as run
    from ambulo.population.compare import write_comparison
    from ambulo.results.whole_folder import writing

    if len(folders) < 2:
        raise InputError("one analysis cannot be compared", "compare", "Give two or more folders")
    differences = run(folders)
    with writing(out.parent):
        write_comparison(differences, folders, out)
    for k, folder in enumerate(folders[1:], start=1):
        known = [one for one in differences if one.rms[k] == one.rms[k] and "[deg]" in one.name]
        typer.echo(f"{folder} against {folders[0]}, rms over the stride:")
        for one in sorted(known, key=lambda one: -one.rms[k])[:6]:
            name, _, unit = one.name.partition(" [")
            typer.echo(f"  {name.replace('_', ' ')}: {one.rms[k]:.1f} {unit.removesuffix(']')}")
    typer.echo(f"All quantities: {out}")


@app.command()
def registration(
    folders: Annotated[
        list[Path], typer.Argument(help="folders that `ambulo analyse` has written, of one set-up")
    ],
) -> None:
    """Where the force plates lie against the cameras, by walks in both directions and standing."""
    from ambulo.gait.plate_registration import plate_registration
    from ambulo.report.registration_text import registration_lines
    from ambulo.results.folder import read_folder

    for line in registration_lines(plate_registration([read_folder(f) for f in folders])):
        typer.echo(line)
