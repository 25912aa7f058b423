"""One trial: what is in it, its analysis, the simulated subject."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ambulo.cli.answer import answer, summary_of
from ambulo.cli.app import app
from ambulo.cli.aside import aside
from ambulo.cli.folder_made import folder_beside, folder_made
from ambulo.cli.options import (
    Activity,
    AsJson,
    Cluster,
    Consistency,
    FilterName,
    Forward,
    FrictionLaw,
    Grf,
    Markers,
    Method,
    Model,
    NamesInHelp,
    NormalLaw,
    Norms,
    Out,
    Overwrite,
    Quiet,
    Sex,
    SharingName,
    SkeletonName,
    Strict,
    TableName,
    TrialFile,
    Unit,
    Up,
    Verbose,
)
from ambulo.inputs.errors import InputError


@app.command(cls=NamesInHelp)
def demo(
    out: Annotated[Path, typer.Option("--out", help="folder for the results")] = Path(
        "ambulo-demo"
    ),
    seed: Annotated[int, typer.Option("--seed", help="of noise and soft-tissue motion")] = 0,
    samples: Annotated[
        int,
        typer.Option(
            "--uncertainty",
            metavar="N",
            min=0,
            help="error bands from N perturbed analyses; 0: no bands",
        ),
    ] = 64,
    build: Annotated[
        str,
        typer.Option(
            "--build",
            metavar="TABLE",
            help="the body's true masses, a segment parameter table: {names}, or a TOML file",
        ),
    ] = "de_leva1996",
    overwrite: Overwrite = False,
    strict: Strict = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Simulate a walking subject, record it, analyse it, compare with the truth."""
    from ambulo.demo.run import run_demo
    from ambulo.execution.cluster import workers_of
    from ambulo.report.progress_line import StageProgress, part
    from ambulo.report.terminal import print_result
    from ambulo.report.verdict import overall

    if samples == 1:
        raise InputError(
            "one perturbed analysis makes no band", "--uncertainty", "Give 2 or more, or 0 for none"
        )
    with StageProgress(shown=not quiet) as progress, workers_of(None) as pool:
        analysis, made = run_demo(
            out,
            seed=seed,
            samples=samples or None,
            masses=build,
            overwrite=overwrite,
            progress=lambda stage: progress(stage, part(stage)),
            executor=pool,
        )
    folder = folder_made(out, made)
    words = partial(print_result, analysis, folder)
    _say(words, folder, quiet=quiet, verbose=verbose, as_json=as_json)
    _end(overall(analysis.gates), strict=strict)


@app.command()
def info(
    file: TrialFile,
    grf: Grf = None,
    markers: Markers = None,
    up: Up = None,
    forward: Forward = None,
    unit: Unit = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """What is in a trial: markers, plates, events, which marker set fits, what is missing."""
    from ambulo.gait.inspection import inspect
    from ambulo.report.terminal import print_info
    from ambulo.report.trial_record import trial_record

    found = inspect(file, grf=grf, markers=markers, up=up, forward=forward, unit=unit)
    answer(
        lambda: trial_record(found.trial, found.matches),
        lambda: print_info(found.trial, found.matches),
        quiet=quiet,
        as_json=as_json,
    )


@app.command("markers")
def starter_markers(
    file: TrialFile,
    up: Up = None,
    forward: Forward = None,
    unit: Unit = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """A marker set to begin with, guessed from the names in a file: `> mine.toml`."""
    from ambulo.gait.inspection import starter_for

    found = starter_for(file, up=up, forward=forward, unit=unit)
    record = {
        "extends": found.base,
        "guessed": found.guessed,
        "missing": found.missing,
        "toml": found.text,
    }
    # the file itself is the answer: only what is said beside it can be left out
    answer(lambda: record, lambda: typer.echo(found.text, nl=False), quiet=False, as_json=as_json)
    if quiet or as_json:
        return
    lacking = f"; nothing found for {', '.join(found.missing)}" if found.missing else ""
    typer.echo(f"Extends {found.base}: {len(found.guessed)} names guessed{lacking}", err=True)


@app.command(cls=NamesInHelp)
def analyse(
    file: TrialFile,
    static: Annotated[
        Path | None, typer.Option("--static", help="static trial of the same subject")
    ] = None,
    grf: Grf = None,
    mass: Annotated[float | None, typer.Option("--mass", help="body mass, kg")] = None,
    height: Annotated[float | None, typer.Option("--height", help="height, m")] = None,
    age: Annotated[float | None, typer.Option("--age", help="age, years")] = None,
    sex: Annotated[Sex | None, typer.Option("--sex", help="f or m")] = None,
    markers: Markers = None,
    config: Annotated[
        Path | None, typer.Option("--config", help="TOML file with any of the choices")
    ] = None,
    model: Model = None,
    activity: Activity = None,
    method: Method = None,
    sharing: SharingName = None,
    normal_law: NormalLaw = None,
    friction_law: FrictionLaw = None,
    consistency: Consistency = None,
    skeleton: SkeletonName = None,
    parameters: TableName = None,
    filter_name: FilterName = None,
    compare_sharing: Annotated[
        bool,
        typer.Option("--compare-sharing", help="set every way of sharing against the plates"),
    ] = False,
    start: Annotated[
        float | None, typer.Option("--from", help="only the trial from this time, s")
    ] = None,
    stop: Annotated[
        float | None, typer.Option("--to", help="only the trial to this time, s")
    ] = None,
    uncertainty: Annotated[
        str | None,
        typer.Option(
            "--uncertainty",
            metavar="N|auto",
            help="error bands from N perturbed analyses; auto: until the bands have settled",
        ),
    ] = None,
    cluster: Cluster = None,
    norms: Norms = None,
    c3d: Annotated[
        bool,
        typer.Option("--c3d", help="also results.c3d: the trial with angles, moments and powers"),
    ] = False,
    xlsx: Annotated[
        bool, typer.Option("--xlsx", help="also results.xlsx: every table as a sheet")
    ] = False,
    up: Up = None,
    forward: Forward = None,
    unit: Unit = None,
    out: Out = None,
    overwrite: Overwrite = False,
    strict: Strict = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """From a recorded trial to joint angles, moments, powers, ground reactions and a report."""
    from ambulo.execution.cluster import workers_of
    from ambulo.gait.configuration import read_configuration
    from ambulo.report.normal_band import load_norms
    from ambulo.report.progress_line import StageProgress, part
    from ambulo.report.terminal import print_result
    from ambulo.report.verdict import overall
    from ambulo.report.write import Also, write
    from ambulo.results.provenance import with_input
    from ambulo.results.whole_folder import destination
    from ambulo.results.workbook import require_workbooks
    from ambulo.uncertainty.run import analyse_as_chosen as run

    configuration = read_configuration(
        config,
        mass=mass,
        height=height,
        age=age,
        sex=sex,
        markers=markers,
        model=model,
        activity=activity,
        method=method,
        sharing=sharing,
        normal_law=normal_law,
        friction_law=friction_law,
        consistency=consistency,
        skeleton=skeleton,
        parameters=parameters,
        filter=filter_name,
        compare_sharing=compare_sharing or None,
        start=start,
        stop=stop,
        # found again from wherever the results are read
        norms=str(Path(norms).resolve()) if norms and Path(norms).is_file() else norms,
        uncertainty=None if uncertainty is None else {"samples": uncertainty},
        up=up,
        forward=forward,
        unit=unit,
    )
    folder = folder_beside(file, out)
    # what is refused is refused before the work
    destination(folder, overwrite=overwrite)
    load_norms(configuration.norms)
    if xlsx:
        require_workbooks()
    # a pool starts its processes when it is given the first task
    with StageProgress(shown=not quiet) as progress, workers_of(cluster, say=aside) as pool:
        analysis = run(
            file,
            static=static,
            grf=grf,
            configuration=configuration,
            progress=lambda stage: progress(stage, part(stage)),
            executor=pool,
        )
        progress("report", part("report"))
        analysis = with_input(analysis, "config", config)
        also: dict[Also, bool] = {"c3d": c3d, "xlsx": xlsx}
        made = write(
            analysis, folder, overwrite=overwrite, also=[name for name, on in also.items() if on]
        )
    folder = folder_made(folder, made)
    words = partial(print_result, analysis, folder)
    _say(words, folder, quiet=quiet, verbose=verbose, as_json=as_json)
    _end(overall(analysis.gates), strict=strict)


def _say(
    words: Callable[[], None], folder: Path, *, quiet: bool, verbose: bool, as_json: bool
) -> None:
    """What was found, in the form that was asked for."""

    def said() -> None:
        words()
        if verbose:
            typer.echo((folder / "log.txt").read_text(encoding="utf-8"), nl=False)

    answer(lambda: summary_of(folder), said, quiet=quiet, as_json=as_json)


def _end(grade: str, *, strict: bool) -> None:
    if strict and grade == "do-not-use":
        raise typer.Exit(3)
