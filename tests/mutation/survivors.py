"""What no test noticed in a session of planted errors: `python survivors.py SESSION`."""

from __future__ import annotations

import sys
from collections import Counter

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome


def survivors(session: str) -> tuple[Counter[str], list[str]]:
    """How the errors that were tried ended, and the differences of those that passed all tests."""
    with use_db(session, WorkDB.Mode.open) as database:
        tried = [
            result for _, result in database.results
            if result.worker_outcome == WorkerOutcome.NORMAL
        ]  # fmt: skip
        ends = Counter(
            result.test_outcome.value for result in tried if result.test_outcome is not None
        )
        alive = [r.diff or "" for r in tried if r.test_outcome == TestOutcome.SURVIVED]
    return ends, sorted(alive)


if __name__ == "__main__":
    ends, alive = survivors(sys.argv[1])
    for diff in alive:
        changed = [line for line in diff.splitlines() if line[:1] in ("+", "-", "@")]
        print("\n".join(changed), end="\n\n")
    print(", ".join(f"{count} {end.lower()}" for end, count in sorted(ends.items())))
