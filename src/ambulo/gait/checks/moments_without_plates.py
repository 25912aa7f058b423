"""Check of joint moments of feet that no plate measures, from errors that were measured elsewhere.

The force that the motion needs is divided between the feet, or assigned to one foot. The methods
assume smooth moments and the mass centre of the tables. Their errors depend on the activity, in
walks also on turning and on the size of the moments, and on the way of sharing. An `ActivityKind`
has the errors measured for the default way, and a `Sharing` has its errors in walks.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.gait.activities.kind import ActivityKind
from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.table import limits
from ambulo.gait.sharing.registry import DEFAULT, SHARINGS
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.mocap.files.lab_frame import TURNED
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Facts

# of the moment itself, rms in stance, from which on its course is not told from the error's; of no
# more than such moments are where the truth is known: errors too make moments large
_UNUSABLE = 0.5
# m; a shorter way has no direction
_WAY = 0.25
_MOTION = {"hip": "hip_flexion", "knee": "knee_flexion", "ankle": "ankle_dorsiflexion"}


def check(evidence: Evidence) -> list[Finding]:
    """The moments at each joint of a leg, and how far the method shifts the mass centre."""
    if evidence.ground.method != "whole-body":
        return []
    blind = _unmeasured(evidence)
    if not blind.any():
        return []
    kind = ACTIVITIES[evidence.activity.name]
    name = evidence.ground.sharing or DEFAULT
    way = "none" if name == DEFAULT else SHARINGS[name].title
    wrong, against = measured_errors(kind, name, turn_of_path(evidence.body.mid_hips))
    if wrong is None:
        facts: Facts = {"way": way, "activity": evidence.activity.noun}
        found = [Finding("moments_without_plates", facts=facts, why="not_measured")]
    else:
        mass = evidence.body.model.mass
        moments = {
            joint: np.concatenate(
                [
                    evidence.curves.moments[f"{side}_{motion}"].values[blind[:, s]] / mass
                    for s, side in enumerate(SIDES)
                    if f"{side}_{motion}" in evidence.curves.moments.names
                ]
            )
            for joint, motion in _MOTION.items()
        }
        usual = kind.size_of_moments or {}
        larger = larger_moments(moments, wrong, usual)
        if larger and kind.larger is not None and name == DEFAULT:
            wrong, usual = kind.larger.without_plates, kind.larger.size_of_moments
            against = {**larger, "measured_on": kind.larger.on}
        said = {"way": way, **against, **blind_feet(evidence, blind)}
        found = expected_errors(moments, wrong, usual, said)
    if evidence.ground.moved is not None:
        found.append(moved(evidence.ground.moved))
    return found


def measured_errors(
    kind: ActivityKind, sharing: str, turn: float
) -> tuple[Mapping[str, float] | None, Mapping[str, str | float]]:
    """Error of each joint's moment (None if never measured), and facts on its reference.

    Args:
        sharing: name of the way; turn: rad, of the walk.
    """
    straight, in_turns = kind.without_plates, kind.turning and kind.turning[0]
    if sharing != DEFAULT:
        way = SHARINGS[sharing]
        straight = way.off_in_walks if kind.walking else None
        in_turns = way.off_in_turns if kind.walking else None
    on: Mapping[str, str | float] = {"walk": "as_measured", "measured_on": kind.without_plates_on}
    if kind.turning is None or turn <= TURNED:
        return straight, on
    if in_turns is None:
        return straight, {**on, "walk": "turns_unmeasured", "turn": float(np.degrees(turn))}
    on = {"walk": "turns", "measured_on": kind.turning[1], "turn": float(np.degrees(turn))}
    return in_turns, on


def larger_moments(
    found: Mapping[str, FloatArray], wrong: Mapping[str, float], usual: Mapping[str, float]
) -> Mapping[str, str | float]:
    """Facts on moments that are larger than those for which errors were measured; empty for usual
    moments.

    By the triangle inequality, the rms that is found is at most the true rms plus the rms error. If
    it is larger, one of these two is larger than was measured.

    Args:
        found, wrong, usual: as `expected_errors` has them.
    """
    sizes = {joint: _rms(found[joint]) for joint in wrong if joint in usual}
    beyond = {j: size / usual[j] for j, size in sizes.items() if size > usual[j] + wrong[j]}
    if not beyond:
        return {}
    joint = max(beyond, key=lambda name: beyond[name])
    return {"walk": "larger", "larger": joint, "size": sizes[joint], "usual": usual[joint]}


def _rms(values: FloatArray) -> float:
    """Of what is known (n,); 0 where nothing is."""
    known = values[np.isfinite(values)]
    return float(np.sqrt(np.mean(known**2))) if len(known) else 0.0


def _unmeasured(evidence: Evidence) -> BoolArray:
    """Frames (frames, 2) in which a foot stands and no plate tells its load."""
    plates = evidence.steps.plates
    stance = evidence.steps.stance
    return stance if plates is None else np.asarray(stance & ~plates.known)


def blind_feet(evidence: Evidence, blind: BoolArray) -> Mapping[str, str | float]:
    """Feet that are on the ground without a plate (frames, 2)."""
    if any(contact.quality == "whole" for contact in evidence.steps.contacts):
        share = float(blind.sum() / evidence.steps.stance.sum())
        return {"blind": "chosen", "blind_share": share}
    feet = [side for side, alone in zip(SIDES, blind.T, strict=True) if alone.any()]
    if len(feet) == 1:
        return {"blind": feet[0]}
    never = np.array_equal(blind, evidence.steps.stance)
    return {"blind": "never" if never else "partly"}


def turn_of_path(hips: FloatArray) -> float:
    """Angle between the paths of the hips (frames, 3) m in the first and the last third, rad.

    The angle is 0 if the hips hardly move relative to the floor.
    """
    third = len(hips) // 3
    first, last = hips[third, :2] - hips[0, :2], hips[-1, :2] - hips[-1 - third, :2]
    if not min(np.linalg.norm(first), np.linalg.norm(last)) > _WAY:
        return 0.0
    across = first[0] * last[1] - first[1] * last[0]
    return float(abs(np.arctan2(across, first @ last)))


def expected_errors(
    found: Mapping[str, FloatArray],
    wrong: Mapping[str, float],
    usual: Mapping[str, float],
    facts: Facts,
) -> list[Finding]:
    """Findings for every joint, from its error and the size of its moment.

    Args:
        found: joint -> flexion moments (n,) of feet that no plate measures, N*m/kg.
        wrong: joint -> rms error measured for the activity, N*m/kg.
        usual: joint -> rms of the true moments there, N*m/kg.
        facts: the reference of the errors, the feet that no plate measures, and the way of sharing.
    """
    judged = []
    for joint, error in wrong.items():
        id, here = f"without_plates.{joint}", _rms(found[joint])
        size = min(here, usual.get(joint, here))
        of_it: Facts = {"error": error, "sized": "none"}
        if size > 0.0:
            told = {"sized": "here" if size == here else "usual", "share": error / size}
            of_it = {**of_it, **told}
        good, _ = limits(id)
        own = (good, max(good, _UNUSABLE * size))
        judged.append(Finding(id, "", error, {**facts, **of_it}, own))
    return judged


def moved(centre: FloatArray) -> Finding:
    """Whether the mass centre was moved farther than tables of masses differ.

    Args:
        centre: (2,) m, forward and to the left.
    """
    size = float(np.linalg.norm(centre))
    return Finding(
        "mass_centre_moved",
        "",
        1e3 * size,
        {"forward": float(centre[0]), "left": float(centre[1]), "moment": STANDARD_GRAVITY * size},
    )
