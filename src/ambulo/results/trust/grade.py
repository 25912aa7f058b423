"""A grade and a ± of one quantity."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Literal, get_args

from ambulo.math.brief_repr import BriefRepr
from ambulo.records import Check
from ambulo.results.columns import GROUPS

TrustGrade = Literal["good", "fair", "poor", "unknown"]
TRUST_GRADES: tuple[TrustGrade, ...] = get_args(TrustGrade)
"""From the best; unknown: nothing was measured for this kind of trial."""
Lack = Literal["size", "shape", "check"]
"""Why a curve is poor."""

FAR = 2.0
"""Multiple of a check's limit. A check of the knee axis never forbids a trial, but a value beyond
this multiple makes its quantities poor.
"""

_CORRELATED = {"good": 0.95, "fair": 0.8}
# a ± by the range of the curve; of a number by the number itself; of an event by its stride
_OF_RANGE = {"good": 1.0 / 3.0, "fair": 2.0 / 3.0}
OF_NUMBER = {"good": 0.1, "fair": 0.3}
OF_STRIDE = {"good": 0.02, "fair": 0.04}
OF_JOINT = ("positive_work", "negative_work")


@dataclass(frozen=True)
class Trust(BriefRepr):
    """How far one quantity of this trial can be trusted.

    Args:
        group: "angles", "moments", "powers", "events", "strides" or "work".
        name: of the quantity, such as "left_knee_flexion".
        unit: of `error` and `size`.
        grade: how far the quantity can be used.
        error: ± that nine of ten cases do not exceed: rms over the judged frames, or of the number
            itself; NaN if unknown.
        r: correlation with another system that nine of ten cases reach; NaN if unknown, or not a
            curve.
        size: standard deviation of the curve over the judged frames, or the number itself.
        by: source of the ±, in words.
        laboratories: number of laboratories behind the ±; 0 if it has another source.
        lowered: the checks that lowered the grade.
        spread: range of the curve over the judged frames; NaN if it is not a curve.
    """

    group: str
    name: str
    unit: str
    grade: TrustGrade
    error: float
    r: float
    size: float
    by: str
    laboratories: int = 0
    lowered: tuple[Check, ...] = ()
    spread: float = math.nan

    @property
    def lacks(self) -> Lack:
        """Why a poor curve is poor: its ± for its range, its correlation, or else a check."""
        if grade_of_share(self.error / self.spread, _OF_RANGE) in ("poor", "unknown"):
            return "size"
        return "shape" if self.r < _CORRELATED["fair"] else "check"


def grade_of_share(share: float, limits: Mapping[str, float]) -> TrustGrade:
    """Grade of a value by its ±, given as a share of the value; unknown if this share is NaN."""
    if math.isnan(share):
        return "unknown"
    return "good" if share <= limits["good"] else "fair" if share <= limits["fair"] else "poor"


def graded_curve(r: float, error: float, spread: float) -> TrustGrade:
    """Grade of a curve by the correlation that nine of ten cases reach, and by the ± as a share of
    its range.
    """
    if math.isnan(r):
        return "unknown"
    if math.isnan(error):
        return "poor"
    by_r: TrustGrade = next((g for g in ("good", "fair") if r >= _CORRELATED[g]), "poor")
    return max(by_r, grade_of_share(error / spread, _OF_RANGE), key=TRUST_GRADES.index)


def lowered(one: Trust, checks: Iterable[Check]) -> Trust:
    """The trust after the checks that name this quantity. The grade look lowers it by one step.
    Do-not-use makes it poor. A look beyond `FAR` times a limit also makes it poor, if the check has
    no limit for do-not-use. Checks of a power also count for its work.
    """
    names = [f"{one.group}/{one.name}"]
    if one.name.endswith(OF_JOINT):
        names.append(f"powers/{one.name.rsplit('_', 2)[0]}_power")
    told = [
        c for c in checks
        if c.beyond and any(fnmatchcase(name, p) for p in c.touches for name in names)
    ]  # fmt: skip
    grade = one.grade
    if told and grade != "unknown":
        step = TRUST_GRADES.index(grade) + 1
        poor = any(
            check.grade == "do-not-use"
            or (math.isinf(check.unusable) and check.value > FAR * check.limit > 0.0)
            for check in told
        )
        grade = "poor" if poor else TRUST_GRADES[min(step, TRUST_GRADES.index("poor"))]
    return replace(one, grade=grade, lowered=tuple(told))


def grade_counts(found: Mapping[str, Trust]) -> dict[TrustGrade, int]:
    """How many quantities have each grade."""
    return {grade: sum(t.grade == grade for t in found.values()) for grade in TRUST_GRADES}


def in_words(found: Mapping[str, Trust]) -> str:
    """One line on all of them: "31 of 48 curves good, 9 fair, 6 poor, 2 unknown"."""
    curves = {name: one for name, one in found.items() if one.group in GROUPS}
    good, *others = grade_counts(curves).items()
    said = [
        f"{good[1]} of {len(curves)} curves good",
        *(f"{n} {grade}" for grade, n in others if n),
    ]
    return ", ".join(said)
