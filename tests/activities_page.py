"""The table of activities, from their registry: written into docs/methods/events_and_plates.md.

From the project's root: `python -m tests.activities_page`, or `make outputs`.
"""

from __future__ import annotations

from pathlib import Path

from tests.outputs_page import table

from ambulo.gait.activities.registry import ACTIVITIES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "methods" / "events_and_plates.md"
_BEGIN, _END = "<!-- activities: begin -->\n", "<!-- activities: end -->"


def ordered() -> list[str]:
    """Activities with flights, with strides, in place, and what is left; the first asked first."""

    def group(name: str) -> tuple[bool, bool, bool]:
        kind = ACTIVITIES[name]
        return name == "other", kind.seen is not None, not kind.stepping

    own = [name for name in reversed(tuple(ACTIVITIES)) if not ACTIVITIES.whose(name)]
    return sorted(own, key=group)


def page() -> str:
    """The page with the table as the registry has it."""
    before, rest = PAGE.read_text("utf-8").split(_BEGIN)
    kinds = {name: ACTIVITIES[name] for name in ordered()}
    rows = [(name, kind.shows, kind.key_numbers or "–") for name, kind in kinds.items()]
    heads = ("activity", "what the motion shows", "key numbers")
    return f"{before}{_BEGIN}{table(heads, rows)}{_END}{rest.split(_END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
