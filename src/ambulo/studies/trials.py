"""The folder of public trials for the studies, from the environment."""

from __future__ import annotations

import os
from pathlib import Path


def collection() -> Path | None:
    """The folder of public trials; None if it is not available."""
    folder = os.environ.get("AMBULO_DATA")
    return Path(folder) if folder and Path(folder).is_dir() else None


def public_trial(path: str) -> Path | None:
    """A file of the public collection; None if it is not available.

    Args:
        path: path in the folder AMBULO_DATA, e.g. "biomechzoo/HC038A/Static/HC038A01.c3d".
    """
    folder = collection()
    return folder / path if folder and (folder / path).is_file() else None
