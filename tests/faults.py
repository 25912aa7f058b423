"""Kills a command, or fills the disk, at every step that changes the disk below a folder.

At every such step the process is forked for each fault. The copy ends there, or goes on with a full
disk; what it leaves is looked at, the folder is put back as it was, and the process takes the step.
So the command itself is tried, and what it computes is computed once.

    python -m tests.faults FOLDER ARGUMENT...

runs `ambulo ARGUMENT...` and prints a JSON list of `Ending`, the undisturbed one last.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import resource
import shutil
import signal
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

CHANGES = frozenset({"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate", "os.link",
                     "os.symlink"})  # fmt: skip


@dataclass(frozen=True)
class Ending:
    """What a fault left.

    Args:
        fault: "none"; "kill" or "full" before a step; "cut" (killed) or "large" (no more room) in
            the midst of the file that the step opens.
        at: the step, from 1.
        status: of the process; minus the signal that ended it.
        said: on its standard error.
        files: digest by path of what can be seen; what lies in hidden folders cannot.
        mixed: folders that can be seen and whose files are not those of their manifest.
        hidden: names of hidden files and folders.
    """

    fault: str
    at: int
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
    """An audit hook that tries every fault at every step.

    Args:
        folder: below which steps count.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = folder.with_name(f"{folder.name}-kept")
        self.fault = "none"
        self.endings: list[Ending] = []
        self.steps = 0
        self.trying = False

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Try the faults before a step; in a copy, do what its fault does."""
        if self.trying or not self._counts(event, arguments):
            return
        if self.fault == "none":
            self.steps += 1
            self.trying = True
            faults = ("kill", "full", "cut", "large") if event == "open" else ("kill", "full")
            # in a copy it ends with the first
            any(self._is_copy(fault) for fault in faults)
            self.trying = False
            if self.fault == "full":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(arguments[0]))
        elif self.fault == "full" and event == "open":
            # a disk that is full stays full
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(arguments[0]))

    def _counts(self, event: str, arguments: tuple[Any, ...]) -> bool:
        if event == "open":
            path, _, flags = arguments
            writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            return bool(writes) and str(path).startswith(str(self.folder))
        return event in CHANGES and any(str(a).startswith(str(self.folder)) for a in arguments)

    def _is_copy(self, fault: str) -> bool:
        """One fault, tried in a copy of this process; True in the copy."""
        handles = (os.path.realpath(f"/proc/self/fd/{k}") for k in os.listdir("/proc/self/fd"))
        assert not [name for name in handles if name.startswith(f"{self.folder}/")]
        shutil.rmtree(self.kept, ignore_errors=True)
        shutil.copytree(self.folder, self.kept, symlinks=True)
        # a pipe has room on a full disk
        heard, said = os.pipe()
        child = os.fork()
        if child == 0:
            self.fault = fault
            os.close(heard)
            os.dup2(said, 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            if fault == "kill":
                os._exit(9)
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
        found = Ending(fault, self.steps, status, line, files, _mixed(self.folder, files), names)
        self.endings.append(found)

    def end(self, status: int) -> NoReturn:
        """Of a copy, or of the process, which prints what the copies left."""
        self.trying = True
        sys.stdout.flush()
        sys.stderr.flush()
        if self.fault == "none":
            self._note("none", status, "")
            sys.stdout.write(f"\n{json.dumps([asdict(one) for one in self.endings])}")
            sys.stdout.flush()
        os._exit(status)


def run(folder: Path, arguments: list[str]) -> NoReturn:
    """Run a command with every fault; the process ends."""
    from ambulo import cli

    faults = Faults(folder)
    sys.argv = ["ambulo", *arguments]
    sys.addaudithook(faults)
    status = 0
    try:
        cli.main()
    except SystemExit as end:
        status = int(str(end.code or 0))
    faults.end(status)


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2:])
