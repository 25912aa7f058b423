"""Several trials together: studies of many trials, comparisons, and registration of plates."""

from __future__ import annotations

import math
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Literal

import typer

from ambulo.cli.app import (
    Answer,
    Progress,
    aside,
    command,
    folder_beside,
    folder_made,
    say,
    with_care,
)
from ambulo.cli.options import Cluster, Norms, Out, OutFolder, Overwrite, given_path
from ambulo.inputs.article import counted
from ambulo.inputs.errors import InputError


@command
def batch(
    progress: Progress,
    study: Annotated[Path, typer.Argument(help="STUDY.toml: subjects, conditions, trials")],
    out: Out = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="number of processes; default: all processors")
    ] = None,
    cluster: Cluster = None,
) -> Answer:
    """Analyse and average many recordings of many subjects.

    ambulo batch study.toml
    ambulo batch study.toml --workers 4      continues if it was stopped
    """
    from ambulo.execution.cluster import workers_of
    from ambulo.population.batch import run_batch

    folder = folder_beside(study, out)
    # one process is this one
    alone = cluster is None and workers == 1
    crew = nullcontext() if alone else workers_of(cluster, workers, say=aside)
    with crew as executor:
        found = run_batch(study, folder, workers=workers, executor=executor, progress=progress)

    table = folder / "averages" / "trials.csv"
    none = "" if found.groups else f"No trial could be analysed: {table} says why."

    def words() -> None:
        same = f"{found.again} identical with one of these, " if found.again else ""
        say(
            f"{counted(found.analysed, 'trial')} analysed, {same}{found.kept} kept from before, "
            f"{len(found.failed)} failed; {counted(len(found.groups), 'average')}"
        )
        for trial, message in found.failed.items():
            say(f"  {trial}: {message}")
        for path in found.files:
            say(f"  {path}")
        for note in found.notes:
            say(note)
        if none:
            say(none)

    record = {
        "folder": folder,
        "analysed": found.analysed,
        "again": found.again,
        "kept": found.kept,
        "failed": found.failed,
        "averages": len(found.groups),
        "files": found.files,
        "notes": found.notes,
    }
    return Answer(lambda: record, words, status=2 if none else 0, warning=none)


@command
def compare(
    progress: Progress,
    folders: Annotated[
        list[Path], typer.Argument(help="two or more folders that `ambulo analyse` has written")
    ],
    out: OutFolder = Path("ambulo-compare"),
    overwrite: Overwrite = False,
) -> Answer:
    """Compare finished analyses, curve by curve.

    ambulo compare before-ambulo after-ambulo
    """
    from ambulo.population.compare import beyond_in_words, most_different
    from ambulo.population.comparison_files import compare_folders
    from ambulo.report.curve_words import in_full, units_in_words
    from ambulo.results.columns import quantity_and_unit

    if len(folders) < 2:
        raise InputError(
            "a single analysis cannot be compared", "compare", "Give two or more folders"
        )
    found = compare_folders(folders, out, progress, overwrite=overwrite)
    made = folder_made(out, found.folder)

    def words() -> None:
        for name, said, poor in zip(found.names, found.verdicts, found.poor, strict=True):
            say(f"{name}: {said}")
            if poor:
                say(f"  poor: {poor}")
        for k, name in enumerate(found.names[1:], start=1):
            say(f"{name} against {found.names[0]}, the largest differences beside their ±:")
            for what, each in found.unlike.items():
                if each[k] != each[0]:
                    say(f"  {what}: {each[k]}, against {each[0]}")
            for kind, most in most_different(found.differences, k).items():
                if not most:
                    say(f"  {kind}: all the same")
                for one in most:
                    name, unit = quantity_and_unit(one.name)
                    space, digits = ("", 1) if unit == "deg" else (" ", 2)
                    rms, error = (
                        f"{value:.{digits}f}{space}{units_in_words(unit)}"
                        for value in (one.rms[k], one.error(k))
                    )
                    which = "more" if one.exceeds(k) else "not more"
                    beside = (
                        ""
                        if math.isnan(one.error(k))
                        else f", {which} than the ± of both ({error})"
                    )
                    say(f"  {in_full(name, unit)}: {rms} rms over {one.part}{beside}")
            if beyond := beyond_in_words(found.differences, k):
                say(f"  {beyond}")
        say(f"Open {made / 'compare.html'}. All quantities are in {found.table} in the same folder")

    record = {
        "folder": made,
        "names": found.names,
        "verdicts": dict(zip(found.names, found.verdicts, strict=True)),
        "unlike": {
            what: dict(zip(found.names, each, strict=True)) for what, each in found.unlike.items()
        },
        "rms": {
            o.name: dict(zip(found.names[1:], o.rms[1:], strict=True)) for o in found.differences
        },
        "error": {
            o.name: dict(zip(found.names[1:], o.errors[1:], strict=True)) for o in found.differences
        },
    }
    return Answer(lambda: record, words)


@command
def norms(
    progress: Progress,
    folders: Annotated[
        list[Path], typer.Argument(help="folders of walks that `ambulo analyse` has written")
    ],
    out: Annotated[
        Path,
        typer.Option(
            help=".nc file to write; replaces earlier normal data",
            parser=given_path,
            metavar="PATH",
        ),
    ] = Path("norms.nc"),
    population: Annotated[
        str | None, typer.Option(help="who these people are, shown in legends")
    ] = None,
) -> Answer:
    """Make your own normal data from analysed walks.

    ambulo norms person*/walk-ambulo --population "Adults of our laboratory"
    ambulo analyse walk.c3d --norms norms.nc
    """
    from ambulo.population.norms import make_norms, write_norms

    found = make_norms(folders, progress)
    write_norms(found, out, population)
    record = {
        "file": out,
        "people": found.people,
        "walks": found.trials,
        "walks_without_plates": found.without_plates,
    }
    doubts = f" {found.doubts}." if found.doubts else ""
    return Answer(
        lambda: record,
        lambda: say(f"{found.said}; {found.trials} walks.{doubts} Use the file with --norms {out}"),
    )


@command
def figures(
    progress: Progress,
    folder: Annotated[Path, typer.Argument(help="folder that `ambulo analyse` has written")],
    form: Annotated[
        Literal["svg", "pdf", "png"], typer.Option("--format", help="format of the files")
    ] = "svg",
    norms: Norms = None,
) -> Answer:
    """Draw figures of joint curves and ground reactions.

    ambulo figures walk-ambulo --format pdf
    """
    import logging
    import os

    from ambulo.report.figures import write_figures
    from ambulo.report.verdict import warning
    from ambulo.results.folder import read_folder
    from ambulo.results.whole_folder import require_place

    # files are drawn, nothing is shown: no window system is needed
    os.environ["MPLBACKEND"] = "agg"
    progress("reading", 0.0)
    require_place(folder / "figures", overwrite=True)
    analysis = read_folder(folder)
    progress("drawing", 0.15)
    # fonts that cannot be kept and unknown settings are no matter of the figures
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        files = write_figures(analysis, folder / "figures", form, norms)
    except UnicodeDecodeError as error:
        raise InputError(
            "matplotlibrc, Matplotlib's file of settings, is not UTF-8 text",
            remedy="Move it out of this folder, or save it as UTF-8",
        ) from error
    with_care(warning(analysis.checks))
    return Answer(
        lambda: {"files": files},
        lambda: say(*map(str, files)),
    )


@command
def registration(
    progress: Progress,
    folders: Annotated[
        list[Path],
        typer.Argument(
            help="folders that `ambulo analyse` has written, from one set-up of the plates"
        ),
    ],
) -> Answer:
    """Locate the force plates from several walks.

    ambulo registration there-ambulo back-ambulo      walks in both directions
    """
    from ambulo.gait.plate_registration import plate_registration
    from ambulo.report.registration_text import registration_lines
    from ambulo.results.folder import read_folder

    analyses = []
    for k, folder in enumerate(folders):
        progress(f"reading {folder.name}", k / len(folders))
        analyses.append(read_folder(folder))
    found = plate_registration(analyses)
    return Answer(
        lambda: found,
        lambda: say(*registration_lines(found)),
    )
