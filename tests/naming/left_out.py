"""Each laboratory read without the words that it alone has: python -m tests.naming.left_out.

A word is a laboratory's own where only its names are read otherwise without it; words of the lists
of anatomical terms are nobody's own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace

from tests.conftest import data_folder
from tests.naming.score import HABITS, TERMS, TRUTH, Score, score, standing, total, truth_of

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.markers import find_markers
from ambulo.inputs.errors import MarkersMissing
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.naming import readings
from ambulo.mocap.naming.grammar import grammar
from ambulo.records import Trial

WHOLE = grammar()
LEGS = {"knee_lateral", "ankle_lateral", "shank"}


@contextmanager
def without(words: Collection[str]) -> Iterator[None]:
    """Names are read by a grammar that lacks some words."""
    fewer = {word: own for word, own in WHOLE.words.items() if word not in words}
    known, whole = replace(WHOLE, words=fewer), (readings.grammar, readings._ways)

    def ways(text: str, ends: frozenset[int]) -> tuple[readings._Way, ...]:
        if not any(word in text for word in words):
            return whole[1](text, ends)
        return tuple(readings._cut(text, ends, 0, readings._Way()))

    readings.grammar, readings._ways = (lambda: known), ways
    try:
        yield
    finally:
        readings.grammar, readings._ways = whole


def words_of(names: Collection[str]) -> set[str]:
    """Words without which one of these names is read otherwise."""
    best = _best(names)
    texts = {text for text, _ in readings._plain(names).values()}
    used = set[str]()
    for word in WHOLE.words:
        if any(word in text for text in texts):
            with without({word}):
                if _best(names) != best:
                    used.add(word)
    return used


def _best(names: Collection[str]) -> list[tuple[str, str | None]]:
    found = readings.read_names(names).values()
    return [(one[0].landmark, one[0].side) if one else ("", None) for one in found]


def opens(trial: Trial) -> bool:
    """Whether all that places pelvis and legs is read, or the movement can place it."""
    try:
        find_markers(trial, Configuration(), subject=trial.subject)
    except MarkersMissing:
        return False
    return True


def main() -> None:
    """A line a laboratory, and all together."""
    recordings = {
        file: read_trial(next((data_folder() / "other_names").rglob(file))) for file in TRUTH
    }
    bodies = {name: trial.markers for name, trial in recordings.items()}
    bodies |= {name: standing(HABITS[name]) for name in HABITS}
    entries = {**TRUTH, **HABITS}
    laboratory = {name: entries[name].get("laboratory", name) for name in bodies}
    uses = {name: words_of(list(truth_of(entries[name]))) for name in bodies}
    of = defaultdict(set)
    for name, words in uses.items():
        for word in words:
            of[word].add("terms" if name in TERMS else laboratory[name])
    scores: dict[str, Score] = {}
    opened: dict[str, bool] = {}
    for own in sorted({*laboratory.values()} - TERMS):
        lone = {word for word, laboratories in of.items() if laboratories == {own}}
        mine = [name for name in bodies if laboratory[name] == own]
        with without(lone):
            scores |= {name: score(bodies[name], truth_of(entries[name])) for name in mine}
            opened |= {name: opens(recordings[name]) for name in mine if name in recordings}
        print(f"{own}: without {', '.join(sorted(lone)) or 'no word'}: "
              f"{dict(total([scores[name] for name in mine]))}")  # fmt: skip
    for what, names in (("recordings", recordings), ("sources", HABITS)):
        found = total([scores[name] for name in names if name in scores])
        print(what, {kind: f"{count / sum(found.values()):.3f}" for kind, count in found.items()})
    legs = [name for name in opened if LEGS & {*TRUTH[name]}]
    print(f"{sum(opened[name] for name in legs)} of {len(legs)} recordings have what places them:",
          [name for name in legs if not opened[name]])  # fmt: skip


if __name__ == "__main__":
    main()
