"""The panels of the report in order. A new panel needs a new module and a line here."""

from __future__ import annotations

from ambulo.inputs.registry import Registry
from ambulo.report.panels.panel import Panel

__all__ = ["PANELS", "Panel"]

PANELS = Registry(
    "panel",
    Panel,
    {
        "subject": "ambulo.report.panels.subject:PANEL",
        "stands_out": "ambulo.report.panels.stands_out:PANEL",
        "words": "ambulo.report.panels.words:PANEL",
        "checks": "ambulo.report.panels.checks:PANEL",
        "trust": "ambulo.report.panels.trust:PANEL",
        "first_look": "ambulo.report.panels.first_look:PANEL",
        "strides": "ambulo.report.panels.subject:STRIDES",
        "error_sources": "ambulo.report.panels.uncertainty:SOURCES",
        "error_settling": "ambulo.report.panels.uncertainty:SETTLING",
        "error_effects": "ambulo.report.panels.uncertainty:EFFECTS",
        "profile": "ambulo.report.panels.profile:PANEL",
        "walk": "ambulo.report.panels.walk:PANEL",
        "joint_angles": "ambulo.report.panels.joint_curves:ANGLES",
        "joint_moments": "ambulo.report.panels.joint_curves:MOMENTS",
        "joint_powers": "ambulo.report.panels.joint_curves:POWERS",
        "devices": "ambulo.report.panels.devices:PANEL",
        "peaks": "ambulo.report.panels.peaks:PANEL",
        "stride_numbers": "ambulo.report.panels.stride_numbers:PANEL",
        "powers_by_plane": "ambulo.report.panels.joint_curves:POWERS_BY_PLANE",
        "other_angles": "ambulo.report.panels.joint_curves:OTHER_ANGLES",
        "other_moments": "ambulo.report.panels.joint_curves:OTHER_MOMENTS",
        "other_powers": "ambulo.report.panels.joint_curves:OTHER_POWERS",
        "further_curves": "ambulo.report.panels.joint_curves:FURTHER",
        "muscles": "ambulo.report.panels.muscles:PANEL",
        "ground_reaction": "ambulo.report.panels.ground_reaction:PANEL",
        "centre_of_pressure": "ambulo.report.panels.centre_of_pressure:PANEL",
        "residuals": "ambulo.report.panels.residuals:PANEL",
        "marker_errors": "ambulo.report.panels.marker_errors:PANEL",
        "marker_table": "ambulo.report.panels.marker_errors:TABLE",
        "truth": "ambulo.report.panels.comparison:TRUTH",
        "reference": "ambulo.report.panels.comparison:REFERENCE",
        "reactions": "ambulo.report.panels.comparison:REACTIONS",
        "sharing_table": "ambulo.report.panels.sharing:TABLE",
        "sharing": "ambulo.report.panels.sharing:PANEL",
        "diagnostics": "ambulo.report.panels.diagnostics:PANEL",
        "input": "ambulo.report.panels.method:INPUT",
        "assumed": "ambulo.report.panels.method:ASSUMED",
        "method": "ambulo.report.panels.method:PANEL",
    },
    "panel of the report",
)
