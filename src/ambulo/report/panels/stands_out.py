"""What stands out of a walk beside normal walking, in the field's words; never a diagnosis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from ambulo.records import SIDES, Side
from ambulo.report.gait_profile import PELVIS, VARIABLES, normal_angle
from ambulo.report.page_data import TextPanel
from ambulo.report.panels.panel import Panel
from ambulo.report.panels.profile import mean_angle
from ambulo.report.scene import Scene
from ambulo.report.verdict import overall
from ambulo.results.columns import title
from ambulo.results.gait_cycle import CYCLE

BEYOND = 2.58
"""Standard deviations that one normal walk in a hundred is off, for each angle and phase."""
# standard deviations of a ± that nine of ten cases stay within
_NINE_OF_TEN = 1.645
# what an angle is called where it is positive, and where it is negative
_CALLED: Mapping[str, tuple[str, str]] = {
    "pelvis_tilt": ("anterior pelvic tilt", "posterior pelvic tilt"),
    "pelvis_obliquity": ("pelvic obliquity, left side up", "pelvic obliquity, right side up"),
    "pelvis_rotation": ("pelvic rotation to the left", "pelvic rotation to the right"),
    "hip_flexion": ("hip flexion", "hip extension"),
    "hip_adduction": ("hip adduction", "hip abduction"),
    "hip_rotation": ("internal hip rotation", "external hip rotation"),
    "knee_flexion": ("knee flexion", "knee hyperextension"),
    "ankle_dorsiflexion": ("ankle dorsiflexion", "ankle plantarflexion"),
    "foot_progression": ("internal foot progression", "external foot progression"),
}
_PHASES = ("stance", "swing")


class Deviation(NamedTuple):
    """An angle that is off in one phase: what it is called, where, and by how much [deg]."""

    called: str
    variable: str
    phase: str
    side: Side
    degrees: float


def deviations(scene: Scene) -> tuple[list[Deviation], list[str]]:
    """Angles beyond normal walking, and those that could not be judged.

    The mean difference over a phase is set beside the deviations of normal people and of this
    trial's ± together, as if both were independent. An angle without a known ± is not judged.
    """
    found: list[Deviation] = []
    open_: list[str] = []
    for variable in VARIABLES:
        for side in SIDES[:1] if variable in PELVIS else SIDES:
            name = variable if variable in PELVIS else f"{side}_{variable}"
            mine, normal = (
                mean_angle(scene, side, variable),
                normal_angle(scene.band, side, variable),
            )
            known = scene.trust.get(f"angles/{name}")
            stance = [
                s.stance for s in scene.strides if s.stride.side == side and s.stance is not None
            ]
            if mine is None or normal is None or not stance:
                continue
            if known is None or known.grade in ("poor", "unknown") or not np.isfinite(known.error):
                open_.append(title(variable).lower())
                continue
            usual = np.interp(CYCLE, normal.cycle, normal.mean)
            spread = np.interp(CYCLE, normal.cycle, normal.sd)
            on_ground = float(np.mean(stance)) > CYCLE
            for phase, part in zip(_PHASES, (on_ground, ~on_ground), strict=True):
                off, level = float(np.mean((mine - usual)[part])), float(np.mean(mine[part]))
                limit = BEYOND * np.hypot(np.mean(spread[part]), known.error / _NINE_OF_TEN)
                if abs(off) > limit:
                    more = ("reduced", "increased")[int(off * level > 0.0)]
                    called = f"{more} {_CALLED[variable][int(level < 0.0)]}"
                    found.append(Deviation(called, variable, phase, side, off))
    return found, list(dict.fromkeys(open_))


def in_words(found: list[Deviation]) -> Iterator[str]:
    """A sentence for each angle and direction: its phases, sides and sizes."""
    for called in dict.fromkeys(one.called for one in found):
        for phases in ([*_PHASES], *([phase] for phase in _PHASES)):
            these = [one for one in found if one.called == called]
            of = {
                side: [one for one in these if one.side == side]
                for side in SIDES
                if [one.phase for one in these if one.side == side] == phases
            }
            if not of:
                continue
            sides = "both sides" if len(of) == len(SIDES) else next(iter(of))
            where = "" if these[0].variable in PELVIS else f", {sides}"
            sizes = " and ".join(
                f"{abs(float(np.mean([one.degrees for one in some]))):.0f}°" for some in of.values()
            )
            yield f"{called.capitalize()} in {' and '.join(phases)}{where}: by {sizes}"


def stands_out_panel(scene: Scene) -> TextPanel | None:
    """Deviations of a walk with whole strides; None of anything else."""
    if not scene.activity.walking or not scene.strides:
        return None
    found, open_ = deviations(scene)
    said = list(in_words(found))
    paragraphs = [] if said else ["No angle that can be judged is beyond normal walking."]
    if overall(scene.analysis.checks) == "do-not-use":
        paragraphs.insert(0, "A check below says do not use: these angles may be wrong too.")
    left_out = f" Not judged, because too little is known: {', '.join(open_)}." if open_ else ""
    return TextPanel(
        "stands-out",
        "What stands out",
        paragraphs=paragraphs,
        items=said,
        caption=f"Mean angles over stance and swing beside {scene.band.population} "
        f"({scene.band.name}). An angle stands out if it differs from theirs by more than {BEYOND} "
        "standard deviations, which include this trial's ±. For each angle, one normal walk in a "
        f"hundred does. This describes the walk; it is not a diagnosis.{left_out}",
    )


PANEL = Panel("who", stands_out_panel)
