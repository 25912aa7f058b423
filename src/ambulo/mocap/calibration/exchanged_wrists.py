"""Labels of a wrist's two markers that are exchanged in the whole recording.

With exchanged labels, the forearm seems turned by a further half turn, which nobody can do. With
corrected labels, the turn is well within the possible range.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.landmarks import Landmarks
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.mocap.marker_sets.marker_set import MarkerSet, points_of
from ambulo.model.joint_angles import cardan_yxz
from ambulo.records import SIDES, PutBack, Side

FOREARM_REACH = (-93.0, 84.0)
"""deg, supination and pronation from the thumb forward; source in `gait.checks.joint_ranges`."""
# deg beyond it, for people and for markers of the skin
_BEYOND = 20.0
# of the frames
_MOST = 0.9


def put_wrists_back(match: Match, landmarks: Landmarks) -> tuple[Match, tuple[str, ...]]:
    """The match with corrected labels, and a note for each wrist whose labels were exchanged.

    Args:
        match: match of the recording on which the arms are calibrated.
        landmarks: landmarks of this recording.
    """
    found, notes = dict(match.found), []
    for side in SIDES:
        pair = _across_the_wrist(match.marker_set, side)
        if pair is None or not set(pair) <= set(found):
            continue
        frames = landmarks.frames
        if f"{side}_forearm" not in frames or f"{side}_upper_arm" not in frames:
            continue
        upper, lower = (frames[f"{side}_{segment}"].R for segment in ("upper_arm", "forearm"))
        turned = cardan_yxz(np.einsum("fji,fjk->fik", upper, lower))[:, 2]
        turned = np.degrees(turned[np.isfinite(turned)]) * (1.0 if side == "right" else -1.0)
        if not len(turned):
            continue
        beyond, put_back = 1.0 - _reached(turned, _BEYOND), _reached(turned + 180.0, 0.0)
        if min(beyond, put_back) > _MOST:
            a, b = pair
            found[a], found[b] = found[b], found[a]
            notes.append(
                PutBack(
                    f"Markers {found[b]} and {found[a]} are exchanged in the whole recording. With "
                    f"these labels the {side} forearm would turn by "
                    f"{np.median(np.abs(_wrapped(turned))):.0f} degrees, farther than any forearm "
                    "can turn. This was corrected."
                )
            )
    return (replace(match, found=found) if notes else match), tuple(notes)


def _across_the_wrist(marker_set: MarkerSet, side: Side) -> tuple[str, str] | None:
    """The two markers of the wrist that tell how the forearm is turned; None in other sets."""
    for rule in marker_set.frames.get(f"{side}_forearm", ()):
        _, pair = (direction for _, direction in rule.axes) if rule.axes else (None, None)
        if not isinstance(pair, tuple):
            continue
        worn = [marker_set.markers[name].segment for name in pair if name in marker_set.markers]
        # exchanged, they turn the forearm about its length and leave that as it is
        of_the_length = points_of(rule.axes[0][1])
        on_the_arm = len(worn) == 2 and set(worn) <= {f"{side}_forearm", f"{side}_hand"}
        if on_the_arm and not set(pair) & set(of_the_length):
            return pair
    return None


def _wrapped(degrees: FloatArray) -> FloatArray:
    return (degrees + 180.0) % 360.0 - 180.0


def _reached(degrees: FloatArray, more: float) -> float:
    """Share of the turns (n,) that are within people's reach and so much more."""
    least, greatest = FOREARM_REACH
    turn = _wrapped(degrees)
    return float(np.mean((turn > least - more) & (turn < greatest + more)))
