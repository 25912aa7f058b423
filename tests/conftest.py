"""Trials that many tests share: the demo's, and real ones.

These are in `../shared/data` beside the project, or in $AMBULO_DATA.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.costs import Meter, long_first, mark_slow
from tests.kept import kept

from ambulo.demo import trial

# seconds, and nearly every file of tests asks for it
trial.walking_demo = kept(trial.walking_demo)

# of the tests' time, looking for garbage took a twentieth
gc.set_threshold(10_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--costs FOLDER`: see tests/costs.py."""
    parser.addoption("--costs", type=Path, help="write what each test costs into this folder")


def pytest_configure(config: pytest.Config) -> None:
    """Measure if it is asked for."""
    if config.getoption("--costs"):
        config.pluginmanager.register(Meter(config.getoption("--costs")))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Slow is what the list of costs says. The order is ours, after the other plug-ins'."""
    mark_slow(items)
    yield
    long_first(items)


def pytest_collection_finish() -> None:
    """Tests and modules stay to the end, and need not be looked through for garbage again."""
    gc.collect()
    gc.freeze()


def data_folder() -> Path:
    named = os.environ.get("AMBULO_DATA")
    return Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def data() -> Path:
    """Folder of public trials with other systems' answers; tests that need it skip without."""
    folder = data_folder()
    if not folder.is_dir():
        pytest.skip(f"real trials are not at {folder}; set AMBULO_DATA to their folder")
    return folder


@pytest.fixture(scope="session")
def made_trial(tmp_path_factory):
    """The demo's walk and static trial, and what is true of them; nobody may write to the files."""
    return trial.make_trial(tmp_path_factory.mktemp("recording"))


@pytest.fixture(scope="session")
def recording(made_trial):
    """The demo's walk and static trial."""
    return made_trial[:2]
