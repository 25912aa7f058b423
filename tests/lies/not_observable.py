"""Lies that a recording does not betray, and why: what they change is within what right ones differ
by. And those that the checks are known to miss, which say so.

The figures are the standard deviations over public walks that the checks' limits come from.
"""

from __future__ import annotations

__all__ = ["REASONS"]

_FOOTPRINT = (
    "the pressure's place on the foot differs by 11 mm between people: shifts under 3 cm are found "
    "for some of them only"
)
_CLOCK = (
    "people differ by 4 ms, by the legs alone by 6: a delay under 10 and 16 ms, or of 20 ms where "
    "one's own force comes early, is within what right recordings show"
)
_STATIC = (
    "it moves the ankle or knee forward without changing a length by more than people's skin does"
)

_BOTH = (
    "static trial and walk agree, and lengths change by less than left and right differ: it turns "
    "the knee's axis by 10°, which adds 10° to the 5 to 21° by which knees of right recordings go "
    "sideways, or moves a joint by less than 3 cm"
)

REASONS = {
    "plate 2, 0, 0 cm off": _FOOTPRINT,
    "all plates 3, 0, 0 cm off": _FOOTPRINT,
    "all plates -3, 0, 0 cm off": _FOOTPRINT,
    "all plates 0, 3, 0 cm off": _FOOTPRINT,
    "corners scaled by 1.05": _FOOTPRINT,
    "origin of the transducer 10 cm too low": "it shifts the pressure by 2 cm back at strike and "
    "ahead at push-off: " + _FOOTPRINT,
    "origin beside the middle by 5 cm": _FOOTPRINT,
    "plate turned by 5°": "the force's direction differs by 3° between people",
    "plates -10 ms late": _CLOCK,
    "plates 10 ms late": _CLOCK,
    "plates 20 ms late": _CLOCK,
    "Fy: 40 N more while loaded": "the ground reaction passes the hips by 17 mm more or less "
    "between "
    "people: 40 N move it by 5 cm at most",
    "ankle: 3 cm off in the static trial": "**missed** in one recording of four",
    "plates' clock -1 % slow": _CLOCK,
    "knee: 3, 0, 0 cm off in both trials": _BOTH,
    "knee: -3, 0, 0 cm off in both trials": _BOTH,
    "ankle: 3, 0, 0 cm off in both trials": _BOTH,
    "asis: 3, 0, 0 cm off in both trials": _BOTH,
    "way of the walk seen 1.03 as long, in both trials": "feet and plates come apart by 3 % of "
    "their way from the origin: " + _FOOTPRINT,
    "cameras turned by 2° about the axis forward, in both trials": "it moves the hips by 3 cm "
    "sideways over the feet: across the walk the share of the force that points to the body "
    "differs by 37 % between people",
    "knee: 3 cm forward in the static trial": _STATIC,
    "ankle: 3 cm forward in the static trial": _STATIC,
    "KneeWidth x 1.3": "knees differ by 9 % of their breadth between people of one height",
    "skin of thigh and shank shakes as one, 3 Hz, 10 mm": "within the band of walking, skin that "
    "moves as one is motion to every marker",
}
