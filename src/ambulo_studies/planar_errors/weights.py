"""Errors by the weights of the consistency: table 5.3, figure 5.3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from ambulo.gait.planar.planar_body import with_lengths
from ambulo.gait.planar.planar_dynamics import consistent_points, joint_weights
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.studies.record import Chart, Comparison, Table
from ambulo_studies.gait_trials import HER_WALK, beside_printed
from ambulo_studies.planar_errors.error_charts import error_charts
from ambulo_studies.planar_errors.names import JOINTS, WEIGHTS, by_weights, value
from ambulo_studies.planar_errors.newton_euler import SegmentValues, planar_torques
from ambulo_studies.planar_errors.support import Support

Found = Mapping[str, tuple[FloatArray, FloatArray]]
"""By weights: errors (frames, 6) [N*m], and the torques of the reference."""


_RIGID = (
    "Upper body and stance leg are not rigid in the plane. Here they are made so, lengths are the "
    "means in the plane, and metatarsals and toes weigh 10."
)


def weight_errors(support: Support, end: float = 1.0) -> Found:
    """Errors by each choice of weights.

    Args:
        support: of a walk.
        end: weight of metatarsals and toes in the reference, which is not printed.
    """
    columns = support.columns()
    values = SegmentValues.of(support.body)

    def torques(weight: FloatArray) -> FloatArray:
        found = planar_torques(support.body, support.motion(weight), values)
        return np.asarray(found[0][:, columns])

    points = support.body.points
    ends = [name.endswith(("metatarsal", "toe")) for name in points]
    true = torques(np.where(ends, end, joint_weights(support.body)))
    legs, standing = _parts(support)
    stance = np.where(legs & standing, 10.0, 1.0)
    chosen = dict(zip(WEIGHTS, (np.ones(len(points)), stance), strict=True))
    return {key: (torques(weight) - true, true) for key, weight in chosen.items()}


def _parts(support: Support) -> tuple[BoolArray, BoolArray]:
    """Which points (points,) are of the legs, and which of the leg that stands; hips are of it."""
    leg = ("hip", "knee", "ankle", "metatarsal", "toe")
    legs = [name.rpartition("_")[2] in leg for name in support.body.points]
    standing = [n == "hip" or n.startswith(f"{support.stance}_") for n in support.body.points]
    return np.array(legs), np.array(standing)


def weight_causes(support: Support, hers: Support | None) -> Mapping[str, Found]:
    """The same by one experiment that is to answer every number.

    Args:
        hers: single support of a walk with all of hers that is printed, where the walker can.
    """
    if hers is not None:
        return {HER_WALK: weight_errors(hers)}
    legs, standing = _parts(support)
    rigid, _, _ = consistent_points(support.body, support.measured, joint_weights(support.body))
    made = np.where((~legs | standing)[:, None], rigid, support.measured)
    swing = replace(support, measured=made, body=with_lengths(support.body, made))
    return {_RIGID: weight_errors(swing, 10.0)}


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


def weight_comparisons(
    name: str, found: Found, causes: Mapping[str, Found], mass: float
) -> Iterator[Comparison]:
    """Every number of table 5.3."""
    without = {cause: _figures(other) for cause, other in causes.items()}
    for (what, key), values in _figures(found).items():
        for j, ours in enumerate(values):
            left = {cause: float(figures[what, key][j]) for cause, figures in without.items()}
            row = by_weights(what, key, j)
            yield beside_printed(row, float(ours), on=name, mass=mass, without=left)


def _figures(found: Found) -> Mapping[tuple[str, str], FloatArray]:
    """RMSE [N*m] and NRMSE [%] (6,) by weights."""
    figures = {}
    for key, (difference, true) in found.items():
        rmse = np.sqrt(np.mean(difference**2, axis=0))
        figures["RMSE", key] = rmse
        figures["NRMSE", key] = 100.0 * rmse / np.ptp(true, axis=0)
    return figures


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
