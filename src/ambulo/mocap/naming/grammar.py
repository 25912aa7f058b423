"""The words that form marker names, and the landmarks that they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ambulo.inputs.toml_file import Form, read_toml
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


class _GrammarForm(Form):
    side: dict[str, list[str]]
    part: dict[str, list[str]]
    numbered: dict[str, list[str]]
    word: dict[str, list[str]]
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


@cache
def grammar() -> Grammar:
    """The grammar of `parts.toml`."""
    form = read_toml(Path(__file__).with_name("parts.toml"), _GrammarForm)
    rows = [(word, {part}) for part, words in form.part.items() for word in words]
    rows += [(word, {part, "numbered"}) for part, words in form.numbered.items() for word in words]
    rows += [(word, {*parts}) for word, parts in form.word.items()]
    meanings: dict[str, list[frozenset[str]]] = {}
    for word, parts in rows:
        meanings.setdefault(word, []).append(frozenset(parts))
    # a long word may be cut short where no other begins like it
    short: dict[str, set[frozenset[str]]] = {}
    for word, known in meanings.items():
        for stop in range(_SHORTEST, len(word)) if len(word) >= _LONG else ():
            short.setdefault(word[:stop], set()).update(known)
    meanings |= {w: [*p] for w, p in short.items() if w not in meanings and len(p) == 1}
    sides: dict[str, tuple[Side, list[str]]] = {}
    for pair in zip(form.side["left"], form.side["right"], strict=True):
        for k, side in enumerate(SIDES):
            sides.setdefault(pair[k], (side, []))[1].append(pair[1 - k])
    ends = form.part["lateral"], form.part["medial"]
    across = {word: ends[1 - k] for k in (0, 1) for word in ends[k]}
    landmarks = {rule.name: rule for rule in form.landmark}
    return Grammar(meanings, sides, across, landmarks, form.joint)
