"""What a forward check proves, in a sentence, and why."""

from __future__ import annotations

import math
from typing import Literal

from ambulo.forward_check.run import ForwardCheck
from ambulo.forward_check.support import LABELS
from ambulo.multibody.integrators.time_loop import Outcome

_AS_FAR = 0.9
"""Part of the time that right forces follow, which stored ones must follow."""


Verdict = Literal["good", "unknown", "do-not-use"]
"""The stored forces give the motion back; so far as it could be followed; they do not."""


def said(check: ForwardCheck) -> tuple[Verdict, str]:
    """As `told`, in one text."""
    grade, verdict, why = told(check)
    return grade, f"{verdict} {why}".rstrip()


def told(check: ForwardCheck) -> tuple[Verdict, str, str]:
    """Whether the stored forces are those of the motion, as far as this check shows, and why.

    The equations at the frames are exact, so they are asked first; what lies between frames, and
    the frames of segments without joints, only the simulated motion tells.
    """
    wrong = _at_frames(check)
    if wrong is not None:
        return "do-not-use", wrong, ""
    outcome, reached = check.simulation.outcome, check.reached
    if outcome not in (Outcome.REACHED, Outcome.LEFT, Outcome.GROWN) and check.followed >= reached:
        return (
            "unknown",
            "It is not known how far the stored forces produce the motion.",
            f"{check.choice.method.name} gave up after {reached:.2f} of {check.simulated:.2f} s "
            f"({outcome.words}). Until then the body followed the motion. Choose another method or "
            "a shorter step.",
        )
    return _open_loop(check) if check.effort is None else _held(check)


def _at_frames(check: ForwardCheck) -> str | None:
    """What of the stored forces contradicts the motion, or each other, frame by frame."""
    miss, joints = check.miss, check.analysis.model.joints
    if miss.jointed and (miss.other_moments or miss.other_forces):
        joint, what = (
            (miss.joint, f"the moment that the motion needs differs by up to {miss.moment:.2g} N·m")
            if miss.other_moments
            else (
                miss.force_joint,
                f"the force that the motion needs differs by up to {miss.force:.2g} N",
            )
        )
        effort = (
            ""
            if check.effort is None
            else (
                f" A controller adds {size(check.effort.rms)} N·m rms over all joints to keep the "
                "body on this motion."
            )
        )
        return (
            "The stored joint moments and ground reactions do not match this motion. At the "
            f"{joints[joint].replace('_', ' ')} {what}.{effort}"
        )
    if miss.reported_others:
        return (
            "The reported joint moments differ from those stored in world axes, by up to "
            f"{miss.reported:.2g} N·m."
        )
    if miss.generalised_others:
        return (
            "The stored generalised forces (tau) do not belong to the stored joint moments. They "
            f"differ by up to {miss.generalised:.2g} N·m."
        )
    if miss.reaction.other:
        return (
            f"The stored {miss.reaction.what} of a ground reaction does not agree with the stored "
            f"force and moment about the origin. They differ by up to {miss.reaction.moment:.2g} "
            "N·m."
        )
    return None


def _open_loop(check: ForwardCheck) -> tuple[Verdict, str, str]:
    """Followed as long as right forces, stored at the same frames, can be?"""
    carried = check.choice.carried
    row = next(row for row in check.supports if row.carried == carried)
    found, possible = row.followed, row.possible
    good = bool(possible > 0.0 and found >= _AS_FAR * possible)
    alone = (
        "Without a controller, the stored joint moments and ground reactions move the simulated "
        f"body along the measured motion for {found:.2f} of {check.simulated:.2f} s"
    )
    if good and found >= check.simulated:
        return "good", "The forces produce the motion.", f"{alone}, which is the whole time."
    if good:
        grade: Verdict = "good" if check.miss.jointed else "unknown"
        verdict = (
            "The forces are right in every frame: they are the forces that the motion needs."
            if check.miss.jointed
            else "The forces produce the motion for as long as exact forces would."
        )
        return (
            grade,
            verdict,
            "Without a controller, the simulated body leaves every motion: with the ground's force "
            f"at the {LABELS[carried]}, an error grows {_factor(row.growth.rate)} in a tenth of a "
            f"second. The body follows this motion for {found:.2f} of {check.simulated:.2f} s. "
            f"Exact forces would follow it for {possible:.2f} s. So the later deviation does not "
            "mean that the moments are wrong. To test the whole time, simulate with --control pd.",
        )
    return (
        "do-not-use",
        "The stored forces do not match this motion.",
        f"{alone}. Exact forces, stored at the same frames, would do so for {possible:.2f} s.",
    )


def _factor(rate: float) -> str:
    return f"{float(f'{math.exp(0.1 * rate):.2g}'):g}-fold"


def _held(check: ForwardCheck) -> tuple[Verdict, str, str]:
    """Does the controller add more than what the frames leave open?"""
    spent, joints = check.effort, check.analysis.model.joints
    assert spent is not None
    if not spent.beyond and check.followed >= check.simulated:
        return (
            "good",
            "The stored joint moments and ground reactions produce the measured motion.",
            f"A controller adds {size(spent.rms)} N·m rms to moments of {spent.stored_rms:.1f} "
            "N·m. This is no more than what is unknown between frames.",
        )
    worst = spent.beyond[:1] or [1]
    name = joints[worst[0]].replace("_", " ")
    return (
        "do-not-use",
        "The stored joint moments and ground reactions do not match this motion.",
        f"A controller must add {spent.added[worst[0]]:.2g} N·m rms at the {name} (stored: "
        f"{spent.stored[worst[0]]:.3g}), but only {spent.allowed:.1e} N·m are unknown between "
        "frames.",
    )


def size(value: float) -> str:
    """A size for reading: two digits, and a power of ten only where it is very small."""
    if value == 0.0 or 1e-4 <= abs(value) < 1e5:
        return f"{value:.2g}" if abs(value) < 100.0 else f"{value:.0f}"
    return f"{value:.1e}"
