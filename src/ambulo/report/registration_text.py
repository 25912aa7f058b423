"""Place of the plates relative to the cameras in lines of text, with the correction."""

from __future__ import annotations

import numpy as np

from ambulo.gait.plate_registration import PlateRegistration, Seen


def registration_lines(found: PlateRegistration) -> list[str]:
    """Results of every recording, their common result with its standard deviation, and the entries
    that correct it.

    A correction is offered if an error exceeds twice its standard deviation. It is never made
    automatically.
    """
    lines = [
        f"{seen.name}: plates seem {_off(seen, 0, 'too far forward', 'too far back')}, "
        f"{_off(seen, 1, 'too far left', 'too far right')}"
        for seen in found.seen
    ]
    offers = []
    if found.shift is None or found.shift_sd is None or found.body is None or found.body_sd is None:
        lines.append(
            "Errors of plates and body cannot be separated. Give walks in both directions, or "
            "static trials in which the subject faces both ways"
        )
    else:
        way = ", ".join(f"{1e3 * x:+.0f}" for x in found.shift)
        lines.append(
            f"Plates: {way} mm along the laboratory's axes from their places in the files (± "
            f"{1e3 * found.shift_sd[0]:.0f} mm ahead, ± {1e3 * found.shift_sd[1]:.0f} mm sideways)"
        )
        side = "behind" if found.body[0] > 0.0 else "ahead of"
        lines.append(
            f"Centre of mass of the model: {1e3 * abs(found.body[0]):.0f} ± "
            f"{1e3 * found.body_sd[0]:.0f} mm {side} the centre of mass of the body"
        )
        along = np.linalg.norm(found.shift) / float(np.hypot(*found.shift_sd))
        if along > 2.0:
            back = ", ".join(f"{-x:.3f}" for x in found.shift)
            offers.append(f"plate_shift = [{back}]")
    turn, turn_sd = np.degrees([found.turn, found.turn_sd])
    lines += [
        f"Turn of the plates: {turn:+.1f} ± {turn_sd:.1f}°",
        f"Delay of the plates: {1e3 * found.delay:+.0f} ± {1e3 * found.delay_sd:.0f} ms",
    ]
    if abs(turn) > 2.0 * turn_sd:
        offers.append(f"plate_turn = {-turn:.1f}")
    if abs(found.delay) > 2.0 * found.delay_sd:
        offers.append(f"plate_delay = {-found.delay:.3f}")
    if not offers:
        return [*lines, "No error is larger than twice its standard deviation."]
    return [*lines, "To correct these errors, write into the configuration:", *offers]


def _off(seen: Seen, axis: int, forth: str, back: str) -> str:
    """How far off plates seem along an axis, and to which side."""
    way = forth if seen.apparent[axis] > 0.0 else back
    return f"{1e3 * abs(seen.apparent[axis]):.0f} ± {1e3 * seen.apparent_sd[axis]:.0f} mm {way}"
