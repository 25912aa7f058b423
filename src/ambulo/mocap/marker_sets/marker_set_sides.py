"""Left and right written out: entries of a marker set that hold for both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ambulo.records import SIDES, Side


def for_side(text: str, side: Side) -> str:
    """A template with {side}, {S} and {s} filled in."""
    letter = side[0]
    return (
        text.replace("{side}", side).replace("{S}", letter.upper()).replace("{s}", letter.lower())
    )


def filled_in(value: Any, side: Side) -> Any:
    """A TOML value with the templates of all its texts filled in."""
    if isinstance(value, str):
        return for_side(value, side)
    if isinstance(value, list):
        return [filled_in(v, side) for v in value]
    if isinstance(value, dict):
        return {for_side(k, side): filled_in(v, side) for k, v in value.items()}
    return value


def written_out(entry: Any) -> list[Any]:
    """An entry for each side, or once if both are the same."""
    left, right = (filled_in(entry, side) for side in SIDES)
    return [left] if left == right else [left, right]


def sides(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Entries of a table. Entries with a side template are written out once for each side."""
    for key, value in table.items():
        if "{" in key:
            for side in SIDES:
                yield for_side(key, side), filled_in(value, side)
        else:
            yield key, value
