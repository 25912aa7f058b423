"""The folder simulation/ beside an analysis: one simulation a name, others left as they are."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from ambulo.results.json_file import Json, write_json
from ambulo.results.whole_folder import require_as_written, write_folder

__all__ = ["add_simulation"]


def add_simulation(
    folder: Path, name: str, summary: Mapping[str, Json], fill: Callable[[Path], None]
) -> None:
    """Write the files NAME.* of a simulation, and its entry in summary.json.

    Args:
        folder: made if need be; an earlier simulation of the same name is replaced, what others
            have left there stays.
        name: of the entry and the files.
        summary: the entry.
        fill: writes the files into the fresh folder that it is given.
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
        write_json({**entries, name: summary}, fresh / "summary.json")

    write_folder(folder, whole, overwrite=True)
