"""Quality gates: how far an analysis can be trusted, each check with its limit and remedy."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import (
    SIDES,
    Event,
    Gate,
    GroundReaction,
    Model,
    PlateContact,
    Stride,
    Subject,
)

__all__ = [
    "contact_gate",
    "event_gates",
    "gate",
    "marker_gates",
    "mass_gates",
    "not_judged",
    "plane_gate",
    "pressure_gates",
    "residual_gates",
    "stride_gate",
    "trunk_gate",
]

# Hicks et al. (2015), J Biomech Eng 137:020905: marker errors below 2 cm rms and 4 cm at most,
# residual force below 5 % of the external force, residual moment below 1 % of centre-of-mass
# height times external force
MARKER_RMS_LIMIT = 0.02
MARKER_MAX_LIMIT = 0.04
RESIDUAL_FORCE_LIMIT = 0.05
RESIDUAL_MOMENT_LIMIT = 0.01
# body mass changes by clothes and instruments; beyond this the mass or the plates are wrong
MASS_LIMIT = 0.06
# s; events from the motion differ from a person's by a few hundredths (O'Connor et al. 2007)
EVENT_LIMIT = 0.12
# s; an event of the same foot that is farther away is another step's
SAME_STEP = 0.3
# the pressure of a shod foot stays within its sole, about this far from the line heel to toe
PRESSURE_LIMIT = 0.05
# m; by what published tables place the trunk's centre of mass differently, and half as much again
TRUNK_SHIFT_LIMIT = 0.03


def gate(name: str, value: float, limit: float, unit: str, remedy: str) -> Gate:
    """A check that passes when the value is finite and not above the limit."""
    return Gate(
        name, float(value), limit, unit, bool(np.isfinite(value) and value <= limit), remedy
    )


def marker_gates(model: Model, residual: FloatArray) -> tuple[Gate, Gate]:
    """Root mean square distance over all markers, and the largest rms of any one marker.

    Args:
        residual: (frames, nm) m, NaN in gaps.
    """
    mean_square = np.nanmean(residual**2, axis=0)
    worst = int(np.nanargmax(mean_square))
    return (
        gate(
            "marker fit, all markers",
            1e3 * np.sqrt(np.nanmean(residual**2)),
            1e3 * MARKER_RMS_LIMIT,
            "mm rms",
            "Check that the static trial is the same subject and marker placement",
        ),
        gate(
            f"marker fit, worst marker ({model.marker_names[worst]})",
            1e3 * np.sqrt(mean_square[worst]),
            1e3 * MARKER_MAX_LIMIT,
            "mm rms",
            f"Check the labels and placement of {model.marker_names[worst]} and the markers by it",
        ),
    )


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


def residual_gates(
    residual: FloatArray, ground: GroundReaction, height_of_mass: float
) -> list[Gate]:
    """Wrench that plates and motion leave over, against the measured ground reaction.

    Args:
        residual: (frames, 6) N*m, N; NaN where the ground reaction is not known.
        ground: as measured.
        height_of_mass: mean height of the centre of mass, m.
    Returns:
        Two gates, none if both feet are never known together.
    """
    judged = residual[np.isfinite(residual).all(axis=1)]
    if not len(judged):
        return []
    total = np.linalg.norm(ground.force.sum(axis=1), axis=1)
    peak = float(np.nanmax(total))
    rms = np.sqrt(np.mean(judged**2, axis=0))
    force, moment = float(np.linalg.norm(rms[3:])), float(np.linalg.norm(rms[:3]))
    return [
        gate(
            "residual force",
            100.0 * force / peak,
            100.0 * RESIDUAL_FORCE_LIMIT,
            "% of peak ground reaction",
            "Check mass, plate position and synchronisation of plates and cameras",
        ),
        gate(
            "residual moment",
            100.0 * moment / (peak * height_of_mass),
            100.0 * RESIDUAL_MOMENT_LIMIT,
            "% of peak ground reaction x height of the centre of mass",
            "Check plate position and the trunk's markers; parameters = dumas2007 in the "
            "configuration has centres of mass beside the lines between joints",
        ),
    ]


def trunk_gate(shift: FloatArray) -> Gate:
    """Whether the plates move the trunk's centre of mass farther than people differ.

    Args:
        shift: (2,) m, from where the segment parameter table has it.
    """
    return gate(
        "trunk's centre of mass by the plates against the table",
        1e3 * float(np.linalg.norm(shift)),
        1e3 * TRUNK_SHIFT_LIMIT,
        "mm",
        "Check the plates' position and the trunk's markers; the shift may make up for them",
    )


def plane_gate(moved: FloatArray) -> Gate:
    """Whether a walk stays in the sagittal plane: a turn shortens the segments seen from the side.

    Args:
        moved: (frames, points) m, by which planar segments of constant length move the points.
    """
    return gate(
        "walk in the sagittal plane",
        1e3 * np.sqrt(np.mean(moved**2)),
        1e3 * MARKER_RMS_LIMIT,
        "mm rms",
        "The movement leaves the plane; use --model body",
    )


def pressure_gates(ground: GroundReaction, feet: FloatArray, contacts: BoolArray) -> list[Gate]:
    """Distance of the centre of pressure from the foot it is given to.

    Args:
        ground: as measured by plates.
        feet: (frames, 2, 2, 3) m, rear and front end of each foot, order SIDES.
        contacts: (frames, 2) frames to judge.
    Returns:
        One gate, none if no foot is on a plate.
    """
    rear, front = feet[:, :, 0, :2], feet[:, :, 1, :2]
    point = ground.centre_of_pressure[:, :, :2]
    along = front - rear
    part = np.clip(np.sum((point - rear) * along, axis=2) / np.sum(along**2, axis=2), 0.0, 1.0)
    distance = np.linalg.norm(point - rear - part[..., None] * along, axis=2)
    judged = contacts & np.isfinite(distance)
    if not judged.any():
        return []
    worst = {
        side: float(np.percentile(distance[judged[:, s], s], 90))
        for s, side in enumerate(SIDES)
        if judged[:, s].any()
    }
    side = max(worst, key=lambda name: worst[name])
    return [
        gate(
            f"centre of pressure under the foot ({side})",
            1e3 * worst[side],
            1e3 * PRESSURE_LIMIT,
            "mm from the foot's axis (90th percentile)",
            "Check the plates' corners and origin, and that the plate's foot is the right one",
        )
    ]


def contact_gate(contacts: Sequence[PlateContact], feet_on_ground: BoolArray) -> Gate:
    """Whether at least one foot contact is wholly on a plate of its own.

    Args:
        contacts: as assigned.
        feet_on_ground: (frames, 2), to tell a trial without steps.
    """
    whole = sum(contact.quality == "whole" for contact in contacts)
    reasons = "; ".join(c.reason for c in contacts if c.quality != "whole")
    why = reasons or (
        "no plate was stepped on" if feet_on_ground.any() else "no step was found in the trial"
    )
    return gate(
        "a foot wholly on a plate",
        max(0, 1 - whole),
        0,
        "missing",
        f"{why[0].upper()}{why[1:]}: moments of a standing leg are not backed by a plate",
    )


def stride_gate(strides: Sequence[Stride]) -> Gate:
    """Whether the subject takes at least one stride, over which results can be given."""
    return gate(
        "a whole stride",
        max(0, 1 - len(strides)),
        0,
        "missing",
        "No two strikes of one foot were found: this is no walk, or a short piece of one; results "
        "are given over time only",
    )


def event_gates(written: Sequence[Event], by_motion: Sequence[Event]) -> list[Gate]:
    """Whether strikes and offs in the file are where the feet's motion has them.

    Args:
        written: in the file.
        by_motion: as the feet's vertical velocity tells; what it did not find is not held against
            the file.
    Returns:
        Number of contradicted events as a gate; none without events in the file.
    """
    contradicted = []
    for event in written:
        away = {
            side: min(
                (
                    abs(other.time - event.time)
                    for other in by_motion
                    if (other.side, other.kind) == (side, event.kind)
                ),
                default=np.inf,
            )
            for side in SIDES
        }
        own, others = away[event.side], min(away[side] for side in SIDES if side != event.side)
        if own > EVENT_LIMIT and (others < EVENT_LIMIT or own < SAME_STEP):
            why = "it is the other foot's" if others < EVENT_LIMIT else f"it is {own:.2f} s away"
            contradicted.append(f"{event.side} {event.kind} at {event.time:.2f} s, {why}")
    if not written:
        return []
    return [
        gate(
            "events in the file against the feet's motion",
            len(contradicted),
            0,
            "events",
            f"By the motion of the feet: {'; '.join(contradicted)}. Correct or delete these events",
        )
    ]


def not_judged(
    gates: Sequence[Gate], whole_body: bool, contacts: Sequence[PlateContact]
) -> list[str]:
    """Checks that the trial did not allow, and why, one sentence each.

    Args:
        gates: checks that were made.
        whole_body: whether the model has the upper body.
        contacts: as assigned.
    """
    made = {gate.name for gate in gates}
    measured = any(contact.quality == "whole" for contact in contacts)
    said = []
    if "mass against plates" not in made:
        why = "no whole step or single support is measured by the plates"
        said.append(f"The mass was not checked against the plates: {why}.")
    if "residual force" not in made:
        why = (
            "the model has no upper body"
            if not whole_body
            else "no plate is loaded"
            if not contacts
            else "the plates never measure all that touches the ground"
        )
        said.append(f"Residual forces were not checked: {why}.")
    if not measured:
        said.append("The centre of pressure was not checked: no foot is wholly on a plate.")
    return said
