"""The text that compiled code rests on: a source file and the modules that it imports.

Of Ambulo's files those of Ambulo are followed; of anybody else's also their own modules, so that a
law compiles again when a helper or a constant beside it changes.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

_IMPORT = re.compile(
    r"^[ \t]*from[ \t]+(ambulo\b[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n(]+)", re.MULTILINE
)


def sources(files: list[Path], root: Path) -> dict[Path, bytes]:
    """Text of files and of all modules on which they rest, directly or through others.

    Installed packages are followed inside a file's own package; of others the modules that it
    names are read, and those that they import are not.

    Args:
        files: resolved paths.
        root: folder of Ambulo.
    """
    found: dict[Path, bytes] = {}
    waiting = list(files)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path], named = _read(path, root)
            needed = set(named) if root in path.parents else {*named, *_imported(path, root)}
            for module in needed - found.keys():
                if _is_followed(module, path, root):
                    waiting.append(module)
                else:
                    found[module] = module.read_bytes()
    return found


@cache
def _read(path: Path, root: Path) -> tuple[bytes, tuple[Path, ...]]:
    """Text of a source file, and the modules of Ambulo that it names in its imports."""
    text = path.read_bytes()
    needed = []
    # by expression, not by syntax tree: every start reads a hundred files so
    for package, names in _IMPORT.findall(text.decode("utf-8")):
        place = root.joinpath(*package.split(".")[1:])
        module = place.with_suffix(".py")
        if module.is_file():
            needed.append(module)
            continue
        for name in re.findall(r"\w+", names):
            module = place / f"{name}.py"
            if module.is_file():
                needed.append(module)
    return text, tuple(needed)


def _is_followed(module: Path, importer: Path, root: Path) -> bool:
    """Whether the imports of a module are looked at too."""
    if root in module.parents:
        return True
    installed = _package_folder(module)
    return installed is None or installed == _package_folder(importer)


def _package_folder(path: Path) -> Path | None:
    """Folder (or file) of a package among the installed ones that holds a file; None elsewhere."""
    for folder in (path, *path.parents):
        if folder.parent.name in ("site-packages", "dist-packages"):
            return folder
    return None


def _imported(path: Path, root: Path) -> set[Path]:
    """Files of the modules that a file of somebody else imports or holds, but for Python's own."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):  # it has been edited since it was imported
        return set()
    found = set(_held(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for package, *parts in (one.name.split(".") for one in node.names):
                if package == "ambulo":
                    found.update(_files(root.joinpath(*parts).with_suffix(".py")))
                else:
                    found.update(_loaded(package, *parts))
        elif isinstance(node, ast.ImportFrom):
            names = [one.name for one in node.names]
            if node.level:
                folder = path.parents[node.level - 1]
                found.update(_beside(folder, (node.module or "").split("."), names))
            elif node.module:
                for name in names:
                    found.update(_loaded(*node.module.split("."), name))
    return found


def _held(path: Path) -> Iterator[Path]:
    """Files of the modules that a loaded file holds by a name, however it came by them."""
    for holder in list(sys.modules.values()):
        file = getattr(holder, "__file__", None) or ""
        if file.endswith(path.name) and Path(file).resolve() == path:
            for value in list(vars(holder).values()):
                if isinstance(value, ModuleType):
                    yield from _loaded(*value.__name__.split("."))


def _loaded(*parts: str) -> Iterator[Path]:
    """Files of a module and of the packages around it, as far as they are loaded from files."""
    if parts[0] in sys.stdlib_module_names or parts[0] == "ambulo":
        return
    for count in range(1, len(parts) + 1):
        file = getattr(sys.modules.get(".".join(parts[:count])), "__file__", None)
        if file is not None and file.endswith(".py"):
            yield from _files(Path(file))


def _beside(folder: Path, module: list[str], names: list[str]) -> Iterator[Path]:
    """Files of a relative import: the module, or those that are taken from a package."""
    place = folder.joinpath(*module)
    for one in (place, *(place / name for name in names)):
        yield from _files(one.with_name(f"{one.name}.py"))
        yield from _files(one / "__init__.py")


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path.resolve()
