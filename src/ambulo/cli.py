"""The command line: parse, one call, write."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer
from typer.core import TyperCommand

from ambulo.inputs.errors import InputError
from ambulo.results.version import VERSION

if TYPE_CHECKING:
    from ambulo.records import Analysis

app = typer.Typer(
    name="ambulo",
    help="From a motion-capture trial to the forces inside the body.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class NamesInHelp(TyperCommand):
    """A command whose help has the names that can be chosen, looked up when help is asked for."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, `{names}` filled in."""
        for option in self.params:
            said = getattr(option, "help", None)
            if said is not None and "{names}" in said:
                option.help = said.format(names=", ".join(_names(option.name)))  # type: ignore[attr-defined]
        super().format_help(ctx, formatter)


def _names(option: str | None) -> Iterable[str]:
    """What can be chosen by an option."""
    from ambulo.gait.configuration import choices
    from ambulo.model.segment_table_file import SEGMENT_TABLES
    from ambulo.model.skeleton import SKELETONS
    from ambulo.multibody.integrators.registry import METHODS

    others: dict[str | None, Iterable[str]] = {
        "filter_name": choices("filter"),
        "integrator": METHODS,
        "parameters": SEGMENT_TABLES,
        "skeleton": SKELETONS,
    }
    return others[option] if option in others else choices(str(option))


Sex = Literal["f", "m"]
TrialFile = Annotated[Path, typer.Argument(help="trial: .c3d, or .trc with --grf FILE.mot")]
Out = Annotated[Path | None, typer.Option("--out", help="folder for the results")]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="replace earlier results, and what was made from them")
]
Strict = Annotated[bool, typer.Option("--strict", help="exit 3 if a check says do not use")]
Quiet = Annotated[bool, typer.Option("--quiet", help="print nothing but errors and warnings")]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="print every choice, assumption, filled gap and check")
]
AsJson = Annotated[
    bool, typer.Option("--json", help="print summary.json and its folder, nothing else")
]
Grf = Annotated[Path | None, typer.Option("--grf", help="ground reactions (.mot, .sto) of a .trc")]
Markers = Annotated[
    str | None, typer.Option("--markers", help="marker set: a shipped name or a TOML file")
]
Up = Annotated[str | None, typer.Option("--up", help="laboratory axis that points up, as +z")]
Forward = Annotated[
    str | None, typer.Option("--forward", help="laboratory axis of progression, as -y")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="local|slurm|tcp://HOST:PORT",
        help="who computes: Dask's workers here, jobs of SLURM, or a scheduler that runs; "
        "processes of this machine if left out",
    ),
]
Unit = Annotated[str | None, typer.Option("--unit", help="unit of the file's lengths, as mm")]

UsageError: type[typer.BadParameter] = typer.BadParameter.__bases__[0]
"""A mistake in the command itself; its home moved between typer's versions."""


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="print the version")] = False,
) -> None:
    if version:
        typer.echo(f"ambulo {VERSION}")
        raise typer.Exit


@app.command()
def demo(
    out: Annotated[Path, typer.Option("--out", help="folder for the results")] = Path(
        "ambulo-demo"
    ),
    seed: Annotated[int, typer.Option("--seed", help="of noise and soft-tissue motion")] = 0,
    overwrite: Overwrite = False,
    strict: Strict = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Simulate a walking subject, record it, analyse it, compare with the truth."""
    from ambulo.demo.run import run_demo
    from ambulo.report.terminal import StageProgress

    with StageProgress(shown=not quiet) as progress:
        analysis, made = run_demo(out, seed=seed, overwrite=overwrite, progress=progress)
    _say(analysis, _made(out, made), quiet=quiet, verbose=verbose, as_json=as_json)
    _end(analysis, strict=strict)


@app.command()
def info(
    file: TrialFile,
    grf: Grf = None,
    markers: Markers = None,
    up: Up = None,
    forward: Forward = None,
    unit: Unit = None,
) -> None:
    """What is in a trial: markers, plates, events, which marker set fits, what is missing."""
    from ambulo.gait.inspection import inspect
    from ambulo.report.terminal import print_info

    found = inspect(file, grf=grf, markers=markers, up=up, forward=forward, unit=unit)
    print_info(found.trial, found.matches)


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
    model: Annotated[
        str | None,
        typer.Option(help="whole, legs only, or whole in the sagittal plane: {names}"),
    ] = None,
    activity: Annotated[
        str | None,
        typer.Option(help="what the subject does, found from the data if left out: {names}"),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(help="from the feet up, or from the motion alone: {names}"),
    ] = None,
    sharing: Annotated[
        str | None,
        typer.Option(help="of the resultant of the motion between the feet: {names}"),
    ] = None,
    consistency: Annotated[
        str | None,
        typer.Option(help="how segments are made rigid and joints hold: {names}"),
    ] = None,
    skeleton: Annotated[
        str | None, typer.Option(help="segments and joints: {names}, or a TOML file")
    ] = None,
    parameters: Annotated[
        str | None, typer.Option(help="segment parameter table: {names}, or a TOML file")
    ] = None,
    filter_name: Annotated[
        str | None, typer.Option("--filter", help="how noise is taken out: {names}")
    ] = None,
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
    from ambulo.report.terminal import StageProgress
    from ambulo.report.write import write
    from ambulo.results.provenance import with_input
    from ambulo.results.whole_folder import destination
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
        consistency=consistency,
        skeleton=skeleton,
        parameters=parameters,
        filter=filter_name,
        compare_sharing=compare_sharing or None,
        start=start,
        stop=stop,
        uncertainty=None if uncertainty is None else {"samples": uncertainty},
        up=up,
        forward=forward,
        unit=unit,
    )
    folder = out if out is not None else file.with_name(f"{file.stem}-ambulo")
    # what is refused is refused before the work
    destination(folder, overwrite=overwrite)
    # a pool starts its processes when it is given the first task
    with StageProgress(shown=not quiet) as progress, workers_of(cluster, say=_aside) as pool:
        analysis = run(
            file,
            static=static,
            grf=grf,
            configuration=configuration,
            progress=progress,
            executor=pool,
        )
        progress("report")
        made = write(with_input(analysis, "config", config), folder, overwrite=overwrite)
    _say(analysis, _made(folder, made), quiet=quiet, verbose=verbose, as_json=as_json)
    _end(analysis, strict=strict)


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
    crew = nullcontext() if alone else workers_of(cluster, workers, say=_aside)
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
    typer.echo(f"Strain, muscle forces and figures: {folder / 'bone'}")


@app.command()
def ballistic(
    problem: Annotated[Path, typer.Argument(help="PROBLEM.toml: what moves, postures, times")],
    out: Out = None,
) -> None:
    """A movement between postures that nothing drives on the way."""
    from ambulo.ballistic.problem_run import solve_file
    from ambulo.report.terminal import StageProgress
    from ambulo.results.whole_folder import writing

    folder = out if out is not None else problem.with_name(f"{problem.stem}-ambulo")
    with StageProgress() as progress, writing(folder):
        found = solve_file(problem, folder, lambda stage, _: progress(stage))
    typer.echo(found.message)
    for path in found.files:
        typer.echo(f"  {path}")


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


@app.command(cls=NamesInHelp)
def simulate(
    folder: Annotated[Path, typer.Argument(help="folder that `ambulo analyse` has written")],
    step: Annotated[float, typer.Option("--step", help="longest step, s")] = 1e-3,
    integrator: Annotated[str, typer.Option(help="of the equations of motion: {names}")] = "dop853",
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


def _say(analysis: Analysis, folder: Path, *, quiet: bool, verbose: bool, as_json: bool) -> None:
    """What was found, in the form that was asked for."""
    if as_json:
        content = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        typer.echo(json.dumps({"folder": str(folder), **content}, ensure_ascii=False, indent=1))
        return
    if quiet:
        return
    from ambulo.report.terminal import print_result

    print_result(analysis, folder)
    if verbose:
        typer.echo((folder / "log.txt").read_text(encoding="utf-8"), nl=False)


def _end(analysis: Analysis, *, strict: bool) -> None:
    from ambulo.report.verdict import overall

    if strict and overall(analysis.gates) == "do-not-use":
        raise typer.Exit(3)


def _made(asked: Path, made: Path) -> Path:
    """The folder that was made, as the user wrote it; says so where it is not the one asked for."""
    if made == asked.resolve():
        return asked
    shown = made if asked.name in ("", ".", "..") else asked.with_name(made.name)
    typer.echo(
        f"{asked} is not empty and stays as it is (--overwrite replaces results): see {shown}",
        err=True,
    )
    return shown


def main() -> None:
    """Entry point: exit 2 with one line when the input is at fault, 1 for a defect of Ambulo.

    With --strict 3 if a quality check says do not use.
    """
    try:
        status = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except InputError as error:
        _stop(2, _sentence(str(error)))
    except UsageError as error:
        path = error.ctx.command_path if error.ctx is not None else "ambulo"
        _stop(2, f"{_sentence(error.format_message())} See {path} --help.")
    except (typer.Abort, KeyboardInterrupt):
        _stop(130, "interrupted")
    except Exception as error:
        said = " ".join(str(error).split())[:200]
        _stop(
            1,
            f"a defect of Ambulo, {type(error).__name__}: {said}. Please report it with the file "
            f"{_defect_report(error)}",
        )
    sys.exit(status or 0)


def _aside(line: str) -> None:
    """What is of no use in a file goes to standard error."""
    typer.echo(line, err=True)


def _stop(status: int, line: str) -> NoReturn:
    print(f"ambulo: {line}", file=sys.stderr)
    sys.exit(status)


def _sentence(text: str) -> str:
    line = " ".join(text.split())
    return line if line.endswith((".", "?")) else f"{line}."


def _defect_report(error: Exception) -> str:
    """Path of a file with what a developer needs to find a defect."""
    import platform
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="ambulo-defect-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write(f"ambulo {VERSION}, Python {platform.python_version()}, ")
        file.write(f"{platform.platform()}\n{' '.join(sys.argv)}\n\n")
        file.write("".join(traceback.format_exception(error)))
    return file.name


if __name__ == "__main__":
    main()
