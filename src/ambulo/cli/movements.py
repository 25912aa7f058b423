"""What goes on from an analysis, or from a problem of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ambulo.cli.app import app
from ambulo.cli.folder_made import folder_made
from ambulo.cli.options import Integrator, NamesInHelp, Out, Overwrite


@app.command()
def bone(
    folder: Annotated[Path, typer.Argument(help="folder that `ambulo analyse` has written")],
) -> None:
    """Strain at the middle of the tibia over an analysed walk."""
    from ambulo.bone.bone import strain_of_analysis
    from ambulo.report.terminal import StageProgress

    with StageProgress() as progress:
        found = strain_of_analysis(folder, lambda stage, _: progress(stage))
    for note in found.notes:
        typer.echo(note)
    for side, leg in found.sides.items():
        high, low = (1e6 * peak for peak in leg.peaks("anteromedial"))
        typer.echo(
            f"{side.capitalize()} tibia, anteromedial mid-shaft: peaks {high:+.0f} and {low:+.0f} "
            "microstrain"
        )
    typer.echo(
        f"Open {folder / 'bone' / 'bone.html'}; tables of strain and muscle forces beside it"
    )


@app.command()
def ballistic(
    problem: Annotated[Path, typer.Argument(help="PROBLEM.toml: what moves, postures, times")],
    out: Out = None,
    overwrite: Overwrite = False,
) -> None:
    """A movement between postures that nothing drives on the way."""
    from ambulo.ballistic.problem_run import solve_file
    from ambulo.report.terminal import StageProgress

    folder = out if out is not None else problem.with_name(f"{problem.stem}-ambulo")
    with StageProgress() as progress:
        found = solve_file(problem, folder, lambda stage, _: progress(stage), overwrite=overwrite)
    made = folder_made(folder, found.folder)
    typer.echo(found.message)
    for name in found.files:
        typer.echo(f"  {made / name}")


@app.command(cls=NamesInHelp)
def simulate(
    folder: Annotated[Path, typer.Argument(help="folder that `ambulo analyse` has written")],
    step: Annotated[float, typer.Option("--step", help="longest step, s")] = 1e-3,
    integrator: Integrator = "dop853",
    control: Annotated[
        Literal["none", "pd", "sampled"],
        typer.Option("--control", help="open loop, held to the motion, or so at each step's end"),
    ] = "none",
    carried: Annotated[
        Literal["feet", "lumbar", "pelvis", "head"],
        typer.Option("--carried", help="where the ground's force acts; errors grow differently"),
    ] = "feet",
    between: Annotated[
        Literal["linear", "cubic", "quintic"],
        typer.Option("--between", help="course of the stored forces between frames"),
    ] = "cubic",
) -> None:
    """Forward simulation of an analysed trial: do its stored forces give the motion back?"""
    from ambulo.forward_check.files import simulate_folder
    from ambulo.forward_check.terminal import print_check
    from ambulo.report.terminal import StageProgress

    with StageProgress() as progress:
        check = simulate_folder(
            folder,
            integrator=integrator,
            step=step,
            control=control,
            carried=carried,
            between=between,
            progress=progress,
        )
    print_check(check, folder)
