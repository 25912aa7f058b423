"""The subject, and the numbers of the activity."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ambulo.records import SIDES, Side
from ambulo.report.key_figures import number_in_words
from ambulo.report.knee_range import knee_ranges, normal_knee_range, span_in_words
from ambulo.report.page_data import Column, Fact, FactsPanel, TablePanel, TableRow
from ambulo.report.panels.panel import Panel
from ambulo.report.panels.trust import of_both
from ambulo.report.scene import GROWN, Scene
from ambulo.results.gait_cycle import StrideParameters


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


def subject_in_words(scene: Scene) -> str:
    """The subject in one line."""
    subject = scene.analysis.model.subject
    parts = [{"f": "Female", "m": "Male", None: "Sex not given"}[subject.sex]]
    if scene.simulated:
        parts = ["Simulated subject", parts[0].lower()]
    parts.append(f"{subject.age:.0f} years" if subject.age else "age not given")
    parts.append(f"{scene.mass:.1f} kg")
    # nothing but a measured height is compared with the legs
    measured = any(check.id == "height" for check in scene.analysis.checks)
    estimated = "" if measured else " (estimated)"
    parts.append(f"{subject.height:.2f} m{estimated}" if subject.height else "height not given")
    return ", ".join(parts)


def subject_panel(scene: Scene) -> FactsPanel:
    """The activity in a few numbers; for a walk, means over the strides."""
    if scene.activity.numbers:
        shown = [(number, number_in_words(number)) for number in scene.activity.numbers]
        return FactsPanel(
            "subject",
            "",
            [
                Fact(
                    number.name.capitalize(),
                    said.value,
                    said.unit,
                    number.from_what and f"by {number.from_what}",
                )
                for number, said in shown
            ],
        )
    strides = scene.strides
    if not strides:
        why = "no whole stride" if scene.activity.stepping else ""
        span = float(np.ptp(scene.analysis.motion.time))
        return FactsPanel("subject", "", [Fact("Recording", f"{span:.2f}", "s", why)])
    usual = _usual(scene)
    means = {
        "speed": (f"{_mean([s.speed for s in strides]):.2f}", "m/s"),
        "cadence": (f"{_mean([s.cadence for s in strides]):.0f}", "steps/min"),
        "stride length": (f"{_mean([s.stride_length for s in strides]):.2f}", "m"),
    }
    facts = [
        Fact(name.capitalize(), value, unit, _note(scene, usual, name))
        for name, (value, unit) in means.items()
    ]
    if scene.on_treadmill:
        known = _trusted(scene, "speed")
        facts[0] = replace(
            facts[0], note="; ".join(part for part in (known, "on the belt") if part)
        )
    for name, unit, decimals, by_side in _by_side(scene):
        if name in _FIRST:
            left, right = (_fixed(by_side[side], decimals) for side in SIDES)
            note = _note(scene, usual, name)
            unit = unit.removesuffix(" of stride")
            facts.append(Fact(name.capitalize(), "", unit, note, sides=(left, right)))
    if knee := _knee(scene):
        facts.insert(len(means) + 2, knee)
    child = scene.perhaps_a_child and (
        f"{scene.perhaps_a_child} The usual values of adults are therefore not shown. The segment "
        "masses used here are for adults. The masses of a child are different."
    )
    said = [one for one in (_SOURCE if usual else "", child) if one]
    return FactsPanel("subject", "", facts, caption=" ".join([*said, *_errors_in_words(scene)]))


def _errors_in_words(scene: Scene) -> list[str]:
    """What the ± of the numbers is, and whether events from the motion are among its sources."""
    mine = [one for one in scene.trust.values() if one.group == "strides"]
    if not mine:
        return []
    said = [
        "±: in nine of ten cases the error is smaller. Of both sides, the larger ± is shown. A "
        "number is good if its ± is at most a tenth of it, fair up to three tenths, and poor "
        "beyond. A check that is not good makes the grade worse."
    ]
    if any("kinematics" in s.events for s in scene.strides):
        said.append(
            "Foot strikes and foot offs that no plate measured were found from the motion of the "
            "feet. The ± of the times contains their errors."
        )
    return said


def _knee(scene: Scene) -> Fact | None:
    """From the least to the greatest flexion of each knee's mean curve, with the grade and ±
    of the curves, beside normal walking's.
    """
    found = knee_ranges(scene)
    if not found:
        return None
    left, right = (span_in_words(found[side]) if side in found else "–" for side in SIDES)
    normal = normal_knee_range(scene)
    known = _trusted(scene, "knee_flexion", "angles", tuple(found))
    notes = [f"curve {known}"] if known else []
    if normal:
        notes.append(f"{scene.band.short} {span_in_words(normal)}")
    label = "Knee flexion range" if scene.analysis.strides else "Knee flexion"
    return Fact(label, "", "°", "; ".join(notes), sides=(left, right))


# a free walk on level ground: adults' means (Perry 1992); they change with speed. Taken from others
# who cite the book; Kirtley, Whittle & Jefferson (1985) have 60 % of stance at 1.3 m/s for its 62
_USUAL: Mapping[str | None, Mapping[str, str]] = {
    None: {"speed": "1.37", "cadence": "113", "stride length": "1.41"},
    "m": {"speed": "1.43", "cadence": "111", "stride length": "1.46"},
    "f": {"speed": "1.28", "cadence": "117", "stride length": "1.28"},
}
_USUAL_SUPPORT = {"stance": "62", "single support": "38", "double support": "24"}
_SOURCE = (
    "Adults: means of adults who walk at free speed on level ground (Perry 1992). Ambulo has only "
    "these means, no ranges. A step is taken as half a stride. These values change with walking "
    "speed."
)


def _usual(scene: Scene) -> Mapping[str, str]:
    """Adults' means by name; none for who is or may be a child, nor on a belt with its speed."""
    subject = scene.analysis.model.subject
    child = subject.age is not None and subject.age < GROWN
    if scene.on_treadmill or child or scene.perhaps_a_child:
        return {}
    stride = _USUAL[subject.sex]
    # means of both sides: half of a stride's
    step = {
        "step length": f"{0.5 * float(stride['stride length']):.2f}",
        "step time": f"{60.0 / float(stride['cadence']):.2f}",
    }
    return {**stride, **step, **_USUAL_SUPPORT}


def _trusted(scene: Scene, name: str, group: str = "strides", sides: Sequence[Side] = SIDES) -> str:
    """Grade and ± of a quantity of both sides; "" where nothing is known of them."""
    names = (f"{group}/{side}_{name}" for side in sides)
    return of_both([scene.trust[one] for one in names if one in scene.trust])


def _note(scene: Scene, usual: Mapping[str, str], name: str) -> str:
    """Under a number: its grade and ±, and what is usual in adults."""
    adults = f"adults\N{NO-BREAK SPACE}{usual[name]}" if name in usual else ""
    return "; ".join(part for part in (_trusted(scene, name.replace(" ", "_")), adults) if part)


_ROWS: tuple[tuple[str, str, int, Callable[[StrideParameters], float | None]], ...] = (
    ("speed", "m/s", 2, lambda s: s.speed),
    ("cadence", "steps/min", 0, lambda s: s.cadence),
    ("stride length", "m", 2, lambda s: s.stride_length),
    ("stride time", "s", 2, lambda s: s.duration),
    ("step length", "m", 2, lambda s: s.step_length),
    ("step time", "s", 2, lambda s: s.step_time),
    ("step width", "m", 3, lambda s: s.step_width),
    ("stance", "% of stride", 1, lambda s: s.stance),
    ("single support", "% of stride", 1, lambda s: s.single_support),
    ("double support", "% of stride", 1, lambda s: s.double_support),
)
# what is shown above everything else, by side
_FIRST = ("step length", "step time", "stance", "single support", "double support")


def _by_side(scene: Scene) -> list[tuple[str, str, int, dict[Side, list[float]]]]:
    """Name, unit, decimals and the values of every stride of each side."""
    found: list[tuple[str, str, int, dict[Side, list[float]]]] = []
    for name, unit, decimals, of in _ROWS:
        values: dict[Side, list[float]] = {side: [] for side in SIDES}
        for s in scene.strides:
            value = of(s)
            if value is not None:
                values[s.stride.side].append(value)
        found.append((name, unit, decimals, values))
    return found


def _fixed(values: Sequence[float], decimals: int) -> str:
    return f"{np.mean(values):.{decimals}f}".replace("-", "−") if values else "–"


def mean_and_sd(values: Sequence[float], decimals: int) -> str:
    """Mean ± SD for a table; a dash if there is no value."""
    text = _fixed(values, decimals)
    if len(values) > 1:
        text += f" ± {np.std(values, ddof=1):.{decimals}f}"
    return text


def spread_in_words(scene: Scene) -> str:
    """End of the title of a table of strides. It depends on the number of strides, because one
    stride has no spread.
    """
    return ", mean ± SD" if any(len(scene.strides_of(side)) > 1 for side in SIDES) else ""


def strides_panel(scene: Scene) -> TablePanel | None:
    """Distances and times by side, mean ± SD over the strides; None without strides."""
    if not scene.strides:
        return None
    rows = [
        TableRow([name, unit, *(mean_and_sd(by_side[side], decimals) for side in SIDES)])
        for name, unit, decimals, by_side in _by_side(scene)
    ]
    count = [str(len(scene.strides_of(side))) for side in SIDES]
    rows.append(TableRow(["number of strides", "", *count]))
    columns = (
        Column("parameter"),
        Column("unit"),
        Column("left", number=True, role="left"),
        Column("right", number=True, role="right"),
    )
    return TablePanel(
        "strides",
        f"Strides and steps by side{spread_in_words(scene)}",
        columns,
        rows,
        caption=(
            "A left step ends with the strike of the left foot, a right step with the strike of "
            "the right foot. Lengths are along the path "
            "of the foot" + (", relative to the belt." if scene.on_treadmill else ".")
        ),
        folded=True,
    )


PANEL = Panel("who", subject_panel)
STRIDES = Panel("legs", strides_panel)
