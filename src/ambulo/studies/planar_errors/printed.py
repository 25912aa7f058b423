"""What Pàmies-Vilà (2012) prints in tables 5.1 to 5.4."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

LEVELS = (5, 10, 15)
"""Percent, largest error: three standard deviations (section 5.4.1)."""

JOINTS = (
    "stance ankle",
    "stance knee",
    "stance hip",
    "swing ankle",
    "swing knee",
    "swing hip",
)
"""M1, M2, M3, M6, M5, M4."""

Row = tuple[float, ...]

_TABLES = tomllib.loads(Path(__file__).with_name("printed.toml").read_text(encoding="utf-8"))


def _by_leg(what: str) -> dict[str, tuple[Row, Row]]:
    """A mean of stance and swing leg for each parameter."""
    found = _TABLES["parameters"].items()
    return {kind: (tuple(t[f"stance_{what}"]), tuple(t[f"swing_{what}"])) for kind, t in found}


MEAN_RMSE: Mapping[str, tuple[Row, Row]] = _by_leg("rmse")
"""N*m, mean RMSE at 5, 10 and 15 % of ankle, knee and hip: stance (table 5.1), swing (5.2)."""

MEAN_NRMSE: Mapping[str, tuple[Row, Row]] = _by_leg("nrmse")
"""Percent of the torque's range, likewise."""

WEIGHTS: Mapping[str, tuple[Row, Row]] = {
    key: (tuple(table["rmse"]), tuple(table["nrmse"])) for key, table in _TABLES["weights"].items()
}
"""RMSE [N*m] and NRMSE [%] of table 5.3 in the order of `JOINTS`."""

PLATE: Mapping[str, list[tuple[Row, Row]]] = {
    key: [(tuple(r), tuple(n)) for r, n in zip(table["rmse"], table["nrmse"], strict=True)]
    for key, table in _TABLES["plate"].items()
}
"""RMSE [N*m] and NRMSE [%] of stance ankle, knee and hip, 0.2 and 2 % of full scale (table 5.4)."""

OFFSETS: Mapping[str, Row] = {key: tuple(t["offsets"]) for key, t in _TABLES["plate"].items()}
"""N and N*m (section 5.4.3)."""
