"""The names that can be chosen, written into docs/configuration.md.

From the project's root: `python -m tests.configuration_page`.
"""

from __future__ import annotations

import re
from pathlib import Path

from ambulo.gait.configuration import Configuration, choices

PAGE = Path(__file__).resolve().parents[1] / "docs" / "configuration.md"


def page() -> str:
    """The page with all names at the beginning of an entry's values."""
    text = PAGE.read_text("utf-8")
    for entry in Configuration.model_fields:
        names = ", ".join(f"`{name}`" for name in choices(entry))
        if names:
            text = re.sub(rf"(?m)^(\| `{entry}` \| )`[^|]*`", rf"\1{names}", text)
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
