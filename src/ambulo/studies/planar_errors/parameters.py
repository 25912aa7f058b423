"""Errors by segment parameters beside the printed ones: tables 5.1 and 5.2, figure 5.2."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.gait.planar.planar_dynamics import PlanarMotion
from ambulo.gait.planar.planar_newton_euler import SegmentValues, planar_torques
from ambulo.math.arrays import FloatArray
from ambulo.studies.planar_errors.error_charts import error_charts
from ambulo.studies.planar_errors.printed import JOINTS, LEVELS, MEAN_NRMSE, MEAN_RMSE
from ambulo.studies.planar_errors.support import Support
from ambulo.studies.planar_errors.torques import Errors
from ambulo.studies.record import Chart, Comparison, Table

Found = Mapping[tuple[str, int], Errors]


def parameter_tables(name: str, found: Found, scale: float) -> list[Table]:
    """Mean, SD and maximum of RMSE and NRMSE beside the printed means, N*m scaled."""
    tables = []
    for leg, first in (("stance", 0), ("swing", 3)):
        rows: list[tuple[str | float, ...]] = []
        for kind in MEAN_RMSE:
            for column, level in enumerate(LEVELS):
                one = found[kind, level]
                row: list[str | float] = [f"{kind}, {level} %"]
                for joint in range(3):
                    printed = MEAN_RMSE[kind][first // 3][3 * joint + column]
                    rmse, nrmse = one.rmse[:, first + joint], one.nrmse[:, first + joint]
                    row += [round(scale * printed, 3), *(_rounded(rmse))]
                    row += [MEAN_NRMSE[kind][first // 3][3 * joint + column], *_rounded(nrmse)]
                rows.append(tuple(row))
        headings = ["error"]
        for name_of_joint in ("ankle", "knee", "hip"):
            for what, unit in (("RMSE", "N*m"), ("NRMSE", "%")):
                headings.append(f"{name_of_joint} {what} printed [{unit}]")
                parts = ("mean", "SD", "max")
                headings += [f"{name_of_joint} {what} {part} [{unit}]" for part in parts]
        number = "5.1" if leg == "stance" else "5.2"
        title = f"{name}: errors of the {leg} leg's torques (table {number})"
        tables.append(Table(title, tuple(headings), tuple(rows)))
    return tables


def _rounded(values: FloatArray) -> list[float]:
    """Mean, standard deviation and maximum."""
    return [round(float(x), 3) for x in (values.mean(), values.std(), values.max())]


def parameter_comparisons(name: str, found: Found, scale: float) -> list[Comparison]:
    """The mean RMSE of every joint and parameter at 10 %."""
    comparisons = []
    for kind in MEAN_RMSE:
        for joint, label in enumerate(JOINTS):
            at = 3 * (joint % 3) + LEVELS.index(10)
            printed = scale * MEAN_RMSE[kind][joint // 3][at]
            ours = float(found[kind, 10].rmse[:, joint].mean())
            what = f"{name}: {label}, mean RMSE by {kind}, 10 %"
            comparisons.append(Comparison(what, "N*m", printed, ours, None, "scaled by body mass"))
    return comparisons


def parameter_checks(name: str, found: Found) -> dict[str, bool]:
    """The qualitative findings of sections 5.5.1 and 5.6."""
    mean = {key: one.rmse.mean(axis=0) for key, one in found.items()}
    relative = {key: one.nrmse.mean(axis=0) for key, one in found.items()}
    small, large = "moment of inertia", ("mass", "length", "centre of mass x")
    stance, swing = slice(0, 3), slice(3, 6)
    return {
        f"{name}: errors grow with the largest error, in proportion": all(
            np.allclose(mean[kind, 15] / mean[kind, 5], 3.0, rtol=0.1) for kind in MEAN_RMSE
        ),
        f"{name}: mass moves each stance torque more than the same joint's of the swing leg": bool(
            np.all(mean["mass", 10][stance] > mean["mass", 10][swing])
        ),
        f"{name}: relative to the range it is the other way round at ankle and knee": bool(
            np.all(relative["mass", 10][stance][:2] < relative["mass", 10][swing][:2])
        ),
        f"{name}: moments of inertia matter least of all in the stance leg, by a factor of 3": all(
            bool(np.all(3.0 * mean[small, 10][stance] < mean[kind, 10][stance])) for kind in large
        ),
        f"{name}: the centre of mass matters less across the segment than along it in stance": bool(
            np.all(mean["centre of mass z", 10][stance] < mean["centre of mass x", 10][stance])
        ),
    }


def mass_charts(name: str, support: Support, motion: PlanarMotion, found: Errors) -> list[Chart]:
    """Figure 5.2: the largest error of the samples at every instant, masses off by up to 10 %."""
    body = support.body
    true = planar_torques(body, motion, SegmentValues.of(body))[0][:, support.columns()]
    return error_charts(
        name, "mass", "masses off by up to 10 % (figure 5.2)", support, found.largest, true
    )
