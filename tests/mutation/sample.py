"""Leaves a sample of a session's planted errors to be tried: `python sample.py SESSION COUNT`.

All of them take hours. The same errors are drawn every time, so that runs can be compared.
"""

from __future__ import annotations

import random
import sys

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import WorkerOutcome, WorkResult


def draw(session: str, count: int) -> int:
    """Mark all but `count` of the errors still to be tried as skipped; how many are left."""
    with use_db(session, WorkDB.Mode.open) as database:
        # identifiers are new in every session, places are not
        waiting = sorted(database.pending_work_items, key=lambda item: str(item.mutations))
        drawn = set(random.Random(0).sample(range(len(waiting)), min(count, len(waiting))))
        for k, item in enumerate(waiting):
            if k not in drawn:
                result = WorkResult(output="not drawn", worker_outcome=WorkerOutcome.SKIPPED)
                database.set_result(item.job_id, result)
        return len(drawn)


if __name__ == "__main__":
    print(f"{draw(sys.argv[1], int(sys.argv[2]))} errors are tried.")
