"""Damaged files against every way in: `python -m fuzz.run --seconds 60`.

Each must be read, or refused in one line with a remedy, within ten seconds and a gigabyte. What is
not, is kept with its trace beside the corpus, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import itertools
import random
import resource
import signal
import time
import traceback
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from ambulo.inputs.errors import InputError
from fuzz.targets import TARGETS, Files, Target, make_corpus

LONGEST_S, LONGEST_WAIT_S, MOST_MB, LONGEST_LINE = 10, 120, 1024, 400
"""Of the processor, which others may have meanwhile; and of the clock, which a pipe can stop."""


def fault(target: Target, path: Path, files: Files) -> str:
    """What is wrong with the answer to a file; empty if nothing is."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"more than {LONGEST_S} s")

    before = [(one, signal.signal(one, give_up)) for one in (signal.SIGALRM, signal.SIGPROF)]
    signal.alarm(LONGEST_WAIT_S)
    signal.setitimer(signal.ITIMER_PROF, LONGEST_S)
    try:
        target.enter(path, files)
    except InputError as error:
        said = str(error)
        if "\n" in said or len(said) > LONGEST_LINE:
            return f"not one line: {said[:80]!r}"
        if not said.isprintable():
            return f"control characters: {said[:80]!r}"
        return "" if error.remedy else f"no remedy: {said[:80]!r}"
    except Exception as error:
        own = [at for at in traceback.extract_tb(error.__traceback__) if "ambulo" in at.filename]
        place = f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else "?"
        return f"{type(error).__name__}: {str(error)[:80]} ({place})"
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        for one, handler in before:
            signal.signal(one, handler)
    return ""


def _turns(targets: Sequence[Target]) -> Iterator[Target]:
    """Each in every round, the slow ones in every n-th."""
    for turn in itertools.count():
        yield from (target for target in targets if turn % target.every == 0)


def main() -> int:
    """Run, report, keep what failed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=3600.0)
    arguments.add_argument("--files", type=int, help="so many files, however long they take")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--target", choices=[target.name for target in TARGETS])
    arguments.add_argument("--folder", type=Path, default=Path("build/fuzz"))
    asked = arguments.parse_args()
    warnings.simplefilter("error", RuntimeWarning)
    files = make_corpus(asked.folder / "corpus")
    found = asked.folder / "found"
    found.mkdir(parents=True, exist_ok=True)
    rng = random.Random(asked.seed)
    targets = [t for t in TARGETS if asked.target in (None, t.name)]
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    faults: dict[tuple[str, str], int] = {}
    for target in targets:  # sound files are read, whatever there is to compile
        for name in target.seeds:
            target.enter(files[name], files)
    count, stop = 0, time.monotonic() + asked.seconds
    turns = _turns(targets)
    while time.monotonic() < stop if asked.files is None else count < asked.files:
        target = next(turns)
        seed = files[rng.choice(target.seeds)]
        path = asked.folder / f"case{seed.suffix}"
        path.write_bytes(target.damage(seed, rng))
        wrong = fault(target, path, files)
        count += 1
        if wrong:
            known = faults.get((target.name, wrong), 0)
            faults[target.name, wrong] = known + 1
            if not known:
                path.rename(found / f"{target.name.replace(' ', '-')}-{len(faults)}{seed.suffix}")
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - base
    if used > MOST_MB:
        faults["memory", f"{used:.0f} MB"] = 1
    for (name, wrong), times in sorted(faults.items(), key=lambda item: -item[1]):
        print(f"{name}: {wrong}, {times} times")
    print(f"{count} files, {len(faults)} kinds of fault, {used:.0f} MB")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
