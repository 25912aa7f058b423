"""Compiled kernels are kept where a folder can be written, and do without where none can."""

from __future__ import annotations

import errno

import numba
import numpy as np
import pytest
from numba.core import caching

from ambulo.math import numba_private


def twice(x):
    return 2 * x


@pytest.fixture
def told(monkeypatch, tmp_path):
    """Each test is told anew, in a folder of its own."""
    monkeypatch.setattr(numba_private, "_told", False)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def kept():
    dispatcher = numba.njit(twice)
    numba_private.keep_on_disk(dispatcher)
    return dispatcher


def test_what_is_compiled_is_loaded_by_the_next(told):
    assert kept()(2.0) == 4.0
    again = kept()
    assert again(3.0) == 6.0
    assert sum(again.stats.cache_hits.values()) == 1


def test_two_processes_that_compile_for_other_arguments_do_not_mix_their_code(told, monkeypatch):
    whole, real = kept(), kept()
    # each looks before the other has written, as two processes starting together do
    monkeypatch.setattr(numba_private._FilesOfOneProcess, "_load_index", lambda _: {})
    whole(np.arange(3))
    real(np.ones(3))
    monkeypatch.undo()
    files = list(told.rglob("*.nbc"))
    assert len(files) == 2
    third = kept()
    assert third(np.ones(2)).dtype == float
    assert third(np.arange(2)).dtype == int


def test_without_a_writable_folder_it_is_said_once(told, monkeypatch, capsys):
    def refuse(_):
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(caching._CacheLocator, "ensure_cache_path", refuse)
    assert kept()(2.0) == 4.0
    assert kept()(5) == 10
    said = capsys.readouterr().err
    assert said.count("Compiled code cannot be kept") == 1
    assert "NUMBA_CACHE_DIR" in said


def test_a_full_disk_does_not_stop_the_computation(told, monkeypatch, capsys):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(numba_private._FilesOfOneProcess, "_save_data", full)
    assert kept()(2.0) == 4.0
    assert "No space left" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["*.nbc", "*.nbi"])
@pytest.mark.parametrize("length", [0, 40, 100])
def test_a_file_cut_short_is_compiled_anew(told, kind, length):
    kept()(2.0)
    for file in told.rglob(kind):
        file.write_bytes(file.read_bytes()[:length])
    assert kept()(2.0) == 4.0
    mended = kept()
    assert mended(2.0) == 4.0
    assert sum(mended.stats.cache_hits.values()) == 1
