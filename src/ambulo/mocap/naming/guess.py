"""A marker set for a recording with unknown names: each name is read, and tested by its place.

Names state what a marker is. Distances that do not depend on posture show whether this is possible:
a heel is near its ankle, and a knee is one shank length from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ambulo.inputs.errors import MarkersMissing
from ambulo.inputs.printable import printable
from ambulo.mocap.marker_sets.marker_names import NAME_YOURS, Match, match_set
from ambulo.mocap.marker_sets.marker_set import MarkerSet
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.cheapest import cheapest
from ambulo.mocap.naming.computed_points import computed_points
from ambulo.mocap.naming.elsewhere import contradicted, elsewhere, on_arms
from ambulo.mocap.naming.exchanged import (
    faces_back,
    fronts,
    legs_crossed,
    mirrored,
    neighbours,
    on_leg,
    other_sides,
    pelvis_turned,
)
from ambulo.mocap.naming.grammar import own_words
from ambulo.mocap.naming.joint_centres import KEY_POINTS, joint_centres
from ambulo.mocap.naming.joint_sides import tell_lateral_from_medial
from ambulo.mocap.naming.numbered import (
    name_ends_of_feet,
    name_inner_edges_of_feet,
    name_metatarsals_without_ray,
    name_outer_edges_of_feet,
    name_wands,
)
from ambulo.mocap.naming.people import require_one_body, require_one_place
from ambulo.mocap.naming.places import Draft, Places
from ambulo.mocap.naming.readings import (
    DEAREST,
    Reading,
    metatarsals_without_ray,
    names_elsewhere,
    names_of_upper_body,
    only_numbered,
    read_names,
    renew_words,
)
from ambulo.mocap.naming.set_text import ALIAS, BASE, quoted, set_entry, set_heading
from ambulo.mocap.naming.sides import Sided, sides_of
from ambulo.records import SIDES, Markers

_OR_NAMES = f"{NAME_YOURS[0].lower()}{NAME_YOURS[1:]}"
_WITHOUT_LEGS = f"Ambulo cannot analyse a recording without legs. If this one has legs, {_OR_NAMES}"
_NUMBERED = f"Label the markers in the capture software, or {_OR_NAMES}"


_A_FEW = 3
"""Names that tell what a recording shows; as many are given as examples."""


def _some(names: Sequence[str]) -> str:
    return printable(", ".join(names[:_A_FEW]) + ", …" * (len(names) > _A_FEW))


@dataclass(frozen=True)
class Guess:
    """The landmarks for which the names of a recording were taken.

    Args:
        names: canonical name of the base -> name in the file.
        doubtful: name in the file -> why it may be something else. Doubtful names that are not in
            `names` are not used.
        unread: names without a known meaning.
        elsewhere: names of the rest of the body, or of computed points.
        base: marker set of the names, with landmarks on skin or with joint centres.
    """

    names: Mapping[str, str]
    doubtful: Mapping[str, str]
    unread: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()
    base: str = BASE

    @property
    def counts(self) -> str:
        """Number of names that are used, and reasons for the others, in words."""
        read, doubtful = set(self.names.values()), set(self.doubtful)
        others = {
            "doubtful": len(doubtful - read),
            "not known": len(self.unread),
            "elsewhere on the body or computed": len(self.elsewhere),
        }
        said = f"{len(read)} of {len(read) + sum(others.values())} names are used"
        if read & doubtful:
            said += f", {len(read & doubtful)} of them doubtful"
        left = ", ".join(f"{count} {what}" for what, count in others.items() if count)
        return f"{said}. Left out: {left}" if left else said

    @property
    def rest(self) -> Mapping[str, Sequence[str]]:
        """Names without a place in the set, by reason, in words."""
        found = {"not read": self.unread, "elsewhere on the body, or computed": self.elsewhere}
        return {why: names for why, names in found.items() if names}

    @property
    def shows_legs(self) -> bool:
        """Whether a name means a marker of a leg."""
        worn = load_marker_set(self.base).markers
        return any(worn[name].segment != "pelvis" for name in self.names)

    @property
    def marker_set(self) -> MarkerSet:
        """The marker set `base` with the file's names."""
        base = load_marker_set(self.base)
        # what only tells a set by its names is not needed here
        free = self.base == KEY_POINTS
        specs = {
            name: spec.model_copy(
                update={"aliases": (self.names[name],)} if name in self.names
                else {"required": spec.required and not free}
            )
            for name, spec in base.markers.items()
        }  # fmt: skip
        return base.model_copy(update={"markers": specs})

    def match(self, names: Sequence[str]) -> Match:
        """The markers of a trial according to this guess.

        Raises:
            MarkersMissing: landmarks of a leg or the pelvis are missing.
        """
        found = match_set(names, self.marker_set)
        if not found.complete:
            if not self.shows_legs:
                raise self._without_legs
            raise MarkersMissing(what=self._lacking(found), remedy=NAME_YOURS)
        return self.told(found)

    def told(self, found: Match) -> Match:
        """A match of this guess whose first note explains the guess."""
        told = ", ".join(f"{name} = {printable(own)}" for name, own in found.found.items())
        kind = " They are joint centres, not markers on skin." if self.base == KEY_POINTS else ""
        notes = [f"No marker set has all these names. Ambulo read them.{kind} Check them: {told}."]
        if (own := own_words()) is not None:
            notes.append(printable(f"The words of {own} were known too."))
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
        # a group of choices is named without them
        lacking = [name.split(" (")[0].replace("_", " ") for name in found.missing_required]
        more = f" and {len(lacking) - 5} more" if len(lacking) > 5 else ""
        said = "; ".join(f"{name[:20]}: {why[:60]}" for name, why in self.doubtful.items())
        doubts = f" (doubtful: {said[:200]})" if said else ""
        return printable(
            "no marker set fits, and the names do not show these: "
            f"{', '.join(lacking[:5])}{more}{doubts}"
        )

    @property
    def _without_legs(self) -> MarkersMissing:
        """What the names show instead of legs, if that can be told."""
        others = [*self.unread, *self.elsewhere]
        upper = names_of_upper_body(others)
        if len(upper) >= max(_A_FEW, 0.5 * len(others)):
            part = "the pelvis and the upper body" if self.names else "the upper body"
            said = f"the names show only {part} ({_some(upper)}), and no leg"
        elif not self.names and only_numbered(others):
            said = (
                f"the names only number the markers ({_some(others)}). They do not say where the "
                "markers are"
            )
            return MarkersMissing(what=said, remedy=_NUMBERED)
        else:
            said = "no name in this recording means a knee, an ankle or a foot"
        return MarkersMissing(what=said, remedy=_WITHOUT_LEGS)

    @property
    def _needed(self) -> Sequence[str]:
        """Required landmarks without a name; of groups without one, the first choice."""
        base = load_marker_set(self.base)
        required = [name for name, spec in base.markers.items() if spec.required]
        for group in base.one_of:
            if not any({*option} <= self.names.keys() for option in group.options):
                required += group.options[0]
        return [name for name in required if name not in self.names]

    def text(self, file: str) -> str:
        """The guess as a marker set in TOML, with doubtful lines first."""
        doubts = not self.doubtful.keys().isdisjoint(self.names.values())
        lines = [set_heading(file, self.base, doubts=doubts)]
        base, needed = self.marker_set.markers, load_marker_set(self.base).markers
        freed = [name for name in base if base[name].required != needed[name].required]
        order = sorted(self.names, key=lambda name: self.names[name] not in self.doubtful)
        for name in (*order, *freed):
            own = self.names.get(name)
            entry = set_entry(name, base[name], self.doubtful.get(own or "", ""))
            lines.append(entry.replace(ALIAS, quoted(own) if own else ""))
        lacking = [] if freed else self._needed
        if lacking:
            lines.append("# Needed and not found. Take `#` out where you give the name:")
        lines += ["# " + set_entry(name, base[name]).replace(ALIAS, '""') for name in lacking]
        used = set(self.names.values())
        rest = [printable(f"# left out: {name} ({why})") for name, why in self.doubtful.items()
                if name not in used]  # fmt: skip
        rest += [printable(f"# {said}: {', '.join(own)}") for said, own in self.rest.items()]
        if rest:
            lines += ["# Not used. To use a name, add a line as above. --page lists the landmarks:"]
        lines += rest
        return "\n".join(lines) + "\n"


def guess(markers: Markers, static: Markers | None = None) -> Guess:
    """Read the names of a trial and of its static trial as landmarks.

    Args:
        markers: markers of the trial, in the world frame.
        static: markers of the static trial; it may show markers that the trial lacks.
    Raises:
        MarkersMissing: the names are those of several people.
    """
    renew_words()
    require_one_body(markers.names)
    trials = [markers] if static is None else [markers, static]
    names = list(dict.fromkeys(name for trial in trials for name in trial.names))
    places = Places(trials)
    sides, unknown = sides_of(names, places)
    every = _read(names, sides if unknown else {})
    require_one_place(every, places)
    joints = joint_centres(every, places)
    if joints:
        rest = tuple(name for name in names if name not in joints.values())
        return Guess(joints, {}, (), rest, KEY_POINTS)
    computed = {own: why for trial in trials for own, why in computed_points(trial, every).items()}
    kept = [name for name in names if name not in computed]
    readings = _read(kept, sides if unknown else {})
    if unknown == 2:
        back = faces_back(Draft(*cheapest(readings, {}), places))
        if back is None:
            # which side is left is a guess
            sides = {}
        elif back:
            sides = {n: own._replace(side=SIDES[own.side == SIDES[0]]) for n, own in sides.items()}
        readings = _read(kept, sides)
    draft = _assigned(readings, places, sides)
    if pelvis_turned(draft):
        turned = (draft.names[f"{side}_asis"] for side in SIDES)
        draft.doubtful |= dict.fromkeys(turned, "left and right of the pelvis are exchanged")
    name_ends_of_feet(draft)
    name_outer_edges_of_feet(draft)
    name_inner_edges_of_feet(draft)
    name_metatarsals_without_ray(draft, metatarsals_without_ray(names))
    name_wands(draft)
    doubtful = draft.doubtful | dict(sorted(computed.items()))
    # a name that no word tells may have been read by its place
    taken = {*draft.names.values(), *doubtful}
    unread = tuple(name for name, found in readings.items() if not found and name not in taken)
    said = {*taken, *unread}
    elsewhere_on_body = tuple(name for name in names if name not in said)
    arms = on_arms(draft.names) if elsewhere_on_body else {}
    legs = {canonical: name for canonical, name in draft.names.items() if name not in arms}
    return Guess(legs, doubtful | dict(arms), unread, elsewhere_on_body)


def _read(names: Sequence[str], sides: Mapping[str, Sided]) -> Mapping[str, Sequence[Reading]]:
    """Readings of names whose sides no known word tells, by words for left and right."""
    told = {n: f"{sides[n].side} {sides[n].common}" if n in sides else n for n in names}
    found = read_names(told.values())
    return {name: found[own] for name, own in told.items()}


def _assigned(
    readings: Mapping[str, Sequence[Reading]], places: Places, sides: Mapping[str, Sided]
) -> Draft:
    """All names at once to landmarks that they may mean, at the least price together.

    By names alone first, and with exchanged labels put back; then what lies elsewhere than the sure
    ones let it is dearer, and at last left out.
    """
    draft = Draft(*cheapest(readings, {}), places)
    crossed = legs_crossed(draft)
    if crossed:
        readings = {name: [mirrored(one) for one in found] for name, found in readings.items()}
        draft = Draft(*cheapest(readings, {}), places)
    exchange: dict[str, str] = {}
    as_labelled: set[str] = set()
    for exchanged in (fronts, partial(other_sides, twins=sides), neighbours):
        if pairs := exchanged(draft):
            readings = {name: readings[pairs.get(name, name)] for name in readings}
            draft = Draft(*cheapest(readings, {}), places)
            # what the other side's landmark was in exchanged legs has the right label
            if crossed and exchanged is not neighbours:
                as_labelled |= pairs.keys()
            exchange |= pairs
    for _ in range(2):
        sure = {stem: name for stem, name in draft.names.items() if name not in draft.doubtful}
        away = elsewhere(readings, sure, places)
        draft = Draft(*cheapest(readings, away), places)
    sides = {
        name: own for name, own in sides.items()
        if name in readings and name not in exchange and not names_elsewhere(name)
        and all(one.landmark for one in readings[name])
        # a marker on one side alone that no word tells may only tell the sides apart
        and (own.twin in readings
             or (not own.twin and any(one.price <= DEAREST for one in readings[name])))
    }  # fmt: skip
    # numba comes with it, which a glance into a file with known names does without
    from ambulo.mocap.naming.by_place import by_place

    by_letters = draft.doubtful
    pending, before = dict[str, Sided](), draft.names
    for _ in range(0 if crossed else 4):
        read = {*draft.names.values()} - draft.doubtful.keys()
        also = sides.keys() - read
        if not also - pending.keys() and before == draft.names:
            break
        before = draft.names
        pending |= {name: sides[name] for name in sorted(also)}
        both = by_place(readings, draft, pending)
        draft = Draft(*cheapest(both, elsewhere(both, sure, places)), places)
    known = {*draft.names.values(), *draft.doubtful}
    draft.doubtful |= {
        name: away.get((name, readings[name][0].stem), why)
        for name, why in by_letters.items() if name not in known
    }  # fmt: skip
    for side in SIDES:
        front, back = (draft.names.get(f"{side}_{spine}", "") for spine in ("asis", "psis"))
        loose = [
            any(one.landmark == "pelvis" for one in readings.get(n, ())) for n in (front, back)
        ]
        if front and loose == [False, True]:
            draft.doubtful[back] = (
                "its name says only pelvis, and it was read as the back of the pelvis, because the "
                "front spine has a name of its own"
            )
    tell_lateral_from_medial(draft)
    odd = contradicted(draft.names, places)
    draft.names = {canonical: name for canonical, name in draft.names.items() if name not in odd}
    draft.doubtful |= odd
    if crossed:
        legs = (own for name, own in draft.names.items() if on_leg(name) and own not in as_labelled)
        draft.doubtful |= dict.fromkeys(legs, "left and right of the legs are exchanged")
    for name, other in exchange.items():
        if name not in as_labelled:
            why = f"by the places of the markers, its label is exchanged with {other}"
            draft.doubtful[name] = why
    return draft
