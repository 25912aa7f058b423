"""The files of a name (a user's or another package's), and the files that are named in them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ambulo.inputs.registry import FileRegistry, is_file, registry_of


class NamedFile(NamedTuple):
    """A file with its kind and name in a registry; the name is "" for a file given by its path."""

    path: Path
    kind: str = ""
    name: str = ""


def named_files(registry: FileRegistry, given: str) -> tuple[NamedFile, ...]:
    """A file given by its name or path, and the files that it extends or refers to.

    () for an entry of Ambulo, because the version identifies it, and if there is no such file.

    Args:
        registry: of the files of this kind.
        given: as in a configuration.
    """
    found: dict[Path, NamedFile] = {}
    waiting: list[tuple[FileRegistry, str, Path | None]] = [(registry, given, None)]
    while waiting:
        of, name, folder = waiting.pop()
        file = _the_file(of, name, folder)
        if file is not None and file.path not in found:
            found[file.path] = file
            waiting += ((other, below, file.path.parent) for other, below in _names(of, file.path))
    return tuple(found.values())


def _the_file(registry: FileRegistry, name: str, folder: Path | None) -> NamedFile | None:
    """The file of a name: beside another, in the registry, or by its path."""
    beside = () if folder is None else (folder / name, folder / f"{name}.toml")
    for path in beside:
        if is_file(path):
            return NamedFile(path)
    if name in registry:
        shipped = registry.is_shipped(name)
        return None if shipped else NamedFile(registry[name], registry.kind, name)
    return NamedFile(Path(name)) if is_file(Path(name)) else None


def _names(registry: FileRegistry, path: Path) -> Iterator[tuple[FileRegistry, str]]:
    """What a file names, and the registry in which that is looked for."""
    if path.suffix != ".toml":
        return
    try:
        tables = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return  # whoever reads it says what is wrong
    for entry, kind in registry.naming.items():
        value, of = tables.get(entry), registry_of(kind)
        assert isinstance(of, FileRegistry)
        for name in value if isinstance(value, list) else [value]:
            if isinstance(name, str):
                yield of, name
