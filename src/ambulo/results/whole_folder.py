"""A folder of results that is written wholly or not at all, with a list of its own files.

Files are written into a new folder beside it, with a manifest of their digests. Then the new folder
is renamed. So a reader sees the old results or the new ones, never a mixture.
"""

from __future__ import annotations

import errno
import glob
import hashlib
import json
import os
import platform
import re
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Any

from ambulo.inputs.errors import InputError
from ambulo.inputs.version import VERSION

LOCK = "held"
"""The file that is locked. It then contains the name of the machine."""


@contextmanager
def held_folder(folder: Path, name: str) -> Iterator[Path]:
    """A new folder NAME-… that is removed at the end.

    Args:
        folder: in which it is made.
        name: the beginning of its name.
    Raises:
        OSError: it cannot be made.
    """
    made = folder / f"{name}-{secrets.token_hex(4)}"
    made.mkdir()
    try:
        with (made / LOCK).open("x+", encoding="utf-8") as file:
            if _locked(file):
                file.write(platform.node())
                file.flush()
            try:
                yield made
            finally:
                _empty(made)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def left_behind(folder: Path, pattern: str) -> Iterator[Path]:
    """Each folder of a pattern that a killed process of this machine has left. It is removed
    afterwards.
    """
    for path in folder.glob(pattern):
        try:
            with (path / LOCK).open("r+", encoding="utf-8") as file:
                # empty until its maker holds the lock
                left = _locked(file) and file.read() == platform.node() != ""
                if left:
                    yield path
                    _empty(path)
        except (OSError, ValueError):  # none of ours, or another's to touch
            continue
        if left:
            shutil.rmtree(path, ignore_errors=True)


def _empty(folder: Path) -> None:
    """Remove all but the lock: a kill on the way leaves what the next one knows."""
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != LOCK:
            path.unlink(missing_ok=True)


def _locked(file: IO[str]) -> bool:
    """Whether the lock was free, and is now this process's until the file is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # beyond the content, which others could not read otherwise
            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        file.seek(0)
    return True


MANIFEST = "manifest.json"
"""Names of a folder's files with their SHA-256."""
_WORK = ".writing"
"""Ending of the hidden folder's name, before its number."""
_OLD = "old"
"""Folder of the results that are being replaced, beside the new ones."""
_OF_THE_MACHINE = frozenset({errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM})
"""What has no more processes, files or memory to give is no folder."""
_OF_THE_DESKTOP = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})


def write_folder(
    folder: Path, fill: Callable[[Path], Mapping[str, str] | None], *, overwrite: bool = False
) -> Path:
    """Write a folder of results as a whole. After a kill, the old results, the new results or none
    are there.

    A kill may leave a hidden folder `.NAME.writing-…` beside it, with unfinished files and perhaps
    the old results. `require_place` restores these and removes the hidden folder. An error leaves
    nothing.

    Args:
        folder: to be made. An empty folder that cannot be renamed (a process works in it, or a disk
            is mounted there) is filled, with the manifest last.
        fill: function that writes into the given new folder. It may return digests of files that
            need not be read again for the manifest.
        overwrite: whether results of Ambulo in `folder` are replaced, with everything made from
            them; otherwise `NAME-2`, `NAME-3`, … is made.
    Returns:
        The folder that was made.
    Raises:
        InputError: the folder cannot be written to, or contains files that Ambulo did not write.
    """
    with writing(folder):
        target = destination(folder, overwrite=overwrite)
        target.parent.mkdir(parents=True, exist_ok=True)
        with work_for(target) as work:
            fresh = work / "new"
            try:
                fresh.mkdir()
                write_manifest(fresh, fill(fresh))
                return _put(fresh, target, overwrite)
            except OSError as error:
                _name_in_target(error, fresh, target)
                raise


def destination(folder: Path, *, overwrite: bool = False) -> Path:
    """Where `write_folder` would write results at present.

    Raises:
        InputError: a file has that name, or `overwrite` would delete files that Ambulo did not
            write, or the working directory.
    """
    target = folder.resolve()
    if not target.name:
        raise InputError(
            what="this is the root of a disk, but results need a folder of their own",
            where=str(folder),
            remedy="Give another folder with --out",
        )
    if _is_free(target):
        return target
    if target.exists() and not target.is_dir():
        raise InputError(
            what="this is a file, but results go into a folder",
            where=str(folder),
            remedy="Give another name with --out",
        )
    if overwrite:
        if _stays(target):
            raise InputError(
                what="this folder cannot be replaced: you are working in it, or a disk is mounted "
                "on it",
                where=str(folder),
                remedy="Go elsewhere (cd ..), or give another folder with --out",
            )
        strange = next(_strange(target), None)
        if strange is not None:
            raise InputError(
                what=f"{strange} in this folder was not written by Ambulo and would be deleted",
                where=str(folder),
                remedy="Move it away, or give another folder with --out",
            )
        return target
    count = 2
    while not _is_free(target.with_name(f"{target.name}-{count}")):
        count += 1
    return target.with_name(f"{target.name}-{count}")


def require_place(folder: Path, *, overwrite: bool = False) -> Path:
    """Refuse, before the work, a folder that `write_folder` would refuse after it. Returns the
    folder of the results.

    Remains of killed runs of this machine, here or beside for this name, are removed.

    Raises:
        InputError: as `destination`, or no folder can be made there.
    """
    with writing(folder):
        asked = folder.resolve()
        tidy(asked)  # else it may seem not to be empty, or to hold what is not ours
        target = destination(folder, overwrite=overwrite)
        for place in (target.parent, target):
            tidy(place, target.name)
        there = next(one for one in target.parents if os.path.lexists(one))
        try:
            with work_for(there / target.name if there != target.parent else target):
                pass
        except OSError as error:
            error.filename = str(folder)
            raise
    return target


def write_manifest(folder: Path, known: Mapping[str, str] | None = None) -> None:
    """Write manifest.json: the files of a folder with their digests, `known` or computed."""
    names = (
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    )
    files = {name: (known or {}).get(name) or digest(folder / name) for name in names}
    text = json.dumps({"ambulo": VERSION, "sha256": files}, indent=1, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8", errors="backslashreplace")


def require_as_written(folder: Path, *names: str) -> None:
    """Refuse files that were not written together.

    Args:
        folder: made by `write_folder`.
        names: of files in it.
    Raises:
        InputError: there is no manifest, or a file differs from its entry there.
    """
    files = _listed(folder)
    written_by = _manifest(folder).get("ambulo")
    if _newer(written_by):
        raise InputError(
            what=f"this folder was written by Ambulo {written_by}, which is newer than this "
            f"{VERSION}",
            where=str(folder),
            remedy="Update Ambulo",
        )
    if files is None:
        raise InputError(
            what=f"there is no readable {MANIFEST}, which says that the files belong together",
            where=str(folder),
            remedy="Copy the whole folder, or analyse the trial again",
        )
    for name in names:
        try:
            there = digest(folder / name)
        except OSError as error:
            raise InputError(
                what=f"{name} cannot be read ({error.strerror})",
                where=str(folder),
                remedy="Change its permissions, or copy the folder again",
            ) from error
        if files.get(name) != there:
            raise InputError(
                what=f"{name} is not the file that was written with this analysis",
                where=str(folder),
                remedy="Put the right one back, or analyse the trial again",
            )


@contextmanager
def writing(out: str | Path) -> Iterator[None]:
    """Name the file or folder in an error of writing.

    Raises:
        InputError: in place of an OSError that is about a file.
    """
    try:
        yield
    except OSError as error:
        if error.errno in _OF_THE_MACHINE:
            raise
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        raise InputError(
            what=f"this part of the output folder cannot be written ({error.strerror or error})",
            where=str(error.filename or out),
            remedy="Make room, or write the results to another disk"
            if full
            else "Close it in other programs, or write the results where you have permission",
        ) from error


def _put(fresh: Path, target: Path, overwrite: bool) -> Path:
    """Rename the fresh folder to its name; what is there goes aside first, and then for good."""
    if overwrite and not _is_free(target):
        aside = fresh.with_name(_OLD)
        target.rename(aside)
        try:
            fresh.rename(target)
        except BaseException:
            aside.rename(target)
            raise
        return target
    if fresh.parent.parent == target:
        # what has no manifest yet is no results
        for path in sorted(fresh.iterdir(), key=lambda path: path.name == MANIFEST):
            path.rename(target / path.name)
        return target
    while True:
        if target.is_dir():
            # empty, or another process was first; only Windows minds an empty one
            _remove_if_empty(target)
        try:
            fresh.rename(target)
            return target
        except OSError as error:
            if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
                raise
            target = destination(target)


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError as error:
        if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
            raise


def work_for(target: Path) -> AbstractContextManager[Path]:
    """A hidden folder on the same disk: beside the target, or in a folder that must stay."""
    inside = target.is_dir() and _stays(target)
    return held_folder(target if inside else target.parent, f".{target.name}{_WORK}")


def _stays(target: Path) -> bool:
    """Whether a folder is not to be renamed: a shell stands in it, or it is a disk."""
    here = Path.cwd()
    return target in (here, *here.parents) or os.path.ismount(target)


def tidy(folder: Path, name: str = "") -> None:
    """Remove the remains of killed runs of this machine, beside results of one name or of any.

    Old results that such a run was about to replace are restored.

    Args:
        folder: in which the results are, or were to be.
        name: of the results.
    """
    for left in left_behind(folder, f".{glob.escape(name) or '*'}{_WORK}-*"):
        target = folder / left.name[1:].rpartition(_WORK)[0]
        if (left / _OLD).is_dir() and not os.path.lexists(target):
            (left / _OLD).rename(target)


def _is_free(target: Path) -> bool:
    """Whether nothing, or an empty folder, has this name."""
    if target.is_dir():
        return not any(target.iterdir())
    return not os.path.lexists(target)


def _strange(folder: Path, at: str = "") -> Iterator[str]:
    """Files in a folder that neither its manifest nor one in a folder below tells of."""
    if (folder / at / MANIFEST).is_file():
        known = _listed(folder / at) or {}
        own = {f"{at}{name}" for name in (*known, MANIFEST)}
    else:
        own = set()
    yield from _unlisted(folder, at, own)


def _unlisted(folder: Path, at: str, own: set[str]) -> Iterator[str]:
    for path in sorted((folder / at).iterdir()):
        name = path.relative_to(folder).as_posix()
        if not path.is_dir() or path.is_symlink():
            if name not in own and path.name not in _OF_THE_DESKTOP:
                yield name
        elif (path / MANIFEST).is_file():
            yield from _strange(folder, f"{name}/")
        else:
            yield from _unlisted(folder, f"{name}/", own)


def _listed(folder: Path) -> Mapping[str, str] | None:
    """Digests by name as the manifest has them; None without one."""
    files = _manifest(folder).get("sha256")
    return files if isinstance(files, dict) else None


def _manifest(folder: Path) -> Mapping[str, Any]:
    """The manifest; empty where there is none to be read."""
    path = folder / MANIFEST
    try:
        # a pipe in its place would be waited for
        content = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _newer(version: object) -> bool:
    """Whether a version may write what this one does not know: its first or second number says."""
    numbers = [re.findall(r"\d+", text.split("+")[0])[:2] for text in (str(version), VERSION)]
    theirs, ours = (tuple(int(number[:9]) for number in found) for found in numbers)
    return theirs > ours


def digest(path: Path) -> str | None:
    """SHA-256 of a file; None if it does not exist."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _name_in_target(error: OSError, fresh: Path, target: Path) -> None:
    """Tell of a file by the name that it would have had: the fresh folder is gone."""
    name = error.filename
    if isinstance(name, str | os.PathLike) and Path(name).is_relative_to(fresh):
        error.filename = str(target / Path(name).relative_to(fresh))
