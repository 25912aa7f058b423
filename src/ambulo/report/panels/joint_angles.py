"""Pelvis, hip, knee and ankle angles over the stride."""

from __future__ import annotations

from ambulo.report.panels.cycle_grid import cycle_grid, joints_of
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

__all__ = ["PANEL"]


def _draw(scene: Scene) -> str:
    joints = joints_of(scene, "angles", leg=True)
    return cycle_grid(scene, "angles", joints, "Pelvis, hip, knee and ankle angles")


def _caption(scene: Scene) -> str:
    band = scene.band
    cut = "From one strike to the next of the same foot. " if scene.analysis.strides else ""
    normal = f" Grey: {band.population} ({band.citation})." if scene.analysis.strides else ""
    return (
        f"{cut}Angles follow the joint coordinate system "
        "(Grood & Suntay 1983; Wu et al. 2002): flexion about the proximal segment's mediolateral "
        "axis, rotation about the distal segment's long axis, ab/adduction about the axis normal "
        f"to both.{normal}"
    )


PANEL = Panel("angles", "Joint angles", _draw, _caption)
