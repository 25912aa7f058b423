"""Point labels: subject prefixes, duplicates, unlabelled points, and other systems' results."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.vector_arrays import finite, lengths

_UNLABELLED = re.compile(r"^(\*\d*|#.*|uname\*?\d*|unlabel+ed.*|)$", re.IGNORECASE)
_RESULT = re.compile(
    # LKneeMoment, RNormalisedGRF
    r"^[LR]?[A-Za-z]{3,}?(AnkleAngle|Angles|Forces?|Moments?|Powers?|GRF)V?$"
    r"|^Cent(re|er)OfMass(Floor)?$"
    r"|^[LR](ArchHeight(Index)?|ViconLegLength)$"
)
_CENTRE = re.compile(
    r"^[LR]?[A-Za-z]*(Hip|Knee|Ankle|Shoulder|Elbow|Wrist)(Joint)?Cent(er|re)[A-Za-z]*$"
    r"|^[LR](HJC|KJC|AJC|SJC|EJC|WJC)$"
)
# Plug-in Gait writes each segment as four points: origin and the tips of its axes
_SEGMENT = re.compile(r"^(PEL|SAC|HED|TRX|SPI|[LR](?:FE|TI|FO|TO|CL|HU|RA|HN))([OALP])$")
# the Oxford foot model writes its segments as X0..X3; its hindfoot and forefoot give it away
_OXFORD_SIGN = re.compile(r"^[LR](FOF|HDF)[0-3]$")
_OXFORD = re.compile(
    r"^[LR]((FOF|HDF|HLX|TIB)[0-3]|ANK1|D1M0|HE1|HFplantar|KAX|PROXFF|DISTFF)$|^proj[LR](KAX|TIB)$"
)

_SEVERAL = 8
"""Labels from which what all begin with is a subject's name: fewer may be markers of one part."""
_LEAST_SHARED, _APART = 6, 0.2
"""Names that two people have in common, and how far apart these are, as a part of the body's size;
two sets of names for one body lie on each other."""
_SIDE = re.compile(r"(L|R|LEFT|RIGHT)[_.\- ]", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class SortedPoints:
    """The points of a file: measured markers, and results of other systems.

    Args:
        markers: name -> column in the file.
        outputs: name -> column in the file.
        notes: one sentence for each point that was renamed, moved or dropped.
    """

    markers: Mapping[str, int]
    outputs: Mapping[str, int]
    notes: tuple[str, ...] = field(default=())


def sort_points(
    labels: Sequence[str],
    points: FloatArray,
    *,
    result_groups: Mapping[str, Iterable[str]] | None = None,
    prefixes: Sequence[str] = (),
) -> SortedPoints:
    """Sort the points of a file into markers and computed results.

    A point is a result if the file lists it under its angles, forces, moments, powers or scalars,
    or if only computed points have such a name. A name that a laboratory could give to a marker
    (`LTIP`, `LTIB1`) is a result only if the other names of its kind also occur. Joint centres are
    results only if there are as many markers.

    Args:
        labels: (n,) as written.
        points: (frames, n, 3) in file units; NaN where not seen.
        result_groups: lists of labels that the file itself calls results, by kind.
        prefixes: subject prefixes that the file declares.

    Returns:
        Columns of the markers and of the results by name, and notes.
    """
    notes: list[str] = []
    seen = finite(points)
    # a label with data that never leave the origin holds none either
    still_at_origin = (np.where(seen[..., None], points, 0.0) == 0).all(axis=(0, 2))
    count = np.where(still_at_origin, 0, seen.sum(axis=0))
    plain, owners = _without_prefix(labels, prefixes)
    others = _other_people(owners, plain, points, count)
    if stripped := list(dict.fromkeys(o for o in owners if o and o not in others)):
        notes.append(f"Subject prefixes were removed from the labels: {', '.join(stripped)}.")

    listed = {_bare(name) for group in (result_groups or {}).values() for name in group if name}
    by_name = set(plain)
    stems: dict[str, set[str]] = {}
    for name in by_name:
        if match := _SEGMENT.match(name):
            stems.setdefault(match[1], set()).add(match[2])
    oxford = any(_OXFORD_SIGN.match(name) for name in by_name)

    def computed(name: str) -> bool:
        if name in listed or _RESULT.match(name):
            return True
        if match := _SEGMENT.match(name):
            return "O" in stems[match[1]] or len(stems[match[1]]) >= 3
        return oxford and _OXFORD.match(name) is not None

    centres = {name for name in by_name if _CENTRE.match(name)}
    beside = [n for n in by_name - centres if not (computed(n) or _UNLABELLED.match(n))]
    alone = len(centres) > len(beside)

    markers: dict[str, int] = {}
    outputs: dict[str, int] = {}
    apart: dict[str, int] = {}
    unlabelled, without_data = [], []
    doubled: dict[str, list[tuple[str, str]]] = {}
    for column, name in enumerate(plain):
        if _UNLABELLED.match(name):
            unlabelled.append(labels[column] or "(blank)")
        elif computed(name) or (name in centres and not alone):
            if owners[column] not in others:
                outputs.setdefault(name, column)
        elif count[column] == 0:
            without_data.append(name)
        elif owners[column] in others:
            apart.setdefault(labels[column].strip(), column)
        elif name not in markers:
            markers[name] = column
        else:
            _settle_duplicate(name, column, markers, labels, points, count, doubled)
    notes += (_doubled_in_words(kept, *zip(*pairs, strict=True)) for kept, pairs in doubled.items())
    if others:
        notes.append(
            "The file shows several people. The markers of the first have their names without a "
            f"prefix. The others keep theirs: {', '.join(others)}."
        )
    moved = [name for name in outputs if name not in listed and not _obvious(name)]
    if outputs:
        notes.append(
            f"Computed points (no markers): {len(outputs)}."
            + (f" For {len(moved)}, only the names show it: {', '.join(moved)}." if moved else "")
        )
    if unlabelled:
        notes.append(
            f"Unlabelled trajectories were left out: {len(unlabelled)} ({_some(unlabelled)})."
        )
    if without_data:
        empty = (f"a second {name}" if name in markers else name for name in without_data)
        notes.append(f"Labels without data were left out: {', '.join(empty)}.")
    return SortedPoints({**markers, **apart}, outputs, tuple(notes))


def _bare(label: str) -> str:
    return label.rsplit(":", 1)[-1].strip()


def _shared_by_all(labels: Sequence[str]) -> list[str]:
    """The subject's name before every marker's, as far as its last separator; no side's letter."""
    named = [label.strip() for label in labels if not _UNLABELLED.match(label.strip())]
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*named, strict=False))
    shared = "".join(letters[0] for letters in alike) if len(named) >= _SEVERAL else ""
    match = re.match(r".*[_.\- ]", shared)
    if match is None or _SIDE.fullmatch(match[0]):
        return []
    return [match[0]]


def _without_prefix(labels: Sequence[str], prefixes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names, and the prefix of each; "" without one."""
    declared = [prefix.rstrip(":") for prefix in prefixes if prefix.strip(": ")]
    declared = declared or _shared_by_all(labels)
    plain, owners = [], []
    for label in labels:
        name, owner = label.strip(), ""
        if ":" in name:
            owner, name = name.rsplit(":", 1)
            owner += ":"
        else:
            for prefix in declared:
                if name.startswith(prefix) and len(name) > len(prefix):
                    name, owner = name[len(prefix) :].lstrip("_"), prefix
                    break
        plain.append(name.strip())
        owners.append(owner)
    return plain, owners


def _other_people(
    owners: Sequence[str], plain: Sequence[str], points: FloatArray, count: IntArray
) -> Sequence[str]:
    """Prefixes of all people but the first, whose markers have the same names elsewhere."""
    # who has no prefix cannot keep one
    of: dict[str, dict[str, int]] = defaultdict(dict, {"": {}})
    for column, (owner, name) in enumerate(zip(owners, plain, strict=True)):
        if count[column] and not _UNLABELLED.match(name):
            of[owner].setdefault(name, column)
    first: dict[str, int] = {}
    others = []
    for owner, own in of.items():
        shared = [name for name in own if name in first]
        if len(shared) >= _LEAST_SHARED:
            one = points[:, [first[name] for name in shared]]
            other = points[:, [own[name] for name in shared]]
            seen = finite(one) & finite(other)
            size = [np.ptp(a[s], axis=0).max() for a, s in zip(one, seen, strict=True) if s.any()]
            if size and np.median(lengths(one - other)[seen]) > _APART * np.median(size):
                others.append(owner)
                continue
        first = {**own, **first}
    return others


def _settle_duplicate(
    name: str,
    column: int,
    markers: dict[str, int],
    labels: Sequence[str],
    points: FloatArray,
    count: IntArray,
    doubled: dict[str, list[tuple[str, str]]],
) -> None:
    """The fuller of two trajectories keeps the name; the other is kept under another.

    Args:
        doubled: takes the name and the other name, by what keeps the name; "" if both are the same.
    """
    first = markers[name]
    if np.array_equal(points[:, first], points[:, column], equal_nan=True):
        doubled.setdefault("", []).append((name, ""))
        return
    keep, other = (column, first) if count[column] > count[first] else (first, column)
    spare = labels[other].strip() if ":" in labels[other] else ""
    suffix = 2
    while not spare or spare in markers:
        spare, suffix = f"{name}_{suffix}", suffix + 1
    markers[name] = keep
    markers[spare] = other
    doubled.setdefault("fuller" if keep == column else "first", []).append((name, spare))


def _doubled_in_words(kept: str, names: Sequence[str], others: Sequence[str]) -> str:
    """One note on all doubles of a kind: two persons in a file have dozens."""
    many = len(names) > 1
    if not kept:
        return (
            f"{'Markers' if many else 'Marker'} {', '.join(names)} {'are' if many else 'is'} in "
            "the file twice with the same data. One of the two is used."
        )
    twice = (
        "Each of these names belongs to two trajectories:"
        if many
        else "Two trajectories are called"
    )
    return (
        f"{twice} {', '.join(names)}. The {kept} keeps the name. The "
        f"{'others are' if many else 'other is'} called {', '.join(others)}."
    )


def _obvious(name: str) -> bool:
    return any(form.match(name) for form in (_RESULT, _CENTRE, _SEGMENT))


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
