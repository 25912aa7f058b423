"""Names of the same marker on the left and on the right, which differ by one word or one letter.

The method needs no particular language. Two words are the sides if they split the names into pairs,
and if the markers of all pairs have the same order across the body.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ambulo.mocap.naming.grammar import grammar, plain_letters
from ambulo.mocap.naming.places import Places
from ambulo.mocap.naming.readings import unnumbered
from ambulo.records import SIDES, Side

_MOST, _ACROSS = 0.6, 0.8
"""Share of the names that unknown words for the sides split into twins, at least; share of these
that lie on the same way across the body."""
_PIECE = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+"


class Sided(NamedTuple):
    """A name's side, the common part of both sides' names, the other side's name ("" if none)."""

    side: Side
    common: str
    twin: str


class _Cut(NamedTuple):
    """A name cut at a word or a letter: what is before it, it, and what is behind."""

    before: str
    word: str
    behind: str


def _cuts(name: str) -> Iterator[_Cut]:
    plain = plain_letters(name)
    spans = {found.span() for found in re.finditer(_PIECE, plain)}
    spans |= {(k, k + 1) for k, letter in enumerate(plain) if letter.isalpha()}
    for start, stop in sorted(spans, key=lambda span: (span[0] > 0, span[1] < len(plain), span)):
        yield _Cut(*(own.casefold() for own in (plain[:start], plain[start:stop], plain[stop:])))
    # 1 and 2, or a number that tells two markers of the same name apart
    own, number = re.split(r"[ _.-]*(\d*)$", plain)[:2]
    yield _Cut(own.casefold(), number, "")


def _twins(names: Sequence[str]) -> Mapping[tuple[str, str], Mapping[str, tuple[_Cut, str]]]:
    """Two words -> name -> where it has one of them, and the name that has the other there."""
    of_rest: dict[tuple[str, str], dict[str, tuple[_Cut, str]]] = defaultdict(dict)
    for name, shown in unnumbered(names).items():
        for cut in _cuts(shown):
            of_rest[cut.before, cut.behind].setdefault(cut.word, (cut, name))
    found: dict[tuple[str, str], dict[str, tuple[_Cut, str]]] = defaultdict(dict)
    for own in of_rest.values():
        for one in own:
            for other in own:
                if one != other:
                    cut, name = own[one]
                    found[min(one, other), max(one, other)].setdefault(name, (cut, own[other][1]))
    return found


def sides_of(names: Sequence[str], places: Places) -> tuple[Mapping[str, Sided], int]:
    """Names with a side, and how many of the two words that show it are unknown. With two, it is
    not known which means left.
    """
    found, known = _twins(names), grammar().sides
    told = [
        pair for pair in found
        if all(word in known for word in pair) and known[pair[0]][0] != known[pair[1]][0]
    ]  # fmt: skip
    count = len({name for pair in told for name in found[pair]})
    best = max(found, key=lambda pair: (len(found[pair]), pair), default=None)
    if count >= 0.5 * len(names) or best is None or len(found[best]) < _MOST * len(names):
        sides = {word: own[0] for word, own in known.items()}
        told.sort(key=lambda pair: len(found[pair]))
        return _with_side(
            {n: f for p in reversed(told) for n, f in found[p].items()}, sides, names
        ), 0
    # a known word for a side is it
    first, second = sorted(best, key=lambda word: (known.get(word, ("right",))[0], word))
    away = [
        np.mean(path[0] - path[1], axis=0)
        for name, (cut, twin) in found[best].items() if cut.word == first
        for path in places.paths(name, twin)
    ]  # fmt: skip
    way = np.sum(away, axis=0) * [1.0, 1.0, 0.0] if away else np.zeros(3)
    if not away or np.mean(np.array(away) @ way > 0.0) < _ACROSS:
        return {}, 0
    # one letter more or less may end any name
    lone = names if min(map(len, best)) > 1 else ()
    # one or two letters may be anything
    unknown = 2 - any(word in known and len(word) > 2 for word in best)
    return _with_side(found[best], dict(zip((first, second), SIDES, strict=True)), lone), unknown


def _with_side(
    found: Mapping[str, tuple[_Cut, str]], sides: Mapping[str, Side], names: Sequence[str]
) -> Mapping[str, Sided]:
    """Names with twins, and those of others that have the side where most of these have it."""
    whole = {
        name: Sided(sides[cut.word], f"{cut.before} {cut.behind}", twin)
        for name, (cut, twin) in found.items()
    }
    ends = Counter((cut.word, not cut.before, not cut.behind) for cut, _ in found.values())
    for name, shown in unnumbered(names).items():
        for cut in _cuts(shown) if name not in whole else ():
            if ends[cut.word, not cut.before, not cut.behind] > 0.25 * len(found):
                whole[name] = Sided(sides[cut.word], f"{cut.before} {cut.behind}", "")
                break
    return whole
