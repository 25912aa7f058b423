"""How much a delay of the plates changes the flexion moments of the legs.

The force is moved in time, and the motion stays. A joint moment then changes by the difference of
the moments of both wrenches about the joint. Mass and inertia do not matter. So the result is exact
for a known delay, on a belt and on the floor, in jumps and in walks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.sharing.wrenches import about
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import quantile
from ambulo.math.vector_arrays import lengths
from ambulo.model.foot_loads import foot_segments
from ambulo.records import SIDES, Fact, GroundReaction, PlateContact

# %, of the frames in which a foot is loaded, below which nearly all of the change stays
_NEARLY_ALL = 99.0


def cost_of_delay(
    evidence: Evidence, delay: float, contacts: Sequence[PlateContact] | None = None
) -> Fact:
    """Change of moments at hips, knees and ankles through a delay of the plates, in loaded frames.

    For each joint's flexion moment in N*m: the largest change, and the value that 99 % of the
    changes do not exceed.

    Args:
        delay: s, positive if the plates are late.
        contacts: of the plates that are late; None for all.
    """
    plates, body = evidence.steps.plates, evidence.body
    assert plates is not None
    frames = np.full(plates.known.shape, contacts is None)
    for contact in contacts or ():
        near = np.abs(plates.time - 0.5 * (contact.start + contact.stop))
        within = near <= 0.5 * (contact.stop - contact.start) + abs(delay)
        frames[within] |= [contact.side in (None, side) for side in SIDES]
    segments = body.model.segments
    below = {
        "hip": [segments.index(f"{side}_thigh") for side in SIDES],
        "knee": [segments.index(f"{side}_shank") for side in SIDES],
        "ankle": [foot_segments(body.model, side)[0] for side in SIDES],
    }
    across = body.p[:, below["hip"][0]] - body.p[:, below["hip"][1]]
    across[:, 2] = 0.0
    across /= lengths(across)[:, None]
    wrench, told = _change(plates, delay, frames)
    if not told.any():
        return ()
    changes: list[Mapping[str, str | float]] = []
    for joint, segment in below.items():
        moment = about(body.p[:, segment], wrench)[..., :3]
        seen = np.abs(np.einsum("fsi,fi->fs", moment, across))[told]
        most, nearly_all = float(seen.max()), quantile(seen, _NEARLY_ALL / 100.0)
        changes.append({"joint": joint, "largest": most, "nearly_all": nearly_all})
    return tuple(changes)


def _change(
    plates: GroundReaction, delay: float, frames: BoolArray
) -> tuple[FloatArray, BoolArray]:
    """Change of the wrenches (frames, 2, 6) of both feet, and (frames, 2) where a load tells it."""
    # the frame of the plates' record at which what is true now was written, and back again
    right, known = _at(plates.time + delay, plates)
    loaded = (plates.force[..., 2] > 0.0) | (right[..., 5] > 0.0)
    change = right - np.where(plates.known[..., None], plates.wrench, 0.0)
    return change, plates.known & known & loaded & frames


def _at(when: FloatArray, plates: GroundReaction) -> tuple[FloatArray, BoolArray]:
    """Wrenches (n, 2, 6) of both feet at instants (n,), linear, and (n, 2) where they are known."""
    time = plates.time
    wrench = np.where(plates.known[..., None], plates.wrench, 0.0).reshape(len(time), -1)
    moved = np.stack([np.interp(when, time, column) for column in wrench.T], axis=1)
    known = np.stack(
        [np.interp(when, time, column.astype(float)) > 1.0 - 1e-9 for column in plates.known.T],
        axis=1,
    )
    inside = (when >= time[0]) & (when <= time[-1])
    return moved.reshape(len(when), 2, 6), known & inside[:, None]
