"""Whole-body motions made from nothing recorded, whose accelerations are known: stand to sprint.

Paths of pelvis and ankles are drawn with the corners that contact gives them, at 1 kHz, and rounded
by the compliance of foot and leg (a Gaussian of 6 to 20 ms); knees follow by triangles, everything
else by angles. The pelvis' vertical path of running and landing is the second integral of a force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ambulo.demo.marker_placement import place_markers
from ambulo.demo.walking_man import walking_man
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.differentiation import differentiate
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.multibody.tree.placed_bodies import coordinates_of
from ambulo.records import SIDES, Model, Side

FINE = 1000.0
"""Hz, at which paths are drawn."""


@dataclass(frozen=True, eq=False)
class MadeMotion:
    """A motion on the frames of a camera, with its derivatives.

    Args:
        name: key of `MOTIONS`.
        model: the man, with markers.
        motion: exact at the frames.
        strikes: s, instants of foot contact, by which skin is shaken.
    """

    name: str
    model: Model
    motion: Motion
    strikes: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class _Paths:
    """What is prescribed, on fine instants: m and rad about the lateral axis.

    `pelvis` and `ankle` of a side (n, 3); `pitch` of the feet; `lean` of the trunk; `swing` of the
    upper arms and `bend` of the elbows.
    """

    pelvis: FloatArray
    ankle: Mapping[Side, FloatArray]
    pitch: Mapping[Side, FloatArray]
    lean: FloatArray
    swing: Mapping[Side, FloatArray]
    bend: FloatArray
    strikes: tuple[float, ...] = ()


def marked_man(clusters: bool = False) -> Model:
    """The demo's man with his 37 markers as tracking markers.

    Args:
        clusters: with three markers more on every thigh and shank.
    """
    model = walking_man()
    placed = place_markers(model)
    names, body = list(placed.names), placed.body.tolist()
    local = placed.local.tolist()
    if clusters:
        for segment in (f"{side}_{part}" for side in SIDES for part in ("thigh", "shank")):
            outwards = 0.07 if segment.startswith("left") else -0.07
            for k, (x, z) in enumerate(((0.05, -0.15), (-0.02, -0.25), (0.05, -0.32))):
                names.append(f"{segment}_{k}")
                body.append(model.segments.index(segment))
                local.append([x, outwards, z])
    return replace(
        model,
        marker_names=tuple(names),
        marker_body=np.array(body),
        marker_local=np.array(local),
        marker_weight=np.ones(len(names)),
    )


def made_motion(name: str, rate: float, model: Model | None = None) -> MadeMotion:
    """One of `MOTIONS` as a camera of a rate [Hz] would sample it.

    Args:
        model: `marked_man()` if None.
    """
    model = marked_man() if model is None else model
    draw, duration = MOTIONS[name]
    spare = 0.3  # s drawn before and after what is kept, for the rounding
    fine = np.arange(-spare, duration + spare, 1.0 / FINE)
    paths = draw(fine)
    q = _balanced(model, paths)
    time = np.arange(0.0, duration, 1.0 / rate)
    motion = differentiate(model.tree, fine, q, np.zeros(model.tree.nq), at=time)
    strikes = tuple(t for t in paths.strikes if 0.0 < t < duration)
    return MadeMotion(name, model, motion, strikes)


# --------------------------------------------------------------------------- from paths to segments


def tipped(angle: FloatArray) -> FloatArray:
    """Rotations (n, 3, 3) about the lateral axis; positive tips the upper end forwards."""
    c, s, o, i = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    return np.stack([c, o, s, o, i, o, -s, o, c], axis=-1).reshape(-1, 3, 3)


def _upright(up: FloatArray) -> FloatArray:
    """Rotations (n, 3, 3) with z along a direction and y as lateral as can be."""
    z = up / np.linalg.norm(up, axis=1, keepdims=True)
    x = np.cross(np.broadcast_to([0.0, 1.0, 0.0], z.shape), z)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return np.stack([x, np.cross(z, x), z], axis=-1)


def _balanced(model: Model, paths: _Paths) -> FloatArray:
    """Coordinates (n, nq) in which the centre of mass takes the course drawn for the pelvis.

    So the force is the drawn path's, whatever the limbs do; the pelvis gives way to them.
    """
    drawn, away = paths.pelvis, np.zeros(3)
    for _ in range(5):  # each round leaves some third of the difference
        q = _coordinates(model, paths)
        away = centre_of_mass(model.tree, q)[0] - drawn
        paths = replace(paths, pelvis=paths.pelvis - (away - away.mean(axis=0)))
    return _coordinates(model, paths)


def _coordinates(model: Model, paths: _Paths) -> FloatArray:
    """Coordinates (n, nq) of the tree."""
    tree, n = model.tree, len(paths.pelvis)
    R = np.empty((n, tree.nb, 3, 3))
    p = np.empty((n, tree.nb, 3))
    at = {name: k for k, name in enumerate(model.segments)}
    length = {
        part: float(np.linalg.norm(tree.p_PJ[model.joints.index(f"left_{joint}")]))
        for part, joint in (("thigh", "knee"), ("shank", "ankle"))
    }
    ankle: dict[Side, FloatArray] = {}
    R[:, at["pelvis"]] = tipped(0.3 * paths.lean)
    p[:, at["pelvis"]] = paths.pelvis
    for body in range(1, tree.nb):
        segment, parent = model.segments[body], int(tree.parent[body])
        side: Side = "left" if segment.startswith("left") else "right"
        p[:, body] = p[:, parent] + np.einsum("nij,j->ni", R[:, parent], tree.p_PJ[body])
        if segment.endswith("thigh"):
            a, b = length["thigh"], length["shank"]
            along = paths.ankle[side] - p[:, body]
            reach = np.linalg.norm(along, axis=1)
            near = reach - _GIVE * np.logaddexp(0.0, (reach - _REACH * (a + b)) / _GIVE)
            along *= (near / reach)[:, None]
            ankle[side], reach = p[:, body] + along, near
            # angle at the hip between thigh and the line to the ankle, by the law of cosines
            hip = np.arccos((a**2 + reach**2 - b**2) / (2.0 * a * reach))
            R[:, body] = _upright(-along) @ tipped(-hip)
        elif segment.endswith("shank"):
            R[:, body] = _upright(p[:, body] - ankle[side])
        elif segment.endswith(("foot", "hindfoot", "forefoot")):
            R[:, body] = tipped(paths.pitch[side])
        elif segment.endswith("arm") and "upper" in segment:
            R[:, body] = tipped(-paths.swing[side])
        elif segment.endswith(("forearm", "hand")):
            R[:, body] = tipped(-paths.swing[side] - paths.bend)
        else:
            R[:, body] = tipped(paths.lean)
    return coordinates_of(model.tree, R, p)


def _round(path: FloatArray, seconds: float) -> FloatArray:
    return np.asarray(gaussian_filter1d(path, seconds * FINE, axis=0, mode="nearest"))


def smooth_step(s: FloatArray) -> FloatArray:
    """From 0 to 1 as s does, with the least jerk (Flash & Hogan 1985)."""
    s = np.clip(s, 0.0, 1.0)
    return np.asarray(s**3 * (10.0 - 15.0 * s + 6.0 * s**2))


_HIP_WIDTH, _ANKLE = 0.10, 0.076
_REACH, _GIVE = 0.96, 0.020
"""Of the leg's length, from hip to ankle at most, and over how much [m] that is reached."""


def _paths(
    time: FloatArray,
    pelvis: FloatArray,
    ankle: Mapping[Side, FloatArray],
    *,
    pitch: Mapping[Side, FloatArray] | None = None,
    lean: FloatArray | float = 0.03,
    swing: Mapping[Side, FloatArray] | None = None,
    bend: FloatArray | float = 0.4,
    strikes: tuple[float, ...] = (),
    compliance: tuple[float, float] = (0.006, 0.012),
) -> _Paths:
    """Paths rounded by the compliance [s] of feet and pelvis."""
    still = np.zeros_like(time)
    either = dict.fromkeys(SIDES, still)
    return _Paths(
        _round(pelvis, compliance[1]),
        {side: _round(path, compliance[0]) for side, path in ankle.items()},
        {side: _round(path, compliance[0]) for side, path in (pitch or either).items()},
        _round(still + lean, compliance[1]),
        {side: _round(path, compliance[1]) for side, path in (swing or either).items()},
        still + bend,
        strikes,
    )


def _feet_still(time: FloatArray) -> dict[Side, FloatArray]:
    return {
        side: np.tile([0.0, left * _HIP_WIDTH, _ANKLE], (len(time), 1))
        for side, left in zip(SIDES, (1.0, -1.0), strict=True)
    }


def _standing(time: FloatArray) -> _Paths:
    """Sway of millimetres below 1.5 Hz, falling with frequency."""
    rng = np.random.default_rng(11)
    pelvis = np.tile([0.02, 0.0, 0.88], (len(time), 1))
    for frequency in np.linspace(0.07, 1.5, 18):
        amplitude = 0.004 * (0.2 / (0.2 + frequency)) ** 2 * rng.normal(size=2)
        wave = np.sin(2.0 * np.pi * frequency * time + rng.uniform(0.0, 6.28))
        pelvis[:, :2] += wave[:, None] * amplitude
    breath = 0.01 * np.sin(2.0 * np.pi * 0.25 * time)
    return _paths(time, pelvis, _feet_still(time), lean=0.03 + breath)


def _squat(time: FloatArray) -> _Paths:
    """Two squats of 0.32 m, down in 0.9 s and up in 0.8 s."""
    down = np.zeros_like(time)
    for start in (0.4, 2.7):
        down += smooth_step((time - start) / 0.9) - smooth_step((time - start - 1.2) / 0.8)
    pelvis = np.column_stack([0.02 - 0.10 * down, 0.0 * time, 0.88 - 0.32 * down])
    swing = dict.fromkeys(SIDES, 1.2 * down)
    return _paths(time, pelvis, _feet_still(time), lean=0.03 + 0.6 * down, swing=swing)


def _stepping(
    time: FloatArray,
    speed: float,
    stride: float,
    contact: float,
    ahead: float,
    lift: float,
    pitch: tuple[float, float],
) -> tuple[dict[Side, FloatArray], dict[Side, FloatArray], tuple[float, ...]]:
    """Ankles and pitch of feet that stand for part of a stride [s] and are swung forwards.

    A foot is put down `ahead` [m] of the hips and arrives with a downward velocity, which contact
    stops.
    """
    ankle: dict[Side, FloatArray] = {}
    turned: dict[Side, FloatArray] = {}
    strikes: list[float] = []
    for side, left, late in zip(SIDES, (1.0, -1.0), (0.0, 0.5), strict=True):
        cycles = time / stride - late
        whole = np.floor(cycles)
        phase = cycles - whole
        share = contact / stride
        s = np.clip((phase - share) / (1.0 - share), 0.0, 1.0)
        stands = speed * stride * (whole + late) + ahead
        x = stands + speed * stride * smooth_step(s)
        z = _ANKLE + lift * 6.75 * s**2 * (1.0 - s)
        stance = np.clip(phase / share, 0.0, 1.0)
        # heel off in the last third of stance raises the ankle and pitches the foot
        rise = np.where(s > 0.0, 1.0 - smooth_step(2.0 * s), smooth_step(3.0 * stance - 2.0))
        ankle[side] = np.column_stack([x, left * 0.06 + 0.0 * x, z + 0.12 * rise])
        turned[side] = pitch[0] * rise - pitch[1] * smooth_step(3.0 * s - 2.0) * (s < 1.0)
        turned[side] = np.where(
            s > 0.0, turned[side], pitch[0] * rise - pitch[1] * np.exp(-stance * contact / 0.03)
        )
        first, last = int(np.floor(time[0] / stride)) - 1, int(np.ceil(time[-1] / stride)) + 1
        strikes += [float(stride * (k + late)) for k in range(first, last)]
    return ankle, turned, tuple(sorted(strikes))


def _walk(time: FloatArray) -> _Paths:
    stride, speed = 1.14, 1.15
    ankle, pitch, strikes = _stepping(time, speed, stride, 0.70, 0.30, 0.05, (0.6, 0.3))
    step = 2.0 * np.pi * 2.0 * time / stride
    # lowest in double support, which a strike begins; a shock of half a g for 30 ms at each
    height = 0.852 - 0.016 * np.cos(step - 0.7) - 0.002 * np.cos(2.0 * step)
    for strike in strikes:
        since = np.clip(time - strike, 0.0, None)
        height -= 0.0025 * (since / 0.025) ** 2 * np.exp(-since / 0.025)
    pelvis = np.column_stack(
        [
            speed * time + 0.012 * np.sin(step),
            0.020 * np.sin(0.5 * step + 0.3),
            height,
        ]
    )
    swing = {s: k * 0.35 * np.cos(0.5 * step) for s, k in zip(SIDES, (-1.0, 1.0), strict=True)}
    return _paths(
        time, pelvis, ankle, pitch=pitch, swing=swing, strikes=strikes, compliance=(0.025, 0.020)
    )


def _bouncing(
    time: FloatArray, step: float, contact: float, shock: float, drag: float
) -> tuple[FloatArray, FloatArray]:
    """Height about its mean and forward sway (n,) m of a body that bounces from step to step.

    In contact the vertical force is half a sine with a shock of `shock` body weights on it; the
    mean over a step is the weight. The forward force brakes, then drives: `drag` body weights.
    """
    phase = np.mod(time, step)
    on = phase < contact
    main = np.where(on, np.sin(np.pi * phase / contact), 0.0)
    rise = 0.12 * contact
    fast = shock * np.where(on, (phase / rise) ** 2 * np.exp(2.0 - 2.0 * phase / rise), 0.0)
    one = np.arange(0.0, step, 1.0 / FINE / 10.0)
    on_one = one < contact
    impulse_main = np.mean(np.where(on_one, np.sin(np.pi * one / contact), 0.0))
    impulse_fast = np.mean(
        shock * np.where(on_one, (one / rise) ** 2 * np.exp(2.0 - 2.0 * one / rise), 0.0)
    )
    vertical = main * (1.0 - impulse_fast) / impulse_main + fast - 1.0
    forward = np.where(on, -drag * np.sin(2.0 * np.pi * phase / contact), 0.0)
    return _twice_integrated(time, vertical), _twice_integrated(time, forward)


def _integral(values: FloatArray) -> FloatArray:
    """From the first fine instant on, by trapezia."""
    steps = 0.5 * (values[1:] + values[:-1]) / FINE
    return np.concatenate([[0.0], np.cumsum(steps)])


def _twice_integrated(time: FloatArray, acceleration: FloatArray) -> FloatArray:
    """Path (n,) m of an acceleration [g], without its straight line."""
    path = _integral(_integral(STANDARD_GRAVITY * acceleration))
    return np.asarray(path - np.polyval(np.polyfit(time, path, 1), time))


def _running(
    time: FloatArray,
    *,
    speed: float,
    step: float,
    contact: float,
    shock: float,
    height: float,
    lift: float,
    swing_angle: float,
    compliance: tuple[float, float],
) -> _Paths:
    ankle, pitch, strikes = _stepping(time, speed, 2.0 * step, contact, 0.30, lift, (1.0, 0.1))
    bounce, sway = _bouncing(time, step, contact, shock, 0.35)
    stride = 2.0 * np.pi * time / (2.0 * step)
    pelvis = np.column_stack([speed * time + sway, 0.008 * np.sin(stride), height + bounce])
    swing = {
        s: k * swing_angle * np.cos(stride) - 0.1 for s, k in zip(SIDES, (-1.0, 1.0), strict=True)
    }
    return _paths(
        time,
        pelvis,
        ankle,
        pitch=pitch,
        lean=0.12 + 0.02 * np.sin(2.0 * stride),
        swing=swing,
        bend=1.5,
        strikes=strikes,
        compliance=compliance,
    )


def _run(time: FloatArray) -> _Paths:
    return _running(
        time, speed=3.2, step=0.36, contact=0.24, shock=0.8, height=0.80, lift=0.20,
        swing_angle=0.6, compliance=(0.020, 0.012),
    )  # fmt: skip


def _sprint(time: FloatArray) -> _Paths:
    return _running(
        time, speed=8.0, step=0.23, contact=0.11, shock=1.0, height=0.77, lift=0.20,
        swing_angle=0.8, compliance=(0.020, 0.010),
    )  # fmt: skip


def _jump(time: FloatArray) -> _Paths:
    """Countermovement, flight of 0.5 s and a landing that peaks 30 ms after contact."""
    g = STANDARD_GRAVITY
    flight = 0.50
    off_speed = 0.5 * g * flight
    start, push, off = 0.5, 1.0, 1.3
    land = off + flight
    acceleration = np.zeros_like(time)
    # down and braked to rest, then driven upwards to the speed of take-off
    s = (time - start) / (push - start)
    acceleration -= np.where((s > 0.0) & (s < 1.0), 5.0 * np.sin(2.0 * np.pi * s), 0.0)
    s = (time - push) / (off - push)
    drive = off_speed * 0.5 * np.pi / (off - push)
    acceleration += np.where((s > 0.0) & (s < 1.0), drive * np.sin(np.pi * s), 0.0)
    acceleration[(time >= off) & (time < land)] = -g
    since = np.clip(time - land, 0.0, None)
    fast = (since / 0.030) ** 2 * np.exp(-2.0 * since / 0.030)
    fast /= np.sum(fast) / FINE
    slow = np.where((since > 0.0) & (since < 0.4), np.sin(np.pi * since / 0.4), 0.0)
    slow /= np.sum(slow) / FINE
    acceleration += off_speed * (0.5 * fast + 0.5 * slow) * (time >= land)
    height = 0.86 + _integral(_integral(acceleration))
    low = height[np.searchsorted(time, land + 0.9) :]
    rise = smooth_step((time - land - 0.7) / 0.8)
    height += rise * (0.86 - float(low[0]))
    flying = smooth_step((time - push) / (off - push)) - smooth_step((time - land) / 0.25)
    pelvis = np.column_stack([0.02 + 0.0 * time, 0.0 * time, height])
    feet = _feet_still(time)
    leaves = 0.01 * np.logaddexp(0.0, (height - 0.88) / 0.01) * ((time > push) & (time < land))
    for side in SIDES:
        feet[side][:, 2] += leaves
    pitch = dict.fromkeys(SIDES, 0.7 * flying)
    bent = np.clip(0.86 - height, 0.0, None)
    swing = dict.fromkeys(SIDES, 1.5 * flying - 1.5 * bent)
    return _paths(
        time,
        pelvis,
        feet,
        pitch=pitch,
        lean=0.03 + 1.2 * bent,
        swing=swing,
        strikes=(land,),
        compliance=(0.016, 0.008),
    )


MOTIONS: Mapping[str, tuple[Callable[[FloatArray], _Paths], float]] = {
    "standing": (_standing, 5.0),
    "squat": (_squat, 5.0),
    "walk": (_walk, 2.6),
    "run": (_run, 1.8),
    "sprint": (_sprint, 1.1),
    "jump": (_jump, 3.2),
}
"""By name, what draws it and how long it is, s."""
