"""Possible meanings of a marker's name: all combinations of known words, each with a price.

A price is low if long words cover the name, if words end at its dots, capitals and numbers, and if
the file also has the name of the other side's marker.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate
from string import digits

from ambulo.mocap.marker_sets.marker_set import MarkerSpec
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.grammar import Grammar, grammar, own_words, plain_letters
from ambulo.mocap.naming.set_text import BASE
from ambulo.records import Side
from ambulo.records.sides import side_of, without_side

_TOKEN = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+(?:(?i:st|nd|rd|th)(?![A-Za-z]))?|[^\W\d_]+"
_HEAD, _END = re.compile("d[15]mt", re.I), re.compile("(?<=[pd][15]m)t", re.I)
"""Where D1MT is the head of a metatarsal, P1MT is its base: as P1M, without the last letter."""
_ORDINALS = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth"}
_FRENCH = ("eme", "ieme", "er", "ere", "re", "e")
"""Ends of French ordinals, whose shorter ones may also mean a side or lateral. They end an ordinal
where a word ends with them, the shorter ones in front of the word that the ordinal tells of."""
_PLACES = frozenset({"lateral", "medial", "front", "back", "top", "bottom"})
_PELVIS = frozenset({"pelvis", "waist", "hip"})
_BONES = frozenset({"femur", "tibia"})
_SEGMENTS = _PELVIS | _BONES | {"thigh", "shank", "foot", "knee", "ankle"}
_UPPER_BODY = frozenset({"upper", "shoulder", "spine", "neck"})
_ELSEWHERE = _UPPER_BODY | {"computed"}
_LEG = frozenset({
    "trochanter", "thigh", "knee", "patella", "tubercle", "fibula", "shank", "ankle", "malleolus",
    "heel", "foot", "midfoot",
})  # fmt: skip
_LONG_WORD = 4
_WORD = {1: 1.6, 2: 1.3, 3: 1.0, 4: 0.9, 5: 0.8}
"""Price of a word by its length; of a longer one 0.7."""
_ROMAN = 1.0
"""Price of a number in Roman letters."""
_UNKNOWN, _MOST_UNKNOWN, _BESIDE = 3.1, 1, 1.0
"""Price of a letter, or of all between two ends, that no word covers, and how many there may be; by
how much cheaper they are beside a segment that carries several markers."""
_TOO_DEAR = 5.5
SURE, DEAREST = 3.8, 4.5
"""Prices up to which a reading is sure, and up to which it is taken."""
_NO_TWIN, _OTHER_PLACE, _OTHER_WORD, _NO_SIDE = 2.0, 0.7, 2.4, 3.0
_LEFT_OVER, _NUMBER, _SECOND, _ACROSS = 2.0, 0.8, 0.8, 0.7
_PAIR = 1.6
"""Price that lateral or medial need not pay where a marker of the same name is the other."""
_MOST_NUMBERED = 6
"""Markers of a cluster that is called by a letter; C7 is a vertebra."""
_SERIES, _IN_SERIES, _LETTER = ("1", "2", "3"), 2.0, 0.8
"""Names that differ by these alone are a cluster's; price of a landmark of which there is one, and
of a last letter in which as many names differ."""
_FEWEST_ALIKE, _NEARLY_ALL, _OWN_NUMBERS, _MOST = 8, 0.8, 0.4, 0.6
"""Names that tell what all have in common, which says nothing; share of them that are counted up;
share with a number of their own, as left and right may share one; share that begin with an unknown
word which says nothing and, with half, would be a side."""

PLACE = "place"
"""Habit of a name that is read from its marker's place."""


@dataclass(frozen=True)
class Reading:
    """One meaning of a name.

    Args:
        landmark: canonical, without its side; "" for markers elsewhere on the body and computed
            points.
        side: None on the midline.
        price: a lower price is more certain.
        habit: position of the side in the name ("before", "behind", "inside") and its word; ""
            without a side, `PLACE` if the name is read from its marker's place.
    """

    landmark: str
    side: Side | None
    price: float
    habit: str

    @property
    def stem(self) -> str:
        """The landmark with its side; "" if there is none."""
        return f"{self.side}_{self.landmark}" if self.side and self.landmark else self.landmark

    @property
    def marker(self) -> MarkerSpec | None:
        """The marker of the base that it means, or the first of its kind; None if there is none."""
        return _worn().get(self.stem) or _worn().get(f"{self.stem}_1")


@cache
def _worn() -> Mapping[str, MarkerSpec]:
    return load_marker_set(BASE).markers


@cache
def reading_of(canonical: str) -> Reading:
    """The sure reading of a name of the base; of its kind, where there are several."""
    bare = without_side(canonical)
    landmark = bare if bare in grammar().landmarks else bare.rsplit("_", 1)[0]
    return Reading(landmark, side_of(canonical), 0.0, "")


@dataclass(frozen=True)
class _Way:
    """A name cut into words: their parts, places of the letters for the side and for lateral or
    medial, a number, a price."""

    parts: frozenset[str] = frozenset()
    side: Side | None = None
    span: tuple[int, int] = (0, 0)
    across: tuple[int, int] = (0, 0)
    number: str = ""
    price: float = 0.0
    unknown: int = 0


def read_names(names: Iterable[str], *, joints: bool = False) -> Mapping[str, Sequence[Reading]]:
    """Readings of every name of a recording, the most certain first; at most one for each meaning.

    Args:
        names: as in the file.
        joints: whether the names are points of a skeleton, not markers on skin.
    """
    renew_words()
    known = grammar()
    plain = _plain(names)
    others = {text for text, _ in plain.values()}
    stems = Counter(text[:-1] for text in others if text[-1:].isalpha())
    found: dict[str, list[Reading]] = {}
    for name, (text, ends) in plain.items():
        series = {text.rstrip(digits) + number for number in _SERIES} <= others
        ways = [(way, series) for way in _ways(text, ends)]
        if stems[text[:-1]] >= len(_SERIES):
            ways += [
                (replace(way, number="0", price=way.price + _LETTER), True)
                for way in _ways(text[:-1], ends | {len(text) - 1})
            ]
        found[name] = [
            reading
            for way, alike in ways
            for reading in _meanings(way, text, others, known, alike, joints)
        ]
    # the habit of a laboratory: how most of its names have the side
    habits = Counter(
        min(readings, key=lambda one: one.price).habit for readings in found.values() if readings
    )
    habits.pop("", None)
    usual = {habit for habit, count in habits.items() if count >= 0.25 * habits.total()}
    return {name: _sorted(readings, usual) for name, readings in found.items()}


_read_at: list[tuple[object, ...]] = [()]
"""File of the user's words, its time and size, when the words were read."""


def renew_words() -> None:
    """Forget the words that were read, if the user has written others since."""
    path = own_words()
    seen = () if path is None else (path, path.stat().st_mtime_ns, path.stat().st_size)
    if seen != _read_at[0]:
        for known in (grammar, _ways, _long_words):
            known.cache_clear()
        _read_at[0] = seen


def _sorted(readings: list[Reading], usual: set[str]) -> Sequence[Reading]:
    best: dict[tuple[str, Side | None], Reading] = {}
    for one in readings:
        price = one.price
        if one.habit and one.habit not in usual:
            alike = any(one.habit[-1] == habit[-1] for habit in usual)
            price += _OTHER_PLACE if alike else _OTHER_WORD
        key = (one.landmark, one.side)
        if key not in best or price < best[key].price:
            best[key] = replace(one, price=price)
    return sorted(best.values(), key=lambda one: one.price)


def _plain(names: Iterable[str]) -> Mapping[str, tuple[str, frozenset[int]]]:
    """Small letters and digits of names, and where in them words may end by how they are set.

    Without a subject's prefix and what all names begin or end with, which says nothing.
    """
    tokens: dict[str, list[str]] = {}
    own_names = unnumbered([*names])
    if any(map(_HEAD.search, own_names.values())):
        own_names = {name: _END.sub("", shown) for name, shown in own_names.items()}
    for name, shown in own_names.items():
        found = re.findall(_TOKEN, plain_letters(shown))
        words = [token.casefold() for token in found]
        half = len(words) // 2
        # LKNE_LKNE is LKNE
        tokens[name] = words[:half] if words[:half] == words[half:] else words
    begin, end = (_shared([own[::way] for own in tokens.values()]) for way in (1, -1))
    kept = {name: own[begin : len(own) - end] or own for name, own in tokens.items()}
    first = Counter(own[0] for own in kept.values() if len(own) > 1)
    idle = {
        word for word, count in first.items()
        if count >= max(_FEWEST_ALIKE, _MOST * len(kept)) and not word.isdigit()
        and word not in grammar().words and word not in grammar().sides
    }  # fmt: skip
    kept = {name: own[own[0] in idle and len(own) > 1 :] for name, own in kept.items() if own}
    return {
        name: ("".join(own), frozenset({0, *accumulate(map(len, own))}))
        for name, own in kept.items()
    }


def unnumbered(names: Sequence[str]) -> Mapping[str, str]:
    """Names without the subject's prefix and without a running number of nearly all names."""
    shown = {name: name.rsplit(":", 1)[-1] for name in names}
    for running in (r"^\d+[ _.-]+", r"[ _.-]+\d+$", r"[ _.-]\d+(?=[ _.-])"):
        numbers = [found[0] for own in shown.values() if (found := re.search(running, own))]
        most, own = _NEARLY_ALL * len(shown), max(_FEWEST_ALIKE, _OWN_NUMBERS * len(shown))
        if len(numbers) >= most and len({*numbers}) >= own:
            shown = {name: re.sub(running, "", own) or own for name, own in shown.items()}
    return shown


def _shared(names: Sequence[Sequence[str]]) -> int:
    """Tokens that all names begin with; none where they say a side."""
    if len(names) < _FEWEST_ALIKE:
        return 0
    count = 0
    while all(own[count : count + 1] == names[0][count : count + 1] != [] for own in names):
        count += 1
    return 0 if grammar().sides.keys() & {*names[0][:count]} else count


@lru_cache(maxsize=4096)
def _ways(text: str, ends: frozenset[int]) -> tuple[_Way, ...]:
    return tuple(_cut(text, ends, 0, _Way()))


def _cut(text: str, ends: frozenset[int], at: int, way: _Way) -> Iterator[_Way]:
    """Every way to cut the rest of a name into words that is not too dear."""
    if way.price > _TOO_DEAR:
        return
    if at == len(text):
        yield way
        return
    known = grammar()
    number = re.match(r"(\d+)(st|nd|rd|th)?", text[at:])
    if number:
        # the second of two tells copies apart, or the next toe
        said = replace(way, number=way.number or number[1].lstrip("0") or "0")
        whole = at + number.end()
        stops = {whole} if whole in ends else {at + number.end(1), whole}
        if not number[2]:
            stops |= {
                whole + len(end)
                for end in _FRENCH
                if text.startswith(end, whole)
                and whole + len(end) in ends
                and (end.endswith("eme") or (not way.parts and whole + len(end) < len(text)))
            }
        for stop in stops:
            yield from _cut(text, ends, stop, said)
    for stop in range(at + 1, min(len(text), at + 20) + 1):
        word = text[at:stop]
        meanings, (side, _) = known.words.get(word, ()), known.sides.get(word, (None, ()))
        if not meanings and side is None:
            continue
        # a Chinese or Japanese letter is a word's part, of three bytes
        length = len(word.encode())
        # a number belongs to the word before it
        inside = sum(at < end < stop and not text[end].isdigit() for end in ends)
        loose = (at not in ends) + (stop not in ends)
        price = way.price + 0.8 * inside + 0.1 * loose
        for parts in meanings:
            across = (at, stop) if parts <= {"lateral", "medial"} else way.across
            own = _ROMAN if parts <= {*_ORDINALS.values()} else _WORD.get(length, 0.7)
            # articles and the like are no evidence for or against
            own *= not (parts == {"plain"} and length > 1 and not inside and not loose)
            longer = replace(way, parts=way.parts | parts, across=across, price=price + own)
            yield from _cut(text, ends, stop, longer)
        if side is not None and way.side is None:
            edge = at == 0 or stop == len(text)
            cost = 0.2 + 0.8 * inside + (0.2 if edge else 0.6) * (loose > 0 or not edge)
            with_side = replace(way, side=side, span=(at, stop), price=way.price + cost)
            yield from _cut(text, ends, stop, with_side)
    if way.unknown < _MOST_UNKNOWN and not number:
        lost = replace(way, unknown=way.unknown + 1, price=way.price + _UNKNOWN)
        whole = min(end for end in ends if end > at)
        new = at in ends and text[at:whole] not in known.words
        for stop in {at + 1, whole} if new else {at + 1}:
            yield from _cut(text, ends, stop, lost)


def _meanings(
    way: _Way, text: str, others: set[str], known: Grammar, series: bool, joints: bool
) -> Iterator[Reading]:
    """Landmarks that a name means that is cut in one way; it may be one of a series by numbers."""
    price, habit = way.price, ""
    if way.side is not None:
        start, stop = way.span
        word = text[start:stop]
        place = "before" if start == 0 else "behind" if stop == len(text) else "inside"
        twins = {text[:start] + other + text[stop:] for other in known.sides[word][1]}
        habit = f"{place} {len(word)}"
        # a long word for a side is nothing else
        price += 0.0 if twins & others or len(word) > 2 else _NO_TWIN
    start, stop = way.across
    pairs = {text[:start] + other + text[stop:] for other in known.across.get(text[start:stop], ())}
    price -= _PAIR if pairs & others else 0.0
    # of S1 to S3 the first is not the sacrum
    price += _IN_SERIES * (series and not way.number and text[-1:].isdigit())
    if "numbered" in way.parts and not 0 < int(way.number or 0) <= _MOST_NUMBERED:
        return
    if joints:
        said = way.parts - _BONES - {"plain", "numbered", "computed"}
        for joint in known.joints:
            for kinds, dearer in ((joint.of, 0.0), (joint.second, _SECOND)):
                if said in kinds and joint.sided == (way.side is not None):
                    yield Reading(joint.name, way.side, price + dearer, habit)
        return
    if way.parts & _ELSEWHERE:
        # the spine has no sides
        price += _NO_SIDE * (not way.parts.isdisjoint({"spine", "neck"}) and way.side is not None)
        price += _LEFT_OVER * len(way.parts - _ELSEWHERE - _PLACES - {"plain", "epicondyle"})
        if way.side is None:
            # CAR is no carpal where there is CAL
            ends = {text[:-1] + other for other in known.sides.get(text[-1:], ("", ()))[1]}
            price += _NO_TWIN * bool(ends & others)
        yield Reading("", way.side, price, habit)
        return
    ordinal = _ORDINALS.get(way.number)
    variants = [(way.parts, way.number)]
    if ordinal:
        variants.append((way.parts | {ordinal}, ""))
    for parts, number in variants:
        for landmark, used, second in _landmarks(parts):
            rule = known.landmarks[landmark]
            on_pelvis = "asis" in (landmark, rule.origin)
            rest = parts - used - {"plain", "numbered"}
            # of several of a kind their places and numbers tell which
            spare = 0 if rule.many else len(rest & _PLACES) + bool(number)
            own = price + _NUMBER * spare + _SECOND * second
            own += _IN_SERIES * (series and not rule.many and bool(number or ordinal in rest))
            own -= _BESIDE * (rule.many and rule.sided and way.unknown)
            own += _ACROSS * (spare and len(rest & {"lateral", "medial"}))
            own += _LEFT_OVER * len(rest - _PLACES - (_PELVIS if on_pelvis else _SEGMENTS))
            if rule.sided and way.side is None:
                own += _NO_SIDE
            if not rule.sided:
                # the middle of two is computed
                of_cluster = rule.many and "numbered" not in parts
                own += _LEFT_OVER * (way.side is not None and not of_cluster)
                own += _NO_SIDE * bool(rest & {"lateral", "medial"})
            side = way.side if rule.sided else None
            yield Reading(landmark, side, own, habit)


@lru_cache(maxsize=4096)
def _landmarks(parts: frozenset[str]) -> Sequence[tuple[str, frozenset[str], bool]]:
    """The landmark that needs the most of some parts, those that need all, and what is used."""
    best: tuple[str, frozenset[str]] = ("", frozenset())
    found = []
    for rule in grammar().landmarks.values():
        for needed in rule.of:
            if needed <= parts and len(needed) > len(best[1]):
                best = (rule.name, needed)
        found += [(rule.name, n, True) for n in rule.second if n == parts - {"plain"}]
    if best[0]:
        found.append((*best, False))
    return found


def names_of_upper_body(names: Iterable[str]) -> Sequence[str]:
    """The names of a recording that mean the trunk, an arm or the head, at the least price."""
    ways = {name: _ways(text, ends) for name, (text, ends) in _plain(names).items()}
    return [
        name
        for name, own in ways.items()
        if own and min(own, key=lambda way: way.price).parts & _UPPER_BODY
    ]


def metatarsals_without_ray(names: Iterable[str]) -> Sequence[str]:
    """The names of a recording that say nothing but a metatarsal, not which."""
    ways = {name: _ways(text, ends) for name, (text, ends) in _plain(names).items()}
    best = {name: min(own, key=lambda way: way.price) for name, own in ways.items() if own}
    return [
        name
        for name, way in best.items()
        if way.parts - {"plain"} == {"metatarsal"} and not (way.number or way.unknown)
    ]


def only_numbered(names: Sequence[str]) -> bool:
    """Whether nearly all names differ by their numbers alone."""
    same = Counter(re.sub(r"\d+", "0", name) for name in names)
    return len(names) >= _FEWEST_ALIKE and max(same.values()) >= _NEARLY_ALL * len(names)


def names_elsewhere(name: str) -> bool:
    """Whether a long word in a name says that it is computed or elsewhere on the body."""
    return _has_long_word(name, _ELSEWHERE)


def names_leg(name: str) -> bool:
    """Whether a long word in a name is of a leg's part that an arm does not have."""
    return _has_long_word(name, _LEG)


def _has_long_word(name: str, parts: frozenset[str]) -> bool:
    folded = name.casefold()
    return any(word in folded for word in _long_words(parts))


@cache
def _long_words(parts: frozenset[str]) -> Sequence[str]:
    return [
        word
        for word, meanings in grammar().words.items()
        if len(word) >= _LONG_WORD and any(meaning & parts for meaning in meanings)
    ]


def words(name: str) -> str:
    """A canonical name in words: "left_knee_medial" -> "left medial knee"."""
    *most, last = name.split("_")
    if len(most) > 1 and last in ("medial", "lateral"):
        most.insert(-1, last)
        return " ".join(most)
    return " ".join((*most, last))
