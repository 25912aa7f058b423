"""Errors by the weights of the consistency: table 5.3, figure 5.3."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.gait.planar.planar_newton_euler import SegmentValues, planar_torques
from ambulo.math.arrays import FloatArray
from ambulo.studies.planar_errors.error_charts import error_charts
from ambulo.studies.planar_errors.printed import JOINTS, WEIGHTS
from ambulo.studies.planar_errors.support import Support
from ambulo.studies.record import Chart, Table


def weight_errors(support: Support) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Errors (frames, 6) [N*m] by each choice of weights, and the torques of the reference."""
    columns = support.columns()
    values = SegmentValues.of(support.body)

    def torques(weight: FloatArray | None) -> FloatArray:
        found = planar_torques(support.body, support.motion(weight), values)
        return np.asarray(found[0][:, columns])

    true = torques(None)
    points = support.body.points
    standing = [p == "hip" or p.startswith(f"{support.stance}_") for p in points]
    leg = ("hip", "knee", "ankle", "metatarsal", "toe")
    legs = [p.rpartition("_")[2] in leg for p in points]
    stance = np.where(np.array(standing) & np.array(legs), 10.0, 1.0)
    chosen = dict(zip(WEIGHTS, (np.ones(len(points)), stance), strict=True))
    return {key: (torques(weight) - true, true) for key, weight in chosen.items()}


def weight_table(
    name: str, found: Mapping[str, tuple[FloatArray, FloatArray]], scale: float
) -> Table:
    """Table 5.3, N*m scaled."""
    rows: list[tuple[str | float, ...]] = []
    for key, (difference, true) in found.items():
        rmse = np.sqrt(np.mean(difference**2, axis=0))
        nrmse = 100.0 * rmse / np.ptp(true, axis=0)
        printed, relative = WEIGHTS[key]
        rows += [
            (f"{key}: RMSE printed [N*m]", *(round(scale * x, 3) for x in printed)),
            (f"{key}: RMSE here [N*m]", *(round(float(x), 3) for x in rmse)),
            (f"{key}: NRMSE printed [%]", *relative),
            (f"{key}: NRMSE here [%]", *(round(float(x), 3) for x in nrmse)),
        ]
    return Table(
        f"{name}: weights of the consistency (table 5.3)",
        ("weights", *JOINTS),
        tuple(rows),
        "Against 1 for the upper body, 5 for knees, 10 for hips and ankles (section 5.1).",
    )


def weight_charts(
    name: str, support: Support, found: Mapping[str, tuple[FloatArray, FloatArray]]
) -> list[Chart]:
    """Figure 5.3."""
    charts = []
    for key, (difference, true) in found.items():
        short = key.partition(",")[0]
        charts += error_charts(
            name, short, f"weights {key} (figure 5.3)", support, np.abs(difference), true
        )
    return charts
