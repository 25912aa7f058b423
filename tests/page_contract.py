"""The page's records as TypeScript: written into viewer/src/contract.ts.

From the project's root: `python -m tests.page_contract`, which `make viewer` does first.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from inspect import cleandoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

import numpy as np

from ambulo.report import page_data

FILE = Path(__file__).resolve().parents[1] / "viewer" / "src" / "contract.ts"
HEAD = """\
// Made by `make viewer` from the records of ambulo.report.page_data, which are what a page is.
// Nothing here knows what is shown: a new panel of a known kind needs no line of this program.
"""
NAMED = ("Side", "Role", "Grade", "Stroke", "Cell", "Panel")
PLAIN = {str: "string", float: "number", int: "number", bool: "boolean", NoneType: "null"}


def typescript(kind: Any, *, named: bool = True) -> str:
    """A type as TypeScript says it, by its name where it has one.

    Raises:
        TypeError: no page holds it.
    """
    name = next((one for one in NAMED if named and getattr(page_data, one) == kind), None)
    if name:
        return name
    origin, inner = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in inner)
    if origin in (Union, UnionType):
        return " | ".join(map(typescript, inner))
    if origin is np.ndarray:
        return "Encoded"
    if origin is tuple:
        return f"[{', '.join(map(typescript, inner))}]"
    if origin in (Sequence, list):
        of = typescript(inner[0])
        return f"({of})[]" if " | " in of else f"{of}[]"
    if origin is Mapping:
        record = f"Record<{', '.join(map(typescript, inner))}>"
        return f"Partial<{record}>" if get_origin(inner[0]) is Literal else record
    if is_dataclass(kind):
        return str(kind.__name__)
    raise TypeError(f"a page holds no {kind}")


def interface(kind: Any) -> str:
    """A record with its docstring."""
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else list(hints)
    lines = [f'  kind: "{kind.kind}";'] if "kind" in hints else []
    for name in names:
        (of, lacking) = (hints[name], "")
        if get_origin(of) is NotRequired:
            (of,), lacking = get_args(of), "?"
        lines.append(f"  {name.rstrip('_')}{lacking}: {typescript(of)};")
    said = cleandoc(kind.__doc__).replace("\n", "\n * ").replace(" * \n", " *\n")
    said = f"/** {said} */" if "\n" not in said else f"/**\n * {said}\n */"
    return f"{said}\nexport interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def contract() -> str:
    """The file."""
    public = [one for name, one in sorted(vars(page_data).items()) if not name.startswith("_")]
    own = [one for one in public if is_dataclass(one) or one is page_data.Encoded]
    aliases = [
        f"export type {name} = {typescript(getattr(page_data, name), named=False)};\n"
        for name in NAMED
    ]
    version = f"export const CONTRACT = {page_data.CONTRACT};\n"
    return "\n".join([HEAD, version, *aliases, *map(interface, own)])


if __name__ == "__main__":
    if "--check" in sys.argv and FILE.read_text("utf-8") != contract():
        sys.exit("contract.ts is not that of the page's records; run make viewer and commit")
    FILE.write_text(contract(), "utf-8")
