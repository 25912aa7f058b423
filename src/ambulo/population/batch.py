"""`ambulo batch`: every trial of a study analysed and kept, averages by subject and condition."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass
from html import escape
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from ambulo.execution.pace import Pace
from ambulo.execution.tasks import in_order, process_pool, processors
from ambulo.math.arrays import FloatArray
from ambulo.population.along_curve import LEAST, CurveTest, available, compare_conditions
from ambulo.population.averages import Average, StrideSums
from ambulo.population.kept import KeptTrial, TrialTask, analyse_or_keep
from ambulo.population.profile import gait_profile_scores, movement_analysis_profile
from ambulo.population.study_file import StudyTrial, read_study
from ambulo.population.symmetry import symmetry_indices
from ambulo.report.normal_band import load_band
from ambulo.results.csv_table import Cell, write_table
from ambulo.results.dataset import Variable, write_variables
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.version import VERSION
from ambulo.results.whole_folder import destination, write_folder, writing

__all__ = ["BatchResult", "run_batch"]

Key = tuple[str, str, str]
"""Subject, session and condition."""

Progress = Callable[[str], None]

STORE = "trials"
"""Folder of the kept analyses in a study's folder."""
AVERAGES = "averages"
"""Folder of what was made from them."""
_FILES = ("trials.csv", "index.html", "population.csv", "profile.csv", "symmetry.csv",
          "population.nc")  # fmt: skip
_BY_EXTRAS = ("along_curve.csv", "population.parquet")

_HEADS = ["subject", "session", "condition", "quantity", "unit", "strides", "mean", "min", "max",
          *(f"at {percent:.0f} %" for percent in CYCLE)]  # fmt: skip


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
        _fill(trials, outcomes, averages, steps, fresh)
        notes.extend(_fill_by_extras(averages, fresh))

    write_folder(out / AVERAGES, fill, overwrite=True)
    made = (*_FILES, *_BY_EXTRAS)
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
        tuple(path for path in (out / AVERAGES / name for name in made) if path.is_file()),
        tuple(notes),
    )


def _fill(
    trials: Sequence[StudyTrial],
    outcomes: Sequence[KeptTrial],
    averages: Mapping[Key, Mapping[str, Average]],
    steps: Mapping[Key, Mapping[str, Sequence[FloatArray]]],
    out: Path,
) -> None:
    rows = [
        (
            trial.subject,
            trial.session,
            trial.condition,
            str(trial.path),
            "failed" if found.folder is None else "done",
            "" if found.folder is None else f"../{STORE}/{found.folder.name}/report.html",
            found.message,
        )
        for trial, found in zip(trials, outcomes, strict=True)
    ]
    columns = ("subject", "session", "condition", "trial", "state", "report", "message")
    write_table(out / "trials.csv", columns, rows)
    (out / "index.html").write_text(_links(columns, rows), encoding="utf-8")
    write_table(out / "population.csv", _HEADS, _tidy(averages))
    band = load_band()
    profile: list[tuple[Cell, ...]] = []
    for key, found in averages.items():
        scores = movement_analysis_profile(found, band)
        scores |= gait_profile_scores(scores)
        profile += [(*key, name, score) for name, score in scores.items()]
    write_table(
        out / "profile.csv",
        ["subject", "session", "condition", "quantity", "score [deg]"],
        profile,
    )
    symmetry: list[tuple[Cell, ...]] = []
    for key, of_steps in steps.items():
        indices = symmetry_indices({name: np.concatenate(v) for name, v in of_steps.items()})
        symmetry += [(*key, *_split(name), value) for name, value in indices.items()]
    write_table(
        out / "symmetry.csv",
        ["subject", "session", "condition", "quantity", "unit", "value"],
        symmetry,
    )
    (out / "population.nc").write_bytes(_dataset(averages))


def _fill_by_extras(averages: Mapping[Key, Mapping[str, Average]], out: Path) -> list[str]:
    """What needs an extra; a sentence for each that is not there."""
    notes = []
    if _conditions_to_compare(averages):
        if available():
            tests = compare_conditions(averages)
            write_table(out / "along_curve.csv", _TEST_HEADS, _test_rows(tests))
        else:
            notes.append(
                "Conditions were not tested along the curve: pip install 'ambulo[statistics]'."
            )
    if find_spec("pyarrow") is not None:
        _write_parquet(out / "population.parquet", _HEADS, averages)
    else:
        notes.append("No population.parquet was written: pip install 'ambulo[parquet]'.")
    return notes


def _conditions_to_compare(averages: Mapping[Key, Mapping[str, Average]]) -> bool:
    """Whether two conditions have subjects enough."""
    subjects: dict[str, set[str]] = {}
    for subject, _, condition in averages:
        subjects.setdefault(condition, set()).add(subject)
    return sum(len(who) >= LEAST for who in subjects.values()) >= 2


_TEST_HEADS = ["quantity", "unit", "first", "second", "test", "subjects in the first",
               "subjects in the second", "critical t", "largest t", "from [%]", "to [%]",
               "p"]  # fmt: skip


def _test_rows(tests: Iterator[CurveTest]) -> Iterator[tuple[Cell, ...]]:
    """A row a cluster; one without percentages where the conditions do not differ."""
    for test in tests:
        said = (*_split(test.quantity), test.first, test.second, test.kind, *test.subjects,
                test.critical, test.largest)  # fmt: skip
        if not test.clusters:
            yield (*said, "", "", "")
        for cluster in test.clusters:
            yield (*said, cluster.start, cluster.stop, cluster.p)


def _write_parquet(
    path: Path, heads: Sequence[str], averages: Mapping[Key, Mapping[str, Average]]
) -> None:
    import pandas

    pandas.DataFrame(list(_tidy(averages)), columns=list(heads)).to_parquet(path, index=False)


def _split(name: str) -> tuple[str, str]:
    """Quantity and unit of a header."""
    quantity, _, unit = name.partition(" [")
    return quantity, unit.removesuffix("]")


def _tidy(averages: Mapping[Key, Mapping[str, Average]]) -> Iterator[tuple[Cell, ...]]:
    """One row a subject, session, condition and quantity."""
    for key, found in averages.items():
        for name, average in found.items():
            mean = average.mean
            yield (
                *key,
                *_split(name),
                average.strides,
                float(mean.mean()),
                float(mean.min()),
                float(mean.max()),
                *mean.tolist(),
            )


def _dataset(averages: Mapping[Key, Mapping[str, Average]]) -> bytes:
    """population.nc: (group, quantity, cycle); a group is a subject in a session and condition."""
    import h5netcdf

    keys = list(averages)
    names = list(dict.fromkeys(name for found in averages.values() for name in found))
    shape = len(keys), len(names), len(CYCLE)
    mean, sd = np.full(shape, np.nan), np.full(shape, np.nan)
    strides = np.zeros(shape[:2], dtype=np.int64)
    for i, key in enumerate(keys):
        for j, name in enumerate(names):
            average = averages[key].get(name)
            if average is not None:
                mean[i, j], sd[i, j], strides[i, j] = average.mean, average.sd, average.strides

    def text(values: Sequence[str]) -> np.ndarray:
        return np.array(list(values), dtype=object)

    dims = ("group", "quantity", "cycle")
    content = [
        Variable("quantity", ("quantity",), text(names)),
        Variable("cycle", ("cycle",), CYCLE, {"units": "percent", "long_name": "of the stride"}),
        *(
            Variable(name, ("group",), text([key[k] for key in keys]))
            for k, name in enumerate(("subject", "session", "condition"))
        ),
        Variable("mean", dims, mean, {"long_name": "mean over strides, in the quantity's unit"}),
        Variable("sd", dims, sd, {"long_name": "sample standard deviation over strides"}),
        Variable("strides", dims[:2], strides, {"long_name": "number of strides"}),
    ]
    whole = io.BytesIO()
    with h5netcdf.File(whole, "w") as file:
        if keys and names:
            write_variables(file, content)
        file.attrs["source"] = f"ambulo {VERSION}"
    return whole.getvalue()


def _links(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A plain table of the trials with links to their reports."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = []
    for row in rows:
        cells = [
            f'<td><a href="{escape(cell)}">report</a></td>'
            if name == "report" and cell
            else f"<td>{escape(cell)}</td>"
            for name, cell in zip(columns, row, strict=True)
        ]
        body.append(f"<tr>{''.join(cells)}</tr>")
    return (
        '<!doctype html><meta charset="utf-8"><title>Trials</title>'
        f"<table><tr>{head}</tr>{''.join(body)}</table>\n"
    )
