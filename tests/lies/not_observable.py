"""Errors that a recording does not show, and why: what they change is within the differences
between correct recordings. And errors that the checks are known to miss.

The figures are what the checks find in the recording with the error, beside what they find in
correct public walks.
"""

from __future__ import annotations

_FOOTPRINT = (
    "with this error the plates of this person seem 20 to 22 mm out of place; in correct walks "
    "plates seem 5 to 25 mm out of place"
)
_CLOCK = (
    "the clocks of plates and cameras seem no farther apart than in correct walks (see *Clocks* "
    "below)"
)

_STATIC = (
    "the error moves the ankle or knee forward, but changes the lengths of segments by no more "
    "than moving skin does"
)

REASONS = {
    "all plates -3, 0, 0 cm off": _FOOTPRINT,
    "all plates 0, 3, 0 cm off": _FOOTPRINT,
    "plate turned by 5°": "the force's direction differs by 3° between people",
    "plates 10 ms late": _CLOCK,
    "plates 20 ms late": _CLOCK,
    "ankle: 3 cm off in the static trial": "**missed** in one recording of four",
    "plates' clock 1 % fast": _CLOCK,
    "knee: 3 cm forward in the static trial": _STATIC,
    "both sides' ankle: 2.5 cm forward in both trials": "with this error the ankles "
    "are at 0.36 to 0.40 of the distance from heel to ball (three public walks); in seven correct "
    "walks they are at 0.23 to 0.36",
}

BELOW = """
**Clocks.** Ambulo measures the delay of the plates by signs that appear in both force and motion:
foot strikes, the change from braking to pushing force when the hips pass over the foot, and
accelerations. The table compares eleven correct walks with the recordings above in which the plates
are late or their clock is fast. A limit that found these errors would mark correct walks too:

| delay that the signs show | legs alone | whole body | between two steps |
|---|---|---|---|
| missed recordings | 3 to 13 ms | 6 ms | at most 11 ms |
| correct walks | 0 to 13 ms | 0 to 5 ms | 1 to 12 ms |

The way in which a person walks makes the measured delay larger or smaller:

| | legs alone | whole body |
|---|---|---|
| the plates of correct walks seem | 3 ms early to 13 ms late (the two people of this page: \
7 ms early) | 5 ms early to 2 ms late |
| limit of the check | 16 ms | 11 ms |
| late plates are found in all these people from | 24 ms on | 16 ms on |
| early plates are found in all these people from | 30 ms on | 13 ms on |

With one plate alone, limits are about twice as wide. If the delays from the
different signs differ by more than the delay itself, Ambulo does not make the check, and says so.

In movements other than walking, only Newton's law shows a delay, with an error of up to 14 ms in
simulated runs and jumps. All plates that were 30 ms early or late were found. Plates that were
15 ms late were found in a run, a drop jump and a hop. Plates that were 15 ms early were not found.
In the drop jump with early plates, a peak is wrong by 73 %, and no check marks it.

**One plate's gain.** With the whole body, a check marks a plate that shows over 6 % less or
more than the plate of the other foot. In three walks all gains of 0.92 and 1.08 were found, and
about half of the gains of 0.94 and 1.06. With the legs alone, a check marks a plate that shows
8 % less or more than another plate while one foot carries the body. In two public walks, gains
of 0.8, 0.9, 1.1 and 1.2 of each of three plates were found. If the gain of a plate is wrong,
the stance peaks of the moments of the leg on it are wrong by about the same percentage (by 6 to
13 % if the gain is wrong by 10 %).

If exactly one plate shows the given mass, within 6 %, the check calls the other plate wrong.
Otherwise the check names both plates. A gain that is too small cannot be distinguished from a foot
that is partly beside its plate, so the check names both causes. With the whole body, a single plate
is compared with the mass, and gains of 0.8 and 1.2 are found. With the legs alone, a single plate
is not compared with the mass, and a gain of 1.2 is not marked.
"""
"""Said once below the table of what is not found."""
