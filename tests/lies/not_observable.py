"""Lies that a recording does not betray, and why: what they change is within what right ones differ
by. And those that the checks are known to miss, which say so.

The figures are what the checks read from the recording with the lie, beside what they read from
right ones of public walks.
"""

from __future__ import annotations

_FOOTPRINT = (
    "the plates seem 20 and 22 mm off, as this person presses 8 to 10 mm ahead: right walks "
    "have 5 to 25 mm (deviation 11 mm)"
)
_CLOCK = "the clocks seem no farther apart than in right walks (see Clocks below)"

_STATIC = (
    "it moves the ankle or knee forward without changing a length by more than people's skin does"
)

_BOTH = (
    "left and right knee then bend 17 and 22 mm apart about their markers, and 20 and 15 mm "
    "with the right ones, by this person's own skin: right recordings of others have 2 to 14 mm"
    " (deviation 8 mm)"
)

_BOTH_KNEES = (
    "planted in three public walks, the markers lie 21 to 54 mm ahead of the knees' axes on both "
    "sides; in seven right ones -17 to 22 mm (deviation 15 mm, limit 39 mm)"
)

REASONS = {
    "plate 2, 0, 0 cm off": _FOOTPRINT,
    "all plates 3, 0, 0 cm off": _FOOTPRINT,
    "all plates -3, 0, 0 cm off": _FOOTPRINT,
    "all plates 0, 3, 0 cm off": _FOOTPRINT,
    "origin beside the middle by 5 cm": _FOOTPRINT,
    "plate turned by 5°": "the force's direction differs by 3° between people",
    "plates -10 ms late": _CLOCK,
    "plates 10 ms late": _CLOCK,
    "plates 20 ms late": _CLOCK,
    "ankle: 3 cm off in the static trial": "**missed** in one recording of four",
    "plates' clock -1 % slow": _CLOCK,
    "knee: 3, 0, 0 cm off in both trials": _BOTH,
    "knee: -3, 0, 0 cm off in both trials": _BOTH,
    "knee: 3 cm forward in the static trial": _STATIC,
    "ankle: 3 cm forward in the static trial": _STATIC,
    "both sides' knee: 3 cm forward in both trials": _BOTH_KNEES,
    "both sides' ankle: 2.5 cm forward in both trials": "planted in three public walks, the "
    "ankles lie at 0.36 to 0.40 of the way from heel to ball; in seven right ones at 0.23 to 0.36 "
    "(deviation 0.05)",
    "both sides' asis: 4 cm forward in both trials": "planted in three public walks, the "
    "pelvis is 0.87 to 0.98 as deep as broad; in eight right ones 0.68 to 0.94 (deviation 0.08)",
    "KneeWidth x 1.3": "the knee is then 0.070 of the height broad, and public trials have 0.056 "
    "to 0.070 (deviation 9 %)",
    "skin of thigh and shank shakes as one, 3 Hz, 10 mm": "within the band of walking, skin that "
    "moves as one is motion to every marker",
}

BELOW = """
**Clocks.** How late the plates are is seen from signs that force and motion share: strikes, how the
force turns over the foot, accelerations. In the missed recordings above, which come late or run
slow, these signs show 3 to 13 ms with the legs alone, 6 ms with the whole body, and at most 11 ms
between one step and another. Eleven right walks show 0 to 13, 0 to 5 and 1 to 12 ms. So a limit
that found these errors would mark right walks too.

A person's way of walking adds to a delay or takes from it. Right walks seem 3 ms early to 13 ms
late with the legs alone (limit 16 ms; the two people above 7 ms early), and 5 ms early to 2 ms late
with the whole body (limit 11 ms). So late plates of all these people are found from 24 ms on with
the legs alone and from 16 ms on with the whole body; early plates from 30 and 13 ms on.
FunctionalWalk, with the legs alone, seems 13 ms late as it was recorded. With its plates made 25 ms
early it seems 13 ms early, which is missed; made 20 ms late, it seems 31 ms late. With one plate
alone limits are about twice as wide. If the signs contradict each other by more than the delay they
show, the check is unknown and says so.

In other movements only Newton's law shows a delay, within 14 ms in simulated runs and jumps. All
plates made 30 ms early or late were found. Of those made 15 ms late a run, a drop jump and a hop
were found, of those made 15 ms early none. In the early drop jump a peak is 73 % off, and nothing
is marked.

**One plate's gain.** With the whole body a plate is found that shows 6 % less or more than the
other foot's. In three walks all gains of 0.92 and 1.08 were found, and about half of the gains of
0.94 and 1.06. With the legs alone a plate is found that shows 8 % less or more than another while a
foot stands alone on it. Gains of 0.8, 0.9, 1.1 and 1.2 of each of three plates in two public walks
were found. Peaks of that leg are off by as much as the gain. If just one plate shows the given
mass, within 6 %, the other is called wrong; else both are named. A gain that is too small and a
foot partly beside its plate look alike, and both are named. A single plate is compared with the
mass. With the whole body gains of 0.8 and 1.2 are found. With the legs alone "mass against plates"
is unknown then, and 1.2 is not marked.
"""
"""Said once below the table of what is not found."""
