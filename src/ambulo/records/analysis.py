"""Everything one analysis found, and from what it was made."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.multibody.motion import JointForces, Motion
from ambulo.records.bands import Bands
from ambulo.records.comparison import SegmentLength, SharingComparison, WrenchDifference
from ambulo.records.curves import Diagnostic, Quantities
from ambulo.records.devices import Devices
from ambulo.records.measurement import Event, GroundReaction, PlateContact, Trial
from ambulo.records.model import Model
from ambulo.records.movement import Activity, Stride
from ambulo.records.quality import Check

FORMAT = 2
"""Of what an analysis writes: it goes up where numbers or their names change. Folders of two
formats are not set beside each other; 1 is of those before there was a number."""

SINCE = {
    1: "joint moments were on axes of the marker set, feet rolled with the shank's markers, and "
    "directions were the laboratory's axis",
}
"""What was different in folders of a format, in words."""

MomentAxes = Literal["proximal", "distal", "jcs"]
"""Axes of the proximal or distal segment, or of the joint coordinate system."""


@dataclass(frozen=True)
class InputFile(BriefRepr):
    """A file that was read.

    Args:
        role: "trial", "static", "grf", "config", or the choice that names it, "parameters".
        size: bytes.
        sha256: of its content, in hexadecimal.
    """

    role: str
    path: Path
    size: int
    sha256: str

    @classmethod
    def of(cls, role: str, path: str | Path) -> InputFile:
        """A file as it is now, with its digest.

        Raises:
            OSError: it cannot be read.
        """
        path = Path(path)
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return cls(role, path, path.stat().st_size, digest)


@dataclass(frozen=True)
class Provenance(BriefRepr):
    """From what and with which choices a result was made.

    Args:
        inputs: files read.
        configuration: every choice, defaults included, as JSON.
        seed: of random numbers; None if none were drawn.
        version: of the Ambulo that analysed.
        plugins: entries that Ambulo does not ship, "filter.median", and their packages.
        format: of its numbers and their names, `FORMAT` where it was made.
    """

    inputs: tuple[InputFile, ...] = ()
    configuration: str = "{}"
    seed: int | None = None
    version: str = ""
    plugins: Mapping[str, str] = field(default_factory=dict)
    format: int = FORMAT


@dataclass(frozen=True, eq=False)
class Analysis(BriefRepr):
    """Everything one analysis found, as the report and the tables take it.

    Args:
        trial, model, motion: what it rests on; the trial's markers are those used, gaps filled.
        marker_set: name of the marker set that matched.
        method: "plates" or "whole-body".
        events: those used; contacts: plate contacts; strides.
        ground: the ground reaction used; plates_ground: as the plates measured it (None without).
        joint_forces: net joint forces and moments.
        angles, moments, powers: reported quantities by group, SI at joints but angles in degrees.
        marker_residual: (frames, nm) m, distance of model markers from measured ones (NaN: gap).
        residual: (frames, 6) N*m, N: wrench at the root that ground reaction and motion leave.
        checks: quality checks, those that the trial did not allow with the grade unknown.
        log: one line each, in order.
        plates_vs_inverse: ground reaction from the motion against the plates, phase
            ("single_support", "double_support") -> side or "both" -> difference.
        sharing: the ways of sharing double support compared; None where nobody asked, or the
            plates measured no double support.
        segment_lengths: "left_knee to left_ankle" -> its length, where segments were made rigid.
        timing: s, by stage.
        truth: known true quantities by name (simulated subjects only), same units.
        reference: another system's quantities from the file, same units and signs, by name.
        diagnostics: how filter and fit went, where the method chosen has something to show.
        bands: how sure the results are; None where nobody asked.
        provenance: from what it was made.
        activity: what the subject did.
        moment_axes: on which joint moments in space are reported; `model = "planar"` reports
            sagittal ones.
        smoothed_ground: `ground` through the filter of `plates_cutoff`, for joint forces and
            moments; None where they are of `ground` itself.
        devices: what orthoses and crutches do; joint forces are the sum of theirs and the person's.
    """

    trial: Trial
    model: Model
    motion: Motion
    marker_set: str
    method: str
    events: tuple[Event, ...]
    contacts: tuple[PlateContact, ...]
    strides: tuple[Stride, ...]
    ground: GroundReaction
    plates_ground: GroundReaction | None
    joint_forces: JointForces
    angles: Quantities
    moments: Quantities
    powers: Quantities
    marker_residual: FloatArray
    residual: FloatArray
    checks: tuple[Check, ...]
    log: tuple[str, ...]
    plates_vs_inverse: Mapping[str, Mapping[str, WrenchDifference]] = field(default_factory=dict)
    sharing: SharingComparison | None = None
    segment_lengths: Mapping[str, SegmentLength] = field(default_factory=dict)
    timing: Mapping[str, float] = field(default_factory=dict)
    truth: Mapping[str, FloatArray] = field(default_factory=dict)
    reference: Mapping[str, FloatArray] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    bands: Bands | None = None
    provenance: Provenance = field(default_factory=Provenance)
    activity: Activity = field(default_factory=Activity)
    moment_axes: MomentAxes = "jcs"
    smoothed_ground: GroundReaction | None = None
    devices: Devices | None = None

    @property
    def inverted_ground(self) -> GroundReaction:
        """The ground reaction that joint forces, moments and powers are of."""
        return self.ground if self.smoothed_ground is None else self.smoothed_ground
