"""Files of `ambulo compare`: curves.csv and compare.html."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ambulo.population.compare import (
    Difference,
    compare,
    grounds_in_words,
    short_names,
    write_table_of,
)
from ambulo.population.comparison_page import comparison_page
from ambulo.report.page_file import write_page_file
from ambulo.report.verdict import verdict
from ambulo.results.folder import read_folder
from ambulo.results.whole_folder import require_place, write_folder

_KEY = re.compile("[0-9a-f]{24}")


@dataclass(frozen=True, eq=False)
class Compared:
    """Differences of analyses by these names, where their ground reactions are from if that is
    not the same, the folder in which they stand, and how far to trust each."""

    differences: tuple[Difference, ...]
    names: tuple[str, ...]
    grounds: tuple[str, ...]
    folder: Path
    verdicts: tuple[str, ...] = ()


def compare_folders(
    folders: Sequence[Path],
    out: Path,
    progress: Callable[[str, float], None] | None = None,
    *,
    overwrite: bool = False,
) -> Compared:
    """Compare finished analyses and write what was found.

    Args:
        folders: two or more, that `ambulo analyse` has written; the first is what the others are
            compared with.
        out: folder to make.
        progress: told what is done, and the part that is over.
        overwrite: whether results that are there go; else `NAME-2`, `NAME-3`, … is made.
    Raises:
        InputError: a folder has no results, or `out` cannot be written to.
    """
    say = progress or (lambda _, __: None)
    require_place(out, overwrite=overwrite)
    names = short_names(folders)
    analyses = []
    for k, (folder, name) in enumerate(zip(folders, names, strict=True)):
        say(f"reading {name}", 0.6 * k / len(folders))
        analyses.append(read_folder(folder))
    names = _known_by(names, [(a.model.subject.name, a.trial.path.stem) for a in analyses])
    say("comparing", 0.6)
    differences = compare(folders)
    page = comparison_page(differences, analyses, names)

    def fill(folder: Path) -> None:
        write_table_of(differences, names, folder / "curves.csv")
        write_page_file(page, folder / "compare.html")

    made = write_folder(out, fill, overwrite=overwrite)
    verdicts = tuple(verdict(analysis.checks) for analysis in analyses)
    return Compared(differences, tuple(names), tuple(grounds_in_words(analyses)), made, verdicts)


def _known_by(folders: Sequence[str], trials: Sequence[tuple[str, str]]) -> list[str]:
    """Subject and recording of each, and a folder that somebody named; folders where these are
    alike.

    Args:
        folders: names that tell them apart.
        trials: subject and recording of each.
    """
    found = []
    for folder, (subject, recording) in zip(folders, trials, strict=True):
        # many laboratories begin a recording's name with the subject's
        known = recording if recording.startswith(subject) else f"{subject} {recording}"
        unnamed = folder == f"{recording}-ambulo" or _KEY.fullmatch(folder)
        found.append(known if unnamed else f"{known} ({folder})")
    return found if len(set(found)) == len(found) else [*folders]
