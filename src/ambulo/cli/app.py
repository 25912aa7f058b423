"""The program that commands are added to."""

from __future__ import annotations

from typing import Annotated

import typer

import ambulo

__all__ = ["app"]

app = typer.Typer(
    name="ambulo",
    help="From a motion-capture trial to the forces inside the body.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="print the version")] = False,
) -> None:
    if version:
        typer.echo(f"ambulo {ambulo.__version__}")
        raise typer.Exit
