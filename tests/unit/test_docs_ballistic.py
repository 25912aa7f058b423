"""The documentation's example of the boundary method runs, and prints what it should."""

from __future__ import annotations

import re
from pathlib import Path

from ambulo.ballistic.problem_run import solve_file

PAGE = Path(__file__).resolve().parents[2] / "docs" / "methods" / "ballistic.md"


def test_the_file_shown_is_solved(tmp_path):
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "reach.toml").write_text(shown, encoding="utf-8")
    found = solve_file(tmp_path / "reach.toml", tmp_path / "out", lambda *_: None)
    assert found.movement is not None
    assert found.movement.converged
    assert "movement.html" in found.files


def test_ballistic(capsys):
    text = PAGE.read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, PAGE.name, "exec"), {})
    first, second = capsys.readouterr().out.splitlines()
    assert first == "True True 11.08 J"
    assert second == "(3, 2, 3) 6.44 N·m·s"
