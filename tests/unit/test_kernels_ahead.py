"""Kernels that a process beside the first analysis compiles."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest

from ambulo.gait import kernels_ahead
from ambulo.gait.analysis import analyse_in_stages
from ambulo.gait.configuration import Configuration
from ambulo.math.numba_private import expect, is_kept


def test_they_are_compiled_for_what_an_analysis_gives_them(recording) -> None:
    """Else they would be compiled twice: no call of theirs adds a signature."""
    walk, static = recording
    analyse_in_stages(walk, static=static, configuration=Configuration(sex="m"))
    kernels = [kernels_ahead._kernel(name) for name in kernels_ahead.KERNELS]
    before = [set(kernel.signatures) for kernel in kernels]
    assert all(before)
    kernels_ahead.compile_now()
    assert [set(kernel.signatures) for kernel in kernels] == before


def test_what_another_process_makes_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it runs, and once more after that; a process that fails is waited for once."""
    kernel = kernels_ahead._kernel(kernels_ahead.KERNELS[1])
    cache = kernel._cache
    for running, there, looks in ((3, 2, 2), (1, 2, 2), (1, 9, 3)):
        seen, polls = [], iter([None] * running + [0] * 9)
        expect([kernel], SimpleNamespace(poll=lambda polls=polls: next(polls)))
        monkeypatch.setattr(
            cache,
            "_on_disk",
            lambda *_, seen=seen, there=there: (
                seen.append(1) or ("code" if len(seen) >= there else None)
            ),
        )
        found = cache.load_overload("signature", None)
        assert (found, len(seen)) == ("code" if there < 9 else None, looks)
        cache._maker = None


def test_nothing_is_started_where_kernels_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels_ahead.compile_now()
    assert all(is_kept(kernels_ahead._kernel(name)) for name in kernels_ahead.KERNELS)
    monkeypatch.setattr(kernels_ahead, "Popen", lambda *_, **__: pytest.fail("started"))
    kernels_ahead.compile_ahead(2)


def test_the_other_process_ends_well() -> None:
    command = [sys.executable, "-P", "-m", "ambulo.gait.kernels_ahead"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
