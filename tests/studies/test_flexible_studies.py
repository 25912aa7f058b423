"""The flexible bone's studies: what they claim holds, and they say where they differ."""

from __future__ import annotations

import pytest

from ambulo.studies.page import write_study
from ambulo.studies.registry import run_study

pytest.importorskip("skfem")


@pytest.mark.parametrize(
    "name",
    [
        "alnazer2006_tube",
        pytest.param("alnazer2006_heel_raise", marks=pytest.mark.exhaustive),
        pytest.param("simo1986_spin_up", marks=pytest.mark.exhaustive),
    ],
)
def test_study(name, tmp_path):
    result = run_study(name, lambda _what, _part: None)
    write_study(result, tmp_path)
    assert result.passed, [check for check, held in result.checks.items() if not held]
    assert result.deviations
    assert (tmp_path / "study.html").stat().st_size > 10_000
