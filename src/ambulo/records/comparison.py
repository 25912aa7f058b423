"""Differences of results from a reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ambulo.math.brief_repr import BriefRepr
from ambulo.records.measurement import GroundReaction

WRENCH = {"Fx": "N", "Fy": "N", "Fz": "N", "Mx": "N*m", "My": "N*m", "Mz": "N*m"}
"""Component -> unit, of wrenches that are reported. In computations the moment comes first."""


@dataclass(frozen=True)
class WrenchDifference(BriefRepr):
    """Differences of two ground reactions over some frames, by component.

    Args:
        frames: number of frames that were compared.
        rms: component of WRENCH -> root mean square difference.
        relative: `rms` divided by the range of the reference in these frames; NaN if the range is
            zero; empty if not asked for.
    """

    frames: int
    rms: Mapping[str, float]
    relative: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class SharingComparison(BriefRepr):
    """Ways of sharing compared with the plates (Pamies-Vila 2012, tables 4.1 to 4.3).

    Args:
        sharings: name of a way of sharing -> the ground reaction that it gives.
        resultant: difference of the total ground reaction, from the motion and from the plates;
            None if the plates do not measure both feet in any double support.
        single_support: side ("left", "right", "both": pooled) -> difference in single support.
        both_feet_on_plates, one_foot_on_plate: way -> side -> difference in double support.
    """

    sharings: Mapping[str, GroundReaction]
    resultant: WrenchDifference | None
    single_support: Mapping[str, WrenchDifference]
    both_feet_on_plates: Mapping[str, Mapping[str, WrenchDifference]]
    one_foot_on_plate: Mapping[str, Mapping[str, WrenchDifference]]


@dataclass(frozen=True)
class SegmentLength(BriefRepr):
    """Distance of neighbouring joints [m]: as the markers place each joint, and as made rigid."""

    measured_min: float
    measured_mean: float
    measured_max: float
    consistent: float
