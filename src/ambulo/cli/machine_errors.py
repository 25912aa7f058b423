"""What the machine refuses, in one line: no room, no permission, a loop of links, no process."""

from __future__ import annotations

import errno

_REMEDIES = {
    errno.ENAMETOOLONG: "Give a shorter name",
    errno.ELOOP: "Correct the links, or give another name",
    errno.ENOSPC: "Make room",
    errno.EDQUOT: "Make room",
    errno.EFBIG: "Make room, or raise the limit on the size of files",
    errno.EROFS: "Give a folder that can be written to",
    errno.EIO: "Check the disk",
    errno.EACCES: "Change its permissions, or give another",
    errno.EPERM: "Change its permissions, or give another",
    errno.EMFILE: "Raise the limit on open files",
    errno.ENFILE: "Close other programs",
    errno.EAGAIN: "Close other programs, or raise the limit on processes",
}


def machine_error(error: Exception) -> str:
    """What and where the machine refuses, and what to do; "" for any other error.

    A file that is not there is none of these: what the user names is looked for before it is
    opened, and what is missing in the package is a defect.
    """
    if isinstance(error, MemoryError):
        return "the memory is used up. Close other programs, or give a shorter part of the trial"
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
            "again; `batch` continues after the finished trials, and --workers 1 needs less memory"
        )
    if isinstance(error, FileNotFoundError) and "No usable temporary directory" in str(error):
        return "no folder for temporary files can be written to. Make room, or set TMPDIR"
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return "the current folder no longer exists. Go to another (cd)"
    if not isinstance(error, OSError) or error.errno not in _REMEDIES:
        return ""
    where = str(error.filename)[:200] if error.filename else "standard output or a file"
    if error.errno == errno.EAGAIN:
        where = "another process cannot be started"
    return f"{where}: {error.strerror}. {_REMEDIES[error.errno]}"
