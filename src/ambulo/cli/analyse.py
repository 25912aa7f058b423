"""One trial: what is in it, its analysis, the simulated subject."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

import ambulo
from ambulo.cli.app import (
    Answer,
    Progress,
    aside,
    command,
    folder_beside,
    folder_made,
    in_folder,
    say,
)
from ambulo.cli.options import (
    Choices,
    Cluster,
    Grf,
    Laboratory,
    Markers,
    Out,
    OutFolder,
    Overwrite,
    Strict,
    TrialFile,
    Verbose,
    flag,
    given_path,
    name_option,
)

_ALSO = "also write results.c3d or results.xlsx"


@command
def demo(
    progress: Progress,
    out: OutFolder = Path("ambulo-demo"),
    seed: Annotated[int, typer.Option(min=0, help="seed of the random noise and skin motion")] = 0,
    uncertainty: Annotated[
        str,
        typer.Option(
            metavar="N|auto",
            help="error bands from N perturbed analyses; auto: Ambulo chooses N; 0: no bands",
        ),
    ] = "64",
    build: Annotated[
        str,
        name_option("build", "true segment masses: a TOML file, or one of"),
    ] = "de_leva1996",
    overwrite: Overwrite = False,
    strict: Strict = False,
    verbose: Verbose = False,
) -> Answer:
    """Simulate a walk with known truth, and analyse it.

    ambulo demo
    ambulo demo --out second --seed 1    another recording of the same walk
    """
    from ambulo.demo.run import run_demo
    from ambulo.execution.cluster import workers_of
    from ambulo.execution.tasks import processors
    from ambulo.gait.configuration import read_configuration
    from ambulo.gait.kernels_ahead import compile_ahead
    from ambulo.report.progress_line import part

    samples = read_configuration(None, uncertainty=uncertainty).uncertainty.samples
    compile_ahead(processors())
    with workers_of(None) as pool:
        found, made = run_demo(
            out,
            seed=seed,
            samples=samples,
            masses=build,
            overwrite=overwrite,
            progress=lambda stage: progress(stage, part(stage)),
            executor=pool,
        )
    analysis = ambulo.Analysis.of(found)
    return _found(analysis, folder_made(out, made), strict=strict, verbose=verbose)


@command
def info(
    file: TrialFile, *, grf: Grf = None, markers: Markers = None, laboratory: Laboratory
) -> Answer:
    """Show what is in a recording, and what is missing.

    ambulo info walk.c3d
    ambulo info walk.trc --grf walk.mot
    """
    from ambulo.gait.inspection import inspect
    from ambulo.report.trial_record import trial_record
    from ambulo.report.trial_words import print_info

    found = inspect(file, grf=grf, markers=markers, **vars(laboratory))
    return Answer(partial(trial_record, found), partial(print_info, found))


@command
def markers(
    file: TrialFile,
    laboratory: Laboratory,
    page: Annotated[
        Path | None,
        typer.Option(
            help=".html page on which you correct the names by clicking",
            parser=given_path,
            metavar="PATH",
        ),
    ] = None,
) -> Answer:
    """Guess a marker set from the names in a file.

    ambulo markers walk.c3d > mine.toml        then: --markers mine.toml
    ambulo markers walk.c3d --page names.html  correct the names by clicks
    """
    from ambulo.gait.inspection import guess_for

    trial, found = guess_for(file, **vars(laboratory))
    if page is not None:
        from ambulo.report.names_page import write_names_page

        write_names_page(trial, found, page)
    text = found.text(file.name)
    record = {
        "guessed": found.names, "doubtful": found.doubtful, "unread": found.unread,
        "elsewhere": found.elsewhere, "toml": text,
    }  # fmt: skip
    said = found.counts
    if page is None:
        return Answer(lambda: record, lambda: aside(said), file=text)
    # who asks for the page does not want to read the set, but may want to keep it
    kept = "" if sys.stdout.isatty() else text
    return Answer(lambda: record | {"page": page}, lambda: aside(f"{said}. Open {page}"), file=kept)


@command
def analyse(
    progress: Progress,
    file: TrialFile,
    *,
    static: Annotated[Path | None, typer.Option(help="static trial of the same subject")] = None,
    grf: Grf = None,
    config: Annotated[Path | None, typer.Option(help="TOML file with more choices")] = None,
    choices: Choices,
    laboratory: Laboratory,
    cluster: Cluster = None,
    c3d: Annotated[bool, flag("--c3d", _ALSO)] = False,
    xlsx: Annotated[bool, flag("--xlsx", _ALSO)] = False,
    out: Out = None,
    overwrite: Overwrite = False,
    strict: Strict = False,
    verbose: Verbose = False,
) -> Answer:
    """Compute joint angles, moments, powers and a report.

    ambulo analyse walk.c3d --static static.c3d --sex m    results: walk-ambulo/
    ambulo analyse walk.trc --grf walk.mot --mass 62 --sex f
    """
    from ambulo.execution.cluster import workers_of
    from ambulo.execution.tasks import processors
    from ambulo.gait.configuration import read_configuration
    from ambulo.gait.kernels_ahead import compile_ahead
    from ambulo.report.normal_band import load_norms
    from ambulo.report.progress_line import part
    from ambulo.report.write import Also, write
    from ambulo.results.conventions import chosen
    from ambulo.results.provenance import with_input
    from ambulo.results.whole_folder import require_place
    from ambulo.results.workbook import require_workbooks

    configuration = read_configuration(config, **choices.entries(), **vars(laboratory))
    folder = folder_beside(file, out)
    # what is refused is refused before the work
    require_place(folder, overwrite=overwrite)
    norms = load_norms(configuration.norms)
    if configuration.model != "planar":
        norms.require(chosen(configuration.model_dump()))
    if xlsx:
        require_workbooks()
    compile_ahead(processors())
    # a pool starts its processes when it is given the first task
    with workers_of(cluster, say=aside) as pool:
        analysis = ambulo.analyse(
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
    return _found(analysis, folder_made(folder, made), strict=strict, verbose=verbose)


def _found(analysis: ambulo.Analysis, folder: Path, *, strict: bool, verbose: bool) -> Answer:
    """The answer of an analysis that has been written; status 3 if it is not to be used."""
    from ambulo.report.verdict import overall, verdict

    def words() -> None:
        from ambulo.report.terminal import print_result

        print_result(analysis, folder)
        if verbose:
            say(*(folder / "log.txt").read_text(encoding="utf-8").rstrip("\n").split("\n"))

    unusable = overall(analysis.checks) == "do-not-use"
    return in_folder(folder, words)._replace(
        status=3 if strict and unusable else 0,
        warning=verdict(analysis.checks) if unusable else "",
    )
