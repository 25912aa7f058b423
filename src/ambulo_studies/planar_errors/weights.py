"""Errors by the weights of the consistency: table 5.3, figure 5.3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ambulo.gait.planar.planar_dynamics import joint_weights
from ambulo.math.arrays import FloatArray
from ambulo.studies.record import Chart, Comparison, Table
from ambulo_studies.gait_trials import beside_printed
from ambulo_studies.planar_errors.error_charts import error_charts
from ambulo_studies.planar_errors.names import JOINTS, WEIGHTS, by_weights, value
from ambulo_studies.planar_errors.newton_euler import SegmentValues, planar_torques
from ambulo_studies.planar_errors.support import SingleSupport

Found = Mapping[str, tuple[FloatArray, FloatArray]]
"""By weights: errors (frames, 6) [N*m], and the torques of the reference."""


def weight_errors(support: SingleSupport) -> Found:
    """Errors by each choice of weights."""
    columns = support.columns()
    values = SegmentValues.of(support.body)

    def torques(weight: FloatArray) -> FloatArray:
        found = planar_torques(support.body, support.motion(weight), values)
        return np.asarray(found[0][:, columns])

    points = support.body.points
    true = torques(joint_weights(support.body))
    # the hip is both legs'
    leg = {f"right_{part}" for part in ("knee", "ankle", "metatarsal", "toe")}
    stance = np.where([name in leg for name in points], 10.0, 1.0)
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
        printed, relative = (
            [value(by_weights(what, key, j)) for j in range(len(JOINTS))]
            for what in ("RMSE", "NRMSE")
        )
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


def weight_comparisons(name: str, found: Found, mass: float) -> Iterator[Comparison]:
    """Every number of table 5.3."""
    for (what, key), values in _figures(found).items():
        for j, ours in enumerate(values):
            yield beside_printed(by_weights(what, key, j), float(ours), on=name, mass=mass)


def _figures(found: Found) -> Mapping[tuple[str, str], FloatArray]:
    """RMSE [N*m] and NRMSE [%] (6,) by weights."""
    figures = {}
    for key, (difference, true) in found.items():
        rmse = np.sqrt(np.mean(difference**2, axis=0))
        figures["RMSE", key] = rmse
        figures["NRMSE", key] = 100.0 * rmse / np.ptp(true, axis=0)
    return figures


def weight_charts(
    name: str, support: SingleSupport, found: Mapping[str, tuple[FloatArray, FloatArray]]
) -> list[Chart]:
    """Figure 5.3."""
    charts = []
    for key, (difference, true) in found.items():
        short = key.partition(",")[0]
        charts += error_charts(
            name, short, f"weights {key} (figure 5.3)", support, np.abs(difference), true
        )
    return charts
