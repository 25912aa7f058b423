"""Striking differences of a walk from normal walking, in clinical terms. They are no diagnosis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from ambulo.mocap.event_timing import NORMAL_90
from ambulo.records import SIDES, Side
from ambulo.records.sides import without_side
from ambulo.report.gait_profile import (
    NORMAL_SCORE,
    PELVIS,
    VARIABLES,
    gait_profile_scores,
    normal_angle,
)
from ambulo.report.page_data import TextPanel
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.report.verdict import overall
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.trust import Lack

BEYOND = 2.58
"""Difference in standard deviations that one normal walk in a hundred exceeds, for each angle and
phase.
"""
# what an angle is called where it is positive, and where it is negative
_FIELD: Mapping[str, tuple[str, str]] = {
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
_POOR: Mapping[Lack, str] = {
    "size": "their ± is large compared with their range (grade poor)",
    "shape": "their correlation with another system may be below 0.8 (grade poor)",
    "check": "a check lowers their grade to poor",
}
_PHASES = ("stance", "swing")


class OddAngle(NamedTuple):
    """An angle that differs from normal walking in one phase: its name, the phase, and the
    difference [deg].
    """

    called: str
    variable: str
    phase: str
    side: Side
    degrees: float


class Judged(NamedTuple):
    """Angles beyond normal walking, names of the judged angles, and names of the angles not judged
    because they are poorly known, each with the reason, or unknown. `nearest` is the angle that is
    nearest to its limit or farthest beyond it, with its limit [deg]; None if none is judged.
    """

    off: list[OddAngle]
    judged: list[str]
    poor: dict[str, Lack]
    unknown: list[str]
    nearest: tuple[OddAngle, float] | None


def judge(scene: Scene) -> Judged:
    """Compare each angle of both sides with normal walking.

    The mean difference over a phase is compared with the standard deviation of normal people and
    this trial's ± together, as if both were independent. A poorly known angle is not judged.
    """
    every: list[tuple[OddAngle, float]] = []
    judged: list[str] = []
    poor: dict[str, Lack] = {}
    unknown: list[str] = []
    for variable in VARIABLES:
        for side in SIDES[:1] if variable in PELVIS else SIDES:
            name = variable if variable in PELVIS else f"{side}_{variable}"
            mine = scene.mean_angles.get((side, variable))
            normal = normal_angle(scene.band, side, variable)
            known = scene.trust.get(f"angles/{name}")
            stance = [
                s.stance for s in scene.strides if s.stride.side == side and s.stance is not None
            ]
            if mine is None or normal is None or not stance:
                continue
            if known is None or known.grade == "unknown":
                unknown.append(name)
                continue
            if known.grade == "poor" or not np.isfinite(known.error):
                poor[name] = known.lacks
                continue
            judged.append(name)
            usual = np.interp(CYCLE, normal.cycle, normal.mean)
            spread = np.interp(CYCLE, normal.cycle, normal.sd)
            on_ground = float(np.mean(stance)) > CYCLE
            for phase, part in zip(_PHASES, (on_ground, ~on_ground), strict=True):
                off, level = float(np.mean((mine - usual)[part])), float(np.mean(mine[part]))
                limit = BEYOND * np.hypot(np.mean(spread[part]), known.error / NORMAL_90)
                more = ("reduced", "increased")[int(off * level > 0.0)]
                called = f"{more} {_FIELD[variable][int(level < 0.0)]}"
                every.append((OddAngle(called, variable, phase, side, off), float(limit)))
    found = [one for one, limit in every if abs(one.degrees) > limit]
    nearest = max(every, key=lambda one: abs(one[0].degrees) / one[1], default=None)
    return Judged(found, judged, poor, unknown, nearest)


def _called(names: list[str]) -> str:
    """In words, without the side where both are there."""
    motions = [without_side(name) for name in names]
    said = (
        motion if motions.count(motion) == len(SIDES) else name
        for name, motion in zip(names, motions, strict=True)
    )
    return ", ".join(name.replace("_", " ") for name in dict.fromkeys(said))


def in_words(found: list[OddAngle]) -> Iterator[str]:
    """A sentence for each angle and direction, with phases, sides and sizes."""
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
    """Deviations of a walk with whole strides; None for other trials."""
    if not scene.activity.walking or not scene.strides:
        return None
    forbidden = overall(scene.analysis.checks) == "do-not-use"
    first = ["A check below has the grade do not use. These angles may be wrong too."] * forbidden
    if scene.turn:
        stride, most = scene.turning_stride
        first.append(
            f"The subject {scene.turn_in_words}, most of all in the {stride.side} stride from "
            f"{stride.start:.2f} to {stride.stop:.2f} s (by {most:.0f}°). Normal data come from "
            "straight walks, so no angle is judged here. The normal band behind the curves is only "
            "a guide."
        )
        return TextPanel("stands-out", "What stands out", paragraphs=first)
    judged = judge(scene)
    said, scores = list(in_words(judged.off)), _score(scene, judged.judged)
    if not said and judged.nearest is not None:
        one, limit = judged.nearest
        side = "" if one.variable in PELVIS else f"{one.side} "
        first.append(
            f"None of these angles stands out: {_called(judged.judged)}. The nearest to its limit "
            f"is {side}{one.variable.replace('_', ' ')} in {one.phase}: "
            f"{abs(one.degrees):.0f}° from normal. More than {limit:.0f}° would stand out."
        )
    not_judged = {
        **{why: [name for name, one in judged.poor.items() if one == lack]
           for lack, why in _POOR.items()},
        "their ± is not known": judged.unknown,
    }  # fmt: skip
    left_out = "".join(
        f" These angles are not judged, because {why}: {_called(those)}."
        for why, those in not_judged.items()
        if those
    )
    if left_out and scores:
        high = "" if said else ", so it can be high although no angle stands out"
        left_out += f" The Gait Profile Score contains these angles too{high}."
    return TextPanel(
        "stands-out",
        "What stands out",
        paragraphs=[*first, *scores, *_uneven_steps(scene)],
        items=said,
        caption="Mean angles over stance and swing are compared with those of "
        f"{scene.band.population} ({scene.band.name}). An angle stands out if the difference is "
        f"more than {BEYOND} standard deviations. The standard deviation includes the ± of this "
        "trial. By chance, each angle stands out in one of a hundred normal walks. This list "
        f"describes the walk and is not a diagnosis.{left_out}",
    )


def _uneven_steps(scene: Scene) -> list[str]:
    """How much longer the steps of one side are, if the ± of both allows it to be said."""
    left, right = (scene.trust.get(f"strides/{side}_step_length") for side in SIDES)
    if left is None or right is None:
        return []
    longer, error = left.size - right.size, float(np.hypot(left.error, right.error))
    if not abs(longer) > error:
        return []
    one, other = SIDES if longer > 0.0 else reversed(SIDES)
    return [
        f"Steps of the {one} foot are {100 * abs(longer):.0f} cm longer than those of the {other} "
        f"foot (±{100 * error:.1f} cm). Ambulo does not know this difference in normal walking."
    ]


def _score(scene: Scene, judged: list[str]) -> list[str]:
    """Each side's Gait Profile Score beside people who walk normally, and what makes most of it.

    Args:
        judged: names of the angles that are known well enough to be called far from normal.
    """
    profile = scene.profile
    scores = gait_profile_scores(profile)
    known = {side: scores.get(f"{side}_gait_profile_score") for side in SIDES}
    sides = [f"{side} {score:.1f}°" for side, score in known.items() if score is not None]
    if not sides:
        return []
    # the pelvis' own angles are judged by the left strides
    off = {name: profile[f"left_{name}" if name in PELVIS else name] for name in judged}
    most = sorted(off, key=off.__getitem__, reverse=True)[:2]
    far = " and ".join(f"{name.replace('_', ' ')} ({off[name]:.0f}°)" for name in most)
    # the score has the others too, and may be larger than each of these
    farther = off and max(v for v in profile.values() if np.isfinite(v)) > max(off.values())
    which = "Among the judged angles, farthest" if farther else "Farthest"
    return [
        f"Gait Profile Score: {', '.join(sides)}. People who walk normally have about "
        f"{NORMAL_SCORE}°." + (f" {which} from normal over the whole stride: {far}." if far else "")
    ]


PANEL = Panel("who", stands_out_panel)
