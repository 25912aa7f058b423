"""Where the studies find public trials: a folder that the environment names."""

from __future__ import annotations

import os
from pathlib import Path


def public_trial(path: str) -> Path | None:
    """A file of the public collection, or None where it is not at hand.

    Args:
        path: in the folder that AMBULO_DATA names, e.g. "biomechzoo/HC038A/Static/HC038A01.c3d".
    """
    folder = os.environ.get("AMBULO_DATA")
    if not folder:
        return None
    found = Path(folder) / path
    return found if found.is_file() else None
