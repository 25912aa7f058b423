"""The columns of a plate's force, point and torque, recognised by the words in their names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from ambulo.inputs.toml_file import Form, read_toml

Kind = Literal["force", "point", "torque"]
Columns = Mapping[Kind, Mapping[str, int]]
"""Columns of one plate by quantity (force, point, torque) and by axis "x", "y", "z"."""


class _Words(Form):
    kind: dict[Kind, list[str]]
    axis: dict[str, list[str]]
    other: dict[str, list[str]]


def force_columns(names: Sequence[str]) -> dict[str, Columns]:
    """Columns of each plate by its distinguishing text: "", "1", "calcn_r".

    Names with an unknown word are used only if no plate has only known words.

    Args:
        names: names of the columns, as in the file.
    """
    plates: dict[tuple[str, int], dict[Kind, dict[str, int]]] = {}
    strange: set[str] = set()
    seen: Counter[tuple[str, Kind, str]] = Counter()
    for column, name in enumerate(names):
        found = _read(name)
        if found is None:
            continue
        which, kind, axis, unknown = found
        # plates without a number stand one behind the other
        nth = seen[which, kind, axis]
        seen[which, kind, axis] += 1
        plates.setdefault((which, nth), {}).setdefault(kind, {})[axis] = column
        if unknown:
            strange.add(which)
    usual = {key: kinds for key, kinds in plates.items() if key[0] not in strange}
    if not any("force" in kinds for kinds in usual.values()):
        usual = plates
    return {
        which if nth == 0 else f"{which}_{nth + 1}".strip("_"): kinds
        for (which, nth), kinds in usual.items()
    }


def _read(name: str) -> tuple[str, Kind, str, bool] | None:
    """Which plate, kind and axis a name tells, and whether it has an unknown word."""
    known = _meanings()
    kind: Kind = "point"
    axis, which, unknown = "", [], False
    for token in re.findall(r"[a-z]+|\d+", re.sub(r"[(\[].*?[)\]]", "", name.lower())):
        for word in [token] if token.isdigit() else _cut(token) or [token]:
            told = known.get(word, ("which", word))
            match told:
                case ("other", "apart"):
                    return None
                case ("kind", "force" | "point" | "torque" as said):
                    kind = said
                case ("axis", said):
                    axis = said
                case ("which", _):
                    which.append(word)
                    unknown = unknown or not (word.isdigit() or word in known)
    if not axis and len(which) > 1 and which[-1] in {"1", "2", "3"}:
        # a vector's numbers in place of letters
        axis = "xyz"[int(which.pop()) - 1]
    return ("_".join(which), kind, axis, unknown) if axis else None


@cache
def _meanings() -> Mapping[str, tuple[str, str]]:
    words = read_toml(Path(__file__).with_suffix(".toml"), _Words)
    told: dict[str, tuple[str, str]]
    told = {word: ("kind", kind) for kind, own in words.kind.items() for word in own}
    told |= {word: ("axis", axis) for axis, own in words.axis.items() for word in own}
    told |= {word: ("other", what) for what, own in words.other.items() for word in own}
    return told | {word: ("which", word) for word in words.other["which"]}


@cache
def _cut(letters: str) -> tuple[str, ...]:
    """The fewest known words that letters are put together from; none where they are not."""
    ways = [
        (letters[:end], *rest)
        for end in range(len(letters), 0, -1)
        if letters[:end] in _meanings()
        if (rest := _cut(letters[end:])) or end == len(letters)
    ]
    return min(ways, key=len, default=())
