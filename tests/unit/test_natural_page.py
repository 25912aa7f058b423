"""The examples on the page about natural coordinates run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "methods" / "natural_coordinates.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=["body", "plane"])
def test_example(example, capsys):
    exec(compile(example, PAGE.name, "exec"), {})
    out = capsys.readouterr().out
    assert "228 57" in out or "right_hip_flexion" in out
