"""Recordings of activities whose truth is known: squats to sprints, on plates, a chair, stairs.

A person is drawn from foot placements and a course of the mass centre's height. Its horizontal
course is that on which the ground's force passes through the points where the feet (and the seat)
are pressed, so that motion and forces belong together but for the turning in flight. The person is
of another build than the tables suppose, with another table's masses; skin slides over bones and
shakes after contacts, cameras and plates have noise, and the recording is a C3D file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
from scipy.linalg import solve_banded, solveh_banded
from scipy.ndimage import gaussian_filter1d
from tests.drawn_activities import ANKLE, BALL, HEEL, LEG, STAND, Drawing, G, Person
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

FINE = 1000.0
SPARE = 0.3
_ROUNDS = 15
_ON_THE_BACK = np.array([-0.17, 0.0, 0.30])
"""m in the torso's frame, of what is carried."""
_TRUNK_INERTIA = 0.033
"""m^2; turning momentum of the upper body over its mass and rate, with the mass centre held."""


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
