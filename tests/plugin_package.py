"""A package outside Ambulo, as pip leaves it: files on the path and its entry points."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from ambulo.inputs.registry import GROUP


def install(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: Mapping[str, str],
    entries: Mapping[str, str],
    name: str = "others_package",
) -> None:
    """Write `files` (path -> content) and entry points (name -> "module:object"), importable."""
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
        os.utime(place, (0, 0))  # installed before this process, which may keep what it compiles
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{key} = {value}" for key, value in entries.items()]
    (about / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines, ""]))
    monkeypatch.syspath_prepend(str(folder))
