"""Joint moments of feet that no plate measures, and how wrong they were where that was measured.

What the motion asks of the ground is shared between the feet, or given to one, by methods that
suppose smooth moments and a mass centre where tables have it. How far off that is depends on what
is done, in a walk also on whether it turns and how large moments are, and on how it is shared: an
`ActivityKind` says what was measured for the default, a `Sharing` what it is off by in walks.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.gait.activities.kind import ActivityKind
from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.checks.evidence import Evidence, gate, unknown
from ambulo.gait.sharing.registry import DEFAULT, SHARINGS
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.mocap.files.lab_frame import TURNED
from ambulo.records import SIDES, Gate

__all__ = ["check", "moved_gate", "turned", "unmeasured_gates"]

# N*m/kg; a tenth to a seventh of the peaks of walking, and what plates leave
LIMIT = 0.15
# of the moment itself, rms in stance, from which on its course is not told from the error's; of no
# more than such moments are where the truth is known: errors too make moments large
_UNUSABLE = 0.5
# m; a shorter way has no direction
_WAY = 0.25
# m; two and three of the spreads between published tables of segment masses (15 mm)
MOVED_LIMIT, MOVED_UNUSABLE = 0.030, 0.045
_MOTION = {"hip": "hip_flexion", "knee": "knee_flexion", "ankle": "ankle_dorsiflexion"}
_REMEDY = "Record the feet on force plates, each foot on its own"

_NONE = "No plate measures a standing foot"


def check(evidence: Evidence) -> list[Gate]:
    """Every joint of a leg by itself, and the mass centre that the method had to move."""
    if evidence.ground.method != "whole-body":
        return []
    blind = _unmeasured(evidence)
    if not blind.any():
        return []
    gates = []
    kind = ACTIVITIES[evidence.activity.name]
    name = evidence.ground.sharing or DEFAULT
    shared = "" if name == DEFAULT else f", shared by {SHARINGS[name].title},"
    wrong, against = _measured_errors(kind, name, turned(evidence.body.mid_hips))
    if wrong is None:
        gates.append(
            unknown(
                "moments without plates",
                f"How far moments from motion alone{shared} are off was never measured for the "
                f"{evidence.activity.noun}.",
                _REMEDY,
                "Moments of the feet that no plate measures may be wrong by any amount.",
            )
        )
    else:
        mass = evidence.body.model.mass
        found = {
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
        beyond = _beyond(found, wrong, usual)
        if beyond and kind.larger is not None and name == DEFAULT:
            wrong, usual = kind.larger.without_plates, kind.larger.size_of_moments
            against = f"{beyond}. {kind.larger.on}"
        gates += unmeasured_gates(found, wrong, usual, against, _feet(evidence, blind), shared)
    if evidence.ground.moved is not None:
        gates.append(moved_gate(evidence.ground.moved))
    return gates


def _measured_errors(
    kind: ActivityKind, sharing: str, turn: float
) -> tuple[Mapping[str, float] | None, str]:
    """Error of each joint's moment, None if never measured; against what, as a sentence begins.

    Args:
        sharing: name of the way; turn: rad, of the walk.
    """
    straight, in_turns = kind.without_plates, kind.turning and kind.turning[0]
    if sharing != DEFAULT:
        way = SHARINGS[sharing]
        straight = way.off_in_walks if kind.walking else None
        in_turns = way.off_in_turns if kind.walking else None
    if kind.turning is None or turn <= TURNED:
        return straight, kind.without_plates_on
    says = f"The walk turns by {np.degrees(turn):.0f} degrees"
    if in_turns is None:
        return straight, f"{says}; this way was measured in straight walks only. " + (
            kind.without_plates_on
        )
    return in_turns, f"{says}. {kind.turning[1]}"


def _beyond(
    found: Mapping[str, FloatArray], wrong: Mapping[str, float], usual: Mapping[str, float]
) -> str:
    """A sentence without its stop if the moments are none of those that errors were measured in.

    By the triangle inequality what is found is at most the true rms and the error's together; where
    it is more, one of both is larger than was measured.

    Args:
        found, wrong, usual: as `unmeasured_gates` has them.
    """
    sizes = {joint: _rms(found[joint]) for joint in wrong if joint in usual}
    beyond = {j: size / usual[j] for j, size in sizes.items() if size > usual[j] + wrong[j]}
    if not beyond:
        return ""
    joint = max(beyond, key=lambda name: beyond[name])
    return (
        f"The {joint} moments found are {sizes[joint]:.2f} N·m/kg rms, in the walks whose errors "
        f"force plates have told they are {usual[joint]:.2f}: those errors do not hold here"
    )


def _rms(values: FloatArray) -> float:
    """Of what is known (n,); 0 where nothing is."""
    known = values[np.isfinite(values)]
    return float(np.sqrt(np.mean(known**2))) if len(known) else 0.0


def _unmeasured(evidence: Evidence) -> BoolArray:
    """Frames (frames, 2) in which a foot stands and no plate tells its load."""
    plates = evidence.steps.plates
    stance = evidence.steps.stance
    return stance if plates is None else np.asarray(stance & ~plates.known)


def _feet(evidence: Evidence, blind: BoolArray) -> str:
    """Which feet are on the ground without a plate, a sentence without its stop."""
    if any(contact.quality == "whole" for contact in evidence.steps.contacts):
        share = 100.0 * blind.sum() / evidence.steps.stance.sum()
        return (
            f"{share:.0f} % of the feet's stance is on no plate; there the whole-body method, as "
            "chosen, estimates reactions from motion"
        )
    feet = [side for side, alone in zip(SIDES, blind.T, strict=True) if alone.any()]
    if len(feet) == 1:
        return f"No plate measures all of the {feet[0]} foot's stance"
    never = np.array_equal(blind, evidence.steps.stance)
    return _NONE if never else "No plate measures all of the feet's stance"


def turned(hips: FloatArray) -> float:
    """Angle between the ways of the hips (frames, 3) m in the first and the last third, rad.

    0 where they hardly move over the floor.
    """
    third = len(hips) // 3
    first, last = hips[third, :2] - hips[0, :2], hips[-1, :2] - hips[-1 - third, :2]
    if not min(np.linalg.norm(first), np.linalg.norm(last)) > _WAY:
        return 0.0
    across = first[0] * last[1] - first[1] * last[0]
    return float(abs(np.arctan2(across, first @ last)))


def unmeasured_gates(
    found: Mapping[str, FloatArray],
    wrong: Mapping[str, float],
    usual: Mapping[str, float],
    against: str,
    feet: str = _NONE,
    shared: str = "",
) -> list[Gate]:
    """Grade every joint by its error and by what that leaves of the moment.

    Args:
        found: joint -> flexion moments (n,) of feet that no plate measures, N*m/kg.
        wrong: joint -> rms error measured for the activity, N*m/kg.
        usual: joint -> rms of the true moments there, N*m/kg.
        against: what they were measured against, as a sentence begins.
        feet: which no plate measures, a sentence without its stop.
        shared: how, where not by default.
    """
    gates = []
    for joint, error in wrong.items():
        here = _rms(found[joint])
        size = min(here, usual.get(joint, here))
        of = "what was found here" if size == here else "such moments' usual size"
        share = f", {100.0 * error / size:.0f} % of {of}" if size > 0.0 else ""
        gates.append(
            gate(
                f"{joint} flexion moment without plates",
                error,
                LIMIT,
                "N·m/kg, expected error",
                _REMEDY,
                unusable=max(LIMIT, _UNUSABLE * size),
                found=f"{feet}. {against} {joint} flexion moments from motion "
                f"alone{shared} were off by up to {error:.2f} N·m/kg rms{share}.",
                cost=f"Peaks and course of the {joint} moment and power are as uncertain as that.",
                concerns=f"{joint} moments and powers",
            )
        )
    return gates


def moved_gate(moved: FloatArray) -> Gate:
    """Whether the mass centre was moved farther than tables of masses differ.

    Args:
        moved: (2,) m, forward and to the left.
    """
    return gate(
        "mass centre moved to agree with the soles",
        1e3 * float(np.linalg.norm(moved)),
        1e3 * MOVED_LIMIT,
        "mm",
        f"{_REMEDY}; else check the trunk's markers and the events",
        unusable=1e3 * MOVED_UNUSABLE,
        found=f"It was moved by {1e3 * moved[0]:+.0f} mm forward and {1e3 * moved[1]:+.0f} mm to "
        "the left; tables of segment masses differ by 15 mm.",
        cost="The motion does not fit moments as smooth as those of gait: leg moments from motion "
        f"alone are off by up to {9.81 * float(np.linalg.norm(moved)):.2f} N·m/kg by this alone.",
    )
