"""What a trial's markers do not show of a curve, and no band or agreement contains."""

from __future__ import annotations

import math

import numpy as np

from ambulo.mocap.calibration.body_prior import TORSION, TORSION_SPREAD
from ambulo.mocap.event_timing import NORMAL_90
from ambulo.mocap.fit.foot_roll import foot_rolls
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Facts
from ambulo.results.columns import body_mass, meaning
from ambulo.results.trust.agreement import kind_of_markers
from ambulo.results.trust.curve import Expected, GradedCurve

_ROLL = ("ankle_inversion", "ankle_rotation")
_TORSION = "the torsion of the tibia, by which other systems turn the shank"
_BETWEEN = {"hip": ("pelvis", "thigh"), "knee": ("thigh", "shank"), "ankle": ("shank", "foot")}
_PLACED = "landmarks that no marker shows"
_ALONE = "one marker on a thigh or shank"
_TURNS = 0.13
"""Of a joint's angular velocity, rms: by how much it differs where a thigh or shank has one marker
from that with all markers (31 legs of 12 laboratories)."""
_NINE_OF_TEN = 1.28
"""Standard deviations above the mean of a normal distribution, which nine of ten stay below."""


def with_torsion(curve: GradedCurve, known: Expected) -> Expected:
    """An ankle's or knee's rotation, whose zero depends on how another system turns the shank."""
    torsion = _torsion(curve)
    return (
        known._replace(error=torsion, by=_TORSION, laboratories=0)
        if known.error < torsion
        else known
    )


def _torsion(curve: GradedCurve) -> float:
    """By which another system's shank may be turned, deg: an ankle's, as measured, where wands tell
    the shank's axes; a knee's and an ankle's, which nine of ten stay below, with other markers. 0
    for others.
    """
    what, analysis = curve.what, curve.analysis
    turned = what.joint if curve.group == "angles" and what.motion == "rotation" else ""
    match turned, kind_of_markers(analysis.marker_set):
        case "ankle", "wands":
            measured = analysis.model.subject.measurements.get(f"{what.side}_tibial_torsion", 0.0)
            return abs(math.degrees(measured))
        case "knee" | "ankle", "other":
            return math.degrees(TORSION + _NINE_OF_TEN * TORSION_SPREAD)
    return 0.0


def with_placed_landmarks(curve: GradedCurve, known: Expected) -> Expected:
    """What the fitted body leaves open where no marker shows a landmark."""
    checks = curve.analysis.checks
    placed = next((c.facts for c in checks if c.id == "placed_centres"), None)
    if placed is None or curve.group == "powers":
        return known
    same, mixed = _placed(curve, placed)
    if curve.half is None and curve.group == "moments":
        same = math.hypot(same, _centre_off(curve, placed))
    if not (same > 0.0 or mixed > 0.0):
        return known
    error = math.hypot(known.error, NORMAL_90 * same, NORMAL_90 * mixed)
    return Expected(error, known.r * curve.correlated(mixed), f"{known.by}; {_PLACED}")


def _placed(curve: GradedCurve, placed: Facts) -> tuple[float, float]:
    """What the fitted body leaves open of how thigh and shank are turned about their long axes.

    As standard deviations of a curve: what is the same in all frames, and what the joint's motion
    in the other plane brings.
    """
    what, group = curve.what, curve.group
    above, below = (
        _fact(placed, f"{what.side}_{segment}") for segment in _BETWEEN.get(what.joint, ("", ""))
    )
    if what.plane == "transverse":
        return math.degrees(math.hypot(above, below)) if group == "angles" else 0.0, 0.0
    across = {"sagittal": "frontal", "frontal": "sagittal"}.get(what.plane)
    other = next(
        (
            curve.scale * q.values[curve.frames]
            for q in getattr(curve.analysis, group)
            if (of := meaning(q.name)).joint == what.joint
            and (of.side, of.plane) == (what.side, across)
        ),
        np.zeros(1),
    )
    if group == "moments":
        turn = below if curve.analysis.moment_axes == "distal" else above
        return 0.0, turn * float(np.sqrt(np.nanmean(other**2)))
    bends = np.sin(np.radians(other)) if what.plane == "frontal" else np.zeros(1)
    return 0.0, math.degrees(above) * float(np.sqrt(np.nanmean(bends**2)))


def _centre_off(curve: GradedCurve, placed: Facts) -> float:
    """What the fitted body's error of a joint's place makes of a moment under one body weight,
    N*m/kg.
    """
    what = curve.what
    way = {"sagittal": "ahead", "frontal": "aside"}.get(what.plane)
    return STANDARD_GRAVITY * _fact(placed, f"{what.side}_{what.joint}_{way}")


def _fact(placed: Facts, name: str) -> float:
    found = placed.get(name)
    return float(found) if isinstance(found, float) else 0.0


def with_one_marker(curve: GradedCurve, known: Expected) -> Expected:
    """A thigh or shank with a single marker; a band contains it."""
    loose = _one_marker(curve)
    if curve.half is not None or not (loose > 0.0 and math.isfinite(known.error)):
        return known
    error, r = math.hypot(known.error, loose), known.r * curve.correlated(loose)
    return Expected(error, r, f"{known.by}; {_ALONE}")


def _one_marker(curve: GradedCurve) -> float:
    """What a single marker on a thigh or shank leaves open of a curve, rms: W/kg, deg or N*m/kg.

    The skin carries the marker along, and no other marker shows it: a joint's
    angular velocity is the less sure the faster it is. How the segment turns about its long axis
    is not shown: neither is the moment that this takes.
    """
    what, analysis, frames = curve.what, curve.analysis, curve.frames
    model = analysis.model
    of_marker = [*map(model.segments.__getitem__, model.marker_body[model.marker_weight > 0.0])]
    alone = [
        one
        for one in _BETWEEN.get(what.joint, ())
        if one in ("thigh", "shank") and of_marker.count(f"{what.side}_{one}") <= 1
    ]
    if not alone:
        return 0.0
    if curve.group == "angles":
        return curve.size if what.plane == "transverse" else 0.0
    joint = model.joints.index(f"{what.side}_{what.joint}")
    turning = model.tree.v_start[joint] + np.arange(3)
    if curve.group == "powers":
        velocity = analysis.motion.v[frames][:, turning]
        moment = analysis.joint_forces.moment[frames, joint]
        both = (math.sqrt(np.nanmean((x**2).sum(axis=1))) for x in (velocity, moment))
        return _TURNS * math.prod(both) / body_mass(analysis)
    if what.plane == "transverse" and alone[-1] == _BETWEEN[what.joint][1]:
        axial = model.tree.inertia[joint, 2, 2] * analysis.motion.a[frames, turning[-1]]
        return float(np.sqrt(np.mean(axial**2))) / body_mass(analysis)
    return 0.0


def with_placed_tilt(curve: GradedCurve, known: Expected) -> Expected:
    """What the fitted body leaves open of an angle's zero without a marker behind the pelvis."""
    if curve.group != "angles" or not (
        curve.name == "pelvis_tilt" or curve.name.endswith("hip_flexion")
    ):
        return known
    tilt = next((c.value for c in curve.analysis.checks if c.id == "placed_tilt"), 0.0)
    if known.error < tilt:
        return known._replace(error=tilt, by="no marker at the back of the pelvis", laboratories=0)
    return known


def without_roll(curve: GradedCurve, known: Expected) -> Expected:
    """A foot whose roll no marker shows."""
    if curve.roll.get("by") == "nothing" and curve.name.endswith(_ROLL):
        return Expected(math.nan, 0.0, "no marker on the foot shows its roll")
    return known


def without_direction(curve: GradedCurve, known: Expected) -> Expected:
    """A foot whose direction no marker shows."""
    blind = (
        f"{foot.side}_foot_progression"
        for foot in foot_rolls(curve.analysis.model)
        if not foot.ahead
    )
    if curve.name in blind:
        return Expected(math.nan, 0.0, "no marker ahead of the ankle")
    return known
