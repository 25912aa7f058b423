"""How tables 5.1 to 5.4 of Pàmies-Vilà (2012) are laid out in the list of her numbers."""

from __future__ import annotations

from ambulo.studies.printed.lists import printed

LEVELS = (5, 10, 15)
"""Percent, largest error: three standard deviations (section 5.4.1)."""

KINDS = ("mass", "length", "centre of mass x", "centre of mass z", "moment of inertia")
"""Segment parameters that are perturbed."""

JOINTS = (
    "stance ankle",
    "stance knee",
    "stance hip",
    "swing ankle",
    "swing knee",
    "swing hip",
)
"""M1, M2, M3, M6, M5, M4."""

WEIGHTS = ("W1", "W2")
"""Of table 5.3: all equal; ten times for the stance leg."""

OFFSETS = {"Fx": (1.0, 10.0), "Fz": (5.0, 50.0), "My": (1.0, 10.0)}
"""N and N*m, 0.2 and 2 % of full scale (section 5.4.3)."""

SHARES = ("0.2 %", "2 %")


def by_parameter(what: str, kind: str, statistic: str, joint: int, level: int) -> str:
    """Name of a number of tables 5.1 and 5.2; `what` is RMSE or NRMSE, `joint` of `JOINTS`."""
    table = "5.1" if joint < 3 else "5.2"
    of = JOINTS[joint].partition(" ")[2]
    return f"table {table}, {what}, {kind}, {statistic}, {of}, {level} %"


def by_weights(what: str, key: str, joint: int) -> str:
    """Name of a number of table 5.3."""
    return f"table 5.3, {what}, {key}, {JOINTS[joint]}"


def by_plate(what: str, component: str, joint: int, share: int) -> str:
    """Name of a number of table 5.4."""
    return f"table 5.4, {what}, {component}, {JOINTS[joint].partition(' ')[2]}, {SHARES[share]}"


def value(name: str) -> float:
    """As it is printed."""
    return float(printed("pamies2012").numbers[name].value)
