"""Errors over single support as charts, absolute and relative."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.studies.record import Chart, Curve
from ambulo_studies.planar_errors.names import JOINTS
from ambulo_studies.planar_errors.support import SingleSupport


def error_charts(
    name: str, key: str, what: str, support: SingleSupport, error: FloatArray, true: FloatArray
) -> list[Chart]:
    """Errors (frames, 6) [N*m] of `JOINTS`, absolute and in percent of the true range."""
    time = 1e3 * (support.time - support.time[0])
    relative = 100.0 * error / np.ptp(true, axis=0)
    file = name.replace(" ", "_")
    return [
        Chart(
            f"{key}_{form}_{file}",
            f"{name}: {form} errors, {what}",
            "time since toe off [ms]",
            f"error [{unit}]",
            tuple(
                Curve(joint, time, values[:, k], "-" if k < 3 else "--")
                for k, joint in enumerate(JOINTS)
            ),
            caption=f"Error of each joint's torque while one foot stands alone{of}; the swinging "
            "leg's are dashed.",
        )
        for form, unit, values, of in (
            ("absolute", "N*m", error, ""),
            ("relative", "%", relative, ", in percent of the range of the torque without it"),
        )
    ]
