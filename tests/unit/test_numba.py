"""Numba's private parts are named in one module."""

from __future__ import annotations

import ast
from pathlib import Path

import ambulo

PROMISED = {"numba", "numba.extending", "numba.types"}
"""Modules that numba's manual tells users of."""


def _of_numba(path: Path) -> set[str]:
    """Modules of numba that a file imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module)
    return {name for name in found if name.partition(".")[0] == "numba"}


def test_private_parts_of_numba_are_imported_by_one_module():
    root = Path(ambulo.__file__).parent
    private = {
        str(path.relative_to(root)): modules
        for path in root.parent.rglob("*.py")
        if (modules := _of_numba(path) - PROMISED)
    }
    assert list(private) == ["math/numba_private.py"]
    assert len(private["math/numba_private.py"]) > 5


def test_every_private_part_is_used():
    root = Path(ambulo.__file__).parent
    home = root / "math/numba_private.py"
    named = {
        alias.name
        for node in ast.walk(ast.parse(home.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module != "__future__"
        for alias in node.names
    }
    taken = {
        alias.name
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "ambulo.math.numba_private"
        for alias in node.names
    }
    assert named == taken
