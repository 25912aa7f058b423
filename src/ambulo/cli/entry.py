"""The entry point, and its messages on errors."""

from __future__ import annotations

import atexit
import codecs
import errno
import gc
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import NoReturn, TextIO

import typer

import ambulo
from ambulo.cli import analyse, movements, studies, trials  # noqa: F401
from ambulo.cli.app import app
from ambulo.inputs.errors import AmbuloWarning, InputError
from ambulo.inputs.numba_tried import REMEDY, untried
from ambulo.inputs.printable import printable, spelt
from ambulo.inputs.registry import blamed

_REMEDIES = {
    errno.ENAMETOOLONG: "Give a shorter name",
    errno.ELOOP: "Correct the links, or give another name",
    errno.ENOSPC: "Make room",
    errno.EDQUOT: "Make room",
    errno.EFBIG: "Make room, or raise the limit on the size of files",
    errno.EROFS: "Give a folder that can be written to",
    errno.EIO: "Check the disk",
    errno.EACCES: "Change its permissions, or give another path",
    errno.EPERM: "Change its permissions, or give another path",
    errno.EMFILE: "Raise the limit on open files",
    errno.ENFILE: "Close other programs",
    errno.EAGAIN: "Close other programs, or raise the limit on processes",
}


def machine_error(error: Exception) -> str:
    """What the machine refuses, where, and the remedy; "" for any other error.

    A missing file is not such an error. Files of the user are checked before they are opened, and a
    missing file of the package is a defect.
    """
    if isinstance(error, MemoryError):
        return "the memory is full. Close other programs, or give a shorter part of the trial"
    # pathlib before Python 3.13 tells of a loop in words only
    if isinstance(error, RuntimeError) and str(error).startswith("Symlink loop"):
        return (
            f"{str(error).rpartition(' ')[2]}: links lead to each other. {_REMEDIES[errno.ELOOP]}"
        )
    # loaded where there were processes
    from concurrent.futures import BrokenExecutor

    if isinstance(error, BrokenExecutor):
        return (
            "a worker process was killed, perhaps because memory ran out. Give the same command "
            "again. `batch` continues after the finished trials, and --workers 1 needs less "
            "memory"
        )
    if isinstance(error, FileNotFoundError) and "No usable temporary directory" in str(error):
        return "no folder for temporary files is writable. Make room, or set TMPDIR"
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return "the current folder no longer exists. Go to another folder (cd)"
    if not isinstance(error, OSError) or error.errno not in _REMEDIES:
        return ""
    where = str(error.filename)[:200] if error.filename else "standard output or a file"
    if error.errno == errno.EAGAIN:
        where = "another process cannot be started"
    return f"{where}: {error.strerror}. {_REMEDIES[error.errno]}"


_MANY = 500_000
"""New objects before a command looks for circles among them: more than an analysis makes."""

UsageError: type[typer.BadParameter] = typer.BadParameter.__bases__[0]
"""A mistake in the command itself. Its module differs between typer's versions."""


def main() -> None:
    """Entry point.

    It exits with 2 and one line if the input, the machine or another package is at fault, and with
    1 for a defect of Ambulo or a failed `study --check`. With --strict it exits with 3 if a check
    says do not use, or if a simulation fails. An interrupted command exits with 130, a broken pipe
    with 141.
    """
    # what a command makes stays: looking for circles in it would take a fifteenth of its time
    gc.set_threshold(_MANY)
    # a stream that is closed takes nothing, and nobody reads it
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    codecs.register_error("spelt", spelt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            try:
                "\u2192".encode(stream.encoding, "spelt")
                stream.reconfigure(errors="spelt")
            except UnicodeError:  # no encoding of text: idna, punycode
                stream.reconfigure(encoding="utf-8", errors="spelt")
    # a shell that completes says what of; else the variable is somebody's leftover
    asked = os.environ.keys() & {"COMP_WORDS", "_TYPER_COMPLETE_ARGS"}
    told = os.environ.get("COMP_CWORD", "0").isdecimal()
    if not (asked and told) and not os.environ.get("_AMBULO_COMPLETE", "").startswith("source_"):
        os.environ.pop("_AMBULO_COMPLETE", None)
    try:
        with _terminable(), _quiet_workers(), warnings.catch_warnings():
            warnings.showwarning = _tell
            status = app(sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        _stop(2, _sentence(str(error)))
    except UsageError as error:
        # an option without its value comes without its command
        path = (
            error.ctx.command_path if error.ctx is not None else " ".join(["ambulo", sys.argv[1]])
        )
        said = _of_configuration(error) or _in_words(error.format_message())
        _stop(2, f"{_sentence(said)} See {path} --help.")
    except (typer.Abort, KeyboardInterrupt):
        _stop(130, "interrupted")
    except SystemExit as end:
        # the parser's own end where nobody reads on; 128 and the number of SIGPIPE, as of others
        if isinstance(end.__context__, BrokenPipeError):
            sys.exit(141)
        plugin = blamed(end)
        if plugin:
            _stop(2, _mistake_of(plugin, end))
        raise
    except Exception as error:
        if any(isinstance(one, KeyboardInterrupt) for one in _behind(error)):
            _stop(130, "interrupted")
        refused = machine_error(error)
        if not refused and isinstance(error, OSError) and "--install-completion" in sys.argv:
            refused = (
                f"{error.filename}: {error.strerror}, so completion is not installed. Allow "
                "writing to this file, or add the output of --show-completion to another file"
            )
        if refused:
            # what is left to be written would be refused again at the end
            sys.stdout = _nowhere()
            _stop(2, _sentence(refused))
        plugin = blamed(error)
        if plugin:
            _stop(2, _mistake_of(plugin, error))
        newer = untried()
        if newer:
            _stop(
                2,
                f"{newer}, and the command ended in {type(error).__name__} ({_cut(error)}). The "
                f"file {_defect_report(error)} says where. Install a tested version: {REMEDY}",
            )
        _stop(
            1,
            f"a defect of Ambulo, {type(error).__name__}: {_cut(error)}. Please report it with "
            f"the file {_defect_report(error)}",
        )
    # the parser's answer to Ctrl-C
    if status == 130:
        _stop(130, "interrupted")
    # a shell that completion is not made for
    if status == 1 and "--install-completion" in sys.argv:
        status = 2
    sys.exit(status or 0)


def program() -> None:
    """Run `main` as the whole process, then the functions registered for its end.

    Releasing all objects one by one would take a seventh of a command's time.
    """
    status = 1

    # registered first, so called last
    @atexit.register
    def leave() -> None:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)

    try:
        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        raise


def _behind(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those in whose handling it was raised: a compiler wraps whatever reaches it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _mistake_of(plugin: str, error: BaseException) -> str:
    return (
        f"{plugin}: it raised {type(error).__name__} ({_cut(error)}). Correct or uninstall that "
        f"package. The file {_defect_report(error)} says where this happened"
    )


def _cut(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]


def _stop(status: int, line: str) -> NoReturn:
    _say(line)
    sys.exit(status)


def _say(line: str) -> None:
    try:
        print(f"ambulo: {printable(line)}", file=sys.stderr, flush=True)
    except OSError:
        # the status says it alone
        sys.stderr = _nowhere()


def _verbose() -> bool:
    return "--verbose" in sys.argv


def _tell(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning of Ambulo's in a line; those of libraries are for developers."""
    del file, line
    if issubclass(category, AmbuloWarning):
        _say(_sentence(str(message)))
    elif _verbose():
        _say(_sentence(f"{filename}, line {lineno}, {category.__name__}: {message}"))


@contextmanager
def _quiet_workers() -> Iterator[None]:
    """While it lasts, processes that are started show no warnings of libraries either."""
    if _verbose() or "PYTHONWARNINGS" in os.environ:
        yield
        return
    os.environ["PYTHONWARNINGS"] = "ignore"
    try:
        yield
    finally:
        del os.environ["PYTHONWARNINGS"]


@contextmanager
def _terminable() -> Iterator[None]:
    """While it lasts, a scheduler that asks the process to end is met as Ctrl-C is."""

    def end(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


def _in_words(said: str) -> str:
    """A message of the command's parser without the words of its own checks."""
    said = said.replace("Value error, ", "").replace("Input should be", "it should be")
    said = said.replace("greater than or equal to", "at least").replace("a valid int", "an int")
    said = said.replace("a valid ", "a ")
    # typer before 0.20 lets click speak: 'heavy' is not a float, 0 is not in the range x>=1
    said = re.sub(r"\S+ is not a float", "it should be a number", said)
    said = re.sub(r"\S+ is not (?:a|an) integer(?: range)?", "it should be an integer", said)
    said = re.sub(r"\S+ is not in the range x>=([\d.]+)", r"it should be at least \1", said)
    return said.partition(", unable to parse")[0]


def _of_configuration(error: typer.BadParameter) -> str:
    """What to do with an option that is only an entry of the configuration; "" for others."""
    option = getattr(error, "option_name", "")
    options = [] if error.ctx is None else [one.name for one in error.ctx.command.params]
    if "config" not in options:
        return ""
    from ambulo.gait.configuration import Configuration

    entry = option.lstrip("-").replace("-", "_")
    if entry in options or entry not in Configuration.model_fields:
        return ""
    return (
        f"{option} is not an option, but {entry} is an entry of the configuration. Write it into a "
        "TOML file, and give this file with --config FILE"
    )


def _sentence(text: str) -> str:
    line = " ".join(text.split())
    return line if line.endswith((".", "?")) else f"{line}."


def _defect_report(error: BaseException) -> str:
    """Path of a file with what a developer needs to find a defect, or where there is none."""
    import platform
    import tempfile
    import traceback

    report = f"ambulo {ambulo.__version__}, Python {platform.python_version()}, "
    report += f"{platform.platform()}\n{' '.join(sys.argv)}\n\n"
    report += "".join(traceback.format_exception(error))
    try:
        with tempfile.NamedTemporaryFile(
            "w",
            prefix="ambulo-defect-",
            suffix=".txt",
            delete=False,
            encoding="utf-8",
            errors="backslashreplace",  # names of files need not be text
        ) as file:
            file.write(report)
    except OSError:
        return "that could not be written, because the disk is full"
    return file.name
