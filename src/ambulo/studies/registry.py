"""The studies by name, imported only when one is run.

A study is a module with TITLE, SOURCE (full citation), DEVIATIONS (measured differences from the
printed figures, each with its reason) and run(progress) -> StudyResult; it needs one line below.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from ambulo.errors import InputError
from ambulo.studies.record import StudyResult

__all__ = ["STUDIES", "Progress", "run_study", "titles"]

Progress = Callable[[str, float], None]
"""Called with what is being done and the part of the work that is done, 0 to 1."""

STUDIES: dict[str, str] = {
    "alnazer2006_heel_raise": "ambulo.studies.alnazer2006_heel_raise",
    "alnazer2006_tube": "ambulo.studies.alnazer2006_tube",
    "bruzzo2012_single_stroke": "ambulo.studies.bruzzo2012_single_stroke",
    "bruzzo2012_long_run": "ambulo.studies.bruzzo2012_long_run",
    "bruzzo2012_optimum": "ambulo.studies.bruzzo2012_optimum",
    "pamies2012_filters": "ambulo.studies.pamies2012_filters",
    "pamies2012_consistency": "ambulo.studies.pamies2012_consistency",
    "pamies2012_inverse": "ambulo.studies.pamies2012_inverse",
    "pamies2012_sharing": "ambulo.studies.pamies2012_sharing",
    "pamies2012_forward_check": "ambulo.studies.pamies2012_forward_check",
    "patel2004_double_pendulum": "ambulo.studies.patel2004_double_pendulum",
    "mochon1980_ballistic_walk": "ambulo.studies.mochon1980_ballistic_walk",
    "throw": "ambulo.studies.throw",
    "pushes_in_a_stride": "ambulo.studies.pushes_in_a_stride",
}


def titles() -> dict[str, str]:
    """One line about every study, by name."""
    return {name: str(import_module(module).TITLE) for name, module in STUDIES.items()}


def run_study(name: str, out: Path | None, progress: Progress, check: bool = False) -> StudyResult:
    """Run one published experiment and write its page, comparison and summary.

    Args:
        name: a key of `STUDIES`.
        out: folder for study.html, comparison.csv and summary.json; None writes nothing.
        progress: told what is being done.
        check: leave the page out; the caller's exit status is `result.passed`.

    Returns:
        The result; `passed` says whether every claimed agreement holds.

    Raises:
        InputError: if there is no such study.
    """
    if name not in STUDIES:
        raise InputError(
            what=f"there is no study called {name}",
            where="ambulo study",
            remedy="Choose one of " + ", ".join(sorted(STUDIES)),
        )
    result: StudyResult = import_module(STUDIES[name]).run(progress)
    if out is not None:
        from ambulo.studies.page import write_study

        progress("writing", 1.0)
        write_study(result, out, page=not check)
    return result
