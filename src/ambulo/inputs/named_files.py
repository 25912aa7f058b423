"""The files that a name stands for: a user's or another package's, and those it names in turn."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ambulo.inputs.registry import FileRegistry, is_file, registry_of


class NamedFile(NamedTuple):
    """A file, and the kind and name under which it is in a registry; "" for one by its path."""

    path: Path
    kind: str = ""
    name: str = ""


def named_files(registry: FileRegistry, given: str) -> tuple[NamedFile, ...]:
    """A file given by its name or path, and those that it is laid over or refers to.

    () for an entry that comes with Ambulo, for which its version stands, and where there is none.

    Args:
        registry: of the files that the name is one of.
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
