"""Links by which a person finds an analysis that is kept under a digest.

`by_name/S01_before_barefoot_walk01` leads to `trials/<digest>`; the digest stays the name, because
a recording is analysed once whatever it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

BY_NAME = "by_name"
"""Folder of the links in a study's folder."""

_LONGEST = 80
"""Characters of a link: file systems take 255 bytes, and a letter has up to three."""
_NO_NAME = re.compile(r'[\s<>:"/\\|?*\x00-\x1f]+')


def link_trials(out: Path, store: str, kept: Iterable[tuple[tuple[str, ...], str]]) -> str:
    """Make a link for every analysis that is kept, in place of those of an earlier run.

    Args:
        out: the study's folder; store: name of the folder of analyses in it.
        kept: what each trial is called, the empty parts left out, and the name of its folder.
    Returns:
        Why there are none; "" where they were made.
    """
    names = out / BY_NAME
    names.mkdir(exist_ok=True)
    for old in names.iterdir():
        if old.is_symlink():
            old.unlink()
    taken: dict[str, int] = {}
    for called, folder in kept:
        name = "_".join(_NO_NAME.sub("-", part).strip("-. ") for part in called if part)
        name = name[:_LONGEST]
        # the same name for two recordings, also where the file system takes a for A
        count = taken[name.lower()] = taken.get(name.lower(), 0) + 1
        link = names / (name if count == 1 else f"{name}-{count}")
        try:
            link.symlink_to(Path("..", store, folder), target_is_directory=True)
        except OSError as error:
            return f"No links by name were made in {names}: {error.strerror or error}."
    if not taken:
        with suppress(OSError):  # what others have put there stays
            names.rmdir()
    return ""
