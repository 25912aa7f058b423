"""`ambulo batch` on two local Dask workers: memory over the run, share of the workers' time used.

`python benchmarks/batch.py --trials 1000` analyses one simulated recording with another body mass
a trial, five trials a subject. Throughput is the share of the workers' time in which they analyse,
which another program on the machine does not change much. From the measured times of the pieces and
of the client's work a run of 10^6 trials on 1000 cores is simulated.

With `--out FOLDER` the run is kept, and the same command goes on where it was killed; `--files
curves` (the default) takes 0.35 MB a trial on disk, `all` 7.4. Memory is printed each minute and is
in FOLDER/memory.csv, a line each ten seconds, of every run.
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
from ambulo.population import batch
from ambulo.population.batch import run_batch


class Measured(NamedTuple):
    """Of a run.

    Args:
        seconds: from the first results to the last.
        pieces: (n, 2) s, of each piece in its worker, and of processor time.
        trials: in these pieces.
        client: s of processor time of the client for a trial that is kept, beyond what it takes
            idle; all that it does is the same for one that is analysed.
        idle: share of a processor that Dask's scheduler and client take with nothing to do.
        after: s of processor time from the last result to the end, a trial.
        memory: (n, 1 + workers) MB resident, client and workers, each ten seconds.
    """

    seconds: float
    pieces: np.ndarray
    trials: int
    client: float
    idle: float
    after: float
    memory: np.ndarray


Spent = tuple[float, float]


def timed(function: Any, task: Any) -> tuple[Spent, int, Any]:
    """Seconds and those of processor time, resident bytes of the worker, and the result."""
    start, busy = time.perf_counter(), time.process_time()
    found = function(task)
    spent = time.perf_counter() - start, time.process_time() - busy
    return spent, psutil.Process(os.getpid()).memory_info().rss, (os.getpid(), found)


class Timing(Executor):
    """Passes on to another Executor and keeps what each task took."""

    def __init__(self, inner: DaskExecutor) -> None:
        self.inner = inner
        self.spent: list[Spent] = []
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


def idle_share(seconds: float = 5.0) -> float:
    """Share of a processor that this process takes while nothing is to do."""
    start = time.process_time()
    time.sleep(seconds)
    return (time.process_time() - start) / seconds


def measured(
    trials: int, a_subject: int, workers: int, files: str, folder: Path, warm: int
) -> Measured:
    if not (folder / "S1" / "walk.c3d").is_file():
        make_trial(folder / "S1")
    study = folder / "study.toml"
    rows = (
        f'[[trial]]\nsubject = "S{k // a_subject}"\nstatic = "S1/static.c3d"\n'
        f'trial = "S1/walk.c3d"\nmass = {60.0 + 0.001 * k:.3f}\nsex = "m"\n'
        for k in range(trials)
    )
    study.write_text(f'files = "{files}"\n' + "".join(rows))
    memory: list[list[float]] = []
    first: list[float] = []
    last = [0.0, 0.0, 0.0]
    with workers_of("local", workers) as dask, (folder / "memory.csv").open("a") as log:
        idle = idle_share()
        executor = Timing(dask)
        me = psutil.Process()
        said = [0.0, 0.0]

        def progress(line: str) -> None:
            done = int(line.split()[0])
            now = time.perf_counter()
            last[:] = [now, len(executor.spent), done]
            if done >= warm and not first:
                # what was loaded and compiled before is no part of the pace
                first[:] = last
            if now > said[0] + 10.0:
                said[0] = now
                resident = [me.memory_info().rss, *executor.resident.values()]
                memory.append([x / 1e6 for x in resident])
                log.write(f"{time.time():.0f},{done}," + ",".join(f"{x:.0f}" for x in memory[-1]))
                log.write("\n")
                log.flush()
            if now > said[1] + 60.0:
                said[1] = now
                print(f"{line}; MB: " + ", ".join(f"{x:.0f}" for x in memory[-1]), flush=True)

        found = run_batch(study, folder / "out", executor=executor, progress=progress)
        spent = np.array(executor.spent[int(first[1]) : int(last[1])])
        seconds, done = last[0] - first[0], int(last[2] - first[2])
        print(
            f"{found.analysed} analysed, {found.kept} kept from before, {len(found.failed)} failed"
        )
        if found.kept:
            print("no pace of this run: some trials were kept from an earlier one")
        client, after = client_alone(study, folder, dask, trials, idle)
    width = max(map(len, memory))
    known = np.array([row for row in memory if len(row) == width])
    return Measured(seconds, spent, done, client, idle, after, known)


def client_alone(
    study: Path, folder: Path, dask: DaskExecutor, trials: int, idle: float
) -> tuple[float, float]:
    """s of the client's processor a trial, until the last result and from then on.

    All trials are kept from before, so that what it does is not lost in what it waits. Pieces are
    as large as a study of 10^5 trials or more has them.
    """
    batch._PIECES = 1
    last = [0.0, 0.0]

    def progress(_: str) -> None:
        last[:] = [time.process_time(), time.perf_counter()]

    busy, start = time.process_time(), time.perf_counter()
    run_batch(study, folder / "out", executor=dask, progress=progress)
    client = last[0] - busy - idle * (last[1] - start)
    return client / trials, (time.process_time() - last[0]) / trials


def simulated(pieces: np.ndarray, client: float, after: float, count: int, cores: int) -> float:
    """Seconds of so many pieces on so many cores.

    Args:
        pieces: (n,) s, to be drawn from.
        client: s that the one client takes for a piece, during which it hands out nothing.
        after: s from the last result to the end.
    """
    rng = np.random.default_rng(0)
    ends = [(0.0, core) for core in range(cores)]
    heapq.heapify(ends)
    free = 0.0
    last = 0.0
    for spent in rng.choice(pieces, count):
        asked, core = heapq.heappop(ends)
        # two pieces are in flight a worker: it waits only if the client is a whole piece behind
        free = max(free, asked) + client
        begun = max(asked, free - spent)
        last = max(begun + spent, free)
        heapq.heappush(ends, (begun + spent, core))
    return max(last, max(end for end, _ in ends)) + after


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--subject", type=int, default=5, help="trials of each subject")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--files", default="curves", choices=("all", "results", "curves"))
    parser.add_argument("--out", type=Path, help="where to keep the run, to go on with it")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as apart:
        folder = given.out or Path(apart)
        folder.mkdir(parents=True, exist_ok=True)
        # two pieces a worker, for the first of each loads the code
        size = min(32, max(1, given.trials // 1000))
        warm = 2 * size * given.workers
        found = measured(given.trials, given.subject, given.workers, given.files, folder, warm)
    wall, busy = found.pieces.sum(axis=0)
    used = wall / (given.workers * found.seconds)
    print(
        f"{found.trials} trials, {given.files} kept: {wall / found.trials:.3f} s each in a worker, "
        f"{busy / found.trials:.3f} s of its processor"
    )
    print(f"share of the workers' time used: {100 * used:.0f} %")
    print(
        f"client, ms of processor time a trial: {1e3 * found.client:.2f} and, at the end, "
        f"{1e3 * found.after:.2f}; {100 * found.idle:.1f} % of a processor with nothing to do"
    )
    for name, column in zip(("client", *("worker",) * given.workers), found.memory.T, strict=True):
        half = len(column) // 2
        print(
            f"{name}: {column[-1]:.0f} MB, {column.max():.0f} at most, "
            f"{column[half:].mean() - column[:half].mean():+.0f} MB from first to second half"
        )
    # of 10^6 trials a piece has 30 in place of these: six subjects of five
    together = 30
    # processor time of both: other programs on this machine are none of that one's
    spent = found.pieces[:, 1] * together * len(found.pieces) / found.trials
    handling = found.client * together / (1.0 - found.idle)
    count = 10**6 // together
    seconds = simulated(spent, handling, found.after * 10**6, count, 1000)
    ideal = spent.mean() * count / 1000
    print(
        f"10^6 trials on 1000 cores, simulated: {seconds / 3600.0:.2f} h, "
        f"{100 * ideal / seconds:.0f} % of the ideal"
    )


if __name__ == "__main__":
    main()
