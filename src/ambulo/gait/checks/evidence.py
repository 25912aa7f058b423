"""What checks look at, and what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np

from ambulo.gait.body_motion import BodyMotion
from ambulo.gait.other_support import OtherSupport
from ambulo.gait.stages.steps import Steps
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.mocap.cleaning import Jump
from ambulo.mocap.plates.plate_loadings import Surface
from ambulo.records import (
    Activity,
    Event,
    ForcePlate,
    Gate,
    GroundReaction,
    Quantities,
    graded,
)

__all__ = ["Check", "Evidence", "gate", "unknown", "unloaded"]


@dataclass(frozen=True, eq=False)
class Evidence:
    """An analysis as far as it has come when its quality is judged.

    Args:
        calibration_gates: checks that the calibration made by itself.
        whole_body: whether the model's segments make up the whole subject.
        file_events: strikes and offs written in the file.
        body: the model in motion.
        marker_residual: (frames, nm) m, distance of model markers from measured ones (NaN: gap).
        steps: events, contacts and what the plates measured.
        method: by which ground reactions were found, "plates" or "whole-body".
        shared: ground reaction from the whole body's motion, given to the feet; None for legs.
        residual: (frames, 6) N*m, N: wrench at the root that plates and motion leave over.
        settled: (frames,) away from foot strikes and offs.
        activity: what the subject did.
        needed: (frames,) N, vertical force that the whole body's motion needs; None for legs.
        other_support: by something beside the feet; supported: its frames (frames,).
        trunk_shift: (2,) m, by which the plates moved the trunk's centre of mass; None if not.
        planar_moved: (frames, points) m, by which a planar body moves the joints; None in space.
        force_plates: that contacts point to.
        surfaces: of these plates; none where their edges are not known.
        angles, moments, powers: of the joints, deg, N*m and W.
        jumps: of markers, that nothing explains.
        lost: markers that stood still, and for how many seconds.
        camera_breaks: s, times at which cameras lost or held frames.
        without_plates: joint -> N*m/kg, rms error of its flexion moment from motion alone, measured
            for this activity; None where nobody has.
        mass_centre_moved: (2,) m forward and left, by which sharing moved it; None if not.
        measured: (frames, nm, 3) m, markers that the model follows, before smoothing.
    """

    calibration_gates: tuple[Gate, ...]
    whole_body: bool
    file_events: tuple[Event, ...]
    body: BodyMotion
    marker_residual: FloatArray
    steps: Steps
    method: str
    shared: GroundReaction | None
    residual: FloatArray
    settled: BoolArray
    activity: Activity = field(default_factory=Activity)
    needed: FloatArray | None = None
    other_support: tuple[OtherSupport, ...] = ()
    supported: BoolArray | None = None
    trunk_shift: FloatArray | None = None
    planar_moved: FloatArray | None = None
    force_plates: tuple[ForcePlate, ...] = ()
    surfaces: tuple[Surface, ...] = ()
    angles: Quantities = field(default_factory=Quantities)
    moments: Quantities = field(default_factory=Quantities)
    powers: Quantities = field(default_factory=Quantities)
    jumps: tuple[Jump, ...] = ()
    lost: Mapping[str, float] = field(default_factory=dict)
    camera_breaks: tuple[float, ...] = ()
    without_plates: Mapping[str, float] | None = None
    mass_centre_moved: FloatArray | None = None
    measured: FloatArray | None = None


@runtime_checkable
class Check(Protocol):
    """A check: a function from the evidence to what it finds."""

    def __call__(self, evidence: Evidence, /) -> Sequence[Gate]:
        """Gates; nothing where the check does not concern the analysis, and `unknown` where it
        would but the trial does not allow it.
        """
        ...


def gate(
    name: str,
    value: float,
    limit: float,
    unit: str,
    remedy: str,
    *,
    unusable: float | None = None,
    found: str = "",
    cost: str = "",
    concerns: str = "",
) -> Gate:
    """A check graded by its value.

    Args:
        name, value, limit, unit, remedy, found, cost, concerns: as in `Gate`.
        unusable: beyond it the results are not to be used; the limit itself if None.
    """
    last = limit if unusable is None else unusable
    grade = graded(value, limit, last)
    return Gate(name, float(value), limit, unit, grade, remedy, last, found, cost, concerns)


def unloaded(name: str, cost: str) -> Gate:
    """A check that needs what no plate measured, for one reason in one sentence.

    Args:
        name: of the check.
        cost: what stays open, a sentence.
    """
    return unknown(
        name, "No plate is loaded.", "Record steps on force plates, each foot on its own", cost
    )


def unknown(name: str, why: str, remedy: str, cost: str = "") -> Gate:
    """A check that the trial did not allow.

    Args:
        name: of the check.
        why: a sentence.
        remedy: what would allow it.
        cost: what stays open, a sentence.
    """
    return Gate(name, np.nan, np.nan, "", "unknown", remedy, np.nan, why, cost)
