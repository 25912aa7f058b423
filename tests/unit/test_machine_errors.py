"""What the machine refuses is the user's to solve: one line, status 2, no report of a defect."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from tests.command_line import refusal

from ambulo.cli.entry import machine_error
from ambulo.execution.tasks import in_order, process_pool
from ambulo.inputs.errors import InputError
from ambulo.results.whole_folder import require_place

MODULE = [sys.executable, "-m", "ambulo"]
LONG = "x" * 300


@pytest.mark.parametrize("command", ["info", "analyse", "figures", "simulate", "markers"])
def test_a_name_that_is_too_long(command):
    assert "name too long" in refusal(command, LONG)


@pytest.mark.parametrize("command", ["info", "analyse", "ballistic", "planar", "batch"])
@pytest.mark.parametrize("named", [".", "/", "", ".."])
def test_a_folder_in_the_place_of_a_file(command, named, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = refusal(command, named)
    assert "defect" not in line
    assert "file" in line
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EFBIG, errno.ENAMETOOLONG, errno.EIO])
def test_it_is_said_where_and_what_to_do(number):
    said = machine_error(OSError(number, os.strerror(number), "results/report.html"))
    assert said.startswith(f"results/report.html: {os.strerror(number)}. ")


def test_what_is_missing_is_a_defect():
    assert machine_error(FileNotFoundError(errno.ENOENT, "No such file", "viewer.js")) == ""
    assert machine_error(RuntimeError("something else")) == ""


def test_a_killed_worker_is_no_defect():
    with process_pool(1) as pool, pytest.raises(BrokenProcessPool) as ending:
        pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL).result()
    said = machine_error(ending.value)
    assert said.startswith("a worker process was killed")
    assert "Give the same command again" in said


def _dies_at_its_second(task: int) -> int:
    if task:
        os._exit(1)
    return task


def test_a_worker_that_dies_as_its_tasks_are_given_up_breaks_nothing(monkeypatch):
    """The pool's thread fails at tasks that somebody else cancelled."""
    failed: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    with process_pool(1) as pool:
        found = in_order(_dies_at_its_second, range(30), pool, workers=20)
        assert next(found) == 0
        found.close()
    assert not failed


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals of Unix")
def test_ctrl_c_in_a_worker_between_tasks_ends_the_next_without_a_word(capfd):
    with process_pool(1) as pool:
        os.kill(pool.submit(os.getpid).result(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            pool.submit(os.getpid).result()
    assert capfd.readouterr().err == ""


def test_workers_end_with_a_parent_that_was_killed(tmp_path):
    """They would wait for ever for their next task."""
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, time\n"
        "from ambulo.execution.tasks import process_pool\n"
        "if __name__ == '__main__':\n"
        "    with process_pool(1) as pool:\n"
        "        print(pool.submit(os.getpid).result(), flush=True)\n"
        "        time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()
        try:
            # ends when nobody is left who could write to it
            parent.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            os.kill(worker, signal.SIGKILL)
            pytest.fail("the worker is still there")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full there")
def test_a_full_disk_behind_a_stream():
    with open("/dev/full", "w") as full:
        out = subprocess.run([*MODULE, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
        err = subprocess.run([*MODULE, "info", "nosuch"], stderr=full)
    assert out.returncode == 2
    assert out.stderr.count("\n") == 1
    assert "No space left" in out.stderr
    assert err.returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="no such pipes there")
def test_nobody_reads_on():
    command = f"{sys.executable} -m ambulo --help"
    closed = subprocess.run(["sh", "-c", f"{command} >&-"], capture_output=True, text=True)
    assert (closed.returncode, closed.stderr) == (0, "")
    read, write = os.pipe()
    os.close(read)
    piped = subprocess.run([*MODULE, "--help"], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert (piped.returncode, piped.stderr) == (141, "")


def test_a_folder_that_cannot_be_made_is_refused_before_the_work(tmp_path):
    if not Path("/proc/self").exists():
        pytest.skip("no /proc there")
    with pytest.raises(InputError, match=r"^/proc/results: "):
        require_place(Path("/proc/results"))
    assert require_place(tmp_path / "deep" / "down") == tmp_path / "deep" / "down"
    assert not any(tmp_path.iterdir())
