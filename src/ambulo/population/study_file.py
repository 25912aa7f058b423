"""STUDY.toml: the trials of a study by subject, and their common choices.

For example:

    configuration = "choices.toml"
    trials = "trials.csv"            # or [[trial]] tables with the same entries

    [[trial]]
    subject = "S01"
    condition = "barefoot"
    static = "S01/static.c3d"
    trial = "S01/walk*.c3d"
    mass = 68.0
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from glob import glob
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from ambulo.gait.configuration import Configuration, SubjectEntries, read_configuration
from ambulo.inputs.article import counted
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import is_file
from ambulo.inputs.regular_file import require_file
from ambulo.inputs.toml_file import Form, Text, open_toml
from ambulo.inputs.toml_words import in_words, with_name
from ambulo.report.write import Files


class _Row(SubjectEntries):
    subject: Text = Field(description="name of the subject")
    trial: Text = Field(description="file, or several by * and ?")
    session: str = Field(default="", description="such as before, after")
    condition: str = Field(default="", description="such as barefoot")
    static: Text | None = Field(default=None, description="static trial of the subject")
    grf: Text | None = Field(default=None, description="ground reactions in a file of their own")


class _Study(Form):
    configuration: Text | None = Field(default=None, description="TOML file with choices")
    trials: Text | None = Field(default=None, description="CSV file with a row a trial")
    trial: tuple[_Row, ...] = Field(default=(), description="[[trial]] tables")
    files: Files = Field(
        default="all",
        description="files of each trial: all, with page and tables; results only; or only the "
        "curves over the strides, which the averages need",
    )


_NUMBERS = ("mass", "height", "age")


@dataclass(frozen=True)
class StudyTrial:
    """One trial of a study.

    Args:
        subject, session, condition: names from the file; "" if not given.
        path, static, grf: files.
        configuration: the study's choices with the subject's mass, height, sex and age.
        files: files of its analysis that are kept.
    """

    subject: str
    session: str
    condition: str
    path: Path
    static: Path | None
    grf: Path | None
    configuration: Configuration
    files: Files = "all"


def read_study(path: Path) -> tuple[StudyTrial, ...]:
    """Every trial of a study. Patterns of names are resolved in alphabetical order.

    Args:
        path: STUDY.toml. File names in it are relative to its folder.
    Raises:
        InputError: an entry is unknown, missing or impossible (with file and line), or several
            files match a name that must mean one file.
    """
    file = open_toml(path, "the study")
    study = file.read(_Study)
    rows = list(study.trial)
    if study.trials is not None:
        rows += _rows(path.parent / study.trials)
    if not rows:
        raise InputError(
            what="the study has no trial",
            where=str(path),
            remedy="Give trials = FILE.csv or [[trial]] tables",
        )
    shared = None if study.configuration is None else path.parent / study.configuration

    choices = read_configuration(shared)

    @cache
    def chosen(
        mass: float | None, height: float | None, sex: str | None, age: float | None
    ) -> Configuration:
        # a row's numbers are checked as it is read; what all trials share is in memory once
        said = {"mass": mass, "height": height, "sex": sex, "age": age}
        return choices.model_copy(update={k: v for k, v in said.items() if v is not None})

    return tuple(
        trial
        for row in rows
        for trial in _trials(row, path, chosen(row.mass, row.height, row.sex, row.age), study.files)
    )


def _trials(
    row: _Row, study: Path, configuration: Configuration, files: Files
) -> Iterator[StudyTrial]:
    static, grf = (
        None if name is None else _the_file(name, entry, row, study)
        for entry, name in (("static", row.static), ("grf", row.grf))
    )
    for path in _files(row.trial, study):
        yield StudyTrial(
            row.subject, row.session, row.condition, path, static, grf, configuration, files
        )


def _files(name: str, study: Path) -> list[Path]:
    """The file of a name, or all that fit where it has * or ?.

    A name that nothing fits is a trial that cannot be read, not the end of the run.
    """
    folder = study.parent
    if not set("*?[") & set(name) or is_file(folder / name):
        return [folder / name]
    return [folder / one for one in sorted(glob(name, root_dir=folder))] or [folder / name]


def _the_file(name: str, entry: str, row: _Row, study: Path) -> Path:
    """The one file of an entry that stands for one."""
    found = _files(name, study)
    if len(found) > 1:
        raise InputError(
            what=f"{len(found)} files fit {entry} = {name}, but a trial has only one",
            where=f"{study}, subject {row.subject}",
            remedy=f"Give the name of one, such as {found[0].relative_to(study.parent)}",
        )
    return found[0]


def _rows(path: Path) -> list[_Row]:
    """Rows of a CSV table; an empty cell is an entry that was not given.

    Where a decimal comma is usual, spreadsheets part the cells by semicolons.
    """
    require_file(path, "the table of trials")
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            head = file.readline()
            file.seek(0)
            semicolons = ";" in head and "," not in head
            reader = csv.reader(file, delimiter=";" if semicolons else ",")
            lines = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            what=f"the table of trials cannot be read ({error})",
            where=str(path),
            remedy="Give a CSV file in UTF-8 with the columns subject, trial, ...",
        ) from error
    table = [(line, cells) for line, cells in lines if any(cells)]
    if not table:
        return []
    (line, columns), *rest = table
    for name in columns:
        if name and name not in _Row.model_fields:
            raise InputError(f"unknown column {name!r}", f"{path}, line {line}", _Row.remedy(name))
    for name, entry in _Row.model_fields.items():
        if entry.is_required() and name not in columns:
            remedy = f"Give {name}: {entry.description}"
            raise InputError(f"there is no column {name}", f"{path}, line {line}", remedy)
    found = []
    for line, cells in rest:
        if any(cell for cell, name in zip_longest(cells, columns) if not name):
            raise InputError(
                what=f"the row has {counted(len(cells), 'cell')}, but only "
                f"{len([*filter(None, columns)])} columns have names",
                where=f"{path}, line {line}",
                remedy="Name the missing column, or put a cell that contains a comma in quotes",
            )
        given: Mapping[str, Any] = {
            name: _number(cell, comma=semicolons) if name in _NUMBERS else cell
            for name, cell in zip(columns, cells, strict=False)
            if name and cell
        }
        try:
            found.append(_Row.model_validate(given))
        except ValidationError as error:
            what, remedy, keys = in_words(error, given, _Row)
            raise InputError(with_name(what, keys), f"{path}, line {line}", remedy) from error
    return found


def _number(cell: str, *, comma: bool) -> float | str:
    """The number in a cell; the cell itself where it holds none."""
    try:
        return float(cell.replace(",", ".") if comma else cell)
    except ValueError:
        return cell
