"""The fitted model walking, seen from its right side, with the ground reaction on each foot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.records import SIDES, Analysis
from ambulo.report import svg
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

__all__ = ["PANEL"]

_WIDTH, _MARGIN, _TOP, _TALLEST = 1000.0, 20.0, 34.0, 380.0
# distance between drawn postures [m], and the length that stands for one body weight [m]
_SPACING, _WEIGHT_LENGTH = 0.42, 0.75
# a path shorter than this [m] is no walk through the room; then so many postures are spread [m]
_LEAST_WALK, _ON_THE_SPOT, _SPREAD = 1.0, 9, 6.0
# time of a step [s], and the direction off x [rad] up to which a walk is drawn in the world's x
_STEP_TIME, _STRAIGHT = 0.6, np.deg2rad(25.0)


def _bones(scene: Scene, frame: int) -> list[tuple[str, FloatArray]]:
    """Lines (points, 3) [m] from joint to joint and around each foot, with the segment's name."""
    model, p_WB = scene.analysis.model, scene.posture.p_WB[frame]
    bones: list[tuple[str, FloatArray]] = []
    for body, parent in enumerate(model.tree.parent):
        if parent < 0:
            continue
        bones.append((model.segments[int(parent)], p_WB[[int(parent), body]]))
    for side in SIDES:
        names = [f"{side}_heel", f"{side}_metatarsal", f"{side}_toe"]
        sole = [scene.posture.point(n)[frame] for n in names if n in model.points]
        if len(sole) > 1:
            ankle = scene.posture.joint(f"{side}_ankle")[frame]
            bones.append((side, np.array([*sole, ankle, sole[0]])))
    return bones


@dataclass(frozen=True, eq=False)
class _View:
    """How postures are laid out from left to right.

    Args:
        frames: those drawn.
        ahead: (frames drawn, 2) horizontal unit vector of each that points to the right.
        place: (frames drawn,) m, where the pelvis goes.
        kind: "straight" (places are the world's x), "turning" (along the path) or "on the spot".
    """

    frames: IntArray
    ahead: FloatArray
    place: FloatArray
    kind: Literal["straight", "turning", "on the spot"]


def _view(analysis: Analysis) -> _View:
    time, path = analysis.motion.time, analysis.motion.q[:, :2]
    extent = float(np.hypot(*np.ptp(path, axis=0)))
    if extent < _LEAST_WALK:
        frames = np.linspace(0, len(time) - 1, _ON_THE_SPOT).astype(np.int64)
        forward = np.tile([1.0, 0.0], (_ON_THE_SPOT, 1))
        return _View(frames, forward, np.linspace(0.0, _SPREAD, _ON_THE_SPOT), "on the spot")
    # direction of travel over about a step, which the sway of the pelvis does not turn
    half = max(1, round(0.5 * _STEP_TIME / float(time[1] - time[0])))
    index = np.arange(len(time))
    way = path[np.minimum(index + half, len(time) - 1)] - path[np.maximum(index - half, 0)]
    heading = np.unwrap(np.arctan2(way[:, 1], way[:, 0]))
    ahead = np.column_stack([np.cos(heading), np.sin(heading)])
    along = np.r_[0.0, np.cumsum(np.sum(np.diff(path, axis=0) * ahead[1:], axis=1))]
    straight = float(np.abs(heading).max()) < _STRAIGHT
    place = path[:, 0] if straight else along
    count = int(np.clip(round((place[-1] - place[0]) / _SPACING), 3, 14))
    goals = np.linspace(place[0], place[-1], count)
    frames = np.array([int(np.argmin(np.abs(place - goal))) for goal in goals])
    if straight:
        ahead = np.tile([1.0, 0.0], (len(time), 1))
    return _View(frames, ahead[frames], place[frames], "straight" if straight else "turning")


def _flatten(view: _View, k: int, pelvis: FloatArray, points: FloatArray) -> FloatArray:
    """Points (n, 3) [m] of the k-th posture in the plane of the drawing (n, 2)."""
    x = (points[..., :2] - pelvis[:2]) @ view.ahead[k] + view.place[k]
    return np.stack([x, points[..., 2]], axis=-1)


def _draw(scene: Scene) -> str:
    analysis, ground = scene.analysis, scene.ground
    view = _view(analysis)
    pelvis = analysis.motion.q[:, :3]
    drawn = [
        [(name, _flatten(view, k, pelvis[f], line)) for name, line in _bones(scene, int(f))]
        for k, f in enumerate(view.frames)
    ]
    seen = np.vstack([line for bones in drawn for _, line in bones])
    head = "head" in analysis.model.segments
    low_x, high_x = float(seen[:, 0].min()) - 0.25, float(seen[:, 0].max()) + 0.25
    low_z = min(float(seen[:, 1].min()), 0.0) - 0.06
    high_z = float(seen[:, 1].max()) + (0.26 if head else 0.1)
    scale = min((_WIDTH - 2 * _MARGIN) / (high_x - low_x), _TALLEST / (high_z - low_z))
    width, height = (high_x - low_x) * scale, (high_z - low_z) * scale
    xlim, ylim = (low_x, high_x), (low_z, high_z)
    axes = svg.Axes(0.5 * (_WIDTH - width), _TOP, width, height, xlim, ylim)

    parts = [axes.horizontal(0.0, svg.GREY)]
    plates = analysis.trial.plates if view.kind == "straight" else ()
    for plate in plates:
        # a plate may lie far from the part of the walk that was recorded
        a, b = np.clip([plate.corners[:, 0].min(), plate.corners[:, 0].max()], *xlim)
        x = float(axes.px(a))
        parts.append(
            f'<rect x="{x:.1f}" y="{float(axes.py(0.0)):.1f}" '
            f'width="{float(axes.px(b)) - x:.1f}" height="5" fill="#aeb7c0"/>'
        )
    for k, (frame, bones) in enumerate(zip(view.frames, drawn, strict=True)):
        # far side first; the subject walks to the right, its right side is near
        for name in ("left", "", "right"):
            colour = svg.SIDE_COLOUR.get(name, "#52606d")
            for segment, line in bones:
                if (segment.split("_")[0] if segment.startswith(SIDES) else "") == name:
                    parts.append(axes.line(line[:, 0], line[:, 1], colour, width=2.2))
        if head:
            body = analysis.model.segments.index("head")
            turned = scene.posture.R_WB[frame, body] @ np.array([0.02, 0.0, 0.11])
            centre = scene.posture.p_WB[frame, body] + turned
            at = _flatten(view, k, pelvis[frame], centre)
            x, y = float(axes.px(at[0])), float(axes.py(at[1]))
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" '
                f'r="{0.095 * scale:.1f}" fill="none" stroke="#52606d" stroke-width="2"/>'
            )
        for s, side in enumerate(SIDES):
            force, foot = ground.force[frame, s], ground.centre_of_pressure[frame, s]
            if not ground.known[frame, s] or not np.isfinite(foot).all():
                continue
            arrow = np.array([foot, foot + _WEIGHT_LENGTH * force / scene.weight])
            start, tip = _flatten(view, k, pelvis[frame], arrow)
            parts.append(_arrow(axes, start, tip, svg.SIDE_DARK[side]))
    keys = [svg.Key(side, svg.SIDE_COLOUR[side]) for side in SIDES]
    keys.append(svg.Key("ground reaction", svg.INK, width=1.4))
    if plates:
        keys.append(svg.Key("force plate", "#aeb7c0", area=True))
    marks = [
        svg.text(
            float(axes.px(place)),
            _TOP + height + 14,
            f"{analysis.motion.time[frame]:.2f} s",
            size=10,
            colour=svg.GREY,
            anchor="middle",
        )
        for frame, place in zip(view.frames, view.place, strict=True)
    ]
    return svg.document(
        _WIDTH,
        _TOP + height + 22,
        [svg.legend(_MARGIN, 16, keys), *parts, *marks],
        "The fitted model over the walk, seen from the side",
    )


def _arrow(axes: svg.Axes, start: FloatArray, tip: FloatArray, colour: str) -> str:
    a = np.array([float(axes.px(start[0])), float(axes.py(start[1]))])
    b = np.array([float(axes.px(tip[0])), float(axes.py(tip[1]))])
    length = float(np.hypot(*(b - a)))
    if length < 4.0:
        return ""
    along = (b - a) / length
    across = np.array([-along[1], along[0]])
    base = b - 7.0 * along
    head = [b, base + 3.0 * across, base - 3.0 * across]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in head)
    return (
        f'<path d="M{a[0]:.1f},{a[1]:.1f}L{base[0]:.1f},{base[1]:.1f}" stroke="{colour}" '
        f'stroke-width="1.8"/><polygon points="{points}" fill="{colour}"/>'
    )


def _caption(scene: Scene) -> str:
    view = _view(scene.analysis)
    words = (
        f"The fitted model at {len(view.frames)} instants, seen from its right side, walking to "
        "the right. An arrow is the ground reaction where it is known."
    )
    if view.kind == "turning":
        words += " The path turns: every posture is seen from the side of its own direction."
    elif view.kind == "on the spot":
        words += " The subject stays on the spot: postures are moved apart for the drawing."
    return words


PANEL = Panel("walk", "The walk", _draw, _caption)
