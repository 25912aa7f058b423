"""The files that a name stands for: a user's or another package's, and those it names in turn."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from ambulo.inputs.registry import FileRegistry, is_file

__all__ = ["named_files"]


def named_files(registry: FileRegistry, given: str) -> tuple[Path, ...]:
    """A file given by its name or path, and those that it is laid over or refers to.

    () for an entry that comes with Ambulo, for which its version stands, and where there is none.

    Args:
        registry: of the files that the name is one of.
        given: as in a configuration.
    """
    found: dict[Path, None] = {}
    waiting = [path] if (path := _the_file(registry, given, None)) else []
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = None
            below = (_the_file(registry, name, path.parent) for name in _names(path))
            waiting += [one for one in below if one is not None]
    return tuple(found)


def _the_file(registry: FileRegistry, name: str, folder: Path | None) -> Path | None:
    """The file of a name: beside another, in the registry, or by its path."""
    beside = [] if folder is None else [folder / name, folder / f"{name}.toml"]
    for path in beside:
        if is_file(path):
            return path
    if name in registry:
        return None if registry.is_shipped(name) else registry[name]
    return Path(name) if is_file(Path(name)) else None


def _names(path: Path) -> Iterator[str]:
    """Texts at the head of a TOML file: what it extends, its base, its skeletons are among them."""
    if path.suffix != ".toml":
        return
    try:
        tables = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return  # whoever reads it says what is wrong
    for value in tables.values():
        yield from (one for one in (value if isinstance(value, list) else [value])
                    if isinstance(one, str))  # fmt: skip
