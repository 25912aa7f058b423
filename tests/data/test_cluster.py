"""Dask's real scheduler and workers: the same bits, and nothing lost when they are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from tests.command_line import refusal

from ambulo.demo.trial import make_trial
from ambulo.execution import cluster
from ambulo.execution.cluster import workers_of
from ambulo.execution.tasks import in_order
from ambulo.gait.analysis import analyse_in_stages
from ambulo.gait.configuration import Configuration
from ambulo.gait.pace import Pace
from ambulo.inputs.errors import InputError
from ambulo.population.batch import run_batch
from ambulo.uncertainty.plan import plan
from ambulo.uncertainty.run import draw
from ambulo.uncertainty.source import Nominal

_ENVIRONMENT = {
    **os.environ,
    # a worker that is killed is no sign that its task is bad
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "100",
    # a busy machine is slow to start processes
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "120s",
}


@contextmanager
def _dask(folder: Path, workers: int) -> Iterator[str]:
    """Address of a scheduler with worker processes, each under a nanny that starts it again."""
    folder.mkdir(parents=True, exist_ok=True)
    said = folder / "scheduler.json"
    log = (folder / "log.txt").open("wb")
    here = {"env": _ENVIRONMENT, "cwd": folder, "stderr": log, "stdout": log}
    dask = [sys.executable, "-m", "dask"]
    started = [
        subprocess.Popen(
            [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--dashboard-address", ":0",
             "--scheduler-file", said],
            **here,
        )
    ]  # fmt: skip
    try:
        # it is there a moment before it is written
        _until(lambda: said.is_file() and said.read_text().rstrip().endswith("}"))
        started += [
            subprocess.Popen(
                [*dask, "worker", "--scheduler-file", said, "--nthreads", "1", "--no-dashboard",
                 "--local-directory", folder],
                **here,
            )
            for _ in range(workers)
        ]  # fmt: skip
        import json

        yield json.loads(said.read_text())["address"]
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            try:
                process.wait(120)
            except subprocess.TimeoutExpired:
                process.kill()
        log.close()


def _until(true: object, seconds: float = 600.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.1)


def _process(name: int) -> int:
    return os.getpid()


def test_names_that_are_no_cluster_and_schedulers_that_do_not_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    study = tmp_path / "study.toml"
    study.write_text("")
    assert "Give local, slurm" in refusal("batch", study, "--cluster", "lokal")
    monkeypatch.setattr(cluster, "_WAIT", 0.5)
    with (
        pytest.raises(InputError, match="no Dask scheduler answers"),
        workers_of("tcp://127.0.0.1:9"),
    ):
        pass
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install '.\[cluster\]'"), workers_of("local"):
        pass


def test_slurm_says_what_its_configuration_lacks() -> None:
    with pytest.raises(InputError, match=r"jobqueue.slurm"), workers_of("slurm"):
        pass


def test_slurm_is_asked_for_as_many_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A queue of this machine in SLURM's place: dask-jobqueue's own, which runs a job at once."""
    import dask_jobqueue
    from dask_jobqueue.local import LocalCluster

    asked = []

    class Here(LocalCluster):
        def __init__(self) -> None:
            super().__init__(cores=1, memory="1GB", processes=1)

        def scale(self, jobs: int) -> None:
            asked.append(jobs)
            super().scale(jobs=jobs)

    monkeypatch.setattr(dask_jobqueue, "SLURMCluster", Here)
    with workers_of("slurm", 1) as executor:
        (other,) = in_order(_process, [0], executor)
    assert asked == [1, 0], "one job, and none when it is over"
    assert other != os.getpid()


def test_a_scheduler_without_workers_says_what_is_waited_for() -> None:
    from distributed import LocalCluster

    said: list[str] = []
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0", protocol="tcp") as made,
        workers_of(made.scheduler_address, say=said.append),
    ):
        pass
    assert said[1:] == ["No worker is connected yet. The work begins with the first worker"]


def test_a_lost_scheduler_is_no_defect() -> None:
    from distributed import LocalCluster

    def lose(made: LocalCluster) -> None:
        with workers_of(made.scheduler_address) as dask:
            waiting = dask.submit(_process, 0)
            made.close()
            waiting.result()

    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0", protocol="tcp") as made,
        pytest.raises(InputError, match="scheduler was lost"),
    ):
        lose(made)


def test_pace_counts_only_what_is_looked_back_on() -> None:
    now = [0.0]
    pace = Pace(100, "trials", clock=lambda: now[0])
    assert pace.said(0) == "0 of 100 trials"
    # forty are kept from before and cost nothing; then one takes 30 s
    for done in range(1, 41):
        now[0] += 1e-9
        pace.said(done)
    for done in range(41, 74):
        now[0] += 30.0
        line = pace.said(done)
    assert line == "73 of 100 trials, 2.0 a minute, 14 min left"


def test_results_come_in_order_and_few_are_in_flight() -> None:
    taken, most = [], 0

    def tasks() -> Iterator[int]:
        for k in range(40):
            taken.append(k)
            yield k

    class Three(ThreadPoolExecutor):
        workers = 3

    with Three(3) as threads:
        for done, found in enumerate(in_order(_slow_square, tasks(), threads)):
            most = max(most, len(taken) - done)
            assert found == done * done
    assert most <= 2 * 3 + 1


def _slow_square(k: int) -> int:
    time.sleep(0.002 * (k % 3))
    return k * k


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    make_trial(folder / "S1")
    return folder


def _study(folder: Path, trials: int) -> Path:
    study = folder / f"{trials}.toml"
    rows = (
        f'[[trial]]\nsubject = "S{k}"\nstatic = "S1/static.c3d"\ntrial = "S1/walk.c3d"\n'
        f'mass = {80 + k}\nsex = "m"\n'
        for k in range(trials)
    )
    study.write_text("".join(rows))
    return study


@pytest.mark.parametrize("crews", [(2,), pytest.param((1, 2, 4), marks=pytest.mark.exhaustive)])
def test_dask_and_a_pool_draw_the_same_bits(
    crews: tuple[int, ...], recorded: Path, tmp_path: Path
) -> None:
    walk, static = recorded / "S1" / "walk.c3d", recorded / "S1" / "static.c3d"
    nominal = Nominal(*analyse_in_stages(walk, static=static, configuration=Configuration(sex="m")))
    choice = {"sources": ["soft_tissue", "camera_noise", "marker_placement", "segment_mass"]}
    some = plan(nominal, Configuration(uncertainty=choice).uncertainty)
    alone = draw(nominal, some, seed=5, count=40)
    for workers in crews:
        with workers_of(None, workers) as pool:
            pooled = draw(nominal, some, seed=5, count=40, executor=pool)
        with _dask(tmp_path / str(workers), workers) as address, workers_of(address) as dask:
            _until(lambda dask=dask, workers=workers: dask.workers == workers)
            clustered = draw(nominal, some, seed=5, count=40, executor=dask)
        assert np.array_equal(alone, pooled, equal_nan=True)
        assert np.array_equal(alone, clustered, equal_nan=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kills", [2, 20])
def test_runs_and_workers_are_killed_and_nothing_is_lost(
    kills: int, recorded: Path, tmp_path: Path
) -> None:
    """The run and a worker in turn, each some trials after it began and at a random moment then."""
    trials = kills + 4
    study = _study(recorded, trials)
    run_batch(study, tmp_path / "whole", workers=1)
    out = tmp_path / "killed"
    rng = np.random.default_rng(0)
    command = [sys.executable, "-m", "ambulo", "batch", str(study), "--out", str(out)]

    def kept() -> set[str]:
        return {path.parent.name for path in out.glob("trials/*/manifest.json")}

    def written(name: str) -> int:
        return (out / "trials" / name / "manifest.json").stat().st_mtime_ns

    done: set[str] = set()
    with _dask(tmp_path / "dask", 2) as address:
        for k, ahead in enumerate(rng.integers(0, 3, size=kills)):
            run = subprocess.Popen([*command, "--cluster", address], start_new_session=True)
            wanted = min(len(done) + ahead, trials)
            _until(lambda wanted=wanted, run=run: len(kept()) >= wanted or run.poll() is not None)
            time.sleep(float(rng.uniform(0.0, 1.0)))
            if k % 2:
                for worker in _worker_processes(address)[:1]:
                    os.kill(worker, signal.SIGKILL)
                time.sleep(1.0)
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            assert done <= kept(), "what was finished stays"
            done = kept()
        when = {name: written(name) for name in done}
        with workers_of(address) as dask:
            last = run_batch(study, out, executor=dask)
    assert last.failed == {}
    assert last.analysed + last.again + last.kept == trials
    # what the workers had in flight may have come in between
    assert last.kept >= len(done)
    assert when == {name: written(name) for name in done}, "what was finished is not made again"
    for name in ("population.csv", "profile.csv"):
        assert (out / "averages" / name).read_bytes() == (
            tmp_path / "whole" / "averages" / name
        ).read_bytes()


def _worker_processes(address: str) -> list[int]:
    from distributed import Client

    with Client(address) as client:
        return list(client.run(os.getpid).values())
