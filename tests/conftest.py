"""Trials that many tests share: the demo's, and real ones.

These are in `../shared/data` beside the project, or in $AMBULO_DATA.
"""

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


@pytest.fixture(scope="session")
def made_trial(tmp_path_factory):
    """The demo's walk and static trial, and what is true of them; nobody may write to the files."""
    from ambulo.demo.trial import make_trial

    return make_trial(tmp_path_factory.mktemp("recording"))


@pytest.fixture(scope="session")
def recording(made_trial):
    """The demo's walk and static trial."""
    return made_trial[:2]
