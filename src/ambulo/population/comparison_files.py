"""Files of `ambulo compare`: curves.csv and compare.html."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ambulo.population.compare import Difference, compare, short_names, write_table_of
from ambulo.population.comparison_page import comparison_page
from ambulo.report.page_file import write_page_file
from ambulo.results.folder import read_folder
from ambulo.results.whole_folder import write_folder

__all__ = ["Compared", "compare_folders"]


@dataclass(frozen=True, eq=False)
class Compared:
    """Differences of analyses by these names, and the folder in which they stand."""

    differences: tuple[Difference, ...]
    names: tuple[str, ...]
    folder: Path


def compare_folders(folders: Sequence[Path], out: Path, *, overwrite: bool = False) -> Compared:
    """Compare finished analyses and write what was found.

    Args:
        folders: two or more, that `ambulo analyse` has written; the first is what the others are
            compared with.
        out: folder to make.
        overwrite: whether results that are there go; else `NAME-2`, `NAME-3`, … is made.
    Raises:
        InputError: a folder has no results, or `out` cannot be written to.
    """
    names = short_names(folders)
    differences = compare(folders)
    page = comparison_page(differences, [read_folder(folder) for folder in folders], names)

    def fill(folder: Path) -> None:
        write_table_of(differences, names, folder / "curves.csv")
        write_page_file(page, folder / "compare.html")

    return Compared(differences, tuple(names), write_folder(out, fill, overwrite=overwrite))
