"""Where results go, and have gone."""

from __future__ import annotations

from pathlib import Path

import typer

__all__ = ["folder_beside", "folder_made"]


def folder_beside(file: Path, out: Path | None) -> Path:
    """The folder asked for, or NAME-ambulo beside the file NAME.*."""
    return file.with_name(f"{file.stem}-ambulo") if out is None else out


def folder_made(asked: Path, made: Path) -> Path:
    """The folder that was made, as the user wrote it; says so where it is not the one asked for."""
    if made == asked.resolve():
        return asked
    shown = made if asked.name in ("", ".", "..") else asked.with_name(made.name)
    typer.echo(
        f"{asked} is not empty and stays as it is (--overwrite replaces results): see {shown}",
        err=True,
    )
    return shown
