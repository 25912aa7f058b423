"""What a marker's name may mean: every way to put it together from known words, with its price.

A price is low where long words cover the name, where words end at its dots, capitals and numbers,
and where the name of the other side's marker is in the file too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ambulo.mocap.naming.grammar import Grammar, LandmarkRule, grammar
from ambulo.records import Side

__all__ = ["Reading", "read_names"]

_ORDINALS = {"1": "first", "2": "second", "5": "fifth"}
_PLACES = frozenset({"lateral", "medial", "front", "back", "top", "bottom"})
_ELSEWHERE = frozenset({"upper", "computed"})
_UNKNOWN, _MOST_UNKNOWN = 2.5, 2
"""Price of a letter that no word covers, and how many there may be."""
_NO_TWIN, _OTHER_HABIT, _NO_SIDE = 2.0, 0.7, 3.0
_LEFT_OVER, _NUMBER = 1.0, 0.8


@dataclass(frozen=True)
class Reading:
    """One meaning of a name.

    Args:
        landmark: canonical, without its side; "" for what is elsewhere on the body or computed.
        side: None on the midline.
        places: "lateral", "top", ... beyond what the landmark says.
        number: in the name; "" without one.
        price: the lower the surer.
        habit: where the side stands: "before", "behind", "inside", or "".
    """

    landmark: str
    side: Side | None
    places: frozenset[str]
    number: str
    price: float
    habit: str


@dataclass(frozen=True)
class _Way:
    """A name cut into words: their parts, the side with its letters' place, a number, a price."""

    parts: frozenset[str] = frozenset()
    side: Side | None = None
    span: tuple[int, int] = (0, 0)
    number: str = ""
    price: float = 0.0
    unknown: int = 0


def read_names(names: Iterable[str]) -> Mapping[str, Sequence[Reading]]:
    """Readings of every name of a recording, the surest first; at most one for each meaning.

    Args:
        names: as in the file.
    """
    known = grammar()
    names = tuple(names)
    plain = {name: _plain(name) for name in names}
    others = {text for text, _ in plain.values()}
    found: dict[str, list[Reading]] = {}
    for name, (text, ends) in plain.items():
        found[name] = [
            reading for way in _ways(text, ends) for reading in _meanings(way, text, others, known)
        ]
    # the habit of a laboratory: where most of its names have the side
    habits = Counter(
        min(readings, key=lambda one: one.price).habit for readings in found.values() if readings
    )
    habits.pop("", None)
    usual = habits.most_common(1)[0][0] if habits else ""
    return {name: _sorted(readings, usual) for name, readings in found.items()}


def _sorted(readings: list[Reading], usual: str) -> Sequence[Reading]:
    best: dict[tuple[str, Side | None], Reading] = {}
    for one in readings:
        price = one.price + (_OTHER_HABIT if one.habit not in ("", usual) else 0.0)
        key = (one.landmark, one.side)
        if key not in best or price < best[key].price:
            best[key] = replace(one, price=price)
    return sorted(best.values(), key=lambda one: one.price)


def _plain(name: str) -> tuple[str, frozenset[int]]:
    """Small letters and digits of a name, and where in them its words may end by how it is set."""
    name = name.rsplit(":", 1)[-1]
    text, ends = "", set()
    for token in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+", name):
        text += token.casefold()
        ends.add(len(text))
    return text, frozenset({0, *ends})


@lru_cache(maxsize=4096)
def _ways(text: str, ends: frozenset[int]) -> tuple[_Way, ...]:
    return tuple(_cut(text, ends, 0, _Way()))


def _cut(text: str, ends: frozenset[int], at: int, way: _Way) -> Iterator[_Way]:
    """Every way to cut the rest of a name into words."""
    if at == len(text):
        yield way
        return
    known = grammar()
    number = re.match(r"(\d+)(st|nd|rd|th)?", text[at:])
    if number:
        digits, ending = number.groups()
        said = replace(way, number=digits.lstrip("0") or "0")
        yield from _cut(text, ends, at + len(digits), said)
        if ending:
            yield from _cut(text, ends, at + number.end(), said)
    for stop in range(at + 1, min(len(text), at + 20) + 1):
        word, length = text[at:stop], stop - at
        inside = sum(at < end < stop for end in ends)
        loose = (at not in ends) + (stop not in ends)
        price = {1: 1.9, 2: 1.3}.get(length, 1.0) + 0.8 * inside + 0.1 * loose
        for parts in known.words.get(word, ()):
            yield from _cut(
                text, ends, stop, replace(way, parts=way.parts | parts, price=way.price + price)
            )
        side = known.sides.get(word)
        if side is not None and way.side is None:
            edge = at == 0 or stop == len(text)
            cost = 0.2 + 0.8 * inside + (0.2 if edge else 0.6) * (loose > 0 or not edge)
            with_side = replace(way, side=side, span=(at, stop), price=way.price + cost)
            yield from _cut(text, ends, stop, with_side)
    if way.unknown < _MOST_UNKNOWN and not number:
        lost = replace(way, unknown=way.unknown + 1, price=way.price + _UNKNOWN)
        yield from _cut(text, ends, at + 1, lost)


def _meanings(way: _Way, text: str, others: set[str], known: Grammar) -> Iterator[Reading]:
    """Landmarks that a name means that is cut in one way."""
    price, habit = way.price, ""
    if way.side is not None:
        start, stop = way.span
        habit = "before" if start == 0 else "behind" if stop == len(text) else "inside"
        twins = (
            text[:start] + word + text[stop:] for word, side in known.sides.items()
            if side != way.side
        )  # fmt: skip
        price += 0.0 if any(twin in others for twin in twins) else _NO_TWIN
    if way.parts & _ELSEWHERE:
        yield Reading("", way.side, frozenset(), way.number, price, habit)
        return
    ordinal = _ORDINALS.get(way.number)
    variants = [(way.parts, way.number)]
    if ordinal:
        variants.append((way.parts | {ordinal}, ""))
    for parts, number in variants:
        rule, used = _landmark(parts, known)
        if rule is None:
            continue
        rest = parts - used - {"plain"}
        # of several of a kind their places and numbers tell which
        spare = 0 if rule.many else len(rest & _PLACES) + bool(number)
        own = price + _LEFT_OVER * len(rest - _PLACES) + _NUMBER * spare
        if rule.sided and way.side is None:
            own += _NO_SIDE
        if not rule.sided and way.side is not None:
            own += _LEFT_OVER
        side = way.side if rule.sided else None
        yield Reading(rule.name, side, rest & _PLACES, number, own, habit)


def _landmark(parts: frozenset[str], known: Grammar) -> tuple[LandmarkRule | None, frozenset[str]]:
    """The landmark that needs the most of some parts, and which these are."""
    best: tuple[LandmarkRule | None, frozenset[str]] = (None, frozenset())
    for rule in known.landmarks.values():
        for needed in rule.of:
            if needed <= parts and len(needed) > len(best[1]):
                best = (rule, needed)
    return best
