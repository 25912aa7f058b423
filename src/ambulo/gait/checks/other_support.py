"""Whether something beside the feet carries the subject: a seat, a rail, a cane."""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.gait.other_support import OtherSupport
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Gate

__all__ = ["check", "support_gate"]

# of the body weight, from which on moments that suppose the feet to carry all are not to be used
_LIMIT, _UNUSABLE = 10.0, 20.0


def check(evidence: Evidence) -> list[Gate]:
    """Found by plates under both feet; where nothing measures a seat, by the activity alone."""
    weight = evidence.body.model.mass * STANDARD_GRAVITY
    if evidence.other_support:
        on_plates = evidence.ground.method == "plates"
        return [support_gate(evidence.other_support, weight, from_plates=on_plates)]
    if evidence.activity.name != "sit-to-stand" or evidence.ground.method == "plates":
        return []
    return [
        gate(
            "support beside the feet",
            np.inf,
            _LIMIT,
            "% of body weight",
            "Record rises with both feet on plates",
            unusable=_UNUSABLE,
            found="A seat carries the subject, and nothing measures by how much.",
            cost="The feet are given what the seat carries: moments of the legs are wrong until "
            "the subject has left it.",
        )
    ]


def support_gate(supports: tuple[OtherSupport, ...], weight: float, *, from_plates: bool) -> Gate:
    """How much of the body weight something beside the feet carries, when and where.

    Args:
        supports: one or more.
        weight: of the body, N.
        from_plates: whether joint moments are found from the plates upwards.
    """
    most = max(supports, key=lambda support: support.most)
    each = "; ".join(
        f"{s.start:.2f} to {s.stop:.2f} s up to {s.most:.0f} N, {abs(s.ahead):.2f} m "
        f"{'ahead of' if s.ahead > 0.0 else 'behind'} the ankles, {abs(s.left):.2f} m to the "
        f"{'left' if s.left > 0.0 else 'right'}"
        for s in supports
    )
    return gate(
        "support beside the feet",
        100.0 * most.most / weight,
        _LIMIT,
        "% of body weight",
        "It is a seat, a rail, a cane or a helper, or a foot stands far beside its plate: measure "
        "it, or keep to the time without it",
        unusable=np.inf if from_plates else _UNUSABLE,
        found=f"Something beside the measured feet carries the subject: {each}.",
        cost="Moments of the legs follow from the plates and hold; those of the lumbar joint do "
        "not."
        if from_plates
        else "The feet are given what it carries: moments of the legs are wrong by as much.",
    )
