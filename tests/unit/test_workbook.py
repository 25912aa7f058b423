"""Tables as an Excel workbook, read back; the library that is not there is said."""

from __future__ import annotations

import csv

import openpyxl
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.inputs import extras
from ambulo.inputs.errors import InputError
from ambulo.report.write import write
from ambulo.results import workbook
from ambulo.results.csv_table import write_table


def test_every_table_is_a_sheet_with_the_same_cells(tmp_path):
    out = write(make_analysis(), tmp_path / "out", also=["xlsx"])
    book = openpyxl.load_workbook(out / "results.xlsx", read_only=True)
    tables = {path.stem[:31]: path for path in (out / "tables").glob("*.csv")}
    assert set(book.sheetnames) == set(tables)
    for name, path in tables.items():
        with path.open(newline="", encoding="utf-8") as file:
            expected = [[cell or None for cell in row] for row in csv.reader(file)]
        found = [list(row) for row in book[name].iter_rows(values_only=True)]
        assert len(found) == len(expected), name
        for ours, theirs in zip(found, expected, strict=True):
            # Excel has no trailing empty cells
            ours += [None] * (len(theirs) - len(ours))
            for mine, cell in zip(ours, theirs, strict=True):
                assert mine == (float(cell) if isinstance(mine, float | int) else cell)
    assert "results.xlsx" in (out / "manifest.json").read_text(encoding="utf-8")


def test_numbers_are_numbers_and_unknown_is_empty(tmp_path):
    table = tmp_path / "a_table.csv"
    write_table(table, ["time", "side", "x [m]"], [(0.5, "left", float("nan")), (1, "right", 2.0)])
    workbook.write_workbook([table], tmp_path / "book.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "book.xlsx")["a_table"]
    assert [[cell.value for cell in row] for row in sheet.rows] == [
        ["time", "side", "x [m]"],
        [0.5, "left", None],
        [1, "right", 2],
    ]


def test_without_the_library_one_line_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=r"pip install '\.\[xlsx\]'"):
        workbook.write_workbook([], tmp_path / "book.xlsx")
