"""A subject who is not the program's own: OpenSim's full body model walking, and its dynamics.

Rajagopal's (2016) model has a knee that slides, an oblique ankle axis and a subtalar joint. It is
scaled, moved by the coordinates that others found for recorded walks, made periodic, and bears the
ground reaction that its own masses need, so its inverse dynamics leave nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import opensim as osim
from tests.reference.opensim_tool import inverse_dynamics

from ambulo.demo.foot_sharing import FootPlan, NeededReaction
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.mot import read_storage
from ambulo.records import GroundReaction

MODEL = "opensim_models/Models/Rajagopal2016.osim"
WALKS = (
    "opensim_core/moco_example3DWalking/coordinates.sto",
    "falisse/subject2/IK/IK_gait_14.mot",
    "falisse/subject2/IK/IK_gait_25.mot",
    "other_names/opencap_walking2_ik.mot",
)
SAMPLES = 256
"""Of a stride; whatever is periodic is differentiated and read between them by its harmonics."""
HARMONICS = 12
"""Of the stride in the coordinates."""
TO_WORLD = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""OpenSim's axes (forward, up, right) in the world's (forward, left, up)."""
GRAVITY = np.array([0.0, 0.0, -9.80665])

# the labels of the marker set rajagopal2015, on the bodies of its source; metres
_ON = {
    "Shoulder": ("torso", (0.0, 0.433, 0.167)),
    "Clavicle": ("torso", (0.06, 0.399, 0.029)),
    "Biceps": ("humerus", (0.045, -0.19, 0.02)),
    "Elbow": ("humerus", (0.012, -0.314, 0.04)),
    "Forearm": ("ulna", (0.006, -0.133, 0.048)),
    "Wrist": ("radius", (-0.033, -0.24, 0.007)),
    "TH1": ("femur", (0.066, -0.148, 0.099)),
    "TH2": ("femur", (-0.043, -0.158, 0.11)),
    "TH3": ("femur", (-0.048, -0.279, 0.088)),
    "TH4": ("femur", (0.07, -0.26, 0.06)),
    "SH1": ("tibia", (0.02, -0.101, 0.057)),
    "SH2": ("tibia", (0.02, -0.211, 0.055)),
    "SH3": ("tibia", (-0.066, -0.108, 0.062)),
    "SH4": ("tibia", (-0.063, -0.226, 0.058)),
    "Heel": ("calcn", (-0.022, 0.023, -0.005)),
    "MT5": ("calcn", (0.155, 0.022, 0.060)),
    "Toe": ("calcn", (0.215, 0.044, -0.015)),
}
_HALF_KNEE, _HALF_ANKLE = 0.050, 0.036
_ACROSS = ("pelvis_list", "pelvis_rotation", "pelvis_tz", "lumbar_bending", "lumbar_rotation")
"""Coordinates that have the other sign in a mirror."""


@dataclass(frozen=True, eq=False)
class Poses:
    """Of all bodies over one stride, in the world: periodic but for the advance.

    Args:
        R: (SAMPLES, bodies, 3, 3).
        origin, centre: (SAMPLES, bodies, 3) m, of the frames and of the masses.
        joint: name -> (SAMPLES, 3) m.
    """

    R: FloatArray
    origin: FloatArray
    centre: FloatArray
    joint: Mapping[str, FloatArray]


@dataclass(frozen=True, eq=False)
class Gait:
    """Coordinates over a stride, by name (SAMPLES,) rad and m, pelvis_tx without the advance."""

    period: float
    speed: float
    q: dict[str, FloatArray]


def between(
    values: FloatArray, phase: FloatArray, order: int = 0, period: float = 1.0
) -> FloatArray:
    """A periodic course (SAMPLES, ...) or a derivative of it at phases (n,), by its harmonics."""
    n = len(values)
    c = np.fft.rfft(values, axis=0) / n
    k = np.arange(len(c))
    c[1:] *= 2.0
    c[-1] = 0.0
    c = c * ((2j * np.pi * k / period) ** order).reshape(-1, *[1] * (values.ndim - 1))
    wave = np.exp(2j * np.pi * np.outer(phase, k))
    return np.asarray(np.tensordot(wave, c, axes=1).real)


def derivative(values: FloatArray, period: float) -> FloatArray:
    return between(values, np.arange(len(values)) / len(values), 1, period)


def read_gait(path: Path) -> Gait:
    """One stride of a file of coordinates, closed and with so many harmonics."""
    table = read_storage(path)
    degrees = "indegrees=yes" in path.read_text(encoding="utf-8")[:600].lower()
    known = {}
    for name in table.names:
        short = name.split("/")[-2] if name.endswith("/value") else name
        values = np.array(table.of(name))
        linear = short in ("pelvis_tx", "pelvis_ty", "pelvis_tz")
        known[short] = values if linear or not degrees else np.radians(values)
    if np.median(known["knee_angle_r"]) < 0.0:
        for side in "rl":
            known[f"knee_angle_{side}"] *= -1.0
    time = table.time - table.time[0]
    legs = np.stack(
        [
            known[f"{joint}_{s}"]
            for joint in ("hip_flexion", "knee_angle", "ankle_angle")
            for s in "rl"
        ]
    )
    dense = np.linspace(0.0, time[-1], 1400)
    legs = np.stack([np.interp(dense, time, row) for row in legs])
    step = dense[1]
    best = (np.inf, 0.0, 0.0)
    for length in np.arange(0.9, min(1.4, time[-1] - 0.01), 0.01):
        apart = round(length / step)
        miss = np.square(legs[:, apart:] - legs[:, :-apart]).sum(axis=0)
        k = int(miss.argmin())
        if miss[k] < best[0]:
            best = (float(miss[k]), dense[k], length)
    _, start, period = best
    at = start + period * np.arange(SAMPLES + 1) / SAMPLES
    q, speed = {}, 0.0
    for name, values in known.items():
        course = np.interp(at, time, values)
        drift = course[-1] - course[0]
        course = course[:-1] - drift * np.arange(SAMPLES) / SAMPLES
        c = np.fft.rfft(course)
        c[HARMONICS + 1 :] = 0.0
        q[name] = np.fft.irfft(c, SAMPLES)
        if name == "pelvis_tx":
            speed = drift / period
    return Gait(period, speed, q)


def mirrored(gait: Gait) -> Gait:
    """The same walk in a mirror."""
    other = {"_r": "_l", "_l": "_r"}
    q = {name[:-2] + other.get(name[-2:], name[-2:]): v for name, v in gait.q.items()}
    return Gait(gait.period, gait.speed, q | {name: -q[name] for name in _ACROSS})


class Body:
    """OpenSim's model of one person.

    Args:
        data: folder of the recordings. scale: body -> three factors. mass: kg.
    """

    def __init__(self, data: Path, scale: Mapping[str, FloatArray], mass: float) -> None:
        osim.Logger.setLevelString("Error")
        model = osim.Model(str(data / MODEL))
        model.updForceSet().clearAndDestroy()
        for coordinate in model.updCoordinateSet():
            coordinate.setDefaultClamped(False)
            coordinate.setDefaultLocked(False)
        state = model.initSystem()
        scales = osim.ScaleSet()
        for body, factors in scale.items():
            one = osim.Scale()
            one.setSegmentName(body)
            one.setScaleFactors(osim.Vec3(*map(float, factors)))
            one.setApply(True)
            scales.cloneAndAppend(one)
        model.scale(state, scales, True, mass)
        self.model = model
        self.names = [body.getName() for body in model.getBodySet()]
        self.hips = {side: self._offset(side).get_translation().to_numpy().copy() for side in "rl"}
        self.state = model.initSystem()
        self.knee = {side: self._least_moved(side) for side in "rl"}

    def _least_moved(self, side: str) -> FloatArray:
        """The place (3,) m on the thigh that moves least on the shank as the sliding knee bends.

        R c_shank + d = c_thigh in the sagittal plane; across, where the joint's frame is.
        """
        q = {f"knee_angle_{s}": np.linspace(0.0, 1.1, 12) for s in "rl"}
        bent = self.poses(q)
        thigh, shank = (self.names.index(f"{part}_{side}") for part in ("femur", "tibia"))
        back = bent.R[:, thigh].swapaxes(-1, -2)
        R = back @ bent.R[:, shank]
        d = np.einsum("fij,fj->fi", back, bent.origin[:, shank] - bent.origin[:, thigh])
        A = np.concatenate([np.hstack([np.eye(2), -R[k, :2, :2]]) for k in range(len(R))])
        place = np.linalg.lstsq(A, d[:, :2].ravel(), rcond=None)[0]
        at = bent.joint[f"walker_knee_{side}"] - bent.origin[:, thigh]
        return np.append(place[:2], np.einsum("fij,fj->fi", back, at)[:, 2].mean())

    def _offset(self, side: str) -> osim.PhysicalOffsetFrame:
        joint = self.model.updJointSet().get(f"hip_{side}")
        return osim.PhysicalOffsetFrame.safeDownCast(joint.upd_frames(0))

    def move_hips(self, shift: Mapping[str, FloatArray]) -> None:
        """Hips elsewhere in the pelvis, (3,) m in OpenSim's axes."""
        for side, by in shift.items():
            self._offset(side).set_translation(osim.Vec3(*map(float, self.hips[side] + by)))
        self.state = self.model.initSystem()

    def set_inertia(self, inertia: Mapping[str, tuple[float, FloatArray, FloatArray]]) -> None:
        """Mass, mass centre and tensor about it of bodies, in their axes; nothing of all others."""
        for body in self.model.updBodySet():
            mass, centre, tensor = inertia.get(
                body.getName(), (1e-6, np.zeros(3), np.eye(3) * 1e-9)
            )
            body.setMass(float(mass))
            body.setMassCenter(osim.Vec3(*map(float, centre)))
            t = np.asarray(tensor)
            body.setInertia(
                osim.Inertia(*map(float, (t[0, 0], t[1, 1], t[2, 2], t[0, 1], t[0, 2], t[1, 2])))
            )
        self.state = self.model.initSystem()

    def inertia(self) -> tuple[FloatArray, FloatArray]:
        """Masses (bodies,) and tensors (bodies, 3, 3) about the mass centres."""
        masses, tensors = [], []
        for body in self.model.getBodySet():
            masses.append(body.getMass())
            i = body.getInertia()
            d, p = i.getMoments().to_numpy(), i.getProducts().to_numpy()
            tensors.append([[d[0], p[0], p[1]], [p[0], d[1], p[2]], [p[1], p[2], d[2]]])
        return np.array(masses), np.array(tensors)

    def poses(self, q: Mapping[str, FloatArray]) -> Poses:
        """At coordinates (n,) by name; those that are not named are zero."""
        state, coordinates = self.state, self.model.getCoordinateSet()
        every = [
            (coordinates.get(k), coordinates.get(k).getName()) for k in range(coordinates.getSize())
        ]
        full = dict(q)
        for side in "rl":
            full[f"knee_angle_{side}_beta"] = full[f"knee_angle_{side}"]
        n = len(next(iter(q.values())))
        bodies = list(self.model.getBodySet())
        joints = {
            name: self.model.getJointSet().get(name).getChildFrame()
            for name in ("hip_r", "hip_l", "walker_knee_r", "walker_knee_l", "ankle_r", "ankle_l")
        }
        R, origin = np.empty((n, len(bodies), 3, 3)), np.empty((n, len(bodies), 3))
        centre, place = np.empty_like(origin), {name: np.empty((n, 3)) for name in joints}
        offsets = np.array([b.getMassCenter().to_numpy() for b in bodies])
        zero = np.zeros(n)
        for row in range(n):
            for coordinate, name in every:
                coordinate.setValue(state, float(full.get(name, zero)[row]), False)
            self.model.realizePosition(state)
            for k, body in enumerate(bodies):
                at = body.getTransformInGround(state)
                r = at.R()
                R[row, k] = [[r.get(i, j) for j in range(3)] for i in range(3)]
                origin[row, k] = at.p().to_numpy()
            for name, frame in joints.items():
                place[name][row] = frame.getPositionInGround(state).to_numpy()
        centre = origin + np.einsum("fbij,bj->fbi", R, offsets)
        return Poses(
            TO_WORLD @ R,
            origin @ TO_WORLD.T,
            centre @ TO_WORLD.T,
            {name: at @ TO_WORLD.T for name, at in place.items()},
        )


def resultant(body: Body, poses: Poses, gait: Gait) -> tuple[FloatArray, FloatArray]:
    """What the ground must give (SAMPLES, 3) N, and N*m about a point that goes with the walk."""
    force, moment = demands(body, poses, gait)
    return force.sum(axis=1), (moment + np.cross(poses.centre, force)).sum(axis=1)


def demands(body: Body, poses: Poses, gait: Gait) -> tuple[FloatArray, FloatArray]:
    """Of each body (SAMPLES, bodies, 3): m (a - g), and d(I w)/dt about its mass centre."""
    mass, tensor = body.inertia()
    a = derivative(derivative(poses.centre, gait.period), gait.period)
    force = mass[:, None] * (a - GRAVITY)
    rate = derivative(poses.R, gait.period) @ poses.R.swapaxes(-1, -2)
    omega = np.stack([rate[..., 2, 1], rate[..., 0, 2], rate[..., 1, 0]], axis=-1)
    about = poses.R @ tensor @ poses.R.swapaxes(-1, -2)
    return force, derivative(np.einsum("fbij,fbj->fbi", about, omega), gait.period)


@dataclass(frozen=True, eq=False)
class Support:
    """When the feet bear: phases of strike and off, in the order SIDES; off follows its strike."""

    strike: tuple[float, float]
    off: tuple[float, float]

    def plan(self, body: Body, poses: Poses, gait: Gait, phase: FloatArray) -> FootPlan:
        """Shares and intended centres of pressure, without the advance, at phases (n,)."""
        share, centre = np.zeros((len(phase), 2)), np.zeros((len(phase), 2, 2))
        for i, side in enumerate("lr"):
            foot = body.names.index(f"calcn_{side}")
            since = np.mod(phase - self.strike[i], 1.0)
            length = self.off[i] - self.strike[i]
            taken_over = np.mod(self.off[1 - i] - self.strike[i], 1.0)
            handed_on = np.mod(self.strike[1 - i] - self.strike[i], 1.0)
            share[:, i] = _ramp(since / taken_over)
            share[:, i] -= _ramp((since - handed_on) / (length - handed_on))
            share[since > length, i] = 0.0
            # from the heel to the toes, as fast as the foot rolls
            ahead = -0.01 + 0.19 * np.clip(since / length, 0.0, 1.0)
            # on the floor where the foot stands in mid-stance, the walk's advance included
            middle = np.array([self.strike[i] + 0.4 * length])
            place = between(poses.origin[:, foot], middle)[0]
            turn = between(poses.R[:, foot], middle)[0]
            line = turn[:2, 0] / np.linalg.norm(turn[:2, 0])
            back = gait.speed * gait.period * (since - 0.4 * length)
            centre[:, i] = place[:2] + ahead[:, None] * line - np.outer(back, [1.0, 0.0])
        return FootPlan(share, centre, np.zeros((len(phase), 2)))


def _ramp(u: FloatArray) -> FloatArray:
    u = np.clip(u, 0.0, 1.0)
    return np.asarray(0.4 * u + 0.6 * u**2 * (3.0 - 2.0 * u))


def support_of(body: Body, poses: Poses) -> Support:
    """A foot strikes where it is farthest ahead of the pelvis, and leaves where farthest behind."""
    pelvis = poses.origin[:, body.names.index("pelvis"), 0]
    strikes, offs = [], []
    for side in "lr":
        foot = body.names.index(f"calcn_{side}")
        heel = poses.origin[:, foot, 0] - pelvis
        toe = heel + poses.R[:, foot, 0, 0] * 0.19
        strike = float(heel.argmax()) / SAMPLES
        strikes.append(strike)
        offs.append(strike + float(np.mod(toe.argmin() / SAMPLES - strike, 1.0)))
    return Support((strikes[0], strikes[1]), (offs[0], offs[1]))


def whole_on_floor(body: Body, poses: Poses, gait: Gait) -> NeededReaction:
    """What the ground must give over a stride, without the advance."""
    force, moment = resultant(body, poses, gait)
    centre = np.stack([-moment[:, 1], moment[:, 0]], axis=1) / force[:, 2:]
    lever = centre[:, 0] * force[:, 1] - centre[:, 1] * force[:, 0]
    return NeededReaction(force, centre, moment[:, 2] - lever)


def over_its_feet(body: Body, gait: Gait) -> Gait:
    """The walk with the trunk leaning so that the ground reaction acts where the feet are.

    Another body's coordinates do not balance this one: the harmonics of the lumbar joint are
    changed by as little as brings the centre of pressure near the feet (least squares).
    """
    angle = 2.0 * np.pi * np.arange(SAMPLES) / SAMPLES
    waves = [np.ones(SAMPLES), *(f(k * angle) for k in range(1, 5) for f in (np.cos, np.sin))]
    moved = [(name, wave) for name in ("lumbar_extension", "lumbar_bending") for wave in waves]
    support = support_of(body, body.poses(gait.q))
    step = 0.01
    for _ in range(2):
        now = _beside_feet(body, gait, support)
        J = np.empty((len(now), len(moved)))
        for k, (name, wave) in enumerate(moved):
            q = {**gait.q, name: gait.q[name] + step * wave}
            J[:, k] = (_beside_feet(body, replace(gait, q=q), support) - now) / step
        # a lean of 0.2 rad is worth a miss of 1 cm rms
        lean = 0.05 * np.sqrt(len(now)) * np.eye(len(moved))
        right = np.concatenate([now, np.zeros(len(moved))])
        change = -np.linalg.lstsq(np.vstack([J, lean]), right, rcond=None)[0]
        q = dict(gait.q)
        for (name, wave), c in zip(moved, change, strict=True):
            q[name] = q[name] + c * wave
        gait = replace(gait, q=q)
    return gait


def _beside_feet(body: Body, gait: Gait, support: Support) -> FloatArray:
    """How far (2 SAMPLES,) m the ground reaction acts from where the feet would have it."""
    poses = body.poses(gait.q)
    plan = support.plan(body, poses, gait, np.arange(SAMPLES) / SAMPLES)
    whole = whole_on_floor(body, poses, gait)
    weight = whole.force[:, 2:] / whole.force[:, 2].mean()
    return np.asarray(((whole.centre - plan.resultant_centre) * weight).ravel())


@dataclass(frozen=True, eq=False)
class Worn:
    """Markers (m,): names of the set, body indices and places (m, 3) m in the bodies' axes."""

    names: tuple[str, ...]
    body: FloatArray
    local: FloatArray
    joint: tuple[str, ...]
    """`knee_r` where a marker shows a joint's centre, "hip" on the pelvis, "" elsewhere."""


def worn(body: Body, scale: Mapping[str, FloatArray]) -> Worn:
    """Where markers sit if landmarks are found exactly: they give the model's own joints."""
    names, on, local, joint = [], [], [], []

    def add(name: str, where: str, at: FloatArray, shows: str = "") -> None:
        names.append(name)
        on.append(body.names.index(where))
        local.append(np.asarray(at, dtype=float))
        joint.append(shows)

    # the pelvis: Harrington's (2007) regression turned round, its axes leaning forward by 8 degrees
    hips = body.hips
    breadth = ((hips["r"][2] - hips["l"][2]) / 2.0 - 0.0073) / 0.33
    depth = 0.16 * float(scale["pelvis"][0])
    lean = np.radians(-8.0)
    x, y = np.array([np.cos(lean), np.sin(lean), 0.0]), np.array([-np.sin(lean), np.cos(lean), 0.0])
    z = np.array([0.0, 0.0, 1.0])
    middle = 0.5 * (hips["r"] + hips["l"])
    middle = middle + (0.24 * depth + 0.0099) * x + (0.30 * breadth + 0.0109) * y
    for s, sign in (("r", 1.0), ("l", -1.0)):
        S = s.upper()
        add(f"{S}.ASIS", "pelvis", middle + sign * 0.5 * breadth * z, "hip")
        add(f"{S}.PSIS", "pelvis", middle - depth * x + sign * 0.045 * z, "hip")
    add("S2", "pelvis", middle - (depth + 0.01) * x - 0.03 * y, "hip")
    for s, sign in (("r", 1.0), ("l", -1.0)):
        S = s.upper()
        for label, (where, at) in _ON.items():
            part = where if where == "torso" else f"{where}_{s}"
            add(f"{S}.{label}", part, np.array(at) * [1.0, 1.0, sign] * scale.get(part, 1.0))
        knee = body.knee[s]
        half = _HALF_KNEE * float(scale[f"femur_{s}"][2])
        add(f"{S}.Knee", f"femur_{s}", knee + sign * half * z, f"knee_{s}")
        add(f"{S}.Knee.Med", f"femur_{s}", knee - sign * half * z, f"knee_{s}")
        joint_of = body.model.getJointSet().get(f"ankle_{s}").getParentFrame()
        to = joint_of.findTransformBetween(body.state, body.model.getBodySet().get(f"tibia_{s}"))
        r = to.R()
        axis = np.array([r.get(i, 2) for i in range(3)])
        ankle = to.p().to_numpy()
        half = _HALF_ANKLE * float(scale[f"tibia_{s}"][2])
        add(f"{S}.Ankle", f"tibia_{s}", ankle + sign * half * axis, f"ankle_{s}")
        add(f"{S}.Ankle.Med", f"tibia_{s}", ankle - sign * half * axis, f"ankle_{s}")
    return Worn(tuple(names), np.array(on), np.array(local), tuple(joint))


def opensims_moments(
    body: Body, gait: Gait, ground: Callable[[FloatArray], GroundReaction]
) -> dict[str, FloatArray]:
    """Generalised forces (SAMPLES,) over a stride by OpenSim's InverseDynamicsTool."""
    strides = 3
    time = gait.period * np.arange(strides * SAMPLES + 1) / SAMPLES
    at = ground(time)
    with tempfile.TemporaryDirectory() as apart:
        folder = Path(apart)
        body.model.printToXML(str(folder / "model.osim"))
        q = dict(gait.q)
        for side in "rl":
            q[f"knee_angle_{side}_beta"] = q[f"knee_angle_{side}"]
        row = np.arange(strides * SAMPLES + 1) % SAMPLES
        columns = {name: values[row] for name, values in q.items()}
        columns["pelvis_tx"] = columns["pelvis_tx"] + gait.speed * time
        _storage(folder / "coordinates.mot", time, columns)
        loads = {}
        for i, side in enumerate("lr"):
            free = at.free_moment[:, i, None] * [0.0, 0.0, 1.0]
            wrench = (("v", at.force[:, i]), ("p", at.centre_of_pressure[:, i]), ("t", free))
            for what, values in wrench:
                theirs = np.nan_to_num(values) @ TO_WORLD
                for k, axis in enumerate("xyz"):
                    loads[f"{side}_{what}{axis}"] = theirs[:, k]
        _storage(folder / "loads.mot", time, loads)
        forces = "".join(
            f"<ExternalForce name='{s}'><applied_to_body>calcn_{s}</applied_to_body>"
            "<force_expressed_in_body>ground</force_expressed_in_body>"
            "<point_expressed_in_body>ground</point_expressed_in_body>"
            f"<force_identifier>{s}_v</force_identifier><point_identifier>{s}_p</point_identifier>"
            f"<torque_identifier>{s}_t</torque_identifier></ExternalForce>"
            for s in "lr"
        )
        (folder / "external_loads.xml").write_text(
            "<?xml version='1.0' encoding='UTF-8'?><OpenSimDocument Version='40000'>"
            f"<ExternalLoads name='loads'><objects>{forces}</objects><groups/>"
            "<datafile>loads.mot</datafile></ExternalLoads></OpenSimDocument>",
            encoding="utf-8",
        )
        found = inverse_dynamics(folder, folder, gait.period, 2.0 * gait.period)
    phase = np.mod(found.pop("time") / gait.period, 1.0)
    sort = np.argsort(phase)
    grid = np.arange(SAMPLES) / SAMPLES
    return {name: np.interp(grid, phase[sort], v[sort], period=1.0) for name, v in found.items()}


def _storage(path: Path, time: FloatArray, columns: Mapping[str, FloatArray]) -> None:
    table = np.column_stack([time, *columns.values()])
    size = f"nRows={len(table)}\nnColumns={table.shape[1]}"
    head = f"{path.stem}\nversion=1\n{size}\ninDegrees=no\nendheader\n"
    rows = "\n".join("\t".join(f"{v:.12g}" for v in line) for line in table)
    path.write_text(head + "\t".join(["time", *columns]) + "\n" + rows + "\n", encoding="utf-8")
