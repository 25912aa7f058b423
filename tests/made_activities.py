"""Recordings of activities whose truth is known: squats to sprints, on plates, a chair, stairs.

A person is drawn from foot placements and a course of the mass centre's height. Its horizontal
course is that on which the ground's force passes through the points where the feet (and the seat)
are pressed, so that motion and forces belong together but for the turning in flight. The person is
of another build than the tables suppose, with another table's masses; skin slides over bones and
shakes after contacts, cameras and plates have noise, and the recording is a C3D file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
from scipy.linalg import solve_banded, solveh_banded
from scipy.ndimage import gaussian_filter1d
from tests.kept import folder
from tests.made_motions import smooth_step, tipped
from tests.marker_placements import MARKERS

from ambulo.demo.recording import processing_parameters
from ambulo.demo.walking_man import walking_man
from ambulo.gait.stages.invert import invert
from ambulo.math.vector_arrays import turned
from ambulo.mocap.files.c3d_writer import PlateRecording, write_c3d
from ambulo.mocap.filters.differentiation import differentiate
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.placed_bodies import coordinates_of
from ambulo.records import SIDES, GroundReaction, Markers, Model, Side, Subject

G = 9.80665
FINE = 1000.0
SPARE = 0.3
ANKLE, BALL, HEEL = 0.076, 0.150, -0.046
HIP_WIDTH = 0.10
LEG = 0.398 + 0.448
_ROUNDS = 15
_ON_THE_BACK = np.array([-0.17, 0.0, 0.30])
"""m in the torso's frame, of what is carried."""
_TRUNK_INERTIA = 0.033
"""m^2; turning momentum of the upper body over its mass and rate, with the mass centre held."""


@dataclass(frozen=True)
class Person:
    """Who is drawn and how it is recorded: `size` scales the demo's man, `table` his masses.

    `load` kg are carried on the back beside the body's mass; `set_of_markers` is a name in
    `MARKERS`.
    """

    size: float = 0.93
    mass: float = 71.0
    table: str = "dumas2007"
    rate: float = 120.0
    seed: int = 1
    skin: float = 1.0
    noise: float = 0.0004
    plate_noise: tuple[float, float] = (1.0, 0.2)
    load: float = 0.0
    set_of_markers: str = "pamies37"


@dataclass(frozen=True)
class Stance:
    """A foot on the ground: from, to [s]; ankle over (x, y, floor) m when flat; pitch at both ends
    [rad], heel up positive; where it is pressed along the foot at both ends [m from the ankle];
    where it points [rad from x to y]."""

    on: float
    off: float
    x: float
    y: float
    floor: float = 0.0
    pitch: tuple[float, float] = (0.0, 0.0)
    pressed: tuple[float, float] = (0.05, 0.05)
    heading: float = 0.0


@dataclass(frozen=True, eq=False)
class Drawing:
    """An activity in the man's size: courses over a time axis t (n,) s.

    `height` (t) of the mass centre; `stances` by side; `ramp` of load at a stance's ends [s];
    `plates`: centre (3,), length and width; `seat` (t): share of the body weight on it, at
    `seat_at` (t) (n, 2) m, on a plate only if `seat_on_plate`; `belt`: velocity of the floor under
    each foot, order SIDES; `speed`: at both ends (2,) m/s; `heading` (t): of the body, rad; `sole`:
    m to each side of the centre of pressure that a foot presses.
    """

    duration: float
    height: Callable[[np.ndarray], np.ndarray]
    stances: Mapping[Side, Sequence[Stance]]
    plates: Sequence[tuple[np.ndarray, float, float]] = ()
    lean: Callable[[np.ndarray], np.ndarray] = lambda t: 0.05 + 0.0 * t
    swing: Callable[[np.ndarray, float], np.ndarray] = lambda t, left: 0.1 + 0.0 * t
    bend: float = 0.4
    lift: float = 0.06
    ramp: float = 0.0
    seat: Callable[[np.ndarray], np.ndarray] | None = None
    seat_at: Callable[[np.ndarray], np.ndarray] = lambda t: np.tile([-0.38, 0.0], (len(t), 1))
    seat_on_plate: bool = False
    sole: float = 1e-6
    belt: tuple[float, float] = (0.0, 0.0)
    speed: tuple[np.ndarray, np.ndarray] = (np.zeros(2), np.zeros(2))
    heading: Callable[[np.ndarray], np.ndarray] = lambda t: 0.0 * t
    rounding: float = 0.012
    heel_up: Callable[[np.ndarray], np.ndarray] | None = None
    stepping: bool = False


@dataclass(frozen=True, eq=False)
class MadeActivity:
    """What was recorded, and what is true on the frames of the cameras.

    `root` (frames, 6): wrench [N*m, N] that forces and motion leave over.
    """

    trial: Path
    static: Path
    model: Model
    time: np.ndarray
    force: np.ndarray
    moments: Mapping[str, np.ndarray]
    stances: Mapping[Side, Sequence[tuple[float, float]]]
    mass: float
    seat: np.ndarray = field(default_factory=lambda: np.zeros(0))
    height: np.ndarray = field(default_factory=lambda: np.zeros(0))
    root: np.ndarray = field(default_factory=lambda: np.zeros((0, 6)))
    motion: Motion | None = None


def made_folder() -> Path:
    """An empty folder for recordings, beside what is kept of them."""
    return Path(mkdtemp(prefix="made-", dir=folder()))


def _headed(angle: np.ndarray) -> np.ndarray:
    """Rotations (n, 3, 3) about the vertical, from x to y."""
    c, s, o, i = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    return np.stack([c, -s, o, s, c, o, o, o, i], axis=-1).reshape(-1, 3, 3)


def person(who: Person) -> Model:
    """The man, scaled, with the masses of another table."""
    model = walking_man(who.table)
    k, m = who.size, who.mass / model.mass
    mass, com = m * model.tree.mass, k * model.tree.com
    torso = model.segments.index("torso")
    part = who.load / (mass[torso] + who.load)
    com[torso] += part * (k * _ON_THE_BACK - com[torso])
    mass[torso] += who.load
    tree = replace(
        model.tree,
        p_PJ=k * model.tree.p_PJ,
        com=com,
        mass=mass,
        inertia=m * k**2 * model.tree.inertia,
    )
    old = model.subject
    subject = Subject(
        name="Made",
        mass=who.mass,
        height=k * (old.height or 0.0),
        sex="m",
        age=30.0,
        measurements={name: k * value for name, value in old.measurements.items()},
    )
    points = {name: (body, k * place) for name, (body, place) in model.points.items()}
    return replace(model, tree=tree, subject=subject, points=points)


def _foot(pitch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ankle ahead of and above the place of the flat ankle on the floor, for a pitch of the foot
    about the ball (heel up) or about the heel (toe up)."""
    c, s = np.cos(pitch), np.sin(pitch)
    pivot = np.where(pitch > 0.0, BALL, HEEL)
    return pivot - c * pivot + s * ANKLE, s * pivot + c * ANKLE


def _feet(t: np.ndarray, drawn: Drawing) -> tuple[dict[str, dict[Side, np.ndarray]], ...]:
    """Ankles, pitches, toes' pitch, headings, points of pressure and load weights by side."""
    ankle: dict[Side, np.ndarray] = {}
    turned: dict[Side, np.ndarray] = {}
    toes: dict[Side, np.ndarray] = {}
    headed: dict[Side, np.ndarray] = {}
    point: dict[Side, np.ndarray] = {}
    load: dict[Side, np.ndarray] = {}
    for side, belt in zip(SIDES, drawn.belt, strict=True):
        stances = drawn.stances[side]
        yaw = np.full(len(t), stances[0].heading)
        place, pitch = np.zeros((len(t), 3)), np.zeros(len(t))
        pressed, weight = np.zeros((len(t), 3)), np.zeros(len(t))
        for k, stance in enumerate(stances):
            here = (t >= stance.on) & (t <= stance.off)
            s = (t - stance.on) / (stance.off - stance.on)
            p = stance.pitch[0] * (1.0 - smooth_step(s / 0.2)) + stance.pitch[1] * smooth_step(
                (s - 0.55) / 0.45
            )
            if drawn.heel_up is not None:
                p = p + drawn.heel_up(t)
            ahead, above = _foot(p)
            carried = belt * (t - 0.5 * (stance.on + stance.off))
            x = stance.x + carried
            cos, sin = np.cos(stance.heading), np.sin(stance.heading)
            place[here] = np.column_stack(
                [x + cos * ahead, stance.y + sin * ahead, stance.floor + above]
            )[here]
            pitch[here], yaw[here] = p[here], stance.heading
            along = stance.pressed[0] + (stance.pressed[1] - stance.pressed[0]) * np.clip(s, 0, 1)
            # a tilted foot touches at its ball, or at its heel
            tilted = smooth_step(np.abs(p) / 0.1)
            along = along + tilted * (np.where(p > 0.0, np.maximum(along, BALL), HEEL) - along)
            pressed[here] = np.column_stack(
                [x + cos * along, stance.y + sin * along, np.full(len(t), stance.floor)]
            )[here]
            ramp = drawn.ramp
            if ramp > 0.0:
                up = smooth_step((t - stance.on) / ramp) * smooth_step((stance.off - t) / ramp)
            else:
                up = np.ones(len(t))
            weight[here] = up[here]
            if k + 1 < len(stances):
                after = stances[k + 1]
                air = (t > stance.off) & (t < after.on)
                s = (t - stance.off) / (after.on - stance.off)
                p0, p1 = stance.pitch[1], after.pitch[0]
                a0, b0 = _foot(np.array([p0]))
                a1, b1 = _foot(np.array([p1]))
                way0, way1 = (
                    np.array([np.cos(each.heading), np.sin(each.heading)])
                    for each in (stance, after)
                )
                first = np.array([stance.x, stance.y]) + a0[0] * way0
                first[0] += belt * 0.5 * (stance.off - stance.on)
                last = np.array([after.x, after.y]) + a1[0] * way1
                last[0] -= belt * 0.5 * (after.off - after.on)
                go = smooth_step(s)
                q = p0 * (1.0 - smooth_step(s / 0.6)) + p1 * smooth_step((s - 0.4) / 0.6)
                raised = drawn.lift * 16.0 * (s * (1.0 - s)) ** 2
                if drawn.lift == 0.0:
                    # both feet fly with the body
                    raised = 0.5 * G * (t - stance.off) * (after.on - t)
                    raised = raised - (after.floor - stance.floor) * (go - s)
                z = (1.0 - go) * (stance.floor + b0[0]) + go * (after.floor + b1[0]) + raised
                if after.floor > stance.floor:
                    # up first, then forwards, over the edge
                    rise = smooth_step(s / 0.7)
                    z = (1 - rise) * (stance.floor + b0[0]) + rise * (after.floor + b1[0]) + raised
                over = np.outer(1.0 - go, first) + np.outer(go, last)
                place[air] = np.column_stack([over, z])[air]
                pitch[air] = q[air]
                yaw[air] = ((1.0 - go) * stance.heading + go * after.heading)[air]
        samples = drawn.rounding * FINE
        ankle[side] = gaussian_filter1d(place, samples, axis=0, mode="nearest")
        turned[side] = gaussian_filter1d(pitch, samples, mode="nearest")
        toes[side] = np.where(weight > 0.0, np.minimum(pitch, 0.0), 0.5 * pitch)
        toes[side] = gaussian_filter1d(toes[side], 1.5 * samples, mode="nearest")
        headed[side] = gaussian_filter1d(yaw, samples, mode="nearest")
        point[side], load[side] = pressed, weight
    return ankle, turned, toes, headed, point, load


def drawn_feet(
    drawn: Drawing, rate: float, noise: float
) -> tuple[np.ndarray, dict[Side, np.ndarray]]:
    """Time (frames,) s and a heel and two toes (frames, 3, 3) m of each foot of the man himself."""
    t = np.arange(0.0, drawn.duration, 1.0 / FINE)
    ankle, pitch, *_ = _feet(t, drawn)
    rng = np.random.default_rng(1)
    sole = np.array([[-0.06, 0.0, -0.04], [0.14, -0.03, -0.05], [0.12, 0.04, -0.05]])
    every = round(FINE / rate)
    feet = {s: (ankle[s][:, None] + sole @ tipped(pitch[s]).mT)[::every] for s in SIDES}
    return t[::every], {s: p + noise * rng.standard_normal(p.shape) for s, p in feet.items()}


def _coordinates(
    model: Model,
    pelvis: np.ndarray,
    feet: Sequence[Mapping[Side, np.ndarray]],
    lean: np.ndarray,
    arms: Mapping[Side, np.ndarray],
    bend: float,
    heading: np.ndarray,
) -> np.ndarray:
    """Coordinates of the tree: legs by triangles to the ankles, everything else by angles."""
    tree, n = model.tree, len(pelvis)
    ankle, pitch, toes, headed = feet
    ahead = _headed(heading)
    left = {side: _headed(0.5 * (heading + headed[side]))[:, :, 1] for side in SIDES}
    R, p = np.empty((n, tree.nb, 3, 3)), np.empty((n, tree.nb, 3))
    R[:, 0], p[:, 0] = ahead @ tipped(0.35 * lean), pelvis
    placed: dict[Side, np.ndarray] = {}
    for body in range(1, tree.nb):
        name, parent = model.segments[body], int(tree.parent[body])
        side: Side = "left" if name.startswith("left") else "right"
        p[:, body] = p[:, parent] + turned(R[:, parent], tree.p_PJ[body])
        if name.endswith("thigh"):
            a = float(np.linalg.norm(tree.p_PJ[model.joints.index(f"{side}_knee")]))
            b = float(np.linalg.norm(tree.p_PJ[model.joints.index(f"{side}_ankle")]))
            along = ankle[side] - p[:, body]
            reach = np.linalg.norm(along, axis=1)
            near = reach - 0.008 * np.logaddexp(0.0, (reach - 0.988 * (a + b)) / 0.008)
            along = along * (near / reach)[:, None]
            placed[side] = p[:, body] + along
            hip = np.arccos((a**2 + near**2 - b**2) / (2.0 * a * near))
            R[:, body] = _upright(-along, left[side]) @ tipped(-hip)
        elif name.endswith("shank"):
            R[:, body] = _upright(p[:, body] - placed[side], left[side])
        elif name.endswith("forefoot"):
            R[:, body] = _headed(headed[side]) @ tipped(toes[side])
        elif name.endswith("hindfoot"):
            R[:, body] = _headed(headed[side]) @ tipped(pitch[side])
        elif name.endswith("upper_arm"):
            R[:, body] = ahead @ tipped(-arms[side])
        elif name.endswith(("forearm", "hand")):
            R[:, body] = ahead @ tipped(-arms[side] - bend)
        else:
            R[:, body] = ahead @ tipped(lean)
    return coordinates_of(model.tree, R, p)


def _upright(up: np.ndarray, left: np.ndarray) -> np.ndarray:
    z = up / np.linalg.norm(up, axis=1, keepdims=True)
    x = np.cross(left, z)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return np.stack([x, np.cross(z, x), z], axis=-1)


def _angular_momentum(model: Model, t: np.ndarray, q: np.ndarray) -> np.ndarray:
    """About the mass centre (n, 3) kg m^2/s."""
    tree = model.tree
    motion = differentiate(tree, t, q, np.zeros(tree.nq))
    R, p = forward_kinematics(tree, motion.q)
    omega, v = body_velocities(tree, motion.q, motion.v)
    offset = turned(R, tree.com)
    place, speed = p + offset, v + np.cross(omega, offset)
    share = tree.mass / tree.mass.sum()
    centre, mean = share @ place, share @ speed
    spin = turned(R, turned(tree.inertia, turned(R.mT, omega)))
    orbit = np.cross(place - centre[:, None], tree.mass[:, None] * (speed - mean[:, None]))
    return np.asarray((spin + orbit).sum(axis=1))


def _balanced_course(
    t: np.ndarray,
    z: np.ndarray,
    rise: np.ndarray,
    point: np.ndarray,
    spin: np.ndarray,
    speed: tuple[float, float],
) -> np.ndarray:
    """Horizontal course (n,) of the mass centre that puts the force through `point`:

    x (z'' + g) - (z - z_p) x'' = p (z'' + g) + H'/m   on the ground,   x'' = 0   in flight.
    """
    n, step = len(t), t[1] - t[0]
    down = rise > 0.02
    up = np.where(down, rise * G, 0.0)
    lever = np.where(down, z, 1.0) / step**2
    band = np.zeros((3, n))
    band[1] = up + 2.0 * lever
    band[0, 1:] = -lever[:-1]
    band[2, :-1] = -lever[1:]
    right = np.where(down, point * up + spin, 0.0)
    # at both ends the course has the speed given
    band[1, 0], band[0, 1], right[0] = 1.0, -1.0, -speed[0] * step
    band[1, -1], band[2, -2], right[-1] = 1.0, -1.0, speed[1] * step
    return np.asarray(solve_banded((1, 1), band, right))


def _counter_turn(t: np.ndarray, turning: np.ndarray, grounded: np.ndarray) -> np.ndarray:
    """Lean (n,) of the trunk that takes up the limbs' turning [rad/s^2 of the trunk].

    In flight nothing else can; on the ground it does so as far as that is faster than some 0.7 Hz.
    Least squares of w (lean'' + turning)^2 + kappa lean''^2 + mu lean^2.
    """
    n, step = len(t), t[1] - t[0]
    w = np.where(grounded, 1.0, 1e5)[1:-1]
    kappa, mu = 0.05, (2.0 * np.pi * 0.7) ** 4
    # second differences: row k holds (1, -2, 1)/step^2 at k, k+1, k+2
    weight, d = (w + kappa) / step**4, np.array([1.0, -2.0, 1.0])
    band = np.zeros((3, n))
    for i in range(3):
        for j in range(i, 3):
            band[2 - (j - i), j : n - 2 + j] += d[i] * d[j] * weight
    band[2] += mu
    right = np.zeros(n)
    for i in range(3):
        right[i : n - 2 + i] -= d[i] * w * turning[1:-1] / step**2
    return np.asarray(solveh_banded(band, right))


def _push_off(
    force: np.ndarray, spots: np.ndarray, centre: np.ndarray, heading: np.ndarray
) -> None:
    """In double support each foot's force (n, 2, 3) points towards the body, as it does in walks:
    the foot in front brakes and the one behind drives. Their sum stays."""
    ahead = np.stack([np.cos(heading), np.sin(heading)], axis=1)
    way = centre[:, None] - spots
    both = (force[..., 2] > 0.0).all(axis=1)
    along = np.einsum("nsi,ni->ns", force[..., :2], ahead)
    toward = np.einsum("nsi,ni->ns", way[..., :2], ahead)
    toward *= 0.75 * force[..., 2] / way[..., 2]
    part = force[..., 2] / np.maximum(force[..., 2].sum(axis=1, keepdims=True), 1e-9)
    rest = (along - toward).sum(axis=1, keepdims=True)
    pushed = (toward + part * rest - along)[..., None] * ahead[:, None]
    force[both, :, :2] += pushed[both]


def _completed(
    force: np.ndarray, spots: np.ndarray, centre: np.ndarray, needed: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Points of pressure (n, 2, 3) and free moments (n, 2) with which motion and force agree.

    Args:
        force, spots: of the feet, as drawn.
        centre: of mass.
        needed: (n, 3) moment about it, by the motion.
    """
    left = needed - np.cross(spots - centre[:, None], force).sum(axis=1)
    total = force.sum(axis=1)
    up = np.maximum(total[:, 2], 1e-9)
    shift = np.clip(np.column_stack([-left[:, 1], left[:, 0]]) / up[:, None], -0.02, 0.02)
    moved = spots.copy()
    moved[..., :2] += shift[:, None]
    about = left[:, 2] - (shift[:, 0] * total[:, 1] - shift[:, 1] * total[:, 0])
    part = force[..., 2] / up[:, None]
    return moved, part * np.clip(about, -0.05 * up, 0.05 * up)[:, None]


def make(drawn: Drawing, who: Person, folder: Path, name: str) -> MadeActivity:
    """Draw, record, and write NAME.c3d and NAME-static.c3d into the folder.

    Raises:
        ValueError: the legs do not reach the ground, or motion and forces do not belong together.
    """
    model = person(who)
    k, pace = who.size, np.sqrt(who.size)
    t = np.arange(-SPARE, drawn.duration + SPARE, 1.0 / FINE / pace)
    ankle, pitch, toes, headed, point, load = _feet(t, drawn)
    seat = np.zeros(len(t)) if drawn.seat is None else drawn.seat(t)
    total = sum(load.values())
    share = {s: np.divide(load[s], total, out=np.zeros(len(t)), where=total > 0.0) for s in SIDES}
    z = drawn.height(t)
    lean = gaussian_filter1d(drawn.lean(t), drawn.rounding * FINE, mode="nearest")
    arms = {s: drawn.swing(t, left) for s, left in zip(SIDES, (1.0, -1.0), strict=True)}
    heading = gaussian_filter1d(drawn.heading(t), drawn.rounding * FINE, mode="nearest")
    held = np.column_stack([k * drawn.seat_at(t), 0.0 * t])
    # into this person's size and pace, which leaves gravity as it is
    t, z = pace * t, k * (z - STAND) + _standing_height(model)
    feet = ({s: k * ankle[s] for s in SIDES}, pitch, toes, headed)
    step = t[1] - t[0]
    rise = np.gradient(np.gradient(z, step), step) / G + 1.0
    rise = np.where(total + seat > 0.0, np.maximum(rise, 0.0), 0.0)
    on_feet = np.maximum(rise - seat, 0.0)
    pressed = sum(share[s][:, None] * k * point[s] for s in SIDES)
    at = pressed * on_feet[:, None] + seat[:, None] * held
    at = at / np.maximum(rise, 0.02)[:, None]
    above = np.where(on_feet > 0.0, pressed[:, 2], 0.0)
    # a turning body begins where its feet are
    pelvis = np.column_stack([at[:, 0], at[:, 1] if heading.any() else 0.0 * t, z])
    if (rise <= 0.02).any():
        borne = np.flatnonzero(rise > 0.02)
        pelvis[:, 0] = np.interp(t, t[borne], at[borne, 0])
    pelvis[:, :2] = gaussian_filter1d(pelvis[:, :2], 0.15 * FINE, axis=0, mode="nearest")
    mass = float(model.tree.mass.sum())
    course = pelvis.copy()
    grounded = rise > 0.02
    for round_ in range(_ROUNDS):
        q = _coordinates(model, pelvis, feet, lean, arms, drawn.bend, heading)
        if round_ % 2 == 1:
            momentum = _angular_momentum(model, t, q)
            if drawn.stepping and not grounded.all():
                turning = np.gradient(momentum[:, 1], t) / (_TRUNK_INERTIA * mass * k**2)
                lean = lean + _counter_turn(t, turning, grounded)
            spin = gaussian_filter1d(np.gradient(momentum, t, axis=0), 0.01 * FINE, axis=0) / mass
            x, y = (
                _balanced_course(
                    t, z - above, rise, at[:, i], turned,
                    (k / pace * drawn.speed[0][i], k / pace * drawn.speed[1][i]),
                )
                for i, turned in enumerate((spin[:, 1], -spin[:, 0]))
            )  # fmt: skip
            course = np.column_stack([x, y, z])
        centre = centre_of_mass(model.tree, q)[0]
        wrong = course - centre
        if round_ == 0:
            wrong[:, :2] = 0.0
        pelvis = pelvis + wrong
    q = _coordinates(model, pelvis, feet, lean, arms, drawn.bend, heading)
    _require_reach(model, q, feet[0], load)
    frames = np.arange(0.0, pace * drawn.duration, 1.0 / who.rate)
    motion = differentiate(model.tree, t, q, np.zeros(model.tree.nq), at=frames)
    centre = centre_of_mass(model.tree, q)[0]
    acceleration = np.gradient(np.gradient(centre, step, axis=0), step, axis=0)
    force_all = mass * (acceleration + np.array([0.0, 0.0, G]))
    force_all[:, 2] -= seat * mass * G
    force = np.stack([share[s][:, None] * force_all for s in SIDES], axis=1)
    spots = np.stack([k * _held(point[s], share[s] > 0.0) for s in SIDES], axis=1)
    whose = np.stack([share[s] > 0.0 for s in SIDES], axis=1)
    force[~whose] = 0.0
    force[..., 2] = np.maximum(force[..., 2], 0.0)
    force[force[..., 2] <= 0.0] = 0.0
    # feet that stand beside each other push them apart
    apart = 0.04 * force[..., 2].min(axis=1)
    force[:, 0, 1] -= apart
    force[:, 1, 1] += apart
    if drawn.stepping:
        _push_off(force, spots, centre, heading)
    needed = np.gradient(_angular_momentum(model, t, q), t, axis=0)
    needed -= np.cross(held - centre, np.outer(seat * mass * G, [0.0, 0.0, 1.0]))
    spots, twist = _completed(force, spots, centre, needed)
    made = _recorded(
        drawn,
        who,
        folder,
        name,
        model,
        t,
        motion,
        force,
        spots,
        twist,
        seat * mass * G,
        held,
        centre[:, 2],
    )
    _require_balance(made)
    return made


def _held(path: np.ndarray, loaded: np.ndarray) -> np.ndarray:
    """A path in the air as it is at the nearest loaded instant."""
    known = np.flatnonzero(loaded)
    if not len(known):
        return path
    at = np.interp(np.arange(len(path)), known, np.arange(len(known)))
    return path[known[np.rint(at).astype(int)]]


def _standing_height(model: Model) -> float:
    """Height of the mass centre above the soles on legs that are all but straight, m."""
    tree = model.tree
    q = np.zeros((1, tree.nq))
    q[0, tree.q_start[1:]] = 1.0
    q[0, 3] = 1.0
    _, p = forward_kinematics(tree, q)
    hip, ankle = (p[0, model.joints.index(f"left_{joint}"), 2] for joint in ("hip", "ankle"))
    above = float(centre_of_mass(tree, q)[0][0, 2]) - hip
    return above + 0.965 * (hip - ankle) + ANKLE * (hip - ankle) / LEG


def _require_reach(
    model: Model, q: np.ndarray, ankle: Mapping[Side, np.ndarray], load: Mapping[Side, np.ndarray]
) -> None:
    """Refuse a drawing whose legs are too short to stay on the ground."""
    _, p = forward_kinematics(model.tree, q)
    for side in SIDES:
        short = np.linalg.norm(p[:, model.joints.index(f"{side}_ankle")] - ankle[side], axis=1)
        worst = float(short[load[side] > 0.0].max(initial=0.0))
        if worst > 0.012:
            raise ValueError(f"the {side} leg falls short of the ground by {1000 * worst:.0f} mm")


def _require_balance(made: MadeActivity) -> None:
    """Refuse a drawing whose forces do not turn the body as it turns: its rounds did not settle."""
    ends = (made.time > 0.1) & (made.time < made.time[-1] - 0.1)
    stands = ends & (made.force[..., 2].sum(axis=1) > 200.0) & (made.seat == 0.0)
    left = np.sqrt(np.mean(made.root[stands, 1] ** 2)) / made.mass if stands.any() else 0.0
    if left > 0.5:
        raise ValueError(f"motion and forces leave {left:.1f} N*m/kg of pitching over")


def _recorded(
    drawn: Drawing,
    who: Person,
    folder: Path,
    name: str,
    model: Model,
    t: np.ndarray,
    motion: Motion,
    force: np.ndarray,
    spots: np.ndarray,
    twist: np.ndarray,
    seat: np.ndarray,
    held: np.ndarray,
    height: np.ndarray,
) -> MadeActivity:
    k, pace = who.size, float(np.sqrt(who.size))
    frames = motion.time
    placed = MARKERS[who.set_of_markers](walking_man())
    R, p = forward_kinematics(model.tree, motion.q)
    stances = {s: [(pace * a.on, pace * a.off) for a in drawn.stances[s]] for s in SIDES}
    shift = who.skin * _skin(model, R, placed.body, frames, stances, who.seed)
    rng = np.random.default_rng([who.seed, 7])
    local = k * placed.local + shift
    body = placed.body
    seen = p[:, body] + turned(R[:, body], local)
    seen = seen + who.noise * rng.standard_normal(seen.shape)
    worn = [k for k, name in enumerate(placed.names) if name not in placed.standing]
    markers = Markers(tuple(placed.names[k] for k in worn), frames, seen[:, worn])
    # whole number of plate samples a frame
    per = round(1000.0 / who.rate)
    clock = np.arange(per * len(frames)) / (per * who.rate)
    by_foot = np.stack(
        [[np.interp(clock, t, force[:, s, i]) for i in range(3)] for s in range(2)]
    ).transpose(2, 0, 1)
    plates = []
    for centre, length, width in drawn.plates:
        middle = k * np.asarray(centre)
        half = 0.5 * k * np.array([length, width])
        total_force, total_moment = np.zeros((len(clock), 3)), np.zeros((len(clock), 3))
        for s in range(2):
            spot = np.stack([np.interp(clock, t, spots[:, s, i]) for i in range(3)], axis=1)
            # the sole presses evenly around the spot, and this plate feels what is over it
            ends = np.clip(
                [spot[:, :2] - drawn.sole, spot[:, :2] + drawn.sole],
                middle[:2] - half,
                middle[:2] + half,
            )
            on = np.prod((ends[1] - ends[0]) / (2.0 * drawn.sole), axis=1)
            on *= np.abs(spot[:, 2] - middle[2]) < 0.05
            spot[:, :2] = ends.mean(axis=0)
            mine = by_foot[:, s] * on[:, None]
            total_force += mine
            total_moment += np.cross(spot - middle, mine)
            total_moment[:, 2] += np.interp(clock, t, twist[:, s]) * on
        if drawn.seat_on_plate:
            spot = np.stack([np.interp(clock, t, held[:, i]) for i in range(3)], axis=1)
            on = (np.abs(spot - middle)[:, :2] < half).all(axis=1)
            mine = np.outer(np.interp(clock, t, seat) * on, [0.0, 0.0, 1.0])
            total_force += mine
            total_moment += np.cross(spot - middle, mine)
        noise = rng.standard_normal((len(clock), 6))
        corners = middle + np.array(
            [
                [half[0], half[1], 0],
                [half[0], -half[1], 0],
                [-half[0], -half[1], 0],
                [-half[0], half[1], 0],
            ]
        )
        plates.append(
            PlateRecording(
                corners,
                0.045,
                total_force + who.plate_noise[0] * noise[:, :3],
                total_moment + who.plate_noise[1] * noise[:, 3:],
            )
        )
    path = folder / f"{name}.c3d"
    # the man's measurements are those of his own markers
    own = who.set_of_markers == "pamies37"
    processing = processing_parameters(model.subject) if own else {}
    write_c3d(
        path,
        markers,
        plates,
        plate_rate=per * who.rate if plates else None,
        subject=model.subject,
        parameters=processing,
    )
    static = _static(model, who, folder / f"{name}-static.c3d", processing)
    wrench = np.stack(
        [[np.interp(frames, t, force[:, s, i]) for i in range(3)] for s in range(2)]
    ).transpose(2, 0, 1)
    spot = np.stack(
        [[np.interp(frames, t, spots[:, s, i]) for i in range(3)] for s in range(2)]
    ).transpose(2, 0, 1)
    loaded = wrench[..., 2] > 0.0
    free = np.stack([np.interp(frames, t, twist[:, s]) for s in range(2)], axis=1)
    truth = GroundReaction(
        frames,
        wrench,
        np.cross(spot, wrench) + free[..., None] * [0.0, 0.0, 1.0],
        np.where(loaded[..., None], spot, np.nan),
        free,
        np.ones(loaded.shape, dtype=bool),
        "truth",
    )
    inverse = invert(model, motion, truth, axes="proximal")
    moments = {q.name: q.values for q in inverse.moments}
    root = np.concatenate([inverse.forces.moment[:, 0], inverse.forces.force[:, 0]], axis=1)
    return MadeActivity(
        path,
        static,
        model,
        frames,
        wrench,
        moments,
        stances,
        who.mass,
        np.interp(frames, t, seat),
        np.interp(frames, t, height),
        root,
        motion,
    )


def _skin(
    model: Model,
    R: np.ndarray,
    body: np.ndarray,
    time: np.ndarray,
    stances: Mapping[Side, Sequence[tuple[float, float]]],
    seed: int,
) -> np.ndarray:
    """Skin slides with the turn of its segment against the parent, and shakes after contacts."""
    rng = np.random.default_rng([seed, 3])
    most = {"thigh": 0.012, "shank": 0.006, "pelvis": 0.005, "torso": 0.005, "arm": 0.005}
    shift = np.zeros((len(time), len(body), 3))
    for m, b in enumerate(body):
        name = model.segments[b]
        size = next((v for key, v in most.items() if key in name), 0.001)
        parent = int(model.tree.parent[b])
        relative = R[:, b] if parent < 0 else np.einsum("fji,fjk->fik", R[:, parent], R[:, b])
        angle = np.arctan2(relative[:, 0, 2], relative[:, 2, 2])
        slide = np.tanh(angle - angle[0])
        shake = np.zeros(len(time))
        side: Side = "left" if "left" in name else "right"
        for start, _ in stances[side]:
            since = np.clip(time - start, 0.0, None)
            shake += (start > 0.0) * np.exp(-since / 0.05) * np.sin(2 * np.pi * 12.0 * since)
        direction = rng.normal(size=(2, 3)) * [0.6, 0.4, 1.0]
        direction /= np.linalg.norm(direction, axis=1, keepdims=True)
        shift[:, m] = size * (np.outer(slide, direction[0]) + 0.3 * np.outer(shake, direction[1]))
    return shift


def _static(model: Model, who: Person, path: Path, processing: Mapping[str, float]) -> Path:
    tree, frames = model.tree, 60
    q = np.zeros((1, tree.nq))
    q[0, tree.q_start[1:]] = 1.0
    q[0, 3] = 1.0
    _, origin = forward_kinematics(tree, q)
    q[0, 2] = who.size * ANKLE - origin[0, model.segments.index("left_hindfoot"), 2]
    R, p = forward_kinematics(tree, np.repeat(q, frames, axis=0))
    placed = MARKERS[who.set_of_markers](walking_man())
    body = placed.body
    seen = p[:, body] + turned(R[:, body], who.size * placed.local)
    rng = np.random.default_rng([who.seed, 9])
    seen = seen + who.noise * rng.standard_normal(seen.shape)
    markers = Markers(placed.names, np.arange(frames) / who.rate, seen)
    return write_c3d(path, markers, subject=model.subject, parameters=processing)


# --------------------------------------------------------------------------- what is drawn

STAND = 0.985
"""m, height of the standing man's mass centre."""


def _in_place(duration: float, pressed: float = 0.05) -> dict[Side, list[Stance]]:
    whole = (-1.0, duration + 1.0)
    return {
        s: [Stance(*whole, 0.0, left * HIP_WIDTH, pressed=(pressed, pressed))]
        for s, left in zip(SIDES, (1.0, -1.0), strict=True)
    }


def _side_by_side(floor: float = 0.0) -> list[tuple[np.ndarray, float, float]]:
    return [(np.array([0.08, y, floor]), 0.60, 0.36) for y in (0.19, -0.19)]


def _steady(speed: float) -> tuple[np.ndarray, np.ndarray]:
    """Along x at both ends."""
    return np.array([speed, 0.0]), np.array([speed, 0.0])


def standing(duration: float = 8.0, seed: int = 1) -> Drawing:
    rng = np.random.default_rng(seed)
    phases = rng.uniform(0.0, 6.28, 8)

    def sway(t: np.ndarray) -> np.ndarray:
        waves = [
            np.sin(2 * np.pi * (0.1 + 0.12 * k) * t + p) / (1 + k) for k, p in enumerate(phases)
        ]
        return 0.05 + 0.012 * np.sum(waves, axis=0)

    return Drawing(
        duration, lambda t: STAND + 0.0 * t, _in_place(duration), _side_by_side(), lean=sway
    )


def squat(depth: float = 0.30, period: float = 2.4, count: int = 3, heel: float = 0.0) -> Drawing:
    duration = 0.6 + count * period + 0.3

    def down(t: np.ndarray) -> np.ndarray:
        s = np.zeros_like(t)
        for k in range(count):
            start = 0.6 + k * period
            s += smooth_step((t - start) / (0.38 * period)) - smooth_step(
                (t - start - 0.48 * period) / (0.34 * period)
            )
        return s

    return Drawing(
        duration,
        lambda t: STAND - depth * down(t),
        _in_place(duration, 0.05 + 0.3 * heel),
        _side_by_side(),
        lean=lambda t: 0.05 + 0.75 * down(t),
        swing=lambda t, left: 0.1 + 1.2 * down(t),
        heel_up=(lambda t: heel * down(t)) if heel else None,
    )


def heel_rises(angle: float = 0.45, period: float = 1.5, count: int = 4) -> Drawing:
    """On straight legs about the balls of both feet, by an angle of the foot, rad."""
    duration = 0.6 + count * period

    def up(t: np.ndarray) -> np.ndarray:
        s = np.zeros_like(t)
        for k in range(count):
            start = 0.6 + k * period
            s += smooth_step((t - start) / (0.33 * period))
            s -= smooth_step((t - start - 0.5 * period) / (0.33 * period))
        return s

    return Drawing(
        duration,
        lambda t: STAND - 0.02 + (BALL * np.sin(angle) - 0.005) * up(t),
        _in_place(duration, 0.06),
        _side_by_side(),
        heel_up=lambda t: angle * up(t),
    )


def sit_to_stand(rise_time: float = 1.3, again: bool = True, share: float = 0.78) -> Drawing:
    ends = (1.2, 1.2 + rise_time)
    duration = 7.0 if again else 4.0

    def up(t: np.ndarray) -> np.ndarray:
        s = smooth_step((t - ends[0]) / rise_time)
        if again:
            s = s - smooth_step((t - 4.4) / (1.1 * rise_time))
        return s

    def off_seat(t: np.ndarray) -> np.ndarray:
        # the seat is left in the first third of the rise
        s = smooth_step((t - ends[0] + 0.25) / (0.25 + 0.30 * rise_time))
        if again:
            s = s - smooth_step((t - 4.4 - 0.75 * rise_time) / (0.30 * rise_time + 0.2))
        return s

    def lean(t: np.ndarray) -> np.ndarray:
        s = up(t)
        return 0.1 + 2.4 * s * (1.0 - s) + 0.0 * t

    return Drawing(
        duration,
        lambda t: 0.74 + (STAND - 0.74) * up(t),
        _in_place(duration, 0.06),
        _side_by_side(),
        lean=lean,
        swing=lambda t, left: 0.5 - 0.3 * up(t),
        seat=lambda t: share * (1.0 - off_seat(t)),
    )


def _flight_height(t: np.ndarray, force: np.ndarray, start: float) -> np.ndarray:
    """Twice integrated vertical force in body weights less one, from rest."""
    speed = np.cumsum(G * (force - 1.0)) * (t[1] - t[0])
    return start + np.cumsum(speed) * (t[1] - t[0])


def _hops(t: np.ndarray, flights: Sequence[tuple[float, float]], dip: float) -> np.ndarray:
    """Course of a mass centre that rests, dips and takes off for each flight (off, on) [s]."""
    force = np.ones_like(t)
    first = flights[0][0]
    speed = 0.5 * G * (flights[0][1] - flights[0][0])
    # down and up: unloading, then a push that gives the speed of take-off
    start, push = first - 0.85, first - 0.30
    s = (t - start) / (push - start)
    force -= np.where((s > 0) & (s < 1), dip * np.sin(2 * np.pi * s), 0.0)
    s = (t - push) / (first - push)
    shape = np.where((s > 0) & (s < 1), np.sin(np.pi * np.clip(s, 0, 1)) ** 0.7, 0.0)
    force += shape * speed / (np.sum(shape) * (t[1] - t[0]) * G)
    for k, (off, on) in enumerate(flights):
        force[(t > off) & (t < on)] = 0.0
        landing = 0.5 * G * (on - off)
        if k + 1 < len(flights):
            after = flights[k + 1]
            speed = landing + 0.5 * G * (after[1] - after[0])
            s = (t - on) / (after[0] - on)
            shape = np.where((s > 0) & (s < 1), np.sin(np.pi * np.clip(s, 0, 1)) ** 0.8, 0.0)
            force += shape * speed / (np.sum(shape) * (t[1] - t[0]) * G)
        else:
            since = np.clip(t - on, 0.0, None)
            fast = (since / 0.03) ** 2 * np.exp(-2.0 * since / 0.03)
            s = since / 0.5
            slow = np.where((s > 0) & (s < 1), np.sin(np.pi * s), 0.0)
            for shape, part in ((fast, 0.4), (slow, 0.6)):
                force += part * landing * shape / (np.sum(shape) * (t[1] - t[0]) * G)
    return force


def jump(flight: float = 0.48, dip: float = 0.55) -> Drawing:
    off = 1.6
    on = off + flight

    def height(t: np.ndarray) -> np.ndarray:
        force = _hops(t, [(off, on)], dip)
        z = _flight_height(t, force, STAND)
        end = float(np.interp(on + 0.55, t, z))
        # the landing ends lower: stand up again
        return z + (STAND - end) * smooth_step((t - on - 0.5) / 0.9)

    def tiptoe(t: np.ndarray) -> np.ndarray:
        return smooth_step((t - off + 0.22) / 0.22) * (1 - smooth_step((t - on) / 0.12))

    def crouch(t: np.ndarray) -> np.ndarray:
        return np.clip(STAND - height(t), 0.0, None)

    stances = {
        s: [
            Stance(-1.0, off, 0.0, y, pitch=(0.0, 0.6), pressed=(0.05, 0.14)),
            Stance(on, 9.0, 0.0, y, pitch=(0.5, 0.0), pressed=(0.12, 0.05)),
        ]
        for s, y in (("left", 0.1), ("right", -0.1))
    }
    return Drawing(
        on + 2.0,
        height,
        stances,
        _side_by_side(),
        lean=lambda t: 0.05 + 1.6 * crouch(t),
        swing=lambda t, left: 0.1 + 1.2 * tiptoe(t),
        lift=0.0,
        heel_up=None,
    )


def drop_jump(box: float = 0.30, contact: float = 0.32, flight: float = 0.44) -> Drawing:
    fall = float(np.sqrt(2.0 * box / G))
    off = 1.4
    on = off + fall
    off2 = on + contact
    on2 = off2 + flight

    def force_of(t: np.ndarray) -> np.ndarray:
        force = np.ones_like(t)
        force[(t > off) & (t < on)] = 0.0
        speed = G * fall + 0.5 * G * flight
        s = (t - on) / contact
        fast = np.where((s > 0) & (s < 1), np.exp(-((((t - on) - 0.04) / 0.016) ** 2)), 0.0)
        slow = np.where((s > 0) & (s < 1), np.sin(np.pi * np.clip(s, 0, 1)) ** 0.8, 0.0)
        for shape, part in ((fast, 0.15), (slow, 0.85)):
            force += part * speed * shape / (np.sum(shape) * (t[1] - t[0]) * G)
        force[(t > off2) & (t < on2)] = 0.0
        since = np.clip(t - on2, 0.0, None)
        fast = (since / 0.03) ** 2 * np.exp(-2.0 * since / 0.03)
        s = since / 0.5
        slow = np.where((s > 0) & (s < 1), np.sin(np.pi * s), 0.0)
        for shape, part in ((fast, 0.4), (slow, 0.6)):
            force += part * 0.5 * G * flight * shape / (np.sum(shape) * (t[1] - t[0]) * G)
        return force

    def height(t: np.ndarray) -> np.ndarray:
        z = _flight_height(t, force_of(t), STAND + box)
        end = float(np.interp(on2 + 0.55, t, z))
        return z + (STAND - end) * smooth_step((t - on2 - 0.5) / 0.9)

    def crouch(t: np.ndarray) -> np.ndarray:
        return np.clip(STAND - height(t), 0.0, None)

    stances = {
        s: [
            Stance(-1.0, off, -0.36, y, box, (0.0, 0.2), (0.05, 0.12)),
            Stance(on, off2, 0.0, y, 0.0, (0.4, 0.6), (0.12, 0.12)),
            Stance(on2, 9.0, 0.02, y, 0.0, (0.5, 0.0), (0.12, 0.05)),
        ]
        for s, y in (("left", 0.1), ("right", -0.1))
    }
    return Drawing(
        on2 + 1.8,
        height,
        stances,
        _side_by_side(),
        lean=lambda t: 0.05 + 1.3 * crouch(t),
        lift=0.0,
    )


def running(
    speed: float = 3.1,
    step: float = 0.37,
    contact: float = 0.25,
    lift: float = 0.16,
    heel_first: bool = True,
    under: Sequence[int] = (3, 4),
    duration: float = 2.6,
    belt: bool = False,
    shock: float = 0.5,
    low: float = 0.935,
) -> Drawing:
    """Steps of equal length; plates under the steps `under`."""
    pitches = (-0.2, 0.9) if heel_first else (0.25, 0.9)
    pressed = (-0.01, 0.15) if heel_first else (0.11, 0.15)
    stances: dict[Side, list[Stance]] = {"left": [], "right": []}
    plates = []
    for k in range(-3, int(duration / step) + 4):
        side: Side = "left" if k % 2 == 0 else "right"
        on = k * step
        x = -0.1 if belt else speed * (on + 0.5 * contact) - 0.1
        y = 0.05 if side == "left" else -0.05
        stances[side].append(Stance(on, on + contact, x, y, 0.0, pitches, pressed))
        if k in under and not belt:
            plates.append((np.array([x + 0.08, y, 0.0]), 0.90, 0.60))
    if belt:
        plates = [(np.array([0.05, 0.0, 0.0]), 2.0, 0.80)]

    def height(t: np.ndarray) -> np.ndarray:
        phase = np.mod(t, step)
        on = phase < contact
        main = np.where(on, np.sin(np.pi * phase / contact), 0.0)
        rise = 0.14 * contact
        fast = np.where(on, shock * (phase / rise) ** 2 * np.exp(2 - 2 * phase / rise), 0.0)
        grid = np.linspace(0.0, step, 4001)[:-1]
        there = grid < contact
        mean_main = np.mean(np.where(there, np.sin(np.pi * grid / contact), 0.0))
        mean_fast = np.mean(
            np.where(there, shock * (grid / rise) ** 2 * np.exp(2 - 2 * grid / rise), 0.0)
        )
        force = main * (1.0 - mean_fast) / mean_main + fast
        z = _flight_height(t, force, 0.0)
        z = z - np.polyval(np.polyfit(t, z, 1), t)
        return z - z.mean() + low * STAND

    def arms(t: np.ndarray, left: float) -> np.ndarray:
        return 0.1 - left * 0.6 * np.cos(np.pi * t / step)

    return Drawing(
        duration,
        height,
        stances,
        plates,
        lean=lambda t: 0.14 + 0.0 * t,
        swing=arms,
        bend=1.5,
        lift=lift,
        belt=(-speed, -speed) if belt else (0.0, 0.0),
        speed=_steady(0.0 if belt else speed),
        stepping=True,
    )


def walking(
    speed: float = 1.2,
    step: float = 0.55,
    double: float = 0.11,
    duration: float = 3.4,
    under: Sequence[int] = (2, 3),
    belt: Sequence[tuple[np.ndarray, float, float]] | None = None,
    rise: float = 0.0,
    split: tuple[float, float] | None = None,
) -> Drawing:
    """Walking over ground, on a belt (plates given), which may be one under each foot that run by
    themselves (`split`), or up stairs of `rise` a step."""
    contact = step + double
    stances: dict[Side, list[Stance]] = {"left": [], "right": []}
    plates = []
    flat = rise > 0.0
    for k in range(-3, int(duration / step) + 4):
        side: Side = "left" if k % 2 == 0 else "right"
        on = k * step
        x = 0.0 if belt is not None else speed * (on + 0.5 * contact) - 0.06
        y = 0.07 if side == "left" else -0.07
        floor = rise * k
        pitch = (0.1, 0.35) if flat else (-0.25, 0.6)
        pressed = (0.08, 0.13) if flat else (-0.02, 0.15)
        stances[side].append(Stance(on, on + contact, x, y, floor, pitch, pressed))
        if k in under and belt is None:
            plates.append(
                (
                    np.array([x + 0.08, y if not flat else 0.0, floor]),
                    0.30 if flat else 0.60,
                    0.80 if flat else 0.50,
                )
            )

    def height(t: np.ndarray) -> np.ndarray:
        wave = np.cos(2.0 * np.pi * (t - 0.6 * double) / step)
        return (
            (0.90 if flat else 0.965) * STAND
            - 0.017 * wave
            + rise * (t - 0.5 * double) / step
            - 0.1 * rise
        )

    def arms(t: np.ndarray, left: float) -> np.ndarray:
        return 0.05 - left * 0.35 * np.cos(np.pi * t / step)

    return Drawing(
        duration,
        height,
        stances,
        plates if belt is None else list(belt),
        swing=arms,
        lift=0.10 if flat else 0.05,
        ramp=double,
        belt=(0.0, 0.0) if belt is None else (-speed, -speed) if split is None else split,
        speed=_steady(0.0 if belt is not None else speed),
        stepping=not flat,
    )


def hop(flight: float = 0.30) -> Drawing:
    """A jump on the right foot, the left held up behind."""
    off = 1.6
    on = off + flight
    low = 0.96 * STAND

    def height(t: np.ndarray) -> np.ndarray:
        z = _flight_height(t, _hops(t, [(off, on)], 0.45), low)
        end = float(np.interp(on + 0.55, t, z))
        return z + (low - end) * smooth_step((t - on - 0.5) / 0.9)

    return _on_the_right(
        on + 2.0,
        height,
        [
            Stance(-1.0, off, 0.0, -0.02, 0.0, (0.0, 0.5), (0.05, 0.14)),
            Stance(on, 9.0, 0.0, -0.02, 0.0, (0.4, 0.0), (0.12, 0.05)),
        ],
    )


def one_leg() -> Drawing:
    """Standing on the right foot."""
    return _on_the_right(3.0, lambda t: 0.97 * STAND + 0.0 * t, [Stance(-1.0, 9.0, 0.0, -0.02)])


def _on_the_right(
    duration: float, height: Callable[[np.ndarray], np.ndarray], right: Sequence[Stance]
) -> Drawing:
    left = [Stance(when, when + 1.0, -0.35, 0.12) for when in (-9.0, 12.0)]
    plates = [(np.array([0.08, 0.05, 0.0]), 0.60, 0.50)]
    return Drawing(duration, height, {"left": left, "right": right}, plates, lift=0.30)


def from_rest_to_rest(
    way: tuple[float, float] = (0.5, 0.0), count: int = 4, step: float = 0.55, double: float = 0.14
) -> Drawing:
    """Standing, some steps, standing.

    Args:
        way: of the mass centre in a step, forwards and to the left, m; backwards and to a side the
            feet stay almost flat.
        count: of steps that get farther; the last one closes, as every second to a side.
        step: s, from strike to strike.
        double: s, of a double support.
    """
    forwards, wait = way[0] > 0.0, 1.2
    first, roll = ((0.0, 0.5), (-0.2, 0.5)) if forwards else ((0.0, 0.15), (0.2, -0.1))
    pressed = (0.05, 0.15) if forwards else (0.12, 0.0) if way[0] < 0.0 else (0.07, 0.07)
    place = {side: np.array([0.0, y]) for side, y in zip(SIDES, (0.1, -0.1), strict=True)}
    stances: dict[Side, list[Stance]] = {"left": [], "right": []}
    since = dict.fromkeys(SIDES, -1.0)
    side: Side = "right" if way[1] <= 0.0 else "left"
    off = wait
    for k in range(count + 1):
        began = since[side] < 0.0
        stances[side].append(
            Stance(
                since[side], off, *place[side], 0.0,
                first if began else roll, (0.05, pressed[1]) if began else pressed,
            )
        )  # fmt: skip
        other: Side = "left" if side == "right" else "right"
        if way[1]:
            place[side] = place[side] + [0.0, 2.0 * way[1]]
        else:
            ahead = way[0] if k < count else 0.0
            place[side] = np.array([place[other][0] + ahead, place[side][1]])
        since[side] = off + step - double
        off += step
        side = other
    stop = off + wait + 0.6
    for each in SIDES:
        last = (roll[0], 0.0), (pressed[0], 0.05)
        stances[each].append(Stance(since[each], stop + 1.0, *place[each], 0.0, *last))
    # none of them under the middle of its foot, where half of its channels would feel nothing
    plates = [
        (np.array([a.x + 0.09, a.y + (0.02 if each == "left" else -0.02), 0.0]), 0.30, 0.18)
        for each in SIDES
        for a in stances[each]
    ]
    return Drawing(
        stop,
        lambda t: 0.955 * STAND + 0.0 * t,
        stances,
        plates,
        swing=lambda t, left: 0.05 + 0.0 * t,
        lift=0.06,
        ramp=double,
        stepping=not way[1],
    )
