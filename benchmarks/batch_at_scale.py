"""10^6 trials of `ambulo batch` on 1000 cores, simulated from what its parts take here.

`python benchmarks/batch_at_scale.py FOLDER` takes a run that `benchmarks/batch.py --out FOLDER` has
made: what its pieces took, and its analyses, which the study then finds kept, so that what the
client does is not lost in what it waits. Two studies of different size tell what it takes whatever
the size, and for each trial; the page shows 500 groups, which of a small study is counted for every
trial. Pieces are as large as 10^6 trials have them.
"""

from __future__ import annotations

import argparse
import heapq
import time
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ambulo.execution.cluster import DaskExecutor, workers_of
from ambulo.population import batch, between_subjects, study_files
from ambulo.population.batch import run_batch

TRIALS, CORES, TOGETHER = 10**6, 1000, 30
"""Trials in all; of a piece: of 32 at most, six subjects of five."""
GROUPS = TRIALS // 5
SCHEDULER = 1e-3
"""s a task, as Dask's documentation has it: what its clocks take by themselves, on a machine with
other work, is more than what it does."""


class Spent(NamedTuple):
    """Of a study whose analyses are kept, s of processor time of the threads that do it.

    Args:
        before: of the client until it gives out the first piece: the study is read.
        during: until the last result; after: to the end.
        files: of the workers for the files of averages; sums: for sums over the subjects.
    """

    before: float
    during: float
    after: float
    files: float
    sums: float


def timed(function: Any, task: Any) -> tuple[str, float, Any]:
    """Name of what was done, s of processor time, and the result."""
    busy = time.thread_time()
    found = function(task)
    return function.__name__, time.thread_time() - busy, found


class Asked(Executor):
    """Passes on to Dask, and keeps what each kind of task took and when the first was given."""

    def __init__(self, inner: DaskExecutor) -> None:
        self.inner = inner
        self.spent: dict[str, float] = {}
        self.first: float | None = None

    @property
    def workers(self) -> int:
        return self.inner.workers

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.first is None:
            self.first = time.thread_time()
        outer: Future[Any] = Future()

        def done(inner: Future[Any]) -> None:
            if not outer.set_running_or_notify_cancel():
                return
            if inner.cancelled() or inner.exception() is not None:
                outer.set_exception(inner.exception() or RuntimeError("cancelled"))
                return
            name, spent, found = inner.result()
            self.spent[name] = self.spent.get(name, 0.0) + spent
            outer.set_result(found)

        self.inner.submit(timed, fn, *args, **kwargs).add_done_callback(done)
        return outer


def kept_study(folder: Path, rows: list[str], dask: DaskExecutor) -> Spent:
    study = folder / "kept.toml"
    study.write_text("".join(rows))
    executor = Asked(dask)
    last = [0.0]

    def progress(_: str) -> None:
        last[0] = time.thread_time()

    start = time.thread_time()
    found = run_batch(study, folder / "out", executor=executor, progress=progress)
    end = time.thread_time()
    if found.analysed:
        print(f"{found.analysed} of {len(rows) - 1} trials were not kept: run this once more")
    assert executor.first is not None
    return Spent(
        executor.first - start,
        last[0] - executor.first,
        end - last[0],
        executor.spent.get("_write_averages", 0.0),
        executor.spent.get("_sums", 0.0),
    )


def simulated(pieces: np.ndarray, client: float, count: int, cores: int) -> float:
    """Seconds from the first piece to the last result.

    Args:
        pieces: (n,) s, to be drawn from.
        client: s that the one client takes for a piece, during which it hands out nothing.
        count: of pieces.
        cores: of workers.
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
    return max(last, max(end for end, _ in ends))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--trials", type=int, default=1000, help="of the larger study")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    head, *rows = (given.folder / "study.toml").read_text().split("[[trial]]")
    rows = [f"[[trial]]{row}" for row in rows[: given.trials]]
    pieces = np.loadtxt(given.folder / "pieces.csv", delimiter=",")[:, 1]
    batch._PIECES = 1
    study_files._IN_ONE_FILE = between_subjects._AT_ONCE = max(1, len(rows) // 40)
    sizes = [len(rows) // 4, len(rows)]
    with workers_of("local", given.workers) as dask:
        # once for nothing: what is loaded once is no part of it
        kept_study(given.folder, [head, *rows[: sizes[0]]], dask)
        small, large = (
            np.array(kept_study(given.folder, [head, *rows[:size]], dask)) for size in sizes
        )
    slope = (large - small) / (sizes[1] - sizes[0])
    always = np.maximum(0.0, small - slope * sizes[0])
    print("s of processor, whatever the size, and ms for each trial:")
    for name, fixed, each in zip(Spent._fields, always, 1e3 * slope, strict=True):
        print(f"  {name}: {fixed:.2f} s, {each:.3f} ms")
    client = always + slope * TRIALS
    handling = slope[1] * TOGETHER + SCHEDULER
    analysed = simulated(pieces * TOGETHER, handling, TRIALS // TOGETHER, CORES)
    # files and sums of 1000 groups each, one after the other
    rounds = np.ceil(GROUPS / 1000 / CORES)
    shared = rounds * 1000 * (slope[3] + slope[4]) * TRIALS / GROUPS
    ideal = pieces.mean() * TRIALS / CORES
    seconds = client[0] + analysed + client[2] + shared
    print(
        f"{TRIALS} trials on {CORES} cores, simulated: {client[0]:.0f} s to read the study, "
        f"{analysed:.0f} to analyse, {client[2]:.0f} at the end by the client and {shared:.0f} by "
        f"the workers; {100 * ideal / seconds:.0f} % of the ideal, which is {ideal:.0f} s"
    )


if __name__ == "__main__":
    main()
