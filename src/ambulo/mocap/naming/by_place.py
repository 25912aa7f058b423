"""Possible meanings of names without known words, from the places of their markers on a standing
body.

The mean body (`body_prior.toml`) is placed on the certain landmarks, once for each segment.
Landmarks on the segment and at its joints have the largest weight. The place of a marker, and of
the same marker on the other side, gives a price for each landmark.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite, lengths, nearest_rotation
from ambulo.mocap.calibration.body_prior import VAGUE, has_place, in_standing, place_on
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.grammar import grammar
from ambulo.mocap.naming.places import Draft
from ambulo.mocap.naming.readings import DEAREST, PLACE, SURE, Reading, reading_of
from ambulo.mocap.naming.set_text import BASE
from ambulo.mocap.naming.sides import Sided
from ambulo.records import SIDES
from ambulo.records.sides import side_of, without_side

_FRAMES, _FEWEST = 25, 4
"""Frames that are looked at; landmarks that lay the body, at least."""
_BENT, _ASKEW = 0.35, 0.1
"""rad; by which joints stray from standing, and by which a segment is laid askew at best."""
_GUESSED = 0.06
"""m; by which a landmark may be off that is read by its place."""
_LAID, _SKIN = 0.010, 0.030
"""m; by which a segment is laid beside at best, and by which skin moves a marker on it."""
_ACROSS = 3.0
"""What the way from right to left counts in laying a segment: two markers 0.1 m apart."""
_LONG = 0.25
"""m; between landmarks whose distance tells a body's size."""
_UNIT, _ANYWHERE = 0.25, 4.3
"""Price of a unit of log-likelihood; price of a place as likely as any in a cubic metre."""
_WORD, _WORDS = 0.25, 3.0
"""Share of the price of letters by which the places' price falls, where that is less than this."""
_WORN = {
    "asis": 0.86, "psis": 0.65, "crest": 0.13, "pelvis": 0.07, "trochanter": 0.36, "thigh": 0.59,
    "knee_lateral": 0.89, "knee_medial": 0.64, "patella": 0.02, "tubercle": 0.13, "fibula": 0.11,
    "shank": 0.65, "ankle_lateral": 0.87, "ankle_medial": 0.61, "calcaneus": 0.82,
    "metatarsal_1": 0.45, "metatarsal_2": 0.20, "metatarsal_5": 0.63, "hallux": 0.56, "foot": 0.17,
}  # fmt: skip
"""Share of 191 published sets that have a marker there."""
_USUAL = 0.4
"""Share from which on a place alone, without a letter, tells a landmark."""
_SEVERAL = frozenset(("thigh", "shank", "foot", "pelvis"))
_PATELLA = (np.array([0.055, 0.0, -0.395]), np.array([0.02, 0.015, 0.03]))
"""Place [m] and spread; it moves on the thigh."""


@dataclass(frozen=True)
class _Place:
    """Where a landmark lies in the standing body and how spread, (3,) m, and its segment."""

    segment: str
    at: FloatArray
    spread: FloatArray

    @property
    def wide(self) -> float:
        return float(np.sqrt(np.mean(self.spread**2)))


@cache
def _body() -> Mapping[str, _Place]:
    """Landmarks of the grammar, left and right, by their stems."""
    base, found = load_marker_set(BASE).markers, dict[str, _Place]()
    for rule in grammar().landmarks.values():
        for stem in [f"{side}_{rule.name}" for side in SIDES] if rule.sided else [rule.name]:
            segment = (base.get(stem) or base[f"{stem}_1"]).segment
            place, spread = place_on(stem) if has_place(stem) else _PATELLA
            R, at = in_standing(segment)
            found[stem] = _Place(segment, at + R @ place, spread)
    return found


def by_place(
    readings: Mapping[str, Sequence[Reading]], draft: Draft, pending: Mapping[str, Sided]
) -> Mapping[str, Sequence[Reading]]:
    """Readings of all names, with the places of some markers.

    Args:
        readings: readings by letters.
        draft: result of these readings.
        pending: names to be read by their places.
    """
    sure = _sure(draft, draft.doubtful.keys() - pending.keys())
    vague = {stem for stem, name in sure.items() if name in pending}
    prices: dict[tuple[str, str], list[float]] = defaultdict(list)
    for trial in draft.places.trials:
        for name, priced in _prices(trial, sure, pending, vague).items():
            for landmark, price in priced.items():
                prices[pending[name].common, landmark].append(price)
    found = dict(readings)
    for name, (side, common, _) in pending.items():
        letters = {one.stem: one for one in readings[name]}
        there = {landmark: _ANYWHERE + _UNIT * float(np.mean(own))
                 for (word, landmark), own in prices.items() if word == common}  # fmt: skip
        told = [price for landmark, price in there.items() if f"{side}_{landmark}" in letters]
        for landmark, price in there.items():
            stem = f"{side}_{landmark}"
            if stem in letters:
                # of what the letters tell the place is a witness too
                by_letters = letters[stem].price + price - min(told)
                price -= _WORD * max(_WORDS - letters[stem].price, 0.0)
                price = min(price, by_letters) if price < DEAREST else price
            # which of several markers of a segment it is the letters alone tell
            elif landmark in _SEVERAL or price > SURE or sure.get(stem, name) not in pending:
                continue
            rare = stem not in letters and _WORN[landmark] < _USUAL
            habit = letters[stem].habit if stem in letters else PLACE
            letters[stem] = Reading("" if rare else landmark, side, price, habit)
        found[name] = sorted(letters.values(), key=lambda one: one.price)
    return found


def _sure(draft: Draft, without: Collection[str]) -> Mapping[str, str]:
    """Landmarks -> names that lay the body. A toe's marker is at its tip or at its root."""
    body = _body()
    return {
        stem: name for canonical, name in draft.names.items()
        if name not in without and body[stem := reading_of(canonical).stem].wide < VAGUE
        and not stem.endswith("hallux")
    }  # fmt: skip


def _prices(
    trial: Mapping[str, FloatArray],
    sure: Mapping[str, str],
    names: Mapping[str, Sided],
    vague: Collection[str] = (),
) -> Mapping[str, Mapping[str, float]]:
    """Minus logarithm of how likely each name lies where it does if it is a landmark, in 1/m^3."""
    body, some = _body(), max(len(next(iter(trial.values()))) // _FRAMES, 1)
    seen = {
        name: path[::some] for name, path in trial.items()
        if (name in names or name in sure.values()) and finite(path[::some]).any()
    }  # fmt: skip
    stems = [stem for stem, name in sure.items() if name in seen]
    own = [name for name in names if name in seen]
    path = np.array([seen[sure[stem]] for stem in stems])
    across = _across(dict(zip(stems, path, strict=True)))
    if len(stems) < _FEWEST or not own or across is None:
        return {}
    at = np.array([body[stem].at for stem in stems])
    size = _size(path, at)
    path, there = path / size, np.array([seen[name] for name in own]) / size
    found: dict[str, dict[str, float]] = {name: {} for name in own}
    for segment in dict.fromkeys(place.segment for place in body.values()):
        spread = np.array([_error(stem, segment) for stem in stems])
        spread = np.hypot(spread, [_GUESSED * (stem in vague) for stem in stems])
        weight = np.where(finite(path), spread[:, None] ** -2.0, 0.0)
        total = np.maximum(weight.sum(axis=0), 1e-9)
        known = np.nan_to_num(path)
        middle = np.einsum("nf,nfi->fi", weight, known) / total[:, None]
        centre = np.einsum("nf,ni->fi", weight, at) / total[:, None]
        M = np.einsum("nf,nfi,nfj->fij", weight, known - middle, at[:, None] - centre)
        M += _ACROSS * across[:, :, None] * [0.0, 1.0, 0.0]
        way = at - np.average(at, axis=0, weights=spread**-2.0)
        askew = _ASKEW**2 + 1.0 / np.sum((lengths(way) / spread) ** 2)
        local = np.einsum("fji,nfj->nfi", nearest_rotation(M), there - middle) + centre
        # what is not seen comes last
        ranked = np.sort(local, axis=1)
        low, where, high = (
            ranked[range(len(own)), ((finite(local).sum(axis=1) - 1) * share).astype(int)]
            for share in (0.16, 0.5, 0.84)
        )
        moves = np.mean((0.5 * (high - low)) ** 2, axis=1)
        for stem, place in body.items():
            of = [k for k, name in enumerate(own) if names[name].side == side_of(stem)]
            if place.segment == segment and of:
                off = np.min(lengths(at - place.at))
                laid = _LAID**2 + 1.0 / np.sum(spread**-2.0) + askew * off**2
                wide = place.spread**2 + laid
                bare = without_side(stem)
                square = np.sum((where[of] - place.at) ** 2 / wide, axis=1)
                square += moves[of] / (_SKIN**2 + laid)
                rest = 0.5 * np.sum(np.log(2.0 * np.pi * wide)) - np.log(_WORN[bare])
                for k, price in zip(of, 0.5 * square + rest, strict=True):
                    found[own[k]][bare] = float(price)
    return found


def _across(path: Mapping[str, FloatArray]) -> FloatArray | None:
    """Unit vectors (frames, 3) from right to left: the pelvis's, or the mean of all twins."""
    pairs = {
        stem: path[stem] - path[other] for stem in path
        if (other := f"right_{without_side(stem)}") in path and stem != other
    }  # fmt: skip
    worn = _body()
    way = [own for stem, own in pairs.items() if worn[stem].segment == "pelvis"]
    if not way and pairs:
        flat = np.nanmean(list(pairs.values()), axis=(0, 1))
        way = [np.tile(flat, (len(next(iter(pairs.values()))), 1))]
    if not way:
        return None
    mean = np.nan_to_num(way).mean(axis=0)
    return np.asarray(np.nan_to_num(mean / np.maximum(lengths(mean)[:, None], 1e-9)))


def _size(path: FloatArray, at: FloatArray) -> float:
    """A body's size over the mean one's."""
    apart, mean = lengths(path[:, None] - path), lengths(at[:, None] - at)
    ratio = (apart / np.maximum(mean, 1e-9)[:, :, None])[mean > _LONG]
    return float(np.nanmedian(ratio)) if np.isfinite(ratio).any() else 1.0


@cache
def _error(stem: str, segment: str) -> float:
    """Standard deviation [m] of a landmark's place about a segment, by the joints between."""
    place = _body()[stem]
    chain = ("pelvis", "thigh", "shank", "foot")
    side, _, kind = segment.rpartition("_")
    own, _, other = place.segment.rpartition("_")
    lever = 0.0
    if own and side not in (own, ""):
        # over both hips
        hips = [in_standing(f"{one}_thigh")[1] for one in (own, side)]
        lever = float(lengths(place.at - hips[0]) + lengths(in_standing(segment)[1] - hips[1]))
    elif place.segment != segment:
        below = chain.index(other) > chain.index(kind)
        joint = f"{own}_{chain[chain.index(kind) + 1]}" if below else segment
        lever = float(lengths(place.at - in_standing(joint)[1]))
    return float(np.hypot(place.wide, _BENT * lever))
