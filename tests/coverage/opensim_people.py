"""How often bands hold the truth of subjects whom OpenSim's model and dynamics make.

From the project's root: `python -m tests.coverage.opensim_people DATA FIRST COUNT [--samples N]
[--errors NAME ...] [--sources NAME ...]`, with the `oracle` extra and the folder of the recordings.
Prints shares by cell, with what is wrong beside what the bands draw. Every error is as large as the
bands declare it; `--errors` and `--sources` leave some of them alone.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from scipy.stats import t as student
from tests.coverage.opensim_body import (
    SAMPLES,
    WALKS,
    Body,
    Gait,
    Poses,
    between,
    demands,
    mirrored,
    over_its_feet,
    read_gait,
    support_of,
    whole_on_floor,
    worn,
)

from ambulo.demo.foot_sharing import NeededReaction, share_between_feet
from ambulo.gait.analysis import analyse_trial_in_stages
from ambulo.gait.configuration import Configuration
from ambulo.math.arrays import FloatArray
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.model.joint_moments import joint_axes
from ambulo.records import (
    SIDES,
    ForcePlate,
    GroundReaction,
    LabFrame,
    Markers,
    Subject,
    Trial,
)
from ambulo.results.columns import body_mass, header
from ambulo.results.peak_moments import peak_places
from ambulo.results.posture import posture_at
from ambulo.uncertainty.bands import peaks_of, quantiles, spread_of
from ambulo.uncertainty.perturbed import result_names
from ambulo.uncertainty.plan import plan
from ambulo.uncertainty.run import draw
from ambulo.uncertainty.source import Nominal

RATE = 100.0
PLATE_RATE = 1000.0
SHARE = 0.9
MOMENTS = ("hip_flexion", "hip_adduction", "knee_flexion", "knee_adduction", "ankle_dorsiflexion")
ANGLES = ("hip_flexion", "hip_adduction", "hip_rotation", "knee_flexion", "knee_adduction",
          "ankle_dorsiflexion")  # fmt: skip
_SKIN = {"femur": 0.008, "tibia": 0.005, "calcn": 0.002, "pelvis": 0.004, "torso": 0.004}
"""m, rms of the skin along each axis; 3 mm elsewhere."""
_BENDS = {
    "pelvis": ("hip_flexion",),
    "femur": ("hip_flexion", "knee_angle"),
    "tibia": ("knee_angle", "ankle_angle"),
    "talus": ("ankle_angle",),
    "calcn": ("ankle_angle",),
    "toes": ("ankle_angle",),
}
"""Joints that the skin of a bone follows, those at its ends; as the pelvis elsewhere."""


@dataclass(frozen=True)
class Errors:
    """Factors on the declared sizes; zero switches one off."""

    placement: float = 1.0
    skin: float = 1.0
    noise: float = 1.0
    centres: float = 1.0
    masses: float = 1.0
    plates: float = 1.0
    survey: float = 1.0
    clock: float = 1.0


NONE = Errors(*[0.0] * len(fields(Errors)))


@lru_cache(maxsize=8)
def walk_of(data: Path, number: int) -> Gait:
    """One of the walks, balanced on a body of the usual size; half of them in a mirror."""
    gait = read_gait(data / WALKS[number % len(WALKS)])
    if number >= len(WALKS):
        gait = mirrored(gait)
    return over_its_feet(Body(data, {}, 75.0), gait)


_PARTS = {
    "pelvis": ("pelvis",),
    "femur": ("femur",),
    "tibia": ("tibia", "patella"),
    "foot": ("talus", "calcn", "toes"),
    "trunk": ("torso", "humerus", "ulna", "radius", "hand"),
}
"""Bodies that are scaled together."""


class Person:
    """A subject and how he truly walks.

    Args:
        data: folder of the recordings.
        seed: of him and his errors.
        errors: of the laboratory and of tables and regressions.
    """

    def __init__(self, data: Path, seed: int, errors: Errors) -> None:
        rng = np.random.default_rng([seed, 7])
        gait = walk_of(data, seed % (2 * len(WALKS)))
        tall = 1.0 + 0.05 * rng.standard_normal()
        parts = {"pelvis": 0.05, "femur": 0.04, "tibia": 0.04, "foot": 0.04, "trunk": 0.03}
        factor = {
            part: tall * (1.0 + s * rng.standard_normal() * np.ones(3)) for part, s in parts.items()
        }
        scale = {
            name: factor[part]
            for part, bodies in _PARTS.items()
            for body in bodies
            for name in ([body] if body in ("pelvis", "torso") else [f"{body}_r", f"{body}_l"])
        }
        self.mass = float(75.0 * tall**2 * (1.0 + 0.12 * rng.standard_normal()))
        q = {}
        for name, values in gait.q.items():
            # an own way of walking: joints move more or less than his who was recorded
            more = 1.0 + 0.07 * rng.standard_normal() if not name.startswith("pelvis_t") else tall
            q[name] = values.mean() * (more if name == "pelvis_ty" else 1.0)
            q[name] = q[name] + more * (values - values.mean())
        for side in "rl":
            q.pop(f"mtp_angle_{side}", None)
        period = gait.period * (1.0 + 0.05 * rng.standard_normal())
        self.gait = Gait(period, gait.speed * tall * gait.period / period, q)
        self.rng = rng
        self.errors = errors
        self.body = Body(data, scale, self.mass)
        self.markers = worn(self.body, scale)
        self.support = support_of(self.body, self.body.poses(q))

    def standing_q(self) -> dict[str, FloatArray]:
        q = {name: np.zeros(1) for name in self.gait.q}
        for side in "rl":
            q[f"elbow_flex_{side}"] = np.array([0.3])
            q[f"hip_flexion_{side}"] = np.array([0.03])
            q[f"arm_add_{side}"] = np.array([-0.15])
        q["pelvis_ty"] = np.array([0.95])
        return q

    def moved(self) -> None:
        """Poses after anything of the body has changed."""
        self.poses = self.body.poses(self.gait.q)
        self.stands = self.body.poses(self.standing_q())
        # the floor is where the feet stand
        k = [self.body.names.index(f"calcn_{s}") for s in "rl"]
        floor = min(float(self.poses.origin[:, j, 2].min()) for j in k)
        self.gait.q["pelvis_ty"] = self.gait.q["pelvis_ty"] - floor
        self.poses = lifted(self.poses, -floor)
        floor = min(float(self.stands.origin[0, j, 2]) for j in k)
        self.stands = lifted(self.stands, -floor)

    def time(self) -> FloatArray:
        return np.arange(round(1.9 * self.gait.period * RATE)) / RATE

    def ground(self, time: FloatArray) -> GroundReaction:
        """Each foot's ground reaction at times (n,) s."""
        phase = time / self.gait.period
        whole = whole_on_floor(self.body, self.poses, self.gait)
        at = NeededReaction(
            *(between(x, phase) for x in (whole.force, whole.centre, whole.free_moment))
        )
        advance = np.stack([self.gait.speed * time, 0.0 * time], axis=1)
        feet = self.support.plan(self.body, self.poses, self.gait, np.mod(phase, 1.0))
        # both centres of pressure off their places alike, so that the whole acts where it must
        beside = at.centre - feet.resultant_centre
        moved = replace(feet, centre=feet.centre + (advance + beside)[:, None])
        return share_between_feet(time, replace(at, centre=at.centre + advance), moved)


def lifted(poses: Poses, up: float) -> Poses:
    by = np.array([0.0, 0.0, up])
    return Poses(
        poses.R,
        poses.origin + by,
        poses.centre + by,
        {name: at + by for name, at in poses.joint.items()},
    )


_BODY = {"pelvis": "pelvis", "thigh": "femur", "shank": "tibia", "foot": "calcn", "torso": "torso",
         "neck": "torso",
         "head": "torso", "upper_arm": "humerus", "forearm": "ulna", "hand": "hand"}  # fmt: skip
_LEG = {"hip": ("femur", "tibia", "talus", "calcn", "toes", "patella"),
        "knee": ("tibia", "talus", "calcn", "toes", "patella"),
        "ankle": ("talus", "calcn", "toes")}  # fmt: skip
_FRAME = LabFrame(np.eye(3), 1.0, "OpenSim's ground.")


def bone(segment: str) -> str:
    """OpenSim's body of a segment."""
    for side in SIDES:
        if segment.startswith(side):
            return f"{_BODY[segment.removeprefix(f'{side}_')]}_{side[0]}"
    return _BODY[segment]


class Measured:
    """A laboratory's recording of a person, and the truth at its frames.

    Args:
        person: who walks.
        errors: of the laboratory.
    """

    def __init__(self, person: Person) -> None:
        self.person, e, rng = person, person.errors, person.rng
        person.moved()
        perfect = Nominal(*analyse_trial_in_stages(*self.trials(NONE), CHOICE))
        names = perfect.model.segments
        self.bones = [person.body.names.index(bone(name)) for name in names]
        standing = perfect.standing
        assert standing is not None
        self.on_bone = np.stack(
            [
                person.stands.R[0, k].T @ standing[:, j].mean(axis=0)
                for j, k in enumerate(self.bones)
            ]
        )
        static = perfect.stages.recording.static
        assert static is not None
        self.perfect = perfect
        self.give_masses(perfect, e, rng)
        # hips and other joints lie elsewhere than the regressions and markers say
        shift = e.centres * 0.008 * mirrored_pair(rng, 0.5)
        person.body.move_hips({s: shift[i] for i, s in enumerate("lr")})
        self.knee_shift = e.centres * 0.005 * mirrored_pair(rng, 0.5)
        self.ankle_shift = e.centres * 0.004 * mirrored_pair(rng, 0.5)
        person.moved()
        self.trial, self.static = self.trials(e)

    def give_masses(self, perfect: Nominal, e: Errors, rng: np.random.Generator) -> None:
        """The table's, off by what the bands declare."""
        person, model = self.person, perfect.model
        origin = self.segment_origins(perfect)
        nb = model.tree.nb
        z = rng.standard_normal((nb, 5))
        for k, name in enumerate(model.segments):
            if name.startswith("right_"):
                j = model.segments.index(f"left_{name.removeprefix('right_')}")
                z[k] = 0.9 * z[j] * [1, 1, -1, 1, 1] + np.sqrt(1 - 0.81) * z[k]
        mass = model.tree.mass * (1.0 + e.masses * 0.10 / 3.0 * z[:, 0])
        mass *= model.tree.mass.sum() / mass.sum()
        found = defaultdict(list)
        for j, name in enumerate(model.segments):
            along = np.eye(3)[0 if name.endswith("foot") else 2]
            size = along * 0.10 * model.tree.com[j] + (1 - along) * 0.05 * perfect.lengths[j]
            com = model.tree.com[j] + e.masses * size / 3.0 * z[j, 1:4]
            tensor = model.tree.inertia[j] * (1.0 + e.masses * 0.10 / 3.0 * z[j, 4])
            k = self.bones[j]
            R = self.on_bone[j]
            at = person.stands.R[0, k].T @ (origin[j] - person.stands.origin[0, k])
            found[bone(name)].append((mass[j], at + R @ com, R @ tensor @ R.T))
        person.body.set_inertia({name: together(parts) for name, parts in found.items()})

    def segment_origins(self, perfect: Nominal) -> FloatArray:
        """Of the program's segments (nb, 3) m in the standing trial."""
        static, model = perfect.stages.recording.static, perfect.stages.person.model
        column = [static.markers.names.index(name) for name in model.marker_names]
        seen = Markers(model.marker_names, static.markers.time, static.markers.position[:, column])
        return np.asarray(posture_at(model, fit_model(model, seen).q).p_WB.mean(axis=0))

    def trials(self, e: Errors) -> tuple[Trial, Trial]:
        person, rng = self.person, self.person.rng
        worn_, time = person.markers, person.time()
        phase = time / person.gait.period
        local = worn_.local + e.placement * 0.005 * rng.standard_normal(worn_.local.shape)
        if e.centres:
            for k, shows in enumerate(worn_.joint):
                if shows.startswith(("knee", "ankle")):
                    by = self.knee_shift if shows.startswith("knee") else self.ankle_shift
                    local[k] += by["lr".index(shows[-1])]
        skin = e.skin * self.skin(rng)
        R = between(person.poses.R, phase)[:, worn_.body]
        p = between(person.poses.origin, phase)[:, worn_.body]
        walking = p + np.einsum("fmij,fmj->fmi", R, local + skin)
        walking[..., 0] += person.gait.speed * time[:, None]
        stand = person.stands.origin[0, worn_.body] + np.einsum(
            "mij,mj->mi", person.stands.R[0, worn_.body], local
        )
        still = np.repeat(stand[None], 30, axis=0)
        sigma = e.noise * 0.0003
        walking += sigma * rng.standard_normal(walking.shape)
        still = still + sigma * rng.standard_normal(still.shape)
        names = np.array(worn_.names)
        kept = ~np.char.endswith(names, ".Med")
        subject = Subject(mass=person.mass, sex="m")
        return (
            Trial(
                Path("walk"),
                Markers(tuple(names[kept]), time, walking[:, kept]),
                self.plates(e, rng),
                (),
                subject,
                _FRAME,
            ),
            Trial(
                Path("static"),
                Markers(worn_.names, np.arange(30) / RATE, still),
                (),
                (),
                subject,
                _FRAME,
            ),
        )

    def skin(self, rng: np.random.Generator) -> FloatArray:
        """Shift (frames, m, 3) m that goes with how far a segment's joints are bent, half common.

        Skin of the thigh follows hip and knee, that of the shank knee and ankle (Camomilla et al.
        2013; Bonci et al. 2014): no thigh moves with its ankle.
        """
        person, worn_ = self.person, self.person.markers
        phase = person.time() / person.gait.period
        q = person.gait.q
        shift = np.zeros((len(phase), len(worn_.names), 3))
        common: dict[int, FloatArray] = {}

        def course(kind: str, side: str) -> FloatArray:
            bends = [q[f"{j}_{side}"] for j in _BENDS.get(kind, _BENDS["pelvis"])]
            unit = [b - b.mean() + 0.5 * b.mean() for b in bends]
            unit = np.stack([u / np.sqrt(np.mean(u**2)) for u in unit], axis=-1)
            c = rng.standard_normal((len(bends), 3))
            made = np.tensordot(between(unit, phase), c, axes=1)
            return np.asarray(
                made / np.sqrt(np.mean(np.square(made), axis=0)) * np.abs(rng.standard_normal(3))
            )

        for m, k in enumerate(worn_.body):
            name = person.body.names[k]
            kind, _, side = name.partition("_")
            side = side or "r"
            if k not in common:
                common[k] = course(kind, side) * [1.0, 1.0, 0.0]
            own = course(kind, side) * np.sqrt([0.5, 0.5, 1.0])
            shift[:, m] = _SKIN.get(kind, 0.003) * (np.sqrt(0.5) * common[k] + own)
        return shift

    def plates(self, e: Errors, rng: np.random.Generator) -> tuple[ForcePlate, ...]:
        """One under each step of the recording."""
        person = self.person
        last = self.person.time()[-1]
        time = np.arange(0.0, last, 1.0 / PLATE_RATE)
        late = e.clock * 0.002 * rng.standard_normal()
        ground = person.ground(time - late)
        turn = e.survey * np.radians(0.3) * rng.standard_normal()
        offset = e.survey * 0.002 * rng.standard_normal(3)
        cos, sin = np.cos(turn), np.sin(turn)
        turned = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
        steps = []
        for i in range(2):
            up = ground.force[:, i, 2] > 20.0
            number = np.cumsum(np.diff(up, prepend=False))
            for k in np.unique(number[up]):
                on = up & (number == k)
                if on.sum() > 5:
                    at = ground.centre_of_pressure[on, i]
                    steps.append((i, on, 0.5 * (at.min(axis=0) + at.max(axis=0))))
        # the surveyor's frame lies askew about the middle of all
        about = np.mean([middle for _, _, middle in steps], axis=0)
        sizes = np.array([5.0, 5.0, 25.0]) / 3.0
        found = []
        for i, on, middle in steps:
            force = ground.force[on, i] + e.plates * sizes * rng.standard_normal(3)
            moment = np.cross(ground.centre_of_pressure[on, i] - middle, ground.force[on, i])
            moment[:, 2] += ground.free_moment[on, i]
            moment += e.plates * rng.standard_normal(3) / 3.0
            at = np.stack([-moment[:, 1], moment[:, 0], 0.0 * on[on]], axis=1) / force[:, 2:]
            free = moment[:, 2] - (at[:, 0] * force[:, 1] - at[:, 1] * force[:, 0])
            at += e.plates * 0.002 * np.append(rng.standard_normal(2), 0.0)
            place = about + turned @ (middle - about) + offset
            read = np.zeros((len(time), 3)), np.full((len(time), 3), np.nan), np.zeros(len(time))
            good = force[:, 2] > 20.0
            loaded = np.flatnonzero(on)[good]
            read[0][loaded] = force[good] @ turned.T
            read[1][loaded] = place + at[good] @ turned.T
            read[2][loaded] = free[good]
            found.append(
                ForcePlate(f"plate {len(found) + 1}", place + _CORNERS @ turned.T, time, *read)
            )
        return tuple(found)

    def frames(self, side: str, phase: FloatArray) -> dict[str, FloatArray]:
        """True axes (n, 3, 3) of a leg's segments, drawn through the true joints."""
        person, s = self.person, side[0]
        index, poses = person.body.names.index, person.poses
        segments = self.perfect.model.segments
        found = {}
        for name in ("pelvis", f"{side}_foot"):
            j = segments.index(name)
            R = between(poses.R[:, self.bones[j]], phase)
            found[name.removeprefix(f"{side}_")] = R @ self.on_bone[j]
        sign = 1.0 if side == "left" else -1.0
        hip, knee, ankle = (between(x, phase) for x in self.centres(side))
        for name, up, part, label in (
            ("thigh", hip - knee, "femur", "Knee"),
            ("shank", knee - ankle, "tibia", "Ankle"),
        ):
            R = between(poses.R[:, index(f"{part}_{s}")], phase)
            a, b = (
                person.markers.local[person.markers.names.index(f"{s.upper()}.{n}")]
                for n in (label, f"{label}.Med")
            )
            out = sign * (R @ (a - b))
            z = up / np.linalg.norm(up, axis=1, keepdims=True)
            x = np.cross(out, z)
            x /= np.linalg.norm(x, axis=1, keepdims=True)
            found[name] = np.stack([x, np.cross(z, x), z], axis=-1)
        return found

    def centres(self, side: str) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Hip, knee and ankle (SAMPLES, 3) m, without the advance."""
        person, s = self.person, side[0]
        poses, k = person.poses, person.body.names.index(f"femur_{s}")
        knee = poses.origin[:, k] + poses.R[:, k] @ person.body.knee[s]
        return poses.joint[f"hip_{s}"], knee, poses.joint[f"ankle_{s}"]

    def truth(self, time: FloatArray) -> dict[str, FloatArray]:
        """Moments [N*m] and angles [deg] at the frames, by header."""
        person, phase = self.person, time / self.person.gait.period
        body, poses, index = person.body, person.poses, person.body.names.index
        force, moment = demands(body, poses, person.gait)
        grid = person.gait.period * np.arange(SAMPLES) / SAMPLES
        ground = person.ground(grid)
        found = {}
        for i, side in enumerate(SIDES):
            s = side[0]
            axes = self.frames(side, phase)
            at = np.nan_to_num(ground.centre_of_pressure[:, i])
            at[:, 0] -= person.gait.speed * grid
            joints = dict(zip(("hip", "knee", "ankle"), self.centres(side), strict=True))
            for joint, (above, below) in {
                "hip": ("pelvis", "thigh"),
                "knee": ("thigh", "shank"),
                "ankle": ("shank", "foot"),
            }.items():
                c = joints[joint]
                on = [index(f"{b}_{s}") for b in _LEG[joint]]
                M = np.cross(poses.centre[:, on] - c[:, None], force[:, on])
                M = (moment[:, on] + M).sum(axis=1)
                M -= np.cross(at - c, ground.force[:, i])
                M[:, 2] -= np.nan_to_num(ground.free_moment[:, i])
                M = between(M, phase)
                P, D = axes[above], axes[below]
                x, y, z = np.moveaxis(joint_axes(P, D, "jcs"), 1, 0)
                R = P.swapaxes(-1, -2) @ D
                mirror = -1.0 if side == "left" else 1.0
                # cardan y, x, z of the distal in the proximal: forward, left, up
                turns = np.degrees(
                    np.stack(
                        [
                            np.arctan2(R[:, 0, 2], R[:, 2, 2]),
                            -np.arcsin(R[:, 1, 2]),
                            np.arctan2(R[:, 1, 0], R[:, 1, 1]),
                        ],
                        axis=1,
                    )
                )
                about = np.stack([(M * e).sum(axis=1) for e in (y, x, z)], axis=1)
                for k, (motion, sign) in enumerate(SIGNS[joint]):
                    sign *= mirror if k else 1.0
                    found[f"{side}_{joint}_{motion} [N*m]"] = sign * about[:, k]
                    found[f"{side}_{joint}_{motion} [deg]"] = sign * turns[:, k]
            found[f"{side} bears"] = np.interp(
                np.mod(phase, 1.0), np.arange(SAMPLES) / SAMPLES, ground.force[:, i, 2], period=1.0
            )
        return found


_CORNERS = np.array([[1, 1, 0], [1, -1, 0], [-1, -1, 0], [-1, 1, 0]]) * [0.3, 0.2, 0.0]
SIGNS = {
    "hip": (("flexion", -1.0), ("adduction", 1.0), ("rotation", 1.0)),
    "knee": (("flexion", 1.0), ("adduction", 1.0), ("rotation", 1.0)),
    "ankle": (("dorsiflexion", -1.0), ("inversion", 1.0), ("rotation", 1.0)),
}
CHOICE = Configuration(sex="m")


def mirrored_pair(rng: np.random.Generator, correlation: float) -> FloatArray:
    """Standard normal (2, 3) of left and right in OpenSim's axes, mirrored ones correlated."""
    z = rng.standard_normal((2, 3))
    z[1] = correlation * z[0] * [1.0, 1.0, -1.0] + np.sqrt(1.0 - correlation**2) * z[1]
    return z


Inertia = tuple[float, FloatArray, FloatArray]


def together(parts: list[Inertia]) -> Inertia:
    """One body of several: mass, mass centre, tensor about it."""
    mass = sum(m for m, _, _ in parts)
    centre = sum(m * c for m, c, _ in parts) / mass
    tensor = np.zeros((3, 3))
    for m, c, own in parts:
        d = c - centre
        tensor += own + m * (d @ d * np.eye(3) - np.outer(d, d))
    return mass, centre, tensor


Cell = tuple[str, str]
"""Phase (stance, swing, peak) and quantity."""


@dataclass(frozen=True)
class Held:
    """Of one leg in a cell: share inside, mean square error, mean variance of what was drawn."""

    inside: float
    wrong: float
    drawn: float


def cells(
    measured: Measured, seed: int, samples: int, choice: Mapping[str, object]
) -> Iterator[tuple[Cell, Held]]:
    """What the bands of a recording hold."""
    chosen = Configuration(sex="m", uncertainty={**choice})
    nominal = Nominal(*analyse_trial_in_stages(measured.trial, measured.static, chosen))
    analysis = nominal.analysis
    if analysis.method != "plates":
        raise ValueError(f"subject {seed}: the plates were not used")
    drawn = draw(nominal, plan(nominal, chosen.uncertainty), seed, samples)
    true, names = measured.truth(analysis.motion.time), result_names(analysis)
    found = spread_of(drawn, SHARE)
    plain = {header(q.name, q.unit): q.values for q in (*analysis.moments, *analysis.angles)}
    for side in SIDES:
        bears = true[f"{side} bears"] > 20.0
        for unit, motions in (("N*m", MOMENTS), ("deg", ANGLES)):
            for motion in motions:
                key = header(f"{side}_{motion}", unit)
                k, value = names.index(key), true[key]
                known = np.isfinite(found.low[k] + value + plain[key])
                holds = (found.low[k] <= value) & (value <= found.high[k])
                error, variance = plain[key] - value, np.var(drawn[:, k], axis=0, ddof=1)
                for phase, on in (("stance", bears), ("swing", ~bears)):
                    at = known & on
                    yield (
                        (phase, key.partition("_")[2]),
                        Held(
                            float(holds[at].mean()),
                            float(np.square(error[at]).mean()),
                            float(variance[at].mean()),
                        ),
                    )
    keys, peaks = peaks_of(analysis, drawn)
    low, high = quantiles(peaks, (0.5 * (1.0 - SHARE), 0.5 * (1.0 + SHARE)))
    mass = body_mass(analysis)
    for place in peak_places(analysis):
        if place.key in keys and place.frames.any():
            k = keys.index(place.key)
            value = (place.sign * true[header(place.quantity, "N*m")][place.frames]).max()
            mine = (place.sign * plain[header(place.quantity, "N*m")][place.frames]).max()
            yield (
                ("peak", place.key.partition(" ")[2]),
                Held(
                    float(low[k] <= value / mass <= high[k]),
                    float((mine - value) ** 2),
                    float(np.var(peaks[:, k], ddof=1)) * mass**2,
                ),
            )


def table(found: Mapping[Cell, Mapping[int, list[Held]]]) -> Iterator[str]:
    """Lines of shares by subject, with their 95 % intervals, and of errors beside bands."""
    yield "| | | inside, % | 95 % of subjects | rms error | sigma of the bands |"
    yield "|---|---|---:|---:|---:|---:|"
    means = []
    for (phase, what), by in sorted(found.items(), key=lambda cell: cell[0][::-1]):
        share = 100.0 * np.array([np.mean([one.inside for one in legs]) for legs in by.values()])
        n = len(share)
        half = student.ppf(0.975, n - 1) * share.std(ddof=1) / np.sqrt(n)
        every = [one for legs in by.values() for one in legs]
        wrong, drawn = (np.sqrt(np.mean([getattr(one, k) for one in every]))
                        for k in ("wrong", "drawn"))  # fmt: skip
        mean = share.mean()
        means.append(mean)
        ends = f"{mean - half:.0f}–{min(mean + half, 100.0):.0f}"
        outside = "" if abs(mean - 90.0) <= half else " ✗"
        yield f"| {what} | {phase} | {mean:.1f} | {ends}{outside} | {wrong:.2f} | {drawn:.2f} |"
    yield f"\nMean over {len(means)} cells: {np.mean(means):.1f} %"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--samples", type=int, default=39)
    parser.add_argument("--errors", nargs="*", choices=[one.name for one in fields(Errors)])
    parser.add_argument("--sources", nargs="*")
    given = parser.parse_args(arguments)
    errors = Errors() if given.errors is None else replace(NONE, **dict.fromkeys(given.errors, 1.0))
    choice = {} if given.sources is None else {"sources": given.sources}
    found: dict[Cell, dict[int, list[Held]]] = defaultdict(lambda: defaultdict(list))
    for seed in range(given.first, given.first + given.count):
        try:
            measured = Measured(Person(given.data, seed, errors))
            for cell, held in cells(measured, seed, given.samples, choice):
                found[cell][seed].append(held)
        except ValueError as error:
            print(f"subject {seed}: {error}", file=sys.stderr)
    print("\n".join(table(found)))


if __name__ == "__main__":
    main(sys.argv[1:])
