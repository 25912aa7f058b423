"""Workers by name: processes of this machine, or Dask's scheduler and workers wherever they run.

Dask and its way to SLURM are an extra; what they offer is taken as an Executor of
`concurrent.futures`, and nothing of a scheduler is written here.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from typing import Any

from ambulo.execution.tasks import process_pool, processors
from ambulo.inputs.errors import InputError

_ADDRESSES = ("tcp://", "tls://", "ucx://")
_WAIT = 15
"""s, for a scheduler to answer."""
_QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.low-level-log-length": 10,
    "distributed.admin.tick.interval": "1s",
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
}
"""For Dask: an hour of what each worker's stack looked like, and the last thousand messages to each
with the trials in them, would grow the memory of both with the study. Freed memory that goes back
to the system at once comes again page by page, a sixth of an analysis' time; clocks that tick
fifty times a second take 3 % of two processors, those that tick once a second half of it."""
_ASKED_EACH = 2.0
"""s between questions how many workers there are: the answer takes as long as a task's result."""


class DaskExecutor(Executor):
    """Dask's workers as an Executor.

    Args:
        client: `distributed.Client`.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._inner = client.get_executor(pure=False)
        self._workers, self._asked = 0, time.monotonic() - _ASKED_EACH

    @property
    def workers(self) -> int:
        """Threads of all workers now; on a cluster they come one after the other."""
        now = time.monotonic()
        if now >= self._asked + _ASKED_EACH:
            self._workers, self._asked = sum(self._client.nthreads().values()), now
        return self._workers

    @property
    def dashboard(self) -> str:
        """Address of Dask's page on what the workers do; "" where the scheduler has none."""
        services = self._client.scheduler_info().get("services", {})
        return str(self._client.dashboard_link) if "dashboard" in services else ""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As `concurrent.futures.Executor.submit`."""
        future: Future[Any] = self._inner.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Give up what is not done; the workers go on for others."""
        del cancel_futures
        self._inner.shutdown(wait=wait)


@contextmanager
def workers_of(
    cluster: str | None,
    workers: int | None = None,
    say: Callable[[str], None] | None = None,
) -> Iterator[Executor]:
    """An Executor for as long as it is needed.

    Args:
        cluster: None for processes of this machine; "local" for Dask's workers on it; "slurm" for
            jobs as Dask's own configuration describes them; a scheduler's address, "tcp://…".
        workers: how many; all processors if None. A scheduler that runs already has its own.
        say: told the address of Dask's page, and that there is no worker yet.
    Raises:
        InputError: the extra is not installed, the name is none, no scheduler answers, or it is
            lost while there is work.
    """
    if cluster is None:
        with process_pool(workers) as pool:
            yield pool
        return
    if cluster not in ("local", "slurm") and not cluster.startswith(_ADDRESSES):
        raise InputError(
            f"there is no cluster {cluster!r}",
            where="--cluster",
            remedy="Give local, slurm, or a scheduler's address such as tcp://host:8786",
        )
    with _started(cluster, workers) as client:
        executor = DaskExecutor(client)
        if say is not None:
            if executor.dashboard:
                say(f"Dask's workers are shown at {executor.dashboard}")
            if executor.workers == 0:
                say("No worker is connected yet. The work begins with the first worker")
        try:
            yield executor
        except CancelledError as error:
            raise InputError(
                "the connection to Dask's scheduler was lost",
                where=f"--cluster {cluster}",
                remedy="Give the same command again. A batch continues after its finished trials",
            ) from error
        finally:
            executor.shutdown(wait=False)


@contextmanager
def _started(cluster: str, workers: int | None) -> Iterator[Any]:
    """A client of the cluster, which ends with it if it was started for it."""
    distributed = _imported("distributed")
    if cluster == "slurm":
        jobs = _imported("dask_jobqueue").SLURMCluster
        try:
            made = jobs()
        except (ValueError, RuntimeError) as error:
            raise InputError(
                f"Dask cannot describe a job ({' '.join(str(error).split())})",
                where="--cluster slurm",
                remedy="Set cores, memory, ... under jobqueue.slurm in Dask's configuration",
            ) from error
        with _imported("dask").config.set(_QUIET), made, distributed.Client(made) as client:
            made.scale(workers or processors())
            yield client
    elif cluster == "local":
        with _imported("dask").config.set(_QUIET):
            try:
                made = distributed.LocalCluster(
                    n_workers=workers or processors(), threads_per_worker=1,
                    dashboard_address=":0", silence_logs=logging.CRITICAL,
                )  # fmt: skip
            except (OSError, RuntimeError) as error:
                raise InputError(
                    f"Dask's workers cannot be started ({' '.join(str(error).split())})",
                    where="--cluster local",
                    remedy="Give fewer workers with --workers, or omit --cluster",
                ) from error
            with made, distributed.Client(made) as client:
                yield client
    else:
        try:
            client = distributed.Client(cluster, timeout=_WAIT)
        except (OSError, TimeoutError, ValueError) as error:
            raise InputError(
                "no Dask scheduler answers at this address",
                where=cluster,
                remedy="Start one with `dask scheduler` and workers with `dask worker`",
            ) from error
        with client:
            yield client


def _imported(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise InputError(
            f"{name} is not installed",
            where="--cluster",
            remedy="In Ambulo's folder: pip install '.[cluster]'",
        ) from error
