"""Check of the knees' axes by cross-talk, and of left-right differences in hip rotation.

A misplaced marker of knee or thigh turns the knee's axis about the thigh. Hip rotation is wrong by
that angle, and varus follows flexion (Baker, Finney & Orr 1999; Schwartz & Rozumalski 2005). In 28
knees of 14 public walks with usual marker placement, the turn that removes this effect is up to 12
degrees. Left and right differ by up to 15 degrees. Hip rotation differs by the same angle in the
opposite direction, so most of the difference comes from the markers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, worst
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.knee_axis import BENDS, CrossTalk, cross_talk
from ambulo.records import SIDES, Facts, Side

_ASIDE = 0.02
"""m, of a marker from its segment's line; nearer ones do not show how the segment is turned."""


def check(evidence: Evidence) -> list[Finding]:
    """Both knees and both hips; not known if a knee bends too little or stays bent.

    Empty for subjects who stand, and for legs whose markers all lie on the lines of the segments,
    as key points do.
    """
    if ACTIVITIES[evidence.activity.name].still:
        return []
    body, model = evidence.body, evidence.body.model
    found: dict[Side, CrossTalk] = {}
    for side in SIDES:
        thigh, shank = (model.segments.index(f"{side}_{name}") for name in ("thigh", "shank"))
        aside = np.hypot(*model.marker_local[np.isin(model.marker_body, (thigh, shank)), :2].T)
        if (aside > _ASIDE).any():
            found[side] = cross_talk(body.R, thigh, shank, side)
    angles = {q.name: q.values[np.isfinite(q.values)] for q in evidence.curves.angles}
    completed = evidence.named.completed
    guessed = axes_guessed(found, completed.body.unshown if completed is not None else ())
    return [*(knees_turned(found) if found else ()), *guessed, *sides_alike(angles)]


def sides_alike(angles: Mapping[str, FloatArray]) -> list[Finding]:
    """Mean hip rotation and smallest knee flexion, left compared with right.

    Args:
        angles: curves (n,) in deg by name; those that are not known are left out.
    """
    findings = []
    for id, motion, of in (
        ("hips_turned_alike", "hip_rotation", np.mean),
        ("knees_bend_alike", "knee_flexion", np.min),
    ):
        curves = [angles.get(f"{side}_{motion}", np.empty(0)) for side in SIDES]
        if all(len(curve) for curve in curves):
            left, right = (float(of(curve)) for curve in curves)
            more: Side = "left" if left > right else "right"
            findings.append(Finding(id, "", abs(left - right), {"more": more}))
    return findings


def axes_guessed(found: Mapping[Side, CrossTalk], unshown: Collection[str]) -> list[Finding]:
    """Knees whose axis is shown neither by a marker nor by their flexion.

    Args:
        found: by side.
        unshown: knees and ankles whose axis no marker shows.
    """
    guessed = [
        Finding("knee_axis_shown", side, 1.0, {"side": side})
        for side, of in found.items()
        if of.bends < BENDS and f"{side}_knee" in unshown
    ]
    return [worst(guessed)] if guessed else []


def knees_turned(found: dict[Side, CrossTalk]) -> list[Finding]:
    """The knee whose axis is turned more, and the difference of both knees.

    Args:
        found: by side.
    """
    seen = {side: of for side, of in found.items() if of.bends >= BENDS}
    if not seen:
        return [Finding("knee_axis", why="straight")]
    of_knees = list[Finding]()
    for side, of in seen.items():
        turn = float(np.degrees(of.turn))
        facts: Facts = {"turn": turn, "r": of.r, "slope": of.slope, "side": side}
        of_knees.append(Finding("knee_axis", side, abs(turn), facts))
    findings = [worst(of_knees)]
    if len(seen) == 2:
        left, right = (float(np.degrees(seen[each].turn)) for each in SIDES)
        findings.append(
            Finding("knee_axes_alike", "", abs(left - right), {"left": left, "right": right})
        )
    return findings
