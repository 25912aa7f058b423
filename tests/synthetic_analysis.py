"""A plausible analysis of a walk that nobody made: input for the tests of the report.

Joint curves are the normal means of the report's own band, the ground reaction has two humps, the
skeleton is a body of 18 segments. Nothing here is dynamically consistent, nor needs to be.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from ambulo.gait.checks.finding import Finding, judged
from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import exp, multiply
from ambulo.model.joint_motions import joint_motions
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType, Tree
from ambulo.records import (
    SIDES,
    Analysis,
    Event,
    ForcePlate,
    GroundReaction,
    LabFrame,
    Markers,
    Model,
    PlateContact,
    Quantities,
    Quantity,
    Stride,
    Subject,
    Trial,
)
from ambulo.report.normal_band import load_band

MASS, SPEED, STRIDE, RATE = 68.0, 1.28, 1.06, 100.0
FOOT_OFF = 0.61
_DELAY = {"left": 0.12, "right": 0.12 + 0.5 * STRIDE}
_G = 9.80665

# joint, parent, place in the parent's frame [m]; left limbs are mirrored
_MIDLINE = (
    ("root", "pelvis", None, (0.0, 0.0, 0.0), 0.14),
    ("lumbar", "torso", "pelvis", (-0.02, 0.0, 0.10), 0.28),
    ("neck", "neck", "torso", (0.0, 0.0, 0.40), 0.02),
    ("head", "head", "neck", (0.0, 0.0, 0.10), 0.05),
)
_LIMB = (
    ("shoulder", "upper_arm", "torso", (0.0, -0.17, 0.34), 0.027),
    ("elbow", "forearm", "upper_arm", (0.0, 0.0, -0.28), 0.016),
    ("wrist", "hand", "forearm", (0.0, 0.0, -0.25), 0.006),
    ("hip", "thigh", "pelvis", (0.0, -0.085, -0.06), 0.12),
    ("knee", "shank", "thigh", (0.0, 0.0, -0.42), 0.045),
    ("ankle", "hindfoot", "shank", (0.0, 0.0, -0.42), 0.011),
    ("metatarsal", "forefoot", "hindfoot", (0.13, 0.0, -0.055), 0.003),
)


def _model() -> Model:
    joints, segments, parents, places, fractions = [], [], [], [], []
    for joint, segment, parent, place, fraction in _MIDLINE:
        joints.append(joint)
        segments.append(segment)
        parents.append(-1 if parent is None else segments.index(parent))
        places.append(place)
        fractions.append(fraction)
    for side in SIDES:
        for joint, segment, parent, place, fraction in _LIMB:
            middle = parent in segments
            joints.append(f"{side}_{joint}")
            segments.append(f"{side}_{segment}")
            parents.append(segments.index(parent if middle else f"{side}_{parent}"))
            places.append((place[0], -place[1] if side == "left" else place[1], place[2]))
            fractions.append(fraction)
    nb = len(joints)
    kinds = np.array([JointType.FREE] + [JointType.BALL] * (nb - 1), dtype=np.int64)
    mass = MASS * np.array(fractions) / np.sum(fractions)
    tree = Tree(
        parent=np.array(parents, dtype=np.int64),
        joint=kinds,
        p_PJ=np.array(places),
        R_PJ=np.tile(np.eye(3), (nb, 1, 1)),
        axis=np.tile(np.array([0.0, 1.0, 0.0]), (nb, 1)),
        q_start=np.r_[0, 7 + 4 * np.arange(nb - 1)].astype(np.int64),
        v_start=np.r_[0, 6 + 3 * np.arange(nb - 1)].astype(np.int64),
        mass=mass,
        com=np.tile(np.array([0.0, 0.0, -0.1]), (nb, 1)),
        inertia=np.tile(np.eye(3) * 0.02, (nb, 1, 1)),
        gravity=np.array([0.0, 0.0, -_G]),
    )
    rng = np.random.default_rng(1)
    names, body, local = [], [], []
    for i, segment in enumerate(segments):
        for k in range(2):
            names.append("".join(w[0] for w in segment.split("_")).upper() + f"{segment[-2:]}{k}")
            body.append(i)
            local.append(rng.normal(0.0, 0.05, 3))
    points = {}
    for side in SIDES:
        hind, fore = segments.index(f"{side}_hindfoot"), segments.index(f"{side}_forefoot")
        points[f"{side}_heel"] = (hind, np.array([-0.05, 0.0, -0.075]))
        points[f"{side}_metatarsal"] = (hind, np.array([0.13, 0.0, -0.055]))
        points[f"{side}_toe"] = (fore, np.array([0.07, 0.0, -0.02]))
    return Model(
        name="body18",
        segments=tuple(segments),
        joints=tuple(joints),
        tree=tree,
        subject=Subject(name="S01", mass=MASS, height=1.74, sex="f", age=31.0),
        parameters="de_leva1996",
        marker_names=tuple(names),
        marker_body=np.array(body, dtype=np.int64),
        marker_local=np.array(local),
        marker_weight=np.ones(len(names)),
        points=points,
        notes=("Feet are scaled from the height: no foot length was given.",),
    )


def _phase(time: FloatArray, side: str) -> FloatArray:
    return ((time - _DELAY[side]) / STRIDE) % 1.0


def _normal(group: str, name: str, phase: FloatArray) -> FloatArray | None:
    """Normal mean as a Fourier series of eight harmonics, so that strides join smoothly."""
    curves = load_band().curves[group]
    if name not in curves:
        return None
    series = np.fft.rfft(curves[name].mean[:-1]) / 50.0
    waves = np.exp(2j * np.pi * phase[:, None] * np.arange(1, 9))
    return np.asarray(series[0].real + 2.0 * (waves @ series[1:9]).real)


def _curves(group: str, joint: str, time: FloatArray, rng: np.random.Generator) -> list[Quantity]:
    side = joint.split("_")[0] if joint.startswith(SIDES) else "left"
    bare = joint.removeprefix("left_").removeprefix("right_")
    phase = _phase(time, side)
    wobble = 1.0 + 0.05 * np.sin(2 * np.pi * 0.31 * time + rng.uniform(0, 6))
    unit = {"angles": "deg", "moments": "N*m", "powers": "W"}[group]
    scale = {"angles": 1.0, "moments": MASS, "powers": MASS}[group]
    size = {"angles": 8.0, "moments": 0.06, "powers": 0.05}[group]
    found = []
    for motion in joint_motions(joint):
        plain = motion.name.removeprefix("left_").removeprefix("right_")
        curve = _normal(group, plain, phase)
        if curve is None:
            turn = 2 * np.pi * phase + rng.uniform(0, 0.5) + motion.axis
            curve = size * (np.sin(turn) + 0.3 * np.sin(2 * turn))
        if joint == "root" and motion.axis == 2:
            curve = -curve
        positive = "generation" if group == "powers" else motion.positive
        found.append(Quantity(motion.name, unit, scale * wobble * curve, positive))
    if group == "powers":
        curve = _normal(group, f"{bare}_power", phase)
        total = sum(q.values for q in found) if curve is None else scale * wobble * curve
        found.append(Quantity(f"{joint}_power", unit, total, "generation"))
    return found


def _motion(model: Model, time: FloatArray, angles: dict[str, FloatArray]) -> Motion:
    q = np.zeros((len(time), model.tree.nq))
    for i, joint in enumerate(model.joints):
        turn = np.tile([1.0, 0.0, 0.0, 0.0], (len(time), 1))
        for motion in joint_motions(joint):
            axis = np.zeros((len(time), 3))
            axis[:, motion.axis] = motion.sign * np.deg2rad(angles[motion.name])
            turn = multiply(turn, exp(axis))
        start = int(model.tree.q_start[i])
        if i == 0:
            q[:, 0] = SPEED * (time - time[0]) - 1.2
            q[:, 1] = 0.02 * np.sin(2 * np.pi * _phase(time, "left"))
            start += 3
        q[:, start : start + 4] = turn
    R, p = forward_kinematics(model.tree, q)
    soles = np.stack([p[:, b] + R[:, b] @ local for b, local in model.points.values()], axis=1)
    q[:, 2] = -soles[:, :, 2].min(axis=1)
    v = np.zeros((len(time), model.tree.nv))
    v[:, 0] = SPEED
    return Motion(time, q, v, np.zeros_like(v))


def _ground(model: Model, motion: Motion, whole: bool) -> GroundReaction:
    time = motion.time
    R, p = forward_kinematics(model.tree, motion.q)
    force = np.zeros((len(time), 2, 3))
    centre = np.full((len(time), 2, 3), np.nan)
    known = np.ones((len(time), 2), dtype=bool)
    for s, side in enumerate(SIDES):
        phase = _phase(time, side)
        x = phase / FOOT_OFF
        on = x < 1.0
        rise = np.clip(np.minimum(x, 1 - x) / 0.16, 0, 1)
        vertical = rise**0.8 * (1.06 - 0.32 * np.exp(-(((x - 0.5) / 0.17) ** 2)))
        force[on, s, 2] = (MASS * _G * vertical)[on]
        force[on, s, 0] = (-0.19 * MASS * _G * np.sin(2 * np.pi * x))[on]
        force[on, s, 1] = (0.05 * MASS * _G * (1 if s else -1) * rise)[on]
        bodies = {n: p[:, b] + R[:, b] @ local for n, (b, local) in model.points.items()}
        heel, toe = bodies[f"{side}_heel"], bodies[f"{side}_toe"]
        # the foot of this skeleton slides a little: where it stands at mid-stance counts
        step = np.floor((time - _DELAY[side]) / STRIDE)
        for n in np.unique(step[on]):
            mine = on & (step == n)
            middle = np.flatnonzero(mine)[mine.sum() // 2]
            along = (0.1 + 0.8 * x[mine])[:, None]
            centre[mine, s] = heel[middle] + along * (toe[middle] - heel[middle])
            centre[mine, s, 2] = 0.0
            if not whole and n != 1:
                known[mine, s] = False
    force[~known] = np.nan
    centre[~known] = np.nan
    moment = np.cross(np.nan_to_num(centre), force)
    return GroundReaction(
        time=time,
        force=force,
        moment_origin=moment,
        centre_of_pressure=centre,
        free_moment=np.where(known, 0.0, np.nan),
        known=known,
        source="whole-body, double support in the plates' proportion" if whole else "plates",
    )


def _plate(number: int, ground: GroundReaction, side: int) -> ForcePlate:
    inside = ground.known[:, side] & np.isfinite(ground.centre_of_pressure[:, side, 0])
    x, y = np.nanmean(ground.centre_of_pressure[inside, side, :2], axis=0)
    corners = np.array(
        [(x + a, y + b, 0.0) for a, b in ((-0.3, 0.25), (0.3, 0.25), (0.3, -0.2), (-0.3, -0.2))]
    )
    return ForcePlate(
        name=f"plate {number}",
        corners=corners,
        time=ground.time,
        force=np.where(inside[:, None], ground.force[:, side], 0.0),
        centre_of_pressure=np.where(inside[:, None], ground.centre_of_pressure[:, side], np.nan),
        free_moment=np.zeros(len(ground.time)),
    )


def make_analysis(
    *,
    whole: bool = False,
    failed: bool = False,
    truth: bool = False,
    strides: bool = True,
    upper: bool = True,
    path: Path = Path("S01_walk03.c3d"),
) -> Analysis:
    """A walk of a little over three strides.

    Args:
        whole: whole-body method, every reaction known; else known on two plates only.
        failed: one quality check needs attention, one forbids the use.
        truth: known true curves are given, and another system's.
        strides: events and strides are there; else the trial has none.
        upper: the upper body is reported too.
    """
    rng = np.random.default_rng(3)
    time = np.arange(0.0, 3.6, 1.0 / RATE)
    model = _model()
    groups: dict[str, list[Quantity]] = {"angles": [], "moments": [], "powers": []}
    angles = {}
    for joint in model.joints:
        for group, found in groups.items():
            if group != "angles" and joint == "root":
                continue
            curves = _curves(group, joint, time, rng)
            if group == "angles":
                angles.update({q.name: q.values for q in curves})
            leg = any(name in joint for name in ("root", "hip", "knee", "ankle"))
            if upper or leg:
                found.extend(curves)
    motion = _motion(model, time, angles)
    plates_ground = _ground(model, motion, False)
    ground = _ground(model, motion, True) if whole else plates_ground
    plates = (_plate(1, plates_ground, 0), _plate(2, plates_ground, 1))

    if not whole:
        # from the plates up, leg joints are known only while that foot's reaction is
        for group in ("moments", "powers"):
            for i, q in enumerate(groups[group]):
                if q.name.startswith(SIDES) and any(j in q.name for j in ("hip", "knee", "ankle")):
                    side = SIDES.index(q.name.split("_")[0])
                    known = np.where(ground.known[:, side], q.values, np.nan)
                    groups[group][i] = replace(q, values=known)

    events, found_strides = [], []
    for side in SIDES:
        start = _DELAY[side]
        while start + STRIDE < time[-1]:
            found_strides.append(Stride(side, start, start + STRIDE, start + FOOT_OFF * STRIDE))
            start += STRIDE
        for strike in np.arange(_DELAY[side], time[-1], STRIDE):
            events.append(Event(side, "strike", float(strike), "force"))
            if strike + FOOT_OFF * STRIDE < time[-1]:
                events.append(Event(side, "off", float(strike + FOOT_OFF * STRIDE), "kinematics"))
    events.sort(key=lambda e: e.time)
    if not strides:
        events, found_strides = [], []

    R, p = forward_kinematics(model.tree, motion.q)
    body = model.marker_body
    carried = p[:, body] + np.einsum("fmij,mj->fmi", R[:, body], model.marker_local)
    measured = carried + rng.normal(0.0, 0.004, carried.shape)
    measured[120:131, 4] = np.nan
    marker_residual = np.linalg.norm(measured - carried, axis=2)
    residual = rng.normal(0.0, 1.0, (len(time), 6)).cumsum(axis=0) * 0.4
    residual[:, 3:] *= 4.0
    if not whole:
        residual[~ground.known.all(axis=1)] = np.nan

    extra: dict[str, FloatArray] = {}
    other: dict[str, FloatArray] = {}
    if truth:
        for group, found in groups.items():
            for q in found:
                key = f"{q.name} [{q.unit}]"
                size = {"angles": 1.5, "moments": 3.0, "powers": 5.0}[group]
                extra[key] = q.values + size * np.sin(5.0 * time)
                if q.name.endswith("flexion") and group != "powers":
                    other[key] = q.values - 1.4 * size
        for s, side in enumerate(SIDES):
            for k, axis in enumerate("xyz"):
                force = _ground(model, motion, True).force[:, s, k]
                extra[f"{side}_F{axis} [N]"] = force + 8.0 * np.sin(9.0 * time)
    ratio = 0.909 if failed else 0.988
    carried = {
        "seen": "frames",
        "count": 93,
        "agreed": False,
        "much": False,
        "carried": 70.0,
        "in_file": False,
    }
    agree = {
        "force": 120.0 if failed else 14.0,
        "moment": 4.0,
        "shift": 0.006,
        "by_place": True,
        "mostly": "neither",
        "from_plates": True,
        "beside_lines": True,
    }
    findings = [
        Finding("marker_fit", "", 6.9),
        Finding("worst_marker", "LTHI", 14.2),
        Finding("mass", "", 100.0 * (1.0 - ratio), {"ratio": ratio, "off": 1.0 - ratio, **carried}),
        Finding("residual_force", "", 17.4 if failed else 2.1, agree),
        Finding("residual_moment", "", 0.6, agree),
    ]
    trial = Trial(
        path=path,
        markers=Markers(model.marker_names, time, measured),
        plates=plates,
        events=(),
        subject=model.subject,
        lab=LabFrame(np.eye(3), 0.001, "The subject walks along +x of the laboratory; +z is up."),
        notes=("Points *115 to *118 are not labelled and were left out.",),
    )
    nb = model.tree.nb
    waves = np.sin(np.linspace(0, 20, len(time)))[:, None, None] * np.ones((1, nb, 3))
    return Analysis(
        trial=trial,
        model=model,
        motion=motion,
        marker_set="plug_in_gait_full",
        method="whole-body" if whole else "plates",
        events=tuple(events),
        contacts=(
            PlateContact(
                0, 1.18, 1.83, "left", "whole", "the left foot is 1 cm from the centre of pressure"
            ),
            PlateContact(
                1,
                1.71,
                2.36,
                "right",
                "whole",
                "the right foot is 2 cm from the centre of pressure",
            ),
        ),
        strides=tuple(found_strides),
        ground=ground,
        plates_ground=plates_ground,
        joint_forces=JointForces(time, 20.0 * waves, 300.0 * waves, np.zeros_like(motion.v)),
        angles=Quantities(groups["angles"]),
        moments=Quantities(groups["moments"]),
        powers=Quantities(groups["powers"]),
        marker_residual=marker_residual,
        residual=residual,
        checks=tuple(judged(finding) for finding in findings),
        timing={"read": 0.21, "fit": 0.09, "report": np.float64(0.4)},
        log=(
            "Read S01_walk03.c3d: 36 markers, 360 frames at 100 Hz, 2 force plates.",
            "The subject walks along +x of the laboratory; +z is up.",
            "Marker set plug_in_gait_full fits: 36 of 36 markers.",
            "Gap of 11 frames in marker PIS0 (1.20 to 1.30 s) filled by a spline.",
            "Sex f and mass 68.0 kg as in the file; segment parameters de_leva1996.",
        ),
        truth=extra,
        reference=other,
    )
