"""Hip, knee and ankle moments over the stride."""

from __future__ import annotations

from ambulo.report.panels.cycle_grid import cycle_grid, joints_of
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

__all__ = ["PANEL"]


def _draw(scene: Scene) -> str:
    joints = joints_of(scene, "moments", leg=True)
    return cycle_grid(scene, "moments", joints, "Hip, knee and ankle moments")


def _caption(scene: Scene) -> str:
    return (
        f"Net internal moments per kilogram of body mass ({scene.mass:.1f} kg): positive where the "
        "muscles tend to flex, adduct or turn inwards. A curve is absent where the ground reaction "
        "on that foot is not known; strides known throughout make up the mean where there are any."
    )


PANEL = Panel("moments", "Joint moments", _draw, _caption)
