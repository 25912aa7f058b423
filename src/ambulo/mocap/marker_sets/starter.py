"""A marker set to begin with, for a file whose names no shipped set knows.

Names are read as landmarks (`Left Lat Malleolus`, `l_ank`, `LFAL`); where a marker lies says
whether its side can be right. Both are guesses, and the file says so line by line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.math.vector_arrays import finite
from ambulo.mocap.marker_sets.marker_names import Match, match, match_set, normal_name
from ambulo.mocap.marker_sets.marker_set import MarkerSet
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set, shipped_marker_sets
from ambulo.records import SIDES, Markers, Side

__all__ = ["Landmark", "Starter", "landmark", "starter_set"]

# a marker this far to the other side of the middle contradicts its name [m]
_WRONG_SIDE = 0.03

_HEADS = r"(met|mt|mth|mh|fore?foot|metatarsal(head)?|toe)"
_LANDMARKS: tuple[tuple[str, str], ...] = (
    ("asis", r"asis|^i?as[i]?$|^ias|waistfront|frontwaist|spinailiacaant"),
    ("psis", r"psis|^psi$|^ips|sips|waistback|backwaist"),
    ("sacrum", r"sacr|^vsac|^s[12]$|waistback"),
    ("trochanter", r"troch|^gtr?$|^ftc"),
    ("tibial tubercle", r"tub(er)?|^tt$|^ttc"),
    ("fibular head", r"fibul?a?head|^hfb$|^fax$|^hf$"),
    ("knee", r"kne|epic|condyle|^fl?e$|^f[lm]e$|^[lm]fc$|^[lm]ek$|^kn[lm]$|^[lm]e$"),
    ("ankle", r"ank|mal|^an[lm]$|^fal$|^tam$|^[lm]m$"),
    ("heel", r"hee|calc|^cal?$|^fcc$|^lca$"),
    ("first metatarsal", _HEADS + r"(1|i$|in$)|^fm1?$|^p1m|^fmh"),
    ("fifth metatarsal", _HEADS + r"(5|v$|out$)|^5meta|^fm5|^vm|^p5m"),
    ("toe", r"toe|hallux|^hlx|(met|mt|mth|fore?foot)(2|ii$)|^fm2|^smh?$"),
    ("seventh vertebra", r"^cv?7|spinetop"),
    ("tenth vertebra", r"^tv?10|thoracic10"),
    ("clavicles", r"^cla|^ij$|jugular|suprasternal"),
    ("sternum", r"stern|^strn?$|^ste$|xiph|^px$|^chest"),
    ("elbow", r"elb"),
    ("wrist", r"wri|^wr[ab]$|radi(us|al)|ulna"),
    ("shoulder", r"sho|acro"),
    ("finger", r"fin(ger)?$|^hand|knuckle|^mc\d"),
    ("upper arm", r"upa|upperarm|biceps?|^arm"),
    ("forearm", r"^fr[am]|forearm|farm"),
    ("thigh", r"thi|thigh|^th\d"),
    ("shank", r"^tib|shank|shin|^sh\d"),
    ("front of the head", r"f(ront)?h(ea)?d|forehead|headfront"),
    ("back of the head", r"b(ack)?h(ea)?d|headback"),
)  # fmt: skip
"""Landmarks by what is left of a name without its side, the first that fits."""

_MEDIAL = re.compile(
    r"med|inner|(kne|knee|ank|ankle|elb|elbow)(in|m)$|^m(kne|ank|elb|mal|fc|ek|e$|m$)"
    r"|^fme$|^tam$|^knm$|^anm$|wrb|ulna"
)


@dataclass(frozen=True)
class Landmark:
    """What a name says: the side (None: midline), the landmark, and whether its medial marker."""

    side: Side | None
    place: str
    medial: bool = False


def landmark(name: str) -> Landmark | None:
    """The landmark that a marker's name says; None if it says none."""
    plain = normal_name(name).removesuffix("study").removeprefix("marker")
    for side, rest in _without_side(plain):
        for place, pattern in _LANDMARKS:
            if re.search(pattern, rest):
                pairs = place in ("knee", "ankle", "elbow", "wrist")
                return Landmark(side, place, pairs and _MEDIAL.search(rest) is not None)
    return None


def _without_side(plain: str) -> list[tuple[Side | None, str]]:
    """Ways to take the side off a name: in full, by its first or last letter; then none."""
    ways: list[tuple[Side | None, str]] = [
        (side, plain.replace(side, "", 1)) for side in SIDES if side in plain
    ]
    for side in SIDES:
        if plain.startswith(side[0]) and len(plain) > 2:
            ways.append((side, plain[1:]))
        if plain.endswith(side[0]) and len(plain) > 3:
            ways.append((side, plain[:-1]))
        # as "WaistLFront"
        if re.search(rf"^waist{side[0]}(front|back)?$", plain):
            ways.append((side, plain.replace(f"waist{side[0]}", "waist")))
        # as "foot_l1"
        if re.search(rf"{side[0]}\d+$", plain):
            ways.append((side, re.sub(rf"{side[0]}(\d+)$", r"\1", plain)))
    return [*ways, (None, plain)]


@dataclass(frozen=True)
class Starter:
    """A marker set to begin with.

    Args:
        text: the TOML file.
        base: name of the set that it extends.
        guessed: canonical name -> name in the file.
        missing: required canonical names and groups that nothing was found for.
    """

    text: str
    base: str
    guessed: Mapping[str, str]
    missing: tuple[str, ...]


def starter_set(markers: Markers, file: str) -> Starter:
    """The shipped set that is nearest by what names say, with the file's names filled in.

    Args:
        markers: of a trial, in the world frame.
        file: its name, for the comments.
    Returns:
        A set that extends the nearest one; `load_marker_set` reads its text.
    """
    best: tuple[float, MarkerSet, Match, dict[str, str]] | None = None
    for name in shipped_marker_sets():
        marker_set = load_marker_set(name)
        found = match_set(markers.names, marker_set)
        guessed = _guesses(marker_set, found)
        score = match_set([*found.found.values(), *guessed], marker_set).score
        # as many of the file's markers as can be
        score += 0.1 * (len(found.found) + len(guessed)) / max(len(markers.names), 1)
        if best is None or score > best[0]:
            best = (score, marker_set, found, guessed)
    assert best is not None
    _, marker_set, found, guessed = best
    missing = match_set([*found.found.values(), *guessed], marker_set).missing_required
    fits = [m.marker_set.name for m in match(markers.names) if m.complete]
    text = _written(markers, file, marker_set, found, guessed, missing, fits)
    return Starter(text, marker_set.name, guessed, missing)


def _guesses(marker_set: MarkerSet, found: Match) -> dict[str, str]:
    """Markers of the set that are not there by name -> a marker of the file of that landmark."""
    free: dict[Landmark, list[str]] = {}
    for name in found.unknown:
        said = landmark(name)
        if said is not None:
            free.setdefault(said, []).append(name)
    guessed: dict[str, str] = {}
    # what a set cannot do without is served first
    for canonical in (*found.missing_required, *found.missing_optional, *marker_set.markers):
        if canonical in found.found or canonical in guessed or canonical not in marker_set.markers:
            continue
        spec = marker_set.markers[canonical]
        wanted = next(
            (said for said in map(landmark, (canonical, *spec.aliases)) if said is not None), None
        )
        if wanted is not None and free.get(wanted):
            guessed[canonical] = free[wanted].pop(0)
    return guessed


def _written(
    markers: Markers,
    file: str,
    marker_set: MarkerSet,
    found: Match,
    guessed: Mapping[str, str],
    missing: tuple[str, ...],
    fits: list[str],
) -> str:
    lines = [
        f"# A marker set to begin with, for {file}: check every line, then give it with --markers.",
        "# Where each marker lies is its median place over the trial.",
    ]
    if fits:
        lines.append(f"# No file is needed: {fits[0]} fits as it is.")
    if missing:
        lines += ["# Nothing was found for these, without which the set cannot be used:"]
        lines += [f"#   {name}" for name in missing]
        lines += ["# Put a name of the file in the list of aliases, as below."]
    lines += [
        "",
        'name = "mine"',
        f"title = {json.dumps(f'Names of {file} for {marker_set.name}', ensure_ascii=False)}",
        f"source = {json.dumps(f'guessed from the names in {file}', ensure_ascii=False)}",
        f'extends = "{marker_set.name}"',
        f"skeletons = {json.dumps(list(marker_set.skeletons))}",
        "",
        "[markers]",
    ]
    for canonical, name in guessed.items():
        spec = marker_set.markers[canonical]
        entry = f'on = "{spec.segment}", weight = {spec.weight:g}'
        entry += ", required = true" if spec.required else ""
        entry += f", aliases = [{json.dumps(name, ensure_ascii=False)}]"
        lines.append(f"# {_where(markers, name)}")
        lines.append(f"{json.dumps(canonical, ensure_ascii=False)} = {{ {entry} }}")
    if found.found:
        known = ", ".join(f"{name}" for name in found.found.values())
        lines += ["", f"# Known by their names: {known}"]
    rest = [name for name in found.unknown if name not in guessed.values()]
    if rest:
        lines += ["", "# Not used:", *(f"#   {name}: {_where(markers, name)}" for name in rest)]
    return "\n".join(lines) + "\n"


def _where(markers: Markers, name: str) -> str:
    """Height, side and share of frames, and a warning where the name says the other side."""
    path = markers.of(name)
    seen = finite(path)
    if not seen.any():
        return "never seen"
    middle = np.nanmean(markers.position[seen, :, 1], axis=1)
    off = float(np.median(path[seen, 1] - middle))
    height = float(np.median(path[seen, 2]))
    way: Side = "left" if off > 0.0 else "right"
    text = f"{height:.2f} m high, {abs(off):.2f} m to the {way}, seen in {100 * seen.mean():.0f} %"
    said = landmark(name)
    if said is not None and said.side is not None and said.side != way and abs(off) > _WRONG_SIDE:
        text += f"; CHECK: its name says {said.side}"
    return text
