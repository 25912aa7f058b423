"""The panels of the report in their order: a new one is a new module and a line here."""

from __future__ import annotations

from ambulo.registry import Registry
from ambulo.report.panels.panel import Panel

__all__ = ["PANELS", "Panel"]

PANELS = Registry(
    "panel",
    Panel,
    {
        "walk": "ambulo.report.panels.walk:PANEL",
        "joint_angles": "ambulo.report.panels.joint_angles:PANEL",
        "joint_moments": "ambulo.report.panels.joint_moments:PANEL",
        "joint_powers": "ambulo.report.panels.joint_powers:PANEL",
        "ground_reaction": "ambulo.report.panels.ground_reaction:PANEL",
        "centre_of_pressure": "ambulo.report.panels.centre_of_pressure:PANEL",
        "residuals": "ambulo.report.panels.residuals:PANEL",
        "marker_errors": "ambulo.report.panels.marker_errors:PANEL",
        "sharing": "ambulo.report.panels.sharing:PANEL",
        "diagnostics": "ambulo.report.panels.diagnostics:PANEL",
        "other_angles": "ambulo.report.panels.other_joints:ANGLES",
        "other_moments": "ambulo.report.panels.other_joints:MOMENTS",
        "other_powers": "ambulo.report.panels.other_joints:POWERS",
    },
    "panel of the report",
)
