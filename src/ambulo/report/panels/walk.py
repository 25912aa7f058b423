"""The fitted model walking, seen from its right side, with the ground reaction on each foot."""

from __future__ import annotations

import numpy as np

from ambulo.records import SIDES, Analysis, FloatArray
from ambulo.report import svg
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

__all__ = ["PANEL"]

_WIDTH, _MARGIN, _TOP, _TALLEST = 1000.0, 20.0, 34.0, 330.0
# distance between drawn postures [m], and the length that stands for one body weight [m]
_SPACING, _WEIGHT_LENGTH = 0.42, 0.75


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


def _frames(analysis: Analysis) -> tuple[list[int], FloatArray]:
    """Frames to draw and how far each is moved forward [m] so that postures stay apart."""
    x = analysis.motion.q[:, 0]
    travelled = float(x[-1] - x[0])
    if travelled > 1.0:
        count = int(np.clip(round(travelled / _SPACING), 3, 14))
        goals = np.linspace(x[0], x[-1], count)
        frames = [int(np.argmin(np.abs(x - goal))) for goal in goals]
        return frames, np.zeros(count)
    frames = np.linspace(0, len(x) - 1, 9).astype(int).tolist()
    # on the spot or on a treadmill: spread out
    return frames, 0.75 * np.arange(9) - x[frames]


def _draw(scene: Scene) -> str:
    analysis, ground = scene.analysis, scene.ground
    frames, shift = _frames(analysis)
    drawn = [_bones(scene, f) for f in frames]
    xs = np.concatenate(
        [line[:, 0] + s for bones, s in zip(drawn, shift, strict=True) for _, line in bones]
    )
    zs = np.concatenate([line[:, 2] for bones in drawn for _, line in bones])
    head = "head" in analysis.model.segments
    low_z, high_z = min(0.0, float(zs.min())) - 0.06, float(zs.max()) + (0.26 if head else 0.1)
    low_x, high_x = float(xs.min()) - 0.25, float(xs.max()) + 0.25
    scale = min((_WIDTH - 2 * _MARGIN) / (high_x - low_x), _TALLEST / (high_z - low_z))
    width, height = (high_x - low_x) * scale, (high_z - low_z) * scale
    left = 0.5 * (_WIDTH - width)
    axes = svg.Axes(left, _TOP, width, height, (low_x, high_x), (low_z, high_z))

    parts = [axes.horizontal(0.0, svg.GREY)]
    if not shift.any():
        for plate in analysis.trial.plates:
            a, b = float(plate.corners[:, 0].min()), float(plate.corners[:, 0].max())
            x = float(axes.px(a))
            parts.append(
                f'<rect x="{x:.1f}" y="{float(axes.py(0.0)):.1f}" '
                f'width="{float(axes.px(b)) - x:.1f}" height="5" fill="#aeb7c0"/>'
            )
    for frame, bones, moved in zip(frames, drawn, shift, strict=True):
        # far side first; the subject walks to the right, its right side is near
        for name in ("left", "", "right"):
            colour = svg.SIDE_COLOUR.get(name, "#52606d")
            for segment, line in bones:
                if (segment.split("_")[0] if segment.startswith(SIDES) else "") == name:
                    parts.append(axes.line(line[:, 0] + moved, line[:, 2], colour, width=2.2))
        if head:
            body = analysis.model.segments.index("head")
            turned = scene.posture.R_WB[frame, body] @ np.array([0.02, 0.0, 0.11])
            at = scene.posture.p_WB[frame, body] + turned
            x, y = float(axes.px(at[0] + moved)), float(axes.py(at[2]))
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" '
                f'r="{0.095 * scale:.1f}" fill="none" stroke="#52606d" stroke-width="2"/>'
            )
        for s, side in enumerate(SIDES):
            force, at = ground.force[frame, s], ground.centre_of_pressure[frame, s]
            if not ground.known[frame, s] or not np.isfinite(at).all():
                continue
            tip = at + _WEIGHT_LENGTH * force / scene.weight
            ahead = np.array([moved, 0.0, 0.0])
            parts.append(_arrow(axes, at + ahead, tip + ahead, svg.SIDE_DARK[side]))
    keys = [svg.Key(side, svg.SIDE_COLOUR[side]) for side in SIDES]
    keys.append(svg.Key("ground reaction", svg.INK, width=1.4))
    if analysis.trial.plates and not shift.any():
        keys.append(svg.Key("force plate", "#aeb7c0", area=True))
    marks = []
    for frame, moved in zip(frames, shift, strict=True):
        x = float(axes.px(analysis.motion.q[frame, 0] + moved))
        seconds = analysis.motion.time[frame]
        marks.append(
            svg.text(
                x, _TOP + height + 14, f"{seconds:.2f} s", size=10, colour=svg.GREY, anchor="middle"
            )
        )
    return svg.document(
        _WIDTH,
        _TOP + height + 22,
        [svg.legend(_MARGIN, 16, keys), *parts, *marks],
        "The fitted model over the walk, seen from the side",
    )


def _arrow(axes: svg.Axes, start: FloatArray, tip: FloatArray, colour: str) -> str:
    a = np.array([float(axes.px(start[0])), float(axes.py(start[2]))])
    b = np.array([float(axes.px(tip[0])), float(axes.py(tip[2]))])
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
        f'stroke-width="1.4"/><polygon points="{points}" fill="{colour}"/>'
    )


def _caption(scene: Scene) -> str:
    frames, shift = _frames(scene.analysis)
    words = (
        f"The fitted model at {len(frames)} instants, seen from its right side, walking to the "
        "right. An arrow is the ground reaction where it is known."
    )
    if shift.any():
        words += " The subject stays on the spot: postures are moved apart for the drawing."
    return words


PANEL = Panel("walk", "The walk", _draw, _caption)
