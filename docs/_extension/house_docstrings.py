"""Docstrings of the house as reStructuredText: symbols stay symbols, equations stay as typed.

Docstrings are written to be read in the source: `|v|`, `a * b`, `C_` and indented equations mean
what they look like. Sphinx would read markup into them.
"""

from __future__ import annotations

import re
from typing import Any

_SECTION = re.compile(r"^\s*(Args|Returns|Raises|Yields|Attributes|Source|Note|Example)s?:\s*")
_MARKUP = re.compile(r"([\\|*])|(?<=\w)_(?=\W|$)")


def _plain(line: str) -> str:
    """A line of prose: names between backticks as code, the rest without markup."""
    parts = re.split(r"(`[^`]+`)", line)
    return "".join(
        f"``{part[1:-1].strip()}``" if part.startswith("`") and len(part) > 2 else _escaped(part)
        for part in parts
    )


def _escaped(text: str) -> str:
    return _MARKUP.sub(lambda found: "\\" + (found[1] or "_"), text)


def rewrite(lines: list[str]) -> list[str]:
    """Lines of a docstring as reStructuredText that shows them as they are."""
    found: list[str] = []
    k, section = 0, False
    while k < len(lines):
        line = lines[k]
        indent = len(line) - len(line.lstrip())
        if _SECTION.match(line) and indent == 0:
            section = True
        elif line.strip() and indent == 0:
            section = False
        if not section and line.strip() and indent >= 2:
            found += ["", "::", ""]
            while k < len(lines) and (not lines[k].strip() or lines[k].startswith("  ")):
                found.append(lines[k])
                k += 1
            found.append("")
            continue
        found.append(_plain(line))
        k += 1
    return found


def _process(_app: Any, _what: str, _name: str, _of: Any, _options: Any, lines: list[str]) -> None:
    lines[:] = rewrite(lines)


def setup(app: Any) -> dict[str, bool]:
    """Rewrite docstrings before their sections are read."""
    app.connect("autodoc-process-docstring", _process, priority=100)
    return {"parallel_read_safe": True}
