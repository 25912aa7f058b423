"""The checks in the order of their rows in `checks.toml`, where each names its figure function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from ambulo.gait.checks.evidence import Evidence, FigureFunction
from ambulo.gait.checks.finding import Finding, judged
from ambulo.gait.checks.table import rows
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import Registry, raised, shown
from ambulo.inputs.untouched import Untouched
from ambulo.records import Check, Grade


def _shipped() -> dict[str, str]:
    """Figure functions of the table by name, in its order."""
    found = dict[str, str]()
    for figure in (row.figure for row in rows().values() if row.figure):
        module, _, function = figure.partition(":")
        found[function or module] = f"ambulo.gait.checks.{module}:{function or 'check'}"
    return found


CHECKS = Registry(
    "check",
    FigureFunction,  # type: ignore[type-abstract]  # only asked whether an entry is one
    _shipped(),
)


def judge(evidence: Evidence) -> tuple[Check, ...]:
    """Every check; those that the trial did not allow have the grade unknown."""
    found = (one for name in CHECKS for one in _found(name, evidence))
    return tuple(one if isinstance(one, Check) else judged(one) for one in found)


def _found(name: str, evidence: Evidence) -> Sequence[Finding | Check]:
    """What a check finds.

    Raises:
        InputError: a check that is not shipped gives something else, or writes into the evidence.
    """
    check = CHECKS[name]
    if not CHECKS.whose(name):
        return check(evidence)
    try:
        found: object = Untouched(evidence=evidence).by(lambda: check(evidence))
    except SystemExit as end:
        raise CHECKS.refused(name, raised(end)) from end
    except InputError as error:
        raise CHECKS.refused(name, error.what, error.remedy) from error
    if not isinstance(found, Sequence):
        raise CHECKS.refused(name, f"it gives {shown(found)}, not checks")
    for check in found:
        if not (isinstance(check, Check) and check.grade in get_args(Grade)):
            raise CHECKS.refused(name, f"it gives {shown(check)} for a check")
    return [check if check.id else replace(check, id=check.name) for check in found]
