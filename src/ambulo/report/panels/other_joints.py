"""Trunk, arms and forefeet over the stride: angles, moments and powers, on demand."""

from __future__ import annotations

from functools import partial

from ambulo.report.panels.cycle_grid import cycle_grid, joints_of
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

__all__ = ["ANGLES", "MOMENTS", "POWERS"]


def _draw(group: str, scene: Scene) -> str:
    joints = joints_of(scene, group, leg=False)
    return cycle_grid(scene, group, joints, f"Trunk, arms and forefeet: {group}")


def _caption(scene: Scene) -> str:
    del scene
    return (
        "Joints of the midline are drawn over the left side's strides. Joints without markers of "
        "their own follow the model's rest posture: the log says which."
    )


def _panel(group: str) -> Panel:
    title = f"Trunk, arms and forefeet: {group}"
    return Panel(f"other-{group}", title, partial(_draw, group), _caption, folded=True)


ANGLES, MOMENTS, POWERS = _panel("angles"), _panel("moments"), _panel("powers")
