"""How the modules of the package import each other."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import ambulo

ROOT = Path(ambulo.__file__).parent


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
def graph(root: Path) -> dict[str, set[str]]:
    """Every module with those that it imports."""
    files = {
        ".".join((root.name, *path.relative_to(root).with_suffix("").parts)): path
        for path in root.rglob("*.py")
    }
    names = {name.removesuffix(".__init__"): path for name, path in files.items()}
    return {name: imported(path, set(names)) - {name} for name, path in names.items()}


def test_no_two_modules_import_each_other_not_even_inside_functions():
    links = graph(ROOT)
    assert len(links) > 400
    assert "ambulo.results.folder" in links["ambulo.analysis"]  # imported inside a function
    TopologicalSorter(links).prepare()


def room(name: str) -> str:
    """The package or top-level module that a module is in; the public names are one too."""
    if name == "ambulo.__main__":
        return "ambulo.cli"  # the same command, where Python looks for it
    return ".".join(name.split(".")[:2])


def arrows(links: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Which rooms import which others."""
    between = {(room(one), room(other)) for one, all_ in links.items() for other in all_}
    return {(one, other) for one, other in between if one != other}


def test_packages_do_not_come_to_know_more_of_each_other():
    links = graph(ROOT)
    between = arrows(links)
    assert ("ambulo.gait", "ambulo.mocap") in between
    assert ("ambulo", "ambulo.analysis") in between
    assert len({room(name) for name in links}) <= 21
    # the last came with a study that sets a thesis's table of segments beside the model's own
    assert len(between) <= 120


def test_a_circle_hidden_in_a_function_is_seen(tmp_path):
    package = tmp_path / "house"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "one.py").write_text("from house import two\n")
    (package / "two.py").write_text("def late():\n    from house.one import something\n")
    with pytest.raises(CycleError):
        TopologicalSorter(graph(package)).prepare()
