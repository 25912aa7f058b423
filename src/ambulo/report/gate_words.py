"""What a quality check has measured, in the words of a reader."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from ambulo.records import Gate

__all__ = ["measured"]

# natural logarithms of ratios
_LOG = "log of the "


def measured(gate: Gate) -> str:
    """The value with its unit and up to where it is good, in the words of a reader."""
    if gate.unit in _IN_WORDS:
        return _IN_WORDS[gate.unit](gate.value, gate.limit)
    if gate.unit == "events":
        return f"{gate.value:.0f} contradicted" if gate.value else "they agree"
    if gate.unit == "pairs":
        return f"{gate.value:.0f} pairs" if gate.value else "none"
    if gate.unit.startswith(_LOG):
        # e to the value: how many times more or less
        more, limit = (f"{100.0 * (math.exp(x) - 1.0):.0f}" for x in (gate.value, gate.limit))
        what = gate.unit.removeprefix(_LOG).removesuffix(" that walks have")
        return f"{more} % more or less than the usual {what} (good up to {limit} %)"
    unit = gate.unit.replace(" x ", " × ")
    if gate.value == 0.0:
        if gate.limit:
            return f"none (good up to {_number(gate.limit)} {unit})"
        return f"no {unit}" if unit.endswith("s") else f"none {unit}"
    after = "" if " " in unit else f" {unit}".rstrip()
    measured = f"{_number(gate.value, gate.limit)} {unit}".rstrip()
    return f"{measured} (good up to {_number(gate.limit)}{after})"


def _beyond(value: float, _limit: float) -> str:
    return f"{_number(value)}° beyond what people reach" if value else "within what people reach"


# units that a file can hold and nobody would say
_IN_WORDS: Mapping[str, Callable[[float, float], str]] = {
    "deg beyond what people reach": _beyond,
    "deg": lambda v, most: f"{_number(v, most)}° (good up to {_number(most)}°)",
    "mm jump": lambda v, most: (
        f"{f'jumps of up to {_number(v, most)} mm' if v else 'no jumps'} "
        f"(good up to {_number(most)} mm)"
    ),
    "of it missing": lambda v, most: (
        f"{100 * v:.0f} % less than a force that points at the body has "
        f"(good up to {100 * most:.0f} %)"
    ),
    "distances heel to ball from what walks have": lambda v, most: (
        f"{100 * v:.0f} % off the usual way from heel to ball (good up to {100 * most:.0f})"
    ),
    "times less fast movement than walks have": lambda v, most: (
        f"{100 / v:.0f} % of the fast movement that walks have (good from {100 / most:.0f})"
    ),
}


def _number(value: float, most: float = -math.inf) -> str:
    """Two significant digits where it is within its limit, else three to tell it from that."""
    digits = 2 if value <= most else 3
    return f"{float(f'{value:.{digits}g}'):g}".replace("-", "−")
