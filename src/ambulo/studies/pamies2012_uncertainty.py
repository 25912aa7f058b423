"""Pàmies-Vilà (2012), chapter 5: what errors of the input do to joint torques in single support.

Tables 5.1 to 5.4, figures 5.2 and 5.3: planar model, segment parameters perturbed one kind at a
time, weights of the consistency, offsets of the force plate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.gait.configuration import Configuration
from ambulo.gait.planar.planar_body import PlanarBody, planar_body, planar_points, seen_from
from ambulo.gait.planar.planar_dynamics import (
    PlanarMotion,
    consistent_points,
    driving_forces,
    joint_weights,
    place_points,
    segment_angles,
)
from ambulo.gait.planar.planar_newton_euler import SegmentValues, planar_torques
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.bezier import fit_bezier
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Event, Model, Side
from ambulo.studies.gait_trials import (
    OTHER_SUBJECT,
    PAMIES_VILA_MASS,
    WITHOUT_TRIAL,
    analysed_public_walk,
)
from ambulo.studies.record import Chart, Comparison, Curve, StudyResult, Table
from ambulo.studies.registry import Progress
from ambulo.uncertainty.sampling import BLOCK, normal_points

__all__ = ["DEVIATIONS", "SOURCE", "TITLE", "Support", "perturbed_values", "run", "single_support"]

TITLE = "Errors of segment parameters, weights and plates in planar joint torques"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Chapter 5, appendix C; tables "
    "5.1 to 5.4, figures 5.2 and 5.3."
)

SAMPLES = 1000
LEVELS = (5, 10, 15)
"""Percent, largest error: three standard deviations (section 5.4.1)."""

JOINTS = (
    "stance ankle",
    "stance knee",
    "stance hip",
    "swing ankle",
    "swing knee",
    "swing hip",
)
"""M1, M2, M3, M6, M5, M4."""

Row = tuple[float, ...]

MEAN_RMSE: Mapping[str, tuple[Row, Row]] = {
    "mass": (
        (0.337, 0.679, 0.993, 0.234, 0.472, 0.689, 0.175, 0.355, 0.526),
        (0.018, 0.034, 0.052, 0.080, 0.162, 0.244, 0.119, 0.236, 0.361),
    ),
    "length": (
        (0.370, 0.552, 0.772, 0.251, 0.376, 0.516, 0.369, 0.423, 0.517),
        (0.039, 0.043, 0.052, 0.057, 0.106, 0.153, 0.325, 0.343, 0.395),
    ),
    "centre of mass x": (
        (0.285, 0.555, 0.826, 0.194, 0.379, 0.557, 0.136, 0.270, 0.394),
        (0.004, 0.006, 0.008, 0.062, 0.122, 0.191, 0.059, 0.122, 0.178),
    ),
    "centre of mass z": (
        (0.079, 0.096, 0.117, 0.059, 0.087, 0.120, 0.054, 0.103, 0.153),
        (0.006, 0.012, 0.017, 0.025, 0.050, 0.073, 0.042, 0.086, 0.128),
    ),
    "moment of inertia": (
        (0.075, 0.083, 0.096, 0.048, 0.059, 0.076, 0.027, 0.043, 0.063),
        (0.005, 0.010, 0.013, 0.018, 0.031, 0.048, 0.020, 0.037, 0.057),
    ),
}
"""N*m, mean RMSE at 5, 10 and 15 % of ankle, knee and hip: stance (table 5.1), swing (5.2)."""

MEAN_NRMSE: Mapping[str, tuple[Row, Row]] = {
    "mass": (
        (0.285, 0.573, 0.838, 0.319, 0.643, 0.939, 0.915, 1.854, 2.747),
        (1.095, 2.126, 3.253, 1.942, 3.905, 5.888, 1.181, 2.338, 3.577),
    ),
    "length": (
        (0.313, 0.467, 0.652, 0.343, 0.513, 0.703, 1.926, 2.208, 2.700),
        (2.409, 2.659, 3.222, 1.375, 2.549, 3.684, 3.221, 3.400, 3.912),
    ),
    "centre of mass x": (
        (0.241, 0.469, 0.698, 0.265, 0.516, 0.760, 0.711, 1.408, 2.058),
        (0.226, 0.374, 0.516, 1.499, 2.949, 4.608, 0.589, 1.211, 1.759),
    ),
    "centre of mass z": (
        (0.067, 0.081, 0.099, 0.080, 0.119, 0.163, 0.284, 0.537, 0.799),
        (0.375, 0.717, 1.034, 0.612, 1.205, 1.771, 0.420, 0.853, 1.265),
    ),
    "moment of inertia": (
        (0.063, 0.070, 0.081, 0.065, 0.081, 0.103, 0.139, 0.224, 0.331),
        (0.320, 0.592, 0.829, 0.423, 0.758, 1.161, 0.194, 0.368, 0.569),
    ),
}
"""Percent of the torque's range, likewise."""

WEIGHTS: Mapping[str, tuple[Row, Row]] = {
    "W1, all equal": (
        (15.181, 9.674, 3.433, 0.055, 0.352, 0.796),
        (12.821, 13.187, 17.919, 3.391, 8.508, 7.877),
    ),
    "W2, stance leg ten times": (
        (7.298, 5.313, 2.454, 0.112, 0.419, 0.847),
        (6.164, 7.243, 12.811, 6.932, 10.122, 8.384),
    ),
}
"""RMSE [N*m] and NRMSE [%] of table 5.3 in the order of `JOINTS`: its swing ankle and hip, which
are printed in each other's column, are put right."""

PLATE: Mapping[str, tuple[tuple[Row, Row], ...]] = {
    "Fx": (((0.0, 0.427, 0.826), (0.0, 0.582, 4.311)), ((0.0, 4.292, 8.300), (0.0, 5.85, 43.325))),
    "Fz": (((0.0, 0.240, 0.557), (0.0, 0.328, 2.906)), ((0.0, 2.403, 5.567), (0.0, 3.275, 29.061))),
    "My": (
        ((0.999, 0.998, 0.995), (0.844, 1.36, 5.196)),
        ((9.998, 9.998, 9.995), (8.445, 13.629, 52.176)),
    ),
}
"""RMSE [N*m] and NRMSE [%] of stance ankle, knee and hip, 0.2 and 2 % of full scale (table 5.4)."""

OFFSETS: Mapping[str, tuple[float, float]] = {
    "Fx": (1.0, 10.0),
    "Fz": (5.0, 50.0),
    "My": (1.0, 10.0),
}
"""N and N*m (section 5.4.3)."""

_MARGIN = 0.1
"""s before and after single support that the Bézier curves are fitted to: at their very ends
second derivatives of least-squares polynomials mean nothing."""

_STEP = 1e-3
"""s (appendix C)."""

_TOLERANCE = 1e-4
"""rad and m (appendix C)."""

DEVIATIONS = (
    OTHER_SUBJECT,
    "Table 5.3 has the caption of tables 5.1 and 5.2. RMSE over NRMSE, the torque's range, gives "
    "10.1, 4.1 and 1.6 N·m for its swing ankle, knee and hip where tables 5.1, 5.2 and 5.4 give "
    "1.6, 4.1 and 10.1: the columns of swing ankle and hip are exchanged.",
    "Section 5.5.3 says a torque of 5 and 50 N·m; section 5.4.3 and table 5.4 have 1 and 10.",
    "Section 5.5.2 gives the swing hip 17.92 %; in table 5.3 this is the stance hip. Section 5.5.1 "
    "calls M3 the swing hip and M4 the stance hip; it is the other way round.",
    "A torque of 1 N·m on the foot moves the torques of ankle, knee and hip by exactly 1 N·m; "
    "table 5.4 prints 0.999, 0.998 and 0.995.",
    "The printed means for length, centre of mass along z and moment of inertia do not shrink with "
    "the error: 0.075, 0.083 and 0.096 N·m at the stance ankle for inertia errors of 5, 10 and "
    "15 % are 0.072 N·m and an error in proportion, added as squares. Perturbed and unperturbed "
    "torques differ there by something that is no perturbation. Here the means are in proportion "
    "to the error.",
    "Stance torques span more here: 660 N·m at the demo subject's ankle and 245 at HC038A's, where "
    "hers span 118; so RMSE by mass and centre of mass is two to five times hers, NRMSE half. "
    "Points move by 1 to 14 mm to be rigid in the plane, and what that does to the trunk's "
    "acceleration weighs at the ankle with its whole mass. Taking the stance hip for the shared "
    "one, or not weighing arms and head, changes the span by at most a fifth; the rest is not "
    "isolated.",
    "RMSE by length is up to thirty times hers: segments that are longer by themselves move all "
    "the mass above the ankle forwards or backwards under the same angles. Hers grows by only half "
    "from 5 to 10 %; how her height was kept is not said.",
    "5 N of vertical force move the knee's torque by twice hers: our knees stand further before "
    "the ankle in single support.",
)


@dataclass(frozen=True, eq=False)
class Support:
    """Single support of a walk by the planar model.

    Args:
        body: seen from the stance foot.
        stance: side that stands.
        measured: (frames, points, 2) m, not yet made rigid.
        frames: time [s] of these, with the margin.
        time: (n,) s, every millisecond of single support.
    """

    body: PlanarBody
    stance: Side
    measured: FloatArray
    frames: FloatArray
    time: FloatArray

    def columns(self) -> list[int]:
        """Segments whose torque is that of each of `JOINTS`."""
        swing = "left" if self.stance == "right" else "right"
        names = [segment.name for segment in self.body.segments]
        foot = "hindfoot" if f"{swing}_hindfoot" in names else "foot"
        # seen from the stance foot a joint's torque is at the segment above, of the swing leg below
        order = (
            f"{self.stance}_shank",
            f"{self.stance}_thigh",
            "trunk",
            f"{swing}_{foot}",
            f"{swing}_shank",
            f"{swing}_thigh",
        )
        return [names.index(name) for name in order]

    def motion(self, weight: FloatArray | None = None) -> PlanarMotion:
        """Bézier curves through the consistent coordinates, every millisecond (appendix C).

        Args:
            weight: (points,) of the consistency; None for 1, 5 and 10 of section 5.1.
        """
        chosen = joint_weights(self.body) if weight is None else weight
        x, _, _ = consistent_points(self.body, self.measured, chosen)
        base = self.body.ends()[0][0]
        z = np.concatenate([x[:, base], segment_angles(self.body, x)], axis=1)
        curves = [fit_bezier(self.frames, column, _TOLERANCE) for column in z.T]
        series = [np.stack([curve(self.time, k) for curve in curves], axis=1) for k in range(3)]
        return PlanarMotion(self.time, *series)


def single_support(model: Model, motion: Motion, events: Sequence[Event]) -> Support:
    """The first single support that a motion holds with its margin.

    Args:
        model: of the whole body.
        motion: X is the direction of progression.
        events: foot strikes and offs.
    Raises:
        ValueError: there is none.
    """
    time = motion.time
    R, p = forward_kinematics(model.tree, motion.q)
    points = planar_points(model, R, p)
    for off in events:
        if off.kind != "off":
            continue
        later = (e for e in events if (e.side, e.kind) == (off.side, "strike"))
        strike = next((e for e in later if e.time > off.time), None)
        inside = strike is not None and strike.time + _MARGIN < time[-1]
        if strike is None or not inside or off.time - _MARGIN < time[0]:
            continue
        stance: Side = "left" if off.side == "right" else "right"
        foot = "hindfoot" if f"{stance}_hindfoot" in model.segments else "foot"
        body = planar_body(model, base=f"{stance}_{foot}")
        near = (time >= off.time - _MARGIN) & (time <= strike.time + _MARGIN)
        measured = np.stack([points[name][near] for name in body.points], axis=1)
        grid = np.arange(off.time, strike.time, _STEP)
        return Support(body, stance, measured, time[near], grid)
    raise ValueError("the motion has no whole single support")


def perturbed_values(body: PlanarBody, kind: str, e: FloatArray) -> SegmentValues:
    """Segment parameters with errors, total mass and height kept (section 5.4.1).

    Args:
        kind: a key of `MEAN_RMSE`.
        e: (bodies, segments) relative errors.
    """
    values = SegmentValues.of(body, len(e))
    if kind == "mass":
        mass = values.mass * (1.0 + e)
        return replace(values, mass=mass * (body.mass / mass.sum(axis=1))[:, None])
    if kind == "length":
        length = values.length * (1.0 + e)
        upright = _upright(body)
        ratio = (values.length @ upright) / (length @ upright)
        return replace(values, length=length * ratio[:, None])
    if kind == "moment of inertia":
        return replace(values, inertia=values.inertia * (1.0 + e))
    com = values.com.copy()
    com[:, :, 0 if kind == "centre of mass x" else 1] *= 1.0 + e
    return replace(values, com=com)


def _upright(body: PlanarBody) -> FloatArray:
    """Share (segments,) of each segment's length in the height: legs half each, trunk and head."""
    shares = {"thigh": 0.5, "shank": 0.5, "trunk": 1.0, "head": 1.0}
    return np.array([shares.get(s.name.rpartition("_")[2], 0.0) for s in body.segments])


@dataclass(frozen=True, eq=False)
class Errors:
    """Errors of `JOINTS` over samples (samples, 6), and their largest at every instant.

    Args:
        rmse: N*m (eq. 5.3).
        nrmse: percent of the range (eq. 5.4).
        largest: (frames, 6) N*m, over the samples.
    """

    rmse: FloatArray
    nrmse: FloatArray
    largest: FloatArray


def errors(true: FloatArray, perturbed: FloatArray) -> Errors:
    """Errors of torques (samples, frames, 6) against those of (frames, 6)."""
    difference = perturbed - true
    rmse = np.sqrt(np.mean(difference**2, axis=1))
    return Errors(rmse, 100.0 * rmse / np.ptp(true, axis=0), np.abs(difference).max(axis=0))


def parameter_errors(support: Support, motion: PlanarMotion, kind: str, level: int) -> Errors:
    """A thousand bodies with errors of one kind, in one motion.

    Args:
        level: percent, three standard deviations.
    """
    columns = support.columns()
    true = planar_torques(support.body, motion, SegmentValues.of(support.body))[0][:, columns]
    count = len(support.body.segments)
    seed = list(MEAN_RMSE).index(kind)
    blocks = range(0, SAMPLES, BLOCK)
    points = [normal_points(seed, count, k, min(BLOCK, SAMPLES - k)) for k in blocks]
    e = level / 300.0 * np.concatenate(points)
    values = perturbed_values(support.body, kind, e)
    return errors(true, planar_torques(support.body, motion, values)[:, :, columns])


def seen_from_trunk(body: PlanarBody, motion: PlanarMotion) -> tuple[PlanarBody, PlanarMotion]:
    """The same motion in the coordinates of the body that begins at the trunk."""
    other = seen_from(sorted(body.segments, key=lambda s: s.parent is not None), "trunk")
    names = [segment.name for segment in other.segments]
    turns = []
    for series in (motion.z, motion.velocity, motion.acceleration):
        absolute: dict[str, FloatArray] = {}
        for k, (segment, origin) in enumerate(zip(body.segments, body.origin, strict=True)):
            above = absolute[body.segments[origin].name] if origin >= 0 else 0.0
            absolute[segment.name] = series[:, 2 + k] + above
        turns.append(absolute)
    hip = _path_of(body, motion, "hip")
    series_of = []
    for path, absolute in zip(hip, turns, strict=True):
        relative = [
            absolute[name] - (absolute[names[o]] if o >= 0 else 0.0)
            for name, o in zip(names, other.origin, strict=True)
        ]
        series_of.append(np.column_stack([path, *relative]))
    return other, PlanarMotion(motion.time, *series_of)


def _path_of(body: PlanarBody, motion: PlanarMotion, point: str) -> tuple[FloatArray, ...]:
    """Place, velocity and acceleration (frames, 2) of a point of the body."""
    start, end = body.ends()
    paths = {start[0]: [s[:, :2] for s in (motion.z, motion.velocity, motion.acceleration)]}
    sums = []
    for series in (motion.z, motion.velocity, motion.acceleration):
        absolute = np.empty_like(series[:, 2:])
        for k, origin in enumerate(body.origin):
            absolute[:, k] = series[:, 2 + k] + (absolute[:, origin] if origin >= 0 else 0.0)
        sums.append(absolute)
    for k, segment in enumerate(body.segments):
        angle, rate, alpha = (part[:, k, None] for part in sums)
        u = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)
        du = np.concatenate([np.cos(angle), -np.sin(angle)], axis=1)
        line = [segment.length * v for v in (u, rate * du, alpha * du - rate**2 * u)]
        known, new, sign = (start, end, 1.0) if start[k] in paths else (end, start, -1.0)
        paths[new[k]] = [a + sign * b for a, b in zip(paths[known[k]], line, strict=True)]
    return tuple(paths[body.points.index(point)])


def plate_torques(support: Support, motion: PlanarMotion, offset: FloatArray) -> FloatArray:
    """Torques (frames, 3) of stance ankle, knee and hip from the foot up, the plate off by (3,).

    The plate measures what the motion needs (section 5.4.3), as force x and z at the ankle and
    torque about Y; torques follow from the foot up to the trunk (section 5.2).
    """
    body, other_motion = seen_from_trunk(support.body, motion)
    reaction = driving_forces(support.body, motion)[:, :3] + offset
    names = [segment.name for segment in body.segments]
    wrench = np.zeros((len(motion.time), len(names), 3))
    foot = names.index(support.body.segments[0].name)
    wrench[:, foot] = reaction
    driving = driving_forces(body, other_motion, wrench)
    side = support.stance
    order = (names[foot], f"{side}_shank", f"{side}_thigh")
    # seen from the trunk a torque acts on the segment below, against the one above
    return -np.stack([driving[:, 2 + names.index(name)] for name in order], axis=1)


def run(progress: Progress) -> StudyResult:
    """Perturb the single support of the walks and set the errors beside the printed ones."""
    progress("analysing", 0.0)
    time = np.arange(round(2.0 * walking_demo().walk.cycle.stride_time * 100.0)) / 100.0
    truth = walk_truth(walking_demo(), 0.0, time)
    walks = {"demo subject": (truth.model, truth.motion, truth.events)}
    public = analysed_public_walk(Configuration(method="whole-body"))
    if public is not None:
        walks["HC038A"] = (public.model, public.motion, public.events)
    comparisons: list[Comparison] = []
    tables: list[Table] = []
    charts: list[Chart] = []
    checks: dict[str, bool] = {}
    for k, (name, (model, moved, events)) in enumerate(walks.items()):
        progress(f"{name}: perturbing", 0.3 + 0.35 * k)
        scale = model.mass / PAMIES_VILA_MASS
        support = single_support(model, moved, events)
        motion = support.motion()
        found = {
            (kind, level): parameter_errors(support, motion, kind, level)
            for kind in MEAN_RMSE
            for level in LEVELS
        }
        tables += _parameter_tables(name, found, scale)
        comparisons += _parameter_comparisons(name, found, scale)
        charts += _mass_charts(name, support, motion, found["mass", 10])
        checks |= _parameter_checks(name, found)
        by_weights = _weight_errors(support)
        tables.append(_weight_table(name, by_weights, scale))
        charts += _weight_charts(name, support, by_weights)
        plate_table, plate_checks = _plate(name, support, motion)
        tables.append(plate_table)
        checks |= plate_checks
    return StudyResult(
        name="pamies2012_uncertainty",
        title=TITLE,
        source=SOURCE,
        comparisons=tuple(comparisons),
        tables=tuple(tables),
        figures=tuple(charts),
        deviations=DEVIATIONS,
        notes=(
            f"{SAMPLES} bodies for each of 5 parameters and 3 levels, in single support; printed "
            "N·m are scaled by body mass, percents are not.",
            "A centre of mass keeps its distance from the proximal joint when lengths are "
            "perturbed: each parameter is perturbed by itself.",
            "Bézier curves are fitted from 0.1 s before to 0.1 s after single support.",
            "The demo subject's motion is the true one, without the errors of markers.",
            *([] if public is not None else [WITHOUT_TRIAL]),
        ),
        checks=checks,
    )


Found = Mapping[tuple[str, int], Errors]


def _parameter_tables(name: str, found: Found, scale: float) -> list[Table]:
    tables = []
    for leg, first in (("stance", 0), ("swing", 3)):
        rows: list[tuple[str | float, ...]] = []
        for kind in MEAN_RMSE:
            for column, level in enumerate(LEVELS):
                one = found[kind, level]
                row: list[str | float] = [f"{kind}, {level} %"]
                for joint in range(3):
                    printed = MEAN_RMSE[kind][first // 3][3 * joint + column]
                    rmse, nrmse = one.rmse[:, first + joint], one.nrmse[:, first + joint]
                    row += [round(scale * printed, 3), *(_rounded(rmse))]
                    row += [MEAN_NRMSE[kind][first // 3][3 * joint + column], *_rounded(nrmse)]
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
    return [round(float(x), 3) for x in (values.mean(), values.std(), values.max())]


def _parameter_comparisons(name: str, found: Found, scale: float) -> list[Comparison]:
    comparisons = []
    for kind in MEAN_RMSE:
        for joint, label in enumerate(JOINTS):
            at = 3 * (joint % 3) + LEVELS.index(10)
            printed = scale * MEAN_RMSE[kind][joint // 3][at]
            ours = float(found[kind, 10].rmse[:, joint].mean())
            what = f"{name}: {label}, mean RMSE by {kind}, 10 %"
            comparisons.append(Comparison(what, "N*m", printed, ours, None, "scaled by body mass"))
    return comparisons


def _parameter_checks(name: str, found: Found) -> dict[str, bool]:
    """The qualitative findings of sections 5.5.1 and 5.6."""
    mean = {key: one.rmse.mean(axis=0) for key, one in found.items()}
    relative = {key: one.nrmse.mean(axis=0) for key, one in found.items()}
    small, large = "moment of inertia", ("mass", "length", "centre of mass x")
    stance, swing = slice(0, 3), slice(3, 6)
    return {
        f"{name}: errors grow with the largest error, in proportion": all(
            np.allclose(mean[kind, 15] / mean[kind, 5], 3.0, rtol=0.1) for kind in MEAN_RMSE
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


def _mass_charts(name: str, support: Support, motion: PlanarMotion, found: Errors) -> list[Chart]:
    """Figure 5.2: the largest error of the samples at every instant, masses off by up to 10 %."""
    body = support.body
    true = planar_torques(body, motion, SegmentValues.of(body))[0][:, support.columns()]
    return _charts(
        name, "mass", "masses off by up to 10 % (figure 5.2)", support, found.largest, true
    )


def _charts(
    name: str, key: str, what: str, support: Support, error: FloatArray, true: FloatArray
) -> list[Chart]:
    time = 1e3 * (support.time - support.time[0])
    relative = 100.0 * error / np.ptp(true, axis=0)
    file = name.replace(" ", "_")
    return [
        Chart(
            f"{key}_{form}_{file}",
            f"{name}: {form} errors, {what}",
            "time since toe off [ms]",
            f"error [{unit}]",
            tuple(
                Curve(joint, time, values[:, k], "-" if k < 3 else "--")
                for k, joint in enumerate(JOINTS)
            ),
        )
        for form, unit, values in (("absolute", "N*m", error), ("relative", "%", relative))
    ]


def _weight_errors(support: Support) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Errors (frames, 6) [N*m] by each choice of weights, and the torques of the reference."""
    columns = support.columns()
    values = SegmentValues.of(support.body)

    def torques(weight: FloatArray | None) -> FloatArray:
        found = planar_torques(support.body, support.motion(weight), values)
        return np.asarray(found[0][:, columns])

    true = torques(None)
    points = support.body.points
    standing = [p == "hip" or p.startswith(f"{support.stance}_") for p in points]
    leg = ("hip", "knee", "ankle", "metatarsal", "toe")
    legs = [p.rpartition("_")[2] in leg for p in points]
    stance = np.where(np.array(standing) & np.array(legs), 10.0, 1.0)
    chosen = dict(zip(WEIGHTS, (np.ones(len(points)), stance), strict=True))
    return {key: (torques(weight) - true, true) for key, weight in chosen.items()}


def _weight_table(
    name: str, found: Mapping[str, tuple[FloatArray, FloatArray]], scale: float
) -> Table:
    rows: list[tuple[str | float, ...]] = []
    for key, (difference, true) in found.items():
        rmse = np.sqrt(np.mean(difference**2, axis=0))
        nrmse = 100.0 * rmse / np.ptp(true, axis=0)
        printed, relative = WEIGHTS[key]
        rows += [
            (f"{key}: RMSE printed [N*m]", *(round(scale * x, 3) for x in printed)),
            (f"{key}: RMSE here [N*m]", *(round(float(x), 3) for x in rmse)),
            (f"{key}: NRMSE printed [%]", *relative),
            (f"{key}: NRMSE here [%]", *(round(float(x), 3) for x in nrmse)),
        ]
    return Table(
        f"{name}: weights of the consistency (table 5.3)",
        ("weights", *JOINTS),
        tuple(rows),
        "Against 1 for the upper body, 5 for knees, 10 for hips and ankles (section 5.1).",
    )


def _weight_charts(
    name: str, support: Support, found: Mapping[str, tuple[FloatArray, FloatArray]]
) -> list[Chart]:
    """Figure 5.3."""
    charts = []
    for key, (difference, true) in found.items():
        short = key.partition(",")[0]
        charts += _charts(
            name, short, f"weights {key} (figure 5.3)", support, np.abs(difference), true
        )
    return charts


def _plate(name: str, support: Support, motion: PlanarMotion) -> tuple[Table, dict[str, bool]]:
    """Table 5.4, and what a lever arm says of it."""
    columns = support.columns()[:3]
    body = support.body
    whole = planar_torques(body, motion, SegmentValues.of(body))[0][:, columns]
    true = plate_torques(support, motion, np.zeros(3))
    x = place_points(body, motion.z)
    at = {joint: x[:, body.points.index(joint)] for joint in body.points}
    ankle = at[f"{support.stance}_ankle"]
    rows: list[tuple[str | float, ...]] = []
    exact = True
    for component, (key, sizes) in enumerate(OFFSETS.items()):
        for level, size in enumerate(sizes):
            offset = np.zeros(3)
            offset[component] = size
            change = plate_torques(support, motion, offset) - true
            rmse = np.sqrt(np.mean(change**2, axis=0))
            nrmse = 100.0 * rmse / np.ptp(true, axis=0)
            for column, joint in enumerate(
                (f"{support.stance}_ankle", f"{support.stance}_knee", "hip")
            ):
                arm = ankle - at[joint]
                # about +Y: z F_x - x F_z
                lever = (arm[:, 1], -arm[:, 0], np.ones(len(arm)))[component]
                exact &= bool(
                    np.allclose(np.abs(change[:, column]), np.abs(size * lever), atol=1e-9)
                )
            printed, relative = PLATE[key][level]
            unit = "N*m" if key == "My" else "N"
            rows += [
                (f"{key} {size:g} {unit}: RMSE printed [N*m]", *printed),
                (f"{key} {size:g} {unit}: RMSE here [N*m]", *(round(float(r), 3) for r in rmse)),
                (f"{key} {size:g} {unit}: NRMSE printed [%]", *relative),
                (f"{key} {size:g} {unit}: NRMSE here [%]", *(round(float(r), 3) for r in nrmse)),
            ]
    table = Table(
        f"{name}: offsets of the plate, stance leg from the foot up (table 5.4)",
        ("offset", *JOINTS[:3]),
        tuple(rows),
        "Not scaled: an offset is in newtons, its lever arm is the leg's.",
    )
    horizontal = plate_torques(support, motion, np.array([1.0, 0.0, 0.0])) - true
    return table, {
        f"{name}: from the foot up and from the stance foot the torques are the same": bool(
            np.allclose(true, whole, atol=1e-8 * np.abs(whole).max())
        ),
        f"{name}: 1 N of horizontal force gives 0 at the ankle": bool(
            np.abs(horizontal[:, 0]).max() < 1e-9
        ),
        f"{name}: offsets of the plate move every torque by their lever arm": exact,
    }
