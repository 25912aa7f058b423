"""How far to trust an analysis, in plain words. Results that must not be used come first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ambulo.records import Check, FramesLeftOut, Grade, PutBack
from ambulo.report.check_words import heading, measured

# the worst first; what was not checked is worse than good
GRADES: tuple[Grade, ...] = ("do-not-use", "look", "unknown", "good")


def check_name(check: Check) -> str:
    """Name of a check in all texts."""
    name = heading(check)
    return name[:1].upper() + name[1:]


def of_grade(checks: Sequence[Check], grade: Grade) -> list[Check]:
    """Checks that have this grade."""
    return [check for check in checks if check.grade == grade]


def overall(checks: Sequence[Check]) -> Grade:
    """The worst grade of all checks; unknown if nothing was checked."""
    return next((grade for grade in GRADES if of_grade(checks, grade)), "unknown")


def verdict(checks: Sequence[Check]) -> str:
    """How far to trust the results, in words. Checks that could not be made are counted apart."""
    open_ones = len(of_grade(checks, "unknown"))
    made = len(checks) - open_ones
    missing = (
        f" {open_ones} other check{'s' * (open_ones > 1)} could not be made." if open_ones else ""
    )
    if not made:
        return "Nothing could be checked. Judge the results by their curves."
    if bad := of_grade(checks, "do-not-use"):
        failed = f"{len(bad)} of {made} checks failed clearly.{missing}"
        if all(check.concerns for check in bad):
            *some, last = dict.fromkeys(f"the {check.concerns}" for check in bad)
            return f"Do not use {' or '.join(filter(None, (', '.join(some), last)))}: {failed}"
        return f"Do not use these results as they are: {failed}"
    if looks := of_grade(checks, "look"):
        needs = "needs" if len(looks) == 1 else "need"
        follow = len([check for check in looks if check.cause])
        one = f", {follow} of them only because of another check" if follow else ""
        return f"Use with care: {len(looks)} of {made} checks {needs} your attention{one}.{missing}"
    if open_ones:
        return f"{made} check{'s are' if made > 1 else ' is'} good.{missing}"
    return f"All {made} checks are good." if made > 1 else "The one check is good."


def warning(checks: Sequence[Check]) -> str:
    """The verdict, if it asks for care, for results that depend on the analysis; else nothing."""
    return verdict(checks) if overall(checks) in ("do-not-use", "look") else ""


def finding(check: Check) -> str:
    """Result of a check in plain words, if it has them; otherwise its value with its limit."""
    if check.grade == "unknown":
        return f"not checked. {check.found}".rstrip()
    if check.found and check.grade != "good":
        return check.found
    return measured(check)


def check_line(check: Check) -> str:
    """A check with its result. If it is not good, effect and remedy follow."""
    said = [f"{check_name(check)}: {finding(check)}"]
    if check.grade != "good":
        said += [check.cost, check.remedy]
    return " ".join(f"{sentence.rstrip('.')}." for sentence in said if sentence)


def by_reason(checks: Sequence[Check]) -> list[list[Check]]:
    """Groups of checks, the worst first.

    Checks with a common reason form one group. The reason is why the checks could not be made, or
    another check from which they follow.
    """
    found: dict[object, list[Check]] = {}
    for grade in GRADES:
        for check in of_grade(checks, grade):
            alone = ("check", len(found))
            reason = ("cause", check.cause) if check.cause else ("why", check.why)
            found.setdefault(reason if reason[1] else alone, []).append(check)
    return list(found.values())


def check_lines(checks: Sequence[Check]) -> list[tuple[Grade, str]]:
    """Lines for checks that are not good, the worst first. Checks with one reason share a line."""
    return [
        (those[0].grade, check_line(_as_one(those)))
        for those in by_reason(checks)
        if those[0].grade != "good"
    ]


def _as_one(checks: Sequence[Check]) -> Check:
    """Checks of one reason under all their names, with all that they leave open."""
    if len(checks) == 1:
        return checks[0]
    costs, remedies = (
        " ".join(dict.fromkeys(f"{text.rstrip('.')}." for text in texts if text))
        for texts in ([g.cost for g in checks], [g.remedy for g in checks])
    )
    names = ", ".join(heading(check) for check in checks)
    if checks[0].cause:
        said = f"{len(checks)} checks have the same cause as another check"
        # each cost speaks of what its check found, and the cause says its own
        return replace(checks[0], id="", name=said, found=names, cost="", remedy=remedies)
    return replace(checks[0], id="", name=names, cost=costs, remedy=remedies)


# as many are told one by one
_FEW = 2


def put_back(log: Sequence[str]) -> str:
    """Words on corrected exchanged labels, which are no fault of the results."""
    found = [line for line in log if isinstance(line, PutBack)]
    if len(found) > _FEW:
        return f"Labels of markers were exchanged {len(found)} times. This was corrected."
    return " ".join(found)


def frames_left_out(log: Sequence[str]) -> str:
    """Words on a part of the recording that was not analysed; "" if nothing worth a word."""
    return " ".join(line for line in log if isinstance(line, FramesLeftOut))
