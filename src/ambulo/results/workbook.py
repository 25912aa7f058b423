"""The tables of an analysis as one Excel workbook, one sheet for each."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ambulo.inputs.errors import InputError
from ambulo.inputs.extras import why_without
from ambulo.inputs.printable import printable

_LONGEST_NAME = 31  # of a sheet, Excel's limit


def require_workbooks() -> None:
    """Refuse if the library for workbooks is not installed.

    Raises:
        InputError: the library is missing or broken. The message says how to install it.
    """
    lacking = why_without("openpyxl", "xlsx")
    if lacking:
        raise InputError(f"Excel files need openpyxl: {lacking}", "--xlsx")


def write_workbook(tables: Sequence[Path], path: Path) -> Path:
    """Write CSV tables as sheets: numbers as numbers, an empty cell is not known.

    Args:
        tables: as `write_table` has written them, in the order of the sheets.
        path: of the .xlsx file; overwritten.
    Returns:
        The path.
    Raises:
        InputError: openpyxl cannot be used.
    """
    require_workbooks()
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for table in tables:
        sheet = book.create_sheet(table.stem[:_LONGEST_NAME])
        sheet.freeze_panes = "B2"
        with table.open(newline="", encoding="utf-8") as file:
            for row in csv.reader(file):
                sheet.append([_cell(text, sheet) for text in row])
    book.save(path)
    return path


def _cell(text: str, sheet: Any) -> Any:
    """A finite number, nothing, or text that is never a formula."""
    from openpyxl.cell import WriteOnlyCell

    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if math.isfinite(number):
        return number
    cell = WriteOnlyCell(sheet, printable(text))
    cell.data_type = "s"
    return cell
