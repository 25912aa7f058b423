"""The source text of compiled code: a file and the modules of Ambulo that it imports."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_PACKAGES = ("ambulo", "ambulo_studies")
_IMPORT = re.compile(
    rf"^[ \t]*from[ \t]+((?:{'|'.join(_PACKAGES)})\b[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n(]+)",
    re.MULTILINE,
)


def are_ours(files: list[Path], root: Path) -> bool:
    """Whether all these resolved paths are files of Ambulo.

    Args:
        files: resolved paths.
        root: folder of Ambulo's packages.
    """
    folders = [root / name for name in _PACKAGES]
    return all(
        file.is_file() and any(folder in file.parents for folder in folders) for file in files
    )


def sources(files: list[Path], root: Path) -> dict[Path, bytes]:
    """Text of files and of all Ambulo modules that they use, directly or through others.

    Args:
        files: resolved paths.
        root: folder of Ambulo's packages.
    """
    found: dict[Path, bytes] = {}
    waiting = list(files)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path], named = _read(path, root)
            waiting.extend(named)
    return found


@cache
def _read(path: Path, root: Path) -> tuple[bytes, tuple[Path, ...]]:
    """Text of a source file, and the modules of Ambulo that it names in its imports."""
    text = path.read_bytes()
    needed = []
    # by expression, not by syntax tree: every start reads a hundred files so
    for package, names in _IMPORT.findall(text.decode("utf-8")):
        place = root.joinpath(*package.split("."))
        module = place.with_suffix(".py")
        if module.is_file():
            needed.append(module)
            continue
        for name in re.findall(r"\w+", names):
            module = place / f"{name}.py"
            if module.is_file():
                needed.append(module)
    return text, tuple(needed)
