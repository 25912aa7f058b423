"""Analyses kept by what they were made from: a finished one is never made again.

A folder is called after the digest of the input files' contents, the configuration and Ambulo's
version. It appears whole or not at all, so a run that was killed anywhere goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from ambulo.inputs.errors import InputError
from ambulo.population.stride_curves import StrideCurves, read_stride_curves
from ambulo.population.study_file import StudyTrial
from ambulo.records import InputFile
from ambulo.records.version import VERSION
from ambulo.report.write import write
from ambulo.results.whole_folder import MANIFEST
from ambulo.uncertainty.run import analyse_as_chosen

__all__ = ["KeptTrial", "TrialTask", "analyse_or_keep", "key_of"]


@dataclass(frozen=True)
class TrialTask:
    """A trial to analyse.

    Args:
        trial: of the study.
        store: folder of the analyses.
    """

    trial: StudyTrial
    store: Path


@dataclass(frozen=True, eq=False)
class KeptTrial:
    """What became of a trial.

    Args:
        folder: of its analysis; None where there is none.
        state: "analysed", "kept" from before, or "failed".
        message: one line on why it failed.
        curves: over its strides; None where it failed.
    """

    folder: Path | None
    state: str
    message: str
    curves: StrideCurves | None


def key_of(trial: StudyTrial) -> str:
    """Name of a trial's folder: digest of all that its analysis depends on.

    Raises:
        InputError: a file cannot be read.
    """
    files = {"trial": trial.path, "static": trial.static, "grf": trial.grf}
    try:
        digests = {
            role: InputFile.of(role, path).sha256
            for role, path in files.items()
            if path is not None
        }
    except OSError as error:
        raise InputError(
            what=f"a file cannot be read ({error.strerror})",
            where=str(error.filename),
            remedy="Check the path",
        ) from error
    said = {
        "ambulo": VERSION,
        "configuration": json.loads(trial.configuration.model_dump_json()),
        "inputs": digests,
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:24]


def analyse_or_keep(task: TrialTask) -> KeptTrial:
    """Analyse a trial and keep it, unless that was done before; a bad trial is one line.

    Args:
        task: in whatever process.
    """
    trial = task.trial
    try:
        folder = task.store / key_of(trial)
        state = "kept"
        if not (folder / MANIFEST).is_file():
            analysis = analyse_as_chosen(
                trial.path,
                static=trial.static,
                grf=trial.grf,
                configuration=trial.configuration,
            )
            write(analysis, folder, overwrite=True)
            state = "analysed"
        return KeptTrial(folder, state, "", read_stride_curves(folder))
    except InputError as error:
        return KeptTrial(None, "failed", " ".join(str(error).split()), None)
    except Exception as error:  # one bad trial is never the end of the others
        said = " ".join(str(error).split())[:200]
        line = f"a defect of Ambulo, {type(error).__name__}: {said}"
        return KeptTrial(None, "failed", line, None)
