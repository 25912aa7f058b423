"""`ambulo batch` on two local Dask workers: memory over the run, share of the workers' time used.

`python benchmarks/batch.py --trials 1000` analyses one simulated recording with another body mass
a trial, reports and files included. Throughput is the share of the workers' time in which they
analyse, which another program on the machine does not change much. From the measured times of
trials and of the client's work on each, a run of 10^6 trials on 1000 cores is simulated.
"""

from __future__ import annotations

import argparse
import heapq
import os
import tempfile
import time
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import psutil

from ambulo.demo.trial import make_trial
from ambulo.execution.cluster import DaskExecutor, workers_of
from ambulo.population.batch import run_batch


class Measured(NamedTuple):
    """Of a run.

    Args:
        seconds: in all, from the first result on.
        trials: (n,) s, of each in its worker.
        client: s of processor time of the client for each trial.
        memory: (n, 1 + workers) MB resident after each tenth trial: client, workers.
    """

    seconds: float
    trials: np.ndarray
    client: float
    memory: np.ndarray


def timed(function: Any, task: Any) -> tuple[float, int, Any]:
    """Seconds, resident bytes of the worker, and the result."""
    start = time.perf_counter()
    found = function(task)
    spent = time.perf_counter() - start
    return spent, psutil.Process(os.getpid()).memory_info().rss, (os.getpid(), found)


class Timing(Executor):
    """Passes on to another Executor and keeps what each task took."""

    def __init__(self, inner: DaskExecutor) -> None:
        self.inner = inner
        self.spent: list[float] = []
        self.resident: dict[int, int] = {}

    @property
    def workers(self) -> int:
        return self.inner.workers

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        outer: Future[Any] = Future()

        def done(inner: Future[Any]) -> None:
            if inner.cancelled() or inner.exception() is not None:
                outer.set_exception(inner.exception() or RuntimeError("cancelled"))
                return
            spent, resident, (pid, found) = inner.result()
            self.spent.append(spent)
            self.resident[pid] = resident
            outer.set_result(found)

        self.inner.submit(timed, fn, *args, **kwargs).add_done_callback(done)
        return outer


def measured(trials: int, workers: int, folder: Path) -> Measured:
    make_trial(folder / "S1")
    study = folder / "study.toml"
    rows = (
        f'[[trial]]\nsubject = "S{k}"\nstatic = "S1/static.c3d"\ntrial = "S1/walk.c3d"\n'
        f'mass = {60.0 + 0.01 * k:.2f}\nsex = "m"\n'
        for k in range(trials)
    )
    study.write_text("".join(rows))
    memory: list[list[float]] = []
    first: list[float] = []
    with workers_of("local", workers) as dask:
        executor = Timing(dask)
        me = psutil.Process()

        def progress(line: str) -> None:
            done = int(line.split()[0])
            if done == workers:
                # what was loaded and compiled before is no part of the pace
                first[:] = [time.perf_counter(), time.process_time(), len(executor.spent)]
            if done % 10 == 0:
                resident = [me.memory_info().rss, *executor.resident.values()]
                memory.append([x / 1e6 for x in resident])

        run_batch(study, folder / "out", executor=executor, progress=progress)
        seconds = time.perf_counter() - first[0]
        client = (time.process_time() - first[1]) / (trials - workers)
    steady = np.array(executor.spent[int(first[2]) :])
    return Measured(seconds, steady, client, np.array(memory))


def simulated(trials: np.ndarray, client: float, count: int, cores: int) -> float:
    """Seconds of so many trials on so many cores, whose results one client takes in one by one."""
    rng = np.random.default_rng(0)
    free = [0.0] * cores
    heapq.heapify(free)
    taken = 0.0
    for spent in rng.choice(trials, count):
        done = heapq.heappop(free) + spent
        heapq.heappush(free, done)
        taken = max(taken, done) + client
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measured(given.trials, given.workers, Path(folder))
    used = found.trials.sum() / (given.workers * found.seconds)
    print(f"{len(found.trials)} trials, {found.trials.mean():.2f} s each in a worker")
    print(f"share of the workers' time used: {100 * used:.0f} %")
    print(f"client: {1e3 * found.client:.1f} ms of processor time a trial")
    for name, column in zip(("client", *("worker",) * given.workers), found.memory.T, strict=True):
        half = len(column) // 2
        print(
            f"{name}: {column[-1]:.0f} MB, {column.max():.0f} at most, "
            f"{column[half:].mean() - column[:half].mean():+.0f} MB from first to second half"
        )
    hours = simulated(found.trials, found.client, 10**6, 1000) / 3600.0
    ideal = 10**6 * found.trials.mean() / 1000 / 3600.0
    print(f"10^6 trials on 1000 cores: {hours:.2f} h, {100 * ideal / hours:.0f} % of the ideal")


if __name__ == "__main__":
    main()
