"""The documentation's example of the boundary method runs, and prints what it should."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "methods" / "ballistic.md"


def test_ballistic(capsys):
    text = PAGE.read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, PAGE.name, "exec"), {})
    first, second = capsys.readouterr().out.splitlines()
    assert first == "True True 11.08 J"
    assert second == "(3, 2, 3) 6.44 N·m·s"
