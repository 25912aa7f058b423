"""Analyses kept by what they were made from: a finished one is never made again.

A folder is called after the digest of the input files' contents, the configuration with the
contents of the files that it names, and Ambulo's version. It appears whole or not at all, so a
run that was killed anywhere goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from ambulo.gait.origins import files_chosen, plugins_chosen
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import blamed
from ambulo.population.stride_curves import (
    STRIDES,
    StrideCurves,
    kept_strides,
    stride_curves,
    write_strides,
)
from ambulo.population.study_file import StudyTrial
from ambulo.records import Grade, InputFile
from ambulo.records.version import VERSION
from ambulo.report.verdict import GRADES
from ambulo.report.write import write
from ambulo.results.whole_folder import MANIFEST
from ambulo.uncertainty.run import analyse_as_chosen

__all__ = ["KeptTrial", "analyse_or_keep", "key_of"]


class KeptTrial(NamedTuple):
    """What became of a trial.

    Args:
        folder: name of its analysis; "" where there is none.
        state: "analysed", "kept" from before, or "failed".
        grade: of its checks, the worst.
        message: one line on why it failed.
    """

    folder: str
    state: str
    grade: str
    message: str


def key_of(trial: StudyTrial) -> str:
    """Name of a trial's folder: digest of all that its analysis depends on.

    Raises:
        InputError: a file cannot be read.
    """
    files = {"trial": trial.path, "static": trial.static, "grf": trial.grf}
    configuration = json.loads(trial.configuration.model_dump_json())
    try:
        digests = {role: _digest(path) for role, path in files.items() if path is not None}
        for file in files_chosen(trial.configuration):
            digests[file.role] = file.sha256
            # what a file says in place of what it is called
            configuration[file.role.split()[0].rstrip(",")] = "a file"
    except OSError as error:
        if set("*?[") & set(str(error.filename)) and isinstance(error, FileNotFoundError):
            raise InputError(
                what="no file fits", where=str(error.filename), remedy="Check the pattern"
            ) from error
        raise InputError(
            what=f"a file cannot be read ({error.strerror})",
            where=str(error.filename),
            remedy="Check the path",
        ) from error
    said: dict[str, object] = {
        "ambulo": VERSION,
        "configuration": configuration,
        "inputs": digests,
    }
    plugins = plugins_chosen(trial.configuration)
    if plugins:
        said["plugins"] = plugins
    if trial.files != "all":
        said["files"] = trial.files
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:24]


def _digest(path: Path) -> str:
    return InputFile.of("", path).sha256


def _is_kept(folder: Path) -> bool:
    return (folder / MANIFEST).is_file() and (folder / STRIDES).is_file()


def _kept_grade(folder: Path) -> str:
    path = folder / "summary.json"
    try:
        gates = json.loads(path.read_text(encoding="utf-8"))["gates"]
        return _worst({gate["grade"] for gate in gates})
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            what=f"checks kept from before cannot be read ({error})",
            where=str(path),
            remedy="Remove its folder: the trial will be analysed again",
        ) from error


def analyse_or_keep(trial: StudyTrial, store: Path) -> tuple[KeptTrial, StrideCurves | None]:
    """Analyse a trial and keep it, unless that was done before; a bad trial is one line.

    Args:
        trial: of the study.
        store: folder of the analyses.
    Returns:
        What became of it, and its strides unless it failed.
    """
    try:
        folder = store / key_of(trial)
        if _is_kept(folder):
            kept = KeptTrial(folder.name, "kept", _kept_grade(folder), "")
            return kept, kept_strides(folder / STRIDES)
        analysis = analyse_as_chosen(
            trial.path,
            static=trial.static,
            grf=trial.grf,
            configuration=trial.configuration,
        )
        curves = stride_curves(analysis)
        # the same recording may stand twice in a study: what another process has put there is equal
        if not _is_kept(folder):
            write(
                analysis,
                folder,
                overwrite=True,
                beside=lambda fresh: write_strides(curves, fresh / STRIDES),
                files=trial.files,
            )
        grade = _worst({gate.grade for gate in analysis.gates})
        return KeptTrial(folder.name, "analysed", grade, ""), curves
    except InputError as error:
        return KeptTrial("", "failed", "", " ".join(str(error).split())), None
    except Exception as error:  # one bad trial is never the end of the others
        said = " ".join(str(error).split())[:200]
        line = f"{blamed(error) or 'a defect of Ambulo'}, {type(error).__name__}: {said}"
        return KeptTrial("", "failed", "", line), None


def _worst(grades: set[Grade]) -> Grade:
    return next((grade for grade in GRADES if grade in grades), "unknown")
