"""Labels exchanged in known recordings, put back or doubted: -m tests.naming.planted_exchanges.

Each recording is read as it is, with the legs exchanged, with one landmark of both sides, and with
neighbours of one leg, by turns. Those that a shipped set reads have plain names then. Names of
files as arguments choose among them.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
from tests.conftest import data_folder
from tests.naming.test_renamed_recordings import renamed
from tests.recordings_page import recordings

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.markers import NamedMarkers, find_markers
from ambulo.inputs.errors import InputError
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.naming.guess import guess
from ambulo.records import Trial
from ambulo.records.sides import other_side

NEIGHBOURS = (
    ("knee_lateral", "ankle_lateral"), ("ankle_lateral", "calcaneus_1"),
    ("calcaneus_1", "hallux"), ("calcaneus_1", "metatarsal_2"), ("metatarsal_1", "metatarsal_5"),
)  # fmt: skip
MIRRORED = ("knee_lateral", "ankle_lateral", "calcaneus_1", "thigh_1", "thigh_wand")


def exchanges(found: Mapping[str, str], turn: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Kind, and which names of the file trade places; landmarks by turns."""
    both = {own: found[other_side(name)] for name, own in found.items()
            if name.startswith(("left_", "right_")) and other_side(name) in found}  # fmt: skip
    hips = {found[f"{side}_{what}"] for side in ("left", "right") for what in ("asis", "psis")
            if f"{side}_{what}" in found}  # fmt: skip
    yield "legs", {own: other for own, other in both.items() if own not in hips}
    mirrored = [[f"left_{name}", f"right_{name}"] for name in MIRRORED]
    neighbours = [[f"right_{name}" for name in names] for names in NEIGHBOURS]
    for kind, choices in (("sides", mirrored), ("neighbours", neighbours)):
        pairs = [pair for one in choices if all(pair := [found.get(name, "") for name in one])]
        if pairs:
            pair = pairs[turn % len(pairs)]
            yield kind, dict([pair, pair[::-1]])


def with_labels(trial: Trial, exchange: Mapping[str, str]) -> Trial:
    markers = trial.markers
    names = tuple(exchange.get(name, name) for name in markers.names)
    return replace(trial, markers=replace(markers, names=names))


def outcome(clean: NamedMarkers, found: NamedMarkers, exchange: Mapping[str, str]) -> str:
    """put back, doubted or silent."""
    own = set(exchange)
    there = {c: n for c, n in clean.match.found.items() if n in own and c in found.match.found}
    start = max(clean.usable.start, found.usable.start)
    stop = min(clean.usable.stop, found.usable.stop)
    right = len(there) > 0 and all(
        np.nanmedian(np.linalg.norm(
            clean.markers.of(n)[start - clean.usable.start : stop - clean.usable.start]
            - found.markers.of(found.match.found[c])[
                start - found.usable.start : stop - found.usable.start], axis=1)) < 1e-3
        for c, n in there.items()
    )  # fmt: skip
    if right:
        return "put back"
    said = " ".join(note for note in found.notes if note.startswith("Doubtful: "))
    doubted = own & {*found.match.doubtful} or any(f"{name} (" in said for name in own)
    return "doubted" if doubted else "silent"


def main(asked: list[str]) -> None:
    said: dict[str, Counter[str]] = defaultdict(Counter)
    for turn, (name, _, given) in enumerate(recordings(data_folder())):
        if asked and name not in asked:
            continue
        trial = read_trial(given["path"])
        choice = Configuration(**given.get("choices", {}))
        try:
            clean = find_markers(trial, choice, subject=trial.subject)
        except InputError:
            continue
        kind = "read" if clean.match.guessed else "shipped"
        false = clean.match.doubtful if any("exchanged" in n for n in clean.notes) else ()
        said[f"as it is, {kind}"]["suspected" if false else "not"] += 1
        if false:
            print(f"{name}: suspected as it is: {dict(clean.match.doubtful)}", flush=True)
        if kind == "shipped":
            trial = renamed(trial, "words")
            try:
                clean = find_markers(trial, choice, subject=trial.subject)
            except InputError:
                continue
        shown = {c: own for c, own in clean.match.found.items() if c not in clean.match.carried}
        read = guess(trial.markers).names
        # a leg with the names of all its markers, shown in these frames or not
        legs = [("legs", next(exchanges(read, turn))[1])]
        for what, exchange in [*legs, *list(exchanges(shown, turn))[1:]]:
            why = ""
            try:
                found = find_markers(with_labels(trial, exchange), choice, subject=trial.subject)
                result = outcome(clean, found, exchange)
            except InputError as error:
                why = error.what
                result = "refused as exchanged" if "exchanged" in why else "refused"
            said[what][result] += 1
            print(f"{name}: {what} {result}: {list(exchange)[:4]} {why}", flush=True)
        print(name, {what: dict(count) for what, count in said.items()}, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
