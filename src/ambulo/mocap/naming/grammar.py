"""The words that marker names are put together from, and the landmarks that they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ambulo.inputs.toml_file import Form, read_toml
from ambulo.records import SIDES, Side

__all__ = ["Grammar", "LandmarkRule", "grammar"]


_LONG, _SHORTEST = 6, 4
"""Letters of a word that names may cut short, and of what they leave of it."""


class _LandmarkForm(Form):
    name: str
    of: list[list[str]]
    second: Annotated[list[list[str]], Field(alias="or", default_factory=list)]
    sided: bool = True
    many: bool = False
    origin: Annotated[str, Field(alias="from")]
    within: tuple[float, float]


class _GrammarForm(Form):
    side: dict[str, list[str]]
    part: dict[str, list[str]]
    numbered: dict[str, list[str]]
    word: dict[str, list[str]]
    landmark: list[_LandmarkForm]


@dataclass(frozen=True)
class LandmarkRule:
    """A landmark: what it is called and where it lies.

    Args:
        name: canonical, without its side.
        of: sets of parts, any of which means it.
        second: sets of parts that may mean it, where their first meaning is another marker's.
        sided: whether there is one on each side.
        many: whether a body carries several, told apart by their places or numbers.
        origin: landmark that its distance is measured from.
        within: least and most distance, in lengths of the shank.
    """

    name: str
    of: tuple[frozenset[str], ...]
    second: tuple[frozenset[str], ...]
    sided: bool
    many: bool
    origin: str
    within: tuple[float, float]


@dataclass(frozen=True)
class Grammar:
    """Words by spelling -> meanings, each a set of parts; sides by spelling, with the other side's
    word that goes with it; landmarks by name."""

    words: Mapping[str, tuple[frozenset[str], ...]]
    sides: Mapping[str, tuple[Side, Sequence[str]]]
    landmarks: Mapping[str, LandmarkRule]


@cache
def grammar() -> Grammar:
    """The grammar of `parts.toml`."""
    form = read_toml(Path(__file__).with_name("parts.toml"), _GrammarForm)
    meanings: dict[str, list[frozenset[str]]] = {}
    for part, spellings in form.part.items():
        for spelling in spellings:
            meanings.setdefault(spelling, []).append(frozenset({part}))
    for segment, spellings in form.numbered.items():
        for spelling in spellings:
            meanings.setdefault(spelling, []).append(frozenset({segment, "numbered"}))
    for spelling, parts in form.word.items():
        meanings.setdefault(spelling, []).append(frozenset(parts))
    # a long word may be cut short where no other begins like it
    short: dict[str, set[frozenset[str]]] = {}
    for word, known in meanings.items():
        for stop in range(_SHORTEST, len(word)) if len(word) >= _LONG else ():
            short.setdefault(word[:stop], set()).update(known)
    meanings |= {
        word: [*known] for word, known in short.items() if word not in meanings and len(known) == 1
    }
    rules: list[Any] = form.landmark
    sides: dict[str, tuple[Side, list[str]]] = {}
    for pair in zip(form.side["left"], form.side["right"], strict=True):
        for k, side in enumerate(SIDES):
            sides.setdefault(pair[k], (side, []))[1].append(pair[1 - k])
    return Grammar(
        {word: tuple(found) for word, found in meanings.items()},
        sides,
        {
            rule.name: LandmarkRule(
                rule.name, tuple(map(frozenset, rule.of)), tuple(map(frozenset, rule.second)),
                rule.sided, rule.many, rule.origin, rule.within,
            )
            for rule in rules
        },
    )  # fmt: skip
