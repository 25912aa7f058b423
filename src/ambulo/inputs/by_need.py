"""Names of a package that are imported when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def by_need(package: str, home: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__`.

    Args:
        package: its name.
        home: place of each public name, "module" or "module:name"; "module:" is the module itself.
    """

    def get(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, colon, given = home[name].partition(":")
        found = import_module(module)
        if given or not colon:
            found = getattr(found, given or name)
        setattr(sys.modules[package], name, found)
        return found

    return get
