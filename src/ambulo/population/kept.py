"""Analyses that are kept under a digest of their inputs. A finished analysis is never repeated.

The name of a folder is a digest of the input files' contents, the configuration with the contents
of its files, and Ambulo's version. A folder appears completely or not at all. So a run that was
killed at any point can continue.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ambulo.gait.origins import files_chosen, plugins_chosen
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import blamed, registry_of
from ambulo.inputs.regular_file import require_file
from ambulo.inputs.version import VERSION
from ambulo.population.stride_curves import (
    STRIDES,
    StrideCurves,
    kept_strides,
    stride_curves,
    write_strides,
)
from ambulo.population.study_file import StudyTrial
from ambulo.records import Grade, InputFile
from ambulo.records.analysis import FORMAT
from ambulo.report.verdict import GRADES
from ambulo.report.write import write
from ambulo.results.provenance import written_by
from ambulo.results.whole_folder import MANIFEST
from ambulo.uncertainty.chosen import analyse_as_chosen


class KeptTrial(NamedTuple):
    """Outcome of a trial.

    Args:
        folder: name of the folder of its analysis; "" if there is none.
        state: "analysed", "kept" from an earlier run, or "failed".
        grade: worst grade of its checks.
        message: reason for a failure in one line.
        recording: digest of the trial's file; "" if there is none.
        method, marker_set: those of its analysis; "" if there is none.
    """

    folder: str
    state: str
    grade: str
    message: str
    recording: str = ""
    method: str = ""
    marker_set: str = ""


def key_and_recording(trial: StudyTrial) -> tuple[str, str]:
    """Name of a trial's folder, digest of all inputs of its analysis; and digest of the recording.

    Raises:
        InputError: a file cannot be read.
    """
    files = {"trial": trial.path, "static": trial.static, "grf": trial.grf}
    configuration = json.loads(trial.configuration.model_dump_json())
    try:
        digests = {role: _digest(path) for role, path in files.items() if path is not None}
        possible = registry_of("marker_set")
        for file in files_chosen(trial.configuration, possible, trial.path):
            digests[file.role] = file.sha256
            role = file.role.split()[0].rstrip(",")
            if configuration.get(role) is not None:
                # what a file says in place of what it is called
                configuration[role] = "a file"
    except OSError as error:
        raise InputError(
            what=f"a file cannot be read ({error.strerror})",
            where=str(error.filename),
            remedy="Check the path",
        ) from error
    said: dict[str, object] = {
        "ambulo": VERSION,
        "format": FORMAT,
        "configuration": configuration,
        "inputs": digests,
    }
    plugins = plugins_chosen(trial.configuration, registry_of("marker_set"))
    if trial.files != "curves":
        plugins |= written_by()
    if plugins:
        said["plugins"] = plugins
    if trial.files != "all":
        said["files"] = trial.files
    key = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
    return key[:24], digests["trial"][:24]


def _digest(path: Path) -> str:
    if set("*?[") & set(str(path)) and not path.exists():
        raise InputError(what="no file fits", where=str(path), remedy="Check the pattern")
    require_file(path)
    return InputFile.of("", path).sha256


def _kept(folder: Path) -> tuple[KeptTrial, StrideCurves] | None:
    """A trial and its strides kept from before; None where they are not there, or damaged."""
    if not ((folder / MANIFEST).is_file() and (folder / STRIDES).is_file()):
        return None
    try:
        said = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        grade = _worst({check["grade"] for check in said["gates"]})
        trial = KeptTrial(
            folder.name, "kept", grade, "", method=said["method"], marker_set=said["marker_set"]
        )
        return trial, kept_strides(folder / STRIDES)
    except (InputError, OSError, KeyError, TypeError, ValueError):
        return None


def analyse_or_keep(trial: StudyTrial, store: Path) -> tuple[KeptTrial, StrideCurves | None]:
    """Analyse a trial and keep the analysis, unless it is already kept. A trial that fails gives
    one line.

    Args:
        trial: trial of the study.
        store: folder of the analyses.
    Returns:
        Outcome of the trial, and its strides unless it failed.
    """
    try:
        key, recording = key_and_recording(trial)
        folder = store / key
        if (kept := _kept(folder)) is not None:
            return kept[0]._replace(recording=recording), kept[1]
        analysis = analyse_as_chosen(
            trial.path,
            static=trial.static,
            grf=trial.grf,
            configuration=trial.configuration,
        )
        curves = stride_curves(analysis)
        # the same recording may stand twice in a study: what another process has put there is equal
        if _kept(folder) is None:
            write(
                analysis,
                folder,
                overwrite=True,
                beside=lambda fresh: write_strides(curves, fresh / STRIDES),
                files=trial.files,
            )
        grade = _worst({check.grade for check in analysis.checks})
        made = (analysis.method, analysis.marker_set)
        return KeptTrial(key, "analysed", grade, "", recording, *made), curves
    except InputError as error:
        return KeptTrial("", "failed", "", " ".join(str(error).split())), None
    except (Exception, SystemExit) as error:  # one bad trial is never the end of the others
        said = " ".join(str(error).split())[:200]
        line = f"{blamed(error) or 'a defect of Ambulo'}, {type(error).__name__}: {said}"
        return KeptTrial("", "failed", "", line), None


def _worst(grades: set[Grade]) -> Grade:
    return next((grade for grade in GRADES if grade in grades), "unknown")


BY_NAME = "by_name"
"""Folder of the links in a study's folder."""

_LONGEST = 80
"""Characters of a link: file systems take 255 bytes, and a letter has up to three."""
_NO_NAME = re.compile(r'[\s<>:"/\\|?*\x00-\x1f]+')


def link_trials(out: Path, store: str, kept: Iterable[tuple[tuple[str, ...], str]]) -> str:
    """Make a link to every kept analysis, in place of the links of an earlier run.

    Args:
        out: the study's folder; store: name of the folder of analyses in it.
        kept: name of each trial without empty parts, and the name of its folder.
    Returns:
        Reason why no links were made; "" if they were made.
    """
    names = out / BY_NAME
    names.mkdir(exist_ok=True)
    for old in names.iterdir():
        if old.is_symlink():
            old.unlink()
    taken: dict[str, int] = {}
    for called, folder in kept:
        name = "_".join(_NO_NAME.sub("-", part).strip("-. ") for part in called if part)
        name = name[:_LONGEST]
        # the same name for two recordings, also where the file system takes a for A
        count = taken[name.lower()] = taken.get(name.lower(), 0) + 1
        link = names / (name if count == 1 else f"{name}-{count}")
        try:
            link.symlink_to(Path("..", store, folder), target_is_directory=True)
        except OSError as error:
            return f"No links by name were made in {names}: {error.strerror or error}."
    if not taken:
        with suppress(OSError):  # what others have put there stays
            names.rmdir()
    return ""
