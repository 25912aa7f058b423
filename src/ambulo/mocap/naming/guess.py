"""A marker set for a recording whose names no set knows: each name read, and weighed by its place.

Names say what a marker is. Distances between markers that one posture or another cannot change say
whether it can be there: a heel lies near its ankle, a knee a shank's length above it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import numpy as np

from ambulo.inputs.errors import MarkersMissing
from ambulo.inputs.printable import printable
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.vector_arrays import cosines_about, finite, lengths
from ambulo.mocap.marker_sets.marker_names import NAME_YOURS, Match, match_set, normal_name
from ambulo.mocap.marker_sets.marker_set import MarkerSet
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.grammar import grammar
from ambulo.mocap.naming.readings import Reading, read_names
from ambulo.mocap.naming.set_text import ALIAS, BASE, quoted, set_entry, set_heading
from ambulo.mocap.not_measured import coarse_step
from ambulo.records import SIDES, Markers, Side

_SURE, _DEAREST = 3.8, 4.5
"""Prices up to which a reading is sure, and up to which it is taken."""
_MARGIN = 0.6
"""By how much the next meaning of a sure name is dearer."""
_PAIRS = {"knee_lateral": "knee_medial", "ankle_lateral": "ankle_medial"}
_ENDS = (
    (("asis",), ("ankle_lateral", "ankle_medial")),
    (("knee_lateral", "knee_medial"), ("calcaneus_1",)),
)
"""Ends of the lines that a knee's and an ankle's lateral marker lie outside of, the first found."""
_AWAY, _NEVER, _EQUAL = 3.0, 1e3, 1e-6
"""Price of lying elsewhere; of what cannot be; prices that differ by less are the same."""
_SHANK = (0.15, 0.65)
"""Knee to ankle: a child of two to a man of 2.3 m; m. Drillis & Contini 1966: 0.246 of stature."""
_SWAY = 0.12
"""m; by which the distance of a segment's markers may vary: up to 0.06 on 45 recordings of some 35
laboratories, where an elbow's from the thigh varies by 0.23."""
_BENDS = 0.25
"""Share of the shank by which no distance from a landmark's origin changes; it is at most 0.14 in
46 recordings of 21 laboratories, most of them walking."""
_FRAMES, _FEWEST = 80, 20
"""Frames in which computed points are looked for, and those that must show two together."""
_RIGID, _MOVES = 2e-6, 0.05
"""m; by which a computed distance varies, and how far something moves for that to tell."""
_EXACT, _VARIES, _INSIDE = 1e-4, 10.0, 0.02
"""m; by which a point may be off the place that it has between two others in all frames where it
was computed; times that, which the distance of the two must vary by; share of it at the ends."""
_CONSTANT = "a computed point, because its distances are exactly constant"
_WAND = {"thigh": np.radians(30.0), "shank": np.radians(45.0)}
"""From the pelvis' frontal plane, within which a lone marker shows the axis of the joint below;
the ankle's is turned outwards by the tibia's torsion."""
_BAR, _NOISE, _SHORTEST_BAR = 0.003, 0.015, 0.08
"""m; by which bars of both sides differ in length and one bar's length varies, at most; the least
length. In one laboratory's recordings: 1 mm, 12 mm, 152 mm."""
_ALONG, _ACROSS = 0.5, 0.8
"""Share of the distance between a joint's two markers that may lie along the leg; cosine of the
angle to the pelvis's way outwards that tells them apart."""
_NEITHER = "neither name says which marker is lateral"
_CONTRADICTED, _MENDED = 2, 0.75
"""Markers that lie elsewhere than their names say where two labels are exchanged, at least; share
of those that exchanges mend that one alone mends."""
_ASTRAY = 0.02
"""m; with the right labels two markers of a leg and two of the other are nearer to their own side's
by 0.04 and more, in the sum, in 41 recordings of 22 laboratories."""
_EXCHANGED = "by the places of the markers, its label is exchanged with"
_CROSSED = "left and right of the legs are exchanged"
_SKELETON = "key_points"
"""Marker set of joint centres."""
_JOINTS, _TRUNK = ("Hip", "Knee", "Ankle", "BigToe"), (("Neck",), ("LShoulder", "RShoulder"))
_ON_SKIN = frozenset(
    {
        "asis",
        "psis",
        "sacral",
        "crest",
        "knee_medial",
        "ankle_medial",
        "patella",
        "tubercle",
        "fibula",
    }
)
"""Landmarks that no skeleton has."""
_HIPS = 0.33
"""Between the hips, over hip to knee to ankle: centres have about 0.2, and markers on the greater
trochanters 0.4 and more (Drillis & Contini 1966: breadth 0.191 of stature, leg 0.49)."""
_LEAST_SHARED, _KINDS = 6, 4
"""Names that two prefixes have in common where they are two people's; kinds of landmarks that tell
a whole body."""
_FIRST, _LAST = r"([^\W_]+)[ _.-]+(.+)", r"(.+)[ _.-]+([^\W_]+)"
"""A name's first or last part, and what is left."""


@dataclass(frozen=True)
class Guess:
    """What the names of a recording were taken for.

    Args:
        names: canonical name of the base -> name in the file.
        doubtful: name in the file -> why it may be something else; left out where not in `names`.
        unread: names that mean nothing known.
        base: marker set that the names are laid over: of landmarks on skin, or of joint centres.
    """

    names: Mapping[str, str]
    doubtful: Mapping[str, str]
    unread: tuple[str, ...]
    base: str = BASE

    @property
    def counts(self) -> str:
        """How many names were read, doubtful, left out and not read, in words."""
        read = set(self.names.values())
        return (
            f"{len(read)} names read, {len(read & set(self.doubtful))} of them doubtful; "
            f"{len(set(self.doubtful) - read)} left out, {len(self.unread)} not read"
        )

    @property
    def marker_set(self) -> MarkerSet:
        """The base with the file's names."""
        base = load_marker_set(self.base)
        # what only tells a set by its names is not needed here
        free = self.base == _SKELETON
        specs = {
            name: spec._replace(aliases=(self.names[name],)) if name in self.names
            else spec._replace(required=spec.required and not free)
            for name, spec in base.markers.items()
        }  # fmt: skip
        return replace(base, markers=specs)

    def match(self, names: Sequence[str]) -> Match:
        """The markers of a trial by this guess.

        Raises:
            MarkersMissing: what a leg or the pelvis needs is not there.
        """
        found = match_set(names, self.marker_set)
        if not found.complete:
            raise MarkersMissing(what=self._lacking(found), remedy=NAME_YOURS)
        return self.told(found)

    def told(self, found: Match) -> Match:
        """A match of this guess with what was guessed as its first note."""
        told = ", ".join(f"{name} = {printable(own)}" for name, own in found.found.items())
        kind = " They are joint centres, not markers on skin." if self.base == _SKELETON else ""
        notes = [
            f"No shipped marker set has all these names, which were read.{kind} Check them: {told}."
        ]
        if self.doubtful:
            doubts = (f"{name} ({why})" for name, why in self.doubtful.items())
            notes.append(printable(f"Doubtful: {'; '.join(doubts)}."))
        used = set(found.found.values())
        return replace(
            found,
            notes=(*notes, *found.notes),
            guessed=True,
            doubtful={name: why for name, why in self.doubtful.items() if name in used},
        )

    def _lacking(self, found: Match) -> str:
        segments = {found.marker_set.markers[name].segment for name in self.names}
        if segments <= {"pelvis"}:
            return "no name in this recording means a knee, an ankle or a foot"
        # a group of choices is named without them
        lacking = [name.split(" (")[0].replace("_", " ") for name in found.missing_required]
        more = f" and {len(lacking) - 5} more" if len(lacking) > 5 else ""
        said = "; ".join(f"{name[:20]}: {why[:60]}" for name, why in self.doubtful.items())
        doubts = f" (doubtful: {said[:200]})" if said else ""
        return printable(
            "no marker set fits, and the names do not show these: "
            f"{', '.join(lacking[:5])}{more}{doubts}"
        )

    def text(self, file: str) -> str:
        """The guess as a marker set's TOML, doubtful lines first."""
        lines = [set_heading(file, self.base)]
        base, needed = self.marker_set.markers, load_marker_set(self.base).markers
        freed = (name for name in base if base[name].required != needed[name].required)
        order = sorted(self.names, key=lambda name: self.names[name] not in self.doubtful)
        for name in (*order, *freed):
            own = self.names.get(name)
            entry = set_entry(base[name], self.doubtful.get(own or "", ""))
            lines.append(entry.replace(ALIAS, quoted(own) if own else ""))
        used = set(self.names.values())
        lines += [printable(f"# left out: {name} ({why})") for name, why in self.doubtful.items()
                  if name not in used]  # fmt: skip
        if self.unread:
            lines.append(printable(f"# not read: {', '.join(self.unread)}"))
        return "\n".join(lines) + "\n"


def guess(markers: Markers, static: Markers | None = None) -> Guess:
    """Read the names of a trial, and of the static trial that goes with it, as landmarks.

    Args:
        markers: of the trial, in the world frame.
        static: of the static trial; it may show markers that the trial does not.
    Raises:
        MarkersMissing: the names are those of several people.
    """
    _require_one_body(markers.names)
    trials = [markers] if static is None else [markers, static]
    names = list(dict.fromkeys(name for trial in trials for name in trial.names))
    every = read_names(names)
    places = _Places(trials)
    joints = _skeleton(names, every, places)
    if joints:
        rest = tuple(name for name in names if name not in joints.values())
        return Guess(joints, {}, rest, _SKELETON)
    computed = {own: why for trial in trials for own, why in _computed(trial, every).items()}
    readings = read_names([name for name in names if name not in computed])
    taken, doubtful = _assigned(readings, places, trials)
    doubtful |= _facing(taken, trials)
    _feet(taken, places, doubtful)
    _wands(taken, places, trials)
    doubtful |= dict(sorted(computed.items()))
    unread = tuple(name for name, found in readings.items() if not found)
    return Guess(taken, doubtful, unread)


def _require_one_body(names: Sequence[str]) -> None:
    """Refuse the names of several people: alike but for what stands before a colon, or but for a
    first or last part, where what is left tells a whole body."""
    for part, form in (("begin", r"(?:(.*):)?(.*)"), ("begin", _FIRST), ("end", _LAST)):
        bodies: dict[str, set[str]] = defaultdict(set)
        for name in names:
            if found := re.fullmatch(form, name):
                own, rest = found.groups() if part == "begin" else found.groups()[::-1]
                bodies[own or ""].add(normal_name(rest))
        for one, other in combinations(bodies, 2):
            alike = bodies[one] & bodies[other]
            if len(alike) >= _LEAST_SHARED and (":" in form or _whole(alike)):
                people = " and ".join(sorted(repr(p) if p else "no prefix" for p in (one, other)))
                raise MarkersMissing(
                    what=printable(
                        f"the recording shows several people, whose names {part} with {people}"
                    ),
                    remedy="Export each person to a file of their own",
                )


def _whole(names: Collection[str]) -> bool:
    """Whether names tell landmarks of at least four kinds, on both sides."""
    rules = grammar().landmarks
    kinds = [
        {found[0].landmark.partition("_")[0] for found in read_names(names).values()
         if found and found[0].side == side and found[0].price <= _SURE
         and found[0].landmark and not rules[found[0].landmark].many}
        for side in SIDES
    ]  # fmt: skip
    return min(map(len, kinds)) >= _KINDS


def _computed(trial: Markers, readings: Mapping[str, Sequence[Reading]]) -> Mapping[str, str]:
    """Points that keep their distance from an earlier one to rounding, or divide the line between
    two others alike: no marker on skin does. Each with why.

    Programs write what they compute behind what was measured. Markers of one cluster may share a
    plate. Where most points are rigid the whole recording was computed, and nothing is told of any.
    """
    rules = grammar().landmarks
    kinds = {
        name: rules[found[0].landmark]
        for name in trial.names
        if (found := readings[name]) and found[0].landmark and found[0].price <= _DEAREST
    }
    rows = np.linspace(0, len(trial.time) - 1, min(_FRAMES, len(trial.time))).astype(int)
    path = trial.position[rows][:, [trial.names.index(name) for name in kinds]]
    seen = path[:, finite(path).all(axis=0)]
    # what stands tells nothing
    if not seen.size or np.ptp(seen, axis=0).max() <= _MOVES:
        return {}
    apart = np.linalg.norm(path[:, :, None] - path[:, None], axis=3)
    whole = np.isfinite(apart).sum(axis=0) >= min(_FEWEST, len(rows))
    mean = np.nan_to_num(apart).sum(axis=0) / np.maximum(np.isfinite(apart).sum(axis=0), 1)
    spread = np.nan_to_num(np.abs(apart - mean)).max(axis=0)
    step = coarse_step(path)
    rigid = whole & (spread < max(_RIGID, step))
    clustered = np.array([rule.many for rule in kinds.values()])
    odd = np.tril(rigid & ~np.outer(clustered, clustered), k=-1).any(axis=1)
    if odd.mean() > 0.5:
        return {}
    names, exact = [*kinds], max(_EXACT, step)
    told = {names[k]: _CONSTANT for k in np.flatnonzero(odd)}
    for k, one, other, share in _between(path, whole & (spread > _VARIES * exact), exact):
        why = f"{1e2 * share:.0f} % of the way from {names[one]} to {names[other]}"
        told[names[k]] = f"a computed point, because it is always {why}"
    return told


def _between(
    path: FloatArray, apart: BoolArray, exact: float
) -> Iterator[tuple[int, int, int, float]]:
    """Points that divide the line between two others alike in all frames, these, and the share.

    Args:
        path: (frames, n, 3) m; apart: (n, n) pairs that move against each other; exact: m.
    """
    frames, n = path.shape[:2]
    for one in range(n):
        away = path - path[:, one, None]
        seen = finite(away).astype(float)
        away = np.nan_to_num(away)
        flat, square = away.transpose(1, 0, 2).reshape(n, -1), np.sum(away**2, axis=2)
        along, lines, both = flat @ flat.T, square.T @ seen, seen.T @ seen
        with np.errstate(invalid="ignore", divide="ignore"):
            share = along / lines  # of the way to a row's point, of a column's
            off = (lines.T - share * along) / both
        inside = (share > _INSIDE) & (share < 1.0 - _INSIDE) & (both >= min(_FEWEST, frames))
        for other, k in np.argwhere(inside & apart[one][:, None] & (off < exact**2)):
            rest = away[:, k] - share[other, k] * away[:, other]
            if other > one and lengths(rest[seen[:, k] * seen[:, other] > 0.0]).max() < exact:
                yield int(k), one, int(other), float(share[other, k])


def _skeleton(
    names: Sequence[str], readings: Mapping[str, Sequence[Reading]], places: _Places
) -> Mapping[str, str]:
    """Joint centres by the names of `_SKELETON`; none where markers are on skin.

    Raises:
        MarkersMissing: the legs are joint centres, and no point shows their toes, or the trunk.
    """
    if any(found and found[0].landmark in _ON_SKIN and found[0].price <= _SURE
           for found in readings.values()):  # fmt: skip
        return {}
    ways = sorted(
        (one.price, f"{(one.side or '')[:1].upper()}{one.landmark}", name)
        for name, found in read_names(names, joints=True).items()
        for one in found
        if one.price <= _DEAREST and np.isfinite(places.distance(name, name))
    )
    taken: dict[str, str] = {}
    for _, joint, name in ways:
        if joint not in taken and name not in taken.values():
            taken[joint] = name
    if any((price, joint) == (other, again) and taken.get(joint) in (name, twin)
           for (price, joint, name), (other, again, twin) in pairwise(ways)):  # fmt: skip
        return {}
    legs = [[taken.get(f"{side}{joint}") for joint in _JOINTS] for side in "LR"]
    length = np.mean([places.distance(*leg[k : k + 2]) for leg in legs for k in (0, 1)]) * 2.0
    if not places.distance(legs[0][0], legs[1][0]) < _HIPS * length:
        return {}
    lacks = [] if all(map(all, legs)) else ["the toes of both feet"]
    lacks += (
        [] if any({*ends} <= taken.keys() for ends in _TRUNK) else ["the neck or the shoulders"]
    )
    if lacks:
        raise MarkersMissing(
            what="the points of the legs are joint centres, not markers on skin, and none shows "
            + " and ".join(lacks),
            remedy="Export these points too, or the markers",
        )
    return taken


def _words(name: str) -> str:
    return name.replace("_", " ")


class _Places:
    """Distances [m] between markers of a recording, by their names in the file."""

    def __init__(self, trials: Sequence[Markers]) -> None:
        self._paths: list[Mapping[str, FloatArray]] = []
        for trial in trials:
            step = max(len(trial.time) // 200, 1)
            self._paths.append({name: trial.of(name)[::step] for name in trial.names})

        self._known: dict[tuple[str, str], tuple[float, float]] = {}

    def distance(self, one: str | None, other: str | None) -> float:
        """NaN where no frame shows both."""
        return self._measured(one, other)[0]

    def change(self, one: str | None, other: str | None) -> float:
        """From the 5th to the 95th percentile [m] of a distance; NaN where no frame shows both."""
        return self._measured(one, other)[1]

    def _measured(self, one: str | None, other: str | None) -> tuple[float, float]:
        if one is None or other is None:
            return np.nan, np.nan
        pair = (one, other) if one < other else (other, one)
        for paths in self._paths if pair not in self._known else ():
            if {*pair} <= paths.keys():
                apart = paths[one] - paths[other]
                seen = finite(apart)
                if seen.any():
                    low, middle, high = np.percentile(lengths(apart[seen]), [5, 50, 95])
                    self._known[pair] = float(middle), float(high - low)
                    break
        return self._known.setdefault(pair, (np.nan, np.nan))

    def sways(self, name: str, others: Collection[str]) -> bool:
        """Whether a marker moves otherwise than most of those that share a segment with it."""
        every = sorted({name, *others})
        near = {
            one: {other for other in every if not self.change(one, other) > _SWAY} for one in every
        }
        most = max(near.values(), key=len)
        rivals = (one for one in every if one not in most and len(near[one]) == len(most))
        return len(most) > 1 and name not in most and not any(rivals)

    def detour(self, over: str, one: str | None, other: str | None) -> float:
        """How much longer [m] the way from one marker to another is over a third."""
        return self.distance(one, over) + self.distance(over, other) - self.distance(one, other)


def _assigned(
    readings: Mapping[str, Sequence[Reading]], places: _Places, trials: Sequence[Markers]
) -> tuple[dict[str, str], dict[str, str]]:
    """All names at once to landmarks that they may mean, at the least price together.

    By names alone first; then what lies elsewhere than the sure ones let it is dearer, and at last
    left out.
    """
    taken, doubtful = _cheapest(readings, {})
    crossed = _crossed(taken, trials)
    if crossed:
        readings = {name: [_mirrored(one) for one in found] for name, found in readings.items()}
        taken, doubtful = _cheapest(readings, {})
    exchange: dict[str, str] = {}
    for exchanged in (_other_sides, _exchanged):
        pairs = exchanged(taken, places)
        if pairs:
            readings = {name: readings[pairs.get(name, name)] for name in readings}
            taken, doubtful = _cheapest(readings, {})
            exchange |= pairs
    for _ in range(2):
        sure = {stem: name for stem, name in taken.items() if name not in doubtful}
        taken, doubtful = _cheapest(readings, _elsewhere(readings, sure, places))
    for side in SIDES:
        _across(taken, side, places, doubtful)
    _lone_medial(taken, trials, doubtful)
    for side in SIDES:
        _outer_first(taken, side, trials, doubtful)
    odd = _contradicted(taken, places)
    doubtful |= odd
    taken = {canonical: name for canonical, name in taken.items() if name not in odd}
    if crossed:
        doubtful |= {own: _CROSSED for name, own in taken.items() if _on_leg(name)}
    return taken, doubtful | {name: f"{_EXCHANGED} {other}" for name, other in exchange.items()}


def _on_leg(canonical: str) -> bool:
    worn = load_marker_set(BASE).markers
    on = worn.get(canonical) or worn.get(f"{canonical}_1")
    return on is not None and on.segment != "pelvis"


def _mirrored(reading: Reading) -> Reading:
    """A reading of a leg's marker as the other leg's."""
    left, right = SIDES
    other: Side = right if reading.side == left else left
    return replace(reading, side=other) if reading.side and _on_leg(_stem(reading)) else reading


def _crossed(taken: Mapping[str, str], trials: Sequence[Markers]) -> bool:
    """Whether markers of the left leg are on the right of the right one's, seen by the pelvis."""
    twins = [
        (own, taken[other]) for name, own in taken.items()
        if _on_leg(name) and (other := name.replace("left", "right")) in taken.keys() - {name}
    ]  # fmt: skip
    for trial in trials if not _facing(taken, trials) else ():
        pelvis = [taken.get("left_asis"), taken.get("right_asis")]
        if {*pelvis} <= {*trial.names}:
            out = np.subtract(*(trial.of(str(name)) for name in pelvis))
            across = np.array(
                [np.sum((trial.of(one) - trial.of(other)) * out, axis=1) for one, other in twins
                 if {one, other} <= {*trial.names}]
            )  # fmt: skip
            if np.isfinite(across).any():
                return bool(np.nanmedian(across) < 0.0)
    return False


def _other_sides(taken: Mapping[str, str], places: _Places) -> Mapping[str, str]:
    """Names of a leg's landmark, left and right, that lie nearer to the other side's others."""
    pairs = {
        name: (own, taken[other_side]) for name, own in taken.items()
        if name.startswith("left_") and (other_side := f"right_{name[5:]}") in taken
    }  # fmt: skip
    found: dict[str, str] = {}
    for name, (left, right) in pairs.items():
        astray = [
            places.distance(left, one) + places.distance(right, other)
            - places.distance(left, other) - places.distance(right, one)
            for one, other in pairs.values() if one != left
        ]  # fmt: skip
        if _on_leg(name) and np.isfinite(astray).any() and np.nanmedian(astray) > _ASTRAY:
            found |= {left: right, right: left}
    return found


def _exchanged(taken: Mapping[str, str], places: _Places) -> Mapping[str, str]:
    """The two names of one leg whose exchange alone leaves hardly more elsewhere than no exchange
    mends, or mends twice as many as any other."""
    now = {*_contradicted(taken, places)}
    left = {
        (one, other): {*_contradicted({**taken, one: taken[other], other: taken[one]}, places)}
        for one, other in combinations(taken, 2)
        if len(now) >= _CONTRADICTED and _side_and_landmark(one)[0] == _side_and_landmark(other)[0]
    }
    stay = now.intersection(*left.values())
    pairs = sorted(left, key=lambda pair: len(left[pair]))
    mended, next_best = ([len(now) - len(left[pair]) for pair in pairs] + [0, 0])[:2]
    alone = mended >= _MENDED * (len(now) - len(stay)) and mended > next_best
    if mended < _CONTRADICTED or not (alone or mended > 2 * next_best):
        return {}
    one, other = (taken[name] for name in pairs[0])
    return {one: other, other: one}


def _contradicted(taken: Mapping[str, str], places: _Places) -> Mapping[str, str]:
    """Names that do not lie as their landmarks do, and why."""
    as_taken = {
        name: [Reading(landmark, side, 0.0, "")] for canonical, name in taken.items()
        for side, landmark in [_side_and_landmark(canonical)]
    }  # fmt: skip
    return {name: why for (name, _), why in _elsewhere(as_taken, taken, places).items()}


def _side_and_landmark(canonical: str) -> tuple[Side | None, str]:
    side = next((side for side in SIDES if canonical.startswith(f"{side}_")), None)
    landmark = canonical.removeprefix(f"{side}_")
    return side, landmark if landmark in grammar().landmarks else re.sub(r"_\d+$", "", landmark)


def _stem(reading: Reading) -> str:
    return f"{reading.side or ''}_{reading.landmark}".strip("_") if reading.landmark else ""


def _cheapest(
    readings: Mapping[str, Sequence[Reading]], elsewhere: Collection[tuple[str, str]]
) -> tuple[dict[str, str], dict[str, str]]:
    """Landmarks of the names, and why some are in doubt: another way costs about as much."""
    # imported here: what has a shipped set needs no optimizer
    from scipy.optimize import linear_sum_assignment

    base = load_marker_set(BASE).markers
    options: dict[str, dict[str, float]] = {}
    for name, found in readings.items():
        own = {
            _stem(one): one.price + _AWAY * ((name, _stem(one)) in elsewhere)
            for one in reversed(found)  # of several elsewhere the surest
            if one.price <= _DEAREST
            and (not one.landmark or {_stem(one), f"{_stem(one)}_1"} & {*base})
        }
        if any(own):
            options[name] = own
    names = list(options)
    slots = sorted({stem for own in options.values() for stem in own if stem in base})
    free = {name: {s: p for s, p in own.items() if s not in slots} for name, own in options.items()}
    # a column for each single landmark, and one of its own for each name: any of a kind, or none
    price = np.full((len(names), len(slots) + len(names)), _NEVER)
    for k, name in enumerate(names):
        price[k, len(slots) + k] = min(_DEAREST, _DEAREST, *free[name].values())
        for stem in options[name].keys() & {*slots}:
            price[k, slots.index(stem)] = options[name][stem]
    rows, chosen = linear_sum_assignment(price)
    taken: dict[str, str] = {}
    doubtful: dict[str, str] = {}
    for k, (name, there) in enumerate(zip(names, chosen, strict=True)):
        own = options[name]
        ways = sorted(own, key=own.__getitem__)
        stem = (
            slots[there] if there < len(slots) else min(free[name], key=own.__getitem__, default="")
        )
        if not stem:
            if ways[0] and (name, ways[0]) not in elsewhere:
                doubtful[name] = f"another {_words(ways[0])}"
            continue
        otherwise = price.copy()
        otherwise[k, there] = _NEVER
        again = linear_sum_assignment(otherwise)
        kinds = sorted(free[name].values()) if there >= len(slots) else []
        margin = min(
            otherwise[again].sum() - price[rows, chosen].sum(), *np.diff(kinds)[:1], _DEAREST
        )
        side, _, landmark = stem.partition("_")
        if landmark in _PAIRS.values() and own[stem] - min(own.values()) > _EQUAL:
            lateral = f"{side}_{landmark.replace('medial', 'lateral')}"
            pair = [names[j] for j in np.flatnonzero(chosen == slots.index(lateral))]
            doubtful |= dict.fromkeys([name, *pair], _NEITHER)
        elif margin < _EQUAL and there in again[1] and landmark not in _PAIRS:
            doubtful[name] = f"one of several for {_words(stem)}"
            continue
        elif margin < _MARGIN and name not in doubtful:
            other = next((way for way in ways if way != stem), "another marker")
            doubtful[name] = f"{_words(stem)} or {_words(other) or 'no marker of the legs'}"
        elif own[stem] > _SURE:
            doubtful[name] = f"{_words(stem)} by its letters; no known word is in the name"
        if stem in slots:
            taken[stem] = name
        else:
            of_kind = sorted(one for one in base if re.fullmatch(rf"{stem}_\d+", one))
            if slot := next((one for one in of_kind if one not in taken), None):
                taken[slot] = name
            else:
                doubtful[name] = f"another {_words(stem)}"
    return taken, doubtful


def _elsewhere(
    readings: Mapping[str, Sequence[Reading]], sure: Mapping[str, str], places: _Places
) -> Mapping[tuple[str, str], str]:
    """Names with what they cannot be where they lie, by those that are sure, and why."""
    rules, found = grammar().landmarks, {}
    base = load_marker_set(BASE).markers
    beside: dict[str, set[str]] = defaultdict(set)
    for canonical, name in sure.items():
        beside[base[canonical].segment].add(name)
    ends = {side: [sure.get(f"{side}_{name}") for name in ("asis", *_PAIRS)] for side in SIDES}
    shanks = {side: places.distance(knee, ankle) for side, (_, knee, ankle) in ends.items()}
    for side in SIDES:
        hip, knee, ankle = ends[side]
        usable = [s for s in (shanks[side], *shanks.values()) if _SHANK[0] <= s <= _SHANK[1]]
        shank = usable[0] if usable else float("nan")
        for name, ways in readings.items():
            lines = {
                "thigh": places.detour(name, hip, knee), "shank": places.detour(name, knee, ankle)
            }  # fmt: skip
            for one in ways:
                if one.price > _DEAREST or not one.landmark or one.side not in (side, None):
                    continue
                rule, what = rules[one.landmark], _words(_stem(one))
                least, most = _SHANK if one.landmark in _PAIRS else np.array(rule.within) * shank
                origin = sure.get(f"{side}_{rule.origin}")
                away = places.distance(name, origin)
                if away and (away < least or away > most):
                    found[name, _stem(one)] = (
                        f"{what} by its name, and {away:.2f} m from the {_words(rule.origin)}"
                    )
                elif not rule.bends and places.change(name, origin) > _BENDS * shank:
                    found[name, _stem(one)] = (
                        f"{what} by its name, and it moves against the {_words(rule.origin)}"
                    )
                stem = _stem(one)
                spec = base.get(stem) or base.get(f"{stem}_1")
                if spec is not None and places.sways(name, beside[spec.segment]):
                    segment = _words(spec.segment)
                    found[name, stem] = f"{what} by its name, and does not move with the {segment}"
                if one.landmark in lines and lines[one.landmark] > min(lines.values()):
                    found.setdefault(
                        (name, _stem(one)), f"{what} by its name, but another marker is beside it"
                    )
    return found


def _facing(taken: Mapping[str, str], trials: Sequence[Markers]) -> Mapping[str, str]:
    """Front markers of the pelvis whose left one is on the right, seen from its back."""
    backs = [taken[name] for name in ("left_psis", "right_psis", "sacral") if name in taken]
    for trial in trials:
        fronts = [taken.get("left_asis"), taken.get("right_asis")]
        if not backs or not {*fronts, *backs} <= set(trial.names):
            continue
        left, right = (trial.of(str(name)) for name in fronts)
        forward = 0.5 * (left + right) - np.mean([trial.of(name) for name in backs], axis=0)
        # upright: left of forward is up x forward
        across = forward[:, 0] * (left - right)[:, 1] - forward[:, 1] * (left - right)[:, 0]
        if finite(across).any() and np.nanmedian(across) < 0.0:
            return {str(name): "left and right of the pelvis are exchanged" for name in fronts}
    return {}


def _across(taken: dict[str, str], side: Side, places: _Places, doubtful: dict[str, str]) -> None:
    """Leave out a medial marker that lies along the leg from the lateral one, not across it."""
    ends = dict(zip(_PAIRS, reversed(_PAIRS), strict=True))
    for lateral, medial in _PAIRS.items():
        outer, inner = taken.get(f"{side}_{lateral}"), taken.get(f"{side}_{medial}")
        far = taken.get(f"{side}_{ends[lateral]}")
        if outer is None or inner is None or far is None:
            continue
        along = abs(places.distance(outer, far) - places.distance(inner, far))
        if along > _ALONG * places.distance(outer, inner):
            doubtful[inner] = f"{_words(f'{side}_{medial}')} by its name, but it lies along the leg"
            del taken[f"{side}_{medial}"]


def _lone_medial(
    taken: dict[str, str], trials: Sequence[Markers], doubtful: dict[str, str]
) -> None:
    """A joint's only marker, medial by its name, is the lateral one where it lies at the outer
    side: m may be for marker. Both sides are alike."""
    for (lateral, medial), ends in zip(_PAIRS.items(), _ENDS, strict=True):
        outwards = {}
        for side in SIDES:
            if f"{side}_{medial}" in taken and f"{side}_{lateral}" not in taken:
                line = [next((e for e in end if f"{side}_{e}" in taken), "") for end in ends]
                points = (f"{side}_{name}" for name in (medial, *line))
                outwards[side] = _beside(taken, side, [*points], trials)
        if np.nansum([*outwards.values()]) > 0.0:
            for side in outwards:
                taken[f"{side}_{lateral}"] = name = taken.pop(f"{side}_{medial}")
                doubtful[name] = "medial by its name, but it is on the outer side of the joint"


def _outer_first(
    taken: dict[str, str], side: Side, trials: Sequence[Markers], doubtful: dict[str, str]
) -> None:
    """Of a joint's two markers the lateral one is that on the pelvis's way outwards.

    Where it is straight there, no word is needed for that.
    """
    for names in _PAIRS.items():
        lateral, medial = (f"{side}_{name}" for name in names)
        if not {lateral, medial} <= taken.keys():
            continue
        outwards = _beside(taken, side, (lateral, f"{side}_asis", medial), trials)
        if outwards < 0.0:
            taken[lateral], taken[medial] = taken[medial], taken[lateral]
        for name in (taken[lateral], taken[medial]):
            if abs(outwards) > _ACROSS and doubtful.get(name) == _NEITHER:
                del doubtful[name]
            elif outwards < 0.0:
                doubtful.setdefault(name, "by its name medial instead of lateral, or the reverse")


def _wands(taken: dict[str, str], places: _Places, trials: Sequence[Markers]) -> None:
    """A segment's only marker, on both sides beside its line in the frontal plane, is a wand. Its
    only two, on both sides the ends of one bar across that plane, are wands in front and behind."""
    for segment, above, below in (
        ("thigh", "asis", "knee_lateral"), ("shank", "knee_lateral", "ankle_lateral")
    ):  # fmt: skip
        own = {
            side: sorted(name for name in taken if name.startswith(f"{side}_{segment}_"))
            for side in SIDES
        }
        angle = _WAND[segment]
        if all(len(names) == 1 for names in own.values()) and all(
            _beside(taken, side, (name, f"{side}_{above}", f"{side}_{below}"), trials)
            > np.cos(angle)
            for side, (name,) in own.items()
        ):
            for side, (name,) in own.items():
                taken[f"{side}_{segment}_wand"] = taken.pop(name)
        if any(len(names) != 2 for names in own.values()):
            continue
        bars = [[taken[name] for name in names] for names in own.values()]
        long, changes = (
            [of(one, other) for one, other in bars] for of in (places.distance, places.change)
        )
        if np.ptp(long) > _BAR or max(changes) > _NOISE or min(long) < _SHORTEST_BAR:
            continue
        ahead = {
            side: _beside(
                taken, side, (one, f"{side}_{above}", f"{side}_{below}"), trials, behind=other
            )
            for side, (one, other) in own.items()
        }
        if all(abs(cosine) > np.cos(angle) for cosine in ahead.values()):
            for side, names in own.items():
                first, last = names if ahead[side] > 0.0 else reversed(names)
                ends = taken.pop(first), taken.pop(last)
                taken[f"{side}_{segment}_front"], taken[f"{side}_{segment}_back"] = ends


def _beside(
    taken: Mapping[str, str],
    side: Side,
    points: Sequence[str],
    trials: Sequence[Markers],
    behind: str | None = None,
) -> float:
    """Cosine of the angle, about a segment's line, from a marker to the pelvis's way outwards.

    Args:
        points: the marker, and the line's upper and lower end.
        behind: a marker from which the angle is to the pelvis's way forwards.
    """
    needed = [*points, behind or points[-1], "left_asis", "right_asis"]
    for trial in trials:
        if not {taken.get(name) for name in needed} <= {*trial.names}:
            continue
        marker, above, below, start, left, right = (trial.of(taken[name]) for name in needed)
        out = left - right if side == "left" else right - left
        # left x up
        way = out if behind is None else np.cross(left - right, above - below)
        cosines = cosines_about(above - below, marker - start, way)
        if finite(cosines).any():
            return float(np.nanmedian(cosines))
    return float("nan")


_FRONTS = ("metatarsal_2", "hallux", "metatarsal_1", "metatarsal_5")


def _feet(taken: dict[str, str], places: _Places, doubtful: dict[str, str]) -> None:
    """The ends of a foot whose markers are only numbered, and the rearmost heel marker first."""

    def from_(there: str | None) -> Callable[[str], float]:
        return lambda canonical: np.nan_to_num(places.distance(taken[canonical], there))

    for side in SIDES:
        ankle = taken.get(f"{side}_ankle_lateral")
        on_foot = [name for name in taken if name.startswith(f"{side}_foot_")]
        front = next((taken[f"{side}_{n}"] for n in _FRONTS if f"{side}_{n}" in taken), None)
        if front is None and ankle is not None and len(on_foot) > 1:
            on_foot.sort(key=from_(ankle))
            taken[f"{side}_hallux"] = front = taken.pop(on_foot.pop())
            doubtful[front] = "front of the foot, because it is farthest from the ankle"
            if f"{side}_calcaneus_1" not in taken:
                back = max(on_foot, key=from_(front))
                taken[f"{side}_calcaneus_1"] = heel = taken.pop(back)
                doubtful[heel] = "heel, because it is farthest from the front of the foot"
        heels = sorted(name for name in taken if name.startswith(f"{side}_calcaneus_"))
        if front is not None and len(heels) > 1:
            rearmost = sorted(heels, key=from_(front), reverse=True)
            taken |= dict(zip(heels, [taken[name] for name in rearmost], strict=True))
