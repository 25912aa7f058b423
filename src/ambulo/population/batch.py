"""`ambulo batch`: every trial of a study analysed and kept, averages by subject and condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from ambulo.execution.pace import Pace
from ambulo.execution.tasks import in_order, process_pool, processors
from ambulo.math.arrays import FloatArray
from ambulo.population.averages import Average, StrideSums
from ambulo.population.kept import KeptTrial, TrialTask, analyse_or_keep
from ambulo.population.study_file import StudyTrial, read_study
from ambulo.population.study_files import FILES, write_study_files
from ambulo.population.study_page import Key
from ambulo.results.whole_folder import destination, write_folder, writing

__all__ = ["BatchResult", "run_batch"]

Progress = Callable[[str], None]

STORE = "trials"
"""Folder of the kept analyses in a study's folder."""
AVERAGES = "averages"
"""Folder of what was made from them."""


@dataclass(frozen=True, eq=False)
class BatchResult:
    """What a study found.

    Args:
        analysed, kept: numbers of trials analysed now, and kept from before.
        failed: path of a trial -> why, one line.
        averages: by subject, session and condition, then by header.
        files: written, in the study's folder.
        notes: what was not made, and what it needs.
    """

    analysed: int
    kept: int
    failed: Mapping[str, str]
    averages: Mapping[Key, Mapping[str, Average]]
    files: tuple[Path, ...]
    notes: tuple[str, ...] = ()


def run_batch(
    study: Path,
    out: Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> BatchResult:
    """Analyse every trial of a study that is not kept from before, and average them.

    Args:
        study: STUDY.toml.
        out: folder; analyses are kept under `trials/`, named after what they were made from;
            tables go to `averages/`, in place of those of an earlier run.
        workers: processes; all processors if None, none but this one if 1.
        executor: who analyses, in place of a pool of processes.
        progress: told how many trials are done, how fast, and how long the rest takes.
    Raises:
        InputError: the study cannot be read, or the folder cannot be written to.
    """
    trials = read_study(study)
    # what is refused is refused before the work
    destination(out / AVERAGES, overwrite=True)
    with writing(out):
        (out / STORE).mkdir(parents=True, exist_ok=True)
        store = (out / STORE).resolve()
        count = workers or processors()
        alone = executor is None and count == 1
        pool = nullcontext(executor) if executor is not None or alone else process_pool(count)
        sums: dict[Key, StrideSums] = {}
        steps: dict[Key, dict[str, list[FloatArray]]] = {}
        outcomes: list[KeptTrial] = []
        with pool as given:
            tasks = (TrialTask(trial, store) for trial in trials)
            several = None if executor is not None else count
            pace = Pace(len(trials), "trials")
            for trial, found in zip(
                trials, in_order(analyse_or_keep, tasks, given, workers=several), strict=True
            ):
                if found.curves is not None:
                    key = (trial.subject, trial.session, trial.condition)
                    sums.setdefault(key, StrideSums()).add(found.curves)
                    for name, values in found.curves.steps.items():
                        steps.setdefault(key, {}).setdefault(name, []).append(values)
                # the curves are in the sums; holding them would let memory grow with the trials
                outcomes.append(KeptTrial(found.folder, found.state, found.message, None))
                if progress is not None:
                    progress(pace.said(len(outcomes)))
        averages = {key: found.averages() for key, found in sums.items()}
    notes: list[str] = []

    def fill(fresh: Path) -> None:
        rows = [_row(trial, outcome) for trial, outcome in zip(trials, outcomes, strict=True)]
        notes.extend(write_study_files(rows, averages, steps, fresh))

    write_folder(out / AVERAGES, fill, overwrite=True)
    states = [found.state for found in outcomes]
    return BatchResult(
        states.count("analysed"),
        states.count("kept"),
        {
            str(trial.path): found.message
            for trial, found in zip(trials, outcomes, strict=True)
            if found.state == "failed"
        },
        averages,
        tuple(path for path in (out / AVERAGES / name for name in FILES) if path.is_file()),
        tuple(notes),
    )


def _row(trial: StudyTrial, found: KeptTrial) -> tuple[str, ...]:
    """Who, which trial, how it went, where its report is, and why it failed."""
    done = found.folder is not None
    report = f"../{STORE}/{found.folder.name}/report.html" if found.folder is not None else ""
    return (
        trial.subject,
        trial.session,
        trial.condition,
        str(trial.path),
        "done" if done else "failed",
        report,
        found.message,
    )
