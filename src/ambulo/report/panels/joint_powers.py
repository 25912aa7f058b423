"""Hip, knee and ankle powers over the stride."""

from __future__ import annotations

from ambulo.report.panels.cycle_grid import cycle_grid, joints_of
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

__all__ = ["PANEL"]


def _draw(scene: Scene) -> str:
    joints = joints_of(scene, "powers", leg=True)
    return cycle_grid(scene, "powers", joints, "Hip, knee and ankle powers")


def _caption(scene: Scene) -> str:
    return (
        "Moment times relative angular velocity, per kilogram: positive where the muscles "
        "generate power, negative where they absorb it."
        + (" The normal band is known for the total only." if scene.analysis.strides else "")
    )


PANEL = Panel("powers", "Joint powers", _draw, _caption)
