"""Where the studies find public trials: a folder that the environment names."""

from __future__ import annotations

import os
from pathlib import Path


def collection() -> Path | None:
    """The folder of public trials, None where it is not at hand."""
    folder = os.environ.get("AMBULO_DATA")
    return Path(folder) if folder and Path(folder).is_dir() else None


def public_trial(path: str) -> Path | None:
    """A file of the public collection, or None where it is not at hand.

    Args:
        path: in the folder that AMBULO_DATA names, e.g. "biomechzoo/HC038A/Static/HC038A01.c3d".
    """
    folder = collection()
    return folder / path if folder and (folder / path).is_file() else None
