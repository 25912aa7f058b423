"""Body mass against the plates, and whether a foot stands beside its plate."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence, NotChecked, gate
from ambulo.math.arrays import BoolArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Event, Gate, GroundReaction, Subject

__all__ = ["check", "mass_gates"]

# body mass changes by clothes and instruments; beyond this the mass or the plates are wrong
MASS_LIMIT = 0.06


def check(evidence: Evidence) -> list[Gate | NotChecked]:
    """The weight on the plates against the body mass."""
    steps, gates = evidence.steps, list[Gate | NotChecked]()
    if steps.plates is not None:
        subject = evidence.body.model.subject
        gates += mass_gates(steps.plates, evidence.shared, steps.events, subject)
    why = "no whole step or single support is measured by the plates"
    return gates or [NotChecked(f"The mass was not checked against the plates: {why}.")]


def mass_gates(
    plates: GroundReaction,
    from_motion: GroundReaction | None,
    events: Sequence[Event],
    subject: Subject,
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
    Returns:
        One gate, or none where no step is wholly measured.
    """
    known = np.asarray(plates.known.all(axis=1))
    vertical = plates.force[:, :, 2].sum(axis=1)
    if from_motion is not None:
        needed = from_motion.force[:, :, 2].sum(axis=1)
        judged = known & from_motion.known.all(axis=1) & (vertical > 0.0) & (needed > 0.0)
        if not judged.any():
            return []
        ratio = float(vertical[judged].mean() / needed[judged].mean())
        gates = [_mass_gate(ratio, f"{judged.sum()} frames")]
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
    return [_mass_gate(ratio, f"mean over {len(loads)} step{'s' if len(loads) > 1 else ''}")]


def _foot_gates(
    plates: GroundReaction, from_motion: GroundReaction, judged: BoolArray
) -> list[Gate]:
    """Whether a foot that stands alone is carried by its plate as the other is by its own.

    A wrong mass shows under both feet alike; a foot that is partly beside its plate does not.
    """
    carried = {}
    for s, side in enumerate(SIDES):
        alone = judged & (plates.force[:, s, 2] > 0.0) & (plates.force[:, 1 - s, 2] == 0.0)
        if alone.any():
            needed = float(from_motion.force[alone, s, 2].mean())
            if needed > 0.0:
                carried[side] = float(plates.force[alone, s, 2].mean()) / needed
    if len(carried) < 2:
        return []
    light, full = sorted(carried, key=lambda side: carried[side])
    return [
        gate(
            f"{light} foot all on its plate",
            100.0 * (carried[full] - carried[light]),
            100.0 * MASS_LIMIT,
            "% of the load missing",
            f"In single support the plates carry {100 * carried[light]:.0f} % of what the motion "
            f"needs under the {light} foot and {100 * carried[full]:.0f} % under the {full}: part "
            f"of the {light} foot is beside its plate, and its moments are too small",
        )
    ]


def _mass_gate(ratio: float, source: str) -> Gate:
    return gate(
        "mass against plates",
        100.0 * abs(ratio - 1.0),
        100.0 * MASS_LIMIT,
        "%",
        f"The plates carry {100 * ratio:.0f} % of what the body mass needs ({source}); "
        "check the mass, or the plates' calibration",
    )
