"""The studies of all packages by name. A study is imported only when it is run.

A study is a module with TITLE, SOURCE (full citation), DEVIATIONS (measured differences from the
printed numbers, each with its reason) and run(progress) -> Findings. A package offers it as an
entry point. The study's name begins with the name of its list of printed numbers.
"""

from __future__ import annotations

from dataclasses import fields
from types import ModuleType

from ambulo.inputs.errors import InputError
from ambulo.inputs.progress import OnPart
from ambulo.inputs.registry import Registry
from ambulo.math.one_thread import one_thread
from ambulo.studies.printed.found import changes
from ambulo.studies.record import Findings, StudyResult

STUDIES = Registry("study", ModuleType, {})


_PARTS = ("TITLE", "SOURCE", "DEVIATIONS", "run")


def titles() -> dict[str, str]:
    """One line about every study, by name. For a study that cannot be used, the line states the
    fault.
    """
    return {name: _title(name) for name in STUDIES}


def _title(name: str) -> str:
    try:
        return str(_study(name).TITLE)
    except InputError as error:
        return str(error)


def _study(name: str) -> ModuleType:
    """The module of a study.

    Raises:
        InputError: there is none, or what a package offers lacks a part of a study.
    """
    module = STUDIES.named(name, "ambulo study")
    lacking = [part for part in _PARTS if not hasattr(module, part)]
    if lacking:
        raise InputError(
            f"the study {name} has no {lacking[0]}",
            where=module.__name__,
            remedy=f"A study is a module with {', '.join(_PARTS)}",
        )
    return module


def run_study(name: str, progress: OnPart) -> StudyResult:
    """Run one published experiment. `studies.page.write_study` writes the result.

    Args:
        name: a key of `STUDIES`.
        progress: function called with the present step.

    Returns:
        The result; `passed` tells whether every claimed agreement holds.

    Raises:
        InputError: there is no such study.
    """
    study = _study(name)

    def told(what: str, part: float) -> None:
        if not 0.0 <= part <= 1.0:
            raise ValueError(f"{name}: {part:g} of the work is done at {what!r}")
        progress(what, part)

    # threads round otherwise, and a seeded search then ends elsewhere
    return _result(name, study, one_thread(study.run)(told))


def _result(name: str, study: ModuleType, found: Findings) -> StudyResult:
    """What was found, under the study's name and with its deviations."""
    content = {each.name: getattr(found, each.name) for each in fields(Findings)}
    # what holds of every trial is said once
    content["deviations"] = tuple(dict.fromkeys((*study.DEVIATIONS, *found.deviations)))
    content["notes"] = tuple(dict.fromkeys(found.notes))
    content["changes"] = changes(name, found)
    return StudyResult(name=name, title=study.TITLE, source=study.SOURCE, **content)
