"""Errors by segment parameters beside the printed ones: tables 5.1 and 5.2, figure 5.2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ambulo.gait.planar.planar_dynamics import PlanarMotion
from ambulo.math.arrays import FloatArray
from ambulo.studies.printed.rule import STATISTICS
from ambulo.studies.record import Chart, Comparison, Table
from ambulo_studies.gait_trials import beside_printed
from ambulo_studies.planar_errors.error_charts import error_charts
from ambulo_studies.planar_errors.names import (
    JOINTS,
    KINDS,
    LEVELS,
    by_parameter,
    value,
)
from ambulo_studies.planar_errors.newton_euler import SegmentValues, planar_torques
from ambulo_studies.planar_errors.support import SingleSupport
from ambulo_studies.planar_errors.torques import (
    Errors,
    Torques,
    statistics,
)

Found = Mapping[tuple[str, int], Errors]
Figures = Mapping[str, float]
"""A number of a draw by its name, and how far below it one draw may lie."""


def parameter_tables(name: str, found: Found, scale: float) -> list[Table]:
    """Mean, SD and maximum of RMSE and NRMSE beside the printed means, N*m scaled."""
    tables = []
    for leg, first in (("stance", 0), ("swing", 3)):
        rows: list[tuple[str | float, ...]] = []
        for kind in KINDS:
            for level in LEVELS:
                one = found[kind, level]
                row: list[str | float] = [f"{kind}, {level} %"]
                for joint in range(3):
                    printed = value(by_parameter("RMSE", kind, "mean", first + joint, level))
                    rmse, nrmse = one.rmse[:, first + joint], one.nrmse[:, first + joint]
                    row += [round(scale * printed, 3), *(_rounded(rmse))]
                    relative = value(by_parameter("NRMSE", kind, "mean", first + joint, level))
                    row += [relative, *_rounded(nrmse)]
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
    return [round(x, 3) for x in statistics(values)]


def found_errors(support: SingleSupport, motion: PlanarMotion) -> Found:
    """Errors by every parameter and level."""
    torques = Torques(support, motion)
    return {(kind, level): torques.errors(kind, level) for kind in KINDS for level in LEVELS}


def parameter_comparisons(name: str, found: Found, mass: float) -> Iterator[Comparison]:
    """Every number of tables 5.1 and 5.2, and what is said of their ratios."""
    figures = _figures(found)
    for row, ours in figures.items():
        yield beside_printed(row, ours, on=name, mass=mass)
    along, across = (by_parameter("RMSE", f"centre of mass {axis}", "mean", 0, 10) for axis in "xz")
    ratio = figures[along] / figures[across]
    yield beside_printed("text, centre of mass, x over z, M1", ratio, on=name)


def _figures(found: Found) -> Figures:
    """Numbers of tables 5.1 and 5.2 by their names in the list."""
    return {
        by_parameter(what, kind, statistic, joint, level): value
        for (kind, level), one in found.items()
        for joint in range(len(JOINTS))
        for what, values in (("RMSE", one.rmse), ("NRMSE", one.nrmse))
        for statistic, value in zip(STATISTICS, statistics(values[:, joint]), strict=True)
    }


def parameter_checks(name: str, found: Found) -> dict[str, bool]:
    """The qualitative findings of sections 5.5.1 and 5.6."""
    mean = {key: one.rmse.mean(axis=0) for key, one in found.items()}
    relative = {key: one.nrmse.mean(axis=0) for key, one in found.items()}
    small, large = "moment of inertia", ("mass", "length", "centre of mass x")
    stance, swing = slice(0, 3), slice(3, 6)
    return {
        f"{name}: errors grow with the largest error, in proportion": all(
            np.allclose(mean[kind, 15] / mean[kind, 5], 3.0, rtol=0.1) for kind in KINDS
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


def mass_charts(name: str, support: SingleSupport, motion: PlanarMotion) -> list[Chart]:
    """Figure 5.2: the largest error of the samples at every instant, masses off by up to 10 %."""
    body = support.body
    true = planar_torques(body, motion, SegmentValues.of(body))[0][:, support.columns()]
    return error_charts(
        name, "mass", "masses off by up to 10 % (figure 5.2)", support,
        Torques(support, motion).largest("mass", 10), true,
    )  # fmt: skip
