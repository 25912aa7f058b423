"""Where the real trials are: `../shared/data` beside the project, or $AMBULO_DATA."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


def _data_folder() -> Path:
    named = os.environ.get("AMBULO_DATA")
    return Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def data() -> Path:
    """Folder of public trials with other systems' answers; tests that need it skip without."""
    folder = _data_folder()
    if not folder.is_dir():
        pytest.skip(f"real trials are not at {folder}; set AMBULO_DATA to their folder")
    return folder


@pytest.fixture(scope="module")
def made_recordings() -> Iterator[None]:
    """For modules that record activities: what was made is removed after their last test."""
    from tests.made_activities import remove_made

    yield
    remove_made()
