"""Which verdicts hang on a seed: of noise and skin, of samples, of searches.

From the project's root: `python -m tests.other_seeds STUDY ...` runs each study twice with every
seed moved, and stores the verdicts that differ beside the list.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import cma
import numpy as np
from tests.reproduced_page import SEEDS

from ambulo.studies.printed import found
from ambulo.studies.printed.lists import LISTS
from ambulo.studies.registry import run_study

TRIED = (1000, 2000)
"""How far the seeds are moved."""

_COLUMNS = ("study", "name", "on", "verdict")


@contextmanager
def moved(by: int) -> Iterator[None]:
    """Generators of numpy and searches by cma with other seeds."""
    made, search = np.random.default_rng, cma.CMAEvolutionStrategy.__init__

    def generator(seed: Any = None) -> np.random.Generator:
        if isinstance(seed, int):
            return made(seed + by)
        return made([*seed, by] if isinstance(seed, list) else seed)

    def evolution(self: Any, x: Any, size: Any, options: Any, *rest: Any) -> None:
        search(self, x, size, {**options, "seed": options["seed"] + by}, *rest)

    with (
        mock.patch.object(np.random, "default_rng", generator),
        mock.patch.object(cma.CMAEvolutionStrategy, "__init__", evolution),
    ):
        yield


def differing(
    study: str, by: int, run: Callable[..., Any] = run_study
) -> Iterator[tuple[str, ...]]:
    """Study, number, walk and the verdict that is another by a moved seed; times apart."""
    before = {(f.name, f.on): f for f in found.stored(found.thesis_of(study)) if f.study == study}
    with moved(by):
        result = run(study, lambda *_: None)
    for line in found.found(study, result.comparisons):
        was = before.get((line.name, line.on))
        row = line.comparison.row
        judged = was is not None and row is not None and row.kind != "timing"
        if judged and line.verdict != was.verdict:
            yield study, line.name, line.on, line.verdict


def main(studies: list[str]) -> None:
    """Run and store."""
    for study in studies:
        file = LISTS[found.thesis_of(study)].with_suffix(SEEDS)
        kept = list(csv.reader(file.read_text("utf-8").splitlines()))[1:] if file.is_file() else []
        rows = [row for row in kept if row[0] != study]
        new = [row for by in TRIED for row in differing(study, by)]
        print(f"{study}: {len(new)} verdicts by {len(TRIED)} other seeds differ", flush=True)
        with file.open("w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerows([_COLUMNS, *sorted([*rows, *map(list, new)])])


if __name__ == "__main__":
    main(sys.argv[1:])
