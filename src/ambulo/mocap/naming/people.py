"""Several people in one recording, found by the names of their markers or by the markers'
places.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

from ambulo.inputs.errors import MarkersMissing
from ambulo.inputs.printable import printable
from ambulo.mocap.marker_sets.marker_names import normal_name
from ambulo.mocap.naming.grammar import grammar
from ambulo.mocap.naming.places import Places
from ambulo.mocap.naming.readings import SURE, Reading, read_names
from ambulo.records import SIDES

_FORMS = (
    ("begin", r"(?:(?P<own>.*):)?(?P<rest>.*)"),
    ("begin", r"(?P<own>[^\W_]+)[ _.-]+(?P<rest>.+)"),
    ("end", r"(?P<rest>.+)[ _.-]+(?P<own>[^\W_]+)"),
    ("end", r"(?P<rest>.*[^\W\d_])[ _.-]?(?P<own>\d?)"),
)
"""Where a name says whose it is: before a colon, as its first or last part, or as a last number."""
_LEAST_SHARED, _KINDS = 6, 4
"""Names that two people have in common; kinds of landmarks that tell a whole body."""
_APART = 0.3
"""m; two markers of one landmark are on two people, if whole bodies have them so."""
_REMEDY = "Export each person to a file of their own"


def require_one_body(names: Sequence[str]) -> None:
    """Refuse names of several people. Their names differ only by the text before a colon, by a
    first or last part, or by a last number, and the rest describes a whole body.
    """
    for part, form in _FORMS:
        bodies: dict[str, dict[str, str]] = defaultdict(dict)
        for found in filter(None, (re.fullmatch(form, name) for name in names)):
            bodies[found["own"] or ""][normal_name(found["rest"])] = found["rest"]
        for one, other in combinations(bodies, 2):
            alike = [own for norm, own in bodies[one].items() if norm in bodies[other]]
            if len(alike) >= _LEAST_SHARED and (":" in form or _of_a_body(read_names(alike))):
                none = "no prefix" if part == "begin" else "no number"
                people = " and ".join(sorted(repr(p) if p else none for p in (one, other)))
                raise MarkersMissing(
                    what=printable(
                        f"the recording shows several people, whose names {part} with {people}"
                    ),
                    remedy=_REMEDY,
                )


def other_person(known: Sequence[str], others: Sequence[str], places: Places) -> str:
    """A note if names of a marker set occur again, with one more part, on a second body; else "".

    Args:
        known: names that the set has; others: names that it has not.
    """
    own_names = {normal_name(name): name for name in known}
    for part, form in _FORMS:
        pairs: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for found in filter(None, (re.fullmatch(form, name) for name in others)):
            if found["own"] and (own := own_names.get(normal_name(found["rest"]))):
                pairs[found["own"]].append((own, found[0]))
        for who, both in pairs.items():
            apart = [places.distance(*pair) for pair in both]
            if sum(away > _APART for away in apart) >= max(_LEAST_SHARED, 0.5 * len(apart)):
                return printable(
                    f"The recording shows another person, whose names {part} with {who!r}. Ambulo "
                    "analyses the person whose names are in the marker set."
                )
    return ""


def require_one_place(readings: Mapping[str, Sequence[Reading]], places: Places) -> None:
    """Refuse names if two of them mean one landmark and are far apart, on both sides of a body."""
    of: dict[str, list[str]] = defaultdict(list)
    for name, found in readings.items():
        if found and found[0].price <= SURE:
            of[found[0].stem].append(name)
    pairs = [(names[0], other) for names in of.values() for other in names[1:]]
    apart = [pair for pair in pairs if places.distance(*pair) > _APART]
    if _of_a_body({one: readings[one] for one, _ in apart}):
        raise MarkersMissing(
            what=printable(
                "the recording shows several people: {} and {} are the same landmark, and {:.1f} m "
                "apart".format(*apart[0], places.distance(*apart[0]))
            ),
            remedy=_REMEDY,
        )


def _of_a_body(readings: Mapping[str, Sequence[Reading]]) -> bool:
    """Whether names tell landmarks of at least four kinds, on both sides."""
    sure = [own[0] for own in readings.values() if own and own[0].price <= SURE]
    many = {rule.name for rule in grammar().landmarks.values() if rule.many} | {""}
    kinds = {(one.side, one.landmark.split("_")[0]) for one in sure if one.landmark not in many}
    return all(sum(own == side for own, _ in kinds) >= _KINDS for side in SIDES)
