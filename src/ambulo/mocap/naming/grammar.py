"""The words that form marker names, and the landmarks that they mean."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import filterfalse
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ambulo.inputs.registry import is_file, near, shown
from ambulo.inputs.toml_file import Form, open_toml, read_toml
from ambulo.inputs.toml_words import Keys
from ambulo.mocap.marker_sets.marker_set_file import own_folder
from ambulo.records import SIDES, Side

_LONG, _SHORTEST = 5, 3
"""Letters of a word that names may cut short, and of what they leave of it."""


class JointRule(Form):
    """A joint centre or another point of a skeleton, and its words.

    Args:
        name: canonical, without its side.
        of: sets of parts, each of which means this point.
        second: sets of parts that may mean this point if another marker has their first meaning.
        sided: whether each side has this point.
    """

    name: str
    of: list[frozenset[str]]
    second: Annotated[list[frozenset[str]], Field(alias="or", default_factory=list)]
    sided: bool = True


class LandmarkRule(JointRule):
    """A landmark on skin: its words and its place.

    Args:
        many: whether a body has several such landmarks, distinguished by their places or numbers.
        origin: landmark from which its distance is measured.
        within: least and greatest distance, in lengths of the shank.
        bends: whether posture changes that distance.
    """

    many: bool = False
    origin: Annotated[str, Field(alias="from")]
    within: tuple[float, float]
    bends: bool = False


_Table = Annotated[dict[str, list[str]], Field(default_factory=dict)]


class _Words(Form):
    side: _Table
    part: _Table
    numbered: _Table
    word: _Table

    def meanings(self) -> Iterator[tuple[Keys, str, frozenset[str]]]:
        """Where a word stands, the word and a meaning of it."""
        for kind, parts in ("part", self.part), ("numbered", self.numbered):
            for part, words in parts.items():
                meaning = frozenset({part, "numbered"} if kind == "numbered" else {part})
                yield from (((kind, part), word, meaning) for word in words)
        yield from ((("word", word), word, frozenset(parts)) for word, parts in self.word.items())


class _GrammarForm(_Words):
    joint: list[JointRule]
    landmark: list[LandmarkRule]


@dataclass(frozen=True)
class Grammar:
    """Words by spelling -> meanings, each a set of parts. Sides by spelling, each with the words
    for the other side. Words for lateral and medial, each with the opposite words. Landmarks by
    name. Points of a skeleton.
    """

    words: Mapping[str, Sequence[frozenset[str]]]
    sides: Mapping[str, tuple[Side, Sequence[str]]]
    across: Mapping[str, Sequence[str]]
    landmarks: Mapping[str, LandmarkRule]
    joints: Sequence[JointRule]


def own_words() -> Path | None:
    """The file of the user's words, if there is one: of the form of `parts.toml`, without rules."""
    path = own_folder() / "words.toml"
    return path if is_file(path) else None


def _added(path: Path, known: set[str]) -> _Words:
    """The user's words, whose meanings are parts that Ambulo's own words have.

    Raises:
        InputError: the file has a mistake. The message gives line and key.
    """
    file = open_toml(path, "the file of your words")
    own = file.read(_Words)
    for keys, _, meaning in own.meanings():
        for part in sorted(meaning - known):
            raise file.error(f"there is no part {shown(part)}", keys, near(part, sorted(known)))
    for side in own.side.keys() - {*SIDES}:
        raise file.error(f"there is no side {shown(side)}", ("side", side), "Give left and right")
    if len({len(own.side.get(side, ())) for side in SIDES}) > 1:
        remedy = "Give the n-th word for left with the n-th for right"
        raise file.error("left and right have different numbers of words", ("side",), remedy)
    return own


def _spelt(word: str) -> str:
    """As names are read: small letters without accents, and digits."""
    return "".join(filter(str.isalnum, plain_letters(word).casefold()))


def plain_letters(name: str) -> str:
    """Letters without accents."""
    own = unicodedata.normalize("NFKD", name)
    # Korean syllables come apart with accents
    return unicodedata.normalize("NFC", "".join(filterfalse(unicodedata.combining, own)))


@cache
def grammar() -> Grammar:
    """The grammar of `parts.toml`, with the user's words."""
    form = read_toml(Path(__file__).with_name("parts.toml"), _GrammarForm)
    rows = [row[1:] for row in form.meanings()]
    path, own = own_words(), _Words.model_validate({})
    if path is not None:
        own = _added(path, {part for _, meaning in rows for part in meaning})
    meanings: dict[str, list[frozenset[str]]] = {}
    for word, meaning in (*rows, *((_spelt(w), means) for _, w, means in own.meanings())):
        meanings.setdefault(word, []).append(meaning)
    # a long word may be cut short where no other begins like it
    short: dict[str, set[frozenset[str]]] = {}
    for word, known in meanings.items():
        for stop in range(_SHORTEST, len(word)):
            short.setdefault(word[:stop], set()).update(known)
    long = {word[:stop] for word in meanings if len(word) >= _LONG for stop in range(len(word))}
    meanings |= {
        word: [*own]
        for word, own in short.items()
        if word in long and word not in meanings and len(own) == 1
    }
    sides: dict[str, tuple[Side, list[str]]] = {}
    left, right = ((*form.side[s], *map(_spelt, own.side.get(s, ()))) for s in SIDES)
    for pair in zip(left, right, strict=True):
        for k, side in enumerate(SIDES):
            sides.setdefault(pair[k], (side, []))[1].append(pair[1 - k])
    ends = form.part["lateral"], form.part["medial"]
    across = {word: ends[1 - k] for k in (0, 1) for word in ends[k]}
    landmarks = {rule.name: rule for rule in form.landmark}
    return Grammar(meanings, sides, across, landmarks, form.joint)
