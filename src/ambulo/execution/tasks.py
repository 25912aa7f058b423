"""Tasks on any Executor, few in flight; results in the order of the tasks, or as they are done.

What is computed never depends on who computes it: a task is a function of this package's or the
user's modules and its arguments alone, so that results are the same to the last bit on one
process, on many, and on a cluster.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

Task = TypeVar("Task")
Found = TypeVar("Found")

_IN_FLIGHT = 2
"""Tasks given out for each worker: one that runs and one that waits."""


def processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Processes(Executor):
    """A pool of processes that is made when it is given the first task."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: Executor | None = None
        self.left = False
        """Whether somebody stopped waiting for tasks. Only the pool's own thread may cancel them:
        where a process ends meanwhile, it fails at one that is cancelled, and all wait for ever."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As `concurrent.futures.Executor.submit`."""
        if self._pool is None:
            # a pool alone starts a process beside this one, whether it is used or not
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, initializer=_begun)
            with _held_back():
                return self._pool.submit(_interruptible, fn, *args, **kwargs)
        return self._pool.submit(_interruptible, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As `concurrent.futures.Executor.shutdown`; nor is a task begun that nobody waits for."""
        if self._pool is not None:
            self._pool.shutdown(wait, cancel_futures=cancel_futures or self.left)


def process_pool(workers: int | None = None) -> Executor:
    """A pool of processes that begin afresh, so that no lock or thread is inherited.

    They begin with the first task, and end with this process, even where it is killed.

    Args:
        workers: number of processes; all processors if None.
    """
    return _Processes(workers or processors())


_ENDS = {signal.SIGINT, signal.SIGTERM}


@contextmanager
def _held_back() -> Iterator[None]:
    """While it lasts what ends this process waits, and in processes that begin until `_begun`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Interrupt:
    """Ctrl-C in a worker: it ends the task, and those that come; between tasks nothing is said."""

    come = running = False

    @classmethod
    def meet(cls, *_: object) -> None:
        cls.come = True
        if cls.running:
            raise KeyboardInterrupt


def _begun() -> None:
    _one_thread_each()
    signal.signal(signal.SIGINT, _Interrupt.meet)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _interruptible(function: Callable[..., Found], /, *args: Any, **kwargs: Any) -> Found:
    """A worker's task."""
    _Interrupt.running = True
    try:
        if _Interrupt.come:
            raise KeyboardInterrupt
        return function(*args, **kwargs)
    finally:
        _Interrupt.running = False


def _end_with_the_parent() -> None:
    """A worker whose parent was killed would wait for ever for tasks."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _one_thread_each() -> None:
    """Linear algebra of a worker keeps to its processor; said before numpy is imported there."""
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def some_at_a_time(tasks: Iterable[Task], count: int) -> Iterator[list[Task]]:
    """Tasks in lists of so many; the last has what is left."""
    left = iter(tasks)
    while some := list(islice(left, count)):
        yield some


def in_order(
    function: Callable[[Task], Found],
    tasks: Iterable[Task],
    executor: Executor | None = None,
    *,
    workers: int | None = None,
) -> Iterator[Found]:
    """Results of a function of each task, in the order of the tasks.

    Tasks are taken as they are needed: memory holds no more of them than are in flight.

    Args:
        function: of a module, where other processes find it.
        tasks: its arguments.
        executor: who runs them; None runs them here, one after the other.
        workers: how many the executor has; as many as it says if None, or else all processors.
    """
    if executor is None:
        yield from map(function, tasks)
        return

    running: deque[Future[Found]] = deque()
    try:
        for task in tasks:
            running.append(executor.submit(function, task))
            while len(running) >= _most(executor, workers):
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    finally:
        _give_up(executor, running)


def as_done(
    function: Callable[[Task], Found],
    tasks: Iterable[Task],
    executor: Executor | None = None,
    *,
    workers: int | None = None,
) -> Iterator[tuple[int, Found]]:
    """Number of a task and its result, as they are done: a slow one keeps no other waiting.

    Args:
        function, tasks, executor, workers: as for `in_order`.
    """
    if executor is None:
        yield from enumerate(map(function, tasks))
        return
    number: dict[Future[Found], int] = {}
    done: SimpleQueue[Future[Found]] = SimpleQueue()
    try:
        for k, task in enumerate(tasks):
            future = executor.submit(function, task)
            number[future] = k
            future.add_done_callback(done.put)
            while len(number) >= _most(executor, workers):
                first = done.get()
                yield number.pop(first), first.result()
        while number:
            first = done.get()
            yield number.pop(first), first.result()
    finally:
        _give_up(executor, number)


def _give_up(executor: Executor, futures: Iterable[Future[Any]]) -> None:
    """Cancel what nobody waits for any more."""
    for future in futures:
        if isinstance(executor, _Processes):
            executor.left = True
        else:
            future.cancel()


def _most(executor: Executor, workers: int | None) -> int:
    """Tasks in flight; on a cluster the workers come one after the other."""
    return _IN_FLIGHT * max(1, workers or getattr(executor, "workers", processors()))
