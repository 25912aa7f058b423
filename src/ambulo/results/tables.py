"""CSV tables: one column a quantity, its unit in the header, six significant digits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from ambulo.math.arrays import FloatArray
from ambulo.records import Analysis, Quantity
from ambulo.results.columns import GROUPS, body_mass, header, meaning, per_kg
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.gait_cycle import (
    CYCLE,
    cycle_curves,
    side_of_strides,
    stride_parameters,
)
from ambulo.results.posture import Posture

__all__ = ["write_tables"]

Cell = float | str | None


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    # adding zero turns -0 into 0
    return "" if math.isnan(value) else f"{value + 0.0:.6g}"


def _write(path: Path, headers: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    lines = [",".join(headers), *(",".join(map(_cell, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _time_table(path: Path, time: FloatArray, quantities: Sequence[Quantity]) -> None:
    columns = [time.tolist(), *(q.values.tolist() for q in quantities)]
    headers = ["time", *(header(q.name, q.unit) for q in quantities)]
    _write(path, headers, zip(*columns, strict=True))


def _cycle_table(path: Path, analysis: Analysis, quantities: Sequence[Quantity]) -> None:
    headers, columns = ["cycle [%]"], [CYCLE.tolist()]
    for q in quantities:
        side = side_of_strides(meaning(q.name).side, analysis.strides)
        mine = [s for s in analysis.strides if s.side == side]
        curves = cycle_curves(analysis.motion.time, q.values, mine)
        headers += [header(f"{q.name}_mean", q.unit), header(f"{q.name}_sd", q.unit)]
        columns += [curves.mean.tolist(), curves.sd.tolist()]
    _write(path, headers, zip(*columns, strict=True))


def write_tables(analysis: Analysis, posture: Posture, folder: Path) -> list[Path]:
    """Write every table of an analysis into a folder that exists.

    `joint_angles`, `joint_moments`, `joint_moments_per_kg`, `joint_powers`, `ground_reaction`:
    first column `time` in s. The same with `_by_stride`: mean and standard deviation over the
    strides of that side (midline: the left side's), first column `cycle [%]`. `events`,
    `strides`: one row each. Empty cell: not known.

    Returns:
        The files written.
    """
    groups = {f"joint_{name}": tuple(getattr(analysis, name)) for name in GROUPS}
    groups["joint_moments_per_kg"] = per_kg(analysis.moments, body_mass(analysis))
    groups["ground_reaction"] = ground_reaction_quantities(analysis.ground, posture)
    written = []
    for name, quantities in groups.items():
        over_time, over_cycle = folder / f"{name}.csv", folder / f"{name}_by_stride.csv"
        _time_table(over_time, analysis.motion.time, quantities)
        _cycle_table(over_cycle, analysis, quantities)
        written += [over_time, over_cycle]

    events = folder / "events.csv"
    _write(
        events,
        ["time", "side", "kind", "source"],
        [(e.time, e.side, e.kind, e.source) for e in analysis.events],
    )
    strides = folder / "strides.csv"
    _write(
        strides,
        [
            "time",
            "side",
            "stop [s]",
            "foot_off [s]",
            "duration [s]",
            "speed [m/s]",
            "cadence [steps/min]",
            "stride_length [m]",
            "step_length [m]",
            "step_width [m]",
            "stance [%]",
        ],
        [
            (
                p.stride.start,
                p.stride.side,
                p.stride.stop,
                p.stride.off,
                p.duration,
                p.speed,
                p.cadence,
                p.stride_length,
                p.step_length,
                p.step_width,
                p.stance,
            )
            for p in stride_parameters(analysis, posture)
        ],
    )
    return [*written, events, strides]
