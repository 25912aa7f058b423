"""Checks of the body mass against the plates, and of feet that are partly beside their plate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.table import limits
from ambulo.gait.trunk_balance import whole_steps
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import (
    SIDES,
    Event,
    Facts,
    ForcePlate,
    GroundReaction,
    PlateContact,
    Side,
    Subject,
)
from ambulo.records.sides import OTHER

# m; from the ankle to the ball of the foot
_LEVER = 0.15
_ROUNDED = 0.5
"""kg; a mass in whole kilograms is the file's own."""
_SEATED = 0.5
"""Share of the given weight: if the plates under both feet carry less, a seat explains it."""


def check(evidence: Evidence) -> list[Finding]:
    """The weight on the plates compared with the body mass.

    With a very wrong mass, every foot seems partly beside its plate, and no frame is left to
    compare. Then the load in single support decides, if two feet agree on it.
    """
    steps, found = evidence.steps, list[Finding]()
    subject = evidence.body.model.subject
    weighed = weighed_mass(steps.contacts)
    if steps.plates is not None:
        found += carried_mass(
            steps.plates,
            evidence.ground.shared,
            steps.events,
            subject,
            weighed,
            supported=evidence.supported,
        )
    problem = evidence.ground.problem
    if not found and steps.plates is not None and problem is not None:
        found += _in_place(steps.plates, problem.total[:, 5], evidence.supported, subject)
    if not found and ACTIVITIES[evidence.activity.name].still and not evidence.other_support:
        found += standing_weight(steps.contacts, evidence.trial.plates, steps.time, subject)
    if not found and weighed is not None and not evidence.other_support:
        found.append(_mass(weighed / evidence.mass, "alone", 0, subject, weighed))
    stepping = evidence.activity.stepping
    if not steps.contacts:
        why = "unloaded"
    elif evidence.other_support:
        why = "supported"
    else:
        why = "no_whole_step" if stepping else "not_all_carried"
    found = [beside_the_file(one, evidence.mass, evidence.trial.subject.mass) for one in found]
    return found or [Finding("mass", facts={"stepping": stepping}, why=why)]


def beside_the_file(one: Finding, given: float, stated: float | None) -> Finding:
    """The finding. The mass names the one that the trial's file states, if another was given.

    Args:
        given, stated: kg, used and in the file; None if the file has none.
    """
    if one.id != "mass" or stated is None or abs(stated - given) < _ROUNDED:
        return one
    return replace(one, facts={**one.facts, "in_file": True, "stated": stated})


def weighed_mass(contacts: Sequence[PlateContact]) -> float | None:
    """Mass on which two plates agree, kg; None if they do not agree, or if the subject stood on
    only one of them alone.
    """
    carried = [contact.carried for contact in contacts if contact.carried is not None]
    plates = {contact.plate for contact in contacts if contact.carried is not None}
    if len(plates) < 2 or differs(max(carried) / min(carried)):
        return None
    return float(np.mean(carried))


def carried_mass(
    plates: GroundReaction,
    from_motion: GroundReaction | None,
    events: Sequence[Event],
    subject: Subject,
    weighed: float | None = None,
    *,
    supported: BoolArray,
) -> list[Finding]:
    """Difference of the weight on the plates from the given body mass.

    With the whole body, the vertical force of the plates is compared with the force that the motion
    needs, in all frames of single support in which both are known. Without it, the mean force over
    a step is compared with the weight. A step lasts from one strike to the next strike of the other
    foot, after which the vertical motion repeats.

    Args:
        plates: as measured.
        from_motion: resultant of the whole body's motion, assigned to the feet; None for legs only.
        events: strikes that bound the steps.
        subject: with mass.
        weighed: kg, mass on which the plates agree; None if they do not.
        supported: (frames,) in which something besides the feet carries the subject; left out.
    Returns:
        Empty if no step is wholly measured, or if steps contradict single support.
    """
    known = np.asarray(plates.known.all(axis=1))
    vertical = plates.force[:, :, 2].sum(axis=1)
    if from_motion is not None:
        needed = from_motion.force[:, :, 2].sum(axis=1)
        judged = known & from_motion.known.all(axis=1) & (vertical > 0.0) & (needed > 0.0)
        judged &= ~supported
        if not judged.any():
            return []
        # a foot beside its plate is said by itself, and tells nothing about the mass
        whole = judged & ~beside_plate(plates, from_motion)
        ratio = float(vertical[whole].mean() / needed[whole].mean())
        mass = _mass(ratio, "frames", int(whole.sum()), subject, weighed)
        return [mass, *_feet(plates, from_motion, judged)]
    assert subject.mass is not None
    strikes = [event for event in events if event.kind == "strike"]
    loads = [
        vertical[(plates.time >= start) & (plates.time < stop)].mean()
        for start, stop in whole_steps(plates.time, strikes, known)
    ]
    if not loads:
        return []
    carried = float(np.mean(loads)) / STANDARD_GRAVITY
    # a body that rises or sinks over the step shows another weight than it has
    if weighed is not None and differs(carried / weighed):
        return []
    return [_mass(carried / subject.mass, "steps", len(loads), subject, weighed)]


def standing_weight(
    contacts: Sequence[PlateContact],
    plates: Sequence[ForcePlate],
    time: FloatArray,
    subject: Subject,
) -> list[Finding]:
    """The weight on all plates of a subject who stands still, also with both feet on one plate.

    Args:
        contacts: of the feet with the plates.
        plates: as measured.
        time: (frames,) s.
        subject: with mass.
    Returns:
        Empty if the plates never measure both feet at once, or if something else carries most.
    """
    carried = np.zeros((len(time), 2), dtype=bool)
    for contact in contacts:
        if contact.quality == "partial" and not contact.cut:
            continue
        during = (time >= contact.start) & (time <= contact.stop)
        for s, side in enumerate(SIDES):
            carried[:, s] |= during & (contact.side in (side, None))
    load = np.zeros(len(time))
    for plate in plates:
        load += np.interp(time, plate.time, plate.force[:, 2])
    both = carried.all(axis=1) & np.isfinite(load)
    if not both.any():
        return []
    assert subject.mass is not None
    ratio = float(load[both].mean()) / (STANDARD_GRAVITY * subject.mass)
    return [] if ratio < _SEATED else [_mass(ratio, "standing", int(both.sum()), subject, None)]


def _in_place(
    plates: GroundReaction, needed: FloatArray, supported: BoolArray, subject: Subject
) -> list[Finding]:
    """The weight on the plates against what the motion needs, where they measure all that carries.

    In flight neither is anything; left out, a delay of the plates would count as mass.

    Args:
        plates: as measured.
        needed: (frames,) N, vertical force that the motion needs.
        supported: (frames,) in which something besides the feet carries the subject; left out.
        subject: with mass.
    """
    vertical = plates.force[:, :, 2].sum(axis=1)
    judged = plates.known.all(axis=1) & ~supported
    if not (vertical[judged] > 0.0).any():
        return []
    ratio = float(vertical[judged].mean() / needed[judged].mean())
    return [_mass(ratio, "frames", int(judged.sum()), subject, None)]


def beside_plate(plates: GroundReaction, from_motion: GroundReaction) -> BoolArray:
    """Frames (frames,) in which a foot is partly beside its plate, according to the missing load.

    This is only known if the plate of the other foot agrees with the mass. Otherwise the mass or a
    gain may be wrong.

    Args:
        plates: as measured.
        from_motion: resultant of the whole body's motion, given to the feet.
    """
    found = odd_foot(plates, from_motion)
    if found is None or found.share > 1.0:
        return np.zeros(len(plates.time), dtype=bool)
    return np.asarray(plates.force[:, SIDES.index(found.side), 2] > 0.0)


class OddFoot(NamedTuple):
    """A foot with too small or too large a load, while the plate of the other foot agrees with the
    mass.

    Args:
        side: of the foot.
        share: load on its plate divided by the load on the other plate.
    """

    side: Side
    share: float

    @property
    def check(self) -> str:
        """Id of the check that reports this."""
        return f"{'foot_like_other' if self.share > 1.0 else 'foot_on_plate'}.{self.side}"


def odd_foot(plates: GroundReaction, from_motion: GroundReaction) -> OddFoot | None:
    """The foot that differs; None if both plates agree, or if neither agrees with the mass.

    Args:
        plates: as measured.
        from_motion: resultant of the whole body's motion, given to the feet.
    """
    judged = np.asarray(plates.known.all(axis=1)) & from_motion.known.all(axis=1)
    carried = _carried(plates, from_motion, judged & (plates.force[:, :, 2].sum(axis=1) > 0.0))
    odd = _odd(carried)
    return None if odd is None else OddFoot(odd, carried[odd] / carried[OTHER[odd]])


def differs(ratio: float) -> bool:
    """Whether a ratio of masses or loads is farther from one than in correct recordings."""
    return 100.0 * abs(ratio - 1.0) > limits("mass")[0]


def _odd(carried: Mapping[Side, float]) -> Side | None:
    """The foot whose share is not what the mass needs, while the other's is."""
    if len(carried) < 2 or not differs(1.0 + abs(carried["left"] - carried["right"])):
        return None
    off = [side for side in SIDES if differs(carried[side])]
    return off[0] if len(off) == 1 else None


def _carried(
    plates: GroundReaction, from_motion: GroundReaction, judged: BoolArray
) -> dict[Side, float]:
    """Share of what the motion needs that a foot's plate carries while it stands alone."""
    carried: dict[Side, float] = {}
    for s, side in enumerate(SIDES):
        alone = judged & (plates.force[:, s, 2] > 0.0) & (plates.force[:, 1 - s, 2] == 0.0)
        if alone.any():
            needed = float(from_motion.force[alone, s, 2].mean())
            if needed > 0.0:
                carried[side] = float(plates.force[alone, s, 2].mean()) / needed
    return carried


def _feet(plates: GroundReaction, from_motion: GroundReaction, judged: BoolArray) -> list[Finding]:
    """Whether a foot that stands alone is carried by its plate as the other is by its own.

    A wrong mass shows under both feet alike; a foot that is partly beside its plate, or a plate of
    another gain, does not.
    """
    carried = _carried(plates, from_motion, judged)
    if len(carried) < 2:
        return []
    light, full = sorted(carried, key=lambda side: carried[side])
    odd = _odd(carried)
    apart = carried[full] - carried[light]
    force = from_motion.force[judged, SIDES.index(light), 2]
    facts: Facts = {
        "light": light,
        "full": full,
        "light_carries": carried[light],
        "full_carries": carried[full],
        "short": 1.0 - carried[light] / carried[full],
        "over": carried[full] / carried[light] - 1.0,
        "lever": _LEVER * apart * float(np.max(force, initial=0.0)),
        "either": odd is None,
    }
    id = f"foot_like_other.{full}" if odd == full else f"foot_on_plate.{light}"
    return [Finding(id, "", 100.0 * apart, facts)]


def _mass(ratio: float, seen: str, count: int, subject: Subject, weighed: float | None) -> Finding:
    """Of what plates carry in shares of what the mass needs, in so many frames or steps."""
    off = abs(ratio - 1.0)
    agreed = weighed is not None and differs(ratio)
    assert subject.mass is not None
    carried = ratio * subject.mass  # on the basis of the value that is graded
    facts: Facts = {
        "ratio": ratio,
        "off": off,
        "carried": carried,
        "seen": seen,
        "count": count,
        "agreed": agreed,
        "much": ratio > 1.0,
        "in_file": False,
    }
    if weighed is not None:
        facts = {**facts, "weighed": weighed, "given": subject.mass, "measured": carried}
    return Finding("mass", "", 100.0 * off, facts)
