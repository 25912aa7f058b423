"""The examples on the page about natural coordinates run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

METHODS = Path(__file__).resolve().parents[2] / "docs" / "methods"
PAGE = METHODS / "natural_coordinates.md"
TEXT = PAGE.read_text("utf-8") + (METHODS / "notes" / PAGE.name).read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=["body", "plane", "pendulum"])
def test_example(example, capsys):
    exec(compile(example, PAGE.name, "exec"), {})
    out = capsys.readouterr().out
    assert any(said in out for said in ("228 57", "True\n", "right_hip_flexion"))
