"""Numba's private parts, and the library below it, are used in one module."""

from __future__ import annotations

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import ambulo

PROMISED = {"numba", "numba.extending", "numba.types"}
"""Modules that numba's manual tells users of."""
STATE = {"targetctx", "typingctx", "func_ir", "typemap", "calltypes"}
"""Of a compiler at work."""
MANUAL = {"_getvalue", "_replace", "_fields", "_make", "_asdict"}
"""Names with an underscore that a manual tells of: numba's, and those of a NamedTuple."""
HOME = "ambulo/math/numba_private.py"


@cache
def _trees() -> dict[str, ast.Module]:
    root = Path(ambulo.__file__).parent.parent
    return {
        str(path.relative_to(root)): ast.parse(path.read_text(encoding="utf-8"))
        for path in root.rglob("*.py")
    }


def _imported(tree: ast.Module) -> dict[str, str]:
    """Names from numba in a file, and the modules they come from, wherever the import stands."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                module = node.module == "numba" and find_spec(whole) is not None
                found[alias.name] = whole if module else node.module
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            of = f"{node.value.id}.{node.attr}"
            if node.value.id == "numba" and find_spec(of) is not None:
                found[node.attr] = of
    return {name: of for name, of in found.items() if of.partition(".")[0] in ("numba", "llvmlite")}


def _defined(tree: ast.Module) -> set[str]:
    """Names with an underscore that a file defines: functions, classes, variables, fields."""
    named = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            named.add(node.name)
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            named.add(node.id if isinstance(node, ast.Name) else node.attr)
    return {name for name in named if name.startswith("_")}


def private(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """By file: modules of numba that it does not promise, and private attributes of others."""
    ours = set().union(*(_defined(tree) for name, tree in trees.items() if name != HOME))
    found = {}
    for name, tree in trees.items():
        of = set(_imported(tree).values()) - PROMISED
        # what does not know numba can have none of its objects
        if _imported(tree) or any(
            isinstance(node, ast.ImportFrom) and node.module == "ambulo.math.numba_private"
            for node in ast.walk(tree)
        ):
            attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
            hidden = {x for x in attributes if x.startswith("_") and not x.startswith("__")}
            of |= (hidden - ours - MANUAL) | (attributes & STATE)
        if of:
            found[name] = of
    return found


def test_private_parts_of_numba_are_used_in_one_module():
    found = private(_trees())
    assert list(found) == [HOME]
    assert len(found[HOME]) > 15


def test_every_form_of_a_private_part_is_seen():
    for line in (
        "import numba.core.ir",
        "from llvmlite import ir",
        "from numba import core",
        "from numba.core import ir",
        "import numba\nnumba.core.ir",
        "from numba import types\nx = f._cache",
        "from numba import types\nx = state.targetctx",
    ):
        assert private({"one.py": ast.parse(line)}), line
    assert not private({"one.py": ast.parse("from numba import types\nx = a._replace(b=1)")})


def test_every_private_part_is_used():
    trees = _trees()
    named = {x for x, of in _imported(trees[HOME]).items() if of not in PROMISED}
    used = {node.id for node in ast.walk(trees[HOME]) if isinstance(node, ast.Name)}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "ambulo.math.numba_private":
                used |= {alias.name for alias in node.names}
    assert named <= used
