"""The panels of the report in their order: a new one is a new module and a line here."""

from __future__ import annotations

from ambulo.report.panels import (
    centre_of_pressure,
    ground_reaction,
    joint_angles,
    joint_moments,
    joint_powers,
    marker_errors,
    other_joints,
    residuals,
    sharing,
    walk,
)
from ambulo.report.panels.panel import Panel

__all__ = ["PANELS", "Panel"]

PANELS: tuple[Panel, ...] = (
    walk.PANEL,
    joint_angles.PANEL,
    joint_moments.PANEL,
    joint_powers.PANEL,
    ground_reaction.PANEL,
    centre_of_pressure.PANEL,
    residuals.PANEL,
    marker_errors.PANEL,
    sharing.PANEL,
    other_joints.ANGLES,
    other_joints.MOMENTS,
    other_joints.POWERS,
)
