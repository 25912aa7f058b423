"""Files of a study: its page, tables for statistics programs, population.nc.

With many groups, the averages are in files of some groups each, which the workers write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ambulo.execution.tasks import in_order, some_at_a_time
from ambulo.gait.configuration import Configuration
from ambulo.inputs.extras import why_without
from ambulo.inputs.version import VERSION
from ambulo.population.along_curve import LEAST, CurveTest, compare_conditions
from ambulo.population.between_subjects import between_subjects
from ambulo.population.curve_store import CurveStore
from ambulo.population.group import AVERAGE_HEADS, KEY_HEADS, Key
from ambulo.population.study_page import SHOWN, Tally, study_page
from ambulo.report.normal_band import load_band
from ambulo.report.page_file import write_page_file
from ambulo.results.catalogue import suffix_of
from ambulo.results.columns import quantity_and_unit
from ambulo.results.conventions import chosen
from ambulo.results.csv_table import Cell, write_table
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.netcdf import (
    Variable,
    name_coordinate,
    netcdf,
    texts,
    variable,
    write_in_blocks,
)
from ambulo.results.whole_folder import digest

PARTS = "population"
"""Name of the averages' file, or of their folder if there are too many groups for one file."""
FILES = ("index.html", "trials.csv", "population*.csv", "profile.csv", "symmetry.csv",
         "population.nc", "along_curve*.csv", "population*.parquet", PARTS)  # fmt: skip
"""Patterns of all possible files. At `*`, a name states unusual axes of moments. Tests along the
curve and Parquet need extras.
"""

_TRIAL_HEADS = (*KEY_HEADS, "trial", "state", "checks", "report", "message")
_TABLES = {
    "profile.csv": (*KEY_HEADS, "quantity", "score [deg]"),
    "symmetry.csv": (*KEY_HEADS, "quantity", "unit", "value"),
}
"""Tables whose lines the groups bring, in the order of the store, after those of the averages."""

_GROUPS_AT_ONCE = 32
_IN_ONE_FILE = 1000
"""Groups whose averages are one file of each kind, of 0.2 to 0.4 MB a group."""


class _Part(NamedTuple):
    """Averages to be written: of which groups, all quantities of the study, files without ending.

    Args:
        parquet: whether to.
        suffix: of the names of the tables, which states unusual axes of moments.
        conventions: conventions of the curves in words, by choice.
    """

    averages: CurveStore
    names: tuple[str, ...]
    path: Path
    parquet: bool
    suffix: str
    conventions: Mapping[str, str]


class Indices(NamedTuple):
    """Indices of a group on the page.

    Args:
        scores: gait variable scores and Gait Profile Scores [deg].
        symmetry: symmetry of the steps: quantity, unit and value.
    """

    scores: tuple[tuple[str, float], ...]
    symmetry: tuple[tuple[str, str, float], ...]


def write_study_files(
    name: str,
    trials: Iterable[Sequence[str]],
    averages: CurveStore,
    indices: Mapping[Key, Indices],
    doubts: Sequence[str],
    choice: Configuration,
    out: Path,
    executor: Executor | None = None,
    workers: int | None = None,
) -> tuple[list[str], dict[str, str]]:
    """Write the page and the tables.

    Args:
        name: name of the study.
        trials: subject, session, condition, trial, state, checks, place of its report and message
            of each trial.
        averages: averages of all groups, with the lines of their tables.
        indices: indices of the groups on the page.
        doubts: doubts on the averages, for the page.
        choice: choices of the study; the files state its axes.
        out: existing folder.
        executor: executor that writes the averages of many groups; None uses this process.
        workers: number of workers; None takes that of the executor.
    Returns:
        Files that were not made, with what they need; and digests of files by name.
    """
    shown = _ShownTrials()
    write_table(out / "trials.csv", _TRIAL_HEADS, shown.passing(trials))
    for number, (table, heads) in enumerate(_TABLES.items(), start=1):
        _write_lines(averages, number, heads, out / table)
    no_parquet = why_without("pyarrow.parquet", "parquet")
    parquet = not no_parquet
    digests: dict[str, str] = {}
    suffix = suffix_of(choice.moment_axes, planar=choice.model == "planar")
    said = chosen(choice.model_dump())
    about = (parquet, suffix, said)
    if len(averages) <= _IN_ONE_FILE:
        digests |= _write_averages(_Part(averages, averages.names, out / PARTS, *about))
    else:
        (out / PARTS).mkdir()
        parts = (
            _Part(averages.of(keys), averages.names, (out / PARTS).resolve() / f"{k:05d}", *about)
            for k, keys in enumerate(some_at_a_time(averages, _IN_ONE_FILE))
        )
        for found in in_order(_write_averages, parts, executor, workers=workers):
            digests.update({f"{PARTS}/{file}": value for file, value in found.items()})
    notes: list[str] = []
    tests: list[CurveTest] = []
    if _conditions_to_compare(averages):
        no_tests = why_without("spm1d", "statistics")
        if no_tests:
            notes.append(f"Conditions were not tested along the curve: {no_tests}.")
        else:
            tests = list(compare_conditions(averages, notes))
            write_table(out / f"along_curve{suffix}.csv", _TEST_HEADS, _test_rows(tests))
    if no_parquet:
        notes.append(f"No population{suffix}.parquet was written: {no_parquet}.")
    ordered = [(key, indices[key]) for key in averages if key in indices]
    page = study_page(
        name,
        shown.rows,
        shown.count,
        list(averages),
        between_subjects(averages, executor, workers=workers),
        conventions=said,
        scores=[(key, *score) for key, one in ordered for score in one.scores],
        symmetry=[(key, *index) for key, one in ordered for index in one.symmetry],
        tests=tests,
        band=load_band(),
        notes=[*doubts, *notes],
    )
    write_page_file(page, out / "index.html")
    return notes, digests


class _ShownTrials:
    """Counts the trials that pass, and keeps those for the page: failed ones before others."""

    def __init__(self) -> None:
        self._failed: list[Sequence[str]] = []
        self._done: list[Sequence[str]] = []
        self._every: Counter[str] = Counter()
        self._grades: Counter[str] = Counter()

    def passing(self, trials: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
        for row in trials:
            bad = row[4] == "failed"
            self._every[row[4]] += 1
            self._grades[row[5]] += not bad
            rows = self._failed if bad else self._done
            if len(rows) < SHOWN:
                rows.append(row)
            yield row

    @property
    def count(self) -> Tally:
        """Of all that have passed."""
        return Tally(self._every.total(), self._every["failed"], self._grades)

    @property
    def rows(self) -> list[Sequence[str]]:
        """No more than SHOWN."""
        return (self._failed + self._done)[:SHOWN]


def _conditions_to_compare(averages: Iterable[Key]) -> bool:
    """Whether two conditions have subjects enough."""
    subjects: dict[str, set[str]] = {}
    for subject, _, condition in averages:
        subjects.setdefault(condition, set()).add(subject)
    return sum(len(who) >= LEAST for who in subjects.values()) >= 2


_TEST_HEADS = ["quantity", "unit", "first", "second", "test", "subjects in the first",
               "subjects in the second", "critical t", "largest t", "from [%]", "to [%]",
               "p"]  # fmt: skip


def _test_rows(tests: Iterable[CurveTest]) -> Iterator[tuple[Cell, ...]]:
    """A row a cluster; one without percentages where the conditions do not differ."""
    for test in tests:
        said = (*quantity_and_unit(test.quantity), test.first, test.second, test.kind,
                *test.subjects, test.critical, test.largest)  # fmt: skip
        if not test.clusters:
            yield (*said, "", "", "")
        for cluster in test.clusters:
            yield (*said, cluster.start, cluster.stop, cluster.shown)


def _write_averages(part: _Part) -> dict[str, str]:
    """Averages as CSV, netCDF and Parquet; digest of each file."""
    endings = (f"{part.suffix}.csv", ".nc", f"{part.suffix}.parquet")
    made = [part.path.with_name(f"{part.path.name}{ending}") for ending in endings]
    with closing(part.averages) as averages:
        _write_lines(averages, 0, AVERAGE_HEADS, made[0])
        _write_dataset(averages, part.names, part.conventions, made[1])
        if part.parquet:
            _write_parquet(made[2], averages)
    return {path.name: found for path in made if (found := digest(path)) is not None}


def _write_lines(averages: CurveStore, table: int, heads: Sequence[str], path: Path) -> None:
    """A table of lines that the groups have brought."""
    write_table(path, heads, ())
    with path.open("ab") as file:
        file.writelines(averages.lines(table))


def _write_parquet(path: Path, averages: CurveStore) -> None:
    """The rows of population.csv with all digits, some groups at a time."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    texts, whole = pyarrow.string(), pyarrow.int64()
    kinds = [texts] * 5 + [whole] + [pyarrow.float64()] * (3 + len(CYCLE))
    schema = pyarrow.schema(list(zip(AVERAGE_HEADS, kinds, strict=True)))
    # text repeats itself, numbers do not; of a path it would want text, or a URL
    with (
        path.open("wb") as sink,
        ParquetWriter(
            sink, schema, compression="none", use_dictionary=list(AVERAGE_HEADS[:5])
        ) as file,
    ):
        for keys in some_at_a_time(averages, _GROUPS_AT_ONCE):
            tables = [averages.table(key) for key in keys]
            said = [
                (*key, *quantity_and_unit(name))
                for key, (names, _) in zip(keys, tables, strict=True)
                for name in names
            ]
            if not said:  # groups without a stride
                continue
            rows = np.concatenate([table for _, table in tables])
            mean = rows[:, 1 : 1 + len(CYCLE)]
            columns = [*zip(*said, strict=True), rows[:, 0].astype(np.int64), mean.mean(axis=1),
                       mean.min(axis=1), mean.max(axis=1), *mean.T]  # fmt: skip
            arrays = [pyarrow.array(c, k) for c, k in zip(columns, kinds, strict=True)]
            file.write_table(pyarrow.table(arrays, schema=schema))


def _write_dataset(
    averages: CurveStore, names: Sequence[str], conventions: Mapping[str, str], path: Path
) -> None:
    """(group, quantity, cycle), all quantities; a group is a subject in a session and condition."""

    row = {name: k for k, name in enumerate(names)}
    content = [
        name_coordinate("quantity", row),
        variable("cycle", "cycle", CYCLE, "percent", "of the stride"),
        *(
            Variable(name, ("group",), texts(key[k] for key in averages))
            for k, name in enumerate(KEY_HEADS)
        ),
    ]
    dims, whole, real = ("group", "quantity", "cycle"), np.zeros(0, dtype=np.int64), np.zeros(0)
    later = [
        Variable("mean", dims, real, {"long_name": "mean over strides, in the quantity's unit"}),
        Variable("sd", dims, real, {"long_name": "sample standard deviation over strides"}),
        Variable("strides", dims[:2], whole, {"long_name": "number of strides"}),
    ]
    about = {"source": f"ambulo {VERSION}", **conventions}
    if not row:
        path.write_bytes(netcdf([], about))
        return
    write_in_blocks(path, content, about, later, _blocks(averages, row))


def _blocks(averages: CurveStore, row: Mapping[str, int]) -> Iterator[dict[str, np.ndarray]]:
    """Mean, standard deviation and number of strides of some groups at a time."""
    for keys in some_at_a_time(averages, _GROUPS_AT_ONCE):
        mean, sd = np.full((2, len(keys), len(row), len(CYCLE)), np.nan)
        strides = np.zeros((len(keys), len(row)), dtype=np.int64)
        for k, key in enumerate(keys):
            order, table = averages.table(key)
            rows = [row[name] for name in order]
            strides[k, rows] = table[:, 0]
            mean[k, rows] = table[:, 1 : 1 + len(CYCLE)]
            sd[k, rows] = table[:, 1 + len(CYCLE) :]
        yield {"mean": mean, "sd": sd, "strides": strides}
