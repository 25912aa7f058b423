"""Files of a study: its page, tables for statistics programs, population.nc."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.population.along_curve import LEAST, CurveTest, available, compare_conditions
from ambulo.population.averages import Average
from ambulo.population.profile import gait_profile_scores, movement_analysis_profile
from ambulo.population.study_page import Key, study_page
from ambulo.population.symmetry import symmetry_indices
from ambulo.records.version import VERSION
from ambulo.report.normal_band import load_band
from ambulo.report.page_file import write_page_file
from ambulo.results.csv_table import Cell, write_table
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.netcdf import Variable, netcdf

__all__ = ["FILES", "write_study_files"]

FILES = ("index.html", "trials.csv", "population.csv", "profile.csv", "symmetry.csv",
         "population.nc", "along_curve.csv", "population.parquet")  # fmt: skip
"""All that there may be; the last two need extras."""

_KEY = ("subject", "session", "condition")
_HEADS = [*_KEY, "quantity", "unit", "strides", "mean", "min", "max",
          *(f"at {percent:.0f} %" for percent in CYCLE)]  # fmt: skip


def write_study_files(
    trials: Sequence[Sequence[str]],
    averages: Mapping[Key, Mapping[str, Average]],
    steps: Mapping[Key, Mapping[str, Sequence[FloatArray]]],
    out: Path,
) -> list[str]:
    """Write the page and the tables.

    Args:
        trials: subject, session, condition, trial, state, place of its report and message of each.
        averages: mean curves of each subject in a session and condition.
        steps: of each, by header, what each trial's steps were.
        out: folder that is there.
    Returns:
        What was not made, and what it needs.
    """
    columns = (*_KEY, "trial", "state", "report", "message")
    write_table(out / "trials.csv", columns, trials)
    write_table(out / "population.csv", _HEADS, _tidy(averages))
    band = load_band()
    scores: list[tuple[Key, str, float]] = []
    for key, found in averages.items():
        profile = movement_analysis_profile(found, band)
        profile |= gait_profile_scores(profile)
        scores += [(key, name, score) for name, score in profile.items()]
    rows: Iterable[tuple[Cell, ...]] = ((*key, name, score) for key, name, score in scores)
    write_table(out / "profile.csv", [*_KEY, "quantity", "score [deg]"], rows)
    symmetry: list[tuple[Key, str, str, float]] = []
    for key, of_steps in steps.items():
        indices = symmetry_indices({name: np.concatenate(v) for name, v in of_steps.items()})
        symmetry += [(key, *_split(name), value) for name, value in indices.items()]
    rows = ((*key, name, unit, value) for key, name, unit, value in symmetry)
    write_table(out / "symmetry.csv", [*_KEY, "quantity", "unit", "value"], rows)
    (out / "population.nc").write_bytes(_dataset(averages))
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
    page = study_page(trials, averages, scores, symmetry, tests, band, notes)
    write_page_file(page, out / "index.html")
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


def _test_rows(tests: Iterable[CurveTest]) -> Iterator[tuple[Cell, ...]]:
    """A row a cluster; one without percentages where the conditions do not differ."""
    for test in tests:
        said = (*_split(test.quantity), test.first, test.second, test.kind, *test.subjects,
                test.critical, test.largest)  # fmt: skip
        if not test.clusters:
            yield (*said, "", "", "")
        for cluster in test.clusters:
            yield (*said, cluster.start, cluster.stop, cluster.p)


def _write_parquet(path: Path, averages: Mapping[Key, Mapping[str, Average]]) -> None:
    import pandas

    pandas.DataFrame(list(_tidy(averages)), columns=list(_HEADS)).to_parquet(path, index=False)


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
    return netcdf(content if keys and names else (), {"source": f"ambulo {VERSION}"})
