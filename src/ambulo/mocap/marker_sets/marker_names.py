"""The marker set to which a file's marker names belong, and the names that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from ambulo.inputs.errors import MarkersMissing
from ambulo.mocap.marker_sets.marker_set import MarkerSet
from ambulo.mocap.marker_sets.marker_set_file import (
    load_marker_set,
    required_names,
    shipped_marker_sets,
)

NAME_YOURS = (
    "Write a marker set with `ambulo markers FILE > mine.toml` and correct it. Leave it beside the "
    "recordings, or give it with --markers mine.toml"
)
"""What to do about names that no set knows."""


@dataclass(frozen=True)
class Match:
    """How well a marker set fits the names in a file.

    Args:
        marker_set: the set.
        found: canonical name -> name in the file.
        missing_required: canonical names, and groups without a complete option.
        missing_optional: canonical names.
        unknown: names in the file that the set does not know.
        score: 0 to 1; share of the required markers that the file has, plus up to 1 % for the share
            of the file's markers that the set explains.
        notes: on duplicates, on the alternatives that were used, and on why this set was chosen.
        carried: canonical names of markers that other markers carry; they are not tracked.
        guessed: whether names that no set knows were read, or the set itself has doubts.
        doubtful: name in the file -> why it may be another marker; only for guessed names.
    """

    marker_set: MarkerSet
    found: Mapping[str, str]
    missing_required: tuple[str, ...]
    missing_optional: tuple[str, ...]
    unknown: tuple[str, ...]
    score: float
    notes: tuple[str, ...] = ()
    carried: frozenset[str] = frozenset()
    guessed: bool = False
    doubtful: Mapping[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every required marker is there."""
        return not self.missing_required


@lru_cache(maxsize=4096)
def normal_name(name: str) -> str:
    """A marker name without subject prefix, case and punctuation: "Anna:R.ASIS" -> "rasis".

    A name that a program wrote twice, such as LKNE_LKNE, counts once.
    """
    own = name.rsplit(":", 1)[-1].casefold()
    twice = re.fullmatch(r"(.+)[ _.-]\1", own)
    return re.sub(r"[\W_]", "", twice[1] if twice else own)


@lru_cache(maxsize=4)
def _by_normal_name(names: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """The names of a file, which is matched with many sets; of several people the first's.

    When a file is read, the others keep a prefix before a colon.
    """
    found: dict[str, list[str]] = {}
    for name in [name for name in names if ":" not in name] or names:
        found.setdefault(normal_name(name), []).append(name)
    return found


@lru_cache(maxsize=64)
def _keys(marker_set: MarkerSet) -> Sequence[tuple[str, Sequence[str]]]:
    """Of each marker its name, and the normal names that it goes by in files."""
    return [
        (canonical, [normal_name(name) for name in (canonical, *spec.aliases)])
        for canonical, spec in marker_set.markers.items()
    ]


def match_set(names: Iterable[str], marker_set: MarkerSet) -> Match:
    """Find the markers of one set among the names of a file.

    Args:
        names: names as in the file; prefixes, case and punctuation have no effect.
        marker_set: the set.
    Returns:
        The match. Of several equal names, the first is used, with a note.
    """
    return _matched(tuple(names), marker_set)


@lru_cache(maxsize=64)
def _matched(names: tuple[str, ...], marker_set: MarkerSet) -> Match:
    """As `match_set`, once for the trials of a laboratory, which have the same names."""
    in_file = _by_normal_name(names)
    found: dict[str, str] = {}
    notes: list[str] = []
    used: set[str] = set()
    for canonical, keys in _keys(marker_set):
        for key in keys:
            if key in in_file and key not in used:
                used.add(key)
                found[canonical] = in_file[key][0]
                if len(in_file[key]) > 1:
                    notes.append(
                        f"Marker {canonical} appears as {', '.join(in_file[key])}. Ambulo took "
                        f"{in_file[key][0]}."
                    )
                break
    missing = [n for n, s in marker_set.markers.items() if s.required and n not in found]
    wanted = sum(spec.required for spec in marker_set.markers.values())
    for group in marker_set.one_of:
        wanted += 1
        whole = [option for option in group.options if all(name in found for name in option)]
        if not whole:
            choices = " or ".join(" + ".join(option) for option in group.options)
            missing.append(f"{group.name} ({choices})")
        elif whole[0] != group.options[0]:
            notes.append(f"{group.name.capitalize()}: {' + '.join(whole[0])}.")
    unknown = tuple(n for key, group in in_file.items() if key not in used for n in group)
    required = (wanted - len(missing)) / wanted if wanted else 1.0
    explained = len(found) / max(len(in_file), 1)
    specs = marker_set.markers
    doubtful = {own: specs[name].doubt for name, own in found.items() if specs[name].doubt}
    return Match(
        marker_set=marker_set,
        found=found,
        missing_required=tuple(missing),
        missing_optional=tuple(
            n for n, s in marker_set.markers.items() if not s.required and n not in found
        ),
        unknown=unknown,
        score=0.99 * required + 0.01 * explained,
        notes=tuple(notes),
        guessed=bool(doubtful),
        doubtful=doubtful,
    )


def match(names: Iterable[str], sets: Sequence[str | Path] | None = None) -> list[Match]:
    """Match the names of a file with marker sets, the best fit first.

    Args:
        names: as in the file.
        sets: names of shipped sets or paths of TOML files; all shipped sets by default.
    Returns:
        One match for each set. Complete matches come first, then matches that explain more of the
        file's markers.
    Raises:
        InputError: a set is not known or its file has a mistake.
    """
    names = tuple(names)
    matches = [match_set(names, load_marker_set(s)) for s in sets or shipped_marker_sets()]
    return sorted(matches, key=lambda m: (-m.score, len(m.marker_set.markers)))


@lru_cache(maxsize=64)
def _likely(names: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """Of the sets known those whose required markers a file has, or all where there is none."""
    in_file = _by_normal_name(names)
    likely = (
        name
        for name in known
        if all(any(normal_name(n) in in_file for n in names) for names in required_names(name))
    )
    return tuple(likely) or known


def best(names: Iterable[str], sets: Sequence[str | Path] | None = None) -> Match:
    """The marker set that fits a file. Its notes give the reason.

    Args:
        names: as in the file.
        sets: as in `match`.
    Raises:
        MarkersMissing: no set fits. The message names the nearest set and its missing markers.
        InputError: a set is not known or its file has a mistake.
    """
    names = tuple(names)
    matches = match(names, sets or _likely(names, shipped_marker_sets()))
    complete = [m for m in matches if m.complete]
    if not complete:
        matches = matches if sets else match(names)
        nearest = matches[0]
        lacking = nearest.missing_required
        shown = ", ".join(lacking[:8]) + (" ..." if len(lacking) > 8 else "")
        if not nearest.found:
            raise MarkersMissing(
                what=f"none of the {len(names)} marker names is in any marker set",
                remedy=NAME_YOURS,
            )
        wanted = nearest.marker_set.name
        raise MarkersMissing(
            what=f"no marker set fits; the nearest is {wanted}, which lacks {shown}"
            if sets is None or len(sets) > 1
            else f"the marker set {wanted} lacks {shown}",
            remedy="Label them, or give the static trial that has them. If they have other names, "
            f"{NAME_YOURS[0].lower()}{NAME_YOURS[1:]}",
        )
    chosen = complete[0]
    note = (
        f"Marker set {chosen.marker_set.name}: {len(chosen.found)} of {len(names)} markers of the "
        "file are in it."
    )
    others = [f"{m.marker_set.name} ({len(m.found)})" for m in complete[1:]]
    if others:
        note += " These sets would fit too, but do not contain more of the markers: "
        note += f"{', '.join(others)}."
    return replace(chosen, notes=(note, *chosen.notes))
