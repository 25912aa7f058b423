"""Errors by segment parameters beside the printed ones: tables 5.1 and 5.2, figure 5.2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.gait.planar.planar_body import PlanarBody, with_lengths
from ambulo.gait.planar.planar_dynamics import PlanarMotion, place_points
from ambulo.gait.planar.planar_tables import load_planar_body
from ambulo.math.arrays import FloatArray
from ambulo.studies.printed.lists import printed
from ambulo.studies.printed.rule import STATISTICS
from ambulo.studies.record import Chart, Comparison, Table
from ambulo_studies.gait_trials import (
    HER_CYCLE,
    HER_WALK,
    PAMIES_VILA_MASS,
    PAMIES_VILA_STRIDE,
    beside_printed,
)
from ambulo_studies.pamies2012_body import TABLE_MASS
from ambulo_studies.planar_errors.error_charts import error_charts
from ambulo_studies.planar_errors.names import (
    JOINTS,
    KINDS,
    LEVELS,
    by_parameter,
    value,
)
from ambulo_studies.planar_errors.newton_euler import SegmentValues, planar_torques
from ambulo_studies.planar_errors.support import Support, single_support
from ambulo_studies.planar_errors.torques import (
    ABOUT_JOINT_KEPT,
    JOINTS_KEPT,
    Errors,
    Torques,
    against_world,
    statistics,
)

Found = Mapping[tuple[str, int], Errors]
Figures = Mapping[str, float]
"""A number of a draw by its name, and how far below it one draw may lie."""
Walk = tuple[Support, PlanarMotion]

_KEPT = "A longer segment moves everything above it. Here the joints keep their paths."
HER_SEGMENTS = "Here segments have the masses and centres of table 3.5."
_UPRIGHT = "The demo subject's trunk leans 5.6° back. Here it leans 1.9°, as in two recordings."
_LEAN = np.radians(1.9)
"""From the hips to the neck, mean of a whole walk: HC038A's 1.3, HC030A's 2.5 degrees."""
HER_STEP = "By table 5.4 her legs lean less. Here thighs and shanks lean as far as hers."
_ABOUT_JOINT = (
    "Here the moment of inertia about the joint stays when a centre of mass moves (equation 3.49)."
)
_HER_74_KG = "The segments of table 3.5 add up to 74 kg, not 85. Here 74 kg scale the torque."
HIP_BEFORE_ANKLE = 0.111
"""m, root mean square in single support: 0.557 N*m by 5 N."""
HER_SINGLE = "Her single support lasts 0.62 s. Here it lasts as long."
"""From 0.22 s, when the left foot leaves, to 53 % of 1.58 s, when it strikes: by table 5.4's levers
the right leg stands."""


def parameter_tables(name: str, found: Found, scale: float) -> list[Table]:
    """Mean, SD and maximum of RMSE and NRMSE beside the printed means, N*m scaled."""
    tables = []
    for leg, first in (("stance", 0), ("swing", 3)):
        rows: list[tuple[str | float, ...]] = []
        for kind in KINDS:
            for level in LEVELS:
                one = found[kind, level]
                row: list[str | float] = [f"{kind}, {level} %"]
                for joint in range(3):
                    printed = value(by_parameter("RMSE", kind, "mean", first + joint, level))
                    rmse, nrmse = one.rmse[:, first + joint], one.nrmse[:, first + joint]
                    row += [round(scale * printed, 3), *(_rounded(rmse))]
                    relative = value(by_parameter("NRMSE", kind, "mean", first + joint, level))
                    row += [relative, *_rounded(nrmse)]
                rows.append(tuple(row))
        headings = ["error"]
        for name_of_joint in ("ankle", "knee", "hip"):
            for what, unit in (("RMSE", "N*m"), ("NRMSE", "%")):
                headings.append(f"{name_of_joint} {what} printed [{unit}]")
                parts = ("mean", "SD", "max")
                headings += [f"{name_of_joint} {what} {part} [{unit}]" for part in parts]
        number = "5.1" if leg == "stance" else "5.2"
        title = f"{name}: errors of the {leg} leg's torques (table {number})"
        tables.append(Table(title, tuple(headings), tuple(rows)))
    return tables


def _rounded(values: FloatArray) -> list[float]:
    """Mean, standard deviation and maximum."""
    return [round(x, 3) for x in statistics(values)]


def slowed_as_hers(walk: Walk) -> Walk:
    """The same postures in the time of her single support."""
    support, motion = walk
    off, strike = (
        float(printed("pamies2012").numbers[name].value)
        for name in ("first toe off", "double support on both plates from, to, first")
    )
    pace = float(np.ptp(support.time)) / (strike / 100.0 * PAMIES_VILA_STRIDE - off)
    return support, replace(
        motion, velocity=pace * motion.velocity, acceleration=pace**2 * motion.acceleration
    )


def experiments(walk: Walk) -> dict[str, Walk]:
    """A walk with one thing more like hers, by what is."""
    slow = slowed_as_hers(walk)
    short = stepped_as_hers(slow)
    return {
        HER_SINGLE: slow,
        f"{HER_SINGLE} {HER_STEP}": short,
        f"{HER_SINGLE} {HER_STEP} {HER_SEGMENTS}": with_her_segments(*short),
    }


def stepped_as_hers(walk: Walk) -> Walk:
    """The walk whose thighs and shanks lean in proportion to how far her hip is before the ankle.

    Trunk, arms and feet turn as they did.
    """
    support, motion = walk
    share, body = HIP_BEFORE_ANKLE / hip_before_ankle(*walk), support.body
    legs = [k for k, s in enumerate(body.segments) if s.name.endswith(("thigh", "shank"))]
    changed = []
    for order, turned in enumerate(against_world(body, motion)):
        # a leg's line points down
        upright = np.pi * np.round(turned[:, legs] / np.pi) if order == 0 else 0.0
        turned[:, legs] = upright + share * (turned[:, legs] - upright)
        changed.append(turned)
    series = zip((motion.z, motion.velocity, motion.acceleration), changed, strict=True)
    seen = [k for k in body.origin if k >= 0]
    return support, PlanarMotion(
        motion.time,
        *(
            np.column_stack([own[:, :2], turned[:, :1], turned[:, 1:] - turned[:, seen]])
            for own, turned in series
        ),
    )


def support_as_hers() -> Support:
    """Single support of the demo subject's walk with all of hers that is printed."""
    found = walking_demo(**HER_CYCLE)
    time = np.arange(round(2.0 * PAMIES_VILA_STRIDE * 100.0)) / 100.0
    truth = walk_truth(found, 0.0, time)
    return single_support(truth.model, truth.motion, truth.events)


def walked_as_hers(support: Support) -> dict[str, Walk]:
    """That walk in the time of her single support, then the trunk upright, then her segments.

    Lengths are the motion's means (section 3.3).
    """
    support = replace(support, body=with_lengths(support.body, support.measured))
    what = f"{HER_WALK} {HER_SINGLE}"
    slow = slowed_as_hers((support, support.motion()))
    upright = with_trunk_at(-_LEAN, *slow)
    return {
        what: slow,
        f"{what} {_UPRIGHT}": upright,
        f"{what} {_UPRIGHT} {HER_SEGMENTS}": with_her_segments(*upright),
    }


def with_trunk_at(mean: float, support: Support, motion: PlanarMotion) -> Walk:
    """The walk whose trunk, with the head, turns as it did about another mean angle [rad]."""
    body, z = support.body, motion.z.copy()
    trunk = body.index("trunk")
    change = mean - against_world(body, motion)[0][:, trunk].mean()
    z[:, 2 + trunk] += change
    for k, (segment, origin) in enumerate(zip(body.segments, body.origin, strict=True)):
        if origin == trunk and segment.name != "head":
            z[:, 2 + k] -= change
    return support, replace(motion, z=z)


def hip_before_ankle(support: Support, motion: PlanarMotion) -> float:
    """How far [m], root mean square over single support."""
    x = place_points(support.body, motion.z)
    hip, ankle = (support.body.points.index(p) for p in ("hip", f"{support.stance}_ankle"))
    return float(np.sqrt(np.mean((x[:, hip, 0] - x[:, ankle, 0]) ** 2)))


def parameter_causes(walk: Walk, tried: Mapping[str, Walk]) -> dict[str, Figures]:
    """Tables 5.1 and 5.2 where one thing is taken out, by what is.

    Args:
        tried: walks that are more like hers, the last of all.
    """
    kept = {"length": JOINTS_KEPT}
    found = {_KEPT: found_errors(walk, kept)}
    alone = {kind: kind + ABOUT_JOINT_KEPT for kind in KINDS if kind.startswith("centre")}
    for what, other in tried.items():
        found[what] = found_errors(other, kept)
        if HER_SEGMENTS in what:
            found[f"{what} {_ABOUT_JOINT}"] = found_errors(other, {**kept, **alone})
    return {what: _figures(errors) for what, errors in found.items()}


def found_errors(walk: Walk, instead: Mapping[str, str] | None = None) -> Found:
    """Errors by every parameter and level, one kind of perturbation in place of another."""
    torques = Torques(*walk)
    return {
        (kind, level): torques.errors((instead or {}).get(kind, kind), level)
        for kind in KINDS
        for level in LEVELS
    }


def with_her_segments(support: Support, motion: PlanarMotion) -> Walk:
    """The walk of a body with masses, centres and inertias of table 3.5, for its mass.

    The hindfoot's centre, too, is as it is printed, though table 3.4 has another. A foot of one
    part becomes one of two, as hers are, that do not bend.
    """
    body, base = support.body, f"{support.stance}_hindfoot"
    table, _ = load_planar_body("pamies2012_printed", mass=body.mass, base=base)
    hers = {segment.name: segment for segment in table.segments}
    x, z = (value(f"table 3.5, centre {axis}, right hindfoot") for axis in "xz")
    segments, origin, points = list(body.segments), list(body.origin), list(body.points)
    for side in ("left", "right"):
        rear = hers[f"{side}_hindfoot"]
        sin, cos = np.sin(rear.neutral), np.cos(rear.neutral)
        rear = replace(rear, com=np.array([x * sin + z * cos, z * sin - x * cos]))
        hers[f"{side}_hindfoot"] = hers[f"{side}_foot"] = rear
        if rear.name not in (segment.name for segment in segments):
            foot = body.index(f"{side}_foot")
            front = hers[f"{side}_forefoot"]
            segments[foot] = replace(segments[foot], end=front.start, length=rear.length)
            segments.append(replace(front, parent=f"{side}_foot"))
            origin.append(foot)
            points += [point for point in (front.start, front.end) if point not in points]
    still = np.zeros((len(motion.time), len(segments) - len(body.segments)))
    moved = (np.hstack([part, still]) for part in (motion.z, motion.velocity, motion.acceleration))
    given = (
        replace(own, mass=her.mass, com=her.com, inertia=her.inertia)
        for own, her in ((own, hers.get(own.name, own)) for own in segments)
    )
    new = PlanarBody(tuple(given), tuple(origin), tuple(points))
    return replace(support, body=new), PlanarMotion(motion.time, *moved)


def parameter_comparisons(
    name: str, found: Found, causes: Mapping[str, Figures], mass: float
) -> Iterator[Comparison]:
    """Every number of tables 5.1 and 5.2, and what is said of their ratios."""
    for row, ours in _figures(found).items():
        kept = f"{_KEPT} " if ", length, " in row else ""
        left = {
            cause if cause == _KEPT else kept + cause: figures[row]
            for cause, figures in causes.items()
        }
        if " RMSE" in row:
            # table 3.5's masses, which she perturbs, add up to less than the 85 kg scaled by
            share = TABLE_MASS / PAMIES_VILA_MASS
            left |= {f"{cause} {_HER_74_KG}": share * rms for cause, rms in left.items()}
        yield beside_printed(row, ours, on=name, mass=mass, without=left)
    along, across = (by_parameter("RMSE", f"centre of mass {axis}", "mean", 0, 10) for axis in "xz")
    ours, *without = (f[along] / f[across] for f in (_figures(found), *causes.values()))
    yield beside_printed(
        "text, centre of mass, x over z, M1",
        ours,
        on=name,
        without=dict(zip(causes, without, strict=True)),
    )


def _figures(found: Found) -> Figures:
    """Numbers of tables 5.1 and 5.2 by their names in the list."""
    return {
        by_parameter(what, kind, statistic, joint, level): value
        for (kind, level), one in found.items()
        for joint in range(len(JOINTS))
        for what, values in (("RMSE", one.rmse), ("NRMSE", one.nrmse))
        for statistic, value in zip(STATISTICS, statistics(values[:, joint]), strict=True)
    }


def parameter_checks(name: str, found: Found) -> dict[str, bool]:
    """The qualitative findings of sections 5.5.1 and 5.6."""
    mean = {key: one.rmse.mean(axis=0) for key, one in found.items()}
    relative = {key: one.nrmse.mean(axis=0) for key, one in found.items()}
    small, large = "moment of inertia", ("mass", "length", "centre of mass x")
    stance, swing = slice(0, 3), slice(3, 6)
    return {
        f"{name}: errors grow with the largest error, in proportion": all(
            np.allclose(mean[kind, 15] / mean[kind, 5], 3.0, rtol=0.1) for kind in KINDS
        ),
        f"{name}: mass moves each stance torque more than the same joint's of the swing leg": bool(
            np.all(mean["mass", 10][stance] > mean["mass", 10][swing])
        ),
        f"{name}: relative to the range it is the other way round at ankle and knee": bool(
            np.all(relative["mass", 10][stance][:2] < relative["mass", 10][swing][:2])
        ),
        f"{name}: moments of inertia matter least of all in the stance leg, by a factor of 3": all(
            bool(np.all(3.0 * mean[small, 10][stance] < mean[kind, 10][stance])) for kind in large
        ),
        f"{name}: the centre of mass matters less across the segment than along it in stance": bool(
            np.all(mean["centre of mass z", 10][stance] < mean["centre of mass x", 10][stance])
        ),
    }


def mass_charts(name: str, support: Support, motion: PlanarMotion) -> list[Chart]:
    """Figure 5.2: the largest error of the samples at every instant, masses off by up to 10 %."""
    body = support.body
    true = planar_torques(body, motion, SegmentValues.of(body))[0][:, support.columns()]
    return error_charts(
        name, "mass", "masses off by up to 10 % (figure 5.2)", support,
        Torques(support, motion).largest("mass", 10), true,
    )  # fmt: skip
