"""An inherited marker set without some of its markers or points, and without what rests on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any


def without(tables: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Tables, sides written out, without markers or points and all rules that use them.

    Of several rules for a point, a frame or a measurement those go that use what is gone; an entry
    without a rule goes too, and so on. A group of `one_of` loses the options with what is gone.

    Args:
        tables: of the set that is extended.
        names: of markers or points.
    """
    found = dict(tables)
    gone = set(names)
    while True:
        found["markers"] = {k: v for k, v in found.get("markers", {}).items() if k not in gone}
        more = set[str]()
        for table in ("points", "measurements", "frames"):
            kept = {}
            for key, rules in found.get(table, {}).items():
                left = _left(rules, gone)
                if left and key not in gone:
                    kept[key] = left
                elif table == "points":
                    more.add(key)
            found[table] = kept
        if more <= gone:
            break
        gone |= more
    groups = [
        {**group, "options": [o for o in group["options"] if not gone & set(_texts(o))]}
        for group in found.get("one_of", [])
    ]
    found["one_of"] = [group for group in groups if group["options"]]
    foot = found.get("foot")
    if isinstance(foot, Mapping):
        found["foot"] = {"points": [p for p in foot.get("points", []) if p not in gone]}
    return found


def _left(rules: Any, gone: Collection[str]) -> Any:
    """The rules of an entry that use nothing that is gone; None if there are none."""
    if isinstance(rules, list):
        return [rule for rule in rules if not set(gone) & set(_texts(rule))]
    return None if set(gone) & set(_texts(rules)) else rules


def _texts(value: Any) -> Iterator[str]:
    """Every text in a rule, but for its note and source."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            if key not in ("note", "source"):
                yield from _texts(one)
