"""Kills a command, or fills the disk, at steps that change the disk below a folder.

A kill before the step would leave what is there. For the other faults the process is forked: the
copy goes on with a full disk, or ends in the midst of the file; what it leaves is looked at, the
folder is put back as it was, and the process takes the step.
So the command itself is tried, and what it computes is computed once.

    python -m tests.faults

reads a `Request` a line and answers each with a line: a JSON list of `Ending`, the undisturbed one
last, or what a command without faults printed. Every command with faults runs in a copy of this
process, which keeps what it has imported and compiled.
"""

from __future__ import annotations

import errno
import functools
import gc
import hashlib
import json
import os
import resource
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

from ambulo.results.whole_folder import LOCK

CHANGES = frozenset({"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate", "os.link",
                     "os.symlink"})  # fmt: skip
REMOVALS = ("os.remove", "os.rmdir")
"""Which a full disk does not hinder, and which hold opened the folder that they empty."""


@dataclass(frozen=True)
class Request:
    """A command to run.

    Args:
        arguments: of `ambulo`.
        folder: below which faults are tried; None for a command without any.
        every: whether every step is tried, else the 1st, 8th, 64th, ... of each kind.
    """

    arguments: tuple[str, ...]
    folder: str | None = None
    every: bool = False


@dataclass(frozen=True)
class Ending:
    """What a fault left.

    Args:
        fault: "none"; "kill" or "full" before a step; "cut" (killed) or "large" (no more room) in
            the midst of the file that the step opens.
        at: the step, from 1.
        kind: of the step; empty for "none".
        status: of the process; minus the signal that ended it.
        said: on its standard error.
        files: digest by path of what can be seen; what lies in hidden folders cannot.
        mixed: folders that can be seen and whose files are not those of their manifest.
        hidden: names of hidden files and folders.
    """

    fault: str
    at: int
    kind: str
    status: int
    said: str
    files: Mapping[str, str]
    mixed: tuple[str, ...]
    hidden: tuple[str, ...]


def seen(folder: Path) -> dict[str, str]:
    """Digests of the files below a folder that no hidden folder holds."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not _is_hidden(path.relative_to(folder))
    }


def _mixed(folder: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Folders with a manifest that tells of other files."""
    found = []
    for name in files:
        if not name.endswith("manifest.json"):
            continue
        unit = name.removesuffix("manifest.json")
        try:
            listed = json.loads((folder / name).read_text())["sha256"]
        except ValueError:
            listed = {"": ""}
        if any(files.get(unit + one) != digest for one, digest in listed.items()):
            found.append(unit)
    return tuple(found)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


PART = 300
"""Bytes of a file that fit on a disk that becomes full in the midst of it."""


class Faults:
    """An audit hook that tries every fault at every step, or at some of every kind.

    Args:
        folder: below which steps count.
        every: step.
    """

    def __init__(self, folder: Path, *, every: bool) -> None:
        self.folder = folder
        self.kept = folder.with_name(f"{folder.name}-kept")
        self.every = every
        self.fault = "none"
        self.endings: list[Ending] = []
        self.kinds: list[str] = []
        self.answer = -1
        self.trying = False

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Try the faults before a step; in a copy, do what its fault does."""
        if self.trying or not self._counts(event, arguments):
            return
        if self.fault == "none":
            self._step(event, arguments)
        elif self.fault == "full" and event == "open":
            # a disk that is full stays full
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(arguments[0]))

    def _step(self, event: str, arguments: tuple[Any, ...]) -> None:
        kind = self._kind(event, arguments)
        self.trying = True
        self.kinds.append(kind)
        # a power of eight: what differs from step to step of a kind differs early, if at all
        count = self.kinds.count(kind)
        if self.every or (count.bit_count() == 1 and count.bit_length() % 3 == 1):
            # a kill leaves what is there, so that nothing need be killed
            self._note("kill", -signal.SIGKILL, "")
            if event not in REMOVALS:
                faults = ("full", "cut", "large") if event == "open" else ("full",)
                self._keep()
                # in a copy it ends with the first
                any(self._is_copy(fault) for fault in faults)
        self.trying = False
        if self.fault == "full":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(arguments[0]))

    def _counts(self, event: str, arguments: tuple[Any, ...]) -> bool:
        if event == "open":
            path, _, flags = arguments
            writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            return bool(writes) and self._is_below(str(path))
        return event in CHANGES and any(self._is_below(name) for name in _paths(event, arguments))

    def _is_below(self, path: str) -> bool:
        return path.startswith(f"{self.folder}/")

    def _kind(self, event: str, arguments: tuple[Any, ...]) -> str:
        """The change, in which hidden folder, and whether a library writes the file."""
        path = Path(_paths(event, arguments)[0]).relative_to(self.folder)
        hidden = [part.split("-")[0].rpartition(".")[2] for part in path.parts if part[0] == "."]
        return " ".join((event, *hidden, "netCDF" if path.suffix == ".nc" else ""))

    def _keep(self) -> None:
        handles = (Path(os.path.realpath(f"/proc/self/fd/{k}")) for k in _open_to_write())
        # a file without a name is in no copy of the folder; a lock is written as soon as it is held
        opened = [
            path for path in handles
            if self._is_below(str(path)) and path.is_file() and path.name != LOCK
        ]  # fmt: skip
        assert not opened, "a copy would write what this process has not written yet"
        shutil.rmtree(self.kept, ignore_errors=True)
        shutil.copytree(self.folder, self.kept, symlinks=True)

    def _is_copy(self, fault: str) -> bool:
        """One fault, tried in a copy of this process; True in the copy."""
        # a pipe has room on a full disk
        heard, said = os.pipe()
        child = os.fork()
        if child == 0:
            self.fault = fault
            os.close(heard)
            os.dup2(said, 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            if fault in ("cut", "large"):
                # the system ends a process that writes more, or refuses to write
                ends = signal.SIG_DFL if fault == "cut" else signal.SIG_IGN
                signal.signal(signal.SIGXFSZ, ends)
                resource.setrlimit(resource.RLIMIT_FSIZE, (PART, PART))
            return True
        os.close(said)
        with os.fdopen(heard) as file:
            line = file.read()
        _, status = os.waitpid(child, 0)
        self._note(fault, os.waitstatus_to_exitcode(status), line)
        shutil.rmtree(self.folder)
        shutil.copytree(self.kept, self.folder, symlinks=True)
        return False

    def _note(self, fault: str, status: int, line: str) -> None:
        files = seen(self.folder)
        hidden = (path for path in self.folder.rglob("*") if path.name.startswith("."))
        names = tuple(path.relative_to(self.folder).as_posix() for path in hidden)
        kind = "" if fault == "none" else self.kinds[-1]
        found = Ending(
            fault, len(self.kinds), kind, status, line, files, _mixed(self.folder, files), names
        )
        self.endings.append(found)

    def end(self, status: int) -> NoReturn:
        """Of a copy, or of the process, which tells what the copies left."""
        self.trying = True
        if self.fault == "none":
            self._note("none", status, "")
            _tell(self.answer, [asdict(one) for one in self.endings])
        os._exit(status)


def _paths(event: str, arguments: tuple[Any, ...]) -> list[str]:
    """What an event changes; a name within an opened folder is told by both."""
    if event in REMOVALS and arguments[-1] not in (None, -1):
        return [os.path.realpath(f"/proc/self/fd/{arguments[-1]}") + f"/{arguments[0]}"]
    # of a symbolic link its own name alone: where it leads is not touched
    names = arguments[1:] if event == "os.symlink" else arguments
    return [str(one) for one in names if isinstance(one, str | os.PathLike)]


def _open_to_write() -> Iterator[str]:
    """Handles of this process that may hold what no file has yet."""
    for handle in os.listdir("/proc/self/fdinfo"):
        try:
            said = Path(f"/proc/self/fdinfo/{handle}").read_text()
        except FileNotFoundError:  # the handle of the listing itself
            continue
        flags = next(line.split()[1] for line in said.splitlines() if line.startswith("flags:"))
        if int(flags, 8) & os.O_ACCMODE != os.O_RDONLY:
            yield handle


def _tell(answer: int, what: object) -> None:
    with os.fdopen(os.dup(answer), "w") as file:
        file.write(f"\n{json.dumps(what)}\n")


def _with_faults(request: Request, faults: Faults) -> NoReturn:
    from ambulo import cli

    sys.argv = ["ambulo", *request.arguments]
    sys.addaudithook(faults)
    status = 0
    try:
        cli.main()
    except SystemExit as end:
        status = int(str(end.code or 0))
    faults.end(status)


def _answer(request: Request) -> object:
    """Of a command: endings by fault, or what it printed."""
    from tests.command_line import ambulo

    if request.folder is None:
        return asdict(ambulo(*request.arguments))
    faults = Faults(Path(request.folder), every=request.every)
    # the copies do not look through what is there already
    gc.collect()
    gc.freeze()
    heard, faults.answer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(heard)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        _with_faults(request, faults)
    os.close(faults.answer)
    with os.fdopen(heard) as file:
        said = file.read()
    os.waitpid(child, 0)
    return json.loads(said or "null")


def _keep_what_is_dear() -> None:
    """Of a bone its stiffness and its coloured walls, of four figures two: the rest is as it is."""
    from ambulo.bone import bone, page
    from ambulo.report import figures

    bone.tibia = functools.cache(bone.tibia)
    coloured = page._coloured
    panels: list[Any] = []

    def kept(legs: object) -> Any:
        if not panels:
            panels.extend(coloured(legs))
        return panels

    page._coloured = kept
    figures.FIGURES = {name: figures.FIGURES[name] for name in ("joint_angles", "ground_reaction")}


def serve(lines: Iterable[str]) -> None:
    """Answer requests on the standard output."""
    _keep_what_is_dear()
    for line in lines:
        answer = _answer(Request(**json.loads(line)))
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve(sys.stdin)
