"""Who imports whom: modules, and the rooms that they are in."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


def imported(path: Path, modules: set[str]) -> set[str]:
    """Modules of the package that a file names in an import, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & modules
            found |= inner or {node.module}
    return found & modules


@cache
def graph(*roots: Path) -> dict[str, set[str]]:
    """Every module of packages with those that it imports."""
    files = {
        ".".join((root.name, *path.relative_to(root).with_suffix("").parts)): path
        for root in roots
        for path in root.rglob("*.py")
    }
    names = {name.removesuffix(".__init__"): path for name, path in files.items()}
    return {name: imported(path, set(names)) - {name} for name, path in names.items()}


def room(name: str) -> str:
    """The package or top-level module that a module is in; the public names are one too."""
    if name == "ambulo.__main__":
        return "ambulo.cli"  # the same command, where Python looks for it
    head, *rest = name.split(".")[:2]
    return head if head != "ambulo" else ".".join((head, *rest))


def arrows(links: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Which rooms import which others."""
    between = {(room(one), room(other)) for one, all_ in links.items() for other in all_}
    return {(one, other) for one, other in between if one != other}
