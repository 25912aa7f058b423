"""The examples on the page about natural coordinates run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "methods" / "natural_coordinates.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=["body", "pendulum", "plane"])
def test_example(example, capsys):
    exec(compile(example, PAGE.name, "exec"), {})
    out = capsys.readouterr().out
    assert any(said in out for said in ("228 57", "True\n", "right_hip_flexion"))
