"""The studies by name, imported only when one is run.

A study is a module with TITLE, SOURCE (full citation), DEVIATIONS (measured differences from the
printed figures, each with its reason) and run(progress) -> Findings; it needs one line below. The
numbers of a thesis come from its list in `printed/`, which its name begins with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from types import ModuleType

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import Registry
from ambulo.studies.printed.found import changes
from ambulo.studies.record import Findings, StudyResult

Progress = Callable[[str, float], None]
"""Called with what is being done and the part of the work that is done, 0 to 1."""

STUDIES = Registry(
    "study",
    ModuleType,
    {
        "alnazer2006_heel_raise": "ambulo.studies.alnazer2006_heel_raise",
        "alnazer2006_tube": "ambulo.studies.alnazer2006_tube",
        "bruzzo2012_single_stroke": "ambulo.studies.bruzzo2012_single_stroke",
        "bruzzo2012_long_run": "ambulo.studies.bruzzo2012_long_run",
        "bruzzo2012_optimum": "ambulo.studies.bruzzo2012_optimum",
        "pamies2012_body": "ambulo.studies.pamies2012_body",
        "pamies2012_filters": "ambulo.studies.pamies2012_filters",
        "pamies2012_consistency": "ambulo.studies.pamies2012_consistency",
        "pamies2012_inverse": "ambulo.studies.pamies2012_inverse",
        "pamies2012_sharing": "ambulo.studies.pamies2012_sharing",
        "pamies2012_joint_moments": "ambulo.studies.pamies2012_joint_moments",
        "pamies2012_contact_inverse": "ambulo.studies.pamies2012_contact_inverse",
        "pamies2012_contact_forward": "ambulo.studies.pamies2012_contact_forward",
        "pamies2012_contact_laws": "ambulo.studies.pamies2012_contact_laws",
        "pamies2012_uncertainty": "ambulo.studies.pamies2012_uncertainty",
        "pamies2012_forward_check": "ambulo.studies.pamies2012_forward_check",
        "patel2004_double_pendulum": "ambulo.studies.patel2004_double_pendulum",
        "mochon1980_ballistic_walk": "ambulo.studies.mochon1980_ballistic_walk",
        "simo1986_spin_up": "ambulo.studies.simo1986_spin_up",
        "throw": "ambulo.studies.throw",
        "pushes_in_a_stride": "ambulo.studies.pushes_in_a_stride",
        "strides_on_contact": "ambulo.studies.strides_on_contact",
    },
)


_PARTS = ("TITLE", "SOURCE", "DEVIATIONS", "run")


def titles() -> dict[str, str]:
    """One line about every study, by name; of one that cannot be used, what is wrong with it."""
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


def run_study(name: str, progress: Progress) -> StudyResult:
    """Run one published experiment; `studies.page.write_study` writes what it found.

    Args:
        name: a key of `STUDIES`.
        progress: told what is being done.

    Returns:
        The result; `passed` says whether every claimed agreement holds.

    Raises:
        InputError: there is no such study.
    """
    study = _study(name)
    return _result(name, study, study.run(progress))


def _result(name: str, study: ModuleType, found: Findings) -> StudyResult:
    """What was found, under the study's name and with its deviations."""
    content = {each.name: getattr(found, each.name) for each in fields(Findings)}
    # what holds of every trial is said once
    content["deviations"] = tuple(dict.fromkeys((*study.DEVIATIONS, *found.deviations)))
    content["notes"] = tuple(dict.fromkeys(found.notes))
    content["changes"] = changes(name, found.comparisons)
    return StudyResult(name=name, title=study.TITLE, source=study.SOURCE, **content)
