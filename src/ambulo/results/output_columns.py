"""What stands in the CSV tables over time: which columns, in which table; a new one is a line here.

An entry gives columns of one table. One with the name of an existing table adds columns to it, any
other name makes a table of its own; both are also written over the strides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ambulo.inputs.registry import Registry
from ambulo.records import Analysis, Quantity
from ambulo.results.columns import body_mass, per_kg
from ambulo.results.foot_progression import foot_progression
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.muscle_activity import muscle_activity
from ambulo.results.posture import Posture

__all__ = ["COLUMNS", "OutputColumns", "tables_over_time"]


@dataclass(frozen=True)
class OutputColumns:
    """Columns of one table.

    Args:
        table: name of the CSV file without ending, such as "joint_reaction".
        quantities: from an analysis and the segments' posture to the columns, (frames,) each.
        variable: under which `results.nc` holds them, with the dimensions time and
            `<variable>_column`; "" for those that it holds otherwise.
    """

    table: str
    quantities: Callable[[Analysis, Posture], Sequence[Quantity]]
    variable: str = ""


def _of(group: str, analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    del posture
    found: Sequence[Quantity] = getattr(analysis, group)
    return found


def _moments_per_kg(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    del posture
    return per_kg(analysis.moments, body_mass(analysis))


def _ground_reaction(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    return ground_reaction_quantities(analysis.ground, posture)


ANGLES = OutputColumns("joint_angles", partial(_of, "angles"))
FOOT_PROGRESSION = OutputColumns("joint_angles", foot_progression, variable="foot_progression")
MOMENTS = OutputColumns("joint_moments", partial(_of, "moments"))
POWERS = OutputColumns("joint_powers", partial(_of, "powers"))
MOMENTS_PER_KG = OutputColumns("joint_moments_per_kg", _moments_per_kg)
MUSCLES = OutputColumns("muscle_activity", muscle_activity, variable="muscle_activity")
GROUND_REACTION = OutputColumns("ground_reaction", _ground_reaction)

COLUMNS = Registry(
    "columns",
    OutputColumns,
    {
        "joint_angles": ANGLES,
        "foot_progression": FOOT_PROGRESSION,
        "joint_moments": MOMENTS,
        "joint_powers": POWERS,
        "joint_moments_per_kg": MOMENTS_PER_KG,
        "ground_reaction": GROUND_REACTION,
        "muscle_activity": MUSCLES,
    },
    "set of output columns",
)


def tables_over_time(analysis: Analysis, posture: Posture) -> dict[str, list[Quantity]]:
    """Columns of every table over time, by the table's name."""
    tables: dict[str, list[Quantity]] = {}
    for entry in COLUMNS.values():
        quantities = entry.quantities(analysis, posture)
        if quantities:
            tables.setdefault(entry.table, []).extend(quantities)
    return tables
