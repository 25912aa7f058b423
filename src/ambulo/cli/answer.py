"""What a command says at its end: for reading, as JSON, or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import typer

__all__ = ["answer", "summary_of"]


def answer(
    record: Callable[[], object], words: Callable[[], None], *, quiet: bool, as_json: bool
) -> None:
    """Say what was found in the form that was asked for.

    Args:
        record: gives what --json prints; unknown numbers become null.
        words: prints the same for reading.
    """
    if as_json:
        from ambulo.results.json_file import plain

        content = plain(record())
        typer.echo(json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1))
    elif not quiet:
        words()


def summary_of(folder: Path, entry: str | None = None) -> dict[str, object]:
    """The folder and what its summary.json holds, or one entry of it."""
    content = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return {"folder": str(folder), **(content if entry is None else content[entry])}
