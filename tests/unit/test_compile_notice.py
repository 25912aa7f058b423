"""Compilation from Python is told where somebody reads it, once for kernels that follow."""

from __future__ import annotations

import io
import sys

import numba
import pytest

import ambulo.math.compilation  # noqa: F401  it listens
from ambulo.math.compile_notice import CompileNotice, without_notice
from ambulo.math.numba_private import event


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Timer:
    """Rings when time goes on, as a thread would."""

    def __init__(self, after, call):
        self.at, self.call = Timer.now + after, call
        Timer.running.append(self)

    def start(self):
        pass

    def cancel(self):
        if self in Timer.running:
            Timer.running.remove(self)


def wait(seconds):
    Timer.now += seconds
    for timer in [t for t in Timer.running if t.at <= Timer.now]:
        timer.cancel()
        timer.call()


@pytest.fixture
def notice():
    Timer.now, Timer.running = 0.0, []
    return CompileNotice(lambda: Timer.now, Timer)


def compiles(notice, seconds, kept=True):
    notice.begin(kept)
    notice.begin(kept)  # what it calls
    wait(seconds)
    notice.end()
    notice.end()


def test_what_is_long_is_said_once(notice, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    compiles(notice, 0.9)
    assert sys.stderr.getvalue() == ""
    # the second kernel follows at once: together they are long
    wait(0.05)
    compiles(notice, 0.1)
    said = "Ambulo is compiling, which can take up to two minutes "
    assert sys.stderr.getvalue() == f"{said}(kept for next time)\n"
    compiles(notice, 20.0)
    assert sys.stderr.getvalue().count("\n") == 1
    wait(10.0)
    compiles(notice, 0.5)
    wait(10.0)
    compiles(notice, 1.5, kept=False)
    assert sys.stderr.getvalue().splitlines()[1:] == [f"{said}(for this run alone)"]


def test_nothing_is_said_to_nobody(notice, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with without_notice():
        compiles(notice, 5.0)
    assert sys.stderr.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    compiles(notice, 5.0)
    assert sys.stderr.getvalue() == ""
    monkeypatch.setitem(sys.modules, "ipykernel", sys)  # a notebook is no terminal, and read
    wait(5.0)
    compiles(notice, 5.0)
    assert "compiling" in sys.stderr.getvalue()


def test_kernels_of_ours_are_told_and_no_others(monkeypatch):
    told = []
    monkeypatch.setattr(CompileNotice, "begin", lambda _, kept: told.append(kept))
    monkeypatch.setattr(CompileNotice, "end", lambda _: told.append("end"))
    for function in (wait, without_notice):
        with event.trigger_event("numba:compile", data={"dispatcher": numba.njit(function)}):
            pass
    assert told == [False, "end"]
