"""Files of a study: its page, tables for statistics programs, population.nc."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ambulo.population.along_curve import LEAST, CurveTest, available, compare_conditions
from ambulo.population.averages import Key
from ambulo.population.curve_store import CurveStore
from ambulo.population.group import AVERAGE_HEADS, KEY_HEADS
from ambulo.population.study_page import SHOWN, Tally, study_page
from ambulo.records.version import VERSION
from ambulo.report.normal_band import load_band
from ambulo.report.page_file import write_page_file
from ambulo.results.columns import quantity_and_unit
from ambulo.results.csv_table import Cell, write_table
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.netcdf import Variable, netcdf, write_in_blocks

__all__ = ["FILES", "SHOWN", "Indices", "write_study_files"]

FILES = ("index.html", "trials.csv", "population.csv", "profile.csv", "symmetry.csv",
         "population.nc", "along_curve.csv", "population.parquet")  # fmt: skip
"""All that there may be; the last two need extras."""

_TRIAL_HEADS = (*KEY_HEADS, "trial", "state", "checks", "report", "message")
_TABLES = {
    "population.csv": AVERAGE_HEADS,
    "profile.csv": (*KEY_HEADS, "quantity", "score [deg]"),
    "symmetry.csv": (*KEY_HEADS, "quantity", "unit", "value"),
}
"""Tables whose lines the groups bring, in the order of the store."""

_GROUPS_AT_ONCE = 32


class Indices(NamedTuple):
    """Of a group that the page shows.

    Args:
        scores: gait variable scores and Gait Profile Scores [deg].
        symmetry: of the steps: quantity, unit and value.
    """

    scores: tuple[tuple[str, float], ...]
    symmetry: tuple[tuple[str, str, float], ...]


def write_study_files(
    name: str,
    trials: Iterable[Sequence[str]],
    averages: CurveStore,
    indices: Mapping[Key, Indices],
    doubts: Sequence[str],
    out: Path,
) -> list[str]:
    """Write the page and the tables.

    Args:
        name: of the study.
        trials: subject, session, condition, trial, state, checks, place of its report and message
            of each.
        averages: of all groups, with the lines of their tables.
        indices: of the groups that the page shows.
        doubts: on the averages, for the page.
        out: folder that is there.
    Returns:
        What was not made, and what it needs.
    """
    shown = _ShownTrials()
    write_table(out / "trials.csv", _TRIAL_HEADS, shown.passing(trials))
    for number, (table, heads) in enumerate(_TABLES.items()):
        write_table(out / table, heads, ())
        with (out / table).open("ab") as file:
            file.writelines(averages.lines(number))
    _write_dataset(averages, out / "population.nc")
    notes: list[str] = []
    tests: list[CurveTest] = []
    if _conditions_to_compare(averages):
        if available():
            tests = list(compare_conditions(averages))
            write_table(out / "along_curve.csv", _TEST_HEADS, _test_rows(tests))
        else:
            notes.append(
                "Conditions were not tested along the curve: in Ambulo's folder, pip install "
                "'.[statistics]'."
            )
    if find_spec("pyarrow") is not None:
        _write_parquet(out / "population.parquet", averages)
    else:
        notes.append(
            "No population.parquet was written: in Ambulo's folder, pip install '.[parquet]'."
        )
    ordered = [(key, indices[key]) for key in averages if key in indices]
    page = study_page(
        name,
        shown.rows,
        shown.count,
        averages,
        scores=[(key, *score) for key, one in ordered for score in one.scores],
        symmetry=[(key, *index) for key, one in ordered for index in one.symmetry],
        tests=tests,
        band=load_band(),
        notes=[*doubts, *notes],
    )
    write_page_file(page, out / "index.html")
    return notes


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
            yield (*said, cluster.start, cluster.stop, cluster.p)


def _write_parquet(path: Path, averages: CurveStore) -> None:
    """The rows of population.csv with all digits, some groups at a time."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    texts, whole = pyarrow.string(), pyarrow.int64()
    kinds = [texts] * 5 + [whole] + [pyarrow.float64()] * (3 + len(CYCLE))
    schema = pyarrow.schema(list(zip(AVERAGE_HEADS, kinds, strict=True)))
    # text repeats itself, numbers do not
    with ParquetWriter(
        path, schema, compression="none", use_dictionary=list(AVERAGE_HEADS[:5])
    ) as file:
        for keys in _some_at_a_time(averages):
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


def _write_dataset(averages: CurveStore, path: Path) -> None:
    """population.nc: (group, quantity, cycle); a group is a subject in a session and condition."""

    def text(values: Iterable[str]) -> np.ndarray:
        return np.array(list(values), dtype=object)

    row = {name: k for k, name in enumerate({n: None for g in averages.values() for n in g})}
    content = [
        Variable("quantity", ("quantity",), text(row)),
        Variable("cycle", ("cycle",), CYCLE, {"units": "percent", "long_name": "of the stride"}),
        *(
            Variable(name, ("group",), text(key[k] for key in averages))
            for k, name in enumerate(KEY_HEADS)
        ),
    ]
    dims, whole, real = ("group", "quantity", "cycle"), np.zeros(0, dtype=np.int64), np.zeros(0)
    later = [
        Variable("mean", dims, real, {"long_name": "mean over strides, in the quantity's unit"}),
        Variable("sd", dims, real, {"long_name": "sample standard deviation over strides"}),
        Variable("strides", dims[:2], whole, {"long_name": "number of strides"}),
    ]
    about = {"source": f"ambulo {VERSION}"}
    if not row:
        path.write_bytes(netcdf([], about))
        return
    write_in_blocks(path, content, about, later, _blocks(averages, row))


def _blocks(averages: CurveStore, row: Mapping[str, int]) -> Iterator[dict[str, np.ndarray]]:
    """Mean, standard deviation and number of strides of some groups at a time."""
    for keys in _some_at_a_time(averages):
        mean, sd = np.full((2, len(keys), len(row), len(CYCLE)), np.nan)
        strides = np.zeros((len(keys), len(row)), dtype=np.int64)
        for k, key in enumerate(keys):
            order, table = averages.table(key)
            rows = [row[name] for name in order]
            strides[k, rows] = table[:, 0]
            mean[k, rows] = table[:, 1 : 1 + len(CYCLE)]
            sd[k, rows] = table[:, 1 + len(CYCLE) :]
        yield {"mean": mean, "sd": sd, "strides": strides}


def _some_at_a_time(keys: Iterable[Key]) -> Iterator[list[Key]]:
    left = iter(keys)
    while some := list(islice(left, _GROUPS_AT_ONCE)):
        yield some
