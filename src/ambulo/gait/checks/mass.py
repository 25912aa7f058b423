"""Body mass against the plates, and whether a foot stands beside its plate."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate, unknown, unloaded
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Event, Gate, GroundReaction, PlateContact, Side, Subject

__all__ = [
    "MASS_LIMIT",
    "MASS_UNUSABLE",
    "OddFoot",
    "beside_plate",
    "check",
    "mass_gates",
    "odd_foot",
]

# body mass changes by clothes and instruments; beyond this the mass or the plates are wrong
MASS_LIMIT = 0.06
# moments per kilogram, or those of a foot beside its plate, are off by as much as the load
MASS_UNUSABLE = 0.15
# m; from the ankle to the ball of the foot
_LEVER = 0.15


def check(evidence: Evidence) -> list[Gate]:
    """The weight on the plates against the body mass.

    A mass far off makes every contact look partial, so that no frame is left to compare: then what
    the plates carry in single support decides, if two feet agree on it.
    """
    steps, gates = evidence.steps, list[Gate]()
    subject = evidence.body.model.subject
    weighed = weighed_mass(steps.contacts)
    if steps.plates is not None:
        gates += mass_gates(
            steps.plates,
            evidence.ground.shared,
            steps.events,
            subject,
            weighed,
            evidence.supported,
        )
    problem = evidence.ground.problem
    if not gates and steps.plates is not None and problem is not None:
        gates += _gates_in_place(steps.plates, problem.total[:, 5], evidence.supported, subject)
    if not gates and weighed is not None and not evidence.other_support:
        assert subject.mass is not None
        gates.append(_mass_gate(weighed / subject.mass, "single support", subject, weighed))
    name, cost = "mass against plates", "Moments per kilogram are off by as much as the mass."
    if not steps.contacts and not gates:
        return [unloaded(name, cost)]
    return gates or [
        unknown(
            name,
            "Something beside the feet carries the subject in every step that plates measure."
            if evidence.other_support
            else "No whole step or single support is measured by the plates, or they disagree."
            if evidence.activity.stepping
            else "The plates never measure all that the feet carry.",
            "Weigh the subject, or record steps wholly on plates"
            if evidence.activity.stepping
            else "Weigh the subject, or record both feet on plates",
            cost,
        )
    ]


def weighed_mass(contacts: Sequence[PlateContact]) -> float | None:
    """Mass on which two plates agree, kg; None if they do not, or only one was stood on alone."""
    carried = [contact.carried for contact in contacts if contact.carried is not None]
    plates = {contact.plate for contact in contacts if contact.carried is not None}
    if len(plates) < 2 or max(carried) > (1.0 + MASS_LIMIT) * min(carried):
        return None
    return float(np.mean(carried))


def mass_gates(
    plates: GroundReaction,
    from_motion: GroundReaction | None,
    events: Sequence[Event],
    subject: Subject,
    weighed: float | None = None,
    supported: BoolArray | None = None,
) -> list[Gate]:
    """Deviation of the weight on the plates from the body mass given.

    With the whole body's motion, the plates' vertical force is compared with what the motion
    needs, over all frames of single support that both know. Without, its mean over a step (from
    one strike to the next of the other foot, after which the vertical motion repeats) is compared
    with the weight.

    Args:
        plates: as measured.
        from_motion: resultant of the whole body's motion, given to the feet; None for legs only.
        events: strikes that bound the steps.
        subject: with mass.
        weighed: kg, mass on which the plates agree; None if they do not.
        supported: (frames,) in which something beside the feet carries, left out.
    Returns:
        One gate, or none where no step is wholly measured.
    """
    known = np.asarray(plates.known.all(axis=1))
    vertical = plates.force[:, :, 2].sum(axis=1)
    if from_motion is not None:
        needed = from_motion.force[:, :, 2].sum(axis=1)
        judged = known & from_motion.known.all(axis=1) & (vertical > 0.0) & (needed > 0.0)
        if supported is not None:
            judged &= ~supported
        if not judged.any():
            return []
        # a foot beside its plate is said by itself, and tells nothing about the mass
        whole = judged & ~beside_plate(plates, from_motion)
        ratio = float(vertical[whole].mean() / needed[whole].mean())
        gates = [_mass_gate(ratio, f"{whole.sum()} frames", subject, weighed)]
        return gates + _foot_gates(plates, from_motion, judged)
    assert subject.mass is not None
    strikes = sorted((e.time, e.side) for e in events if e.kind == "strike")
    loads = []
    for (start, side), (stop, other) in itertools.pairwise(strikes):
        step = (plates.time >= start) & (plates.time < stop)
        if side != other and step.any() and known[step].all():
            loads.append(vertical[step].mean())
    if not loads:
        return []
    ratio = float(np.mean(loads)) / (subject.mass * STANDARD_GRAVITY)
    source = f"mean over {len(loads)} step{'s' if len(loads) > 1 else ''}"
    return [_mass_gate(ratio, source, subject, weighed)]


def _gates_in_place(
    plates: GroundReaction, needed: FloatArray, supported: BoolArray | None, subject: Subject
) -> list[Gate]:
    """The weight on the plates against what the motion needs, where they measure all that carries.

    In flight neither is anything; left out, a delay of the plates would count as mass.

    Args:
        plates: as measured.
        needed: (frames,) N, vertical force that the motion needs.
        supported: (frames,) in which something beside the feet carries, left out.
        subject: with mass.
    """
    vertical = plates.force[:, :, 2].sum(axis=1)
    judged = np.asarray(plates.known.all(axis=1))
    if supported is not None:
        judged &= ~supported
    if not (vertical[judged] > 0.0).any():
        return []
    ratio = float(vertical[judged].mean() / needed[judged].mean())
    return [_mass_gate(ratio, f"{judged.sum()} frames", subject, None)]


def beside_plate(plates: GroundReaction, from_motion: GroundReaction) -> BoolArray:
    """Frames (frames,) in which a foot stands partly beside its plate, by the load that is missing.

    Only where the other foot's plate bears out the mass: else the mass or a gain may be wrong.

    Args:
        plates: as measured.
        from_motion: resultant of the whole body's motion, given to the feet.
    """
    found = odd_foot(plates, from_motion)
    if found is None or found.share > 1.0:
        return np.zeros(len(plates.time), dtype=bool)
    return np.asarray(plates.force[:, SIDES.index(found.side), 2] > 0.0)


class OddFoot(NamedTuple):
    """A foot whose load is too small or too large, while the other's plate bears out the mass.

    Args:
        side: of the foot.
        share: what its plate shows, in shares of what the other's does.
    """

    side: Side
    share: float

    @property
    def check(self) -> str:
        """Name of the check that says so."""
        return _plate_alike(self.side) if self.share > 1.0 else _on_plate(self.side)


def odd_foot(plates: GroundReaction, from_motion: GroundReaction) -> OddFoot | None:
    """The foot that differs; None where both plates go together, or neither bears out the mass.

    Args:
        plates: as measured.
        from_motion: resultant of the whole body's motion, given to the feet.
    """
    judged = np.asarray(plates.known.all(axis=1)) & from_motion.known.all(axis=1)
    carried = _carried(plates, from_motion, judged & (plates.force[:, :, 2].sum(axis=1) > 0.0))
    odd = _odd(carried)
    return None if odd is None else OddFoot(odd, carried[odd] / carried[_other(odd)])


def _other(side: Side) -> Side:
    return SIDES[1 - SIDES.index(side)]


def _on_plate(side: Side) -> str:
    return f"{side} foot all on its plate"


def _plate_alike(side: Side) -> str:
    return f"{side} foot's plate like the {_other(side)}'s"


def _odd(carried: Mapping[Side, float]) -> Side | None:
    """The foot whose share is not what the mass needs, while the other's is."""
    if len(carried) < 2 or abs(carried["left"] - carried["right"]) <= MASS_LIMIT:
        return None
    off = [side for side in SIDES if abs(carried[side] - 1.0) > MASS_LIMIT]
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


def _foot_gates(
    plates: GroundReaction, from_motion: GroundReaction, judged: BoolArray
) -> list[Gate]:
    """Whether a foot that stands alone is carried by its plate as the other is by its own.

    A wrong mass shows under both feet alike; a foot that is partly beside its plate, or a plate of
    another gain, does not.
    """
    carried = _carried(plates, from_motion, judged)
    if len(carried) < 2:
        return []
    light, full = sorted(carried, key=lambda side: carried[side])
    odd = _odd(carried)
    found = (
        f"In single support the plates carry {100 * carried[light]:.0f} % of what the motion "
        f"needs under the {light} foot and {100 * carried[full]:.0f} % under the {full}"
    )
    short = 100.0 * (1.0 - carried[light] / carried[full])
    over = 100.0 * (carried[full] / carried[light] - 1.0)
    force = from_motion.force[judged, SIDES.index(light), 2]
    lever = _LEVER * (carried[full] - carried[light]) * float(np.max(force, initial=0.0))
    missing = (
        f"Ankle, knee and hip moments of the {light} leg are too small by about {short:.0f} %; "
        f"where toes or heel are beside it, by up to {lever:.0f} N·m."
    )
    too_large = (
        f"Ankle, knee and hip moments of the {full} leg are too large by about {over:.0f} %."
    )
    if odd == full:
        name, unit = _plate_alike(full), "% of the load too much"
        remedy = (
            f"{found}: the gain of the plate under the {full} foot is too large, or something else "
            "presses on it"
        )
        cost = too_large
    else:
        name, unit = _on_plate(light), "% of the load missing"
        remedy = (
            f"{found}: part of the {light} foot is beside its plate, and its moments are too "
            "small, or that plate's gain is"
        )
        cost = missing
        if odd is None:
            remedy += f"; or the gain of the plate under the {full} foot is too large"
            cost = f"{missing} Or: {too_large[0].lower()}{too_large[1:]}"
    return [
        gate(
            name,
            100.0 * (carried[full] - carried[light]),
            100.0 * MASS_LIMIT,
            unit,
            remedy,
            unusable=100.0 * MASS_UNUSABLE,
            cost=cost,
        )
    ]


def _mass_gate(ratio: float, source: str, subject: Subject, weighed: float | None) -> Gate:
    off = abs(ratio - 1.0)
    agreed = weighed is not None and off > MASS_LIMIT
    return gate(
        "mass against plates",
        100.0 * off,
        100.0 * MASS_LIMIT,
        "%",
        f"The plates carry {100 * ratio:.0f} % of what the body mass needs ({source}); "
        "check the mass (with shoes and anything carried)"
        + ("" if agreed else ", or check the plates' calibration")
        + ("" if agreed or ratio > 1.0 else "; or part of a foot stands beside its plate"),
        unusable=100.0 * MASS_UNUSABLE,
        found=f"Both plates weigh the subject at {weighed:.0f} kg; you gave {subject.mass:.0f} kg."
        if agreed
        else "",
        cost=f"Moments per kilogram are off by about {100 * off:.0f} %.",
    )
