"""What is for the one who watches, and of no use in a file."""

from __future__ import annotations

import typer

__all__ = ["aside"]


def aside(line: str) -> None:
    """Print a line to standard error."""
    typer.echo(line, err=True)
