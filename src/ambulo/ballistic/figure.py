"""One picture of a movement: the body at its postures and between them, and the joint impulses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ambulo.bvp.phases import Movement
from ambulo.bvp.systems import Bodies, ChainInAngles, ChainInVectors, System
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.kinematics import forward_kinematics

__all__ = ["draw_movement", "segment_ends"]

_INK, _GRID, _BLUE, _RED = "#1f2933", "#dfe4e9", "#0072b2", "#d1495b"
_COLOURS = (_BLUE, _RED, "#1b7f4b", "#8a6d00", "#7a5aa6", "#4d6a7f", "#c46a1b", "#5b8c85")


def segment_ends(system: System, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Both ends (frames, segments, 3) [m] of every segment for postures q (frames, nq).

    Raises:
        TypeError: a system without segments.
    """
    if isinstance(system, Bodies):
        _, p = forward_kinematics(system.tree, q)
        parent = np.asarray(system.tree.parent)
        linked = np.flatnonzero(parent >= 0)
        return p[:, parent[linked]], p[:, linked]
    if isinstance(system, ChainInAngles):
        n = system.directions(q)
    elif isinstance(system, ChainInVectors):
        n = q.reshape(len(q), -1, 3)
    else:
        raise TypeError(f"{type(system).__name__} has no segments to draw")
    chain = system.chain
    near, far = np.zeros_like(n), np.zeros_like(n)
    for s in range(chain.segments):
        before = int(chain.parent[s])
        near[:, s] = far[:, before] if before >= 0 else 0.0
        far[:, s] = near[:, s] + chain.length[s] * n[:, s]
    return near, far


def draw_movement(
    title: str, system: System, movement: Movement, time: FloatArray, q: FloatArray, path: Path
) -> None:
    """Write a PNG: the movement seen from the right, and every joint's impulses over time.

    Args:
        title: one line.
        system, movement: what moved, and how.
        time, q: (frames,) s and (frames, nq), sampled over all phases.
        path: of the picture.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.0, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold", color=_INK)
    picture, impulses = figure.subplots(1, 2, width_ratios=(1.1, 1.0))
    near, far = segment_ends(system, q)
    chosen = np.unique(np.linspace(0, len(time) - 1, 13).astype(int))
    for k in chosen:
        _stick(picture, near[k], far[k], _GRID, 1.0)
    near, far = segment_ends(system, movement.postures)
    for k in range(len(movement.time)):
        _stick(picture, near[k], far[k], _RED if k in (0, len(movement.time) - 1) else _BLUE, 2.0)
    picture.set_aspect("equal")
    picture.set_xlabel("x, forward [m]")
    picture.set_ylabel("z, up [m]")
    picture.set_title("postures and the way between", loc="left", fontsize=9)
    size = np.linalg.norm(movement.impulse[..., :3], axis=2)
    biggest = np.argsort(-np.max(size, axis=0))[:8]
    width = 0.8 * float(np.min(np.diff(movement.time))) / len(biggest)
    for place, j in enumerate(sorted(biggest)):
        shift = (place - 0.5 * (len(biggest) - 1)) * width
        colour = _COLOURS[place % len(_COLOURS)]
        impulses.bar(
            movement.time + shift, size[:, j], width, color=colour, label=movement.joints[j]
        )
    impulses.set_xlabel("time [s]")
    impulses.set_ylabel("size of the impulse [N·m·s; root: N·s]")
    impulses.set_title("impulse at each posture, by joint", loc="left", fontsize=9)
    impulses.legend(fontsize=7, frameon=False)
    for axes in (picture, impulses):
        axes.grid(color=_GRID, linewidth=0.6)
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    figure.savefig(path, dpi=130)


def _stick(axes: Any, near: FloatArray, far: FloatArray, colour: str, width: float) -> None:
    for a, b in zip(near, far, strict=True):
        axes.plot(
            [a[0], b[0]], [a[2], b[2]], "-", color=colour, linewidth=width, solid_capstyle="round"
        )
