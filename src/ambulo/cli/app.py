"""The program to which commands are added, and the answer of a command."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from mmap import mmap
from pathlib import Path
from typing import Any, NamedTuple, Protocol, get_type_hints

import typer

import ambulo
from ambulo.cli.options import PANELS, AsJson, CommandsInPanels, NamesInHelp, Quiet, Version
from ambulo.inputs.errors import InputError
from ambulo.inputs.printable import printable

HELP = """From a motion-capture trial to the forces inside the body.

ambulo demo                   a simulated walk: see what comes out
ambulo info walk.c3d          what is in a recording, what is missing
ambulo analyse walk.c3d --static static.c3d --sex m    results: walk-ambulo/
ambulo COMMAND --help         more about one command"""
app = typer.Typer(
    name="ambulo",
    cls=CommandsInPanels,
    help=HELP,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


_LOADED = 384 << 20
"""Bytes. In less address space the libraries of an analysis hung while they were loaded (90 MB),
ended the process (100 to 330) or did not load (370)."""


class Progress(Protocol):
    """Function called with the present step and the finished share."""

    def __call__(self, stage: str, part: float | None = None, /) -> None:
        """Say so."""


def say(*lines: str, err: bool = False) -> None:
    """Print lines. Names in them cannot start a new line or control the terminal."""
    for line in lines:
        print(printable(line), file=sys.stderr if err else sys.stdout)


aside: Callable[[str], None] = partial(say, err=True)
"""Prints messages for a person at the terminal, which are of no use in a file."""


@app.callback(invoke_without_command=True)
def _root(version: Version = False) -> None:
    if version:
        say(f"ambulo {ambulo.__version__}")
        raise typer.Exit


class Answer(NamedTuple):
    """Answer of a command.

    Args:
        record: function that gives the record for --json; unknown numbers become null.
        words: function that prints the same for a reader.
        status: exit status of the program.
        file: text printed before the words, even with --quiet, because the user asked for it.
        warning: warning in the words. It goes to standard error if the words are not printed.
    """

    record: Callable[[], object]
    words: Callable[[], None]
    status: int = 0
    file: str = ""
    warning: str = ""


def command(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Add a command, with the options --quiet and --json.

    The command's docstring is its help. The first line is shown in the list of commands. A
    dataclass parameter gives one option for each field. The program provides a parameter called
    `progress`, and shows it unless --quiet is given.
    """
    signature = inspect.signature(function, eval_str=True)
    told = "progress" in signature.parameters
    given = [p for p in signature.parameters.values() if p.name != "progress"]

    def run(*, quiet: bool, as_json: bool, **options: Any) -> None:
        _require_memory()
        from ambulo.report.progress_line import StageProgress

        for parameter in given:
            kind = parameter.annotation
            if is_dataclass(kind):
                entries = {field.name: options.pop(field.name) for field in fields(kind)}
                options[parameter.name] = kind(**entries)  # type: ignore[operator]
        _require_apart(options)
        if told or quiet:
            with StageProgress(shown=not quiet) as progress:
                found = function(**({"progress": progress} if told else {}), **options)
        else:
            found = function(**options)
        if found.file and not as_json:
            say(*found.file.removesuffix("\n").split("\n"))
        if found.warning and (quiet or as_json):
            aside(found.warning)
        if as_json:
            from ambulo.results.json_file import plain

            content = plain(found.record())
            # text that cannot be shown as it is, or not in this stream's letters, is escaped
            write = partial(json.dumps, content, allow_nan=False, indent=1)
            text = write(ensure_ascii=False)
            print(text if _can_be_shown(text) else write())
        elif not quiet:
            found.words()
        raise typer.Exit(found.status)

    both = (("quiet", Quiet), ("as_json", AsJson))
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            *(option for parameter in given for option in _options(parameter)),
            *(_option(name, kind, False) for name, kind in both),
        ]
    )
    name, said = function.__name__, inspect.getdoc(function) or ""
    app.command(
        name,
        cls=NamesInHelp,
        help=said,
        short_help=said.partition("\n")[0],
        rich_help_panel=PANELS[name],
    )(run)
    return function


def _require_memory() -> None:
    """Refuse to begin where the libraries have no room: they end the process, or wait for ever.

    Raises:
        InputError: the address space is limited to less than they take to be loaded.
    """
    try:
        mmap(-1, _LOADED).close()
    except OSError as error:
        raise InputError(
            f"less than {_LOADED >> 20} MB are free, too little to load the numerical libraries",
            "the memory",
            "Close other programs, or raise the limit (ulimit -v)",
        ) from error


def _require_apart(options: Mapping[str, Any]) -> None:
    """Refuse to replace with the results the folder that they are made from."""
    out = options.get("out")
    if out is None or not options.get("overwrite"):
        return
    folder = out.resolve()
    for option in options.values():
        for given in option if isinstance(option, list) else [option]:
            inside = isinstance(given, Path) and given.resolve().is_relative_to(folder)
            if inside and given is not out:
                raise InputError(
                    f"this is an input, and --overwrite would replace {out}, which contains it",
                    str(given),
                    "Give another folder with --out",
                )


def _can_be_shown(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return text.replace("\n", "").isprintable()


def _options(parameter: inspect.Parameter) -> Iterator[inspect.Parameter]:
    """The parameter, or one for each field of its dataclass."""
    kind = parameter.annotation
    if not is_dataclass(kind):
        yield _option(parameter.name, kind, parameter.default)
        return
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        yield _option(field.name, hints[field.name], field.default)


def _option(name: str, kind: Any, default: object) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def in_folder(folder: Path, words: Callable[[], None], entry: str | None = None) -> Answer:
    """The answer of a command that has written a folder with a summary.json: this summary, or one
    entry of it.
    """

    def record() -> Mapping[str, object]:
        content = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        return {"folder": str(folder), **(content if entry is None else content[entry])}

    return Answer(record, words)


def folder_beside(file: Path, out: Path | None) -> Path:
    """The given folder, or NAME-ambulo beside the file NAME.*.

    Raises:
        InputError: the file has no name, such as "." or "/".
    """
    if out is not None:
        return out
    if not file.name:
        raise InputError("this is not a file", str(file), "Check the path")
    return file.with_name(f"{file.stem}-ambulo")


def with_care(warning: str) -> None:
    """Print the warning of the earlier analysis, if there is one, even with --quiet."""
    if warning:
        aside(f"The analysis: {warning}")


def folder_made(asked: Path, made: Path) -> Path:
    """The folder that was made, as the user wrote it. A message says so if it is not the given
    folder.
    """
    if made == asked.resolve():
        return asked
    shown = made if asked.name in ("", ".", "..") else asked.with_name(made.name)
    aside(
        f"{asked} is not empty, so the results are in {shown} (--overwrite replaces earlier ones)"
    )
    return shown
