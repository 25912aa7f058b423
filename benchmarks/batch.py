"""`ambulo batch` on two local Dask workers: memory over the run, share of the workers' time used.

`python benchmarks/batch.py --trials 1000` analyses one simulated recording with another body mass
a trial, five trials a subject. The ideal is what as many plain processes do that analyse one trial
after the other with nobody to ask, before the run and after it; throughput is compared with it by
the clock, which other programs on the machine shift, and in processor time of all processes of the
run, client, scheduler and workers, which they shift much less. What the pieces took is left in
FOLDER/pieces.csv for `benchmarks/batch_at_scale.py`.

With `--out FOLDER` the run is kept, and the same command goes on where it was killed; with
`--minutes` it stops by itself and tells what it has. `--files curves` (the default) takes 0.43 MB a
trial on disk, `all` 8.3. Memory is printed each minute and is in FOLDER/memory.csv, a line each ten
seconds, of every run: time, trials done, s of processor of all processes, MB of the client and of
each worker.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from concurrent.futures import Executor, Future
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import psutil

from ambulo.demo.trial import make_trial
from ambulo.execution.cluster import DaskExecutor, workers_of
from ambulo.execution.tasks import process_pool
from ambulo.population.batch import run_batch
from ambulo.population.kept import analyse_or_keep
from ambulo.population.study_file import read_study


class Measured(NamedTuple):
    """Of a run.

    Args:
        seconds: from the first results to the last.
        pieces: (n, 2) s, of each piece in its worker, and of processor time.
        trials: in these pieces.
        memory: (n, 1 + workers) MB resident, client and workers, each ten seconds.
        every: s of processor time, in the same while, of all processes of the run.
        alone: (2 * workers, 2) trials a second and s of processor time a trial of plain processes.
    """

    seconds: float
    pieces: np.ndarray
    trials: int
    memory: np.ndarray
    every: float
    alone: np.ndarray


Spent = tuple[float, float]

ALONE = 100
"""Trials of a plain process."""


def timed(function: Any, task: Any) -> tuple[Spent, int, Any]:
    """Seconds and those of processor time, resident bytes of the worker, and the result.

    Of the thread's processor time: Dask's own goes on by the clock, whatever is done.
    """
    start, busy = time.perf_counter(), time.thread_time()
    found = function(task)
    spent = time.perf_counter() - start, time.thread_time() - busy
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
            if not outer.set_running_or_notify_cancel():
                return
            if inner.cancelled() or inner.exception() is not None:
                outer.set_exception(inner.exception() or RuntimeError("cancelled"))
                return
            spent, resident, (pid, found) = inner.result()
            self.spent.append(spent)
            self.resident[pid] = resident
            outer.set_result(found)

        self.inner.submit(timed, fn, *args, **kwargs).add_done_callback(done)
        return outer


def alone(task: tuple[Path, Path, int]) -> Spent:
    """Trials a second and processor time a trial [s] of one process, after two to load the code."""
    study, store, count = task
    trials = read_study(study)[: count + 2]
    for trial in trials[:2]:
        analyse_or_keep(trial, store)
    start, busy = time.perf_counter(), time.process_time()
    for trial in trials[2:]:
        analyse_or_keep(trial, store)
    seconds = time.perf_counter() - start
    return count / seconds, (time.process_time() - busy) / count


def plain_processes(study: Path, workers: int, count: int) -> list[Spent]:
    """Of as many processes as workers, at once, each with a store that nobody shares."""
    with tempfile.TemporaryDirectory(dir=study.parent) as apart, process_pool(workers) as pool:
        stores = [Path(apart) / str(k) for k in range(workers)]
        for store in stores:
            store.mkdir()
        return list(pool.map(alone, [(study, store, count) for store in stores]))


def all_processors(me: psutil.Process) -> float:
    """Processor time [s] of this process and all that it has started."""
    found = 0.0
    for one in (me, *me.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            spent = one.cpu_times()
            found += spent.user + spent.system
    return found


class Enough(Exception):
    """The time that was given is over."""


def write_study(study: Path, files: str, trials: int, a_subject: int) -> None:
    rows = (
        f'[[trial]]\nsubject = "S{k // a_subject}"\nstatic = "S1/static.c3d"\n'
        f'trial = "S1/walk.c3d"\nmass = {60.0 + 0.001 * k:.3f}\nsex = "m"\n'
        for k in range(trials)
    )
    study.write_text(f'files = "{files}"\n' + "".join(rows))


def measured(
    trials: int, a_subject: int, workers: int, files: str, folder: Path, warm: int, minutes: float
) -> Measured:
    if not (folder / "S1" / "walk.c3d").is_file():
        make_trial(folder / "S1")
    study = folder / "study.toml"
    write_study(study, files, trials, a_subject)
    count = min(trials, ALONE)
    plain = plain_processes(study, workers, count)
    memory: list[list[float]] = []
    first: list[float] = []
    last = [0.0, 0.0, 0.0, 0.0]
    with workers_of("local", workers) as dask, (folder / "memory.csv").open("a") as log:
        executor = Timing(dask)
        me = psutil.Process()
        said = [0.0, 0.0]
        until = time.perf_counter() + 60.0 * minutes

        def progress(line: str) -> None:
            done = int(line.split()[0])
            now = time.perf_counter()
            last[:] = [now, len(executor.spent), done, all_processors(me)]
            if done >= warm and len(executor.resident) == workers and not first:
                # what was loaded and compiled before is no part of the pace
                first[:] = last
            if now > said[0] + 10.0:
                said[0] = now
                resident = [me.memory_info().rss, *executor.resident.values()]
                memory.append([x / 1e6 for x in resident])
                cells = [f"{time.time():.0f}", f"{done}", f"{last[3]:.1f}"]
                log.write(",".join([*cells, *(f"{x:.0f}" for x in memory[-1])]) + "\n")
                log.flush()
            if now > said[1] + 60.0:
                said[1] = now
                print(f"{line}; MB: " + ", ".join(f"{x:.0f}" for x in memory[-1]), flush=True)
            if now > until:
                raise Enough

        try:
            found = run_batch(study, folder / "out", executor=executor, progress=progress)
            print(
                f"{found.analysed} analysed, {found.kept} kept from before, "
                f"{len(found.failed)} failed"
            )
            if found.kept:
                print("no pace of this run: some trials were kept from an earlier one")
        except Enough:
            print(f"stopped after {minutes:.0f} minutes, {last[2]:.0f} of {trials} trials done")
        spent = np.array(executor.spent[int(first[1]) : int(last[1])])
        seconds, done, every = last[0] - first[0], int(last[2] - first[2]), last[3] - first[3]
    plain += plain_processes(study, workers, count)
    width = max(map(len, memory))
    known = np.array([row for row in memory if len(row) == width])
    return Measured(seconds, spent, done, known, every, np.array(plain))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--subject", type=int, default=5, help="trials of each subject")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=np.inf, help="stop the run after so many")
    parser.add_argument("--files", default="curves", choices=("all", "results", "curves"))
    parser.add_argument("--out", type=Path, help="where to keep the run, to go on with it")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as apart:
        folder = given.out or Path(apart)
        folder.mkdir(parents=True, exist_ok=True)
        # two pieces a worker, for the first of each loads the code
        size = min(32, max(1, given.trials // 1000))
        warm = 2 * size * given.workers
        found = measured(
            given.trials, given.subject, given.workers, given.files, folder, warm, given.minutes
        )
        if found.trials > 0:
            each = found.pieces * len(found.pieces) / found.trials
            np.savetxt(folder / "pieces.csv", each, "%.4f", ",", header="s a trial, of processor")
    wall, busy = found.pieces.sum(axis=0)
    used = wall / (given.workers * found.seconds)
    print(
        f"{found.trials} trials, {given.files} kept: {wall / found.trials:.3f} s each in a worker, "
        f"{busy / found.trials:.3f} s of its processor"
    )
    print(f"share of the workers' time used: {100 * used:.0f} %")
    clock, apart = found.alone.T
    pace = found.trials / found.seconds
    ideal = [clock[: given.workers].sum(), clock[given.workers :].sum()]
    print(
        f"{pace:.2f} trials a second; plain processes before and after: "
        f"{ideal[0]:.2f} and {ideal[1]:.2f}, so {100 * pace / np.mean(ideal):.0f} % of these"
    )
    each = found.every / found.trials
    print(
        f"s of processor a trial, all processes of the run: {each:.4f}; plain processes before "
        f"and after: {apart[: given.workers].mean():.4f} and {apart[given.workers :].mean():.4f}, "
        f"{100 * apart.mean() / each:.0f} % of the run's"
    )
    for name, column in zip(("client", *("worker",) * given.workers), found.memory.T, strict=True):
        half = len(column) // 2
        print(
            f"{name}: {column[-1]:.0f} MB, {column.max():.0f} at most, "
            f"{column[half:].mean() - column[:half].mean():+.0f} MB from first to second half"
        )


if __name__ == "__main__":
    main()
