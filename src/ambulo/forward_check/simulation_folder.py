"""The folder simulation/ beside an analysis: one simulation a name, others left as they are."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from ambulo.records import Analysis
from ambulo.report.page_data import Page
from ambulo.report.page_file import write_page_file
from ambulo.results.folder import read_folder
from ambulo.results.json_file import Json, write_json
from ambulo.results.whole_folder import require_as_written, write_folder

Simulated = TypeVar("Simulated")


def simulate_folder(
    folder: Path,
    simulate: Callable[[Analysis], Simulated],
    write: Callable[[Simulated, Path], None],
    *,
    progress: Callable[[str], None] | None = None,
) -> Simulated:
    """Simulate an analysed trial; write simulation/ beside its results.

    Args:
        folder: of the analysis.
        simulate: `check_forward` or `walk_on_contact`, with the choices that were made.
        write: `write_simulation` or `write_contact_walk`, what belongs to it.
        progress: called with the name of each stage as it begins.
    Returns:
        The simulated motion and its figures.
    Raises:
        InputError: the folder holds no analysis, or the choices do not fit it.
    """
    say = progress or (lambda _: None)
    say("reading")
    analysis = read_folder(folder)
    say("simulating")
    found = simulate(analysis)
    say("writing")
    write(found, folder / "simulation")
    return found


def add_simulation(
    folder: Path,
    name: str,
    summary: Mapping[str, Json],
    page: Page,
    fill: Callable[[Path], None],
) -> None:
    """Write the files NAME.* of a simulation, and its entry in summary.json.

    Args:
        folder: made if need be; an earlier simulation of the same name is replaced, what others
            have left there stays.
        name: of the entry and the files.
        summary: the entry.
        page: to be NAME.html.
        fill: writes the other files into the fresh folder that it is given.
    Raises:
        InputError: the folder cannot be written to.
    """

    def whole(fresh: Path) -> None:
        entries: dict[str, object] = {}
        if (folder / "summary.json").is_file():
            require_as_written(folder, "summary.json")
            entries = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        for other in entries.keys() - {name}:
            for path in folder.glob(f"{other}.*"):
                shutil.copy2(path, fresh)
        fill(fresh)
        write_page_file(page, fresh / f"{name}.html")
        write_json({**entries, name: summary}, fresh / "summary.json")

    write_folder(folder, whole, overwrite=True)
