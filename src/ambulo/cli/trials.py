"""Several trials together: a study of many, two or more compared, plates registered."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Literal

import typer

from ambulo.cli.app import app
from ambulo.cli.aside import aside
from ambulo.cli.options import Cluster, Norms, Out, Overwrite
from ambulo.inputs.errors import InputError


@app.command()
def batch(
    study: Annotated[Path, typer.Argument(help="STUDY.toml: subjects, conditions, trials")],
    out: Out = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="processes; all processors by default")
    ] = None,
    cluster: Cluster = None,
) -> None:
    """Many trials of many subjects, averaged; a run that was stopped goes on where it was."""
    from ambulo.execution.cluster import workers_of
    from ambulo.population.batch import run_batch
    from ambulo.report.terminal import StageProgress

    folder = out if out is not None else study.with_name(f"{study.stem}-ambulo")
    # one process is this one
    alone = cluster is None and workers == 1
    crew = nullcontext() if alone else workers_of(cluster, workers, say=aside)
    with StageProgress() as progress, crew as executor:
        found = run_batch(study, folder, workers=workers, executor=executor, progress=progress)
    typer.echo(
        f"{found.analysed} trials analysed, {found.kept} kept from before, "
        f"{len(found.failed)} failed; {len(found.averages)} averages"
    )
    for trial, message in found.failed.items():
        typer.echo(f"  {trial}: {message}")
    for path in found.files:
        typer.echo(f"  {path}")
    for note in found.notes:
        typer.echo(note)


@app.command()
def compare(
    folders: Annotated[
        list[Path], typer.Argument(help="two or more folders that `ambulo analyse` has written")
    ],
    out: Annotated[Path, typer.Option("--out", help="folder for the results")] = Path(
        "ambulo-compare"
    ),
    overwrite: Overwrite = False,
) -> None:
    """Finished analyses beside each other: mean curves over the stride, rms differences."""
    from ambulo.population.comparison_files import compare_folders

    if len(folders) < 2:
        raise InputError("one analysis cannot be compared", "compare", "Give two or more folders")
    found = compare_folders(folders, out, overwrite=overwrite)
    for k, name in enumerate(found.names[1:], start=1):
        known = [o for o in found.differences if o.rms[k] == o.rms[k] and "[deg]" in o.name]
        typer.echo(f"{name} against {found.names[0]}, rms over the stride:")
        for one in sorted(known, key=lambda one: -one.rms[k])[:6]:
            quantity, _, unit = one.name.partition(" [")
            typer.echo(f"  {quantity.replace('_', ' ')}: {one.rms[k]:.1f} {unit.removesuffix(']')}")
    typer.echo(f"Open {found.folder / 'compare.html'}; all quantities are in curves.csv there")


@app.command()
def norms(
    folders: Annotated[
        list[Path], typer.Argument(help="folders of walks that `ambulo analyse` has written")
    ],
    out: Annotated[Path, typer.Option("--out", help="file .nc to write")] = Path("norms.nc"),
    population: Annotated[
        str | None, typer.Option("--population", help="who they are, for the legends")
    ] = None,
) -> None:
    """Normal data of your own, to be shown beside a walk with --norms."""
    from ambulo.population.norms import make_norms, write_norms

    found = make_norms(folders)
    write_norms(found, out, population)
    typer.echo(f"{found.said}; {found.trials} walks. Use it with --norms {out}")


@app.command()
def figures(
    folder: Annotated[Path, typer.Argument(help="folder that `ambulo analyse` has written")],
    form: Annotated[
        Literal["svg", "pdf", "png"], typer.Option("--format", help="of the files")
    ] = "svg",
    norms: Norms = None,
) -> None:
    """Joint curves and ground reaction as figures for print, with captions."""
    import os

    from ambulo.report.figures import write_figures
    from ambulo.results.folder import read_folder

    # files are drawn, nothing is shown: no window system is needed
    os.environ["MPLBACKEND"] = "agg"
    for path in write_figures(read_folder(folder), folder / "figures", form, norms):
        typer.echo(path)


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
