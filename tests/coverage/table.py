"""How often bands hold the truth of simulated people, as a table of docs/methods/notes/coverage.md.

From the project's root: `python -m tests.coverage.table FIRST COUNT [--rate HZ] [--noise MM]
[--without SOURCE ...] [--workers N] [--kept FILE]`, the people being numbers FIRST to
FIRST + COUNT - 1. Those in the file are not counted again, and others are added to it.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path

import numpy as np
from tests.coverage.counted import CURVES, Held, by_name, held
from tests.coverage.laboratory import Errors

from ambulo.execution.tasks import in_order, process_pool
from ambulo.uncertainty.sources.registry import SOURCES

SAMPLES = 19


def one(seed: int, noise: float, rate: float, sources: tuple[str, ...]) -> Held | None:
    """A person; None where the plate was not used."""
    try:
        return held(seed, SAMPLES, Errors(noise=noise), {"sources": sources}, rate)
    except ValueError as error:
        print(error, file=sys.stderr)
        return None


def read_kept(path: Path | None) -> dict[int, Held]:
    """People of an earlier run by number."""
    lines = path.read_text().splitlines() if path is not None and path.is_file() else []
    return {found.seed: found for found in (Held(**json.loads(line)) for line in lines)}


def keep(person: Held, path: Path | None) -> None:
    if path is not None:
        with path.open("a") as file:
            file.write(json.dumps(asdict(person)) + "\n")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--noise", type=float, default=1e3 * Errors().noise)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--workers", type=int)
    parser.add_argument("--kept", type=Path)
    given = parser.parse_args(arguments)
    held_in_others = {name for name, source in SOURCES.items() if source.within}
    sources = tuple(name for name in SOURCES if name not in held_in_others | {*given.without})
    job = partial(one, noise=1e-3 * given.noise, rate=given.rate, sources=sources)
    people = range(given.first, given.first + given.count)
    kept = read_kept(given.kept)
    with process_pool(given.workers) as pool:
        for each in in_order(job, (seed for seed in people if seed not in kept), pool):
            if each is not None:
                kept[each.seed] = each
                keep(each, given.kept)
    found = [kept[seed] for seed in people if seed in kept]
    print(f"{len(found)} of {given.count} people\n")
    print("| | | share inside, % | 95 % interval (Wilson) |\n|---|---|---:|---:|")
    for kind, name, at in by_name(found):
        ends = f"{100 * at.low:.1f} to {100 * at.high:.1f}"
        within = "" if at.low >= 0.86 and at.high <= 0.94 else " (not within)"
        said = name.replace("_", " ") + " moment" * (kind != "peak")
        print(f"| {kind} | {said} | {100 * at.share:.1f} | {ends}{within} |")
    print("\n| moment, N·m/kg | mean width of the band | rms error |\n|---|---:|---:|")
    for name in CURVES:
        wide = np.mean([each.wide[name] for each in found])
        wrong = np.sqrt(np.mean([each.wrong[name] ** 2 for each in found]))
        print(f"| {name.replace('_', ' ')} | {wide:.3f} | {wrong:.3f} |")


if __name__ == "__main__":
    main(sys.argv[1:])
